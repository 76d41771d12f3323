"""Statistics of a confusion matrix that software offers beside the rates, means and Kappas.

Most weigh Recall against Inverse Recall, or the class against its label, in one way or another.
Few have a fixed chance level; ``chance`` says which.
"""

import math
from functools import partial

import numpy as np

from abovechance.core.arrays import Array
from abovechance.core.contingency import Contingency
from abovechance.core.dichotomy import Dichotomy
from abovechance.core.sums import add_up
from abovechance.measures.facts import Difference, LinearIn, Ratio
from abovechance.measures.registry import binary, overall

MOST_CONFUSED = 2 / (math.e * math.log(2))
"""The largest −Σ x·log₂x of two shares that may add up to less than 1: confusion entropy exceeds 1."""
OF_MARGINS = "Says nothing of the decisions, only of the margins."
_SERIES_LIMIT = 5e-3
_discriminant = partial(
    binary.association,
    low=-np.inf,
    high=np.inf,
    best=np.inf,
    odd=True,
    needs=("real_positive", "real_negative", "predicted_positive", "predicted_negative"),
)


def _base(d: Dichotomy) -> float:
    """The logarithm that scales confusion entropy: of the number of cells in which errors may lie."""
    return math.log(2 * d.others) if d.others else math.nan


@binary.information(
    "Confusion entropy",
    formula=r"-\sum_{l\neq k}\left(\tfrac{n_{kl}}{r_k+c_k}\log_{2(K-1)}\tfrac{n_{kl}}{r_k+c_k}"
    r"+\tfrac{n_{lk}}{r_k+c_k}\log_{2(K-1)}\tfrac{n_{lk}}{r_k+c_k}\right)",
    source="wei2010",
    high=MOST_CONFUSED,
    best=0.0,
    needs=("another_class", "positive"),
    aliases=("CEN",),
    advice="Not monotone in the errors for two classes.",
    counts_empty_classes=True,
)
def confusion_entropy(d: Dichotomy) -> Array:
    """How evenly the errors that involve a class are spread over the other classes."""
    return d.confusion / (d.rp + d.pp) / _base(d)


@binary.information(
    "Modified confusion entropy",
    formula=r"\mathrm{CEN}_k\ \text{with}\ r_k+c_k-n_{kk}\ \text{for}\ r_k+c_k",
    source="delgado2019",
    high=MOST_CONFUSED,
    best=0.0,
    needs=("another_class", "positive"),
    aliases=("MCEN",),
    counts_empty_classes=True,
)
def modified_confusion_entropy(d: Dichotomy) -> Array:
    """Confusion entropy with each item of the class counted once."""
    return d.modified_confusion / (d.tp + d.fp + d.fn) / _base(d)


@overall.information(
    "Overall confusion entropy",
    formula=r"\sum_k\frac{r_k+c_k}{2N}\,\mathrm{CEN}_k",
    source="wei2010",
    high=MOST_CONFUSED,
    best=0.0,
    rectangular=False,
    needs=("table", "several_classes"),
    aliases=("overall CEN",),
    advice="Not monotone in the errors for two classes.",
    counts_empty_classes=True,
)
def overall_confusion_entropy(t: Contingency) -> Array:
    """The confusion entropy of the classes, each weighted by how often it occurs or is predicted."""
    return add_up(t.each.confusion) / (2 * t.total) / _base(t.each)


@overall.information(
    "Overall modified confusion entropy",
    formula=r"\sum_k\frac{r_k+c_k-n_{kk}}{2N-[K>2]\sum_l n_{ll}}\,\mathrm{MCEN}_k",
    source="delgado2019",
    high=MOST_CONFUSED,
    best=0.0,
    rectangular=False,
    needs=("table", "several_classes"),
    aliases=("overall MCEN",),
    counts_empty_classes=True,
)
def overall_modified_confusion_entropy(t: Contingency) -> Array:
    """The modified confusion entropy of the classes, each weighted by the items that involve it."""
    weight = 2 * t.total if t.classes == 2 else t.total + t.wrong
    return add_up(t.each.modified_confusion) / weight / _base(t.each)


