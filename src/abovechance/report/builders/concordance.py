"""The document of concordance: a sentence, the measures in groups, and which group stands for which."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any

from abovechance.clusterings.declared import group_of, takes_out, title_of
from abovechance.core.text import NONE, counted, decimals, quantity, shown
from abovechance.report.document import Cell, Column, Document, Note, Table, interval_column
from abovechance.report.figures import figures
from abovechance.report.schema import Members, Number, Text, several

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from abovechance.clusterings.concordance import Concordances

_MOST_GROUPS = 30
_MOST_TITLES = 4
_LEGEND = (
    "Chance is the mean over random partitions with groups of these sizes. What a measure takes out: chance, "
    "so that 0 is what chance gives; or the range, so that 1 is the most, with chance left in."
)

SUMMARY = "What `abovechance concord --json` writes and `Concordances.to_dict()` returns."
_GROUP: Members = {"label": str, "n": Annotated[float, "The number of items, or their weight."]}
DATA: Members = {
    "n": Annotated[float, "The number of items, or their weight."],
    "a": Annotated[several(_GROUP), "The groups of a."],
    "b": Annotated[several(_GROUP), "The groups of b."],
    "cells": Annotated[list[list[float]], "Cells that are not empty: position in a, in b, and items."],
    "assignment": Annotated[
        several({"b": str, "a": Text, "n": float, "shared": float}), "Which group of a stands for which of b."
    ],
}
ROW: Members = {
    "measure": str,
    "group": Annotated[str, "What the measure is made of: pairs, information, sets ..."],
    "takes_out": Annotated[str, "chance, range or nothing."],
    "value": Number,
    "chance": Annotated[Number, "The mean over random partitions with groups of these sizes."],
    "chance_sd": Number,
    "chance_method": Text,
    "low": Number,
    "high": Number,
    "level": Number,
    "se": Number,
    "method": Text,
    "p_value": Number,
    "replicates": Annotated[int, "Random tables that the p-value was found with."],
    "n": float,
    "reason": Text,
    "warning": Text,
}

_MOST_GROUPS_DRAWN = 100


def document(found: Concordances, names: tuple[str, str] = ("a", "b")) -> Document:
    """The document of concordance; ``names`` are those of the two partitions."""
    groups: dict[str, list[int]] = {}
    for i, x in enumerate(found):
        groups.setdefault(_group(x.measure), []).append(i)
    tables = [_measures(group, found, places) for group, places in groups.items()]
    matched = any(x.measure.startswith("matched_") for x in found) and found.assignment is not None
    about = {x.measure: {"group": _group(x.measure), "takes_out": takes_out(x.measure)} for x in found}
    rows = [{name: (about[x.measure] | vars(x))[name] for name in ROW} for x in found]
    return Document(
        kind="concordance",
        verdict=found.verdict,
        rows=rows,
        table=_paper_table(found),
        data=_data(found),
        about=(_extent(found),),
        headline=tables[0],
        sections=(
            *figures(found, *(("groups",) if _are_drawn(found) else ()), "measures"),
            *tables[1:],
            *([_assignment(found, names)] if matched else []),
        ),
        notes=tuple(_notes(found)),
    )


def _are_drawn(found: Concordances) -> bool:
    """Whether there are few enough groups for a table of them to be seen."""
    return max(len(found.cells.row_labels), len(found.cells.column_labels)) <= _MOST_GROUPS_DRAWN


def _group(key: str) -> str:
    """What a measure is made of."""
    return group_of(key) or "other"


def _extent(found: Concordances) -> str:
    cells = found.cells
    items = quantity(cells.total, decimals([cells.total]))
    rows, columns = cells.shape
    filled = f"{len(cells.counts)} of {counted(cells.size, 'cell')} not empty"
    return f"{counted(items, 'item')} in {rows} and {counted(columns, 'group')}, {filled}"


def _measures(group: str, found: Concordances, places: Sequence[int]) -> Table:
    rows = []
    for x in (found.results[i] for i in places):
        removed = takes_out(x.measure)
        style = "bold" if removed == "chance" else ""
        p = None if math.isnan(x.p_value) else x.p_value
        out = Cell(NONE if removed == "nothing" else removed, "dim")
        rows.append(
            [Cell(title_of(x.measure), style), Cell(x.value, style), x.chance, (x.low, x.high), p, out]
        )
    columns = (Column(group.capitalize(), "words"), Column("value"), Column("chance"),
               interval_column(found.results[0].level, drop=3, of="value"), Column("p", "p", 2),
               Column("takes out", "text", 1))  # fmt: skip
    return Table(columns, rows).without_empty


def _assignment(found: Concordances, names: tuple[str, str]) -> Table:
    """Which group of b stands for which of a, largest first."""
    groups = sorted(found.assignment.rows() if found.assignment else (), key=lambda row: -row["n"])
    rows = [
        [
            row["b"],
            row["n"],
            *([None] * 3 if row["a"] is None else [row["a"], row["shared"], row["shared"] / row["n"]]),
        ]
        for row in groups
    ]
    columns = (Column(f"Best assignment: {shown(names[1], 24)}", "name"), Column("items", "count"),
               Column(shown(names[0], 24), "name"), Column("shared", "count"), Column("share"))  # fmt: skip
    return Table(columns, rows).first(_MOST_GROUPS, "group")


def _notes(found: Concordances) -> Iterator[Note]:
    """How it was computed, and what to beware of, each once."""
    yield Note(_LEGEND)
    said = _methods(found)
    drawn = found.results[0].replicates
    said += [f"P-values from {drawn} random tables of these sizes."] if drawn else []
    if said:
        yield Note(" ".join(said))
    for field, mark in (("warning", ""), ("reason", f"{NONE} undefined: ")):
        told: dict[str, list[str]] = {}
        for x in found:
            if (text := getattr(x, field)) is not None:
                told.setdefault(text, []).append(title_of(x.measure))
        for text, who in told.items():
            yield Note(f"{mark}{shown(text, 300)} ({_listed(who)}).", "note")


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


def _paper_table(found: Concordances) -> Table:
    rows = [
        [title_of(x.measure), _group(x.measure), x.value, x.chance, (x.low, x.high),
         None if math.isnan(x.p_value) else x.p_value]
        for x in found
    ]  # fmt: skip
    columns = (Column("Measure", "text"), Column("Group", "text"), Column("Value"), Column("By chance"),
               interval_column(found.results[0].level),
               Column("p", "p"))  # fmt: skip
    return Table(columns, rows)


def _data(found: Concordances) -> dict[str, Any]:
    cells = found.cells
    a, b = (
        [{"label": str(label), "n": size} for label, size in zip(labels, margin.tolist(), strict=True)]
        for labels, margin in zip((cells.row_labels, cells.column_labels), cells.margins, strict=True)
    )
    counted_cells = zip(cells.rows.tolist(), cells.columns.tolist(), cells.counts.tolist(), strict=True)
    return {
        "n": cells.total,
        "a": a,
        "b": b,
        "cells": list(counted_cells),
        "assignment": [
            row | {"b": str(row["b"]), "a": None if row["a"] is None else str(row["a"])}
            for row in (found.assignment.rows() if found.assignment else ())
        ],
    }
