"""Odds and ratios of one class: how much more likely a label makes its class, or a class its label.

A ratio with nothing below is infinite, which is its true limit; nothing over nothing is undefined.

Tetrachoric correlation: of the two normal variables whose dichotomies would give the table.

With thresholds h and k that give the margins, the true positives beyond independence are
(Plackett 1954) ``dtp = ∫₀^r φ₂(h, k; s) ds``. Written in ``u = artanh s`` the integrand is
``φ(h)·φ(k)·exp(a·(1 − e^(−2u)) − b·(e^u − e^(−u))²) / cosh u``: smooth on the scale of 1 however
strong the correlation, so few quadrature nodes are enough, and relative to ``φ(h)·φ(k)``, so
nothing is lost for rare classes or near independence. The root is found by Halley's method on the
integral from 0 to u or, where a correlation is so strong that little is left, from u to infinity.
"""

from collections.abc import Callable
from functools import cache
from operator import itemgetter

import numpy as np

from abovechance.core.arrays import Array
from abovechance.core.dichotomy import Dichotomy
from abovechance.measures import isometrics
from abovechance.measures.facts import Ratio
from abovechance.measures.registry import binary

ALL_MARGINS = ("real_positive", "real_negative", "predicted_positive", "predicted_negative")
UNSCALED = "Has no scale: whether a value is good depends on what the errors cost."


@binary.association(
    "Odds ratio",
    formula=r"\frac{\mathrm{TP}\cdot\mathrm{TN}}{\mathrm{FP}\cdot\mathrm{FN}}",
    source=("powers2012, section 1.5", "yule1900"),
    high=np.inf,
    chance=1.0,
    best=np.inf,
    inverse="odds_ratio",
    invariant=("prevalence of two classes", "bias of two classes"),
    needs=ALL_MARGINS,
    aliases=("DOR", "diagnostic odds ratio", "cross-product ratio"),
    advice=UNSCALED + " Invariant to prevalence and bias, and infinite as soon as one error cell is empty.",
    ratio=Ratio("odds"),
    isometric=isometrics.of_odds(np.sqrt),
)
def odds_ratio(d: Dichotomy) -> Array:
    """The odds of a positive prediction for real positives, as a multiple of those for real negatives."""
    return d.tp * d.tn / (d.fp * d.fn)


@binary.association(
    "Log odds ratio",
    formula=r"\ln\frac{\mathrm{TP}\cdot\mathrm{TN}}{\mathrm{FP}\cdot\mathrm{FN}}",
    source="yule1900",
    low=-np.inf,
    high=np.inf,
    best=np.inf,
    inverse="log_odds_ratio",
    invariant=("prevalence of two classes", "bias of two classes"),
    odd=True,
    needs=ALL_MARGINS,
    aliases=("LOR",),
    advice=UNSCALED,
    ratio=Ratio("odds", value=np.log),
    isometric=isometrics.of_odds(lambda v: np.exp(v / 2)),
)
def log_odds_ratio(d: Dichotomy) -> Array:
    """The natural logarithm of the odds ratio."""
    return d.log_odds_ratio


@binary.association(
    "Yule's Q",
    formula=r"\frac{\mathrm{TP}\cdot\mathrm{TN}-\mathrm{FP}\cdot\mathrm{FN}}{\mathrm{TP}\cdot\mathrm{TN}+\mathrm{FP}\cdot\mathrm{FN}}",
    source=("yule1900", "stephenson2000, eq. 12"),
    low=-1.0,
    inverse="yule_q",
    invariant=("prevalence of two classes", "bias of two classes"),
    odd=True,
    needs=ALL_MARGINS,
    aliases=("Q", "coefficient of association", "odds ratio skill score", "ORSS"),
    advice="Reaches 1 as soon as one error cell is empty, however many errors are in the other.",
    ratio=Ratio("odds", value=lambda ratio: 1 - 2 / (ratio + 1)),
    isometric=isometrics.of_odds(lambda v: np.sqrt(1 + v), lambda v: np.sqrt(1 - v)),
)
def yule_q(d: Dichotomy) -> Array:
    """The odds ratio mapped to the range from −1 to 1: (OR − 1)/(OR + 1)."""
    return d.determinant / (d.tp * d.tn + d.fp * d.fn)


