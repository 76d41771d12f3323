"""What formulas are made of: cells, margins and sums of products of a batch of tables.

Rates are quotients of counts and lose nothing. Digits are lost where two nearly equal
products are subtracted (``TP·TN − FP·FN``, ``N·Σn_kk − Σr_k·c_k``, ``N² − Σr_k²``). All such
differences live here, are taken in exact integers, and become floating point only at the end;
a measure divides last.

Integer counts are exact, floating-point counts (weights) are taken as they are, and complex
counts pass through unchanged, so that a formula can be differentiated by a complex step.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Array = Any  # a NumPy array of float64, or complex128 while differentiating

_SAFE_TOTAL = 2**30
"""Below this total, four times a product of two margins fits into int64."""


def widen(counts: NDArray[Any]) -> NDArray[Any]:
    """Integers whose products cannot overflow: int64 if that is enough, else Python's own."""
    if counts.dtype.kind not in "iu":
        return counts
    if counts.size and int(counts.sum(axis=(-2, -1)).max()) >= _SAFE_TOTAL:
        return counts.astype(object)
    return counts


def narrow(values: Any) -> Array:
    """The floating-point values nearest to exact integers; other numbers unchanged."""
    values = np.asarray(values)
    return values.astype(np.float64) if values.dtype.kind in "iuO" else values


class Dichotomy:
    """The four cells of two-class tables, and what every two-class formula is written in.

    Attributes
    ----------
    tp, fp, fn, tn
        True positives, false positives, false negatives, true negatives.
    rp, rn, pp, pn, n
        Real positives and negatives, predicted positives and negatives, all items.
    determinant
        ``TP·TN − FP·FN``, exact before rounding; divided by N² it is the papers' dtp.
    """

    def __init__(self, tp: NDArray[Any], fp: NDArray[Any], fn: NDArray[Any], tn: NDArray[Any]) -> None:
        self._exact = tp, fp, fn, tn
        self.tp, self.fp, self.fn, self.tn = map(narrow, self._exact)
        self.rp, self.rn = narrow(tp + fn), narrow(fp + tn)
        self.pp, self.pn = narrow(tp + fp), narrow(fn + tn)
        self.n = narrow(tp + fp + fn + tn)

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
        return self.determinant / (self.rp * self.rn)

    @cached_property
    def markedness(self) -> Array:
        """``tpa + tna − 1`` as one quotient."""
        return self.determinant / (self.pp * self.pn)

    @cached_property
    def correlation(self) -> Array:
        """Matthews' correlation of the two 0/1 variables."""
        return self.determinant / (np.sqrt(self.rp * self.rn) * np.sqrt(self.pp * self.pn))


