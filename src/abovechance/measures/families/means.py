"""Overlaps and means of two rates: Recall with Precision, or Recall with Inverse Recall."""

from functools import partial

import numpy as np

from abovechance.core.arrays import Array
from abovechance.core.contingency import Contingency
from abovechance.core.dichotomy import Dichotomy
from abovechance.core.sums import add_up
from abovechance.measures import isometrics
from abovechance.measures.facts import Difference, LinearIn, Proportion
from abovechance.measures.families.rates import MISLEADS
from abovechance.measures.registry import binary, overall

IGNORES = "Ignores the true negatives, so a guess scores well wherever positives are frequent. " + MISLEADS
_of_positives = partial(binary.traditional, needs=("positive",), straight=True)


@_of_positives(
    "Jaccard",
    formula=r"\frac{\mathrm{TP}}{\mathrm{TP}+\mathrm{FN}+\mathrm{FP}}",
    source=("powers2007, eq. 6", "jaccard1912"),
    aliases=(
        "Tanimoto",
        "Jaccard index",
        "intersection over union",
        "IoU",
        "threat score",
        "TS",
        "critical success index",
        "CSI",
        "ratio of verification",
    ),
    advice=IGNORES,
    proportion=Proportion("tp", "tp + fp + fn"),
)
def jaccard(d: Dichotomy) -> Array:
    """The share of true positives among the items that are or were predicted positive."""
    return d.tp / (d.tp + d.fn + d.fp)


@binary.traditional(
    "A-measure",
    formula=r"(\mathrm{Recall}+\mathrm{Precision})/2",
    source="powers2007, section 2.1",
    needs=("real_positive", "predicted_positive"),
    aliases=("arithmetic mean of recall and precision", "Kulczynski II"),
    advice=IGNORES,
)
def a_measure(d: Dichotomy) -> Array:
    """The arithmetic mean of Recall and Precision."""
    return (d.tpr + d.tpa) / 2


@binary.traditional(
    "G-measure",
    formula=r"\frac{\mathrm{TP}}{\sqrt{\mathrm{RP}\cdot\mathrm{PP}}}",
    source=("powers2007, section 2.1", "fowlkes1983"),
    needs=("real_positive", "predicted_positive"),
    aliases=("Fowlkes-Mallows of a class", "Ochiai", "cosine similarity"),
    advice=IGNORES,
)
def g_measure(d: Dichotomy) -> Array:
    """The geometric mean of Recall and Precision."""
    return d.tp / np.sqrt(d.rp * d.pp)


@_of_positives(
    "F-measure",
    formula=r"\frac{2\,\mathrm{TP}}{\mathrm{RP}+\mathrm{PP}}",
    source=("powers2007, eq. 12", "rijsbergen1979, chapter 7"),
    aliases=(
        "F1",
        "F1 score",
        "F-factor",
        "F-score",
        "Dice",
        "Sørensen-Dice",
        "Sorensen-Dice",
        "balanced F-score",
    ),
    advice=IGNORES,
    proportion=Proportion("tp", "tp + fp + fn", value=lambda p, _: 2 * p / (1 + p)),
    short="F1",
)
def f1(d: Dichotomy) -> Array:
    """The harmonic mean of Recall and Precision; 0 when nothing was found."""
    return 2 * d.tp / (d.rp + d.pp)


def _f_beta(d: Dichotomy, square: float) -> Array:
    return (1 + square) * d.tp / (square * d.rp + d.pp)


@_of_positives(
    "F-beta",
    formula=r"\frac{(1+\beta^2)\,\mathrm{TP}}{\beta^2\,\mathrm{RP}+\mathrm{PP}}",
    source="rijsbergen1979, chapter 7",
    aliases=("F-beta score",),
    advice="beta says how many times Recall counts as much as Precision. " + IGNORES,
    linear_in=LinearIn("f1"),
)
def f_beta(d: Dichotomy, beta: float = 1.0) -> Array:
    """The weighted harmonic mean of Recall and Precision; the dual is that of 1/beta."""
    return _f_beta(d, beta * beta)


@_of_positives(
    "F2",
    formula=r"\frac{5\,\mathrm{TP}}{4\,\mathrm{RP}+\mathrm{PP}}",
    source="rijsbergen1979, chapter 7",
    dual="f_half",
    aliases=("F2 score",),
    advice=IGNORES,
)
def f2(d: Dichotomy) -> Array:
    """The harmonic mean of Recall and Precision in which Recall counts twice as much."""
    return _f_beta(d, 4.0)


