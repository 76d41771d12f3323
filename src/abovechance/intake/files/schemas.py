"""The columns of JSON, Parquet and Arrow files, and their types; where files are stored alike, those of one.

Arrow trusts what it reads: an offset that was damaged would lead out of the file, and end the process. So
nothing of an Arrow file is used before it is known to be whole.
"""

from __future__ import annotations

import importlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.intake.files.engine import (
    EngineError,
    asking,
    described,
    json_table,
    parquet_table,
    sql_list,
)
from abovechance.intake.files.reading import GeneralError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType

    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.part import Part


_STORED_COLUMN_SQL = (
    "name, type, type_length, repetition_type, num_children, converted_type, scale, precision, logical_type"
)


_OBJECTS_SAMPLED = 1000  # so many objects are looked at to learn what members there are


def learn_columns(engine: Engine, parts: Sequence[Part]) -> list[tuple[Part, Exception]]:
    """Learn the columns of files and their types; the files that cannot be read come back with the reason."""
    refused = _learn_parquet(engine, [part for part in parts if part.kind == "parquet"])
    known: dict[tuple[tuple[str, str], ...], dict[str, str]] = {}
    for part in parts:
        try:
            if part.kind == "arrow":
                _learn_arrow(engine, part, known)
            elif part.kind == "json":
                _learn_json(engine, part)
        except (ArrowDamageError, EngineError) as error:
            refused.append((part, error))
    return refused


def _learn_arrow(
    engine: Engine, part: Part, known: dict[tuple[tuple[str, str], ...], dict[str, str]]
) -> None:
    fields = arrow_fields(part)
    part.own = [name for name, _ in fields]
    part.shape = {name: str(kind) for name, kind in fields}
    stored = tuple(part.shape.items())
    if stored not in known:
        known[stored] = arrow_types(engine, part)
    part.types = known[stored]


def _learn_json(engine: Engine, part: Part) -> None:
    """The members that the first objects have."""
    table = json_table([engine.plain_name(part.path)], part.form, part.compression)
    with asking(engine):
        query = f"SELECT json_keys(json) FROM {table} LIMIT {_OBJECTS_SAMPLED}"  # noqa: S608 - names are quoted
        rows = engine.connection.execute(query).fetchall()
    part.own = list(dict.fromkeys(key for (keys,) in rows for key in keys))


def _learn_parquet(engine: Engine, parts: Sequence[Part]) -> list[tuple[Part, Exception]]:
    if not parts:
        return []
    by_name = {engine.plain_name(part.path): part for part in parts}
    try:
        with asking(engine):
            for alike in _alike(engine, list(by_name)):
                stored = described(engine, parquet_table(alike[:1]))
                own = _top_level(engine, alike[0])
                for part in map(by_name.__getitem__, alike):
                    part.own, part.types = own, dict(zip(own, stored.values(), strict=True))
                    part.shape = dict(zip(own, stored.items(), strict=True))
    except EngineError as error:
        if len(parts) == 1:
            return [(parts[0], error)]
        middle = len(parts) // 2
        return _learn_parquet(engine, parts[:middle]) + _learn_parquet(engine, parts[middle:])
    return []


def _top_level(engine: Engine, name: str) -> list[str]:
    """The names of columns as a Parquet file has them; of equal ones the engine makes others."""
    query = f"SELECT name, num_children FROM parquet_schema({sql_list([name])})"  # noqa: S608 - names are quoted
    (_, columns), *fields = engine.connection.execute(query).fetchall()
    names, below = [], 0
    for field, children in fields:
        if below == 0:
            names.append(field)
        below += (children or 0) - (below > 0)
    return names[:columns]


def _alike(engine: Engine, names: Sequence[str]) -> list[list[str]]:
    """Files whose columns are stored alike and in the same order."""
    if len(names) == 1:
        return [list(names)]
    query = (
        "SELECT list(file_name) FROM ("  # noqa: S608 - names are quoted
        f"SELECT file_name, list(({_STORED_COLUMN_SQL}) ORDER BY place) AS stored FROM ("
        f"SELECT *, row_number() OVER () AS place FROM parquet_schema({sql_list(names)})) "
        "GROUP BY file_name) GROUP BY stored"
    )
    return [alike for (alike,) in engine.connection.execute(query).fetchall()]