@binary.traditional(
    "Individual classification success index",
    formula=r"\mathrm{tpr}+\mathrm{tpa}-1",
    source="labatut2011",
    low=-1.0,
    needs=("real_positive", "predicted_positive"),
    aliases=("ICSI", "McConnaughey"),
    advice="Looks like Informedness and is not: it has no chance level.",
)
def icsi(d: Dichotomy) -> Array:
    """One less the errors of both kinds, each as a share of its own margin."""
    return d.success_excess / (d.rp * d.pp)


@overall.traditional(
    "Classification success index",
    formula=r"\frac1K\sum_k(\mathrm{tpr}_k+\mathrm{tpa}_k-1)",
    source="koukoulas2001",
    low=-1.0,
    odd=True,
    needs=("table", "every_class", "every_label"),
    advice="For two classes the mean of Informedness and Markedness; for more it has no fixed chance level.",
    counts_empty_classes=True,
)
def classification_success_index(t: Contingency) -> Array:
    """The mean individual classification success index of the classes."""
    # Of two classes the same sum has exact numerators; those of the single classes would cancel near chance.
    if t.classes == 2:
        pair = t.positive(1)
        return (pair.informedness + pair.markedness) / 2
    return add_up(icsi.function(t.each)) / t.classes


@overall.traditional(
    "Class balance accuracy",
    formula=r"\frac1K\sum_k\frac{n_{kk}}{\max(r_k,c_k)}",
    source="mosley2013",
    needs=("table", "every_class_or_label"),
    aliases=("CBA",),
    counts_empty_classes=True,
    kinked=True,
)
def class_balance_accuracy(t: Contingency) -> Array:
    """The mean over the classes of the smaller of Recall and Precision."""
    return add_up(t.hits / np.maximum(t.real, t.predicted)) / t.classes


@overall.traditional(
    "AUNU",
    formula=r"\frac1K\sum_k\tfrac12(\mathrm{tpr}_k+\mathrm{tnr}_k)",
    source="ferri2009",
    chance=0.5,
    dual=None,
    invariant=("prevalence of two classes",),
    needs=("table", "every_class", "every_rest"),
    advice="Half of one plus Macro Informedness.",
    counts_empty_classes=True,
    linear_in=LinearIn("macro_informedness", 0.5),
    difference=Difference("classes", halved=True),
)
def aunu(t: Contingency) -> Array:
    """The mean area under the curve of each class against the rest, each curve of one point."""
    return add_up(t.each.tpr + t.each.tnr) / (2 * t.classes)


@overall.traditional(
    "AUNP",
    formula=r"\sum_k\mathrm{prev}_k\,\tfrac12(\mathrm{tpr}_k+\mathrm{tnr}_k)",
    source="ferri2009",
    chance=0.5,
    dual=None,
    invariant=("prevalence of two classes",),
    needs=("table", "real_classes"),
    advice="Half of one plus Prevalence-weighted Informedness.",
    linear_in=LinearIn("prevalence_weighted_informedness", 0.5),
    difference=Difference("classes", halved=True),
)
def aunp(t: Contingency) -> Array:
    """The area under the curve of each class against the rest, weighted by prevalence."""
    areas = np.where(t.real == 0, 0.0, t.real * (t.each.tpr + t.each.tnr))
    return add_up(areas) / (2 * t.total)


@binary.traditional(
    "Distance index",
    formula=r"\sqrt{\mathrm{fnr}^2+\mathrm{fpr}^2}",
    source="perkins2006",
    high=math.sqrt(2),
    best=0.0,
    dual=None,
    inverse="distance_index",
    invariant=("prevalence of two classes",),
    needs=("real_positive", "real_negative"),
    aliases=("dInd", "distance to corner"),
)
def distance_index(d: Dichotomy) -> Array:
    """The distance from the perfect corner in ROC space."""
    return np.sqrt(d.fnr * d.fnr + d.fpr * d.fpr)


