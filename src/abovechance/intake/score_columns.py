"""The columns of an evaluation by scores, checked: truth, the scores of each system, weights, clusters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import quoted
from abovechance.intake.codes.column import encode
from abovechance.intake.codes.rank import checked_scores, require_moderate
from abovechance.intake.items import checked_weights
from abovechance.intake.scores import pair_scores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.labels import Label


@dataclass(frozen=True, eq=False)
class Judged:
    """Items that are known to be positive or negative, each scored by every system.

    Attributes
    ----------
    systems, scores
        The names, and a column of scores for each.
    is_positive : ndarray of bool
    positive, negative
        What the two classes are called.
    weights
        How much each item counts, or None; only their proportions matter.
    counts
        How many items each row stands for, or None.
    clusters
        Codes of the clusters that items come in, from 0 on, or None.
    """

    systems: tuple[str, ...]
    scores: tuple[NDArray[Any], ...]
    is_positive: NDArray[np.bool_]
    positive: Label
    negative: Label
    weights: NDArray[np.float64] | None = None
    counts: NDArray[np.float64] | None = None
    clusters: NDArray[np.int64] | None = None

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
    truth: Any,
    scores: Mapping[Any, Any],
    *,
    positive: Label | None = None,
    weights: Any = None,
    counts: Any = None,
    clusters: Any = None,
    missing: Literal["error", "drop"] = "error",
) -> Judged:
    """Bring together the labels and the scores of several systems; a row that lacks one lacks it for all."""
    columns = {str(name): checked_scores(column, _called(name, scores)) for name, column in scores.items()}
    gaps = _gaps(columns, scores, missing)
    items = pair_scores(truth, gaps, positive=positive, missing=missing)
    kept = np.ones(len(gaps), dtype=bool) if items.kept is None else items.kept
    heavy, many = _numbers(weights, len(gaps), "weights"), _numbers(counts, len(gaps), "counts")
    for column in (heavy, many):
        kept = kept if column is None else kept & (column > 0)
    everything = Judged(
        tuple(columns),
        tuple(columns.values()),
        np.zeros(len(gaps), dtype=bool),
        items.positive,
        items.negative,
        heavy,
        many,
        _clusters(clusters, len(gaps)),
    )
    is_positive = everything.is_positive
    is_positive[slice(None) if items.kept is None else items.kept] = items.is_positive
    found = everything if kept.all() else everything.only(kept)
    return replace(found, clusters=None) if found.has_clusters_of_one else found


def named_scores(scores: Any) -> dict[Any, Any]:
    """The columns of scores by the names of their systems; there must be two or more.

    Examples
    --------
    >>> from abovechance.intake.score_columns import named_scores
    >>> list(named_scores({"A": [1, 2], "B": [2, 1]}))
    ['A', 'B']
    """
    if hasattr(type(scores), "columns"):
        names = list(map(str, scores.columns))
        if len(set(names)) < len(names):
            raise InputError(f"the columns of scores must have different names, got {quoted(names)}")
        import narwhals.stable.v2 as nw

        frame = nw.from_native(scores, eager_only=True)
        columns = {name: frame[name].to_native() for name in frame.columns}
    elif isinstance(scores, Mapping):
        columns = dict(scores)
    else:
        raise InputError(
            "scores must be a mapping of systems' names to their columns of scores, or a data frame of them, "
            f"got a {type(scores).__name__}"
        )
    if len(columns) < 2:
        raise InputError(f"a comparison needs two systems or more, scores has {len(columns)}")
    return columns


def compacted(codes: NDArray[Any]) -> NDArray[np.int64]:
    """Codes from 0 on without gaps."""
    return np.unique(codes, return_inverse=True)[1].astype(np.int64)


def _called(name: Any, scores: Mapping[Any, Any]) -> str:
    return "scores" if len(scores) == 1 else f"scores[{name!r}]"


def _gaps(columns: dict[str, NDArray[Any]], scores: Mapping[Any, Any], missing: str) -> NDArray[np.float64]:
    """NaN where an item lacks a score of any system, else 0."""
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        listed = ", ".join(f"{name!r} has {length}" for name, length in lengths.items())
        raise InputError(f"the systems must have scored the same items, one row for each: {listed}")
    if len(columns) < len(scores) or not columns:
        raise InputError(f"the systems must have different names, got {', '.join(map(repr, scores))}")
    gaps = np.zeros(next(iter(lengths.values())))
    for name, column in zip(scores, columns.values(), strict=True):
        lacking = np.isnan(column)
        if missing == "error" and lacking.any():
            raise InputError(
                f"{_called(name, scores)} has {lacking.sum()} missing values (NaN): say missing='drop' to "
                "leave such items out, or give every item a score; -inf is the lowest"
            )
        gaps[lacking] = np.nan
    return gaps


def _numbers(column: Any, length: int, name: str) -> NDArray[np.float64] | None:
    if column is None:
        return None
    values = checked_weights(column, length, name)
    if name == "counts" and np.any(values % 1):
        raise InputError("counts must be whole numbers of items: give anything else as weights")
    if not values.any():
        raise InputError(f"all {name} are 0: there is nothing to rank")
    require_moderate(float(values.sum()))
    return values


def _clusters(column: Any, length: int) -> NDArray[np.int64] | None:
    if column is None:
        return None
    coded = encode(column, "clusters")
    if len(coded.codes) != length:
        raise InputError(f"clusters has {len(coded.codes)} items and truth has {length}: give one for each")
    if coded.missing is not None and coded.is_missing.any():
        raise InputError(f"clusters has {coded.is_missing.sum()} missing values: give every item a cluster")
    return compacted(coded.codes)
