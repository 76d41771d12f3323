"""Scores in large and binary files, read by the embedded engine: labels come back as codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.counting.files.delimited import Delimited
from abovechance.counting.files.engine import (
    FLOATS,
    EngineError,
    connected,
    csv_table,
    described,
    float_text,
    json_label,
    json_table,
    parquet_columns,
    plain_name,
    sql_name,
    sql_text,
)
from abovechance.counting.files.read import ARROW_STREAM, arrow_batches, arrow_library, first_line, on_disk
from abovechance.counting.files.scored_columns import MOST_LABELS, Items, label_places
from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from abovechance.counting.files.records import Records
    from abovechance.counting.files.scored_columns import Columns, WantedColumns
    from abovechance.counting.files.streams import Progress, Source

_NUMERIC = (
    "TINYINT",
    "SMALLINT",
    "INTEGER",
    "BIGINT",
    "HUGEINT",
    "FLOAT",
    "DOUBLE",
    "DECIMAL",
    "VARCHAR",
    "BOOL",
)


def from_text(path: Path, table: Delimited | Records, columns: Columns, progress: Progress | None) -> Items:
    """Read a CSV, TSV or JSON lines file."""
    with connected(progress, ordered=True) as connection, plain_name(path) as name:
        if isinstance(table, Delimited):
            rows = csv_table(name, table.header, table.delimiter)
            labels = [f"c{table.header.index(x)}" for x in columns.labels]
            numbers = [f"c{table.header.index(x)}" for x in columns.numbers]
            return _fetch(connection, rows, labels, numbers, columns)
        rows = json_table(name, [*columns.labels, *columns.numbers])
        labels = [f"{sql_name(x)}::VARCHAR" for x in columns.labels]
        numbers = [f"({sql_name(x)}->>'$')" for x in columns.numbers]
        return _fetch(connection, rows, labels, numbers, columns, label_of=json_label)


def from_parquet(source: Source, wanted: WantedColumns, progress: Progress | None) -> tuple[Columns, Items]:
    """Read a Parquet file."""
    with on_disk(source) as path:
        try:
            columns = wanted.choose(parquet_columns(path))
            with connected(progress, ordered=True) as connection, plain_name(path) as name:
                return columns, _fetch_typed(connection, f"read_parquet({sql_text(name)})", columns)
        except EngineError as error:
            raise InputError(f"{source.name} cannot be read as Parquet: {error}") from None


def from_arrow(source: Source, wanted: WantedColumns, progress: Progress | None) -> tuple[Columns, Items]:
    """Read an Arrow file or stream."""
    arrow = arrow_library(source)
    with on_disk(source) as path:
        try:
            reader = arrow_batches(arrow, path, streamed=source.head.startswith(ARROW_STREAM))
            columns = wanted.choose(reader.schema.names)
            with connected(progress, ordered=True) as connection:
                connection.register("stored", reader)
                return columns, _fetch_typed(connection, "stored", columns)
        except (arrow.ArrowException, EngineError) as error:
            raise InputError(f"{source.name} cannot be read as Arrow: {first_line(error)}") from None


def _fetch_typed(connection: Any, table: str, columns: Columns) -> Items:
    types = {name: kind for name, kind, *_ in described(connection, table)}
    for name in columns.numbers:
        kind = types[name]
        if kind.endswith("]") or not kind.removeprefix("U").startswith(_NUMERIC):
            raise InputError(f"the column {name!r} is of type {kind}, not of numbers")
    labels = [
        float_text(sql_name(x), whole=False) if types[x] in FLOATS else f"{sql_name(x)}::VARCHAR"
        for x in columns.labels
    ]
    return _fetch(connection, table, labels, [sql_name(x) for x in columns.numbers], columns)


def _fetch(
    connection: Any,
    table: str,
    labels: list[str],
    numbers: list[str],
    columns: Columns,
    *,
    label_of: Callable[[str], str] = str,
) -> Items:
    """Read the columns once; of labels, positions in the list of those that occur."""
    asked = [f"{sql} AS l{i}" for i, sql in enumerate(labels)]
    asked += [f"try_cast({sql} AS DOUBLE) AS v{i}" for i, sql in enumerate(numbers)]
    asked += [
        f"({sql} IS NOT NULL AND try_cast({sql} AS DOUBLE) IS NULL) AS w{i}" for i, sql in enumerate(numbers)
    ]
    connection.execute(f"CREATE TEMP TABLE items AS SELECT {', '.join(asked)} FROM {table}")  # noqa: S608 - names are quoted
    for i, name in enumerate(columns.numbers):
        wrong = connection.execute(f"SELECT count(*) FROM items WHERE w{i}").fetchone()[0]  # noqa: S608
        if wrong:
            raise EngineError(f"{wrong} cells of the column {name!r} are not numbers")
    texts = [_distinct(connection, f"l{i}", name) for i, name in enumerate(columns.labels)]
    codes = [f"coalesce(list_position($t{i}, l{i}), 0)::INTEGER - 1 AS l{i}" for i in range(len(texts))]
    values = [f"v{i}" for i in range(len(numbers))]
    query = f"SELECT {', '.join([*codes, *values])} FROM items"  # noqa: S608 - the names are our own
    found = connection.execute(query, {f"t{i}": column for i, column in enumerate(texts)}).fetchnumpy()
    return Items(
        [label_places(found[f"l{i}"], [label_of(text) for text in column]) for i, column in enumerate(texts)],
        [np.ma.filled(found[v], np.nan).astype(np.float64, copy=False) for v in values],
    )


def _distinct(connection: Any, column: str, name: str) -> list[str]:
    query = f"SELECT DISTINCT {column} FROM items WHERE {column} IS NOT NULL LIMIT {MOST_LABELS + 1}"  # noqa: S608
    texts = sorted(text for (text,) in connection.execute(query).fetchall())
    if len(texts) > MOST_LABELS:
        raise InputError(f"column {name!r} has more than {MOST_LABELS} labels: is it an identifier?")
    return texts
