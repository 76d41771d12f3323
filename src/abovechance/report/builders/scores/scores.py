"""The document of a ranking: areas, thresholds, decisions, and which system to use when."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Literal

from abovechance.core.text import NONE, counted, named, number, quantity, shortened, shown
from abovechance.curves.comparison.comparison import TITLES as SUMMARY_TITLES
from abovechance.curves.curve.edges import hull_vertices
from abovechance.curves.summaries.losses import wrong_probability
from abovechance.measures.registry import measure
from abovechance.pictures.comparisons.comparison import better_first
from abovechance.report.builders.comparisons.comparison import margin_table
from abovechance.report.builders.scores.notes import NAME_WIDTH, notes, threshold_text
from abovechance.report.builders.scores.operating_points import extras
from abovechance.report.document import (
    P_ADJUSTED,
    Cell,
    Column,
    Document,
    Extra,
    Paragraph,
    Table,
    interval_column,
)
from abovechance.report.figures import figures
from abovechance.report.schema import Members, Number, Text, several

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from abovechance.curves.curve.edges import Vertex
    from abovechance.evaluation.scores.ranking import RankedSystem, Ranking
    from abovechance.inference.intervals.interval import Interval
    from abovechance.report.document import Section

_MOST_PAIRS = 45
_MOST_CORNERS = 12
_CHANCE_AUC = 0.5
_SUMMARY_HEADS = {  # the heads of columns, and the order in which they go where a terminal is narrow
    "gini": ("Gini", 3),
    "auch": ("AUCH", 4),
    "h_measure": ("H", 0),
    "average_precision": ("AP", 5),
    "ks": ("KS", 2),
    "brier_score": ("Brier", 1),
}
_TRIVIAL_SYSTEMS = {(0.0, 0.0): "call none positive", (1.0, 1.0): "call all positive"}
_COLUMN_BY_KIND = {"system": "System", "group": "Group", "class": "Class against the rest"}
_CRITERION_TITLES = {
    "cost": "Lowest cost",
    "bias_equals_prevalence": "Bias = Prevalence",
    "closest": "Closest to (0, 1)",
    "equal_error_rate": "Equal error rate",
}
_CRITERION_HEADS = {
    "cost": "Expected cost",
    "bias_equals_prevalence": "Bias less Prevalence",
    "closest": "Distance to (0, 1)",
    "equal_error_rate": "Mean of both error rates",
}
_OF_INTERVAL = ("value", "low", "high", "se", "method", "warning", "reason")
_OF_SELECTION = ("method", "estimates", "cut_low", "cut_high", "undecided")

SUMMARY = "What `abovechance roc --json` writes and `Ranking.to_dict()` returns."
_SYSTEM: Members = {
    "system": Annotated[str, "The system, group or class."],
    "positive": str,
    "negative": list[str],
    "positives": Annotated[float, "How many items are positive, or their weight."],
    "negatives": float,
    "thresholds": Annotated[int, "How many thresholds there are."],
    "auc": Annotated[dict[str, Any], "The area with its interval."],
    "auc_test": Annotated[dict[str, Any], "Whether the scores tell anything of the class."],
    "h_measure": dict[str, Any],
    "summary": Annotated[list[dict[str, Any]], "Numbers that sum up the curve, beside their chance levels."],
    "point": Annotated[dict[str, Any], "The operating point, and the measures of its decisions."],
    "selection": Annotated[dict[str, Any] | None, "What the chosen threshold may be expected to reach."],
    "concavities": Annotated[dict[str, Any], "Where the curve lies under its hull."],
    "hull": Annotated[list[dict[str, Any]], "The corners of the convex hull."],
}
DATA: Members = {
    "kind": Annotated[Literal["system", "group", "class"], "What the systems are."],
    "level": Annotated[float, "The confidence level of the intervals."],
    "clusters": Annotated[int | None, "How many clusters the items come in; null if each item is one draw."],
    "purpose": Annotated[dict[str, Any], "What thresholds are for."],
    "systems": several(_SYSTEM),
    "comparison": Annotated[dict[str, Any] | None, "The differences of systems or groups."],
    "fusion": Annotated[dict[str, Any] | None, "Which system to use at which cost."],
    "classes": Annotated[dict[str, Any] | None, "Averages over classes."],
    "class_intervals": Annotated[dict[str, Any], "The intervals of these averages, by their keys."],
}
ROW: Members = {
    "system": str,
    "measure": str,
    "value": Number,
    "low": Number,
    "high": Number,
    "level": Number,
    "chance": Number,
    "threshold": Annotated[Number, "The score from which items are called positive."],
    "cut": Annotated[Number, "Halfway to the next lower score: what to use on new items."],
    "apparent": Annotated[Number, "What a chosen threshold seems to reach on the items it was chosen on."],
    "p_value": Number,
    "p_adjusted": Number,
    "method": Text,
    "reason": Text,
}


def document(ranking: Ranking, positive_hint: str = "") -> Document:
    """The document of a ranking; ``positive_hint`` follows the positive class where it was guessed."""
    parts = (_curves, _averages, _points, _pairs, _fusion, _more_curves, extras)
    return Document(
        kind="roc",
        verdict=ranking.verdict,
        rows=ranking.rows(),
        table=_paper_table(ranking),
        data=_data(ranking),
        about=_about(ranking, positive_hint),
        headline=_areas(ranking),
        sections=tuple(section for part in parts for section in part(ranking)),
        notes=tuple(notes(ranking)),
    )


def _curves(ranking: Ranking) -> Iterator[Section]:
    yield from figures(ranking, "roc")


def _more_curves(ranking: Ranking) -> Iterator[Section]:
    """The same curves in other spaces, and what more there is to see of classes."""
    names = ["threshold"] if len(ranking.systems) == 1 else []
    names += ["pr", "cost"]
    if all(wrong_probability(curve) is None for curve in ranking.curves.values()):
        names.append("calibration")
    if ranking.classes is not None:
        names.append("pairs")
    yield Extra("The same curves seen otherwise", lambda: figures(ranking, *names))


def _about(ranking: Ranking, positive_hint: str) -> tuple[str, ...]:
    """How many items there are, and which class is positive."""
    curve = ranking.systems[0].curve
    # Systems and classes are of the same items, which count once; groups are of items of their own.
    apart = [x.curve for x in (ranking.systems if ranking.kind == "group" else ranking.systems[:1])]
    positives = sum(x.positives for x in apart)
    total = positives + sum(x.negatives for x in apart)
    size = f"weight {quantity(total, 2)} in all" if curve.is_weighted else counted(quantity(total), "item")
    if ranking.kind == "class":
        return (f"{size}, {len(ranking.systems)} classes, each against the rest",)
    groups = f" in {counted(len(apart), 'group')}" if ranking.kind == "group" else ""
    guess = " (a guess: name it with positive=)" if curve.positive_guessed else ""
    positive = f"positive class {named(curve.positive)}{positive_hint or guess}"
    return (f"{size}{groups}, {100 * positives / total if total else math.nan:.3g} % positive, {positive}",)


def _interval_column(ranking: Ranking, drop: int = 0) -> Column:
    return interval_column(ranking.level, drop=drop)


def _bounds(found: Any) -> tuple[float, float]:
    return (math.nan, math.nan) if found is None else (found.low, found.high)


def _areas(ranking: Ranking) -> Table:
    """A line for each system, and what chance would get; of a single system a line for each number."""
    if len(ranking.systems) == 1 and ranking.kind == "system":
        return _numbers(ranking)
    keys = [key for key in _SUMMARY_HEADS if not all(math.isnan(x.summary[key]) for x in ranking.systems)]
    rows: list[Sequence[Any]] = [
        [x.name, x.auc.value, _bounds(x.auc), *(x.summary[key] for key in keys)] for x in ranking.systems
    ]
    levels = [_chance(ranking, key) for key in keys]
    rows.append(
        [Cell("chance", "dim"), Cell(_CHANCE_AUC, "dim"), None, *(Cell(level, "dim") for level in levels)]
    )
    columns = (Column(_COLUMN_BY_KIND[ranking.kind], "name"), Column("AUC"), _interval_column(ranking),
               *(Column(*_SUMMARY_HEADS[key][:1], drop=_SUMMARY_HEADS[key][1]) for key in keys))  # fmt: skip
    return Table(columns, rows, totals=1)


def _numbers(ranking: Ranking) -> Table:
    (system,) = ranking.systems
    rows = []
    for entry in system.summary.entries:
        key = entry.measure.key
        if key not in ("auc", *_SUMMARY_HEADS) or math.isnan(entry.value):
            continue
        found = system.auc if key == "auc" else system.bounds.get(key)
        value = system.auc.value if key == "auc" else entry.value
        rows.append([entry.measure.title, value, _bounds(found), entry.chance])
    title = shortened([shown(system.name)], NAME_WIDTH)[0]
    return Table((Column(title, "words"), Column("value"), _interval_column(ranking), Column("chance")), rows)


def _chance(ranking: Ranking, key: str) -> float:
    """The level of chance; NaN where systems on different items differ in it."""
    entries = (entry for system in ranking.systems for entry in system.summary.entries)
    levels = {entry.chance for entry in entries if entry.measure.key == key}
    level = levels.pop() if len(levels) == 1 else None
    return math.nan if level is None else level


def _averages(ranking: Ranking) -> Iterator[Section]:
    if ranking.classes is not None:
        rows = [
            [row["title"], row["value"], _bounds(ranking.class_bounds.get(row["measure"]))]
            for row in ranking.classes.rows()
        ]
        yield Table(
            (Column("Average over classes", "words"), Column("value"), _interval_column(ranking)), rows
        )


def _points(ranking: Ranking) -> Iterator[Section]:
    """The tables of thresholds and decisions, unless there are none."""
    if all(system.point.position is None for system in ranking.systems):
        return
    yield _thresholds(ranking)
    yield _decisions(ranking)
    if len(ranking.systems) == 1:
        yield _measures(ranking)


def _thresholds(ranking: Ranking) -> Table:
    """The threshold of each system, the cut to use, what it reaches honestly and what it seems to reach."""
    criterion = ranking.systems[0].point.criterion
    interval = _interval_column(ranking)
    columns: tuple[Column, ...]
    if ranking.purpose.threshold is not None:
        columns = (Column(f"At threshold {ranking.purpose.threshold:g}", "name"),
                   Column(_CRITERION_HEADS.get(criterion) or measure(criterion).title), interval)  # fmt: skip
        return Table(columns, [[x.name, x.point.value, _bounds(x.criterion)] for x in ranking.systems])
    best = _CRITERION_TITLES.get(criterion) or f"Best {measure(criterion).title}"
    columns = (Column(best, "name"), Column("threshold", "number"), Column("cut", "number"), Column("value"),
               interval, Column("apparent", drop=2), Column("cuts of resamples", "text", drop=1))  # fmt: skip
    rows = [_chosen(system) for system in ranking.systems]
    if all(system.selection is None for system in ranking.systems):
        return Table(columns[:5], [row[:5] for row in rows])
    return Table(columns, rows)


def _chosen(system: RankedSystem) -> list[Any]:
    point, chosen = system.point, system.selection
    if point.position is None:
        return [system.name, math.nan, math.nan, math.nan, (math.nan, math.nan), math.nan, NONE]
    if chosen is None:
        found = [point.value, _bounds(system.criterion), point.value, NONE]
    else:
        one, cuts = chosen.estimate, (chosen.cut_low, chosen.cut_high)
        between = Cell(" to ".join(map(threshold_text, cuts)), sort=chosen.cut_low)
        found = [one.value, _bounds(one), one.apparent, between]
    return [system.name, point.threshold, point.cut, *found]


def _decisions(ranking: Ranking) -> Table:
    """The cells of each system's table, and what follows from them."""
    keys = {"informedness": 0, "recall": 0, "inverse_recall": 2, "precision": 1}
    rows = []
    for system in ranking.systems:
        table = system.point.table
        (tn, fp), (fn, tp) = ((None, None), (None, None)) if table is None else table.counts.tolist()
        values = [math.nan if table is None else system.intervals[key].value for key in keys]
        rows.append([system.name, tp, fp, fn, tn, *values])
    columns = (Column("Decisions there", "name"),
               *(Column(cell, "count") for cell in ("tp", "fp", "fn", "tn")),
               *(Column(measure(key).title.replace("Inverse", "Inv."), drop=x)
                 for key, x in keys.items()))  # fmt: skip
    return Table(columns, rows)