@binary.association(
    "Yule's Y",
    formula=r"\frac{\sqrt{\mathrm{TP}\cdot\mathrm{TN}}-\sqrt{\mathrm{FP}\cdot\mathrm{FN}}}{\sqrt{\mathrm{TP}\cdot\mathrm{TN}}+\sqrt{\mathrm{FP}\cdot\mathrm{FN}}}",
    source="yule1912",
    low=-1.0,
    inverse="yule_y",
    invariant=("prevalence of two classes", "bias of two classes"),
    odd=True,
    needs=ALL_MARGINS,
    aliases=("coefficient of colligation", "Yule colligation"),
    advice="The Informedness that the table would have with even prevalence and even bias.",
    ratio=Ratio("odds", value=lambda ratio: 1 - 2 / (np.sqrt(ratio) + 1)),
    isometric=isometrics.of_odds(lambda v: 1 + v, lambda v: 1 - v),
)
def yule_y(d: Dichotomy) -> Array:
    """The correlation that the table would have if both margins were made even."""
    roots = np.sqrt(d.tp * d.tn) + np.sqrt(d.fp * d.fn)
    return d.determinant / (roots * roots)


@binary.association(
    "Positive likelihood ratio",
    formula=r"\mathrm{tpr}/\mathrm{fpr}",
    source="powers2007, ratio of eqs. 1 and 7",
    high=np.inf,
    chance=1.0,
    best=np.inf,
    dual="relative_risk",
    invariant=("prevalence of two classes",),
    needs=("real_positive", "real_negative", "predicted_positive"),
    aliases=("LR+", "PLR", "likelihood ratio positive"),
    advice=UNSCALED,
    straight=True,
    ratio=Ratio("classes"),
)
def positive_likelihood_ratio(d: Dichotomy) -> Array:
    """By how much a positive prediction multiplies the odds of being positive."""
    return d.tp * d.rn / (d.fp * d.rp)


@binary.association(
    "Negative likelihood ratio",
    formula=r"\mathrm{fnr}/\mathrm{tnr}",
    source="powers2007, ratio of eqs. 8 and 3",
    high=np.inf,
    chance=1.0,
    best=0.0,
    dual=None,
    invariant=("prevalence of two classes",),
    needs=("real_positive", "real_negative", "predicted_negative"),
    aliases=("NLR", "likelihood ratio negative"),
    advice=UNSCALED,
    straight=True,
    ratio=Ratio("classes", "fn tp tn fp"),
)
def negative_likelihood_ratio(d: Dichotomy) -> Array:
    """By how much a negative prediction multiplies the odds of being positive."""
    return d.fn * d.rn / (d.tn * d.rp)


@binary.association(
    "Relative risk",
    formula=r"\mathrm{tpa}/\mathrm{fna}",
    source="powers2007, ratio of eq. 2 and the complement of eq. 4",
    high=np.inf,
    chance=1.0,
    best=np.inf,
    dual="positive_likelihood_ratio",
    invariant=("bias of two classes",),
    needs=("real_positive", "predicted_positive", "predicted_negative"),
    aliases=("risk ratio", "RR of the class"),
    advice=UNSCALED,
    ratio=Ratio("labels", "tp fp fn tn"),
)
def relative_risk(d: Dichotomy) -> Array:
    """How many times as often the predicted positives are positive as the predicted negatives are."""
    return d.tp * d.pn / (d.fn * d.pp)


@binary.association(
    "Lift",
    formula=r"\frac{\mathrm{tp}}{\mathrm{rp}\cdot\mathrm{pp}}",
    source=("brin1997", "powers2007, ratio of tp and its eq. 23"),
    high=np.inf,
    chance=1.0,
    best=None,
    limit=1.0,
    needs=("real_positive", "predicted_positive"),
    aliases=("interest",),
    advice="A perfect prediction reaches 1/prevalence: values of different data cannot be compared.",
    straight=True,
)
def lift(d: Dichotomy) -> Array:
    """How many times as many true positives there are as independent margins would give."""
    return d.tp * d.n / (d.rp * d.pp)


_CHUNK_SIZE = 4096
"""Tables solved at a time: their nodes fit into the cache."""
_COARSE, _FINE = 8, 20
"""Quadrature nodes of the first and of further iterations."""
_MAX_ITERATIONS = 40
_STEP_TOLERANCE = 1e-4
"""A last step below this: the next would be of the order of its cube."""
_STRONG_ARTANH = 6.0
"""The artanh of a correlation of 0.99999."""
_NEGLIGIBLE_EXPONENT = 72.0
"""Squared deviations beyond which a normal density adds less than rounding: exp(−72/2) ≈ 2e−16."""

