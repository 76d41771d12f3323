"""Bounds under wrong labels against every way in which they can be wrong."""

from itertools import product

import numpy as np
import pytest

import abovechance as ac
from abovechance.inference.quantify.erring_truth import erring_bounds
from abovechance.inference.quantify.shares import share_sets

SMALL, LOOSE = np.array([[14.0, 3], [2, 11]]), np.array([40.0, 30])
TABLE = ac.Tables.from_cells(tp=45, fn=5, fp=10, tn=40)
MODEL = {"positive": 550, "negative": 450}


@pytest.mark.parametrize("design", ["class", "population"])
@pytest.mark.parametrize("wrong", [0, 1, 3])
def test_bounds_are_the_ends_over_all_ways(design, wrong):
    tables = []
    for a, b, c, d in product(range(wrong + 1), repeat=4):  # from each cell so many change their truth
        if a + b + c + d <= wrong:
            moved = SMALL + np.array([[c - a, d - b], [a - c, b - d]])
            if (np.array([[a, b], [c, d]]) <= SMALL).all():
                tables.append(moved)
    low, high = share_sets(np.array(tables), np.broadcast_to(LOOSE, (len(tables), 2)), design, 0.95)
    found = erring_bounds(SMALL, LOOSE, wrong, design, 0.95)
    assert found == pytest.approx((low[:, 1].min(), high[:, 1].max()), abs=2e-3)


def test_no_wrong_labels_leave_the_interval():
    share = ac.quantify(TABLE, MODEL, error=0).find("positive")
    assert (share.least, share.most) == pytest.approx((share.low, share.high))


def test_more_wrong_labels_say_less_until_nothing_is_said():
    spans = []
    for error in (0.02, 0.05, 0.1, 0.4):
        share = ac.quantify(TABLE, MODEL, error=error).find("positive")
        assert share.least <= share.low <= share.high <= share.most
        spans.append(share.most - share.least)
    assert spans == sorted(spans)
    assert spans[-1] == 1


def test_both_classes_are_bounded_alike():
    found = ac.quantify(TABLE, MODEL, error=0.05)
    one, two = (found.find(x) for x in ("positive", "negative"))
    assert (one.least, one.most) == pytest.approx((1 - two.most, 1 - two.least))
    assert "If up to 5 % of the labels are wrong, 'positive' may be" in found.verdict


def test_agreement_of_annotators_bounds_their_errors():
    error = ac.imperfect_truth(TABLE, agreement=0.9).annotators.error_most
    found = ac.quantify(TABLE, MODEL, agreement=0.9)
    assert found.error == pytest.approx(error)
    assert found.shares == ac.quantify(TABLE, MODEL, error=error).shares


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"error": 1.2}, "error must be a share"),
        ({"error": float("nan")}, "error must be a share"),
        ({"error": 0.1, "agreement": 0.9}, "give one of error and agreement"),
        ({"agreement": 0.2}, "must be above"),
    ],
)
def test_errors_that_are_none_are_refused(options, words):
    with pytest.raises(ac.InputError, match=words):
        ac.quantify(TABLE, MODEL, **options)


def test_more_classes_are_refused():
    three = ac.Tables.from_counts([[30, 2, 3], [4, 25, 5], [1, 6, 28]], labels="abc")
    with pytest.raises(ac.InputError, match="error works with two classes only; these tables have 3"):
        ac.quantify(three, {"a": 1}, error=0.1)
