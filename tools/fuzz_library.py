"""What ``fuzz.py`` tries on the library, and the laws that must hold whatever the input."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from fuzz_draws import Rng, counts, happens, labels, one_of, scores, table

import abovechance as ac
from abovechance.inference.comparisons.paired import INTERVALS, TESTS
from abovechance.inference.intervals.methods import NAMES
from abovechance.inference.significance.methods import METHODS
from abovechance.raters.ratings.weights import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LEVELS = (0.95, 0.95, 0.8, 0.5, 0.999)
_NEAR = 1e-9


@dataclass(frozen=True)
class Case:
    """A call as it would be typed, and what must be true of its result."""

    call: str
    laws: Callable[[Any], Iterator[str]]

    def complaints(self) -> Iterator[str]:
        """Call it, and say which laws its result breaks."""
        names = {"ac": ac, "np": np, "nan": math.nan, "inf": math.inf}
        yield from self.laws(eval(self.call, names))  # noqa: S307 - written here


# Laws -------------------------------------------------------------------------------------------


def _slack(value: Any) -> Any:
    return _NEAR * np.maximum(1, np.abs(value))


def ordered(found: Any, value: Any) -> Iterator[str]:
    """Low, value and high are in this order, and what is missing has a reason."""
    low, high, value = (np.asarray(x, dtype=float) for x in (found.low, found.high, value))
    with np.errstate(invalid="ignore"):
        if (low > value + _slack(value)).any() or (value > high + _slack(value)).any():
            yield "the value is outside of its interval"
        if (np.isnan(low) != np.isnan(high)).any():
            yield "one bound only is NaN"


def is_probability(p: Any, reason: Any) -> Iterator[str]:
    """P-values are from 0 to 1, or undefined with a reason."""
    p = np.asarray(p, dtype=float)
    if ((p < 0) | (p > 1 + _NEAR)).any():
        yield "p is no probability"
    if np.isnan(p).any() and (
        reason is None or (np.ndim(reason) and None in np.ravel(reason)[np.ravel(np.isnan(p))])
    ):
        yield "p is NaN without a reason"


def within(m: Any, value: Any) -> Iterator[str]:
    """Values are in the range that the measure declares."""
    value = np.asarray(value, dtype=float)
    if ((value < m.low - _slack(value)) | (value > m.high + _slack(value))).any():
        yield f"{m.key} is outside of its range {m.low} to {m.high}"


# Families ---------------------------------------------------------------------------------------


@cache
def _plain_measures() -> tuple[Any, ...]:
    return tuple(m for m in ac.measures() if not any(value is None for value in m.parameters.values()))


def values(rng: Rng) -> Case:
    """All measures of a table: in range, the same in a batch, by any order of the labels, of any scale."""
    text, shuffle = table(rng), rng.random(16)

    def laws(t: Any) -> Iterator[str]:
        order = np.argsort(shuffle[: len(t.labels)])
        turned = ac.Tables.from_counts(t.counts[np.ix_(order, order)])
        batch = ac.Tables.from_counts(np.stack([t.counts, t.counts]))
        lighter = ac.Tables.from_counts(t.counts * 0.125)
        for m in _plain_measures():
            value = np.asarray(m(t), dtype=float)
            yield from within(m, value)
            both = np.asarray(m(batch), dtype=float)
            if not _same(both[1], value) or not _same(both[0], value):
                yield f"{m.key} of a batch is not that of its tables"
            if not m.ordered and m.scope == "overall" and not _same(m(turned), value, 1e-6):
                yield f"{m.key} changes with the order of the labels"
            if "scale" in m.invariant and not _same(m(lighter), value):
                yield f"{m.key} changes with the scale of the weights"

    return Case(text, laws)


def _same(one: Any, other: Any, near: float = _NEAR) -> bool:
    return bool(np.allclose(np.asarray(one, dtype=float), other, rtol=near, atol=near, equal_nan=True))


def intervals(rng: Rng) -> Case:
    """An interval by any method."""
    m = one_of(rng, _plain_measures())
    options = {
        "level": one_of(rng, _LEVELS),
        "method": one_of(rng, ["auto", "auto", *NAMES]),
        "sides": int(rng.integers(1, 3)),
        "sampling": one_of(rng, ["items", "classes"]),
    }
    text = f"ac.interval({table(rng)}, {m.key!r}, {_options(options)}, seed=1, replicates=50)"

    def laws(found: Any) -> Iterator[str]:
        yield from within(m, found.value)
        yield from within(m, found.low)
        yield from within(m, found.high)
        yield from ordered(found, found.value)
        missing = np.isnan(np.asarray(found.value, dtype=float))
        reasons = np.array([x is not None for x in np.ravel(np.array(found.reason, dtype=object))])
        if (np.ravel(missing) & ~reasons).any():
            yield "NaN without a reason"

    return Case(text, laws)


def _options(options: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in options.items())


def tests(rng: Rng) -> Case:
    """A test of a table by any method."""
    method, side = one_of(rng, ["auto", *METHODS]), one_of(rng, ["two-sided", "greater", "less"])
    text = f"ac.test({table(rng)}, method={method!r}, alternative={side!r}, replicates=50, seed=1)"
    return Case(text, lambda found: is_probability(found.p_value, found.reason))


def comparisons(rng: Rng) -> Case:
    """Two systems on the same items, by any measure, interval and test."""
    n, classes = int(rng.integers(1, 40)), int(rng.integers(2, 4))
    truth = labels(rng, n, classes)
    first = labels(rng, n, classes, truth)
    systems = {"A": first.tolist(), "B": labels(rng, n, classes, first).tolist()}
    options: dict[str, Any] = {
        "level": one_of(rng, _LEVELS),
        "method": one_of(rng, ["auto", "auto", *INTERVALS]),
        "test": one_of(rng, ["auto", "auto", *TESTS]),
    }
    if happens(rng, 0.2):
        options["weights"] = rng.uniform(0.1, 3, n).tolist()
    if happens(rng, 0.2):
        options["clusters"] = rng.integers(0, 1 + n // 2, n).tolist()
    m = one_of(rng, _plain_measures())
    text = f"ac.compare({truth.tolist()}, {systems}, {m.key!r}, {_options(options)}, replicates=50, seed=1)"

    def laws(found: Any) -> Iterator[str]:
        for pair in found.pairs:
            yield from ordered(pair, pair.difference)
            yield from is_probability(pair.p_value, pair.reason)

    return Case(text, laws)


def other_items(rng: Rng) -> Case:
    """Two tables of different items."""
    m, k = one_of(rng, _plain_measures()), int(rng.integers(2, 4))
    tables, level = f"{table(rng, k)}, {table(rng, k)}", one_of(rng, _LEVELS)
    text = f"ac.compare_tables({tables}, {m.key!r}, level={level}, replicates=50, seed=1)"

    def laws(found: Any) -> Iterator[str]:
        for pair in found.pairs:
            yield from ordered(pair, pair.difference)
            yield from is_probability(pair.p_value, pair.reason)

    return Case(text, laws)


_AUC = (
    "auto",
    "logit_adjusted",
    "conservative",
    "logit",
    "delong",
    "newcombe",
    "hanley_mcneil",
    "bca",
    "percentile",
)


def curves(rng: Rng) -> Case:
    """A curve of scores: its area, its interval, its best thresholds."""
    n = int(rng.integers(1, 40))
    truth = labels(rng, n, 2).tolist()
    method, criterion = one_of(rng, _AUC), one_of(rng, [*_plain_measures()]).key
    text = f"ac.Curve.from_scores({truth}, {scores(rng, n)}, positive=1)"

    def laws(curve: Any) -> Iterator[str]:
        if not (math.isnan(curve.auc) or 0 <= curve.auc <= 1):
            yield "the AUC is no share"
        steps = np.diff(curve.tp.astype(float)), np.diff(curve.fp.astype(float))
        if min(step.min(initial=0) for step in steps) < 0:
            yield "counts fall where the threshold falls"
        found = ac.curves.auc_interval(curve, method=method, replicates=50, seed=1)
        yield from ordered(found, curve.auc)
        ac.curves.summary(curve)
        point = ac.curves.operating_point(curve, criterion)
        best = np.asarray(curve.measure(criterion), dtype=float)
        if point.reason is None and np.isnan(best).all():
            yield f"the best threshold by {criterion} has no value"

    return Case(text, laws)


def compared_curves(rng: Rng) -> Case:
    """Two systems that scored the same items."""
    n = int(rng.integers(4, 40))
    truth = labels(rng, n, 2).tolist()
    systems = f"{{'A': {scores(rng, n)}, 'B': {scores(rng, n)}}}"
    text = f"ac.curves.compare({truth}, {systems}, positive=1, seed=1, replicates=50)"

    def laws(found: Any) -> Iterator[str]:
        for pair in found.pairs:
            yield from ordered(pair, pair.difference)
            yield from is_probability(pair.p_value, pair.reason)

    return Case(text, laws)


def ratings(rng: Rng) -> Case:
    """Ratings with gaps, by any coefficient, weights and interval."""
    items, raters, categories = (int(rng.integers(1, top)) for top in (25, 6, 6))
    rated = labels(rng, items * raters, categories).astype(object)
    rated[rng.random(len(rated)) < one_of(rng, [0, 0.1, 0.6])] = None
    kind, method = one_of(rng, [*KINDS]), one_of(rng, ["delta", "jackknife", "bootstrap", "auto"])
    rows = rated.reshape(items, raters).tolist()
    text = f"ac.agreement({rows}, weights={kind!r}, method={method!r}, replicates=50, seed=1)"

    def laws(found: Any) -> Iterator[str]:
        for one in found:
            yield from ordered(one, one.value)
            if one.value > 1 + _NEAR:
                yield f"{one.measure} is above 1"
            if math.isnan(one.value) and one.reason is None:
                yield f"{one.measure} is NaN without a reason"

    return Case(text, laws)


def rater_tests(rng: Rng) -> Case:
    """Tests of agreement against chance."""
    items, raters = int(rng.integers(1, 25)), int(rng.integers(1, 6))
    rated = labels(rng, items * raters, int(rng.integers(1, 5))).reshape(items, raters).tolist()
    method, side = one_of(rng, ["auto", "wald", "permutation"]), one_of(rng, ["two-sided", "greater"])
    text = f"ac.agreement_test({rated}, method={method!r}, alternative={side!r}, replicates=50, seed=1)"
    return Case(text, lambda found: is_probability(found.p_value, "there is no value"))


def clusterings(rng: Rng) -> Case:
    """Two groupings of the same items."""
    n = int(rng.integers(1, 60))
    a = labels(rng, n, int(rng.integers(1, 9)))
    b = labels(rng, n, int(rng.integers(1, 9)), a)
    method = one_of(rng, ["auto", "jackknife", "bca", "percentile"])
    draws = "replicates=50, seed=1"
    text = f"ac.concordance({a.tolist()}, {b.tolist()}, method={method!r}, {draws})"

    def laws(found: Any) -> Iterator[str]:
        for one in found:
            yield from within(ac.measure(one.measure), one.value)
            yield from ordered(one, one.value)
            yield from is_probability(one.p_value, one.reason or one.warning)

    return Case(text, laws)


def evaluations(rng: Rng) -> Case:
    """The whole report of a table: text, rows and a JSON document without NaN."""
    kind = one_of(rng, ["None", "0.02", "0.5", "[0.2, 0.8]"])
    many = f"np.array({np.stack([counts(rng, 2) for _ in range(3)]).tolist()})"
    text = table(rng) if happens(rng, 0.7) else f"ac.Tables.from_counts({many}, axes=['fold'])"
    call = f"ac.evaluate({text}, prevalence={kind}, measures={one_of(rng, ['None', repr('all')])})"

    def laws(found: Any) -> Iterator[str]:
        if not repr(found):
            yield "the report is empty"
        json.dumps(found.to_dict(), allow_nan=False)
        for row in found.estimates:
            if math.isnan(row.value) and row.reason is None:
                yield f"{row.measure} is NaN without a reason"

    return Case(call, laws)


FAMILIES: dict[str, Callable[[Rng], Case]] = {
    f.__name__: f
    for f in (
        *(values, intervals, tests, comparisons, other_items, curves, compared_curves),
        *(ratings, rater_tests, clusterings, evaluations),
    )
}
