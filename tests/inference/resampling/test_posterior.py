"""The posterior of measures."""

import numpy as np
import pytest
from scipy.stats import beta

import abovechance as ac
from abovechance.inference.resampling.bootstrap import posterior

TABLE = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)


def test_the_posterior_of_a_proportion_is_a_beta_distribution():
    """Recall of 30 in 60 with one pseudo-item in each cell: Beta(31, 31)."""
    drawn = posterior(TABLE, "recall", prior="uniform", replicates=20_000, seed=1)["recall"]
    for share in (0.05, 0.5, 0.95):
        assert np.quantile(drawn, share) == pytest.approx(beta.ppf(share, 31, 31), abs=0.004)


def test_seeds_repeat_and_shapes_follow_the_values():
    t = ac.Tables.from_counts(np.ones((2, 3, 3), dtype=int))
    one, other = (posterior(t, ["recall", "mcc"], replicates=30, seed=4) for _ in range(2))
    assert one["recall"].shape == (30, 2, 3)
    assert one["mcc"].shape == (30, 2)
    np.testing.assert_array_equal(one["mcc"], other["mcc"])


def test_a_strong_prior_pulls_towards_chance():
    weak, strong = (
        posterior(TABLE, "informedness", prior=x, replicates=4000, seed=1)["informedness"]
        for x in (1.0, 400.0)
    )
    assert weak.mean() == pytest.approx(0.2, abs=0.02)
    assert strong.mean() == pytest.approx(0.2 / 5, abs=0.03)


def test_with_fixed_classes_each_class_has_its_own_shares():
    drawn = posterior(TABLE, "prevalence", sampling="classes", replicates=10, seed=1)["prevalence"]
    np.testing.assert_allclose(drawn, 0.6)
