"""Random partitions of the same sizes: how often chance does as well, and what it does on average."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.clusterings.assignment import most_shared, whole_assignment
from abovechance.clusterings.cells import Cells
from abovechance.clusterings.declared import Adjusted, Matched
from abovechance.clusterings.values import adjusted
from abovechance.core.contingency import Contingency
from abovechance.inference.resampling.margins import LARGEST_TOTAL, Draws, random_tables
from abovechance.measures.compute import compute_arrays
from abovechance.measures.registry import Measure, measure
from abovechance.tables.tables import Axis

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from abovechance.clusterings.declared import Chosen
    from abovechance.clusterings.values import Comparison

REPLICATES = 999
_FEW_CELLS = 400
"""Random tables of so many cells are drawn without being asked for."""
MOST_CELLS = 1 << 20
_TIES = 1e-10
"""Values that differ by less than this are the same but for rounding."""


@dataclass(frozen=True, eq=False)
class Dealt:
    """The values of measures on random tables.

    Attributes
    ----------
    values
        By the key of the measure.
    replicates
        How many tables were drawn.
    """

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
        return float((1 + np.count_nonzero(excess >= -_TIES * max(abs(value), 1))) / (len(values) + 1))

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
