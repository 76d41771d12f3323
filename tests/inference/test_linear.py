"""Linear functions of a measure are compared by the method of that measure: nothing hangs on the scale."""

from itertools import combinations

import numpy as np
import pytest

from abovechance import Tables, measure, measures
from abovechance.inference.comparisons.joint import Joint
from abovechance.inference.comparisons.paired import paired_difference
from abovechance.inference.comparisons.unpaired import unpaired

DECLARED = [m for m in measures() if m.linear_in is not None]


def line(first, second):
    """The slope and the intercept of the second values by the first, or None if they are on no line."""
    slope, intercept = np.polyfit(first, second, 1)
    fits = np.allclose(intercept + slope * first, second, rtol=1e-9, atol=1e-9 * abs(second).max())
    return (slope, intercept) if fits else None


def random_tables(classes):
    return Tables.from_counts(np.random.default_rng(classes).integers(3, 60, (30, classes, classes)))


@pytest.mark.parametrize("m", DECLARED, ids=lambda m: m.key)
def test_what_is_declared_holds(m):
    for classes in (2,) if m.linear_in.two_classes or m.scope == "binary" else (2, 3, 5):
        tables = random_tables(classes)
        slope, _ = line(measure(m.linear_in.of)(tables), m(tables))
        assert slope == pytest.approx(m.linear_in.factor(classes))
        base, whole = m.root(classes)
        assert whole == pytest.approx(line(base(tables), m(tables))[0])
        assert base.root(classes) == (base, 1.0)


def lines(classes):
    """All pairs of measures of which one is a linear function of the other."""
    tables = random_tables(classes)
    values = {m: np.asarray(m(tables)) for m in measures() if m.scope == "overall" or classes == 2}
    values = {m: x for m, x in values.items() if np.isfinite(x).all() and x.std() > 1e-9}
    found = {}
    for one, other in combinations(values, 2):
        if one not in found:
            relation = line(values[one], values[other])
            if relation is not None:
                found[other] = (one, relation[0])
    return [(one, other, slope) for other, (one, slope) in found.items() if other.kind != "count"]


def joint(classes, n, seed):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    answers = {
        name: np.where(rng.random(n) < skill, truth, rng.integers(0, classes, n))
        for name, skill in (("A", 0.7), ("B", 0.4))
    }
    return Joint.from_labels(truth, answers)


PAIRS = [(classes, *pair) for classes in (2, 3) for pair in lines(classes)]


@pytest.mark.parametrize(
    ("classes", "one", "other", "slope"), PAIRS, ids=[f"{k}-{a.key}-{b.key}" for k, a, b, _ in PAIRS]
)
def test_linear_functions_are_compared_alike(classes, one, other, slope):
    options = {"replicates": 64, "seed": 1}
    for n, seed in ((200, 2), (40, 1)):
        items = joint(classes, n, seed)
        found, linear = (paired_difference(m, items, **options) for m in (one, other))
        assert_alike(found, linear, slope)
    tables = items.tables
    assert_alike(*(unpaired(m, tables[0], tables[1], **options) for m in (one, other)), slope)


def assert_alike(found, linear, slope):
    bounds = sorted((slope * found.low, slope * found.high))
    assert (linear.low, linear.high) == pytest.approx(tuple(bounds), rel=1e-6, abs=1e-9)
    assert linear.se == pytest.approx(abs(slope) * found.se, rel=1e-6)
    assert linear.p_value == pytest.approx(found.p_value, rel=1e-6)
    assert linear.method == found.method


def test_balanced_accuracy_is_compared_as_informedness():
    items = joint(2, 60, 3)
    found, half = (paired_difference(key, items) for key in ("informedness", "balanced_accuracy"))
    assert (half.method, half.test) == (found.method, found.test) == ("mover_tango", found.test)
    assert 2 * half.difference == pytest.approx(found.difference)
    assert (2 * half.low, 2 * half.high, half.p_value) == pytest.approx(
        (found.low, found.high, found.p_value)
    )
    assert half.measure == "balanced_accuracy"
