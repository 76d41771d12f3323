"""``abovechance power``: how many items an evaluation needs, and what a given number can show."""

from __future__ import annotations

from inspect import cleandoc
from typing import Annotated, Literal

from cyclopts import Parameter

from abovechance.cli.parameters import METHOD, WORLD
from abovechance.cli.pictures import DRAWN, Drawn
from abovechance.cli.values import numbers
from abovechance.evaluation.plan import plan
from abovechance.report.build import build

_OF_CLASSES = Parameter(
    help="The prevalence of the positive class of two, or of each class, separated by commas."
)


def power(
    *,
    informedness: Annotated[float, WORLD],
    against: Annotated[float, WORLD] = 0.0,
    difference: Annotated[float | None, WORLD] = None,
    correlation: Annotated[float | None, WORLD] = None,
    prevalence: Annotated[str, WORLD, _OF_CLASSES] = "0.5",
    bias: Annotated[str | None, WORLD] = None,
    power: Annotated[float, METHOD] = 0.8,
    level: Annotated[float, METHOD] = 0.95,
    sides: Annotated[Literal[1, 2], METHOD] = 2,
    n: Annotated[int | None, METHOD] = None,
    output: Drawn = DRAWN,
) -> None:
    """How many items it takes to show that decisions are informed, or that two systems differ."""
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


def _parameters_of_plan() -> str:
    """The section of its docstring: the options are its parameters, and the help is read from docstrings."""
    _, title, described = cleandoc(plan.__doc__ or "").partition("Parameters\n")
    return title + described.partition("Examples\n")[0]


power.__doc__ = f"{power.__doc__}\n\n{_parameters_of_plan()}"


def _shares(name: str, text: str) -> float | list[float]:
    """A number, or one for each class."""
    found = numbers(name, text, float)
    return found[0] if len(found) == 1 else found
