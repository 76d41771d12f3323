"""When no item disagrees: how low the value may be though no disagreement was seen.

If items disagreed with probability D, n items without a disagreement would come with probability (1 − D)ⁿ.
The D at which that is half of what the level leaves is the most that the items allow. The other end of every
interval is the value on the table in which so many items disagree as they would by chance. So all measures
of one comparison are judged by the same disagreement; that of accuracy is the bound of Clopper and Pearson.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.clusterings.selection import Adjusted, Matched
from abovechance.clusterings.sparse import SparseContingency
from abovechance.clusterings.values import adjusted
from abovechance.measures.registry import measure
from abovechance.tables import Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.clusterings.cells import Cells
    from abovechance.clusterings.selection import Chosen
    from abovechance.clusterings.values import Comparison

UNSEEN = "no item disagrees: the bound is that of a disagreement too rare to be seen"
METHOD = "all_agree"
_MOST_CELLS = 1 << 20
_ROUNDING = 1e-9
_POPULATION = 1e6
"""How many times as many items stand for all that there are."""


def is_best(cells: Cells, chosen: Chosen, value: float) -> bool:
    """Whether all items agree, and the value is the best for that reason."""
    if not cells.are_identical or not 1 < cells.size <= _MOST_CELLS:
        return False
    if cells.is_weighted or chosen.best is None:
        return False
    return math.isclose(value, chosen.best, rel_tol=0, abs_tol=_ROUNDING)


def other_end(comparison: Comparison, chosen: Chosen, level: float) -> float:
    """The value if as many items disagreed as may do so unseen."""
    counts = _with_unseen(comparison.cells, level)
    if isinstance(chosen, Matched):
        return float(measure(chosen.of)(Tables(counts, tuple(range(len(counts))))))
    rows, columns = np.indices(counts.shape).reshape(2, -1)
    bounded = isinstance(chosen, Adjusted) or math.isfinite(chosen.high)
    # broken items make no pairs, and of a whole population chance gives no information
    quantities = SparseContingency(counts.reshape(-1) * (_POPULATION if bounded else 1), rows, columns)
    with np.errstate(all="ignore"):
        if isinstance(chosen, Adjusted):
            return float(adjusted(chosen, quantities, 0.0))
        return float(chosen.function(quantities))


def _with_unseen(cells: Cells, level: float) -> NDArray[Any]:
    """The table in which some items are dealt out by chance, of the same margins; groups stand in pairs."""
    n, sizes = cells.total, cells.counts
    unseen = 1 - ((1 - level) / 2) ** (1 / n)
    by_chance = np.outer(sizes, sizes) / n
    # of items that are dealt out, some come to lie where they were
    dealt = min(unseen / (1 - float(np.square(sizes / n).sum())), 1.0)
    return (1 - dealt) * np.diag(sizes) + dealt * by_chance
