"""Filling the columns of a table whose margins are given, in every way there is, with bounded work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

LARGEST_TOTAL = 1 << 22
"""Above this total the table of log factorials is too long, and no longer exact enough to see ties."""
SAME = 1e-9
"""Numbers that differ by less are merged: far less than a tie, far more than rounding."""
_BITS = 40
"""Bits for a number in steps of ``SAME``: enough for a probability of 10⁻⁴⁰⁰ beside one of 1."""


class TooMuchWorkError(Exception):
    """There are too many tables to look at them all; the caller samples instead."""


class Filling:
    """What is left to put into the columns of tables with the same total.

    A *node* is how many items each row has left. Probabilities are those of drawing the items of a
    column without replacement from the rows.
    """

    def __init__(self, total: int, spare: int, work: int) -> None:
        from scipy.special import gammaln

        self.work = work
        if total > LARGEST_TOTAL:
            raise TooMuchWorkError
        self.log_factorial: Floats = gammaln(np.arange(total + spare + 1) + 1.0)

    def spend(self, amount: float) -> None:
        """Count so many partial tables as looked at."""
        self.work -= int(min(amount, 1e18))
        if self.work < 0:
            raise TooMuchWorkError

    def spend_product(self, factors: Ints) -> None:
        """Count as many as the product of the factors, which may be too large for any number."""
        self.spend(float(np.exp(min(np.log(factors).sum(), 40.0))))

    def log_choose(self, n: Any, k: Any) -> Any:
        """The logarithm of the number of ways to choose ``k`` of ``n``."""
        return self.log_factorial[n] - self.log_factorial[k] - self.log_factorial[n - k]

    def filled(self, nodes: Ints, size: int) -> tuple[Ints, Ints, Floats]:
        """All columns of this size that each node has room for: the node, the cells, the log probability."""
        room_below = np.cumsum(nodes[:, ::-1], axis=1)[:, ::-1]
        start = np.arange(len(nodes))
        open_items = np.full(len(nodes), size)
        log_chance = np.full(len(nodes), -self.log_choose(room_below[0, 0], size))
        column: list[Ints] = []
        for row in range(nodes.shape[1] - 1):
            room = nodes[start, row]
            least = np.maximum(0, open_items - room_below[start, row + 1])
            width = np.minimum(room, open_items) - least + 1
            self.spend(width.sum())
            which, cell = runs(width)
            cell += least[which]
            start, open_items = start[which], open_items[which] - cell
            log_chance = log_chance[which] + self.log_choose(room[which], cell)
            column = [above[which] for above in column] + [cell]
        log_chance += self.log_choose(nodes[start, -1], open_items)
        return start, np.stack([*column, open_items], axis=1), log_chance


def runs(lengths: Ints) -> tuple[Ints, Ints]:
    """0, 1, … for each length in turn, and whose they are."""
    whose = np.repeat(np.arange(len(lengths)), lengths)
    return whose, np.arange(len(whose)) - np.repeat(np.cumsum(lengths) - lengths, lengths)


def sort_code(group: Ints, values: Floats) -> Ints:
    """One integer that sorts by group and then by value, in steps of ``SAME`` down from the largest."""
    top = (1 << _BITS) - 1
    steps = np.round((values - values.max()) / SAME)
    return (group << _BITS) + np.maximum(steps + top, 0).astype(np.int64)


def distinct(nodes: Ints, radix: Ints) -> tuple[Ints, Ints]:
    """The different nodes, and the position of each; ``radix`` numbers all but their last row.

    The last row follows from the others, since all have the same sum. The last entry of ``radix`` is
    the number of numbers.
    """
    key = nodes[:, :-1] @ radix[:-1]
    position = np.zeros(radix[-1], dtype=np.int64)
    position[key] = 1
    keys = np.flatnonzero(position)
    position[keys] = np.arange(len(keys))
    where = position[key]
    different = np.empty((len(keys), nodes.shape[1]), dtype=np.int64)
    different[where] = nodes
    return different, where
