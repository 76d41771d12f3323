"""The document of a solved report on several classes: ranges of measures, and the table or its margins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from abovechance.core.text import counted, quantity
from abovechance.measures.registry import measure
from abovechance.report.builders.solve import solution as of_two_classes
from abovechance.report.builders.solve.solution import (
    CONTRADICTION_NOTE,
    conflict_table,
    figure_row,
    nothing_notes,
    range_table,
    undefined_notes,
)
from abovechance.report.document import Column, Document, Matrix, Note, Table
from abovechance.report.schema import Members, several

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.report.document import Section
    from abovechance.solve.classes.solution import ClassSolution

SUMMARY = "What `abovechance solve report.txt --json` writes where there are more than two classes."
_FIGURE: Members = {
    "class": Annotated[str | None, "The class; null for a figure of all classes."],
    "measure": str,
    "name": Annotated[str, "What it was called."],
    "printed": Annotated[str, "What was printed."],
    "low": Annotated[float, "The least that it can have been before it was rounded."],
    "high": Annotated[float, "The most that it can have been."],
}
_CLASS: Members = {
    "class": str,
    "support": Annotated[int, "Items of the class."],
    "right_low": Annotated[int, "The least of them that can be right."],
    "right_high": Annotated[int, "The most of them that can be right."],
    "predicted_low": Annotated[int, "How often its label is given, at least."],
    "predicted_high": Annotated[int, "How often its label is given, at most."],
}
DATA: Members = {
    "report": Annotated[str, "Which program prints such reports."],
    "n": Annotated[int, "The number of items."],
    "rounding": Annotated[str, "How figures were rounded: half, or down."],
    "figures": Annotated[several(_FIGURE), "What was printed."],
    "consistent": Annotated[bool, "Whether all figures can hold together."],
    "conflicts": Annotated[list[list[str]], "Sets of figures that cannot hold together."],
    "classes": Annotated[several(_CLASS), "What is known of each class; empty if figures cannot hold."],
    "counts": Annotated[list[list[int]] | None, "The table, rows truth; null if there are several."],
}
ROW: Members = of_two_classes.ROW
_ENCLOSED_NOTE = (
    "No table has a value outside these ranges, which an integer program bounds: they may be wider than what "
    "tables have."
)
_OPEN_NOTE = (
    "The margins and the diagonal are known, and with them all these measures, but not which classes were "
    "confused with which."
)
_ZERO_NOTE = "A class whose label is never given counts 0 in the averages, as it is printed."


def document(solution: ClassSolution) -> Document:
    """The document of a solved report."""
    table = range_table(solution.ranges)
    return Document(
        kind="class_solution",
        verdict=solution.verdict,
        rows=solution.rows(),
        table=table,
        data={
            "report": solution.source,
            "n": solution.n,
            "rounding": solution.rounding,
            "figures": [{"class": x.label, **figure_row(x.figure)} for x in solution.figures],
            "consistent": solution.consistent,
            "conflicts": [[str(x) for x in some] for some in solution.conflicts],
            "classes": [
                {"class": x.label} | {k: v for k, v in vars(x).items() if k != "label"}
                for x in solution.classes
            ],
            "counts": None if solution.table is None else solution.table.counts,
        },
        about=(_about(solution),),
        headline=table if solution.ranges else None,
        sections=tuple(_sections(solution)),
        notes=tuple(_notes(solution)),
    )


def _about(solution: ClassSolution) -> str:
    cut = " (digits cut off)" if solution.rounding == "down" else ""
    classes = counted(len(solution.labels), "class", "classes")
    return (
        f"{solution.source}{cut}: {len(solution.figures)} figures of {classes}; {quantity(solution.n)} items"
    )


def _sections(solution: ClassSolution) -> Iterator[Section]:
    if solution.table is not None:
        yield Matrix(solution.table)
    elif solution.classes:
        yield Table(
            (Column("Class", "name"), Column("Items", "count"), Column("right, from", "count"),
             Column("to", "count"), Column("label given, from", "count"), Column("to", "count")),
            [[x.label, x.support, x.right_low, x.right_high, x.predicted_low, x.predicted_high]
             for x in solution.classes],
        )  # fmt: skip
    if solution.conflicts and solution.printed_table is None:
        yield conflict_table([[(x.said, x.figure) for x in some] for some in solution.conflicts])
    elif solution.conflicts:
        wrong = [x for some in solution.conflicts for x in some]
        rows = [
            [x.label or "all", measure(x.figure.measure).title, x.figure.printed, value]
            for x, value in zip(wrong, map(solution.value_of, wrong), strict=True)
        ]
        yield Table(
            (
                Column("Class", "name"),
                Column("Figure", "text"),
                Column("printed", "figures"),
                Column("of the table"),
            ),
            rows,
        )


def _notes(solution: ClassSolution) -> Iterator[Note]:
    if solution.printed_table is not None:
        if solution.conflicts:
            yield Note("Figures are printed that are not of the table beside them.", "note")
        return
    if solution.conflicts:
        yield Note(CONTRADICTION_NOTE, "note")
        return
    if solution.table is None and solution.margins_known:
        yield Note(_OPEN_NOTE)
    if not all(x.exact for x in solution.ranges):
        yield Note(_ENCLOSED_NOTE)
        yield from nothing_notes(solution.ranges)
    yield from undefined_notes(solution.ranges)
    if any(x.predicted_low == 0 for x in solution.classes):
        yield Note(_ZERO_NOTE)
