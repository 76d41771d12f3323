"""Gates: bounds that a measure must keep, for a build that is to fail when it does not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.errors import Argument, InputError
from abovechance.core.text import named, number, p_adjusted_said, shown
from abovechance.measures.registry import Measure, measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.core.labels import Label
    from abovechance.evaluation.result import Evaluation
    from abovechance.evaluation.rows import Estimate
    from abovechance.inference.comparisons.margin import Margins, MarginTest

_BOUNDS = {"low": "the lower bound", "high": "the upper bound"}
_LONGEST_REASON = 500
Side = Literal["under", "over"]
Outcome = Literal["passed", "failed", "undefined"]
Tested = Literal["low", "high", "value"]


@dataclass(frozen=True)
class Gate:
    """Fail if a measure is under (or over) a bound."""

    measure: Measure
    bound: float
    side: Side = "under"
    value: bool = False  # else the interval's end towards the bound is tested, against luck

    @classmethod
    def parse(cls, text: str, side: Side = "under") -> Gate:
        """A gate from ``NAME=X``, or ``NAME:value=X`` for the point value."""
        name, equals, bound = text.rpartition("=")
        name, colon, what = name.strip().rpartition(":")
        of_value = what == "value" and bool(colon)
        # A colon that no "value" follows belongs to the name of the measure.
        if not of_value:
            name = f"{name}{colon}{what}"
        try:
            value = float(bound)
        except ValueError:
            value = math.nan
        if not equals or not name or math.isnan(value):
            raise InputError(
                f"a gate is NAME=NUMBER or NAME:value=NUMBER, such as informedness=0.3, not {text!r}"
            )
        return cls(_fitting(measure(name), side), value, side, of_value)


@dataclass(frozen=True)
class Verdict:
    """Whether a gate was passed, and what was tested: of several classes, the worst."""

    gate: Gate
    outcome: Outcome
    value: float
    tested: Tested
    label: Label | None = None
    reason: str | None = None  # why it is undefined, or which number was tested in its place
    warning: str | None = None  # why not to trust the interval whose end was tested

    @property
    def text(self) -> str:
        """The outcome in a sentence."""
        return _text(self)

    def to_dict(self) -> dict[str, Any]:
        """The verdict as plain values, for the document of an evaluation."""
        return {
            "measure": self.gate.measure.key,
            "class": None if self.label is None else str(self.label),
            "fail": self.gate.side,
            "bound": self.gate.bound,
            "tested": self.tested,
            "value": self.value,
            "outcome": self.outcome,
            "reason": self.reason,
        }


@dataclass(frozen=True)
class MarginVerdict:
    """Whether a system was shown not to be worse than a baseline by more than a margin."""

    test: MarginTest  # of the system less the baseline

    @property
    def outcome(self) -> Outcome:
        """Passed if it is shown; undefined if nothing can be said."""
        if math.isnan(self.test.p_noninferior):
            return "undefined"
        return "passed" if self.test.noninferior else "failed"

    @property
    def text(self) -> str:
        """The outcome in a sentence."""
        system, baseline = named(self.test.first), named(self.test.second)
        if self.outcome == "undefined":
            return f"whether {system} is worse than {baseline} cannot be tested: {self.test.reason}"
        shown_or_not = "is" if self.outcome == "passed" else "is not shown to be"
        p = p_adjusted_said(self.test.p_noninferior_adjusted, self.test.p_noninferior)
        return f"{system} {shown_or_not} no worse than {baseline} by more than {self.test.margin:g} ({p})"

    def to_dict(self) -> dict[str, Any]:
        """The verdict as plain values, for the document."""
        return {
            "system": self.test.first,
            "baseline": self.test.second,
            "margin": self.test.margin,
            "p_value": self.test.p_noninferior_adjusted,
            "outcome": self.outcome,
        }


def judge_margins(margins: Margins, baseline: str) -> list[MarginVerdict]:
    """Test each other system against the baseline; a measure without a best value has no gate."""
    if any(test.direction == 0 for test in margins.tests):
        raise InputError(f"{margins.tests[0].measure} has no best value, so nothing is worse by it")
    # Pairs are in the order of the systems: one in which the baseline comes first is turned round.
    tests = [test if test.second == baseline else test.reversed for test in margins.tests]
    return [MarginVerdict(test) for test in tests if test.second == baseline]


def judge(gate: Gate, evaluation: Evaluation) -> Verdict:
    """Test a gate on all items together; the evaluation must have the measure.

    A measure of one class is tested on the positive class of two, and on the worst class of more.
    """
    rows = _rows(gate.measure, evaluation)
    tested: Tested = "low" if gate.side == "under" else "high"
    if gate.value or evaluation.level is None:
        tested = "value"
    known = [(value, row) for row in rows if not math.isnan(value := _value(row, tested))]
    if known:
        value, row = (min if gate.side == "under" else max)(known, key=lambda pair: pair[0])
        warning = None if tested == "value" else row.warning
        # One class beyond the bound fails the gate, however many others are undefined.
        if value < gate.bound if gate.side == "under" else value > gate.bound:
            return Verdict(gate, "failed", value, tested, row.label, row.reason, warning)
        if len(known) == len(rows):
            return Verdict(gate, "passed", value, tested, row.label, row.reason, warning)
    hole = next(row for row in rows if math.isnan(_value(row, tested)))
    return Verdict(gate, "undefined", math.nan, tested, hole.label, hole.reason or hole.warning)


def _rows(m: Measure, evaluation: Evaluation) -> Sequence[Estimate]:
    if m.scope == "binary" and evaluation.pooled.positive is None:
        return [evaluation.find(m, label) for label in evaluation.pooled.labels]
    return [evaluation.find(m)]


def _value(row: Estimate, tested: Tested) -> float:
    """What is tested; a number put in the place of an undefined value has no interval, so no bound."""
    value = getattr(row, tested)
    return math.nan if value is None else float(value)


def _fitting(m: Measure, side: Side) -> Measure:
    """The measure, unless the gate would reward what is bad."""
    if m.best is not None and m.best == (m.low if side == "under" else m.high):
        other = Argument("fail_over" if side == "under" else "fail_under")
        raise InputError(
            "{key} is best at {best:g}: gate it with {other}", key=m.key, best=m.best, other=other
        )
    return m


def _text(verdict: Verdict) -> str:
    gate = verdict.gate
    of_class = "" if verdict.label is None else f" of {named(verdict.label)}"
    name = f"{gate.measure.title}{of_class}"
    if verdict.outcome == "undefined":
        return f"{_tested(verdict, name)} is undefined: {verdict.reason}"
    relation = {"under": ("at least", "below"), "over": ("at most", "above")}[gate.side]
    how = relation[verdict.outcome == "failed"]
    said = f"{_tested(verdict, name, _apart(verdict.value, gate.bound))} is {how} {gate.bound:.15g}"
    if verdict.tested == "value" and not gate.value:
        said += " (there are no intervals)"
    return said + "".join(
        f"; {shown(text, _LONGEST_REASON)}" for text in (verdict.reason, verdict.warning) if text
    )


def _apart(value: float, bound: float) -> str:
    """A value with as many decimals as show on which side of a bound it is, if not at it."""
    if not math.isfinite(value):
        return number(value)
    side = np.sign(value - bound)
    # With three decimals a value of 0.2999 that fails a bound of 0.3 would be told as 0.300.
    texts = (number(value, places) for places in range(3, 17))
    return next((text for text in texts if np.sign(float(text) - bound) == side), repr(value))


def _tested(verdict: Verdict, name: str, value: str = "") -> str:
    if verdict.tested == "value":
        return f"{name} {value}".rstrip()
    return " ".join(filter(None, (_BOUNDS[verdict.tested], value, "of", name)))
