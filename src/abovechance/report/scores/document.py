"""What scores are worth, for machines: a JSON document of a fixed schema, CSV, Markdown and LaTeX."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from abovechance.core.text import number, p_shown, shown
from abovechance.curves.comparison.comparison import TITLES as SUMMARY_TITLES
from abovechance.curves.curve.edges import hull_vertices
from abovechance.measures.registry import measure
from abovechance.report.scores.terminal import verdict
from abovechance.report.tabular import cells_of, document_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from abovechance.evaluation.scores import RankedSystem, Ranking
    from abovechance.inference.intervals.interval import Interval
    from abovechance.report.tabular import Cells, Record

SCHEMA = "abovechance.roc/1"
COLUMNS = (
    "system", "measure", "value", "low", "high", "level", "chance", "threshold", "cut", "apparent", "p_value",
    "p_adjusted", "method", "reason",
)  # fmt: skip
_OF_INTERVAL = ("value", "low", "high", "se", "method", "warning", "reason")


def document(ranking: Ranking, source: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON document."""
    comparison, fusion, classes = ranking.comparison, ranking.fusion, ranking.classes
    return document_of(
        SCHEMA,
        source=dict(source),
        kind=ranking.kind,
        level=ranking.level,
        **({} if ranking.clusters is None else {"clusters": ranking.clusters}),
        purpose=asdict(ranking.purpose),
        verdict=verdict(ranking),
        systems=[_system(system) for system in ranking.systems],
        rows=list(records(ranking)),
        comparison=None if comparison is None else comparison.to_dict(),
        fusion=None if fusion is None else fusion.to_dict(),
        classes=None if classes is None else classes.to_dict(),
        class_intervals={key: _interval(found) for key, found in ranking.class_bounds.items()},
    )


def _system(system: RankedSystem) -> Record:
    curve = system.curve
    negative = list(curve.negative) if isinstance(curve.negative, tuple) else [curve.negative]
    return {
        "system": system.name,
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
            | _bounds(system, x.measure.key)
            for x in system.summary.entries
        ],
        "point": _point(system),
        "selection": None if system.selection is None else _selection(system),
        "concavities": system.dips.to_dict(),
        "hull": [] if math.isnan(curve.auc) else [vertex.to_dict() for vertex in hull_vertices(curve)],
    }


def _bounds(system: RankedSystem, key: str) -> Record:
    found = system.auc if key == "auc" else system.bounds.get(key)
    return {name: None if found is None else getattr(found, name) for name in ("low", "high", "method")}


def _interval(found: Interval) -> Record:
    return {name: getattr(found, name) for name in _OF_INTERVAL}


def _point(system: RankedSystem) -> Record:
    found = system.point.to_dict()
    table = system.point.table
    found["table"] = None if table is None else table.counts.tolist()
    for name in ("position", "tied", "tied_tables"):
        found.pop(name)
    return found | {"measures": {key: _interval(x) for key, x in system.intervals.items()}}


def _selection(system: RankedSystem) -> Record:
    found = system.selection.to_dict() if system.selection is not None else {}
    wanted = ("method", "estimates", "cut_low", "cut_high", "undecided")
    return {name: found[name] for name in wanted}


def records(ranking: Ranking) -> Iterator[Record]:
    """A row for each number that sums up a system, for each measure of its decisions, and for each pair."""
    for system in ranking.systems:
        yield from _summaries(system)
        chosen = {} if system.selection is None else {one.measure: one for one in system.selection.estimates}
        for key, found in system.intervals.items():
            one: Any = chosen.get(key, found)
            yield _row(system.name, key, one) | {
                "threshold": system.point.threshold,
                "cut": system.point.cut if system.point.is_chosen else None,
                "apparent": found.value if key in chosen else None,
                "method": system.selection.method if system.selection and key in chosen else found.method,
            }
    yield from _pairs(ranking)


def _pairs(ranking: Ranking) -> Iterator[Record]:
    """The differences of systems in their area."""
    comparison = ranking.comparison
    if comparison is None:
        return
    for pair in comparison.pairs:
        yield dict.fromkeys(COLUMNS) | {
            "system": f"{pair.first} − {pair.second}",
            "measure": f"{comparison.measure}_difference",
            "value": pair.difference,
            "low": pair.low,
            "high": pair.high,
            "level": ranking.level,
            "chance": 0.0,
            "p_value": pair.p_value,
            "p_adjusted": pair.p_adjusted if len(comparison.pairs) > 1 else None,
            "method": pair.method,
        }


def _summaries(system: RankedSystem) -> Iterator[Record]:
    for entry in system.summary.entries:
        nothing: Record = dict.fromkeys(COLUMNS)
        row = nothing | {"system": system.name, "measure": entry.measure.key, "value": entry.value}
        row |= {"chance": entry.chance, "reason": entry.reason}
        found = system.auc if entry.measure.key == "auc" else system.bounds.get(entry.measure.key)
        if found is not None:
            row |= _row(system.name, entry.measure.key, found) | {"chance": entry.chance}
        yield row


def _row(name: str, key: str, found: Any) -> Record:
    nothing: Record = dict.fromkeys(COLUMNS)
    numbers = {x: getattr(found, x) for x in ("value", "low", "high", "level", "method", "reason")}
    return nothing | {"system": name, "measure": key} | numbers


def cells(ranking: Ranking) -> Cells:
    """A table for people."""
    titles = {
        entry.measure.key: entry.measure.title
        for system in ranking.systems
        for entry in system.summary.entries
    }
    if ranking.comparison is not None:
        area = ranking.comparison.measure
        titles[f"{area}_difference"] = f"Difference of {SUMMARY_TITLES[area]}"
    rows = list(records(ranking))
    return cells_of(
        {
            "System": [shown(row["system"]) for row in rows],
            "Measure": [titles.get(row["measure"]) or measure(row["measure"]).title for row in rows],
            "Value": [number(row["value"]) for row in rows],
            "Low": ["" if row["low"] is None else number(row["low"]) for row in rows],
            "High": ["" if row["high"] is None else number(row["high"]) for row in rows],
            "Chance": ["" if row["chance"] is None else number(row["chance"]) for row in rows],
            "Threshold": ["" if row["threshold"] is None else f"{row['threshold']:.6g}" for row in rows],
            "Cut": ["" if row["cut"] is None else f"{row['cut']:.6g}" for row in rows],
            "Apparent": ["" if row["apparent"] is None else number(row["apparent"]) for row in rows],
            "p": ["" if row["p_value"] is None else p_shown(row["p_value"]) for row in rows],
            "Adjusted p": ["" if row["p_adjusted"] is None else p_shown(row["p_adjusted"]) for row in rows],
        },
        "Value",
    )
