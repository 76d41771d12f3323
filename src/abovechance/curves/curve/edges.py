"""The convex hull edge by edge: the classifiers on it, when each is the best, and mixtures of two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.result import ColumnResult, Result
from abovechance.curves.costs.deployment import checked_share
from abovechance.curves.curve.arguments import of_curve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.arrays import Column
    from abovechance.core.labels import Label
    from abovechance.curves.curve.curve import Curve


@dataclass(frozen=True, eq=False)
class Edges(ColumnResult):
    """The edges of a convex hull, from (0, 0) to (1, 1).

    Attributes
    ----------
    positions, thresholds : ndarray
        Where on the curve the vertices are, one more than there are edges, and their thresholds.
    positives, negatives : ndarray
        The items, or the weight, of each class between the two vertices of an edge.
    likelihood_ratios : ndarray
        The slope of each edge in ROC space, which falls from edge to edge.
    probabilities : ndarray
        The share of positive items on each edge: the calibrated probability of their scores.
    """

    positions: NDArray[np.intp]
    thresholds: NDArray[np.float64]
    positives: NDArray[Any]
    negatives: NDArray[Any]
    likelihood_ratios: NDArray[np.float64]
    probabilities: NDArray[np.float64]

    def __len__(self) -> int:
        """How many edges there are."""
        return len(self.positives)

    def __repr__(self) -> str:
        """A row for each edge."""
        rows = [f"{'scores below':>13}{'and from':>13}{'positive':>12}{'negative':>12}{'LR':>10}{'P(+)':>8}"]
        values = zip(self.thresholds[:-1], self.thresholds[1:], self.positives, self.negatives, strict=True)
        for (high, low, p, n), ratio, share in zip(
            values, self.likelihood_ratios, self.probabilities, strict=True
        ):
            rows.append(f"{high:13.6g}{low:13.6g}{p:12g}{n:12g}{ratio:10.4g}{share:8.4f}")
        return "\n".join(rows)

    def columns(self) -> dict[str, NDArray[Any]]:
        """One entry for each edge, with the thresholds of its two vertices."""
        return {
            "upper_threshold": self.thresholds[:-1],
            "lower_threshold": self.thresholds[1:],
            "positives": self.positives,
            "negatives": self.negatives,
            "likelihood_ratio": self.likelihood_ratios,
            "probability": self.probabilities,
        }


@of_curve
def hull_edges(curve: Curve) -> Edges:
    """The edges of the convex hull with their slopes.

    The items between two neighbouring vertices are a block of the isotonic regression of truth on score
    (pool adjacent violators), so the slope of the edge is their likelihood ratio and their share of positives
    the calibrated probability (Fawcett & Niculescu-Mizil 2007, Machine Learning 68:97).

    Examples
    --------
    >>> import abovechance as ac
    >>> ac.curves.hull_edges(ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
     scores below     and from    positive    negative        LR    P(+)
              inf          0.8           1           0       inf  1.0000
              0.8         0.35           1           1         1  0.5000
             0.35          0.1           0           1         0  0.0000
    """
    kept = curve.hull_positions
    positives, negatives = np.diff(curve.tp[kept]), np.diff(curve.fp[kept])
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = positives / (positives + negatives)
        ratios = np.full(shares.shape, np.nan)
        if curve.positives and curve.negatives:
            ratios = np.divide(positives / curve.positives, negatives / curve.negatives)
    return Edges(kept, curve.thresholds[kept], positives, negatives, ratios, shares)


@dataclass(frozen=True, eq=False)
class Vertex(Result):
    """A classifier on a convex hull: it calls positive what scores at or above its threshold.

    Attributes
    ----------
    threshold, fpr, tpr
        The threshold, and the point in ROC space.
    low_slope, high_slope
        It has the least expected cost while the skew times the cost ratio, ``(1 - Prev)·C⁻ / (Prev·C⁺)``,
        is between these.
    system
        Whose threshold it is, if there are several systems.
    """

    threshold: float
    fpr: float
    tpr: float
    low_slope: float
    high_slope: float
    system: Label | None = None
    _derived: ClassVar[tuple[str, ...]] = ("low_cost", "high_cost")

    @property
    def informedness(self) -> float:
        """The height above the chance line."""
        return self.tpr - self.fpr

    @property
    def is_trivial(self) -> bool:
        """Whether it calls nothing positive, or everything, which needs no scores."""
        return self.fpr == self.tpr and self.tpr in (0, 1)

    @property
    def low_cost(self) -> float:
        """The least probability cost, see :func:`probability_cost`, for which it is the best."""
        return 1 / (1 + self.high_slope)

    @property
    def high_cost(self) -> float:
        """The largest probability cost for which it is the best."""
        return 1 / (1 + self.low_slope)

    def cost_ratios(self, prevalence: float) -> tuple[float, float]:
        """The ratios ``C⁻ / C⁺`` of costs between which it is the best where positives have this share."""
        share = checked_share(prevalence, "prevalence")
        odds = share / (1 - share) if share < 1 else float("inf")
        return self.low_slope * odds, self.high_slope * odds


@of_curve
def hull_vertices(curve: Curve) -> tuple[Vertex, ...]:
    """The classifiers on the convex hull, each with the slopes for which it is the best.

    No other threshold is ever needed: for any costs and any prevalence one of these has the least expected
    cost (Provost & Fawcett 2001, Machine Learning 42:203).

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 0, 1, 1, 1], [0.1, 0.3, 0.6, 0.4, 0.7, 0.8])
    >>> for vertex in ac.curves.hull_vertices(curve)[1:3]:
    ...     print(vertex.threshold, vertex.cost_ratios(curve.prevalence))
    0.7 (1.0, inf)
    0.4 (0.0, 1.0)
    """
    kept = curve.hull_positions
    slopes = hull_edges(curve).likelihood_ratios
    return with_ranges(curve.thresholds[kept], curve.fpr[kept], curve.tpr[kept], slopes)


def with_ranges(
    thresholds: NDArray[Any],
    fpr: NDArray[Any],
    tpr: NDArray[Any],
    slopes: NDArray[Any],
    systems: Sequence[Label | None] | None = None,
) -> tuple[Vertex, ...]:
    """Neighbouring vertices; each is the best between the slopes of the edges that meet in it."""
    low, high = np.append(slopes, 0.0), np.append(np.inf, slopes)
    columns = [np.asarray(c, dtype=float).tolist() for c in (thresholds, fpr, tpr, low, high)]
    names = [None] * len(thresholds) if systems is None else systems
    return tuple(map(Vertex, *columns, names))


@dataclass(frozen=True, eq=False)
class Mixture(Result):
    """A classifier on an edge of the hull: each item is judged by one of two thresholds, drawn at random.

    Attributes
    ----------
    upper, lower
        The classifiers of the two thresholds; the lower one calls more items positive.
    share
        The share of the items that the lower one judges.
    prevalence
        The prevalence of the curve.
    """

    upper: Vertex
    lower: Vertex
    share: float
    prevalence: float
    _derived: ClassVar[tuple[str, ...]] = ("fpr", "tpr", "bias", "informedness")

    @property
    def fpr(self) -> float:
        """The expected Fallout."""
        return self.upper.fpr + self.share * (self.lower.fpr - self.upper.fpr)

    @property
    def tpr(self) -> float:
        """The expected Recall."""
        return self.upper.tpr + self.share * (self.lower.tpr - self.upper.tpr)

    @property
    def bias(self) -> float:
        """The expected share of items called positive."""
        return self.prevalence * self.tpr + (1 - self.prevalence) * self.fpr

    @property
    def informedness(self) -> float:
        """The expected height above the chance line."""
        return self.tpr - self.fpr

    def __call__(self, scores: Column, *, seed: int | None = None) -> NDArray[np.bool_]:
        """Which items it calls positive; scores of several systems are a mapping of their names to columns.

        The same items with the same seed are judged by the same threshold.
        """
        if np.isnan(self.share):
            raise InputError("this mixture is undefined: the curve has items of one class only")
        upper, lower = (_called(vertex, scores) for vertex in (self.upper, self.lower))
        return np.where(np.random.default_rng(seed).random(len(upper)) < self.share, lower, upper)


@of_curve
def interpolate(
    curve: Curve, *, fpr: float | None = None, tpr: float | None = None, bias: float | None = None
) -> Mixture:
    """The best mixture of two thresholds that has a wanted Fallout, Recall or share of positive calls.

    Between two classifiers every point of the straight line can be reached by drawing one of them at random
    for each item (Scott, Niranjan & Prager 1998, BMVC), and the convex hull is the best of these lines. Give
    one of the three. At a Fallout that several points have, the one of the highest Recall is taken; at a
    Recall, the one of the least Fallout.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 0, 1, 1, 1], [0.1, 0.3, 0.6, 0.4, 0.7, 0.8])
    >>> mixture = ac.curves.interpolate(curve, fpr=0.25)
    >>> mixture.upper.threshold, mixture.lower.threshold, round(mixture.share, 4), round(mixture.tpr, 4)
    (0.7, 0.4, 0.75, 0.9167)
    """
    return mixture_of(hull_vertices(curve), curve.prevalence, {"fpr": fpr, "tpr": tpr, "bias": bias})


def mixture_of(points: Sequence[Vertex], prevalence: float, wanted: Mapping[str, float | None]) -> Mixture:
    """The mixture of two neighbouring vertices at the one rate that is given."""
    given = {name: value for name, value in wanted.items() if value is not None}
    if len(given) != 1:
        raise InputError(f"give one of fpr, tpr and bias, got {', '.join(given) or 'none'}")
    ((name, value),) = given.items()
    target = checked_share(value, name)
    fpr, tpr = (np.array([getattr(v, rate) for v in points]) for rate in ("fpr", "tpr"))
    rates = {"fpr": fpr, "tpr": tpr, "bias": prevalence * tpr + (1 - prevalence) * fpr}[name]
    if np.isnan(rates).any():
        return Mixture(points[0], points[-1], float("nan"), prevalence)
    # where an edge is vertical its upper end is wanted, where it is level its left end
    after = int(np.searchsorted(rates, target, side="left" if name == "tpr" else "right"))
    stop = min(max(after, 1), len(points) - 1)
    share = (target - rates[stop - 1]) / (rates[stop] - rates[stop - 1])
    return Mixture(points[stop - 1], points[stop], float(np.clip(share, 0, 1)), prevalence)


def _called(vertex: Vertex, scores: Column) -> NDArray[np.bool_]:
    if vertex.system is not None:
        if not isinstance(scores, Mapping) or vertex.system not in scores:
            raise InputError(f"scores must be a mapping with the scores of system {vertex.system!r}")
        scores = scores[vertex.system]
    values = np.asarray(scores, dtype=float)
    # the first threshold of a curve calls nothing positive, not even a score of infinity
    return np.zeros(values.shape, dtype=bool) if vertex.fpr == vertex.tpr == 0 else values >= vertex.threshold
