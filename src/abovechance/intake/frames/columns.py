"""The columns of frames: their names, which no engine misreads, their types, and what comes back of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import Argument, InputError
from abovechance.core.labels import nearest, quoted
from abovechance.intake.codes.column import encode

if TYPE_CHECKING:
    from collections.abc import Sequence

    import narwhals.stable.v2 as nw
    from numpy.typing import NDArray

    from abovechance.core.labels import Label

    Frame = nw.DataFrame[Any] | nw.LazyFrame[Any]


_UNREADABLE_TYPES = frozenset({"UHUGEINT", "TIME WITH TIME ZONE", "BIGNUM", "BIT"})


@dataclass(frozen=True)
class Kind:
    """The type of a column; a categorical is asked for as text, as not all engines have a greatest one."""

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
        if types[name] in _UNREADABLE_TYPES:
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


_MAX_COLUMNS_SHOWN = 20


def no_column(
    where: str, name: object, known: Iterable[object], advice: Argument | None = None
) -> InputError:
    """The error that there is no column of that name.

    >>> print(no_column("the frame", "sites", ["y", "p", "site"]))
    the frame has no column 'sites'; did you mean 'site'? its columns are 'y', 'p', 'site'
    """
    names = list(known)
    near = nearest(str(name), map(str, names))
    return InputError(
        "{where} has no column {name!r}; {hint}its columns are {columns}",
        where=where, name=name, hint=advice or (f"did you mean {near[0]!r}? " if near else ""),
        columns=columns_of(names),
    )  # fmt: skip


def columns_of(names: Iterable[object]) -> str:
    """The first names of columns, quoted, and how many more there are."""
    quoted = list(map(repr, names))
    shown = ", ".join(quoted[:_MAX_COLUMNS_SHOWN])
    return (
        shown if len(quoted) <= _MAX_COLUMNS_SHOWN else f"{shown} and {len(quoted) - _MAX_COLUMNS_SHOWN} more"
    )


def names_of(by: Any) -> list[str] | None:
    """The names of columns of which one or several may be given, None if none is."""
    if by is None:
        return None
    return list(by) if isinstance(by, Iterable) and not isinstance(by, str) else [by]


def require_columns(frame: Frame | Mapping[str, Any], names: Iterable[str]) -> None:
    """Refuse columns that the frame does not have."""
    known = _names(frame)
    for name in names:
        _require_text(name)
        if known.count(name) > 1:
            raise called_alike([name])
        if name not in known:
            raise no_column("the frame", name, known)


def _require_text(name: object) -> None:
    if not isinstance(name, str):
        raise InputError(f"a column is called by its name, which is text, not {name!r}: rename the column")


def _names(frame: Frame | Mapping[str, Any]) -> list[str]:
    """All names, those of columns that are called alike too."""
    if isinstance(frame, Mapping):
        return list(frame)
    if frame.implementation.is_spark_like():
        return list(frame.to_native().columns)
    return frame.collect_schema().names()


def called_alike(names: Iterable[str]) -> InputError:
    """The error that columns have one name."""
    return InputError(f"two columns are called {quoted(names)}: every column needs a name of its own")


def own_names(frame: nw.LazyFrame[Any], names: Mapping[str, str]) -> nw.LazyFrame[Any]:
    """Some columns under names of our own, which no engine reads as anything else; -0.0 is 0.0 in them.

    Engines fold the case of names, and Spark and DuckDB before 2 take dots for parts of a column: there,
    columns are found by their places.
    """
    import narwhals.stable.v2 as nw

    require_whole(frame, names.values())
    if frame.implementation.is_spark_like() or frame.implementation.is_duckdb():
        columns = _names(frame)
        frame = nw.from_native(_numbered(frame.to_native(), columns))
        names = {own: f"column {columns.index(name)}" for own, name in names.items()}
    for name in names.values():
        _require_text(name)
        if name == "*" or (name.startswith("^") and name.endswith("$")):
            raise InputError(f"engines take the name {name!r} for several columns: rename the column")
    schema = frame.collect_schema()
    return frame.select(
        *(
            (nw.col(name) + 0.0 if schema[name].is_float() else nw.col(name)).alias(own)
            for own, name in names.items()
        )
    )


def _numbered(frame: Any, columns: Sequence[str]) -> Any:
    """A frame of Spark or a relation of DuckDB with numbers for names."""
    from abovechance.intake.files.engine import sql_name

    if hasattr(frame, "toDF"):
        return frame.toDF(*(f"column {i}" for i in range(len(columns))))
    return frame.project(", ".join(f'{sql_name(name)} AS "column {i}"' for i, name in enumerate(columns)))
