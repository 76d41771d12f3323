"""Association: how strongly truth and prediction depend on each other, whichever label means which class.

Nothing here asks whether a prediction is right, so the tables may be rectangular. Classes that do
not occur and labels that were never predicted are left out: they say nothing of association.
"""

import numpy as np

from abovechance.core.arrays import Array
from abovechance.core.contingency import Contingency
from abovechance.core.sums import add_up, largest
from abovechance.measures.facts import LinearIn, Partition
from abovechance.measures.registry import overall

BLIND = "Blind to the sign: a prediction that is always wrong scores as high as one that is always right."


def _freedom(t: Contingency) -> Array:
    rows, columns = t.occupied
    return (rows - 1) * (columns - 1)


def _smaller(t: Contingency) -> Array:
    return np.minimum(*t.occupied)


@overall.association(
    "Chi-squared",
    formula=r"\sum_{ij}\frac{(n_{ij}-r_i c_j/N)^2}{r_i c_j/N}",
    source="pearson1900chi",
    high=np.inf,
    best=None,
    varies=("scale",),
    aliases=("chi2", "Pearson chi-squared"),
    advice="Grows with the number of items: evidence, not strength.",
    given_margins="squares",
)
def chi_squared(t: Contingency) -> Array:
    """The squared deviation of all cells from independence, each against what is expected there."""
    return t.phi_squared * t.total


@overall.count(
    "Degrees of freedom",
    formula=r"(R-1)(C-1)",
    source="fisher1922",
    varies=(),
    rectangular=True,
    needs=("table",),
    aliases=("chi-squared DF", "contingency DF"),
    given_margins="nothing",
)
def degrees_of_freedom(t: Contingency) -> Array:
    """How many cells are free when both margins are given, empty rows and columns left out."""
    return np.where(t.total == 0, np.nan, _freedom(t))


@overall.association(
    "Phi-squared",
    formula=r"\chi^2/N",
    source="pearson1904",
    high=np.inf,
    best=None,
    aliases=("mean square contingency", "phi2"),
    advice="The square of Correlation for two classes; reaches K−1 for K. " + BLIND,
    given_margins="squares",
)
def phi_squared(t: Contingency) -> Array:
    """Chi-squared per item."""
    return t.phi_squared


@overall.association(
    "Cramér's V",
    formula=r"\sqrt{\frac{\chi^2/N}{\min(R,C)-1}}",
    source="cramer1946, p. 282",
    needs=("table", "real_classes", "predicted_classes"),
    aliases=("Cramer V", "Cramer's V", "Cramér V"),
    advice="Above zero on average even for a guess, the more so the fewer the items. " + BLIND,
)
def cramer_v(t: Contingency) -> Array:
    """The root of phi-squared over the largest value that a table of this size allows."""
    return np.sqrt(t.phi_squared / (_smaller(t) - 1))


@overall.association(
    "Cramér's V, bias-corrected",
    formula=r"\sqrt{\frac{\max(0,\ \phi^2-\frac{(R-1)(C-1)}{N-1})}{\min(\tilde R,\tilde C)-1}},"
    r"\ \tilde R=R-\tfrac{(R-1)^2}{N-1}",
    source="bergsma2013",
    varies=("scale",),
    needs=("table", "real_classes", "predicted_classes", "more_items_than_classes"),
    aliases=("Bergsma V", "Cramer V bias corrected"),
    advice=BLIND,
)
def cramer_v_corrected(t: Contingency) -> Array:
    """Cramér's V without the part of phi-squared that is expected of a guess."""
    rows, columns = t.occupied
    free = t.total - 1
    phi = t.phi_squared - (rows - 1) * (columns - 1) / free
    smaller = np.minimum(rows - (rows - 1) ** 2 / free, columns - (columns - 1) ** 2 / free)
    value = np.sqrt(np.where(phi.real > 0, phi, 0.0) / (smaller - 1))
    # With hardly more items than classes the correction leaves a table of one row or less.
    return np.where(smaller.real > 1, value, np.nan)


@overall.association(
    "Tschuprow's T",
    formula=r"\sqrt{\frac{\chi^2/N}{\sqrt{(R-1)(C-1)}}}",
    source="tschuprow1925",
    needs=("table", "real_classes", "predicted_classes"),
    aliases=("Tschuprow T", "Chuprov T"),
    advice="Reaches 1 only on square tables. " + BLIND,
)
def tschuprow_t(t: Contingency) -> Array:
    """The root of phi-squared over the geometric mean of the two sizes, less one each."""
    return np.sqrt(t.phi_squared / np.sqrt(_freedom(t)))


