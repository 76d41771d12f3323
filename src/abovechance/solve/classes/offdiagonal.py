"""The errors of a table whose margins and diagonal are known: a transportation problem without the diagonal.

Errors of rows a and columns b, both T in all, can be placed off the diagonal if and only if a_k + b_k <= T
for each class: a single row reaches all columns but its own, two rows reach all (Hall's condition).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[Any]


def cells_between(missed: Whole, wrongly: Whole) -> tuple[Whole, Whole]:
    """The least and the most errors of each cell: by the row that they are missed in, and the label given.

    A cell of n_ij is bounded by what the rows and columns of other classes must take.
    """
    total = int(missed.sum())
    both = missed + wrongly
    size = len(missed)
    others = np.array(
        [
            [max((both[k] for k in range(size) if k not in (i, j)), default=0) for j in range(size)]
            for i in range(size)
        ]
    )
    most = np.minimum(np.minimum.outer(missed, wrongly), total - others)
    least = np.maximum(
        0,
        np.maximum(
            both[:, None] + wrongly[None, :] - total,  # what row i cannot place elsewhere
            both[None, :] + missed[:, None] - total,  # what rows i and j cannot place outside column j
        ),
    )
    np.fill_diagonal(most, 0)
    np.fill_diagonal(least, 0)
    return least, most


def placed(missed: Whole, wrongly: Whole) -> Whole:
    """One way to place the errors: whole numbers off the diagonal with these margins.

    It is a linear program whose corners are whole, as those of all transportation problems.
    """
    from scipy.optimize import linprog

    size = len(missed)
    row, column = (~np.eye(size, dtype=bool)).nonzero()
    margins = np.vstack([row == i for i in range(size)] + [column == j for j in range(size)]).astype(float)
    wanted = np.concatenate([missed, wrongly]).astype(float)
    found = linprog(np.zeros(len(row)), A_eq=margins, b_eq=wanted, method="highs-ds")
    table = np.zeros((size, size), dtype=np.int64)
    table[row, column] = np.rint(np.asarray(found.x, dtype=float)).astype(np.int64)
    return table
