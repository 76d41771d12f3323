"""Whatever stands for ratings, as ratings: the keywords that every function of them has."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import numpy as np

from abovechance.core.errors import InputError
from abovechance.raters.ratings.from_file import read_any
from abovechance.raters.ratings.ratings import Ratings
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.core.arrays import Column
    from abovechance.core.labels import Label


class Reading(TypedDict, total=False):
    """How ratings are read: the keywords that every function of ratings has, as in ``agreement``."""

    categories: Iterable[Label] | None
    missing: Any
    item: Column | None
    rater: Column | None
    category: Column | None
    counted: bool
    counts: Any


def as_ratings(ratings: object, **reading: Unpack[Reading]) -> Ratings:
    """Ratings as they are, or made of whatever stands for them; files by their paths.

    Raters without any rating are taken out. The arguments are those of :func:`~abovechance.agreement`.
    """
    if isinstance(ratings, str | PathLike):
        return Ratings.from_file(ratings, **reading).without_silent()
    if not isinstance(ratings, Ratings | Tables):
        return Ratings.made(read_any(ratings, **reading)).without_silent()
    given: dict[str, Any] = {name: x for name, x in reading.items() if x is not None and x is not False}
    # An empty sequence, such as the default of missing, asks for nothing.
    named = [name for name, value in given.items() if np.size(value)]
    if named:
        raise InputError(
            f"{' and '.join(named)} cannot be given beside {type(ratings).__name__}, which are read already: "
            "leave them out"
        )
    return (Ratings.from_table(ratings) if isinstance(ratings, Tables) else ratings).without_silent()


def whole_number(number: object, name: str, what: str, least: int = 1) -> int:
    """An argument that counts something."""
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < least:
        raise InputError(f"{name} is {what}, a whole number from {least} on, got {number!r}")
    return int(number)
