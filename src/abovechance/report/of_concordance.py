"""The concordance of partitions for people and machines: a sentence first, then the measures in groups."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text

from abovechance.clusterings.declared import group_of as usual_group
from abovechance.clusterings.declared import takes_out, title_of
from abovechance.core.text import (
    NONE,
    bounds,
    counted,
    decimals,
    number,
    p_shown,
    quantity,
    shown,
)
from abovechance.report.layout import fitted, with_more
from abovechance.report.tabular import cells_of, document_of, plain_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from abovechance.clusterings.assignment import Assignment
    from abovechance.clusterings.concordance import Concordance, Concordances
    from abovechance.report.tabular import Cells, Column, Line, Record

SCHEMA = "abovechance.concordance/1"
COLUMNS = (
    "measure", "group", "takes_out", "value", "chance", "chance_sd", "chance_method", "low", "high", "level",
    "se", "method", "p_value", "replicates", "n", "warning", "reason",
)  # fmt: skip
OTHERS = "other"
_LESS = ("takes out", "p", "interval")
_MOST_GROUPS = 30
_NAME = 24
_TITLE = 26
_LARGE = 1000
_MOST_TITLES = 4
_LEGEND = (
    "Chance is the mean over random partitions with groups of these sizes. What a measure takes out: chance, "
    "so that 0 is what chance gives; or the range, so that 1 is the most, with chance left in."
)


# For a terminal ---------------------------------------------------------------------------------


def report(
    found: Concordances, columns: int, lines: Sequence[str] = (), names: tuple[str, str] = ("a", "b")
) -> Group:
    """The sentence, what was compared, the measures by groups, and which group stands for which."""
    parts: list[RenderableType] = [
        Text(found.verdict, style="bold"),
        Text(),
        Text("\n".join([*lines, _extent(found)]), style="dim"),
    ]
    for group, results in _grouped(found).items():
        parts += [Text(), _measures(group, results, columns)]
    if any(x.measure.startswith("matched_") for x in found) and found.assignment is not None:
        parts += [Text(), *_assignment(found.assignment, names)]
    return Group(*parts, Text(), *_notes(found))


def _extent(found: Concordances) -> str:
    cells = found.cells
    items = quantity(cells.total, decimals([cells.total]))
    rows, columns = cells.shape
    groups = f"{rows} and {counted(columns, 'group')}"
    cells_said = f"{len(cells.counts)} of {counted(cells.size, 'cell')} not empty"
    return f"{counted(items, 'item')} in {groups}, {cells_said}"


def _grouped(found: Concordances) -> dict[str, list[Concordance]]:
    groups: dict[str, list[Concordance]] = {}
    for x in found:
        groups.setdefault(group_of(x.measure), []).append(x)
    return groups


def group_of(key: str) -> str:
    """What a measure is made of."""
    return usual_group(key) or OTHERS


def _measures(group: str, results: Sequence[Concordance], columns: int) -> RenderableType:
    heads = [group.capitalize(), "value", "chance", "interval", "p", "takes out"]
    lines: list[Line] = []
    for x in results:
        removed = takes_out(x.measure)
        style = "bold" if removed == "chance" else ""
        cells = [Text(title_of(x.measure).ljust(_TITLE), style=style), Text(_said(x.value), style=style)]
        others = [_said(x.chance), bounds(x.low, x.high, _said), p_shown(x.p_value)]
        lines.append([*cells, *others, Text(NONE if removed == "nothing" else removed, style="dim")])
    if all(math.isnan(x.p_value) for x in results):
        heads, lines = heads[:4] + heads[5:], [[*line[:4], *line[5:]] for line in lines]
    return fitted(heads, lines, _LESS, columns)


def _said(value: float) -> str:
    return number(value, 0 if abs(value) >= _LARGE else 3)


def _assignment(found: Assignment, names: tuple[str, str]) -> Iterator[RenderableType]:
    """Which group of b stands for which of a, largest first."""
    first, second = (shown(name, _NAME) for name in names)
    columns: list[Column] = [(f"Best assignment: {second}", "left"), ("items", "right"), (first, "left")]
    rows = sorted(found.rows(), key=lambda row: -row["n"])
    places = decimals([row["n"] for row in rows])
    lines: list[Line] = []
    for label, partner, size, shared in (row.values() for row in rows[:_MOST_GROUPS]):
        whose = [shown(partner, _NAME), quantity(shared, places), number(shared / size, 2)]
        whose = [NONE] * 3 if partner is None else whose
        lines.append([shown(label, _NAME), quantity(size, places), *whose])
    table = plain_table([*columns, ("shared", "right"), ("share", "right")], lines)
    yield with_more(table, len(rows) - _MOST_GROUPS, "group", where="--json")


def _notes(found: Concordances) -> list[Text]:
    """How it was computed, and what to beware of, each once."""
    lines = [Text(_LEGEND, style="dim")]
    drawn = next(iter(found.results)).replicates
    said = _methods(found)
    said += [f"P-values from {drawn} random tables of these sizes."] if drawn else []
    lines += [Text(" ".join(said), style="dim")] if said else []
    for field, prefix in (("warning", "Note: "), ("reason", f"{NONE} ")):
        told: dict[str, list[str]] = {}
        for x in found:
            text = getattr(x, field)
            if text is not None:
                told.setdefault(text, []).append(title_of(x.measure))
        lines += [
            Text.assemble((prefix, "bold"), f"{shown(text, 300)} ({_listed(who)}).")
            for text, who in told.items()
        ]
    return lines


def _methods(found: Concordances) -> list[str]:
    """How the intervals were made: the most frequent method first, of the others what they were for."""
    made: dict[str, list[str]] = {}
    for x in found:
        if not math.isnan(x.low):
            made.setdefault(x.method, []).append(title_of(x.measure))
    if not made:
        return []
    first, *others = sorted(made, key=lambda method: -len(made[method]))
    exceptions = [f"{method} ({_listed(made[method])})" for method in others]
    return [f"Intervals by {first}{', but by ' if others else ''}{', '.join(exceptions)}."]


def _listed(titles: Sequence[str]) -> str:
    more = len(titles) - _MOST_TITLES
    return "; ".join(titles) if more <= 1 else f"{'; '.join(titles[:_MOST_TITLES])}; and {more} more"


# For machines -----------------------------------------------------------------------------------


def records(found: Concordances) -> list[Record]:
    """One for each measure."""
    return found.rows()


def document(found: Concordances, source: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON document."""
    cells = found.cells
    rows, columns = (
        [{"label": str(label), "n": size} for label, size in zip(labels, margin.tolist(), strict=True)]
        for labels, margin in zip((cells.row_labels, cells.column_labels), cells.margins, strict=True)
    )
    return document_of(
        SCHEMA,
        source=dict(source),
        n=cells.total,
        a=rows,
        b=columns,
        cells=[
            list(cell)
            for cell in zip(cells.rows.tolist(), cells.columns.tolist(), cells.counts.tolist(), strict=True)
        ],
        verdict=found.verdict,
        rows=records(found),
        assignment=found.assignment.rows() if found.assignment else [],
    )


def cells(found: Concordances) -> Cells:
    """A table for people."""
    return cells_of(
        {
            "Measure": [title_of(x.measure) for x in found],
            "Group": [group_of(x.measure) for x in found],
            "Value": [number(x.value) for x in found],
            "By chance": [number(x.chance) for x in found],
            "Low": [number(x.low) for x in found],
            "High": [number(x.high) for x in found],
            "p": [p_shown(x.p_value) for x in found],
        },
        "Value",
    )
