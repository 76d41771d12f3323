"""Exchange tests: if two systems are equally good, they could have changed places on any item.

Scores of two systems may have different scales, so their ranks are exchanged (Bandos, Rockette & Gur 2005).
Venkatraman & Begg (1996) compare whole curves in this way: the number of errors at every threshold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.curves.curve.curve import Curve
from abovechance.curves.uncertainty.resampling import curve_of, generators

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from abovechance.curves.uncertainty.resampling import Statistic
    from abovechance.intake.score_columns import Judged

_RELATIVE_TOLERANCE = 1e-9  # statistics that differ by less than this share are the same but for rounding
_ENOUGH_LARGER = 500
"""After so many exchanges with a larger difference p is known well enough (Besag & Clifford 1991)."""


def swap_p(items: Judged, statistic: Statistic, *, replicates: int, seed: int | None) -> float:
    """The two-sided p-value of no difference of two systems in a summary, by random exchanges of ranks."""
    base, masses = _empty_curve(items), items.masses

    def difference(first: NDArray[np.int64], second: NDArray[np.int64]) -> float:
        values = [statistic(_curve(base, column, items.is_positive, masses)) for column in (first, second)]
        return abs(values[0] - values[1])

    return _p_value(difference, items, _swaps(items, replicates, seed))


def venkatraman_p(items: Judged, *, replicates: int, seed: int | None) -> float:
    """The p-value of two curves being one (Venkatraman & Begg 1996); ties are broken at random."""
    if items.masses is not None:
        raise InputError("Venkatraman's test takes no weights and no counts: give each item a row, or choose "
                         "test='delong'")  # fmt: skip
    first, second = np.random.SeedSequence(seed).spawn(2)
    rng = np.random.default_rng(first)

    def apart(own: NDArray[np.int64], other: NDArray[np.int64]) -> float:
        return venkatraman_statistic(items.is_positive, own, other, rng)

    child = int(second.generate_state(1)[0])
    return _p_value(apart, items, _swaps(items, replicates, child))


def venkatraman_statistic(
    is_positive: NDArray[np.bool_],
    first: NDArray[Any],
    second: NDArray[Any],
    rng: np.random.Generator | None = None,
) -> float:
    """The differences of the number of errors, added up over all thresholds."""
    runs = []
    for column in (first, second):
        breaks = np.zeros(len(column)) if rng is None else rng.random(len(column))
        # Random numbers break ties: an order of the rows would favour one of the systems in every exchange.
        runs.append(np.cumsum(is_positive[np.lexsort((breaks, column))]))
    # with the k lowest called negative there are as many errors as 2·(positives among them) + negatives - k
    return 2.0 * float(np.abs(runs[0] - runs[1]).sum())


def _p_value(
    statistic: Callable[[Any, Any], float], items: Judged, swaps: Iterator[NDArray[np.bool_]]
) -> float:
    """The share of exchanges with a statistic as large, the one that happened among them."""
    first, second = (_twice_mid_ranks(column) for column in items.scores)
    observed = statistic(first, second)
    if np.isnan(observed):
        return float("nan")
    done = as_large = 0
    for swap in swaps:
        drawn = statistic(np.where(swap, second, first), np.where(swap, first, second))
        done, as_large = done + 1, as_large + (not drawn < observed * (1 - _RELATIVE_TOLERANCE))
        if as_large >= _ENOUGH_LARGER:
            break
    return (1 + as_large) / (1 + done)


def _swaps(items: Judged, replicates: int, seed: int | None) -> Iterator[NDArray[np.bool_]]:
    """On which rows the systems change places: items or whole clusters."""
    if items.counts is not None and items.clusters is None:
        raise InputError("an exchange test needs a row for each item: repeat rows instead of giving counts")
    units = len(items.is_positive) if items.clusters is None else int(items.clusters.max()) + 1
    for rng in generators(replicates, seed):
        coins = rng.integers(2, size=units, dtype=np.int8).astype(bool)
        yield coins if items.clusters is None else coins[items.clusters]


def _twice_mid_ranks(scores: NDArray[Any]) -> NDArray[np.int64]:
    """Twice the mean rank of equal scores, less two: whole numbers from 0 on."""
    _, place, sizes = np.unique(scores, return_inverse=True, return_counts=True)
    upto = np.cumsum(sizes)
    return (2 * upto - sizes - 1)[place]


def _empty_curve(items: Judged) -> Curve:
    """A curve whose thresholds are all ranks that there can be."""
    number = 2 * len(items.is_positive) - 1
    nothing = np.zeros(number + 1, dtype=np.int64 if items.masses is None else np.float64)
    thresholds = np.append(np.inf, np.arange(number)[::-1])
    return Curve(thresholds, nothing, nothing, items.positive, items.negative)


def _curve(
    base: Curve, ranks: NDArray[np.int64], is_positive: NDArray[np.bool_], masses: NDArray[np.float64] | None
) -> Curve:
    """Items counted by their ranks, which needs no sorting."""
    length = len(base.thresholds) - 1
    numbers = []
    for mine in (is_positive, ~is_positive):
        weights = None if masses is None else masses[mine]
        numbers.append(np.bincount(ranks[mine], weights=weights, minlength=length)[::-1])
    return curve_of(base, *numbers)
