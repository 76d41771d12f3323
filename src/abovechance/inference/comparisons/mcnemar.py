"""McNemar's test and Tango's interval: two proportions of the same items, as two accuracies are.

Only the items on which the systems differ matter: ``b`` that count for the first alone, ``c`` that
count for the second alone. Everything is elementwise over arrays.

Closed intervals of the difference of two proportions of the same items: Newcombe; Bonett and Price.

Items are counted by both proportions, by the first alone, by the second alone, or by neither. Everything is
elementwise over arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.checks import quantile
from abovechance.inference.intervals.proportion import wilson
from abovechance.inference.roots import bracketed_root
from abovechance.inference.significance.hypergeometric import at_most, half_binomial

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.core.arrays import Array
    from abovechance.inference.comparisons.joint import Joint
    from abovechance.measures.registry import Measure

_SHARES = {
    ("correct", "total"): ("all", "right"),
    ("wrong", "total"): ("all", "wrong"),
    ("tp + tn", "n"): ("all", "right"),
    ("pp", "n"): ("all", "called"),
    ("pn", "n"): ("all", "not called"),
    ("tp", "rp"): ("positive", "called"),
    ("fn", "rp"): ("positive", "not called"),
    ("fp", "rn"): ("negative", "called"),
    ("tn", "rn"): ("negative", "not called"),
}
"""Proportions that are the share of certain items that a system calls positive or gets right."""


def exact(b: Array, c: Array) -> Array:
    """The two-sided binomial test that items are as often right for one system as for the other."""
    b, c = _whole(b, c)
    return np.minimum(1.0, 2 * at_most(np.minimum(b, c), b + c))[()]


def mid_p(b: Array, c: Array) -> Array:
    """The exact test with half of the outcomes as extreme as the observed one (Fagerland et al. 2013)."""
    b, c = _whole(b, c)
    at = half_binomial(np.minimum(b, c), b + c)
    # At b = c both tails hold the middle outcome; twice one tail would count it twice.
    p = np.where(b == c, 1 - at / 2, 2 * at_most(np.minimum(b, c), b + c) - at)
    return np.where(b + c == 0, 1.0, p)[()]


def asymptotic(b: Array, c: Array) -> Array:
    """McNemar's own test, ``(b − c)² / (b + c)`` as χ² with one degree of freedom."""
    from scipy.special import chdtrc

    return chdtrc(1, chi_squared(b, c))


def corrected(b: Array, c: Array) -> Array:
    """The same with Edwards' correction for continuity, ``(|b − c| − 1)² / (b + c)``: too cautious."""
    from scipy.special import chdtrc

    return chdtrc(1, chi_squared(b, c, corrected=True))


TESTS: dict[str, Callable[[Array, Array], Array]] = {
    "mcnemar_mid_p": mid_p,
    "mcnemar_exact": exact,
    "mcnemar": asymptotic,
    "mcnemar_corrected": corrected,
}
TITLES = {
    "mcnemar_mid_p": "McNemar's mid-p",
    "mcnemar_exact": "McNemar's exact test",
    "mcnemar": "McNemar's test",
    "mcnemar_corrected": "McNemar's test with Edwards' correction",
}
"""What the tests are called."""


def tango(b: Array, c: Array, n: Array, level: float = 0.95) -> tuple[Array, Array]:
    """The score interval of the difference ``(b − c) / n`` of two paired proportions (Tango 1998)."""
    z = quantile(level)
    b, c, n = np.broadcast_arrays(*(np.asarray(x, dtype=float) for x in (b, c, n)))
    known = n > 0
    size = np.where(known, n, 1.0)
    difference = (b - c) / size
    # The score falls as the difference that is tested rises, and is 0 at the estimate: it brackets both
    # bounds.
    low = bracketed_root(lambda d: score(d, b, c, size) - z, np.full(n.shape, -1.0), difference)
    high = bracketed_root(lambda d: score(d, b, c, size) + z, difference, np.full(n.shape, 1.0))
    return np.where(known, low, np.nan)[()], np.where(known, high, np.nan)[()]


def share_of(m: Measure) -> tuple[str, str] | None:
    """Of which items a measure is the share, and whether of those called positive or of those got right."""
    found = m.proportion
    return None if found is None or found.value else _SHARES.get((found.successes, found.trials))


def discordant(m: Measure, joint: Joint) -> tuple[int, int, int] | None:
    """The items that count for the first system alone and for the second alone, and of how many they are.

    None if the measure is no such proportion, or items have weights or come in clusters.
    """
    found = counted(m, joint)
    return None if found is None else (found[1], found[2], sum(found))


