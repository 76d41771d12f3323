"""Pairs of items: two partitions agree on a pair if both put it together or both put it apart.

Counting pairs turns any two partitions into a dichotomy, so labels need not match and tables may be
rectangular. Each ordered pair counts, all numbers are exact integers, and "together in the truth"
is the positive class: Recall and Precision of pairs are Wallace's coefficients, their accuracy is
the Rand index and Cohen's Kappa of pairs is the adjusted Rand index.

Matching: how well each class is met by its best label, and each label by its best class.

Nothing asks which label means which class, so the tables may be rectangular. All of these look at the
largest cells alone, so that none of them knows what chance would have put there.
"""

from functools import partial

import numpy as np

from abovechance.core.arrays import Array
from abovechance.core.contingency import Contingency
from abovechance.core.sums import add_up
from abovechance.measures.facts import Partition
from abovechance.measures.registry import overall

UNCORRECTED = "High for any two partitions of many parts, since most pairs are apart in both."
_of_pairs = partial(overall.traditional, rectangular=True, varies=("scale",), given_margins="pairs")
_corrected_of_pairs = partial(
    overall.corrected, chance="margins", rectangular=True, varies=("scale",), given_margins="pairs"
)


@_of_pairs(
    "Rand index",
    formula=r"\frac{A+D}{A+B+C+D}",
    source="rand1971",
    needs=("two_items",),
    advice=UNCORRECTED,
    partition=Partition(aliases=("rand", "rand_score")),
)
def rand_index(t: Contingency) -> Array:
    """The share of pairs that both partitions put together or both put apart."""
    pairs = t.pairs
    return (pairs.tp + pairs.tn) / pairs.n


@_corrected_of_pairs(
    "Adjusted Rand index",
    formula=r"\frac{2(AD-BC)}{(A+B)(B+D)+(A+C)(C+D)}",
    source=("hubert1985", "warrens2008"),
    low=-0.5,
    needs=("two_items", "varied_pairs"),
    aliases=("ARI", "Hubert-Arabie adjusted Rand index", "Kappa of pairs", "pair kappa"),
    advice="Zero on average over random partitions with these margins. It is Cohen's Kappa of the pairs.",
)
def adjusted_rand(t: Contingency) -> Array:
    """Agreement on pairs beyond that of random partitions with the same sizes."""
    pairs = t.pairs
    return 2 * pairs.determinant / (pairs.rp * pairs.pn + pairs.pp * pairs.rn)


@_of_pairs(
    "Fowlkes-Mallows index of pairs",
    formula=r"\frac{A}{\sqrt{(A+B)(A+C)}}",
    source="fowlkes1983",
    needs=("real_pairs", "predicted_pairs"),
    aliases=("Fowlkes-Mallows of partitions",),
    advice="High for partitions of few parts.",
    partition=Partition(
        "Fowlkes-Mallows index",
        aliases=("fmi", "fowlkes_mallows", "fowlkes_mallows_index", "fowlkes_mallows_score"),
    ),
)
def fowlkes_mallows_pairs(t: Contingency) -> Array:
    """The geometric mean of Recall and Precision of pairs."""
    pairs = t.pairs
    return pairs.tp / (np.sqrt(pairs.rp) * np.sqrt(pairs.pp))


@_of_pairs(
    "F1 of pairs",
    formula=r"\frac{2A}{2A+B+C}",
    source="albatineh2006",
    needs=("some_pairs",),
    aliases=("pairwise F1", "pair F1", "Czekanowski index of pairs", "Dice index of pairs"),
    advice="High for partitions of few parts.",
)
def f1_pairs(t: Contingency) -> Array:
    """The harmonic mean of Recall and Precision of pairs."""
    pairs = t.pairs
    return 2 * pairs.tp / (pairs.rp + pairs.pp)


@overall.traditional(
    "Jaccard index of pairs",
    formula=r"\frac{A}{A+B+C}",
    source="benhur2002",
    varies=("scale",),
    rectangular=True,
    needs=("some_pairs",),
    advice="High for partitions of few parts.",
)
def jaccard_pairs(t: Contingency) -> Array:
    """The share of pairs put together by either partition that both put together."""
    pairs = t.pairs
    return pairs.tp / (pairs.tp + pairs.fp + pairs.fn)


@overall.count(
    "Mirkin's metric",
    formula=r"2(B+C)=\sum_i r_i^2+\sum_j c_j^2-2\sum_{ij}n_{ij}^2",
    source="mirkin1996",
    best=0.0,
    rectangular=True,
    needs=("table",),
    aliases=("Mirkin metric", "equivalence mismatch distance"),
    given_margins="pairs",
)
def mirkin(t: Contingency) -> Array:
    """The number of ordered pairs on which the partitions differ."""
    return np.where(t.total == 0, np.nan, t.pairs.fp + t.pairs.fn)


