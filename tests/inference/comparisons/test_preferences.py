"""What other measures say in a comparison is what a comparison by them says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import abovechance as ac
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from abovechance.inference.comparisons.comparison import Comparison


def _items(seed: int, n: int, classes: int, systems: str):
    rng = np.random.default_rng(seed)
    truth = np.minimum(rng.geometric(0.5, n) - 1, classes - 1)
    return truth, {
        name: np.where(rng.random(n) < skill, truth, rng.integers(0, classes, n))
        for name, skill in zip(systems, (0.8, 0.6, 0.4), strict=False)
    }


def _agrees(found: Comparison, asked: dict[str, Comparison]) -> None:
    for other in found.preferences:
        own = asked[other.measure]
        assert own.values == other.values
        assert other.preferred is not None
        pair = own[other.preferred, other.rival]
        assert (other.p_value, other.test) == (pair.p_value, pair.test)
        assert other.clear == (pair.p_value < 1 - own.level and not pair.contains_zero)


@pytest.mark.parametrize("asked", ["informedness", "accuracy", "error_rate", "bias"])
@pytest.mark.parametrize("systems", ["AB", "BA", "CAB"])
@pytest.mark.parametrize("extra", ["none", "weights", "clusters"])
@pytest.mark.parametrize(("n", "classes"), [(60, 2), (400, 2), (90, 4)])
def test_the_p_value_of_another_measure_is_that_of_comparing_by_it(asked, systems, extra, n, classes):
    if asked == "bias" and classes != 2:
        asked = "mcc"
    truth, answers = _items(n + classes, n, classes, systems)
    columns = {"weights": np.linspace(0.5, 2, n), "clusters": np.arange(n) // 3}
    options = {"seed": 5, "replicates": 199, "level": 0.9} | (
        {} if extra == "none" else {extra: columns[extra]}
    )
    found = ac.compare(truth, answers, asked, **options)
    _agrees(found, {x.measure: ac.compare(truth, answers, x.measure, **options) for x in found.preferences})


def test_the_method_asked_for_is_of_the_measure_asked_for_alone():
    truth, answers = _items(3, 200, 2, "AB")
    found = ac.compare(truth, answers, "error_rate", method="newcombe", test="mcnemar_exact")
    assert found.test == "mcnemar_exact"
    tests = {x.measure: x.test for x in found.preferences}
    assert tests["accuracy"] == "mcnemar_mid_p"
    assert tests["mcc"] == "delta"


@pytest.mark.parametrize("classes", [2, 3])
def test_independent_tables_too(classes):
    truth, answers = _items(9, 150, classes, "AB")
    first, second = (Tables.from_labels(truth, answers[name]) for name in "AB")
    found = ac.compare_tables(first, second)
    _agrees(found, {x.measure: ac.compare_tables(first, second, x.measure) for x in found.preferences})
    assert {x.test for x in found.preferences} <= {"mover", "student"}


def test_accuracy_has_the_mid_p_value_of_mcnemar():
    """Seven items that only one system has right: 2 · ½ · (½)⁷ by hand."""
    truth = np.tile([0, 1], 10)
    item = np.arange(20)
    answers = {"A": truth ^ (item > 17), "B": truth ^ ((item < 7) | (item > 17))}
    accuracy = next(x for x in ac.compare(truth, answers).preferences if x.measure == "accuracy")
    assert accuracy.p_value == pytest.approx(0.5**7)
    assert accuracy.preferred == "A"
