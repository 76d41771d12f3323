"""Read columns of labels as they are, row by row: identifiers, categories, the answers of raters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.intake.files.columns import Columns, merged, one_each, require_column
from abovechance.intake.files.reader import Reader, files_read
from abovechance.intake.files.reading import AS_USUAL, GeneralError, Read, Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray

    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.query import Asked
    from abovechance.intake.files.reader import Files

    Texts = NDArray[np.object_]

_ROWS_AT_ONCE = 2**16
_MOST_LABELS_LISTED = 256  # of so few, the engine finds that of a cell sooner than Python makes an object


@dataclass(frozen=True, eq=False)
class LabelColumns(Read):
    """Columns of labels."""

    columns: dict[str, Texts]  # by name, the text of each cell; None where it is empty


class _Chooser:
    """Finds the columns of these names in files; without names all of the first, which all must have."""

    def __init__(self, names: Sequence[str]) -> None:
        self._named = bool(names)
        self._names = tuple(dict.fromkeys(names))
        self._first = ""

    def __call__(self, header: Sequence[str], name: str, own: int) -> Columns:
        """The columns in the order in which they were named, or stand in the first file."""
        if not any(column.strip() for column in header[:own]):
            raise InputError(f"{name} has no columns: its first line must name them")
        for column in self._names or header[:own]:
            require_column(header, column, name)
        if not self._names:
            self._names, self._first = tuple(header[:own]), name
        more = [column for column in header[:own] if column not in self._names]
        if more and not self._named:
            raise GeneralError(
                f"{name} has a column {more[0]!r} and {self._first} has none: name the columns to read"
            )
        return Columns(self._names, ())


def read_labels(file: Files, columns: Sequence[str] = (), reading: Reading = AS_USUAL) -> LabelColumns:
    """Read columns of labels (all if none is named), file after file; missing ones are for the caller."""
    reader = Reader(_Chooser(columns), _fetch, ordered=True)
    with files_read(file, reader, reading) as found:
        texts = [np.concatenate(parts) for parts in zip(*found.results, strict=True)]
    if not len(texts[0]):
        raise InputError(f"{found.name} has columns but no rows")
    meaning = one_each(text for column in texts for text in set(column.tolist()) - {None})
    if any(text != label for text, label in meaning.items()):
        texts = [np.array([meaning.get(x) for x in column.tolist()], dtype=object) for column in texts]
    return LabelColumns(
        dict(zip(found.columns.labels, texts, strict=True)),
        **found.told | {"warnings": tuple(merged([meaning]))},
    )


def _fetch(engine: Engine, asked: Asked, _: Columns) -> list[Texts]:
    """The cells as the engine gives them, in the order of the rows."""
    columns = ", ".join(f"{label.sql} AS l{i}" for i, label in enumerate(asked.labels))
    engine.connection.execute(f"CREATE OR REPLACE TEMP TABLE cells AS SELECT {columns} FROM {asked.table}")  # noqa: S608 - names are quoted
    return [_fetch_column(engine.connection, f"l{i}", asked) for i in range(len(asked.labels))]


def _fetch_column(connection: DuckDBPyConnection, column: str, asked: Asked) -> Texts:
    """A column of few labels comes as positions among these, which are objects only once."""
    query = f"SELECT DISTINCT {column} FROM cells WHERE {column} IS NOT NULL LIMIT {_MOST_LABELS_LISTED + 1}"  # noqa: S608 - the names are our own
    texts = sorted(text for (text,) in connection.execute(query).fetchall())
    if len(texts) <= _MOST_LABELS_LISTED:
        query = f"SELECT coalesce(list_position($texts, {column}), 0)::INTEGER AS place FROM cells"  # noqa: S608
        places = connection.execute(query, {"texts": texts}).fetchnumpy()["place"]
        return np.array([None, *(asked.label_of(text) or None for text in texts)], dtype=object)[places]
    kept: dict[str | None, str | None] = {None: None}
    cursor = connection.execute(f"SELECT {column} FROM cells")  # noqa: S608 - the names are our own
    blocks = []
    while rows := cursor.fetchmany(_ROWS_AT_ONCE):
        kept |= {text: asked.label_of(text) or None for (text,) in rows if text not in kept}
        blocks.append(np.array([kept[text] for (text,) in rows], dtype=object))
    return np.concatenate(blocks) if blocks else np.array([], dtype=object)
