"""The criterion of a name, with costs, prevalence and parameters checked.

Constraints on a threshold, such as at least this Recall, and what is reachable if none meets them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import Argument, InputError, UnknownMeasureError
from abovechance.core.labels import quoted
from abovechance.core.lookup import Names
from abovechance.curves.costs.deployment import checked_costs, checked_share
from abovechance.curves.curve.counts import Counts
from abovechance.curves.summaries.summary import measure_of_decisions
from abovechance.curves.thresholds.criteria import (
    Closest,
    Cost,
    EqualErrors,
    Informedness,
    NoBias,
    OfMeasure,
    as_written,
)
from abovechance.measures.registry import Measure, measure

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.curves.curve.curve import Curve
    from abovechance.curves.thresholds.criteria import Criterion

NAMES = ("cost", "bias_equals_prevalence", "closest", "equal_error_rate")
_NAMES = Names(
    "criterion",
    NAMES,
    {
        "expected_cost": "cost",
        "minimal_cost": "cost",
        "min_cost": "cost",
        "bias=prevalence": "bias_equals_prevalence",
        "no_bias": "bias_equals_prevalence",
        "unbiased": "bias_equals_prevalence",
        "closest_to_perfect": "closest",
        "closest_topleft": "closest",
        "topleft": "closest",
        "roc01": "closest",
        "eer": "equal_error_rate",
    },
)


def criterion_of(
    optimise: str | Measure | None = None,
    *,
    cost_positive: float | None = None,
    cost_negative: float | None = None,
    prevalence: float | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> Criterion:
    """The criterion of a name: by default Informedness, or the cost if one is given."""
    has_costs = cost_positive is not None or cost_negative is not None
    if optimise is None:
        optimise = "cost" if has_costs else "informedness"
    name = _own_name(optimise)
    if name != "cost" and has_costs:
        raise InputError(
            "costs have an effect only with {cost}, not with {other}",
            cost=Argument("optimise", "cost"), other=_shown(optimise),
        )  # fmt: skip
    if prevalence is not None:
        checked_share(prevalence, "prevalence")
    if name is None:
        return _of_measure(_measure(optimise), prevalence, parameters or {})
    if parameters:
        raise InputError(f"{name} has no parameter {quoted(list(parameters))}")
    share = None if prevalence is None else as_written(prevalence)
    if name == "cost":
        missed, alarm = (1 if cost is None else cost for cost in (cost_positive, cost_negative))
        checked_costs(missed, alarm)
        return Cost(missed=as_written(missed), alarm=as_written(alarm), prevalence=share)
    if name == "bias_equals_prevalence":
        return NoBias(prevalence=share)
    return Closest() if name == "closest" else EqualErrors()


def _own_name(optimise: object) -> str | None:
    if isinstance(optimise, Measure):
        return None
    if not isinstance(optimise, str):
        raise InputError(
            f"optimise must be a criterion such as 'informedness' or 'cost', got {optimise!r}: "
            "give a fixed threshold as threshold="
        )
    return _NAMES.find(optimise)


def _measure(name: str | Measure) -> Measure:
    try:
        return measure_of_decisions(name)
    except UnknownMeasureError as error:
        others = _NAMES.near(str(name)) or NAMES
        raise UnknownMeasureError(f"{error}; criteria that are no measures: {quoted(others)}") from None


def _shown(optimise: str | Measure) -> str:
    return repr(optimise.key if isinstance(optimise, Measure) else optimise)


def _of_measure(m: Measure, prevalence: float | None, parameters: Mapping[str, Any]) -> Criterion:
    unknown = [name for name in parameters if name not in m.parameters]
    if unknown:
        raise InputError(f"{m.key} has no parameter {quoted(unknown)}")
    if m.key == "informedness":
        return Informedness()
    if m.best is None:
        raise InputError(f"{m.key} has no best value, so no threshold is best by it")
    return OfMeasure(m.key, prevalence, parameters)


_RELATIONS = {"≥": ">=", "≤": "<=", "=>": ">=", "=<": "<="}
_CONSTRAINT_PATTERN = re.compile(
    r"^\s*(?P<measure>.*?)\s*(?P<relation>>=|<=|=>|=<|≥|≤|>|<)\s*(?P<bound>[^<>=≥≤]+?)\s*$"
)
_LAST_DIGITS = 8 * float(np.finfo(float).eps)


@dataclass(frozen=True)
class Constraint:
    """A bound on a measure: ``>=``, ``<=``, ``>`` or ``<``; what misses it by rounding alone is on it."""

    measure: Measure
    relation: str
    bound: float

    @property
    def is_lower(self) -> bool:
        """Whether larger values are wanted."""
        return self.relation.startswith(">")

    def values(self, counts: Counts, prevalence: float | None = None) -> NDArray[np.float64]:
        """The measure at each threshold."""
        return counts.measured(self.measure, prevalence)

    def holds(self, values: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Where it is met; nowhere if the measure is undefined."""
        sign = 1 if self.is_lower else -1
        bound = sign * self.bound
        slack = _LAST_DIGITS * max(1.0, abs(bound)) if np.isfinite(bound) else 0.0
        return (
            sign * values >= bound - slack if self.relation.endswith("=") else sign * values > bound + slack
        )

    def __str__(self) -> str:
        return f"{self.measure.key} {self.relation} {self.bound:g}"


