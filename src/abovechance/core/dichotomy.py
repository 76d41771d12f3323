"""What formulas of two classes are made of: the four cells, their sums and differences of products."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.sums import log_ratio, narrow, surprisal

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from abovechance.core.arrays import Array


class Dichotomy:
    """The four cells of two-class tables, and what every two-class formula is written in.

    Margins are ``rp``, ``rn`` (real) and ``pp``, ``pn`` (predicted); ``determinant`` is ``TP·TN − FP·FN``,
    exact before rounding: divided by N² it is the papers' dtp.
    """

    def __init__(
        self,
        tp: NDArray[Any],
        fp: NDArray[Any],
        fn: NDArray[Any],
        tn: NDArray[Any],
        *,
        others: int = 1,
        spread: Callable[[Array], Array] | None = None,
    ) -> None:
        self._exact = tp, fp, fn, tn
        self.others, self._spread = others, spread
        self.tp, self.fp, self.fn, self.tn = map(narrow, self._exact)
        self.rp, self.rn = narrow(tp + fn), narrow(fp + tn)
        self.pp, self.pn = narrow(tp + fp), narrow(fn + tn)
        self.n = narrow(tp + fp + fn + tn)

    @property
    def counts(self) -> NDArray[Any]:
        """The tables of two classes, the rest first."""
        tp, fp, fn, tn = self._exact
        return np.stack([np.stack([tn, fp], -1), np.stack([fn, tp], -1)], -2)

    def mapped(self, change: Callable[[NDArray[Any]], NDArray[Any]]) -> Dichotomy:
        """The dichotomies whose cells are these, changed: some of them, or their real parts."""
        return Dichotomy(*map(change, self._exact))

    @cached_property
    def determinant(self) -> Array:
        """``TP·TN − FP·FN``."""
        tp, fp, fn, tn = self._exact
        return narrow(tp * tn - fp * fn)

    @cached_property
    def scott_excess(self) -> Array:
        """``4·TP·TN − (FP + FN)²``, the numerator of Scott's Pi."""
        tp, fp, fn, tn = self._exact
        return narrow(4 * (tp * tn) - (fp + fn) * (fp + fn))

    @cached_property
    def success_excess(self) -> Array:
        """``TP² − FP·FN``: positive where Recall and Precision together exceed 1."""
        tp, fp, fn, _ = self._exact
        return narrow(tp * tp - fp * fn)

    @cached_property
    def delta_excess(self) -> Array:
        """``(TP + TN)² − 4·FP·FN``, the numerator of Andrés and Marzo's Delta without its root."""
        tp, fp, fn, tn = self._exact
        return narrow((tp + tn) * (tp + tn) - 4 * (fp * fn))

    @cached_property
    def buser_excess(self) -> Array:
        """``TP·TN − (FP + FN − TP)²``, the numerator of Baroni-Urbani and Buser II without its root."""
        tp, fp, fn, tn = self._exact
        behind = fp + fn - tp
        return narrow(tp * tn - behind * behind)

    @cached_property
    def rarity_excess(self) -> Array:
        """``RP² − N·TP = FN·RP − TP·RN``: zero iff hits are as rare as two independent events would be."""
        tp, fp, fn, tn = self._exact
        return narrow(fn * (tp + fn) - tp * (fp + tn))

    @cached_property
    def log_odds_ratio(self) -> Array:
        """``ln(TP·TN / FP·FN)``, with all its digits near independence."""
        return log_ratio(self.determinant, self.tp * self.tn, self.fp * self.fn)

    @cached_property
    def confusion(self) -> Array:
        """``Σ e·ln((RP + PP) / e)`` over the cells e of the table that hold errors on the class."""
        return self._confusion(self.rp + self.pp)

    @cached_property
    def modified_confusion(self) -> Array:
        """``Σ e·ln((TP + FP + FN) / e)`` over the cells e of the table that hold errors on the class."""
        return self._confusion(self.tp + self.fp + self.fn)

    def _confusion(self, whole: Array) -> Array:
        if self._spread is not None:
            return self._spread(whole)
        return surprisal(self.fn, whole) + surprisal(self.fp, whole)

    @cached_property
    def tpr(self) -> Array:
        """True positive rate, Recall."""
        return self.tp / self.rp

    @cached_property
    def fnr(self) -> Array:
        """False negative rate, Miss Rate."""
        return self.fn / self.rp

    @cached_property
    def fpr(self) -> Array:
        """False positive rate, Fallout."""
        return self.fp / self.rn

    @cached_property
    def tnr(self) -> Array:
        """True negative rate, Inverse Recall."""
        return self.tn / self.rn

    @cached_property
    def tpa(self) -> Array:
        """True positive accuracy, Precision."""
        return self.tp / self.pp

    @cached_property
    def tna(self) -> Array:
        """True negative accuracy, Inverse Precision."""
        return self.tn / self.pn

    @cached_property
    def prevalence(self) -> Array:
        """Share of real positives."""
        return self.rp / self.n

    @cached_property
    def bias(self) -> Array:
        """Share of predicted positives."""
        return self.pp / self.n

    @cached_property
    def informedness(self) -> Array:
        """``tpr − fpr`` as one quotient."""
        # The determinant is exact, where the difference of two rates would lose its digits near chance.
        return self.determinant / (self.rp * self.rn)

    @cached_property
    def markedness(self) -> Array:
        """``tpa + tna − 1`` as one quotient."""
        return self.determinant / (self.pp * self.pn)

    @cached_property
    def correlation(self) -> Array:
        """Matthews' correlation of the two 0/1 variables."""
        return self.informedness * np.sqrt(self.rp * self.rn / (self.pp * self.pn))
