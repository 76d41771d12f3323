"""The Kappa family for two raters: one form, K = (Acc − E) / (1 − E), and many ideas of chance E.

Each expected accuracy E is a measure of its own, so that the assumption can be looked at.

Aickin's alpha: the share of items on which two raters agree for a cause and not by chance.

The model says that a share α of the items is classified alike by both raters, the rest
independently, and that chance and cause agree on the classes in the same proportions. Its maximum
likelihood fit keeps both margins and the accuracy. With u = α / Acc the fitted diagonal m obeys
(r_k − u·m_k)(c_k − u·m_k) = (1 − u)(1 − u·Acc)·m_k for each class, in shares of N, so that one
equation in one unknown is left: Σ m_k(u) = Acc. For two classes it is solved by
u = 1 − √(FP·FN / TP·TN).
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from abovechance.core.arrays import Array
from abovechance.core.contingency import Contingency
from abovechance.core.dichotomy import Dichotomy
from abovechance.core.errors import InputError
from abovechance.core.sums import add_cells, add_up
from abovechance.measures.facts import LinearIn, Proportion
from abovechance.measures.registry import binary, overall

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


@overall.corrected(
    "Cohen's Kappa",
    formula=r"\frac{N\sum_k n_{kk}-\sum_k r_k c_k}{N^2-\sum_k r_k c_k}",
    source=("cohen1960, eq. 1", "powers2012, eq. 5"),
    limit=0.0,
    needs=("table", "disagreement"),
    aliases=("kappa", "Heidke skill score", "Heidke", "HSS", "kap"),
    advice="Chance is what the two margins would agree on, so it rewards having the bias of the truth.",
    intervals=("fleiss_cohen_everitt",),
    straight=True,
)
def cohen_kappa(t: Contingency) -> Array:
    """Agreement beyond that of independent margins, as a share of what was possible."""
    return t.excess / t.room


@overall.corrected(
    "Scott's Pi",
    formula=r"\frac{4N\sum_k n_{kk}-\sum_k(r_k+c_k)^2}{4N^2-\sum_k(r_k+c_k)^2}",
    source=("scott1955", "powers2012, eq. 6 with the missing term"),
    chance="margins",
    limit=0.0,
    needs=("table", "disagreement"),
    aliases=("Fleiss kappa", "kappa unbiased", "two-rater Fleiss", "Scott PI"),
    advice="Assumes that both raters draw from one distribution: a guess of another bias scores below 0.",
)
def scott_pi(t: Contingency) -> Array:
    """Agreement beyond that of two raters who share the mean of the two margins."""
    return t.scott_excess / t.pooled_room


@overall.corrected(
    "Bennett's S",
    formula=r"\frac{K\cdot\mathrm{Acc}-1}{K-1}",
    source="bennett1954",
    chance="margins",
    odd=True,
    needs=("table", "several_classes"),
    aliases=("Brennan-Prediger", "Randolph kappa", "free-marginal kappa", "kappa free"),
    advice="Assumes that chance is even over the classes: a majority guess looks informed.",
    counts_empty_classes=True,
    linear_in=LinearIn("accuracy", lambda classes: classes / (classes - 1)),
    straight=True,
    proportion=Proportion(
        "correct", "total", value=lambda p, classes: (classes * p - 1) / (classes - 1 or np.nan)
    ),
)
def bennett_s(t: Contingency) -> Array:
    """Agreement beyond that of raters who use all K classes evenly."""
    return (t.classes * t.correct - t.total) / ((t.classes - 1) * t.total)


@overall.corrected(
    "Gwet's AC1",
    formula=r"\frac{\mathrm{Acc}-E}{1-E},\ E=\frac{1}{K-1}\sum_k\pi_k(1-\pi_k),"
    r"\ \pi_k=\tfrac{\mathrm{prev}_k+\mathrm{bias}_k}{2}",
    source="gwet2008",
    chance="margins",
    needs=("table", "several_classes"),
    aliases=("AC1", "Gwet AC1", "Gwet gamma"),
    advice="Expects less agreement the more uneven the classes are: a majority guess looks informed.",
    counts_empty_classes=True,
)
def gwet_ac1(t: Contingency) -> Array:
    """Agreement beyond that of raters who guess evenly on the items that are hard."""
    pooled = t.real + t.predicted
    # 4(K − 1)N² less the numerator of the expected agreement, multiplied out so that nothing cancels.
    return t.gwet_excess / (4 * (t.classes - 2) * t.total * t.total + add_up(pooled * pooled))


@overall.corrected(
    "Krippendorff's alpha",
    formula=r"1-(2N-1)\frac{2\sum_{i\neq j}n_{ij}}{4N^2-\sum_k(r_k+c_k)^2}",
    source="krippendorff2004, section 11.3",
    chance="margins",
    varies=("scale",),
    needs=("table", "disagreement"),
    aliases=("Krippendorff alpha", "alpha nominal"),
    advice="Scott's Pi with chance drawn without replacement: 1−α = (1−π)(2N−1)/2N.",
)
def krippendorff_alpha(t: Contingency) -> Array:
    """One minus the disagreement of two raters over that of all their labels shuffled (nominal labels)."""
    # 1 − (1 − π)(2N − 1)/2N over one denominator: the only difference is one of whole numbers, exact.
    return (t.scott_excess + 2 * t.wrong) / t.pooled_room


@overall.corrected(
    "Weighted Kappa",
    formula=r"1-\frac{N\sum_{ij}w_{ij}n_{ij}}{\sum_{ij}w_{ij}r_i c_j}",
    source="cohen1968",
    limit=0.0,
    needs=("table", "disagreement"),
    aliases=("Cohen's weighted kappa",),
    advice="Give the weight of each disagreement; without weights all weigh the same: Cohen's Kappa.",
    linear_in=LinearIn("cohen_kappa"),
)
def weighted_kappa(t: Contingency, weights: "ArrayLike | None" = None) -> Array:
    """Agreement beyond that of independent margins, with a weight for each kind of disagreement."""
    if weights is None:
        return t.excess / t.room
    weight = _checked_weights(t, weights)
    # One less the quotient of two weighted sums, by residuals: these are exact where the sums would cancel.
    return -add_cells(weight * t.residuals) / add_cells(weight * t.products)


@overall.corrected(
    "Weighted Krippendorff's alpha",
    formula=r"1-(2N-1)\frac{2\sum_{ij}w_{ij}n_{ij}}{\sum_{ij}w_{ij}(r_i+c_i)(r_j+c_j)}",
    source="krippendorff2004",
    chance="margins",
    varies=("scale",),
    needs=("table", "disagreement"),
    aliases=("weighted Krippendorff alpha",),
    advice="Give the difference of each two labels; without weights all are alike: Krippendorff's alpha.",
    linear_in=LinearIn("krippendorff_alpha"),
)
def weighted_alpha(t: Contingency, weights: "ArrayLike | None" = None) -> Array:
    """One minus the weighted disagreement of two raters over that of all their labels shuffled."""
    if weights is None:
        return (t.scott_excess + 2 * t.wrong) / t.pooled_room
    weight, pooled = _checked_weights(t, weights), t.real + t.predicted
    expected = add_cells(weight * (pooled[..., :, None] * pooled[..., None, :]))
    return (2 * add_cells(weight * t.counts) - add_cells(weight * t.pooled_residuals)) / expected


def _checked_weights(t: Contingency, weights: "ArrayLike | None") -> Array:
    matrix = np.asarray(weights, dtype=float)
    if matrix.shape != (t.classes, t.classes) or not (matrix >= 0).all() or matrix.trace() != 0:
        raise InputError(
            f"weights must be a {t.classes}×{t.classes} matrix of disagreements, none negative and zero "
            f"on the diagonal, got {weights!r}"
        )
    return matrix


@overall.corrected(
    "Prevalence- and bias-adjusted Kappa",
    formula=r"2\,\mathrm{Acc}-1",
    source=("byrt1993", "maxwell1977"),
    chance="margins",
    odd=True,
    aliases=("PABAK", "Maxwell RE", "random error coefficient", "kappa no prevalence"),
    advice="Cohen's Kappa had both classes and both errors been equally frequent; meant for two classes.",
    linear_in=LinearIn("accuracy", 2.0),
    straight=True,
    proportion=Proportion("correct", "total", value=lambda p, _: 2 * p - 1),
)
def pabak(t: Contingency) -> Array:
    """Twice the accuracy less one."""
    return (t.correct - t.wrong) / t.total


@overall.traditional(
    "Bangdiwala's B",
    formula=r"\frac{\sum_k n_{kk}^2}{\sum_k r_k c_k}",
    source="bangdiwala1985",
    needs=("table", "common_class"),
    aliases=("Bangdiwala B",),
    advice="The shaded share of the agreement chart. It has no fixed chance level.",
)
def bangdiwala_b(t: Contingency) -> Array:
    """How much of the area that the margins allow for agreement is agreement."""
    return add_up(t.hits * t.hits) / t.coincidence


@overall.descriptive(
    "Maximum Kappa",
    formula=r"\frac{N\sum_k\min(r_k,c_k)-\sum_k r_k c_k}{N^2-\sum_k r_k c_k}",
    source="cohen1960",
    needs=("table", "disagreement"),
    aliases=("kappa maximum", "maximum attainable kappa"),
    advice="Below 1 unless prevalence and bias agree; what Kappa lacks to it is not for want of bias.",
    kinked=True,
)
def kappa_max(t: Contingency) -> Array:
    """The largest Cohen's Kappa that these margins allow."""
    smaller, larger = np.minimum(t.real, t.predicted), np.maximum(t.real, t.predicted)
    # N·min(r, c) − r·c class by class, as r·c = min·max: no term is negative.
    return add_up(smaller * (t.total[..., None] - larger)) / t.room


