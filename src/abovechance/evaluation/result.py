"""``Evaluation``: what was found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from abovechance.core.errors import InputError
from abovechance.core.labels import quoted
from abovechance.core.result import Answer
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from abovechance.core.labels import Label
    from abovechance.core.result import Result, Row
    from abovechance.evaluation.findings import Finding
    from abovechance.evaluation.rows import Estimate, Group
    from abovechance.evaluation.sample import Clusters
    from abovechance.inference.significance.test import TestResult
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables


@dataclass(frozen=True, eq=False, repr=False)
class Evaluation(Answer):
    """What :func:`evaluate` found.

    Attributes
    ----------
    tables
        The tables that were evaluated, after re-weighting; a batch if there are groups.
    pooled
        All groups together: a single table.
    estimates
        The value of each measure, of all items together first, then of each group.
    findings
        What to beware of. Those of severity ``"warning"`` are among the ``warnings``, which every report
        begins with; the others are notes at its end.
    verdict
        The reading of the pooled table in plain sentences.
    reweighted
        What the classes were re-weighted to, in words; None if the items are as observed.
    basis
        The rows that the reading rests on, whatever measures were asked for.
    level
        The confidence level of the intervals; None if there are none.
    test
        The default test of all items as observed, or of the clusters that they come in; None without
        intervals.
    clusters
        The clusters that the items come in, or None.
    selected
        Whether measures were asked for: the report shows them in the place of the usual ones.
    also
        The answers to further questions about all items together.
    """

    tables: Tables
    pooled: Tables
    estimates: tuple[Estimate, ...]
    findings: tuple[Finding, ...]
    verdict: str
    reweighted: str | None
    basis: tuple[Estimate, ...]
    level: float | None
    test: TestResult | None
    clusters: Clusters | None
    selected: bool = False
    also: tuple[Result, ...] = ()

    @cached_property
    def _by_name(self) -> dict[tuple[str, Label | None, Group | None], Estimate]:
        # What was asked for comes last and wins: it has what the caller wanted in the place of NaN.
        return {(row.measure, row.label, row.group): row for row in (*self.basis, *self.estimates)}

    def __getitem__(self, key: str | Measure | tuple[str | Measure, Label]) -> Estimate:
        """The row of a measure: ``result["informedness"]``, or of one class: ``result["recall", "b"]``."""
        name, label = key if isinstance(key, tuple) else (key, None)
        return self.find(name, label)

    def find(self, name: str | Measure, label: Label | None = None, group: Group | None = None) -> Estimate:
        """The row of a measure, of one class if ``label`` is given, of one group if ``group`` is.

        Of two classes, a measure of one class is that of the positive class by default.
        """
        found = measure(name)
        if label is None and found.scope == "binary":
            label = self.pooled.positive
        row = self._by_name.get((found.key, label, group))
        if row is None:
            keys = {r.measure for r in self.estimates}
            if found.key not in keys:
                raise InputError(
                    f"{found.key} was not evaluated: add it with measures=[{found.key!r}]; evaluated were "
                    f"{quoted(sorted(keys))}"
                )
            rows = [r for r in self.estimates if r.measure == found.key]
            classes = [r.label for r in rows if r.group == group and r.label is not None]
            if label is None and classes:
                raise InputError(
                    f"{found.key} has a value for each class: name one of {quoted(classes)}, such as "
                    f"{found.key!r}, {classes[0]!r}"
                )
            of = ("" if label is None else f" of class {label!r}") + (
                "" if group is None else f" in {group!r}"
            )
            raise InputError(f"{found.key}{of or ' of all classes'} was not evaluated")
        return row

    def rows(self) -> list[Row]:
        """A row for each measure, class and group."""
        return [
            {
                "measure": x.measure,
                "class": None if x.label is None else str(x.label),
                "group": None if x.group is None else tuple(map(str, x.group)),
                "value": x.value,
                "chance": x.chance,
                "low": x.low,
                "high": x.high,
                "level": None if x.low is None else self.level,
                "se": x.se,
                "n": x.n,
                "method": x.method,
                "reason": x.reason,
                "warning": x.warning,
            }
            for x in self.estimates
        ]
