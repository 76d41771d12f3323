"""The document of a solution: what printed figures leave possible, measure by measure."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any

from abovechance.core.text import quantity, shown
from abovechance.measures.registry import measure
from abovechance.report.document import Cell, Column, Document, Matrix, Note, Table
from abovechance.report.figures import figures
from abovechance.report.schema import Members, Number, several
from abovechance.solve.conflicts import MOST_FIGURES_IN_SUBSETS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from abovechance.report.document import Kind, Section
    from abovechance.solve.figures import Figure
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
    "undefined": Annotated[bool, "Whether some of the tables have no value; if not exact, whether some may."],
}
CONTRADICTION_NOTE = (
    "No table has all these figures, so that nothing follows from them: some are misprinted, of other items, "
    "or means."
)
_FOLDS_NOTE = "Means over {} folds are no figures of one table: they bound those of all items pooled."
_ENCLOSED = "no table has a value outside these ranges, but they may be wider than what tables have."
_INEXACT_NOTE = f"There are too many tables to look at each: {_ENCLOSED}"
_SHARES_NOTE = f"Without the number of items there are shares and no tables to look at: {_ENCLOSED}"
_NOTHING_NOTE = "Nothing is known of {}: the range is all that there can be."
_FIRST_NOTE = "Of so many figures the first sets that cannot hold together are shown: there may be others."


def document(solution: Solution) -> Document:
    """The document of a solution."""
    ranges = solution.ranges
    table = range_table(ranges)
    notes = [Note(CONTRADICTION_NOTE, "note")] if solution.conflicts else []
    if solution.conflicts and len(solution.figures) > MOST_FIGURES_IN_SUBSETS:
        notes.append(Note(_FIRST_NOTE))
    if solution.folds is not None:
        notes.append(Note(_FOLDS_NOTE.format(solution.folds)))
    if not all(x.exact for x in ranges):
        notes.append(Note(_SHARES_NOTE if solution.n is None else _INEXACT_NOTE))
        notes += nothing_notes(ranges)
    notes += undefined_notes(ranges)
    return Document(
        kind="solve",
        verdict=solution.verdict,
        rows=[x.rows()[0] for x in ranges],
        table=table,
        data={
            "n": solution.n,
            "rounding": solution.rounding,
            "figures": [figure_row(x) for x in solution.figures],
            "consistent": solution.consistent,
            "conflicts": [[str(x) for x in some] for some in solution.conflicts],
            "number": solution.quick_number,
        },
        about=(_about(solution),),
        headline=None if solution.conflicts else table,
        sections=tuple(_sections(solution)),
        notes=tuple(notes),
    )


def figure_row(figure: Figure) -> dict[str, Any]:
    """A figure as its members in JSON."""
    printed = {name: getattr(figure, name) for name in ("measure", "name", "printed")}
    return printed | {"low": float(figure.low), "high": float(figure.high)}


def range_table(ranges: tuple[Range, ...], *, counts: bool = False) -> Table:
    """The ranges of measures, or of the cells."""
    kind: Kind = "count" if counts else "value"
    rows = [
        [Cell(measure(x.measure).title, measure=x.measure), x.low, x.high]
        for x in ranges
        if (measure(x.measure).kind == "count") is counts
    ]
    return Table(
        (Column("Cell" if counts else "Measure", "text"), Column("from", kind), Column("to", kind)), rows
    )


def undefined_notes(ranges: Sequence[Range]) -> Iterator[Note]:
    """Which measures have ranges, but are undefined on some of the tables, or may be."""
    some = [x for x in ranges if x.undefined and not math.isnan(x.low)]
    for said, exact in (("Undefined", True), ("Perhaps undefined", False)):
        titles = ", ".join(measure(x.measure).title for x in some if x.exact is exact)
        if titles:
            yield Note(f"{said} on some of these tables: {titles}. Their ranges are of the others.")


def nothing_notes(ranges: Sequence[Range]) -> Iterator[Note]:
    """Which measures have ranges that are all that they can be."""
    titles = [measure(x.measure).title for x in ranges if x.says_nothing and not x.exact]
    if titles:
        yield Note(_NOTHING_NOTE.format(", ".join(titles)))


def conflict_table(conflicts: Sequence[Sequence[tuple[str, Figure]]]) -> Table:
    """The figures that cannot hold together, each with what it can have been before it was rounded."""
    rows: list[list[Any]] = []
    headings: dict[int, str] = {}
    for place, some in enumerate(conflicts, start=1):
        if len(conflicts) > 1:
            headings[len(rows)] = f"Conflict {place}"
        rows += [[said, x.printed, x.said_range] for said, x in some]
    columns = (
        Column("Cannot hold together", "text"),
        Column("printed", "figures"),
        Column("can have been", "figures"),
    )
    return Table(columns, rows, headings=headings)


def _about(solution: Solution) -> str:
    said = ", ".join(f"{x.name} {x.printed}" for x in solution.figures)
    cut = " (digits cut off)" if solution.rounding == "down" else ""
    items = "number of items not known" if solution.n is None else f"{quantity(solution.n)} items"
    positive = "" if solution.labels is None else f"; positive class {shown(solution.labels[1])}"
    return f"{said}{cut}; {items}{positive}"


def _sections(solution: Solution) -> Iterator[Section]:
    if solution.conflicts:
        yield conflict_table([[(x.name, x) for x in some] for some in solution.conflicts])
    if solution.consistent:
        yield from figures(solution, "ranges")
    if solution.quick_number == 1:
        yield Matrix(solution.named(solution.tables()[0]))
    elif solution.consistent and solution.n is not None:
        yield range_table(solution.ranges, counts=True)
