"""How many items a study of agreement needs: for an interval of a given width, or to refute a Kappa."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import quantile, two_sided
from abovechance.core.errors import InputError
from abovechance.inference.intervals.delta import linearise
from abovechance.inference.normal_power import (
    Shares,
    checked_items,
    checked_shares,
    least_items,
    normal_items,
    normal_power,
    require_different,
)
from abovechance.measures.registry import measure
from abovechance.raters.agreement import Agreement, require_items_sampled
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ROUNDING_ERROR = 1e-9


def items_for_width(pilot: object, half_width: float, *, level: float = 0.95) -> int:
    """How many items give an interval as narrow as wanted, judged by a pilot study.

    The variance that an item adds is taken from the pilot: ``n = (t·SE·√n_pilot / E)²`` with the t of n − 1
    degrees of freedom, so that it is right for every coefficient, weighting and pattern of missing ratings.

    Parameters
    ----------
    pilot
        A result of :func:`~abovechance.agreement`.
    half_width
        The margin of error E that is wanted.
    level
        The confidence level of the interval.

    Examples
    --------
    >>> import abovechance as ac
    >>> pilot = ac.agreement([[1, 1], [2, 2], [1, 2], [2, 2], [1, 1], [2, 1], [1, 1], [2, 2]], "fleiss_kappa")
    >>> ac.items_for_width(pilot, 0.1)
    332
    """
    if not 0 < half_width < 1:
        raise InputError(f"half_width must lie between 0 and 1 (such as 0.1), got {half_width!r}")
    if not isinstance(pilot, Agreement):
        raise InputError(
            "pilot must be a result of agreement by one measure, such as pilot['fleiss_kappa'], got "
            f"{type(pilot).__name__}"
        )
    require_items_sampled(pilot, "the number of items")
    return least_for_width(pilot.se, int(pilot.n), half_width, level)


def least_for_width(se: float, items: int, half_width: float, level: float = 0.95) -> int:
    """The same from the standard error of a pilot and its number of items."""
    from scipy.special import stdtrit

    if not math.isfinite(se):
        raise InputError("the standard error of the pilot is undefined: it says nothing of the items needed")
    if se == 0:
        raise InputError("the pilot shows no variation at all: take one with some disagreement")
    share = (1 + two_sided(level, 2)) / 2
    unit = se * math.sqrt(items) / half_width
    # The normal quantile is a start from below, as Student's is larger.
    start = math.ceil((quantile(level) * unit) ** 2)
    return least_items(
        lambda n: bool((stdtrit(n - 1, share) * unit) ** 2 <= n + _ROUNDING_ERROR), start, least=2
    )


def items_for_kappa(
    kappa: float,
    against: float = 0.0,
    *,
    shares: Shares = 0.5,
    second_shares: Shares | None = None,
    power: float = 0.8,
    level: float = 0.95,
    sides: int = 2,
) -> int:
    """How many items two raters must both rate to refute a lower (or higher) value of Cohen's Kappa.

    Parameters
    ----------
    kappa
        The Kappa that is expected.
    against
        The Kappa to be refuted; 0 for chance.
    shares
        How often the first rater gives the category of interest of two, or each of K categories.
    second_shares
        The shares of the second rater; by default those of the first. With more than two categories the table
        is known only for raters of equal shares.
    power
        The probability with which the test is to succeed.
    level, sides
        The confidence of the test, and whether it is two- or one-sided.

    Notes
    -----
    The normal approximation of Cantor (1996): ``n = ((z_α·τ₀ + z_β·τ₁) / (κ₁ − κ₀))²``, where τ is the
    standard error of Fleiss, Cohen and Everitt (1969) of one item on the tables expected under both values.
    Tables of more than two categories are those of raters who share a cause with probability κ and guess
    otherwise.

    Examples
    --------
    >>> import abovechance as ac
    >>> ac.items_for_kappa(0.6, 0.4, shares=0.3, second_shares=0.2, sides=1)
    147
    """
    taus = _deviations(kappa, against, shares, second_shares)
    test: Any = {"power": power, "level": two_sided(level, sides), "what": "a Kappa"}
    return max(normal_items((kappa, against), *taus, **test), 2)


def power_for_kappa(
    n: int,
    kappa: float,
    against: float = 0.0,
    *,
    shares: Shares = 0.5,
    second_shares: Shares | None = None,
    level: float = 0.95,
    sides: int = 2,
) -> float:
    """The probability that n items refute a value of Cohen's Kappa, as in :func:`items_for_kappa`.

    Examples
    --------
    >>> import abovechance as ac
    >>> round(ac.power_for_kappa(147, 0.6, 0.4, shares=0.3, second_shares=0.2, sides=1), 3)
    0.801
    """
    shift = math.sqrt(checked_items(n)) * (kappa - against)
    return normal_power(shift, *_deviations(kappa, against, shares, second_shares), two_sided(level, sides))


def _deviations(
    kappa: float, against: float, shares: Shares, second_shares: Shares | None
) -> tuple[float, float]:
    """The standard errors for one item, under the Kappa to be refuted and the one expected."""
    require_different(kappa=kappa, against=against)
    first = checked_shares(shares, "shares", "category")
    second = first if second_shares is None else checked_shares(second_shares, "second_shares", "category")
    return _deviation(against, first, second), _deviation(kappa, first, second)


def _deviation(kappa: float, first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """The standard error of Kappa for one item, on the table expected under it."""
    table = _expected(kappa, first, second)
    if table.min() < -_ROUNDING_ERROR:
        raise InputError(
            f"no table has a Kappa of {kappa:g} with these shares: bring the raters' shares closer together, "
            "or expect another value"
        )
    tables = Tables.from_counts(np.maximum(table, 0.0))
    return float(linearise([measure("cohen_kappa")], tables)["cohen_kappa"].se)


def _expected(kappa: float, first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """The shares of a table with these margins and this Kappa."""
    chance = np.outer(first, second)
    if len(first) == 2 == len(second):
        # one cell is free: it moves all four by as much
        return chance + kappa * (1 - np.trace(chance)) / 2 * np.array([[1, -1], [-1, 1]])
    if not np.array_equal(first, second):
        raise InputError(
            "with more than two categories both raters must have the same shares: leave out second_shares"
        )
    return (1 - kappa) * chance + kappa * np.diag(first)
