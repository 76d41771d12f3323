"""Similarities of two sets that ask how far they share more than chance.

Nearly all are the determinant TP·TN − FP·FN, zero for independent sets, over a scale of their own.
"""

import math
from functools import cache, partial

import numpy as np

from abovechance.core.arrays import Array
from abovechance.core.dichotomy import Dichotomy
from abovechance.core.sums import deviance, log_ratio
from abovechance.measures.registry import binary

ALL_MARGINS = ("real_positive", "real_negative", "predicted_positive", "predicted_negative")
UNEVEN = "Zero at chance, but a perfect prediction reaches 1 only for some margins."
SIZED = "Grows with the number of items: evidence, not strength."
_SERIES_FROM, _TABLE_TO = 32, 4096

_association = partial(binary.association, family="similarity")
_corrected = partial(binary.corrected, family="similarity")


@_association(
    "AMPLE",
    formula=r"|\mathrm{tpa}+\mathrm{tna}-1|",
    source="dallmeier2005",
    dual=None,
    inverse="ample",
    invariant=("bias of two classes",),
    needs=("predicted_positive", "predicted_negative"),
    advice="The size of Markedness: a reversed prediction scores as high as a right one.",
)
def ample(d: Dichotomy) -> Array:
    """How much the prediction changes the probability of the class, up or down."""
    return np.where(d.markedness.real < 0, -d.markedness, d.markedness)


@_association(
    "Anderberg's D",
    formula=r"\frac{\max(\mathrm{TP},\mathrm{FP})+\max(\mathrm{FN},\mathrm{TN})+\max(\mathrm{TP},\mathrm{FN})"
    r"+\max(\mathrm{FP},\mathrm{TN})-\max(\mathrm{RP},\mathrm{RN})-\max(\mathrm{PP},\mathrm{PN})}{2N}",
    source="anderberg1973",
    high=0.5,
    best=None,
    inverse="anderberg_d",
    advice="The errors that Goodman and Kruskal's symmetric lambda counts, per item instead of per error.",
    kinked=True,
)
def anderberg_d(d: Dichotomy) -> Array:
    """How many fewer errors are made in guessing one side once the other is known."""
    known = np.maximum(d.tp, d.fp) + np.maximum(d.fn, d.tn) + np.maximum(d.tp, d.fn) + np.maximum(d.fp, d.tn)
    return (known - np.maximum(d.rp, d.rn) - np.maximum(d.pp, d.pn)) / (2 * d.n)


@_association(
    "Batagelj & Bren",
    formula=r"\frac{\mathrm{FP}\cdot\mathrm{FN}}{\mathrm{TP}\cdot\mathrm{TN}}",
    source="batagelj1995",
    high=np.inf,
    chance=1.0,
    best=0.0,
    inverse="batagelj_bren",
    invariant=("prevalence of two classes", "bias of two classes"),
    needs=ALL_MARGINS,
    advice="One over the odds ratio: a distance, 1 at chance.",
)
def batagelj_bren(d: Dichotomy) -> Array:
    """The odds of an error, over those of chance."""
    return d.fp / d.tp * (d.fn / d.tn)


@_association(
    "Baulieu III",
    formula=r"\tfrac12-2(\mathrm{tp}\cdot\mathrm{tn}-\mathrm{fp}\cdot\mathrm{fn})",
    source="baulieu1989",
    chance=0.5,
    best=None,
    inverse="baulieu_iii",
    advice="A distance: ½ at chance, and 0 only for a perfect prediction of balanced classes.",
)
def baulieu_iii(d: Dichotomy) -> Array:
    """One half less twice the Determinant."""
    right, wrong = d.tp + d.tn, d.fp + d.fn
    distance = (d.tp - d.tn) ** 2 + wrong * (2 * right + wrong) + 4 * d.fp * d.fn
    return distance / (2 * d.n) / d.n


@_corrected(
    "Benini I",
    formula=r"\frac{\mathrm{TP}\cdot\mathrm{TN}-\mathrm{FP}\cdot\mathrm{FN}}{\mathrm{RP}\cdot\mathrm{PN}}",
    source="benini1901",
    low=-np.inf,
    dual=None,
    needs=("real_positive", "predicted_negative"),
    advice="Reaches 1 as soon as there is no false negative.",
)
def benini_i(d: Dichotomy) -> Array:
    """How far false negatives stay below those of chance, as a share of them."""
    return d.determinant / (d.rp * d.pn)


