"""Odds and ratios of one class: how much more likely a label makes its class, or a class its label.

A ratio with nothing below is infinite, which is its true limit; nothing over nothing is undefined.
"""

import numpy as np

from abovechance.measures.registry import binary
from abovechance.quantities import Array, Dichotomy

ALL_MARGINS = ("real_positive", "real_negative", "predicted_positive", "predicted_negative")
UNSCALED = "Has no scale: whether a value is good depends on what the errors cost."


@binary(
    "Odds ratio",
    formula=r"\frac{\mathrm{TP}\cdot\mathrm{TN}}{\mathrm{FP}\cdot\mathrm{FN}}",
    source=("powers2012, section 1.6", "yule1900"),
    kind="association",
    high=np.inf,
    chance=1.0,
    best=np.inf,
    dual="odds_ratio",
    inverse="odds_ratio",
    invariant=("prevalence of two classes", "bias of two classes"),
    needs=ALL_MARGINS,
    aliases=("DOR", "diagnostic odds ratio", "cross-product ratio"),
    advice=UNSCALED + " Invariant to prevalence and bias, and infinite as soon as one error cell is empty.",
)
def odds_ratio(d: Dichotomy) -> Array:
    """The odds of a positive prediction for real positives, as a multiple of those for real negatives."""
    return d.tp * d.tn / (d.fp * d.fn)


@binary(
    "Log odds ratio",
    formula=r"\ln\frac{\mathrm{TP}\cdot\mathrm{TN}}{\mathrm{FP}\cdot\mathrm{FN}}",
    source="yule1900",
    kind="association",
    low=-np.inf,
    high=np.inf,
    chance=0.0,
    best=np.inf,
    dual="log_odds_ratio",
    inverse="log_odds_ratio",
    invariant=("prevalence of two classes", "bias of two classes"),
    odd=True,
    needs=ALL_MARGINS,
    aliases=("LOR",),
    advice=UNSCALED,
)
def log_odds_ratio(d: Dichotomy) -> Array:
    """The natural logarithm of the odds ratio."""
    return d.log_odds_ratio


@binary(
    "Yule's Q",
    formula=r"\frac{\mathrm{TP}\cdot\mathrm{TN}-\mathrm{FP}\cdot\mathrm{FN}}{\mathrm{TP}\cdot\mathrm{TN}+\mathrm{FP}\cdot\mathrm{FN}}",
    source=("yule1900", "stephenson2000, eq. 12"),
    kind="association",
    low=-1.0,
    chance=0.0,
    dual="yule_q",
    inverse="yule_q",
    invariant=("prevalence of two classes", "bias of two classes"),
    odd=True,
    needs=ALL_MARGINS,
    aliases=("Q", "coefficient of association", "odds ratio skill score", "ORSS"),
    advice="Reaches 1 as soon as one error cell is empty, however many errors are in the other.",
)
def yule_q(d: Dichotomy) -> Array:
    """The odds ratio mapped to the range from −1 to 1: (OR − 1)/(OR + 1)."""
    return d.determinant / (d.tp * d.tn + d.fp * d.fn)


@binary(
    "Yule's Y",
    formula=r"\frac{\sqrt{\mathrm{TP}\cdot\mathrm{TN}}-\sqrt{\mathrm{FP}\cdot\mathrm{FN}}}{\sqrt{\mathrm{TP}\cdot\mathrm{TN}}+\sqrt{\mathrm{FP}\cdot\mathrm{FN}}}",
    source="yule1912",
    kind="association",
    low=-1.0,
    chance=0.0,
    dual="yule_y",
    inverse="yule_y",
    invariant=("prevalence of two classes", "bias of two classes"),
    odd=True,
    needs=ALL_MARGINS,
    aliases=("coefficient of colligation", "Yule colligation"),
    advice="The Informedness that the table would have with even prevalence and even bias.",
)
def yule_y(d: Dichotomy) -> Array:
    """The correlation that the table would have if both margins were made even."""
    roots = np.sqrt(d.tp * d.tn) + np.sqrt(d.fp * d.fn)
    return d.determinant / (roots * roots)


@binary(
    "Positive likelihood ratio",
    formula=r"\mathrm{tpr}/\mathrm{fpr}",
    source="powers2007, section 2.2",
    kind="association",
    high=np.inf,
    chance=1.0,
    best=np.inf,
    dual="relative_risk",
    invariant=("prevalence of two classes",),
    needs=("real_positive", "real_negative", "predicted_positive"),
    aliases=("LR+", "PLR", "likelihood ratio positive"),
    advice=UNSCALED,
)
def positive_likelihood_ratio(d: Dichotomy) -> Array:
    """By how much a positive prediction multiplies the odds of being positive."""
    return d.tp * d.rn / (d.fp * d.rp)


@binary(
    "Negative likelihood ratio",
    formula=r"\mathrm{fnr}/\mathrm{tnr}",
    source="powers2007, section 2.2",
    kind="association",
    high=np.inf,
    chance=1.0,
    best=0.0,
    invariant=("prevalence of two classes",),
    needs=("real_positive", "real_negative", "predicted_negative"),
    aliases=("NLR", "likelihood ratio negative"),
    advice=UNSCALED,
)
def negative_likelihood_ratio(d: Dichotomy) -> Array:
    """By how much a negative prediction multiplies the odds of being positive."""
    return d.fn * d.rn / (d.tn * d.rp)


@binary(
    "Relative risk",
    formula=r"\mathrm{tpa}/\mathrm{fna}",
    source="powers2007, section 2.1",
    kind="association",
    high=np.inf,
    chance=1.0,
    best=np.inf,
    dual="positive_likelihood_ratio",
    invariant=("bias of two classes",),
    needs=("real_positive", "predicted_positive", "predicted_negative"),
    aliases=("risk ratio", "RR of the class"),
    advice=UNSCALED,
)
def relative_risk(d: Dichotomy) -> Array:
    """How many times as often the predicted positives are positive as the predicted negatives are."""
    return d.tp * d.pn / (d.fn * d.pp)


@binary(
    "Lift",
    formula=r"\frac{\mathrm{tp}}{\mathrm{rp}\cdot\mathrm{pp}}",
    source=("powers2007, section 2.2", "brin1997"),
    kind="association",
    high=np.inf,
    chance=1.0,
    best=None,
    limit=1.0,
    dual="lift",
    needs=("real_positive", "predicted_positive"),
    aliases=("interest",),
    advice="A perfect prediction reaches 1/prevalence: values of different data cannot be compared.",
)
def lift(d: Dichotomy) -> Array:
    """How many times as many true positives there are as independent margins would give."""
    return d.tp * d.n / (d.rp * d.pp)
