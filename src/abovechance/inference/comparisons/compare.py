"""``compare``: is A better than B? Several systems on the same items, by any measure, with a plain verdict.

>>> import abovechance as ac
>>> truth = ["spam"] * 40 + ["ham"] * 60
>>> a = ["spam"] * 34 + ["ham"] * 6 + ["ham"] * 51 + ["spam"] * 9
>>> b = ["spam"] * 20 + ["ham"] * 20 + ["ham"] * 54 + ["spam"] * 6
>>> print(ac.compare(truth, {"A": a, "B": b}).verdict)
'A' is better than 'B': ...
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError, keeping_warnings, warn
from abovechance.core.labels import quoted
from abovechance.inference.arguments import checked_replicates, checked_seed, checked_tables
from abovechance.inference.comparisons.comparison import Comparison, SystemRank, preferences, system_table
from abovechance.inference.comparisons.joint import Joint
from abovechance.inference.comparisons.margin import checked_margin, margins_of
from abovechance.inference.comparisons.pair_difference import direction, require_single_value, with_adjusted
from abovechance.inference.comparisons.sources import PairedSource, Source, UnpairedSource
from abovechance.inference.comparisons.verdict import verdict
from abovechance.intake.decisions import decided
from abovechance.intake.files.reading import refuse_without_file
from abovechance.intake.frames.columns import names_of
from abovechance.intake.items import named_columns, other_order
from abovechance.intake.joint_columns import file_answers, frame_answers
from abovechance.intake.missing import Missing
from abovechance.intake.mistakes import apart_labels, similar_labels
from abovechance.measures.registry import Measure, resolve
from abovechance.measures.registry import measure as measure_of
from abovechance.tables.tables import Tables, side_by_side

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from abovechance.core.errors import InputWarning
    from abovechance.core.labels import Label
    from abovechance.inference.comparisons.margin import Margins
    from abovechance.inference.comparisons.pair_difference import PairDifference
    from abovechance.intake.files.reading import TextOptions


@keeping_warnings
def compare(
    truth: Any,
    predictions: Any,
    measure: str | Measure = "informedness",
    *,
    measures: Iterable[str | Measure] = (),
    level: float = 0.95,
    method: str = "auto",
    test: str = "auto",
    adjust: str | None = "holm",
    margin: float | None = None,
    baseline: str | None = None,
    labels: Sequence[Label] | None = None,
    positive: Label | None = None,
    threshold: float | None = None,
    weights: Any = None,
    clusters: Any = None,
    counts: Any = None,
    by: Any = None,
    missing: Any = (),
    on_missing: str = "error",
    data: Any = None,
    replicates: int = 9999,
    seed: int | None = 0,
    **text: Unpack[TextOptions],
) -> Comparison:
    """Compare systems that judged the same items.

    Parameters
    ----------
    truth
        The real labels.
    predictions
        A mapping of the systems' names to their columns of labels, or a data frame with a column for each.
    measure
        The measure to compare them by; one that has no best value tells which system has more of it, not
        which is better. Areas under curves of scores are compared by :func:`abovechance.curves.compare`.
    measures
        Several measures for a table of systems by measures, the ``table`` of the comparison: with intervals,
        the best of each measure, and which systems are shown to differ from it.
    level
        The level of the intervals; a pair is taken as shown to differ if its adjusted p-value is below 1 −
        level and its interval excludes 0.
    method, test
        The method of the interval: ``"mover_tango"``, ``"tango"``, ``"newcombe"``, ``"bonett_price"``,
        ``"delta"``, ``"wald"``, ``"log"``, ``"bca"`` or ``"percentile"``. The test of the p-value:
        ``"studentised_mid_p"``, ``"cautious"``, ``"mid_p"``, ``"exact"``, ``"mcnemar_mid_p"``,
        ``"mcnemar_exact"``, ``"mcnemar"``, ``"mcnemar_corrected"``, ``"swap"``, ``"delta"``, ``"log"`` or
        ``"wald"``. ``"auto"`` chooses what was measured to hold its level.
    adjust
        How to adjust p-values for the number of pairs: ``"holm"``, ``"hochberg"``, ``"hommel"``,
        ``"bonferroni"``, ``"benjamini_hochberg"``, ``"benjamini_yekutieli"``, or None to leave them as they
        are.
    margin
        The largest difference that does not matter, in units of the measure: also say, as the ``margins`` of
        the comparison, which systems are not worse than another by more than it, and which are equivalent,
        by one-sided tests at one less the level.
    baseline
        The system that the others are compared with by the margin; if none is named, every two are.
    labels, missing, on_missing
        As in :meth:`Tables.from_labels`; an item that lacks any of its labels lacks it for all systems.
    positive
        The positive class of two; of more than two classes, that class is set against all others.
    threshold
        With it the predictions are numbers, and those that reach it are decisions for the positive class.
    weights
        A weight for each item; only their proportions matter.
    clusters
        A column that says which items belong together (the same subject, document, session): they count as
        one draw, not as many.
    counts
        How many items each row stands for, where equal rows were counted before.
    by
        A column, or a mapping of names to columns: also a comparison for each group, the ``groups`` of the
        comparison, with p-values adjusted for the pairs of all groups.
    data
        A data frame of any library or engine that narwhals knows (pandas, polars, DuckDB, Dask, Spark), or
        the path of a file; ``truth``, ``predictions``, ``weights``, ``clusters``, ``counts`` and ``by`` name
        its columns. Of a lazy or remote frame the engine counts the patterns, and only these come back.
        Labels of a file are text.
    replicates, seed
        Number of draws and seed of the methods that draw at random.
    **text
        How text of a file is to be read: ``delimiter``, ``header``, ``decimal``, ``encoding``; and the
        ``sheet`` of an Excel file.

    Examples
    --------
    >>> import abovechance as ac
    >>> truth = ["spam"] * 40 + ["ham"] * 60
    >>> a = ["spam"] * 34 + ["ham"] * 6 + ["ham"] * 51 + ["spam"] * 9
    >>> b = ["spam"] * 20 + ["ham"] * 20 + ["ham"] * 54 + ["spam"] * 6
    >>> result = ac.compare(truth, {"A": a, "B": b})
    >>> round(result.difference, 3), round(result.low, 3), round(result.high, 3), result.method
    (0.3, 0.145, 0.467, 'mover_tango')

    Is B not worse than A by more than a tenth, or A than B?

    >>> within = ac.compare(truth, {"A": a, "B": b}, margin=0.1).margins
    >>> round(within["B", "A"].p_noninferior, 3), within["A", "B"].noninferior, within["A", "B"].equivalent
    (0.991, True, False)

    >>> import polars as pl
    >>> frame = pl.LazyFrame({"y": truth, "A": a, "B": b})
    >>> ac.compare("y", ["A", "B"], data=frame).verdict == result.verdict
    True
    """
    columns = {"counts": counts, "weights": weights, "clusters": clusters}
    gaps = Missing.of(missing, on_missing)
    meaning: dict[str, Any] = {"labels": labels, "positive": positive, "missing": gaps}
    how: dict[str, Any] = {
        "level": level,
        "method": method,
        "test": test,
        "replicates": replicates,
        "seed": seed,
    }
    if isinstance(data, str | os.PathLike):
        meaning["positive"] = None if positive is None else str(positive)
        columns |= {"labels": labels, "positive": meaning["positive"], "threshold": threshold}
        columns = file_answers(
            data, truth, predictions, by=names_of(by) or (), missing=gaps, **columns, **text
        )
        meaning["labels"] = columns.pop("labels")
        by, threshold = columns.pop("by", None), None
    else:
        refuse_without_file(**text)
        if data is None:
            columns |= {"truth": truth, "predictions": predictions}
        else:
            columns = frame_answers(data, truth, predictions, by=names_of(by) or (), missing=gaps, **columns)
            by = columns.pop("by", None)
    if threshold is not None:
        named = named_columns(columns["predictions"], "predictions", "numbers")
        warn(other_order(columns["truth"], named))
        real, answers = decided(columns["truth"], named, threshold, positive=positive, missing=gaps)
        columns |= {"truth": real, "predictions": answers}
    groups = {} if by is None else Joint.by_group(by, **columns, **meaning)
    joint = Joint.from_labels(**columns, **meaning)
    how |= {"margin": margin, "baseline": baseline, "measures": measures, "adjust": adjust}
    return compare_joint(joint, measure, groups=groups, **how)


def compare_joint(
    joint: Joint,
    measure: str | Measure = "informedness",
    *,
    groups: Mapping[Label, Joint] | None = None,
    measures: Iterable[str | Measure] = (),
    adjust: str | None = "holm",
    margin: float | None = None,
    baseline: str | None = None,
    **options: object,
) -> Comparison:
    """Compare systems whose patterns of answers are already counted, see :func:`compare`."""
    m, chosen, options = measure_of(measure), resolve(measures), _checked(options)
    source = PairedSource(joint)
    within = _Within.of(m, margin, baseline, _systems(source))
    whole = _compared(source, m, with_adjusted(_differences(source, m, options), adjust), adjust, options)
    whole = _with_verdict(replace(whole, margins=within.found([source], m, adjust, options)[0]))
    table = system_table(source, whole.systems, chosen, adjust, options) if chosen else None
    parts = {name: PairedSource(part) for name, part in (groups or {}).items()}
    each = {name: _differences(part, m, options) for name, part in parts.items()}
    adjusted = iter(with_adjusted([pair for pairs in each.values() for pair in pairs], adjust))
    by_group = {
        name: _compared(parts[name], m, tuple(islice(adjusted, len(pairs))), adjust, options)
        for name, pairs in each.items()
    }
    of_groups = within.found(list(parts.values()), m, adjust, options)
    by_group = {
        name: _with_verdict(replace(part, margins=margins))
        for (name, part), margins in zip(by_group.items(), of_groups, strict=True)
    }
    found = joint_mistakes(joint)
    return replace(whole, groups=by_group, table=table, left_out=joint.left_out, warnings=found)


def compare_tables(
    first: Tables,
    second: Tables,
    measure: str | Measure = "informedness",
    *,
    systems: tuple[str, str] = ("first", "second"),
    level: float = 0.95,
    method: str = "auto",
    adjust: str | None = "holm",
    margin: float | None = None,
    baseline: str | None = None,
    replicates: int = 2000,
    seed: int | None = 0,
) -> Comparison:
    """Compare two systems that judged different items, from the table of each.

    Where both judged the same items, :func:`compare` is more precise, because shared errors cancel.

    Parameters
    ----------
    first, second
        A table of each system.
    measure
        The measure to compare them by.
    systems
        The names of the systems.
    level, adjust, margin, baseline
        As in :func:`compare`.
    method
        ``"mover"`` joins the recommended interval of each table, ``"delta"`` is the delta method with one
        pseudo-item in each table, ``"student"`` with one of each class and Student's distribution, ``"wald"``
        without pseudo-items; ``"auto"`` chooses by the measure.
    replicates, seed
        Number of draws and seed of the methods that draw at random.

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
    source, m, options = UnpairedSource(tables), measure_of(measure), _checked(options)
    within = _Within.of(m, margin, baseline, _systems(source))
    found = _compared(source, m, with_adjusted(_differences(source, m, options), adjust), adjust, options)
    margins = within.found([source], m, adjust, options)[0]
    left_out, mistakes = first.left_out + second.left_out, tables.warnings
    return _with_verdict(replace(found, margins=margins, left_out=left_out, warnings=mistakes))