@_corrected(
    "Loevinger's H",
    formula=r"\frac{\mathrm{TP}\cdot\mathrm{TN}-\mathrm{FP}\cdot\mathrm{FN}}{\min(\mathrm{RP}\cdot\mathrm{PN},\mathrm{PP}\cdot\mathrm{RN})}",
    source=("loevinger1948", "benini1901", "forbes1925"),
    low=-np.inf,
    inverse="loevinger_h",
    needs=ALL_MARGINS,
    aliases=("Benini II", "Forbes II"),
    advice="Correlation over the largest that the margins allow: 1 as soon as errors of one kind are absent.",
    kinked=True,
)
def loevinger_h(d: Dichotomy) -> Array:
    """The Determinant over the largest that these margins allow."""
    return d.determinant / np.minimum(d.rp * d.pn, d.pp * d.rn)


@_association(
    "Consonni & Todeschini V",
    formula=r"\frac{\ln(1+\mathrm{TP}\cdot\mathrm{TN})-\ln(1+\mathrm{FP}\cdot\mathrm{FN})}{\ln(1+N^2/4)}",
    source="consonni2012",
    low=-1.0,
    best=None,
    inverse="consonni_todeschini_v",
    odd=True,
    varies=("scale",),
    advice=UNEVEN,
)
def consonni_todeschini_v(d: Dichotomy) -> Array:
    """The log odds ratio, over the largest for this number of items."""
    # Both products are one more, so that their difference is still the determinant.
    strength = log_ratio(d.determinant, 1 + d.tp * d.tn, 1 + d.fp * d.fn)
    return strength / np.log1p(d.n * d.n / 4)


@_association(
    "Dennis' similarity",
    formula=r"\frac{\mathrm{TP}\cdot\mathrm{TN}-\mathrm{FP}\cdot\mathrm{FN}}{\sqrt{N\cdot\mathrm{RP}\cdot\mathrm{PP}}}",
    source="dennis1965",
    low=-np.inf,
    high=np.inf,
    best=None,
    varies=("scale",),
    needs=("real_positive", "predicted_positive"),
    advice=SIZED,
)
def dennis(d: Dichotomy) -> Array:
    """True positives beyond those of chance, over the root of those of chance."""
    return d.determinant / (np.sqrt(d.n) * np.sqrt(d.rp) * np.sqrt(d.pp))


@_association(
    "Digby's H",
    formula=r"\frac{(\mathrm{TP}\cdot\mathrm{TN})^{3/4}-(\mathrm{FP}\cdot\mathrm{FN})^{3/4}}{(\mathrm{TP}\cdot\mathrm{TN})^{3/4}+(\mathrm{FP}\cdot\mathrm{FN})^{3/4}}",
    source="digby1983",
    low=-1.0,
    inverse="digby",
    invariant=("prevalence of two classes", "bias of two classes"),
    odd=True,
    needs=ALL_MARGINS,
    aliases=("Digby correlation",),
    advice="Near to the tetrachoric correlation; 1 as soon as one cell of errors is empty.",
)
def digby(d: Dichotomy) -> Array:
    """The odds ratio to the power of ¾ on a scale from −1 to 1."""
    return np.tanh(0.375 * d.log_odds_ratio)


@_association(
    "Eyraud's similarity",
    formula=r"\frac{\mathrm{tp}-\mathrm{rp}\cdot\mathrm{pp}}{\mathrm{rp}\cdot\mathrm{rn}\cdot\mathrm{pp}\cdot\mathrm{pn}}",
    source="eyraud1936",
    low=-np.inf,
    high=np.inf,
    best=None,
    inverse="eyraud",
    odd=True,
    needs=ALL_MARGINS,
    advice="Without bound as a class or label gets rare.",
)
def eyraud(d: Dichotomy) -> Array:
    """The Determinant over the product of all four shares."""
    return d.determinant / (d.rp * d.rn) * (d.n / d.pp) * (d.n / d.pn)


