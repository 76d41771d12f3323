"""The values of measures on a table of two partitions, why some have none, and what random tables give."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.clusterings.assignment import (
    MOST_CLASSES,
    MOST_LINKED,
    Assignment,
    best_assignment,
    most_shared,
    whole_assignment,
)
from abovechance.clusterings.cells import Cells
from abovechance.clusterings.declared import Adjusted, Matched
from abovechance.clusterings.expected import Expected
from abovechance.clusterings.sparse import SparseContingency
from abovechance.core.contingency import Contingency
from abovechance.inference.resampling.margins import LARGEST_TOTAL, Draws, random_tables
from abovechance.measures.compute import compute_arrays, why_undefined
from abovechance.measures.registry import Measure, measure
from abovechance.measures.undefined import NEEDS, UNEXPLAINED
from abovechance.tables.tables import Axis

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from abovechance.clusterings.declared import Chosen
    from abovechance.tables.tables import Tables

IDENTICAL = "both partitions are trivial and equal, so the formula is 0/0: the value is the best one"
WEIGHTED = "items have weights, and chance deals out whole items"
NO_ROOM = "random partitions of these sizes share all that there is: nothing is beyond chance"
MANY_CLASSES = f"there are more than {MOST_CLASSES} groups: the table of right and wrong is not built"
LINKED = f"more than {MOST_LINKED} groups are linked by common items: the best assignment is not computed"
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
        # These measures are linear in the pairs together in both: moved by a deviation of these, the value
        # moves by its own.
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


def _value(m: Measure, quantities: object) -> float:
    with np.errstate(all="ignore"):
        return float(m.function(quantities))


REPLICATES = 999
_FEW_CELLS = 400  # random tables of so many cells are drawn without being asked for
MOST_CELLS = 1 << 20
_TIE_TOLERANCE = 1e-10  # values that differ by less than this are the same but for rounding


@dataclass(frozen=True, eq=False)
class Dealt:
    """The values of measures on so many random tables, by the key of the measure."""

    values: Mapping[str, NDArray[np.float64]]
    replicates: int

    def moments(self, key: str) -> tuple[float, float]:
        """The mean and the standard deviation of the values that are defined."""
        values = self._defined(key)
        if len(values) < 2:
            return np.nan, np.nan
        return float(values.mean()), float(values.std(ddof=1))

    def p_value(self, key: str, value: float, *, downwards: bool) -> float:
        """How often chance does as well or better, the partitions observed counted as one of its tables."""
        values = self._defined(key)
        if not len(values) or np.isnan(value):
            return np.nan
        excess = (value - values) if downwards else (values - value)
        return float(
            (1 + np.count_nonzero(excess >= -_TIE_TOLERANCE * max(abs(value), 1))) / (len(values) + 1)
        )

    def _defined(self, key: str) -> NDArray[np.float64]:
        values = self.values.get(key, np.zeros(0))
        return values[~np.isnan(values)]


def replicates_for(cells: Cells, wanted: int | None) -> int:
    """How many random tables to draw: without a wish, none where they would take long."""
    if why_not_dealt(cells) is not None:
        return 0
    if wanted is None:
        return REPLICATES if cells.size <= _FEW_CELLS else 0
    return wanted


def why_not_dealt(cells: Cells) -> str | None:
    """Why no random tables can be drawn, if so."""
    if cells.is_weighted:
        return "items have weights, and chance deals out whole items"
    if cells.total > LARGEST_TOTAL:
        return f"there are more than {LARGEST_TOTAL} items: random tables are not drawn"
    if cells.size > MOST_CELLS:
        return f"the table has more than {MOST_CELLS} cells: random tables are not drawn"
    return None


def deal(chosen: Sequence[Chosen], comparison: Comparison, replicates: int, seed: int | None) -> Dealt:
    """Draw tables with the margins of this one and compute all measures of them."""
    found: dict[str, list[Any]] = {x.key: [] for x in chosen}
    if replicates:
        for counts in random_tables(comparison.cells.dense(), Draws(replicates, seed)):
            for key, values in _values(chosen, comparison, counts).items():
                found[key].append(values)
    return Dealt({key: np.concatenate(parts) for key, parts in found.items() if parts}, replicates)


def _values(chosen: Sequence[Chosen], comparison: Comparison, counts: NDArray[Any]) -> dict[str, Any]:
    plain = [x for x in chosen if isinstance(x, Measure)]
    tables = replace(comparison.cells.tables(), counts=counts, axes=(Axis("draw"),))
    found: dict[str, Any] = compute_arrays(tables, plain) if plain else {}
    informed = [x for x in chosen if isinstance(x, Adjusted) and comparison.has_room(x)]
    if informed:
        quantities = Contingency(counts)
        with np.errstate(all="ignore"):
            # Random tables have the margins of this one, and so its expectation.
            expected = comparison.expected.information
            found |= {x.key: np.asarray(adjusted(x, quantities, expected)) for x in informed}
    matched = [x for x in chosen if isinstance(x, Matched)]
    return found | _matched(matched, comparison, counts)


def _matched(chosen: Sequence[Matched], comparison: Comparison, counts: NDArray[Any]) -> dict[str, Any]:
    """Measures after an assignment that is the best for each random table, too."""
    of_right = [x for x in chosen if x.of == "accuracy"]
    others = [x for x in chosen if x.of != "accuracy"]
    found: dict[str, Any] = {}
    if of_right:
        shares = np.array([most_shared(one) for one in counts]) / comparison.cells.total
        found |= {x.key: shares for x in of_right}
    if others and comparison.labelled is not None:
        labelled = np.stack([_labelled(one) for one in counts])
        tables = replace(comparison.labelled, counts=labelled, axes=(Axis("draw"),))
        values = compute_arrays(tables, [measure(x.of) for x in others])
        found |= {x.key: values[measure(x.of).key] for x in others}
    return found


def _labelled(counts: NDArray[Any]) -> NDArray[Any]:
    rows, columns = counts.nonzero()
    labels = tuple(range(counts.shape[0])), tuple(range(counts.shape[1]))
    return whole_assignment(Cells(rows, columns, counts[rows, columns], *labels)).labelled().counts
