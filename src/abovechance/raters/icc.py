"""The intraclass correlations: what share of the variance of numeric ratings lies between the items.

An analysis of variance of items by raters splits the ratings into what items, raters and chance add.
Shrout and Fleiss (1979) and McGraw and Wong (1996) make six coefficients of its mean squares: raters may
differ from item to item (``icc_1``), or rate all items and be judged by whether they give the same number
(agreement, ``icc_a_1``) or the same but for a constant (consistency, ``icc_c_1``); and the reliability may be
that of one rater or of the mean of all k (``…_k``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.core.labels import quoted
from abovechance.core.lookup import Names
from abovechance.core.result import Result
from abovechance.core.text import number_of
from abovechance.raters.ratings.reading import as_ratings
from abovechance.raters.ratings.weights import category_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.result import Row
    from abovechance.raters.ratings.ratings import Ratings
    from abovechance.raters.ratings.reading import Reading

_MEANINGS = {
    "icc_1": "one rating, by raters who may differ from item to item",
    "icc_a_1": "agreement of one rater with the others",
    "icc_c_1": "consistency of one rater with the others",
    "icc_1_k": "the mean of {k} ratings, by raters who may differ from item to item",
    "icc_a_k": "agreement of the mean of {k} raters",
    "icc_c_k": "consistency of the mean of {k} raters",
}
_NAMES = Names(  # the names of Shrout and Fleiss, of McGraw and Wong and of other software
    "intraclass correlation",
    _MEANINGS,
    {
        "icc2": "icc_a_1",
        "icc3": "icc_c_1",
        "icc2k": "icc_a_k",
        "icc3k": "icc_c_k",
        "icc11": "icc_1",
        "icc21": "icc_a_1",
        "icc31": "icc_c_1",
    },
)
_ROUNDING_ERROR = 1e-14  # deviations smaller than this share of the ratings are rounding


@dataclass(frozen=True)
class IntraclassCorrelation:
    """One coefficient with its interval and the F test of no differences between items."""

    measure: str
    meaning: str  # what it is the reliability of
    value: float  # NaN where the ratings do not vary
    low: float
    high: float
    statistic: float  # F
    df: int
    residual_df: int
    p_value: float


@dataclass(frozen=True, eq=False, repr=False)
class IntraclassCorrelations(Result):
    """The six coefficients of one set of ratings; ``found["icc_a_1"]`` is one of them.

    Attributes
    ----------
    entries
        The coefficients.
    items, raters
        How many items and raters they rest on.
    left_out
        How many items were left out because a rating is missing.
    level
        The confidence level of the intervals.
    """

    entries: tuple[IntraclassCorrelation, ...]
    items: int
    raters: int
    left_out: int
    level: float

    def __getitem__(self, name: str) -> IntraclassCorrelation:
        """A coefficient by any of its names: ``"icc_a_1"``, ``"ICC(A,1)"``, ``"ICC2"``, ``"ICC(2,1)"``."""
        key = _NAMES(name)
        return next(row for row in self.entries if row.measure == key)

    def rows(self) -> list[Row]:
        """One row for each coefficient."""
        return [dict(vars(row)) for row in self.entries]

    def __repr__(self) -> str:
        """A line for each coefficient."""
        lines = [f"Intraclass correlations of {self.items} items and {self.raters} raters"]
        if self.left_out:
            lines[0] += f" ({number_of(self.left_out, 'item')} with a missing rating left out)"
        for row in self.entries:
            interval = f"{100 * self.level:g} % interval {row.low:.4f} to {row.high:.4f}"
            lines.append(f"{row.measure:8} {row.value:7.4f}  {interval}  {row.meaning}")
        return "\n".join(lines)


def icc(ratings: object, *, level: float = 0.95, **reading: Unpack[Reading]) -> IntraclassCorrelations:
    """The six intraclass correlations of items × raters of numbers.

    Items with a missing rating are left out: the analysis of variance needs all of them.

    Parameters
    ----------
    ratings
        Items × raters, as in :func:`~abovechance.agreement`; the categories are numbers.
    level
        The confidence level of the intervals of McGraw and Wong (1996, tables 7 and 8).
    **reading
        How the ratings are read: ``categories``, ``missing``, ``item``, ``rater`` and ``category``, as in
        :func:`~abovechance.agreement`.

    Returns
    -------
    IntraclassCorrelations

    Examples
    --------
    The example of Shrout and Fleiss (1979, table 2): raters rank items alike but use the scale differently.

    >>> import abovechance as ac
    >>> scores = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    >>> found = ac.icc(scores)
    >>> [round(found[name].value, 2) for name in ("icc_1", "icc_a_1", "icc_c_1")]
    [0.17, 0.29, 0.71]
    """
    found = as_ratings(ratings, **reading)
    scores = _scores(found)
    whole = ~np.isnan(scores).any(axis=1)
    complete, times = scores[whole], found.frequencies[whole]
    items, raters = round(float(times.sum())), complete.shape[1]
    if raters < 2:
        raise InputError("intraclass correlations need two raters, there is one: give a column for each")
    if items < 2:
        raise InputError(
            f"intraclass correlations need two items that all raters rated, there "
            f"{'is one' if items == 1 else 'are none'}: leave out raters with many missing ratings"
        )
    tail = (1 + two_sided(level, 2)) / 2
    m = _MeanSquares.of(complete, times)
    df = (m.items - 1) * (m.raters - 1)
    one_way = _ratio(m, m.within, m.items * (m.raters - 1), "icc_1", tail)
    rows = (*one_way, *_ratio(m, m.rest, df, "icc_c_1", tail), *_agreement(m, df, tail))
    order = list(_MEANINGS)
    return IntraclassCorrelations(
        tuple(sorted(rows, key=lambda row: order.index(row.measure))),
        items,
        raters,
        found.n_counted - items,
        level,
    )


def _scores(found: Ratings) -> NDArray[np.float64]:
    """Items × raters as numbers, NaN where missing."""
    codes = found.require_codes("intraclass correlations")
    if not found.are_whole:
        raise InputError("intraclass correlations need items that count a whole number of times")
    values, by_place = category_values(found.categories)
    if by_place:
        raise InputError(
            f"intraclass correlations need ratings that are numbers, and these are {quoted(found.categories)}"
        )
    # The code −1 of a missing rating finds the last entry.
    return np.append(values, np.nan)[codes]


@dataclass(frozen=True)
class _MeanSquares:
    """What differs between items, within items, between raters, and what neither explains."""

    items: int
    raters: int
    between: float
    within: float
    columns: float
    rest: float

    @classmethod
    def of(cls, scores: NDArray[np.float64], times: NDArray[np.float64]) -> _MeanSquares:
        """Of items × raters, each item as many times as it counts."""
        n, k = round(float(times.sum())), scores.shape[1]
        # Centred first: squares of large scores would lose the digits that tell them apart.
        centred = scores - (times @ scores).sum() / (n * k)
        rows, columns = centred.mean(axis=1), times @ centred / n
        within = centred - rows[:, None]
        rest = within - columns
        # A smaller mean square is what rounding leaves of one that is 0.
        nothing = (_ROUNDING_ERROR * float(np.abs(scores).max(initial=0.0))) ** 2
        inside, unexplained = (np.einsum("i,ij,ij->", times, x, x) for x in (within, rest))
        sums = [k * (times @ rows**2), inside, n * (columns @ columns), unexplained]
        dfs = n - 1, n * (k - 1), k - 1, (n - 1) * (k - 1)
        means = [float(x) / df if x > n * k * nothing else 0.0 for x, df in zip(sums, dfs, strict=True)]
        return cls(n, k, *means)


def _ratio(m: _MeanSquares, error: float, df: int, name: str, tail: float) -> list[IntraclassCorrelation]:
    """Coefficients that are functions of one ratio F of mean squares, so that its bounds give theirs."""
    from scipy.special import fdtri

    f = _divided(m.between, error)
    low = f / float(fdtri(m.items - 1, df, tail))
    high = f * float(fdtri(df, m.items - 1, tail))
    single = [_divided(x - 1, x + m.raters - 1) if math.isfinite(x) else 1.0 for x in (f, low, high)]
    if math.isnan(f):
        single = [math.nan] * 3
    return _pair(m, name, single, f, df)


def _agreement(m: _MeanSquares, df: int, tail: float) -> list[IntraclassCorrelation]:
    """Raters add to the error, so the bounds need Satterthwaite's degrees of freedom."""
    from scipy.special import fdtri

    n, k = m.items, m.raters
    error = k * m.columns + (k * n - k - n) * m.rest
    value = _divided(n * (m.between - m.rest), n * m.between + error)
    # NaN, too, is not below 1: such values are their own bounds.
    if not value < 1:
        return _pair(m, "icc_a_1", [value] * 3, _divided(m.between, m.rest), df)
    odds = k * value / (n * (1 - value))
    of_raters, of_rest = odds * m.columns, (1 + odds * (n - 1)) * m.rest
    v = _divided((of_raters + of_rest) ** 2, of_raters**2 / (k - 1) + of_rest**2 / df)
    below, above = float(fdtri(n - 1, v, tail)), float(fdtri(v, n - 1, tail))
    low = n * (m.between - below * m.rest) / (below * error + n * m.between)
    high = n * (above * m.between - m.rest) / (error + n * above * m.between)
    return _pair(m, "icc_a_1", [value, low, high], _divided(m.between, m.rest), df)


def _pair(m: _MeanSquares, name: str, single: list[float], f: float, df: int) -> list[IntraclassCorrelation]:
    """The reliability of one rating, and by Spearman and Brown that of the mean of k."""
    from scipy.special import fdtrc

    p = math.nan if math.isnan(f) else float(fdtrc(m.items - 1, df, f))
    k = m.raters
    rooms = [1 + (k - 1) * x for x in single]
    mean = [
        _divided(k * x, 0.0 if abs(room) < _ROUNDING_ERROR else room)
        for x, room in zip(single, rooms, strict=True)
    ]
    names = name, f"{name.removesuffix('_1')}_k" if name != "icc_1" else "icc_1_k"
    return [
        IntraclassCorrelation(key, _MEANINGS[key].format(k=k), value, low, high, f, m.items - 1, df, p)
        for key, (value, low, high) in zip(names, (single, mean), strict=True)
    ]


def _divided(numerator: float, denominator: float) -> float:
    """A quotient; infinite or NaN where the denominator is 0."""
    if denominator == 0:
        return math.copysign(math.inf, numerator) if numerator else math.nan
    return numerator / denominator
