"""Scores of which there are too many to come back: an engine counts them in bins, finer where there are many.

A bin is what monotone functions of the score have one whole part of, so that bins follow one another as
scores do. The least and the greatest score of each come back with its numbers of items, so that the items
at or above the least one are counted exactly, whatever the arithmetic of the engine. Bins that hold too
large a share of a class are split, all in one further GROUP BY, until none does or it is a single score.
Counts, least and greatest scores of the same bins can be put together from files and machines.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.intake.frames.columns import mark, other_items, whole_numbers
from abovechance.intake.frames.frame import fetched
from abovechance.intake.frames.scores import REAL, SCORE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import narwhals.stable.v2 as nw
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.intake.frames.scores import AskedScores

LARGEST_SHARE = 2.0**-14  # of a class that may be left in a bin of several scores
_BINS_PER_PASS = 2**19
_REFINEMENT = 8
_PER_FOLD = 2**8  # bins for each power of e in the distance from the lowest and the highest score, at first
_MOST_SPANS = 16
_MOST_PASSES = 12
_EXACT_INTEGER_LIMIT = 2**53
_TINY, _LARGE = 1e-300, 1e300  # the least argument of a logarithm, and the largest factor
_LOW, _HIGH, _ITEMS, _POSITIVES = "lowest", "highest", "n items", "n positive"
_INFINITE, _ABOVE = "is infinite", "is above 0"
_START, _END, _RATE, _FINE = "start", "end", "per score", "number of bins"
_KEYS = ("bin", "bin from below", "bin from above")


@dataclass(frozen=True, eq=False)
class Bins:
    """Neighbouring scores counted together, the lowest first, with the least and the greatest of each bin."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    positives: NDArray[np.int64]
    negatives: NDArray[np.int64]

    @property
    def is_single(self) -> NDArray[np.bool_]:
        """Whether all items of a bin have the same score."""
        return np.equal(self.low, self.high)

    def only(self, rows: slice | Array) -> Bins:
        """Some of the bins."""
        return Bins(self.low[rows], self.high[rows], self.positives[rows], self.negatives[rows])

    def crowded(self, share: float) -> NDArray[np.bool_]:
        """Which bins have several scores, and more than a share of one of the classes."""
        most = [share * int(column.sum()) for column in (self.positives, self.negatives)]
        return ~self.is_single & ((self.positives > most[0]) | (self.negatives > most[1]))


def bin_scores(asked: AskedScores, *, share: float = LARGEST_SHARE) -> Bins:
    """Count scores in bins, none of which has more than a share of a class unless it is one score.

    Where twelve passes do not suffice, as scores differ by all powers of ten there are, bins stay larger.
    """
    frame = _numbers(asked.frame)
    bins = _ends(frame)
    asked.require_all(int(bins.positives.sum()), int(bins.negatives.sum()))
    if (
        asked.frame.collect_schema()[SCORE].is_integer()
        and max(-bins.low[0], bins.high[-1]) >= _EXACT_INTEGER_LIMIT
    ):
        raise InputError("the scores are whole numbers too large for floating-point ones: give their ranks")
    for step in range(_MOST_PASSES):
        crowded = np.flatnonzero(bins.crowded(share))
        if not len(crowded):
            break
        bins = _split(frame, bins, _spans(bins, crowded), _PER_FOLD * 4.0**step)
    return bins


def _numbers(frame: nw.LazyFrame[Any]) -> nw.LazyFrame[Any]:
    """Scores as floating-point numbers, of items that have one."""
    import narwhals.stable.v2 as nw

    score = nw.col(SCORE).cast(nw.Float64)
    columns = frame.select(score.alias(SCORE), nw.col(REAL).cast(nw.Float64))
    return columns.filter(~(nw.col(SCORE).is_null() | nw.col(SCORE).is_nan()))


def _ends(frame: nw.LazyFrame[Any]) -> Bins:
    """A bin for each infinite score, one for all others above 0, and one for the rest.

    The difference of two scores of one bin is then a number, and scores close to 0 are at the end of a bin.
    """
    import narwhals.stable.v2 as nw

    infinite = (nw.col(SCORE) == float("inf")) | (nw.col(SCORE) == float("-inf"))
    marked = frame.with_columns(mark(infinite).alias(_INFINITE), mark(nw.col(SCORE) > 0.0).alias(_ABOVE))
    found = _counted(marked, [_INFINITE, _ABOVE])
    # Sail takes the greatest finite number for the least of infinite ones, and its opposite likewise.
    low = np.where(np.isposinf(found.high), np.inf, found.low)
    high = np.where(np.isneginf(found.low), -np.inf, found.high)
    return _in_order([replace(found, low=low, high=high)])


