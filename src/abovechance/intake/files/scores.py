"""Read scores: a column of true labels, and columns of numbers for the same items, from files.

Scores read by the embedded engine: labels come back as codes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.errors import InputError
from abovechance.intake import limits
from abovechance.intake.codes.codebook import Codebook
from abovechance.intake.codes.rank import EXACT, fallen_together
from abovechance.intake.files.columns import Items, WantedColumns, joined, label_places
from abovechance.intake.files.engine import EngineError
from abovechance.intake.files.faults import require_few_labels
from abovechance.intake.files.format import PLAIN
from abovechance.intake.files.reader import Reader, files_read
from abovechance.intake.files.text_rows import Delimited
from abovechance.intake.items import checked_items

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from abovechance.intake.files.columns import Columns
    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.faults import Skipped
    from abovechance.intake.files.format import TextFormat
    from abovechance.intake.files.locate import Files
    from abovechance.intake.files.query import Asked
    from abovechance.intake.files.stream import Progress
    from abovechance.intake.files.text_rows import Records

_BLOCK = 2**16

_MOST_ITEMS = 20_000_000
"""Rows that stand for several items are there as many times, up to so many in all."""


@dataclass(frozen=True, eq=False)
class ScoreColumns:
    """The items of a file, column by column.

    Attributes
    ----------
    truth
        The name of the column of truth, and the true label of each item.
    scores
        The numbers of each column of scores, by its name.
    weights
        The weight of each item, or None.
    groups
        The labels of each column of groups, by its name.
    left_out
        How many items were left out for a missing value.
    found
        Whether the column of truth was found by its usual names.
    files
        How many files were read.
    skipped
        The files that could not be read and were left out.
    """

    truth: tuple[str, NDArray[Any]]
    scores: dict[str, NDArray[np.float64]]
    weights: NDArray[np.float64] | None
    groups: dict[str, NDArray[Any]]
    left_out: int
    found: bool
    files: int = 1
    skipped: tuple[Skipped, ...] = ()

    def in_order(self) -> ScoreColumns:
        """The same items in an order of their own, which does not depend on how they were read."""
        name, real = self.truth
        labels = [np.unique(column, return_inverse=True)[1] for column in (real, *self.groups.values())]
        numbers = [*self.scores.values(), *([] if self.weights is None else [self.weights])]
        order = np.lexsort([*labels, *numbers])
        return replace(
            self,
            truth=(name, real[order]),
            scores={score: column[order] for score, column in self.scores.items()},
            weights=None if self.weights is None else self.weights[order],
            groups={group: column[order] for group, column in self.groups.items()},
        )


def read_scores(
    file: Files,
    truth: str | None,
    scores: Sequence[str],
    *,
    weight: str | None = None,
    count: str | None = None,
    groups: Sequence[str] = (),
    missing: Literal["error", "drop"] = "error",
    text: TextFormat = PLAIN,
    progress: Progress | None = None,
    skip_bad: bool = False,
) -> ScoreColumns:
    """Read a column of truth and columns of scores.

    Parameters
    ----------
    file
        As of :func:`~abovechance.intake.files.tables.read_tables`: files, patterns, directories.
    truth
        The column of true labels; without it, found by its usual names.
    scores
        The columns of numbers: the higher, the more positive. ``inf`` and ``-inf`` are numbers.
    weight
        The column of weights.
    count
        The column that says how many items each row stands for; it is then there as many times.
    groups
        Columns whose combinations of labels are groups.
    missing
        Whether items without a label, a score, a weight or a group are an error or left out.
    text
        How text is to be read.
    progress
        Called with the share that has been read.
    skip_bad
        Whether a file of several that cannot be read is left out, and not an error.
    """
    amounts = tuple(name for name in (count, weight) if name is not None)
    wanted = WantedColumns(truth, tuple(groups), (*scores, *amounts))

    def by_engine(engine: Engine, asked: Asked, _: Columns) -> Items:
        from abovechance.intake.files.engine import EngineError

        items = fetch(engine, asked)
        if weight is not None and not _fits(items):
            raise EngineError(f"the weights in {weight!r} must be finite and not negative")
        return items

    def by_hand(table: Delimited | Records, columns: Columns) -> Items:
        items = items_by_hand(table, columns)
        if weight is not None and not _fits(items):
            raise InputError(f"{table.name}: the weights in {weight!r} must be finite and not negative")
        return items

    reader = Reader(wanted.choose, by_engine, by_hand, ordered=True)
    with files_read(file, reader, text=text, progress=progress, skip_bad=skip_bad) as found:
        columns, items = found.columns, joined(found.results, found.columns)
    if not len(items.numbers[0]):
        raise InputError(f"{found.name} has columns but no rows")
    kept = _kept(columns, items, missing, found.name)
    left_out = int(len(kept) - np.count_nonzero(kept))
    rows = np.flatnonzero(kept)
    if count is not None:
        rows = np.repeat(rows, _times(items.numbers[len(scores)][rows], count))
    texts = [np.array(labels or [""])[places[rows]] for places, labels in items.labels]
    values = [column[rows] for column in items.numbers]
    return ScoreColumns(
        (columns.labels[0], texts[0]),
        dict(zip(scores, values, strict=False)),
        None if weight is None else values[-1],
        dict(zip(columns.labels[1:], texts[1:], strict=True)),
        left_out,
        found=truth is None,
        files=found.files,
        skipped=found.skipped,
    )


def _times(numbers: NDArray[np.float64], count: str) -> NDArray[np.int64]:
    """How many times each row is there."""
    times = checked_items(numbers, len(numbers), f"counts in {count!r}")
    if times.sum() > _MOST_ITEMS:
        raise InputError(
            f"the counts in {count!r} add up to {times.sum():,}, and no more than {_MOST_ITEMS:,} items can "
            "be ranked one by one: divide them, or give them as weights"
        )
    if not times.any():
        raise InputError(f"the counts in {count!r} are all 0: there is nothing to rank")
    return times


def _complete(items: Items) -> NDArray[np.bool_]:
    """Which items have every label and number."""
    absent = [*(places < 0 for places, _ in items.labels), *map(np.isnan, items.numbers)]
    return ~np.logical_or.reduce(absent)


def _fits(items: Items) -> bool:
    """Whether the last numbers of items that have everything can be weights."""
    weights = items.numbers[-1][_complete(items)]
    return bool((np.isfinite(weights) & (weights >= 0)).all())


def _kept(columns: Columns, items: Items, missing: str, name: str) -> NDArray[np.bool_]:
    """Which items have everything; refuse others unless they are to be left out."""
    absent = {label: places < 0 for label, (places, _) in zip(columns.labels, items.labels, strict=True)}
    absent |= {label: np.isnan(x) for label, x in zip(columns.numbers, items.numbers, strict=True)}
    kept = _complete(items)
    if missing == "error" and not kept.all():
        where = ", ".join(f"{int(a.sum())} in {label!r}" for label, a in absent.items() if a.any())
        raise InputError(
            f"{name} has missing values or NaN ({where}): leave such items out with --missing drop"
        )
    if not kept.any():
        raise InputError(f"{name}: every item lacks a label or a number, so that nothing is left")
    return kept


def items_by_hand(table: Delimited | Records, columns: Columns) -> Items:
    """The items of a text, read with care."""
    rows = _delimited_rows(table, columns) if isinstance(table, Delimited) else _record_rows(table, columns)
    books = [Codebook(name) for name in columns.labels]
    codes: list[list[NDArray[Any]]] = [[] for _ in books]
    texts: list[list[str]] = [[] for _ in books]
    numbers: list[list[float]] = [[] for _ in columns.numbers]

    def flush() -> None:
        for book, column, found in zip(books, texts, codes, strict=True):
            found.append(book.codes(column).astype(np.int32))
            column.clear()
            require_few_labels(book.name, len(book.labels), limits.MOST_LABELS)

    for labels, values in rows:
        for column, label in zip(texts, labels, strict=True):
            column.append(label)
        for numeric, value in zip(numbers, values, strict=True):
            numeric.append(value)
        if len(texts[0]) == _BLOCK:
            flush()
    flush()
    return Items(
        [
            label_places(np.concatenate(found), [str(label or "") for label in book.labels])
            for found, book in zip(codes, books, strict=True)
        ],
        [_doubles(column, name) for column, name in zip(numbers, columns.numbers, strict=True)],
    )


def _doubles(column: list[float], name: str) -> NDArray[np.float64]:
    """Numbers as doubles, of which different ones must not be the same."""
    if any(isinstance(x, int) for x in column):
        large = {x for x in column if abs(x) >= EXACT}
        kept = set(map(float, large))
        if len(kept) < len(large):
            raise fallen_together(f"the column {name!r}", len(large), len(kept))
    return np.array(column, dtype=np.float64)


def _delimited_rows(table: Delimited, columns: Columns) -> Iterator[tuple[list[str], list[float]]]:
    labels = [table.header.index(name) for name in columns.labels]
    numbers = [(name, table.header.index(name)) for name in columns.numbers]
    for row in table.rows():
        yield [row[i] for i in labels], [_number(row[i], table, table.line, name) for name, i in numbers]


def _record_rows(table: Records, columns: Columns) -> Iterator[tuple[list[str], list[float]]]:
    for line, record in table.rows():
        values = [_number(record.get(name), table, line, name) for name in columns.numbers]
        yield table.labels(line, record, columns.labels), values


def _whole(cell: Any, number: float) -> float:
    """A number as it is written, if it is a whole one that a double only comes near to."""
    try:
        return number if int(cell) == number else int(cell)
    except ValueError:
        return number


def _number(cell: Any, table: Delimited | Records, line: int, column: str) -> float:
    """A number, NaN if the cell is empty."""
    if cell is None or cell == "":
        return math.nan
    if isinstance(cell, str | int | float) and not isinstance(cell, bool):
        try:
            number = float(table.text.number(cell) if isinstance(cell, str) else cell)
            return number if abs(number) < EXACT or math.isinf(number) else _whole(cell, number)
        except (ValueError, OverflowError):
            pass
    raise InputError(
        f"{table.name}, line {line}: {cell!r} in column {column!r} is not a number; leave a cell empty "
        "where there is none"
    )


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
