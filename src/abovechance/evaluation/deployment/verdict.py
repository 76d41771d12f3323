"""What a deployment comes to, in plain sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from abovechance.core.text import number
from abovechance.evaluation.deployment.amounts import title_of
from abovechance.measures.headlines import OF_A_DEPLOYMENT_OF_MORE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from abovechance.evaluation.deployment.prevalence import Prevalence
    from abovechance.evaluation.deployment.value import Deployed

_SMALLEST_CHANGE_SAID = 5e-4  # a smaller one is lost where values are rounded to three digits


def verdict(values: Sequence[Deployed], there: Prevalence, guess: float | None, *, published: bool) -> str:
    """What the measures that move will be, what alarms are worth, and whether the costs are worth it.

    ``guess`` is what an item costs where all are called alike, if costs are known.
    """
    whole = [x for x in values if x.group is None and x.label in (None, there.positive)]
    of_table = {x.measure: x for x in whole or values}
    seen = "published" if published else "observed"
    if "alarms_per_true_alarm" not in of_table:
        return _more(of_table, there, seen)
    return " ".join(_two(of_table, there, guess, seen))


def _two(of: dict[str, Deployed], there: Prevalence, guess: float | None, seen: str) -> Iterator[str]:
    at = f"At a prevalence of {there.said}"
    precision, alarms = of.get("precision"), of["alarms_per_true_alarm"]
    if precision is None:
        yield f"{at} there are {_amount(alarms)} alarms for each true one."
    else:
        was = f", not {_was(precision)} as {seen}" if _moves(precision) else ""
        yield f"{at} Precision will be {_value(precision)}{was}: {_amount(alarms)} alarms for each true one."
    informed = of.get("informedness")
    if informed is not None:
        yield f"Informedness stays as it is: {_value(informed)}."
    cost = of.get("cost_per_item")
    if cost is not None and guess is not None:
        yield _costs(cost, guess)


def _more(of: dict[str, Deployed], there: Prevalence, seen: str) -> str:
    shown = [of[key] for key in OF_A_DEPLOYMENT_OF_MORE if key in of] or list(of.values())[:1]
    parts = [
        f"{title_of(x.measure)} {_value(x)}, {'not ' if _moves(x) else ''}{_was(x)} as {seen}" for x in shown
    ]
    return f"With shares of {there.said} there will be {'; '.join(parts)}."


def _costs(cost: Deployed, guess: float) -> str:
    said = f"An item costs {_value(cost)}; calling all alike costs {number(guess)}"
    if cost.high < guess:
        return f"{said}: decisions are worth it."
    if cost.low > guess:
        return f"{said}: decisions are not worth it there."
    return f"{said}: decisions are not shown to be worth it there."


def _value(x: Deployed) -> str:
    if math.isnan(x.value):
        return "undefined" if math.isnan(x.low) else _range(x.low, x.high)
    return (
        number(x.value) if math.isnan(x.low) else f"{number(x.value)} ({number(x.low)} to {number(x.high)})"
    )


def _was(x: Deployed) -> str:
    return _range(x.observed_low, x.observed_high) if math.isnan(x.observed) else number(x.observed)


def _range(low: float, high: float) -> str:
    return number(low) if number(low) == number(high) else f"between {number(low)} and {number(high)}"


def _amount(x: Deployed) -> str:
    if math.isnan(x.value):
        return _range_of_amount(x.low, x.high)
    bounds = "" if math.isnan(x.low) else f" ({number(x.low, 1)} to {number(x.high, 1)})"
    return f"{number(x.value, 1)}{bounds}"


def _range_of_amount(low: float, high: float) -> str:
    one, other = number(low, 1), number(high, 1)
    return one if one == other else f"between {one} and {other}"


def _moves(x: Deployed) -> bool:
    if math.isnan(x.observed):
        return (
            abs(x.observed_low - x.low) > _SMALLEST_CHANGE_SAID
            or abs(x.observed_high - x.high) > _SMALLEST_CHANGE_SAID
        )
    return abs(x.observed - x.value) > _SMALLEST_CHANGE_SAID
