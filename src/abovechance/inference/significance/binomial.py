"""The binomial distribution of fair coins, for any number of them: nothing is lost at 10¹⁵.

The logarithm of a probability is taken apart into a deviance and small terms (Stirling's formula, after
Loader 2000); a tail is an incomplete beta function.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from abovechance.core.sums import deviance
from abovechance.inference.significance.hypergeometric import stirling

Array = Any


def half_binomial(k: Array, n: Array) -> Array:
    """The probability of ``k`` heads of ``n``.

    Examples
    --------
    >>> from abovechance.inference.significance.binomial import half_binomial
    >>> round(float(half_binomial(3, 8)), 6)  # 56 / 2⁸
    0.21875
    >>> round(float(half_binomial(5 * 10**14, 10**15) * (10**15 * 3.141592653589793 / 2) ** 0.5), 12)
    1.0
    """
    k, n = np.broadcast_arrays(np.asarray(k), np.asarray(n))
    excess = np.asarray((2 * k - n) / np.maximum(n, 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        half = n / 2 * (deviance(excess) + deviance(-excess))
    small = stirling(n) - stirling(k) - stirling(n - k)
    return np.exp(small - half)[()]


def at_most(k: Array, n: Array) -> Array:
    """The probability of ``k`` heads or fewer of ``n``."""
    from scipy.special import betainc

    k, n = (np.asarray(x, dtype=float) for x in np.broadcast_arrays(k, n))
    tail = betainc(np.maximum(n - k, 1.0), np.maximum(k, 0.0) + 1, 0.5)
    return np.where(k < 0, 0.0, np.where(k >= n, 1.0, tail))[()]


def more_than(k: Array, n: Array) -> Array:
    """The probability of more than ``k`` heads of ``n``: as coins are fair, of so many tails."""
    return at_most(np.asarray(n) - k - 1, n)