def _measures(ranking: Ranking) -> Table:
    """The measures of a single system's decisions: on new items, and on these."""
    (system,) = ranking.systems
    interval = _interval_column(ranking)
    if system.selection is None:
        rows = [[measure(key).title, x.value, _bounds(x)] for key, x in system.intervals.items()]
        return Table((Column("Measure", "words"), Column("value"), interval), rows)
    rows = [
        [_CRITERION_HEADS.get(x.measure) or measure(x.measure).title, x.value, _bounds(x), x.apparent]
        for x in system.selection.estimates
    ]
    return Table(
        (Column("Expected on new items", "words"), Column("value"), interval, Column("apparent")), rows
    )


def _pairs(ranking: Ranking) -> Iterator[Section]:
    comparison = ranking.comparison
    if comparison is None:
        return
    adjusted = len(comparison.pairs) > 1 and comparison.adjust is not None
    rows = []
    for pair in better_first(comparison.pairs, less=comparison.lower_is_better):
        clear = "bold" if comparison.is_clear(pair) else ""
        p = Cell(pair.p_value, "" if adjusted else clear)
        last = [Cell(pair.p_adjusted, clear)] if adjusted else []
        short = " − ".join(shortened([pair.first, pair.second], NAME_WIDTH))
        names = Cell(short, page=f"{pair.first} − {pair.second}")
        rows.append([names, pair.difference, (pair.low, pair.high), p, *last])
    title = f"Difference of {SUMMARY_TITLES[comparison.measure]}"
    columns = (Column(title, "words"), Column("", "difference", head="value"),
               interval_column(comparison.level, "difference_interval"), Column("p", "p"),
               *([Column(P_ADJUSTED, "p")] if adjusted else []))  # fmt: skip
    yield Table(columns, rows).first(_MOST_PAIRS, "pair")
    yield from figures(ranking, "differences")
    if comparison.margins is not None:
        yield margin_table([(None, test) for test in comparison.margins.tests])


