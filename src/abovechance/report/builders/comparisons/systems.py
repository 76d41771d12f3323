"""The table of a paper: systems by measures, each value with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.core.text import counted
from abovechance.measures.registry import measure
from abovechance.report.document import Cell, Column, Document, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.inference.comparisons.comparison import SystemTable, SystemValue


def document(found: SystemTable) -> Document:
    """The document of systems by measures, in the order of the systems."""
    table = of_systems(found, found.systems)
    size = f"{counted(len(found.systems), 'system')} by {counted(len(found.measures), 'measure')}."
    return Document("rows", size, found.rows(), table, data=found.to_dict(), headline=table)


def of_systems(found: SystemTable, order: Sequence[str]) -> Table:
    """Systems by measures: the best in bold, a star where a system is shown to differ from it."""
    rows = [[name, *(_cell(found[name, key]) for key in found.measures)] for name in order]
    columns = (Column("System", "text"), *(Column(measure(key).title, "estimate") for key in found.measures))
    how = "" if found.adjust is None else ", adjusted for the number of systems"
    notes = (
        f"Values with {100 * found.level:g} % intervals; the best of each measure is bold.",
        f"* differs from the best (p < {1 - found.level:.3g}{how}).",
    )
    return Table(columns, rows, notes=notes)


def _cell(x: SystemValue) -> Cell:
    return Cell((x.value, x.low, x.high), "bold" if x.best else "", "*" if x.differs else "")
