"""What a slider or a dragged point makes of a table: the counts to expect, and what stood in the way.

A table has three kinds of freedom: how often each class occurs (prevalence), how often each label is
predicted (bias), and how cells deviate from what chance would give with these margins. One control moves one
of them:

- *N* keeps all shares.
- *Prevalence* keeps the shares of each row, so Recall and Fallout (``keep="rates"``): the same system where
  classes have other frequencies. Or it keeps bias and Informedness (``keep="bias"``).
- *Bias* keeps prevalence and Informedness.
- *Informedness* keeps prevalence and bias.
- The *point* of ROC space keeps prevalence and N; Recall and Fallout are what was asked for.

Where prevalence or bias move and Informedness stays, the deviations from chance keep their pattern and are
scaled. No cell can have fewer than 0 items, which bounds Informedness by the margins; where it cannot stay,
it goes to its bound, and the note says so.

Counts are not rounded to whole items, or measures that stay would seem to move: in a table of 100 items they
have four decimals, which is exact enough for every number that is shown. *Whole* rounds them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.measures.families.informedness import informedness
from abovechance.web.numbers import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.tables.tables import Tables

    Floats = NDArray[np.float64]
    Counts = NDArray[np.int64]
    Numbers = Floats | Counts

Control = Literal["n", "prevalence", "bias", "informedness", "point", "whole"]
Keep = Literal["rates", "bias"]
_DIGITS = 7  # of the number of items, decimals included


@dataclass(frozen=True)
class Move:
    """Which control is moved and to where; the point has Fallout and then Recall."""

    control: Control
    value: float
    recall: float = 0.0
    keep: Keep = "rates"
    focus: int = 0  # the class whose prevalence or bias it is


@dataclass(frozen=True, eq=False)
class Moved:
    """The counts after a move, and what of it could not be done."""

    counts: NDArray[Any]
    note: str = ""


@dataclass(frozen=True, eq=False)
class Frame:
    """Margins, the counts that chance gives with them, and the deviations that raise Informedness by 1."""

    chance: Floats
    unit: Floats

    @property
    def limits(self) -> tuple[float, float]:
        """The least and the highest Informedness with these margins and this pattern of deviations."""
        falls, rises = self.unit < 0, self.unit > 0
        if not falls.any():
            return 0.0, 0.0
        high = np.min(self.chance[falls] / -self.unit[falls])
        low = -np.min(self.chance[rises] / self.unit[rises])
        return max(float(low), -1.0), min(float(high), 1.0)  # beyond is rounding, of very large counts

    def at(self, value: float) -> Floats:
        """The cells with an Informedness."""
        return np.maximum(self.chance + value * self.unit, 0.0)


def moved(tables: Tables, move: Move) -> Moved:
    """The table after a move."""
    counts = tables.counts.astype(float)
    total = float(counts.sum())
    if move.control == "whole":
        return Moved(apportioned(counts, round(total)) if total else tables.counts)
    if move.control == "n":
        size = round(move.value)
        note = "" if total or not size else "The table was empty: the items are spread evenly."
        unit = _unit(size)
        found = Moved(apportioned(counts if total else np.ones_like(counts), size * unit), note)
    else:
        # Parts of an item are counted as whole numbers, so that sums stay exact.
        unit = _unit(total)
        found = _moved(np.asarray(np.round(counts * unit), dtype=np.int64), tables, move)
    parts = found.counts if unit == 1 else found.counts / unit
    whole = np.round(parts)
    return replace(found, counts=whole.astype(np.int64) if (whole == parts).all() else parts)


def _unit(total: float) -> int:
    """Into how many parts each of so many items is divided."""
    return int(10 ** max(0, _DIGITS - len(str(round(total)))))


def _moved(counts: Counts, tables: Tables, move: Move) -> Moved:
    """The table after a move, counted in units that may be parts of an item."""
    total = int(counts.sum())
    if not total:
        return Moved(counts, "There are no items to move: choose N first.")
    if move.control == "point":
        return _at_point(counts, move)
    rows, columns = counts.sum(axis=1), counts.sum(axis=0)
    if move.control == "prevalence":
        rows = _with_share(rows, move.focus, move.value)
        if move.keep == "rates":
            return _with_rows(counts, rows, columns / total)
    elif move.control == "bias":
        columns = _with_share(columns, move.focus, move.value)
    held = float(informedness(tables))
    return _with_margins(counts, rows, columns, move, 0.0 if math.isnan(held) else held)


def limits(tables: Tables) -> tuple[float, float]:
    """Between which values Informedness can be moved, with prevalence and bias as they are."""
    counts = tables.counts.astype(float)
    if not counts.sum():
        return 0.0, 0.0
    return frame(counts, counts.sum(axis=1), counts.sum(axis=0)).limits


def frame(counts: Numbers, rows: Numbers, columns: Numbers) -> Frame:
    """The frame of margins with the pattern in which these counts deviate from their own chance."""
    chance = _chance(rows, columns)
    pattern = counts - _chance(counts.sum(axis=1), counts.sum(axis=0))
    total = float(rows.sum())
    # A table at chance has no pattern of its own.
    if np.abs(pattern).max() <= 1e-9 * total or len(rows) == 2:
        shares = rows / total
        pattern = np.diag(shares) - np.outer(shares, shares)  # as where each class has its own label
        if len(rows) == 2:
            # Of two classes all deviations that keep the margins are multiples of this one.
            pattern = np.array([[1.0, -1.0], [-1.0, 1.0]])
    prevalence, bias = rows / total, columns / total
    with np.errstate(divide="ignore", invalid="ignore"):
        each = np.diagonal(pattern) / total / (prevalence * (1 - prevalence))
    slope = float(np.sum(bias * np.where((rows > 0) & (rows < rows.sum()), each, 0.0)))
    # a row or column without items cannot deviate, nor can a pattern that tells nothing be scaled
    stuck = (pattern[rows == 0] != 0).any() or (pattern[:, columns == 0] != 0).any() or abs(slope) < 1e-12
    return Frame(chance, np.zeros_like(chance) if stuck else pattern / slope)


def _chance(rows: Numbers, columns: Numbers) -> Floats:
    return np.outer(rows.astype(float), columns / max(float(columns.sum()), 1.0))


def _with_margins(counts: Counts, rows: Counts, columns: Counts, move: Move, held: float) -> Moved:
    """Other margins, or another Informedness; what cannot be goes to the nearest that can."""
    found = frame(counts, rows, columns)
    asked = move.value if move.control == "informedness" else held
    low, high = found.limits
    reached = min(max(asked, low), high)
    cells = found.at(reached)
    whole = _two_by_two(cells, rows, columns) if len(rows) == 2 else apportioned(cells, int(rows.sum()))
    return Moved(whole, _why(move, asked, (low, high)))


def _why(move: Move, asked: float, limits: tuple[float, float]) -> str:
    low, high = limits
    # What differs by less is the same in the three decimals that are shown.
    if low - 5e-4 <= asked <= high + 5e-4:
        return ""
    if low == high:
        return "Where all items have one class or one label, nothing can be informed: Informedness is 0."
    word, bound = ("at most", high) if asked > high else ("at least", low)
    done = "it stays there" if move.control == "informedness" else f"it cannot stay at {number(asked)}"
    return f"With this prevalence and bias Informedness is {word} {number(bound)}: {done}."


def _two_by_two(cells: Floats, rows: Counts, columns: Counts) -> Counts:
    """Whole counts with exactly these margins: one cell decides all."""
    (up, down), (left, _) = rows.tolist(), columns.tolist()
    # Within what leaves no other cell below 0.
    hits = min(max(round(float(cells[0, 0])), 0, left - down), up, left)
    return np.array([[hits, up - hits], [left - hits, down - left + hits]], dtype=np.int64)


def _with_share(margin: Counts, focus: int, share: float) -> Counts:
    """A margin in which one class has another share, and the others keep their proportions."""
    total = int(margin.sum())
    own = round(share * total)
    others = margin.astype(float)
    others[focus] = 0.0
    if not others.any():
        others[np.arange(len(margin)) != focus] = 1.0
    found = apportioned(others, total - own)
    found[focus] = own
    return found


def _with_rows(counts: Counts, rows: Counts, bias: Floats) -> Moved:
    """Other row totals, the shares within each row as they are; an empty row gets those of all items."""
    totals = counts.sum(axis=1)
    note = ""
    found = np.zeros_like(counts)
    for i, items in enumerate(rows.tolist()):
        if items and not totals[i]:
            note = "A class that had no items has no rates: its items are predicted as all items were."
        found[i] = apportioned(counts[i].astype(float) if totals[i] else bias, items)
    return Moved(found, note)


def _at_point(counts: Counts, move: Move) -> Moved:
    if len(counts) != 2:
        return Moved(counts, "More than two classes have no single point in ROC space.")
    positives, negatives = counts.sum(axis=1).tolist()
    hits, alarms = round(move.recall * positives), round(move.value * negatives)
    note = "" if positives and negatives else "A class has no items, so its rate cannot change."
    return Moved(np.array([[hits, positives - hits], [alarms, negatives - alarms]], dtype=np.int64), note)


def apportioned(shares: Floats | Sequence[float], size: int) -> Counts:
    """Whole counts in proportion to shares that add up to a size, by largest remainders."""
    given = np.asarray(shares, dtype=float)
    exact = (given / given.sum() * size).ravel()
    found = [math.floor(x) for x in exact.tolist()]
    order = np.argsort(-(exact - np.floor(exact)), kind="stable").tolist()
    # A cell without items gets none by rounding.
    order = [i for i in order if exact[i] > 0]
    left = size - sum(found)
    step = 1 if left >= 0 else -1
    for i in (order if step > 0 else sorted(order, key=lambda k: -found[k]))[: abs(left)]:
        found[i] += step
    rest = size - sum(found)
    if rest:  # counts beyond the precision of numbers
        found[max(order, key=lambda k: found[k])] += rest
    return np.array(found, dtype=np.int64).reshape(given.shape)
