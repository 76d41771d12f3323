"""``Tally``: how many items each combination of labels in a file has. It is all that is kept of the file.

The engine counts: a GROUP BY runs there on columns as they are stored, and only counts come back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import require_moderate
from abovechance.core.errors import InputError
from abovechance.core.labels import lacking, natural_order, quoted
from abovechance.intake import limits
from abovechance.intake.codes.coded import Codebook, Coded
from abovechance.intake.count import Counted, count
from abovechance.intake.decisions import two_sides
from abovechance.intake.files.columns import meant, merged
from abovechance.intake.files.engine import EngineError
from abovechance.intake.files.query import ABOVE, BELOW, first_wrong
from abovechance.intake.files.reading import GeneralError, require_few_labels
from abovechance.intake.items import taken
from abovechance.intake.missing import LABEL, gaps_refused, nothing_left

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from numpy.typing import NDArray

    from abovechance.core.arrays import Array, Integers
    from abovechance.core.errors import InputWarning
    from abovechance.intake.files.columns import Chosen
    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.query import Asked
    from abovechance.intake.missing import OnMissing

    Floats = NDArray[np.float64] | None

_MOST_ITEMS = 2**62  # so many items have room in 64 bits, and as many again
_COMBINATIONS_SAMPLED = 20_000
_LOOK_AHEAD = 2**26  # bytes from which on a look at the first rows tells identifiers sooner
_TOO_MANY = 2.0**63
_MOST_NUMBERS = 2**62  # combinations of labels are numbered up to here


@dataclass(frozen=True, eq=False)
class Tally:
    """Combinations of labels, each once."""

    columns: tuple[Coded, ...]  # truth, prediction and groups; all labels of a column occur
    counts: NDArray[np.int64]  # items of each combination
    weights: Floats = None  # sums over these items
    squares: Floats = None

    @classmethod
    def of_columns(
        cls,
        columns: Sequence[Coded],
        counts: NDArray[np.int64],
        weights: Floats,
        squares: Floats,
        chosen: Chosen,
    ) -> Tally:
        """Add up the numbers and the weights of combinations, which may come in several parts."""
        _, first, place = np.unique(_numbers(columns), return_index=True, return_inverse=True)
        if counts.sum(dtype=np.float64) >= _TOO_MANY:
            raise InputError("there are 2⁶³ items or more: give their numbers as weights")
        if len(first) < len(counts):
            columns = [replace(column, codes=column.codes[first]) for column in columns]
            items = np.zeros(len(first), dtype=np.int64)
            np.add.at(items, place, counts)
            counts = items
            weights, squares = _at_places(weights, place), _at_places(squares, place)
        refuse_many(len(counts), [len(column.labels) for column in columns], chosen)
        return cls(tuple(columns), counts, weights, squares)

    @classmethod
    def merged(cls, tallies: Sequence[Tally], chosen: Chosen) -> Tally:
        """The sum of tallies."""
        if len(tallies) == 1:
            return tallies[0]
        weights, squares = (
            [part for tally in tallies if (part := getattr(tally, name)) is not None]
            for name in ("weights", "squares")
        )
        return cls.of_columns(
            [_stacked(parts) for parts in zip(*(tally.columns for tally in tallies), strict=True)],
            np.concatenate([tally.counts for tally in tallies]),
            np.concatenate(weights) if weights else None,
            np.concatenate(squares) if squares else None,
            chosen,
        )

    def settled(self, chosen: Chosen, named: Sequence[str] = ()) -> tuple[Tally, list[InputWarning]]:
        """The same with texts that write one number, as named if it is, as one label; and warnings."""
        texts = [[label for label in column.labels if label] for column in self.columns]
        meanings = meant(texts, 1 + chosen.systems, named)
        if all(text == label for meaning in meanings for text, label in meaning.items()):
            return self, []
        columns = [
            Coded.from_categories(column.codes, map(meaning.get, column.labels))
            for column, meaning in zip(self.columns, meanings, strict=True)
        ]
        settled = self.of_columns(columns, self.counts, self.weights, self.squares, chosen)
        return settled, merged(meanings[: 1 + chosen.systems])

    def decided(self, chosen: Chosen, positive: str | None) -> Tally:
        """The same where what is above a threshold is the positive class of two, and the rest the other."""
        if chosen.threshold is None:
            return self
        truth, *others = self.columns
        below, above = two_sides(truth.labels, f"the column {chosen.truth!r}", positive)
        meaning = {ABOVE: above, BELOW: below}
        decided = [
            Coded.from_categories(column.codes, map(meaning.get, column.labels))
            for column in others[: chosen.systems]
        ]
        return replace(self, columns=(truth, *decided, *others[chosen.systems :]))

    @property
    def items(self) -> int:
        """How many items there are."""
        return int(self.counts.sum())

    def table(
        self, chosen: Chosen, *, labels: Sequence[str] | None = None, on_missing: OnMissing = "error"
    ) -> Counted:
        """These items counted in tables."""
        kept = self.complete(chosen, on_missing)
        if labels is not None:
            kept.require_among(labels)
        if kept.weights is not None:
            require_moderate(kept.weights, "weights")
        truth, prediction, *groups = kept.columns
        counted = count(
            named(truth),
            named(prediction),
            labels=with_missing_last({*truth.labels, *prediction.labels}, labels),
            counts=kept.counts,
            weights=kept.weights,
            squares=kept.squares,
            by=dict(zip(chosen.groups, map(named, groups), strict=True)) or None,
        )
        return replace(counted, left_out=self.items - kept.items)

    def complete(self, chosen: Chosen, on_missing: OnMissing) -> Tally:
        """The combinations to count: all, or those without a missing value."""
        if on_missing == "error":
            self._require_present(chosen)
        kept = self if on_missing == "label" else self.present()
        if not len(kept.counts):
            raise nothing_left()
        return kept

    def present(self) -> Tally:
        """The combinations without a missing value."""
        kept = ~np.logical_or.reduce([column.is_missing for column in self.columns])
        if kept.all():
            return self
        found = self._at(kept)
        return replace(found, columns=tuple(column.compact() for column in found.columns))

    def _at(self, rows: NDArray[Any]) -> Tally:
        """The combinations at some rows, in their order."""
        weights, squares = taken(self.weights, rows), taken(self.squares, rows)
        return Tally(tuple(x.only(rows) for x in self.columns), self.counts[rows], weights, squares)

    def _require_present(self, chosen: Chosen) -> None:
        gaps = {
            f"the column {name!r}": int(self.counts[column.is_missing].sum())
            for name, column in zip(chosen.labels, self.columns, strict=True)
        }
        if any(gaps.values()):
            raise gaps_refused(gaps)

    def refuse_measurements(self) -> None:
        """Refuse numbers that hardly occur twice and are hardly ever predicted."""
        truth, prediction = self.columns[:2]
        labels = {*truth.labels, *prediction.labels} - {None}
        if len(labels) > self.items / 2:
            real, said = (
                np.array(column.labels, dtype=object)[column.codes] for column in (truth, prediction)
            )
            hits = int(self.counts[real == said].sum())
            limits.refuse_measurements(labels, self.items, hits)

    def require_among(self, labels: Sequence[str], columns: int = 2) -> None:
        """Refuse a label in the first columns that is not among those named."""
        classes = self.columns[:columns]
        unknown = {label for column in classes for label in column.labels} - {None, *labels}
        if unknown:
            label = natural_order(unknown)[0]
            has_it = [np.array([x == label for x in column.labels])[column.codes] for column in classes]
            n = int(self.counts[np.logical_or.reduce(has_it)].sum())
            raise InputError(
                "{argument} must name every class: {label!r} ({items}) is not among {known}",
                argument="labels", label=label, items=f"{n} {'item' if n == 1 else 'items'}",
                known=lacking(label, labels),
            )  # fmt: skip

    def in_order(self) -> Tally:
        """The combinations in the order of their texts, which does not depend on how they were read."""
        ranks = [_ranks(column)[column.codes] for column in self.columns]
        # The last key of lexsort decides first: it is the truth.
        return self._at(np.lexsort(ranks[::-1]))


def _at_places(numbers: Floats, place: NDArray[np.intp]) -> Floats:
    return None if numbers is None else np.bincount(place, numbers).astype(np.float64)


def refuse_many(combinations: int, distinct: Sequence[int], chosen: Chosen) -> None:
    """Refuse more labels or combinations than a table can be made of, given how many each column has."""
    for name, n in zip(chosen.classes, distinct, strict=False):
        require_few_labels(name, n, chosen.most_labels, may_be_named=True)
    if combinations > limits.MOST_COMBINATIONS:
        most, name = max(zip(distinct, chosen.labels, strict=True))
        raise GeneralError(
            f"the columns {quoted(chosen.labels)} have more than {limits.MOST_COMBINATIONS:,} combinations "
            f"of values: {name!r}, with at least {most:,} of its own, looks like an identifier and not like "
            "classes; choose another column, or cut it into classes first"
        )


def coded(texts: Collection[str | None], label_of: Callable[[Any], str]) -> Coded:
    """A column of texts as the labels that are made of them, empty ones being missing values."""
    place = {text: i for i, text in enumerate(dict.fromkeys(texts))}
    codes = np.fromiter(map(place.__getitem__, texts), np.int32, len(texts))
    return Coded.from_categories(codes, [label_of(text) or None for text in place])


def named(column: Coded) -> Coded:
    """A column in which missing values have a label."""
    if column.missing is None:
        return column
    return Coded.from_categories(column.codes, [LABEL if x is None else x for x in column.labels])


def with_missing_last(seen: set[str | None], labels: Sequence[str] | None) -> list[str] | None:
    """The labels wanted, and after them that of missing values if it is a class of its own."""
    if None not in seen:
        return None if labels is None else list(labels)
    return [*(natural_order(seen - {None}) if labels is None else labels), LABEL]


def _stacked(parts: Sequence[Coded]) -> Coded:
    """Columns one below the other."""
    book = Codebook("labels")
    return Coded.from_book(np.concatenate([book.codes(part.labels)[part.codes] for part in parts]), book)


def _ranks(column: Coded) -> NDArray[np.intp]:
    """The places of the labels of a column in the order of their texts, a missing one first."""
    return np.argsort(sorted(range(len(column.labels)), key=lambda i: column.labels[i] or ""))


def _numbers(columns: Sequence[Coded]) -> NDArray[np.int64]:
    """A number for each row, the same for the same combination."""
    numbers, size = np.zeros(len(columns[0].codes), dtype=np.int64), 1
    for column in columns:
        width = len(column.labels)
        if size * width > _MOST_NUMBERS:
            distinct, numbers = np.unique(numbers, return_inverse=True)
            size = len(distinct)
        numbers, size = numbers * width + column.codes, size * width
    return numbers


def tally_by_engine(engine: Engine, asked: Asked, chosen: Chosen) -> Tally:
    """Ask for the number of items of each combination of labels, and with weights for the sums of them."""
    _look_ahead(engine, asked, chosen)
    keys = [f"k{i}" for i in range(len(asked.labels))]
    stored = [f"{label.stored} AS {key}" for label, key in zip(asked.labels, keys, strict=True)]
    texts = [f"{label.text(key)} AS {key}" for label, key in zip(asked.labels, keys, strict=True)]
    added = _added(asked, chosen)
    wrong = " OR ".join(condition for condition, _ in added.wrong) or "false"
    query = (
        f"SELECT {', '.join(texts)}, n, total, squares, wrongs FROM ("  # noqa: S608 - names are quoted
        f"SELECT {', '.join(keys)}, {added.items} AS n, {added.sums}, count(*) FILTER (wrong) AS wrongs "
        f"FROM (SELECT {', '.join([*stored, *added.stored, f'{wrong} AS wrong'])} FROM {asked.table}) "
        f"GROUP BY {', '.join(keys)} LIMIT {limits.MOST_COMBINATIONS + 1})"
    )
    found: dict[str, Any] = engine.connection.execute(query).fetchnumpy()
    if found["wrongs"].any():
        raise first_wrong(engine, asked, added.wrong)
    weighted = chosen.weight is not None
    return Tally.of_columns(
        [coded(found[key].tolist(), asked.label_of) for key in keys],
        _whole(found["n"]),
        found["total"].astype(np.float64) if weighted else None,
        found["squares"].astype(np.float64) if weighted else None,
        chosen,
    )


def _whole(numbers: Array) -> Integers:
    """Sums of items, which the engine has in more than 64 bits."""
    if len(numbers) and numbers.astype(np.float64).max() >= _MOST_ITEMS:
        raise EngineError("there are too many items to count: give their numbers as weights")
    return numbers.astype(np.int64)


@dataclass(frozen=True)
class _Added:
    """In SQL: the columns to be added up, the number of items, sums of weights; and what can be wrong."""

    stored: list[str]
    items: str
    sums: str
    wrong: list[tuple[str, str]]


def _added(asked: Asked, chosen: Chosen) -> _Added:
    weight = asked.numbers[0] if chosen.weight is not None else None
    count = asked.numbers[-1] if chosen.count is not None and asked.times is None else None
    stored, wrong = [], []
    items, times = "count(*)", "1"
    if asked.times is not None:
        stored.append(f"{asked.times} AS times")
        items = "sum(times)"
    if count is not None:
        number = f"try_cast({count} AS DOUBLE)"
        is_whole = f"({number} >= 0 AND {number} < {_MOST_ITEMS} AND {number} % 1 = 0) IS TRUE"
        stored.append(f"CASE WHEN {is_whole} THEN try_cast({count} AS HUGEINT) ELSE 0 END AS times")
        wrong.append((f"NOT ({is_whole})", _said("count", count, "a whole number from 0 on")))
        items, times = "sum(times)", "times"
    sums = "0 AS total, 0 AS squares"
    if weight is not None:
        number = f"try_cast({weight} AS DOUBLE)"
        is_wrong = f"({number} >= 0 AND {number} < 'Infinity'::DOUBLE) IS NOT TRUE"
        stored.append(f"{number} AS weight")
        wrong.append((is_wrong, _said("weight", weight, "a finite, non-negative number")))
        sums = f"fsum(weight * {times}) AS total, fsum(weight * weight * {times}) AS squares"
        if asked.squares is not None:
            stored.append(f"{asked.squares} AS squared")
            sums = "fsum(weight) AS total, fsum(squared) AS squares"
    return _Added(stored, items, sums, wrong)


def _said(what: str, number: str, wanted: str) -> str:
    """What is stored where a number is wanted, in SQL."""
    return f"'the {what} ''' || coalesce({number}::VARCHAR, '') || ''' is not {wanted}'"


def _look_ahead(engine: Engine, asked: Asked, chosen: Chosen) -> None:
    """Refuse a column of too many labels soon: to count all of them would take long."""
    if asked.size < _LOOK_AHEAD:
        return
    combinations, distinct = _distinct(engine, asked, _COMBINATIONS_SAMPLED)
    refuse_many(combinations, distinct, chosen)
    once_only = asked.ahead != asked.table
    if combinations > _COMBINATIONS_SAMPLED // 2 and not once_only:
        refuse_many(*_distinct(engine, asked, 2 * limits.MOST_COMBINATIONS), chosen)


def _distinct(engine: Engine, asked: Asked, rows: int) -> tuple[int, list[int]]:
    """How many combinations the first rows have, and how many values of each column."""
    stored = ", ".join(f"{label.stored} AS k{i}" for i, label in enumerate(asked.labels))
    numbers = ", ".join(f"count(DISTINCT k{i})" for i in range(len(asked.labels)))
    query = (
        f"SELECT count(*), {numbers} FROM ("  # noqa: S608 - names are quoted
        f"SELECT DISTINCT * FROM (SELECT {stored} FROM {asked.ahead} LIMIT {rows}))"
    )
    ((combinations, *distinct),) = engine.connection.execute(query).fetchall()
    return combinations, distinct
