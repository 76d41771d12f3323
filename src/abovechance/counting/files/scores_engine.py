"""Scores in large and binary files, read by the embedded engine: labels come back as codes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

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

T = TypeVar("T")
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


@dataclass(frozen=True)
class Asked:
    """What to ask of the engine: a table, and in its SQL the columns of labels and of numbers.

    ``label_of`` turns the text of a label, as the engine gives it, into the label.
    """

    table: str
    labels: list[str]
    numbers: list[str]
    columns: Columns
    label_of: Callable[[str], str] = str


def from_text(
    path: Path,
    table: Delimited | Records,
    columns: Columns,
    progress: Progress | None,
    take: Callable[[Any, Asked], T],
) -> T:
    """Read a CSV, TSV or JSON lines file."""
    with connected(progress, ordered=True) as connection, plain_name(path) as name:
        if isinstance(table, Delimited):
            rows = csv_table(name, table.header, table.delimiter)
            labels = [f"c{table.header.index(x)}" for x in columns.labels]
            numbers = [f"c{table.header.index(x)}" for x in columns.numbers]
            return take(connection, Asked(rows, labels, numbers, columns))
        rows = json_table(name, [*columns.labels, *columns.numbers])
        labels = [f"{sql_name(x)}::VARCHAR" for x in columns.labels]
        numbers = [f"({sql_name(x)}->>'$')" for x in columns.numbers]
        return take(connection, Asked(rows, labels, numbers, columns, label_of=json_label))


def from_parquet(
    source: Source, wanted: WantedColumns, progress: Progress | None, take: Callable[[Any, Asked], T]
) -> tuple[Columns, T]:
    """Read a Parquet file."""
    with on_disk(source) as path:
        try:
            columns = wanted.choose(parquet_columns(path))
            with connected(progress, ordered=True) as connection, plain_name(path) as name:
                return columns, take(
                    connection, _typed(connection, f"read_parquet({sql_text(name)})", columns)
                )
        except EngineError as error:
            raise InputError(f"{source.name} cannot be read as Parquet: {error}") from None


def from_arrow(
    source: Source, wanted: WantedColumns, progress: Progress | None, take: Callable[[Any, Asked], T]
) -> tuple[Columns, T]:
    """Read an Arrow file or stream."""
    arrow = arrow_library(source)
    with on_disk(source) as path:
        try:
            reader = arrow_batches(arrow, path, streamed=source.head.startswith(ARROW_STREAM))
            columns = wanted.choose(reader.schema.names)
            with connected(progress, ordered=True) as connection:
                connection.register("stored", reader)
                return columns, take(connection, _typed(connection, "stored", columns))
        except (arrow.ArrowException, EngineError) as error:
            raise InputError(f"{source.name} cannot be read as Arrow: {first_line(error)}") from None


def _typed(connection: Any, table: str, columns: Columns) -> Asked:
    types = {name: kind for name, kind, *_ in described(connection, table)}
    for name in columns.numbers:
        kind = types[name]
        if kind.endswith("]") or not kind.removeprefix("U").startswith(_NUMERIC):
            raise InputError(f"the column {name!r} is of type {kind}, not of numbers")
    labels = [
        float_text(sql_name(x), whole=False) if types[x] in FLOATS else f"{sql_name(x)}::VARCHAR"
        for x in columns.labels
    ]
    return Asked(table, labels, [sql_name(x) for x in columns.numbers], columns)


def fetch(connection: Any, asked: Asked) -> Items:
    """Read the columns once; of labels, positions in the list of those that occur."""
    columns = [f"{sql} AS l{i}" for i, sql in enumerate(asked.labels)]
    columns += [f"try_cast({sql} AS DOUBLE) AS v{i}" for i, sql in enumerate(asked.numbers)]
    columns += [f"{is_no_number(sql)} AS w{i}" for i, sql in enumerate(asked.numbers)]
    connection.execute(f"CREATE TEMP TABLE items AS SELECT {', '.join(columns)} FROM {asked.table}")  # noqa: S608 - names are quoted
    for i, name in enumerate(asked.columns.numbers):
        wrong = connection.execute(f"SELECT count(*) FROM items WHERE w{i}").fetchone()[0]  # noqa: S608
        require_numbers(wrong, name)
    texts = [distinct_texts(connection, f"l{i}", "items", x) for i, x in enumerate(asked.columns.labels)]
    codes = [f"coalesce(list_position($t{i}, l{i}), 0)::INTEGER - 1 AS l{i}" for i in range(len(texts))]
    values = [f"v{i}" for i in range(len(asked.numbers))]
    query = f"SELECT {', '.join([*codes, *values])} FROM items"  # noqa: S608 - the names are our own
    found = connection.execute(query, {f"t{i}": column for i, column in enumerate(texts)}).fetchnumpy()
    return Items(
        [
            label_places(found[f"l{i}"], [asked.label_of(text) for text in column])
            for i, column in enumerate(texts)
        ],
        [np.ma.filled(found[v], np.nan).astype(np.float64, copy=False) for v in values],
    )


def is_no_number(sql: str) -> str:
    """Whether there is something that is not a number."""
    return f"({sql} IS NOT NULL AND try_cast({sql} AS DOUBLE) IS NULL)"


def require_numbers(wrong: int, name: str) -> None:
    """Leave a column with other things than numbers to the careful reader, which tells where they are."""
    if wrong:
        raise EngineError(f"{wrong} cells of the column {name!r} are not numbers")


def distinct_texts(connection: Any, column: str, table: str, name: str) -> list[str]:
    """The labels that occur, as the engine gives them."""
    query = f"SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL LIMIT {MOST_LABELS + 1}"  # noqa: S608
    texts = sorted(text for (text,) in connection.execute(query).fetchall())
    if len(texts) > MOST_LABELS:
        raise InputError(f"column {name!r} has more than {MOST_LABELS} labels: is it an identifier?")
    return texts
