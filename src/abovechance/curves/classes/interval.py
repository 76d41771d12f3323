"""Intervals of Hand & Till's M and other averages of areas over classes.

Each area is a mean of placements, so an average of areas is one, too: an item of a class has a placement
against every other class, both as one of its own class and as one of the rest, and their weighted sum is
what the item adds. The variance of the average is the sum over the classes of the variance of these sums,
divided by the number of items, as DeLong's is for two classes. The number of items of each class is taken as
fixed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.core.labels import quoted
from abovechance.core.lookup import Names
from abovechance.curves.classes.multiclass import class_average
from abovechance.curves.uncertainty.auc_bounds import (
    DOUBT,
    at_the_ends,
    expit_bounds,
    separation_bound,
    wald_bounds,
)
from abovechance.inference.comparisons.pair_difference import two_sided_quantile
from abovechance.inference.intervals.cautions import SMALL_CLASS
from abovechance.inference.intervals.interval import Interval
from abovechance.intake.class_scores import pair_class_scores
from abovechance.intake.missing import Missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from abovechance.core.arrays import Column
    from abovechance.core.labels import Label
    from abovechance.intake.class_scores import ClassScores

METHODS = ("logit_adjusted", "logit", "delong")
_method = Names("interval of an average of areas", ("auto", *METHODS), {"wald": "delong"})
_FEW_ITEMS = 10
ONE_ITEM = "a class has one item only: its spread is unknown"


def _rest_shares(sizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """The share of each class in the rest, of which an area against it is a mean."""
    return sizes / (sizes.sum() - sizes)[:, None]


COEFFICIENTS: dict[str, Callable[[NDArray[np.float64]], NDArray[np.float64]]] = {
    "hand_till": lambda sizes: np.full((len(sizes), len(sizes)), 1 / (len(sizes) * (len(sizes) - 1))),
    "macro_auc": lambda sizes: _rest_shares(sizes) / len(sizes),
    "prevalence_weighted_auc": lambda sizes: _rest_shares(sizes) * (sizes / sizes.sum())[:, None],
    "prevalence_weighted_hand_till": lambda sizes: (
        np.add.outer(sizes, sizes) / (2 * (len(sizes) - 1) * sizes.sum())
    ),
}
"""Averages by what each area of class i against class j counts in them, given the sizes of the classes."""


def multiclass_interval(
    truth: Column,
    scores: Column,
    measure: str = "hand_till",
    *,
    classes: Iterable[Label] | None = None,
    level: float = 0.95,
    sides: int = 2,
    method: str = "auto",
    weights: Column | None = None,
    counts: Column | None = None,
    missing: object = (),
    on_missing: str = "error",
) -> Interval:
    """An average of areas over several classes with its confidence interval.

    Parameters
    ----------
    truth, scores, classes, weights, counts, missing, on_missing
        As in :func:`multiclass`. Of weights only the proportions matter.
    measure
        ``"hand_till"``, ``"macro_auc"``, ``"prevalence_weighted_auc"`` or
        ``"prevalence_weighted_hand_till"``.
    level, sides, method
        As in :func:`auc_interval`, with ``"logit_adjusted"`` (``"auto"``), ``"logit"`` or ``"delong"``.

    Examples
    --------
    >>> import numpy as np
    >>> import abovechance as ac
    >>> rng = np.random.default_rng(1)
    >>> truth = rng.integers(3, size=150)
    >>> found = ac.curves.multiclass_interval(truth, rng.normal(size=(150, 3)) + np.eye(3)[truth])
    >>> print(f"{found.value:.3f} [{found.low:.3f}, {found.high:.3f}]")
    0.804 [0.757, 0.844]
    """
    used = _method(method)
    used = "logit_adjusted" if used == "auto" else used
    key = _average(measure)
    columns: Any = {"classes": classes, "weights": weights, "counts": counts}
    items = pair_class_scores(truth, scores, missing=Missing.of_scores(missing, on_missing), **columns)
    confidence = two_sided(level, sides)
    found = average_of(items, key)
    low, high, se = found.bounds(used, confidence)
    return Interval(
        measure=key,
        value=found.value,
        low=low,
        high=high,
        se=se,
        level=level,
        sides=sides,
        method=used,
        n=len(items.codes) if items.counts is None else int(items.counts.sum()),
        warning=SMALL_CLASS if not math.isnan(low) and min(found.items) < _FEW_ITEMS else None,
        reason=found.reason(items.classes),
    )


@dataclass(frozen=True, eq=False)
class AverageArea:
    """An average of areas with its variance, and the items of each class (fewer where weights differ).

    ``shares`` say how far the average moves if all items of a class move from the best to the worst place.
    """

    value: float
    variance: float
    items: tuple[float, ...]
    shares: tuple[float, ...]

    def bounds(self, method: str, level: float) -> tuple[float, float, float]:
        """The bounds, and the standard error."""
        if math.isnan(self.variance):
            return math.nan, math.nan, math.nan
        se, z = math.sqrt(self.variance), two_sided_quantile(level)
        if method == "delong":
            return wald_bounds(self.value, se, z)
        if method == "logit_adjusted":
            parts = ((share / n) ** 2 for share, n in zip(self.shares, self.items, strict=True))
            se = math.sqrt(self.variance + DOUBT * (self.value - 0.5) ** 2 * sum(parts))
        if self.value in (0, 1):
            # No overlap leaves no variance: the bound is that of a sample which is separated by luck.
            hidden = (1 - separation_bound(n, level) for n in self.items)
            most = max(share * lost for share, lost in zip(self.shares, hidden, strict=True))
            return (1 - most, 1.0, se) if self.value == 1 else (0.0, most, se)
        return expit_bounds(self.value, se, z)

    def reason(self, classes: tuple[Label, ...]) -> str | None:
        """Why there is no interval."""
        absent = [name for name, n in zip(classes, self.items, strict=True) if not n]
        if absent:
            return f"no item is really {quoted(absent)}"
        return ONE_ITEM if math.isnan(self.variance) else None


def average_of(items: ClassScores, key: str) -> AverageArea:
    """An average of areas with the variance of what items add to it."""
    sizes = np.asarray(items.sizes, dtype=np.float64)
    effective = _effective_sizes(items)
    if not sizes.all():
        return AverageArea(math.nan, math.nan, effective, (math.nan,) * len(sizes))
    coefficients = COEFFICIENTS[key](sizes)
    np.fill_diagonal(coefficients, 0.0)
    shares = coefficients.sum(0) + coefficients.sum(1)
    added, value = _added(items, coefficients, sizes)
    variance = 0.0
    for i, (size, number) in enumerate(zip(sizes, items.items.tolist(), strict=True)):
        mine = items.codes == i
        heavy, squares = (1.0 if x is None else x[mine] for x in (items.masses, items.squares))
        centred = (added[mine] - (heavy * added[mine]).sum() / size) / size
        # n / (n − 1), as what items add is centred at its own mean.
        variance += float((squares * centred**2).sum()) * number / (number - 1) if number > 1 else math.nan
    return AverageArea(at_the_ends(value), variance, effective, tuple(shares.tolist()))


def _added(
    items: ClassScores, coefficients: NDArray[np.float64], sizes: NDArray[np.float64]
) -> tuple[NDArray[np.float64], float]:
    """The weighted placements of every item, and the average of areas."""
    added, value = np.zeros(len(items.codes)), 0.0
    rows = [np.flatnonzero(items.codes == i) for i in range(len(sizes))]
    for i, column in enumerate(items.columns):
        for j in range(len(sizes)):
            if i == j:
                continue
            own, other = rows[i], rows[j]
            below = _below(column, own, other, items.masses) / sizes[j]
            above = 1 - _below(column, other, own, items.masses) / sizes[i]
            heavy = np.ones(len(own)) if items.masses is None else items.masses[own]
            value += coefficients[i, j] * float((heavy * below).sum()) / float(heavy.sum())
            added[own] += coefficients[i, j] * below
            added[other] += coefficients[i, j] * above
    return added, value


def _below(
    column: NDArray[Any],
    rows: NDArray[np.intp],
    others: NDArray[np.intp],
    weights: NDArray[np.float64] | None,
) -> NDArray[np.float64]:
    """How many other items, or how much weight, score below each of the rows; ties half."""
    order = others[np.argsort(column[others], kind="stable")]
    ranked = column[order]
    left, right = (np.searchsorted(ranked, column[rows], side=side) for side in ("left", "right"))
    if weights is None:
        return (left + right) / 2
    upto = np.concatenate(([0.0], np.cumsum(weights[order])))
    return (upto[left] + upto[right]) / 2


def _effective_sizes(items: ClassScores) -> tuple[float, ...]:
    """How many equal items of each class are as good as these."""
    sizes = items.sizes
    if items.squares is None:
        return tuple(map(float, sizes))
    squares = np.bincount(items.codes, items.squares, len(sizes))
    return tuple(float(n**2 / s) if s else 0.0 for n, s in zip(sizes, squares, strict=True))


def _average(name: str) -> str:
    key = class_average(name).key
    if key not in COEFFICIENTS:
        raise InputError(f"{key} has no such interval, for the bias varies with the scores, too")
    return key
