"""Rates of one class: quotients of a cell and a margin, and the margins themselves."""

from functools import partial

from abovechance.core.arrays import Array
from abovechance.core.contingency import Contingency
from abovechance.core.dichotomy import Dichotomy
from abovechance.core.sums import largest
from abovechance.measures.facts import LinearIn, Proportion
from abovechance.measures.registry import binary, overall

MISLEADS = "Depends on prevalence and bias: compare it with its chance level, not with other data."
_rate = partial(binary.traditional, straight=True)


@_rate(
    "Recall",
    formula=r"\mathrm{TP}/\mathrm{RP}",
    source="powers2007, eq. 1",
    dual="precision",
    inverse="inverse_recall",
    invariant=("prevalence",),
    needs=("real_positive",),
    aliases=("sensitivity", "true positive rate", "TPR", "hit rate", "probability of detection", "POD"),
    advice="Equals the bias when guessing; says nothing of the negatives. " + MISLEADS,
    proportion=Proportion("tp", "rp", "always"),
)
def recall(d: Dichotomy) -> Array:
    """The share of the real positives that were predicted positive."""
    return d.tpr


@_rate(
    "Precision",
    formula=r"\mathrm{TP}/\mathrm{PP}",
    source="powers2007, eq. 2",
    dual="recall",
    inverse="inverse_precision",
    invariant=("bias",),
    needs=("predicted_positive",),
    aliases=(
        "confidence",
        "positive predictive value",
        "PPV",
        "true positive accuracy",
        "tpa",
        "success ratio",
    ),
    advice="Equals the prevalence when guessing; says nothing of the negatives. " + MISLEADS,
    proportion=Proportion("tp", "pp"),
)
def precision(d: Dichotomy) -> Array:
    """The share of the predicted positives that are really positive."""
    return d.tpa


@_rate(
    "Inverse Recall",
    formula=r"\mathrm{TN}/\mathrm{RN}",
    source="powers2007, eq. 3",
    dual="inverse_precision",
    inverse="recall",
    invariant=("prevalence of two classes",),
    needs=("real_negative",),
    aliases=("specificity", "true negative rate", "TNR", "selectivity"),
    advice=MISLEADS,
    proportion=Proportion("tn", "rn", "two"),
)
def inverse_recall(d: Dichotomy) -> Array:
    """The share of the real negatives that were predicted negative."""
    return d.tnr


@_rate(
    "Inverse Precision",
    formula=r"\mathrm{TN}/\mathrm{PN}",
    source="powers2007, eq. 4",
    dual="inverse_recall",
    inverse="precision",
    invariant=("bias of two classes",),
    needs=("predicted_negative",),
    aliases=("negative predictive value", "NPV", "true negative accuracy", "tna"),
    advice=MISLEADS,
    proportion=Proportion("tn", "pn"),
)
def inverse_precision(d: Dichotomy) -> Array:
    """The share of the predicted negatives that are really negative."""
    return d.tna


@_rate(
    "Fallout",
    formula=r"\mathrm{FP}/\mathrm{RN}",
    source="powers2007, eq. 7",
    best=0.0,
    dual="false_omission_rate",
    inverse="miss_rate",
    invariant=("prevalence of two classes",),
    needs=("real_negative",),
    aliases=("false positive rate", "FPR", "false alarm rate", "probability of false detection", "POFD"),
    advice="Equals the bias when guessing. " + MISLEADS,
    linear_in=LinearIn("inverse_recall", -1.0),
    proportion=Proportion("fp", "rn", "two"),
)
def fallout(d: Dichotomy) -> Array:
    """The share of the real negatives that were predicted positive."""
    return d.fpr


@_rate(
    "Miss Rate",
    formula=r"\mathrm{FN}/\mathrm{RP}",
    source="powers2007, eq. 8",
    best=0.0,
    dual="false_discovery_rate",
    inverse="fallout",
    invariant=("prevalence",),
    needs=("real_positive",),
    aliases=("false negative rate", "FNR"),
    advice=MISLEADS,
    linear_in=LinearIn("recall", -1.0),
    proportion=Proportion("fn", "rp", "always"),
)
def miss_rate(d: Dichotomy) -> Array:
    """The share of the real positives that were predicted negative."""
    return d.fnr


@_rate(
    "False discovery rate",
    formula=r"\mathrm{FP}/\mathrm{PP}",
    source="powers2007, section 2.1",
    best=0.0,
    dual="miss_rate",
    inverse="false_omission_rate",
    invariant=("bias",),
    needs=("predicted_positive",),
    aliases=("FDR", "false positive accuracy", "fpa", "false alarm ratio"),
    advice=MISLEADS,
    linear_in=LinearIn("precision", -1.0),
    proportion=Proportion("fp", "pp"),
)
def false_discovery_rate(d: Dichotomy) -> Array:
    """The share of the predicted positives that are really negative."""
    # Errors over their margin: 1 − Precision would have lost the digits of few errors.
    return d.fp / d.pp


