"""Measures for classes in a meaningful order: how far a wrong label is from the right one counts.

The order is that of the labels of the table. For two classes they are old acquaintances:
Kendall's tau-b is the Correlation, Somers' D are Informedness and Markedness, gamma is Yule's Q,
Gerrity's score is Informedness and both weighted Kappas are Cohen's.
"""

from functools import partial

import numpy as np

from abovechance.core.arrays import Array
from abovechance.core.contingency import Contingency
from abovechance.core.sums import add_up
from abovechance.measures.facts import Difference, LinearIn
from abovechance.measures.registry import overall

BOTH = ("table", "real_classes", "predicted_classes")
_of_ranks = partial(overall.association, low=-1.0, odd=True, ordered=True)


@_of_ranks(
    "Kendall's tau-b",
    formula=r"\frac{2(C-D)}{\sqrt{(N^2-\sum_k r_k^2)(N^2-\sum_k c_k^2)}}",
    source="kendall1945",
    limit=0.0,
    needs=BOTH,
    aliases=("Kendall tau", "tau-b", "tau"),
    linear_in=LinearIn("mcc", two_classes=True),
)
def kendall_tau_b(t: Contingency) -> Array:
    """Pairs of items in the same less those in opposite order, over all pairs not tied (geometric mean)."""
    return 2 * t.ordered.concordance / (np.sqrt(t.real_room) * np.sqrt(t.predicted_room))


@_of_ranks(
    "Stuart's tau-c",
    formula=r"\frac{2m(C-D)}{(m-1)N^2}",
    source="stuart1953",
    best=None,
    needs=BOTH,
    aliases=("Kendall tau-c", "Stuart-Kendall tau-c", "tau-c"),
    advice="m is how many classes or labels occur, whichever is less. Reaches 1 only for even classes.",
)
def kendall_tau_c(t: Contingency) -> Array:
    """Pairs of items in the same less those in opposite order, over the most that m even classes allow."""
    classes, labels = t.occupied
    m = np.minimum(classes, labels)
    return 2 * m * t.ordered.concordance / ((m - 1) * t.total * t.total)


@_of_ranks(
    "Goodman and Kruskal's gamma",
    formula=r"\frac{C-D}{C+D}",
    source="goodman1954, section 6",
    limit=0.0,
    needs=BOTH,
    aliases=("Goodman-Kruskal gamma",),
    advice="Leaves out all ties, so a prediction with few distinct labels scores high.",
    linear_in=LinearIn("yule_q", two_classes=True),
)
def gamma(t: Contingency) -> Array:
    """Pairs of items in the same less those in opposite order, over those pairs that have an order."""
    return t.ordered.concordance / (t.ordered.concordant + t.ordered.discordant)


@_of_ranks(
    "Somers' D of the prediction",
    formula=r"\frac{2(C-D)}{N^2-\sum_k r_k^2}",
    source="somers1962",
    limit=0.0,
    dual="somers_d_of_truth",
    invariant=("prevalence of two classes",),
    needs=("table", "real_classes"),
    aliases=("Somers' D", "Somers D of prediction given truth"),
    advice="Informedness for two classes: how well the prediction orders items that differ in truth.",
    linear_in=LinearIn("informedness", two_classes=True),
    difference=Difference("classes"),
)
def somers_d(t: Contingency) -> Array:
    """Pairs predicted in the right less those in the wrong order, over all pairs of different real class."""
    return 2 * t.ordered.concordance / t.real_room


@_of_ranks(
    "Somers' D of the truth",
    formula=r"\frac{2(C-D)}{N^2-\sum_k c_k^2}",
    source="somers1962",
    limit=0.0,
    dual="somers_d",
    invariant=("bias of two classes",),
    needs=("table", "predicted_classes"),
    aliases=("Somers D of truth given prediction",),
    advice="Markedness for two classes: how well the truth follows the order of the labels.",
    linear_in=LinearIn("markedness", two_classes=True),
    difference=Difference("labels"),
)
def somers_d_of_truth(t: Contingency) -> Array:
    """Pairs predicted in the right less those in the wrong order, over all pairs given different labels."""
    return 2 * t.ordered.concordance / t.predicted_room


def _rank_room(margin: Array, total: Array) -> Array:
    """``N³ − Σr_k³`` as a sum of positive terms: twelve times N times the variance of the midranks."""
    total = total[..., None]
    return add_up(margin * (total - margin) * (total + margin))


