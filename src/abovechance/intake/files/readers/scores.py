"""Read scores: a column of true labels, and columns of numbers for the same items, from files."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.intake import limits
from abovechance.intake.codes.rank import EXACT, fallen_together
from abovechance.intake.files.columns import WantedColumns, meant, merged, one_each
from abovechance.intake.files.engine import EngineError, sql_text
from abovechance.intake.files.query import first_wrong, is_no_number
from abovechance.intake.files.reader import Reader, files_read
from abovechance.intake.files.reading import AS_USUAL, Read, Reading, require_few_labels
from abovechance.intake.items import checked_items
from abovechance.intake.missing import gaps_refused, no_class_of_scores, nothing_left

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray

    from abovechance.intake.files.columns import Columns
    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.query import Asked
    from abovechance.intake.files.reader import Files

_MOST_ITEMS = 20_000_000  # rows that stand for several items are there as many times, up to so many in all


@dataclass(frozen=True, eq=False)
class ScoreColumns(Read):
    """The items of a file, column by column."""

    truth: tuple[str, NDArray[Any]]  # the name of the column, and a label for each item
    scores: dict[str, NDArray[np.float64]]
    weights: NDArray[np.float64] | None
    groups: dict[str, NDArray[Any]]
    left_out: int  # items that lack a value
    found: bool  # whether the column of truth was found by its usual names

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


@dataclass(frozen=True, eq=False)
class Items:
    """The columns that were read."""

    labels: list[tuple[NDArray[np.intp], list[str]]]  # codes (-1: none) and texts of each column
    numbers: list[NDArray[np.float64]]  # NaN for none


def read_scores(
    file: Files,
    truth: str | None,
    scores: Sequence[str],
    reading: Reading = AS_USUAL,
    *,
    weight: str | None = None,
    count: str | None = None,
    groups: Sequence[str] = (),
    positive: str | None = None,
) -> ScoreColumns:
    """Read a column of truth and columns of scores, ``inf`` and ``-inf`` among them.

    A row that ``count`` says stands for several items is there as many times. Truth that writes the same
    number as ``positive`` otherwise is written as it is.
    """
    amounts = tuple(name for name in (count, weight) if name is not None)
    wanted = WantedColumns(truth, tuple(groups), (*scores, *amounts))

    def make(engine: Engine, asked: Asked, _: Columns) -> Items:
        items = fetch(engine, asked)
        if weight is not None and not _fits(items):
            raise EngineError(f"the weights in {weight!r} must be finite and not negative")
        return items

    reader = Reader(wanted.choose, make, ordered=True)
    with files_read(file, reader, reading) as found:
        columns, asked = found.columns, [] if positive is None else [positive]
        items = joined(found.results, columns, asked)
        (meaning,) = meant([{text for part in found.results for text in part.labels[0][1]}], 1, asked)
    if not len(items.numbers[0]):
        raise InputError(f"{found.name} has columns but no rows")
    kept = _kept(columns, items, reading.missing.policy)
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
        **found.told | {"warnings": (*merged([meaning]), *reading.missing.findings(items.labels[0][1]))},
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


def _kept(columns: Columns, items: Items, policy: str) -> NDArray[np.bool_]:
    """Which items have everything; refuse others unless they are to be left out."""
    absent = {label: places < 0 for label, (places, _) in zip(columns.labels, items.labels, strict=True)}
    absent |= {label: np.isnan(x) for label, x in zip(columns.numbers, items.numbers, strict=True)}
    kept = _complete(items)
    if policy == "label":
        raise no_class_of_scores()
    if policy == "error" and not kept.all():
        gaps = {f"the column {label!r}": int(gone.sum()) for label, gone in absent.items()}
        raise gaps_refused(gaps, may_be_a_class=False)
    if not kept.any():
        raise nothing_left()
    return kept


def fetch(engine: Engine, asked: Asked) -> Items:
    """Read the columns; of labels, positions in the list of those that occur."""
    connection: Any = engine.connection
    columns = [f"{label.sql} AS l{i}" for i, label in enumerate(asked.labels)]
    columns += [f"try_cast({sql} AS DOUBLE) AS v{i}" for i, sql in enumerate(asked.numbers)]
    columns += [f"{is_no_number(sql)} AS w{i}" for i, sql in enumerate(asked.numbers)]
    kinds = number_kinds(connection, asked)
    query = f"SELECT {', '.join(columns)} FROM {asked.table}"  # noqa: S608 - names are quoted
    # Kept in the engine, as they are looked at several times, and a stream can be read once.
    connection.execute(f"CREATE OR REPLACE TEMP TABLE items AS {query}")
    large = []
    for i in range(len(asked.numbers)):
        (wrong,) = connection.execute(f"SELECT count(*) FROM items WHERE w{i}").fetchall()[0]  # noqa: S608
        if wrong:
            raise no_numbers(engine, asked)
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


def number_kinds(connection: DuckDBPyConnection, asked: Asked) -> list[str]:
    """How the numbers are stored; asked without reading any, for a stream can be read once only."""
    wanted = ", ".join(asked.numbers)
    rows = connection.execute(f"DESCRIBE SELECT {wanted} FROM {asked.table}").fetchall()  # noqa: S608
    return [row[1] for row in rows]


def has_large(connection: DuckDBPyConnection, column: str, table: str) -> bool:
    """Whether there is a double that may stand for several whole numbers."""
    query = f"SELECT count(*) FROM {table} WHERE {_is_large(column)}"  # noqa: S608 - the names are our own
    return bool(connection.execute(query).fetchall()[0][0])


def require_apart(connection: DuckDBPyConnection, asked: Asked, large: Sequence[int]) -> None:
    """Refuse whole numbers so large that different ones would be the same score.

    All such columns are looked at in one pass over the table kept to look ahead: a stream is read only once.
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
    # The engine has no whole numbers beyond 1e38 to compare with.
    return f"(abs({sql}) >= {EXACT} AND abs({sql}) < 1e38)"


