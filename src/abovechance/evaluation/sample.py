"""What is evaluated: tables as observed and after re-weighting, which decides how intervals are computed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from abovechance.evaluation.estimates import request_values
from abovechance.evaluation.uncertainty import (
    WEIGHTS,
    check_method,
    of_clusters,
    of_groups_of_clusters,
    of_items,
    of_reweighted,
    without,
)
from abovechance.reweighting import class_shares

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.evaluation.clusters import Clusters
    from abovechance.evaluation.estimates import Request
    from abovechance.evaluation.uncertainty import Bounds, How
    from abovechance.inference.delta import Sampling
    from abovechance.tables import Tables

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
