"""The values of the chosen measures on one table of partitions, and why some of them have none."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.clusterings.assignment import MOST_CLASSES, MOST_LINKED, Assignment, best_assignment
from abovechance.clusterings.declared import Adjusted, Matched
from abovechance.clusterings.expected import Expected
from abovechance.clusterings.sparse import SparseContingency
from abovechance.measures.compute import why_undefined
from abovechance.measures.registry import Measure, measure
from abovechance.measures.undefined import NEEDS, UNEXPLAINED

if TYPE_CHECKING:
    from abovechance.clusterings.cells import Cells
    from abovechance.clusterings.declared import Chosen
    from abovechance.tables.tables import Tables

IDENTICAL = "the partitions are the same, and so plain that the formula is 0/0: the value is the best one"
WEIGHTED = "items have weights, and chance deals out whole items"
NO_ROOM = "random partitions of these sizes share all that there is: nothing is beyond chance"
MANY_CLASSES = f"there are more than {MOST_CLASSES} groups: the table of right and wrong is not laid out"
LINKED = f"more than {MOST_LINKED} groups are linked by common items: the best assignment is not looked for"
_LEAST_ROOM = 1e-12


class Comparison:
    """One table of two partitions with its quantities, observed and expected by chance."""

    def __init__(self, cells: Cells) -> None:
        self.cells = cells
        self.whole = SparseContingency(cells.counts, cells.rows, cells.columns)

    @cached_property
    def expected(self) -> Expected:
        """What chance would give."""
        return Expected(self.cells, self.whole)

    @cached_property
    def assignment(self) -> Assignment | None:
        """The best assignment of the groups of b to those of a; None if it would take too long."""
        return best_assignment(self.cells)

    @cached_property
    def labelled(self) -> Tables | None:
        """The table of right and wrong after assignment; None if there are too many groups."""
        if self.cells.shape[0] > MOST_CLASSES or self.assignment is None:
            return None
        return self.assignment.labelled()

    def value(self, chosen: Chosen) -> tuple[float, str | None]:
        """The value and, if it is undefined or not that of the formula, why."""
        found, reason = self._found(chosen)
        if math.isnan(found) and self.cells.are_identical and chosen.best is not None:
            return chosen.best, IDENTICAL
        return found, reason

    def _found(self, chosen: Chosen) -> tuple[float, str | None]:
        if isinstance(chosen, Adjusted):
            return self._adjusted(chosen)
        if isinstance(chosen, Matched):
            return self._matched(chosen)
        found = _value(chosen, self.whole)
        return found, self._reason(chosen) if math.isnan(found) else None

    def _adjusted(self, chosen: Adjusted) -> tuple[float, str | None]:
        if self.cells.is_weighted:
            return math.nan, WEIGHTED
        if not self.has_room(chosen):
            return math.nan, NO_ROOM
        return float(adjusted(chosen, self.whole, self.expected.information)), None

    def has_room(self, chosen: Adjusted) -> bool:
        """Whether random partitions of these sizes leave any information to be shared beyond chance."""
        bound = float(entropy_bound(chosen, self.whole))
        return bound - self.expected.information > _LEAST_ROOM * bound

    def _matched(self, chosen: Matched) -> tuple[float, str | None]:
        if self.assignment is None:
            return math.nan, LINKED
        if chosen.of == "accuracy":
            return self.assignment.total / self.cells.total, None
        if self.labelled is None:
            return math.nan, MANY_CLASSES
        found = measure(chosen.of)
        return float(found(self.labelled)), why_undefined(self.labelled, found)

    def _reason(self, m: Measure) -> str:
        for need in m.needs or ():
            if np.any(NEEDS[need].fails(self.whole)):
                return NEEDS[need].text
        return UNEXPLAINED

    def expectation(self, chosen: Chosen) -> tuple[float, float]:
        """The expected value by chance and the standard deviation, NaN where no formula gives them."""
        if self.cells.is_weighted or isinstance(chosen, Matched):
            return math.nan, math.nan
        if isinstance(chosen, Adjusted):
            return (0.0 if self.has_room(chosen) else math.nan), math.nan
        if chosen.given_margins is None:
            return math.nan, math.nan
        mean = _value(chosen, self.expected)
        if chosen.given_margins != "pairs":
            return mean, math.nan
        moved = Expected(self.cells, self.whole, self.expected.pairs_deviation)
        return mean, abs(_value(chosen, moved) - mean)


def adjusted(chosen: Adjusted, quantities: Any, expected: Any) -> Any:
    """``(I − E) / (bound − E)`` of any quantities."""
    with np.errstate(all="ignore"):
        return (quantities.information - expected) / (entropy_bound(chosen, quantities) - expected)


def entropy_bound(chosen: Adjusted, quantities: Any) -> Any:
    """The mean of the entropies that information is held against."""
    one, other = quantities.real_entropy, quantities.predicted_entropy
    if chosen.mean == "max":
        return np.maximum(one, other)
    if chosen.mean == "min":
        return np.minimum(one, other)
    return (one + other) / 2 if chosen.mean == "arithmetic" else np.sqrt(one * other)


def _value(m: Measure, quantities: Any) -> float:
    with np.errstate(all="ignore"):
        return float(m.function(quantities))
