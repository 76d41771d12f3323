"""What scores are worth, for a terminal: the verdict, areas, thresholds and which system to use when."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from abovechance.curves.comparison import TITLES as SUMMARY_TITLES
from abovechance.measures.registry import measure
from abovechance.report.layout import fitted
from abovechance.report.pvalues import adjustment_said, p_said, p_shown
from abovechance.report.words import NONE, decimals, number, quantity, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType

    from abovechance.curves.edges import Vertex
    from abovechance.curves.selected import Estimate
    from abovechance.evaluation.ranking import RankedSystem, Ranking
    from abovechance.inference.interval import Interval

_NAME = 16
_TWO = 2
_EVEN = 0.5
_MOST_PAIRS = 45
_MOST_VERTICES = 12
_MOST_DIPS = 3
_LEAST_DIFFERENCE = 5e-7
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
_CRITERIA = {
    "cost": "lowest cost",
    "bias_equals_prevalence": "Bias = Prevalence",
    "closest": "closest to (0, 1)",
    "equal_error_rate": "equal error rate",
}
_KINDS = {"system": "System", "group": "Group", "class": "Class against the rest"}


def report(ranking: Ranking, lines: Sequence[str] = (), width: int = 80) -> Group:
    """The verdict, what was ranked, areas, operating points, dips, comparisons, and which system when."""
    parts: list[RenderableType] = [
        Text(verdict(ranking), style="bold"),
        Text(),
        Text("\n".join(lines), style="dim"),
    ]
    parts += [Text(), _areas(ranking, width), *_averages(ranking, width), Text(), *_points(ranking, width)]
    if ranking.comparison is not None:
        parts += [Text(), _pairs(ranking, width)]
    if ranking.fusion is not None:
        parts += [Text(), *_fusion(ranking, width)]
    notes = list(_notes(ranking))
    return Group(*parts, *([Text(), *notes] if notes else []))


def verdict(ranking: Ranking) -> str:
    """What the areas say, in a plain sentence."""
    if ranking.comparison is not None:
        return ranking.comparison.verdict
    if ranking.classes is not None:
        found = ranking.classes["hand_till"]
        areas = [system.auc.value for system in ranking.systems]
        worst = min(ranking.systems, key=lambda s: math.inf if math.isnan(s.auc.value) else s.auc.value)
        if all(map(math.isnan, areas)):
            return "No class has an AUC: there are not two of them."
        return (
            f"Scores for {len(areas)} classes: Hand–Till M {number(found)}; the class told apart worst is "
            f"{worst.name!r}, AUC {number(worst.auc.value)}."
        )
    return _of_one(ranking.systems[0])


def _of_one(system: RankedSystem) -> str:
    area = system.auc
    if math.isnan(area.value):
        return f"There is no AUC: {area.reason}."
    said = f"AUC {area.value:.3f}"
    if math.isnan(area.low):
        return f"{system.name!r} has {said}, with no interval: {area.reason}."
    said += f", {100 * area.level:g} % interval {area.low:.3f} to {area.high:.3f}"
    if area.low > _EVEN:
        return f"{system.name!r} ranks better than chance: {said}."
    if area.high < _EVEN:
        return f"{system.name!r} ranks worse than chance, as if its scores were upside down: {said}."
    return f"{system.name!r} is not shown to rank differently from chance: {said}."


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
    rows = [
        [
            Text(shown(system.name, _NAME)),
            Text(number(system.auc.value)),
            _bounds(system.auc),
            *(Text(number(system.summary[key])) for key in columns),
        ]
        for system in ranking.systems
    ]
    rows.append(_chance(ranking, columns))
    return fitted(heads, rows, _LESS, width)


def _numbers(system: RankedSystem, width: int) -> RenderableType:
    heads = [shown(system.name, _NAME), "value", f"{100 * system.auc.level:g} % interval", "chance"]
    rows = []
    for entry in system.summary.entries:
        key = entry.measure.key
        if key not in ("auc", *_SUMMARIES) or math.isnan(entry.value):
            continue
        found = system.auc if key == "auc" else system.bounds.get(key)
        value = system.auc.value if key == "auc" else entry.value
        bounds = Text(NONE) if found is None else _bounds(found)
        rows.append([Text(entry.measure.title), Text(number(value)), bounds, Text(number(entry.chance))])
    return fitted(heads, rows, (), width)


def _chance(ranking: Ranking, columns: Sequence[str]) -> list[Text]:
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
        found = ranking.class_bounds.get(row["key"])
        bounds = Text(NONE) if found is None else _bounds(found)
        rows.append([Text(row["title"]), Text(number(row["value"])), bounds])
    yield fitted(heads, rows, (), width)


def _bounds(found: Interval | Estimate) -> Text:
    if math.isnan(found.low):
        return Text(NONE)
    return Text(f"{number(found.low)} to {number(found.high)}")


# Operating points -------------------------------------------------------------------------------


def _points(ranking: Ranking, width: int) -> Iterable[RenderableType]:
    criterion = ranking.systems[0].point.criterion
    fixed = ranking.purpose.threshold is not None
    name = _CRITERIA.get(criterion) or measure(criterion).title
    title = f"At threshold {ranking.purpose.threshold:g}" if fixed else f"Best {name}"
    if criterion in ("cost", "bias_equals_prevalence", "closest", "equal_error_rate") and not fixed:
        title = name.capitalize() if criterion == "cost" else name
    yield _threshold_table(ranking, title, width)
    yield Text()
    yield _decisions(ranking, width)
    if len(ranking.systems) == 1:
        yield Text()
        yield _measures(ranking, width)


def _threshold_table(ranking: Ranking, title: str, width: int) -> RenderableType:
    """The threshold of each system, what it reaches honestly and what it seems to reach."""
    honest = any(system.selection is not None for system in ranking.systems)
    heads = [title, "threshold", "value", f"{100 * ranking.level:g} % interval"]
    heads += ["apparent", "resampled cuts"] if honest else []
    rows = []
    for system in ranking.systems:
        point = system.point
        cells = [Text(shown(system.name, _NAME)), Text(_threshold(point.threshold))]
        chosen = system.selection
        if point.position is None:
            cells += [Text(NONE)] * (len(heads) - _TWO)
        elif chosen is not None:
            one = chosen.estimate
            cells += [Text(number(one.value)), _bounds(one), Text(number(one.apparent))]
            cells.append(Text(f"{_threshold(chosen.cut_low)} to {_threshold(chosen.cut_high)}"))
        else:
            found = point.interval(level=ranking.level, seed=0)
            cells += [Text(number(point.value)), _bounds(found)]
            cells += [Text(number(point.value)), Text(NONE)] if honest else []
        rows.append(cells)
    return fitted(heads, rows, ("resampled cuts",), width)


def _threshold(value: float) -> str:
    if math.isnan(value):
        return NONE
    return f"{value:.4g}".replace("inf", "∞")


def _decisions(ranking: Ranking, width: int) -> RenderableType:
    """The cells of each system's table, and what follows from them."""
    keys = ("informedness", "recall", "inverse_recall", "precision")
    titles = ("Informedness", "Recall", "Inv. recall", "Precision")
    heads = ["Decisions there", "tp", "fp", "fn", "tn", *titles]
    rows = []
    for system in ranking.systems:
        table = system.point.table
        if table is None:
            rows.append([Text(shown(system.name, _NAME)), *([Text(NONE)] * (len(heads) - 1))])
            continue
        (tn, fp), (fn, tp) = table.counts.tolist()
        places = decimals([tp, fp, fn, tn])
        cells = [Text(quantity(x, places)) for x in (tp, fp, fn, tn)]
        values = [Text(number(system.intervals[key].value)) for key in keys]
        rows.append([Text(shown(system.name, _NAME)), *cells, *values])
    return fitted(heads, rows, ("Precision", "Inv. recall"), width)


