"""The names of the columns of a frame: those asked for, and names of our own that no engine misreads.

Names of columns in messages, and one sentence for a column that is nowhere to be found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import Argument, InputError
from abovechance.core.labels import nearest, quoted
from abovechance.intake.frames.values import require_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    import narwhals.stable.v2 as nw

    Frame = nw.DataFrame[Any] | nw.LazyFrame[Any]

_SHOWN = 20


def no_column(
    where: str, name: object, known: Iterable[object], advice: Argument | None = None
) -> InputError:
    """The error that there is no column of that name.

    Examples
    --------
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
    shown = ", ".join(quoted[:_SHOWN])
    return shown if len(quoted) <= _SHOWN else f"{shown} and {len(quoted) - _SHOWN} more"


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