@binary.traditional(
    "Similarity index",
    formula=r"1-\sqrt{\tfrac12(\mathrm{fnr}^2+\mathrm{fpr}^2)}",
    source="pycm",
    dual=None,
    inverse="similarity_index",
    invariant=("prevalence of two classes",),
    needs=("real_positive", "real_negative"),
    aliases=("sInd",),
)
def similarity_index(d: Dichotomy) -> Array:
    """One less the distance from the perfect corner in ROC space, over the largest there is."""
    # 1 − √x as (1 − x)/(1 + √x), which keeps its digits where x is nearly 1.
    near = d.tpr * (1 + d.fnr) + d.tnr * (1 + d.fpr)
    return near / (2 + np.sqrt(2 * (d.fnr * d.fnr + d.fpr * d.fpr)))


@_discriminant(
    "Discriminant power",
    formula=r"\frac{\sqrt3}\pi\ln\frac{\mathrm{TP}\cdot\mathrm{TN}}{\mathrm{FP}\cdot\mathrm{FN}}",
    source="blakeley1995",
    inverse="discriminant_power",
    invariant=("prevalence of two classes", "bias of two classes"),
    advice="The log odds ratio in standard deviations of the logistic distribution: 3 and more is good.",
    ratio=Ratio("odds", value=lambda ratio: np.sqrt(3) / np.pi * np.log(ratio)),
)
def discriminant_power(d: Dichotomy) -> Array:
    """How many standard deviations a logistic test variable would separate the classes by."""
    return math.sqrt(3) / math.pi * d.log_odds_ratio


@_discriminant(
    "Discriminant power, common logarithm",
    formula=r"\frac{\sqrt3}\pi\log_{10}\frac{\mathrm{TP}\cdot\mathrm{TN}}{\mathrm{FP}\cdot\mathrm{FN}}",
    source="bekkar2013",
    inverse="discriminant_power_log10",
    invariant=("prevalence of two classes", "bias of two classes"),
    advice="2.3 times smaller than Discriminant power: the published bands (1, 2, 3) do not apply to it.",
    ratio=Ratio("odds", value=lambda ratio: np.sqrt(3) / np.pi * np.log10(ratio)),
)
def discriminant_power_log10(d: Dichotomy) -> Array:
    """Discriminant power with the common logarithm in place of the natural one."""
    return math.sqrt(3) / math.pi / math.log(10) * d.log_odds_ratio


@_discriminant(
    "Sensitivity index",
    formula=r"d'=\Phi^{-1}(\mathrm{tpr})-\Phi^{-1}(\mathrm{fpr})",
    source="macmillan2005",
    dual=None,
    inverse="sensitivity_index",
    invariant=("prevalence of two classes",),
    aliases=("d prime", "d′", "detectability"),
)
def sensitivity_index(d: Dichotomy) -> Array:
    """How many standard deviations a normal test variable would separate the classes by."""
    hit, alarm = _normal_quantile(d.tp, d.fn), _normal_quantile(d.fp, d.tn)
    apart = np.asarray(hit - alarm)
    near = abs(apart) < _SERIES_LIMIT
    if near.any():  # there the difference of quantiles loses digits that Informedness still has
        apart[near] = _separation(d.informedness[near], apart[near], (hit + alarm)[near] / 2)
    return apart


def _separation(informedness: Array, apart: Array, middle: Array) -> Array:
    """The distance of two quantiles from that of their probabilities, by Taylor's series at their middle."""
    square, step = middle * middle, apart * apart
    density = np.exp(-square / 2) / math.sqrt(2 * math.pi)
    bend = (square - 1) * step / 24 + ((square - 6) * square + 3) * step * step / 1920
    return informedness / (density * (1 + bend))


