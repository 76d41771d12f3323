"""Losses of scores: the Brier score of probabilities and what it is made of, the log loss and the H-measure.

The H-measure is the expected loss at the best thresholds, over a stated distribution of costs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.core.result import Result
from abovechance.curves.curve.arguments import of_curve
from abovechance.curves.curve.counts import one_class

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from abovechance.curves.curve.curve import Curve


@dataclass(frozen=True, eq=False, repr=False)
class Brier(Result):
    """A Brier score, taken apart in two ways.

    By distinct scores (Murphy 1973): ``value = reliability - resolution + uncertainty``. Along the convex
    hull of the ROC curve, whose edges are the scores that isotonic regression calibrates: ``value =
    calibration_loss + refinement_loss``, the first of which recalibration takes away and the second of which
    the ranking leaves.

    Attributes
    ----------
    value : float
        The mean squared distance of the probabilities from the truth; 0 is best.
    reliability, resolution : float
        The mean squared distance of each score from the share of positive items that have it, and that of
        these shares from the prevalence.
    uncertainty : float
        ``π(1-π)``, the score of the prevalence as everyone's probability.
    skill : float
        ``1 - value / uncertainty``: 0 for the prevalence, 1 for perfection; NaN if there is only one class.
    """

    _headline = "value"

    value: float
    reliability: float
    resolution: float
    uncertainty: float
    calibration_loss: float
    refinement_loss: float
    skill: float

    def __float__(self) -> float:
        """The score."""
        return self.value

    def __repr__(self) -> str:
        """The score and its two decompositions."""
        return (
            f"Brier score {self.value:.4g} = {self.reliability:.4g} reliability - {self.resolution:.4g} "
            f"resolution + {self.uncertainty:.4g} uncertainty = {self.calibration_loss:.4g} calibration loss "
            f"+ {self.refinement_loss:.4g} refinement loss; skill {self.skill:.4g}"
        )


@of_curve
def brier(curve: Curve) -> Brier:
    """The Brier score of a curve whose scores are probabilities of the positive class, from 0 to 1.

    ``Σ (s - y)² / n`` (Brier 1950, halved for two classes), with the decompositions of Murphy (1973) by
    distinct scores, and of Hernández-Orallo, Flach & Ferri (2012) along the convex hull.

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


@of_curve
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

    # A probability of 0 that is never contradicted costs nothing: xlogy takes 0·ln 0 for 0. + 0.0 drops −0.
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
    # Items of weight 0 leave scores that nobody has, where shares would be 0/0.
    some = positives + negatives > 0
    return curve.thresholds[1:][some], positives[some], negatives[some]


def wrong_probability(curve: Curve) -> float | None:
    """A score that is not between 0 and 1, None if all are."""
    # Scores are sorted, so the first and the last tell of all.
    ends = curve.thresholds[1:][[0, -1]] if len(curve.thresholds) > 1 else ()
    return next((float(score) for score in ends if not 0 <= score <= 1), None)


def _refinement(curve: Curve) -> float:
    """The sum of squared distances of isotonic regression from the truth."""
    # The edges of the convex hull are the blocks of isotonic regression.
    kept = curve.hull_positions
    positives, negatives = np.diff(curve.tp[kept]), np.diff(curve.fp[kept])
    both = positives + negatives
    some = both > 0
    return float(positives[some] / both[some] @ negatives[some])


PRIORS: dict[str, Callable[[float], tuple[float, float]]] = {
    "hand2014": lambda prevalence: (1 + prevalence, 2 - prevalence),
    "hand2009": lambda _: (2.0, 2.0),
    "hmeasure": lambda prevalence: (2.0, 1 + (1 - prevalence) / prevalence),
}
"""Beta distributions of the share of the cost that falls on false positives, by the prevalence."""

_prior_name = Names(
    "prior of costs", PRIORS, {"hand_anagnostopoulos": "hand2014", "hand_anagnostopoulos_2014": "hand2014"}
)


