"""What a user of decisions counts beside measures: alarms, misses and costs of an item.

Each is a quotient of sums of the cells, so that it has a value at rates and a range over solutions alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.measures.registry import measure
from abovechance.solve.polynomial import FN, FP, ITEMS, TP, Polynomial, combined, evaluated

if TYPE_CHECKING:
    from abovechance.core.arrays import Array, Floats

_THOUSAND = 1000


@dataclass(frozen=True, eq=False)
class Amount:
    """A number that follows from the cells: a quotient of two linear sums of them, times a factor."""

    key: str
    title: str
    top: Polynomial
    bottom: Polynomial
    factor: float = 1.0

    def __call__(self, cells: tuple[Array, ...]) -> Floats:
        """The values at tables of cells TP, FP, FN and TN."""
        with np.errstate(divide="ignore", invalid="ignore"):
            found = np.true_divide(evaluated(self.top, cells), evaluated(self.bottom, cells))
        return np.asarray(self.factor * found)


def amounts(costs: tuple[float, float] | None) -> tuple[Amount, ...]:
    """Alarms and misses, and the cost of an item where the costs of errors are known."""
    found = (
        Amount("alarms_per_true_alarm", "Alarms for a true one", {**TP, **FP}, TP),
        Amount("alarms_per_thousand", "Alarms in 1000 items", {**TP, **FP}, ITEMS, _THOUSAND),
        Amount("missed_per_thousand", "Missed in 1000 items", FN, ITEMS, _THOUSAND),
    )
    if costs is None:
        return found
    # As printed: the float 0.1 is no tenth, and the coefficients have to be exact.
    of_positive, of_negative = (Fraction(str(cost)) for cost in costs)
    weighed = {e: of_positive * c for e, c in FN.items()} | {e: of_negative * c for e, c in FP.items()}
    top = combined((1, weighed))  # type: ignore[arg-type]
    (miss,) = FN
    (alarm,) = FP
    # Combined sums have the smallest whole coefficients: the factor gives back what was taken out.
    factor = of_positive / top[miss] if miss in top else of_negative / top[alarm]
    return (*found, Amount("cost_per_item", "Cost of an item", top, ITEMS, float(factor)))


TITLES = {amount.key: amount.title for amount in amounts((1.0, 1.0))}
"""What amounts are called, by their keys."""


def title_of(key: str) -> str:
    """What a measure or an amount is called."""
    return TITLES.get(key) or measure(key).title


def cost_of_guessing(costs: tuple[float, float], prevalence: float) -> float:
    """What an item costs where all are called alike, whichever way is cheaper."""
    return min(costs[0] * prevalence, costs[1] * (1 - prevalence))


def checked_costs(costs: object, *, classes: int) -> tuple[float, float] | None:
    """The costs of errors on a positive and on a negative item."""
    if costs is None:
        return None
    if classes != 2:
        said = "{argument} apply to two classes; these tables have {number}"
        raise InputError(said, argument="costs", number=classes)
    try:
        found = tuple(map(float, costs))  # type: ignore[call-overload]
    except (TypeError, ValueError):
        found = ()
    if len(found) != 2 or not all(0 <= x < np.inf for x in found) or not any(found):
        said = (
            "{argument} are two numbers, the costs of errors on a positive and a negative item, not {given}"
        )
        raise InputError(said, argument="costs", given=repr(costs))
    return found[0], found[1]
