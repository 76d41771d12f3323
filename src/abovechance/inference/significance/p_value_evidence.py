"""What a p-value is worth as evidence: the bound of Sellke, Bayarri and Berger (2001), used by Powers 2007.

For p < 1/e, L(p) = −e·p·ln p is the least Bayes factor of the null hypothesis against any of a wide
class of alternatives. With prior probability π of the null, Alpha = 1/(1 + (1−π)/(π·L)) is then the
least probability that the null is true, and Beta = 1 − Alpha the greatest that it is not. Beta is no
rate of errors of the second kind. A p-value of 1/e or more is no evidence against the null at all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.result import Result
from abovechance.tables.batch_result import lines_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from abovechance.core.arrays import Numbers
    from abovechance.core.result import Row

LIMIT = 1 / math.e  # the bound holds for smaller p-values


@dataclass(frozen=True, eq=False, repr=False)
class Calibration(Result):
    """The evidence in a p-value.

    Attributes
    ----------
    p_value
        As given.
    bayes_factor
        L, the least Bayes factor of the null hypothesis: 1 where the p-value is 1/e or more.
    alpha
        The least probability that the null hypothesis is true; its prior probability where L is 1.
    beta
        The greatest probability that it is false.
    valid
        Whether p < 1/e, so that the formula applies.
    """

    _headline = "alpha"

    p_value: Any
    bayes_factor: Numbers
    alpha: Numbers
    beta: Numbers
    valid: Any

    def __repr__(self) -> str:
        """A line for each p-value, up to ten."""
        return "\n".join(lines_of(map(_line, self.rows())))

    def rows(self) -> list[Row]:
        """A row for each p-value."""
        columns = {name: np.ravel(value).tolist() for name, value in self._held().items()}
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _line(row: Row) -> str:
    said = f"p = {row['p_value']:.3g}: the null hypothesis has a probability of {row['alpha']:.3g} or more"
    return f"{said} (Bayes factor {row['bayes_factor']:.3g} or more)"


def calibrate(p_values: ArrayLike, prior: float = 0.5) -> Calibration:
    """Turn p-values into bounds on the probability of the null hypothesis.

    Parameters
    ----------
    p_values
        Numbers between 0 and 1; NaN stays NaN, and what is masked is NaN.
    prior
        The probability of the null hypothesis before the data; the papers have one half.

    Examples
    --------
    >>> from abovechance.inference.significance.p_value_evidence import calibrate
    >>> evidence = calibrate([0.05, 0.01, 0.001])
    >>> evidence.alpha.round(3), evidence.beta.round(3)
    (array([0.289, 0.111, 0.018]), array([0.711, 0.889, 0.982]))
    """
    if isinstance(p_values, np.ma.MaskedArray):
        p_values = np.ma.filled(p_values.astype(float), np.nan)
    p = np.asarray(p_values, dtype=float)
    if np.any((p < 0) | (p > 1)):
        raise InputError(f"p-values lie between 0 and 1, got {p[(p < 0) | (p > 1)].flat[0]}")
    if not 0 < prior < 1:
        raise InputError(f"prior is a probability between 0 and 1, got {prior!r}")
    with np.errstate(divide="ignore", invalid="ignore"):
        # At p = 0 the limit of p·ln p is 0; the formula itself would give NaN.
        bound = np.where(p < LIMIT, np.where(p == 0, 0.0, -math.e * p * np.log(p)), 1.0)
        bound = np.where(np.isnan(p), np.nan, bound)
        alpha = 1 / (1 + (1 - prior) / (prior * bound))
    fields = (p, bound, alpha, 1 - alpha, p < LIMIT)
    return Calibration(*(value.item() if value.ndim == 0 else value for value in map(np.asarray, fields)))