@_of_pairs(
    "Wallace's coefficient of the truth",
    formula=r"\frac{A}{A+B}",
    source="wallace1983",
    dual="wallace_prediction",
    needs=("real_pairs",),
    aliases=("recall of pairs", "pair recall"),
    advice="One for putting all together.",
    partition=Partition("Wallace's coefficient of a"),
)
def wallace_truth(t: Contingency) -> Array:
    """The probability that two items of one class were given one label."""
    return t.pairs.tpr


@_of_pairs(
    "Wallace's coefficient of the prediction",
    formula=r"\frac{A}{A+C}",
    source="wallace1983",
    dual="wallace_truth",
    needs=("predicted_pairs",),
    aliases=("precision of pairs", "pair precision"),
    advice="One for putting all apart but one pair of a class.",
    partition=Partition("Wallace's coefficient of b"),
)
def wallace_prediction(t: Contingency) -> Array:
    """The probability that two items given one label are of one class."""
    return t.pairs.tpa


@_corrected_of_pairs(
    "Informedness of pairs",
    formula=r"\frac{A}{A+B}-\frac{C}{C+D}",
    source=("peirce1884", "powers2007, eq. 14"),
    dual="pair_markedness",
    needs=("real_pairs", "real_apart"),
    advice="Zero on average over random partitions with these margins.",
)
def pair_informedness(t: Contingency) -> Array:
    """How much likelier a pair of one class is to be put together than a pair of two."""
    return t.pairs.informedness


@_corrected_of_pairs(
    "Markedness of pairs",
    formula=r"\frac{A}{A+C}-\frac{B}{B+D}",
    source=("peirce1884", "powers2007, eq. 15"),
    dual="pair_informedness",
    needs=("predicted_pairs", "predicted_apart"),
    advice="Zero on average over random partitions with these margins.",
)
def pair_markedness(t: Contingency) -> Array:
    """How much likelier a pair put together is to be of one class than a pair put apart."""
    return t.pairs.markedness


@_corrected_of_pairs(
    "Correlation of pairs",
    formula=r"\frac{AD-BC}{\sqrt{(A+B)(C+D)(A+C)(B+D)}}",
    source="hubert1985",
    needs=("real_pairs", "real_apart", "predicted_pairs", "predicted_apart"),
    aliases=("Hubert's Gamma", "MCC of pairs"),
    advice="Zero on average over random partitions with these margins.",
)
def pair_correlation(t: Contingency) -> Array:
    """Hubert's Gamma: the correlation of being together in truth and in prediction."""
    return t.pairs.correlation


@overall.traditional(
    "Purity",
    formula=r"\frac1N\sum_j\max_i n_{ij}",
    source="zhao2001",
    dual="inverse_purity",
    rectangular=True,
    advice="One for putting all items apart.",
    kinked=True,
)
def purity(t: Contingency) -> Array:
    """The share of items that are of the class that is most frequent under their label."""
    return add_up(t.best_of_predicted) / t.total


@overall.traditional(
    "Inverse Purity",
    formula=r"\frac1N\sum_i\max_j n_{ij}",
    source="zhao2001",
    dual="purity",
    rectangular=True,
    advice="One for putting all items together.",
    kinked=True,
)
def inverse_purity(t: Contingency) -> Array:
    """The share of items that were given the label that is most frequent in their class."""
    return add_up(t.best_of_real) / t.total


@overall.traditional(
    "F-measure of a clustering",
    formula=r"\sum_i\frac{r_i}N\max_j\frac{2n_{ij}}{r_i+c_j}",
    source="larsen1999",
    rectangular=True,
    dual=None,
    aliases=("FScore of a clustering", "clustering F-measure"),
    advice="Not the same with truth and prediction exchanged.",
    kinked=True,
    partition=Partition("F-measure"),
)
def clustering_f(t: Contingency) -> Array:
    """The F₁ of each class with the label that meets it best, weighted by prevalence."""
    return add_up(t.prevalence * t.best_f_of_real)


@overall.traditional(
    "Van Dongen's metric, normalised",
    formula=r"1-\frac{\sum_i\max_j n_{ij}+\sum_j\max_i n_{ij}}{2N}",
    source="vandongen2000",
    best=0.0,
    rectangular=True,
    aliases=("van Dongen", "van Dongen metric"),
    kinked=True,
    partition=Partition("Van Dongen's metric"),
)
def van_dongen(t: Contingency) -> Array:
    """The share of items that would have to move, half of it in each partition: a metric."""
    met = add_up(t.best_of_predicted) + add_up(t.best_of_real)
    return np.where(t.total == 0, np.nan, (2 * t.total - met) / (2 * t.total))
