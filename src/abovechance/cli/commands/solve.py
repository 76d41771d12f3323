"""``abovechance solve``: from the figures that a paper prints back to all tables that have them."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from abovechance.cli.parameters import FILE, METHOD
from abovechance.cli.pictures import DRAWN, Drawn
from abovechance.core.errors import InputError
from abovechance.report.builders.solution import document
from abovechance.solve.figures import Rounding  # noqa: TC001 - the options are read from annotations
from abovechance.solve.solve import solve as solved


def solve(
    figures: Annotated[list[str], FILE, Parameter(negative="")],
    *,
    n: Annotated[int | None, METHOD] = None,
    rounding: Annotated[Rounding, METHOD] = "half",
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
    """
    output.check()
    found = solved(_parsed(figures), n=n, rounding=rounding)
    output.draw(found)
    output.put(document(found))


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
