"""Informedness, Markedness and Correlation: what a decision knows, and what it is worth.

For one class against the rest B = tpr − fpr and M = tpa + tna − 1. For K classes Informedness
weighs the classes by how often each label is predicted, Markedness by how often each class occurs:
this is what the Bookmaker sum, eq. 41 of Powers 2007, expands to. Equations 42 and 43 there print
the weights the other way round; other software averages without weights. All three are declared
here, under names that tell them apart.

A label that never occurs in the truth is told from nothing: its term is 0 / 0, and 0 is its limit
if items are added whose label does not depend on their class. So it adds nothing, as chance does, while
the items that were given it still are misses of their own classes. By duality a class that was
never predicted adds nothing to Markedness.

The least Informedness that the margins allow: what a negative value is read against.

For two classes, predictions that are always wrong have an Informedness of −1. For more they need not: five
even classes that are mistaken evenly for one another have −1/4, and nothing with these margins has less.

Given the margins r and c, Informedness is linear in the right decisions n_kk, and no weight is negative. Each
n_kk is at least max(0, r_k + c_k − N), and all of these can be reached at once. What is left of the margins
then fits off the diagonal if r_k + c_k is at most what is left of N, for each k (Hall's theorem: two rows
together reach every column). At most one k has r_k + c_k > N, as the rows of two make up no more than N, and
so do the columns. If there is none, nothing is taken away. If it is 1, 2N − r_1 − c_1 is left: just enough
for the rest of row and column 1, and enough for any other k, as r_k ≤ N − r_1 and c_k ≤ N − c_1.

With the least n_kk, tpr_k − fpr_k is −c_k / (N − r_k) if that is at least −1, and else −(N − c_k) / r_k.
"""

from functools import partial

import numpy as np

from abovechance.core.arrays import Array
from abovechance.core.contingency import Contingency
from abovechance.core.dichotomy import Dichotomy
from abovechance.core.sums import add_up
from abovechance.measures import isometrics
from abovechance.measures.facts import Difference, LinearIn
from abovechance.measures.registry import binary, overall

_share_of_evenness = partial(
    overall.descriptive,
    chance=None,
    counts_empty_classes=True,
    high=0.25,
    source="powers2007, section 5",
    touches=True,
)
_corrected = partial(overall.corrected, limit=0.0, odd=True)
_PAPERS = ("powers_b0", "powers_b1", "powers_b2")


def _weighted(t: Contingency, counts: Array, margin: Array, values: Array) -> Array:
    """Mean over items of the value of their class; a class that is not in the margin adds nothing.

    Counts add up exactly where shares of N do not, so that values of 1 have a mean of 1.
    """
    return add_up(np.where((counts == 0) | (margin == 0), 0.0, counts * values)) / t.total


def _informedness(t: Contingency) -> Array:
    return np.where(t.real_room == 0, np.nan, _weighted(t, t.predicted, t.real, t.each.informedness))


def _markedness(t: Contingency) -> Array:
    return np.where(t.predicted_room == 0, np.nan, _weighted(t, t.real, t.predicted, t.each.markedness))


@_corrected(
    "Informedness",
    formula=r"\sum_k \mathrm{bias}_k\,(\mathrm{tpr}_k-\mathrm{fpr}_k)",
    source=("powers2007, eqs. 14 and 41", "powers2003"),
    dual="markedness",
    invariant=("prevalence of two classes",),
    needs=("table", "real_classes"),
    aliases=("Bookmaker informedness", "bookmaker", "BM", "DeltaP prime", "DeltaP′", "Powers kappa"),
    # for two classes all K-class forms agree; for more, peirce_multiclass is another statistic
    two_class_aliases=(
        "Youden's J",
        "youden_j",
        "Youden index",
        "Peirce skill score",
        "peirce",
        "PSS",
        "true skill statistic",
        "true skill score",
        "TSS",
        "Hanssen-Kuipers",
        "Hanssen-Kuipers discriminant",
        "Kuipers skill score",
        "KSS",
    ),
    advice="The recommended measure of a predictor. Prevalence does not change it for two classes; for more "
    "it does where some classes are known better than others. It is the probability of an informed decision "
    "where each decision is either informed or guessed, and every class is known equally well.",
    intervals=_PAPERS,
    difference=Difference("classes"),
    straight=True,
    short="informed",
    gloss="what decisions know about the truth",
)
def informedness(t: Contingency) -> Array:
    """How well predictions do, guessing taken out: as if this share were informed and the rest guessed."""
    return _informedness(t)


@_corrected(
    "Markedness",
    formula=r"\sum_k \mathrm{prev}_k\,(\mathrm{tpa}_k+\mathrm{tna}_k-1)",
    source="powers2007, eqs. 15 and 43 with the weights of eq. 41",
    dual="informedness",
    invariant=("bias of two classes",),
    needs=("table", "predicted_classes"),
    aliases=("MK", "DeltaP"),
    # for more than two classes, clayton_multiclass is another statistic
    two_class_aliases=("psep", "predictive summary index", "Clayton skill score", "CSS", "risk difference"),
    advice="The recommended measure of what a prediction is worth to the one who receives it.",
    intervals=_PAPERS,
    difference=Difference("labels"),
    isometric=isometrics.parabola,
    short="marked",
    gloss="what decisions tell about the truth",
)
def markedness(t: Contingency) -> Array:
    """How far predictions tell the truth, guessing taken out: the Informedness of the dual problem."""
    return _markedness(t)


