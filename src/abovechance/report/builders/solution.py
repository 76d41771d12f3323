"""The document of a solution: what printed figures leave possible, measure by measure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from abovechance.core.text import quantity
from abovechance.measures.registry import measure
from abovechance.report.document import Column, Document, Matrix, Note, Table
from abovechance.report.schema import Members, Number, several

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.report.document import Kind, Section
    from abovechance.solve.solution import Range, Solution

SUMMARY = "What `abovechance solve --json` writes and `Solution.to_dict()` returns."
_FIGURE: Members = {
    "measure": str,
    "name": Annotated[str, "What it was called."],
    "printed": Annotated[str, "What was printed."],
    "low": Annotated[float, "The least that it can have been before it was rounded."],
    "high": Annotated[float, "The most that it can have been."],
}
DATA: Members = {
    "n": Annotated[int | None, "The number of items; null if it is not known."],
    "rounding": Annotated[str, "How figures were rounded: half, or down."],
    "figures": Annotated[several(_FIGURE), "What was printed."],
    "consistent": Annotated[bool, "Whether all figures can hold together."],
    "conflicts": Annotated[list[list[str]], "The smallest sets of figures that cannot hold together."],
    "number": Annotated[int | None, "How many tables have these figures; null where they were not counted."],
}
ROW: Members = {
    "measure": str,
    "low": Annotated[Number, "No table has a smaller value."],
    "high": Annotated[Number, "No table has a greater value."],
    "exact": Annotated[bool, "Whether tables have just these values; else the range is a little wide."],
}
_CONTRADICTION_NOTE = (
    "No table has all these figures, so that nothing follows from them: some are misprinted, of other items, "
    "or means."
)
_INEXACT_NOTE = (
    "There are too many tables to look at each: no table has a value outside these ranges, but they may be a "
    "little wide."
)


def document(solution: Solution) -> Document:
    """The document of a solution."""
    ranges = () if solution.conflicts else solution.ranges
    table = _table(ranges, counts=False)
    notes = [Note(_CONTRADICTION_NOTE, "warning")] if solution.conflicts else []
    if not all(x.exact for x in ranges):
        notes.append(Note(_INEXACT_NOTE))
    figures = [{name: getattr(x, name) for name in ("measure", "name", "printed")} for x in solution.figures]
    for shown, x in zip(figures, solution.figures, strict=True):
        shown |= {"low": float(x.low), "high": float(x.high)}
    return Document(
        kind="solve",
        verdict=solution.verdict,
        rows=[x.rows()[0] for x in ranges],
        table=table,
        data={
            "n": solution.n,
            "rounding": solution.rounding,
            "figures": figures,
            "consistent": solution.consistent,
            "conflicts": [[str(x) for x in some] for some in solution.conflicts],
            "number": solution.quick_number,
        },
        about=(_about(solution),),
        headline=None if solution.conflicts else table,
        sections=tuple(_sections(solution)),
        notes=tuple(notes),
    )


def _table(ranges: tuple[Range, ...], *, counts: bool) -> Table:
    """The ranges of measures, or of the cells."""
    kind: Kind = "count" if counts else "value"
    rows = [
        [measure(x.measure).title, x.low, x.high]
        for x in ranges
        if (measure(x.measure).kind == "count") is counts
    ]
    return Table(
        (Column("Cell" if counts else "Measure", "text"), Column("from", kind), Column("to", kind)), rows
    )


def _about(solution: Solution) -> str:
    said = ", ".join(f"{x.name} {x.printed}" for x in solution.figures)
    cut = " (digits cut off)" if solution.rounding == "down" else ""
    items = "number of items not known" if solution.n is None else f"{quantity(solution.n)} items"
    return f"{said}{cut}; {items}"


def _sections(solution: Solution) -> Iterator[Section]:
    if solution.quick_number == 1:
        yield Matrix(solution.tables()[0])
    elif solution.consistent and solution.n is not None:
        yield _table(solution.ranges, counts=True)
