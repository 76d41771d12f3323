"""Whether errors go both ways: tests of symmetry and of equal margins, of the table of one system.

Independence is out of the question here: the hypothesis is that class k is taken for l as often as l for k
(McNemar for two classes, Bowker for more), or only that every label is given as often as its class occurs
(Stuart and Maxwell). Items on the diagonal do not matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.inference.comparisons import mcnemar
from abovechance.inference.significance.outcome import Outcome, said_where, stacked

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.tables.tables import Tables

NO_ERRORS = "no prediction is wrong: there are no errors to compare"
_EXACT_REFERENCES = {"mcnemar_exact": "exact", "mcnemar_mid_p": "exact mid-p"}


def mcnemar_test(tables: Tables, name: str) -> Outcome:
    """McNemar's test of a 2×2 table: whether one label is given as often as its class occurs.

    The statistic is ``(b − c)² / (b + c)`` of the two kinds of errors, of exact tests the smaller of the two.
    """
    counts = tables.counts
    if counts.shape[-2:] != (2, 2):
        raise InputError(
            "McNemar's test is for 2×2 tables: use 'bowker' (symmetry) or 'stuart_maxwell' (margins) for "
            "larger ones"
        )
    b, c = counts[..., 0, 1], counts[..., 1, 0]
    p = np.asarray(mcnemar.TESTS[name](b, c))
    if name in _EXACT_REFERENCES:
        outcome = Outcome(np.minimum(b, c).astype(float), np.nan, p, _EXACT_REFERENCES[name])
    else:
        statistic = mcnemar.chi_squared(b, c, corrected=name == "mcnemar_corrected")
        outcome = Outcome(statistic, 1.0, p, "chi-squared")
    return _settled(outcome, tables, b + c == 0)


def bowker_test(tables: Tables) -> Outcome:
    """Bowker's test (1948) that every class is taken for another as often as the other for it.

    Two classes that are never taken for each other tell nothing, and have no degree of freedom.
    """
    from scipy.special import chdtrc

    tables.require_square()
    counts = tables.counts.astype(float)
    turned = counts.swapaxes(-1, -2)
    both = np.triu(counts + turned, 1)
    known = both > 0
    terms = np.where(known, (counts - turned) ** 2 / np.where(known, both, 1.0), 0.0)
    statistic, df = terms.sum((-2, -1)), known.sum((-2, -1))
    # Without errors nothing speaks against symmetry.
    p = np.where(df > 0, chdtrc(np.maximum(df, 1), statistic), 1.0)
    return _settled(Outcome(statistic, df.astype(float), p, "chi-squared"), tables, df == 0)


def stuart_maxwell_test(tables: Tables) -> Outcome:
    """The test of Stuart (1955) and Maxwell (1970) that all labels are given as often as their classes occur.

    The covariances of the differences are the Laplacian of the graph of errors: classes that no error joins,
    not even by way of others, have differences of their own, and one degree of freedom less together.
    """
    tables.require_square()
    classes = tables.counts.shape[-1]
    each = [_equal_margins(counts) for counts in tables.counts.reshape(-1, classes, classes)]
    outcome = stacked(each, tables.batch_shape)
    return _settled(outcome, tables, np.equal(outcome.df, 0))


def _equal_margins(counts: NDArray[Any]) -> Outcome:
    from scipy.sparse.csgraph import connected_components
    from scipy.special import chdtrc

    counts = counts.astype(float)
    errors = counts + counts.T
    np.fill_diagonal(errors, 0.0)
    differences = counts.sum(1) - counts.sum(0)
    # The Laplacian is singular once for each part of the graph: one class of each is left out before
    # solving.
    number, part = connected_components(errors > 0, directed=False)
    covariance = np.diag(errors.sum(1)) - errors
    # the differences of a part add up to 0, so that one of them follows from the others
    free = np.ones(len(counts), dtype=bool)
    free[np.unique(part, return_index=True)[1]] = False
    chosen = differences[free]
    statistic = float(chosen @ np.linalg.solve(covariance[np.ix_(free, free)], chosen))
    df = len(counts) - number
    return Outcome(statistic, float(df), float(chdtrc(df, statistic)) if df else 1.0, "chi-squared")


def _settled(outcome: Outcome, tables: Tables, right: Array) -> Outcome:
    """With a word where nothing is wrong, and none where there is nothing."""
    with_word = Outcome(**vars(outcome) | {"warning": said_where(right, NO_ERRORS)})
    empty = tables.counts.sum((-2, -1)) == 0
    return with_word.broadcast(tables.batch_shape).undefined_where(empty, "there are no items")