def _normal_quantile(part: Array, rest: Array) -> Array:
    """The standard normal quantile of ``part / (part + rest)``, with all its digits in both tails."""
    from scipy.special import ndtri

    most = part.real > rest.real
    share = np.where(most, rest, part) / (part + rest)
    quantile = ndtri(share.real)
    # SciPy's quantile takes no complex numbers: the step is multiplied by its slope, one over the density.
    if np.iscomplexobj(share):
        quantile = quantile + 1j * share.imag * math.sqrt(2 * math.pi) * np.exp(quantile * quantile / 2)
    return np.where(most, -quantile, quantile)


@binary.information(
    "Information score",
    formula=r"\log_2\frac{\mathrm{tpa}}{\mathrm{prev}}",
    source="kononenko1991",
    low=-np.inf,
    high=np.inf,
    chance=0.0,
    best=None,
    needs=("real_positive", "predicted_positive"),
    aliases=("IS", "pointwise mutual information", "PMI"),
    advice="The logarithm of Lift. Without bound for rare classes.",
)
def information_score(d: Dichotomy) -> Array:
    """How many bits a positive prediction tells of the positive class."""
    # Lift less 1, exact near independence, where the logarithm of lift would have lost its digits.
    beyond = d.determinant / (d.rp * d.pp)
    lift = d.tp / d.rp * (d.n / d.pp)
    return np.where(abs(beyond) < 1 / 2, np.log1p(beyond), np.log(lift)) / math.log(2)


@binary.traditional(
    "Adjusted geometric mean",
    formula=r"\frac{\sqrt{\mathrm{tpr}\cdot\mathrm{tnr}}+\mathrm{tnr}\cdot\mathrm{rn}}{1+\mathrm{rn}}\ "
    r"\text{if}\ \mathrm{tpr}>0,\ \text{else}\ 0",
    source="batuwita2009",
    dual=None,
    needs=("real_positive", "real_negative"),
    aliases=("AGM", "adjusted G-mean"),
)
def agm(d: Dichotomy) -> Array:
    """The geometric mean of Recall and Inverse Recall, drawn towards the latter the rarer the class."""
    rest = d.rn / d.n
    value = (np.sqrt(d.tpr) * np.sqrt(d.tnr) + d.tnr * rest) / (1 + rest)
    return np.where((d.tpr == 0) & (d.rn != 0), 0.0, value)


@binary.traditional(
    "Adjusted F-score",
    formula=r"\sqrt{F_2\cdot F^{-1}_{0.5}},"
    r"\ F_2=\tfrac{5\mathrm{TP}}{5\mathrm{TP}+4\mathrm{FN}+\mathrm{FP}},"
    r"\ F^{-1}_{0.5}=\tfrac{5\mathrm{TN}}{5\mathrm{TN}+4\mathrm{FN}+\mathrm{FP}}",
    source="maratea2014",
    dual=None,
    needs=("positive", "negative"),
    aliases=("AGF", "adjusted F-measure"),
)
def agf(d: Dichotomy) -> Array:
    """The geometric mean of F2 of the class and F0.5 of the rest."""
    errors = 4 * d.fn + d.fp
    return np.sqrt(5 * d.tp / (5 * d.tp + errors)) * np.sqrt(5 * d.tn / (5 * d.tn + errors))


@binary.traditional(
    "Optimised precision",
    formula=r"\mathrm{Acc}-\frac{|\mathrm{tnr}-\mathrm{tpr}|}{\mathrm{tnr}+\mathrm{tpr}}",
    source="ranawana2006",
    low=-1.0,
    dual=None,
    inverse="optimised_precision",
    needs=("real_positive", "real_negative", "right"),
    aliases=("OP", "optimized precision"),
    kinked=True,
)
def optimised_precision(d: Dichotomy) -> Array:
    """Accuracy less the imbalance of Recall and Inverse Recall."""
    # Not abs, which of a complex number is real: the step by which formulas are differentiated would be lost.
    ahead = np.where(d.tpr.real < d.tnr.real, d.tnr - d.tpr, d.tpr - d.tnr)
    return (d.tp + d.tn) / d.n - ahead / (d.tpr + d.tnr)


