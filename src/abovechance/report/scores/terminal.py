"""What scores are worth, for a terminal: the verdict, areas, thresholds and which system to use when."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from abovechance.core.text import NONE, bounds, decimals, difference, listed, number, p_shown, quantity, shown
from abovechance.curves.comparison.comparison import TITLES as SUMMARY_TITLES
from abovechance.inference.comparisons.verdict import p_text
from abovechance.measures.registry import measure
from abovechance.report.layout import fitted, narrowed, with_more
from abovechance.report.scores.notes import NAME, best_said, notes, threshold_shown, value_said

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType

    from abovechance.curves.curve.edges import Vertex
    from abovechance.curves.thresholds.held_out import Estimate
    from abovechance.evaluation.scores import RankedSystem, Ranking
    from abovechance.inference.intervals.interval import Interval
    from abovechance.report.tabular import Line

_EVEN = 0.5
_MOST_PAIRS = 45
_MOST_VERTICES = 12
_CUTS = "cuts of resamples"
_SUMMARIES = {
    "gini": "Gini",
    "auch": "AUCH",
    "h_measure": "H",
    "average_precision": "AP",
    "ks": "KS",
    "brier_score": "Brier",
}
_LESS = ("Brier", "KS", "Gini", "AUCH")
"""Columns that go first where a terminal is narrow."""
_WITHOUT = {(0.0, 0.0): "call none positive", (1.0, 1.0): "call all positive"}
_KINDS = {"system": "System", "group": "Group", "class": "Class against the rest"}


def report(ranking: Ranking, lines: Sequence[str] = (), width: int = 80) -> Group:
    """The verdict, what was ranked, areas, operating points, dips, comparisons, and which system when."""
    parts: list[RenderableType] = [
        Text(verdict(ranking), style="bold"),
        Text(),
        Text("\n".join(lines), style="dim"),
    ]
    parts += [Text(), _areas(ranking, width), *_averages(ranking, width), *_points(ranking, width)]
    if ranking.comparison is not None:
        parts += [Text(), _pairs(ranking, width)]
    if ranking.fusion is not None:
        parts += [Text(), *_fusion(ranking, width)]
    said = list(notes(ranking))
    return Group(*parts, *([Text(), *said] if said else []))


def verdict(ranking: Ranking) -> str:
    """What the areas say, in plain sentences."""
    if ranking.comparison is not None:
        return f"{ranking.comparison.verdict}{_upside_down(ranking)}"
    if ranking.classes is not None:
        found = ranking.classes["hand_till"]
        areas = [system.auc.value for system in ranking.systems]
        worst = min(ranking.systems, key=lambda s: math.inf if math.isnan(s.auc.value) else s.auc.value)
        if all(map(math.isnan, areas)):
            return "No class has an AUC: there are not two of them."
        return (
            f"Scores for {len(areas)} classes: Hand–Till M {number(found)}; the class told apart worst is "
            f"{worst.name!r}, AUC {number(worst.auc.value)}.{_upside_down(ranking)}"
        )
    return _of_one(ranking.systems[0])


def _upside_down(ranking: Ranking) -> str:
    """A sentence on the systems whose whole interval is below chance; a comparison tells if all are."""
    if ranking.comparison is not None and all(system.auc.value < _EVEN for system in ranking.systems):
        return ""
    worse = [system.name for system in ranking.systems if system.auc.high < _EVEN]
    if not worse:
        return ""
    who = "All" if len(worse) == len(ranking.systems) else listed(worse)
    verb = "ranks" if len(worse) == 1 and who != "All" else "rank"
    return f" {who} {verb} worse than chance, as if scores were upside down."


def _of_one(system: RankedSystem) -> str:
    area = system.auc
    if math.isnan(area.value):
        return f"There is no AUC: {area.reason}."
    said = f"AUC {area.value:.3f}"
    if math.isnan(area.low):
        return f"{system.name!r} has {said}, with no interval: {area.reason}."
    said += f", {100 * area.level:g} % interval {area.low:.3f} to {area.high:.3f}"
    is_shown, by = _shown_by(system)
    if is_shown and area.value > _EVEN:
        return f"{system.name!r} ranks better than chance{by}: {said}."
    if is_shown:
        return f"{system.name!r} ranks worse than chance, as if its scores were upside down{by}: {said}."
    return f"{system.name!r} is not shown to rank differently from chance{by}: {said}."


def _shown_by(system: RankedSystem) -> tuple[bool, str]:
    """Whether a system ranks differently from chance by the test; and its p, where the interval disagrees.

    The interval allows for classes that differ in spread; of few items that is much.
    """
    area, test = system.auc, system.test
    apart = not area.low <= _EVEN <= area.high
    is_shown = test.p_value < 1 - area.level
    if is_shown == apart:
        return is_shown, ""
    exact = "exact " if test.method == "exact" else ""
    return is_shown, f" ({exact}Mann–Whitney test, {p_text(test.p_value)})"


# Areas ------------------------------------------------------------------------------------------


def _areas(ranking: Ranking, width: int) -> RenderableType:
    """A line for each system, and what chance would get; of a single system a line for each number."""
    if len(ranking.systems) == 1 and ranking.kind == "system":
        return _numbers(ranking.systems[0], width)
    columns = [
        key for key in _SUMMARIES if not all(math.isnan(system.summary[key]) for system in ranking.systems)
    ]
    heads = [_KINDS[ranking.kind], "AUC", f"{100 * ranking.level:g} % interval"]
    heads += [_SUMMARIES[key] for key in columns]
    rows: list[Line] = [
        [
            shown(system.name, NAME),
            number(system.auc.value),
            _bounds(system.auc),
            *(number(system.summary[key]) for key in columns),
        ]
        for system in ranking.systems
    ]
    rows.append(_chance(ranking, columns))
    return _told(heads, rows, _LESS, width)


def _numbers(system: RankedSystem, width: int) -> RenderableType:
    heads = [shown(system.name, NAME), "value", f"{100 * system.auc.level:g} % interval", "chance"]
    rows = []
    for entry in system.summary.entries:
        key = entry.measure.key
        if key not in ("auc", *_SUMMARIES) or math.isnan(entry.value):
            continue
        found = system.auc if key == "auc" else system.bounds.get(key)
        value = system.auc.value if key == "auc" else entry.value
        rows.append([entry.measure.title, number(value), _bounds(found), number(entry.chance)])
    return fitted(heads, rows, (), width)


def _chance(ranking: Ranking, columns: Sequence[str]) -> Line:
    """The level of chance; none where systems on different items differ in it."""
    cells = [Text("chance", style="dim"), Text(number(_EVEN), style="dim"), Text()]
    for key in columns:
        levels = {
            entry.chance
            for system in ranking.systems
            for entry in system.summary.entries
            if entry.measure.key == key
        }
        cells.append(Text(number(levels.pop()) if len(levels) == 1 else NONE, style="dim"))
    return cells


def _averages(ranking: Ranking, width: int) -> Iterable[RenderableType]:
    if ranking.classes is None:
        return
    yield Text()
    heads = ["Average over classes", "value", f"{100 * ranking.level:g} % interval"]
    rows = []
    for row in ranking.classes.rows():
        bounds = _bounds(ranking.class_bounds.get(row["measure"]))
        rows.append([row["title"], number(row["value"]), bounds])
    yield fitted(heads, rows, (), width)


def _bounds(found: Interval | Estimate | None) -> str:
    return NONE if found is None else bounds(found.low, found.high)


# Operating points -------------------------------------------------------------------------------


def _points(ranking: Ranking, width: int) -> Iterable[RenderableType]:
    """The tables of thresholds and decisions, unless there are none."""
    if all(system.point.position is None for system in ranking.systems):
        return
    yield Text()
    yield _threshold_table(ranking, width)
    yield Text()
    yield _decisions(ranking, width)
    if len(ranking.systems) == 1:
        yield Text()
        yield _measures(ranking, width)


def _threshold_table(ranking: Ranking, width: int) -> RenderableType:
    """The threshold of each system, the cut to use, what it reaches honestly and what it seems to reach."""
    interval = f"{100 * ranking.level:g} % interval"
    criterion = ranking.systems[0].point.criterion
    if ranking.purpose.threshold is not None:
        heads = [f"At threshold {ranking.purpose.threshold:g}", value_said(criterion), interval]
        return fitted(heads, [_fixed(system) for system in ranking.systems], (), width)
    heads = [best_said(criterion), "threshold", "cut", "value", interval]
    if any(system.selection is not None for system in ranking.systems):
        heads += ["apparent", _CUTS]
    rows = [_chosen(system, len(heads)) for system in ranking.systems]
    # of a single system, what is apparent stands in the table of measures too
    less = ("apparent", _CUTS) if len(ranking.systems) == 1 else (_CUTS,)
    return _told(heads, rows, less, width)


def _fixed(system: RankedSystem) -> Line:
    return [shown(system.name, NAME), number(system.point.value), _bounds(system.criterion)]


def _chosen(system: RankedSystem, columns: int) -> Line:
    point, chosen = system.point, system.selection
    cells = [shown(system.name, NAME)]
    if point.position is None:
        return cells + [NONE] * (columns - 1)
    cells += [threshold_shown(point.threshold), threshold_shown(point.cut)]
    if chosen is None:
        cells += [number(point.value), _bounds(system.criterion)]
        return cells + [number(point.value), NONE][: columns - len(cells)]
    one = chosen.estimate
    cells += [number(one.value), _bounds(one), number(one.apparent)]
    return [*cells, f"{threshold_shown(chosen.cut_low)} to {threshold_shown(chosen.cut_high)}"]


def _told(heads: list[str], rows: Sequence[Line], less: Sequence[str], width: int) -> RenderableType:
    """A table that fits, and which columns had no room in it."""
    kept, _ = narrowed(heads, rows, less, width)
    absent = [head for head in heads if head not in kept and head != "apparent"]
    table = fitted(heads, rows, less, width)
    if not absent:
        return table
    return Group(table, Text(f"No room for {', '.join(absent)}: --json has all.", style="italic"))


def _decisions(ranking: Ranking, width: int) -> RenderableType:
    """The cells of each system's table, and what follows from them."""
    keys = ("informedness", "recall", "inverse_recall", "precision")
    titles = ("Informedness", "Recall", "Inv. recall", "Precision")
    heads = ["Decisions there", "tp", "fp", "fn", "tn", *titles]
    rows = []
    for system in ranking.systems:
        table = system.point.table
        if table is None:
            rows.append([shown(system.name, NAME), *([NONE] * (len(heads) - 1))])
            continue
        (tn, fp), (fn, tp) = table.counts.tolist()
        places = decimals([tp, fp, fn, tn])
        cells = [quantity(x, places) for x in (tp, fp, fn, tn)]
        values = [number(system.intervals[key].value) for key in keys]
        rows.append([shown(system.name, NAME), *cells, *values])
    return _told(heads, rows, ("Precision", "Inv. recall"), width)


