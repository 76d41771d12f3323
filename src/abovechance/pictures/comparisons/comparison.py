"""Pictures of comparisons: the differences of every two systems, and each system with its interval."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from abovechance.core.text import group_text
from abovechance.inference.comparisons.pair_difference import direction
from abovechance.inference.comparisons.verdict import p_text
from abovechance.measures.registry import declared
from abovechance.pictures.evaluation import as_group
from abovechance.pictures.forests import about_zero, chance_of, forest, row, title_of
from abovechance.pictures.intervals import level_said
from abovechance.pictures.tables.roc_points import roc_position
from abovechance.pictures.words import pair_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.curves.comparison.comparison import CurveComparison
    from abovechance.inference.comparisons.comparison import Comparison, ComparisonBase, SystemTable
    from abovechance.inference.comparisons.margin import Margins, MarginTest
    from abovechance.inference.comparisons.pair_difference import PairDifference
    from abovechance.pictures.picture import Forest, ForestRow, Picture
    from abovechance.pictures.results import Pictures

_MANY_SYSTEMS = 4
_MOST_PAIRS = 45  # those of ten systems
_MOST_SYSTEMS_IN_ROC = 12


def of_comparison(result: Comparison) -> Pictures:
    """Differences, systems, classes, groups, several measures, margins, and positions in ROC space."""
    found: Pictures = {
        "differences": lambda: forest_of_pairs(result),
        "systems": lambda: forest_of_systems(result),
    }
    if len(result.systems) > _MANY_SYSTEMS:  # their pairs would be a long list
        found = dict(reversed(found.items()))
    if result.per_class:
        found["classes"] = lambda: forest_of_class_differences(result)
    if result.groups:
        found["groups"] = lambda: forest_of_group_differences(result)
    if result.table is not None:
        table = result.table
        found["measures"] = lambda: forest_of_system_table(table)
    if result.margins is not None:
        margins = result.margins
        found["margins"] = lambda: forest_of_margins(margins)
    if has_positions(result):
        found["roc"] = lambda: roc_of_systems(result)
    return found


def of_pairs(result: ComparisonBase) -> Pictures:
    """The differences of every two."""
    return {"differences": lambda: forest_of_pairs(result)}


def of_curve_comparison(result: CurveComparison) -> Pictures:
    """Differences, and margins if there are any."""
    found: Pictures = {"differences": lambda: forest_of_pairs(result, less=result.lower_is_better)}
    if result.margins is not None:
        margins = result.margins
        found["margins"] = lambda: forest_of_margins(margins)
    return found


def of_system_table(result: SystemTable) -> Pictures:
    """Systems by measures."""
    return {"measures": lambda: forest_of_system_table(result)}


def of_pair(result: PairDifference) -> Pictures:
    """One difference."""
    return {"differences": lambda: _differences([result])}


def of_margins(result: Margins) -> Pictures:
    """The differences beside the margin."""
    return {"margins": lambda: forest_of_margins(result)}


def of_margin_test(result: MarginTest) -> Pictures:
    """One difference beside the margin."""
    return {"margins": lambda: _within([result], result.margin)}


def has_positions(result: Comparison) -> bool:
    """Whether systems are points of ROC space, and few enough to be told apart."""
    return len(result.tables.labels) == 2 and len(result.systems) <= _MOST_SYSTEMS_IN_ROC


def roc_of_systems(result: Comparison) -> Picture:
    """Where the systems stand in ROC space."""
    level = result.level if len(result.systems) <= 3 else None
    return roc_position({name: result.tables.at(system=name) for name in result.systems}, level=level)


def forest_of_systems(result: Comparison) -> Forest:
    """The measure of each system with its interval, the best first."""
    found = result.intervals
    title = title_of(result.measure)
    rows = [
        row(name, found[name].value, found[name].low, found[name].high, system=result.systems.index(name))
        for name in (rank.system for rank in result.ranking)
    ]
    return forest(
        f"{title} of each system, {level_said(result.level)}", rows, measure=title,
        reference=chance_of(result.measure),
    )  # fmt: skip


def forest_of_pairs(result: ComparisonBase, *, less: bool = False) -> Forest:
    """The differences of every two systems, the better less the other, as verdicts name them.

    ``less`` says that a curve's measure is the better the lower it is; other measures tell by themselves.
    """
    return _differences(better_first(result.pairs, less=less))


def better_first(pairs: Sequence[PairDifference], *, less: bool = False) -> list[PairDifference]:
    """Pairs as the better less the other, those of the best system first."""
    turned = [x.reversed if _turned(x, less=less) else x for x in pairs]
    wins = Counter(x.first for x in turned)
    return sorted(turned, key=lambda x: (-wins[x.first], -wins[x.second]))


def forest_of_class_differences(result: Comparison) -> Forest:
    """Of two systems the difference on each class."""
    of = _as_all(result, result.per_class)
    found = f"{of[0].first} − {of[0].second}"
    return _differences(of, names=[str(x.label) for x in of], title=f"{found} on each class, by")


def forest_of_group_differences(result: Comparison) -> Forest:
    """The differences of all items, then of each group."""
    parts = {"all": result.pairs} | {
        group_text(as_group(group)): part.pairs for group, part in result.groups.items()
    }
    several = len(result.pairs) > 1
    rows: list[ForestRow] = []
    for name, pairs in parts.items():
        of = _as_all(result, pairs)
        rows += _rows(of, headings=[name] if several else (), names=() if several else [name])
    first = parts["all"][0]
    of_two = "" if several else f"{_pair_names([first])[0]}: "
    title = f"{of_two}Difference of {title_of(result.measure)} by group, {level_said(result.level)}"
    return _about_zero(title, rows)


def _turned(x: PairDifference, *, less: bool = False) -> bool:
    """Whether the second of two systems is the better, or has more where neither is."""
    known = declared(x.measure)
    sign = -1 if less else 1 if known is None else direction(known) or 1
    return sign * x.difference < 0


def _as_all(result: Comparison, pairs: Sequence[PairDifference]) -> Sequence[PairDifference]:
    """Differences of parts of the items with the systems in the order that they have for all items."""
    turned = {(x.first, x.second) for x in result.pairs if _turned(x)}
    return [x.reversed if (x.first, x.second) in turned else x for x in pairs]


def _differences(
    pairs: Sequence[PairDifference], *, names: Sequence[str] = (), title: str = "Difference of"
) -> Forest:
    first = pairs[0]
    rows = _rows(pairs, names=names)
    return _about_zero(f"{title} {title_of(first.measure)}, {level_said(first.level)}", rows)


def _rows(
    pairs: Sequence[PairDifference], *, names: Sequence[str] = (), headings: Sequence[str] = ()
) -> list[ForestRow]:
    found, called = [], names or _pair_names(pairs)
    for i, x in enumerate(pairs):
        shown = x.low > 0 or x.high < 0
        found.append(
            row(
                called[i], x.difference, x.low, x.high,
                system=0 if shown else None, heading=headings[i] if i < len(headings) else "",
                note=_noted(x.difference, x.low, x.high, p_of(x)),
            )
        )  # fmt: skip
    return found


def _pair_names(pairs: Sequence[PairDifference | MarginTest]) -> list[str]:
    return pair_names([(x.first, x.second) for x in pairs])


def p_of(x: PairDifference) -> float:
    """The p-value, adjusted where there are several."""
    return x.p_value if math.isnan(x.p_adjusted) else x.p_adjusted


def _noted(value: float, low: float, high: float, p: float) -> str:
    if math.isnan(value):
        return "undefined"
    bounds = "" if math.isnan(low) or math.isnan(high) else f" [{low:.2f}, {high:.2f}]"
    said = "" if math.isnan(p) else f", {p_text(p)}"
    return f"{value:+.2f}{bounds}{said}".replace("-", "−")


def _about_zero(title: str, rows: Sequence[ForestRow], notes: tuple[str, ...] = ()) -> Forest:
    """A forest of differences, whose axis holds 0 and is as long on both its sides as the data ask for."""
    made = forest(title, rows, reference=0.0, reference_name="no difference", most=_MOST_PAIRS)
    grey = any(x.system is None for x in made.rows) and any(x.system is not None for x in made.rows)
    notes += ("grey: the interval holds 0",) if grey else ()
    return replace(made, x=about_zero(made), notes=(*notes, *made.notes))


def forest_of_system_table(result: SystemTable) -> Forest:
    """Under each measure the systems, with a word on the best and those shown to be worse."""
    rows: list[ForestRow] = []
    for key in result.measures:
        of = [x for x in result.entries if x.measure == key]
        for i, x in enumerate(of):
            mark = " (best)" if x.best else " (worse than the best)" if x.differs else ""
            bounds = "" if math.isnan(x.low) else f" [{x.low:.2f}, {x.high:.2f}]"
            note = "undefined" if math.isnan(x.value) else f"{x.value:.2f}{bounds}{mark}".replace("-", "−")
            rows.append(
                row(x.system, x.value, x.low, x.high, chance=chance_of(key),
                    system=result.systems.index(x.system),
                    heading=title_of(key) if i == 0 else "", note=note)
            )  # fmt: skip
    return forest(f"Systems by measures, {level_said(result.level)}", rows, most=60)


def forest_of_margins(result: Margins) -> Forest:
    """Differences with the intervals of the tests, between the margins."""
    return _within(result.tests, result.margin)


def _within(tests: Sequence[MarginTest], margin: float) -> Forest:
    rows: list[ForestRow] = [
        row(
            name, x.difference, x.low, x.high,
            system=0 if x.equivalent or x.noninferior else None,
            note=_margin_note(x),
        )
        for name, x in zip(_pair_names(tests), tests, strict=True)
    ]  # fmt: skip
    first = tests[0]
    title = f"Difference of {title_of(first.measure)} and the margin of {margin:g}"
    made = forest(title, rows, reference=0.0, reference_name="no difference")
    finite = [abs(v) for x in rows for v in (x.low, x.high, x.value) if math.isfinite(v)]
    reach = 1.08 * max(margin, *finite, 1e-9)
    notes = (f"dotted: the margin, {margin:g}", f"bars: {level_said(first.level)}s", *made.notes)
    return replace(made, x=replace(made.x, low=-reach, high=reach), notes=notes, borders=(-margin, margin))


def _margin_note(x: Any) -> str:
    said = "equivalent" if x.equivalent else "not worse" if x.noninferior else "not shown"
    return f"{x.difference:+.3f}, {said}".replace("-", "−") if math.isfinite(x.difference) else "undefined"
