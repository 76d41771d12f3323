"""``Ranking``: how the items of two classes rank by a score, as counts at or above each threshold."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.result import ColumnResult
from abovechance.core.sums import exact_dot
from abovechance.intake.items import taken
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.labels import Label


_MOST_WITHOUT_CANDIDATES = 4096
_COARSE_STRIDE = 32
_HULL_TOLERANCE = 1e-9


def hull_of(x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.intp]:
    """The positions of the vertices of the upper hull of points that go right and up, from the origin on.

    Andrew's monotone chain; points on an edge between two vertices are left out. A long curve is thinned
    first: between two points a stride apart it stays below the corner of the first one's abscissa and the
    second one's ordinate, so where that corner is below the hull of a few points there is no vertex.
    """
    positions = np.arange(len(x)) if len(x) <= _MOST_WITHOUT_CANDIDATES else _candidates(x, y)
    return positions[_chain(x[positions].tolist(), y[positions].tolist())]


def _chain(x: list[Any], y: list[Any]) -> list[int]:
    kept: list[int] = []
    for i, (across, up) in enumerate(zip(x, y, strict=True)):
        while len(kept) > 1:
            last, before = kept[-1], kept[-2]
            # In Python numbers, which are exact for counts of any size; collinear points are dropped.
            turn = (x[last] - x[before]) * (up - y[before]) - (y[last] - y[before]) * (across - x[before])
            if turn < 0:
                break
            kept.pop()
        kept.append(i)
    return kept


def _candidates(x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.intp]:
    """Positions among which all vertices are."""
    # The hull of some points lies within that of all: only what reaches above it can be a vertex.
    coarse = np.append(np.arange(0, len(x) - 1, _COARSE_STRIDE), len(x) - 1)
    inner = coarse[hull_of(x[coarse], y[coarse])]
    # The upper left corner of a stretch bounds all of its points, since these go right and up.
    corners = np.flatnonzero(_reaches(x[coarse[:-1]], y[coarse[1:]], x[inner], y[inner]))
    near = (coarse[corners, None] + np.arange(_COARSE_STRIDE)).ravel()
    near = near[near < len(x)]
    near = near[_reaches(x[near], y[near], x[inner], y[inner])]
    return np.unique(np.concatenate((near, inner)))


def _reaches(
    x: NDArray[Any], y: NDArray[Any], hull_x: NDArray[Any], hull_y: NDArray[Any]
) -> NDArray[np.bool_]:
    """Whether points are on or above a hull, or so little below it that rounding may have put them there."""
    return y >= np.interp(x, hull_x, hull_y) * (1 - _HULL_TOLERANCE)


_ROUNDING_ERROR = 1e-9
_COLUMNS = ("thresholds", "tp", "fp", "tp_squares", "fp_squares")

_BLOCK_SIZE = 2**16
"""Thresholds handled at a time: small enough for temporary values to stay in the processor's cache."""


