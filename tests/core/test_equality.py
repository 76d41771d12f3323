"""Results are equal to what comes back from a pickle, and differ from those of other ratings."""

import json
import pickle

import pytest

import abovechance as ac
from tests.raters.data import RAW_4_RATERS, anaesthetists


@pytest.mark.parametrize(
    "made",
    [
        ac.agreement,
        lambda ratings: ac.agreement(ratings, "kappa_max"),
        ac.Ratings.from_wide,
        ac.diagnose_agreement,
    ],
)
def test_what_comes_back_from_a_pickle_is_equal(made):
    found = made(RAW_4_RATERS)
    back = pickle.loads(pickle.dumps(found))
    assert back == found
    assert hash(back) == hash(found)
    assert found != made(anaesthetists())
    assert found != 0


def test_a_number_of_items_is_whole():
    found = ac.agreement(anaesthetists(), "alpha")
    assert (found.n, type(found.n)) == (45, int)
    assert '"n": 45,' in json.dumps(found.to_dict(), default=str)


@pytest.mark.parametrize(
    "found",
    [
        ac.agreement_test(anaesthetists()),
        ac.diagnose_agreement(anaesthetists()),
        ac.icc(anaesthetists()),
        ac.benchmark_agreement(0.67, se=0.15),
        ac.compare_agreement([ac.agreement(anaesthetists(), name) for name in ("alpha", "gwet_ac")]),
    ],
)
def test_notebooks_show_the_text(found):
    assert found._repr_html_().startswith("<pre>")


def test_items_that_are_not_shown_are_counted():
    text = repr(ac.diagnose_agreement(anaesthetists()))
    assert text.endswith("… and 15 more items")