@binary.descriptive(
    "Prevalence index",
    formula=r"(\mathrm{TP}-\mathrm{TN})/N",
    source="byrt1993",
    low=-1.0,
)
def prevalence_index(d: Dichotomy) -> Array:
    """How much more often both say positive than both say negative."""
    return (d.tp - d.tn) / d.n


@binary.descriptive(
    "Bias index",
    formula=r"(\mathrm{FP}-\mathrm{FN})/N",
    source="byrt1993",
    low=-1.0,
    best=0.0,
    dual=None,
)
def bias_index(d: Dichotomy) -> Array:
    """How much more often positive is predicted than it occurs."""
    return (d.fp - d.fn) / d.n


@overall.descriptive(
    "Expected accuracy, Cohen",
    formula=r"\sum_k \mathrm{prev}_k\,\mathrm{bias}_k",
    source="powers2012, section 1.1",
    aliases=("chance accuracy", "random accuracy"),
)
def expected_accuracy(t: Contingency) -> Array:
    """The accuracy that independent margins would reach."""
    return t.coincidence / t.total / t.total


@overall.descriptive(
    "Expected accuracy, Scott",
    formula=r"\sum_k \left(\tfrac{\mathrm{prev}_k+\mathrm{bias}_k}{2}\right)^2",
    source="powers2012, eqs. 11–13",
    aliases=("random accuracy unbiased", "expected accuracy Fleiss"),
)
def expected_accuracy_scott(t: Contingency) -> Array:
    """The accuracy of two raters who both draw from the mean of the two margins."""
    return add_up((t.prevalence + t.bias) ** 2) / 4


