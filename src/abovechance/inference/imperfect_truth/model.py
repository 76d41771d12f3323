"""How a truth errs, and what that does to a measure: its extremes, its correction, and doubts of that."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from abovechance.inference.imperfect_truth.correction import (
    corrected,
    error_matrix,
    right_table,
)
from abovechance.inference.imperfect_truth.more_classes import extreme_table
from abovechance.inference.imperfect_truth.two_classes import extreme_tables
from abovechance.inference.intervals.interval import interval
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.tables.tables import Tables

_ROUNDING_ERROR = 1e-9
_DOUBTFUL_P_VALUE = 0.05  # so few errors have at most this probability: the model is doubted


@dataclass(frozen=True)
class ErrorModel:
    """How the truth errs."""

    errors: NDArray[np.float64]
    share: float
    ends: tuple[float, float]
    level: float | None

    def flips(self, tables: Tables) -> float:
        """How many items may have a wrong truth."""
        most = self.ends[1] * float(tables.total)
        return float(math.floor(most + _ROUNDING_ERROR)) if tables.counts.dtype.kind == "i" else most

    def scaled(self, share: float) -> NDArray[np.float64]:
        """The same errors at another share of wrong labels."""
        factor = share / self.share if self.share > 0 else 0.0
        identity = np.eye(len(self.errors))
        if self.share == 0:
            return error_matrix(share, len(self.errors))
        return error_matrix(identity + factor * (self.errors - identity), len(self.errors))


def extreme(tables: Tables, key: str, flips: float, sign: int) -> Tables:
    """The table of greatest or least value, with the weights of items moved along."""
    counts = tables.counts
    found = (
        extreme_tables(counts, np.asarray(flips), key, sign)
        if len(counts) == 2
        else extreme_table(counts, flips, key, sign)
    )
    return replace(tables, counts=found, squares=_moved_squares(tables, found))


def _moved_squares(tables: Tables, counts: Array) -> Array | None:
    """Squares of weights in proportion to the weights of the columns, which flips do not change."""
    if tables.squares is None:
        return None
    columns = tables.counts.sum(-2)
    ratio = np.divide(tables.squares.sum(-2), columns, out=np.zeros(columns.shape), where=columns > 0)
    return counts * ratio


def sampled(least: Tables, most: Tables, key: str, level: float | None) -> tuple[float | None, float | None]:
    """The lower limit of the least table and the upper limit of the greatest."""
    if level is None:
        return None, None
    low, high = interval(least, key, level=level).low, interval(most, key, level=level).high
    return None if math.isnan(low) else low, None if math.isnan(high) else high


def corrected_value(tables: Tables, key: str, model: ErrorModel) -> tuple[float, float | None, float | None]:
    """The corrected value; the uncertainty of the table and of the error add as squares (MOVER)."""
    ends = (0.0, 1.0) if key == "accuracy" else (-1.0, 1.0)
    if not _correctable(tables, key, model.errors):
        return math.nan, None, None
    counts, level = tables.effective.counts, 0.95 if model.level is None else model.level
    found = corrected(counts, key, model.errors, level, ends)
    value = float(found.value)
    if model.level is None or not tables.is_countable or math.isnan(float(found.low)):
        return value, None, None
    # What the ends of the error's interval would give, beside what other items would: MOVER joins both as
    # squares.
    tried = [model.scaled(share) for share in model.ends if share != model.share]
    others = [value, *(float(corrected(counts, key, errors, level, ends).value) for errors in tried)]
    down = math.hypot(value - float(found.low), value - min(others))
    up = math.hypot(float(found.high) - value, max(others) - value)
    return value, max(value - down, ends[0]), min(value + up, ends[1])


def _correctable(tables: Tables, key: str, errors: NDArray[np.float64]) -> bool:
    """Whether the measure is defined, and for Informedness whether every class that occurs is left items."""
    if math.isnan(float(measure(key)(tables))):
        return False
    left = right_table(tables.counts, errors).sum(-1)
    return key != "informedness" or bool(np.all(left[tables.counts.sum(-1) > 0] > 0))


def breaks_at(whole: Tables) -> float | None:
    """The least share of wrong labels of two classes with which Informedness can be 0 or less."""
    counts = whole.counts
    if len(counts) != 2 or counts.dtype.kind != "i" or not float(measure("informedness")(whole)) > 0:
        return None
    # The least value never rises with more flips, so that halving finds where it reaches 0.
    low, high = 0, int(counts.sum())
    while high - low > 1:
        middle = (low + high) // 2
        worst = extreme(whole, "informedness", middle, -1)
        low, high = (
            (low, middle) if float(measure("informedness")(worst)) <= _ROUNDING_ERROR else (middle, high)
        )
    return high / float(counts.sum())


def doubt_of(whole: Tables, errors: NDArray[np.float64]) -> str | None:
    """Why the correction is not to be trusted: there are fewer errors than such a truth leaves.

    The cells, one by one, and all errors together are held against the right table without negative cells.
    """
    from scipy.special import pdtr

    counts = whole.effective.counts
    right = np.maximum(right_table(counts, errors), 0.0)
    columns = right.sum(0)
    right *= np.divide(counts.sum(0), columns, out=np.zeros(columns.shape), where=columns > 0)
    expected = errors.T @ right
    wrong = ~np.eye(len(counts), dtype=bool)
    in_cells = pdtr(np.floor(counts), expected).min() * counts.size
    in_all = pdtr(np.floor(counts[wrong].sum()), expected[wrong].sum())
    if 2 * min(in_cells, in_all) >= _DOUBTFUL_P_VALUE:
        return None
    return (
        "the table has fewer errors than such a truth alone would make: the truth is better than stated, or "
        "it errs where the predictions do, and the correction goes too far"
    )
