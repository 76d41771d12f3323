"""What measures can be where the truth errs: laws, the parts together, and what is said."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance import Tables
from abovechance.inference.imperfect_truth.correction import error_matrix
from abovechance.measures.headlines import OF_AN_IMPERFECT_TRUTH
from tests.strategies import full_tables, full_two_class_tables

EVEN = Tables.from_cells(tp=40, fp=10, fn=10, tn=40)


@given(full_tables)
@settings(max_examples=20)
def test_a_truth_without_error_changes_nothing(tables):
    found = ac.imperfect_truth(tables, error=0)
    for key in OF_AN_IMPERFECT_TRUTH:
        row, usual = found[key], ac.interval(tables, key)
        assert (row.least, row.most, row.corrected) == pytest.approx((row.value,) * 3)
        assert (row.low, row.high) == pytest.approx((usual.low, usual.high))


@given(full_tables, st.floats(0, 0.15), st.floats(0, 0.15))
@settings(max_examples=20)
def test_bounds_widen_with_the_error(tables, one, two):
    less, more = (ac.imperfect_truth(tables, error=x, level=None) for x in sorted((one, two)))
    for key in ("cohen_kappa", "accuracy") if len(tables.labels) > 2 else OF_AN_IMPERFECT_TRUTH:
        assert more[key].least <= less[key].least + 1e-12
        assert more[key].most >= less[key].most - 1e-12
        assert more[key].least <= more[key].value <= more[key].most


@given(full_two_class_tables, st.floats(0, 0.2))
@settings(max_examples=30)
def test_exchanged_predictions_mirror_the_bounds(tables, error):
    mirrored = Tables.from_counts(tables.counts[:, ::-1].copy())
    one, two = (ac.imperfect_truth(t, error=error, level=None) for t in (tables, mirrored))
    for key in ("informedness", "markedness"):
        assert (one[key].least, one[key].most) == pytest.approx((-two[key].most, -two[key].least))
        assert one[key].corrected == pytest.approx(-two[key].corrected)


@given(full_two_class_tables, st.floats(0, 0.2))
@settings(max_examples=20)
def test_the_order_of_classes_does_not_matter(tables, error):
    turned = Tables.from_counts(tables.counts[::-1, ::-1].copy())
    one, two = (ac.imperfect_truth(t, error=error) for t in (tables, turned))
    for key in OF_AN_IMPERFECT_TRUTH:
        assert one[key].least == pytest.approx(two[key].least)
        assert one[key].corrected == pytest.approx(two[key].corrected)


def test_markedness_of_two_classes_is_divided_by_what_the_truth_knows():
    found = ac.imperfect_truth(EVEN, error=[0.1, 0.05])
    assert found["markedness"].corrected == pytest.approx(0.6 / (1 - 0.1 - 0.05))
    assert found.error == pytest.approx(1 - np.diag(error_matrix([0.1, 0.05], 2)) @ _right([0.1, 0.05]))


def _right(error):
    real = np.linalg.solve(error_matrix(error, 2).T, EVEN.counts.sum(1))
    return real / real.sum()


def test_groups_are_as_one_by_one():
    batch = Tables.from_counts([[[20, 5], [4, 30]], [[9, 3], [2, 8]]], axes=["site"])
    found = ac.imperfect_truth(batch, error=0.1)
    for place in range(2):
        alone = ac.imperfect_truth(batch[place], error=0.1)
        here = [x for x in found.readings if x.group == (place,)]
        assert [(x.least, x.high, x.corrected_low) for x in here] == [
            (x.least, x.high, x.corrected_low) for x in alone.readings
        ]


def test_an_uncertain_error_widens_the_interval():
    sure = ac.imperfect_truth(EVEN, error=0.05)
    unsure = ac.imperfect_truth(EVEN, error=0.05, error_interval=(0.02, 0.1))
    for key in OF_AN_IMPERFECT_TRUTH:
        assert unsure[key].corrected == sure[key].corrected
        assert unsure[key].corrected_low < sure[key].corrected_low
        assert unsure[key].corrected_high > sure[key].corrected_high
        assert unsure[key].least < sure[key].least
    assert unsure.flips == 10


def test_agreement_as_a_share_as_kappa_and_as_ratings():
    share = ac.imperfect_truth(EVEN, agreement=0.8)
    same = ac.imperfect_truth(EVEN, kappa=0.6)
    assert same.annotators.error == pytest.approx(share.annotators.error)
    ratings = [[1, 1]] * 40 + [[0, 0]] * 40 + [[0, 1]] * 10 + [[1, 0]] * 10
    rated = ac.imperfect_truth(EVEN, agreement=ratings)
    assert rated.annotators.error == pytest.approx(share.annotators.error)
    assert rated.error_interval[1] > share.error_interval[1]
    assert "No system could then show an Informedness above 0.775" in share.verdict
    three = Tables.from_counts([[20, 3, 2], [4, 15, 6], [1, 2, 30]])
    assert "A perfect system would then show" in ac.imperfect_truth(three, agreement=0.9).verdict


def test_what_is_said():
    assert "Even then decisions are better than guessing." in ac.imperfect_truth(EVEN, error=0.05).verdict
    assert "Such errors could explain all of it." in ac.imperfect_truth(EVEN, error=0.4).verdict
    both = "Such errors and the chance of the sample together"
    assert both in ac.imperfect_truth(EVEN, error=0.25).verdict
    assert ac.imperfect_truth(EVEN, error=0.05).doubt is None
    perfect = Tables.from_cells(tp=100, fp=0, fn=0, tn=100)
    found = ac.imperfect_truth(perfect, error=0.1)
    assert found.doubt.startswith("the table has fewer errors than such a truth alone would make")
    assert found["informedness"].corrected == 1
    assert found.breaks_at == 0.5


def test_the_share_that_explains_all():
    found = ac.imperfect_truth(EVEN, error=0.05)
    flips = round(found.breaks_at * 100)
    at, before = (ac.imperfect_truth(EVEN, error=x / 100, level=None) for x in (flips, flips - 1))
    assert at["informedness"].least <= 1e-12 < before["informedness"].least
    assert ac.imperfect_truth(Tables.from_cells(tp=5, fp=9, fn=9, tn=5), error=0.1).breaks_at is None


def test_weights_and_their_scale():
    rng = np.random.default_rng(0)
    truth, weights = rng.integers(0, 2, 80), rng.random(80) + 0.5
    said = np.where(rng.random(80) < 0.7, truth, 1 - truth)
    one, two = (ac.imperfect_truth(truth, said, error=0.05, weights=w) for w in (weights, 3 * weights))
    for key in OF_AN_IMPERFECT_TRUTH:
        assert (one[key].low, one[key].corrected_high) == pytest.approx(
            (two[key].low, two[key].corrected_high)
        )
        assert one[key].low < one[key].least < one[key].value < one[key].most < one[key].high


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "by error, agreement or kappa: by one of them"),
        ({"error": 0.1, "kappa": 0.5}, "by one of them"),
        ({"error": 0.1, "error_interval": (0.2, 0.3)}, "error_interval must hold the error of 0.1"),
    ],
)
def test_what_cannot_be_meant(options, message):
    with pytest.raises(ac.InputError, match=message):
        ac.imperfect_truth(EVEN, **options)
    with pytest.raises(ac.InputError, match="at least two classes"):
        ac.imperfect_truth(Tables.from_counts([[5]]), error=0.1)
    with pytest.raises(ac.InputError, match="no items"):
        ac.imperfect_truth(Tables.from_counts([[0, 0], [0, 0]]), error=0.1)


def test_one_class_that_occurs_is_reported_as_undefined():
    found = ac.imperfect_truth(Tables.from_counts([[5, 2], [0, 0]]), error=0.0)
    assert np.isnan(found["informedness"].value)
    assert "nothing is known of Informedness" in found.verdict