def _fusion(ranking: Ranking) -> Iterator[Section]:
    """Which system to use at which cost: neighbouring corners of one system are one line."""
    fusion = ranking.fusion
    if fusion is None:
        return
    runs: list[list[Vertex]] = []
    # A corner that is the best at one cost only is never better than its neighbours.
    for vertex in (v for v in fusion.vertices if v.low_cost < v.high_cost):
        if runs and _who(runs[-1][-1]) == _who(vertex):
            runs[-1].append(vertex)
        else:
            runs.append([vertex])
    notes = ["PC (probability cost) is the share of the positives in the cost of getting every item wrong."]
    if not math.isnan(fusion.prevalence):
        notes.append(f"If both errors cost the same, PC is {number(fusion.prevalence)} here.")
    if fusion.never_best:
        notes.append(f"Never the best, whatever the cost: {', '.join(map(_short, fusion.never_best))}.")
    columns = (Column("Which to use", "name"), Column("if PC is", "interval"),
               Column("thresholds", "text", drop=1), Column("Fallout", "text"),
               Column("Recall", "text"))  # fmt: skip
    yield Table(columns, [_run(run) for run in runs], notes=tuple(notes)).first(_MOST_CORNERS, "line")
    said = "Corners are the best of many thresholds on the same items, and do less well on new ones."
    if fusion.doubtful:
        doubtful = ", ".join(map(_short, fusion.doubtful))
        said += f" Not shown to rank better than chance, so not to be used for a corner alone: {doubtful}."
    yield Paragraph(f"Note: {said}")


