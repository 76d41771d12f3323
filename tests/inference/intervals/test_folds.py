"""Corrected intervals over folds."""

import numpy as np
import pytest
from scipy.stats import t as student

import abovechance as ac
from abovechance import InputError
from abovechance.inference.intervals.dependent import UNDEFINED_FOLD, fold_interval

FOLDS = ac.Tables.from_cells(tp=[8, 9, 7, 8, 9], fn=[2, 1, 3, 2, 1], fp=[3, 2, 2, 4, 1], tn=[7, 8, 8, 6, 9])


def test_the_arithmetic_of_nadeau_and_bengio():
    """Informedness of the five folds is .5, .7, .5, .4, .8: mean .58, variance .027."""
    found = fold_interval(FOLDS, "informedness", folds=5)
    se = np.sqrt((1 / 5 + 1 / 4) * 0.027)
    assert found.value == pytest.approx(0.58)
    assert found.se == pytest.approx(se)
    half = student.ppf(0.975, 4) * se
    assert (found.low, found.high) == pytest.approx((0.58 - half, 0.58 + half))
    assert found.method == "nadeau_bengio"
    assert found.n == 100


def test_a_ratio_may_be_given_instead_of_folds():
    split = fold_interval(FOLDS, "informedness", ratio=0.25)
    assert split.se == pytest.approx(fold_interval(FOLDS, "informedness", folds=5).se)
    assert fold_interval(FOLDS, "informedness", ratio=1.0).se > split.se


def test_repetitions_add_degrees_of_freedom_but_not_independence():
    """Ten repetitions of the same folds: the variance term 1/J falls, the ratio 1/(k − 1) stays."""
    tables = ac.Tables.from_counts(np.concatenate([FOLDS.counts] * 10), FOLDS.labels)
    found = fold_interval(tables, "informedness", folds=5)
    variance = np.var(np.tile(ac.informedness(FOLDS), 10), ddof=1)
    assert found.se == pytest.approx(np.sqrt((1 / 50 + 1 / 4) * variance))
    assert found.method == "bouckaert_frank"


def test_bounds_stay_in_the_range_and_one_sided_bounds_are_nearer():
    near_one = ac.Tables.from_cells(tp=[10, 10, 5], fn=[0, 0, 5], fp=[0, 0, 0], tn=[10, 10, 10])
    assert fold_interval(near_one, "informedness", folds=3).high == 1
    one = fold_interval(FOLDS, "informedness", folds=5, sides=1)
    assert one.low > fold_interval(FOLDS, "informedness", folds=5).low


def test_measures_of_one_class_and_undefined_folds():
    three = ac.Tables.from_counts([[[5, 1, 0], [1, 4, 0], [0, 0, 0]], [[4, 1, 1], [1, 5, 1], [0, 1, 6]]])
    found = fold_interval(three, "recall", folds=2)
    assert found.low.shape == (3,)
    assert found.reason.tolist() == [None, None, UNDEFINED_FOLD]
    assert np.isnan(found.value[2])


@pytest.mark.parametrize("given", [{}, {"folds": 5, "ratio": 0.2}, {"folds": 1}, {"ratio": 0}])
def test_what_is_no_cross_validation_is_refused(given):
    with pytest.raises(InputError, match=r"folds|ratio"):
        fold_interval(FOLDS, "mcc", **given)


def test_one_table_is_no_fold():
    with pytest.raises(InputError, match="folds"):
        fold_interval(FOLDS.sum(), "mcc", folds=5)
