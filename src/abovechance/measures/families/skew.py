"""Class skew, and measures as they would be at another skew.

In ROC terms every measure is a function of tpr, fpr and the skew c, the number of negatives for
each positive (Powers 2007, section 2.2). With c = 1, that is prevalence 1/2, it becomes insensitive
to the skew of the data; with any other c it tells what to expect elsewhere. ``Tables.at_skew`` and
``Tables.at_prevalence`` do the same to a table, for all measures.
"""

import numpy as np

from abovechance.core.arrays import Array
from abovechance.core.dichotomy import Dichotomy
from abovechance.measures.facts import Difference, LinearIn
from abovechance.measures.registry import binary


@binary.descriptive(
    "Class skew",
    formula=r"c=\mathrm{rn}/\mathrm{rp}",
    source="powers2007, section 2.2",
    high=np.inf,
    dual="label_skew",
    inverse="prevalence_odds",
    aliases=("skew", "class ratio"),
    of_classes=True,
)
def class_skew(d: Dichotomy) -> Array:
    """The number of real negatives for each real positive."""
    return d.rn / d.rp


@binary.descriptive(
    "Prevalence odds",
    formula=r"\mathrm{rp}/\mathrm{rn}",
    source="powers2007, section 2.2",
    high=np.inf,
    dual="bias_odds",
    inverse="class_skew",
    aliases=("prior odds",),
    of_classes=True,
)
def prevalence_odds(d: Dichotomy) -> Array:
    """The odds of being really positive."""
    return d.rp / d.rn


@binary.descriptive(
    "Label skew",
    formula=r"\mathrm{pn}/\mathrm{pp}",
    source="powers2007, section 2.2",
    high=np.inf,
    dual="class_skew",
    inverse="bias_odds",
)
def label_skew(d: Dichotomy) -> Array:
    """The number of predicted negatives for each predicted positive."""
    return d.pn / d.pp


@binary.descriptive(
    "Bias odds",
    formula=r"\mathrm{pp}/\mathrm{pn}",
    source="powers2007, section 2.2",
    high=np.inf,
    dual="prevalence_odds",
    inverse="label_skew",
)
def bias_odds(d: Dichotomy) -> Array:
    """The odds of being predicted positive."""
    return d.pp / d.pn


@binary.descriptive(
    "Harmonic prevalence",
    formula=r"\mathrm{rh}=\frac{2\,\mathrm{rp}\cdot\mathrm{rn}}{\mathrm{rp}+\mathrm{rn}}",
    source="powers2007, eq. 25",
    high=0.5,
    dual="harmonic_bias",
    inverse="harmonic_prevalence",
    aliases=("rh",),
    advice="Informedness is the Determinant over half of this (eq. 26).",
    of_classes=True,
    touches=True,
)
def harmonic_prevalence(d: Dichotomy) -> Array:
    """The harmonic mean of prevalence and inverse prevalence."""
    return 2 * (d.rp / d.n) * (d.rn / d.n)


@binary.descriptive(
    "Harmonic bias",
    formula=r"\mathrm{ph}=\frac{2\,\mathrm{pp}\cdot\mathrm{pn}}{\mathrm{pp}+\mathrm{pn}}",
    source="powers2007, eq. 25",
    high=0.5,
    dual="harmonic_prevalence",
    inverse="harmonic_bias",
    aliases=("ph",),
    advice="Markedness is the Determinant over half of this (eq. 27).",
    touches=True,
)
def harmonic_bias(d: Dichotomy) -> Array:
    """The harmonic mean of bias and inverse bias."""
    return 2 * (d.pp / d.n) * (d.pn / d.n)


@binary.traditional(
    "Precision at a prevalence",
    formula=r"\frac{\mathrm{tpr}}{\mathrm{tpr}+c\cdot\mathrm{fpr}},\ c=\tfrac{1}{\mathrm{prev}}-1",
    source=("powers2007, eq. 11", "flach2003"),
    chance=0.5,
    dual=None,
    inverse="inverse_precision_at_prevalence",
    invariant=("prevalence of two classes",),
    needs=("real_positive", "real_negative", "predicted_positive"),
    aliases=("precision at even skew", "skew-insensitive precision", "prevalence-adjusted PPV"),
    advice="With the default prevalence of 1/2 guessing scores 1/2; with another it scores that prevalence.",
)
def precision_at_prevalence(d: Dichotomy, prevalence: float = 0.5) -> Array:
    """The Precision to expect where positives have another prevalence; by default as many as negatives."""
    true, false = prevalence * (d.tp * d.rn), (1 - prevalence) * (d.fp * d.rp)
    return true / (true + false)


