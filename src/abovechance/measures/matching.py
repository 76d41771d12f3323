"""Matching: how well each class is met by its best label, and each label by its best class.

Nothing asks which label means which class, so the tables may be rectangular. All of these look at the
largest cells alone, so that none of them knows what chance would have put there.
"""

import numpy as np

from abovechance.measures.registry import overall
from abovechance.quantities import Array, Contingency, add_up


@overall(
    "Purity",
    formula=r"\frac1N\sum_j\max_i n_{ij}",
    source="zhao2001",
    kind="traditional",
    chance="margins",
    dual="inverse_purity",
    inverse="purity",
    rectangular=True,
    needs=("table",),
    advice="One for putting all items apart.",
)
def purity(t: Contingency) -> Array:
    """The share of items that are of the class that is most frequent under their label."""
    return add_up(t.best_of_predicted) / t.total


@overall(
    "Inverse Purity",
    formula=r"\frac1N\sum_i\max_j n_{ij}",
    source="zhao2001",
    kind="traditional",
    chance="margins",
    dual="purity",
    inverse="inverse_purity",
    rectangular=True,
    needs=("table",),
    advice="One for putting all items together.",
)
def inverse_purity(t: Contingency) -> Array:
    """The share of items that were given the label that is most frequent in their class."""
    return add_up(t.best_of_real) / t.total


@overall(
    "F-measure of a clustering",
    formula=r"\sum_i\frac{r_i}N\max_j\frac{2n_{ij}}{r_i+c_j}",
    source="larsen1999",
    kind="traditional",
    chance="margins",
    inverse="clustering_f",
    rectangular=True,
    needs=("table",),
    aliases=("FScore of a clustering", "clustering F-measure"),
    advice="Not the same with truth and prediction exchanged.",
)
def clustering_f(t: Contingency) -> Array:
    """The F₁ of each class with the label that meets it best, weighted by prevalence."""
    return add_up(t.prevalence * t.best_f_of_real)


@overall(
    "Van Dongen's metric, normalised",
    formula=r"1-\frac{\sum_i\max_j n_{ij}+\sum_j\max_i n_{ij}}{2N}",
    source="vandongen2000",
    kind="traditional",
    chance="margins",
    best=0.0,
    dual="van_dongen",
    inverse="van_dongen",
    rectangular=True,
    needs=("table",),
    aliases=("van Dongen", "van Dongen metric"),
)
def van_dongen(t: Contingency) -> Array:
    """The share of items that would have to move, half of it in each partition: a metric."""
    met = add_up(t.best_of_predicted) + add_up(t.best_of_real)
    return np.where(t.total == 0, np.nan, (2 * t.total - met) / (2 * t.total))