def _measures(ranking: Ranking, width: int) -> RenderableType:
    """The measures of a single system's decisions: on new items, and on these."""
    (system,) = ranking.systems
    if system.selection is None:
        heads = ["Measure", "value", f"{100 * ranking.level:g} % interval"]
        rows = [
            [Text(measure(key).title), Text(number(found.value)), _bounds(found)]
            for key, found in system.intervals.items()
        ]
    else:
        heads = ["Expected on new items", "value", f"{100 * ranking.level:g} % interval", "apparent"]
        rows = [
            [Text(_title(one.measure)), Text(number(one.value)), _bounds(one), Text(number(one.apparent))]
            for one in system.selection.estimates
        ]
    return fitted(heads, rows, (), width)


def _title(key: str) -> str:
    return _CRITERIA[key].capitalize() if key in _CRITERIA else measure(key).title


# Comparisons ------------------------------------------------------------------------------------


def _pairs(ranking: Ranking, width: int) -> RenderableType:
    comparison = ranking.comparison
    if comparison is None:
        return Text()
    adjusted = len(comparison.pairs) > 1 and comparison.adjust is not None
    heads = [f"Difference of {SUMMARY_TITLES[comparison.measure]}", "", "interval", "p"]
    heads += ["adjusted"] if adjusted else []
    rows = []
    for pair in comparison.pairs[:_MOST_PAIRS]:
        clear = "bold" if comparison.is_clear(pair) else ""
        cells = [
            Text(f"{shown(pair.first, _NAME)} − {shown(pair.second, _NAME)}"),
            Text(_signed(pair.difference)),
        ]
        cells.append(Text(NONE if math.isnan(pair.low) else f"{_signed(pair.low)} to {_signed(pair.high)}"))
        cells.append(Text(p_shown(pair.p_value), style="" if adjusted else clear))
        rows.append([*cells, Text(p_shown(pair.p_adjusted), style=clear)] if adjusted else cells)
    table = fitted(heads, rows, (), width)
    left = len(comparison.pairs) - _MOST_PAIRS
    return (
        table if left <= 0 else Group(table, Text(f"and {left} more pairs; --json has all.", style="italic"))
    )


