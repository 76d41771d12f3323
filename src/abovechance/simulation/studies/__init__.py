"""The ready-made studies, found by their names; each is the attribute ``STUDY`` of the module of its name."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING

from abovechance.errors import InputError

if TYPE_CHECKING:
    from abovechance.simulation.studies.ready import ReadyStudy

NAMES = (
    "averaging", "clusters", "comparisons", "coverage", "ecai2008", "guessing", "kappa2012", "measures",
    "poster2008", "significance",
)  # fmt: skip
"""The names of the studies."""


def study(name: str) -> ReadyStudy:
    """The ready-made study of a name.

    Examples
    --------
    >>> from abovechance.simulation.studies import study
    >>> study("kappa2012").title
    'The problem with Kappa'
    """
    if name not in NAMES:
        near = get_close_matches(name, NAMES, cutoff=0.5) or NAMES
        raise InputError(f"there is no study {name!r}: choose {', '.join(map(repr, near))}")
    found: ReadyStudy = import_module(f"{__name__}.{name}").STUDY
    return found