@overall.association(
    "Measure of Concordance",
    key="moc",
    formula=r"\frac{\sum_{ij}\frac{n_{ij}^2}{r_i c_j}-1}{\sqrt{RC}-1}",
    source="pfitzner2009",
    needs=("table", "variety"),
    aliases=("MoC", "measure of concordance"),
    advice="Above zero on average even for a guess, the more so the fewer the items. " + BLIND,
    linear_in=LinearIn("phi_squared", two_classes=True),
    given_margins="squares",
)
def moc(t: Contingency) -> Array:
    """Phi-squared over the value that would let every class and every label tell all of the other."""
    rows, columns = t.occupied
    return t.phi_squared / (np.sqrt(rows * columns) - 1)


@overall.association(
    "Pearson's C",
    formula=r"\sqrt{\frac{\chi^2}{N+\chi^2}}",
    source="pearson1904",
    best=None,
    aliases=("Pearson C", "contingency coefficient"),
    advice="Cannot reach 1: its limit is √((K−1)/K). " + BLIND,
)
def pearson_c(t: Contingency) -> Array:
    """The contingency coefficient: the correlation of the bivariate normal with this phi-squared."""
    return np.sqrt(t.phi_squared / (1 + t.phi_squared))


@overall.association(
    "Pearson's C, adjusted",
    formula=r"\sqrt{\frac{\phi^2}{1+\phi^2}\cdot\frac{m}{m-1}},\ m=\min(R,C)",
    source="sakoda1977",
    needs=("table", "real_classes", "predicted_classes"),
    aliases=("Sakoda's adjusted C", "adjusted contingency coefficient"),
    advice=BLIND,
    linear_in=LinearIn("pearson_c", 2**0.5, two_classes=True),
)
def pearson_c_adjusted(t: Contingency) -> Array:
    """Pearson's C over the largest value that a table of this size allows."""
    smaller = _smaller(t)
    return np.sqrt(t.phi_squared / (1 + t.phi_squared) * (smaller / (smaller - 1)))


def _reduction(best_guesses: Array, one_guess: Array, total: Array) -> Array:
    return (best_guesses - one_guess) / (total - one_guess)


@overall.association(
    "Lambda of the truth",
    formula=r"\frac{\sum_j\max_i n_{ij}-\max_i r_i}{N-\max_i r_i}",
    source="goodman1954",
    limit=0.0,
    dual="lambda_of_prediction",
    needs=("table", "real_classes"),
    aliases=("Goodman-Kruskal lambda A", "Lambda A"),
    advice="Zero for any prediction that does not change the best guess, however informed. " + BLIND,
    kinked=True,
    partition=Partition("Lambda of a"),
)
def lambda_of_truth(t: Contingency) -> Array:
    """The share of errors in guessing the class that knowing the prediction saves."""
    return _reduction(add_up(t.best_of_predicted), largest(t.real), t.total)


@overall.association(
    "Lambda of the prediction",
    formula=r"\frac{\sum_i\max_j n_{ij}-\max_j c_j}{N-\max_j c_j}",
    source="goodman1954",
    limit=0.0,
    dual="lambda_of_truth",
    needs=("table", "predicted_classes"),
    aliases=("Goodman-Kruskal lambda B", "Lambda B"),
    advice=BLIND,
    kinked=True,
    partition=Partition("Lambda of b"),
)
def lambda_of_prediction(t: Contingency) -> Array:
    """The share of errors in guessing the predicted label that knowing the class saves."""
    return _reduction(add_up(t.best_of_real), largest(t.predicted), t.total)


@overall.association(
    "Lambda, symmetric",
    formula=r"\frac{\sum_j\max_i n_{ij}+\sum_i\max_j n_{ij}-\max_i r_i-\max_j c_j}{2N-\max_i r_i-\max_j c_j}",
    source="goodman1954",
    limit=0.0,
    needs=("table", "variety"),
    aliases=("Goodman-Kruskal lambda",),
    advice=BLIND,
    kinked=True,
)
def lambda_symmetric(t: Contingency) -> Array:
    """The share of errors saved in guessing class or label, half the time each."""
    guesses = add_up(t.best_of_predicted) + add_up(t.best_of_real)
    return _reduction(guesses, largest(t.real) + largest(t.predicted), 2 * t.total)


