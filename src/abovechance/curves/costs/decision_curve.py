"""Decision curves: the net benefit of acting on a probability, against acting on everyone or no one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.result import ColumnResult
from abovechance.curves.costs.cost_curves import probabilities_of
from abovechance.curves.costs.deployment import deployed, weighed
from abovechance.curves.curve.arguments import of_curve

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from abovechance.curves.curve.curve import Curve

    Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class DecisionCurve(ColumnResult):
    """What is gained by acting at each probability that one might act from.

    Attributes
    ----------
    thresholds : ndarray
        The probabilities from which on one acts. Acting on a negative item then costs their odds, in units of
        what acting on a positive one is worth.
    net_benefit : ndarray
        Of acting on items at or above the threshold: true positives for each item, less the false ones by
        their cost.
    treat_all : ndarray
        The net benefit of acting on every item; that of acting on none is 0.
    prevalence : float
        The share of positive items where one acts.
    """

    thresholds: Floats
    net_benefit: Floats
    treat_all: Floats
    prevalence: float
    _derived: ClassVar[tuple[str, ...]] = ("standardised", "interventions_avoided")

    @property
    def standardised(self) -> Floats:
        """The net benefit as a share of that of a perfect classifier (Kerr et al. 2016, JCO 34:2534)."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return self.net_benefit / np.float64(self.prevalence)

    @property
    def interventions_avoided(self) -> Floats:
        """By how many actions for each item fewer are needed than by acting on all, at no loss of positives.

        The net benefit over that of acting on all, divided by the odds of the threshold (Vickers & Elkin
        2006). NaN at a threshold of 0.
        """
        with np.errstate(divide="ignore", invalid="ignore"):
            return (self.net_benefit - self.treat_all) / _odds(self.thresholds)

    def columns(self) -> dict[str, Floats]:
        """One entry for each threshold."""
        names = ("net_benefit", "treat_all", "standardised", "interventions_avoided")
        return {"threshold": self.thresholds} | {name: getattr(self, name) for name in names}

    @property
    def is_useful(self) -> NDArray[np.bool_]:
        """Where acting by the score is better than acting on all and on none."""
        return self.net_benefit > np.maximum(self.treat_all, 0)

    def __repr__(self) -> str:
        """The range of thresholds where the score is of use."""
        useful = self.thresholds[self.is_useful]
        where = f"of use between {useful[0]:.3g} and {useful[-1]:.3g}" if len(useful) else "nowhere of use"
        return (
            f"DecisionCurve at {len(self.thresholds)} thresholds, prevalence {self.prevalence:.4g}, {where}"
        )


@of_curve
def decision_curve(
    curve: Curve, thresholds: ArrayLike | None = None, *, prevalence: float | None = None
) -> DecisionCurve:
    """The net benefit at each probability that one might act from.

    ``TP/N - FP/N·t/(1 - t)`` (Vickers & Elkin 2006, Medical Decision Making 26:565), with the rates of the
    curve and the prevalence of the place of use: ``Prev·TPR - (1 - Prev)·FPR·t/(1 - t)``.

    Parameters
    ----------
    curve : Curve
        Its scores must be probabilities.
    thresholds
        The probabilities to act from, from 0 on and below 1; 0, 0.01 … 0.99 unless said otherwise.
    prevalence : float
        Where the classifier will be used, or the population that a case–control study was drawn from.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> found = ac.curves.decision_curve(curve, [0.2, 0.5])
    >>> found.net_benefit, found.treat_all, found.interventions_avoided
    (array([0.4375, 0.25  ]), array([0.375, 0.   ]), array([0.25, 0.25]))
    """
    probabilities_of(curve)
    wanted = np.arange(100) / 100 if thresholds is None else _numbers(thresholds)
    wrong = wanted[~((wanted >= 0) & (wanted < 1))]
    if len(wrong):
        raise InputError(f"thresholds must be probabilities from 0 on and below 1, got {wrong[0]:g}")
    share = deployed(curve, prevalence)
    positions = np.searchsorted(-curve.thresholds[1:], -wanted, side="right")
    odds = _odds(wanted)
    benefit = weighed(share, curve.tpr[positions]) - weighed(1 - share, curve.fpr[positions]) * odds
    return DecisionCurve(wanted, benefit, share - (1 - share) * odds, share)


def _numbers(thresholds: Any) -> Floats:
    try:
        return np.asarray(thresholds, dtype=float).ravel()
    except (TypeError, ValueError):
        raise InputError(f"thresholds must be probabilities, got {thresholds!r}") from None


def _odds(probability: Floats) -> Floats:
    return probability / (1 - probability)
