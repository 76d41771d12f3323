"""Two cuts instead of one: rule out below, rule in above, and leave open what lies between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.result import Result, Row
from abovechance.curves.costs.deployment import checked_share
from abovechance.curves.curve.arguments import of_curve
from abovechance.curves.curve.counts import Counts
from abovechance.curves.thresholds.operating import point_at
from abovechance.curves.thresholds.purposes import (
    Constraint,
    allowed,
    constraints_of,
    criterion_of,
    why_infeasible,
)
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from abovechance.curves.curve.curve import Curve
    from abovechance.curves.thresholds.point import OperatingPoint

COLUMNS = ("ruled out", "grey zone", "ruled in")


@dataclass(frozen=True, eq=False, repr=False)
class GreyZone(Result):
    """A cut to rule in, a cut to rule out, and what is left between them.

    Attributes
    ----------
    rule_in, rule_out
        The operating points at or above whose threshold items are ruled in, and below whose they are out.
    table
        Real classes by ``"ruled out"``, ``"grey zone"`` and ``"ruled in"``.
    grey
        The share of items that is left open, expected at the prevalence given if there is one.
    prevalence
        The prevalence at which the constraints hold, if it is not that of the items.
    reason
        Why there is no such pair of cuts, or None.
    """

    rule_in: OperatingPoint | None
    rule_out: OperatingPoint | None
    table: Tables | None
    grey: float
    prevalence: float | None
    reason: str | None

    def rows(self) -> list[Row]:
        """One row for each class and zone; none without cuts."""
        if self.table is None:
            return []
        return [
            {"truth": label, "prediction": zone, "count": count}
            for label, counts in zip(self.table.labels, self.table.counts.tolist(), strict=True)
            for zone, count in zip(COLUMNS, counts, strict=True)
        ]

    def __repr__(self) -> str:
        """Both cuts, and how much is left open."""
        if self.rule_in is None or self.rule_out is None:
            return f"no grey zone: {self.reason}"
        return (
            f"rule in from {self.rule_in.threshold:.6g} on, rule out below {self.rule_out.threshold:.6g}; "
            f"{100 * self.grey:.3g} % of items between them"
        )


@of_curve
def grey_zone(
    curve: Curve,
    *,
    rule_in: str | Mapping[str, str],
    rule_out: str | Mapping[str, str],
    prevalence: float | None = None,
) -> GreyZone:
    """The two cuts that leave the fewest items open while each keeps what is asked of it.

    Where one cut meets both demands, the zone is empty (Coste & Pouchot 2003; Feinstein 1990).

    Parameters
    ----------
    rule_in, rule_out
        What must hold of calling items at or above the upper cut positive, and items below the lower cut
        negative: constraints as in :func:`operating_point`, such as ``"precision >= 0.95"`` or
        ``"positive_likelihood_ratio >= 10"``, and ``"npv >= 0.99"``.
    prevalence
        The share of positive items where the cuts will be used, if it is another than here.

    Notes
    -----
    Both cuts are chosen on these items, so that new ones may fall a little short of what is asked: ask for
    more than is needed, or bound what is seen by :meth:`OperatingPoint.interval`.

    References
    ----------
    - J. Coste & J. Pouchot (2003). A grey zone for quantitative diagnostic and screening tests. Int. J.
      Epidemiol. 32(2), 304–313.
    - A. R. Feinstein (1990). The inadequacy of binary models for the clinical reality of three-zone
      diagnostic decisions. J. Clin. Epidemiol. 43(1), 109–113.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6, 7, 8])
    >>> ac.curves.grey_zone(curve, rule_in="precision >= 0.9", rule_out="npv >= 0.9")
    rule in from 7 on, rule out below 3; 50 % of items between them
    """
    if prevalence is not None:
        checked_share(prevalence, "prevalence")
    demands = [_demand(text, name) for text, name in ((rule_in, "rule_in"), (rule_out, "rule_out"))]
    counts = Counts.of(curve)
    met = [np.flatnonzero(np.asarray(allowed(demand, counts, prevalence))) for demand in demands]
    for demand, positions in zip(demands, met, strict=True):
        if not len(positions):
            reason = why_infeasible(curve, demand, prevalence)
            return GreyZone(None, None, None, float("nan"), prevalence, reason)
    share = counts.tables(prevalence).counts[..., 1].sum(-1)
    pair = _fewest_between(met[0], met[1], share)
    if pair is None:
        reason = "every cut that may rule in is below every cut that may rule out, and none may do both"
        return GreyZone(None, None, None, float("nan"), prevalence, reason)
    return _zone(curve, pair, (share[pair[1]] - share[pair[0]]) / share[-1], prevalence)


def _demand(text: Any, name: str) -> tuple[Constraint, ...]:
    found = constraints_of(text)
    if not found:
        raise InputError(f"{name} must say what is asked of the cut, such as 'precision >= 0.95'")
    return found


def _fewest_between(
    upper: NDArray[np.intp], lower: NDArray[np.intp], called: NDArray[np.float64]
) -> tuple[int, int] | None:
    """The positions of two cuts, the upper one not below the lower, with the fewest items between them."""
    # For each lower cut the nearest upper one above it leaves the fewest items between: no pairs need be
    # tried.
    nearest = np.searchsorted(upper, lower, side="right") - 1
    lower, nearest = lower[nearest >= 0], nearest[nearest >= 0]
    if not len(lower):
        return None
    between = called[lower] - called[upper[nearest]]
    best = int(np.argmin(between))
    return int(upper[nearest[best]]), int(lower[best])


def _zone(curve: Curve, pair: tuple[int, int], grey: float, prevalence: float | None) -> GreyZone:
    rule = criterion_of("informedness")
    rule_in, rule_out = (
        point_at(curve, rule, np.array([position]), prevalence=prevalence, is_chosen=True)
        for position in pair
    )
    columns = []
    for cumulative in (curve.fp, curve.tp):
        above, wide, everything = cumulative[pair[0]], cumulative[pair[1]], cumulative[-1]
        columns.append([everything - wide, wide - above, above])
    table = Tables(np.array(columns), (curve.negative, curve.positive), COLUMNS)
    return GreyZone(rule_in, rule_out, table, float(grey), prevalence, None)