@dataclass(frozen=True, eq=False)
class Ranking(ColumnResult):
    """Thresholds of a score, each with the items at or above it: what a :class:`Curve` is made of."""

    thresholds: NDArray[np.float64]
    tp: NDArray[Any]
    fp: NDArray[Any]
    positive: Label = 1
    negative: Label = 0
    tp_squares: NDArray[np.float64] | None = None
    fp_squares: NDArray[np.float64] | None = None
    precision: str = "float64"
    positive_guessed: bool = False
    _derived: ClassVar[tuple[str, ...]] = ("positives", "negatives", "prevalence", "auc")

    def __post_init__(self) -> None:
        """Freeze the arrays."""
        for name in _COLUMNS:
            if getattr(self, name) is None:
                continue
            # A view, so that the array of the caller stays writeable.
            values = getattr(self, name).view()
            values.flags.writeable = False
            object.__setattr__(self, name, values)

    # The classes and the space -----------------------------------------------------------------

    @property
    def positives(self) -> Any:
        """The number, or weight, of positive items."""
        return self.tp[-1].item()

    @property
    def negatives(self) -> Any:
        """The number, or weight, of negative items."""
        return self.fp[-1].item()

    @property
    def prevalence(self) -> float:
        """The share of positive items."""
        return _ratio(self.positives, self.positives + self.negatives)

    @property
    def is_weighted(self) -> bool:
        """Whether items have weights, so that positives and negatives are not counts."""
        return self.tp.dtype.kind == "f" or self.fp.dtype.kind == "f"

    @cached_property
    def effective(self) -> Self:
        """The curve of as many items of each class as its weights are worth, without weights.

        A class of weights w is worth ``(Σw)²/Σw²`` items (Kish 1965): as many without weights would leave the
        share above a threshold equally uncertain. The ROC curve and its areas stay as they are, whatever the
        scale of the weights.
        """
        if self.tp_squares is None or self.fp_squares is None:
            return self
        tp, fp = (_in_items(*sums) for sums in self.classes)
        return replace(self, tp=tp, fp=fp, tp_squares=None, fp_squares=None)

    @property
    def classes(self) -> tuple[tuple[NDArray[Any], NDArray[np.float64] | None], ...]:
        """The running sums of positive and of negative items, each with that of the squares of weights."""
        return (self.tp, self.tp_squares), (self.fp, self.fp_squares)

    @cached_property
    def in_items(self) -> Self:
        """The same curve without weights where all items weigh the same."""
        effective = self.effective
        alike = not effective.is_weighted and math.isclose(
            effective.positives * self.negatives,
            effective.negatives * self.positives,
            rel_tol=_ROUNDING_ERROR,
        )
        return effective if alike else self

    @property
    def tpr(self) -> NDArray[np.float64]:
        """Recall at each threshold: the ordinate of ROC space."""
        return _shares(self.tp, self.positives)

    @property
    def fpr(self) -> NDArray[np.float64]:
        """Fallout at each threshold: the abscissa of ROC space."""
        return _shares(self.fp, self.negatives)

    # As tables ---------------------------------------------------------------------------------

    @cached_property
    def tables(self) -> Tables:
        """One two-class table for each threshold."""
        return self.tables_at(slice(None))

    def tables_at(self, positions: slice | NDArray[Any] | list[int]) -> Tables:
        """The tables of some thresholds, given by their positions."""
        counts, squares = _two_by_two(self.tp, self.fp, positions), None
        if self.tp_squares is not None and self.fp_squares is not None:
            squares = _two_by_two(self.tp_squares, self.fp_squares, positions)
        named: dict[str, Any] = {"positive": self.positive, "positive_guessed": self.positive_guessed}
        axes = (Axis("threshold"),)
        return Tables(counts, (self.negative, self.positive), axes=axes, squares=squares, **named)

    def at_positions(self, kept: slice | NDArray[Any] | list[int]) -> Self:
        """The curve of some thresholds alone, given by their positions."""
        columns: dict[str, Any] = {name: taken(getattr(self, name), kept) for name in _COLUMNS}
        return replace(self, **columns)

    def position(self, threshold: float) -> int:
        """The position of the threshold that calls the same items positive as ``threshold`` does.

        A plain number is compared as it would be stored among the scores, as NumPy does: with scores of 32
        bits, 0.9 is their 0.9. A number of NumPy is compared as it is.

        Examples
        --------
        >>> import abovechance as ac
        >>> import numpy as np
        >>> ac.Curve.from_scores([0, 1, 1], [0.2, 0.4, 0.6]).position(0.5)
        1
        >>> ac.Curve.from_scores([0, 1, 1], np.float32([0.2, 0.4, 0.9])).position(0.9)
        1
        """
        if isinstance(threshold, bool) or not isinstance(threshold, int | float | np.number):
            raise InputError(f"threshold must be one number, got {threshold!r}")
        if np.isnan(threshold):
            raise InputError("the threshold is NaN: give a number")
        # Scores of 32 bits hold 0.1 as another number: a plain number is rounded as they were.
        if not isinstance(threshold, np.generic):
            threshold = self.stored(threshold).item()
        return int(np.searchsorted(-self.thresholds[1:], -threshold, side="right"))

    def stored(self, numbers: ArrayLike) -> NDArray[np.float64]:
        """Numbers as they would be stored among the scores."""
        with np.errstate(over="ignore"):
            return np.asarray(numbers, dtype=np.float64).astype(self.precision).astype(np.float64)

    def at(self, threshold: float) -> Tables:
        """The two-class table of the items at or above a threshold, whether or not an item has that score."""
        return self.tables_at([self.position(threshold)])[0]

    def measure(self, measure: str) -> NDArray[Any]:
        """Any measure of the catalogue at each threshold."""
        from abovechance.measures.registry import measure as measure_called

        return np.asarray(measure_called(measure)(self.tables))

    # Areas -------------------------------------------------------------------------------------

    @cached_property
    def auc(self) -> float:
        """The area under the ROC curve: how often a positive item scores above a negative one, ties half.

        NaN if there is only one class. Exact until the last division: twice the area under the curve of
        counts is a whole number (Mann & Whitney 1947; Hanley & McNeil 1982).
        """
        return self._area(slice(None))

    @cached_property
    def auch(self) -> float:
        """The area under the convex hull of the ROC curve (Provost & Fawcett 2001)."""
        return self._area(self.hull_positions)

    @property
    def gini(self) -> float:
        """The Gini coefficient, ``2·AUC - 1``: the AUC with chance at 0."""
        return 2 * self.auc - 1

    @cached_property
    def hull_positions(self) -> NDArray[np.intp]:
        """The positions of the thresholds that are vertices of the convex hull of the ROC curve."""
        return hull_of(self.fp, self.tp)

    def hull(self) -> Self:
        """The curve of the thresholds on the convex hull: the best ones for some cost and prevalence."""
        return self.at_positions(self.hull_positions)

    def _area(self, positions: slice | NDArray[np.intp]) -> float:
        tp, fp = self.tp[positions], self.fp[positions]
        twice = 0
        for start in range(0, len(tp) - 1, _BLOCK_SIZE):
            up, across = tp[start : start + _BLOCK_SIZE + 1], fp[start : start + _BLOCK_SIZE + 1]
            # Twice the trapezoids, which for counts is a whole number and so exact.
            twice += exact_dot(np.diff(across), up[1:] + up[:-1])
        return _ratio(twice, 2 * self.positives * self.negatives)

    def columns(self, measures: str | Iterable[str] = ()) -> dict[str, NDArray[Any]]:
        """Thresholds, counts and rates, and measures of the catalogue at each threshold."""
        from abovechance.measures.registry import resolve

        found = {"threshold": self.thresholds, "tp": self.tp, "fp": self.fp}
        found |= {"fn": self.positives - self.tp, "tn": self.negatives - self.fp}
        found |= {"tpr": self.tpr, "fpr": self.fpr}
        return found | {m.key: np.asarray(m(self.tables)) for m in resolve(measures)}

    def to_frame(self, backend: str | None = None, *, measures: str | Iterable[str] = ()) -> Any:
        """A row for each threshold, with measures of the catalogue added as columns.

        ``backend`` is pandas, polars or pyarrow; without it, one that is imported or installed.

        Examples
        --------
        >>> import abovechance as ac
        >>> curve = ac.Curve.from_scores([0, 1], [0.2, 0.7])
        >>> frame = curve.to_frame("polars", measures=["informedness"])
        >>> frame.columns, frame["informedness"].to_list()
        (['threshold', 'tp', 'fp', 'fn', 'tn', 'tpr', 'fpr', 'informedness'], [0.0, 1.0, 0.0])
        """
        from abovechance.core.frames import to_frame

        return to_frame({name: values.tolist() for name, values in self.columns(measures).items()}, backend)

    def __repr__(self) -> str:
        """Sizes and the area."""
        items = self.positives + self.negatives
        kind = "weight" if self.is_weighted else "items"
        guess = ", a guess" if self.positive_guessed else ""
        return (
            f"Curve of {amount(items)} {kind}, {amount(self.positives)} positive ({self.positive!r}{guess}): "
            f"{len(self.thresholds)} thresholds, AUC {self.auc:.4g}"
        )


