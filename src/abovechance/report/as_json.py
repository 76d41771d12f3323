"""An evaluation as a JSON document of a fixed, versioned schema (``schema.json``, ``docs/json.md``)."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.evaluation.rows import group_at, group_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from abovechance.evaluation import Estimate, Evaluation
    from abovechance.evaluation.gates import Verdict
    from abovechance.tables.tables import Tables

SCHEMA = "abovechance.evaluation/1"


def document(
    evaluation: Evaluation, source: Mapping[str, Any] | None = None, verdicts: Sequence[Verdict] = ()
) -> dict[str, Any]:
    """The document: plain values only, labels as text, infinities as text, NaN as null with a reason."""
    import abovechance

    tables = evaluation.tables
    return {
        "schema": SCHEMA,
        "version": abovechance.__version__,
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


def to_json(value: Mapping[str, Any]) -> str:
    """The document as text, valid for every reader of JSON."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


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
