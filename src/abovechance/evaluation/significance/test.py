# ruff: noqa: PT028 - these are tests of statistics, not of software
"""``tests``: whether there is more in tables than chance, in all of them, in each class and each group."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import InputError
from abovechance.evaluation.sample import split_clusters
from abovechance.evaluation.significance.table_tests import TableTests
from abovechance.inference.guessing.test import COMBINED, STATISTICS
from abovechance.inference.intervals.dependent import cluster_interval
from abovechance.inference.intervals.interval import interval
from abovechance.inference.significance.methods import METHODS
from abovechance.inference.significance.multiplicity import adjust as adjusted
from abovechance.inference.significance.test import joined, per_class_tests
from abovechance.inference.significance.test import test as tested
from abovechance.tables.arguments import of_tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.evaluation.sample import Clusters
    from abovechance.inference.intervals.interval import Interval
    from abovechance.inference.significance.test import TestResult
    from abovechance.tables.tables import Tables

_ASSOCIATION = ("pearson", "williams", "fisher")
_FEW_CELLS = 25  # Fisher's test of a larger table takes long: it has to be asked for


@of_tables
def tests(
    tables: Tables,
    *,
    methods: Sequence[str] = (),
    clusters: str | None = None,
    alternative: str = "two-sided",
    per_class: bool = False,
    adjust: str | None = "holm",
    level: float = 0.95,
    seed: int | None = 0,
) -> TableTests:
    """Test tables by several tests, with Informedness and its interval, and each class and group of them.

    Parameters
    ----------
    tables
        One table, or one for each group.
    methods
        Names of tests; ``["all"]`` for all that apply to this table; by default the usual ones.
    clusters
        The axis of the tables that names clusters of items.
    alternative, adjust, level, seed
        As in :func:`abovechance.test`; p-values of classes and of groups are adjusted for their number.
    per_class
        Whether each class is tested against the rest.

    Examples
    --------
    >>> import abovechance as ac
    >>> found = ac.tests(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28), methods=["informedness", "fisher"])
    >>> print(found.verdict)
    The predictions are better than chance: Informedness 0.200, 95 % interval 0.002 to 0.378
    (two-sided p = 0.048).
    >>> [round(row["p_value"], 4) for row in found.rows()]
    [0.0482, 0.0629]
    """
    task = _Task.of(tables, clusters, alternative, adjust, seed)
    results = task.results(methods)
    first = results[0].method
    # A one-sided test stands beside one-sided bounds.
    sides = 2 if results[0].alternative == "two-sided" else 1
    return TableTests(
        tables=task.tables,
        results=results,
        informedness=task.informedness(level, sides),
        per_class=task.per_class(first) if per_class else None,
        groups=task.groups(first) if task.tables.axes else None,
        level=level,
    )


tests.__dict__["__test__"] = False  # pytest must not take this function for one of its tests


@dataclass(frozen=True)
class _Task:
    """What is tested, and how: the tables of groups, all items together, and the clusters of both."""

    tables: Tables
    pooled: Tables
    clusters: Clusters | None
    alternative: str
    adjust: str | None
    seed: int | None

    @classmethod
    def of(
        cls, tables: Tables, cluster: str | None, alternative: str, adjust: str | None, seed: int | None
    ) -> _Task:
        clusters = None
        if cluster is not None:
            tables, clusters = split_clusters(tables, cluster)
        pooled = tables.sum() if tables.axes else tables
        return cls(tables, pooled, clusters, alternative, adjust, seed)

    def results(self, names: Sequence[str]) -> tuple[TestResult, ...]:
        """The tests that were named, by default the usual ones; of all, those that apply to this table."""
        if names and list(names) != ["all"]:
            return tuple(self._tested(name, self.alternative) for name in names)
        found = []
        for name in self._all if names else self._usual:
            directed = METHODS[name].directed and not (
                # Fisher's test of more than two classes orders tables by probability, which has no direction.
                name.startswith("fisher") and len(self.pooled.labels) != 2
            )
            try:
                found.append(self._tested(name, self.alternative if directed else "two-sided"))
            except InputError:
                continue  # a test of 2×2 tables
        return tuple(found)

    def informedness(self, level: float, sides: int) -> Interval:
        """The Informedness of all items together, with its interval."""
        if self.clusters is None:
            return interval(self.pooled, "informedness", level=level, sides=sides)
        return cluster_interval(self.clusters.pooled, "informedness", level=level, sides=sides)

    def per_class(self, name: str) -> TestResult:
        """The test of each class against the rest, where all tests of hits are one."""
        tables, of = (self.pooled, {}) if self.clusters is None else (self.clusters.pooled, self._of_clusters)
        name = "auto" if name in STATISTICS else name
        return per_class_tests(
            tables, method=name, adjust=self.adjust, alternative=self.alternative, seed=self.seed, **of
        )

    def groups(self, name: str) -> TestResult:
        """The test of each group, with p-values adjusted for their number."""
        if self.clusters is None:
            result = tested(self.tables, method=name, alternative=self.alternative, seed=self.seed)
        else:
            each = [
                tested(group, method=name, alternative=self.alternative, **self._of_clusters)
                for group in self.clusters.groups
            ]
            result = joined(each, self.tables.axes)
        return replace(result, p_adjusted=adjusted(result.p_value, self.adjust), adjust=self.adjust)

    def _tested(self, name: str, alternative: str) -> TestResult:
        if self.clusters is None:
            return tested(self.pooled, method=name, alternative=alternative, seed=self.seed)
        return tested(self.clusters.pooled, method=name, alternative=alternative, **self._of_clusters)

    @property
    def _of_clusters(self) -> dict[str, Any]:
        return {} if self.clusters is None else {"clusters": self.clusters.name}

    @property
    def _all(self) -> list[str]:
        return list(METHODS if self.clusters is None else STATISTICS)

    @property
    def _usual(self) -> list[str]:
        """The default test and its parts, what they leave, and tests of any association."""
        of_hits = ["informedness"] if len(self.pooled.labels) <= 2 else ["combined", *COMBINED]
        if self.clusters is not None:
            return of_hits
        rows, columns = self.pooled.contingency.occupied
        feasible = rows * columns <= _FEW_CELLS
        rest = ["residual"] if len(self.pooled.labels) > 2 else []
        return [*of_hits, *rest, *(name for name in _ASSOCIATION if feasible or name != "fisher")]
