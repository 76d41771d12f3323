"""``plan``: how many items an evaluation needs, and what a given number of them can show."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import Argument, InputError
from abovechance.core.result import Answer
from abovechance.core.text import counted
from abovechance.inference.normal_power import checked_items
from abovechance.inference.power import (
    items_needed,
    items_needed_to_compare,
    power_of,
    power_to_compare,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from abovechance.core.result import Row

_SHARES_OF_ITEMS_NEEDED = (
    0.25,
    0.5,
    0.75,
    1.0,
    1.5,
    2.0,
)  # of the items needed: the numbers of items whose power is shown
_VALUE_DIGITS = 12


@dataclass(frozen=True, eq=False, repr=False)
class Plan(Answer):
    """What is to be shown, how surely, and with how many items.

    Attributes
    ----------
    goal
        What is to be shown, in words: "that decisions are better than chance".
    world
        What is assumed, in words.
    setting
        What is assumed, by name.
    power, level, sides
        The probability wanted of showing it, and the test that is to show it.
    needed
        How many items it takes.
    n, reached
        A number of items that was asked about, and its power; None if there was none.
    curve
        Numbers of items, each with its power.
    """

    goal: str
    world: str
    setting: Mapping[str, Any]
    power: float
    level: float
    sides: int
    needed: int
    n: int | None
    reached: float | None
    curve: tuple[tuple[int, float], ...]

    @property
    def verdict(self) -> str:
        """The answer in a plain sentence."""
        test = f"{'two' if self.sides > 1 else 'one'}-sided test at {1 - self.level:.3g}"
        needed = counted(self.needed, "item")
        if self.n is None or self.reached is None:
            said = f"{needed} are needed to show {self.goal} with a probability of"
            return f"{said} {self.power:g} ({test})."
        said = f"{counted(self.n, 'item')} show {self.goal} with a probability of {self.reached:.2f} ({test})"
        return f"{said}; it takes {needed} to reach {self.power:g}."

    def rows(self) -> list[Row]:
        """Numbers of items with their power."""
        return [{"n": n, "power": power} for n, power in self.curve]


def plan(
    informedness: float,
    *,
    against: float = 0.0,
    difference: float | None = None,
    correlation: float | None = None,
    prevalence: float | Sequence[float] = 0.5,
    bias: float | Sequence[float] | None = None,
    power: float = 0.8,
    level: float = 0.95,
    sides: int = 2,
    n: int | None = None,
) -> Plan:
    """Plan an evaluation: how many items show that decisions are informed, or that two systems differ.

    Parameters
    ----------
    informedness
        The Informedness expected, or the least that would matter.
    against
        The Informedness to be refuted; 0 is chance.
    difference
        By how much the Informedness of a second system is greater (or, if negative, less): plan a comparison.
    correlation
        How far both systems are right and wrong on the same items, from -1 to 1; 0 if not given.
    prevalence
        The prevalence of the positive class of two, or of each class.
    bias
        How often each label will be predicted, given like the prevalence, which it equals if not given.
    power
        The probability with which the difference should be shown.
    level
        Confidence level: a result with a p-value of at most 1 - level counts as shown.
    sides
        Whether the test is two-sided or one-sided.
    n
        The number of items there will be: say what their power is.

    Examples
    --------
    >>> import abovechance as ac
    >>> found = ac.plan(0.2, prevalence=0.3)
    >>> found.needed
    202
    >>> print(found.verdict)
    202 items are needed to show that decisions are better than chance with a probability of 0.8
    (two-sided test at 0.05).
    """
    n = None if n is None else checked_items(n)
    shares = {"prevalence": prevalence, "bias": prevalence if bias is None else bias}
    test = {"level": level, "sides": sides}
    if difference is None:
        if correlation is not None:
            raise InputError(
                "{argument} is of two systems: give their {other} too",
                argument="correlation", other=Argument("difference"),
            )  # fmt: skip
        task = _one_system(informedness, against, shares, test)
    else:
        if against != 0:
            raise InputError(
                "{argument} is for one system: leave it out with {other}",
                argument="against", other=Argument("difference"),
            )  # fmt: skip
        task = _two_systems(informedness, informedness + difference, correlation or 0.0, shares, test)
    needed = task.needed(power=power)
    reached = None if n is None else task.reached(n)
    around = {max(round(share * needed), 2) for share in _SHARES_OF_ITEMS_NEEDED} | (
        {n} if n is not None else set()
    )
    curve = tuple((items, task.reached(items)) for items in sorted(around))
    return Plan(task.goal, task.world, task.setting, power, level, sides, needed, n, reached, curve)


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
    # 0.1 + 0.2 would be told as 0.30000000000000004.
    options = {"first": first, "second": round(second, _VALUE_DIGITS), "correlation": correlation} | shares
    return _Task(
        "that two systems differ in Informedness",
        f"Expected: Informedness {first:g} and {second:g} on the same items, whose errors correlate by "
        f"{correlation:g}{_margins(shares)}.",
        options,
        partial(items_needed_to_compare, **options, **test),
        partial(power_to_compare, **options, **test),
    )


def _margins(shares: dict[str, Any]) -> str:
    if shares["prevalence"] == shares["bias"]:
        return f", prevalence and bias {_listed(shares['bias'])}"
    return "".join(f", {name} {_listed(value)}" for name, value in shares.items())


def _listed(shares: float | Sequence[float]) -> str:
    return f"{shares:g}" if isinstance(shares, int | float) else " : ".join(f"{share:g}" for share in shares)
