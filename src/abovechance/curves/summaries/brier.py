"""The Brier score of scores that are probabilities, and what it is made of."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.curves.curve.curve import Curve


@dataclass(frozen=True, repr=False)
class Brier:
    """A Brier score, taken apart in two ways.

    By distinct scores (Murphy 1973): ``score = reliability - resolution + uncertainty``. Along the convex
    hull of the ROC curve, whose edges are the scores that isotonic regression calibrates: ``score =
    calibration_loss + refinement_loss``, the first of which recalibration takes away and the second of which
    the ranking leaves.

    Attributes
    ----------
    score : float
        The mean squared distance of the probabilities from the truth; 0 is best.
    reliability : float
        The mean squared distance of each score from the share of positive items that have it.
    resolution : float
        The mean squared distance of these shares from the prevalence.
    uncertainty : float
        ``π(1-π)``, the score of the prevalence as everyone's probability.
    calibration_loss, refinement_loss : float
        What recalibration by isotonic regression takes away, and what it leaves.
    skill : float
        ``1 - score / uncertainty``: 0 for the prevalence, 1 for perfection; NaN if there is only one class.
    """

    score: float
    reliability: float
    resolution: float
    uncertainty: float
    calibration_loss: float
    refinement_loss: float
    skill: float

    def __float__(self) -> float:
        """The score."""
        return self.score

    def to_dict(self) -> dict[str, float]:
        """The same as plain numbers."""
        return asdict(self)

    def to_frame(self, backend: str | None = None) -> Any:
        """One row, as a data frame of pandas, polars or pyarrow."""
        from abovechance.core.frames import to_frame

        return to_frame({name: [value] for name, value in self.to_dict().items()}, backend)

    def __repr__(self) -> str:
        """The score and its two decompositions."""
        return (
            f"Brier score {self.score:.4g} = {self.reliability:.4g} reliability - {self.resolution:.4g} "
            f"resolution + {self.uncertainty:.4g} uncertainty = {self.calibration_loss:.4g} calibration loss "
            f"+ {self.refinement_loss:.4g} refinement loss; skill {self.skill:.4g}"
        )


def brier(curve: Curve) -> Brier:
    """The Brier score of a curve whose scores are probabilities of the positive class.

    ``Σ (s - y)² / n`` (Brier 1950, halved for two classes), with the decompositions of Murphy (1973) by
    distinct scores, and of Hernández-Orallo, Flach & Ferri (2012) along the convex hull.

    Raises
    ------
    InputError
        If a score is not between 0 and 1.

    Examples
    --------
    >>> import abovechance as ac
    >>> found = ac.curves.brier(ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
    >>> found
    Brier score 0.1581 = 0.1581 reliability - 0.25 resolution + 0.25 uncertainty = 0.03313 calibration loss
    + 0.125 refinement loss; skill 0.3675
    """
    scores, positives, negatives = _by_score(curve)
    total = curve.positives + curve.negatives
    if not total:
        return Brier(*[math.nan] * 7)
    both, prevalence = positives + negatives, curve.prevalence
    shares = positives / both
    score = float(positives @ (1 - scores) ** 2 + negatives @ scores**2) / total
    uncertainty = prevalence * (1 - prevalence)
    refinement = _refinement(curve) / total
    return Brier(
        score,
        float(both @ (scores - shares) ** 2) / total,
        float(both @ (shares - prevalence) ** 2) / total,
        uncertainty,
        score - refinement,
        refinement,
        1 - score / uncertainty if uncertainty else math.nan,
    )


def log_loss(curve: Curve) -> float:
    """The mean negative logarithm of the probability that was given to the truth, in nats; 0 is best.

    ``-Σ y·ln s + (1-y)·ln(1-s)``, divided by the number of items. Infinite if what happened was called
    impossible: no score is moved away from 0 or 1.

    Examples
    --------
    >>> import abovechance as ac
    >>> round(ac.curves.log_loss(ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])), 6)
    0.472288
    """
    scores, positives, negatives = _by_score(curve)
    total = curve.positives + curve.negatives
    if not total:
        return math.nan
    from scipy.special import xlog1py, xlogy

    return -float(xlogy(positives, scores).sum() + xlog1py(negatives, -scores).sum()) / total + 0.0


def _by_score(curve: Curve) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The distinct scores of items that count, with the positive and negative items that have each."""
    wrong = wrong_probability(curve)
    if wrong is not None:
        raise InputError(
            f"the scores must be probabilities between 0 and 1, got {wrong:g}: calibrate them, or use what "
            "depends on their order alone, such as the AUC"
        )
    positives, negatives = np.diff(curve.tp), np.diff(curve.fp)
    some = positives + negatives > 0
    return curve.thresholds[1:][some], positives[some], negatives[some]


def wrong_probability(curve: Curve) -> float | None:
    """A score that is not between 0 and 1, None if all are.

    Examples
    --------
    >>> import abovechance as ac
    >>> from abovechance.curves.summaries.brier import wrong_probability
    >>> wrong_probability(ac.Curve.from_scores([0, 1], [0.5, 1.5]))
    1.5
    """
    ends = curve.thresholds[1:][[0, -1]] if len(curve.thresholds) > 1 else ()
    return next((float(score) for score in ends if not 0 <= score <= 1), None)


def _refinement(curve: Curve) -> float:
    """The sum of squared distances of isotonic regression from the truth."""
    kept = curve.hull_positions
    positives, negatives = np.diff(curve.tp[kept]), np.diff(curve.fp[kept])
    both = positives + negatives
    some = both > 0
    return float(positives[some] / both[some] @ negatives[some])