def no_numbers(engine: Engine, asked: Asked) -> EngineError:
    """The error of the first cell that is not a number."""
    end = " is not a number; leave a cell empty where there is none"
    wrong = [
        (
            is_no_number(sql),
            f"chr(39) || {sql}::VARCHAR || chr(39) || {sql_text(f' in column {name!r}{end}')}",
        )
        for name, sql in zip(asked.columns.numbers, asked.numbers, strict=True)
    ]
    return first_wrong(engine, asked, wrong)


def distinct_texts(connection: DuckDBPyConnection, column: str, table: str, name: str) -> list[str]:
    """The labels that occur, as the engine gives them."""
    query = f"SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL LIMIT {limits.MOST_LABELS + 1}"  # noqa: S608
    texts = sorted(text for (text,) in connection.execute(query).fetchall())
    require_few_labels(name, len(texts), limits.MOST_LABELS)
    return texts


def label_places(codes: NDArray[Any], texts: Sequence[str]) -> tuple[NDArray[np.intp], list[str]]:
    """Codes of texts, of which several may be equal, as positions of distinct ones; -1 for an empty text."""
    distinct = list(dict.fromkeys(text for text in texts if text))
    place = {text: i for i, text in enumerate(distinct)}
    # The code −1 finds the last entry.
    return np.array([place.get(text, -1) for text in texts] + [-1], dtype=np.intp)[codes], distinct


def joined(parts: Sequence[Items], columns: Columns, named: Sequence[str] = ()) -> Items:
    """The items of parts, one after the other; texts that write one number are one label.

    Labels of the first column that the caller has named are written as they are named.
    """
    labels = []
    for i, name in enumerate(columns.labels):
        found = dict.fromkeys(text for part in parts for text in part.labels[i][1])
        meaning = one_each([*(() if i else named), *found])
        texts = list(dict.fromkeys(meaning[text] for text in found))
        require_few_labels(name, len(texts), limits.MOST_LABELS)
        place = {text: code for code, text in enumerate(texts)}
        moved = [
            np.array([*(place[meaning[text]] for text in own), -1], dtype=np.intp)[codes]
            for codes, own in (part.labels[i] for part in parts)
        ]
        labels.append((np.concatenate(moved), texts))
    return Items(
        labels, [np.concatenate([part.numbers[i] for part in parts]) for i in range(len(columns.numbers))]
    )
