"""The test of items in clusters: independent items, its level, and what it refuses."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.core.errors import InputError
from abovechance.inference.guessing.test import FEW_CLUSTERS, ONE_CLUSTER


def clustered(rng, sizes, shares, alike, skill=0.0):
    """Truth, answers and clusters of items that take the label of their cluster with probability √alike."""
    clusters = np.repeat(np.arange(len(sizes)), sizes)
    k, n = len(shares), len(clusters)
    columns = [
        np.where(
            rng.random(n) < np.sqrt(alike),
            rng.choice(k, len(sizes), p=shares)[clusters],
            rng.choice(k, n, p=shares),
        )
        for _ in range(2)
    ]
    return columns[0], np.where(rng.random(n) < skill, columns[0], columns[1]), clusters


def test_clusters_of_one_item_are_items():
    """But for the estimated margins: N − 1 of N, as without clusters."""
    rng = np.random.default_rng(2)
    truth, answer, each = clustered(rng, [1] * 400, [0.5, 0.3, 0.2], 0.0, skill=0.08)
    for name in ("combined", "score", "informedness", "markedness"):
        for alternative in ("two-sided", "greater", "less"):
            alone = ac.test(truth, method=name, prediction=answer, alternative=alternative)
            together = ac.test(truth, method=name, prediction=answer, alternative=alternative, clusters=each)
            assert together.statistic == pytest.approx(alone.statistic, rel=1e-9)
            assert together.p_value == pytest.approx(alone.p_value, rel=1e-6)


def test_the_order_of_clusters_items_and_classes_changes_nothing():
    rng = np.random.default_rng(3)
    truth, answer, clusters = clustered(rng, rng.integers(1, 20, 15), [0.5, 0.3, 0.2], 0.3)
    first = ac.test(truth, prediction=answer, clusters=clusters).p_value
    order = rng.permutation(len(truth))
    again = ac.test(truth[order], prediction=answer[order], clusters=clusters[order] * 7 % 101).p_value
    assert again == pytest.approx(first, rel=1e-9)
    renamed = ac.test(2 - truth, prediction=2 - answer, clusters=clusters).p_value
    assert renamed == pytest.approx(first, rel=1e-9)


@pytest.mark.parametrize("sizes", ["equal", "unequal"])
@pytest.mark.parametrize(("shares", "alike"), [([0.5, 0.5], 0.5), ([0.6, 0.3, 0.1], 0.3)])
def test_it_keeps_its_level(sizes, shares, alike):
    """600 samples of 20 clusters know 0.05 to 0.009; items taken as independent are found in a quarter."""
    rng = np.random.default_rng(6)
    p = np.array(
        [
            [test(*sample), naive(*sample)]
            for sample in (
                clustered(rng, rng.geometric(1 / 15, 20) if sizes == "unequal" else [15] * 20, shares, alike)
                for _ in range(600)
            )
        ]
    )
    assert 0.025 < np.mean(p[:, 0] < 0.05) < 0.08
    assert np.mean(p[:, 1] < 0.05) > 0.12


def test(truth, answer, clusters):
    return ac.test(truth, prediction=answer, clusters=clusters).p_value


def naive(truth, answer, _):
    return ac.test(truth, prediction=answer).p_value


test.__test__ = False


def test_it_finds_skill():
    rng = np.random.default_rng(1)
    p = [test(*clustered(rng, [10] * 20, [0.5, 0.3, 0.2], 0.3, skill=0.4)) for _ in range(50)]
    assert np.mean(np.array(p) < 0.05) > 0.9


def test_few_clusters_are_warned_of_and_one_is_refused():
    rng = np.random.default_rng(1)
    truth, answer, clusters = clustered(rng, [10] * 5, [0.5, 0.5], 0.1)
    few = ac.test(truth, prediction=answer, clusters=clusters)
    assert few.warning == FEW_CLUSTERS
    one = ac.test([0, 1, 1, 0], prediction=[0, 1, 0, 0], clusters=["a"] * 4)
    assert one.reason == ONE_CLUSTER
    assert np.isnan(one.p_value)


def test_tables_name_the_axis_of_clusters():
    rng = np.random.default_rng(1)
    truth, answer, clusters = clustered(rng, [10] * 12, [0.5, 0.3, 0.2], 0.3)
    t = ac.Tables.from_labels(truth, answer, by=clusters)
    axis = t.axes[0].name
    assert ac.test(t, clusters=axis).p_value == test(truth, answer, clusters)
    each = ac.per_class_tests(t, clusters=axis)
    of_class = ac.test(truth == 2, prediction=answer == 2, clusters=clusters)
    assert each.p_value[2] == pytest.approx(of_class.p_value, rel=1e-9)
    with pytest.raises(InputError, match="it has 'group'"):
        ac.test(t, clusters="patient")
    with pytest.raises(InputError, match="takes items as independent"):
        ac.test(t, method="fisher", clusters=axis)
