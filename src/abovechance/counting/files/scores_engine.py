"""Scores read by the embedded engine: labels come back as codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.counting import limits
from abovechance.counting.files.engine import EngineError
from abovechance.counting.files.faults import require_few_labels
from abovechance.counting.files.scored_columns import Items, label_places
from abovechance.counting.scores import EXACT, fallen_together

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.counting.files.asked import Asked
    from abovechance.counting.files.engine import Engine


def fetch(engine: Engine, asked: Asked) -> Items:
    """Read the columns; of labels, positions in the list of those that occur."""
    connection: Any = engine.connection
    columns = [f"{label.sql} AS l{i}" for i, label in enumerate(asked.labels)]
    columns += [f"try_cast({sql} AS DOUBLE) AS v{i}" for i, sql in enumerate(asked.numbers)]
    columns += [f"{is_no_number(sql)} AS w{i}" for i, sql in enumerate(asked.numbers)]
    kinds = _kinds(connection, asked)
    query = f"SELECT {', '.join(columns)} FROM {asked.table}"  # noqa: S608 - names are quoted
    connection.execute(f"CREATE OR REPLACE TEMP TABLE items AS {query}")
    large = []
    for i, name in enumerate(asked.columns.numbers):
        (wrong,) = connection.execute(f"SELECT count(*) FROM items WHERE w{i}").fetchall()[0]  # noqa: S608
        if wrong:
            raise EngineError(f"{wrong} cells of the column {name!r} are not numbers")
        if has_large(connection, f"v{i}", "items"):
            large.append(i)
    require_apart(connection, asked, large)
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
        [
            # numbers of 32 bits stay so, for a threshold is to be compared with them as they are
            np.ma.filled(found[v], np.nan).astype(np.float32 if kind == "FLOAT" else np.float64, copy=False)
            for v, kind in zip(values, kinds, strict=True)
        ],
    )


def _kinds(connection: Any, asked: Asked) -> list[str]:
    """How the numbers are stored; asked without reading any, for a stream can be read once only."""
    wanted = ", ".join(asked.numbers)
    rows = connection.execute(f"DESCRIBE SELECT {wanted} FROM {asked.table}").fetchall()  # noqa: S608
    return [row[1] for row in rows]


def has_large(connection: Any, column: str, table: str) -> bool:
    """Whether there is a double that may stand for several whole numbers."""
    query = f"SELECT count(*) FROM {table} WHERE {_is_large(column)}"  # noqa: S608 - the names are our own
    return bool(connection.execute(query).fetchall()[0][0])


def require_apart(connection: Any, asked: Asked, large: Sequence[int]) -> None:
    """Refuse whole numbers so large that different ones would be the same score.

    All columns that have such numbers are looked at in one pass over the table that was kept to look ahead,
    for a stream can be read once only.
    """
    if not large:
        return
    wanted = [asked.numbers[i] for i in large]
    both = [
        f"try_cast({x} AS HUGEINT) AS g{i}, try_cast({x} AS DOUBLE) AS k{i}" for i, x in enumerate(wanted)
    ]
    numbers = [
        f"count(DISTINCT {x}{i}) FILTER (g{i} IS NOT NULL AND {_is_large(f'k{i}')})"
        for i in range(len(large))
        for x in "gk"
    ]
    query = f"SELECT {', '.join(numbers)} FROM (SELECT {', '.join(both)} FROM {asked.ahead})"  # noqa: S608
    found = connection.execute(query).fetchall()[0]
    for i, given, kept in zip(large, found[::2], found[1::2], strict=True):
        if kept < given:
            raise fallen_together(f"the column {asked.columns.numbers[i]!r}", given, kept)


def _is_large(sql: str) -> str:
    return f"(abs({sql}) >= {EXACT} AND abs({sql}) < 1e38)"


def is_no_number(sql: str) -> str:
    """Whether there is something that is not a number."""
    return f"({sql} IS NOT NULL AND try_cast({sql} AS DOUBLE) IS NULL)"


def distinct_texts(connection: Any, column: str, table: str, name: str) -> list[str]:
    """The labels that occur, as the engine gives them."""
    query = f"SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL LIMIT {limits.MOST_LABELS + 1}"  # noqa: S608
    texts = sorted(text for (text,) in connection.execute(query).fetchall())
    require_few_labels(name, len(texts), limits.MOST_LABELS)
    return texts
