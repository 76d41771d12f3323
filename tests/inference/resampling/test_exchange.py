"""The label-swap test, against all exchanges of few items, and its rate of false alarms."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from abovechance import measure
from abovechance.inference.comparisons import influence
from abovechance.inference.comparisons.influence import Influence
from abovechance.inference.comparisons.joint import Joint
from abovechance.inference.comparisons.resampling import swap_p

INFORMEDNESS = measure("informedness")


def statistic(truth, a, b):
    shift = Influence(INFORMEDNESS, Joint.from_labels(truth, {"A": a, "B": b}, labels=[0, 1, 2])).observed()
    return abs(shift.difference / shift.se)


def test_it_is_the_share_of_all_exchanges_that_are_as_extreme():
    truth = np.array([0, 1, 2] * 6)
    a = np.array([0, 1, 2] * 5 + [1, 1, 0])
    b = np.array([1, 1, 2, 0, 2, 2, 0, 1, 1] + [0, 1, 2] * 2 + [0, 1, 0])
    differ = np.flatnonzero(a != b)
    observed, extreme = statistic(truth, a, b), 0
    for coins in product((False, True), repeat=len(differ)):
        swapped = differ[list(coins)]
        x, y = a.copy(), b.copy()
        x[swapped], y[swapped] = b[swapped], a[swapped]
        extreme += statistic(truth, x, y) >= observed * (1 - 1e-9)
    exact = extreme / 2 ** len(differ)
    found = swap_p(INFORMEDNESS, Joint.from_labels(truth, {"A": a, "B": b}), 20_000, seed=1)
    assert found == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 20_000))


def random_joint(n, seed, skill=(0.7, 0.5), **options):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, n)
    a, b = (np.where(rng.random(n) < s, truth, rng.integers(0, 3, n)) for s in skill)
    return Joint.from_labels(truth, {"A": a, "B": b}, **options)


@pytest.mark.parametrize("skill", [(0.7, 0.5), (0.6, 0.6)])
def test_a_seed_makes_it_repeatable_however_the_work_is_divided(monkeypatch, skill):
    joint = random_joint(100, 1, skill)
    found = swap_p(INFORMEDNESS, joint, 1500, seed=7)
    assert swap_p(INFORMEDNESS, joint, 1500, seed=8) != found
    monkeypatch.setattr(influence, "_BLOCK_SIZE", 1)
    assert swap_p(INFORMEDNESS, joint, 1500, seed=7) == found


def test_a_difference_that_is_not_rare_needs_fewer_exchanges():
    """It stops at a whole number of chunks of 64, after 500 larger differences."""
    p = swap_p(INFORMEDNESS, random_joint(100, 1, (0.6, 0.6)), 10**6, seed=7)
    tried = [1 + 64 * k for k in range(1, 200) if abs(p * (1 + 64 * k) - round(p * (1 + 64 * k))) < 1e-9]
    assert any(500 <= round(p * n) - 1 < 564 for n in tried)
    assert p == pytest.approx(swap_p(INFORMEDNESS, random_joint(100, 1, (0.6, 0.6)), 499, seed=8), abs=0.1)


def test_identical_systems_have_p_one():
    assert (
        swap_p(INFORMEDNESS, Joint.from_labels([0, 1, 2], {"A": [0, 1, 1], "B": [0, 1, 1]}), 99, seed=1) == 1
    )


def test_the_least_p_value_counts_the_data_among_the_exchanges():
    joint = random_joint(400, 2, skill=(0.95, 0.1))
    assert swap_p(INFORMEDNESS, joint, 99, seed=1) == 0.01


def test_clusters_are_exchanged_as_a_whole():
    """Ten clusters, all answers of a cluster exchanged together: a p-value below 2/2¹⁰ cannot be."""
    joint = random_joint(400, 2, skill=(0.95, 0.1), clusters=np.arange(400) % 10)
    assert swap_p(INFORMEDNESS, joint, 5000, seed=1) == pytest.approx(2 / 2**10, abs=0.002)
    assert swap_p(INFORMEDNESS, joint, 5000, seed=1) > 1 / 2**10


def test_an_undefined_statistic_has_no_p_value():
    undefined = replace(INFORMEDNESS, function=lambda t: t.correct * np.nan)
    assert np.isnan(swap_p(undefined, random_joint(20, 1), 19, seed=1))


def test_it_rejects_true_hypotheses_at_its_level():
    rng = np.random.default_rng(3)
    runs = 300
    rejected = sum(
        swap_p(INFORMEDNESS, random_joint(60, rng.integers(2**32), skill=(0.5, 0.5)), 199, seed=i) <= 0.05
        for i in range(runs)
    )
    assert 0.02 < rejected / runs < 0.05 + 3 * np.sqrt(0.05 * 0.95 / runs)
