"""Results are equal to what comes back from a pickle, and differ from those of other ratings."""

import json
import pickle

import pytest

import abovechance as ac
from tests.raters.data import anaesthetists


@pytest.mark.parametrize(
    "made",
    [
        ac.agreement,
        lambda ratings: ac.agreement(ratings, "kappa_max"),
        ac.Ratings.from_wide,
        ac.diagnose_agreement,
        ac.agreement_test,
        ac.icc,
        lambda ratings: ac.benchmark_agreement(ac.agreement(ratings, "gwet_ac")),
        lambda ratings: ac.compare_agreement([ac.agreement(ratings, name) for name in ("alpha", "gwet_ac")]),
        lambda ratings: ac.concordance([row[0] for row in ratings], [row[1] for row in ratings], seed=1),
    ],
)
def test_what_comes_back_from_a_pickle_is_equal(made):
    found = made(rated := list(map(list, zip(*anaesthetists().values(), strict=True))))
    back = pickle.loads(pickle.dumps(found))
    assert back == found
    assert hash(back) == hash(found)
    assert found == made(rated)
    assert found != made(rated[:30])
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
    ],
)
def test_notebooks_show_a_table(found):
    assert found._repr_html_().startswith("<div")


def test_items_that_are_not_shown_are_counted():
    text = repr(ac.diagnose_agreement(anaesthetists()))
    assert text.endswith("… and 15 more items")
