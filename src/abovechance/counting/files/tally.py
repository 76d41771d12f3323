"""``Tally``: how many items each combination of labels in a file has. It is all that is kept of the file."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import TYPE_CHECKING, Literal

import numpy as np

from abovechance.counting.files.faults import OR_NAME_THEM, GeneralError, require_few_labels
from abovechance.counting.files.whole import are_marked, is_marked, meant
from abovechance.errors import InputError
from abovechance.labels import natural_order, quoted
from abovechance.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from abovechance.counting.files.choose import Chosen

Key = tuple[str | None, ...]
"""The true label, the predicted one, and those of the groups; None is a missing value."""

Missing = Literal["error", "drop", "label"]

MISSING = "(missing)"
"""The label of missing values where they are a class of their own."""

_TWO = 2

MOST_COMBINATIONS = 2_000_000
"""More combinations of labels and groups than a table can be made of: some column is an identifier."""


@dataclass(frozen=True)
class Sums:
    """The numbers and the weights of keys of text while they are added up, to be looked at meanwhile."""

    counts: dict[tuple[str, ...], int] = field(default_factory=dict)
    weights: dict[tuple[str, ...], float] = field(default_factory=dict)


@dataclass(frozen=True)
class Tally:
    """Combinations of labels, each with its number of items and, if items have weights, their sum."""

    counts: dict[Key, int]
    weights: dict[Key, float] | None = None

    @classmethod
    def of(cls, keys: Iterable[tuple[str, ...]], chosen: Chosen, sums: Sums | None = None) -> Tally:
        """Count keys of text as they come; an empty text is a missing value."""
        counts = (sums or Sums()).counts
        seen = Seen(chosen)
        for key in keys:
            if key in counts:
                counts[key] += 1
            else:
                counts[key] = 1
                seen.add(key)
        return cls({_with_missing(key): n for key, n in counts.items()})

    @classmethod
    def of_sums(
        cls, parts: Iterable[tuple[tuple[str, ...], int, float]], chosen: Chosen, sums: Sums | None = None
    ) -> Tally:
        """Add up the numbers and the weights of keys of text, which may come in several parts."""
        sums = sums or Sums()
        counts, weights = sums.counts, sums.weights
        seen = Seen(chosen)
        for key, n, weight in parts:
            if key not in counts:
                seen.add(key)
            counts[key] = counts.get(key, 0) + n
            weights[key] = weights.get(key, 0.0) + weight
        return cls(
            {_with_missing(key): n for key, n in counts.items()},
            None if chosen.weight is None else {_with_missing(key): w for key, w in weights.items()},
        )

    @classmethod
    def merged(cls, tallies: Sequence[Tally], chosen: Chosen) -> Tally:
        """The sum of tallies."""
        if len(tallies) == 1:
            return tallies[0]
        parts = ((tally, key, n) for tally in tallies for key, n in tally.counts.items())
        return cls.of_sums(
            (
                (tuple(label or "" for label in key), n, 0.0 if tally.weights is None else tally.weights[key])
                for tally, key, n in parts
            ),
            chosen,
        )

    def settled(self, chosen: Chosen) -> Tally:
        """The same where labels that bear a mark are what they mean, now that all are known."""
        places = range(len(chosen.labels))
        texts = [{label for label in map(itemgetter(i), self.counts) if label} for i in places]
        if not are_marked(texts):
            return self
        labels = [{None: "", **column} for column in meant(texts, chosen)]
        weights = self.weights or {}
        return Tally.of_sums(
            (
                (tuple(labels[i][key[i]] for i in places), n, weights.get(key, 0.0))
                for key, n in self.counts.items()
            ),
            chosen,
        )

    def tables(
        self,
        chosen: Chosen,
        *,
        labels: Sequence[str] | None = None,
        positive: str | None = None,
        missing: Missing = "error",
    ) -> tuple[Tables, int]:
        """The tables of these items, and how many items were left out for a missing value."""
        kept = self.complete(chosen, missing)
        if labels is not None:
            self.require_among(labels, kept)
        sums = self.counts if self.weights is None else self.weights
        truth, prediction, *groups = zip(*kept, strict=True)
        tables = Tables.from_labels(
            named(truth),
            named(prediction),
            labels=with_missing_last({*truth, *prediction}, labels),
            weights=np.array([sums[key] for key in kept], dtype=float),
            groups=dict(zip(chosen.groups, map(named, groups), strict=True)) or None,
        )
        if self.weights is None:
            tables = replace(tables, counts=tables.counts.astype(np.int64))
        return tables if positive is None else with_positive(tables, positive), self.left_out(kept)

    def complete(self, chosen: Chosen, missing: Missing) -> list[Key]:
        """The combinations to count: all, or those without a missing value."""
        if missing == "error":
            self._require_present(chosen)
        kept = [key for key in self.counts if missing == "label" or None not in key]
        if not kept:
            raise InputError("every item has a missing value: there is nothing left to count")
        return kept

    def left_out(self, kept: Iterable[Key]) -> int:
        """How many items are of other combinations."""
        return sum(self.counts.values()) - sum(self.counts[key] for key in kept)

    def _require_present(self, chosen: Chosen) -> None:
        gaps: Counter[str] = Counter()
        for key, n in self.counts.items():
            gaps.update({name: n for name, label in zip(chosen.labels, key, strict=True) if label is None})
        if gaps:
            where = " and ".join(f"{gaps[name]} in column {name!r}" for name in chosen.labels if gaps[name])
            raise InputError(
                f"there are missing values, {where}: say --missing drop to leave such items out, "
                "or --missing label to take them as a class of their own"
            )

    def require_among(self, labels: Sequence[str], kept: Iterable[Key], columns: int = 2) -> None:
        """Refuse a label in the first columns that is not among those named."""
        known = set(labels)
        unknown: Counter[str] = Counter()
        for key in kept:
            new = set(key[:columns]) - known
            unknown.update({label: self.counts[key] for label in new if label is not None})
        if unknown:
            label = natural_order(unknown)[0]
            n = unknown[label]
            raise InputError(
                f"--labels must name every class: {label!r} ({n} {'item' if n == 1 else 'items'}) "
                f"is not among {quoted(labels)}"
            )


def with_positive(tables: Tables, label: str) -> Tables:
    """The tables with a positive class, if there are two classes and it is one of them."""
    if len(tables.labels) != _TWO:
        raise InputError(
            f"--positive needs two classes, there are {len(tables.labels)}: leave it out, "
            "each class is reported against the rest"
        )
    return tables.with_positive(label)


class Seen:
    """The combinations that were met, of which there must not be more than a table can be made of."""

    def __init__(self, chosen: Chosen) -> None:
        self._chosen = chosen
        self._combinations = 0
        self._labels: list[set[str]] = [set() for _ in chosen.labels]
        self._limit = math.inf if chosen.most_labels is None else chosen.most_labels
        self._classes = self._labels[: len(chosen.classes)]

    def add(self, key: Sequence[str]) -> None:
        """Meet a combination for the first time."""
        self._combinations += 1
        for labels, label in zip(self._labels, key, strict=True):
            labels.add(label)
        if self._combinations > MOST_COMBINATIONS or max(map(len, self._classes)) > self._limit:
            refuse_many(self._combinations, list(map(len, self._labels)), self._chosen)


def refuse_many(combinations: int, distinct: Sequence[int], chosen: Chosen) -> None:
    """Refuse more labels or combinations than a table can be made of, given how many each column has."""
    for name, n in zip(chosen.classes, distinct, strict=False):
        require_few_labels(name, n, chosen.most_labels, OR_NAME_THEM)
    if combinations > MOST_COMBINATIONS:
        most, name = max(zip(distinct, chosen.labels, strict=True))
        raise GeneralError(
            f"the columns {quoted(chosen.labels)} have more than {MOST_COMBINATIONS:,} combinations of "
            f"values: {name!r}, with at least {most:,} of its own, looks like an identifier and not like "
            "classes; choose another column, or cut it into classes first"
        )


def named(column: Iterable[str | None]) -> list[str]:
    """A column in which missing values have a label."""
    return [MISSING if label is None else label for label in column]


def with_missing_last(seen: set[str | None], labels: Sequence[str] | None) -> list[str] | None:
    """The labels wanted, and after them that of missing values if it is a class of its own."""
    if None not in seen:
        return None if labels is None else list(labels)
    return [*(natural_order(seen - {None}) if labels is None else labels), MISSING]


def _with_missing(key: tuple[str, ...]) -> Key:
    for text in key:
        if "\0" in text and not is_marked(text):
            raise InputError(f"the label {text!r} holds a NUL character")
    return tuple(text or None for text in key)
