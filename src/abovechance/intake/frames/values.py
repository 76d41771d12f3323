"""The values in a column of a lazy frame: what all engines can compare, and what comes back of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.intake.codes.column import encode

if TYPE_CHECKING:
    from collections.abc import Iterable

    import narwhals.stable.v2 as nw
    from numpy.typing import NDArray

    from abovechance.core.labels import Label

_LOST = frozenset({"UHUGEINT", "TIME WITH TIME ZONE", "BIGNUM", "BIT"})


@dataclass(frozen=True)
class Kind:
    """The type of a column.

    Engines are asked for the text of a categorical, as not all of them have a greatest one.
    """

    dtype: Any

    @classmethod
    def of(cls, frame: nw.LazyFrame[Any], column: str) -> Kind:
        """The type of a column of a frame."""
        return cls(frame.collect_schema()[column])

    @property
    def order(self) -> tuple[Label, ...] | None:
        """The order that it declares, None if it declares none."""
        import narwhals.stable.v2 as nw

        return tuple(self.dtype.categories) if self.dtype == nw.Enum else None

    def asked(self, column: str) -> nw.Expr:
        """The column as an engine is asked for it."""
        import narwhals.stable.v2 as nw

        return nw.col(column).cast(nw.String) if self.dtype in (nw.Categorical, nw.Enum) else nw.col(column)

    def lacking(self, column: str) -> nw.Expr:
        """1 where there is no value, else 0."""
        import narwhals.stable.v2 as nw

        value = nw.col(column)
        return mark(value.is_null() | value.is_nan() if self.dtype.is_float() else value.is_null())


def require_whole(frame: nw.LazyFrame[Any], names: Iterable[str]) -> None:
    """Refuse columns of DuckDB whose values become others on the way: Arrow has no such types."""
    import narwhals.stable.v2 as nw

    if frame.implementation is not nw.Implementation.DUCKDB:
        return
    native = frame.to_native()
    types = dict(zip(native.columns, map(str, native.types), strict=True))
    for name in names:
        if types[name] in _LOST:
            raise InputError(
                f"values of {types[name]} do not come back whole: cast the column {name!r} to VARCHAR"
            )


def mark(condition: nw.Expr) -> nw.Expr:
    """1 where a condition holds, else 0."""
    import narwhals.stable.v2 as nw

    return nw.when(condition).then(nw.lit(1)).otherwise(nw.lit(0))


def equals(column: str, label: Any, what: str) -> nw.Expr:
    """Whether a value is a label that the engine has given before; ``what`` the column is of."""
    import narwhals.stable.v2 as nw

    if isinstance(label, tuple):  # an interval of months, days and nanoseconds
        raise incomparable(what)
    return nw.col(column) == nw.lit(label)


def incomparable(what: str) -> InputError:
    """The error that an engine does not find a value that it has given."""
    return InputError(f"the engine cannot compare the {what}, by their type: make them text or numbers")


def other_items() -> InputError:
    """The error that a frame has other rows each time it is asked."""
    return InputError(
        "the frame had other items when it was asked again, as a sample or a table that grows has: write it "
        "to a file first"
    )


def labels_in(column: nw.Series[Any]) -> list[Label]:
    """The values of a column in memory as plain Python objects, None where one is missing."""
    coded = encode(column.to_native(), column.name)
    return [coded.labels[code - coded.start] for code in coded.codes.tolist()]


def whole_numbers(column: nw.Series[Any]) -> NDArray[np.int64]:
    """Counts and sums, which every engine has in a type of its own."""
    return np.asarray(column.to_numpy(), dtype=np.int64)
