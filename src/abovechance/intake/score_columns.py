"""The columns of an evaluation by scores, checked: truth, the scores of each system, weights, clusters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError, warn
from abovechance.core.labels import quoted
from abovechance.intake import limits
from abovechance.intake.codes.column import encode
from abovechance.intake.codes.rank import checked_scores, require_moderate
from abovechance.intake.items import checked_items, checked_weights, common_length, other_order
from abovechance.intake.missing import Missing, nothing_left
from abovechance.intake.scores import two_classes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from abovechance.core.arrays import Column
    from abovechance.core.labels import Label


@dataclass(frozen=True, eq=False)
class Judged:
    """Items that are known to be positive or negative, each scored by every system."""

    systems: tuple[str, ...]
    scores: tuple[NDArray[Any], ...]
    is_positive: NDArray[np.bool_]
    positive: Label
    negative: Label
    weights: NDArray[np.float64] | None = None  # only their proportions matter
    counts: NDArray[np.float64] | None = None  # items of each row
    clusters: NDArray[np.int64] | None = None  # codes of the clusters, from 0 on

    @property
    def masses(self) -> NDArray[np.float64] | None:
        """What each row adds to a class: its items times their weight; None if every row is one item."""
        if self.weights is None or self.counts is None:
            return self.counts if self.weights is None else self.weights
        return self.weights * self.counts

    @property
    def items(self) -> int:
        """How many items there are."""
        return len(self.is_positive) if self.counts is None else int(self.counts.sum())

    @property
    def has_clusters_of_one(self) -> bool:
        """Whether every cluster is a single item, which is as good as none."""
        alone = self.clusters is not None and self.clusters.max(initial=-1) + 1 == len(self.is_positive)
        return alone and (self.counts is None or bool((self.counts == 1).all()))

    def only(self, rows: NDArray[Any]) -> Judged:
        """Some of the rows."""
        return replace(
            self,
            scores=tuple(column[rows] for column in self.scores),
            is_positive=self.is_positive[rows],
            weights=None if self.weights is None else self.weights[rows],
            counts=None if self.counts is None else self.counts[rows],
            clusters=None if self.clusters is None else compacted(self.clusters[rows]),
        )

    def of(self, *systems: int) -> Judged:
        """Some of the systems, by their positions."""
        names = tuple(self.systems[i] for i in systems)
        return replace(self, systems=names, scores=tuple(self.scores[i] for i in systems))


def judged(
    truth: object,
    scores: Mapping[Any, Any],
    *,
    positive: Label | None = None,
    weights: Column | None = None,
    counts: Column | None = None,
    clusters: Column | None = None,
    missing: Missing | None = None,
) -> Judged:
    """Bring together the labels and the scores of several systems; a row that lacks one lacks it for all."""
    missing, systems = missing or Missing.of_scores(), tuple(map(str, scores))
    if len(set(systems)) < len(scores) or not scores:
        raise InputError(f"the systems must have different names, got {quoted(scores)}")
    called = ["scores"] if len(scores) == 1 else [f"scores[{name!r}]" for name in scores]
    warn(other_order(truth, dict(zip(called, scores.values(), strict=True))))
    ranks = {
        name: checked_scores(column, name, missing.codes)
        for name, column in zip(called, scores.values(), strict=True)
    }
    labels = {"truth": encode(truth, "truth", limits.MOST_LABELS, missing.codes)}
    if clusters is not None:
        labels["clusters"] = encode(clusters, "clusters", codes=missing.codes)
    length = common_length(labels | ranks)
    if not length:
        raise InputError("truth and scores are empty: there is nothing to rank")
    heavy, many = _numbers(weights, length, checked_weights), _numbers(counts, length, checked_items)
    gaps = {name: column.is_missing for name, column in labels.items()}
    present = missing.kept(gaps | {name: np.isnan(column) for name, column in ranks.items()}, many)
    rows = np.ones(length, dtype=bool) if present is None else present
    if not rows.any():
        raise nothing_left()
    real = labels["truth"] if present is None else labels["truth"].only(present)
    is_positive = np.zeros(length, dtype=bool)
    is_positive[rows], good, bad = two_classes(real, positive)
    group = None if clusters is None else compacted(labels["clusters"].codes)
    for numbers in (heavy, many):
        rows = rows if numbers is None else rows & (numbers > 0)
    times = None if many is None else many.astype(np.float64)
    everything = Judged(systems, tuple(ranks.values()), is_positive, good, bad, heavy, times, group)
    found = everything if rows.all() else everything.only(rows)
    return replace(found, clusters=None) if found.has_clusters_of_one else found


def compacted(codes: NDArray[Any]) -> NDArray[np.int64]:
    """Codes from 0 on without gaps."""
    return np.unique(codes, return_inverse=True)[1].astype(np.int64)


def _numbers(column: Any, length: int, checked: Callable[[Any, int], NDArray[Any]]) -> Any:
    """Weights or counts, of which there must be some."""
    if column is None:
        return None
    values = checked(column, length)
    if not values.any():
        raise InputError(f"all {checked.__name__.removeprefix('checked_')} are 0: there is nothing to rank")
    require_moderate(float(values.sum()))
    return values