@_corrected(
    "Correlation",
    formula=r"\pm\sqrt{\max(B\cdot M,\,0)}",
    source="powers2007, eq. 19",
    needs=("table", "real_classes", "predicted_classes"),
    aliases=("BookMarkG", "geometric mean of informedness and markedness"),
    advice="For when neither side is the norm. 0 where B and M differ in sign, as they may for K > 2.",
    linear_in=LinearIn("mcc", two_classes=True),
    intervals=_PAPERS,
    isometric=isometrics.ellipse,
    product_of=("informedness", "markedness"),
    short="correlation",
    gloss="geometric mean of the two",
)
def correlation(t: Contingency) -> Array:
    """The geometric mean of Informedness and Markedness, with their common sign; 0 if their signs differ."""
    b, m = _informedness(t), _markedness(t)
    product = np.where((b * m).real < 0, 0.0, b * m)
    return np.where((b + m).real < 0, -1.0, 1.0) * np.sqrt(product) + 0.0  # and never -0


@_corrected(
    "Matthews correlation",
    formula=r"\frac{N\sum_k n_{kk}-\sum_k r_k c_k}{\sqrt{(N^2-\sum_k r_k^2)(N^2-\sum_k c_k^2)}}",
    source=("matthews1975", "gorodkin2004, eq. 8"),
    needs=("table", "real_classes", "predicted_classes"),
    aliases=(
        "MCC",
        "R_K",
        "Gorodkin",
        "Matthews correlation coefficient",
        "phi coefficient",
        "phi",
        "overall MCC",
    ),
    advice="Equals Correlation for two classes; for more it is another statistic.",
    isometric=isometrics.ellipse,
    gloss="truth and prediction as vectors",
)
def mcc(t: Contingency) -> Array:
    """The correlation of truth and prediction as indicator vectors (Gorodkin's R_K for K classes)."""
    return t.excess / t.real_room * np.sqrt(t.real_room / t.predicted_room)  # exactly 1 if all is right


@overall.corrected(
    "BookMark",
    formula=r"B\cdot M",
    source="powers2007, section 2.5",
    limit=0.0,
    needs=("table", "real_classes", "predicted_classes"),
    aliases=("coefficient of determination",),
    advice="The square of Correlation: loses the sign for two classes.",
    linear_in=LinearIn("phi_squared", two_classes=True),
    product_of=("informedness", "markedness"),
)
def bookmark(t: Contingency) -> Array:
    """The product of Informedness and Markedness: the share of variance explained."""
    return _informedness(t) * _markedness(t)


@_corrected(
    "Prevalence-weighted Informedness",
    formula=r"\sum_k \mathrm{prev}_k\,(\mathrm{tpr}_k-\mathrm{fpr}_k)",
    source=("powers2007, eq. 42 as printed", "yardstick, j_index with macro_weighted"),
    dual="bias_weighted_markedness",
    invariant=("prevalence of two classes",),
    needs=("table", "real_classes"),
    aliases=("weighted informedness",),
    advice="What eq. 42 prints and some software computes; the derivation gives Informedness instead. "
    "Where all classes are known equally well, both show the same and differ in efficiency: hardly where "
    "labels are given as often as the classes occur, and else this one varies less.",
    linear_in=LinearIn("informedness", two_classes=True),
    difference=Difference("classes"),
)
def prevalence_weighted_informedness(t: Contingency) -> Array:
    """The mean Informedness of the classes, each weighted by its prevalence."""
    return _weighted(t, t.real, t.real, t.each.informedness)


@_corrected(
    "Bias-weighted Markedness",
    formula=r"\sum_k \mathrm{bias}_k\,(\mathrm{tpa}_k+\mathrm{tna}_k-1)",
    source="powers2007, eq. 43 as printed",
    dual="prevalence_weighted_informedness",
    invariant=("bias of two classes",),
    needs=("table", "predicted_classes"),
    advice="What eq. 43 prints; the derivation gives Markedness instead.",
    linear_in=LinearIn("markedness", two_classes=True),
    difference=Difference("labels"),
)
def bias_weighted_markedness(t: Contingency) -> Array:
    """The mean Markedness of the labels, each weighted by how often it is predicted."""
    return _weighted(t, t.predicted, t.predicted, t.each.markedness)


