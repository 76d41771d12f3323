"""Whatever is computed by name is found by one lookup, with how to call it."""

import pytest

import abovechance as ac
from abovechance.clusterings.declared import SPECIAL
from abovechance.core.errors import UnknownMeasureError
from abovechance.curves.summaries.declared import curve_measures
from abovechance.evaluation.catalogue import Entry, find
from abovechance.raters.coefficients.registry import declared

RATINGS = ac.Ratings.from_wide([["a", "a"], ["a", "b"], ["b", "b"], ["b", "b"], ["c", "a"], ["c", "c"]])
DATA = {
    "ac": ac,
    "ratings": RATINGS,
    "truth": [0, 1, 0, 1, 1, 0],
    "scores": [0.2, 0.7, 0.4, 0.3, 0.9, 0.1],
    "classes": list("aabbcc"),
    "clusters": list("xyyyzz"),
}
DECLARED = [*declared(), *curve_measures(), *SPECIAL.values()]


@pytest.mark.parametrize("one", DECLARED, ids=lambda one: one.key)
def test_every_declaration_is_found_by_each_of_its_names(one):
    for name in (one.key, *one.aliases):
        entries = [found for found in find(name) if isinstance(found, Entry)]
        assert one.key in [found.key for found in entries]


@pytest.mark.parametrize("m", ac.measures(), ids=lambda m: m.key)
def test_every_measure_is_found_first_by_its_key(m):
    assert find(m.key)[0] is m


@pytest.mark.parametrize("name", ["alpha", "roc_auc", "AMI"])
def test_what_the_entry_says_can_be_called(name):
    (found,) = find(name)
    assert eval(found.call, DATA) is not None
    assert found.facts["Python"] == found.call


def test_a_name_of_several_things_finds_them_all():
    assert [found.key for found in find("CSI")] == ["jaccard", "classification_success_index"]
    kappa, of_raters = find("kappa")
    assert kappa is ac.cohen_kappa
    assert of_raters.call == 'ac.agreement(ratings, "cohen_kappa")'


def test_an_unknown_name_is_refused_with_the_nearest():
    with pytest.raises(UnknownMeasureError, match="did you mean 'informedness'"):
        find("informednes")