@dataclass(frozen=True, eq=False, repr=False)
class HMeasure(Result):
    """An H-measure, 0 for chance and 1 for perfection, with the prior that it depends on.

    Attributes
    ----------
    value, reason
        The H-measure, NaN where it is undefined, and then why.
    prior, a, b
        The name of the Beta distribution of the cost, ``"beta"`` if its parameters were given, and these.
    loss, trivial_loss : float
        The expected loss at the thresholds that are best for each cost, in units of both costs together, and
        that of the better of calling all or nothing positive.
    """

    _headline = "value"

    value: float
    prior: str
    a: float
    b: float
    loss: float
    trivial_loss: float
    reason: str | None = None

    def __float__(self) -> float:
        """The value."""
        return self.value

    def __repr__(self) -> str:
        """The value and the prior."""
        said = f"H-measure {self.value:.4g} with costs of Beta({self.a:.4g}, {self.b:.4g}) ({self.prior})"
        return said if self.reason is None else f"{said}: {self.reason}"


@of_curve
def h_measure(curve: Curve, prior: str | tuple[float, float] = "hand2014") -> HMeasure:
    """By what share the scores reduce the loss that is expected without them.

    A share c of the cost falls on a false positive and 1 - c on a false negative, and c has a Beta
    distribution. At each c the threshold is the best one, which is a vertex of the convex hull:
    ``H = 1 - E[min c·(1-π)·fpr + (1-c)·π·(1-tpr)] / E[min(c·(1-π), (1-c)·π)]``
    (Hand 2009; Hand & Anagnostopoulos 2014). The value depends on the prior as much as on the scores, so the
    result names it: ``"hand2014"``, Beta(1+π, 2-π), as Hand & Anagnostopoulos recommend; ``"hand2009"``,
    Beta(2, 2); ``"hmeasure"``, Beta(2, 1 + (1-π)/π), the default of the packages of that name; or the two
    parameters of another Beta distribution.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 0, 1], [0.1, 0.4, 0.35, 0.5, 0.8])
    >>> ac.curves.h_measure(curve)
    H-measure 0.4436 with costs of Beta(1.4, 1.6) (hand2014)
    >>> ac.curves.h_measure(curve, prior="hmeasure")
    H-measure 0.4431 with costs of Beta(2, 2.5) (hmeasure)
    """
    reason, prevalence = one_class(curve), curve.prevalence
    if reason is not None:
        name, _ = _prior(prior, 0.5)
        return HMeasure(math.nan, name, math.nan, math.nan, math.nan, math.nan, reason)
    name, (a, b) = _prior(prior, prevalence)
    tp, fp = (counts[curve.hull_positions][::-1] for counts in (curve.tp, curve.fp))
    # Only points of the hull are best for some cost; from the last to the first the cost share rises.
    rise, run = tp[:-1] - tp[1:], fp[:-1] - fp[1:]
    points = fp / curve.negatives, 1 - tp / curve.positives
    # Without scores one calls all items alike, by whichever is cheaper.
    all_or_nothing = np.array([1.0, 0.0]), np.array([0.0, 1.0])
    loss = _expected(points, rise / (rise + run), prevalence, (a, b))
    trivial = _expected(all_or_nothing, np.array([prevalence]), prevalence, (a, b))
    return HMeasure(min(max(1 - loss / trivial, 0.0), 1.0), name, a, b, loss, trivial)


def _expected(
    points: tuple[NDArray[Any], NDArray[Any]],
    switches: NDArray[Any],
    prevalence: float,
    prior: tuple[float, float],
) -> float:
    """The expected loss of points, as fpr and fnr, each of which is best between two switches of the cost."""
    from scipy.special import betainc

    (fpr, fnr), (a, b) = points, prior
    # The mean of c or 1 − c over a part of a Beta distribution is an incomplete beta function one step on.
    costs = np.concatenate(([0.0], switches, [1.0]))
    on_negatives = a / (a + b) * np.diff(betainc(a + 1, b, costs))
    on_positives = b / (a + b) * np.diff(betainc(a, b + 1, costs))
    return float((1 - prevalence) * (fpr @ on_negatives) + prevalence * (fnr @ on_positives))


def _prior(given: Any, prevalence: float) -> tuple[str, tuple[float, float]]:
    """The name of a prior and its parameters."""
    if isinstance(given, str):
        name = _prior_name(given)
        return name, PRIORS[name](prevalence)
    try:
        parameters = tuple(map(float, given))
    except (TypeError, ValueError):
        parameters = ()
    if len(parameters) != 2 or not all(0 < p < math.inf for p in parameters):
        raise InputError(f"prior must be a name or two positive numbers, (a, b), not {given!r}")
    return "beta", (parameters[0], parameters[1])