def counted(m: Measure, joint: Joint) -> tuple[int, int, int, int] | None:
    """The items that count for both systems, for the first alone, for the second alone, and for neither."""
    countable = joint.weights is None and joint.clusters is None
    share = share_of(m)
    if share is None or not countable or not (len(joint.labels) == 2 or m.scope == "overall"):
        return None
    whom, what = share
    if what in ("right", "wrong"):
        yes = joint.predictions == joint.truth
    else:
        yes = joint.predictions == joint.labels.index(joint.positive)
    if what in ("wrong", "not called"):
        yes = ~yes
    among = np.ones(len(joint.truth), dtype=bool)
    if whom != "all":
        among = (joint.truth == joint.labels.index(joint.positive)) == (whom == "positive")
    first, second = yes
    masks = (first & second, first & ~second, ~first & second, ~first & ~second)
    both, b, c, neither = (int(joint.counts[mask & among].sum()) for mask in masks)
    return both, b, c, neither


def _whole(b: Array, c: Array) -> tuple[Array, Array]:
    first, second = np.broadcast_arrays(np.asarray(b, dtype=np.int64), np.asarray(c, dtype=np.int64))
    return first, second


def chi_squared(b: Array, c: Array, *, corrected: bool = False) -> Array:
    """McNemar's statistic ``(b − c)² / (b + c)``, or with ``|b − c|`` smaller by 1, but not below 0."""
    b, c = (np.asarray(x, dtype=float) for x in (b, c))
    excess = np.maximum(abs(b - c) - corrected, 0)
    return excess**2 / np.where(b + c > 0, b + c, 1.0)


def score(d: Array, b: Array, c: Array, n: Array) -> Array:
    """How far the data are from a difference ``d``, in standard errors with the other parameter fitted."""
    b, c, n = (np.asarray(x, dtype=float) for x in (b, c, n))
    linear = b + c - (2 * n - b + c) * d
    product = 8 * n * c * d * (1 - d)
    root = np.sqrt(np.maximum(linear**2 + product, 0))
    excess = b - c - n * d
    with np.errstate(divide="ignore", invalid="ignore"):
        # the larger root of a quadratic, in the form in which nothing cancels
        discordant = np.where(
            linear > 0, linear + root, np.where(product == 0, 0.0, product / (root - linear))
        )
        variance = discordant / 2 + n * d * (1 - d)
        return np.where(excess == 0, 0.0, excess / np.sqrt(np.maximum(variance, 0)))


def newcombe(
    both: Array, first: Array, second: Array, neither: Array, level: float = 0.95
) -> tuple[Array, Array]:
    """Wilson's intervals of the two proportions, joined with their correlation (Newcombe 1998, method 10).

    A positive correlation is corrected for continuity.
    """
    a, b, c, d = (np.asarray(x, dtype=float) for x in (both, first, second, neither))
    n = a + b + c + d
    with np.errstate(divide="ignore", invalid="ignore"):
        (low1, high1), (low2, high2) = (wilson(x, n, level) for x in (a + b, a + c))
        p1, p2, difference = (a + b) / n, (a + c) / n, (b - c) / n
        correlation = _corrected_phi(a, b, c, d)
        below = _joined(p1 - low1, high2 - p2, correlation)
        above = _joined(high1 - p1, p2 - low2, correlation)
    return (difference - below)[()], (difference + above)[()]


def bonett_price(first: Array, second: Array, n: Array, level: float = 0.95) -> tuple[Array, Array]:
    """The normal interval with an item more for each system alone (Bonett and Price 2012)."""
    b, c, n = (np.asarray(x, dtype=float) for x in (first, second, n))
    p, q = (b + 1) / (n + 2), (c + 1) / (n + 2)
    spread = quantile(level) * np.sqrt((p + q - (p - q) ** 2) / (n + 2))
    return np.maximum(p - q - spread, -1.0)[()], np.minimum(p - q + spread, 1.0)[()]


def _corrected_phi(a: Array, b: Array, c: Array, d: Array) -> Array:
    # Roots first: the product of four margins of a billion items would leave what a double holds exactly.
    product = np.sqrt(a + b) * np.sqrt(c + d) * np.sqrt(a + c) * np.sqrt(b + d)
    excess = a * d - b * c
    # The correction for continuity must not turn a positive correlation into a negative one.
    excess = np.where(excess > 0, np.maximum(excess - (a + b + c + d) / 2, 0), excess)
    return np.where(product > 0, excess / product, 0.0)


def _joined(first: Array, second: Array, correlation: Array) -> Array:
    return np.sqrt(np.maximum(first**2 + second**2 - 2 * correlation * first * second, 0))
