"""Scores in a file of any size, sorted: the engine sorts on disk within a bound of memory.

A curve needs its items in the order of their scores, and needs each of them once: blocks come back.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy as np

from abovechance.counting.files.engine import sql_text
from abovechance.counting.files.scored_columns import WantedColumns
from abovechance.counting.files.scores import read_with
from abovechance.counting.files.scores_engine import distinct_texts, is_no_number, require_numbers
from abovechance.counting.files.streams import opened
from abovechance.counting.scored import positive_of
from abovechance.errors import InputError
from abovechance.labels import natural_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from abovechance.counting.files.scored_columns import Items
    from abovechance.counting.files.scores_engine import Asked
    from abovechance.counting.files.streams import Progress
    from abovechance.labels import Label

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
    """

    blocks: Iterator[tuple[NDArray[np.float64], NDArray[np.bool_]]]
    items: int
    left_out: int
    positive: Label
    negative: Label


@dataclass(frozen=True)
class _Reading:
    """What is wanted of the items, and what to do with them once they are sorted."""

    use: Callable[[SortedScores], Any]
    positive: str | None
    missing: str
    memory: str
    name: str

    def of_items(self, items: Items) -> Any:
        """Sort what was read by hand."""
        (places, texts), scores = items.labels[0], items.numbers[0]
        classes, good = self._classes(texts)
        kept = (places >= 0) & ~np.isnan(scores)
        self._settle(len(kept), int(np.count_nonzero(kept)))
        is_positive = places[kept] == (texts.index(good) if good in texts else -1)
        order = np.argsort(-scores[kept], kind="stable")
        block = (scores[kept][order], is_positive[order])
        return self.use(self._sorted(iter([block]), len(kept), len(order), classes, good))

    def by_engine(self, connection: Any, asked: Asked) -> Any:
        """Let the engine sort on disk."""
        with tempfile.TemporaryDirectory() as folder:
            disk = sql_text(str(Path(folder) / "sorted"))
            connection.execute(f"SET temp_directory = {sql_text(folder)}")
            connection.execute(f"SET memory_limit = {sql_text(self.memory)}")
            connection.execute("SET preserve_insertion_order = false")
            connection.execute(f"ATTACH {disk} AS disk")
            try:
                return self._sorted_by(connection, asked)
            finally:
                connection.execute("DETACH disk")

    def _sorted_by(self, connection: Any, asked: Asked) -> Any:
        (label,), (number,), (name,) = asked.labels, asked.numbers, asked.columns.numbers
        connection.execute(
            f"CREATE TABLE disk.raw AS SELECT {label} AS label, try_cast({number} AS DOUBLE) AS score, "  # noqa: S608
            f"{is_no_number(number)} AS wrong FROM {asked.table}"
        )
        texts = distinct_texts(connection, "label", "disk.raw", asked.columns.labels[0])
        labels = {text: asked.label_of(text) for text in texts}
        classes, good = self._classes([label for label in labels.values() if label])
        values = {"named": [text for text in texts if labels[text]]}
        there = "list_contains($named, label) AND score IS NOT NULL AND NOT isnan(score)"
        counts = f"count(*), count(*) FILTER (WHERE {there}), count(*) FILTER (WHERE wrong)"
        query = f"SELECT {counts} FROM disk.raw"  # noqa: S608 - the names are our own
        everything, items, wrong = connection.execute(query, values).fetchone()
        require_numbers(wrong, name)
        self._settle(everything, items)
        values |= {"real": [text for text in texts if labels[text] == good]}
        # without it, several threads write a sorted table in any order
        connection.execute("SET preserve_insertion_order = true")
        connection.execute(
            "CREATE TABLE disk.items AS SELECT score, list_contains($real, label) AS real "  # noqa: S608
            f"FROM disk.raw WHERE {there} ORDER BY score DESC",
            values,
        )
        return self.use(self._sorted(_blocks(connection, items), everything, items, classes, good))

    def _classes(self, texts: list[str]) -> tuple[list[Label], Label]:
        if not texts:
            raise InputError(f"{self.name}: no item has a label")
        classes = list(natural_order(set(texts)))
        return classes, positive_of(classes, self.positive)

    def _settle(self, everything: int, items: int) -> None:
        if not everything:
            raise InputError(f"{self.name} has columns but no rows")
        if items < everything and self.missing == "error":
            raise InputError(
                f"{self.name}: {everything - items} items lack a label or a score: say missing='drop' to "
                "leave them out"
            )
        if not items:
            raise InputError(f"{self.name}: every item lacks a label or a score, so that nothing is left")

    def _sorted(
        self, blocks: Iterator[Any], everything: int, items: int, classes: list[Label], good: Label
    ) -> SortedScores:
        others = [label for label in classes if label != good]
        bad = others[0] if len(others) == 1 else tuple(others) if others else "rest"
        return SortedScores(blocks, items, everything - items, good, bad)


def with_sorted_scores(
    file: str,
    truth: str | None,
    score: str,
    use: Callable[[SortedScores], T],
    *,
    positive: str | None = None,
    missing: Literal["error", "drop"] = "error",
    memory: str = "1GB",
    encoding: str | None = None,
    progress: Progress | None = None,
) -> T:
    """Sort the items of a file by their scores and pass them on; what was sorted on disk is gone afterwards.

    Parameters
    ----------
    file
        A CSV, TSV, JSON lines, Parquet or Arrow file, plain or compressed, or ``-`` for standard input.
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
    """
    if missing not in ("error", "drop"):
        raise InputError(f"missing must be 'error' or 'drop', not {missing!r}")
    with opened(file, progress) as source:
        reading = _Reading(use, positive, missing, memory, source.name)
        wanted = WantedColumns(truth, (), (score,), source.name)
        _, result = read_with(
            source, wanted, encoding, progress, by_engine=reading.by_engine, of_items=reading.of_items
        )
    return result


def _blocks(connection: Any, items: int) -> Iterator[tuple[NDArray[np.float64], NDArray[np.bool_]]]:
    for start in range(0, items, _BLOCK):
        query = f"SELECT score, real FROM disk.items WHERE rowid >= {start} AND rowid < {start + _BLOCK}"  # noqa: S608
        found = connection.execute(query).fetchnumpy()
        yield np.asarray(found["score"]), np.asarray(found["real"])
