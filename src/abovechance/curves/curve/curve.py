"""``Curve``: a classifier with scores as the family of its thresholds; ``Curves``: several by their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, overload

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.result import Result, Row
from abovechance.curves.curve.ranking import Ranking
from abovechance.curves.curve.sources import CountedScores, frame_scores, from_file
from abovechance.intake.codes.rank import checked_counts, precision_of, rank, rank_counted, rank_weighted
from abovechance.intake.frames.columns import names_of
from abovechance.intake.frames.frame import Columns
from abovechance.intake.frames.scores import MOST_SCORES
from abovechance.intake.missing import Missing
from abovechance.intake.scores import pair_scores, split_by

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.labels import Label
    from abovechance.intake.codes.rank import RankedScores
    from abovechance.intake.scores import Scored


class ScoreColumns(TypedDict, total=False):
    """What may be said of truth and scores, see :meth:`Curve.from_scores`."""

    positive: Label | None
    weights: Any
    counts: Any
    missing: Any
    on_missing: str


class FrameColumns(ScoreColumns, total=False):
    """The same of the columns of a frame, see :meth:`Curve.from_frame`."""

    most: int


@dataclass(frozen=True, eq=False, repr=False)
class Curve(Ranking):
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
    positive_guessed : bool
        Whether the positive class was not named and the labels do not tell it, as in :class:`Tables`.

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

    @overload
    @classmethod
    def from_scores(
        cls, truth: Any, scores: Mapping[Any, Any], *, by: None = ..., **columns: Unpack[ScoreColumns]
    ) -> Curves: ...
    @overload
    @classmethod
    def from_scores(
        cls, truth: Any, scores: Any, *, by: None = ..., **columns: Unpack[ScoreColumns]
    ) -> Curve: ...
    @overload
    @classmethod
    def from_scores(cls, truth: Any, scores: Any, *, by: Any, **columns: Unpack[ScoreColumns]) -> Curves: ...
    @classmethod
    def from_scores(
        cls,
        truth: Any,
        scores: Any,
        *,
        positive: Label | None = None,
        weights: Any = None,
        counts: Any = None,
        by: Any = None,
        missing: Any = (),
        on_missing: str = "error",
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
            The positive class. Of two, by default the larger one in natural order; of more, it
            must be named, and all others are negative.
        weights
            A non-negative weight for each item; only their proportions matter.
        counts
            How many items each row stands for, where equal items were counted before: whole numbers.
        by
            A column, or a mapping of names to columns: a curve for each group.
        missing
            Values that stand for a missing one, as in :meth:`Tables.from_labels`.
        on_missing
            Whether items that lack a label, a score or a group are an error or left out (``"drop"``).

        Examples
        --------
        >>> import abovechance as ac
        >>> ac.Curve.from_scores(["ham", "spam", "spam"], [0.1, 0.7, 0.4]).auc
        1.0
        """
        if isinstance(scores, Mapping):
            if by is not None:
                raise InputError("give several systems or groups, not both: take one system at a time")
            shared = {"positive": positive, "weights": weights, "counts": counts}
            shared |= {"missing": missing, "on_missing": on_missing}
            if not scores:
                raise InputError("scores is an empty mapping: give at least one column of scores")
            return Curves("system", {name: cls.from_scores(truth, s, **shared) for name, s in scores.items()})
        gaps = Missing.of_scores(missing, on_missing)
        items = pair_scores(truth, scores, positive=positive, weights=weights, counts=counts, missing=gaps)
        if by is None:
            return cls.from_scored(items)
        used = np.ones(len(items.scores), dtype=bool) if items.kept is None else items.kept
        parts = split_by(by, used, gaps)
        return Curves("group", {name: cls.from_scored(items.only(rows)) for name, rows in parts})

    @overload
    @classmethod
    def from_frame(
        cls, frame: Any, *, truth: str, score: str, by: None = ..., **columns: Unpack[FrameColumns]
    ) -> Curve: ...
    @overload
    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        truth: str,
        score: str | Sequence[str],
        by: str | Sequence[str] | None = ...,
        **columns: Unpack[FrameColumns],
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
        missing: object = (),
        on_missing: str = "error",
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
        truth, weights, counts
            Names of columns, which are as in :meth:`from_scores`.
        score, by
            The name of a column of scores, and of one of groups; several give a curve for each column of
            scores, or for each combination of groups that occurs.
        positive, missing, on_missing
            As in :meth:`from_scores`.
        most
            The most distinct scores, each with a class and a group, that may come back from an engine. A
            curve of more is made of bins by :func:`abovechance.curves.curve_of_frame`.

        Examples
        --------
        >>> import abovechance as ac
        >>> import polars as pl
        >>> frame = pl.LazyFrame({"y": ["ham", "spam", "ham", "spam"], "p": [0.1, 0.4, 0.4, 0.9]})
        >>> ac.Curve.from_frame(frame, truth="y", score="p")
        Curve of 4 items, 2 positive ('spam', a guess): 4 thresholds, AUC 0.875
        """
        groups = names_of(by)
        options: dict[str, Any] = {"positive": positive, "weights": weights, "counts": counts}
        codes: Any = {"missing": missing, "on_missing": on_missing}
        if not isinstance(score, str) and isinstance(score, Iterable):
            systems = list(score)
            if groups is not None:
                raise InputError("give several systems or groups, not both: take one system at a time")
            if not systems:
                raise InputError("score is an empty list: give at least one column of scores")
            options |= {"truth": truth, "most": most} | codes
            return Curves("system", {name: cls.from_frame(frame, score=name, **options) for name in systems})
        gaps = Missing.of_scores(**codes)
        found = frame_scores(frame, truth, score, by=groups, most=most, missing=gaps, **options)
        if isinstance(found, Columns):
            return cls.from_scores(
                found.values[truth],
                found.values[score],
                positive=positive,
                weights=found.weights,
                counts=found.times,
                by=None if groups is None else {name: found.values[name] for name in groups},
                **codes,
            )
        if groups is None:
            return cls.from_counted(found)
        parts = split_by(found.counts.groups, ~np.isnan(found.counts.scores), gaps)
        return Curves("group", {name: cls.from_counted(found, rows) for name, rows in parts})

    from_file = classmethod(from_file)

    @classmethod
    def from_counted(cls, found: CountedScores, rows: slice | NDArray[np.bool_] = slice(None)) -> Curve:
        """Take the rows, or some of them, that an engine has counted."""
        curve = cls.from_counts(**found.columns(rows))
        guess = found.asked.positive_guessed
        return replace(curve, precision=found.counts.precision, positive_guessed=guess)

    @classmethod
    def from_scored(cls, items: Scored) -> Curve:
        """Rank items whose labels and scores have been brought together."""
        if items.weights is None and items.counts is None:
            ranked = rank(items.scores, items.is_positive)
        else:
            ranked = rank_weighted(items.scores, items.is_positive, items.masses)
        curve = cls.from_ranked(
            ranked, positive=items.positive, negative=items.negative, precision=items.precision
        )
        return replace(curve, positive_guessed=items.positive_guessed)

    @classmethod
    def from_ranked(
        cls, ranked: RankedScores, *, positive: Label = 1, negative: Label = 0, precision: str = "float64"
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
        and of negative items: without them it is not known how many items there are.

        Examples
        --------
        >>> import abovechance as ac
        >>> ac.Curve.from_counts([0.2, 0.5, 0.9], positives=[1, 2, 7], negatives=[6, 3, 1]).auc
        0.845
        """
        values, counts = checked_counts(scores, positives, negatives, *(squares or ()))
        distinct, position = np.unique(values, return_inverse=True)
        is_whole = squares is None and all(column.dtype.kind != "f" for column in counts)
        kind = np.int64 if is_whole else np.float64
        sums: list[Any] = [np.zeros(len(distinct), dtype=kind) for _ in counts]
        for total, column in zip(sums, counts, strict=True):
            np.add.at(total, position, column.astype(kind, copy=False))
        ranked = rank_counted(distinct[::-1], *(total[::-1] for total in sums))
        coarse = precision_of(scores)
        return cls.from_ranked(ranked, positive=positive, negative=negative, precision=coarse)