Rule = tuple[Array, Array]  # quadrature nodes on the unit interval, the last of them its end, and weights


@cache
def _rule(nodes: int) -> Rule:
    """Gauss–Legendre nodes and weights, and the end of the interval with weight zero."""
    x, w = np.polynomial.legendre.leggauss(nodes)
    return np.append((x + 1) / 2, 1.0), np.append(w / 2, 0.0)


def _log_slope(u: Array, a: Array, b: Array) -> Array:
    square = np.exp(-2 * u)
    return (square - 1) / (square + 1) + 2 * (a * square - b * (1 / square - square))


def _from_zero(u: Array, a: Array, b: Array, target: Array, rule: Rule) -> tuple[Array, Array]:
    """Newton's step and the curvature for ``∫₀^u = target``."""
    nodes, weights = rule
    square = np.exp(u[:, None] * (-2 * nodes))
    density = np.exp(-(a + b)[:, None] * square - b[:, None] / square)
    density *= np.sqrt(square)
    density /= 1 + square
    target = target / 2 * np.exp(-a - 2 * b)
    return (target - u * (density @ weights)) / density[:, -1], _log_slope(u, a, b)


def _to_infinity(u: Array, a: Array, b: Array, target: Array, rule: Rule) -> tuple[Array, Array]:
    """Newton's step and the curvature for ``ln ∫_u^∞ = ln target``.

    In ``y = exp((u − v)/4)``, with v from u to where the density is lost in rounding: nodes are then dense
    where v is large, and features of the density, all of the scale of 1 in v, are resolved at any distance.
    """
    nodes, weights = rule
    square = np.exp(-2 * u)
    sinh = np.sinh(u)
    low = np.exp((u - np.arcsinh(np.sqrt(sinh * sinh + _NEGLIGIBLE_EXPONENT / (8 * b)))) / 4)
    y = low[:, None] + (1 - low)[:, None] * nodes
    cube = y * y * y
    fall = np.square(cube * y)
    there = square[:, None] * fall
    density = np.exp((1 - fall) * (((a + b) * square)[:, None] - b[:, None] / there)) * cube / (1 + there)
    mills = 4 * (1 - low) * (1 + square) * (density @ weights)
    log_density = a * (1 - square) - 4 * b * sinh * sinh - np.log(np.cosh(u))
    return mills * (log_density + np.log(mills) - np.log(target)), _log_slope(u, a, b) + 1 / mills


def _root(steps: Callable[..., tuple[Array, Array]], u: Array, *given: Array) -> Array:
    """Halley's method from ``u``, coarse at first, then for those that are not yet close."""
    active: slice | Array = slice(None)
    for iteration in range(_MAX_ITERATIONS):
        at = u[active]
        rule = _rule(_FINE if iteration else _COARSE)
        newton, curvature = steps(at, *(x[active] for x in given), rule)
        bend = np.minimum(np.maximum(1 + newton * curvature / 2, 0.5), 2.0)
        # Never to 0, and by no more than 1 in artanh, so that a bad start does not overshoot.
        step = np.maximum(np.minimum(newton / bend, 1.0), -at / 2)
        u[active] += step
        if iteration:
            active = np.arange(u.size)[active][abs(step) > _STEP_TOLERANCE * np.minimum(at, 1.0)]
            if not active.size:
                break
    return u


def _first_guess(d: Dichotomy, rarest: Array) -> Array:
    """The artanh of the approximation of Bonett and Price (2005), from the odds ratio and the margins."""
    power = (1 - abs(d.rp - d.pp) / (5 * d.n) - np.square(0.5 - rarest)) / 2
    return np.arcsinh(np.tan(np.pi / 2 * np.tanh(power * abs(d.log_odds_ratio) / 2)))


def _thresholds(d: Dichotomy) -> tuple[Array, Array]:
    """The share of the rarer side of each margin, and the deviates that cut off those of the positives."""
    from scipy.special import ndtri

    positives, negatives = np.stack((d.rp, d.pp)), np.stack((d.rn, d.pn))
    # By the rarer side: a share near 1 has lost the digits of what it lacks.
    rarer = np.minimum(positives, negatives) / d.n
    return rarer, np.where(positives < negatives, 1.0, -1.0) * ndtri(rarer)


def _beyond(u: Array, b: Array) -> Array:
    """Whether the integral from 0 is no longer smooth, or hardly grows."""
    return (8 * b * np.square(np.sinh(u)) > 1) | (u > _STRONG_ARTANH)


