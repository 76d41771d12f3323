"""The interval of the share of informed decisions: where the profile likelihood is not too steep.

For each b the guesses are those of greatest likelihood. The interval holds every b at which the slope of that
profile, divided by its standard deviation as expected there, is at most the normal quantile: Rao's score test
turned around. The plain drop of the profile (Wilks 1938) covers 88 to 93 % where few decisions are wrong. Of
two classes b is the difference of two proportions, and the interval is Miettinen and Nurminen's (1985), whose
factor N/(N − 1) of the variance is kept for more. A bound where the slope is never so steep is the end of the
range, 0 or 1. Where nothing is informed, the interval of more than two classes can miss on one side only; and
where labels are right so seldom that the slope is too steep even at 0, it is 0 alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.checks import quantile
from abovechance.inference.mixture.fit import Counts, exchanged, guessed_given
from abovechance.inference.roots import bracketed_root

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.core.arrays import Array, Booleans, Floats

_NEARLY_ALL = 1 - 1e-12  # at 1 itself the slope of all other tables is infinite


def profile_interval(cells: Array, known: Booleans, informed: Floats, level: float) -> tuple[Floats, Floats]:
    """The bounds of b of tables that are turned so that b ≥ 0; of two labels the lower one may be below 0."""
    z = quantile(level)
    two = known.sum(-1) == 2
    slope = _signed_slope(cells, known, two)
    start = np.minimum(informed, _NEARLY_ALL)

    def bound(end: Floats, side: float) -> tuple[Floats, Booleans]:
        def beyond(b: Floats) -> Floats:
            return np.nan_to_num(side * slope(b) - z, nan=-z)

        outside = beyond(end) > 0
        none = beyond(start) > 0  # labels are right so seldom that no share is left: it is 0
        found = bracketed_root(beyond, np.where(outside & ~none, start, end), end)
        return np.where(none, start, found), outside

    (low, cut), (high, capped) = (
        bound(np.where(two, -_NEARLY_ALL, 0.0), 1.0),
        bound(np.full_like(start, _NEARLY_ALL), -1.0),
    )
    return np.where(two & ~cut, -1.0, low), np.where(capped, high, 1.0)


def _signed_slope(cells: Array, known: Booleans, two: Booleans) -> Callable[[Floats], Floats]:
    """The standardised slope at each b; below 0, of two labels, that of the labels exchanged."""
    counts, other = Counts.of(cells), Counts.of(exchanged(cells, known, two))
    with np.errstate(all="ignore"):
        real = cells.sum(-1) / counts.total[:, None]
        # Miettinen and Nurminen's factor: of two classes the interval is theirs exactly.
        factor = np.sqrt((counts.total - 1) / counts.total)

    def slope(b: Floats) -> Floats:
        negative = (b < 0)[:, None]
        turned = Counts(
            np.where(negative, other.hits, counts.hits),
            np.where(negative, other.strays, counts.strays),
            counts.total,
        )
        return np.where(b < 0, -factor, factor) * _standardised(np.abs(b), turned, real)

    return slope


def _standardised(b: Floats, counts: Counts, real: Floats) -> Floats:
    """The slope of the profile, ``Σ hits/(b + a) − λ``, divided by its standard deviation."""
    guessed = guessed_given(b, counts)
    right = b[:, None] + guessed
    with np.errstate(all="ignore"):
        of_hits = np.where(counts.hits > 0, counts.hits / right, 0.0)
        multiplier = (of_hits * guessed + counts.strays).sum(-1) / guessed.sum(-1)
        slope = np.sqrt(counts.total) * (of_hits.sum(-1) - multiplier)
        of_one = np.where(real > 0, real / right, 0.0)
        return slope / np.sqrt(information(of_one, (1 - real) / guessed, guessed > 0))


def information(of_hits: Floats, of_strays: Floats, guessed: Booleans) -> Floats:
    """What an item tells about b if the guesses are not known, from what it tells about b + a_l and a_l.

    Guesses move with b, ``Σ da_l = −db``; labels that are never guessed stay so.
    """
    with np.errstate(all="ignore"):
        inverse = np.where(guessed, 1 / (of_hits + of_strays), 0.0)
        share = np.where(guessed, of_hits * inverse, 0.0)
        rest = (1 - share.sum(-1)) ** 2 / inverse.sum(-1)
        return (of_hits * (1 - share)).sum(-1) + np.where(guessed.any(-1), rest, np.inf)
