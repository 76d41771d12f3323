"""Friedman's test without approximation: all ways in which chance could have ranked the systems on each set.

By chance every order of a set's ranks is as likely, and the sums of ranks may change places: only their
sorted values are kept, set after set, with their probabilities.
"""

from __future__ import annotations

import math
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Array = Any

MOST_SYSTEMS = 7
MOST_WORK = 1 << 21
"""So many sums of ranks are looked at; beyond that the approximation is good."""


def exact_p(placed: NDArray[np.float64]) -> float:
    """The probability of rank sums as far apart, of ranks of shape ``(sets, systems)``; NaN if too many.

    Examples
    --------
    >>> import numpy as np
    >>> from abovechance.inference.rank_sums import exact_p
    >>> exact_p(np.array([[1.0, 2, 3], [1, 2, 3], [1, 2, 3]]))  # all alike: 1/3!²
    0.027777777777777776
    """
    doubled = np.rint(2 * placed).astype(np.int64)
    sets, systems = doubled.shape
    if systems > MOST_SYSTEMS:
        return math.nan
    base = int(doubled.max()) * sets + 1
    sums, chances, work = np.sort(doubled[:1]), np.ones(1), 0
    for row in doubled[1:]:
        orders = np.array(sorted(set(permutations(row.tolist()))))
        work += len(sums) * len(orders)
        if work > MOST_WORK:
            return math.nan
        sums, chances = _added(sums, chances, orders, base)
    squares, observed = (sums**2).sum(1), (doubled.sum(0) ** 2).sum()
    return min(1.0, float(chances[squares >= observed].sum()))


def _added(sums: Array, chances: Array, orders: Array, base: int) -> tuple[Array, Array]:
    """The sorted sums after one more set, each once, and their probabilities."""
    systems = sums.shape[1]
    after = np.sort((sums[:, None] + orders).reshape(-1, systems), axis=1)
    # the last sum follows from the others
    keys = after[:, :-1] @ (base ** np.arange(systems - 1))
    _, first, whose = np.unique(keys, return_index=True, return_inverse=True)
    return after[first], np.bincount(whose, np.repeat(chances, len(orders)) / len(orders))
