"""The paired bootstrap of patterns, against one of items."""

import numpy as np
import pytest

from abovechance import Tables, measure
from abovechance.inference.comparisons import resampling as paired_bootstrap
from abovechance.inference.comparisons.joint import Joint
from abovechance.inference.comparisons.resampling import bootstrap_bounds, differences

INFORMEDNESS = measure("informedness")


def items(n, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, n)
    a, b = (np.where(rng.random(n) < s, truth, rng.integers(0, 3, n)) for s in (0.7, 0.5))
    return truth, {"A": a, "B": b}


def of_items(truth, answers, draws, weights=None):
    """Informedness of A less that of B on each draw of positions."""
    weights = np.ones(len(truth)) if weights is None else weights
    values = [
        [
            INFORMEDNESS(Tables.from_labels(truth[d], answers[name][d], weights=weights[d], labels=[0, 1, 2]))
            for name in "AB"
        ]
        for d in draws
    ]
    return np.subtract(*np.transpose(values))


@pytest.mark.parametrize("kind", ["bare", "weighted", "clustered"])
def test_patterns_are_drawn_as_items_would_be(kind):
    truth, answers = items(200)
    rng = np.random.default_rng(1)
    weights = rng.uniform(0.2, 3, 200) if kind == "weighted" else None
    clusters = np.arange(200) // 10 if kind == "clustered" else None
    joint = Joint.from_labels(truth, answers, weights=weights, clusters=clusters)
    found = differences(INFORMEDNESS, joint, 2000, seed=1)
    draws = rng.integers(0, 200, (600, 200))
    if clusters is not None:
        draws = (10 * rng.integers(0, 20, (600, 20))[..., None] + np.arange(10)).reshape(600, 200)
    expected = of_items(truth, answers, draws, weights)
    assert found.std() == pytest.approx(expected.std(), rel=0.12)
    assert found.mean() == pytest.approx(expected.mean(), abs=4 * expected.std() / np.sqrt(600))


def test_a_seed_makes_it_repeatable_however_the_work_is_divided(monkeypatch):
    joint = Joint.from_labels(*items(100))
    found = differences(INFORMEDNESS, joint, 200, seed=3)
    assert len(found) == 200
    monkeypatch.setattr(paired_bootstrap, "_BLOCK_SIZE", 1)
    np.testing.assert_array_equal(differences(INFORMEDNESS, joint, 200, seed=3), found)


@pytest.mark.parametrize("kind", ["percentile", "bca"])
def test_bounds_turn_round_with_the_systems(kind):
    truth, answers = items(150)
    joint = Joint.from_labels(truth, answers)
    turned = joint.pair("B", "A")
    low, high, se = bootstrap_bounds(INFORMEDNESS, joint, kind=kind, replicates=3000, seed=1)
    low_b, high_b, se_b = bootstrap_bounds(INFORMEDNESS, turned, kind=kind, replicates=3000, seed=2)
    assert (-high_b, -low_b) == pytest.approx((low, high), abs=0.35 * se)
    assert se_b == pytest.approx(se, rel=0.1)


def test_percentile_bounds_leave_out_the_tails_of_the_draws():
    joint = Joint.from_labels(*items(150))
    drawn = differences(INFORMEDNESS, joint, 999, seed=5)
    low, high, se = bootstrap_bounds(INFORMEDNESS, joint, 0.9, kind="percentile", replicates=999, seed=5)
    assert (low, high) == pytest.approx(tuple(np.quantile(drawn, [0.05, 0.95])), rel=1e-9)
    assert se == pytest.approx(drawn.std(ddof=1), rel=1e-9)


def test_bca_moves_the_bounds_towards_the_longer_tail():
    """All of A is right, B errs in few: the difference is skewed to the right, as the count of rare errors is."""
    truth = np.arange(100) % 2
    b = np.where(np.arange(100) < 4, 1 - truth, truth)
    joint = Joint.from_labels(truth, {"A": truth, "B": b})
    plain = bootstrap_bounds(INFORMEDNESS, joint, kind="percentile", replicates=5000, seed=1)
    moved = bootstrap_bounds(INFORMEDNESS, joint, replicates=5000, seed=1)
    assert moved[0] >= plain[0]
    assert moved[1] > plain[1]


def test_draws_that_are_all_the_same_tell_nothing():
    same = Joint.from_labels([0, 1, 2], {"A": [0, 1, 2], "B": [0, 1, 2]})
    assert np.isnan(bootstrap_bounds(INFORMEDNESS, same, replicates=99, seed=1)).all()
