"""Clusters of items: one part of what a batch is grouped by says which items belong together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.errors import InputError
from abovechance.evaluation.estimates import group_at, group_names
from abovechance.labels import quoted
from abovechance.tables import Axis

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from abovechance.tables import Tables


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
    if name not in parts:
        there_are = f"it has {quoted(parts)}" if parts else "it has no groups"
        raise InputError(f"cluster must be what the batch is grouped by; {there_are}, not {name!r}")
    place = parts.index(name)
    flat = tables.counts.reshape(-1, *tables.counts.shape[-2:])
    at = [group_at(tables, position) or () for position in np.ndindex(tables.batch_shape)]
    filled = flat.sum((-2, -1)) > 0
    cluster_of = [group[place] for group in at]
    group_of = [group[:place] + group[place + 1 :] for group in at]
    clusters = Clusters(
        name,
        _summed(tables, flat, cluster_of, Axis(name)),
        tuple(
            replace(tables, counts=flat[[i for i in of_group if filled[i]]], axes=(Axis(name),))
            for of_group in _positions(group_of).values()
        ),
    )
    others = parts[:place] + parts[place + 1 :]
    if not others:
        return replace(tables, counts=flat.sum(0), axes=()), clusters
    return _summed(tables, flat, group_of, Axis(" × ".join(others))), clusters


def _summed(tables: Tables, flat: Any, keys: list[Any], axis: Axis) -> Tables:
    """The tables of equal key added up, along one axis."""
    members = _positions(keys)
    counts = np.array([flat[of_key].sum(0) for of_key in members.values()]).reshape(-1, *flat.shape[1:])
    labels = tuple(key[0] if isinstance(key, tuple) and len(key) == 1 else key for key in members)
    return replace(tables, counts=counts, axes=(Axis(axis.name, labels),))


def _positions(keys: Iterable[Hashable]) -> dict[Any, list[int]]:
    found: dict[Any, list[int]] = {}
    for i, key in enumerate(keys):
        found.setdefault(key, []).append(i)
    return found
