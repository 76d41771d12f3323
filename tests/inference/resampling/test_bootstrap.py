"""The bootstrap of tables against that of items, and BCa against SciPy's."""

import numpy as np
import pytest
from scipy.stats import bootstrap as scipy_bootstrap
from scipy.stats import skew

import abovechance as ac
from abovechance.inference.resampling.bootstrap import (
    Spread,
    accelerations,
    bca_bounds,
    bootstrap,
    percentile_bounds,
)

TABLE = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
THREE = ac.Tables.from_counts([[41, 7, 3], [12, 29, 5], [6, 8, 53]], labels=["a", "b", "c"])


def items_of(t):
    truth, prediction = (np.repeat(x.ravel(), t.counts.ravel()) for x in np.indices(t.counts.shape))
    return truth, prediction


def test_tables_vary_as_resampled_items_do():
    truth, prediction = items_of(THREE)
    rng = np.random.default_rng(1)
    chosen = rng.integers(len(truth), size=(3000, len(truth)))
    codes = 3 * truth[chosen] + prediction[chosen]
    counts = np.apply_along_axis(np.bincount, 1, codes, minlength=9).reshape(-1, 3, 3)
    by_items = ac.cohen_kappa(ac.Tables.from_counts(counts))
    by_tables = bootstrap(THREE, "cohen_kappa", replicates=3000, seed=2)["cohen_kappa"]
    assert by_tables.std() == pytest.approx(by_items.std(), rel=0.06)
    assert by_tables.mean() == pytest.approx(by_items.mean(), abs=0.005)


def test_all_measures_come_from_one_set_of_tables():
    found = bootstrap(THREE, replicates=50, seed=3)
    assert set(found) == {m.key for m in ac.measures()}
    assert found["recall"].shape == (50, 3)
    assert found["informedness"].shape == (50,)
    np.testing.assert_allclose(found["error_rate"], 1 - found["accuracy"])


def test_a_batch_has_replicates_of_each_table():
    batch = ac.Tables.from_counts(np.stack([TABLE.counts, TABLE.counts * 100])[:, None])
    found = bootstrap(batch, ["informedness"], replicates=800, seed=1)["informedness"]
    assert found.shape == (800, 2, 1)
    assert found[:, 0].std() == pytest.approx(10 * found[:, 1].std(), rel=0.1)
    alone = bootstrap(TABLE, ["informedness"], replicates=800, seed=1)["informedness"]
    np.testing.assert_array_equal(found[:, 0, 0], alone)


def test_with_fixed_classes_the_prevalence_stays():
    found = bootstrap(THREE, ["prevalence"], replicates=20, sampling="classes", seed=1)["prevalence"]
    np.testing.assert_allclose(found, np.broadcast_to(ac.prevalence(THREE), (20, 3)))


def test_acceleration_is_a_sixth_of_the_skewness_of_the_jackknife():
    truth, prediction = items_of(TABLE)
    left_out = [ac.informedness(np.delete(truth, i), np.delete(prediction, i)) for i in range(100)]
    expected = skew(-np.array(left_out)) / np.sqrt(100) / 6
    assert accelerations([ac.measure("informedness")], TABLE)["informedness"] == pytest.approx(
        expected, rel=1e-9
    )


def test_bca_agrees_with_scipy():
    truth, prediction = items_of(TABLE)

    def kappa(x, y, axis=-1):
        n = x.shape[axis]
        agree, rx, ry = (x == y).mean(axis), x.sum(axis) / n, y.sum(axis) / n
        chance = rx * ry + (1 - rx) * (1 - ry)
        return (agree - chance) / (1 - chance)

    theirs = scipy_bootstrap(
        (truth, prediction), kappa, paired=True, vectorized=True, n_resamples=20_000, method="BCa", rng=1
    )
    spread = Spread.of(bootstrap(TABLE, "cohen_kappa", replicates=20_000, seed=1)["cohen_kappa"])
    acceleration = accelerations([ac.measure("cohen_kappa")], TABLE)["cohen_kappa"]
    ours = bca_bounds(spread, ac.cohen_kappa(TABLE), acceleration, 0.95)
    np.testing.assert_allclose(ours, theirs.confidence_interval, atol=0.01)


# Spreads ---------------------------------------------------------------------------------------


def test_quantiles_are_those_of_numpy_and_leave_out_what_is_undefined():
    values = np.random.default_rng(0).normal(size=(301, 2))
    values[::3, 1] = np.nan
    spread = Spread.of(values)
    assert spread.defined.tolist() == [301, 200]
    for share in (0.0, 0.025, 0.5, 0.9, 1.0):
        np.testing.assert_allclose(spread.quantile(share), np.nanquantile(values, share, axis=0))
    np.testing.assert_allclose(spread.se, np.nanstd(values, axis=0, ddof=1))


def test_equal_values_count_half_below():
    spread = Spread.of(np.array([1.0, 2, 2, 3, np.nan]))
    assert spread.share_below(2.0) == 0.5
    assert spread.share_below(0.0) == 0


def test_infinite_values_have_quantiles_but_no_part_in_the_standard_error():
    spread = Spread.of(np.array([1.0, 2.0, 3.0, np.inf]))
    assert spread.se == 1
    assert spread.quantile(1.0) == np.inf


def test_nothing_defined_has_no_quantile():
    spread = Spread.of(np.full((4, 1), np.nan))
    assert np.isnan(spread.quantile(0.5)).all()
    assert np.isnan(spread.se).all()


def test_without_bias_and_acceleration_bca_is_the_percentile_interval():
    spread = Spread.of(np.linspace(-1, 1, 2001))
    np.testing.assert_allclose(bca_bounds(spread, 0.0, 0.0, 0.9), percentile_bounds(spread, 0.9), atol=1e-12)
    np.testing.assert_allclose(percentile_bounds(spread, 0.9), (-0.9, 0.9))


def test_bias_moves_the_bounds_the_other_way():
    """Most draws lie above the value: it was likely drawn low, and the bounds go down."""
    spread = Spread.of(np.linspace(-1, 1, 2001))
    low, high = bca_bounds(spread, -0.2, 0.0, 0.9)
    assert low < -0.9
    assert high < 0.9


def test_bounds_that_fall_together_are_taken_apart():
    values = np.ones(1000)
    values[:40] = 0.5
    low, high = bca_bounds(Spread.of(values), 1.0, 0.0, 0.95)
    assert (low, high) == (0.5, 1.0)
    values[1:40] = 1.0
    assert bca_bounds(Spread.of(values), 1.0, 0.0, 0.95) == (0.5, 1.0)
