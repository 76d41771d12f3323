"""``abovechance power``: how many items an evaluation needs, and what a given number can show."""

from __future__ import annotations

from typing import Annotated, Literal

from abovechance.cli.forms import OUTPUT, Output
from abovechance.cli.parameters import METHOD, WORLD
from abovechance.cli.values import numbers
from abovechance.evaluation.plan import plan
from abovechance.report.of_power import document


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
        Confidence: p-values of at most 1 - level count as shown.
    sides
        Whether the test is two-sided or one-sided.
    n
        The items there will be: what is their power?
    """
    output.check()
    output.put(
        document(
            plan(
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
        )
    )


def _shares(name: str, text: str) -> float | list[float]:
    """A number, or one for each class."""
    found = numbers(name, text, float)
    return found[0] if len(found) == 1 else found
