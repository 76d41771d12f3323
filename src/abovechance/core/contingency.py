"""What formulas are made of: cells, margins and sums of products of a batch of tables.

Rates are quotients of counts and lose nothing. Digits are lost where two nearly equal
products are subtracted (``TP·TN − FP·FN``, ``N·Σn_kk − Σr_k·c_k``, ``N² − Σr_k²``). All such
differences live here, are taken in exact integers, and become floating point only at the end;
a measure divides last.

Integer counts are exact, floating-point counts (weights) are taken as they are, and complex
counts pass through unchanged, so that a formula can be differentiated by a complex step.
"""

from __future__ import annotations

import math
from functools import cached_property, partial, reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.tracing import Traced

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from abovechance.core.ordered import Ordered

Array = Any  # a NumPy array of float64, or complex128 while differentiating

_SAFE_TOTAL = 2**30
"""Below this total, four times a product of two margins fits into int64."""
_SAFE_PAIRS = 2**16
"""Below this total, a product of two numbers of pairs fits into int64."""
_MANY, _FEW = 1000, 4
"""From so many numbers on, so few slices are added one by one."""
_SINGULAR = 1e-15
"""A determinant this small against the lengths of its rows is that of a singular matrix, rounded."""
_NEAR = 0.1
"""Below this, (1 + x)·ln(1 + x) − x is summed as a series."""


def widen(counts: NDArray[Any]) -> NDArray[Any]:
    """Integers whose products cannot overflow: int64 if that is enough, else Python's own."""
    if counts.dtype.kind not in "iu":
        return counts
    if counts.size and int(add_up(add_up(counts)).max()) >= _SAFE_TOTAL:
        return counts.astype(object)
    return counts


def narrow(values: Any) -> Array:
    """The floating-point values nearest to exact integers; other numbers unchanged."""
    values = as_array(values)
    return values.astype(np.float64) if values.dtype.kind in "iuO" else values


def as_array(values: Any) -> Array:
    """Numbers as an array, which may be one that is traced."""
    return values if isinstance(values, Traced) else np.asarray(values)


def deviance(x: Array) -> Array:
    """``(1 + x)·ln(1 + x) − x``, never negative, with all its digits near 0; 1 at x = −1."""
    if isinstance(x, Traced):
        return x.through(deviance, np.log1p)
    values = np.where(x == -1, 1.0, (1 + x) * np.log1p(x) - x)
    near = abs(x) < _NEAR
    if near.any():
        small = x[near]
        y = small / (2 + small)
        q = y * y
        tail = q * (1 / 3 + q * (1 / 5 + q * (1 / 7 + q * (1 / 9 + q * (1 / 11 + q / 13)))))
        values[near] = 2 * y * (y + tail * (1 + y)) / (1 - y)
    return values


def surprisal(part: Array, whole: Array) -> Array:
    """``part·ln(whole / part)`` with all its digits where the part is nearly the whole; 0 for no part."""
    return np.where(part == 0, 0.0, part * np.log1p((whole - part) / part))


def divergence(of: Array, code: Array) -> Array:
    """``Σ of·ln(of / code)`` as a sum without negative terms, for two margins of one total."""
    terms = np.where(of + code == 0, 0.0, code * deviance((of - code) / code))
    return add_up(np.where((code == 0) & (of != 0), np.inf, terms))


def log_ratio(difference: Array, numerator: Array, denominator: Array) -> Array:
    """``ln(numerator / denominator)`` with all its digits where the two are nearly equal."""
    above = difference.real >= 0
    sign = np.where(above, 1.0, -1.0)
    return sign * np.log1p(sign * difference / np.where(above, denominator, numerator))


def add_up(values: Array, axis: int = -1) -> Array:
    """The sum over an axis of classes."""
    return _fold(np.add, values, axis)


def largest(values: Array, axis: int = -1) -> Array:
    """The maximum over an axis of classes."""
    return _fold(np.maximum, values, axis)


def _fold(function: np.ufunc, values: Array, axis: int) -> Array:
    """A ufunc over an axis; of many tables, a few slices one by one, which is far faster than ``reduce``."""
    if values.size >= _MANY and 0 < values.shape[axis] <= _FEW:
        return reduce(function, np.moveaxis(values, axis, 0))
    return function.reduce(values, axis=axis)


def add_cells(values: Array) -> Array:
    """The sum over the last two axes, the cells of each table."""
    return add_up(add_up(values))


