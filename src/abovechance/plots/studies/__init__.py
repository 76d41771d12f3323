"""Figures of the ready-made studies: the attribute ``FIGURES`` of the module that has the study's name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from abovechance.plots.studies.figure import StudyFigure


def figures_of(name: str) -> tuple[StudyFigure, ...]:
    """The figures of a study, in the order of its report; none if it has none."""
    module = f"{__name__}.{name}"
    return import_module(module).FIGURES if find_spec(module) else ()