@overall.descriptive(
    "Expected accuracy, Powers",
    formula=r"\frac{\mathrm{Acc}-B}{1-B}",
    source="powers2012, eq. 2",
    low=-np.inf,
    dual=None,
    needs=("table", "real_classes", "errors"),
)
def expected_accuracy_powers(t: Contingency) -> Array:
    """The accuracy that the guessed part of the decisions must have had, given Informedness."""
    # 1 − B as a mean of error rates: near perfection a difference from 1 would have lost its digits.
    lacking = add_up(t.bias * np.where(t.real == 0, 1.0, t.each.fnr + t.each.fpr))
    return 1 - t.wrong / t.total / lacking


@overall.descriptive(
    "Expected accuracy, Bennett",
    formula=r"1/K",
    source="bennett1954",
    invariant=("prevalence", "bias"),
    counts_empty_classes=True,
)
def expected_accuracy_bennett(t: Contingency) -> Array:
    """The accuracy of guessing evenly over all K classes."""
    # 1/K, and undefined without items.
    return t.total / (t.classes * t.total)


@overall.descriptive(
    "Expected accuracy, Gwet",
    formula=r"\frac{1}{K-1}\sum_k\pi_k(1-\pi_k),\ \pi_k=\tfrac{\mathrm{prev}_k+\mathrm{bias}_k}{2}",
    source="gwet2008",
    high=0.5,
    needs=("table", "several_classes"),
    counts_empty_classes=True,
    linear_in=LinearIn("expected_accuracy_scott", lambda classes: -1 / (classes - 1)),
    touches=True,
)
def expected_accuracy_gwet(t: Contingency) -> Array:
    """The accuracy of raters who guess evenly on the items that are hard."""
    return t.pooled_room / (4 * (t.classes - 1) * t.total * t.total)


