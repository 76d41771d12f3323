"""What measures can be where the truth errs: laws, the parts together, and what is said."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance import Tables
from abovechance.inference.imperfect_truth.correction import corrected, error_matrix
from abovechance.inference.imperfect_truth.model import doubt_of
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
        assert one[key].corrected == pytest.approx(-two[key].corrected, nan_ok=True)


@given(full_two_class_tables, st.floats(0, 0.2))
@settings(max_examples=20)
def test_the_order_of_classes_does_not_matter(tables, error):
    turned = Tables.from_counts(tables.counts[::-1, ::-1].copy())
    one, two = (ac.imperfect_truth(t, error=error) for t in (tables, turned))
    for key in OF_AN_IMPERFECT_TRUTH:
        assert one[key].least == pytest.approx(two[key].least)
        assert one[key].corrected == pytest.approx(two[key].corrected, nan_ok=True)


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
        ({"error": 0.1, "kappa": 0.5}, "error and kappa both say how often the truth is wrong"),
        ({"error": 5}, "error is the share of wrong labels, between 0 and 1, not 5"),
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
    assert "If up to 0 % of the true labels are wrong (0 items), nothing is known of it." in found.verdict


@pytest.mark.parametrize(("counts", "error"), [([[95, 5], [5, 95]], 0.1), ([[80, 20], [20, 80]], 0.4)])
def test_fewer_errors_than_the_truth_makes_leave_doubt_and_a_wide_interval(counts, error):
    found = ac.imperfect_truth(Tables.from_counts(counts), error=error)
    assert f"Doubt this: {found.doubt}." in found.verdict
    for key in OF_AN_IMPERFECT_TRUTH:
        usual, row = ac.interval(Tables.from_counts(counts), key), found[key]
        assert row.corrected == row.corrected_high == 1
        assert row.corrected - row.corrected_low >= usual.value - usual.low


def test_corrected_intervals_cover_where_systems_err_less_than_the_truth():
    rng = np.random.default_rng(0)
    errors, right = error_matrix(0.1, 2), np.array([[0.99, 0.01], [0.01, 0.99]]) / 2
    drawn = rng.multinomial(200, (errors.T @ right).ravel(), size=2000).reshape(-1, 2, 2)
    found = corrected(drawn, "informedness", errors, 0.95, (-1.0, 1.0))
    assert np.mean((found.low <= 0.98) & (found.high >= 0.98)) > 0.94
    assert np.min(found.high - found.low) > 0.05


def test_doubt_is_rare_where_the_model_holds():
    rng = np.random.default_rng(0)
    seen = error_matrix(0.1, 2).T @ np.diag([0.5, 0.5])  # a perfect system
    drawn = rng.multinomial(200, seen.ravel(), size=300).reshape(-1, 2, 2)
    assert np.mean([doubt_of(Tables.from_counts(x), error_matrix(0.1, 2)) is not None for x in drawn]) < 0.05


def test_one_class_with_errors_has_bounds_and_no_correction():
    found = ac.imperfect_truth(Tables.from_counts([[50, 20], [0, 0]]), error=0.1)
    said = (
        "Informedness is undefined: all items have the same true label. If up to 10 % of the true labels are "
    )
    assert found.verdict == f"{said}wrong (7 items), it lies between -0.317 and 0.794."
    assert np.isnan(found["informedness"].corrected)
    assert found["informedness"].corrected_low is None


def test_informedness_has_no_correction_where_errors_alone_make_more_of_a_class():
    found = ac.imperfect_truth(Tables.from_counts([[95, 2], [1, 2]]), error=0.1)
    assert np.isnan(found["informedness"].corrected)
    assert "There is no corrected Informedness" in found.verdict
    assert found["accuracy"].corrected == pytest.approx(min((0.97 - 0.1) / 0.8, 1))


def test_of_groups_the_verdict_says_that_they_are_taken_together():
    batch = Tables.from_counts([[[20, 5], [4, 30]], [[9, 3], [2, 8]]], axes=["site"])
    found, summed = (ac.imperfect_truth(t, error=0.1) for t in (batch, batch.sum()))
    assert found.verdict == f"All 2 groups together: {summed.verdict}"


def test_more_classes_have_no_bounds_of_the_ceiling():
    three = Tables.from_counts([[20, 3, 2], [4, 15, 6], [1, 2, 30]])
    found = ac.imperfect_truth(three, agreement=0.9).annotators
    assert (found.ceiling_least, found.ceiling_most) == (None, None)
    assert found.error_least == found.error < found.error_most
