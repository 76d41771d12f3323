"""Whether Accuracy exceeds the no-information rate, which always naming the most frequent class reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.inference.significance.outcome import Outcome, stacked

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.inference.significance.outcome import Alternative
    from abovechance.tables.tables import Tables


def no_information_test(tables: Tables, *, alternative: Alternative = "two-sided") -> Outcome:
    """The exact binomial test of the number of right predictions against the share of the largest class.

    The share is taken as known, as in caret's ``confusionMatrix``, whose ``P[Acc > NIR]`` is the alternative
    ``"greater"``. The statistic is Accuracy.

    Examples
    --------
    >>> import abovechance as ac
    >>> t = ac.Tables.from_cells(tp=8, fn=2, fp=1, tn=3)
    >>> ac.test(t, method="no_information_rate", alternative="greater")  # 11 of 14, 10 in one class
    no_information_rate: statistic 0.7857, p = 0.4001 (greater, exact)
    """
    tables.require_square()
    classes = tables.counts.shape[-1]
    flat = tables.counts.reshape(-1, classes, classes)
    return stacked([_one(counts, alternative) for counts in flat], tables.batch_shape)


def _one(counts: NDArray[Any], alternative: Alternative) -> Outcome:
    from scipy.stats import binomtest

    n, right = int(counts.sum()), int(np.trace(counts))
    if not n:
        return Outcome(np.nan, np.nan, np.nan, None, np.nan, reason="there are no items")
    rate = float(counts.sum(1).max() / n)
    p = binomtest(right, n, rate, alternative=alternative).pvalue
    return Outcome(right / n, np.nan, float(p), "exact")
