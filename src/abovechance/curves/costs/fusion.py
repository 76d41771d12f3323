"""Several systems at once: their joint convex hull says which one to use at which threshold and cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import quoted
from abovechance.core.result import Result, Row
from abovechance.curves.costs.deployment import checked_share, probability_cost
from abovechance.curves.curve.arguments import taking
from abovechance.curves.curve.curve import Curve, Curves
from abovechance.curves.curve.edges import Mixture, Vertex, mixture_of, with_ranges
from abovechance.curves.curve.ranking import hull_of
from abovechance.curves.uncertainty.auc_test import auc_test

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.labels import Label

_EVEN, _USUAL = 0.5, 0.05


@dataclass(frozen=True, eq=False)
class Fusion(Result):
    """The joint convex hull of several systems.

    Attributes
    ----------
    vertices : tuple of Vertex
        The system and threshold of each corner, from (0, 0) to (1, 1), with the slopes for which it is best.
        Where two systems have the same point, the one that was given first stands for both; so it does for
        calling nothing or everything positive, which no system is needed for (``is_trivial``).
    auch, areas
        The area under the joint hull, and under the hull of each system alone.
    never_best, doubtful : tuple
        The systems that no cost and no prevalence ask for; and those that are the best for some cost, yet not
        shown to rank better than chance (p ≥ 0.05, see :func:`auc_test`): a corner is the best of many
        thresholds on the same items, and noise has some, too.
    prevalence : float
        That of the curves; NaN if they differ.
    """

    vertices: tuple[Vertex, ...]
    systems: tuple[Label, ...]
    auch: float
    areas: dict[Label, float]
    never_best: tuple[Label, ...]
    prevalence: float
    doubtful: tuple[Label, ...] = ()

    def best(
        self, *, cost_positive: float = 1.0, cost_negative: float = 1.0, prevalence: float | None = None
    ) -> Vertex:
        """The system and threshold of the least expected cost; of several the one that calls fewest positive.

        Costs are those of an error on a positive and on a negative item; the prevalence is that of the place
        of use, or else of the curves.
        """
        share = self.prevalence if prevalence is None else checked_share(prevalence, "prevalence")
        if np.isnan(share):
            raise InputError("the curves differ in prevalence: say with prevalence= where they will be used")
        weight = probability_cost(cost_positive=cost_positive, cost_negative=cost_negative, prevalence=share)
        costs = [(1 - v.tpr) * weight + v.fpr * (1 - weight) for v in self.vertices]
        return self.vertices[int(np.argmin(costs))]

    def interpolate(
        self, *, fpr: float | None = None, tpr: float | None = None, bias: float | None = None
    ) -> Mixture:
        """The mixture of two classifiers, perhaps of two systems, see :func:`interpolate` of one curve."""
        return mixture_of(self.vertices, self.prevalence, {"fpr": fpr, "tpr": tpr, "bias": bias})

    def rows(self) -> list[Row]:
        """One row for each vertex."""
        return [row for vertex in self.vertices for row in vertex.rows()]

    def __repr__(self) -> str:
        """A row for each vertex."""
        rows = [f"Fusion of {len(self.systems)} systems: area under the joint hull {self.auch:.4g}"]
        rows += [
            f"  probability cost {v.low_cost:.3f} to {v.high_cost:.3f}: {_said(v)}"
            for v in self.vertices
            if v.low_cost < v.high_cost
        ]
        if self.never_best:
            rows.append(f"  never best: {quoted(self.never_best)}")
        if self.doubtful:
            rows.append(f"  not shown to rank better than chance: {quoted(self.doubtful)}")
        return "\n".join(rows)


def _said(vertex: Vertex) -> str:
    if vertex.is_trivial:
        return f"call {'everything' if vertex.tpr else 'nothing'} positive"
    where = f"(fallout {vertex.fpr:.4f}, recall {vertex.tpr:.4f})"
    return f"{vertex.system!r} at {vertex.threshold:.6g} {where}"


@taking(Curve.from_scores, Mapping, Curve)
def fuse(curves: Mapping[Label, Curve]) -> Fusion:
    """The joint convex hull of several systems: which one to use, at which threshold, for which costs.

    The hull of all their points dominates every system alone, and each of its corners is one system at one
    threshold (Provost & Fawcett 2001, Machine Learning 42:203). The systems usually have the same items; if
    not, rates are compared.

    Examples
    --------
    >>> import abovechance as ac
    >>> truth = [1, 1, 1, 1, 0, 0, 0, 0]
    >>> careful, keen, poor = [9, 8, 3, 2, 7, 6, 5, 4], [7, 6, 5, 4, 9, 8, 3, 2], [8, 6, 4, 2, 7, 5, 3, 1]
    >>> ac.curves.fuse(ac.Curve.from_scores(truth, {"careful": careful, "keen": keen, "poor": poor}))
    Fusion of 3 systems: area under the joint hull 0.875
      probability cost 0.000 to 0.500: 'careful' at 8 (fallout 0.0000, recall 0.5000)
      probability cost 0.500 to 1.000: 'keen' at 4 (fallout 0.5000, recall 1.0000)
      never best: 'poor'
      not shown to rank better than chance: 'careful', 'keen'
    """
    members = _checked(curves)
    hulls = {name: curve.hull() for name, curve in members.items()}
    x, y = _axes(list(hulls.values()))
    owner = np.repeat(np.arange(len(hulls)), [len(h.thresholds) for h in hulls.values()])
    thresholds = np.concatenate([h.thresholds for h in hulls.values()])
    kept = _joint_hull(x, y, owner)
    one = next(iter(members.values()))
    fpr, tpr = (np.concatenate([getattr(h, rate) for h in hulls.values()])[kept] for rate in ("fpr", "tpr"))
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = np.diff(tpr) / np.diff(fpr)
    names = list(members)
    same = all((c.positives, c.negatives) == (one.positives, one.negatives) for c in members.values())
    vertices = with_ranges(thresholds[kept], fpr, tpr, slopes, [names[i] for i in owner[kept]])
    used = {vertex.system for vertex in vertices if not vertex.is_trivial}
    return Fusion(
        vertices=vertices,
        systems=tuple(names),
        auch=float(np.trapezoid(tpr, fpr)),
        areas={name: curve.auch for name, curve in members.items()},
        never_best=tuple(n for i, n in enumerate(names) if not _has_any(x, y, owner == i, kept[1:-1])),
        prevalence=one.prevalence if same else float("nan"),
        doubtful=tuple(name for name in names if name in used and _is_doubtful(members[name])),
    )


def _is_doubtful(curve: Curve) -> bool:
    found = auc_test(curve)
    return not (found.auc > _EVEN and found.p_value < _USUAL)


def _checked(curves: object) -> dict[Label, Curve]:
    if isinstance(curves, Curves) and curves.kind != "system":
        raise InputError(
            f"these are curves of each {curves.kind}, and only systems can take each other's place"
        )
    if (
        not isinstance(curves, Mapping)
        or not curves
        or not all(isinstance(c, Curve) for c in curves.values())
    ):
        raise InputError("curves must be a mapping of the names of systems to their curves, such as Curves")
    return dict(curves)


def _axes(hulls: list[Curve]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The points of all systems: exact counts if the classes are of the same size everywhere."""
    sizes = {(hull.positives, hull.negatives) for hull in hulls}
    names = ("fp", "tp") if len(sizes) == 1 else ("fpr", "tpr")
    x, y = (np.concatenate([getattr(hull, name) for hull in hulls]) for name in names)
    return x, y


def _joint_hull(x: NDArray[Any], y: NDArray[Any], owner: NDArray[np.intp]) -> NDArray[np.intp]:
    """The positions of the vertices; of equal points that of the first system is taken."""
    order = np.lexsort((owner, y, x))
    heights = y[order]
    # a point that is not above all points to its left is no vertex
    rises = np.append(True, heights[1:] > np.maximum.accumulate(heights)[:-1])
    # nor is (1, 1), which may be level with a point to its left, ever left out
    rises[np.argmax((x[order] == x[order[-1]]) & (heights == heights[-1]))] = True
    kept = order[rises]
    return kept[hull_of(x[kept], y[kept])]


def _has_any(x: NDArray[Any], y: NDArray[Any], mine: NDArray[np.bool_], vertices: NDArray[np.intp]) -> bool:
    points = set(zip(x[mine].tolist(), y[mine].tolist(), strict=True))
    return any((x[v].item(), y[v].item()) in points for v in vertices)
