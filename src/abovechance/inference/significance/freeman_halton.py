"""Freeman and Halton's exact test of an R×C table, by a network of what is left of the margins.

The columns of all tables with the given margins are filled one after another. What the columns to
come can do depends only on how many items each row has left, in any order: a *node*. All ways to
reach a node with the same probability are one *path* with a multiplicity. Bounds on how probable
the rest of a table can be settle most paths without walking them to the end (Mehta and Patel 1983);
the last two columns of a node are tabulated at once. Probabilities are conditional: that of a path
times that of the rest given its node is that of the table.

Filling the columns of a table whose margins are given, in every way there is, with bounded work.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from abovechance.inference.significance.hypergeometric import TIES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from abovechance.core.arrays import Integers, Numbers

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

LARGEST_TOTAL = 1 << 22  # above, log factorials are too many, and not exact enough to see ties
MERGE_TOLERANCE = 1e-9  # numbers that differ by less are merged: far less than a tie, far more than rounding
_KEY_BITS = 40  # of a number in steps of the tolerance: enough for a probability of 10⁻⁴⁰⁰ beside one of 1


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
        # Work may be estimated at more than any integer holds, which must end the walk and not wrap around.
        self.work -= int(min(amount, 1e18))
        if self.work < 0:
            raise TooMuchWorkError

    def spend_product(self, factors: Ints) -> None:
        """Count as many as the product of the factors, which may be too large for any number."""
        self.spend(float(np.exp(min(np.log(factors).sum(), 40.0))))

    def log_choose(self, n: int | Integers, k: int | Integers) -> Numbers:
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
    """One integer that sorts by group and then by value, in steps of the tolerance down from the largest."""
    top = (1 << _KEY_BITS) - 1
    steps = np.round((values - values.max()) / MERGE_TOLERANCE)
    return (group << _KEY_BITS) + np.maximum(steps + top, 0).astype(np.int64)


def distinct(nodes: Ints, radix: Ints) -> tuple[Ints, Ints]:
    """The different nodes, and the position of each; ``radix`` numbers all but their last row, which follows.

    The last entry of ``radix`` is the number of numbers.
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


WORK = 1 << 22  # partial tables looked at before the exact answer is given up: about half a second
_FEW_PATHS = 24  # up to so many paths to a node are compared with all its tables; of more they are sorted
_BLOCK_SIZE = 1 << 18
# How far the cells of the bounding table lie above the expected ones, in items for each cell.
_BOUNDING_ITEMS = 0.4


class _Paths(NamedTuple):
    """Ways to have filled some columns: where they lead, how probable one is, and how many there are."""

    node: Ints
    log_chance: Floats
    ways: Floats


class _Steps(NamedTuple):
    """Ways to fill the next column, by the node they start from and then by their best outcome."""

    start: Ints
    target: Ints
    log_chance: Floats
    ways: Floats
    best: Floats


def freeman_halton(counts: NDArray[Any], work: int = WORK) -> float:
    """The probability of all tables with the same margins that are no more probable than this one.

    Raises TooMuchWorkError if more than ``work`` partial tables would have to be looked at.
    """
    return _Network(counts, work).p_value()


