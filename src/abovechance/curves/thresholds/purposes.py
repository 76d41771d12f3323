"""The criterion of a name, with costs, prevalence and parameters checked."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError, UnknownMeasureError
from abovechance.core.labels import quoted
from abovechance.core.lookup import Names
from abovechance.curves.summaries.statistics import measure_of_decisions
from abovechance.curves.thresholds.criteria import (
    Closest,
    Cost,
    EqualErrors,
    Informedness,
    NoBias,
    OfMeasure,
    as_written,
)
from abovechance.measures.registry import Measure

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    """The criterion of a name: Informedness, or the cost if one is given, unless said otherwise."""
    has_costs = cost_positive is not None or cost_negative is not None
    if optimise is None:
        optimise = "cost" if has_costs else "informedness"
    name = _own_name(optimise)
    if name != "cost" and has_costs:
        raise InputError(f"costs have an effect only with optimise='cost', not with {_shown(optimise)}")
    checked_prevalence(prevalence)
    if name is None:
        return _of_measure(_measure(optimise), prevalence, parameters or {})
    if parameters:
        raise InputError(f"{name} has no parameter {quoted(list(parameters))}")
    if name == "cost":
        costs = _checked_cost("cost_positive", cost_positive), _checked_cost("cost_negative", cost_negative)
        return _cost(*costs, None if prevalence is None else as_written(prevalence))
    if name == "bias_equals_prevalence":
        return NoBias(prevalence=None if prevalence is None else as_written(prevalence))
    return Closest() if name == "closest" else EqualErrors()


def checked_prevalence(prevalence: Any) -> None:
    """Refuse what is not a share."""
    if prevalence is None:
        return
    if isinstance(prevalence, bool) or not isinstance(prevalence, int | float | np.number | Fraction):
        raise InputError(f"prevalence must be a number between 0 and 1, got {prevalence!r}")
    if not 0 <= prevalence <= 1:
        raise InputError(f"prevalence must be between 0 and 1, got {prevalence!r}")


def _own_name(optimise: Any) -> str | None:
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


def _checked_cost(name: str, cost: Any) -> Fraction:
    if cost is None:
        return Fraction(1)
    if isinstance(cost, bool) or not isinstance(cost, int | float | np.number | Fraction):
        raise InputError(f"{name} must be a number, got {cost!r}")
    if not (cost >= 0 and np.isfinite(float(cost))):
        raise InputError(f"{name} must be finite and not negative, got {cost!r}")
    return as_written(cost)


def _cost(missed: Fraction, alarm: Fraction, prevalence: Fraction | None) -> Criterion:
    if not (missed or alarm):
        raise InputError("cost_positive and cost_negative are both 0, so that every threshold would be best")
    return Cost(missed=missed, alarm=alarm, prevalence=prevalence)


def _of_measure(m: Measure, prevalence: float | None, parameters: Mapping[str, Any]) -> Criterion:
    unknown = [name for name in parameters if name not in m.parameters]
    if unknown:
        raise InputError(f"{m.key} has no parameter {quoted(unknown)}")
    if m.key == "informedness":
        return Informedness()
    if m.best is None:
        raise InputError(f"{m.key} has no better and worse, so no threshold is best by it")
    return OfMeasure(m.key, prevalence, parameters)