def _refined(u: Array, far: Array, given: tuple[Array, Array, Array, Array]) -> Array:
    """The roots near ``u``, of the integral from 0 or, where ``far``, of that to infinity."""
    a, b, done, left = given
    if far.all():
        return _root(_to_infinity, u, a, b, left)
    if far.any():
        near = ~far
        u[near] = _root(_from_zero, u[near], a[near], b[near], done[near])
        u[far] = _root(_to_infinity, u[far], a[far], b[far], left[far])
        return u
    return _root(_from_zero, u, a, b, done)


def _solve(d: Dichotomy) -> Array:
    """The correlation of tables without empty cells, and not independent."""
    rarer, (h, k) = _thresholds(d)
    sign = np.sign(d.determinant)
    a, b = sign * h * k / 2, np.square(h - sign * k) / 8
    scale = 2 * np.pi / d.n * np.exp((h * h + k * k) / 2)
    done = scale * abs(d.determinant) / d.n
    left = scale * np.where(sign > 0, np.minimum(d.fp, d.fn), np.minimum(d.tp, d.tn))
    # where half of the integral is done, the density has not vanished yet
    u = np.minimum(_first_guess(d, np.minimum(*rarer)), np.arcsinh(np.sqrt(_NEGLIGIBLE_EXPONENT / (8 * b))))
    strong = left < done
    far = strong & _beyond(u, b)
    u = _refined(u, far, (a, b, done, left))
    # The guess has decided which integral to solve: where the root says otherwise, it is solved again.
    wrong = far != (strong & _beyond(u, b))
    if wrong.any():
        u[wrong] = _refined(u[wrong], ~far[wrong], (a[wrong], b[wrong], done[wrong], left[wrong]))
    return sign * np.tanh(u)


def _gradient(d: Dichotomy, r: Array, tp: Array, rp: Array, pp: Array) -> Array:
    """The change of the correlation with those of the shares of true, real and predicted positives."""
    from scipy.special import ndtr

    _, (h, k) = _thresholds(d)
    room = 1 - r * r
    density = np.exp(-(h * h + k * k - 2 * r * h * k) / (2 * room)) / (2 * np.pi * np.sqrt(room))
    by_real, by_predicted = ndtr((k - r * h) / np.sqrt(room)), ndtr((h - r * k) / np.sqrt(room))
    return (tp - by_real * rp - by_predicted * pp) / density


def _real(d: Dichotomy) -> Array:
    margins = d.rp * d.rn * d.pp * d.pn
    # An empty cell makes it ±1, independence 0: only the other tables are solved.
    r = np.where(margins > 0, np.sign(d.determinant), np.nan)
    inner = np.flatnonzero((d.tp * d.tn > 0) & (d.fp * d.fn > 0) & (d.determinant != 0))
    flat, cells = r.ravel(), d if r.ndim == 1 else d.mapped(np.ravel)
    if inner.size == r.size <= _CHUNK_SIZE:
        return _solve(cells).reshape(r.shape)
    for start in range(0, inner.size, _CHUNK_SIZE):
        chunk = inner[start : start + _CHUNK_SIZE]
        flat[chunk] = _solve(cells.mapped(itemgetter(chunk)))
    return flat.reshape(r.shape)


@binary.association(
    "Tetrachoric correlation",
    formula=r"r:\ \Phi_2(\Phi^{-1}(\mathrm{rp}),\Phi^{-1}(\mathrm{pp});r)=\mathrm{tp}",
    source=("pearson1900", "bonett2005"),
    low=-1.0,
    inverse="tetrachoric_correlation",
    odd=True,
    needs=ALL_MARGINS,
    aliases=("tetrachoric", "tetrachoric r"),
    advice="Assumes that truth and prediction are cut from normal variables; ±1 as soon as a cell is empty.",
    intervals=("bonett_price",),
)
def tetrachoric_correlation(d: Dichotomy) -> Array:
    """The correlation of the two normal variables that, cut in two each, would give this table."""
    if not np.iscomplexobj(d.tp):
        return _real(d)
    # The solver takes real numbers: the step is multiplied by the slopes of the implicit function.
    real = d.mapped(np.real)
    r = _real(real)
    shares = (share.imag for share in (d.tp / d.n, d.prevalence, d.bias))
    return r + 1j * np.where(abs(r) < 1, _gradient(real, r, *shares), 0.0)