def joint_mistakes(joint: Joint) -> tuple[InputWarning, ...]:
    """What was found where the items were read, and of the labels of the truth and of each system."""
    real, *answers = (
        [joint.labels[i] for i in np.unique(codes).tolist()] for codes in (joint.truth, *joint.predictions)
    )
    found = apart_labels(real, dict(zip(joint.systems, answers, strict=True)))
    return tuple(dict.fromkeys((*joint.warnings, *found, *similar_labels(joint.labels))))


@dataclass(frozen=True)
class _Within:
    """Which pairs are held against a margin, if there is one."""

    margin: float | None
    baseline: str | None
    pairs: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, m: Measure, margin: Any, baseline: str | None, systems: Sequence[str]) -> _Within:
        if baseline is not None and baseline not in systems:
            raise InputError(
                "{argument} must be one of the systems {systems}, got {given!r}",
                argument="baseline", systems=quoted(systems), given=baseline,
            )  # fmt: skip
        if margin is None:
            return cls(None, baseline, ())
        if baseline is None:
            pairs = tuple(combinations(systems, 2))
        else:
            pairs = tuple((name, baseline) for name in systems if name != baseline)
        return cls(checked_margin(margin, m.high - m.low), baseline, pairs)

    def found(
        self, sources: Sequence[Source], m: Measure, adjust: str | None, options: Mapping[str, Any]
    ) -> list[Margins | None]:
        """The tests of each source, adjusted for the pairs of all."""
        if self.margin is None:
            return [None] * len(sources)
        tests = [
            [source.margin(m, *pair, self.margin, **options) for pair in self.pairs] for source in sources
        ]
        return [*margins_of(tests, adjust, self.margin, self.baseline)]


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


