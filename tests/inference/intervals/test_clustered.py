"""Intervals of clustered items against independent formulas and simulation."""

import numpy as np
import pytest
from scipy.stats import t as student

import abovechance as ac
from abovechance import InputError
from abovechance.inference.derivatives.gradient import gradient
from abovechance.inference.intervals.delta import linearise, smoothed
from abovechance.inference.intervals.dependent import FEW_CLUSTERS, cluster_interval


def clustered(rng, clusters, size, spread):
    """Clusters of items of two classes, each cluster with a recall and an inverse recall of its own."""
    skill = np.clip(rng.normal(0.75, spread, (clusters, 2)), 0.02, 0.98)
    positives = rng.binomial(size, 0.5, clusters)
    hits, passes = rng.binomial(positives, skill[:, 0]), rng.binomial(size - positives, skill[:, 1])
    return ac.Tables.from_cells(tp=hits, fn=positives - hits, tn=passes, fp=size - positives - passes)


def test_the_standard_error_is_that_of_summed_influences():
    t = clustered(np.random.default_rng(1), 25, 8, 0.15)
    found = cluster_interval(t, "informedness")
    pooled = smoothed(t.sum())
    d = pooled.dichotomy
    # the influence of an item on tpr − fpr: (hit − tpr)/RP for a positive, −(false alarm − fpr)/RN for a negative
    each = t.dichotomy
    influence = (each.tp - d.tpr * each.rp) / d.rp - (each.fp - d.fpr * each.rn) / d.rn
    spread = 25 / 24 * ((influence - influence.mean()) ** 2).sum()
    doubt = (gradient(pooled, "informedness") ** 2).sum() / 4
    assert found.se == pytest.approx(np.sqrt(spread + doubt), rel=1e-10)
    quantile, b = student.ppf(0.975, 24), ac.informedness(pooled)
    shift = quantile * found.se / (1 - b**2)
    assert (found.low, found.high) == pytest.approx(
        (np.tanh(np.arctanh(b) - shift), np.tanh(np.arctanh(b) + shift))
    )


def test_clusters_of_one_item_are_items():
    rng = np.random.default_rng(2)
    truth, prediction = rng.integers(3, size=400), rng.integers(3, size=400)
    t = ac.Tables.from_labels(truth, np.where(rng.random(400) < 0.4, truth, prediction), by=np.arange(400))
    robust = cluster_interval(t, "cohen_kappa")
    plain = linearise([ac.measure("cohen_kappa")], smoothed(t.sum()))["cohen_kappa"]
    assert robust.se == pytest.approx(plain.se, rel=0.005)


def test_doubling_every_item_does_not_help():
    t = clustered(np.random.default_rng(3), 40, 6, 0.1)
    twice = ac.Tables.from_counts(t.counts * 2, t.labels)
    assert cluster_interval(twice, "mcc").se == pytest.approx(cluster_interval(t, "mcc").se, rel=0.02)
    naive = ac.interval(twice.sum(), "mcc").se
    assert cluster_interval(twice, "mcc").se > 1.3 * naive


def test_robust_intervals_cover_where_naive_ones_do_not():
    """200 simulated studies of 30 clusters of 10 items."""
    rng = np.random.default_rng(4)
    skill = np.clip(rng.normal(0.75, 0.2, (200_000, 2)), 0.02, 0.98).mean(0)
    truth = skill.sum() - 1
    robust, naive = [], []
    for _ in range(200):
        t = clustered(rng, 30, 10, 0.2)
        for found, covered in (
            (cluster_interval(t, "informedness"), robust),
            (ac.interval(t.sum(), "informedness"), naive),
        ):
            covered.append(found.low <= truth <= found.high)
    assert 0.91 < np.mean(robust) < 0.985
    assert np.mean(naive) < np.mean(robust) - 0.04


def test_the_bootstrap_of_clusters_agrees_with_the_robust_interval():
    t = clustered(np.random.default_rng(5), 60, 10, 0.15)
    robust = cluster_interval(t, "informedness")
    drawn, again = (cluster_interval(t, "informedness", method="cluster_bootstrap", seed=1) for _ in range(2))
    assert drawn.se == pytest.approx(robust.se, rel=0.12)
    assert (drawn.low, drawn.high) == pytest.approx((robust.low, robust.high), abs=0.03)
    assert drawn.low == again.low
    assert drawn.method == "cluster_bootstrap"


def test_perfect_clusters_are_not_certain():
    t = ac.Tables.from_cells(tp=[2] * 5, fp=[0] * 5, fn=[0] * 5, tn=[2] * 5)
    for method in ("auto", "cluster_bootstrap"):
        found = cluster_interval(t, "informedness", method=method, seed=1)
        assert found.value == found.high == 1
        assert found.low < 0.97
        assert found.warning == FEW_CLUSTERS


def test_measures_of_one_class_have_one_interval_for_each():
    rng = np.random.default_rng(6)
    t = ac.Tables.from_counts(
        rng.multinomial(12, [0.2, 0.05, 0.05, 0.05, 0.25, 0.05, 0.05, 0.1, 0.2], size=30).reshape(30, 3, 3)
    )
    for method in ("auto", "cluster_bootstrap"):
        found = cluster_interval(t, "recall", method=method, seed=1, sides=1)
        assert found.low.shape == (3,)
        assert np.all((found.low < found.value) & (found.value < found.high))
        assert [row["class"] for row in found.rows()] == [0, 1, 2]
    assert found.warning.tolist() == [None] * 3


def test_each_class_against_the_rest_is_a_batch_of_clusters():
    rng = np.random.default_rng(7)
    t = ac.Tables.from_counts(rng.multinomial(12, np.full(9, 1 / 9), size=25).reshape(25, 3, 3))
    for method in ("auto", "cluster_bootstrap"):
        found = cluster_interval(t.one_vs_rest(), "informedness", method=method, seed=1)
        assert found.low.shape == (3,)
        alone = cluster_interval(t.collapse({"rest": [1, 2]}), "informedness", method=method, seed=1)
        assert found.low[0] == pytest.approx(alone.low)
        assert found.n.tolist() == [300] * 3


def test_undefined_measures_have_their_reason():
    found = cluster_interval(ac.Tables.from_cells(tp=[0, 0], fp=[0, 0], fn=[3, 2], tn=[2, 4]), "precision")
    assert np.isnan([found.value, found.low]).all()
    assert found.reason == "'positive' was never predicted"
    assert found.warning is None


def test_what_are_no_clusters_is_refused():
    with pytest.raises(InputError, match="clusters"):
        cluster_interval(ac.Tables.from_cells(tp=1, fp=2, fn=3, tn=4), "mcc")
    with pytest.raises(InputError, match="method"):
        cluster_interval(ac.Tables.from_cells(tp=[1, 2], fp=2, fn=3, tn=4), "mcc", method="bca")
