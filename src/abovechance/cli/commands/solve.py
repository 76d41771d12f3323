"""``abovechance solve``: from the figures that a paper prints back to all tables that have them."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from abovechance.cli.parameters import EVALUATION, FILE, METHOD
from abovechance.cli.pictures import DRAWN, Drawn
from abovechance.cli.values import parse_costs, parse_prevalence
from abovechance.core.errors import InputError
from abovechance.evaluation.deployment.deploy import deploy
from abovechance.report.build import build
from abovechance.solve.figures import Rounding  # noqa: TC001 - the options are read from annotations
from abovechance.solve.solve import solve as solved


def solve(
    figures: Annotated[list[str], FILE, Parameter(negative="")],
    *,
    n: Annotated[int | None, METHOD] = None,
    rounding: Annotated[Rounding, METHOD] = "half",
    prevalence: Annotated[str | None, EVALUATION] = None,
    cost_positive: Annotated[float | None, EVALUATION] = None,
    cost_negative: Annotated[float | None, EVALUATION] = None,
    output: Drawn = DRAWN,
) -> None:
    """Find every two-class table that has the figures a paper prints, and what Informedness was there.

    Parameters
    ----------
    figures
        Figures as they are printed, each MEASURE=NUMBER, such as precision=0.81, recall=79% or positives=40.
    n
        The number of items; not needed where counts that are given add up to it.
    rounding
        Whether figures were rounded to the nearest number (half), or digits cut off (down).
    prevalence
        Say what the measures would be where the positive class has this prevalence.
    cost_positive
        Of an error on a positive item: say what an item will cost there.
    cost_negative
        Of an error on a negative item.
    """
    output.check()
    share, costs = parse_prevalence(prevalence), parse_costs(cost_positive, cost_negative)
    if costs is not None and share is None:
        raise InputError("--cost-positive and --cost-negative have no use without --prevalence")
    solution = solved(_parsed(figures), n=n, rounding=rounding)
    found = solution if share is None or solution.conflicts else deploy(solution, share, costs=costs)
    output.draw(found)
    output.put(build(found))


def _parsed(figures: list[str]) -> dict[str, str]:
    """The figures by name, as text that keeps their digits."""
    found: dict[str, str] = {}
    for text in figures:
        name, equals, printed = (part.strip() for part in text.partition("="))
        if not (name and equals and printed):
            raise InputError(f"a figure is MEASURE=NUMBER, such as precision=0.81, not {text!r}")
        if name in found:
            raise InputError(f"{name} is given twice")
        found[name] = printed
    return found