@binary.traditional(
    "Index of balanced accuracy",
    formula=r"(1+\alpha(\mathrm{tpr}-\mathrm{tnr}))\,\mathrm{tpr}\cdot\mathrm{tnr}",
    source="garcia2009",
    dual=None,
    invariant=("prevalence of two classes",),
    needs=("real_positive", "real_negative"),
    aliases=("IBA", "IBA alpha"),
)
def iba(d: Dichotomy, alpha: float = 1) -> Array:
    """The product of Recall and Inverse Recall, rewarded for favouring the class."""
    # 1 + α(tpr − tnr), written without a difference of rates.
    return (1 - alpha + alpha * (d.tpr + d.fpr)) * d.tpr * d.tnr


@binary.traditional(
    "Overlap coefficient",
    formula=r"\frac{\mathrm{TP}}{\min(\mathrm{RP},\mathrm{PP})}",
    source="simpson1943",
    needs=("real_positive", "predicted_positive"),
    aliases=("OC", "Szymkiewicz-Simpson", "Simpson similarity"),
    advice="One as soon as either of Recall and Precision is.",
    kinked=True,
)
def overlap(d: Dichotomy) -> Array:
    """The larger of Recall and Precision."""
    return d.tp / np.minimum(d.rp, d.pp)


@binary.traditional(
    "Braun-Blanquet similarity",
    formula=r"\frac{\mathrm{TP}}{\max(\mathrm{RP},\mathrm{PP})}",
    source="braunblanquet1932",
    needs=("positive",),
    aliases=("BB",),
    kinked=True,
)
def braun_blanquet(d: Dichotomy) -> Array:
    """The smaller of Recall and Precision."""
    return d.tp / np.maximum(d.rp, d.pp)


@binary.count(
    "Predicted less real positives",
    formula=r"\mathrm{PP}-\mathrm{RP}",
    source="pycm",
    low=-np.inf,
    best=0.0,
    dual=None,
    aliases=("AM", "automatic minus manual"),
    advice=OF_MARGINS,
)
def surplus(d: Dichotomy) -> Array:
    """How many more items were predicted positive than are."""
    return d.fp - d.fn


@binary.descriptive(
    "Bray-Curtis dissimilarity",
    formula=r"\frac{|\mathrm{PP}-\mathrm{RP}|}{2N}",
    source="bray1957",
    high=0.5,
    best=0.0,
    inverse="bray_curtis",
    aliases=("BCD",),
    advice=OF_MARGINS,
    kinked=True,
)
def bray_curtis(d: Dichotomy) -> Array:
    """How far the number of predicted positives is from that of real ones, over twice the items."""
    surplus = np.where(d.fp.real < d.fn.real, d.fn - d.fp, d.fp - d.fn)
    return surplus / (2 * d.n)


@overall.count(
    "Global performance index",
    formula=r"N/K",
    source="pycm",
    aliases=("RR",),
    advice="Says nothing of the decisions, only how many items there are for each class.",
    counts_empty_classes=True,
)
def global_performance_index(t: Contingency) -> Array:
    """The number of items for each class."""
    return t.total / t.classes


@binary.descriptive(
    "Unbiased random accuracy of a class",
    formula=r"\left(\tfrac{\mathrm{prev}+\mathrm{bias}}2\right)^2",
    source="scott1955",
    aliases=("RACCU",),
    advice=OF_MARGINS,
)
def unbiased_random_accuracy(d: Dichotomy) -> Array:
    """The share of true positives of two raters who share the mean of the margins."""
    share = (d.rp + d.pp) / (2 * d.n)
    return share * share


@binary.traditional(
    "Net benefit",
    formula=r"\frac{\mathrm{TP}-w\,\mathrm{FP}}{N},\ w=\tfrac{p}{1-p}",
    source="vickers2006",
    low=-np.inf,
    best=None,
    dual=None,
    aliases=("NB",),
    advice="The weight w is the odds of the probability p above which one would act on a prediction.",
    straight=True,
)
def net_benefit(d: Dichotomy, w: float = 1) -> Array:
    """True positives per item, less what the false positives cost in them."""
    return (d.tp - w * d.fp) / d.n