def _signed(value: float) -> str:
    if math.isnan(value):
        return NONE
    return number(0.0) if abs(value) < _LEAST_DIFFERENCE else f"{value:+.3f}"


def _fusion(ranking: Ranking, width: int) -> Iterable[RenderableType]:
    """Which system to use at which cost: neighbouring corners of one system are one line."""
    fusion = ranking.fusion
    if fusion is None:
        return
    used = [v for v in fusion.vertices if v.low_cost < v.high_cost]
    runs: list[list[Vertex]] = []
    for vertex in used:
        if runs and runs[-1][-1].system == vertex.system:
            runs[-1].append(vertex)
        else:
            runs.append([vertex])
    heads = ["Which to use", "if PC is", "thresholds", "Fallout", "Recall"]
    rows = [_run(run) for run in runs[:_MOST_VERTICES]]
    yield fitted(heads, rows, ("thresholds",), width)
    said = "PC: the share of errors on positives in the cost of getting everything wrong"
    if not math.isnan(fusion.prevalence):
        said += f"; {number(fusion.prevalence)} if both errors cost the same here"
    yield Text(f"{said}.", style="dim")
    if len(runs) > _MOST_VERTICES:
        yield Text(f"and {len(runs) - _MOST_VERTICES} more; --json has all.", style="italic")
    if fusion.never_best:
        never = ", ".join(shown(str(name), _NAME) for name in fusion.never_best)
        yield Text(f"Never the best, whatever the cost: {never}.", style="dim")


def _run(run: list[Vertex]) -> list[Text]:
    first, last = run[0], run[-1]
    alike = {(v.fpr, v.tpr) for v in run}
    name = shown(str(first.system), _NAME)
    if alike == {(0.0, 0.0)}:
        name = "call none positive"
    elif alike == {(1.0, 1.0)}:
        name = "call all positive"
    cuts = [_threshold(v.threshold) for v in (first, last)]
    return [
        Text(name),
        Text(f"{number(first.low_cost)} to {number(last.high_cost)}"),
        Text(cuts[0] if first is last else " to ".join(cuts)),
        Text(_range(first.fpr, last.fpr)),
        Text(_range(first.tpr, last.tpr)),
    ]


