"""How many items it takes to show that an AUC differs from a value, such as that of chance.

The variance that an AUC will have follows from a model: exponential scores (Hanley & McNeil 1982), or normal
ones (Obuchowski 1994). With normal scores both foresaw the power of the rank-sum test within 0.05, the first
a little better (``docs/curve_inference.md``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.curves.uncertainty.auc_bounds import hanley_mcneil_variance
from abovechance.inference.normal_power import (
    least_items,
    normal_items,
    normal_power,
    require_different,
)

if TYPE_CHECKING:
    from collections.abc import Callable

_MANY_ITEMS = 2**30  # so many that those of a class are never less than one


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
    case = _Case.of(auc, against, prevalence, two_sided(level, sides), method)
    return least_items(lambda n: case.power(n) >= power, case.items(power), least=2)


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
        raise InputError("{argument} must be 2 items or more, got {n!r}", argument="n", n=n)
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
        require_different(auc=auc, against=against)
        return cls(auc, against, prevalence, level, VARIANCES[_variance(method)])

    def items(self, power: float) -> int:
        """About how many are needed, by the deviation of an item among many."""
        of_one = (math.sqrt(_MANY_ITEMS) * error for error in self._errors(_MANY_ITEMS))
        return normal_items((self.auc, self.against), *of_one, power=power, level=self.level, what="an AUC")

    def power(self, n: float) -> float:
        """By the normal approximation, with the variance of either value."""
        return normal_power(self.auc - self.against, *self._errors(n), self.level)

    def _errors(self, n: float) -> tuple[float, float]:
        """The standard errors under the value to be refuted, and under the one expected."""
        of_classes = n * self.prevalence, n * (1 - self.prevalence)
        null, expected = (math.sqrt(self.variance(x, *of_classes)) for x in (self.against, self.auc))
        return null, expected


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