_LAST_ASCII_BYTE = 127


class ArrowDamageError(Exception):
    """An Arrow file is damaged, cut off, or holds what is no text where text is promised."""


def arrow_library(name: str) -> ModuleType:
    """The library that reads Arrow files, which not everyone has."""
    try:
        return importlib.import_module("pyarrow")
    except ImportError:
        raise GeneralError(
            f"{name} is an Arrow file: reading it needs pip install 'abovechance[arrow]'"
        ) from None


def arrow_fields(part: Part) -> list[tuple[str, Any]]:
    """The names and the types of the columns, of which none is damaged."""
    arrow = arrow_library(part.name)
    with _damage(arrow):
        schema = _reader(arrow, part).schema
        for column in schema:
            str(column.type)  # such as the name of a time zone, which may be no text
        return list(zip(schema.names, schema.types, strict=True))


def arrow_batches(part: Part, names: Sequence[str] | None = None) -> Iterator[Any]:
    """The record batches, these columns of them only; each is validated in full before it is given out."""
    arrow = arrow_library(part.name)
    with _damage(arrow):
        for stored in _reader(arrow, part):
            batch = stored if names is None else stored.select(names)
            batch.validate()
            for column in batch.columns:
                _validate(arrow, column)
            yield batch


def _validate(arrow: Any, column: Any) -> None:
    """Validate in full; text without any byte above 127 cannot be ill-formed, only lead out of its bounds."""
    stored = {arrow.string(): arrow.binary(), arrow.large_string(): arrow.large_binary()}.get(column.type)
    letters = None if stored is None else column.buffers()[-1]
    if letters is not None and np.frombuffer(letters, np.uint8).max(initial=0) <= _LAST_ASCII_BYTE:
        column = column.view(stored)
    column.validate(full=True)


@contextmanager
def _damage(arrow: ModuleType) -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError:
        raise ArrowDamageError("a name in it is not UTF-8 text") from None
    except (arrow.ArrowException, OSError) as error:
        raise ArrowDamageError(str(error).partition("\n")[0]) from None


def _reader(arrow: ModuleType, part: Part) -> Any:
    stored = arrow.memory_map(str(part.path))
    if part.streamed:
        return arrow.ipc.open_stream(stored)
    file = arrow.ipc.open_file(stored)
    batches = (file.get_batch(i) for i in range(file.num_record_batches))
    return arrow.RecordBatchReader.from_batches(file.schema, batches)


def arrow_types(engine: Engine, part: Part) -> dict[str, str]:
    """The types that the columns of an Arrow file have in the engine, their own where it has none."""
    arrow = arrow_library(part.name)
    types: dict[str, str] = {}
    for name, kind in arrow_fields(part):
        empty = arrow.RecordBatchReader.from_batches(arrow.schema([("c", kind)]), [])
        try:
            with asking(engine):
                engine.connection.register("described", empty)
                types[name] = described(engine, "described")["c"]
        except EngineError:
            types[name] = str(kind)
    return types


def chained(parts: Sequence[Part], names: Sequence[str]) -> Any:
    """The record batches of Arrow files one after the other, these columns only, named by their place.

    The engine has no column without a name, and takes names that differ in case for one.
    """
    arrow = arrow_library(parts[0].name)
    kinds = dict(arrow_fields(parts[0]))
    schema = arrow.schema([(f"c{parts[0].own.index(name)}", kinds[name]) for name in names])

    def batches() -> Iterator[Any]:
        for part in parts:
            for batch in arrow_batches(part, names):
                yield arrow.RecordBatch.from_arrays(batch.columns, schema=schema)

    return arrow.RecordBatchReader.from_batches(schema, batches())
