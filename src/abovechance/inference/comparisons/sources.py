"""Where the differences of systems come from: items they all judged, or tables of items of their own."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.inference.arguments import kept_labels
from abovechance.inference.comparisons.cautions import warning_of_tables
from abovechance.inference.comparisons.margin import MarginTest
from abovechance.inference.comparisons.pair_difference import NO_P_VALUE, PairDifference, direction
from abovechance.inference.comparisons.paired import paired_difference, why_not_finite
from abovechance.inference.comparisons.shifted import paired_tails, settled_tails
from abovechance.inference.comparisons.unpaired import Unpaired, unpaired
from abovechance.inference.intervals.dependent import cluster_interval
from abovechance.inference.intervals.interval import interval
from abovechance.tables.tables import Axis, Tables, side_by_side

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.inference.comparisons.joint import Joint
    from abovechance.inference.intervals.interval import Interval
    from abovechance.measures.registry import Measure


_NO_TAILS = (math.nan, math.nan)


class Source(Protocol):
    """The tables of several systems, and the difference of any two of them."""

    @property
    def tables(self) -> Tables:
        """The table of each system: a batch with the axis ``"system"``."""

    def difference(
        self, m: Measure, first: str, second: str, label: Label | None = None, **options: object
    ) -> PairDifference:
        """The difference of two systems, of one class against the rest if a label is given."""

    def margin(self, m: Measure, first: str, second: str, margin: float, **options: Any) -> MarginTest:
        """Whether two systems are within a margin, by the test that the interval inverts."""

    def interval(self, m: Measure, system: str, level: float, seed: int | None) -> Interval:
        """The value of one system with its interval."""

    def is_same(self, first: str, second: str) -> bool:
        """Whether two systems cannot differ by any measure."""


@dataclass(frozen=True, eq=False)
class PairedSource:
    """Systems that judged the same items."""

    joint: Joint

    @property
    def tables(self) -> Tables:
        """The table of each system."""
        return self.joint.tables

    def difference(
        self, m: Measure, first: str, second: str, label: Label | None = None, **options: Any
    ) -> PairDifference:
        """The paired difference."""
        joint = self.joint.pair(first, second)
        if label is None:
            return paired_difference(m, joint, **options)
        return replace(paired_difference(m, joint.with_positive(label), **options), label=label)

    def margin(self, m: Measure, first: str, second: str, margin: float, **options: Any) -> MarginTest:
        """Tests of shifted nulls, see :func:`paired_tails`."""
        if options.get("seed") is None:  # interval and tests are of the same draws
            options["seed"] = int(np.random.default_rng().integers(1 << 62))
        options["level"] = two_sided(options["level"], 1)
        pair = self.difference(m, first, second, **{**options, "test": "wald"})
        options.pop("test", None)
        joint = self.joint.pair(first, second)
        tails = _NO_TAILS if math.isnan(pair.low) else paired_tails(m, joint, margin, **options)
        return MarginTest.of(pair, margin, tails, direction(m))

    def interval(self, m: Measure, system: str, level: float, seed: int | None) -> Interval:
        """The value of one system with its interval, which knows of clusters if there are any."""
        if self.joint.clusters is None:
            return interval(self.tables.at(system=system), m, level=level, seed=seed)
        return cluster_interval(_clusters(self.joint, system), m, level=level, seed=seed)

    def is_same(self, first: str, second: str) -> bool:
        """Whether two systems gave the same answer to every item."""
        joint = self.joint.pair(first, second)
        return bool((joint.predictions[0] == joint.predictions[1]).all())


@dataclass(frozen=True, eq=False)
class UnpairedSource:
    """Systems that judged items of their own, each with one table."""

    tables: Tables

    def difference(
        self, m: Measure, first: str, second: str, label: Label | None = None, **options: Any
    ) -> PairDifference:
        """The difference of independent tables."""
        return self._difference(m, first, second, label, **options)[0]

    def margin(self, m: Measure, first: str, second: str, margin: float, **options: Any) -> MarginTest:
        """Tests of shifted nulls, by the statistic of the interval."""
        options["level"] = two_sided(options["level"], 1)
        pair, found = self._difference(m, first, second, None, **options)
        tails = _NO_TAILS if math.isnan(pair.low) else settled_tails(found.tail, pair.difference, margin)
        return MarginTest.of(pair, margin, tails, direction(m))

    def _difference(
        self, m: Measure, first: str, second: str, label: Label | None, **options: Any
    ) -> tuple[PairDifference, Unpaired]:
        options.pop("test", None)
        pair = [_of_class(self.tables.at(system=name), label) for name in (first, second)]
        pair = pair if m.counts_empty_classes else _without_empty(pair)
        found = unpaired(m, *pair, **options)
        values = [float(m(table)) for table in pair]
        own = pair[0].positive if m.scope == "binary" else None
        reason = why_not_finite(m, pair, values, (first, second))
        if reason is None and math.isnan(found.p_value):
            reason = NO_P_VALUE
        told = reason is None and found.method == "student"
        whole = PairDifference(
            measure=m.key,
            first=first,
            second=second,
            label=own if label is None else label,
            first_value=values[0],
            second_value=values[1],
            difference=float(found.difference),
            low=float(found.low),
            high=float(found.high),
            level=options["level"],
            method=found.method,
            se=float(found.se),
            p_value=float(found.p_value),
            test=found.method,
            p_adjusted=float(found.p_value),
            reason=reason,
            warning=_warning(m, pair, (first, second)) if told else None,
        )
        return whole, found

    def interval(self, m: Measure, system: str, level: float, seed: int | None) -> Interval:
        """The value of one system with its interval."""
        return interval(self.tables.at(system=system), m, level=level, seed=seed)

    def is_same(self, first: str, second: str) -> bool:
        """Never: other items might have shown a difference."""
        return first == second


def _clusters(joint: Joint, system: str) -> Tables:
    """One table of a system for each cluster."""
    clusters, size = np.asarray(joint.clusters), len(joint.labels)
    where = clusters, joint.cells[joint.position(system)]

    def summed(amounts: NDArray[Any]) -> NDArray[Any]:
        sums = np.zeros((int(clusters.max()) + 1, size * size), dtype=amounts.dtype)
        np.add.at(sums, where, amounts)
        return sums.reshape(-1, size, size)

    return Tables(
        summed(joint.masses),
        joint.labels,
        positive=joint.positive,
        axes=(Axis("cluster"),),
        squares=None if joint.weights is None else summed(joint.masses * joint.weights),
    )


def _of_class(table: Tables, label: Label | None) -> Tables:
    """The table, or one of a class against the rest."""
    if label is None:
        return table
    if len(table.labels) == 2:
        return table.with_positive(label)
    return replace(table.one_vs_rest().at(**{"class": label}), labels=("rest", "class"))


def _without_empty(pair: list[Tables]) -> list[Tables]:
    """The same without classes that are empty in both tables, but with two at least."""
    kept, _ = kept_labels(pair[0].counts + pair[1].counts, square=True)
    labels = [pair[0].labels[i] for i in kept]
    return pair if len(labels) == len(pair[0].labels) else [table.select(labels) for table in pair]


def _warning(m: Measure, pair: list[Tables], names: tuple[str, str]) -> str | None:
    with np.errstate(all="ignore"):  # a table without items
        return warning_of_tables(m, side_by_side([table.effective for table in pair], names))
