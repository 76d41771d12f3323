"""What makes one threshold better than another: a loss, computed in whole numbers wherever that is possible.

A loss without divisions takes floating-point numbers and Python's whole numbers alike: the first are fast,
the second tell equal thresholds from nearly equal ones.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.curves.threshold_counts import shares
from abovechance.errors import InputError, UnknownMeasureError
from abovechance.labels import quoted
from abovechance.measures.registry import Measure, measure

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from abovechance.curves.threshold_counts import Counts

Array = Any

NAMES = ("cost", "bias_equals_prevalence", "closest", "equal_error_rate")
ALIASES = {
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
}


@dataclass(frozen=True, eq=False)
class Criterion:
    """What is best: the least loss.

    Attributes
    ----------
    name
        A measure's key, or one of ``NAMES``.
    loss
        From counts to what is to be small; NaN where it is undefined.
    value
        From counts to the number that is reported.
    scale
        From counts to how large the terms of the loss can be, which bounds its rounding.
    exact
        Whether the loss of whole numbers is a whole number.
    linear
        Whether lines of equal loss are straight and parallel in ROC space, so that the best thresholds are on
        the hull.
    needs_both
        Whether it is undefined where there is only one class.
    measure, parameters
        The measure, if it is one, and the parameters of its formula.
    """

    name: str
    loss: Callable[[Counts], Array]
    value: Callable[[Counts], Array]
    scale: Callable[[Counts], Array]
    exact: bool = True
    linear: bool = False
    needs_both: bool = True
    measure: Measure | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)


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
        return _cost(
            _checked_cost("cost_positive", cost_positive),
            _checked_cost("cost_negative", cost_negative),
            prevalence,
        )
    if name == "bias_equals_prevalence":
        return _no_bias(prevalence)
    return _CLOSEST if name == "closest" else _EQUAL_ERRORS


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
    plain = optimise.strip().lower().replace("-", "_").replace(".", "_").replace(" ", "_")
    plain = ALIASES.get(plain, plain)
    return plain if plain in NAMES else None


def _measure(name: str | Measure) -> Measure:
    try:
        return measure(name)
    except UnknownMeasureError as error:
        near = difflib.get_close_matches(str(name).lower(), [*NAMES, *ALIASES], n=2)
        others = list(dict.fromkeys(ALIASES.get(x, x) for x in near)) or list(NAMES)
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


def as_written(number: Any) -> Fraction:
    """A number as the fraction that its shortest decimal form says: 0.1 is a tenth, not its double."""
    return (
        number
        if isinstance(number, Fraction)
        else Fraction(str(number.item() if isinstance(number, np.number) else number))
    )


def _whole(*shares: Fraction) -> list[int]:
    """The least whole numbers in the same proportion."""
    common = int(np.lcm.reduce(np.array([x.denominator for x in shares], dtype=object)))
    numbers = [int(x * common) for x in shares]
    divisor = int(np.gcd.reduce(np.array(numbers, dtype=object))) or 1
    return [x // divisor for x in numbers]


# The criteria -----------------------------------------------------------------------------------------


def _informedness(m: Measure) -> Criterion:
    """Recall less Fallout, times both totals (Youden 1950; Powers 2003)."""
    return Criterion(
        m.key,
        loss=lambda c: c.fp * c.positives - c.tp * c.negatives,
        value=lambda c: shares(c.tp * c.negatives - c.fp * c.positives, c.positives * c.negatives),
        scale=lambda c: c.positives * c.negatives,
        linear=True,
        measure=m,
    )


def _cost(missed: Fraction, alarm: Fraction, prevalence: float | None) -> Criterion:
    """The expected cost of an item, ``π·C_FN·FNR + (1 - π)·C_FP·FPR`` (Metz 1978; Provost & Fawcett 2001)."""
    if not (missed or alarm):
        raise InputError("cost_positive and cost_negative are both 0, so that every threshold would be best")
    if prevalence is None:
        a, b = _whole(missed, alarm)
        return Criterion(
            "cost",
            loss=lambda c: a * c.fn + b * c.fp,
            value=lambda c: shares(float(missed) * c.fn + float(alarm) * c.fp, c.total),
            scale=lambda c: a * c.positives + b * c.negatives,
            linear=True,
            needs_both=False,
        )
    share = as_written(prevalence)
    weights = missed * share, alarm * (1 - share)
    a, b = _whole(*weights)
    return Criterion(
        "cost",
        loss=lambda c: a * c.fn * c.negatives + b * c.fp * c.positives,
        value=lambda c: float(weights[0]) * c.fnr + float(weights[1]) * c.fpr,
        scale=lambda c: (a + b) * c.positives * c.negatives,
        linear=True,
    )


def _no_bias(prevalence: float | None) -> Criterion:
    """Bias nearest to prevalence: as many misses as false alarms (Powers 2011)."""
    if prevalence is None:
        return Criterion(
            "bias_equals_prevalence",
            loss=lambda c: abs(c.fp - c.fn),
            value=lambda c: shares(c.fp - c.fn, c.total),
            scale=lambda c: c.total,
            needs_both=False,
        )
    share = as_written(prevalence)
    a, b = _whole(share, 1 - share)
    return Criterion(
        "bias_equals_prevalence",
        loss=lambda c: abs(b * c.fp * c.positives - a * c.fn * c.negatives),
        value=lambda c: (1 - float(share)) * c.fpr - float(share) * c.fnr,
        scale=lambda c: (a + b) * c.positives * c.negatives,
    )


_CLOSEST = Criterion(
    "closest",  # to the point (0, 1) of ROC space (Perkins & Schisterman 2006, who advise against it)
    loss=lambda c: (c.fn * c.negatives) ** 2 + (c.fp * c.positives) ** 2,
    value=lambda c: np.hypot(c.fpr, c.fnr),
    scale=lambda c: (c.positives * c.negatives) ** 2,
)

_EQUAL_ERRORS = Criterion(
    "equal_error_rate",  # the value is the mean of the two rates, which need not be quite equal
    loss=lambda c: abs(c.fn * c.negatives - c.fp * c.positives),
    value=lambda c: (c.fpr + c.fnr) / 2,
    scale=lambda c: c.positives * c.negatives,
)


def _of_measure(m: Measure, prevalence: float | None, parameters: Mapping[str, Any]) -> Criterion:
    unknown = [name for name in parameters if name not in m.parameters]
    if unknown:
        raise InputError(f"{m.key} has no parameter {quoted(unknown)}")
    if m.key == "informedness":
        return _informedness(m)
    if m.best is None:
        raise InputError(f"{m.key} has no better and worse, so no threshold is best by it")
    best = m.best

    def value(counts: Counts) -> Array:
        return np.asarray(m(counts.tables(prevalence), **parameters))

    def loss(counts: Counts) -> Array:
        values = value(counts)
        if best in (m.low, m.high):
            return -values if best == m.high else values
        return np.abs(values - best)

    return Criterion(
        m.key,
        loss,
        value,
        scale=lambda _: 1.0,
        exact=False,
        needs_both=False,
        measure=m,
        parameters=parameters,
    )
