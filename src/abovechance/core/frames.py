"""Columns of results as a data frame of the caller's library, or as a Parquet file."""

from __future__ import annotations

import os
import sys
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.files import replacing
from abovechance.core.lookup import Names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

_INSTALL = {
    "pandas": "pip install pandas",
    "polars": "pip install 'abovechance[polars]'",
    "pyarrow": "pip install 'abovechance[arrow]'",
}


def to_frame(columns: dict[str, list[Any]], backend: str | None = None) -> Any:
    """Make a frame of pandas, polars or pyarrow: without a name the first imported, else installed.

    Values of several types, which only pandas can keep in one column, become text elsewhere.
    """
    import narwhals as nw

    library: Any = _backend(backend)
    series = {
        name: _column(values, partial(nw.new_series, name, backend=library)).to_native()
        for name, values in columns.items()
    }
    return nw.from_dict(series, backend=library).to_native()


def columns_of(rows: Sequence[Mapping[str, Any]], names: Iterable[str] | None = None) -> dict[str, list[Any]]:
    """Rows as columns: those that are named, or all that occur."""
    known = dict.fromkeys(name for row in rows for name in row) if names is None else names
    return {name: [row.get(name) for row in rows] for name in known}


def _backend(name: str | None) -> str:
    if name is None:
        chosen = [*filter(sys.modules.get, _INSTALL), *filter(find_spec, _INSTALL)]
        if chosen:
            return chosen[0]
        raise InputError(f"a data frame needs pandas, polars or pyarrow: {_INSTALL['polars']}")
    name = Names("library of data frames", _INSTALL)(name)
    if find_spec(name) is None:
        raise InputError(f"a data frame of {name} needs {name}: {_INSTALL[name]}")
    return name


def _column(values: list[Any], build: Callable[[list[Any]], Any]) -> Any:
    # Beside other numbers whole ones may be refused, and the column would become text below.
    if {float, int} == {type(value) for value in values if value is not None}:
        values = [None if value is None else float(value) for value in values]
    try:
        return build(values)
    except (TypeError, ValueError, OverflowError):
        return build([None if value is None else str(value) for value in values])


def to_parquet(columns: Mapping[str, Sequence[Any]], file: str | Path) -> None:
    """Write columns as a Parquet file, aside and then in its place; NaN becomes a null."""
    import duckdb

    if any("\ud800" <= character <= "\udfff" for character in os.path.realpath(file)):
        raise InputError(f"{str(file)!r} cannot be written: the name of a Parquet file must be UTF-8 text")
    with replacing(file) as aside, duckdb.connect() as engine:
        engine.register("result", {name: _engine_column(values) for name, values in columns.items()})
        quoted = str(aside).replace("'", "''")
        try:
            engine.execute(f"COPY result TO '{quoted}' (FORMAT parquet)")
        except duckdb.IOException as error:
            # An error of the system, which `replacing` reports like any other.
            raise OSError(str(error)) from None


def _engine_column(values: Sequence[Any]) -> NDArray[Any]:
    """An array of one type of number, or of objects: a list of lists is no matrix."""
    kinds = {type(value) for value in values}
    if kinds in ({bool}, {int}):
        return np.array(values)
    if kinds <= {float, type(None)} or {float} < kinds <= {int, float, type(None)}:
        return np.array([np.nan if value is None else value for value in values], dtype=float)
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column
