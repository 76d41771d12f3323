"""Tables with empty cells: on which of them a measure is undefined, and whether figures leave any."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from abovechance.solve.forms import values_at
from abovechance.solve.polynomial import FN, FP, TN, TP
from abovechance.solve.region import Region, TooManyBoxesError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.solve.forms import Clause
    from abovechance.solve.polynomial import Polynomial

Filled = tuple[bool, ...]
"""Which of the cells TP, FP, FN and TN have items."""

_MOST_BOXES = 50_000
_ITEMS = (2, 3, 5, 7)


@cache
def undefined_where(key: str) -> tuple[Filled, ...]:
    """The cells that have items on tables on which a measure is undefined.

    How many items they have does not matter: the denominators of measures are sums of products of cells.
    """
    patterns = [filled for filled in product((False, True), repeat=4) if any(filled)]
    values = values_at(key, (np.array(patterns) * _ITEMS).T)
    return tuple(filled for filled, value in zip(patterns, values, strict=True) if np.isnan(value))


def may_leave(region: Region, filled: Filled) -> bool:
    """Whether a set may have a table with items in these cells and in no other: False is certain."""
    clauses = [_without(clause, filled) for clause in region.clauses]
    if not all(clauses):
        return False
    cells = zip((TP, FP, FN, TN), filled, strict=True)
    sides: list[Clause] = [((cell if there else _negative(cell), there),) for cell, there in cells]
    try:
        return Region([*clauses, *sides], region.n).any(_MOST_BOXES)
    except TooManyBoxesError:
        return True


def _without(clause: Iterable[tuple[Iterable[tuple[tuple[int, ...], int]], bool]], filled: Filled) -> Clause:
    """What is left of a clause where the other cells are empty; nothing where it cannot hold."""
    found = []
    for terms, strict in clause:
        left = {
            e: c for e, c in terms if all(there or not power for power, there in zip(e, filled, strict=True))
        }
        if any(c > 0 for c in left.values()) or not (left or strict):
            found.append((left, strict))
    return tuple(found)


def _negative(polynomial: Polynomial) -> Polynomial:
    return {e: -c for e, c in polynomial.items()}
