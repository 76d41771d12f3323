"""Tables of which only the margins and the diagonal are known: all that most measures of a table look at."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.core.sums import add_up
from abovechance.inference.derivatives.nudged import CellsNeededError

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.measures.registry import Measure

Array = Any


class Outline(Contingency):
    """Tables without their cells: a measure that asks for these raises :class:`CellsNeededError`."""

    def __init__(self, real: Array, predicted: Array, hits: Array) -> None:
        self.classes = real.shape[-1]
        self._margins = real, predicted, add_up(real)
        self._hits = hits

    @classmethod
    def of(cls, counts: Array) -> Outline:
        """That of tables."""
        counts = np.asarray(counts, dtype=float)
        return cls(counts.sum(-1), counts.sum(-2), np.diagonal(counts, axis1=-2, axis2=-1))

    @property
    def parts(self) -> tuple[Array, Array, Array]:
        """Row totals, column totals and the diagonal."""
        real, predicted, _ = self._margins
        return real, predicted, self._hits

    def without(self, amounts: Array) -> Outline:
        """With an amount of each cell taken out in turn: amounts and a new axis of K² cells."""
        rows, columns = np.divmod(np.arange(self.classes**2), self.classes)
        labels = np.arange(self.classes)
        of_rows, of_columns = rows[:, None] == labels, columns[:, None] == labels
        amounts = amounts[..., None]
        taken = (of_rows, of_columns, of_rows & of_columns)
        return Outline(
            *(part[..., None, :] - amounts * of for part, of in zip(self.parts, taken, strict=True))
        )

    @property
    def _spread(self) -> Callable[[Array], Array]:
        """Asked for by few measures of a class."""
        return _no_cells

    def __getattr__(self, name: str) -> Any:
        """There are no cells here."""
        if name in ("counts", "_exact"):
            raise CellsNeededError
        raise AttributeError(name)


def _no_cells(_: Array) -> Array:
    raise CellsNeededError


@cache
def needs_outline_only(m: Measure) -> bool:
    """Whether margins and the diagonal tell all that a measure looks at."""
    if m.scope != "overall" or m.rectangular or "weights" in m.parameters:
        return False
    try:
        with np.errstate(all="ignore"):
            m.function(Outline.of([[3, 1, 1], [1, 2, 1], [2, 1, 4]]))
    except CellsNeededError:
        return False
    return True
