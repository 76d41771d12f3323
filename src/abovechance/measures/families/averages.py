"""Means of a class measure over the classes: unweighted (macro), by prevalence (weighted), pooled (micro).

They are here because published numbers use them. Micro-averaged Recall, Precision and F, and
weighted Recall, are nothing but accuracy; ``zero_division`` gives scikit-learn's choices for a class
whose term is undefined: a number to put there, or NaN to leave the class out.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from abovechance.core.arrays import Array
from abovechance.core.contingency import Contingency
from abovechance.core.sums import add_up
from abovechance.measures.facts import Difference, LinearIn
from abovechance.measures.families.informedness import mcc
from abovechance.measures.families.means import f1, f2, f_half, g_mean, g_measure, jaccard
from abovechance.measures.families.rates import (
    MISLEADS,
    class_accuracy,
    detection_rate,
    fallout,
    false_discovery_rate,
    false_omission_rate,
    inverse_precision,
    inverse_recall,
    miss_rate,
    precision,
    recall,
)
from abovechance.measures.registry import Measure, declare, overall

MACRO = "Counts a class of ten items as much as one of ten thousand. "
WEIGHTED = "Weighs each class by its prevalence, so that the frequent classes decide. "


def _times(weights: Array, values: Array) -> Array:
    """Weighted values; a class of weight zero adds nothing, whatever its value."""
    return weights * values if weights.all() else np.where(weights == 0, 0.0, weights * values)


def _mean(values: Array, weights: Array, zero_division: float) -> Array:
    """The weighted mean of the classes, ``zero_division`` for undefined values; NaN leaves them out."""
    undefined = np.isnan(values)
    if np.isnan(zero_division):
        weights = np.where(undefined, 0.0, weights)
    return add_up(_times(weights, np.where(undefined, zero_division, values))) / add_up(weights)


def _macro_of(of: Measure) -> Callable[..., Array]:
    def macro(t: Contingency, zero_division: float | None = None) -> Array:
        values = of.function(t.each)
        if zero_division is None:
            return add_up(values) / t.classes
        return _mean(values, np.ones(values.shape), zero_division)

    return macro


def _weighted_of(of: Measure) -> Callable[..., Array]:
    def weighted(t: Contingency, zero_division: float | None = None) -> Array:
        values = of.function(t.each)
        if zero_division is None:
            return add_up(_times(t.real, values)) / t.total
        return _mean(values, t.real, zero_division)

    return weighted


_LINEAR = {
    "macro_recall": LinearIn("balanced_accuracy"),
    "macro_miss_rate": LinearIn("balanced_accuracy", -1.0),
    "macro_inverse_recall": LinearIn("prevalence_weighted_informedness", lambda classes: 1 / classes),
    "macro_fallout": LinearIn("prevalence_weighted_informedness", lambda classes: -1 / classes),
    "macro_precision": LinearIn("markedness", 0.5, two_classes=True),
    "macro_false_discovery_rate": LinearIn("macro_precision", -1.0),
    "macro_inverse_precision": LinearIn("bias_weighted_markedness", lambda classes: 1 / classes),
    "macro_false_omission_rate": LinearIn("bias_weighted_markedness", lambda classes: -1 / classes),
    "macro_class_accuracy": LinearIn("accuracy", lambda classes: 2 / classes),
    "macro_detection_rate": LinearIn("accuracy", lambda classes: 1 / classes),
    "macro_mcc": LinearIn("mcc", two_classes=True),
    "weighted_mcc": LinearIn("mcc", two_classes=True),
    "weighted_class_accuracy": LinearIn("accuracy", two_classes=True),
    "weighted_false_discovery_rate": LinearIn("weighted_precision", -1.0),
    "weighted_fallout": LinearIn("weighted_inverse_recall", -1.0),
    "weighted_false_omission_rate": LinearIn("weighted_inverse_precision", -1.0),
}
_DIFFERENCES = {
    "macro_recall": Difference("classes", halved=True),
    "macro_inverse_recall": Difference("classes", halved=True),
    "macro_precision": Difference("labels", halved=True),
    "macro_inverse_precision": Difference("labels", halved=True),
}
_OF_OWN_ITEMS = (recall, miss_rate, precision, false_discovery_rate, f1, f2, f_half, jaccard)
"""Measures of a class that look at items of the class, or called so, alone: a rare class has few of them."""


def _declare(average: str, of: Measure, needs: tuple[str, ...], dual: str | None = None) -> None:
    key, macro = f"{average}_{of.key}", average == "macro"
    declare(
        "overall",
        of.kind,
        f"{average.capitalize()} {of.title}",
        key=key,
        family="averages",
        meaning=f"The {average} mean over the classes of {of.title}: {of.meaning[0].lower()}{of.meaning[1:]}",
        formula=(r"\frac1K\sum_k" if macro else r"\sum_k \mathrm{prev}_k") + rf"\,\text{{{of.title}}}_k",
        source="lewis1991",
        low=of.low,
        high=of.high,
        chance=of.chance,
        best=of.best,
        dual=None if dual is None else f"{average}_{dual}",
        invariant=of.invariant if macro else (),
        odd=of.odd,
        counts_empty_classes=macro,
        linear_in=_LINEAR.get(key),
        mean_of=of.key,
        evenly=macro,
        rare_class=macro and of in _OF_OWN_ITEMS,
        difference=_DIFFERENCES.get(key),
        needs=needs,
        advice=(MACRO if macro else WEIGHTED) + MISLEADS,
    )((_macro_of if macro else _weighted_of)(of))


# Matthews' correlation is declared of whole tables: here it is that of each class against the rest.
_class_mcc = replace(mcc, scope="binary", function=lambda d: d.correlation)
_CLASSES, _LABELS = ("every_class", "every_rest"), ("every_label", "every_other_label")
_NEEDS_OF_MACRO = ("every_class_or_label",)

_MACRO: tuple[tuple[Measure, tuple[str, ...], str | None], ...] = (
    (recall, ("every_class",), "precision"),
    (precision, ("every_label",), "recall"),
    (inverse_recall, ("every_rest",), "inverse_precision"),
    (inverse_precision, ("every_other_label",), "inverse_recall"),
    (fallout, ("every_rest",), "false_omission_rate"),
    (miss_rate, ("every_class",), "false_discovery_rate"),
    (false_discovery_rate, ("every_label",), "miss_rate"),
    (false_omission_rate, ("every_other_label",), "fallout"),
    (f1, _NEEDS_OF_MACRO, "f1"),
    (f2, _NEEDS_OF_MACRO, "f_half"),
    (f_half, _NEEDS_OF_MACRO, "f2"),
    (jaccard, _NEEDS_OF_MACRO, "jaccard"),
    (g_measure, ("every_class", "every_label"), "g_measure"),
    (g_mean, _CLASSES, None),
    (class_accuracy, ("table",), "class_accuracy"),
    (detection_rate, ("table",), "detection_rate"),
    (_class_mcc, (*_CLASSES, *_LABELS), "mcc"),
)

_WEIGHTED: tuple[tuple[Measure, tuple[str, ...]], ...] = (
    (precision, ("table", "labels_of_classes")),
    (inverse_recall, ("table", "real_classes")),
    (inverse_precision, ("table", "no_sole_label")),
    (fallout, ("table", "real_classes")),
    (false_discovery_rate, ("table", "labels_of_classes")),
    (false_omission_rate, ("table", "no_sole_label")),
    (f1, ("table",)),
    (f2, ("table",)),
    (f_half, ("table",)),
    (jaccard, ("table",)),
    (g_mean, ("table", "real_classes")),
    (class_accuracy, ("table",)),
    (_class_mcc, ("table", "real_classes", "labels_of_classes")),
)

for _of, _needs, _dual in _MACRO:
    _declare("macro", _of, _needs, _dual)
for _of, _needs in _WEIGHTED:
    _declare("weighted", _of, _needs)


@overall.traditional(
    "Harmonic F of the classes",
    formula=r"\left(\sum_k \mathrm{prev}_k / F_k\right)^{-1}",
    source="bookmaker2007, Fall",
    dual=None,
    aliases=("Fall",),
    advice="The F-factor of the figures of Powers 2008: one class that is never hit makes it 0. " + MISLEADS,
)
def harmonic_f1(t: Contingency) -> Array:
    """The harmonic mean of the F of the classes, weighted by prevalence."""
    never = ((t.hits == 0) & (t.real != 0)).any(-1)
    terms = t.real * (t.real + t.predicted) / (2 * t.hits)
    return np.where(never, 0.0, t.total / add_up(np.where(t.real == 0, 0.0, terms)))


@overall.traditional(
    "Geometric G of the classes",
    formula=r"\prod_k G_k^{\mathrm{prev}_k}",
    source="bookmaker2007, Gall",
    dual=None,
    aliases=("Gall",),
    advice="The geometric mean of the figures of Powers 2008: one class that is never hit makes it 0. "
    + MISLEADS,
)
def geometric_g_measure(t: Contingency) -> Array:
    """The geometric mean of the G of the classes, weighted by prevalence."""
    never = ((t.hits == 0) & (t.real != 0)).any(-1)
    squares = np.log(t.hits / t.real) + np.log(t.hits / t.predicted)
    logs = add_up(np.where(t.real == 0, 0.0, t.real * squares)) / (2 * t.total)
    return np.where(never, 0.0, np.exp(logs))


@overall.traditional(
    "Micro Jaccard",
    formula=r"\frac{\sum_k n_{kk}}{2N-\sum_k n_{kk}}",
    source=("lewis1991", "sklearn, jaccard_score with micro"),
    advice="A function of accuracy alone. " + MISLEADS,
)
def micro_jaccard(t: Contingency) -> Array:
    """The Jaccard of the decisions on all classes pooled: every error counts once for each of two classes."""
    return t.correct / (t.total + t.wrong)


@overall.traditional(
    "Micro Inverse Recall",
    formula=r"1-\frac{N-\sum_k n_{kk}}{(K-1)N}",
    source="lewis1991",
    needs=("table", "several_classes"),
    aliases=("micro inverse precision", "micro specificity", "micro TNR", "micro NPV"),
    advice="Near 1 for many classes whatever was predicted. " + MISLEADS,
    counts_empty_classes=True,
    linear_in=LinearIn("accuracy", lambda classes: 1 / (classes - 1)),
)
def micro_inverse_recall(t: Contingency) -> Array:
    """The share of right decisions that an item is not of a class, all classes pooled."""
    others = (t.classes - 1) * t.total
    return (others - t.wrong) / others


@overall.traditional(
    "Micro Fallout",
    formula=r"\frac{N-\sum_k n_{kk}}{(K-1)N}",
    source="lewis1991",
    best=0.0,
    needs=("table", "several_classes"),
    aliases=("micro false positive rate", "micro FPR", "micro false omission rate"),
    advice="Near 0 for many classes whatever was predicted. " + MISLEADS,
    counts_empty_classes=True,
    linear_in=LinearIn("accuracy", lambda classes: -1 / (classes - 1)),
)
def micro_fallout(t: Contingency) -> Array:
    """The share of wrong decisions among those on classes that an item is not of, all classes pooled."""
    return t.wrong / ((t.classes - 1) * t.total)


@overall.traditional(
    "Micro AUC of one point",
    formula=r"\tfrac12+\tfrac12\,\frac{K\cdot\mathrm{Acc}-1}{K-1}",
    source="yardstick, bal_accuracy with micro",
    needs=("table", "several_classes"),
    aliases=("micro balanced accuracy",),
    advice="Bennett's S moved to the scale of 0 to 1, a function of accuracy alone. " + MISLEADS,
    counts_empty_classes=True,
    linear_in=LinearIn("accuracy", lambda classes: classes / (classes - 1) / 2),
)
def micro_auc_of_one_point(t: Contingency) -> Array:
    """The mean of Recall and Inverse Recall of the decisions on all classes pooled."""
    others = (t.classes - 1) * t.total
    return (t.correct * (t.classes - 1) + others - t.wrong) / (2 * others)
