"""What is evaluated: tables as observed and after re-weighting, which decides how intervals are computed.

Clusters of items: one part of what a batch is grouped by says which items belong together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.evaluation.rows import request_values
from abovechance.evaluation.uncertainty import (
    WEIGHTS,
    check_method,
    of_clusters,
    of_groups_of_clusters,
    of_items,
    of_reweighted,
    without,
)
from abovechance.tables.clusters import group_names, require_clusters
from abovechance.tables.tables import Axis, group_at
from abovechance.tables.transforms import class_shares

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from abovechance.evaluation.rows import Bounds, Request
    from abovechance.evaluation.uncertainty import How
    from abovechance.inference.intervals.delta import Sampling
    from abovechance.tables.tables import Tables

REWEIGHTED_CLUSTERS = "no interval: there is none for items in clusters whose classes are re-weighted"


@dataclass(frozen=True)
class Reweighting:
    """What the classes are re-weighted to."""

    prevalence: Any
    costs: tuple[float, float] | None

    @property
    def is_none(self) -> bool:
        """Whether the items stay as observed."""
        return self.prevalence is None and self.costs is None

    def __call__(self, tables: Tables) -> Tables:
        """The tables after re-weighting."""
        if self.prevalence is not None:
            tables = tables.at_prevalence(self.prevalence)
        return tables if self.costs is None else tables.with_costs(*self.costs)

    def said(self, weighted: Tables) -> str | None:
        """What was done in words."""
        said = []
        if self.prevalence is not None:
            shares = class_shares(self.prevalence, weighted.labels, weighted.positive)
            pairs = zip(weighted.labels, shares, strict=True)
            said.append("the prevalence " + ", ".join(f"{label!r} {share:.4g}" for label, share in pairs))
        if self.costs is not None:
            positive, negative = self.costs
            of = f"{weighted.positive!r} costing {positive:g} and on the other class {negative:g}"
            said.append(f"errors on {of}")
        return " and ".join(said) or None


@dataclass(frozen=True)
class Sample:
    """Tables as observed and as evaluated, and the clusters of their items."""

    observed: Tables
    weighted: Tables
    weigh: Reweighting
    clusters: Clusters | None

    @classmethod
    def of(cls, tables: Tables, weigh: Reweighting, clusters: Clusters | None) -> Sample:
        """Tables with what re-weighting makes of them."""
        return cls(tables, weigh(tables), weigh, clusters)

    def bounds(self, wanted: Iterable[Request], how: How | None) -> dict[Request, Bounds]:
        """The intervals of all that is wanted."""
        if how is None:
            return {}
        wanted = tuple(dict.fromkeys(wanted))
        if self.clusters is not None:
            return self._clustered(self.clusters, wanted, how)
        if not self.observed.is_countable:
            return without(request_values(self.weighted, wanted), WEIGHTS)
        # A prevalence that was set is not estimated: only what happens within each class is left to chance.
        sampling: Sampling = "items" if self.weigh.prevalence is None else "classes"
        if self.observed.squares is not None:
            check_method(how.method, wanted, self.observed)
            return of_items(self.weighted, wanted, how, sampling)
        if not self.weigh.is_none:
            values = request_values(self.weighted, wanted)
            return of_reweighted(self.observed, self.weigh, values, sampling, how)
        check_method(how.method, wanted, self.observed)
        return of_items(self.observed, wanted, how)

    def _clustered(self, clusters: Clusters, wanted: tuple[Request, ...], how: How) -> dict[Request, Bounds]:
        if not self.weigh.is_none:
            return without(request_values(self.weighted, wanted), REWEIGHTED_CLUSTERS)
        if self.observed.axes:
            return of_groups_of_clusters(clusters.groups, self.observed.batch_shape, wanted, how)
        return of_clusters(clusters.pooled, wanted, how)


@dataclass(frozen=True)
class Clusters:
    """The clusters of all items together, and those of each group; each a batch with one axis."""

    name: str
    pooled: Tables
    groups: tuple[Tables, ...]

    def __len__(self) -> int:
        """How many clusters there are."""
        return len(self.pooled.counts)


def split_clusters(tables: Tables, name: str) -> tuple[Tables, Clusters]:
    """The tables of the groups without the clusters, and the clusters."""
    parts = group_names(tables)
    require_clusters(name, parts)
    place = parts.index(name)
    flat = _flat(tables)
    at = [group_at(tables, position) or () for position in np.ndindex(tables.batch_shape)]
    # Crossing groups with clusters makes empty tables: a cluster without items of a group is no draw of it.
    filled = flat.total > 0
    cluster_of = [group[place] for group in at]
    group_of = [group[:place] + group[place + 1 :] for group in at]
    clusters = Clusters(
        name,
        _summed(flat, cluster_of, Axis(name)),
        tuple(
            flat.take([i for i in of_group if filled[i]], Axis(name))
            for of_group in _positions(group_of).values()
        ),
    )
    others = parts[:place] + parts[place + 1 :]
    if not others:
        return flat.sum(), clusters
    return _summed(flat, group_of, Axis(" × ".join(others))), clusters


def _flat(tables: Tables) -> Tables:
    """The batch along one axis."""
    shape = (-1, *tables.counts.shape[-2:])
    squares = None if tables.squares is None else tables.squares.reshape(shape)
    return replace(tables, counts=tables.counts.reshape(shape), squares=squares, axes=(Axis("group"),))


def _summed(flat: Tables, keys: list[Any], axis: Axis) -> Tables:
    """The tables of equal key added up, along one axis."""
    members = _positions(keys)
    labels = tuple(key[0] if isinstance(key, tuple) and len(key) == 1 else key for key in members)
    return flat.pool(list(members.values()), Axis(axis.name, labels))


def _positions(keys: Iterable[Hashable]) -> dict[Any, list[int]]:
    found: dict[Any, list[int]] = {}
    for i, key in enumerate(keys):
        found.setdefault(key, []).append(i)
    return found