@binary.traditional(
    "Inverse Precision at a prevalence",
    formula=r"\frac{c\cdot\mathrm{tnr}}{c\cdot\mathrm{tnr}+\mathrm{fnr}},\ c=\tfrac{1}{\mathrm{prev}}-1",
    source="powers2007, eq. 11 of the inverse problem",
    chance=0.5,
    dual=None,
    inverse="precision_at_prevalence",
    invariant=("prevalence of two classes",),
    needs=("real_positive", "real_negative", "predicted_negative"),
    aliases=("inverse precision at even skew", "prevalence-adjusted NPV"),
    advice="With the default prevalence of 1/2 guessing scores 1/2; with another it scores the rest to 1.",
)
def inverse_precision_at_prevalence(d: Dichotomy, prevalence: float = 0.5) -> Array:
    """The Inverse Precision to expect where positives have another prevalence; by default 1/2."""
    true, false = (1 - prevalence) * (d.tn * d.rp), prevalence * (d.fn * d.rn)
    return true / (true + false)


@binary.traditional(
    "F at a prevalence",
    formula=r"\frac{2\,\mathrm{tpr}}{\mathrm{tpr}+c\cdot\mathrm{fpr}+1},\ c=\tfrac{1}{\mathrm{prev}}-1",
    source=("powers2007, eq. 12", "flach2003"),
    dual=None,
    invariant=("prevalence of two classes",),
    needs=("real_positive", "real_negative"),
    aliases=("F at even skew", "skew-insensitive F"),
    advice="Even at even skew it rewards bias: predicting only positives scores 2/3.",
)
def f1_at_prevalence(d: Dichotomy, prevalence: float = 0.5) -> Array:
    """The F-measure to expect where positives have another prevalence; by default as many as negatives."""
    return 2 * prevalence * d.tpr / (prevalence * (d.tpr + 1) + (1 - prevalence) * d.fpr)


@binary.traditional(
    "Accuracy at a prevalence",
    formula=r"\frac{\mathrm{tpr}+c\,(1-\mathrm{fpr})}{1+c},\ c=\tfrac{1}{\mathrm{prev}}-1",
    source=("powers2007, eq. 10", "flach2003"),
    chance=0.5,
    dual=None,
    inverse="accuracy_at_prevalence",
    invariant=("prevalence of two classes",),
    needs=("real_positive", "real_negative"),
    aliases=("skew-insensitive accuracy",),
    advice="With the default prevalence of 1/2 it is the AUC of one point, and guessing scores 1/2.",
    linear_in=LinearIn("informedness", 0.5, two_classes=True),
    difference=Difference("classes", halved=True),
)
def accuracy_at_prevalence(d: Dichotomy, prevalence: float = 0.5) -> Array:
    """The accuracy to expect where positives have another prevalence; by default as many as negatives."""
    return prevalence * d.tpr + (1 - prevalence) * d.tnr


@binary.descriptive(
    "Expected true positives",
    formula=r"\mathrm{etp}=\mathrm{rp}\cdot\mathrm{pp}",
    source="powers2007, eq. 23",
    inverse="expected_true_negatives",
    aliases=("etp", "random accuracy of the class"),
)
def expected_true_positives(d: Dichotomy) -> Array:
    """The share of true positives that independent margins would give."""
    return d.prevalence * d.bias


@binary.descriptive(
    "Expected false positives",
    formula=r"\mathrm{efp}=\mathrm{rn}\cdot\mathrm{pp}",
    source="powers2007, eq. 23",
    dual="expected_false_negatives",
    inverse="expected_false_negatives",
    aliases=("efp",),
)
def expected_false_positives(d: Dichotomy) -> Array:
    """The share of false positives that independent margins would give."""
    return d.rn / d.n * d.bias


@binary.descriptive(
    "Expected false negatives",
    formula=r"\mathrm{efn}=\mathrm{rp}\cdot\mathrm{pn}",
    source="powers2007, eq. 23",
    dual="expected_false_positives",
    inverse="expected_false_positives",
    aliases=("efn",),
)
def expected_false_negatives(d: Dichotomy) -> Array:
    """The share of false negatives that independent margins would give."""
    return d.prevalence * (d.pn / d.n)


@binary.descriptive(
    "Expected true negatives",
    formula=r"\mathrm{etn}=\mathrm{rn}\cdot\mathrm{pn}",
    source="powers2007, eq. 23",
    inverse="expected_true_positives",
    aliases=("etn",),
)
def expected_true_negatives(d: Dichotomy) -> Array:
    """The share of true negatives that independent margins would give."""
    return d.rn / d.n * (d.pn / d.n)