@overall.corrected(
    "Macro Informedness",
    formula=r"\frac1K\sum_k(\mathrm{tpr}_k-\mathrm{fpr}_k)",
    source="yardstick, j_index with macro",
    dual="macro_markedness",
    invariant=("prevalence of two classes",),
    odd=True,
    needs=("table", "every_class", "every_rest"),
    advice="What most software means by Youden's J of K classes. Rare classes count as much as frequent.",
    counts_empty_classes=True,
    linear_in=LinearIn("informedness", two_classes=True),
    difference=Difference("classes"),
    evenly=True,
)
def macro_informedness(t: Contingency) -> Array:
    """The unweighted mean Informedness of the classes."""
    return add_up(t.each.informedness) / t.classes


@overall.corrected(
    "Macro Markedness",
    formula=r"\frac1K\sum_k(\mathrm{tpa}_k+\mathrm{tna}_k-1)",
    source="yardstick, markedness with macro",
    dual="macro_informedness",
    invariant=("bias of two classes",),
    odd=True,
    needs=("table", "every_label", "every_other_label"),
    advice="Counts a rare label as much as a frequent one.",
    counts_empty_classes=True,
    linear_in=LinearIn("markedness", two_classes=True),
    difference=Difference("labels"),
    evenly=True,
)
def macro_markedness(t: Contingency) -> Array:
    """The unweighted mean Markedness of the labels."""
    return add_up(t.each.markedness) / t.classes


@binary.corrected(
    "Weighted relative accuracy",
    formula=r"4\,(\mathrm{Recall}-\mathrm{Bias})\,\mathrm{Prev}",
    source="powers2007, eq. 13",
    best=None,
    inverse="wracc",
    odd=True,
    aliases=("WRAcc",),
    advice="Zero at chance, but a perfect prediction reaches 1 only for balanced classes.",
    straight=True,
)
def wracc(d: Dichotomy) -> Array:
    """How far the true positives exceed those of chance, scaled so that balanced classes reach 1."""
    return 4 * d.determinant / d.n / d.n


@binary.corrected(
    "Determinant",
    formula=r"\mathrm{tp}\cdot\mathrm{tn}-\mathrm{fp}\cdot\mathrm{fn}=\mathrm{tp}-\mathrm{rp}\cdot\mathrm{pp}",
    source=("powers2007, eq. 24", "lavrac1999, definition 7"),
    low=-0.25,
    high=0.25,
    best=None,
    inverse="determinant",
    odd=True,
    aliases=("dtp", "unscaled weighted relative accuracy", "leverage", "covariance"),
    advice="The common numerator of Informedness, Markedness, Correlation and Kappa.",
    straight=True,
)
def determinant(d: Dichotomy) -> Array:
    """The share of true positives beyond that of independent margins."""
    return d.determinant / d.n / d.n


def _evenness(margin: Array, total: Array) -> Array:
    """Half the harmonic mean of all shares and their complements; 0 if one of them is empty."""
    whole = total[..., None]
    return margin.shape[-1] / add_up(whole / margin + whole / (whole - margin))


@_share_of_evenness(
    "Evenness of prevalence",
    formula=r"\tfrac12\,H(\mathrm{prev}_k,1-\mathrm{prev}_k)",
    dual="evenness_of_bias",
    aliases=("Evenness_R", "PrevG squared"),
    of_classes=True,
)
def evenness_of_prevalence(t: Contingency) -> Array:
    """How even the real classes are: half the harmonic mean of prevalences and inverse prevalences."""
    return _evenness(t.real, t.total)


@_share_of_evenness(
    "Evenness of bias",
    formula=r"\tfrac12\,H(\mathrm{bias}_k,1-\mathrm{bias}_k)",
    dual="evenness_of_prevalence",
    aliases=("Evenness_P", "BiasG squared"),
)
def evenness_of_bias(t: Contingency) -> Array:
    """How even the predicted labels are: half the harmonic mean of biases and inverse biases."""
    return _evenness(t.predicted, t.total)


@_share_of_evenness(
    "Geometric evenness",
    formula=r"\sqrt{\mathrm{Evenness}_R\cdot\mathrm{Evenness}_P}",
    aliases=("Evenness_G",),
)
def evenness(t: Contingency) -> Array:
    """The geometric mean of the evenness of prevalence and that of bias."""
    return np.sqrt(_evenness(t.real, t.total) * _evenness(t.predicted, t.total))


@overall.descriptive(
    "Least Informedness",
    formula=r"-\sum_k \mathrm{bias}_k\,\min\left(\frac{c_k}{N-r_k},\,\frac{N-c_k}{r_k}\right)",
    source="powers2007, eq. 41, least over the tables with these margins",
    chance=None,
    low=-1.0,
    high=0.0,
    dual=None,
    needs=("table", "real_classes"),
    advice="What a negative Informedness of more than two classes is read against: "
    "it is −1 only where the margins allow it.",
    kinked=True,
)
def least_informedness(t: Contingency) -> Array:
    """The least Informedness of all tables that have these margins."""
    d = t.each
    # the label is always wrong, or given to all items of the other classes
    terms = np.where((d.pp - d.rn).real <= 0, d.pp / d.rn, d.pn / d.rp)
    wrong = np.where((t.real == 0) | (t.predicted == 0), 0.0, t.predicted * terms)
    return np.where(t.real_room == 0, np.nan, -add_up(wrong) / t.total)
