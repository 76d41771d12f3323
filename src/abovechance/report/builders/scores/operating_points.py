"""What the page of scores has beside the report in text: a slider over thresholds, and one over costs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.text import decimals, quantity, shown
from abovechance.curves.costs.deployment import at_prevalence, deployed
from abovechance.curves.thresholds.operating import operating_point
from abovechance.measures.headlines import EXPLORED
from abovechance.measures.registry import measure
from abovechance.pictures.curves.ranking import costs_of
from abovechance.pictures.curves.roc import roc_curves
from abovechance.report.document import Cell, Choice, Column, Extra, Figure, Paragraph, Steps, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.core.arrays import Array
    from abovechance.evaluation.scores.ranking import RankedSystem, Ranking
    from abovechance.pictures.picture import Picture
    from abovechance.report.document import Section
    from abovechance.tables.tables import Tables

_MOST_STEPS, _LEAST_STEPS = 160, 20  # of one system's slider, and of each of many
_CELLS = {
    "tp": "True positives", "fp": "False positives", "fn": "False negatives", "tn": "True negatives",
}  # fmt: skip
_EXPONENTS = np.linspace(-2, 2, 41)  # costs from 1 : 100 to 100 : 1
_WHAT_COSTS_SAY = (
    "The threshold with the lowest expected cost, where missing a positive costs so many times as much as "
    "calling a negative one positive. Costs are by item, and the cheaper error costs 1."
)


def extras(ranking: Ranking) -> Iterator[Extra]:
    """The sections that pages have beside the others."""
    systems = [x for x in ranking.systems if not math.isnan(x.curve.auc)]
    if systems:
        yield Extra("Choose a threshold", lambda: _sliders(ranking, systems))
        yield Extra("What if errors cost more or less?", lambda: [_costs(ranking)])


def _sliders(ranking: Ranking, systems: list[RankedSystem]) -> Iterator[Section]:
    share = ranking.purpose.prevalence
    where = "these items" if share is None else f"a prevalence of {100 * share:.3g} %"
    yield Paragraph(
        "Move the slider, or drag along the curve: what would be decided from that score on. "
        f"Measures are those of {where}; the lines in their bars are what chance would reach."
    )
    most = max(_MOST_STEPS // len(systems), _LEAST_STEPS)
    sliders = tuple(_slider(ranking, system, most) for system in systems)
    if len(sliders) == 1:
        yield sliders[0]
    else:
        kind = ranking.kind.capitalize()
        yield Choice(kind, tuple(shown(system.name) for system in systems), sliders)


def _slider(ranking: Ranking, system: RankedSystem, most: int) -> Steps:
    """The decisions of one system at so many thresholds, those where the curve turns among them."""
    curve, share = system.curve, ranking.purpose.prevalence
    kept = _steps(system, most)
    counts = _chosen(curve.tables, kept)
    moved = counts if share is None else _chosen(at_prevalence(curve, share).tables, kept)
    values = {key: _values(key, moved) for key in EXPLORED}
    by_chance = {key: _values(key, moved.expected) for key in EXPLORED}
    cells = {name: _quantities(getattr(counts.dichotomy, name)) for name in _CELLS}
    columns = (Column("Decisions", "words"), Column("", "figures", head="value"), Column("", "gauge"))
    tables = []
    for k in range(len(kept)):
        rows: list[list[Any]] = [[title, cells[name][k], None] for name, title in _CELLS.items()]
        rows += [
            [Cell(measure(key).title, measure=key), f"{value[k]:.3f}", (value[k], by_chance[key][k])]
            for key, value in values.items()
        ]
        tables.append(Table(columns, rows))
    point = system.point.position
    first = 0 if point is None else int(np.abs(kept - point).argmin())
    return Steps(
        "Positive from this score on",
        tuple(_threshold(x) for x in curve.thresholds[kept].tolist()),
        tuple(tables),
        first,
        Figure(lambda: _curve(ranking, system)),
        tuple(zip(curve.fpr[kept].tolist(), curve.tpr[kept].tolist(), strict=True)),
    )  # fmt: skip


def _curve(ranking: Ranking, system: RankedSystem) -> Picture:
    """The curve of one system with its point, and the line of equal cost at the share of the deployment."""
    chosen: Any = {system.name: system.selection or system.point}
    share = ranking.purpose.prevalence
    return roc_curves(
        {system.name: system.curve}, points=chosen, costs=costs_of(ranking), prevalence=share,
        level=ranking.level,
    )  # fmt: skip


def _steps(system: RankedSystem, most: int) -> Array:
    """Thresholds at equal distances along the curve, the corners of its hull and the one that was chosen."""
    curve, point = system.curve, system.point.position
    way = curve.fpr + curve.tpr
    spread = np.searchsorted(way, np.linspace(0, way[-1], most))
    own = [] if point is None else [point]
    found = np.concatenate([spread.clip(max=len(way) - 1), curve.hull_positions[:most], own])
    return np.unique(found.astype(int))


def _chosen(tables: Tables, kept: Array) -> Tables:
    return type(tables).from_counts(tables.counts[kept], tables.labels, positive=tables.positive)


def _costs(ranking: Ranking) -> Steps:
    """The cheapest threshold of each system, by how much a miss costs; the costs that were asked for too."""
    given = costs_of(ranking)
    wanted = 1.0 if given is None or min(given) == 0 else given[0] / given[1]
    grid = 10.0**_EXPONENTS
    # The costs that were asked for take the place of a step that is all but equal to them.
    ratios = np.unique(np.append(grid[~np.isclose(grid, wanted)], wanted))
    systems = [x for x in ranking.systems if not math.isnan(x.curve.auc)]
    columns = (Column("System", "name"), Column("from score", "figures"), Column("Recall"), Column("Fallout"),
               Column("expected cost"), Column("of calling all or none"))  # fmt: skip
    tables = []
    for ratio in ratios.tolist():
        # The cheaper of the two errors costs 1.
        costs = (ratio / min(ratio, 1.0), 1 / min(ratio, 1.0))
        tables.append(Table(columns, [_cheapest(ranking, system, costs) for system in systems]))
    first = int(np.flatnonzero(ratios == wanted)[0])
    positions = tuple(map(_ratio, ratios.tolist()))
    return Steps("A miss to a false alarm", positions, tuple(tables), first, said=_WHAT_COSTS_SAY)


def _cheapest(ranking: Ranking, system: RankedSystem, costs: tuple[float, float]) -> list[Any]:
    share = deployed(system.curve, ranking.purpose.prevalence)
    miss, alarm = share * costs[0], (1 - share) * costs[1]
    found = operating_point(
        system.curve, "cost", cost_positive=costs[0], cost_negative=costs[1], prevalence=share
    )
    cost = miss * (1 - found.tpr) + alarm * found.fpr
    return [system.name, _threshold(found.threshold), found.tpr, found.fpr, cost, min(miss, alarm)]


def _values(key: str, tables: Tables) -> list[float]:
    return np.ravel(np.asarray(measure(key)(tables), dtype=float)).tolist()


def _quantities(counts: Array) -> list[str]:
    places = decimals(counts)
    return [quantity(x, places) for x in counts.tolist()]


def _threshold(score: float) -> str:
    if math.isinf(score):
        return "none" if score > 0 else "all"
    return f"{score:.4g}".replace("-", "−")


def _ratio(ratio: float) -> str:
    return f"{ratio:.3g} : 1" if ratio >= 1 else f"1 : {1 / ratio:.3g}"
