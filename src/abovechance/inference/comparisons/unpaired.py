"""Two independent tables: the difference of any measure, its interval, and a test of no difference.

The variances of independent tables add up. The interval joins the best known interval of each table (the
method of recovered variances of Zou and Donner 2008), so that it is as asymmetric as they are. Of more than
two classes, where few items of one class may carry most of the variance, measures of the whole table have
Student's interval of the delta method, with a pseudo-item of each class.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import quantile, two_sided
from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.inference.comparisons.cautions import Smoothed, degrees
from abovechance.inference.intervals.delta import Linear, linearise, smoothed
from abovechance.inference.intervals.effective_size import effective_tables
from abovechance.inference.intervals.methods import PROFILE, method_for
from abovechance.inference.intervals.recovered_variance import Recovered, two_sided_tail
from abovechance.measures.registry import Measure, measure

if TYPE_CHECKING:
    from abovechance.tables.tables import Tables

Array = Any

METHODS = ("mover", "delta", "student", "wald")
_method = Names(
    "interval method",
    ("auto", *METHODS),
    {"normal": "wald", "newcombe": "mover", "satterthwaite": "student"},
)
_MOST_DEGREES = 1e12
"""With more of them Student's distribution is the normal one."""


@dataclass(frozen=True)
class Unpaired:
    """The difference of a measure of two independent tables; arrays over a batch.

    Attributes
    ----------
    difference, low, high, se
        The first value less the second, its interval and its standard error.
    p_value
        Of no difference, two-sided: below one less the level where the interval leaves out 0.
    method
        How the interval was computed.
    """

    difference: Array
    low: Array
    high: Array
    se: Array
    p_value: Array
    method: str


def unpaired(
    name: str | Measure,
    first: Tables,
    second: Tables,
    *,
    level: float = 0.95,
    method: str = "auto",
    replicates: int = 2000,
    seed: Any = None,
) -> Unpaired:
    """The difference of a measure of tables of different items.

    Parameters
    ----------
    name
        A measure.
    first, second
        Tables, or batches of one shape, of the same classes.
    level
        The level of the interval.
    method
        ``"mover"`` joins the recommended interval of each table (of proportions Wilson's), ``"delta"`` is the
        delta method with one pseudo-item in each table, ``"student"`` with one of each class and Student's
        distribution (measures of the whole table), ``"wald"`` without pseudo-items; ``"auto"`` is
        ``"student"`` for more than two classes but of Correlation, proportions, means over classes and
        measures with kinks, else ``"mover"``.
    replicates, seed
        For measures whose recommended interval is a bootstrap.

    Examples
    --------
    >>> import abovechance as ac
    >>> from abovechance.inference.comparisons.unpaired import unpaired
    >>> first = ac.Tables.from_cells(tp=56, fp=5, fn=14, tn=5)
    >>> second = ac.Tables.from_cells(tp=48, fp=5, fn=32, tn=5)
    >>> found = unpaired("recall", first, second)
    >>> round(float(found.low), 4), round(float(found.high), 4)  # Newcombe 1998, method 10: 0.0524, 0.3339
    (0.0524, 0.3339)
    """
    m = measure(name)
    first, second = (t if t.squares is None else effective_tables(m, t) for t in (first, second))
    chosen = _method(method)
    chosen = _recommended(m, len(first.labels)) if chosen == "auto" else chosen
    level = two_sided(level, 2)
    base, slope = m.root(len(first.labels))
    if base is not m:
        options: dict[str, Any] = {"level": level, "method": method, "replicates": replicates, "seed": seed}
        return _scaled(m, first, second, unpaired(base, first, second, **options), slope)
    if chosen == "student":
        return _student(m, first, second, level)
    if chosen == "mover":
        return _mover(m, first, second, level, {"replicates": replicates, "seed": seed})
    lines = [_linear(m, tables, plain=chosen == "wald") for tables in (first, second)]
    with np.errstate(all="ignore"):
        centre, se = lines[0].value - lines[1].value, np.hypot(lines[0].se, lines[1].se)
        spread = quantile(level) * se
        p_value = two_sided_tail(_standardised(m, first, second, centre, se))
    return _settled(m, first, second, (centre - spread, centre + spread, se, p_value), chosen)