_MAX_ITERATIONS = 100
# A Newton step below this leaves an error of the order of its square: no more than rounding.
_HALF_THE_DIGITS = 1e-8


@overall.corrected(
    "Aickin's alpha",
    formula=r"\alpha:\ \sum_k m_k=\mathrm{Acc},\ "
    r"(r_k-\tfrac{\alpha}{\mathrm{Acc}}m_k)(c_k-\tfrac{\alpha}{\mathrm{Acc}}m_k)"
    r"=(1-\tfrac{\alpha}{\mathrm{Acc}})(1-\alpha)\,m_k",
    source="aickin1990",
    low=0.0,
    needs=("table", "disagreement"),
    aliases=("Aickin alpha",),
    advice="A share, so 0 at chance and below it. Less than accuracy however rare the classes are.",
)
def aickin_alpha(t: Contingency) -> Array:
    """The share of items on which both agree for a cause, in the model where the rest agrees by chance."""
    above = t.excess.real > 0
    told = add_up(np.minimum(t.real, t.predicted)) == t.correct  # the margins tell all errors: u is 1
    share = _share_of_two(t) if t.classes == 2 else _share(t, above & ~told)
    share = np.where(above, np.where(told, 1.0, share), 0.0)
    return np.where(t.room == 0, np.nan, share * (t.correct / t.total))


def _share_of_two(t: Contingency) -> Array:
    pair = t.positive(1)
    right = np.sqrt(pair.tp) * np.sqrt(pair.tn)
    # 1 − √(FP·FN / TP·TN), by the exact determinant in the place of a difference of roots.
    return pair.determinant / (right * (right + np.sqrt(pair.fp) * np.sqrt(pair.fn)))


class _Equation(NamedTuple):
    """The one equation for u, in shares of N: classes on the last axis, of length 1 for the table."""

    product: Array
    apart: Array
    margins: Array
    accuracy: Array
    wrong: Array
    excess: Array

    def gap(self, u: Array) -> tuple[Array, Array]:
        """``Σ m_k − Acc`` and its derivative by u, with m_k − r_k·c_k taken apart so that digits are kept."""
        product, accuracy = self.product, self.accuracy
        across = (1 - u) * (1 - u + u * self.wrong) + u * self.apart
        root = np.sqrt(across * (across + 4 * u * np.sqrt(product)))
        slack = 1 + accuracy - self.margins - u * accuracy
        shortfall = u * slack
        whole = 1 - shortfall + root
        beyond = product * (2 * shortfall + 4 * u * u * product / whole) / whole
        fitted = product + beyond
        slope = fitted * (2 * u * fitted + slack - u * accuracy) / root
        return add_up(beyond)[..., None] - self.excess, add_up(slope)[..., None]


def _share(t: Contingency, wanted: Array) -> Array:
    """Solve for u; of no meaning where it is not wanted."""
    real, predicted = t.prevalence, t.bias
    # √r − √c from the exact difference of the counts.
    apart = (t.real - t.predicted) / t.total[..., None] / (np.sqrt(real) + np.sqrt(predicted))
    equation = _Equation(
        product=real * predicted,
        apart=np.where(real == predicted, 0.0, apart * apart),
        margins=real + predicted,
        accuracy=(t.correct / t.total)[..., None],
        wrong=(t.wrong / t.total)[..., None],
        excess=(t.excess / t.total / t.total)[..., None],
    )
    u = _solve(_Equation(*(x.real for x in equation)), wanted[..., None])
    if np.iscomplexobj(equation.accuracy):  # one more step carries the derivative from the counts to u
        gap, slope = equation.gap(u)
        u = u - gap / slope.real
    return u[..., 0]


def _solve(equation: _Equation, wanted: Array) -> Array:
    """Newton's method, kept in a bracket; it doubles the digits with each step."""
    accuracy, excess = equation.accuracy, equation.excess
    u = excess / (accuracy * (1 - accuracy + excess))
    low, high = np.zeros_like(u), np.ones_like(u)
    for _ in range(_MAX_ITERATIONS):
        gap, slope = equation.gap(u)
        below = gap < 0
        low, high = np.where(below, u, low), np.where(below, high, u)
        newton = u - gap / slope
        inside = (newton >= low) & (newton <= high)
        u, before = np.where(inside, newton, (low + high) / 2), u
        if not (wanted & (abs(u - before) > _HALF_THE_DIGITS * np.minimum(u, 1 - u))).any():
            break
    return u
