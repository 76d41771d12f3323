"""The Kappa family for two raters: one form, K = (Acc − E) / (1 − E), and many ideas of chance E.

Each expected accuracy E is a measure of its own, so that the assumption can be looked at.
"""

import numpy as np

from abovechance.measures.registry import overall
from abovechance.quantities import Array, Contingency


@overall(
    "Cohen's Kappa",
    formula=r"\frac{N\sum_k n_{kk}-\sum_k r_k c_k}{N^2-\sum_k r_k c_k}",
    source=("cohen1960, eq. 1", "powers2012, eq. 5"),
    kind="chance-corrected",
    low=-1.0,
    chance=0.0,
    limit=0.0,
    dual="cohen_kappa",
    inverse="cohen_kappa",
    needs=("table", "disagreement"),
    aliases=("kappa", "Heidke skill score", "HSS", "kap"),
    advice="Chance is what the two margins would agree on, so it rewards having the bias of the truth.",
)
def cohen_kappa(t: Contingency) -> Array:
    """Agreement beyond that of independent margins, as a share of what was possible."""
    return t.excess / t.room


@overall(
    "Scott's Pi",
    formula=r"\frac{4N\sum_k n_{kk}-\sum_k(r_k+c_k)^2}{4N^2-\sum_k(r_k+c_k)^2}",
    source=("scott1955", "powers2012, eq. 6 with the missing term"),
    kind="chance-corrected",
    low=-1.0,
    chance="margins",
    limit=0.0,
    dual="scott_pi",
    inverse="scott_pi",
    needs=("table", "disagreement"),
    aliases=("Fleiss kappa", "kappa unbiased", "two-rater Fleiss", "Scott PI"),
    advice="Assumes that both raters draw from one distribution: independent margins that differ score below zero.",
)
def scott_pi(t: Contingency) -> Array:
    """Agreement beyond that of two raters who share the mean of the two margins."""
    return t.scott_excess / t.pooled_room


@overall(
    "Bennett's S",
    formula=r"\frac{K\cdot\mathrm{Acc}-1}{K-1}",
    source="bennett1954",
    kind="chance-corrected",
    low=-1.0,
    chance="margins",
    dual="bennett_s",
    inverse="bennett_s",
    needs=("table", "several_classes"),
    aliases=("Brennan-Prediger", "Randolph kappa", "free-marginal kappa", "kappa no prevalence", "PABAK", "kappa free"),
    advice="Assumes that chance is even over the classes: a majority guess looks informed.",
)
def bennett_s(t: Contingency) -> Array:
    """Agreement beyond that of raters who use all K classes evenly."""
    return (t.classes * t.correct - t.total) / ((t.classes - 1) * t.total)


@overall(
    "Expected accuracy, Cohen",
    formula=r"\sum_k \mathrm{prev}_k\,\mathrm{bias}_k",
    source="powers2012, section 1.5",
    kind="descriptive",
    chance="margins",
    best=None,
    dual="expected_accuracy",
    inverse="expected_accuracy",
    needs=("table",),
    aliases=("chance accuracy", "random accuracy"),
)
def expected_accuracy(t: Contingency) -> Array:
    """The accuracy that independent margins would reach."""
    return t.coincidence / t.total / t.total


@overall(
    "Expected accuracy, Scott",
    formula=r"\sum_k \left(\tfrac{\mathrm{prev}_k+\mathrm{bias}_k}{2}\right)^2",
    source="powers2012, eqs. 11–13",
    kind="descriptive",
    chance="margins",
    best=None,
    dual="expected_accuracy_scott",
    inverse="expected_accuracy_scott",
    needs=("table",),
    aliases=("random accuracy unbiased", "expected accuracy Fleiss"),
)
def expected_accuracy_scott(t: Contingency) -> Array:
    """The accuracy of two raters who both draw from the mean of the two margins."""
    return ((t.prevalence + t.bias) ** 2).sum(-1) / 4


@overall(
    "Expected accuracy, Powers",
    formula=r"\frac{\mathrm{Acc}-B}{1-B}",
    source="powers2012, eq. 2",
    kind="descriptive",
    low=-np.inf,
    chance="margins",
    best=None,
    inverse="expected_accuracy_powers",
    needs=("table", "real_classes", "classes_of_labels", "errors"),
)
def expected_accuracy_powers(t: Contingency) -> Array:
    """The accuracy that the guessed part of the decisions must have had, given Informedness."""
    b = np.where(t.bias == 0, 0.0, t.bias * t.each.informedness).sum(-1)
    return (t.correct / t.total - b) / (1 - b)
