"""What formulas are made of: cells, margins and sums of products of a batch of tables.

Rates are quotients of counts and lose nothing. Digits are lost where two nearly equal
products are subtracted (``TP·TN − FP·FN``, ``N·Σn_kk − Σr_k·c_k``, ``N² − Σr_k²``). All such
differences live here and in ``dichotomy``, are taken in exact integers, and become floating point only
at the end; a measure divides last.
"""

from __future__ import annotations

import math
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.dichotomy import Dichotomy
from abovechance.core.ordered import Ordered
from abovechance.core.sums import (
    SAFE_PAIRS,
    SAFE_TOTAL,
    add_cells,
    add_up,
    as_array,
    deviance,
    divergence,
    largest,
    narrow,
    surprisal,
    widen,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from abovechance.core.arrays import Array

_RELATIVE_TOLERANCE = 1e-15
"""A determinant this small against the lengths of its rows is that of a singular matrix, rounded."""


def _confusion(counts: Array, whole: Array) -> Array:
    """``Σ e·ln(whole / e)`` over the cells of errors in the row and the column of each class."""
    # A product, not an assignment: counts that are traced take none.
    errors = counts * (1.0 - np.eye(counts.shape[-1]))
    missed = add_up(surprisal(errors, whole[..., :, None]))
    return missed + add_up(surprisal(errors, whole[..., None, :]), -2)


class Contingency:
    """R×C tables with their margins, and the sums of products that measures of them share.

    ``counts`` has shape ``(*batch, R, C)``, rows truth and columns prediction.
    """

    def __init__(self, counts: NDArray[Any]) -> None:
        # Differences of products cancel, so these are taken in whole numbers and rounded once at the end.
        self._exact = widen(counts)
        self.counts = narrow(counts)

    @cached_property
    def _margins(self) -> tuple[Any, Any, Any]:
        real = add_up(self._exact)
        return real, add_up(self._exact, -2), add_up(real)

    @cached_property
    def _hits(self) -> Array:
        return np.diagonal(self._exact, axis1=-2, axis2=-1)

    @cached_property
    def _right(self) -> Array:
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
    def _real_by_predicted(self) -> Array:
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
        # The factor K − 1 makes these products larger than those that `widen` has left room for.
        if self._exact.dtype.kind in "iu" and np.max(total, initial=0) * others >= SAFE_TOTAL:
            exact = (real, predicted, total, hits)
            real, predicted, total, hits = (np.asarray(x).astype(object) for x in exact)
        pooled = real + predicted
        return narrow(4 * total * (others * hits - total) + add_up(pooled * pooled))

    @cached_property
    def deviations(self) -> Array:
        """``N·n_ij / r_i·c_j − 1``: how far each cell is from independence; 0 in an empty row or column."""
        # An empty row or column expects nothing and has nothing: 0/0 is no deviation.
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
            # Not abs, which of a complex number is real: the step by which formulas are differentiated would
            # be lost.
            return np.log(np.where(only.real < 0, -only, only))
        phase, log = np.linalg.slogdet(inner)
        lengths = np.log(add_up(abs(inner) ** 2)) / 2
        # Hadamard bounds the determinant by the lengths of rows; what is tiny against that is rounding.
        noise = add_up(lengths) + math.log(_RELATIVE_TOLERANCE * self.classes**1.5)
        if np.iscomplexobj(phase):  # it carries the derivative
            log = log + np.log(np.where(phase.real < 0, -phase, phase))
        return np.where(log.real < noise, -np.inf, log)

    @cached_property
    def information(self) -> Array:
        """Mutual information of truth and prediction in nats: a sum without negative terms."""
        # As deviances every term is at least 0, so near independence nothing cancels.
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
        # Pairs grow with the square of N, and measures multiply them again: beyond this int64 is too small.
        if counts.dtype.kind in "iu" and np.max(total, initial=0) >= SAFE_PAIRS:
            return Dichotomy(*(np.asarray(cell).astype(object) for cell in cells))
        return Dichotomy(*cells)

    @cached_property
    def ordered(self) -> Ordered:
        """The quantities of tables whose classes have an order."""
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