def _counted(frame: nw.LazyFrame[Any], keys: Sequence[str]) -> Bins:
    """The GROUP BY of all passes."""
    import narwhals.stable.v2 as nw

    score = nw.col(SCORE)
    rows = fetched(
        frame.group_by(*keys).agg(
            nw.len().alias(_ITEMS),
            nw.col(REAL).sum().alias(_POSITIVES),
            score.min().alias(_LOW),
            score.max().alias(_HIGH),
        )
    )
    low, high = (np.asarray(rows[name].to_numpy(), dtype=np.float64) + 0.0 for name in (_LOW, _HIGH))
    positives = whole_numbers(rows[_POSITIVES])
    return Bins(low, high, positives, whole_numbers(rows[_ITEMS]) - positives)


def _spans(bins: Bins, crowded: NDArray[np.intp]) -> list[tuple[int, int]]:
    """The first and the last of bins to split: few runs of neighbours, cut at 0 and at the widest gaps."""
    gaps = np.diff(crowded).astype(np.float64)
    gaps[(bins.low[crowded[:-1]] <= 0) & (bins.low[crowded[1:]] > 0)] = np.inf
    cuts = np.sort(np.argsort(-gaps, kind="stable")[: _MOST_SPANS - 1])
    starts = crowded[np.append(0, cuts + 1)]
    ends = crowded[np.append(cuts, len(crowded) - 1)]
    return list(zip(starts.tolist(), ends.tolist(), strict=True))


def _split(frame: nw.LazyFrame[Any], bins: Bins, spans: list[tuple[int, int]], per_fold: float) -> Bins:
    """Ask again for the items of some runs of bins, in finer ones."""
    import narwhals.stable.v2 as nw

    score = nw.col(SCORE)
    low = [float(bins.low[first]) for first, _ in spans]
    high = [float(bins.high[last]) for _, last in spans]
    fine = [
        float(max(_BINS_PER_PASS // len(spans), _REFINEMENT * (last - first + 1))) for first, last in spans
    ]
    rates = [_rate(end - start) for start, end in zip(low, high, strict=True)]
    chosen = {_START: low, _END: high, _RATE: rates, _FINE: fine}
    columns = [_by_span(score, high, values).alias(name) for name, values in chosen.items()]
    inside = frame.with_columns(*columns).filter((score >= nw.col(_START)) & (score < float("inf")))
    below = (score - nw.col(_START)) * nw.col(_RATE)
    above = (nw.col(_END) - score) * nw.col(_RATE)
    functions = (below * nw.col(_FINE), (below + _TINY).log() * per_fold, (above + _TINY).log() * per_fold)
    keyed = inside.with_columns(*(f.floor().alias(key) for f, key in zip(functions, _KEYS, strict=True)))
    found = _counted(keyed, [_START, *_KEYS])
    taken = np.zeros(len(bins.low), dtype=bool)
    for first, last in spans:
        taken[first : last + 1] = True
    before = bins.only(taken)
    _require_same(before, found)
    return _in_order([bins.only(~taken), found])


def _rate(width: float) -> float:
    """What makes a distance of this width 1."""
    # The inverse of a width next to nothing would be infinite.
    return 1 / width if width * _LARGE > 1 else _LARGE


def _by_span(score: nw.Expr, ends: Sequence[float], values: Sequence[float]) -> nw.Expr:
    """The value of the first run of bins that ends at or above the score, infinity after the last."""
    import narwhals.stable.v2 as nw

    chosen: Any = nw.lit(float("inf"))
    # From the last run to the first, as what is put around the others is asked before them.
    for end, value in zip(reversed(ends), reversed(values), strict=True):
        chosen = nw.when(score <= end).then(nw.lit(value)).otherwise(chosen)
    return chosen


def _in_order(parts: Sequence[Bins]) -> Bins:
    """Bins of several passes by their scores; those that overlap are one."""
    names = ("low", "high", "positives", "negatives")
    columns = [np.concatenate([getattr(part, name) for part in parts]) for name in names]
    order = np.argsort(columns[0], kind="stable")
    low, high, positives, negatives = (column[order] for column in columns)
    is_first = np.append(True, low[1:] > np.maximum.accumulate(high)[:-1])
    first = np.flatnonzero(is_first)
    add: Callable[..., Any] = np.add.reduceat
    return Bins(low[first], np.maximum.reduceat(high, first), add(positives, first), add(negatives, first))


def _require_same(before: Bins, after: Bins) -> None:
    """Refuse a frame that has other rows each time it is asked."""
    same = all(
        int(getattr(before, name).sum()) == int(getattr(after, name).sum())
        for name in ("positives", "negatives")
    )
    if not same:
        raise other_items()