def _short(name: object) -> str:
    return shown(name, NAME_WIDTH)


def _who(vertex: Vertex) -> str:
    """Which system, or that none is needed."""
    return _TRIVIAL_SYSTEMS.get((vertex.fpr, vertex.tpr)) or str(vertex.system)


def _run(run: list[Vertex]) -> list[Any]:
    first, last = run[0], run[-1]
    cuts = dict.fromkeys(threshold_text(v.threshold) for v in (first, last))
    ranges = [dict.fromkeys(map(number, pair)) for pair in ((first.fpr, last.fpr), (first.tpr, last.tpr))]
    return [_who(first), (first.low_cost, last.high_cost), " to ".join(cuts), *map(" to ".join, ranges)]


def _paper_table(ranking: Ranking) -> Table:
    titles = {x.measure.key: x.measure.title for system in ranking.systems for x in system.summary.entries}
    if ranking.comparison is not None:
        area = ranking.comparison.measure
        titles[f"{area}_difference"] = f"Difference of {SUMMARY_TITLES[area]}"
    names = ("threshold", "cut", "apparent", "p_value", "p_adjusted")
    rows = [
        [row["system"], titles.get(row["measure"]) or measure(row["measure"]).title, row["value"],
         None if row["low"] is None else (row["low"], row["high"]), row["chance"],
         *(row[name] for name in names)]
        for row in ranking.rows()
    ]  # fmt: skip
    columns = (Column("System", "text"), Column("Measure", "text"), Column("Value"),
               _interval_column(ranking),
               Column("Chance"), Column("Threshold", "number"), Column("Cut", "number", 1),
               Column("Apparent", drop=2), Column("p", "p", 3), Column(P_ADJUSTED, "p"))  # fmt: skip
    return Table(columns, rows)


