"""What plans of tables, scores and raters share: the normal approximation, and the least number of items.

An estimate is compared with a value. Its standard error differs between the value to be refuted and the one
expected; with ``null`` and ``alternative`` the standard errors of both, the test succeeds with probability
``Φ((|expected − refuted| − z·null) / alternative)``, and a power asked for gives the items likewise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.checks import quantile
from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

Shares = float | Sequence[float]
"""The share of the positive class of two, or of each class."""

_MAX_DEVIATIONS = 1e9  # standard deviations of an item between two values: more take over 10¹⁸ items
_SEARCH_FACTOR = 1.15  # between numbers of items that are tried, until halving takes over
_ROUNDING_ERROR = 1e-9
_ROUNDED_SHARES = 1e-6


def normal_power(difference: float, null: float, alternative: float, level: float) -> float:
    """The probability that a test of a two-sided level succeeds, by the standard errors of both values."""
    from scipy.special import ndtr

    return float(ndtr((abs(difference) - quantile(level) * null) / alternative))


def normal_items(
    values: tuple[float, float], null: float, alternative: float, *, power: float, level: float, what: str
) -> int:
    """How many items tell two values apart, by the standard deviations that one item has under both."""
    from scipy.special import ndtri

    if not 0 < power < 1:
        raise InputError(f"power must lie between 0 and 1 (such as 0.8), got {power!r}")
    expected, refuted = values
    deviation = quantile(level) * null + float(ndtri(power)) * alternative
    if not deviation < _MAX_DEVIATIONS * abs(expected - refuted):
        raise InputError(f"{what}: {expected:g} and {refuted:g} are too close to be distinguished")
    return math.ceil((deviation / (expected - refuted)) ** 2 - _ROUNDING_ERROR)


def least_items(suffices: Callable[[int], bool], start: int, least: int = 1) -> int:
    """The least number of items that suffices: by steps from a number that is near it, then by halving."""
    failing, n = least - 1, max(start, least)
    while not suffices(n):
        failing, n = n, math.ceil(n * _SEARCH_FACTOR) + 1
    while failing < least < n and suffices(lower := max(math.floor(n / _SEARCH_FACTOR), least)):
        n = lower
    failing = max(failing, math.floor(n / _SEARCH_FACTOR) - 1)
    while n - failing > 1:
        middle = (failing + n) // 2
        failing, n = (failing, middle) if suffices(middle) else (middle, n)
    return n


def checked_items(n: object, least: int = 2) -> int:
    """How many items there will be."""
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < least:
        said = "{argument} must be a whole number of items, {least} or more, got {n!r}"
        raise InputError(said, argument="n", least=least, n=n)
    return int(n)


def require_different(**values: float) -> None:
    """Refuse to detect a difference between equal values, given by the names of their arguments."""
    (one, value), (other, against) = values.items()
    if value == against:
        raise InputError(f"{one} and {other} are both {value!r}: there is nothing to detect")


def checked_shares(shares: Shares, name: str, of: str = "class") -> NDArray[np.float64]:
    """The share of each class; of two classes the second is the one whose share is given."""
    given = np.asarray(shares, dtype=float)
    given = np.array([1 - given, given]) if given.ndim == 0 else given
    if given.ndim != 1 or len(given) < 2 or not np.all(given > 0) or abs(given.sum() - 1) > _ROUNDED_SHARES:
        raise InputError(
            f"{name} must be a number between 0 and 1, or one for each {of}, with sum 1; got {shares!r}"
        )
    return given / given.sum()
