"""Gates: bounds that a measure must keep, for a build that is to fail when it does not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from abovechance.errors import InputError
from abovechance.evaluation.estimates import Estimate, estimates, requests
from abovechance.measures.registry import Measure, measure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.labels import Label
    from abovechance.tables import Tables

Side = Literal["under", "over"]
Tested = Literal["low", "high", "estimate"]


@dataclass(frozen=True)
class Gate:
    """Fail if a measure is under (or over) a bound.

    Unless ``estimate`` is true, the end of the interval towards the bound is tested, so that chance
    alone does not open the gate.
    """

    measure: Measure
    bound: float
    side: Side = "under"
    estimate: bool = False

    @classmethod
    def parse(cls, text: str, side: Side = "under") -> Gate:
        """A gate from ``NAME=X``, or ``NAME:estimate=X`` for the point value."""
        name, equals, bound = text.rpartition("=")
        name, colon, what = name.strip().rpartition(":")
        estimate = what == "estimate" and bool(colon)
        if not estimate:
            name = f"{name}{colon}{what}"
        try:
            value = float(bound)
        except ValueError:
            value = math.nan
        if not equals or not name or math.isnan(value):
            raise InputError(
                f"a gate is NAME=NUMBER or NAME:estimate=NUMBER, such as informedness=0.3, not {text!r}"
            )
        return cls(_fitting(measure(name), side), value, side, estimate)


@dataclass(frozen=True)
class Verdict:
    """Whether a gate was passed, and what was tested: of several classes, the worst."""

    gate: Gate
    outcome: Literal["passed", "failed", "undefined"]
    value: float
    tested: Tested
    label: Label | None = None
    reason: str | None = None


def judge(gate: Gate, tables: Tables, undefined: float | Literal["limit"] = math.nan) -> Verdict:
    """Test a gate on a single table.

    A measure of one class is tested on the positive class of two, and on the worst class of more.
    """
    rows = list(estimates(tables, requests([gate.measure], tables), undefined))
    tested = _tested(gate, rows)
    worst = min if gate.side == "under" else max
    defined = [row for row in rows if not math.isnan(row.estimate)]
    if defined:
        row = worst(defined, key=lambda r: _value(r, tested))
        value = _value(row, tested)
        if value < gate.bound if gate.side == "under" else value > gate.bound:
            return Verdict(gate, "failed", value, tested, row.label)
        if len(defined) == len(rows):
            return Verdict(gate, "passed", value, tested, row.label)
    hole = next(row for row in rows if math.isnan(row.estimate))
    return Verdict(gate, "undefined", math.nan, tested, hole.label, hole.reason)


def _tested(gate: Gate, rows: Iterable[Estimate]) -> Tested:
    end: Tested = "low" if gate.side == "under" else "high"
    if gate.estimate or any(getattr(row, end) is None for row in rows):
        return "estimate"
    return end


def _value(row: Estimate, tested: Tested) -> float:
    return float(getattr(row, tested))


def _fitting(m: Measure, side: Side) -> Measure:
    """The measure, unless the gate would reward what is bad."""
    if m.best is not None and m.best == (m.low if side == "under" else m.high):
        other = "--fail-over" if side == "under" else "--fail-under"
        raise InputError(f"{m.key} is best at {m.best:g}: gate it with {other}")
    return m
