"""``Evaluation``: what was found, as a document of a fixed schema (``docs/json.md``), and as tidy records."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import quoted
from abovechance.core.text import group_text
from abovechance.core.views import view
from abovechance.evaluation.rows import group_at, group_names
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from abovechance.core.labels import Label
    from abovechance.evaluation.findings import Finding
    from abovechance.evaluation.rows import Estimate, Group
    from abovechance.evaluation.sample import Clusters
    from abovechance.inference.significance.test import TestResult
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables

SCHEMA = "abovechance.evaluation/1"
COLUMNS = (
    "measure", "class", "group", "estimate", "chance", "low", "high", "level", "se", "n", "method", "reason",
    "warning",
)  # fmt: skip


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
    level
        The confidence of the intervals; None if there are none.
    test
        The default test of all items as observed, or of the clusters that they come in; None without
        intervals.
    clusters
        The clusters that the items come in, or None.
    selected
        Whether measures were asked for: the report shows them in the place of the usual ones.
    """

    tables: Tables
    pooled: Tables
    rows: tuple[Estimate, ...]
    findings: tuple[Finding, ...]
    headline: str
    reweighted: str | None
    basis: tuple[Estimate, ...]
    level: float | None
    test: TestResult | None
    clusters: Clusters | None
    selected: bool = False

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
        return document(self)

    def to_frame(self, backend: str | None = None) -> Any:
        """The tidy rows as a data frame of pandas, polars or pyarrow."""
        from abovechance.core.frames import to_frame

        rows = records(self.rows, self.level)
        return to_frame({name: [row[name] for row in rows] for name in COLUMNS}, backend)

    def __repr__(self) -> str:
        """The report as plain text."""
        return view("text", self)

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(repr(self))}</pre>"


def document(
    evaluation: Evaluation, source: Mapping[str, Any] | None = None, gates: Iterable[dict[str, Any]] = ()
) -> dict[str, Any]:
    """The document: plain values only, labels as text, infinities as text, NaN as null with a reason."""
    from abovechance.core.version import __version__

    tables = evaluation.tables
    return {
        "schema": SCHEMA,
        "version": __version__,
        "source": None if source is None else dict(source),
        "classes": [str(label) for label in tables.labels],
        "positive": None if tables.positive is None else str(tables.positive),
        "axes": list(group_names(tables)),
        "reweighted": evaluation.reweighted,
        "level": evaluation.level,
        "clusters": _clusters(evaluation),
        "headline": evaluation.headline,
        "test": _test(evaluation),
        "tables": _tables(evaluation.pooled) + (_tables(tables) if tables.axes else []),
        "rows": [_row(row) for row in evaluation.rows],
        "findings": [{"code": f.code, "severity": f.severity, "text": f.text} for f in evaluation.findings],
        "gates": list(gates),
    }


def _tables(tables: Tables) -> list[dict[str, Any]]:
    return [
        {
            "group": _texts(group_at(tables, position)),
            "n": tables.counts[position].sum().item(),
            "counts": tables.counts[position].tolist(),
        }
        for position in np.ndindex(tables.batch_shape)
    ]


def _row(row: Estimate) -> dict[str, Any]:
    return {
        "measure": row.measure,
        "class": None if row.label is None else str(row.label),
        "group": _texts(row.group),
        "estimate": plain_number(row.estimate),
        "chance": plain_number(row.chance),
        "low": plain_number(row.low),
        "high": plain_number(row.high),
        "se": plain_number(row.se),
        "n": row.n,
        "method": row.method,
        "reason": row.reason,
        "warning": row.warning,
    }


def _clusters(evaluation: Evaluation) -> dict[str, Any] | None:
    clusters = evaluation.clusters
    return None if clusters is None else {"name": clusters.name, "number": len(clusters)}


def _test(evaluation: Evaluation) -> dict[str, Any] | None:
    test = evaluation.test
    if test is None:
        return None
    return {
        "method": test.method,
        "alternative": test.alternative,
        "statistic": plain_number(test.statistic),
        "p_value": plain_number(test.p_value),
        "reference": test.reference,
        "monte_carlo_error": plain_number(test.monte_carlo_error),
        "reason": test.reason,
        "warning": test.warning,
    }


def _texts(group: tuple[Any, ...] | None) -> list[str] | None:
    return None if group is None else [str(label) for label in group]


def plain_number(value: float | None) -> float | str | None:
    """A finite number as it is, an infinity as text that most languages read, NaN as null."""
    if value is None or math.isnan(value):
        return None
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return value


def records(rows: Iterable[Estimate], level: float | None) -> list[dict[str, Any]]:
    """The rows as dictionaries of plain values, in the order of the columns."""
    return [
        {
            "measure": row.measure,
            "class": None if row.label is None else str(row.label),
            "group": None if row.group is None else group_text(row.group),
            "estimate": row.estimate,
            "chance": row.chance,
            "low": row.low,
            "high": row.high,
            "level": None if row.low is None else level,
            "se": row.se,
            "n": row.n,
            "method": row.method,
            "reason": row.reason,
            "warning": row.warning,
        }
        for row in rows
    ]
