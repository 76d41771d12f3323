"""What formulas of ordered classes are made of: counts cumulated over the classes.

With ``S_ij`` the number of items whose real class is at most i and whose predicted class is at
most j, every cut between two neighbouring classes is a dichotomy, pairs of items in the same or
opposite order are sums of products ``n_ij·S_kl``, and ``N·S_ij − R_i·C_j`` says how far the table
is from independence. Differences of products are taken in exact integers, as in ``quantities``.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.quantities import Array, Dichotomy, narrow

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Ordered:
    """Quantities of R×C tables whose rows and columns are in a meaningful order.

    ``counts`` has shape ``(*batch, R, C)`` and holds integers whose products cannot overflow, or floats.
    """

    def __init__(self, counts: NDArray[Any]) -> None:
        self._counts = counts
        self._cumulated = counts.cumsum(-1).cumsum(-2)

    @cached_property
    def _earlier(self) -> tuple[Any, Any, Any, Any]:
        """``S_ij``, ``R_i`` and ``C_j`` without the last row and column, which are whole margins, and N."""
        s = self._cumulated
        return s[..., :-1, :-1], s[..., :-1, -1:], s[..., -1:, :-1], s[..., -1:, -1:]

    @cached_property
    def cuts(self) -> Dichotomy:
        """Above against not above each class but the last: cells of shape ``(*batch, K−1)``."""
        s, real, predicted, total = self._earlier
        tn = np.diagonal(s, axis1=-2, axis2=-1)
        fp, fn = real[..., 0] - tn, predicted[..., 0, :] - tn
        return Dichotomy(total[..., 0] - tn - fp - fn, fp, fn, tn)

    @cached_property
    def _pairs(self) -> tuple[Any, Any]:
        s, real, _, _ = self._earlier
        return (
            np.asarray((self._counts[..., 1:, 1:] * s).sum((-2, -1))),
            np.asarray((self._counts[..., 1:, :-1] * (real - s)).sum((-2, -1))),
        )

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
        s, real, predicted, total = self._earlier
        return narrow(total * s - real * predicted)
