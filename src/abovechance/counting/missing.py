"""What to do with items that lack a label: refuse them, leave them out, or count them as a class."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from abovechance.counting.coded import Coded
    from abovechance.counting.weights import Masses


def settled(
    columns: Mapping[str, Coded], missing: str, masses: Masses, *, may_be_empty: bool = False
) -> tuple[list[Coded], Masses]:
    """The columns of the rows that are to be counted, and what these stand for."""
    coded = list(columns.values())
    gaps = {name: column.is_missing for name, column in columns.items() if column.missing is not None}
    numbers = {name: _items(gap, masses.items) for name, gap in gaps.items()}
    if missing == "label" or not any(numbers.values()):
        return coded, masses
    if missing == "error":
        listed = " and ".join(f"{name} has {number}" for name, number in numbers.items() if number)
        raise InputError(
            f"{listed} missing values: say missing='drop' to leave such items out, or missing='label' to "
            "count them as a class of their own"
        )
    kept = ~np.logical_or.reduce(list(gaps.values()))
    if not (kept.any() or may_be_empty):
        raise InputError("every item has a missing value: with missing='drop' there is nothing left to count")
    return [column.only(kept) for column in coded], masses.only(kept)


def _items(rows: NDArray[np.bool_], times: NDArray[np.int64] | None) -> int:
    return int(np.count_nonzero(rows) if times is None else times[rows].sum())
