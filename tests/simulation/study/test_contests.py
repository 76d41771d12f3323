"""Counts of contests against pairs looked at one by one, and Kendall's τ of another implementation."""

import math
from itertools import combinations

import numpy as np
from scipy.stats import kendalltau

from abovechance.simulation.study.contests import contest_sums


def test_pairs_one_by_one():
    values = np.array(
        [
            [[0.1, 0.2, np.nan, 0.4], [1.0, np.inf, 2.0, -np.inf]],
            [[0.1 + 1e-16, 0.3, 0.1, 0.3], [2.0, np.inf, 2.0, np.inf]],
            [[0.0, 0.3, 0.1, np.nan], [1.0, 1.0, 3.0, 0.0]],
        ]
    )
    sums = contest_sums(values, np.ones((3, 2)))
    assert sums["more"].tolist() == [[1, 0], [1, 1], [1, 3]]
    assert sums["less"].tolist() == [[1, 2], [1, 2], [0, 1]]
    assert sums["both"].tolist() == [[3, 4], [2, 4], [3, 4]]


def test_values_that_differ_by_rounding_are_tied_at_any_size():
    values = np.array([[[1.0, 1e9]], [[1.0 + 1e-15, 1e9 + 1e-6]]])
    sums = contest_sums(values, np.array([[1e9], [1e9]]))
    assert sums["more"] == sums["less"] == 0


def test_rank_agreement_is_kendalls():
    rng = np.random.default_rng(5)
    values = rng.integers(0, 6, size=(12, 3, 1)).astype(float)  # with many ties
    sums = contest_sums(values, np.ones((12, 3)))
    for i, j in combinations(range(3), 2):
        tau = sums["product"][i, j] / math.sqrt(sums["ordered"][i, j] * sums["ordered"][j, i])
        assert math.isclose(tau, kendalltau(values[:, i, 0], values[:, j, 0]).statistic)


def test_agreement_counts_only_pairs_that_both_measures_value():
    values = np.array([[[1.0], [5.0]], [[2.0], [np.nan]], [[2.0], [4.0]], [[3.0], [4.0]]])
    sums = contest_sums(values, np.ones((4, 2)))
    # without the second system: (1, 5), (2, 4), (3, 4), of which the second measure ties the last two
    assert sums["product"][0, 1] == -2
    assert sums["untied"][0, 1] == 2
    assert sums["ordered"].tolist() == [[5, 3], [2, 2]]


def test_many_replicates_add_up():
    rng = np.random.default_rng(1)
    values = rng.standard_normal((3, 4, 50))
    whole = contest_sums(values, np.ones((3, 4)))
    parts = [contest_sums(values[..., i : i + 1], np.ones((3, 4))) for i in range(50)]
    for name, found in whole.items():
        assert np.array_equal(found, sum(part[name] for part in parts))


def test_without_relations_only_the_pairs_of_systems_are_counted():
    values = np.random.default_rng(1).standard_normal((3, 2, 5))
    whole, part = (contest_sums(values, np.ones((3, 2)), related=related) for related in (True, False))
    assert part.keys() == {"more", "less", "both"}
    assert all(np.array_equal(part[name], whole[name]) for name in part)
