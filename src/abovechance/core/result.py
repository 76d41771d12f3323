"""``Result``: what every question is answered by, and the one place that says what all answers can do."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from abovechance.core import view
from abovechance.core.formatted import Formatted
from abovechance.core.text import group_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from abovechance.core.errors import InputWarning

Row = dict[str, Any]  # a tidy row: values by the name of their column


class Result(Formatted):
    """An answer: tidy rows, plain values, a data frame, a table for a paper or a page, a picture.

    A subclass is a frozen dataclass (``eq=False``): its public fields are what it holds, but for those with
    ``repr=False``, which it only keeps to compute with. It overrides :meth:`rows` where its rows are not its
    fields, and declares ``_headline`` where it is about one number, which ``format(result, ".3f")`` gives.
    """

    _derived: ClassVar[tuple[str, ...]] = ()
    """Names of properties that belong to what it holds, beside its fields."""

    def rows(self) -> list[Row]:
        """The tidy rows, with all digits: the columns of a frame and of CSV."""
        return [self._held()]

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values for JSON: NaN is None, infinities and labels are text."""
        return {name: plain(value) for name, value in self._held().items()}

    def to_frame(self, backend: str | None = None) -> Any:
        """The rows as a data frame of pandas, polars or pyarrow: of ``backend``, or the first there is."""
        from abovechance.core.frames import to_frame

        rows = self.rows()
        names = dict.fromkeys(name for row in rows for name in row)
        return to_frame({name: [_flat(row.get(name)) for row in rows] for name in names}, backend)

    def to_latex(self) -> str:
        """The table for a paper, with the rules of booktabs."""
        return self.to_format("latex")

    def to_markdown(self) -> str:
        """The table for a page of Markdown."""
        return self.to_format("markdown")

    def to_html(self) -> str:
        """The whole report as one page of HTML that needs nothing else."""
        return self.to_format("html")

    def to_format(self, name: str) -> str:
        """The result as text in a format by its name or the ending of its files, such as ``"csv"``.

        An unknown name is answered with the known ones.
        """
        return view("formatted", self, name)

    def plot(self, ax: Axes | None = None, *, picture: str | None = None) -> Axes:
        """Draw the result with Matplotlib and return the axes.

        Parameters
        ----------
        ax
            The axes to draw on; a new figure without them.
        picture
            Which of its pictures, such as ``"roc"``; by default the usual one. An unknown name lists those
            there are.
        """
        return view("plot", self, ax, picture)

    def _held(self) -> Row:
        return _fields(self) | {name: getattr(self, name) for name in self._derived}

    def _repr_html_(self) -> str:
        return view("notebook", self)

    def __eq__(self, other: object) -> bool:
        """Whether the other says the same: arrays by their cells, NaN equal to NaN."""
        return same_fields(self, other)

    def __hash__(self) -> int:
        """Equal results have the same hash."""
        # Fields may be arrays, which have no hash.
        return hash(repr(self))


class ColumnResult(Result):
    """An answer whose rows are the entries of arrays of one length."""

    def columns(self) -> dict[str, NDArray[Any]]:
        """The arrays by the names of their columns: those among the fields unless overridden."""
        return {name: value for name, value in self._held().items() if isinstance(value, np.ndarray)}

    def rows(self) -> list[Row]:
        """The tidy rows: one for each entry of the arrays."""
        columns = {name: values.tolist() for name, values in self.columns().items()}
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]

    def to_frame(self, backend: str | None = None) -> Any:
        """The columns as a data frame of pandas, polars or pyarrow: of ``backend``, or the first there is."""
        from abovechance.core.frames import to_frame

        columns = {name: values.tolist() for name, values in self.columns().items()}
        return to_frame({name: list(map(_flat, values)) for name, values in columns.items()}, backend)


@dataclass(frozen=True, eq=False, repr=False)
class Answer(Result):
    """A result that a command shows: it reads as the report, and its dictionary is the JSON document.

    Attributes
    ----------
    left_out
        How many items were left out for a missing value, as ``on_missing="drop"`` asks.
    warnings
        Likely mistakes in the input, to be read before anything else: they come first in every report.
    """

    left_out: int = field(default=0, kw_only=True, repr=False)
    warnings: tuple[str | InputWarning, ...] = field(default=(), kw_only=True, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """The JSON document, see ``docs/json.md``."""
        return view("dictionary", self)

    def __repr__(self) -> str:
        """The report as plain text."""
        return view("text", self)


def plain(value: object) -> Any:
    """A value for JSON: numbers and text as they are, NaN as None, infinities and labels as text."""
    if isinstance(value, Result):
        return value.to_dict()
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if is_dataclass(value) and not isinstance(value, type):
        own = getattr(value, "to_dict", None)
        value = own() if own else _fields(value)
    if isinstance(value, Mapping):
        return {str(name): plain(x) for name, x in value.items()}
    if isinstance(value, list | tuple | range):
        return [plain(x) for x in value]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else f"{'-' if value < 0 else ''}Infinity"
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _fields(value: Any) -> dict[str, Any]:
    shown = (field.name for field in fields(value) if field.repr and field.name[0] != "_")
    return {name: getattr(value, name) for name in shown}


def _flat(value: object) -> object:
    """A value of one cell: the labels of a group as one text."""
    return group_text(value) if isinstance(value, tuple) else value


def same_fields(one: Any, other: Any) -> bool:
    """Whether two values of one dataclass have the same fields, but for those that do not compare."""
    return type(one) is type(other) and all(
        _same(getattr(one, field.name), getattr(other, field.name)) for field in fields(one) if field.compare
    )


def _same(one: object, other: object) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        # NumPy cannot look for NaN among labels, and refuses to.
        return np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    if isinstance(one, float) and isinstance(other, float):
        return one == other or (math.isnan(one) and math.isnan(other))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return list(one) == list(other) and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, Sequence) and isinstance(other, Sequence) and not isinstance(one, str):
        return len(one) == len(other) and all(map(_same, one, other))
    if is_dataclass(one) and not isinstance(one, type):
        return same_fields(one, other)
    return bool(one == other)
