"""Power and numbers of items against pROC, and against what a test of that size must do."""

import numpy as np
import pytest
from scipy.special import ndtri
from scipy.stats import rankdata

import abovechance as ac
from abovechance.curves.uncertainty.power import obuchowski_variance

needed, power = ac.curves.items_needed_for_auc, ac.curves.power_for_auc


def test_power_of_proc():
    """power.roc.test(auc = 0.8, ncases = 41, ncontrols = 72) of pROC 1.18.0 prints power = 0.999951.

    It takes 0.0792·(1 + 1/κ) for 0.0099·(8 + 8/κ) at one half, which is the same.
    """
    assert power(113, 0.8, prevalence=41 / 113, method="obuchowski") == pytest.approx(0.999951, abs=5e-7)
    assert obuchowski_variance(0.5, 41, 72) == pytest.approx(0.0792 * (1 / 41 + 1 / 72), rel=1e-12)


def test_items_of_proc():
    """power.roc.test(auc = 0.8, power = 0.9, kappa = 1) gives 16.6192 cases, kappa = 72/41 13.33816."""
    assert power(2 * 16.6192, 0.8, method="obuchowski") == pytest.approx(0.9, abs=1e-5)
    assert needed(0.8, power=0.9, method="obuchowski") == 34
    share = 41 / 113
    assert power(13.33816 / share, 0.8, prevalence=share, method="obuchowski") == pytest.approx(0.9, abs=1e-5)
    assert needed(0.8, power=0.9, prevalence=share, method="obuchowski") == 37


def test_the_rank_sum_test_has_the_power_foreseen():
    items = needed(0.8, power=0.9) // 2
    rng = np.random.default_rng(1)
    scores = rng.normal(size=(4000, 2 * items))
    scores[:, :items] += np.sqrt(2) * ndtri(0.8)
    won = rankdata(scores, axis=1)[:, :items].sum(1) - items * (items + 1) / 2
    spread = np.sqrt(items**2 * (2 * items + 1) / 12)
    assert (abs(won - items**2 / 2) > 1.96 * spread).mean() == pytest.approx(0.9, abs=0.03)


@pytest.mark.parametrize("method", ["hanley_mcneil", "obuchowski"])
def test_one_item_less_is_not_enough(method):
    for options in ({}, {"prevalence": 0.1}, {"against": 0.6}, {"sides": 1}, {"level": 0.99}):
        n = needed(0.75, method=method, **options)
        assert power(n, 0.75, method=method, **options) >= 0.8 > power(n - 1, 0.75, method=method, **options)


def test_opposite_scores_need_as_many():
    assert needed(0.3, method="obuchowski") == needed(0.7, method="obuchowski")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"auc": 0.5}, "there is nothing to detect"),
        ({"auc": 1.2}, "auc must lie between 0 and 1"),
        ({"auc": 0.7, "prevalence": 0}, "prevalence must lie between"),
        ({"auc": 0.7, "power": 1}, "power must lie between"),
        ({"auc": 0.7, "method": "obuchovski"}, "did you mean 'obuchowski'"),
        ({"auc": 0.5 + 1e-9}, "too close to be distinguished"),
    ],
)
def test_bad_arguments_are_named(arguments, said):
    with pytest.raises(ac.InputError, match=said):
        needed(**arguments)


def test_an_evaluation_has_items():
    with pytest.raises(ac.InputError, match="n must be 2 items or more"):
        power(1, 0.7)
