"""``Curve``: a classifier with scores as the family of its thresholds, one two-class table for each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from abovechance.core.checks import unmasked
from abovechance.core.errors import InputError
from abovechance.core.sums import exact_dot
from abovechance.curves.curve.curves import Curves
from abovechance.curves.curve.hull import hull_of
from abovechance.intake.codes.rank import checked_scores, precision_of, rank, rank_counted, rank_weighted
from abovechance.intake.frames.scores import MOST_SCORES
from abovechance.intake.items import taken
from abovechance.intake.scores import pair_scores, split_by
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.labels import Label
    from abovechance.intake.codes.rank import Ranked
    from abovechance.intake.scores import Scored


_TOO_MANY = 2**62
"""Below this, twice a count has room in 64 bits."""

_ROUNDING = 1e-9
_COLUMNS = ("thresholds", "tp", "fp", "tp_squares", "fp_squares")

_BLOCK = 2**16
"""Thresholds handled at a time: small enough for temporary values to stay in the processor's cache."""


@dataclass(frozen=True, eq=False)
class Curve:
    """The thresholds of a score, each with the items that it calls positive.

    An item is called positive if its score is at or above the threshold. The first threshold calls nothing
    positive and the last one everything, so the curve runs from (0, 0) to (1, 1). Higher scores stand for the
    positive class; the direction is never guessed, and a curve below chance stays there.

    Attributes
    ----------
    thresholds : ndarray
        The distinct scores, descending, after a first one of infinity that nothing reaches, not even an item
        whose score is infinite.
    tp, fp : ndarray
        True and false positives at each threshold: int64, or float64 where items have weights.
    positive, negative : label
        What the two classes are called; the negative one is a tuple if it is made of several labels.
    tp_squares, fp_squares : ndarray or None
        Where items have weights, the sums of their squares at each threshold: what tells how many items a
        weight is worth.
    precision : str
        How the scores were stored: ``"float64"``, or as coarsely as ``"float32"``.

    Notes
    -----
    Make curves with :meth:`from_scores` or :meth:`from_counts`, which check what they are given. The
    constructor takes arrays as they are: thresholds must descend, counts must not.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> curve
    Curve of 4 items, 2 positive (1): 5 thresholds, AUC 0.75
    >>> curve.measure("informedness")
    array([0. , 0.5, 0. , 0.5, 0. ])
    """

    thresholds: NDArray[np.float64]
    tp: NDArray[Any]
    fp: NDArray[Any]
    positive: Label = 1
    negative: Label = 0
    tp_squares: NDArray[np.float64] | None = None
    fp_squares: NDArray[np.float64] | None = None
    precision: str = "float64"

    def __post_init__(self) -> None:
        """Freeze the arrays."""
        for name in _COLUMNS:
            if getattr(self, name) is None:
                continue
            values = getattr(self, name).view()
            values.flags.writeable = False
            object.__setattr__(self, name, values)

    @overload
    @classmethod
    def from_scores(
        cls,
        truth: Any,
        scores: Mapping[Any, Any],
        *,
        positive: Label | None = ...,
        weights: Any = ...,
        counts: Any = ...,
        groups: None = ...,
        missing: Literal["error", "drop"] = ...,
    ) -> Curves: ...

    @overload
    @classmethod
    def from_scores(
        cls,
        truth: Any,
        scores: Any,
        *,
        positive: Label | None = ...,
        weights: Any = ...,
        counts: Any = ...,
        groups: None = ...,
        missing: Literal["error", "drop"] = ...,
    ) -> Curve: ...

    @overload
    @classmethod
    def from_scores(
        cls,
        truth: Any,
        scores: Any,
        *,
        positive: Label | None = ...,
        weights: Any = ...,
        counts: Any = ...,
        groups: Any,
        missing: Literal["error", "drop"] = ...,
    ) -> Curves: ...

    @classmethod
    def from_scores(
        cls,
        truth: Any,
        scores: Any,
        *,
        positive: Label | None = None,
        weights: Any = None,
        counts: Any = None,
        groups: Any = None,
        missing: Literal["error", "drop"] = "error",
    ) -> Curve | Curves:
        """Rank items by their scores.

        Parameters
        ----------
        truth
            A column of labels: a list, a NumPy array, a column of pandas, polars or Arrow. It is paired with
            the scores row by row; the index of pandas has no part in it.
        scores
            A number for each item: the higher, the more positive. Infinite scores are allowed. A mapping of
            names to such columns gives a curve for each system.
        positive
            The positive class. Of two, the last one unless said otherwise, in the order that an ordered
            categorical declares or else in natural order; of more, it must be named, and all others are
            negative.
        weights
            A non-negative weight for each item; only their proportions matter.
        counts
            How many items each row stands for, where equal items were counted before: whole numbers.
        groups
            A column, or a mapping of names to columns: a curve for each group.
        missing
            Whether items that lack a label, a score or a group are an error or left out (``"drop"``).

        Examples
        --------
        >>> import abovechance as ac
        >>> ac.Curve.from_scores(["ham", "spam", "spam"], [0.1, 0.7, 0.4]).auc
        1.0
        """
        if isinstance(scores, Mapping):
            if groups is not None:
                raise InputError("give several systems or groups, not both: take one system at a time")
            shared = {"positive": positive, "weights": weights, "counts": counts, "missing": missing}
            if not scores:
                raise InputError("scores is an empty mapping: give at least one column of scores")
            return Curves("system", {name: cls.from_scores(truth, s, **shared) for name, s in scores.items()})
        items = pair_scores(truth, scores, positive=positive, weights=weights, counts=counts, missing=missing)
        if groups is None:
            return cls.from_scored(items)
        used = np.ones(len(items.scores), dtype=bool) if items.kept is None else items.kept
        parts = split_by(groups, used, missing)
        return Curves("group", {name: cls.from_scored(items.only(rows)) for name, rows in parts})

    @overload
    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        truth: str,
        score: str,
        positive: Label | None = ...,
        by: None = ...,
        weights: str | None = ...,
        counts: str | None = ...,
        missing: Literal["error", "drop"] = ...,
        most: int = ...,
    ) -> Curve: ...

    @overload
    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        truth: str,
        score: str | Sequence[str],
        positive: Label | None = ...,
        by: str | Sequence[str] | None = ...,
        weights: str | None = ...,
        counts: str | None = ...,
        missing: Literal["error", "drop"] = ...,
        most: int = ...,
    ) -> Curve | Curves: ...

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        truth: str,
        score: str | Sequence[str],
        positive: Label | None = None,
        by: str | Sequence[str] | None = None,
        weights: str | None = None,
        counts: str | None = None,
        missing: Literal["error", "drop"] = "error",
        most: int = MOST_SCORES,
    ) -> Curve | Curves:
        """Rank the items of a data frame by a column of scores, wherever the frame is.

        Parameters
        ----------
        frame
            A data frame of pandas, polars, Arrow or any other library that narwhals knows, or a mapping of
            names to columns; or a lazy frame (polars, DuckDB, Dask, Ibis, Spark, Spark Connect), whose own
            engine then counts the positive and the negative items that have each score. The curve is the
            same as that of the items in memory.
        truth
            The name of the column of labels.
        score
            The name of a column of numbers, the higher the more positive; several give a curve for each.
        by
            The name of a column, or several: a curve for each of their combinations that occurs.
        weights
            The name of a column of non-negative weights.
        counts
            The name of a column that says how many items each row stands for.
        positive, missing
            As of :meth:`from_scores`.
        most
            So many distinct scores may come back from an engine, each with a class and a group. A curve of
            more is made of bins by :func:`abovechance.curves.curve_of_frame`.

        Examples
        --------
        >>> import abovechance as ac
        >>> import polars as pl
        >>> frame = pl.LazyFrame({"y": ["ham", "spam", "ham", "spam"], "p": [0.1, 0.4, 0.4, 0.9]})
        >>> ac.Curve.from_frame(frame, truth="y", score="p")
        Curve of 4 items, 2 positive ('spam'): 4 thresholds, AUC 0.875
        """
        from abovechance.curves.curve.from_frame import curve_from_frame, curves_from_frame
        from abovechance.intake.frames.names import names_of

        groups = names_of(by)
        options: Any = {
            "positive": positive,
            "weights": weights,
            "counts": counts,
            "missing": missing,
            "most": most,
        }
        if isinstance(score, str) or not isinstance(score, Iterable):
            return curve_from_frame(frame, truth, score, by=groups, **options)
        return curves_from_frame(frame, truth, list(score), by=groups, **options)

    @classmethod
    def from_scored(cls, items: Scored) -> Curve:
        """Rank items whose labels and scores have been brought together."""
        if items.weights is None and items.counts is None:
            ranked = rank(items.scores, items.is_positive)
        else:
            ranked = rank_weighted(items.scores, items.is_positive, items.masses)
        return cls.from_ranked(
            ranked, positive=items.positive, negative=items.negative, precision=items.precision
        )

    @classmethod
    def from_ranked(
        cls, ranked: Ranked, *, positive: Label = 1, negative: Label = 0, precision: str = "float64"
    ) -> Curve:
        """Take items that have been counted from the highest score down."""
        squares = ranked.positive_squares, ranked.negative_squares
        columns = ranked.thresholds, ranked.positives, ranked.negatives
        return cls(*columns, positive, negative, *squares, precision=precision)

    @classmethod
    def from_counts(
        cls,
        scores: ArrayLike,
        positives: ArrayLike,
        negatives: ArrayLike,
        *,
        positive: Label = 1,
        negative: Label = 0,
        squares: tuple[ArrayLike, ArrayLike] | None = None,
    ) -> Curve:
        """Take the number of positive and of negative items that have each score, as a database counts them.

        If items have weights, give their sums, and as ``squares`` the sums of the squared weights of positive
        and of negative items: without them nobody can tell how many items there are.

        Examples
        --------
        >>> import abovechance as ac
        >>> ac.Curve.from_counts([0.2, 0.5, 0.9], positives=[1, 2, 7], negatives=[6, 3, 1]).auc
        0.845
        """
        values = checked_scores(scores)
        names = ("positives", "negatives", "squares of positives", "squares of negatives")
        given = (positives, negatives, *(squares or ()))
        counts = [np.asarray(unmasked(column, name)) for name, column in zip(names, given, strict=False)]
        for name, column in zip(names, counts, strict=False):
            if column.shape != values.shape or column.dtype.kind not in "uif":
                raise InputError(f"{name} must be a number for each of {len(values)} scores")
            if len(column) and not (column.min() >= 0 and np.isfinite(column).all()):
                raise InputError(f"{name} must be finite and not negative, got {column.min()}")
            if column.dtype.kind != "f" and column.sum(dtype=np.float64) >= _TOO_MANY:
                raise InputError(f"{name} counts 2⁶² items or more: give them as floating-point numbers")
        if np.isnan(values).any():
            raise InputError(f"{np.isnan(values).sum()} of the scores are NaN: leave them out")
        distinct, position = np.unique(values, return_inverse=True)
        is_whole = squares is None and all(column.dtype.kind != "f" for column in counts)
        kind = np.int64 if is_whole else np.float64
        sums: list[Any] = [np.zeros(len(distinct), dtype=kind) for _ in counts]
        for total, column in zip(sums, counts, strict=True):
            np.add.at(total, position, column.astype(kind, copy=False))
        ranked = rank_counted(distinct[::-1], *(total[::-1] for total in sums))
        coarse = precision_of(scores)
        return cls.from_ranked(ranked, positive=positive, negative=negative, precision=coarse)

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
    def effective(self) -> Curve:
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
    def in_items(self) -> Curve:
        """The same curve without weights where all items weigh the same."""
        effective = self.effective
        alike = not effective.is_weighted and math.isclose(
            effective.positives * self.negatives, effective.negatives * self.positives, rel_tol=_ROUNDING
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
        labels = (self.negative, self.positive)
        return Tables(counts, labels, axes=(Axis("threshold"),), squares=squares)

    def at_positions(self, kept: slice | NDArray[Any] | list[int]) -> Curve:
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

    def measure(self, name: str) -> NDArray[Any]:
        """Any measure of the catalogue at each threshold."""
        from abovechance.measures.registry import measure

        return np.asarray(measure(name)(self.tables))

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

    def hull(self) -> Curve:
        """The curve of the thresholds on the convex hull: the best ones for some cost and prevalence."""
        return self.at_positions(self.hull_positions)

    def _area(self, positions: slice | NDArray[np.intp]) -> float:
        tp, fp = self.tp[positions], self.fp[positions]
        twice = 0
        for start in range(0, len(tp) - 1, _BLOCK):
            up, across = tp[start : start + _BLOCK + 1], fp[start : start + _BLOCK + 1]
            twice += exact_dot(np.diff(across), up[1:] + up[:-1])
        return _ratio(twice, 2 * self.positives * self.negatives)

    def to_dict(self) -> dict[str, Any]:
        """The thresholds and counts as plain numbers and lists; the first threshold is infinite.

        Examples
        --------
        >>> import abovechance as ac
        >>> curve = ac.Curve.from_scores([0, 1, 1], [0.2, 0.4, 0.6])
        >>> curve.to_dict()["tp"], curve.to_dict()["fp"]
        ([0, 1, 2, 2], [0, 0, 0, 1])
        """
        plain = ("positive", "negative", "positives", "negatives", "prevalence", "auc")
        columns = {name: getattr(self, name) for name in _COLUMNS}
        known = {name: column.tolist() for name, column in columns.items() if column is not None}
        return {name: getattr(self, name) for name in plain} | known

    def to_frame(self, backend: str | None = None, *, measures: str | Iterable[str] = ()) -> Any:
        """A row for each threshold, as a data frame of pandas, polars or pyarrow.

        Parameters
        ----------
        backend
            The library of the data frame; without it one that is imported or installed.
        measures
            Measures of the catalogue to add as columns.

        Examples
        --------
        >>> import abovechance as ac
        >>> curve = ac.Curve.from_scores([0, 1], [0.2, 0.7])
        >>> frame = curve.to_frame("polars", measures=["informedness"])
        >>> frame.columns, frame["informedness"].to_list()
        (['threshold', 'tp', 'fp', 'fn', 'tn', 'tpr', 'fpr', 'informedness'], [0.0, 1.0, 0.0])
        """
        from abovechance.core.frames import to_frame
        from abovechance.measures.registry import resolve

        columns = {
            "threshold": self.thresholds,
            "tp": self.tp,
            "fp": self.fp,
            "fn": self.positives - self.tp,
            "tn": self.negatives - self.fp,
            "tpr": self.tpr,
            "fpr": self.fpr,
        }
        columns |= {m.key: np.asarray(m(self.tables)) for m in resolve(measures)}
        return to_frame({name: values.tolist() for name, values in columns.items()}, backend)

    def __repr__(self) -> str:
        """Sizes and the area."""
        items = self.positives + self.negatives
        kind = "weight" if self.is_weighted else "items"
        return (
            f"Curve of {amount(items)} {kind}, {amount(self.positives)} positive ({self.positive!r}): "
            f"{len(self.thresholds)} thresholds, AUC {self.auc:.4g}"
        )


def amount(number: float) -> str:
    """A number of items in full, or a weight to six digits.

    Examples
    --------
    >>> from abovechance.curves.curve.curve import amount
    >>> amount(3000000), amount(1234.56789)
    ('3000000', '1234.57')
    """
    return f"{number:g}" if isinstance(number, float) else str(number)


def _two_by_two(
    tp: NDArray[Any], fp: NDArray[Any], positions: slice | NDArray[Any] | list[int]
) -> NDArray[Any]:
    """The cells at some thresholds."""
    above, over = tp[positions], fp[positions]
    cells = np.empty((*above.shape, 2, 2), dtype=tp.dtype)
    cells[..., 0, 0], cells[..., 0, 1] = np.maximum(fp[-1] - over, 0), over
    cells[..., 1, 0], cells[..., 1, 1] = np.maximum(tp[-1] - above, 0), above
    return cells


def _in_items(weights: NDArray[Any], squares: NDArray[np.float64] | None) -> NDArray[Any]:
    """Running sums of weights of a class as numbers of the items that it is worth."""
    if squares is None or not squares[-1]:
        return weights.astype(np.int64)
    factor = weights[-1].item() / squares[-1].item()
    items, spread = weights * factor, squares * factor**2
    whole = np.rint(items)
    is_whole = all(np.allclose(x, whole, rtol=_ROUNDING, atol=_ROUNDING) for x in (items, spread))
    return whole.astype(np.int64) if is_whole else items


def _ratio(part: Any, whole: Any) -> float:
    return part / whole if whole else float("nan")


def _shares(part: NDArray[Any], whole: Any) -> NDArray[np.float64]:
    return part / whole if whole else np.full(len(part), np.nan)
