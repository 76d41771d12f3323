"""Figures of results for documents: named, and made only by formats that show them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from abovechance.report.document import Figure

if TYPE_CHECKING:
    from abovechance.core.result import Result
    from abovechance.pictures.picture import AnyPicture


def figures(result: Result, *names: str) -> tuple[Figure, ...]:
    """The pictures of a result by their names, as they are in ``pictures/results.py``."""
    return tuple(Figure(partial(_made, result, name)) for name in names)


def _made(result: Result, name: str) -> AnyPicture:
    from abovechance.pictures.results import picture_of

    return picture_of(result, name)
