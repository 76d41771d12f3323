"""The least Informedness that the margins allow: what a negative value is read against.

For two classes, predictions that are always wrong have an Informedness of −1. For more they need not: five
even classes that are mistaken evenly for one another have −1/4, and nothing with these margins has less.

Given the margins r and c, Informedness is linear in the right decisions n_kk, and no weight is negative. Each
n_kk is at least max(0, r_k + c_k − N), and all of these can be had at once. What is left of the margins then
fits off the diagonal if r_k + c_k is at most what is left of N, for each k (Hall's theorem: two rows together
reach every column). At most one k has r_k + c_k > N, as the rows of two make up no more than N, and so do the
columns. If there is none, nothing is taken away. If it is 1, 2N − r_1 − c_1 is left: just enough for the rest
of row and column 1, and enough for any other k, as r_k ≤ N − r_1 and c_k ≤ N − c_1.

With the least n_kk, tpr_k − fpr_k is −c_k / (N − r_k) if that is at least −1, and else −(N − c_k) / r_k.
"""

import numpy as np

from abovechance.measures.registry import overall
from abovechance.quantities import Array, Contingency, add_up


@overall(
    "Least Informedness",
    formula=r"-\sum_k \mathrm{bias}_k\,\min\left(\frac{c_k}{N-r_k},\,\frac{N-c_k}{r_k}\right)",
    source="powers2007, eq. 41, least over the tables with these margins",
    kind="descriptive",
    family="informedness",
    low=-1.0,
    high=0.0,
    best=None,
    inverse="least_informedness",
    needs=("table", "real_classes"),
    advice="What a negative Informedness of more than two classes is read against: "
    "it is −1 only where the margins allow it.",
)
def least_informedness(t: Contingency) -> Array:
    """The least Informedness of all tables that have these margins."""
    d = t.each
    # the label is always wrong, or given to all items of the other classes
    terms = np.where((d.pp - d.rn).real <= 0, d.pp / d.rn, d.pn / d.rp)
    wrong = np.where((t.real == 0) | (t.predicted == 0), 0.0, t.predicted * terms)
    return np.where(t.real_room == 0, np.nan, -add_up(wrong) / t.total)
