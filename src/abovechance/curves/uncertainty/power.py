"""How many items it takes to show that an AUC differs from a value, such as that of chance.

The variance that an AUC will have follows from a model: exponential scores (Hanley & McNeil 1982), or normal
ones (Obuchowski 1994). With normal scores both foresaw the power of the rank-sum test within 0.05, the first
a little better (``docs/curve_inference.md``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from abovechance.core.checks import quantile, two_sided
from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.curves.uncertainty.auc_bounds import hanley_mcneil_variance
from abovechance.inference.arguments import checked_power, least_number

if TYPE_CHECKING:
    from collections.abc import Callable

_MOST_ITEMS = 2**50


def items_needed_for_auc(
    auc: float,
    *,
    against: float = 0.5,
    prevalence: float = 0.5,
    power: float = 0.8,
    level: float = 0.95,
    sides: int = 2,
    method: str = "auto",
) -> int:
    """How many items an evaluation needs to show that the AUC differs from a value, such as chance.

    Parameters
    ----------
    auc, against, prevalence
        The AUC that is expected, the value to be refuted, and the share of positive items.
    power
        The probability with which the test is to succeed.
    level, sides
        The confidence of the test, and whether it is two- or one-sided.
    method
        How to foresee the variance: ``"hanley_mcneil"`` (also ``"auto"``) or ``"obuchowski"``, as pROC.

    Examples
    --------
    >>> import abovechance as ac
    >>> ac.curves.items_needed_for_auc(0.8, power=0.9)
    34
    >>> ac.curves.items_needed_for_auc(0.7), ac.curves.items_needed_for_auc(0.7, prevalence=0.1)
    (63, 183)
    """
    checked_power(power)
    case = _Case.of(auc, against, prevalence, two_sided(level, sides), method)
    low, high = 1, 2
    while case.power(high) < power:
        low, high = high, 2 * high
        if high > _MOST_ITEMS:
            raise InputError(f"an AUC of {auc:g} cannot be told from {against:g}: they are too near")
    return least_number(lambda n: case.power(n) >= power, low, high)


def power_for_auc(
    n: float,
    auc: float,
    *,
    against: float = 0.5,
    prevalence: float = 0.5,
    level: float = 0.95,
    sides: int = 2,
    method: str = "auto",
) -> float:
    """The probability with which an evaluation of ``n`` items will show that the AUC differs from a value.

    The parameters are those of :func:`items_needed_for_auc`.

    Examples
    --------
    >>> import abovechance as ac
    >>> round(ac.curves.power_for_auc(34, 0.8), 2)
    0.91
    """
    if not n > 1:
        raise InputError(f"n is the number of items, at least 2, got {n!r}")
    return _Case.of(auc, against, prevalence, two_sided(level, sides), method).power(n)


@dataclass(frozen=True)
class _Case:
    """What is expected and to be refuted."""

    auc: float
    against: float
    prevalence: float
    level: float
    variance: Callable[[float, float, float], float]

    @classmethod
    def of(cls, auc: float, against: float, prevalence: float, level: float, method: str) -> _Case:
        """Check what is given."""
        for name, value in (("auc", auc), ("against", against), ("prevalence", prevalence)):
            if not 0 < value < 1:
                raise InputError(f"{name} must lie between 0 and 1, got {value!r}")
        if auc == against:
            raise InputError(f"auc and against are both {auc:g}: there is nothing to detect")
        return cls(auc, against, prevalence, level, VARIANCES[_variance(method)])

    def power(self, n: float) -> float:
        """By the normal approximation, with the variance of either value."""
        from scipy.special import ndtr

        positives, negatives = n * self.prevalence, n * (1 - self.prevalence)
        null, expected = (math.sqrt(self.variance(x, positives, negatives)) for x in (self.against, self.auc))
        return float(ndtr((abs(self.auc - self.against) - quantile(self.level) * null) / expected))


def obuchowski_variance(auc: float, positives: float, negatives: float) -> float:
    """That of normal scores of one variance (Obuchowski 1994, eq. 3), 0.0792·(1/P + 1/N) at one half."""
    from scipy.special import ndtri

    a = 1.414 * float(ndtri(auc))
    ratio = negatives / positives
    return 0.0099 * math.exp(-(a**2) / 2) * (5 * a**2 + 8 + (a**2 + 8) / ratio) / positives


def _at_least_one(auc: float, positives: float, negatives: float) -> float:
    """Hanley and McNeil's, which is not meant for less than one item of a class."""
    return hanley_mcneil_variance(auc, max(positives, 1.0), max(negatives, 1.0))


VARIANCES: dict[str, Callable[[float, float, float], float]] = {
    "hanley_mcneil": _at_least_one,
    "obuchowski": obuchowski_variance,
}
_variance = Names("variance of an AUC", VARIANCES, {"auto": "hanley_mcneil", "hanley": "hanley_mcneil"})
