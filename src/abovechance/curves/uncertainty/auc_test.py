"""``auc_test``: do scores tell anything of the class? The Mann–Whitney test, exact where items are few."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from abovechance.core.result import Result
from abovechance.curves.curve.arguments import items_of, taking
from abovechance.curves.curve.counts import one_class
from abovechance.curves.curve.curve import Curve, Curves
from abovechance.curves.uncertainty.auc_bounds import p_of_chance
from abovechance.curves.uncertainty.intervals import area_of
from abovechance.curves.uncertainty.resampling import Order
from abovechance.inference.comparisons.pair_difference import two_sided_p
from abovechance.intake.score_columns import Judged

if TYPE_CHECKING:
    from numpy.typing import NDArray


_FEW_PAIRS = 2500
"""With so many pairs of a positive and a negative item all ways to choose the positive ones are counted."""


@dataclass(frozen=True, eq=False)
class AucTest(Result):
    """Whether scores and classes are related: how often scores that say nothing rank so well, or so badly.

    Attributes
    ----------
    auc
        The area under the curve.
    p_value, reason
        The two-sided p-value, or why there is none.
    method
        ``"exact"``, with ties as they are, ``"normal"``, or ``"clusters"`` for items in clusters.
    """

    _headline = "p_value"

    auc: float
    p_value: float
    method: str
    reason: str | None = None


def _items_or_curve(
    truth: Any, scores: Any, *, clusters: Any = None, **columns: Any
) -> Judged | Curve | Curves:
    """The items if they come in clusters, else their curve."""
    if clusters is None:
        return Curve.from_scores(truth, scores, **columns)
    items = items_of(truth, scores, clusters=clusters, **columns)
    return Curve.from_scores(truth, scores, **columns) if items.clusters is None else items


@taking(_items_or_curve, Curve, Judged)
def auc_test(curve: Curve | Judged) -> AucTest:
    """Test whether scores rank differently from chance (Mann & Whitney 1947).

    If they say nothing of the class, any choice of items could be the positive ones. Of few items all choices
    are counted, ties included; of many the rank sum is normal, with the variance that ties leave and a
    correction for continuity. Weights count as the items that they are worth.

    It may show a difference where the interval of the AUC contains 1/2: the interval allows for classes that
    differ in spread, and the test asks whether they differ at all. Of items in clusters, which cannot be
    exchanged one by one, p is one less the level of the interval that ends at 1/2. The arguments are those of
    :func:`auc_interval`.

    Examples
    --------
    >>> import abovechance as ac
    >>> found = ac.curves.auc_test([0, 0, 0, 1, 1, 1], [1, 2, 2, 2, 3, 4])
    >>> round(found.auc, 4), round(found.p_value, 4), found.method
    (0.8889, 0.3, 'exact')
    """
    if isinstance(curve, Judged):
        area = area_of(curve, 0.95)
        if not math.isnan(area.auc):
            return AucTest(area.auc, p_of_chance(area, float(cast("Any", curve.clusters).max())), "clusters")
        curve = Order.of(curve).curve
    if math.isnan(curve.auc):
        return AucTest(curve.auc, math.nan, "none", one_class(curve))
    worth = curve.effective
    sizes = np.diff(worth.tp) + np.diff(worth.fp)
    if sizes.dtype.kind == "i" and worth.positives * worth.negatives <= _FEW_PAIRS:
        return AucTest(curve.auc, _exact_p(sizes, worth), "exact")
    return AucTest(curve.auc, _normal_p(sizes.astype(np.float64), worth), "normal")


def _exact_p(sizes: NDArray[np.int64], curve: Curve) -> float:
    """The share of all choices of positive items whose rank sum is as far from its mean."""
    sizes = sizes[sizes > 0]
    chosen = min(curve.positives, curve.negatives)
    places = np.cumsum(sizes) * 2 - sizes  # twice the mean rank of each score, less one
    total = int(sizes.sum())
    ways = np.zeros((chosen + 1, 2 * chosen * total + 1))
    ways[0, 0] = 1.0
    for size, place in zip(sizes.tolist(), places.tolist(), strict=True):
        ways = _with_score(ways, size, place)
    far = np.abs(np.arange(ways.shape[1]) - chosen * total)  # the mean of twice the rank sum, less chosen
    # On the scale of twice the rank sum the observed distance is a whole number: ties with it are told
    # exactly.
    observed = round(abs(2 * curve.auc - 1) * curve.positives * curve.negatives)
    return float(ways[chosen, far >= observed].sum() / ways[chosen].sum())


def _with_score(ways: NDArray[np.float64], size: int, place: int) -> NDArray[np.float64]:
    """In how many ways so many items, of this sum of places, are chosen if another score is added."""
    found = ways.copy()
    for taken in range(1, min(size, len(ways) - 1) + 1):
        shift = taken * place
        found[taken:, shift:] += math.comb(size, taken) * ways[:-taken, : ways.shape[1] - shift]
    return found


def _normal_p(sizes: NDArray[np.float64], curve: Curve) -> float:
    pairs, total = float(curve.positives * curve.negatives), float(curve.positives + curve.negatives)
    if not total > 1:
        return 1.0
    tied = float((sizes**3 - sizes).sum())
    variance = pairs / 12 * (total + 1 - tied / (total * (total - 1)))
    # Less half a pair: the rank sum moves in steps, which the normal distribution does not.
    distance = abs(curve.auc - 0.5) * pairs - 0.5
    return two_sided_p(distance / math.sqrt(variance)) if variance > 0 and distance > 0 else 1.0
