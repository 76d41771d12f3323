"""Nemenyi's p-values and Quade's test, by the range of normal variables, by hand, and through compare_datasets."""

import math
from itertools import permutations, product

import numpy as np
import pytest
from scipy import integrate, stats

from abovechance import InputError, compare_datasets
from abovechance.inference.datasets.ranks import nemenyi_distance, nemenyi_p, quade
from tests.inference.datasets.test_compare import DEMSAR, NAMES

LOTIONS = [[5, 4, 7, 10, 12], [1, 3, 1, 0, 2], [16, 12, 22, 22, 35], [5, 4, 3, 5, 4]]
LOTIONS += [[10, 9, 7, 13, 10], [19, 18, 28, 37, 58], [10, 7, 6, 8, 7]]
"""Hand lotions sold in seven stores, Conover 1999."""


@pytest.mark.parametrize("systems", [2, 3, 5, 10])
@pytest.mark.parametrize("distance", [0.3, 1.0, 2.0])
def test_nemenyi_is_the_range_of_normal_variables(systems, distance):
    """P(range of k standard normals > q) = 1 − k ∫ φ(x)·(Φ(x) − Φ(x − q))^(k−1) dx."""
    q = distance * math.sqrt(12 * 9 / (systems * (systems + 1)))
    within = integrate.quad(
        lambda x: systems * stats.norm.pdf(x) * (stats.norm.cdf(x) - stats.norm.cdf(x - q)) ** (systems - 1),
        -8,
        16,
    )[0]
    assert nemenyi_p(distance, systems, 9) == pytest.approx(1 - within, abs=1e-6)


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_mean_ranks_farther_apart_than_the_critical_difference_have_a_p_value_below(level):
    distance = nemenyi_distance(4, 14, level)
    assert nemenyi_p(distance, 4, 14) == pytest.approx(1 - level, abs=1e-6)


def test_nemenyi_of_two_systems_is_the_normal_test_of_the_sign():
    """Of two systems the mean ranks differ by (wins − losses)/n, whose variance by chance is 1/n."""
    assert nemenyi_p(0.8, 2, 10) == pytest.approx(2 * stats.norm.sf(0.8 * math.sqrt(10)), abs=1e-6)


def test_pairs_by_nemenyi_are_adjusted_already():
    found = compare_datasets(DEMSAR, systems=NAMES, test="nemenyi")
    ranks = dict(zip(found.systems, found.mean_ranks, strict=True))
    for pair in found.pairs:
        apart = abs(ranks[pair.first] - ranks[pair.second])
        assert pair.test == "nemenyi"
        assert pair.p_value == pair.p_adjusted == pytest.approx(float(nemenyi_p(apart, 4, 14)))
        assert (pair.p_value < 0.05) == (apart > found.critical_difference)
    assert found.adjust is None
    assert found.cliques("pairs") == found.cliques("nemenyi")


def test_tests_of_pairs_by_name():
    few = {"A": [3, 2, 4, 1], "B": [1, 1, 1, 2]}
    assert compare_datasets(few)["A", "B"].test == "sign"
    wilcoxon = compare_datasets(few, test="signed-rank")["A", "B"]
    assert (wilcoxon.test, wilcoxon.p_value) == (
        "wilcoxon",
        stats.wilcoxon([2, 1, 3, -1], method="exact").pvalue,
    )
    with pytest.raises(InputError, match="there is no test of pairs called 'nemeny'; did you mean 'nemenyi'"):
        compare_datasets(few, test="nemeny")


def quade_by_hand(scores):
    """Conover's steps, with SciPy's ranks."""
    scores = np.asarray(scores, dtype=float)
    sets, systems = scores.shape
    by_range = stats.rankdata(np.ptp(scores, axis=1))
    s = by_range[:, None] * (stats.rankdata(scores, axis=1) - (systems + 1) / 2)
    a, b = (s**2).sum(), (s.sum(0) ** 2).sum() / sets
    f = (sets - 1) * b / (a - b)
    return f, stats.f.sf(f, systems - 1, (systems - 1) * (sets - 1))


def test_quade_of_the_lotions_as_r_prints_it():
    """R's help of quade.test: F = 3.8293, 4 and 24 degrees of freedom, p = 0.01519."""
    found = quade(LOTIONS)
    assert (round(found.f, 4), found.df, round(found.p_value, 5)) == (3.8293, (4, 24), 0.01519)


@pytest.mark.parametrize("seed", range(5))
def test_quade_by_hand(seed):
    scores = np.random.default_rng(seed).integers(0, 20, (9, 4))
    found = quade(scores)
    assert (found.f, found.p_value) == pytest.approx(quade_by_hand(scores))
    assert quade(-scores).f == pytest.approx(found.f)


def test_quade_of_two_systems_is_the_t_test_of_signed_ranks():
    """F = t² of the signed ranks of the differences (Conover 1999)."""
    d = np.array([3.0, -1, 4, 2, 5, -0.5, 6])
    signed = np.sign(d) * stats.rankdata(abs(d))
    t = signed.mean() / (signed.std(ddof=1) / math.sqrt(len(d)))
    assert quade(np.stack([d, np.zeros(7)], 1)).f == pytest.approx(t**2)


def test_quade_does_not_lose_ties_of_ranges_to_rounding():
    """0.3 − 0.2 and 0.2 − 0.1 are the same range."""
    assert quade([[0.3, 0.2], [0.1, 0.2], [0.6, 0.2]]).f == pytest.approx(quade([[3, 2], [1, 2], [6, 2]]).f)


def test_quade_where_all_sets_rank_alike_and_where_nothing_differs():
    alike = quade([[1, 2, 3], [2, 3, 4], [5, 6, 7]])
    orders = list(product(permutations(range(3)), repeat=2))
    assert (alike.f, alike.p_value) == (math.inf, pytest.approx(1 / len(orders)))
    assert quade([[1, 1, 1], [2, 2, 2]]).p_value == 1


def test_the_verdict_goes_by_the_test_asked_for():
    found = compare_datasets(LOTIONS, omnibus="quade")
    assert "Quade's F = 3.83, p = 0.0152" in found.verdict
    assert found.quade == quade(LOTIONS)
    assert "Friedman" in compare_datasets(LOTIONS).verdict or "Iman" in compare_datasets(LOTIONS).verdict
    assert found.to_dict()["quade"]["df"] == [4, 24]
    with pytest.raises(InputError, match="there is no test of all systems called 'quad'"):
        compare_datasets(LOTIONS, omnibus="quad")


def test_level_of_quade_by_chance():
    """5 % of 3000 tables of 10 sets and 4 systems, within 4 standard errors."""
    draws = np.random.default_rng(3).normal(size=(3000, 10, 4))
    rejected = np.mean([quade(scores).p_value < 0.05 for scores in draws])
    assert rejected == pytest.approx(0.05, abs=0.016)