def _data(ranking: Ranking) -> dict[str, Any]:
    comparison, fusion, classes = ranking.comparison, ranking.fusion, ranking.classes
    return {
        "kind": ranking.kind,
        "level": ranking.level,
        "clusters": ranking.clusters,
        "purpose": asdict(ranking.purpose),
        "systems": [_system(system) for system in ranking.systems],
        "comparison": None if comparison is None else comparison.to_dict(),
        "fusion": None if fusion is None else fusion.to_dict(),
        "classes": None if classes is None else classes.to_dict(),
        "class_intervals": {key: _interval(found) for key, found in ranking.class_bounds.items()},
    }


def _system(system: RankedSystem) -> dict[str, Any]:
    curve = system.curve
    negative = curve.negative if isinstance(curve.negative, tuple) else (curve.negative,)
    selection = None if system.selection is None else system.selection.to_dict()
    return {
        "system": str(system.name),
        "positive": str(curve.positive),
        "negative": [str(label) for label in negative],
        "positives": curve.positives,
        "negatives": curve.negatives,
        "thresholds": len(curve.thresholds),
        "auc": _interval(system.auc),
        "auc_test": system.test.to_dict(),
        "h_measure": system.h_measure.to_dict(),
        "summary": [
            {"measure": x.measure.key, "value": x.value, "chance": x.chance, "reason": x.reason}
            | _bounds_of(system, x.measure.key)
            for x in system.summary.entries
        ],
        "point": _point(system),
        "selection": selection and {name: selection[name] for name in _OF_SELECTION},
        "concavities": system.dips.to_dict(),
        "hull": [] if math.isnan(curve.auc) else [vertex.to_dict() for vertex in hull_vertices(curve)],
    }


def _bounds_of(system: RankedSystem, key: str) -> dict[str, Any]:
    found = system.auc if key == "auc" else system.bounds.get(key)
    return {name: None if found is None else getattr(found, name) for name in ("low", "high", "method")}


def _interval(found: Interval) -> dict[str, Any]:
    return {name: getattr(found, name) for name in _OF_INTERVAL}


def _point(system: RankedSystem) -> dict[str, Any]:
    found = {
        name: x for name, x in system.point.to_dict().items() if name not in ("position", "tied", "curve")
    }
    table = system.point.table
    found["table"] = None if table is None else table.counts
    return found | {"measures": {key: _interval(x) for key, x in system.intervals.items()}}
