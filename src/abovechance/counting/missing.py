"""What to do with items that lack a label: refuse them, leave them out, or count them as a class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from abovechance.counting.coded import Coded

    Numbers = NDArray[Any] | None


def settled(
    columns: Mapping[str, Coded],
    missing: str,
    *,
    times: Numbers,
    weights: Numbers,
    may_be_empty: bool = False,
) -> tuple[list[Coded], Numbers, Numbers]:
    """The columns of the items that are to be counted, how often each is there, and their weights."""
    coded = list(columns.values())
    gaps = {name: column.is_missing for name, column in columns.items() if column.missing is not None}
    numbers = {name: _items(gap, times) for name, gap in gaps.items()}
    if missing == "label" or not any(numbers.values()):
        return coded, times, weights
    if missing == "error":
        listed = " and ".join(f"{name} has {number}" for name, number in numbers.items() if number)
        raise InputError(
            f"{listed} missing values: say missing='drop' to leave such items out, or missing='label' to "
            "count them as a class of their own"
        )
    kept = ~np.logical_or.reduce(list(gaps.values()))
    if not (kept.any() or may_be_empty):
        raise InputError("every item has a missing value: with missing='drop' there is nothing left to count")
    return [column.only(kept) for column in coded], _only(times, kept), _only(weights, kept)


def _items(rows: NDArray[np.bool_], times: Numbers) -> int:
    return int(np.count_nonzero(rows) if times is None else times[rows].sum())


def _only(numbers: Numbers, kept: NDArray[np.bool_]) -> Numbers:
    return None if numbers is None else numbers[kept]
