"""Tables with given margins: what they leave when nothing is empty, and random ones among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from abovechance.inference.resampling.bootstrap import seeded_chunks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.core.contingency import Contingency

REPLICATES = 9999  # random tables for a Monte Carlo p-value; the least that it can be is one over one more
LARGEST_TOTAL = 1 << 24  # random tables need a list of the logarithms of all factorials up to their total
# Cells drawn with one random generator: a chunk depends on the shape of the table alone.
_CELLS_PER_CHUNK = 1 << 21


def trimmed(counts: NDArray[Any]) -> NDArray[Any]:
    """One table without its empty rows and columns."""
    return counts[counts.sum(1) > 0][:, counts.sum(0) > 0]


def degrees_of_freedom(t: Contingency) -> Array:
    """``(R−1)·(C−1)`` of the rows and columns that are not empty."""
    rows, columns = t.occupied
    return np.maximum(rows - 1, 0) * np.maximum(columns - 1, 0)


def least_expected(t: Contingency) -> Array:
    """The smallest number of items that chance would put into a cell, empty rows and columns aside."""
    row, column = (np.where(margin > 0, margin, np.inf).min(-1) for margin in (t.real, t.predicted))
    return np.where(t.total > 0, row * column / np.maximum(t.total, 1), 0.0)


class Draws(NamedTuple):
    """How many random tables to draw, from which seed, and whether only half of the ties count."""

    replicates: int = REPLICATES
    seed: int | None = None
    mid: bool = False


def random_tables(counts: NDArray[Any], draws: Draws, position: int = 0) -> Iterator[NDArray[np.int64]]:
    """Chunks of random tables with the margins of this one, by Patefield's method or shuffled labels.

    ``position`` in a batch gives each table random numbers of its own. Rows and columns are drawn in the
    order of their sizes, so that their names make no difference.
    """
    rows, columns = _by_size(counts)
    inner = counts[np.ix_(rows, columns)]
    chunk = max(_CELLS_PER_CHUNK // counts.size, 1)
    for _, size, rng in seeded_chunks(draws.replicates, chunk, draws.seed, position):
        tables = np.zeros((size, *counts.shape), dtype=np.int64)
        tables[:, rows[:, None], columns] = _drawn(inner, size, rng)
        yield tables


def _by_size(counts: NDArray[Any]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The rows and the columns that have items, by their sizes.

    Of the same classes next by their counterpart's size: to exchange those still equal is to rename them.
    """
    sizes = counts.sum(1), counts.sum(0)
    places = []
    for own, other in (sizes, sizes[::-1]):
        # Exchanging equal rows must not change what is drawn, or renaming classes would change a p-value.
        order = np.lexsort((other, own)) if len(own) == len(other) else np.argsort(own, kind="stable")
        places.append(order[own[order] > 0])
    return places[0], places[1]


def _drawn(counts: NDArray[Any], size: int, rng: np.random.Generator) -> NDArray[Any]:
    """Random tables without empty rows and columns; SciPy's Patefield fails on a single row or column."""
    from scipy.stats import random_table

    if min(counts.shape) <= 1:
        return np.broadcast_to(counts, (size, *counts.shape))
    return np.asarray(random_table(counts.sum(1), counts.sum(0)).rvs(size, random_state=rng))


def sampled_p(
    counts: NDArray[Any],
    draws: Draws,
    position: int,
    beyond: Callable[[NDArray[np.int64]], Array],
    ties: float,
) -> tuple[float, float]:
    """A p-value and its standard error, from random tables with the margins of this one.

    ``beyond`` says how much more extreme each is; differences up to ``ties`` are none. The table observed
    counts as one of the equally extreme, so that the p-value is never zero.
    """
    # The observed table is one of those that chance could have dealt (Davison and Hinkley 1997).
    more, equal = 0, 1
    for tables in random_tables(counts, draws, position):
        excess = beyond(tables)
        more += int(np.count_nonzero(excess > ties))
        equal += int(np.count_nonzero(abs(excess) <= ties))
    p = (more + equal * (0.5 if draws.mid else 1.0)) / (draws.replicates + 1)
    return p, float(np.sqrt(p * (1 - p) / (draws.replicates + 1)))


def none_as_extreme(p_value: float, draws: Draws) -> str | None:
    """What to say of a p-value that is as small as it can be with so many random tables."""
    if p_value * (draws.replicates + 1) > 1:
        return None
    return f"none of {draws.replicates} random tables was as extreme: more replicates could show a smaller p"
