"""What errors cost: cost curves with their envelope, Brier, rate-driven and decision curves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.result import ColumnResult, Result, Row
from abovechance.curves.costs.deployment import checked_costs, deployed, weighed
from abovechance.curves.curve.arguments import of_curve, taking
from abovechance.curves.curve.curve import Curve, Curves
from abovechance.curves.curve.edges import Vertex, hull_edges, hull_vertices

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.arrays import Array
    from abovechance.curves.geometry.spaces import Path

    Floats = NDArray[np.float64]


@of_curve
def expected_cost(
    curve: Curve,
    *,
    cost_positive: float = 1.0,
    cost_negative: float = 1.0,
    prevalence: float | None = None,
    normalised: bool = False,
) -> Floats:
    """What an item is expected to cost at each threshold.

    ``Prev·C⁺·(1 - TPR) + (1 - Prev)·C⁻·FPR`` (Drummond & Holte 2006, Machine Learning 65:95).

    Parameters
    ----------
    cost_positive, cost_negative : float
        The cost of an error on a positive and on a negative item.
    prevalence : float
        The prevalence where the classifier will be used; by default that of the curve.
    normalised : bool
        Divide by the cost of getting every item wrong.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> ac.curves.expected_cost(curve, cost_positive=5, cost_negative=1)
    array([2.5 , 1.25, 1.5 , 0.25, 0.5 ])
    """
    cost_positive, cost_negative = checked_costs(cost_positive, cost_negative)
    share = deployed(curve, prevalence)
    on_positives, on_negatives = share * cost_positive, (1 - share) * cost_negative
    costs = weighed(on_positives, 1 - curve.tpr) + weighed(on_negatives, curve.fpr)
    with np.errstate(invalid="ignore"):
        return costs / np.float64(on_positives + on_negatives) if normalised else costs


@dataclass(frozen=True, eq=False)
class CostCurve(Result):
    """The least normalised expected cost for every prevalence and every ratio of costs.

    Attributes
    ----------
    probability_costs : ndarray
        The corners from 0 to 1: ``Prev·C⁺ / (Prev·C⁺ + (1 - Prev)·C⁻)``. If both errors cost the same, it
        is the prevalence.
    costs : ndarray
        The least cost at each corner, as a share of the cost of getting every item wrong. Between corners it
        is a straight line.
    vertices : tuple of Vertex
        The classifier that is the best between each two corners. Its own line goes from ``fpr`` at 0 to
        ``1 - tpr`` at 1.
    """

    probability_costs: Floats
    costs: Floats
    vertices: tuple[Vertex, ...]
    _derived: ClassVar[tuple[str, ...]] = ("operating_range", "area")

    def __call__(self, probability_cost: ArrayLike) -> Any:
        """The least cost at any probability cost from 0 to 1."""
        wanted = np.asarray(probability_cost, dtype=float)
        if not np.all((wanted >= 0) & (wanted <= 1)):
            raise InputError(f"a probability cost must be from 0 to 1, got {probability_cost!r}")
        found = np.interp(wanted, self.probability_costs, self.costs)
        return found if wanted.ndim else float(found)

    @property
    def area(self) -> float:
        """The least cost averaged over all probability costs, each as likely as any other."""
        return float(np.trapezoid(self.costs, self.probability_costs))

    @property
    def operating_range(self) -> tuple[float, float]:
        """The probability costs between which some threshold costs less than the same call for every item.

        NaN if there is no such range (Drummond & Holte 2006).
        """
        useful = [i for i, v in enumerate(self.vertices) if v.informedness > 0]
        if not useful:
            return float("nan"), float("nan")
        return float(self.probability_costs[useful[0]]), float(self.probability_costs[useful[-1] + 1])

    def rows(self) -> list[Row]:
        """One row for each classifier on the envelope."""
        return [row for vertex in self.vertices for row in vertex.rows()]

    def __repr__(self) -> str:
        """The number of classifiers, the range and the area."""
        low, high = self.operating_range
        if np.isnan(self.area):
            return "CostCurve, undefined without items of both classes"
        where = (
            "nowhere better than the same call for every item"
            if np.isnan(low)
            else f"useful for probability costs from {low:.3g} to {high:.3g}"
        )
        return f"CostCurve of {len(self.vertices)} classifiers, {where}, area {self.area:.4g}"


@taking(Curve.from_scores, Curve, Curves)
def cost_curve(curve: Curve | Curves) -> CostCurve:
    """The lower envelope of the cost lines of all thresholds, or of all thresholds of several systems.

    Each classifier is a line, ``(1 - TPR)·PC + FPR·(1 - PC)``, and each edge of the convex hull of the ROC
    curve a corner of the envelope, at ``PC = 1 / (1 + slope)`` (Drummond & Holte 2006), so that the envelope
    takes no longer than the hull.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 0, 1, 1, 1], [0.1, 0.3, 0.6, 0.4, 0.7, 0.8])
    >>> costs = ac.curves.cost_curve(curve)
    >>> costs.probability_costs, costs.costs.round(4)
    (array([0. , 0.5, 1. ]), array([0.    , 0.1667, 0.    ]))
    """
    from abovechance.curves.costs.fusion import fuse

    points = fuse(curve).vertices if isinstance(curve, Curves) else hull_vertices(curve)
    if np.isnan(points[0].low_slope):
        nothing = np.full(2, np.nan)
        return CostCurve(np.array([0.0, 1.0]), nothing, (points[0],))
    # A vertex that is best at a single cost adds a line of no length.
    used = tuple(v for v in points if v.low_cost < v.high_cost)
    corners = np.array([v.low_cost for v in used] + [used[-1].high_cost])
    # Costs run linearly between corners, so their values there are all of the curve.
    last = (1 - used[-1].tpr) * corners[-1] + used[-1].fpr * (1 - corners[-1])
    costs = [(1 - v.tpr) * pc + v.fpr * (1 - pc) for v, pc in zip(used, corners[:-1], strict=True)]
    return CostCurve(corners, np.array([*costs, last]), used)


@dataclass(frozen=True, eq=False)
class LossCurve(ColumnResult):
    """The expected loss for every share that positives have in the costs, if thresholds are set by a rule.

    Attributes
    ----------
    rule : str
        ``"score"``: the score is taken for the probability of the positive class (Brier curve);
        ``"calibrated"``: so is the calibrated score, which is the least loss possible; ``"rate"``: as
        large a share of items is called positive as the share of the costs.
    cost_shares : ndarray
        ``C⁺ / (C⁺ + C⁻)``, from 0 to 1.
    losses : ndarray
        Twice the expected cost if both costs add up to 1, so that 1 is an error on every item of balanced
        classes.
    area : float
        The loss averaged over all shares of the costs, each as likely as any other.
    """

    rule: str
    cost_shares: Floats
    losses: Floats
    area: float

    def __repr__(self) -> str:
        """The rule and the area."""
        return f"LossCurve of thresholds set by {self.rule}: {len(self.losses)} points, area {self.area:.4g}"

    def columns(self) -> dict[str, Floats]:
        """One entry for each point."""
        return {"cost_share": self.cost_shares, "loss": self.losses}


@of_curve
def brier_curve(curve: Curve, *, calibrated: bool = False) -> LossCurve:
    """The loss of a user who takes scores for probabilities; the area is the Brier score.

    Whoever believes a probability ``s`` calls an item positive if ``s ≥ C⁻ / (C⁺ + C⁻)``, the cost of a
    false alarm as a share of both (Elkan 2001, IJCAI). The loss for each such share, ``c = C⁺ / (C⁺ + C⁻)``
    at the threshold ``1 - c``, is ``2·(c·Prev·(1 - TPR) + (1 - c)·(1 - Prev)·FPR)`` (Hernández-Orallo, Flach
    & Ferri 2011, Brier curves, ICML).

    If ``calibrated``, each score, which then may be any number, is replaced by the calibrated probability of
    its edge of the hull: the least loss that any thresholds of this score can have. What lies between both
    areas is the loss of calibration.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> round(ac.curves.brier_curve(curve).area, 6)  # (0.1² + 0.4² + 0.65² + 0.2²) / 4
    0.158125
    >>> ac.curves.brier_curve(curve, calibrated=True).area  # (0 + ½² + ½² + 0) / 4
    0.125
    """
    if calibrated:
        blocks = hull_edges(curve)
        kept = blocks.positions
        scores, tpr, fpr = blocks.probabilities, curve.tpr[kept], curve.fpr[kept]
    else:
        scores, tpr, fpr = probabilities_of(curve), curve.tpr, curve.fpr
    # One who believes the scores acts from the share of costs at which both errors cost the same.
    bounds = np.concatenate(([0.0], 1 - scores, [1.0]))
    # The loss jumps where the threshold changes, so each piece keeps both of its ends.
    shares = np.stack((bounds[:-1], bounds[1:]), axis=-1)
    losses = _losses(shares, tpr[:, None], fpr[:, None], curve.prevalence)
    area = float((np.diff(shares).ravel() * losses.mean(axis=-1)).sum())
    return LossCurve("calibrated" if calibrated else "score", shares.ravel(), losses.ravel(), area)


@of_curve
def rate_driven_curve(curve: Curve, *, between: int = 0) -> LossCurve:
    """The loss of a user who calls as large a share of items positive as positives have in the costs.

    The area is ``Prev·(1 - Prev)·(1 - 2·AUC) + 1/3``, so that the AUC is an expected loss too
    (Hernández-Orallo, Flach & Ferri 2012, A unified view of performance metrics, JMLR 13:2813). A share that
    no threshold gives is reached by mixing two. Where the loss is a parabola, ``between`` adds so many points
    between two thresholds; the area is exact without them.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> round(ac.curves.rate_driven_curve(curve).area, 6)  # ¼·(1 - 2·0.75) + ⅓
    0.208333
    """
    from abovechance.curves.geometry.spaces import in_space

    path, halves = (in_space(curve, "roc", between=steps) for steps in (between, 1))
    rates = _called(curve, halves)
    losses = _losses(rates, halves.y, halves.x, curve.prevalence)
    # Simpson's rule has no error on parabolas
    simpson = (losses[:-2:2] + 4 * losses[1::2] + losses[2::2]) / 6
    area = float((np.diff(rates[::2]) * simpson).sum())
    shares = _called(curve, path)
    return LossCurve("rate", shares, _losses(shares, path.y, path.x, curve.prevalence), area)


def _called(curve: Curve, path: Path) -> Floats:
    """The share of items that are called positive."""
    return np.asarray(weighed(curve.prevalence, path.y) + weighed(1 - curve.prevalence, path.x))


def probabilities_of(curve: Curve) -> Floats:
    """The scores of the curve, descending, if they can be probabilities."""
    scores = curve.thresholds[1:]
    if len(scores) and not (scores[0] <= 1 and scores[-1] >= 0):
        wrong = scores[0] if scores[0] > 1 else scores[-1]
        raise InputError(
            f"scores must be probabilities from 0 to 1 here, got {wrong:g}: map them with "
            "abovechance.curves.calibrator first"
        )
    return scores


def _losses(shares: Array, tpr: Array, fpr: Array, prevalence: float) -> Floats:
    missed, alarms = weighed(prevalence, 1 - tpr), weighed(1 - prevalence, fpr)
    return np.asarray(2 * (shares * missed + (1 - shares) * alarms))


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
        The probabilities to act from, from 0 on and below 1; by default 0, 0.01 … 0.99.
    prevalence : float
        The prevalence where the classifier will be used, or in the population of a case–control study.

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