@_association(
    "Gilbert & Wells",
    formula=r"\ln\frac{N^3}{2\pi\,\mathrm{RP}\,\mathrm{RN}\,\mathrm{PP}\,\mathrm{PN}}+2\ln\frac{N!\,\mathrm{TP}!\,\mathrm{FP}!\,\mathrm{FN}!\,\mathrm{TN}!}{\mathrm{RP}!\,\mathrm{RN}!\,\mathrm{PP}!\,\mathrm{PN}!}",
    source="gilbert1966",
    low=-np.inf,
    high=np.inf,
    chance="margins",
    best=None,
    inverse="gilbert_wells",
    varies=("scale",),
    needs=ALL_MARGINS,
    advice="Near to G-squared. " + SIZED,
)
def gilbert_wells(d: Dichotomy) -> Array:
    """Minus twice the log of the probability of the table given its margins, over the largest there is."""
    cells = np.stack((d.tp, d.fp, d.fn, d.tn))
    products = np.stack((d.rp * d.pp, d.rn * d.pp, d.rp * d.pn, d.rn * d.pn))
    deviations = d.determinant / products
    deviations[1:3] *= -1
    empty = np.log(d.n / products / (2 * math.pi))
    terms = np.where(cells == 0, empty, np.log1p(deviations) + 2 * _stirling(cells))
    terms += 2 * products * deviance(deviations) / d.n
    margins = sum(map(_stirling, (d.rp, d.rn, d.pp, d.pn)))
    return terms.sum(0) + 2 * (_stirling(d.n) - margins)


def _stirling(x: Array) -> Array:
    """``ln x! − (x + ½)·ln x + x − ½·ln 2π``: what Stirling's formula leaves out; 0 at 0."""
    index = np.minimum(x.real, _TABLE_TO).astype(int)
    if (index == x).all():
        return _stirling_table()[index]
    rest = np.atleast_1d(_stirling_series(x))
    few = np.atleast_1d(x.real < _SERIES_FROM)
    if few.any():
        rest[few] = _stirling_of_few(np.atleast_1d(x)[few])
    return rest.reshape(x.shape)


def _stirling_series(x: Array) -> Array:
    inverse = 1 / (x * x)
    return (1 - inverse / 30 * (1 - inverse * 2 / 7 * (1 - inverse * 3 / 4))) / (12 * x)


def _stirling_of_few(x: Array) -> Array:
    from scipy.special import loggamma

    rest = loggamma(x + 1) - (x + 0.5) * np.log(x) + x - 0.5 * math.log(2 * math.pi)
    return np.where(x == 0, 0.0, rest)


@cache
def _stirling_table() -> Array:
    few = _stirling_of_few(np.arange(0.0, _SERIES_FROM))
    return np.concatenate((few, _stirling_series(np.arange(_SERIES_FROM, _TABLE_TO + 1.0))))


@_association(
    "Kendall's tau-a",
    formula=r"\frac{2(\mathrm{TP}\cdot\mathrm{TN}-\mathrm{FP}\cdot\mathrm{FN})}{N(N-1)}",
    source="kendall1938",
    low=-1.0,
    best=None,
    inverse="kendall_tau_a",
    odd=True,
    varies=("scale",),
    needs=("pairs_of_items",),
    aliases=("tau a",),
    advice="At most a half for many items, since most pairs are tied. Tau-b of two classes is Correlation.",
)
def kendall_tau_a(d: Dichotomy) -> Array:
    """How many more pairs of items are ordered alike than otherwise by truth and prediction."""
    return 2 * d.determinant / (d.n * (d.n - 1))


@_corrected(
    "Kuder & Richardson",
    formula=r"\frac{4(\mathrm{TP}\cdot\mathrm{TN}-\mathrm{FP}\cdot\mathrm{FN})}{(\mathrm{TP}+\mathrm{TN})(\mathrm{FP}+\mathrm{FN})+4\,\mathrm{TP}\cdot\mathrm{TN}}",
    source=("kuder1937", "cronbach1951"),
    low=-np.inf,
    inverse="kuder_richardson",
    needs=("either_varies",),
    aliases=("KR20 of two items",),
)
def kuder_richardson(d: Dichotomy) -> Array:
    """The reliability of the sum of truth and prediction taken as two items of a test."""
    return 4 * d.determinant / ((d.tp + d.tn) * (d.fp + d.fn) + 4 * d.tp * d.tn)


