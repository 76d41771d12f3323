"""How probable it is that any of up to three correlated, skewed statistics lies beyond a limit.

Each statistic is taken as Pearson's type III (a shifted gamma distribution) of its own skewness, which turns
a limit into a normal quantile; the quantiles are joined by the normal distribution of the same correlations.
The probability that some statistic lies outside is that of the first, of the second while the first is
inside, and of the third while both are: the last by quadrature over the tail of the third, so that small
probabilities keep their digits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from abovechance.inference.significance.outcome import Alternative

Array = Any

_NODES, _SHARES = np.polynomial.legendre.leggauss(16)
_NODES, _SHARES = (_NODES + 1) / 2, _SHARES / 2
_FAR = 38.0
"""Beyond so many standard deviations the normal distribution has no probability that a double can hold."""
_LEAST = 1e-300
_SYMMETRIC = 1e-3
"""With less skewness the gamma distribution is the normal one to six digits, and its shape beyond reach."""
_SHORT_TAIL = 0.8
"""A tail shortened by more skewness than this ends too soon: a gamma distribution has an end, which the
statistic
need not have at the same place."""
_NARROW = 1e-7
"""The least standard deviation of a statistic given another: they are the same but for rounding."""
_BLOCK = 1 << 13


def beyond_any(limit: Array, skewness: Array, correlation: Array, alternative: Alternative) -> Array:
    """The probability that any statistic lies beyond a limit, in the direction of the alternative.

    Parameters
    ----------
    limit
        A number of standard deviations, for ``"two-sided"`` on either side; shape ``(B,)``.
    skewness
        Of each of one or three standardised statistics, shape ``(B, m)``.
    correlation
        Of the statistics, shape ``(B, m, m)``.

    Examples
    --------
    >>> import numpy as np
    >>> from abovechance.inference.guessing.largest_statistic import beyond_any
    >>> independent = np.eye(3)[None]
    >>> beyond_any(np.array([1.96]), np.zeros((1, 3)), independent, "two-sided").round(4)  # 1 − 0.95³
    array([0.1426])
    """
    parts = [
        _beyond(
            limit[at : at + _BLOCK], skewness[at : at + _BLOCK], correlation[at : at + _BLOCK], alternative
        )
        for at in range(0, max(len(limit), 1), _BLOCK)
    ]
    return np.concatenate(parts)


def _beyond(limit: Array, skewness: Array, correlation: Array, alternative: Alternative) -> Array:
    if alternative == "less":
        skewness, alternative = -skewness, "greater"
    high = normal_score(limit[:, None], skewness)
    low, sides = np.full_like(high, -_FAR), [(1, high)]
    if alternative == "two-sided":
        low = normal_score(-limit[:, None], skewness)
        sides.append((-1, low))
    total = _outside(low[:, 0], high[:, 0])
    if skewness.shape[1] > 1:
        for sign, edge in sides:
            total = total + _second_alone(sign, edge, low, high, correlation)
            total = total + _third_alone(sign, edge, low, high, correlation)
    return np.minimum(total, 1.0)


def normal_score(value: Array, skewness: Array) -> Array:
    """The normal quantile as far out as a value of a standardised gamma variable of this skewness."""
    from scipy.special import gammainc, gammaincc, ndtri

    # the tail that skewness shortens is taken as no shorter than this
    skewness = np.where(value > 0, np.maximum(skewness, -_SHORT_TAIL), np.minimum(skewness, _SHORT_TAIL))
    sign = np.where(skewness < 0, -1.0, 1.0)
    shape = 4 / np.square(np.maximum(abs(skewness), _SYMMETRIC))
    x = np.maximum(shape + sign * value * np.sqrt(shape), 0.0)
    below, above = gammainc(shape, x), gammaincc(shape, x)
    score = np.where(above < below, -ndtri(np.maximum(above, _LEAST)), ndtri(np.maximum(below, _LEAST)))
    return np.where(abs(skewness) < _SYMMETRIC, value, sign * score)


def _outside(low: Array, high: Array) -> Array:
    from scipy.special import ndtr

    return ndtr(-high) + ndtr(low)


def _tail(sign: int, edge: Array) -> tuple[Array, Array]:
    """The probability of a normal tail, and values in it at the nodes of its quantiles."""
    from scipy.special import ndtr, ndtri

    chance = ndtr(-sign * edge)
    return chance, -sign * ndtri(np.maximum(_NODES * chance[:, None], _LEAST))


def _given(correlation: Array, i: int, j: int) -> tuple[Array, Array]:
    """The correlation of two statistics, and the deviation of the first if the second is known."""
    r = correlation[:, i, j, None]
    return r, np.sqrt(np.maximum((1 - r) * (1 + r), _NARROW**2))


def _second_alone(sign: int, edge: Array, low: Array, high: Array, correlation: Array) -> Array:
    """The probability that the second statistic is beyond its edge, and the first is inside."""
    from scipy.special import ndtr

    chance, x = _tail(sign, edge[:, 1])
    r, s = _given(correlation, 0, 1)
    inside = ndtr((high[:, :1] - r * x) / s) - ndtr((low[:, :1] - r * x) / s)
    return chance * (inside * _SHARES).sum(-1)


def _third_alone(sign: int, edge: Array, low: Array, high: Array, correlation: Array) -> Array:
    """The probability that the third statistic is beyond its edge, and the two others are inside."""
    chance, x = _tail(sign, edge[:, 2])
    (r0, s0), (r1, s1) = _given(correlation, 0, 2), _given(correlation, 1, 2)
    between = np.clip((correlation[:, 0, 1, None] - r0 * r1) / (s0 * s1), -1.0, 1.0)
    a = (low[:, :1] - r0 * x) / s0, (high[:, :1] - r0 * x) / s0
    b = (low[:, 1:2] - r1 * x) / s1, (high[:, 1:2] - r1 * x) / s1
    inside = (
        _both_below(a[1], b[1], between)
        - _both_below(a[0], b[1], between)
        - _both_below(a[1], b[0], between)
        + _both_below(a[0], b[0], between)
    )
    return chance * (np.clip(inside, 0.0, 1.0) * _SHARES).sum(-1)


def _both_below(x: Array, y: Array, correlation: Array) -> Array:
    """The bivariate normal distribution function, by Owen's T (Owen 1956, eq. 2.1)."""
    from scipy.special import ndtr, owens_t

    x, y = (np.where(abs(v) < _LEAST, _LEAST, np.clip(v, -_FAR, _FAR)) for v in (x, y))
    s = np.sqrt(np.maximum((1 - correlation) * (1 + correlation), _NARROW**2))
    with np.errstate(over="ignore"):
        slopes = (y / x - correlation) / s, (x / y - correlation) / s
    opposite = np.where(x * y > 0, 0.0, 0.5)
    return (ndtr(x) + ndtr(y)) / 2 - owens_t(x, slopes[0]) - owens_t(y, slopes[1]) - opposite
