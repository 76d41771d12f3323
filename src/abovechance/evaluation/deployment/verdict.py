"""What a deployment comes to, in plain sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from abovechance.core.text import number
from abovechance.evaluation.deployment.amounts import title_of
from abovechance.measures.headlines import OF_A_DEPLOYMENT_OF_MORE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from abovechance.evaluation.deployment.prevalence import Prevalence
    from abovechance.evaluation.deployment.value import Deployed

_SMALLEST_CHANGE_SAID = 5e-4  # a smaller one is lost where values are rounded to three digits
_LEAST_COST, _THOUSAND = 0.001, 1000


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
    at = f"At a prevalence of {_uncertain(there) if seen == 'published' else there.said}"
    precision, alarms = of.get("precision"), of["alarms_per_true_alarm"]
    if precision is None:
        yield f"{at} {_alarms(alarms, 'there are ')}."
    else:
        was = f", not {_was(precision)} as {seen}" if _moves(precision) else ""
        yield f"{at} Precision will be {_value(precision)}{was}: {_alarms(alarms)}."
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
    said = f"An item costs {_value(cost, _cost)}; calling all alike costs {_cost(guess)}"
    # Bounds that are NaN are beyond nothing: without an interval nothing is shown.
    if cost.high < guess:
        return f"{said}: decisions are worth it."
    if cost.low > guess:
        return f"{said}: decisions are not worth it there."
    return f"{said}: decisions are not shown to be worth it there."


def _cost(value: float) -> str:
    """Costs have any unit: large ones need no decimals, and small ones more."""
    if value == 0 or _LEAST_COST <= value < _THOUSAND:
        return number(value)
    return f"{value:,.0f}" if value >= _THOUSAND else f"{value:.3g}"


def _value(x: Deployed, show: Callable[[float], str] = number) -> str:
    if math.isnan(x.value):
        return "undefined" if math.isnan(x.low) else _range(x.low, x.high, show)
    return show(x.value) if math.isnan(x.low) else f"{show(x.value)} ({show(x.low)} to {show(x.high)})"


def _was(x: Deployed) -> str:
    return _range(x.observed_low, x.observed_high) if math.isnan(x.observed) else number(x.observed)


def _range(low: float, high: float, show: Callable[[float], str] = number) -> str:
    return show(low) if show(low) == show(high) else f"between {show(low)} and {show(high)}"


def _uncertain(there: Prevalence) -> str:
    """The prevalence with how sure it is, for ranges that are over both."""
    if there.counts is not None:
        return f"{there.said} (found in {there.counts[1]:g} of {sum(there.counts):g} items)"
    return f"{there.low:g} to {there.high:g}" if there.low is not None else there.said


def _alarms(x: Deployed, before: str = "") -> str:
    """How many alarms a true one takes, where there are any true ones."""
    if math.inf in (x.value, x.low):
        return "no alarm is true"
    return f"{before}{_amount(x)} alarms for each true one"


def _amount(x: Deployed) -> str:
    return _value(x, lambda value: f"{value:,.0f}" if _THOUSAND <= value < math.inf else number(value, 1))


def _moves(x: Deployed) -> bool:
    if math.isnan(x.observed):
        return (
            abs(x.observed_low - x.low) > _SMALLEST_CHANGE_SAID
            or abs(x.observed_high - x.high) > _SMALLEST_CHANGE_SAID
        )
    return abs(x.observed - x.value) > _SMALLEST_CHANGE_SAID
