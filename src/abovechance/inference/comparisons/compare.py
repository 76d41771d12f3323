"""``compare``: is A better than B? Several systems on the same items, by any measure, with a plain verdict.

>>> import abovechance as ac
>>> truth = ["spam"] * 40 + ["ham"] * 60
>>> a = ["spam"] * 34 + ["ham"] * 6 + ["ham"] * 51 + ["spam"] * 9
>>> b = ["spam"] * 20 + ["ham"] * 20 + ["ham"] * 54 + ["spam"] * 6
>>> print(ac.compare(truth, {"A": a, "B": b}).verdict)
'A' is better than 'B': ...
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.inference.arguments import checked_replicates, checked_seed, checked_tables
from abovechance.inference.comparisons.comparison import Comparison, SystemRank, direction, preferences
from abovechance.inference.comparisons.joint import Joint, frame_answers
from abovechance.inference.comparisons.pair_difference import require_single_value, with_adjusted
from abovechance.inference.comparisons.sources import PairedSource, Source, UnpairedSource
from abovechance.inference.comparisons.verdict import verdict
from abovechance.intake.frames.columns import names_of
from abovechance.intake.missing import Missing
from abovechance.measures.registry import Measure
from abovechance.measures.registry import measure as measure_of
from abovechance.tables.tables import Tables, side_by_side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.core.labels import Label
    from abovechance.inference.comparisons.pair_difference import PairDifference


@overload
def compare(
    truth: Any, predictions: Any, measure: str | Measure = ..., *, by: None = ..., **options: Any
) -> Comparison: ...


@overload
def compare(
    truth: Any, predictions: Any, measure: str | Measure = ..., *, by: Any, **options: Any
) -> dict[Label, Comparison]: ...


def compare(  # type: ignore[misc]
    truth: Any,
    predictions: Any,
    measure: str | Measure = "informedness",
    *,
    level: float = 0.95,
    method: str = "auto",
    test: str = "auto",
    adjust: str | None = "holm",
    labels: Sequence[Label] | None = None,
    positive: Label | None = None,
    weights: Any = None,
    clusters: Any = None,
    counts: Any = None,
    by: Any = None,
    missing: Any = (),
    on_missing: str = "error",
    data: Any = None,
    replicates: int = 9999,
    seed: int | None = None,
) -> Comparison | dict[Label, Comparison]:
    """Compare systems that judged the same items.

    Parameters
    ----------
    truth
        The real labels.
    predictions
        A mapping of the systems' names to their columns of labels, or a data frame with a column for each.
    measure
        The measure to compare them by; one that has no best value tells which system has more of it, not
        which is better.
    level
        The level of intervals; pairs with an adjusted p-value below one less it, and an interval that leaves
        out 0, are taken as shown to differ.
    method, test
        Of the interval and the p-value, see :func:`paired_difference`; ``"auto"`` chooses what was measured
        to hold its level.
    adjust
        How to adjust p-values for the number of pairs: ``"holm"``, ``"hochberg"``, ``"hommel"``,
        ``"bonferroni"``, ``"benjamini_hochberg"``, ``"benjamini_yekutieli"``, or None to leave them as they
        are.
    labels, missing, on_missing
        As in :meth:`Tables.from_labels`; an item that lacks any of its labels lacks it for all systems.
    positive
        The positive class of two; of more than two classes, that class is set against all others.
    weights
        A weight for each item; only their proportions matter.
    clusters
        A column that says which items belong together (the same subject, document, session): they count as
        one draw, not as many.
    counts
        How many items each row stands for, where equal rows were counted before.
    by
        A column, or a mapping of names to columns: a comparison for each group, in a mapping of the groups to
        comparisons. P-values are adjusted within a group, for its pairs.
    data
        A data frame of any library or engine that narwhals knows (pandas, polars, DuckDB, Dask, Spark);
        ``truth``, ``predictions``, ``weights``, ``clusters``, ``counts`` and ``by`` name its columns. Of a
        lazy or remote frame the engine counts the patterns, and only these come back.
    replicates, seed
        For methods that draw at random.

    Examples
    --------
    >>> import abovechance as ac
    >>> truth = ["spam"] * 40 + ["ham"] * 60
    >>> a = ["spam"] * 34 + ["ham"] * 6 + ["ham"] * 51 + ["spam"] * 9
    >>> b = ["spam"] * 20 + ["ham"] * 20 + ["ham"] * 54 + ["spam"] * 6
    >>> result = ac.compare(truth, {"A": a, "B": b})
    >>> round(result.difference, 3), round(result.low, 3), round(result.high, 3), result.method
    (0.3, 0.145, 0.467, 'mover_tango')

    >>> import polars as pl
    >>> frame = pl.LazyFrame({"y": truth, "A": a, "B": b})
    >>> ac.compare("y", ["A", "B"], data=frame).verdict == result.verdict
    True
    """
    columns = {"counts": counts, "weights": weights, "clusters": clusters}
    meaning: Any = {"labels": labels, "positive": positive, "missing": Missing.of(missing, on_missing)}
    how: Any = {"level": level, "method": method, "test": test, "replicates": replicates, "seed": seed}
    if data is not None:
        columns = frame_answers(data, truth, predictions, by=names_of(by) or (), **columns)
        by = columns.pop("by", None)
    else:
        columns |= {"truth": truth, "predictions": predictions}
    if by is None:
        return compare_joint(Joint.from_labels(**columns, **meaning), measure, adjust=adjust, **how)
    groups = Joint.by_group(by, **columns, **meaning)
    return {name: compare_joint(joint, measure, adjust=adjust, **how) for name, joint in groups.items()}


def compare_joint(
    joint: Joint, measure: str | Measure = "informedness", *, adjust: str | None = "holm", **options: Any
) -> Comparison:
    """Compare systems whose patterns of answers are already counted, see :func:`compare`."""
    return _compared(PairedSource(joint), measure_of(measure), adjust, options)


def compare_tables(
    first: Tables,
    second: Tables,
    measure: str | Measure = "informedness",
    *,
    systems: tuple[str, str] = ("first", "second"),
    level: float = 0.95,
    method: str = "auto",
    adjust: str | None = "holm",
    replicates: int = 2000,
    seed: int | None = None,
) -> Comparison:
    """Compare two systems that judged different items, from the table of each.

    Where both judged the same items, :func:`compare` is sharper: it lets cancel what they have in common.

    Parameters
    ----------
    first, second
        A table of each system.
    measure
        The measure to compare them by.
    systems
        The names of the systems.
    level, adjust
        As in :func:`compare`.
    method
        ``"mover"``, ``"delta"``, ``"student"`` or ``"wald"``, see :func:`unpaired`.
    replicates, seed
        For methods that draw at random.

    Examples
    --------
    >>> import abovechance as ac
    >>> old = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    >>> new = ac.Tables.from_cells(tp=45, fp=12, fn=15, tn=28)
    >>> result = ac.compare_tables(new, old)
    >>> round(result.difference, 2), round(result.p_value, 3)
    (0.25, 0.063)
    """
    tables = _side_by_side(first, second, systems)
    options = {"level": level, "method": method, "replicates": replicates, "seed": seed}
    return _compared(UnpairedSource(tables), measure_of(measure), adjust, options)


def _side_by_side(first: Tables, second: Tables, systems: tuple[str, str]) -> Tables:
    """Both tables over the classes of either."""
    first, second = checked_tables(first, "first"), checked_tables(second, "second")
    for table in (first, second):
        table.require_square()
    if first.axes or second.axes:
        raise InputError("compare_tables takes two single tables: choose one of each batch, or sum them")
    if len(set(systems)) != 2:
        raise InputError(f"systems must be two different names, got {systems!r}")
    empty = [
        replace(table, counts=np.zeros(table.counts.shape, dtype=np.int64), squares=None)
        for table in (first, second)
    ]
    return side_by_side((first + empty[1], second + empty[0]), systems)


def _compared(source: Source, m: Measure, adjust: str | None, options: dict[str, Any]) -> Comparison:
    options = {"level": 0.95} | options
    options |= {"seed": checked_seed(options.get("seed"))}
    if "replicates" in options:
        options["replicates"] = checked_replicates(options["replicates"])
    tables = source.tables
    systems = tuple(map(str, tables.axes[0].labels or ()))
    two_sided(options["level"], 2)
    require_single_value(m, len(tables.labels))
    pairs = with_adjusted([source.difference(m, *two, **options) for two in combinations(systems, 2)], adjust)
    values = tuple(np.asarray(m(tables), dtype=float).tolist())
    ranking = _ranking(m, systems, values, pairs, options["level"])
    preferred = preferences(source, [ranked.system for ranked in ranking], m, options)
    found = Comparison(
        m.key, systems, values, pairs, ranking, preferred, options["level"], adjust, source, options
    )  # fmt: skip
    return replace(found, verdict=verdict(found))


def _ranking(
    m: Measure, systems: Sequence[str], values: Sequence[float], pairs: Sequence[PairDifference], level: float
) -> tuple[SystemRank, ...]:
    sign = direction(m) or 1
    better = dict.fromkeys(systems, 0)
    worse = dict.fromkeys(systems, 0)
    for pair in pairs:
        if pair.is_shown(level):
            winner, loser = (pair.first, pair.second)[:: 1 if pair.difference * sign > 0 else -1]
            worse[winner] += 1
            better[loser] += 1
    scores = np.nan_to_num(sign * np.asarray(values), nan=-np.inf)
    order = np.argsort(-scores, kind="stable")
    return tuple(
        SystemRank(systems[i], values[i], 1 + better[systems[i]], len(systems) - worse[systems[i]])
        for i in order
    )