class _Network(Filling):
    def __init__(self, counts: NDArray[Any], work: int) -> None:
        cells = np.asarray(counts, dtype=np.int64)
        cells = cells[cells.sum(1) > 0][:, cells.sum(0) > 0]
        # Nodes are sorted row totals: the fewer rows there are, the fewer nodes, and the shorter they are.
        if cells.shape[0] > cells.shape[1]:
            cells = cells.T
        super().__init__(int(cells.sum()), sum(cells.shape), work)
        # The order of rows and columns does not matter to the p-value, and sorted ones meet in more nodes.
        self.rows, self.columns = np.sort(cells.sum(1)), np.sort(cells.sum(0))
        self.threshold = self._log_probability(cells) + TIES
        self.spend_product(self.rows[:-1] + 1)
        self.radix = np.cumprod(np.append(1, self.rows[:-1] + 1))

    def p_value(self) -> float:
        if len(self.rows) == 1:
            return 1.0
        nodes = self.rows[None, :]
        paths = _Paths(np.zeros(1, dtype=np.int64), np.zeros(1), np.ones(1))
        settled = 0.0
        for done in range(1, len(self.columns) - 1):
            steps, targets, least = self._steps(nodes, done)
            first, last = self._unsettled(paths, steps)
            settled += _inside(paths, steps, first)
            if done == len(self.columns) - 2:
                return min(settled + self._finish(paths, steps, first, last, targets), 1.0)
            paths = self._merged(self._walk(paths, steps, first, last, least))
            if not len(paths.node):
                return min(settled, 1.0)
            reached, node = np.unique(paths.node, return_inverse=True)
            nodes, paths = targets[reached], paths._replace(node=node)
        return min(self._compare(nodes, paths), 1.0)

    # One column -----------------------------------------------------------------------------------

    def _steps(self, nodes: Ints, done: int) -> tuple[_Steps, Ints, Floats]:
        """Every way to fill the next column, the nodes it leads to, and their least probable rest."""
        # The smallest columns come first: they have few fillings, and the last two, tabulated at once, are
        # the largest.
        start, column, log_chance = self.filled(nodes, int(self.columns[done - 1]))
        targets, target = distinct(np.sort(nodes[start] - column, axis=1), self.radix)
        least, most = self._bounds(targets, self.columns[done:])
        # nodes with equal bounds get slightly different ones, so that sorting keeps each node together
        most += (np.arange(len(targets)) & 1023) * (8 * MERGE_TOLERANCE)
        best = log_chance + most[target]
        order = np.argsort(sort_code(start, best), kind="stable")
        same = (np.diff(sort_code(start, best)[order]) <= 1) & (np.diff(target[order]) == 0)
        heads = np.flatnonzero(np.append(True, ~same))
        count = np.diff(np.append(heads, len(order))).astype(np.float64)
        order = order[heads]
        return _Steps(start[order], target[order], log_chance[order], count, best[order]), targets, least

    def _bounds(self, nodes: Ints, columns: Ints) -> tuple[Floats, Floats]:
        """Lower and upper bounds on the log probability of any table with these margins."""
        table = self.log_factorial
        margins = table[nodes].sum(1) + table[columns].sum() - table[columns.sum()]
        least = margins - self._most_uneven(nodes, columns)
        # A probability is at most 1, whatever the bound says.
        return least, np.minimum(margins + self._most_even(nodes, columns), 0)

    def _most_even(self, nodes: Ints, columns: Ints) -> Floats:
        """No table with these margins has a greater −Σ ln n_ij! (a Lagrange bound).

        For any positive α_i and β_j, each term n_ij·ln α_iβ_j − ln n_ij! is greatest at the whole
        part of α_iβ_j, and Σ n_ij·ln α_iβ_j depends on the margins alone.
        """
        wide, high = len(columns), nodes.shape[1]
        row = np.log(np.where(nodes > 0, nodes + _BOUNDING_ITEMS * wide, MERGE_TOLERANCE))
        column = np.log((columns + _BOUNDING_ITEMS * high) / (columns.sum() + _BOUNDING_ITEMS * wide * high))
        scale = row[:, :, None] + column
        cell = np.exp(scale).astype(np.int64)
        return (cell * scale - self.log_factorial[cell]).sum((1, 2)) - (nodes * row).sum(1) - columns @ column

    def _most_uneven(self, nodes: Ints, columns: Ints) -> Floats:
        """No table with these margins has a greater Σ ln n_ij!: rows, or columns, packed one by one."""
        wide = columns[::-1]
        by_row = np.clip(nodes[:, :, None] - (np.cumsum(wide) - wide), 0, wide)
        high = nodes[:, None, ::-1]
        by_column = np.clip(columns[:, None] - (np.cumsum(high, axis=2) - high), 0, high)
        packed = (self.log_factorial[cells].sum((1, 2)) for cells in (by_row, by_column))
        return np.minimum(*packed)

    # From paths to paths --------------------------------------------------------------------------

    def _unsettled(self, paths: _Paths, steps: _Steps) -> tuple[Ints, Ints]:
        """For each path, the steps that may lead to a table more probable than the one observed."""
        ends = np.searchsorted(steps.start, np.arange(paths.node.max() + 2))
        begin, end = ends[paths.node], ends[paths.node + 1]
        return _first_above(steps.best, begin, end, self.threshold - paths.log_chance), end

    def _walk(self, paths: _Paths, steps: _Steps, first: Ints, last: Ints, least: Floats) -> _Paths:
        """Each path with each of its unsettled steps, but for those that lead to no improbable table."""
        self.spend((last - first).sum())
        which, step = runs(last - first)
        step += first[which]
        log_chance, node = paths.log_chance[which] + steps.log_chance[step], steps.target[step]
        # A path whose least probable end is still more probable than the observed table adds nothing: it is
        # dropped.
        kept = log_chance + least[node] <= self.threshold
        which, step = which[kept], step[kept]
        return _Paths(node[kept], log_chance[kept], paths.ways[which] * steps.ways[step])

    def _merged(self, paths: _Paths) -> _Paths:
        """The paths with those made one that lead to the same node with the same probability."""
        if not len(paths.node):
            return paths
        code = sort_code(paths.node, paths.log_chance)
        order = np.argsort(code)
        # Neighbouring steps of the tolerance count as one: rounding may put equal probabilities on either
        # side of one.
        heads = np.flatnonzero(np.diff(code[order], prepend=-2) > 1)
        count = np.add.reduceat(paths.ways[order], heads)
        return _Paths(paths.node[order[heads]], paths.log_chance[order[heads]], count)

    # The last two columns -------------------------------------------------------------------------

    def _finish(self, paths: _Paths, steps: _Steps, first: Ints, last: Ints, nodes: Ints) -> float:
        """The probability of the improbable tables among the unsettled, all at once or sorted by node."""
        walked = int((last - first).sum())
        begun, ended = (np.bincount(edge, minlength=len(steps.start) + 1) for edge in (first, last))
        # Nodes that no unsettled path reaches need not be tabulated.
        reached = np.unique(steps.target[np.cumsum(begun - ended)[:-1] > 0])
        renumbered = np.zeros(len(nodes), dtype=np.int64)
        renumbered[reached] = np.arange(len(reached))
        steps, nodes = steps._replace(target=renumbered[steps.target]), nodes[reached]
        anything = np.full(len(nodes), -np.inf)
        if walked <= _FEW_PATHS * len(nodes):
            return self._compare(nodes, self._merged(self._walk(paths, steps, first, last, anything)))
        table = self._tabulated(nodes)
        total = 0.0
        for block in _blocks(last - first):
            some = _Paths(paths.node[block], paths.log_chance[block], paths.ways[block])
            total += self._looked_up(table, self._walk(some, steps, first[block], last[block], anything))
        return total

    def _two_columns(self, node: Ints) -> Floats:
        """The log probability of every way to fill the last two columns of a node, −∞ where there is none."""
        rows, size = node[node > 0], int(self.columns[-2])
        self.spend_product(np.minimum(rows[:-1], size) + 1)
        log_chance: Any = -self.log_choose(rows.sum(), size)
        for room in rows[:-1]:
            log_chance = np.add.outer(log_chance, self._row(room, size))
        # The last row takes what the others leave of the column: its term depends on their sum alone.
        last = np.full(sum(log_chance.shape) - log_chance.ndim + size + 2, -np.inf)
        terms = self._row(rows[-1], size)
        last[size + 1 - len(terms) : size + 1] = terms[::-1]
        shared = np.lib.stride_tricks.as_strided(last, log_chance.shape, last.strides * log_chance.ndim)
        return np.ravel(log_chance + shared)

    def _row(self, room: int, size: int) -> Floats:
        """The logarithms of the numbers of ways to choose 0, 1, … of a row, no more than the column takes."""
        most = min(int(room), size)
        table = self.log_factorial
        return table[room] - table[: most + 1] - table[room - most : room + 1][::-1]

    def _compare(self, nodes: Ints, paths: _Paths) -> float:
        """The probability of the improbable tables, each path against all ways to end it."""
        order = np.argsort(paths.node, kind="stable")
        ends = np.searchsorted(paths.node[order], np.arange(len(nodes) + 1))
        thresholds = (self.threshold - paths.log_chance)[order]
        weights = (paths.ways * np.exp(paths.log_chance))[order]
        total = 0.0
        for node, begin, end in zip(nodes, ends, ends[1:], strict=False):
            log_chance = self._two_columns(node)
            chance = np.exp(log_chance)
            for weight, threshold in zip(weights[begin:end], thresholds[begin:end], strict=True):
                total += weight * np.where(log_chance <= threshold, chance, 0.0).sum()
        return float(total)

    def _tabulated(self, nodes: Ints) -> tuple[Floats, Floats, float]:
        """The sorted log probabilities of all nodes, each shifted above the one before; and their sums."""
        each = [np.sort(x[x > -np.inf]) for x in map(self._two_columns, nodes)]
        shift = 3.0 - min(values[0] for values in each)
        flat = np.concatenate([values + shift * i for i, values in enumerate(each)])
        sums = np.concatenate([np.append(0.0, np.exp(values).cumsum()) for values in each])
        return flat, sums, shift

    def _looked_up(self, table: tuple[Floats, Floats, float], paths: _Paths) -> float:
        flat, sums, shift = table
        threshold = np.clip(self.threshold - paths.log_chance, 1 - shift, 1)
        # Each node has one sum more than values, so its sums start one place later for each node before.
        position = np.searchsorted(flat, threshold + shift * paths.node, side="right") + paths.node
        return float((paths.ways * np.exp(paths.log_chance) * sums[position]).sum())

    def _log_probability(self, cells: Ints) -> float:
        table = self.log_factorial
        margins = table[self.rows].sum() + table[self.columns].sum() - table[cells.sum()]
        return float(margins - table[cells].sum())


