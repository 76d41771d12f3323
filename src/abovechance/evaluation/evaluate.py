"""``evaluate``: from tables to a result that says how much better than chance the predictions are."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from abovechance.errors import InputError
from abovechance.evaluation.estimates import OF_EACH_GROUP, Estimate, estimates, requests
from abovechance.evaluation.findings import Evidence, Finding, findings
from abovechance.evaluation.reading import headline
from abovechance.labels import quoted
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from abovechance.evaluation.estimates import Group
    from abovechance.labels import Label
    from abovechance.measures.registry import Measure
    from abovechance.tables import Tables

MISSING = "(missing)"
"""The name of the class of missing labels: in a row, None stands for the whole table."""
_TWO = 2


@dataclass(frozen=True, eq=False, repr=False)
class Evaluation:
    """What :func:`evaluate` found.

    Attributes
    ----------
    tables
        The tables that were evaluated, after re-weighting; a batch if there are groups.
    pooled
        All groups together: a single table.
    rows
        The tidy rows, of all items together first, then of each group.
    findings
        What to beware of.
    headline
        The reading of the pooled table in plain sentences.
    reweighted
        What the classes were re-weighted to, in words; None if the items are as observed.
    basis
        The rows that the reading rests on, whatever measures were asked for.
    """

    tables: Tables
    pooled: Tables
    rows: tuple[Estimate, ...]
    findings: tuple[Finding, ...]
    headline: str
    reweighted: str | None
    basis: tuple[Estimate, ...]

    @cached_property
    def _by_name(self) -> dict[tuple[str, Label | None, Group | None], Estimate]:
        return {(row.measure, row.label, row.group): row for row in (*self.basis, *self.rows)}

    def __getitem__(self, key: str | Measure | tuple[str | Measure, Label]) -> Estimate:
        """The row of a measure: ``result["informedness"]``, or of one class: ``result["recall", "b"]``."""
        name, label = key if isinstance(key, tuple) else (key, None)
        return self.find(name, label)

    def find(self, name: str | Measure, label: Label | None = None, group: Group | None = None) -> Estimate:
        """The row of a measure, of one class if ``label`` is given, of one group if ``group`` is.

        Of two classes, a measure of one class is that of the positive class unless said otherwise.
        """
        found = measure(name)
        if label is None and found.scope == "binary":
            label = self.pooled.positive
        row = self._by_name.get((found.key, label, group))
        if row is None:
            known = quoted(sorted({r.measure for r in self.rows}))
            raise InputError(f"{found.key} of class {label!r} was not evaluated here; there are {known}")
        return row

    def to_dict(self) -> dict[str, Any]:
        """The JSON document of this evaluation, see ``docs/json.md``."""
        from abovechance.report.document import document

        return document(self)

    def to_frame(self, backend: str | None = None) -> Any:
        """The tidy rows as a data frame of pandas, polars or pyarrow."""
        from abovechance.frames import to_frame
        from abovechance.report.rows import COLUMNS, records

        rows = records(self.rows)
        return to_frame({name: [row[name] for row in rows] for name in COLUMNS}, backend)

    def __repr__(self) -> str:
        """The report as plain text."""
        from abovechance.report.terminal import report_text

        return report_text(self)

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(repr(self))}</pre>"


def evaluate(
    tables: Tables,
    *,
    measures: Iterable[str | Measure] | Literal["all"] | None = None,
    undefined: float | Literal["limit"] = math.nan,
    prevalence: float | Sequence[float] | Mapping[Any, float] | None = None,
    costs: tuple[float, float] | None = None,
) -> Evaluation:
    """Evaluate tables: measures beside their chance levels, a plain reading, and what to beware of.

    Parameters
    ----------
    tables
        One table, or a batch whose tables are groups (one for each hospital, language, fold).
    measures
        Names of measures, ``"all"``, or None for a selection: the chance-corrected ones that the reading
        rests on, and the traditional ones that people ask for.
    undefined
        What stands in the place of undefined values: NaN, another number, or ``"limit"`` for the value in the
        limit of an empty margin where one is known. The reason stays in the row.
    prevalence
        Re-weight the classes to this prevalence first, see :meth:`Tables.at_prevalence`.
    costs
        Re-weight two classes by the costs of errors on positives and on negatives, see
        :meth:`Tables.with_costs`.

    Examples
    --------
    >>> import abovechance as ac
    >>> result = ac.evaluate(ac.Tables.from_cells(tp=0, fp=0, fn=5, tn=95))
    >>> print(result.headline)
    Decisions are no better than guessing.
    Chance alone would reach an accuracy of 0.950; the predictions reach 0.950.
    >>> [finding.code for finding in result.findings]
    ['majority_prediction', 'looks_good_at_chance', 'few_items']
    """
    tables.require_square()
    tables = _with_named_labels(tables)
    observed = tables.sum() if tables.axes else tables
    weighted, said = _reweighted(tables, prevalence, costs)
    pooled = _reweighted(observed, prevalence, costs)[0] if tables.axes else weighted
    wanted = requests(measures, pooled)
    rows = tuple(estimates(pooled, wanted, undefined))
    basis = tuple(estimates(pooled, requests(None, pooled)))
    of_groups: tuple[Estimate, ...] = ()
    if tables.axes:
        rows += tuple(estimates(weighted, wanted, undefined))
        of_groups = tuple(estimates(weighted, requests(OF_EACH_GROUP, weighted)))
    return Evaluation(
        tables=weighted,
        pooled=pooled,
        rows=rows,
        findings=findings(Evidence(observed, basis, of_groups)),
        headline=headline(basis),
        reweighted=said,
        basis=basis + of_groups,
    )


def _with_named_labels(tables: Tables) -> Tables:
    """The same tables, with a name for the class of missing labels if there is one."""
    if None not in tables.labels:
        return tables
    labels = tuple(MISSING if label is None else label for label in tables.labels)
    positive = MISSING if len(labels) == _TWO and tables.positive is None else tables.positive
    return replace(tables, labels=labels, predicted_labels=labels, positive=positive)


def _reweighted(
    tables: Tables, prevalence: Any, costs: tuple[float, float] | None
) -> tuple[Tables, str | None]:
    """The tables after re-weighting, and what was done in words."""
    said = []
    if prevalence is not None:
        tables = tables.at_prevalence(prevalence)
        shares = tables.counts.reshape(-1, *tables.counts.shape[-2:])[0].sum(-1)
        shares = shares / shares.sum()
        named = ", ".join(
            f"{label!r} {share:.4g}" for label, share in zip(tables.labels, shares, strict=True)
        )
        said.append(f"the prevalence {named}")
    if costs is not None:
        positive, negative = costs
        tables = tables.with_costs(positive, negative)
        said.append(f"errors on {tables.positive!r} costing {positive:g} and on the other class {negative:g}")
    return tables, " and ".join(said) or None
