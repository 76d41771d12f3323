"""Scores in a file of any size, sorted: the engine sorts on disk within a bound of memory.

A curve needs its items in the order of their scores, and needs each of them once: blocks come back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import natural_order
from abovechance.intake.files.columns import WantedColumns, one_each
from abovechance.intake.files.engine import asking, sql_text
from abovechance.intake.files.query import is_no_number
from abovechance.intake.files.reader import Reader, files_read
from abovechance.intake.files.readers.scores import (
    distinct_texts,
    has_large,
    no_numbers,
    number_kinds,
    require_apart,
)
from abovechance.intake.files.reading import AS_USUAL, Read, Reading
from abovechance.intake.missing import gaps_refused, no_class_of_scores, nothing_left
from abovechance.intake.scores import positive_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.intake.files.columns import Columns
    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.query import Asked
    from abovechance.intake.files.reader import Files

_NO_NUMBER = "a score is not a number"
T = TypeVar("T")
_BLOCK_SIZE = 2**21


@dataclass(frozen=True, eq=False)
class SortedScores(Read):
    """Items in the order of their scores, the highest first."""

    blocks: Iterator[tuple[NDArray[np.float64], NDArray[np.bool_]]]  # scores, and which are positive
    items: int
    left_out: int  # items that lack a value
    positive: Label
    negative: Label  # a tuple if it is made of several labels
    precision: str = "float64"  # "float64" or "float32"


class _Disk:
    """Items on disk: the label as it is stored, by which file it came, and the score."""

    def __init__(self, memory: str) -> None:
        self._memory = memory
        self._parts = 0
        self._texts: dict[tuple[str, int], str] = {}
        self.precisions: set[str] = set()

    def add(self, engine: Engine, asked: Asked, columns: Columns) -> None:
        """Let the engine read items."""
        (label,), (number,), connection, part = asked.labels, asked.numbers, engine.connection, self._parts
        if not part:
            connection.execute(f"SET memory_limit = {sql_text(self._memory)}")
            connection.execute(f"ATTACH IF NOT EXISTS {sql_text(str(engine.folder / 'sorted'))} AS disk")
            connection.execute("CREATE OR REPLACE TABLE disk.raw (label VARCHAR, part INTEGER, score DOUBLE)")
        refused = f"error({sql_text(_NO_NUMBER)})"
        score = f"CASE WHEN {is_no_number(number)} THEN {refused} ELSE try_cast({number} AS DOUBLE) END"
        stored = f"(SELECT label, score FROM disk.raw WHERE part = {part})"  # noqa: S608 - the names are our own
        try:
            connection.execute(f"INSERT INTO disk.raw SELECT {label.sql}, {part}, {score} FROM {asked.table}")  # noqa: S608
            self.precisions.add("float32" if number_kinds(connection, asked) == ["FLOAT"] else "float64")
            require_apart(connection, asked, [0] if has_large(connection, "score", stored) else [])
            texts = distinct_texts(connection, "label", stored, columns.labels[0])
            found = {text: asked.label_of(text) for text in texts}
        except Exception as error:  # the files may be read again, in parts
            connection.execute(f"DELETE FROM disk.raw WHERE part = {part}")  # noqa: S608
            if _NO_NUMBER in str(error):
                raise no_numbers(engine, asked) from None
            raise
        self._texts |= {(stored, part): text for stored, text in found.items() if text}
        self._parts += 1

    def labels(self, positive: str | None) -> dict[tuple[str, int], str]:
        """The labels that occur, by how they are stored and where."""
        meaning = one_each([*([] if positive is None else [positive]), *self._texts.values()])
        return {place: meaning[text] for place, text in self._texts.items()}


def with_sorted_scores(
    file: Files,
    truth: str | None,
    score: str,
    use: Callable[[SortedScores], T],
    reading: Reading = AS_USUAL,
    *,
    positive: str | None = None,
    memory: str = "1GB",
) -> T:
    """Sort the items of files by their scores and pass them on; what was sorted on disk is gone afterwards.

    The engine uses as much ``memory`` as said, such as ``"1GB"``; the rest goes to a temporary folder.
    """
    if reading.missing.policy == "label":
        raise no_class_of_scores()
    disk = _Disk(memory)
    wanted = WantedColumns(truth, (), (score,))
    reader: Reader[Columns, None] = Reader(wanted.choose, disk.add, ordered=False)
    with files_read(file, reader, reading) as found, asking(found.engine):
        labels = disk.labels(positive)
        if not labels:
            raise InputError(f"{found.name} has columns but no rows with a label")
        classes = list(natural_order(set(labels.values())))
        good = positive_of(classes, positive)
        everything, items = _sort(found.engine.connection, {x: label == good for x, label in labels.items()})
        if items < everything and reading.missing.policy == "error":
            raise gaps_refused({found.name: everything - items}, may_be_a_class=False)
        if not items:
            raise nothing_left()
        others = [label for label in classes if label != good]
        return use(
            SortedScores(
                _blocks(found.engine.connection, items),
                items,
                everything - items,
                good,
                others[0] if len(others) == 1 else tuple(others) if others else "rest",
                max(disk.precisions),
                **found.told,
            )
        )


def _sort(connection: DuckDBPyConnection, real: Mapping[tuple[str, int], bool]) -> tuple[int, int]:
    """Sort the items that have a label and a score; how many there are, and how many of these."""
    connection.execute("CREATE OR REPLACE TEMP TABLE labels (label VARCHAR, part INTEGER, real BOOLEAN)")
    connection.executemany(
        "INSERT INTO labels VALUES (?, ?, ?)", [[*key, is_real] for key, is_real in real.items()]
    )
    (everything,) = connection.execute("SELECT count(*) FROM disk.raw").fetchall()[0]
    # without it, several threads write a sorted table in any order
    connection.execute("SET preserve_insertion_order = true")
    connection.execute(
        "CREATE OR REPLACE TABLE disk.items AS SELECT score, real FROM disk.raw JOIN labels "
        "USING (label, part) WHERE score IS NOT NULL AND NOT isnan(score) ORDER BY score DESC"
    )
    (items,) = connection.execute("SELECT count(*) FROM disk.items").fetchall()[0]
    return everything, items


def _blocks(
    connection: DuckDBPyConnection, items: int
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.bool_]]]:
    for start in range(0, items, _BLOCK_SIZE):
        # By the numbers of the rows, which needs no passage over those before.
        query = f"SELECT score, real FROM disk.items WHERE rowid >= {start} AND rowid < {start + _BLOCK_SIZE}"  # noqa: S608
        found = connection.execute(query).fetchnumpy()
        yield np.asarray(found["score"]), np.asarray(found["real"])
