"""Two independent tables: the difference of any measure, its interval, and a test of no difference.

The variances of independent tables add up. The interval joins the best known interval of each table (the
method of recovered variances of Zou and Donner 2008), so that it is as asymmetric as they are. Of more than
two classes, where few items of one class may carry most of the variance, measures of the whole table have
Student's interval of the delta method, with a pseudo-item of each class.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.errors import InputError
from abovechance.inference.delta import Linear, linearise, smoothed
from abovechance.inference.difference import chosen_name
from abovechance.inference.interval import interval
from abovechance.inference.levels import quantile, two_sided
from abovechance.inference.methods import MEANS_OF_CLASSES, PROFILE, method_for
from abovechance.inference.proportions import is_proportion
from abovechance.inference.satterthwaite import Smoothed, degrees
from abovechance.measures.registry import Measure, measure

if TYPE_CHECKING:
    from abovechance.inference.interval import Interval
    from abovechance.tables import Tables

Array = Any

METHODS = ("mover", "delta", "student", "wald")
ALIASES = {"normal": "wald", "newcombe": "mover", "satterthwaite": "student"}
_TWO = 2
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
    >>> from abovechance.inference.unpaired import unpaired
    >>> first = ac.Tables.from_cells(tp=56, fp=5, fn=14, tn=5)
    >>> second = ac.Tables.from_cells(tp=48, fp=5, fn=32, tn=5)
    >>> found = unpaired("recall", first, second)
    >>> round(float(found.low), 4), round(float(found.high), 4)  # Newcombe 1998, method 10: 0.0524, 0.3339
    (0.0524, 0.3339)
    """
    m = measure(name)
    chosen = chosen_name(method, METHODS, ALIASES, "interval method")
    chosen = _recommended(m, len(first.labels)) if chosen == "auto" else chosen
    level = two_sided(level, 2)
    if chosen == "student":
        return _student(m, first, second, level)
    lines = [_linear(m, tables, plain=chosen == "wald") for tables in (first, second)]
    with np.errstate(all="ignore"):
        values = np.asarray(m(first)) - np.asarray(m(second))
        centre, se = lines[0].value - lines[1].value, np.hypot(lines[0].se, lines[1].se)
        below = above = quantile(level) * se
        if chosen == "mover":
            centre = values
            below, above = _recovered(
                *(
                    interval(m, t, level=level, method=_method(m, t), replicates=replicates, seed=seed)
                    for t in (first, second)
                )
            )
        p_value = _p(centre, np.where(centre > 0, below, above) / quantile(level))
        widest = m.high - m.low
        low, high = np.maximum(centre - below, -widest), np.minimum(centre + above, widest)
    known = np.isfinite(values)
    low, high, se, p_value = (np.where(known, x, np.nan)[()] for x in (low, high, se, p_value))
    return Unpaired(values[()], low, high, se, p_value, chosen)


def _recommended(m: Measure, classes: int) -> str:
    """The interval that was measured to hold its level."""
    smooth = m.scope == "overall" and classes > _TWO and m.key not in {"correlation", *MEANS_OF_CLASSES}
    linear = method_for(m, "auto", classes, "items") in ("delta", PROFILE)
    return "student" if smooth and linear else "mover"


def _student(m: Measure, first: Tables, second: Tables, level: float) -> Unpaired:
    from scipy.special import stdtr, stdtrit

    if m.scope != "overall":
        raise InputError(
            f"student is for measures of the whole table, and {m.key} is of one class: use 'mover'"
        )
    with np.errstate(all="ignore"):
        values = np.asarray(m(first)) - np.asarray(m(second))
        parts = Smoothed.of(m, first), Smoothed.of(m, second)
        centre, se = parts[0].value - parts[1].value, np.sqrt(parts[0].variance + parts[1].variance)
        df = np.minimum(degrees(*parts), _MOST_DEGREES)
        spread, widest = stdtrit(df, (1 + level) / 2) * se, m.high - m.low
        low, high = np.maximum(centre - spread, -widest), np.minimum(centre + spread, widest)
        p_value = 2 * stdtr(df, -np.where(centre == 0, 0.0, abs(centre) / se))
    known = np.isfinite(values)
    low, high, se, p_value = (np.where(known, x, np.nan)[()] for x in (low, high, se, p_value))
    return Unpaired(values[()], low, high, se, p_value, "student")


def _method(m: Measure, tables: Tables) -> str:
    """Newcombe's method 10 joins Wilson's intervals; other measures have the recommended one."""
    return "wilson" if is_proportion(m.key, len(tables.labels), "items") else "auto"


def _linear(m: Measure, tables: Tables, *, plain: bool) -> Linear:
    return linearise([m], tables if plain else smoothed(tables))[m.key]


def _recovered(first: Interval, second: Interval) -> tuple[Array, Array]:
    """How far below and above the difference its bounds are: as the bounds of its terms, added as squares."""
    below = np.hypot(first.value - first.low, second.high - second.value)
    above = np.hypot(first.high - first.value, second.value - second.low)
    return below, above


def _p(difference: Array, se: Array) -> Array:
    from scipy.special import erfc

    statistic = np.where(difference == 0, 0.0, abs(difference) / se)
    return erfc(statistic / np.sqrt(2))