@_rate(
    "False omission rate",
    formula=r"\mathrm{FN}/\mathrm{PN}",
    source="powers2007, section 2.1",
    best=0.0,
    dual="fallout",
    inverse="false_discovery_rate",
    invariant=("bias of two classes",),
    needs=("predicted_negative",),
    aliases=("FOR", "false negative accuracy", "fna"),
    advice=MISLEADS,
    linear_in=LinearIn("inverse_precision", -1.0),
    proportion=Proportion("fn", "pn"),
)
def false_omission_rate(d: Dichotomy) -> Array:
    """The share of the predicted negatives that are really positive."""
    return d.fn / d.pn


@binary.descriptive(
    "Prevalence",
    formula=r"\mathrm{RP}/N",
    source="powers2007, section 2.1",
    dual="bias",
    inverse="inverse_prevalence",
    aliases=("base rate", "reference prevalence"),
    of_classes=True,
    proportion=Proportion("rp", "n"),
)
def prevalence(d: Dichotomy) -> Array:
    """The share of items that are really positive."""
    return d.prevalence


@binary.descriptive(
    "Inverse Prevalence",
    formula=r"\mathrm{RN}/N",
    source="powers2007, section 2.1",
    dual="inverse_bias",
    inverse="prevalence",
    linear_in=LinearIn("prevalence", -1.0),
    of_classes=True,
    proportion=Proportion("rn", "n"),
)
def inverse_prevalence(d: Dichotomy) -> Array:
    """The share of items that are really negative."""
    return d.rn / d.n


@binary.descriptive(
    "Bias",
    formula=r"\mathrm{PP}/N",
    source="powers2007, section 2.1",
    dual="prevalence",
    inverse="inverse_bias",
    aliases=("label prevalence", "detection prevalence", "forecast rate", "predicted positive rate"),
    straight=True,
    proportion=Proportion("pp", "n"),
)
def bias(d: Dichotomy) -> Array:
    """The share of items that were predicted positive."""
    return d.bias


@binary.descriptive(
    "Inverse Bias",
    formula=r"\mathrm{PN}/N",
    source="powers2007, section 2.1",
    dual="inverse_prevalence",
    inverse="bias",
    linear_in=LinearIn("bias", -1.0),
    straight=True,
    proportion=Proportion("pn", "n"),
)
def inverse_bias(d: Dichotomy) -> Array:
    """The share of items that were predicted negative."""
    return d.pn / d.n


@overall.traditional(
    "Rand Accuracy",
    formula=r"\sum_k n_{kk}/N",
    source="powers2007, eq. 5",
    aliases=(
        "accuracy",
        "fraction correct",
        "percent agreement",
        "observed agreement",
        "micro recall",
        "micro precision",
        "micro F1",
        "weighted recall",
        "bias-weighted precision",
    ),
    advice="A majority guess reaches the prevalence of its class. " + MISLEADS,
    straight=True,
    proportion=Proportion("correct", "total"),
)
def accuracy(t: Contingency) -> Array:
    """The share of items that were given their own label."""
    return t.correct / t.total


@overall.traditional(
    "Error rate",
    formula=r"1-\sum_k n_{kk}/N",
    source="powers2007, eq. 5",
    best=0.0,
    aliases=(
        "classification error",
        "zero-one loss",
        "hamming loss",
        "micro miss rate",
        "micro false discovery rate",
        "weighted miss rate",
    ),
    advice=MISLEADS,
    linear_in=LinearIn("accuracy", -1.0),
    straight=True,
    proportion=Proportion("wrong", "total"),
)
def error_rate(t: Contingency) -> Array:
    """The share of items that were given another label."""
    return t.wrong / t.total


@overall.descriptive(
    "No-information rate",
    formula=r"\max_k r_k/N",
    source="kuhn2008, section 5",
    dual=None,
    aliases=("NIR", "majority class accuracy", "null accuracy"),
    kinked=True,
    of_classes=True,
)
def no_information_rate(t: Contingency) -> Array:
    """The accuracy of always predicting the most frequent class."""
    return largest(t.real) / t.total


@_rate(
    "Class accuracy",
    formula=r"(\mathrm{TP}+\mathrm{TN})/N",
    source="powers2007, eq. 5",
    inverse="class_accuracy",
    advice="High for every rare class, predicted or not. " + MISLEADS,
    linear_in=LinearIn("accuracy", two_classes=True),
    proportion=Proportion("tp + tn", "n"),
)
def class_accuracy(d: Dichotomy) -> Array:
    """The share of items rightly told to be or not to be of the class."""
    return (d.tp + d.tn) / d.n


@_rate(
    "Detection rate",
    formula=r"\mathrm{tp}=\mathrm{TP}/N",
    source=("powers2007, section 2.1", "kuhn2008, section 5"),
    best=None,
    aliases=("true positive share", "support of the rule"),
    advice="A perfect prediction reaches the prevalence. " + MISLEADS,
    proportion=Proportion("tp", "n"),
)
def detection_rate(d: Dichotomy) -> Array:
    """The share of all items that are positive and were predicted so."""
    return d.tp / d.n