class Contingency:
    """R×C tables with their margins, and the sums of products that measures of them share.

    ``counts`` has shape ``(*batch, R, C)``, rows truth and columns prediction.
    """

    def __init__(self, counts: NDArray[Any]) -> None:
        self._exact = widen(counts)
        self.counts = narrow(counts)

    @cached_property
    def _margins(self) -> tuple[Any, Any, Any]:
        real = self._exact.sum(-1)
        return real, self._exact.sum(-2), real.sum(-1)

    @cached_property
    def _hits(self) -> Any:
        return np.diagonal(self._exact, axis1=-2, axis2=-1)

    @cached_property
    def classes(self) -> int:
        """K, the number of classes (of rows, where the table is not square)."""
        return int(self.counts.shape[-2])

    @cached_property
    def real(self) -> Array:
        """Items of each real class, ``(*batch, R)``."""
        return narrow(self._margins[0])

    @cached_property
    def predicted(self) -> Array:
        """Items given each label, ``(*batch, C)``."""
        return narrow(self._margins[1])

    @cached_property
    def total(self) -> Array:
        """All items, ``(*batch,)``."""
        return narrow(self._margins[2])

    @cached_property
    def hits(self) -> Array:
        """Items of each class given its own label, ``(*batch, K)``."""
        return narrow(self._hits)

    @cached_property
    def correct(self) -> Array:
        """Items given their own label, ``(*batch,)``."""
        return narrow(self._hits.sum(-1))

    @cached_property
    def wrong(self) -> Array:
        """Items given another label, ``(*batch,)``."""
        return narrow(self._margins[2] - self._hits.sum(-1))

    @cached_property
    def prevalence(self) -> Array:
        """Share of each real class, ``(*batch, R)``."""
        return self.real / self.total[..., None]

    @cached_property
    def bias(self) -> Array:
        """Share of each predicted label, ``(*batch, C)``."""
        return self.predicted / self.total[..., None]

    @cached_property
    def joint(self) -> Array:
        """Share of each cell, ``(*batch, R, C)``."""
        return self.counts / self.total[..., None, None]

    @cached_property
    def residuals(self) -> Array:
        """``N·n_ij − r_i·c_j``: zero in every cell iff truth and prediction are independent."""
        real, predicted, total = self._margins
        return narrow(
            np.asarray(total)[..., None, None] * self._exact - real[..., :, None] * predicted[..., None, :]
        )

    @cached_property
    def products(self) -> Array:
        """``r_i·c_j``, N² times the expected joint probability of each cell."""
        return self.real[..., :, None] * self.predicted[..., None, :]

    @cached_property
    def _real_by_predicted(self) -> Any:
        return (self._margins[0] * self._margins[1]).sum(-1)

    @cached_property
    def excess(self) -> Array:
        """``N·Σn_kk − Σr_k·c_k``: correct decisions beyond those of independent margins, times N."""
        return narrow(self._margins[2] * self._hits.sum(-1) - self._real_by_predicted)

    @cached_property
    def coincidence(self) -> Array:
        """``Σr_k·c_k``: N² times the accuracy that independent margins would reach."""
        return narrow(self._real_by_predicted)

    @cached_property
    def room(self) -> Array:
        """``N² − Σr_k·c_k``: N² times the error that independent margins would make."""
        return narrow(self._margins[2] * self._margins[2] - self._real_by_predicted)

    @cached_property
    def real_room(self) -> Array:
        """``N² − Σr_k²``: zero iff all items are of one real class."""
        real, _, total = self._margins
        return narrow(total * total - (real * real).sum(-1))

    @cached_property
    def predicted_room(self) -> Array:
        """``N² − Σc_k²``: zero iff all items were given one label."""
        _, predicted, total = self._margins
        return narrow(total * total - (predicted * predicted).sum(-1))

    @cached_property
    def pooled_room(self) -> Array:
        """``4N² − Σ(r_k + c_k)²``: zero iff both margins are the same single class."""
        real, predicted, total = self._margins
        pooled = real + predicted
        return narrow(4 * total * total - (pooled * pooled).sum(-1))

    @cached_property
    def scott_excess(self) -> Array:
        """``4N·Σn_kk − Σ(r_k + c_k)²``, the numerator of Scott's Pi."""
        real, predicted, total = self._margins
        pooled = real + predicted
        return narrow(4 * total * self._hits.sum(-1) - (pooled * pooled).sum(-1))

    @cached_property
    def each(self) -> Dichotomy:
        """Each class against the rest: cells of shape ``(*batch, K)``."""
        real, predicted, total = self._margins
        tp = self._hits
        fn, fp = real - tp, predicted - tp
        return Dichotomy(tp, fp, fn, np.asarray(total)[..., None] - real - fp)

    def positive(self, index: int) -> Dichotomy:
        """Class ``index`` of a two-class table against the other: cells of shape ``(*batch,)``."""
        cells, other = self._exact, 1 - index
        return Dichotomy(
            np.asarray(cells[..., index, index]),
            np.asarray(cells[..., other, index]),
            np.asarray(cells[..., index, other]),
            np.asarray(cells[..., other, other]),
        )
