r"""How often the truth is wrong, judged by how far two annotators agree.

Two annotators who err independently of each other given the right class, and alike, agree on
:math:`A = (1 - e)^2 + e^2 / (K - 1)` of the items if every class has the error rate e, spread evenly over the
wrong labels. The smaller root is

.. math:: e = \frac{K - 1}{K}\left(1 - \sqrt{1 - \frac{K}{K - 1}(1 - A)}\right).

Disagreement is concave in the error rate. So no other rates with this agreement have a lower mean. If each
annotator is right at least half of the time in every class, the mean is at most 1 − A: that is where one
class is never mistaken and another half of the time.

For two classes Kappa and the share μ of positive labels say more. With the annotators' prevalence π and
Informedness J, their labels have the covariance :math:`\pi(1 - \pi)J^2`, so
:math:`\kappa = \pi(1 - \pi)J^2 / (\mu(1 - \mu))`. Let :math:`x = \pi J` and :math:`y = (1 - \pi)J`. Then
:math:`xy = \kappa\mu(1 - \mu)` with x from κμ to μ: every x is possible, and :math:`J = x + y`. The
correlation of an annotator with the right class is :math:`\sqrt\kappa` for all of them.

A system whose predictions do not depend on the annotator's errors shows, for two classes, its Informedness
times the annotator's Markedness :math:`\kappa / J` (Youden's rule for an imperfect reference). So this is the
ceiling: what a perfect system shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_GRID_POINTS = 2001


@dataclass(frozen=True)
class Annotators:
    """What agreement says of the truth, where the labels of one annotator are the truth.

    Attributes
    ----------
    agreement, kappa
        The share of items that two annotators agree on, and Cohen's Kappa.
    error, error_least, error_most
        The share of wrong labels, if all classes are equally hard, and its bounds if they are not.
    ceiling, ceiling_least, ceiling_most
        The Informedness that a perfect system would show, if all classes are equally hard, and its bounds if
        they are not (for two classes).
    """

    agreement: float
    kappa: float
    error: float
    error_least: float
    error_most: float
    ceiling: float
    ceiling_least: float | None
    ceiling_most: float | None


def from_agreement(agreement: float, shares: NDArray[np.float64]) -> Annotators:
    """What follows from the share of items that two annotators agree on; ``shares`` are of their labels."""
    classes = len(shares)
    chance = float((shares**2).sum())
    if not chance < agreement <= 1:
        raise InputError(
            "{argument} must be above {chance:.3g}, what chance alone reaches with these classes, and at "
            "most 1, not {agreement:g}", argument="agreement", chance=chance, agreement=agreement,
        )  # fmt: skip
    kappa = (agreement - chance) / (1 - chance)
    room = 1 - classes / (classes - 1) * (1 - agreement)
    even = (classes - 1) / classes * (1 - np.sqrt(max(room, 0.0)))
    if classes == 2:
        return _two_classes(agreement, kappa, float(even), float(shares[1]))
    ceiling = _shown_by_perfect(float(even), shares)
    return Annotators(agreement, kappa, float(even), float(even), 1 - agreement, ceiling, None, None)


def agreement_of(kappa: float, shares: NDArray[np.float64]) -> float:
    """The share agreed on that belongs to Cohen's Kappa, where both annotators use labels equally often."""
    if not 0 < kappa <= 1:
        raise InputError("{argument} must be above 0 and at most 1, not {kappa:g}",
                         argument="kappa", kappa=kappa)  # fmt: skip
    chance = float((shares**2).sum())
    return chance + kappa * (1 - chance)


def _two_classes(agreement: float, kappa: float, even: float, positive: float) -> Annotators:
    """The bounds over all annotators of this Kappa who give positive labels so often."""
    x = np.linspace(kappa * positive, positive, _GRID_POINTS)
    y = kappa * positive * (1 - positive) / x
    informed = x + y
    prevalence = x / informed
    errors = prevalence * (1 - positive - y) + (1 - prevalence) * (positive - x)
    ceilings = kappa / informed
    inner = np.sqrt(kappa * positive * (1 - positive))  # where their Informedness is least
    most = kappa / (2 * inner) if kappa * positive <= inner <= positive else ceilings.max()
    ceiling = _shown_by_perfect(even, np.array([1 - positive, positive]))
    least_error, most_error = float(errors.min()), float(errors.max())
    if not least_error <= even <= most_error:  # rates that are equal do not fit labels given so often
        even = float(np.clip(even, least_error, most_error))
    lowest = float(ceilings.min())
    ceiling = float(np.clip(ceiling, lowest, most))
    return Annotators(agreement, kappa, even, least_error, most_error, ceiling, lowest, float(most))


def _shown_by_perfect(error: float, shares: NDArray[np.float64]) -> float:
    """The Informedness that the right classes show against labels with this error rate."""
    from abovechance.core.contingency import Contingency
    from abovechance.inference.imperfect_truth.correction import error_matrix
    from abovechance.measures.registry import measure

    errors = error_matrix(error, len(shares))
    right = np.maximum(np.linalg.solve(errors.T, shares), 0.0)
    return float(measure("informedness").function(Contingency((right[:, None] * errors).T)))
