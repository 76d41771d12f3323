"""What to do with items that lack a label: refuse them, leave them out, or count them as a class."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from abovechance.counting.coded import Coded

    Weights = NDArray[np.float64] | None


def settled(columns: Mapping[str, Coded], weights: Weights, missing: str) -> tuple[list[Coded], Weights]:
    """The columns and weights of the items that are to be counted."""
    coded = list(columns.values())
    gaps = {name: column.is_missing for name, column in columns.items() if column.missing is not None}
    numbers = {name: int(np.count_nonzero(gap)) for name, gap in gaps.items()}
    if missing == "label" or not any(numbers.values()):
        return coded, weights
    if missing == "error":
        listed = " and ".join(f"{name} has {number}" for name, number in numbers.items() if number)
        raise InputError(
            f"{listed} missing values: say missing='drop' to leave such items out, or missing='label' to "
            "count them as a class of their own"
        )
    kept = ~np.logical_or.reduce(list(gaps.values()))
    if not kept.any():
        raise InputError("every item has a missing value: with missing='drop' there is nothing left to count")
    return [column.only(kept) for column in coded], None if weights is None else weights[kept]
