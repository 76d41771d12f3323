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
    flat = _flat(tables)
    at = [group_at(tables, position) or () for position in np.ndindex(tables.batch_shape)]
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
