"""The ready-made studies, found by their names; each is a folder: what it runs, claims and draws."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from abovechance.studies.base import ReadyStudy
    from abovechance.studies.figure import StudyFigure

NAMES = (
    "averaging", "clusters", "comparisons", "coverage", "ecai2008", "guessing", "kappa2012", "measures",
    "poster2008", "significance",
)  # fmt: skip
"""The names of the studies."""


def study(name: str) -> ReadyStudy:
    """The ready-made study of a name.

    Examples
    --------
    >>> from abovechance.studies import study
    >>> study("kappa2012").title
    'The problem with Kappa'
    """
    if name not in NAMES:
        near = get_close_matches(name, NAMES, cutoff=0.5) or NAMES
        raise InputError(f"there is no study {name!r}: choose {', '.join(map(repr, near))}")
    found: ReadyStudy = import_module(f"{__name__}.{name}.run").STUDY
    return found


def figures_of(name: str) -> tuple[StudyFigure, ...]:
    """The figures of a study, in the order of its report; none if it has none."""
    folder = f"{__name__}.{name}"
    there = find_spec(folder) and find_spec(f"{folder}.figures")
    return import_module(f"{folder}.figures").FIGURES if there else ()