@dataclass(frozen=True, eq=False)
class Curves(Result, Mapping["Label", Curve]):
    """A read-only mapping of names to curves.

    Attributes
    ----------
    kind
        What the names are of: ``"system"``, ``"group"`` or ``"class"``.
    members
        The curves by their names.

    Examples
    --------
    >>> import abovechance as ac
    >>> curves = ac.Curve.from_scores([0, 1, 1], {"A": [1, 2, 3], "B": [2, 1, 3]})
    >>> {name: curve.auc for name, curve in curves.items()}
    {'A': 1.0, 'B': 0.5}
    """

    kind: str
    members: dict[Label, Curve]

    def __getitem__(self, name: Label) -> Curve:
        """The curve of that name."""
        return self.members[name]

    def are_several(self) -> InputError:
        """The error that they are taken for one curve."""
        one = next(iter(self.members), None)
        number = f"{len(self.members)} curves, one for each {self.kind}"
        return InputError(f"these are {number}: take one, such as curves[{one!r}]")

    if not TYPE_CHECKING:  # type checkers are to go on telling which attributes there are

        def __getattr__(self, name: str) -> Any:
            """Tell whoever takes several curves for one."""
            if name in Curve.__dataclass_fields__ or (hasattr(Curve, name) and not name.startswith("_")):
                raise self.are_several()
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def rows(self) -> list[Row]:
        """One row for each curve: its name, its items and its area."""
        columns = ("positive", "positives", "negatives", "prevalence", "auc")
        return [
            {self.kind: name} | {column: getattr(curve, column) for column in columns}
            for name, curve in self.items()
        ]

    def __iter__(self) -> Iterator[Label]:
        """The names, in their order."""
        return iter(self.members)

    def __len__(self) -> int:
        """How many curves there are."""
        return len(self.members)

    def __repr__(self) -> str:
        """One line for each curve."""
        return "\n".join(f"{self.kind} {name!r}: {curve!r}" for name, curve in self.items())