@_of_ranks(
    "Spearman's rho",
    formula=r"\frac{3\sum_{ij} n_{ij}u_i v_j}{\sqrt{(N^3-\sum_k r_k^3)(N^3-\sum_k c_k^3)}}",
    source="spearman1904",
    limit=0.0,
    needs=BOTH,
    aliases=("Spearman rank correlation", "rank correlation"),
    advice="u and v are twice the midranks of the classes and labels, less N + 1.",
    linear_in=LinearIn("mcc", two_classes=True),
)
def spearman_rho(t: Contingency) -> Array:
    """The correlation of the ranks of real and predicted classes, ties having their mean rank."""
    # Summed by parts over the cuts: neighbouring classes are r_k + r_(k+1) apart in twice their midranks.
    rows, columns = t.real[..., :-1] + t.real[..., 1:], t.predicted[..., :-1] + t.predicted[..., 1:]
    ranks = add_up(add_up(t.ordered.residuals * columns[..., None, :]) * rows)
    rooms = np.sqrt(_rank_room(t.real, t.total)) * np.sqrt(_rank_room(t.predicted, t.total))
    return 3 * ranks / t.total / rooms


@overall.traditional(
    "Mean absolute rank error",
    formula=r"\tfrac1N\sum_{ij}|i-j|\,n_{ij}",
    source="baccianella2009, eq. 1",
    high=np.inf,
    best=0.0,
    ordered=True,
    aliases=("ordinal MAE", "mean absolute error of classes"),
    advice="Takes neighbouring classes to be equally far apart. Guessing the middle class scores low.",
    counts_empty_classes=True,
    linear_in=LinearIn("accuracy", -1.0, two_classes=True),
)
def mean_absolute_rank_error(t: Contingency) -> Array:
    """By how many classes a label is off on average."""
    # |i − j| is how many cuts lie between two classes: sums over cuts stand for sums with this weight.
    cuts = t.ordered.cuts
    return add_up(cuts.fp + cuts.fn) / t.total


@overall.corrected(
    "Linearly weighted Kappa",
    formula=r"1-\frac{N\sum_{ij}|i-j|\,n_{ij}}{\sum_{ij}|i-j|\,r_i c_j}",
    source=("cohen1968", "vanbelle2009"),
    limit=0.0,
    ordered=True,
    needs=("table", "disagreement"),
    aliases=("linear weighted kappa", "kappa linear", "Cicchetti-Allison kappa"),
    advice="Chance is what the two margins would agree on, so it rewards having the bias of the truth.",
    counts_empty_classes=True,
    linear_in=LinearIn("cohen_kappa", two_classes=True),
    intervals=("fleiss_cohen_everitt",),
)
def linear_kappa(t: Contingency) -> Array:
    """Agreement beyond chance where being off by two classes is twice as bad as by one."""
    cuts = t.ordered.cuts
    return 2 * add_up(cuts.determinant) / add_up(cuts.rp * cuts.pn + cuts.rn * cuts.pp)


@overall.corrected(
    "Quadratically weighted Kappa",
    formula=r"1-\frac{N\sum_{ij}(i-j)^2 n_{ij}}{\sum_{ij}(i-j)^2 r_i c_j}",
    source=("cohen1968", "fleiss1973"),
    limit=0.0,
    ordered=True,
    needs=("table", "disagreement"),
    aliases=("quadratic weighted kappa", "kappa quadratic", "QWK", "Fleiss-Cohen kappa"),
    advice="An intraclass correlation: grows with the number of classes, and rewards the bias of the truth.",
    counts_empty_classes=True,
    linear_in=LinearIn("cohen_kappa", two_classes=True),
    intervals=("fleiss_cohen_everitt",),
)
def quadratic_kappa(t: Contingency) -> Array:
    """Agreement beyond chance where being off by two classes is four times as bad as by one."""
    rank = np.arange(t.classes)
    distance = np.square(rank[:, None] - rank).astype(float)
    expected = add_up((t.real @ distance) * t.predicted)
    # Summed by parts: the second difference of (i − j)², of any two cuts, is −2.
    return 2 * add_up(add_up(t.ordered.residuals)) / expected


@overall.corrected(
    "Gerrity score",
    formula=r"\frac{1}{K-1}\sum_{k<K}(\mathrm{tpr}_{>k}-\mathrm{fpr}_{>k})",
    source=("gerrity1992", "gandin1992"),
    dual=None,
    invariant=("prevalence of two classes",),
    ordered=True,
    odd=True,
    needs=("table", "several_classes", "outer_classes"),
    aliases=("Gerrity", "Gandin-Murphy-Gerrity score", "GS", "GMGS"),
    advice="Rewards right predictions of rare classes at either end. Informedness for two classes.",
    counts_empty_classes=True,
    linear_in=LinearIn("informedness", two_classes=True),
    difference=Difference("classes"),
)
def gerrity_score(t: Contingency) -> Array:
    """The mean, over the cuts between neighbouring classes, of the Informedness of being above the cut."""
    return add_up(t.ordered.cuts.informedness) / (t.classes - 1)