@overall.corrected(
    "Lambda of reliability",
    formula=r"\frac{\sum_k n_{kk}-\frac12\max_k(r_k+c_k)}{N-\frac12\max_k(r_k+c_k)}",
    source="goodman1954",
    chance="margins",
    needs=("table", "disagreement"),
    aliases=("Goodman-Kruskal lambda r", "lambda r"),
    advice="Chance is to name the most frequent class always, so guesses score below zero.",
    kinked=True,
)
def lambda_of_reliability(t: Contingency) -> Array:
    """Agreement beyond that of always naming the class that is most frequent in both margins together."""
    return _reduction(2 * t.correct, largest(t.real + t.predicted), 2 * t.total)


@overall.association(
    "Tau of the truth",
    formula=r"\frac{\sum_{ij}n_{ij}^2/c_j-\sum_i r_i^2/N}{N-\sum_i r_i^2/N}",
    source="goodman1954",
    limit=0.0,
    dual="tau_of_prediction",
    needs=("table", "real_classes"),
    aliases=("Goodman-Kruskal tau", "tau of truth given prediction", "concentration coefficient"),
    advice="Light and Margolin's R-squared of a nominal truth. " + BLIND,
    linear_in=LinearIn("phi_squared", two_classes=True),
    given_margins="squares",
    partition=Partition("Tau of a"),
)
def tau_of_truth(t: Contingency) -> Array:
    """The share of errors in drawing the class at random that knowing the prediction saves."""
    return t.real_gain * t.total / t.real_room


@overall.association(
    "Tau of the prediction",
    formula=r"\frac{\sum_{ij}n_{ij}^2/r_i-\sum_j c_j^2/N}{N-\sum_j c_j^2/N}",
    source="goodman1954",
    limit=0.0,
    dual="tau_of_truth",
    needs=("table", "predicted_classes"),
    aliases=("tau of prediction given truth",),
    advice=BLIND,
    linear_in=LinearIn("phi_squared", two_classes=True),
    given_margins="squares",
    partition=Partition("Tau of b"),
)
def tau_of_prediction(t: Contingency) -> Array:
    """The share of errors in drawing the predicted label at random that knowing the class saves."""
    return t.predicted_gain * t.total / t.predicted_room


def _root(t: Contingency, margin: Array, power: float) -> Array:
    """``|det T / Π margin_k|`` to the power of ``power / K``, T the joint shares."""
    # By logarithms, as a product of many shares would be lost below the smallest number.
    return np.exp((t.log_determinant - add_up(np.log(margin))) * (power / t.classes))


@overall.descriptive(
    "Root of the determinant",
    formula=r"\sqrt[K]{|\det T|},\ T_{ij}=n_{ij}/N",
    source="bookmaker2007, detroot",
    chance=None,
    high=0.5,
    needs=("table", "several_classes"),
    aliases=("detroot",),
    advice="Zero for any table in which one class is a mixture of others. " + BLIND,
    counts_empty_classes=True,
)
def determinant_root(t: Contingency) -> Array:
    """The side of the cube with the volume that the table spans."""
    return np.where((t.total == 0) | (t.classes == 1), np.nan, _root(t, np.ones_like(t.real), 1))


@overall.association(
    "Determinant Informedness",
    formula=r"\left(|\det T|\,/\,\prod_k\mathrm{prev}_k\right)^{2/K}",
    source="bookmaker2007",
    dual="determinant_markedness",
    rectangular=False,
    invariant=("prevalence",),
    needs=("table", "several_classes", "every_class"),
    advice="The size of Informedness for two classes. " + BLIND,
    counts_empty_classes=True,
)
def determinant_informedness(t: Contingency) -> Array:
    """How much volume the rates of the labels span, over that of a perfect prediction."""
    return np.where((t.real != 0).all(-1) & (t.classes > 1), _root(t, t.prevalence, 2), np.nan)


@overall.association(
    "Determinant Markedness",
    formula=r"\left(|\det T|\,/\,\prod_k\mathrm{bias}_k\right)^{2/K}",
    source="bookmaker2007",
    dual="determinant_informedness",
    rectangular=False,
    invariant=("bias",),
    needs=("table", "several_classes", "every_label"),
    advice="The size of Markedness for two classes. " + BLIND,
    counts_empty_classes=True,
)
def determinant_markedness(t: Contingency) -> Array:
    """How much volume the accuracies of the labels span, over that of a perfect prediction."""
    return np.where((t.predicted != 0).all(-1) & (t.classes > 1), _root(t, t.bias, 2), np.nan)
