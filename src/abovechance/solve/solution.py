"""``Solution``: every table that printed figures leave possible, and what other measures can be on them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.result import Answer, Result
from abovechance.core.text import counted, number, quantity
from abovechance.measures import registry
from abovechance.measures.compute import compute_arrays
from abovechance.measures.headlines import COUNTS_OF_CELLS, OF_A_SOLUTION
from abovechance.measures.identities import SUMS_LESS_ONE
from abovechance.solve.conflicts import region_of
from abovechance.solve.empty import may_leave, undefined_where
from abovechance.solve.extremes import enclosed
from abovechance.solve.figures import printed_measure
from abovechance.solve.forms import form_of, image
from abovechance.solve.linear import linear_range
from abovechance.solve.means import told_by_means
from abovechance.solve.polynomial import CELLS
from abovechance.solve.region import TooManyBoxesError
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.core.arrays import Floats
    from abovechance.core.result import Row
    from abovechance.measures.registry import Measure
    from abovechance.solve.empty import Filled
    from abovechance.solve.figures import Figure, Rounding
    from abovechance.solve.region import Region

_MOST_LISTED = 200_000
_MOST_BOXES = 400_000
_ROUNDED = 1e-6
_WITHIN_CORRELATION = ("cohen_kappa",)


@dataclass(frozen=True, eq=False)
class Range(Result):
    """What a measure can be on all tables that figures leave possible.

    Attributes
    ----------
    measure
        The measure.
    low, high
        No table has a value outside; NaN where it is undefined on all.
    exact
        Whether tables have just these values. Otherwise the bounds enclose what shares of any fineness can
        have, and are a little wide.
    undefined
        Whether the measure is undefined on some of the tables, which have no value in the range. Where it is
        not ``exact`` this says that it may be: False is certain.
    """

    measure: str
    low: float
    high: float
    exact: bool
    undefined: bool

    @property
    def says_nothing(self) -> bool:
        """Whether the range is all that the measure can ever be."""
        known = registry.measure(self.measure)
        return self.low <= known.low and self.high >= known.high


@dataclass(frozen=True, eq=False, repr=False)
class Solution(Answer):
    """Every two-class table that printed figures leave possible.

    It is a set: ``len(solution)`` is how many tables it has, ``table in solution`` whether one belongs to it,
    and ``for table in solution`` finds them one after the other. Beyond 2⁶³ tables, ask ``number``.

    Attributes
    ----------
    figures
        The printed figures, each with what it can have been before it was rounded.
    n
        The number of items; None if it is not known. Then the set is that of all shares, which has no number.
    rounding
        How figures were rounded: ``"half"`` or ``"down"``.
    conflicts
        The smallest sets of figures that cannot hold together, by their names; empty where all can.
    labels
        The names of the negative and the positive class, where they are known.
    folds
        Over how many folds figures are means, if they are; the tables are those of all items pooled.
    """

    figures: tuple[Figure, ...]
    n: int | None
    rounding: Rounding
    conflicts: tuple[tuple[Figure, ...], ...]
    labels: tuple[str, str] | None = None
    folds: int | None = None

    @cached_property
    def _region(self) -> Region:
        return region_of(self.figures, self.n)

    @property
    def consistent(self) -> bool:
        """Whether all figures can hold together."""
        return not self.conflicts

    @cached_property
    def number(self) -> int | None:
        """How many tables of whole numbers there are; None where the number of items is not known."""
        if self.n is None:
            return None
        if not self._region.linear and self._listed is not None:
            return int(self._listed.shape[1])
        return self._region.number()

    @cached_property
    def quick_number(self) -> int | None:
        """The same, or None where counting takes long."""
        if self.n is None or "number" in self.__dict__ or self._region.linear or self._listed is not None:
            return self.number
        return None

    def __len__(self) -> int:
        """How many tables there are."""
        if self.n is None:
            raise InputError("without n there is no number of tables: they are shares, and infinitely many")
        return self.number or 0

    def __bool__(self) -> bool:
        """Whether there is any."""
        return self.consistent

    def __contains__(self, table: object) -> bool:
        """Whether a table of counts has all the figures; where n is not known, of any number of items."""
        cells = _cells(table) if isinstance(table, Tables) else _four(table)
        whole = tuple(int(cell) for cell in cells if math.isfinite(cell) and cell >= 0 and cell == int(cell))
        if len(whole) < len(cells) or not any(whole) or (self.n is not None and sum(whole) != self.n):
            return False
        return self._region.holds(whole)

    def __iter__(self) -> Iterator[Tables]:
        """The tables, one after the other in no special order, found as they are asked for."""
        if self.n is None:
            raise InputError(
                "without n the tables are shares and cannot be listed: give n, or ask for a range"
            )
        for low, high in self._boxes():
            for first, last in zip(low.tolist(), high.tolist(), strict=True):
                for steps in np.ndindex(*(b - a + 1 for a, b in zip(first, last, strict=True))):
                    tp, fp, fn = (a + step for a, step in zip(first, steps, strict=True))
                    yield Tables.from_cells(tp, fp, fn, self.n - tp - fp - fn)

    def tables(self, most: int = _MOST_LISTED) -> Tables:
        """All tables as one batch, in the order of TP, FP and FN.

        Parameters
        ----------
        most
            More than these are not listed, but refused.
        """
        size = len(self)
        if size > most:
            raise InputError(
                f"there are {quantity(size)} tables, too many to list: iterate, ask for a range, or set most"
            )
        cells = self._listed if self._listed is not None else _listed(self._boxes(), self.n or 0, math.inf)
        return Tables.from_cells(*(() if cells is None else cells))

    def named(self, tables: Tables) -> Tables:
        """Tables with the names of the classes, where they are known."""
        if self.labels is None:
            return tables
        return tables.relabel(dict(zip(tables.labels, self.labels, strict=True)))

    def range(self, measure_: str | Measure, /) -> Range:
        """What any measure can be on these tables: no table has a value outside.

        Where there are up to 200,000 tables the ends are attained, else they enclose what shares can reach.

        Examples
        --------
        >>> import abovechance as ac
        >>> found = ac.solve(n=100, recall="50%", precision="71.43%", prevalence="60%").range("informedness")
        >>> round(found.low, 4), round(found.high, 4), found.exact
        (0.2, 0.2, True)
        """
        found = printed_measure(measure_)
        if self.conflicts:
            return Range(found.key, math.nan, math.nan, exact=True, undefined=False)
        if self._listed is not None:
            values = compute_arrays(Tables.from_cells(*self._listed), (found.key,))[found.key]
            missing = np.isnan(values)
            undefined = bool(missing.any())
            if missing.all():
                return Range(found.key, math.nan, math.nan, exact=True, undefined=undefined)
            low, high = float(np.nanmin(values)), float(np.nanmax(values))
            return Range(found.key, low, high, exact=True, undefined=undefined)
        if found.key not in self._ranges:
            self._ranges[found.key] = self._enclosed(found)
        return self._ranges[found.key]

    @cached_property
    def _ranges(self) -> dict[str, Range]:
        """What was found already."""
        return {}

    def _enclosed(self, found: Measure) -> Range:
        form = form_of(found.key)
        if form is None:
            raise InputError(
                f"the range of {found.title} over so many tables is not known, for its formula is no "
                "quotient of polynomials of the counts: give more figures, or n, so that the tables can be "
                "listed"
            )
        if form.scaled and self.n is None:
            raise InputError(f"{found.title} is a number of items, which has no range without n")
        unit = float(self.n or 1) if form.scaled else 1.0
        low, high = float(found.low), float(found.high)
        if form.scaled:
            low, high = 0.0 if low == 0 else -math.inf, 1.0 if found.kind == "count" else math.inf
        if not form.scaled:
            for known in self._known(found.key):
                low, high = max(low, known[0]), min(high, known[1])
        # A linear program is exact for a quotient of linear sums; where other figures are curved, boxes may
        # be narrower.
        if form.linear:
            known = linear_range(self._region, form)
            low, high = max(low, known[0]), min(high, known[1])
        if not (form.linear and self._region.linear):
            low, high = enclosed(self._region, form, low, high)
        low, high = low * unit, high * unit
        if form.scaled and found.kind == "count" and math.isfinite(low + high):  # counts are whole
            low, high = float(math.ceil(low - _ROUNDED)), float(math.floor(high + _ROUNDED))
        undefined = any(map(self._may_leave, undefined_where(found.key)))
        return Range(found.key, low, high, exact=False, undefined=undefined)

    def _may_leave(self, filled: Filled) -> bool:
        """Whether there may be a table with items in these cells alone."""
        if filled not in self._left:
            self._left[filled] = may_leave(self._region, filled)
        return self._left[filled]

    @cached_property
    def _left(self) -> dict[Filled, bool]:
        """What was found already: many measures are undefined where the same cells are empty."""
        return {}

    def _known(self, key: str) -> Iterator[tuple[float, float]]:
        """What other measures tell of one: where margins may vanish, boxes alone tell nothing."""
        for figure in self.figures:
            if figure.mirrored or figure.or_undefined:
                continue
            known = image(key, figure.measure, float(figure.low), float(figure.high))
            if known is not None:
                yield known
        told = told_by_means(key, self.figures)
        if told is not None:
            yield told
        if key in SUMS_LESS_ONE:
            one, other = (self.range(part) for part in SUMS_LESS_ONE[key])
            yield one.low + other.low - 1, one.high + other.high - 1
        elif key in ("correlation", "mcc") or key in _WITHIN_CORRELATION:
            # Correlation is the geometric mean of both, and Kappa a harmonic mean of two with their product.
            yield _geometric(*map(self.range, SUMS_LESS_ONE), at_least=key not in _WITHIN_CORRELATION)
        else:
            for base in SUMS_LESS_ONE:
                if image(key, base, -1.0, 1.0) is not None:
                    known_base = self.range(base)
                    found = image(key, base, known_base.low, known_base.high)
                    if found is not None:
                        yield found

    @property
    def verdict(self) -> str:
        """What the figures tell, in a sentence."""
        items = "any number of items" if self.n is None else counted(quantity(self.n), "item")
        if self.conflicts:
            return " ".join(_cannot(some, items) for some in self.conflicts)
        found = self.range("informedness")
        if math.isnan(found.low):
            return f"These figures leave only tables of {items} in which Informedness is undefined."
        if self.quick_number is not None:
            items = f"{counted(quantity(self.quick_number), 'table')} of {items}"
        elif self.n is not None:
            items = f"{items}; tables were not counted"
        low, high = number(found.low), number(found.high)
        if low == high:
            return f"These figures fix Informedness at {low} ({items})."
        if found.says_nothing:
            return f"These figures say nothing of Informedness ({items})."
        return f"These figures leave Informedness between {low} and {high} ({items})."

    @cached_property
    def ranges(self) -> tuple[Range, ...]:
        """The ranges of the measures that a report shows."""
        if self.conflicts:
            return ()
        shown = (*OF_A_SOLUTION, *(COUNTS_OF_CELLS if self.n is not None else ()))
        return tuple(map(self.range, shown))

    def rows(self) -> list[Row]:
        """A row for each measure of :attr:`ranges`."""
        return [found.rows()[0] for found in self.ranges]

    @cached_property
    def _listed(self) -> Floats | None:
        """The cells of all tables, a row for each cell; None where there are many."""
        if self.n is None or self.conflicts:
            return None if self.n is None else np.zeros((4, 0), dtype=np.int64)
        if self._region.linear and self._region.number() > _MOST_LISTED:
            return None
        try:
            return _listed(self._boxes(_MOST_BOXES), self.n, _MOST_LISTED)
        except TooManyBoxesError:
            return None

    def _boxes(self, most: float = math.inf) -> Iterator[tuple[Any, Any]]:
        return iter(()) if self.conflicts else self._region.boxes(most)


def _geometric(one: Range, other: Range, *, at_least: bool) -> tuple[float, float]:
    """Bounds of the geometric mean of two that have one sign, or of what is nearer to 0."""
    above = math.sqrt(max(one.high, 0) * max(other.high, 0))
    below = math.sqrt(min(one.low, 0) * min(other.low, 0))
    if one.low > 0 and other.low > 0:
        return (math.sqrt(one.low * other.low) if at_least else 0.0), above
    if one.high < 0 and other.high < 0:
        return -below, (-math.sqrt(one.high * other.high) if at_least else 0.0)
    return -below, above


def _cannot(figures: tuple[Figure, ...], items: str) -> str:
    """That figures cannot hold together, as a sentence."""
    names = [str(figure) for figure in figures]
    all_ = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    held = {1: "cannot hold", 2: "cannot both hold"}.get(len(names), "cannot all hold")
    said = figures[0].impossible if len(figures) == 1 else ""
    said = said or f"{all_} {held} with {items}"
    return f"{said[0].upper()}{said[1:]}."


def _listed(boxes: Iterator[tuple[Any, Any]], n: int, most: float) -> Any:
    parts, size = [np.zeros((0, 3), dtype=np.int64)], 0
    for low, high in boxes:
        size += int((high - low + 1).prod(axis=1).sum())
        if size > most:
            return None
        columns = (low[:, [0, 2]] == high[:, [0, 2]]).all(axis=1)
        parts.append(_in_columns(low[columns], high[columns]))
        for first, last in zip(low[~columns], high[~columns], strict=True):
            parts.append(first + np.indices(last - first + 1).reshape(3, -1).T)
    points = np.vstack(parts)
    points = points[np.lexsort(points.T[::-1])]
    return np.vstack([points.T, n - points.sum(axis=1)])


def _in_columns(low: Any, high: Any) -> Any:
    """The tables of boxes that are one wide but for FP."""
    sizes = high[:, 1] - low[:, 1] + 1
    found = np.repeat(low, sizes, axis=0)
    found[:, 1] += np.arange(len(found)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return found


def _four(table: Any) -> tuple[Any, ...]:
    """The cells that were given, each a number."""
    try:
        cells = () if isinstance(table, str) else tuple(table)
    except TypeError:
        cells = ()
    if len(cells) != len(CELLS) or not all(isinstance(cell, Real) for cell in cells):
        raise InputError(f"a table is Tables, or its cells {', '.join(CELLS)}, not {table!r}")
    return cells


def _cells(table: Tables) -> tuple[float, ...]:
    if table.counts.shape != (2, 2):
        raise InputError("a solution holds single tables of two classes")
    d = table.contingency.positive(table.labels.index(table.positive))
    return tuple(np.asarray(cell).item() for cell in (d.tp, d.fp, d.fn, d.tn))