def _measures(ranking: Ranking, width: int) -> RenderableType:
    """The measures of a single system's decisions: on new items, and on these."""
    (system,) = ranking.systems
    if system.selection is None:
        heads = ["Measure", "value", f"{100 * ranking.level:g} % interval"]
        rows = [
            [measure(key).title, number(found.value), _bounds(found)]
            for key, found in system.intervals.items()
        ]
    else:
        heads = ["Expected on new items", "value", f"{100 * ranking.level:g} % interval", "apparent"]
        rows = [
            [value_said(one.measure), number(one.value), _bounds(one), number(one.apparent)]
            for one in system.selection.estimates
        ]
    return fitted(heads, rows, (), width)


# Comparisons ------------------------------------------------------------------------------------


def _pairs(ranking: Ranking, width: int) -> RenderableType:
    comparison = ranking.comparison
    if comparison is None:
        return Text()
    adjusted = len(comparison.pairs) > 1 and comparison.adjust is not None
    heads = [f"Difference of {SUMMARY_TITLES[comparison.measure]}", "", "interval", "p"]
    heads += ["adjusted"] if adjusted else []
    rows: list[Line] = []
    for pair in comparison.pairs[:_MOST_PAIRS]:
        clear = "bold" if comparison.is_clear(pair) else ""
        names = f"{shown(pair.first, NAME)} − {shown(pair.second, NAME)}"
        p = Text(p_shown(pair.p_value), style="" if adjusted else clear)
        last = [Text(p_shown(pair.p_adjusted), style=clear)] if adjusted else []
        apart = [difference(pair.difference), bounds(pair.low, pair.high, difference)]
        rows.append([names, *apart, p, *last])
    table = fitted(heads, rows, (), width)
    return with_more(table, len(comparison.pairs) - _MOST_PAIRS, "pair", where="--json")


