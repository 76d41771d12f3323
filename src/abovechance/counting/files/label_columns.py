"""Read columns of labels as they are, row by row: identifiers, categories, the answers of raters."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.counting.files.choose import position_of
from abovechance.counting.files.delimited import Delimited
from abovechance.counting.files.read import (
    ARROW_FILE,
    ARROW_STREAM,
    PARQUET,
    is_large,
    require_text,
    text_table,
)
from abovechance.counting.files.records import label_text
from abovechance.counting.files.scored_columns import Columns, WantedColumns
from abovechance.counting.files.streams import opened, text_encoding
from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from abovechance.counting.files.records import Records
    from abovechance.counting.files.scores_engine import Asked
    from abovechance.counting.files.streams import Progress, Source

    Texts = NDArray[np.object_]

_ROWS = 2**16
_FEW = 256
"""Labels among which the engine finds the position of a cell sooner than Python makes it an object."""


@dataclass(frozen=True)
class _AnyColumns(WantedColumns):
    """The columns of these names; all of a file if there are none."""

    names: tuple[str, ...] = field(default=())

    def choose(self, header: Sequence[str]) -> Columns:
        """The columns in the order in which they were named, or stand in the header."""
        if not any(column.strip() for column in header):
            raise InputError(f"{self.name} has no columns: its first line must name them")
        names = self.names or tuple(header)
        for name in names:
            position_of(header, name, self.name)
        return Columns(names, ())


def read_labels(
    file: str,
    columns: Sequence[str] = (),
    *,
    encoding: str | None = None,
    progress: Progress | None = None,
) -> dict[str, Texts]:
    """Read columns of labels.

    Parameters
    ----------
    file
        A CSV, TSV, JSON lines, Parquet or Arrow file, plain or compressed, or ``-`` for standard input.
    columns
        Their names; all columns of the file without any.
    encoding
        Of text; without it UTF-8, or what a byte order mark says.
    progress
        Called with the share that has been read.

    Returns
    -------
    dict
        By name, the text of each cell; None where it is empty.
    """
    with opened(file, progress) as source:
        wanted = _AnyColumns(None, (), (), source.name, tuple(dict.fromkeys(columns)))
        chosen, found = _read(source, wanted, encoding, progress)
    if not len(found[0]):
        raise InputError(f"{source.name} has columns but no rows")
    return dict(zip(chosen.labels, found, strict=True))


def _read(
    source: Source, wanted: WantedColumns, encoding: str | None, progress: Progress | None
) -> tuple[Columns, list[Texts]]:
    """Read a binary or large file by the engine, any other, or one that the engine refuses, by hand."""
    if source.head.startswith((PARQUET, ARROW_FILE, ARROW_STREAM)):
        from abovechance.counting.files.scores_engine import from_arrow, from_parquet

        read = from_parquet if source.head.startswith(PARQUET) else from_arrow
        return read(source, wanted, progress, _fetch)
    require_text(source, encoding)
    table = text_table(source, encoding)
    columns = wanted.choose(table.header)
    if source.path is not None and is_large(source) and text_encoding(source, encoding) == "utf-8-sig":
        from abovechance.counting.files.engine import EngineError
        from abovechance.counting.files.scores_engine import from_text

        try:
            return columns, from_text(source.path, table, columns, progress, _fetch)
        except EngineError:
            pass
    return columns, _by_hand(table, columns.labels)


def _by_hand(table: Delimited | Records, names: Sequence[str]) -> list[Texts]:
    rows = _delimited(table, names) if isinstance(table, Delimited) else _records(table, names)
    # Equal texts are kept once, however often they occur.
    kept: dict[str, str] = {}
    columns: list[list[str | None]] = [[] for _ in names]
    for row in rows:
        for column, text in zip(columns, row, strict=True):
            column.append(kept.setdefault(text, text) if text else None)
    return [np.array(column, dtype=object) for column in columns]


def _delimited(table: Delimited, names: Sequence[str]) -> Iterator[list[str]]:
    places = [table.header.index(name) for name in names]
    for row in table.rows():
        yield [row[i] for i in places]


def _records(table: Records, names: Sequence[str]) -> Iterator[list[str]]:
    for line, record in table.rows():
        texts = [label_text(record.get(name)) for name in names]
        if None in texts:
            name = names[texts.index(None)]
            kind = type(record[name]).__name__
            raise InputError(f"{table.name}, line {line}: {name!r} is a {kind}, not a label")
        yield [text or "" for text in texts]


def _fetch(connection: Any, asked: Asked) -> list[Texts]:
    """The cells as the engine gives them, in the order of the rows."""
    columns = ", ".join(f"{sql} AS l{i}" for i, sql in enumerate(asked.labels))
    connection.execute(f"CREATE TEMP TABLE cells AS SELECT {columns} FROM {asked.table}")  # noqa: S608 - names are quoted
    return [_fetch_column(connection, f"l{i}", asked) for i in range(len(asked.labels))]


def _fetch_column(connection: Any, column: str, asked: Asked) -> Texts:
    """A column of few labels comes as positions among these, which are objects only once."""
    query = f"SELECT DISTINCT {column} FROM cells WHERE {column} IS NOT NULL LIMIT {_FEW + 1}"  # noqa: S608 - the names are our own
    texts = sorted(text for (text,) in connection.execute(query).fetchall())
    if len(texts) <= _FEW:
        query = f"SELECT coalesce(list_position($texts, {column}), 0)::INTEGER AS place FROM cells"  # noqa: S608
        places = connection.execute(query, {"texts": texts}).fetchnumpy()["place"]
        return np.array([None, *(asked.label_of(text) or None for text in texts)], dtype=object)[places]
    kept: dict[str | None, str | None] = {None: None}
    cursor = connection.execute(f"SELECT {column} FROM cells")  # noqa: S608 - the names are our own
    blocks = []
    while rows := cursor.fetchmany(_ROWS):
        kept |= {text: asked.label_of(text) or None for (text,) in rows if text not in kept}
        blocks.append(np.array([kept[text] for (text,) in rows], dtype=object))
    return np.concatenate(blocks)
