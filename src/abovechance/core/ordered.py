"""What formulas of ordered classes are made of: counts cumulated over the classes.

With ``S_ij`` the number of items whose real class is at most i and whose predicted class is at
most j, every cut between two neighbouring classes is a dichotomy, pairs of items in the same or
opposite order are sums of products ``n_ij·S_kl``, and ``N·S_ij − R_i·C_j`` says how far the table
is from independence. Differences of products are taken in exact integers, as in ``contingency``.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.dichotomy import Dichotomy
from abovechance.core.sums import add_up, narrow

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array


def _cumulated(counts: NDArray[Any], axis: int) -> NDArray[Any]:
    return counts if counts.shape[axis] == 1 else counts.cumsum(axis)


class Ordered:
    """Quantities of R×C tables whose rows and columns are in a meaningful order.

    ``counts`` has shape ``(*batch, R, C)`` and holds integers whose products cannot overflow, or
    floats; ``real``, ``predicted`` and ``total`` are its sums.
    """

    def __init__(self, counts: NDArray[Any], real: Array, predicted: Array, total: Array) -> None:
        self._counts = counts
        # The last class is no cut: all items are at or below it.
        self._real = _cumulated(real[..., :-1], -1)
        self._predicted = _cumulated(predicted[..., :-1], -1)
        self._total = np.asarray(total)
        self._both = _cumulated(_cumulated(counts[..., :-1, :-1], -1), -2)

    @cached_property
    def cuts(self) -> Dichotomy:
        """Above against not above each class but the last: cells of shape ``(*batch, K−1)``."""
        tn = np.diagonal(self._both, axis1=-2, axis2=-1)
        fp, fn = self._real - tn, self._predicted - tn
        return Dichotomy(self._total[..., None] - tn - fp - fn, fp, fn, tn)

    @cached_property
    def _pairs(self) -> tuple[Any, Any]:
        # Each pair once, at its item of the higher class: with the items of lower classes that have a lower
        # label, or a higher one.
        same = self._counts[..., 1:, 1:] * self._both
        opposite = self._counts[..., 1:, :-1] * (self._real[..., None] - self._both)
        return add_up(add_up(same)), add_up(add_up(opposite))

    @cached_property
    def concordant(self) -> Array:
        """Pairs of items that truth and prediction put in the same order."""
        return narrow(self._pairs[0])

    @cached_property
    def discordant(self) -> Array:
        """Pairs of items that truth and prediction put in opposite order."""
        return narrow(self._pairs[1])

    @cached_property
    def concordance(self) -> Array:
        """Concordant less discordant pairs."""
        return narrow(self._pairs[0] - self._pairs[1])

    @cached_property
    def residuals(self) -> Array:
        """``N·S_ij − R_i·C_j`` for all cuts i and j, shape ``(*batch, R−1, C−1)``."""
        expected = self._real[..., :, None] * self._predicted[..., None, :]
        return narrow(self._total[..., None, None] * self._both - expected)