def _blocks(lengths: Ints) -> Iterator[slice]:
    """Stretches of paths that take about the same number of steps."""
    done = np.cumsum(lengths)
    cuts = np.searchsorted(done, np.arange(_BLOCK_SIZE, done[-1], _BLOCK_SIZE), side="right")
    edges = np.unique(np.concatenate(([0], cuts, [len(lengths)])))
    return (slice(begin, end) for begin, end in pairwise(edges))


def _first_above(values: Floats, begin: Ints, end: Ints, limit: Floats) -> Ints:
    """In each stretch of ascending values, the first position above its limit: one bisection for all."""
    low, high = begin, end
    for _ in range(int((end - begin).max()).bit_length()):
        middle = (low + high) // 2
        below = (low < high) & (values[np.minimum(middle, len(values) - 1)] <= limit)
        low, high = np.where(below, middle + 1, low), np.where(below, high, middle)
    return low


def _inside(paths: _Paths, steps: _Steps, first: Ints) -> float:
    """The probability of all steps that lead to improbable tables only."""
    begin = np.searchsorted(steps.start, paths.node)
    chance = np.append(steps.ways * np.exp(steps.log_chance), 0.0)
    sums = np.add.reduceat(chance, np.stack((begin, first), axis=1).ravel())[::2]
    return float((paths.ways * np.exp(paths.log_chance) * np.where(first > begin, sums, 0.0)).sum())
