"""``NamedMatrix``: counts whose rows and columns have names, as a cross-tabulation has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.checks import distinct_labels
from abovechance.core.errors import Argument, InputError, InputWarning, warn
from abovechance.core.labels import natural_order
from abovechance.intake.names import role_of

if TYPE_CHECKING:
    from abovechance.core.labels import Label

_MARGINS = frozenset({"all", "total", "totals", "sum", "sums", "margin", "margins", "overall"})


@dataclass(frozen=True, eq=False)
class NamedMatrix:
    """Counts, the names of rows and columns where they have such, and what the rows are called to be."""

    values: Any
    rows: tuple[Label, ...] | None = None
    columns: tuple[Label, ...] | None = None
    role: Literal["truth", "prediction"] | None = None

    @classmethod
    def of(cls, matrix: Any) -> NamedMatrix:
        """A matrix with the names that it carries, as a pandas data frame or a mapping of mappings does.

        Rows and columns that name some of the same classes are brought into one order, and a class that only
        one of them has is added to the other, as a cross-tabulation leaves out what did not occur.
        """
        if isinstance(matrix, Mapping):
            return _of_mapping(matrix).squared()
        if not (hasattr(matrix, "index") and hasattr(matrix, "columns") and hasattr(matrix, "to_numpy")):
            return cls(matrix)
        rows, columns = distinct_labels(matrix.index.tolist()), distinct_labels(matrix.columns.tolist())
        down, across = role_of(matrix.index.name), role_of(matrix.columns.name)
        other: Any = {"truth": "prediction", "prediction": "truth", None: None}[across]
        role = None if down == across else down or other
        return cls(matrix.to_numpy(), rows, columns, role).without_margins().squared()

    def rows_are(self, said: Any) -> Literal["truth", "prediction"]:
        """What the rows stand for, by their names and by what the caller says."""
        if said not in (None, "truth", "prediction"):
            text = "{argument} must be 'truth' or 'prediction', not {said!r}"
            raise InputError(text, argument="rows", said=said)
        if None not in (said, self.role) and said != self.role:
            raise InputError(
                "the table calls its rows the {role}, and {said} does not: leave it out or rename the axes",
                role=self.role,
                said=Argument("rows", said),
            )
        return said or self.role or "truth"

    def without_margins(self) -> NamedMatrix:
        """The same without a last row and column of sums."""
        values, names, said = self.values, [self.rows or (), self.columns or ()], []
        for axis, line in enumerate(("row", "column")):
            name, across = names[axis][-1] if names[axis] else None, values.T if axis else values
            is_sum = len(across) > 1 and np.array_equal(across[:-1].sum(axis=0), across[-1])
            if is_sum and str(name).strip().casefold() in _MARGINS:
                values, names[axis] = values[:, :-1] if axis else values[:-1], names[axis][:-1]
                said.append(f"{line} {name!r}")
        if said:
            verb = "is the sum of the others and was" if len(said) == 1 else "are sums of the others and were"
            warn([InputWarning(f"the last {' and the last '.join(said)} {verb} left out")])
        return replace(self, values=values, rows=names[0], columns=names[1])

    def squared(self) -> NamedMatrix:
        """The same with rows and columns of the same classes in one order."""
        rows, columns = self.rows or (), self.columns or ()
        if rows == columns or not set(rows) & set(columns):
            return self
        labels = rows if set(rows) == set(columns) else natural_order({*rows, *columns})
        square = np.zeros((len(labels), len(labels)), dtype=self.values.dtype)
        square[np.ix_([labels.index(r) for r in rows], [labels.index(c) for c in columns])] = self.values
        return replace(self, values=square, rows=labels, columns=labels)


def _of_mapping(matrix: Mapping[Any, Any]) -> NamedMatrix:
    """Rows by their names, each with counts by the names of columns, as PyCM has them."""
    if not matrix or not all(isinstance(row, Mapping) for row in matrix.values()):
        raise InputError(
            "a mapping of counts must have a mapping for each row, such as {{'a': {{'a': 5, 'b': 1}}}}: "
            "Tables.from_labels counts columns of labels, Tables.from_cells takes {cells}",
            cells="tp, fp, fn and tn",
        )
    columns = tuple(dict.fromkeys(name for row in matrix.values() for name in row))
    values = np.array([[row.get(name, 0) for name in columns] for row in matrix.values()])
    return NamedMatrix(values, tuple(matrix), columns)