@_association(
    "Kuhns I",
    formula=r"\frac{2\delta}{N},\ \delta=\mathrm{TP}-\frac{\mathrm{RP}\cdot\mathrm{PP}}{N}",
    source="kuhns1965",
    low=-0.5,
    high=0.5,
    best=None,
    inverse="kuhns_i",
    odd=True,
    advice="Twice the Determinant. " + UNEVEN,
)
def kuhns_i(d: Dichotomy) -> Array:
    """True positives beyond those of chance, over half the items."""
    return 2 * d.determinant / d.n / d.n


@_association(
    "Kuhns II",
    formula=r"\frac{\delta}{\max(\mathrm{RP},\mathrm{PP})}",
    source="kuhns1965",
    low=-0.5,
    best=None,
    needs=("positive",),
    advice=UNEVEN,
    kinked=True,
)
def kuhns_ii(d: Dichotomy) -> Array:
    """True positives beyond those of chance, over the larger of the two sets."""
    return d.determinant / d.n / np.maximum(d.rp, d.pp)


@_association(
    "Kuhns III",
    formula=r"\frac{\delta}{\left(1-\frac{\mathrm{TP}}{\mathrm{RP}+\mathrm{PP}}\right)\left(\mathrm{RP}+\mathrm{PP}-\frac{\mathrm{RP}\cdot\mathrm{PP}}N\right)}",
    source="kuhns1965",
    low=-1 / 3,
    best=None,
    needs=("positive",),
    advice=UNEVEN,
)
def kuhns_iii(d: Dichotomy) -> Array:
    """How far Jaccard exceeds that of chance."""
    both = d.rp + d.pp
    return d.determinant / (d.tp + d.fp + d.fn) * (both / (d.pp * d.rn + d.n * d.rp))


@_association(
    "Kuhns IV",
    formula=r"\frac{\delta}{\min(\mathrm{RP},\mathrm{PP})}",
    source="kuhns1965",
    low=-1.0,
    best=None,
    needs=("real_positive", "predicted_positive"),
    advice=UNEVEN,
    kinked=True,
)
def kuhns_iv(d: Dichotomy) -> Array:
    """True positives beyond those of chance, over the smaller of the two sets."""
    return d.determinant / d.n / np.minimum(d.rp, d.pp)


@_corrected(
    "Kuhns V",
    formula=r"\frac{\delta}{\max(\mathrm{RP}\cdot\mathrm{rn},\mathrm{PP}\cdot\mathrm{pn})}",
    source="kuhns1965",
    inverse="kuhns_v",
    odd=True,
    needs=("either_varies",),
    advice="A lower bound of the size of Correlation.",
    kinked=True,
)
def kuhns_v(d: Dichotomy) -> Array:
    """The smaller in size of Informedness and Markedness."""
    return d.determinant / np.maximum(d.rp * d.rn, d.pp * d.pn)


@_corrected(
    "Kuhns VI",
    formula=r"\frac{\delta}{\min(\mathrm{RP}\cdot\mathrm{rn},\mathrm{PP}\cdot\mathrm{pn})}",
    source="kuhns1965",
    inverse="kuhns_vi",
    odd=True,
    needs=ALL_MARGINS,
    advice="An upper bound of the size of Correlation.",
    kinked=True,
)
def kuhns_vi(d: Dichotomy) -> Array:
    """The larger in size of Informedness and Markedness."""
    return d.determinant / np.minimum(d.rp * d.rn, d.pp * d.pn)


@_association(
    "Kuhns VII",
    formula=r"\frac{\delta}{\sqrt{\mathrm{RP}\cdot\mathrm{PP}}}",
    source="kuhns1965",
    low=-0.5,
    best=None,
    needs=("real_positive", "predicted_positive"),
    advice=UNEVEN,
)
def kuhns_vii(d: Dichotomy) -> Array:
    """True positives beyond those of chance, over the geometric mean of the two sets."""
    return d.determinant / d.n / (np.sqrt(d.rp) * np.sqrt(d.pp))
