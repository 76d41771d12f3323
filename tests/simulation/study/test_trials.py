"""Sums of a chunk against values computed one by one, and what holds of them by theory."""

import math
import pickle

import numpy as np
import pytest

from abovechance import measure
from abovechance.simulation.study.systems import System, Trial
from abovechance.simulation.study.trials import Measuring, columns, merged, true_values

KEYS = ("informedness", "odds_ratio", "accuracy", "recall", "chi_squared")
SYSTEMS = (
    System(2, 8, 0.3, (0.8, 0.2), "rarest"),  # small: some tables have no positives, some no errors
    System(2, 8, -0.5, (0.5, 0.5), "even"),
    System(3, 30, (0.9, 0.5, 0.0), (0.5, 0.3, 0.2), (0.2, 0.2, 0.6), sampling="classes"),
    System(3, 30, 0.4, "random", "random"),
    System(2, 40, 0.4, (0.6, 0.4), noise=0.1),
)


def one_by_one(system, size, seed, position=0):
    """The values of each column, table by table."""
    own = np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, position))
    tables = system.draw(size, own)
    return np.array(
        [np.concatenate([np.ravel(measure(key)(tables[i])) for key in KEYS]) for i in range(size)]
    ).T


@pytest.mark.parametrize("system", SYSTEMS)
def test_sums_against_values_one_by_one(system):
    seed = np.random.SeedSequence(4, spawn_key=(2, 1))
    sums = Measuring(KEYS)(Trial((system,)), 300, seed)
    centres = np.nan_to_num(true_values(KEYS, system), nan=0.0, posinf=0.0)
    for j, values in enumerate(one_by_one(system, 300, seed)):
        finite = values[np.isfinite(values)]
        assert sums["replicates"] == 300
        assert sums["undefined"][0, j] == np.isnan(values).sum()
        assert sums["finite"][0, j] == len(finite)
        assert sums["deviation"][0, j] == pytest.approx(math.fsum(finite - centres[j]), abs=1e-9)
        assert sums["square"][0, j] == pytest.approx(math.fsum((finite - centres[j]) ** 2), rel=1e-12)
        defined = values[~np.isnan(values)]
        assert sums["least"][0, j] == defined.min()
        assert sums["most"][0, j] == defined.max()


def test_the_first_system_has_values_that_are_undefined_and_infinite():
    """Otherwise the test above would show nothing of them."""
    sums = Measuring(KEYS)(Trial(SYSTEMS[:1]), 300, np.random.SeedSequence(4, spawn_key=(2, 1)))
    assert sums["undefined"][0, 0] > 0
    assert sums["finite"][0, 1] + sums["undefined"][0, 1] < 300


def test_systems_are_drawn_each_with_a_seed_of_its_own():
    seed = np.random.SeedSequence(1)
    twins = Measuring(KEYS)(Trial(SYSTEMS[1:2] * 2), 300, seed)
    assert twins["deviation"][0, 2] != twins["deviation"][1, 2]
    for position in range(2):
        values = one_by_one(SYSTEMS[1], 300, seed, position)
        assert twins["most"][position, 4] == values[4].max()


def test_merged_sums_are_those_of_both_parts():
    trial = Trial(SYSTEMS[:2])
    parts = [Measuring(KEYS)(trial, size, np.random.SeedSequence(size)) for size in (100, 37)]
    both = merged(*parts)
    assert both["replicates"] == 137
    for name, value in both.items():
        pick = {"least": np.fmin, "most": np.fmax}.get(name, np.add)
        assert np.array_equal(value, pick(parts[0][name], parts[1][name]), equal_nan=True)


def test_extremes_of_nothing_defined_are_undefined():
    alone = Trial((System(2, 5, 0.0, (1.0, 0.0)),))
    sums = Measuring(("recall",))(alone, 10, np.random.SeedSequence(1))
    assert np.isnan(sums["least"]).all()
    assert sums["undefined"] == 10
    assert sums["deviation"] == 0


def test_columns_of_measures_of_one_class():
    assert columns(("recall", "accuracy"), 2) == [("recall", None), ("accuracy", None)]
    assert columns(("recall", "accuracy"), 3) == [
        ("recall", 0),
        ("recall", 1),
        ("recall", 2),
        ("accuracy", None),
    ]


def test_true_values_are_those_of_the_table_expected():
    """Half informed of 0.8 and 0.2, else even guesses: cells 0.6, 0.2, 0.05 and 0.15 of 200 items."""
    system = System(2, 200, 0.5, (0.8, 0.2), "even")
    cells = {"accuracy": 0.75, "recall": 0.75, "odds_ratio": 0.6 * 0.15 / (0.2 * 0.05), "informedness": 0.5}
    cells["chi_squared"] = 200 * (0.6 * 0.15 - 0.2 * 0.05) ** 2 / (0.8 * 0.2 * 0.65 * 0.35)
    assert true_values(KEYS, system) == pytest.approx([cells[key] for key in KEYS])
    assert np.isnan(true_values(KEYS, SYSTEMS[3])).all()


@pytest.mark.parametrize(
    ("system", "skill"),
    [
        (System(2, 9, 0.3, (0.8, 0.2)), 0.3),
        (System(2, 9, -0.3, (0.8, 0.2)), -0.3),
        (System(2, 9, 0.3, (0.8, 0.2), noise=0.2), 0.3),
        (System(3, 9, 0.3, "random"), 0.3),
        # wrong on purpose in one of two ways: each wrong label is as far from chance as half a right one
        (System(3, 9, -0.3, (0.5, 0.3, 0.2)), -0.15),
        # the share of all items: 0.7·0.4 + 0.3·0.8
        (System(2, 9, (0.4, 0.8), (0.7, 0.3), "even"), 0.52),
        # of random shares each is a third on average
        (System(3, 9, (0.1, 0.2, 0.3), "random"), 0.2),
        (System(3, 9, -0.3, "random"), -0.15),
        # half of the items wrong on purpose in one of two ways, the others known: 0.5·(−1/2) + 0.5·1
        (System(3, 9, (-1.0, 1.0, 1.0), (0.5, 0.3, 0.2)), 0.25),
    ],
)
def test_skill(system, skill):
    assert system.skill == pytest.approx(skill)


def test_chunk_function_and_cells_can_be_sent_to_other_processes():
    chunk, trial = Measuring(KEYS), Trial(SYSTEMS)
    assert pickle.loads(pickle.dumps(chunk)) == chunk
    assert pickle.loads(pickle.dumps(trial)) == trial
