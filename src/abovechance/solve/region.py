"""The set of tables that satisfy polynomial inequalities: searched by boxes, decided exactly.

A box of tables is dropped where bounds show that none satisfies all, kept whole where all do, and halved
otherwise, down to single tables, which are decided in whole numbers.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.solve import lattice
from abovechance.solve.columns import Columns
from abovechance.solve.polynomial import FN, FP, TN, TP, Bounds, Polynomial, degree, evaluated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from abovechance.core.arrays import Floats
    from abovechance.solve.forms import Clause

    Whole = NDArray[np.int64]
    Truth = NDArray[np.bool_]
    _Begun = tuple[tuple[Whole, Whole] | None, Iterator[tuple[Whole, Whole]], list[float]]

_BOXES_AT_ONCE = 2**11
_FEW_TABLES = 64
_FEW_COLUMNS = 100
_POINTS_AT_ONCE = 2**16
_LARGEST = 2**61  # of a whole number that sums of products may reach without overflow
_ROUNDING_OF_BOUNDS = 1e-6
"""By how many items rounding may move a bound: the whole numbers so near to it are looked at, too."""
_FEW_SLICES = 20_000
_SMALLEST_WIDTH = 2.0**-24
"""Of boxes of shares: what cannot be excluded there is taken as possible."""


class Region:
    """All tables of n items, or all shares where n is None, that satisfy clauses."""

    def __init__(self, clauses: Iterable[Clause], n: int | None) -> None:
        self.n = n
        kept = [clause for clause in clauses if ({}, False) not in clause]
        self.clauses = list(dict.fromkeys(tuple((_frozen(p), strict) for p, strict in c) for c in kept))
        self.clauses += [((_frozen(cell), False),) for cell in (TP, FP, FN, TN)]
        self._polynomials = list(dict.fromkeys(p for clause in self.clauses for p, _ in clause))
        self._begun: _Begun | None = None
        self._places = [[self._polynomials.index(p) for p, _ in clause] for clause in self.clauses]

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: a search that was begun is not."""
        return {**self.__dict__, "_begun": None}

    @cached_property
    def _groups(self) -> list[tuple[list[int], Bounds]]:
        """The places of polynomials and their bounds, by degree: what costs least drops most boxes."""
        degrees = [degree(dict(p)) for p in self._polynomials]
        groups = ([i for i, own in enumerate(degrees) if own == one] for one in sorted(set(degrees)))
        return [(places, Bounds(dict(self._polynomials[i]) for i in places)) for places in groups]

    @cached_property
    def linear(self) -> bool:
        """Whether all inequalities are linear."""
        return all(len(clause) == 1 and degree(dict(clause[0][0])) <= 1 for clause in self.clauses)

    @property
    def inequalities(self) -> list[tuple[Polynomial, bool]]:
        """The linear inequalities, each with whether it is strict."""
        return [
            (dict(clause[0][0]), clause[0][1])
            for clause in self.clauses
            if len(clause) == 1 and degree(dict(clause[0][0])) == 1
        ]

    def holds(self, cells: tuple[int, ...]) -> bool:
        """Whether one table of whole numbers satisfies all clauses, exactly."""
        for clause in self.clauses:
            values = [(evaluated(dict(p), cells), strict) for p, strict in clause]
            if not any(value > 0 or (value == 0 and not strict) for value, strict in values):
                return False
        return True

    def judged(self, low: Floats, high: Floats) -> tuple[Truth, Truth]:
        """Which boxes of shares have no table of the set, and which have nothing else."""
        never, always = (np.zeros((len(low), len(self._polynomials)), dtype=bool) for _ in range(2))
        left = np.arange(len(low))
        for places, bounds in self._groups:
            least, greatest = bounds(low[left], high[left])
            never[left[:, None], places] = greatest < -bounds.doubt
            always[left[:, None], places] = least > bounds.doubt
            left = left[~self._out(never[left])]
        return self._out(never), self._within(always)

    def _out(self, never: Truth) -> Truth:
        """Where some clause has polynomials only that are negative."""
        return np.any([never[:, places].all(axis=1) for places in self._places], axis=0)

    def _within(self, always: Truth) -> Truth:
        """Where every clause has a polynomial that is positive."""
        return np.all([always[:, places].any(axis=1) for places in self._places], axis=0)

    def boxes(self, most: float = np.inf) -> Iterator[tuple[Whole, Whole]]:
        """Boxes of tables (TP, FP, FN; both ends belong) that make up the set, as they are found.

        Raises
        ------
        TooManyBoxesError
            Where more boxes than that would have to be looked at.
        """
        begun, self._begun = self._begun, None
        if begun is None:
            yield from self._search([most])
        elif begun[0] is not None:
            found, search, limit = begun[0], *begun[1:]
            limit[0] = most
            yield found
            yield from search

    def _search(self, limit: list[float]) -> Iterator[tuple[Whole, Whole]]:
        n = self.n or 0
        stack = [(np.zeros((1, 3), dtype=np.int64), np.full((1, 3), n, dtype=np.int64))]
        seen = 0
        while stack:
            # Depth first: few boxes wait at a time, and the first tables are found early.
            low, high = stack.pop()
            if len(low) > _BOXES_AT_ONCE:
                stack.append((low[:-_BOXES_AT_ONCE], high[:-_BOXES_AT_ONCE]))
                low, high = low[-_BOXES_AT_ONCE:], high[-_BOXES_AT_ONCE:]
            seen += len(low)
            if seen > limit[0]:
                raise TooManyBoxesError
            out, within = self.judged(low / n, high / n)
            if within.any():
                yield low[within], high[within]
            left = ~(out | within)
            low, high = self._narrowed(low[left], high[left])
            few = self._few(low, high)
            if few.any():
                found = self._in_columns if self._columns.possible else self._one_by_one
                yield from found(low[few], high[few])
            if not few.all():
                stack.append(_halved(low[~few], high[~few]))

    def _narrowed(self, low: Whole, high: Whole) -> tuple[Whole, Whole]:
        """The parts of boxes that may have tables, without those that have none."""
        n = self.n or 0
        for places, bounds in self._groups:
            alone = [i for i, place in enumerate(places) if [place] in self._places]
            if not (alone and bounds.sloped):
                continue
            middle, reach = (low + high) / (2 * n), (high - low) / (2 * n)
            first, last = bounds.narrowed(middle, reach, alone)
            low = np.maximum(low, np.ceil((middle + first) * n - _ROUNDING_OF_BOUNDS).astype(np.int64))
            high = np.minimum(high, np.floor((middle + last) * n + _ROUNDING_OF_BOUNDS).astype(np.int64))
            kept = (low <= high).all(axis=1)
            low, high = low[kept], high[kept]
        return low, high

    @cached_property
    def _columns(self) -> Columns:
        return Columns([dict(p) for p in self._polynomials], self._places)

    def _few(self, low: Whole, high: Whole) -> Truth:
        """Which boxes are small enough to be looked at."""
        sizes = high - low + 1
        if self._columns.possible:
            return sizes[:, 0] * sizes[:, 2] <= _FEW_COLUMNS
        return sizes.prod(axis=1) <= _FEW_TABLES

    def _one_by_one(self, low: Whole, high: Whole) -> Iterator[tuple[Whole, Whole]]:
        """The tables of the set in boxes, each looked at."""
        points = _points(low, high)
        found = points[self._belong(points)]
        if len(found):
            yield found, found

    def _in_columns(self, low: Whole, high: Whole) -> Iterator[tuple[Whole, Whole]]:
        """The tables of the set in boxes, column by column of FP."""
        n = self.n or 0
        flat = low.copy(), high.copy()
        flat[0][:, 1] = flat[1][:, 1] = 0
        columns, box = _numbered_points(*flat)
        first, last, split = self._columns.between(
            columns[:, 0] / n, columns[:, 2] / n, low[box, 1] / n, high[box, 1] / n
        )
        kept = (first <= last).nonzero()[0]
        columns, box, split = columns[kept], box[kept], split[kept]
        begin = np.maximum(np.ceil(first[kept] * n - _ROUNDING_OF_BOUNDS).astype(np.int64), low[box, 1])
        end = np.minimum(np.floor(last[kept] * n + _ROUNDING_OF_BOUNDS).astype(np.int64), high[box, 1])
        whole = ~split
        starts, ends = (columns[whole].copy() for _ in range(2))
        starts[:, 1], ends[:, 1] = begin[whole], end[whole]
        starts, ends = self._trimmed(starts, ends)
        if len(starts):
            yield starts, ends
        split &= begin <= end
        if split.any():
            starts, ends = (columns[split].copy() for _ in range(2))
            starts[:, 1], ends[:, 1] = begin[split], end[split]
            yield from self._one_by_one(starts, ends)

    def _trimmed(self, starts: Whole, ends: Whole) -> tuple[Whole, Whole]:
        """Columns of which both ends belong to the set."""
        # The tables of a column are one run, so that rounding can only have added some at its ends.
        for moved, step in ((starts, 1), (ends, -1)):
            left, size = (starts[:, 1] <= ends[:, 1]).nonzero()[0], 1
            while len(left):
                places = moved[left, 1, None] + step * np.arange(size)
                inside = (places >= starts[left, 1, None]) & (places <= ends[left, 1, None])
                points = np.repeat(moved[left], inside.sum(axis=1), axis=0)
                points[:, 1] = places[inside]
                belong = np.zeros(inside.shape, dtype=bool)
                belong[inside] = self._belong(points)
                found = belong.any(axis=1)
                moved[left, 1] += step * np.where(found, belong.argmax(axis=1), size)
                left = left[~found]
                left = left[starts[left, 1] <= ends[left, 1]]
                size = max(1, min(2 * size, _POINTS_AT_ONCE // max(len(left), 1)))
        kept = starts[:, 1] <= ends[:, 1]
        return starts[kept], ends[kept]

    def _belong(self, points: Whole) -> Truth:
        """Which tables belong to the set: where rounding may decide, whole numbers do."""
        n = self.n or 0
        never, always = (np.zeros((len(points), len(self._polynomials)), dtype=bool) for _ in range(2))
        for places, bounds in self._groups:
            values = bounds.at(points / n)
            never[:, places], always[:, places] = values < -bounds.doubt, values > bounds.doubt
        out, within = self._out(never), self._within(always)
        doubtful = (~(out | within)).nonzero()[0]
        if len(doubtful):
            within[doubtful] = self._hold(points[doubtful], never[doubtful], always[doubtful])
        return within

    def _hold(self, points: Whole, never: Truth, always: Truth) -> Truth:
        """Which tables belong, in whole numbers where it is not known whether a polynomial is negative."""
        n = self.n or 0
        cells = [*points.T, n - points.sum(axis=1)]
        sign = always.astype(np.int8) - never
        for place, terms in enumerate(self._polynomials):
            left = (sign[:, place] == 0).nonzero()[0]
            size = sum(abs(c) * n ** sum(e) for e, c in terms)
            kind = np.int64 if size < _LARGEST else object
            values = evaluated(dict(terms), [cell[left].astype(kind) for cell in cells])
            sign[left, place] = (values > 0).astype(np.int8) - (values < 0)
        found = np.ones(len(points), dtype=bool)
        for clause, places in zip(self.clauses, self._places, strict=True):
            parts = zip(clause, places, strict=True)
            found &= np.any([sign[:, place] >= int(strict) for (_, strict), place in parts], axis=0)
        return found

    def any(self, most: float = np.inf) -> bool:
        """Whether there is a table, or shares that cannot be told from one.

        Raises
        ------
        TooManyBoxesError
            Where more boxes than that would have to be looked at.
        """
        if self.n is None:
            return self._any_shares(most)
        if self.linear and self.n <= _FEW_SLICES:
            return self.number() > 0
        limit = [most]
        search = self._search(limit)  # which goes on from here when boxes are asked for
        first = next(search, None)
        self._begun = first, search, limit
        return first is not None

    def _any_shares(self, most: float) -> bool:
        stack = [(np.zeros((1, 3)), np.ones((1, 3)))]
        seen = 0
        while stack:
            low, high = stack.pop()
            if len(low) > _BOXES_AT_ONCE // 8:
                stack.append((low[: -_BOXES_AT_ONCE // 8], high[: -_BOXES_AT_ONCE // 8]))
                low, high = low[-_BOXES_AT_ONCE // 8 :], high[-_BOXES_AT_ONCE // 8 :]
            seen += len(low)
            if seen > most:
                raise TooManyBoxesError
            out, within = self.judged(low, high)
            left = ~out
            if within.any() or (left.any() and (high - low).max() < _SMALLEST_WIDTH):
                return True
            if left.any():
                stack.append(cut(low[left], high[left]))
        return False

    def number(self) -> int:
        """How many tables there are."""
        if self.linear:
            return self._linear_number
        return sum(int((high - low + 1).prod(axis=1).sum()) for low, high in self.boxes())

    @cached_property
    def _linear_number(self) -> int:
        n, rows = self.n or 0, []
        for polynomial, strict in self.inequalities:
            tp, fp, fn, tn = (polynomial.get(next(iter(cell)), 0) for cell in (TP, FP, FN, TN))
            # TN is n − TP − FP − FN; of whole numbers, above 0 is at least 1.
            rows.append((tp - tn, fp - tn, fn - tn, tn * n - strict))
        if len(rows) < len(self.clauses):  # a clause that nothing satisfies
            return 0
        return lattice.count(rows, n)


class TooManyBoxesError(Exception):
    """The set is too large to be searched whole."""


def _frozen(polynomial: Polynomial) -> tuple[tuple[tuple[int, ...], int], ...]:
    return tuple(sorted(polynomial.items()))


def _points(low: Whole, high: Whole) -> Whole:
    """All tables of boxes."""
    return _numbered_points(low, high)[0]


def _numbered_points(low: Whole, high: Whole) -> tuple[Whole, Whole]:
    """All tables of boxes, and the place of the box that each is in."""
    sizes = (high - low).max(axis=0) + 1
    steps = np.indices(sizes).reshape(3, -1).T
    points = low[:, None] + steps
    inside = (points <= high[:, None]).all(axis=2)
    return points[inside], np.nonzero(inside)[0]


_SIDES = np.array(list(product((0, 1), repeat=3)), dtype=bool)


def _halved(low: Whole, high: Whole) -> tuple[Whole, Whole]:
    """The eight parts of each box, or fewer where it is a single step wide."""
    middle = (low + high) >> 1
    lows = np.where(_SIDES[:, None], middle + 1, low).reshape(-1, 3)
    highs = np.where(_SIDES[:, None], high, middle).reshape(-1, 3)
    kept = (lows <= highs).all(axis=1)
    return lows[kept], highs[kept]


def cut(low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """The eight parts of each box of shares."""
    middle = (low + high) / 2
    lows = np.where(_SIDES[:, None], middle, low).reshape(-1, 3)
    highs = np.where(_SIDES[:, None], high, middle).reshape(-1, 3)
    return lows, highs
