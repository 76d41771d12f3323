"""The mean of a ratio of two linear functions along a segment, of which areas under ratios are made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NEAR = 0.1
_TERMS = 16
"""Below a relative change of a tenth, so many terms of the series are exact to the last digit."""


def mean_ratio(
    top: tuple[NDArray[Any], NDArray[Any]], bottom: tuple[NDArray[Any], NDArray[Any]]
) -> NDArray[np.float64]:
    """The mean of ``top / bottom`` along segments on which both run linearly between their two ends.

    With r the relative change of the bottom, it is ``(a₀·f(r) + (a₁ - a₀)·g(r)) / b₀``, where
    ``f(r) = ln(1 + r) / r`` and ``g(r) = (1 - f(r)) / r``.

    Parameters
    ----------
    top, bottom : pair of ndarray
        The values at the two ends. The bottom is positive at the second end; where it is 0 at the first one,
        so is the top, and the ratio is constant.

    Examples
    --------
    >>> import numpy as np
    >>> from abovechance.curves.summaries.mean_ratio import mean_ratio
    >>> mean_ratio((np.array([1.0]), np.array([1.0])), (np.array([1.0]), np.array([2.0])))  # ln 2
    array([0.69314718])
    """
    (start, end), (low, high) = top, bottom
    if not len(start):
        return np.empty(0)
    with np.errstate(divide="ignore", invalid="ignore"):
        change = (high - low) / low
        near = np.abs(change) < _NEAR
        first, second = np.empty(len(change)), np.empty(len(change))
        second[near] = _series(change[near])
        first[near] = 1 - change[near] * second[near]
        far = ~near
        first[far] = np.log(high[far] / low[far]) / change[far]
        second[far] = (1 - first[far]) / change[far]
        return np.where(low > 0, (start * first + (end - start) * second) / low, end / high)


def _series(change: NDArray[np.float64]) -> NDArray[np.float64]:
    """The series 1/2 - r/3 + r²/4 - …, by Horner's rule."""
    total = np.zeros(len(change))
    for power in range(_TERMS, -1, -1):
        total = 1 / (power + 2) - change * total
    return total
