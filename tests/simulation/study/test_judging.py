"""How often measures are misled, and the errors of that, against replicates counted one by one."""

import math
from itertools import combinations

import numpy as np
import pytest

import abovechance as ac
from abovechance.simulation.study.contests import (
    KINDS,
    Judge,
    contest_sums,
    misled_covariances,
    misled_errors,
    misled_rates,
)
from abovechance.simulation.study.systems import System
from abovechance.studies.mine.verdict import ranking

SYSTEMS = [
    System(2, 9, 0.5, (0.5, 0.5)),
    System(2, 9, 0.2, (0.5, 0.5)),
    System(2, 9, 0.2, (0.9, 0.1)),
    System(2, 9, 0.1, (0.9, 0.1), "even"),
]
KEYS = ["accuracy", "error_rate", "prevalence"]


def points(values, size):
    """For each replicate and measure, comparisons and points, by looking at each in turn."""
    judged, misled = np.zeros((2, len(KEYS), size))
    for one, other in combinations(range(len(SYSTEMS)), 2):
        ahead = SYSTEMS[one].skill - SYSTEMS[other].skill
        for m, side in enumerate((1, -1, 0)):
            for r in range(size):
                a, b = values[one, m, r], values[other, m, r]
                if not ahead or not side or math.isnan(a) or math.isnan(b):
                    continue
                judged[m, r] += 1
                misled[m, r] += 0.5 if a == b else float((a - b) * ahead * side < 0)
    return judged, misled


def test_rates_and_errors_by_one_replicate_after_the_other():
    size = 400
    values = np.random.default_rng(1).integers(5, size=(4, 3, size)).astype(float)
    values[np.random.default_rng(2).random(values.shape) < 0.1] = np.nan
    sums = contest_sums(values, np.ones((4, 3)), judge=Judge(SYSTEMS, KEYS, size))
    sums["replicates"] = np.array(size)
    judged, misled = points(values, size)
    rates = misled.sum(1)[:2] / judged.sum(1)[:2]
    assert misled_rates(sums)[0, :2] == pytest.approx(rates)
    residuals = misled[:2] - rates[:, None] * judged[:2]
    expected = np.cov(residuals) * size / np.outer(judged.sum(1)[:2], judged.sum(1)[:2])
    assert misled_covariances(sums)[0, :2, :2] == pytest.approx(expected, rel=1e-6)
    assert misled_errors(sums)[0, :2] == pytest.approx(np.sqrt(np.diag(expected)), rel=1e-6)
    assert np.isnan(misled_rates(sums)[:, 2]).all()
    parts = sums["judged"][1:].sum(0)
    assert parts == pytest.approx(sums["judged"][0])
    # of five pairs that differ in skill, one differs in nothing else
    assert sums["judged"][KINDS.index("nothing"), 0] < size


def test_the_error_is_that_of_studies_done_again():
    studies = [
        ac.study([0.2, 0.5], [0.5, [0.9, 0.1]], 40, measures=["accuracy", "mcc"], replicates=200, seed=seed)
        for seed in range(60)
    ]
    for key in ("accuracy", "mcc"):
        rows = [
            next(row for row in study.misled if (row["measure"], row["differing"]) == (key, "anything"))
            for study in studies
        ]
        spread = np.std([row["misled"] for row in rows], ddof=1)
        # the standard deviation of 60 numbers is known to 9 %
        assert np.mean([row["misled_error"] for row in rows]) == pytest.approx(spread, rel=0.36)


def test_a_contest_has_the_error_of_a_share():
    study = ac.study([0.2, 0.5], 0.5, 41, measures="informedness", replicates=1000)
    (row,) = study.contests
    assert row["misled"] == row["wrong"] + row["tied"] / 2
    p, ties = row["misled"], row["tied"]
    # a tie scores one half: the variance is that of a share less a quarter of the ties
    assert row["misled_error"] == pytest.approx(math.sqrt((p * (1 - p) - ties / 4) / 999))


def test_measures_that_order_alike_are_first_together():
    """F and Jaccard order all systems alike: with any seed neither is ahead of the other."""
    study = ac.study(
        [0.2, 0.5], [0.5, [0.9, 0.1]], 100, measures=["f1", "jaccard", "informedness"], replicates=500
    )
    first, *others = ranking(study)
    assert (first.name, first.first) == (("informedness", None), True)
    assert [x.first for x in others] == [False, False]
    assert others[0].misled == others[1].misled
    together = ranking(ac.study([0.2, 0.5], 0.5, 100, measures=["f1", "jaccard"], replicates=500))
    assert [x.first for x in together] == [True, True]


def test_what_is_mostly_undefined_is_never_first():
    study = ac.study([0.2, 0.9], [[0.9, 0.1]], 3, measures=["mcc", "accuracy"], replicates=2000)
    by_key = {x.name[0]: x for x in ranking(study)}
    assert by_key["mcc"].misled < by_key["accuracy"].misled
    assert by_key["mcc"].undefined > 0.5
    assert not by_key["mcc"].is_defined
    assert (by_key["mcc"].first, by_key["accuracy"].first) == (False, True)


def test_one_skill_or_no_comparison_has_no_ranking():
    assert ranking(ac.study(0.2, 0.5, 20, replicates=100)) == []
    assert ranking(ac.study([0.2, 0.5], 0.5, 20, replicates=100, compared=False)) == []