def _checked(options: Mapping[str, Any]) -> dict[str, Any]:
    checked = {"level": 0.95} | dict(options) | {"seed": checked_seed(options.get("seed"))}
    two_sided(checked["level"], 2)
    if "replicates" in checked:
        checked["replicates"] = checked_replicates(checked["replicates"])
    return checked


def _systems(source: Source) -> tuple[str, ...]:
    return tuple(map(str, source.tables.axes[0].labels or ()))


def _differences(source: Source, m: Measure, options: Mapping[str, Any]) -> list[PairDifference]:
    """The difference of every two systems."""
    require_single_value(m, len(source.tables.labels))
    return [source.difference(m, *two, **options) for two in combinations(_systems(source), 2)]


def _compared(
    source: Source,
    m: Measure,
    pairs: tuple[PairDifference, ...],
    adjust: str | None,
    options: Mapping[str, Any],
) -> Comparison:
    systems, level = _systems(source), options["level"]
    values = tuple(np.asarray(m(source.tables), dtype=float).tolist())
    ranking = _ranking(m, systems, values, pairs, level)
    preferred = preferences(source, [ranked.system for ranked in ranking], m, options)
    return Comparison(m.key, systems, values, pairs, ranking, preferred, level, adjust, source, options)


def _with_verdict(found: Comparison) -> Comparison:
    """The comparison with its answer in words."""
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