def _range(low: float, high: float) -> str:
    return number(low) if low == high else f"{number(low)} to {number(high)}"


# Notes ------------------------------------------------------------------------------------------


def _notes(ranking: Ranking) -> Iterable[RenderableType]:
    """How it was computed, and what to beware of, each once."""
    first = ranking.systems[0]
    h = first.h_measure
    if not math.isnan(h.value):
        same = len({(s.h_measure.a, s.h_measure.b) for s in ranking.systems}) == 1
        costs = f"Beta({h.a:.3g}, {h.b:.3g})" if same else "Beta(1 + prevalence, 2 - prevalence)"
        yield Text(
            f"H: the H-measure with costs of {costs}, the prior of Hand and Anagnostopoulos 2014.",
            style="dim",
        )
    chosen = next((s.selection for s in ranking.systems if s.selection is not None), None)
    if chosen is not None:
        yield Text(
            "The value of a chosen threshold is what may be expected on new items (out of bag); what it "
            "seems to reach on these, apparent, is too good on average.",
            style="dim",
        )
    elif ranking.purpose.threshold is None and first.point.position is not None:
        yield Text("Thresholds are judged by the items they were chosen on.", style="dim")
    yield from _conditions(ranking)
    comparison = ranking.comparison
    if comparison is not None and len(comparison.pairs) > 1 and comparison.adjust is not None:
        yield Text(adjustment_said(comparison.adjust, "pairs"), style="dim")
    yield from _warnings(ranking)


def _conditions(ranking: Ranking) -> Iterable[Text]:
    """What was asked of thresholds."""
    purpose = ranking.purpose
    bounds = [f"{measure(key).title} of at least {bound:g}" for key, bound in purpose.at_least.items()]
    bounds += [f"{measure(key).title} of at most {bound:g}" for key, bound in purpose.at_most.items()]
    if bounds:
        yield Text(f"Only thresholds with {' and '.join(bounds)} were considered.", style="dim")
    costs = (purpose.cost_positive, purpose.cost_negative)
    if costs != (None, None):
        cp, cn = (1.0 if cost is None else cost for cost in costs)
        yield Text(f"An error on a positive item costs {cp:g}, on a negative one {cn:g}.", style="dim")
    if purpose.prevalence is not None:
        share = f"{100 * purpose.prevalence:g} %"
        yield Text(f"Measures of decisions are those expected where {share} are positive.", style="dim")


def _warnings(ranking: Ranking) -> Iterable[Text]:
    said: dict[str, list[str]] = {}
    for system in ranking.systems:
        for text in _beware(system):
            said.setdefault(text, []).append(shown(system.name, _NAME))
    for text, names in said.items():
        who = f"{', '.join(names)}: " if len(ranking.systems) > 1 else ""
        yield Text.assemble(("Note: ", "bold"), f"{who}{text}.")


def _beware(system: RankedSystem) -> Iterable[str]:
    point = system.point
    if point.position is None:
        yield f"there is no such threshold: {shown(point.reason, 400)}"
    elif math.isinf(point.threshold):
        yield "no threshold is better than calling nothing positive"
    if system.auc.warning is not None:
        yield system.auc.warning
    if len(point.tied) > 1:
        others = ", ".join(_threshold(x) for x in point.tied_thresholds[1:4].tolist())
        more = f" and {len(point.tied) - 4} more" if len(point.tied) > 4 else ""  # noqa: PLR2004
        yield f"{_threshold(point.threshold)} is no better a threshold than {others}{more}"
    dips = sorted(system.clear_dips, key=lambda dip: -dip.area_lost)
    for dip in dips[:_MOST_DIPS]:
        yield (
            f"scores from {_threshold(dip.low_score)} to {_threshold(dip.high_score)} rank "
            f"{dip.positives:g} positive and {dip.negatives:g} negative items worse than a coin would "
            f"(local AUC {number(dip.local_auc)}, {p_said(dip.p_value)})"
        )
