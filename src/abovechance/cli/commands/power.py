"""``abovechance power``: how many items an evaluation needs, and what a given number can show."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

from abovechance.cli.forms import OUTPUT, Output
from abovechance.cli.parameters import METHOD, WORLD
from abovechance.cli.values import numbers
from abovechance.core.errors import InputError
from abovechance.inference.power.informedness import (
    items_needed,
    items_needed_to_compare,
    power_of,
    power_to_compare,
)
from abovechance.report import of_power as planning
from abovechance.report.tabular import in_form

if TYPE_CHECKING:
    from collections.abc import Callable

_SHARES = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0)
_FEWEST = 2
_DIGITS = 12


def power(
    *,
    informedness: Annotated[float, WORLD],
    against: Annotated[float, WORLD] = 0.0,
    difference: Annotated[float | None, WORLD] = None,
    correlation: Annotated[float | None, WORLD] = None,
    prevalence: Annotated[str, WORLD] = "0.5",
    bias: Annotated[str | None, WORLD] = None,
    power: Annotated[float, METHOD] = 0.8,
    level: Annotated[float, METHOD] = 0.95,
    sides: Annotated[Literal[1, 2], METHOD] = 2,
    n: Annotated[int | None, METHOD] = None,
    output: Output = OUTPUT,
) -> None:
    """How many items it takes to show that decisions are informed, or that two systems differ.

    Parameters
    ----------
    informedness
        The Informedness expected, or the least that would matter.
    against
        The Informedness to be refuted; 0 is chance.
    difference
        Plan a comparison: the Informedness that a second system has more (or, if negative, less).
    correlation
        How far both systems are right and wrong on the same items; 0 if not given.
    prevalence
        Of the positive class of two, or of each class, separated by commas.
    bias
        How often each label will be predicted, given likewise; equal to the prevalence if not given.
    power
        The probability wanted of showing it.
    level
        One less the p-value from which on it is taken as shown.
    sides
        Whether the test is two-sided or one-sided.
    n
        The items there will be: what is their power?
    """
    output.check()
    if n is not None and n < _FEWEST:
        raise InputError(f"--n must be {_FEWEST} or more, got {n}")
    real = _shares("prevalence", prevalence)
    shares = {"prevalence": real, "bias": real if bias is None else _shares("bias", bias)}
    test = {"level": level, "sides": sides}
    if difference is None:
        if correlation is not None:
            raise InputError("--correlation is of two systems: give their --difference too")
        task = _one_system(informedness, against, shares, test)
    else:
        if against != 0:
            raise InputError("--against is for one system: leave it out with --difference")
        task = _two_systems(informedness, informedness + difference, correlation or 0.0, shares, test)
    needed = task.needed(power=power)
    planned = planning.Planned(
        task.goal,
        task.world,
        task.setting,
        power,
        level,
        sides,
        needed,
        n,
        None if n is None else task.reached(n),
        tuple((items, task.reached(items)) for items in _around(needed, n)),
    )
    output.put(
        lambda _: planning.report(planned),
        lambda: planning.document(planned),
        lambda form: in_form(form, planning, planned),
    )


@dataclass(frozen=True)
class _Task:
    """What is to be shown, what is assumed, and the functions that answer."""

    goal: str
    world: str
    setting: dict[str, Any]
    needed: Callable[..., int]
    reached: Callable[[int], float]


def _one_system(informedness: float, against: float, shares: dict[str, Any], test: dict[str, Any]) -> _Task:
    than = "chance" if against == 0 else f"Informedness {against:g}"
    options = {"informedness": informedness, "against": against} | shares
    return _Task(
        f"that decisions are {'better' if informedness > against else 'worse'} than {than}",
        f"Expected: Informedness {informedness:g}{_margins(shares)}.",
        options,
        partial(items_needed, **options, **test),
        partial(power_of, **options, **test),
    )


def _two_systems(
    first: float, second: float, correlation: float, shares: dict[str, Any], test: dict[str, Any]
) -> _Task:
    options = {"first": first, "second": round(second, _DIGITS), "correlation": correlation} | shares
    return _Task(
        "that two systems differ in Informedness",
        f"Expected: Informedness {first:g} and {second:g} on the same items, whose errors correlate by "
        f"{correlation:g}{_margins(shares)}.",
        options,
        partial(items_needed_to_compare, **options, **test),
        partial(power_to_compare, **options, **test),
    )


def _margins(shares: dict[str, Any]) -> str:
    said = [f"{name} {_listed(value)}" for name, value in shares.items()]
    return (
        f", {', '.join(said)}"
        if shares["prevalence"] != shares["bias"]
        else f", prevalence and bias {_listed(shares['bias'])}"
    )


def _listed(shares: float | list[float]) -> str:
    return " : ".join(f"{share:g}" for share in shares) if isinstance(shares, list) else f"{shares:g}"


def _shares(name: str, text: str) -> float | list[float]:
    """A number, or one for each class."""
    found = numbers(name, text, float)
    return found[0] if len(found) == 1 else found


def _around(needed: int, n: int | None) -> list[int]:
    """Numbers of items around the one needed, with the one asked about."""
    near = {max(round(share * needed), _FEWEST) for share in _SHARES}
    return sorted(near | ({n} if n is not None else set()))
