"""An evaluation as plain values: a document of a fixed schema (``docs/json.md``), and tidy records."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.text import group_text
from abovechance.evaluation.rows import group_at, group_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from abovechance.evaluation.evaluate import Evaluation
    from abovechance.evaluation.gates import Verdict
    from abovechance.evaluation.rows import Estimate
    from abovechance.tables.tables import Tables

SCHEMA = "abovechance.evaluation/1"
COLUMNS = (
    "measure", "class", "group", "estimate", "chance", "low", "high", "level", "se", "n", "method", "reason",
    "warning",
)  # fmt: skip


def document(
    evaluation: Evaluation, source: Mapping[str, Any] | None = None, verdicts: Sequence[Verdict] = ()
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
        "gates": [_gate(verdict) for verdict in verdicts],
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
        "estimate": _number(row.estimate),
        "chance": _number(row.chance),
        "low": _number(row.low),
        "high": _number(row.high),
        "se": _number(row.se),
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
        "statistic": _number(test.statistic),
        "p_value": _number(test.p_value),
        "reference": test.reference,
        "monte_carlo_error": _number(test.monte_carlo_error),
        "reason": test.reason,
        "warning": test.warning,
    }


def _gate(verdict: Verdict) -> dict[str, Any]:
    return {
        "measure": verdict.gate.measure.key,
        "class": None if verdict.label is None else str(verdict.label),
        "fail": verdict.gate.side,
        "bound": _number(verdict.gate.bound),
        "tested": verdict.tested,
        "value": _number(verdict.value),
        "outcome": verdict.outcome,
        "reason": verdict.reason,
    }


def _texts(group: tuple[Any, ...] | None) -> list[str] | None:
    return None if group is None else [str(label) for label in group]


def _number(value: float | None) -> float | str | None:
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