def _fusion(ranking: Ranking, width: int) -> Iterable[RenderableType]:
    """Which system to use at which cost: neighbouring corners of one system are one line."""
    fusion = ranking.fusion
    if fusion is None:
        return
    used = [v for v in fusion.vertices if v.low_cost < v.high_cost]
    runs: list[list[Vertex]] = []
    for vertex in used:
        if runs and _who(runs[-1][-1]) == _who(vertex):
            runs[-1].append(vertex)
        else:
            runs.append([vertex])
    heads = ["Which to use", "if PC is", "thresholds", "Fallout", "Recall"]
    rows = [_run(run) for run in runs[:_MOST_VERTICES]]
    yield _told(heads, rows, ("thresholds",), width)
    said = "PC: the share of errors on positives in the cost of getting everything wrong"
    if not math.isnan(fusion.prevalence):
        said += f"; {number(fusion.prevalence)} if both errors cost the same here"
    yield Text(f"{said}.", style="dim")
    if len(runs) > _MOST_VERTICES:
        yield Text(f"and {len(runs) - _MOST_VERTICES} more; --json has all.", style="italic")
    if fusion.never_best:
        never = ", ".join(shown(str(name), NAME) for name in fusion.never_best)
        yield Text(f"Never the best, whatever the cost: {never}.", style="dim")
    said = "Corners are the best of many thresholds on the same items, and do less well on new ones."
    if fusion.doubtful:
        doubtful = ", ".join(shown(str(name), NAME) for name in fusion.doubtful)
        said += f" Not shown to rank better than chance, so not to be used for a corner alone: {doubtful}."
    yield Text.assemble(("Note: ", "bold"), said)


def _who(vertex: Vertex) -> str:
    """Which system, or that none is needed."""
    if (vertex.fpr, vertex.tpr) in _WITHOUT:
        return _WITHOUT[vertex.fpr, vertex.tpr]
    return shown(str(vertex.system), NAME)


def _run(run: list[Vertex]) -> Line:
    first, last = run[0], run[-1]
    cuts = [threshold_shown(v.threshold) for v in (first, last)]
    return [
        _who(first),
        f"{number(first.low_cost)} to {number(last.high_cost)}",
        cuts[0] if first is last else " to ".join(cuts),
        _range(first.fpr, last.fpr),
        _range(first.tpr, last.tpr),
    ]


def _range(low: float, high: float) -> str:
    return number(low) if low == high else f"{number(low)} to {number(high)}"