def _confusion(counts: Array, whole: Array) -> Array:
    """``Σ e·ln(whole / e)`` over the cells of errors in the row and the column of each class."""
    errors = counts * (1.0 - np.eye(counts.shape[-1]))
    missed = add_up(surprisal(errors, whole[..., :, None]))
    return missed + add_up(surprisal(errors, whole[..., None, :]), -2)


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
    def contingency(self) -> Contingency:
        """The tables of two classes, the rest first."""
        tp, fp, fn, tn = self._exact
        return Contingency(np.stack([np.stack([tn, fp], -1), np.stack([fn, tp], -1)], -2))

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
        return self.determinant / (self.rp * self.rn)

    @cached_property
    def markedness(self) -> Array:
        """``tpa + tna − 1`` as one quotient."""
        return self.determinant / (self.pp * self.pn)

    @cached_property
    def correlation(self) -> Array:
        """Matthews' correlation of the two 0/1 variables."""
        return self.informedness * np.sqrt(self.rp * self.rn / (self.pp * self.pn))


class Contingency:
    """R×C tables with their margins, and the sums of products that measures of them share.

    ``counts`` has shape ``(*batch, R, C)``, rows truth and columns prediction.
    """

    def __init__(self, counts: NDArray[Any]) -> None:
        self._exact = widen(counts)
        self.counts = narrow(counts)

    @cached_property
    def _margins(self) -> tuple[Any, Any, Any]:
        real = add_up(self._exact)
        return real, add_up(self._exact, -2), add_up(real)

    @cached_property
    def _hits(self) -> Any:
        return np.diagonal(self._exact, axis1=-2, axis2=-1)

    @cached_property
    def _right(self) -> Any:
        return add_up(self._hits)

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
        return narrow(self._right)

    @cached_property
    def wrong(self) -> Array:
        """Items given another label, ``(*batch,)``."""
        return narrow(self._margins[2] - self._right)

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
            as_array(total)[..., None, None] * self._exact - real[..., :, None] * predicted[..., None, :]
        )

    @cached_property
    def products(self) -> Array:
        """``r_i·c_j``, N² times the expected joint probability of each cell."""
        return self.real[..., :, None] * self.predicted[..., None, :]

    @cached_property
    def _real_by_predicted(self) -> Any:
        return add_up(self._margins[0] * self._margins[1])

    @cached_property
    def excess(self) -> Array:
        """``N·Σn_kk − Σr_k·c_k``: correct decisions beyond those of independent margins, times N."""
        return narrow(self._margins[2] * self._right - self._real_by_predicted)

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
        return narrow(total * total - add_up(real * real))

    @cached_property
    def predicted_room(self) -> Array:
        """``N² − Σc_k²``: zero iff all items were given one label."""
        _, predicted, total = self._margins
        return narrow(total * total - add_up(predicted * predicted))

    @cached_property
    def pooled_room(self) -> Array:
        """``4N² − Σ(r_k + c_k)²``: zero iff both margins are the same single class."""
        real, predicted, total = self._margins
        pooled = real + predicted
        return narrow(4 * total * total - add_up(pooled * pooled))

    @cached_property
    def scott_excess(self) -> Array:
        """``4N·Σn_kk − Σ(r_k + c_k)²``, the numerator of Scott's Pi."""
        real, predicted, total = self._margins
        pooled = real + predicted
        return narrow(4 * total * self._right - add_up(pooled * pooled))

    @cached_property
    def pooled_residuals(self) -> Array:
        """``4N·n_ij − (r_i + c_i)(r_j + c_j)``: how far cells exceed those of one margin for both sides."""
        real, predicted, total = self._margins
        pooled = real + predicted
        return narrow(
            4 * as_array(total)[..., None, None] * self._exact - pooled[..., :, None] * pooled[..., None, :]
        )

    @cached_property
    def gwet_excess(self) -> Array:
        """``4(K−1)N·Σn_kk − 4N² + Σ(r_k + c_k)²``, the numerator of Gwet's AC1."""
        real, predicted, total = self._margins
        hits, others = self._right, self.classes - 1
        if self._exact.dtype.kind in "iu" and np.max(total, initial=0) * others >= _SAFE_TOTAL:
            exact = (real, predicted, total, hits)
            real, predicted, total, hits = (np.asarray(x).astype(object) for x in exact)
        pooled = real + predicted
        return narrow(4 * total * (others * hits - total) + add_up(pooled * pooled))

    @cached_property
    def deviations(self) -> Array:
        """``N·n_ij / r_i·c_j − 1``: how far each cell is from independence; 0 in an empty row or column."""
        return np.where(self.products == 0, 0.0, self.residuals / self.products)

    @cached_property
    def phi_squared(self) -> Array:
        """``χ² / N``: the mean square contingency."""
        return add_cells(self.residuals * self.deviations) / self.total / self.total

    @cached_property
    def real_gain(self) -> Array:
        """``Σ (n_ij − r_i·c_j/N)² / c_j``: what labels tell of the class, by Gini's index, times N."""
        squares = self.residuals * self.residuals / self.predicted[..., None, :]
        return add_cells(np.where(self.products == 0, 0.0, squares)) / self.total / self.total

    @cached_property
    def predicted_gain(self) -> Array:
        """``Σ (n_ij − r_i·c_j/N)² / r_i``: what classes tell of the label, by Gini's index, times N."""
        squares = self.residuals * self.residuals / self.real[..., :, None]
        return add_cells(np.where(self.products == 0, 0.0, squares)) / self.total / self.total

    @cached_property
    def best_of_real(self) -> Array:
        """The largest cell of each real class, ``(*batch, R)``."""
        return largest(self.counts)

    @cached_property
    def best_of_predicted(self) -> Array:
        """The largest cell of each label, ``(*batch, C)``."""
        return largest(self.counts, -2)

    @cached_property
    def best_f_of_real(self) -> Array:
        """The largest F₁ that each real class reaches with any label, ``(*batch, R)``."""
        sums = self.real[..., :, None] + self.predicted[..., None, :]
        return largest(np.where(sums == 0, 0.0, 2 * self.counts / sums))

    @cached_property
    def log_determinant(self) -> Array:
        """``ln |det T|`` of the joint shares T.

        Det T is that of the residuals over N² without the last row and column: their exact
        differences keep the digits that elimination on T would lose near independence.
        """
        inner = self.residuals[..., :-1, :-1] / (self.total * self.total)[..., None, None]
        if inner.shape[-1] == 1:
            only = inner[..., 0, 0]
            return np.log(np.where(only.real < 0, -only, only))
        phase, log = np.linalg.slogdet(inner)
        lengths = np.log(add_up(abs(inner) ** 2)) / 2
        noise = add_up(lengths) + math.log(_SINGULAR * self.classes**1.5)
        if np.iscomplexobj(phase):  # it carries the derivative
            log = log + np.log(np.where(phase.real < 0, -phase, phase))
        return np.where(log.real < noise, -np.inf, log)

    @cached_property
    def information(self) -> Array:
        """Mutual information of truth and prediction in nats: a sum without negative terms."""
        return add_cells(self.products * deviance(self.deviations)) / self.total / self.total

    @cached_property
    def real_entropy(self) -> Array:
        """Entropy of the truth in nats."""
        return add_up(surprisal(self.real, self.total[..., None])) / self.total

    @cached_property
    def predicted_entropy(self) -> Array:
        """Entropy of the prediction in nats."""
        return add_up(surprisal(self.predicted, self.total[..., None])) / self.total

    @cached_property
    def real_given_predicted(self) -> Array:
        """Entropy of the truth that is left when the prediction is known, in nats."""
        return add_cells(surprisal(self.counts, self.predicted[..., None, :])) / self.total

    @cached_property
    def predicted_given_real(self) -> Array:
        """Entropy of the prediction that is left when the truth is known, in nats."""
        return add_cells(surprisal(self.counts, self.real[..., :, None])) / self.total

    @cached_property
    def divergence(self) -> Array:
        """Kullback and Leibler's divergence of the truth from the prediction in nats."""
        return divergence(self.real, self.predicted) / self.total

    @cached_property
    def occupied(self) -> tuple[Array, Array]:
        """How many real classes and how many labels occur."""
        return add_up((self.real != 0) * 1.0), add_up((self.predicted != 0) * 1.0)

    @cached_property
    def pairs(self) -> Dichotomy:
        """Ordered pairs of items: really together or not, against predicted together or not."""
        counts = self._exact
        real, predicted, total = self._margins
        both = add_cells(counts * (counts - 1))
        missed = add_up(real * (real - 1)) - both
        false = add_up(predicted * (predicted - 1)) - both
        cells = both, false, missed, total * (total - 1) - both - missed - false
        if counts.dtype.kind in "iu" and np.max(total, initial=0) >= _SAFE_PAIRS:
            return Dichotomy(*(np.asarray(cell).astype(object) for cell in cells))
        return Dichotomy(*cells)

    @cached_property
    def ordered(self) -> Ordered:
        """The quantities of tables whose classes have an order."""
        from abovechance.core.ordered import Ordered

        return Ordered(self._exact, *self._margins)

    @cached_property
    def each(self) -> Dichotomy:
        """Each class against the rest: cells of shape ``(*batch, K)``."""
        real, predicted, total = self._margins
        tp = self._hits
        fn, fp = real - tp, predicted - tp
        tn = as_array(total)[..., None] - real - fp
        return Dichotomy(tp, fp, fn, tn, others=self.classes - 1, spread=self._spread)

    @property
    def _spread(self) -> Callable[[Array], Array]:
        """How the errors of each class spread; a method would tie tables and dichotomies into a circle."""
        return partial(_confusion, self.counts)

    def positive(self, index: int) -> Dichotomy:
        """Class ``index`` of a two-class table against the other: cells of shape ``(*batch,)``."""
        cells, other = self._exact, 1 - index
        return Dichotomy(
            np.asarray(cells[..., index, index]),
            np.asarray(cells[..., other, index]),
            np.asarray(cells[..., index, other]),
            np.asarray(cells[..., other, other]),
        )
