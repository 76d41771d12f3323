"""What right decisions and predictions of all classes can be together: an integer program.

The variables are those of the classes' blocks. Beside what holds of each class, predictions add up to the
number of items, errors must fit off the diagonal, and figures of all classes hold. Bounds are those that the
solver (HiGHS) proves, so that a limit of time makes them wider but not wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.solve.classes.terms import predictions, right

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.core.arrays import Floats
    from abovechance.solve.classes.block import Block, Term

_SECONDS = 1.0  # of one search: a report asks for some dozens of them
_RELATIVE_GAP = 1e-6
"""How near to the greatest value a search may end, as a share of it, where classes are polygons."""
_INFEASIBLE = 2  # of the states that SciPy gives a search


@dataclass(frozen=True)
class Sum:
    """A sum over the classes as coefficients of all variables, and bounds of what is not in them."""

    coefficients: Floats
    low: float
    high: float


@dataclass(frozen=True)
class Found:
    """The end of a search: no sum is above the bound, and it was reached nearby by these decisions."""

    bound: float
    right: Any
    predicted: Any


class Program:
    """The integer program of all classes."""

    def __init__(self, blocks: Sequence[Block], n: int) -> None:
        self.blocks, self.n = blocks, n
        self._ends = np.cumsum([0, *(block.size for block in blocks)])
        self._rows: list[tuple[Floats, float, float]] = []
        self._low = np.zeros(self._ends[-1])
        self._high = np.ones(self._ends[-1])
        for place, block in enumerate(blocks):
            self._add_block(place, block)
        given, decided = self.sum_of(predictions), self.sum_of(right)
        self.between(given.coefficients, n - given.high, n - given.low)
        for place, block in enumerate(blocks):  # the errors of its row and its column fit off the diagonal
            own = self._of_one(place, lambda d, c, r, n: c - 2 * d)  # noqa: ARG005
            self.between(
                own.coefficients + decided.coefficients, -np.inf, n - block.support - own.low - decided.low
            )

    @property
    def _gap(self) -> float:
        return 0.0 if all(block.listed is not None for block in self.blocks) else _RELATIVE_GAP

    def between(self, coefficients: Floats, low: float, high: float) -> None:
        """Require that a linear sum of the variables lies between bounds."""
        self._rows.append((coefficients, low, high))

    def sum_of(self, term: Term) -> Sum:
        """The sum of a quantity over the classes."""
        parts = [block.written(term) for block in self.blocks]
        return Sum(
            np.concatenate([coefficients for coefficients, _, _ in parts]),
            sum(low for _, low, _ in parts),
            sum(high for _, _, high in parts),
        )

    def greatest(self, coefficients: Floats, *, whole: bool = True) -> Found | None:
        """The greatest value of a linear sum of the variables; None where no values are possible.

        Where variables need not be whole the bound is found sooner, and nothing is reached.
        """
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array

        if any(block.number == 0 for block in self.blocks):
            return None
        rows, low, high = zip(*self._rows, strict=True)
        # The solver's tolerances are absolute: with coefficients up to 1 they mean the same for all sums.
        scale = float(np.abs(coefficients).max()) or 1.0
        found = milp(
            -coefficients / scale,
            integrality=np.full(len(coefficients), int(whole)),
            bounds=Bounds(self._low, self._high),
            constraints=LinearConstraint(csr_array(np.array(rows)), np.array(low), np.array(high)),
            options={"time_limit": _SECONDS, "mip_rel_gap": self._gap},
        )
        if found.status == _INFEASIBLE:
            return None
        # A search that ran out of time has reached less than the bound, which is what encloses.
        least = found.mip_dual_bound if whole and found.mip_dual_bound is not None else found.fun
        bound = np.inf if least is None else -float(least) * scale
        if found.x is None or not whole:
            return Found(bound, None, None)
        # The solver's whole numbers have rounding errors.
        return Found(bound, *self._decisions(np.rint(found.x)))

    def greatest_of_one(self, place: int, term: Term) -> float | None:
        """What a quantity of one class is at most; of a polygon that of shares, which is as near."""
        own = self._of_one(place, term)
        found = self.greatest(own.coefficients, whole=self.blocks[place].listed is not None)
        return None if found is None else found.bound + own.high

    def _of_one(self, place: int, term: Term) -> Sum:
        """A quantity of one class."""
        found = np.zeros(self._ends[-1])
        own, low, high = self.blocks[place].written(term)
        found[self._ends[place] : self._ends[place + 1]] = own
        return Sum(found, low, high)

    def _add_block(self, place: int, block: Block) -> None:
        start, end = self._ends[place], self._ends[place + 1]
        if block.number == 0:
            return
        row = np.zeros(self._ends[-1])
        if block.listed is not None:
            row[start:end] = 1.0
            self._rows.append((row, 1.0, 1.0))
            return
        self._low[start:end] = block.low.min(), block.predicted.min()
        self._high[start:end] = block.high.max(), block.predicted.max()
        for a, b, c in block.rows:
            row = np.zeros(self._ends[-1])
            size = max(
                abs(a), abs(b), 1
            )  # of figures of many digits there are coefficients beyond any solver
            row[start], row[start + 1] = a / size, b / size
            self._rows.append((row, -c / size, np.inf))

    def _decisions(self, values: Floats) -> tuple[Any, Any]:
        """The right decisions and the predictions that values of the variables stand for."""
        pairs = []
        for place, block in enumerate(self.blocks):
            own = values[self._ends[place] : self._ends[place + 1]]
            pairs.append(
                (own[0], own[1]) if block.listed is None else tuple(pair @ own for pair in block.listed)
            )
        d, c = np.array(pairs).T.astype(np.int64)
        return d, c
