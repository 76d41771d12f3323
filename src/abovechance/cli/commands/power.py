"""``abovechance power``: how many items an evaluation needs, and what a given number can show."""

from __future__ import annotations

from typing import Annotated, Literal

from abovechance.cli.parameters import METHOD, WORLD
from abovechance.cli.pictures import DRAWN, Drawn
from abovechance.cli.values import numbers


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
    output: Drawn = DRAWN,
) -> None:
    """How many items it takes to show that decisions are informed, or that two systems differ.

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
        The prevalence of the positive class of two, or of each class, separated by commas.
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
    """
    from abovechance.evaluation.plan import plan
    from abovechance.report.build import build

    output.check()
    found = plan(
        informedness,
        against=against,
        difference=difference,
        correlation=correlation,
        prevalence=_shares("prevalence", prevalence),
        bias=None if bias is None else _shares("bias", bias),
        power=power,
        level=level,
        sides=sides,
        n=n,
    )
    output.draw(found)
    output.put(build(found))


def _shares(name: str, text: str) -> float | list[float]:
    """A number, or one for each class."""
    found = numbers(name, text, float)
    return found[0] if len(found) == 1 else found
