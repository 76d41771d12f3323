"""A curve of more items than fit into memory: sorted blocks go by once, or an engine counts them.

The area and its variance are sums over groups of equal scores, the hull of a curve is the hull of the hulls
of its parts, and the counts at every threshold that is kept are those of all items. Only thresholds between
these are given up, and how much area can hide there is known. So it is where an engine has counted scores
in bins.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from abovechance.core.result import ColumnResult
from abovechance.core.sums import exact_dot, exact_squares
from abovechance.curves.curve.curve import Curve
from abovechance.curves.curve.ranking import hull_of
from abovechance.intake.codes.rank import RankedScores
from abovechance.intake.frames.scores import MOST_SCORES
from abovechance.intake.missing import Missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.intake.files.readers.sorted_scores import SortedScores
    from abovechance.intake.files.reading import Progress

    Block = tuple[NDArray[np.float64], NDArray[np.bool_]]

MOST_THRESHOLDS = 2**20


@dataclass(frozen=True, eq=False)
class Streamed(ColumnResult):
    """What is known of a curve of very many items.

    ``curve`` has the thresholds that were kept: all vertices of the hull and others at equal distances in
    rank, or the least score of each bin, each with the counts of all items. ``auc`` is the area under all
    thresholds, exact unless scores were counted in bins: then it may be off by ``auc_within``, and the
    number of ``distinct`` scores is not known. ``auc_variance`` is DeLong's; ``left_out`` items lack a value.
    """

    curve: Curve
    auc: float
    auc_variance: float
    distinct: int | None
    auc_within: float = 0.0
    left_out: int = 0
    _derived: ClassVar[tuple[str, ...]] = ("auc_error",)

    @property
    def auc_error(self) -> float:
        """The most by which the area under the kept thresholds alone can differ from the exact one.

        Between two thresholds that were kept, the items of one class may all come before those of the other;
        a straight line takes the mean.
        """
        curve = self.curve
        whole = 2 * curve.positives * curve.negatives
        return exact_dot(np.diff(curve.tp), np.diff(curve.fp)) / whole if whole else math.nan

    def columns(self) -> dict[str, NDArray[Any]]:
        """Those of the curve."""
        return self.curve.columns()

    def __repr__(self) -> str:
        """The curve, and how far its area may be off."""
        within = f", the AUC within {self.auc_within:.2g}" if self.auc_within else ""
        exact = "in bins" if self.distinct is None else f"of {self.distinct} distinct scores"
        return f"{self.curve!r} ({exact}{within})"


def stream(
    blocks: Iterable[Block],
    *,
    items: int,
    most: int = MOST_THRESHOLDS,
    positive: Label = 1,
    negative: Label = 0,
) -> Streamed:
    """Make a curve from blocks of items sorted by score, the highest first, and whether they are positive.

    About ``most`` thresholds are kept beside those on the hull, at a distance that follows from ``items``,
    the number of items, or about so many.
    """
    state = _State(max(1, -(-items // most)))
    for group in _groups(blocks):
        state.add(*group)
    return state.finished(positive, negative)


def stream_sorted(found: SortedScores) -> Streamed:
    """Make a curve from the sorted items of files."""
    curve = stream(found.blocks, items=found.items, positive=found.positive, negative=found.negative)
    stored = replace(curve.curve, precision=found.precision)
    return replace(curve, curve=stored, left_out=found.left_out)


def curve_of_file(
    file: str,
    *,
    truth: str | None = None,
    score: str,
    positive: str | None = None,
    on_missing: Literal["error", "drop"] = "error",
    memory: str = "1GB",
    progress: Progress | None = None,
) -> Streamed:
    r"""Make a curve of a file of any size, within a bound of memory.

    The file is sorted on disk, in a temporary folder, and goes by once.

    Parameters
    ----------
    file
        A CSV, TSV, JSON lines, Parquet or Arrow file, plain or compressed.
    truth, score, positive, on_missing
        As in :meth:`Curve.from_file`.
    memory
        How much memory sorting may take.
    progress
        Called with the share that has been done.

    Examples
    --------
    >>> import abovechance as ac
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "mail.csv"
    ...     _ = file.write_text("truth,score\nham,0.1\nspam,0.4\nham,0.3\nspam,0.9\n")
    ...     ac.curves.curve_of_file(str(file), score="score").auc
    1.0
    """
    from abovechance.intake.files.readers.sorted_scores import with_sorted_scores
    from abovechance.intake.files.reading import Reading

    return with_sorted_scores(
        file, truth, score, stream_sorted, Reading(Missing(policy=on_missing), progress=progress),
        positive=positive, memory=memory,
    )  # fmt: skip


def curve_of_frame(
    frame: object,
    *,
    truth: str,
    score: str,
    positive: Label | None = None,
    missing: object = (),
    on_missing: str = "error",
    most: int = MOST_SCORES,
    as_text: bool = False,
) -> Streamed:
    """Make a curve of a lazy or remote frame of any size, whose engine counts.

    Up to ``most`` distinct scores are counted one by one. Of more, the engine counts bins of neighbouring
    scores, finer where there are many, until no bin of several scores has more than 1/16 384 of the positive
    or of the negative items. The thresholds that are kept are real scores, and the counts at each are exact;
    of the area it is known how far it may be off (``auc_within``).

    Parameters
    ----------
    frame, truth, score, positive, missing, on_missing
        As in :meth:`Curve.from_frame`.
    most
        The most distinct scores, each with a class, that may come back. With 0 they are not counted one by
        one, which saves memory where it is known that there are more.
    as_text
        Whether labels are the text that they are in files, ``positive`` too.

    Examples
    --------
    >>> import abovechance as ac
    >>> import polars as pl
    >>> frame = pl.LazyFrame({"y": [0, 1, 0, 1], "p": [0.1, 0.4, 0.4, 0.9]})
    >>> ac.curves.curve_of_frame(frame, truth="y", score="p")
    Curve of 4 items, 2 positive (1): 4 thresholds, AUC 0.875 (of 3 distinct scores)
    """
    from abovechance.curves.curve.sources import CountedScores
    from abovechance.curves.uncertainty.delong import auc_variance
    from abovechance.intake.frames.bins import bin_scores
    from abovechance.intake.frames.frame import as_frame
    from abovechance.intake.frames.scores import ask_scores, count_scores

    gaps = Missing.of_scores(missing, on_missing)
    asked = ask_scores(as_frame(frame).lazy(), truth, score, positive=positive, missing=gaps, as_text=as_text)
    # Exact where distinct scores fit into memory; bins are only for what does not.
    counts = count_scores(asked, most=most) if most else None
    if counts is not None:
        curve = Curve.from_counted(CountedScores(asked, counts))
        distinct = len(curve.thresholds) - 1
        return Streamed(curve, curve.auc, auc_variance(curve), distinct, left_out=asked.left_out)
    bins = bin_scores(asked)
    curve = Curve.from_counts(
        bins.low, bins.positives, bins.negatives, positive=asked.positive, negative=asked.negative
    )
    # Only pairs within one bin of several scores are of unknown order.
    several, whole = bins.only(~bins.is_single), 2 * curve.positives * curve.negatives
    within = exact_dot(several.positives, several.negatives) / whole if whole else math.nan
    number = None if len(several.low) else len(bins.low)
    return Streamed(curve, curve.auc, auc_variance(curve), number, within, asked.left_out)


def _groups(blocks: Iterable[Block]) -> Iterator[tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]:
    """Distinct scores with their numbers of positive and negative items; a score that goes on waits."""
    waiting: tuple[NDArray[Any], ...] = tuple(np.empty(0, dtype) for dtype in (float, np.int64, np.int64))
    for scores, is_positive in blocks:
        if not len(scores):
            continue
        ends = np.append(np.flatnonzero(scores[1:] != scores[:-1]), len(scores) - 1)
        positives = np.diff(np.cumsum(is_positive, dtype=np.int64)[ends], prepend=0)
        parts = [scores[ends], positives, np.diff(ends, prepend=-1) - positives]
        # The last score of a block may go on in the next, so it is held back until another comes.
        if len(waiting[0]) and waiting[0][0] == parts[0][0]:
            for number, part in zip(waiting[1:], parts[1:], strict=True):
                part[0] += number[0]
        else:
            parts = [np.concatenate(pair) for pair in zip(waiting, parts, strict=True)]
        yield parts[0][:-1], parts[1][:-1], parts[2][:-1]
        waiting = tuple(part[-1:].copy() for part in parts)
    yield waiting[0], waiting[1], waiting[2]


def _origin() -> list[NDArray[Any]]:
    return [np.array([np.inf]), np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)]


@dataclass
class _State:
    """What has gone by: totals, sums of places and of their squares, the hull so far, thresholds kept."""

    stride: int
    tp: int = 0
    fp: int = 0
    distinct: int = 0
    places: list[int] = field(default_factory=lambda: [0, 0])
    squares: list[int] = field(default_factory=lambda: [0, 0])
    hull: list[NDArray[Any]] = field(default_factory=_origin)
    kept: list[list[NDArray[Any]]] = field(default_factory=list)

    def add(self, scores: NDArray[Any], positives: NDArray[Any], negatives: NDArray[Any]) -> None:
        if not len(scores):
            return
        tp, fp = self.tp + np.cumsum(positives), self.fp + np.cumsum(negatives)
        for i, (mine, before, other) in enumerate(((positives, fp, negatives), (negatives, tp, positives))):
            place = 2 * before - other  # twice the number of the other class above, ties half
            self.places[i] += exact_dot(mine, place)
            self.squares[i] += exact_squares(mine, place)
        rank = tp + fp
        # A threshold is kept whenever so many items have gone by, whatever their scores.
        strides = np.diff(rank // self.stride, prepend=(self.tp + self.fp) // self.stride)
        mark = np.flatnonzero(strides)
        # The hull of the hull so far and the new points is that of all points.
        points = [np.concatenate(pair) for pair in zip(self.hull, (scores, tp, fp), strict=True)]
        vertices = hull_of(points[2], points[1])
        self.hull = [column[vertices] for column in points]
        self.kept.append([column[mark] for column in (scores, tp, fp)])
        self.tp, self.fp, self.distinct = int(tp[-1]), int(fp[-1]), self.distinct + len(scores)

    def finished(self, positive: Label, negative: Label) -> Streamed:
        columns = [np.concatenate(parts) for parts in zip(self.hull, *self.kept, strict=True)]
        # Vertices of the hull may also have been kept by stride: points of one rank are the same.
        _, first = np.unique(columns[1] + columns[2], return_index=True)
        ranked = RankedScores(*(column[first] for column in columns))
        whole = 2 * self.tp * self.fp
        return Streamed(
            Curve.from_ranked(ranked, positive=positive, negative=negative),
            self.places[1] / whole if whole else math.nan,
            self._variance(0, self.tp, self.fp) + self._variance(1, self.fp, self.tp),
            self.distinct,
        )

    def _variance(self, side: int, items: int, others: int) -> float:
        """What the spread of the placements of one class adds to the variance, in whole numbers."""
        if items < 2 or not others:
            return math.nan
        # In Python integers: the two products agree in most digits and floats would lose the rest.
        spread = self.squares[side] * items - self.places[side] ** 2
        return spread / (4 * others**2 * items**2 * (items - 1))
