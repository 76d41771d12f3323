"""The ready-made studies, found by their names; each is a folder: what it runs, claims and draws."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from abovechance.core.lookup import Names

if TYPE_CHECKING:
    from abovechance.studies.base import ReadyStudy
    from abovechance.studies.figure import StudyFigure

NAMES = (  # the names of the studies
    "averaging", "clusters", "comparisons", "coverage", "ecai2008", "guessing", "kappa2012", "measures",
    "poster2008", "quantify", "significance",
)  # fmt: skip
_NAMES = Names("study", NAMES)


def study(name: str) -> ReadyStudy:
    """The ready-made study of a name.

    Examples
    --------
    >>> from abovechance.studies import study
    >>> study("kappa2012").title
    'The problem with Kappa'
    """
    found: ReadyStudy = import_module(f"{__name__}.{_NAMES(name)}.run").STUDY
    return found


def figures_of(name: str) -> tuple[StudyFigure, ...]:
    """The figures of a study, in the order of its report; none if it has none."""
    folder = f"{__name__}.{name}"
    there = find_spec(folder) and find_spec(f"{folder}.figures")
    return import_module(f"{folder}.figures").FIGURES if there else ()