def _standardised(m: Measure, first: Tables, second: Tables, centre: Array, se: Array) -> Array:
    """How many standard errors a difference is from 0; none if that of the tables as seen has another sign.

    The interval has both differences, and so has 0 at every level.
    """
    seen = np.asarray(m(first)) - np.asarray(m(second))
    return np.where(centre * seen <= 0, 0.0, abs(centre) / se)


def _scaled(m: Measure, first: Tables, second: Tables, found: Unpaired, slope: float) -> Unpaired:
    """The difference of a measure that is a linear function of the one that was compared."""
    bounds = slope * found.low, slope * found.high
    low, high = bounds if slope > 0 else bounds[::-1]
    return _settled(m, first, second, (low, high, abs(slope) * found.se, found.p_value), found.method)


def _settled(m: Measure, first: Tables, second: Tables, found: tuple[Array, ...], method: str) -> Unpaired:
    """Bounds, standard error and p-value, within the range, around the difference and where there is one."""
    with np.errstate(all="ignore"):
        values = np.asarray(m(first)) - np.asarray(m(second))
        widest, known = m.high - m.low, np.isfinite(values)
        low, high = np.maximum(found[0], -widest), np.minimum(found[1], widest)
        found = np.minimum(low, values), np.maximum(high, values), *found[2:]
    low, high, se, p_value = (np.where(known, x, np.nan)[()] for x in found)
    return Unpaired(values[()], low, high, se, p_value, method)


def _recommended(m: Measure, classes: int) -> str:
    """The interval that was measured to hold its level."""
    smooth = m.scope == "overall" and classes > 2 and m.key != "correlation" and not m.rare_class
    linear = method_for(m, "auto", classes, "items") in ("delta", PROFILE)
    return "student" if smooth and linear else "mover"


def _student(m: Measure, first: Tables, second: Tables, level: float) -> Unpaired:
    from scipy.special import stdtr, stdtrit

    if m.scope != "overall":
        raise InputError(
            f"student is for measures of the whole table, and {m.key} is of one class: use 'mover'"
        )
    with np.errstate(all="ignore"):
        parts = Smoothed.of(m, first), Smoothed.of(m, second)
        centre, se = parts[0].value - parts[1].value, np.sqrt(parts[0].variance + parts[1].variance)
        df = np.minimum(degrees(*parts), _MOST_DEGREES)
        spread = stdtrit(df, (1 + level) / 2) * se
        p_value = 2 * stdtr(df, -_standardised(m, first, second, centre, se))
    return _settled(m, first, second, (centre - spread, centre + spread, se, p_value), "student")


def _mover(m: Measure, first: Tables, second: Tables, level: float, draws: dict[str, Any]) -> Unpaired:
    """The bounds of the two tables joined, and the level at which the joined interval reaches 0."""
    if first.axes:
        pairs = [(first[i], second[i]) for i in range(len(first.counts))]
        return _stacked([_mover(m, *pair, level, draws) for pair in pairs])
    lines = [_linear(m, tables, plain=False) for tables in (first, second)]
    joined = Recovered.of(m, first, second, **draws)
    with np.errstate(all="ignore"):
        se = np.hypot(lines[0].se, lines[1].se)
        bounds = joined.at(quantile(level))
    return _settled(m, first, second, (*bounds, se, joined.p_value()), "mover")


def _stacked(found: list[Unpaired]) -> Unpaired:
    """One after the other along a first axis."""
    numbers = {
        field.name: np.stack([getattr(x, field.name) for x in found])
        for field in fields(Unpaired)
        if field.name != "method"
    }
    return Unpaired(**numbers, method="mover")


def _linear(m: Measure, tables: Tables, *, plain: bool) -> Linear:
    return linearise([m], tables if plain else smoothed(tables))[m.key]