@_of_positives(
    "F0.5",
    formula=r"\frac{5\,\mathrm{TP}}{\mathrm{RP}+4\,\mathrm{PP}}",
    source="rijsbergen1979, chapter 7",
    dual="f2",
    aliases=("F0.5 score", "F half"),
    advice=IGNORES,
)
def f_half(d: Dichotomy) -> Array:
    """The harmonic mean of Recall and Precision in which Precision counts twice as much."""
    return _f_beta(d, 0.25)


@_of_positives(
    "Tversky index",
    formula=r"\frac{\mathrm{TP}}{\mathrm{TP}+\alpha\,\mathrm{FN}+\beta\,\mathrm{FP}}",
    source="tversky1977",
    aliases=("TI",),
    advice="F for alpha = beta = 1/2, Jaccard for 1. " + IGNORES,
    linear_in=LinearIn("f1"),
)
def tversky(d: Dichotomy, alpha: float = 0.5, beta: float = 0.5) -> Array:
    """The share of true positives among all positives, misses weighed by alpha and false alarms by beta."""
    return d.tp / (d.tp + alpha * d.fn + beta * d.fp)


@binary.traditional(
    "G-mean",
    formula=r"\sqrt{\mathrm{tpr}\cdot\mathrm{tnr}}",
    source="kubat1998",
    dual=None,
    inverse="g_mean",
    invariant=("prevalence of two classes",),
    needs=("real_positive", "real_negative"),
    aliases=("geometric mean of recall and inverse recall", "geometric mean score"),
    advice="Does not depend on prevalence, but its chance level depends on bias: at best 1/2.",
    isometric=isometrics.hyperbola,
)
def g_mean(d: Dichotomy) -> Array:
    """The geometric mean of Recall and Inverse Recall."""
    return np.sqrt(d.tpr * d.tnr)


@binary.traditional(
    "AUC of one point",
    formula=r"(\mathrm{tpr}-\mathrm{fpr}+1)/2=(\mathrm{tpr}+\mathrm{tnr})/2",
    source="powers2007, eq. 9",
    chance=0.5,
    dual=None,
    inverse="auc_of_one_point",
    invariant=("prevalence of two classes",),
    needs=("real_positive", "real_negative"),
    aliases=("single point AUC", "two-class balanced accuracy", "accuracy at even skew"),
    advice="Informedness moved to the scale of 0 to 1: (B + 1)/2. It is no area under a curve of scores.",
    linear_in=LinearIn("informedness", 0.5, two_classes=True),
    difference=Difference("classes", halved=True),
    straight=True,
)
def auc_of_one_point(d: Dichotomy) -> Array:
    """The area under the ROC curve through this one point: the mean of Recall and Inverse Recall."""
    return (d.tpr + d.tnr) / 2


@overall.traditional(
    "Balanced accuracy",
    formula=r"\frac{1}{|\{k: r_k>0\}|}\sum_{k:\,r_k>0}\frac{n_{kk}}{r_k}",
    source=("brodersen2010", "sklearn, balanced_accuracy_score"),
    dual=None,
    invariant=("prevalence",),
    aliases=("balanced accuracy score", "BACC", "mean recall of the classes that occur"),
    advice="Guessing reaches 1/K, so it can be compared only between problems with equally many classes.",
    linear_in=LinearIn("informedness", 0.5, two_classes=True),
    difference=Difference("classes", halved=True),
    straight=True,
    evenly=True,
    mean_of="recall",
    rare_class=True,
)
def balanced_accuracy(t: Contingency) -> Array:
    """The mean Recall of the classes that occur in the truth."""
    return add_up(np.where(t.real == 0, 0.0, t.each.tpr)) / t.occupied[0]


@overall.corrected(
    "Adjusted balanced accuracy",
    formula=r"\frac{1}{K-1}\Big(\sum_k\frac{n_{kk}}{r_k}-1\Big)",
    source="sklearn, balanced_accuracy_score with adjusted",
    dual=None,
    invariant=("prevalence",),
    odd=True,
    needs=("table", "real_classes", "classes_of_labels"),
    aliases=("balanced accuracy adjusted for chance",),
    advice="Informedness for two classes. For more it counts a rare class as much as a frequent one.",
    linear_in=LinearIn("balanced_accuracy", lambda classes: classes / (classes - 1)),
    difference=Difference("classes"),
    straight=True,
    evenly=True,
)
def adjusted_balanced_accuracy(t: Contingency) -> Array:
    """Balanced accuracy moved and stretched so that guessing scores 0 and perfection 1."""
    each = t.each
    absent = (each.rp == 0) & (each.pp == 0)
    # Recall less Bias, class by class, is the determinant over N·r_k; the biases add up to 1.
    beyond_chance = add_up(np.where(absent, 0.0, each.determinant / each.rp))
    return beyond_chance / t.total / (t.occupied[0] - 1)
