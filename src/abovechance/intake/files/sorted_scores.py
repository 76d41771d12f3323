"""Scores in a file of any size, sorted: the engine sorts on disk within a bound of memory.

A curve needs its items in the order of their scores, and needs each of them once: blocks come back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import natural_order
from abovechance.intake.files.columns import WantedColumns, joined
from abovechance.intake.files.engine import asking, sql_text
from abovechance.intake.files.format import PLAIN
from abovechance.intake.files.reader import Reader, files_read
from abovechance.intake.files.scores import (
    distinct_texts,
    has_large,
    is_no_number,
    items_by_hand,
    require_apart,
)
from abovechance.intake.files.whole import meant
from abovechance.intake.scores import positive_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.intake.files.columns import Columns, Items
    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.faults import Skipped
    from abovechance.intake.files.format import TextFormat
    from abovechance.intake.files.locate import Files
    from abovechance.intake.files.query import Asked
    from abovechance.intake.files.reader import Found
    from abovechance.intake.files.stream import Progress

T = TypeVar("T")
_BLOCK = 2**21


@dataclass(frozen=True, eq=False)
class SortedScores:
    """Items in the order of their scores, the highest first.

    Attributes
    ----------
    blocks
        Some items at a time: their scores, and which of them are positive.
    items, left_out
        How many items there are, and how many were left out for a missing value.
    positive, negative
        The two classes; the negative one is a tuple if it is made of several labels.
    files
        How many files were read.
    skipped
        The files that could not be read and were left out.
    """

    blocks: Iterator[tuple[NDArray[np.float64], NDArray[np.bool_]]]
    items: int
    left_out: int
    positive: Label
    negative: Label
    files: int = 1
    skipped: tuple[Skipped, ...] = ()


class _Disk:
    """Items on disk: the label as it is stored, by which file it came, and the score."""

    def __init__(self, memory: str) -> None:
        self._memory = memory
        self.parts = 0
        self._texts: dict[tuple[str, int], str] = {}

    def add(self, engine: Engine, asked: Asked, columns: Columns) -> None:
        """Let the engine read items."""
        (label,), (number,), (name,) = asked.labels, asked.numbers, columns.numbers
        refused = f"error({sql_text(f'cells of the column {name!r} are not numbers')})"
        score = f"CASE WHEN {is_no_number(number)} THEN {refused} ELSE try_cast({number} AS DOUBLE) END"
        self._insert(engine, f"{label.sql}, {self.parts}, {score}", asked.table)
        stored = f"(SELECT label, score FROM disk.raw WHERE part = {self.parts})"  # noqa: S608 - the names are our own
        try:
            require_apart(
                engine.connection, asked, [0] if has_large(engine.connection, "score", stored) else []
            )
            found = distinct_texts(engine.connection, "label", stored, columns.labels[0])
            self._know({text: asked.label_of(text) for text in found})
        except Exception:  # the files may be read again, in parts or by hand
            engine.connection.execute(f"DELETE FROM disk.raw WHERE part = {self.parts}")  # noqa: S608
            raise

    def add_items(self, engine: Engine, items: Items) -> None:
        """Add what was read by hand."""
        (places, texts), scores = items.labels[0], items.numbers[0]
        with asking(engine):
            engine.connection.register("by_hand", {"place": places, "score": scores})
            self._insert(engine, f"nullif(place, -1)::VARCHAR, {self.parts}, score", "by_hand")
        self._know({str(place): text for place, text in enumerate(texts)})

    def _insert(self, engine: Engine, columns: str, table: str) -> None:
        connection = engine.connection
        if not self.parts:
            connection.execute(f"SET memory_limit = {sql_text(self._memory)}")
            connection.execute(f"ATTACH IF NOT EXISTS {sql_text(str(engine.folder / 'sorted'))} AS disk")
            connection.execute("CREATE OR REPLACE TABLE disk.raw (label VARCHAR, part INTEGER, score DOUBLE)")
        connection.execute(f"INSERT INTO disk.raw SELECT {columns} FROM {table}")  # noqa: S608 - names are quoted

    def _know(self, texts: Mapping[str, str]) -> None:
        self._texts |= {(stored, self.parts): text for stored, text in texts.items() if text}
        self.parts += 1

    def labels(self, columns: Columns) -> dict[tuple[str, int], str]:
        """The labels that occur, by how they are stored and where."""
        (labels,) = meant([self._texts.values()], columns)
        return {place: labels[text] for place, text in self._texts.items()}


@dataclass(frozen=True)
class _Sorting:
    """What is wanted of the items, and what to do with them once they are sorted."""

    use: Callable[[SortedScores], Any]
    positive: str | None
    missing: str
    found: Found[Columns, Items | None]

    def in_memory(self, items: Items) -> Any:
        """Sort what was read by hand."""
        (places, texts), scores = items.labels[0], items.numbers[0]
        classes, good = self._classes(texts)
        kept = (places >= 0) & ~np.isnan(scores)
        self._settle(len(kept), int(np.count_nonzero(kept)))
        is_positive = places[kept] == (texts.index(good) if good in texts else -1)
        order = np.argsort(-scores[kept], kind="stable")
        block = (scores[kept][order], is_positive[order])
        return self._pass_on(iter([block]), len(kept), len(order), classes, good)

    def on_disk(self, engine: Engine, disk: _Disk) -> Any:
        """Let the engine sort on disk."""
        connection = engine.connection
        labels = disk.labels(self.found.columns)
        classes, good = self._classes(list(labels.values()))
        connection.execute("CREATE OR REPLACE TEMP TABLE labels (label VARCHAR, part INTEGER, real BOOLEAN)")
        connection.executemany(
            "INSERT INTO labels VALUES (?, ?, ?)", [[*key, label == good] for key, label in labels.items()]
        )
        there = "score IS NOT NULL AND NOT isnan(score)"
        (everything,) = connection.execute("SELECT count(*) FROM disk.raw").fetchall()[0]
        # without it, several threads write a sorted table in any order
        connection.execute("SET preserve_insertion_order = true")
        connection.execute(
            "CREATE OR REPLACE TABLE disk.items AS SELECT score, real FROM disk.raw JOIN labels "  # noqa: S608 - the names are our own
            f"USING (label, part) WHERE {there} ORDER BY score DESC"
        )
        (items,) = connection.execute("SELECT count(*) FROM disk.items").fetchall()[0]
        self._settle(everything, items)
        return self._pass_on(_blocks(connection, items), everything, items, classes, good)

    def _classes(self, texts: list[str]) -> tuple[list[Label], Label]:
        if not texts:
            raise InputError(f"{self.found.name}: no item has a label")
        classes = list(natural_order(set(texts)))
        return classes, positive_of(classes, self.positive)

    def _settle(self, everything: int, items: int) -> None:
        name = self.found.name
        if not everything:
            raise InputError(f"{name} has columns but no rows")
        if items < everything and self.missing == "error":
            raise InputError(
                f"{name}: {everything - items} items lack a label or a score: say missing='drop' to "
                "leave them out"
            )
        if not items:
            raise InputError(f"{name}: every item lacks a label or a score, so that nothing is left")

    def _pass_on(
        self, blocks: Iterator[Any], everything: int, items: int, classes: list[Label], good: Label
    ) -> Any:
        others = [label for label in classes if label != good]
        bad = others[0] if len(others) == 1 else tuple(others) if others else "rest"
        found = self.found
        return self.use(
            SortedScores(blocks, items, everything - items, good, bad, found.files, found.skipped)
        )


def with_sorted_scores(
    file: Files,
    truth: str | None,
    score: str,
    use: Callable[[SortedScores], T],
    *,
    positive: str | None = None,
    missing: Literal["error", "drop"] = "error",
    memory: str = "1GB",
    text: TextFormat = PLAIN,
    progress: Progress | None = None,
    skip_bad: bool = False,
) -> T:
    """Sort the items of files by their scores and pass them on; what was sorted on disk is gone afterwards.

    Parameters
    ----------
    file
        As of :func:`~abovechance.intake.files.tables.read_tables`: files, patterns, directories.
    truth, score
        The columns of true labels, found by its usual names if None, and of scores.
    use
        What to do with the sorted items.
    positive
        The positive label; labels are text, whatever the file.
    missing
        Whether items without a label or a score are an error or left out.
    memory
        How much of it the engine may use, such as ``"1GB"``; the rest goes to a temporary folder. Small text
        files are sorted in memory.
    text, progress, skip_bad
        As of :func:`~abovechance.intake.files.tables.read_tables`.
    """
    if missing not in ("error", "drop"):
        raise InputError(f"missing must be 'error' or 'drop', not {missing!r}")
    disk = _Disk(memory)
    wanted = WantedColumns(truth, (), (score,))
    reader: Reader[Columns, Items | None] = Reader(wanted.choose, disk.add, items_by_hand, ordered=False)
    with files_read(file, reader, text=text, progress=progress, skip_bad=skip_bad) as found:
        sorting = _Sorting(use, positive, missing, found)
        by_hand = [items for items in found.results if items is not None]
        if found.engine is None or not disk.parts:
            return sorting.in_memory(joined(by_hand, found.columns))
        for items in by_hand:
            disk.add_items(found.engine, items)
        with asking(found.engine):
            return sorting.on_disk(found.engine, disk)


def _blocks(connection: Any, items: int) -> Iterator[tuple[NDArray[np.float64], NDArray[np.bool_]]]:
    for start in range(0, items, _BLOCK):
        query = f"SELECT score, real FROM disk.items WHERE rowid >= {start} AND rowid < {start + _BLOCK}"  # noqa: S608
        found = connection.execute(query).fetchnumpy()
        yield np.asarray(found["score"]), np.asarray(found["real"])