def constraints_of(
    where: str | Mapping[str, str] | None = None,
    at_least: Mapping[str, float] | None = None,
    at_most: Mapping[str, float] | None = None,
) -> tuple[Constraint, ...]:
    """The constraints given as text, or as bounds by measure."""
    texts: list[str] = []
    if isinstance(where, str):
        texts = [part for part in re.split(r",|;|\band\b", where) if part.strip()]
    elif isinstance(where, Mapping):
        texts = [f"{name} {condition}" for name, condition in where.items()]
    elif where is not None:
        raise InputError(f"where must be text such as 'recall >= 0.95', or a mapping, got {where!r}")
    found = [_parsed(text) for text in texts]
    for given, relation, name in ((at_least, ">=", "at_least"), (at_most, "<=", "at_most")):
        if given is not None and not isinstance(given, Mapping):
            raise InputError(f"{name} must be a mapping such as {{'recall': 0.95}}, got {given!r}")
        found += [
            Constraint(measure(key), relation, _number(bound, key)) for key, bound in (given or {}).items()
        ]
    return tuple(found)


def _parsed(text: str) -> Constraint:
    match = _CONSTRAINT_PATTERN.match(text)
    if match is None or not match["measure"]:
        raise InputError(f"cannot read the constraint {text.strip()!r}: write it as 'recall >= 0.95'")
    relation = _RELATIONS.get(match["relation"], match["relation"])
    return Constraint(measure(match["measure"]), relation, _number(match["bound"], text.strip()))


def _number(bound: Any, where: str) -> float:
    share = isinstance(bound, str) and bound.endswith("%")
    try:
        value = float(bound[:-1]) / 100 if share else float(bound)
    except (TypeError, ValueError):
        value = np.nan
    if np.isnan(value):
        raise InputError(f"the bound of {where!r} must be a number, got {bound!r}")
    return value


def allowed(
    constraints: tuple[Constraint, ...], counts: Counts, prevalence: float | None = None
) -> NDArray[np.bool_] | None:
    """Where all constraints are met; None if there are none."""
    if not constraints:
        return None
    met = [constraint.holds(constraint.values(counts, prevalence)) for constraint in constraints]
    return np.asarray(np.logical_and.reduce(met))


def why_infeasible(curve: Curve, constraints: tuple[Constraint, ...], prevalence: float | None = None) -> str:
    """What is out of reach, and the best that can be reached instead."""
    counts = Counts.of(curve)
    said = " and ".join(map(str, constraints))
    best = [_reachable(curve, counts, constraints, i, prevalence) for i in range(len(constraints))]
    return f"no threshold has {said}: " + "; ".join(dict.fromkeys(best))


def _reachable(
    curve: Curve, counts: Counts, constraints: tuple[Constraint, ...], i: int, prevalence: float | None
) -> str:
    """The best value of one measure, with the other constraints if they can be met."""
    mine, others = constraints[i], constraints[:i] + constraints[i + 1 :]
    values = mine.values(counts, prevalence)
    feasible = allowed(others, counts, prevalence)
    given = f"with {' and '.join(map(str, others))}, " if others else ""
    if feasible is not None and not (feasible & ~np.isnan(values)).any():
        feasible, given = None, ""
    reachable = values if feasible is None else np.where(feasible, values, np.nan)
    if np.isnan(reachable).all():
        return f"{mine.measure.key} is undefined at every threshold"
    position = int(np.nanargmax(reachable) if mine.is_lower else np.nanargmin(reachable))
    way = "at most" if mine.is_lower else "at least"
    at = f"(threshold {curve.thresholds[position]:.6g})"
    return f"{given}{mine.measure.key} is {way} {reachable[position]:.6g} {at}"
