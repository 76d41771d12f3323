"""Aickin's alpha: the share of items on which two raters agree for a cause and not by chance.

The model says that a share α of the items is classified alike by both raters, the rest
independently, and that chance and cause agree on the classes in the same proportions. Its maximum
likelihood fit keeps both margins and the accuracy. With u = α / Acc the fitted diagonal m obeys
(r_k − u·m_k)(c_k − u·m_k) = (1 − u)(1 − u·Acc)·m_k for each class, in shares of N, so that one
equation in one unknown is left: Σ m_k(u) = Acc. For two classes it is solved by
u = 1 − √(FP·FN / TP·TN).
"""

from typing import NamedTuple

import numpy as np

from abovechance.measures.registry import overall
from abovechance.quantities import Array, Contingency, add_up

_ITERATIONS = 100
_HALF_THE_DIGITS = 1e-8
_TWO = 2


@overall(
    "Aickin's alpha",
    formula=r"\alpha:\ \sum_k m_k=\mathrm{Acc},\ "
    r"(r_k-\tfrac{\alpha}{\mathrm{Acc}}m_k)(c_k-\tfrac{\alpha}{\mathrm{Acc}}m_k)"
    r"=(1-\tfrac{\alpha}{\mathrm{Acc}})(1-\alpha)\,m_k",
    source="aickin1990",
    kind="chance-corrected",
    chance=0.0,
    dual="aickin_alpha",
    inverse="aickin_alpha",
    needs=("table", "disagreement"),
    family="kappa",
    aliases=("Aickin alpha",),
    advice="A share, so 0 at chance and below it. Less than accuracy however rare the classes are.",
)
def aickin_alpha(t: Contingency) -> Array:
    """The share of items on which both agree for a cause, in the model where the rest agrees by chance."""
    above = t.excess.real > 0
    told = add_up(np.minimum(t.real, t.predicted)) == t.correct  # the margins tell all errors: u is 1
    share = _share_of_two(t) if t.classes == _TWO else _share(t, above & ~told)
    share = np.where(above, np.where(told, 1.0, share), 0.0)
    return np.where(t.room == 0, np.nan, share * (t.correct / t.total))


def _share_of_two(t: Contingency) -> Array:
    pair = t.positive(1)
    right = np.sqrt(pair.tp) * np.sqrt(pair.tn)
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
    for _ in range(_ITERATIONS):
        gap, slope = equation.gap(u)
        below = gap < 0
        low, high = np.where(below, u, low), np.where(below, high, u)
        newton = u - gap / slope
        inside = (newton >= low) & (newton <= high)
        u, before = np.where(inside, newton, (low + high) / 2), u
        if not (wanted & (abs(u - before) > _HALF_THE_DIGITS * np.minimum(u, 1 - u))).any():
            break
    return u