def amount(number: float) -> str:
    """A number of items in full, or a weight to six digits."""
    return f"{number:g}" if isinstance(number, float) else str(number)


def _two_by_two(
    tp: NDArray[Any], fp: NDArray[Any], positions: slice | NDArray[Any] | list[int]
) -> NDArray[Any]:
    """The cells at some thresholds."""
    above, over = tp[positions], fp[positions]
    cells = np.empty((*above.shape, 2, 2), dtype=tp.dtype)
    # Sums of weights are rounded, and no cell may become negative by that.
    cells[..., 0, 0], cells[..., 0, 1] = np.maximum(fp[-1] - over, 0), over
    cells[..., 1, 0], cells[..., 1, 1] = np.maximum(tp[-1] - above, 0), above
    return cells


def _in_items(weights: NDArray[Any], squares: NDArray[np.float64] | None) -> NDArray[Any]:
    """Running sums of weights of a class as numbers of the items that it is worth."""
    if squares is None or not squares[-1]:
        return weights.astype(np.int64)
    # Kish: items are worth (Σw)² / Σw², which this factor makes of the sum of weights.
    factor = weights[-1].item() / squares[-1].item()
    items, spread = weights * factor, squares * factor**2
    # Equal weights give whole items but for rounding, and are then counts again.
    whole = np.rint(items)
    is_whole = all(np.allclose(x, whole, rtol=_ROUNDING_ERROR, atol=_ROUNDING_ERROR) for x in (items, spread))
    return whole.astype(np.int64) if is_whole else items


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else float("nan")


def _shares(part: NDArray[Any], whole: float) -> NDArray[np.float64]:
    return part / whole if whole else np.full(len(part), np.nan)
