"""``compare_systems``: systems on the same items, with the interval of each, and what classes add."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.inference.comparisons.compare import compare_joint
from abovechance.inference.comparisons.pair_difference import with_adjusted
from abovechance.inference.intervals.clustered import cluster_interval
from abovechance.inference.intervals.interval import interval
from abovechance.measures.registry import measure as measure_called
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Mapping

    from abovechance.inference.comparisons.comparison import Comparison
    from abovechance.inference.comparisons.joint import Joint
    from abovechance.inference.comparisons.pair_difference import PairDifference
    from abovechance.inference.intervals.interval import Interval


@dataclass(frozen=True, eq=False)
class ComparedSystems:
    """A comparison with what is shown beside it.

    Attributes
    ----------
    comparison
        The systems, their differences and the verdict.
    intervals
        The value of each system with its interval, by name.
    per_class
        Of two systems, the better less the other on each class: by the measure itself, or for two classes
        by Recall, and of a mean over classes by what it is a mean of.
    groups
        Every two systems in each group, if there are groups, with p-values adjusted for the number of all.
    """

    comparison: Comparison
    intervals: Mapping[str, Interval]
    per_class: tuple[PairDifference, ...]
    groups: Mapping[tuple[str, ...], tuple[PairDifference, ...]] = field(default_factory=dict)


def compare_systems(
    joint: Joint,
    measure: str,
    groups: Mapping[tuple[str, ...], Joint] | None = None,
    *,
    level: float = 0.95,
    adjust: str | None = "holm",
    **options: Any,
) -> ComparedSystems:
    """Compare systems on all items, and in each group of them.

    Parameters
    ----------
    joint, measure, level, adjust, options
        As of :func:`abovechance.compare`.
    groups
        The items of each group.
    """
    options |= {"level": level}
    comparison = compare_joint(joint, measure, adjust=adjust, **options)
    each = {
        name: compare_joint(group, measure, adjust=None, **options).pairs
        for name, group in (groups or {}).items()
    }
    adjusted = iter(with_adjusted([pair for pairs in each.values() for pair in pairs], adjust))
    by_group = {name: tuple(next(adjusted) for _ in pairs) for name, pairs in each.items()}
    return ComparedSystems(comparison, _intervals(joint, measure, level), _per_class(comparison), by_group)


def _intervals(joint: Joint, name: str, level: float) -> dict[str, Interval]:
    """The value of each system with its interval, which knows of clusters if there are any."""
    if joint.clusters is None:
        return {x: interval(joint.tables.at(system=x), name, level=level) for x in joint.systems}
    return {x: cluster_interval(_clusters(joint, x), name, level=level) for x in joint.systems}


def _clusters(joint: Joint, system: str) -> Tables:
    """One table for each cluster."""
    clusters = np.asarray(joint.clusters)
    size = len(joint.labels)
    counts = np.zeros((int(clusters.max()) + 1, size * size), dtype=np.int64)
    np.add.at(counts, (clusters, joint.cells[joint.position(system)]), joint.counts)
    return Tables(
        counts.reshape(-1, size, size), joint.labels, positive=joint.positive, axes=(Axis("cluster"),)
    )


def _per_class(comparison: Comparison) -> tuple[PairDifference, ...]:
    """Of two systems, what each class adds; two classes share most measures, so there it is Recall."""
    if len(comparison.systems) != 2:
        return ()
    if len(comparison.source.tables.labels) != 2 or measure_called(comparison.measure).mean_of:
        return comparison.per_class()
    return comparison.classes_by("recall")
