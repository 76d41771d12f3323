"""``ClassSolution``: what a printed report on several classes leaves possible."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.result import Answer
from abovechance.core.text import counted, number, quantity
from abovechance.measures.compute import compute
from abovechance.measures.headlines import HEADLINE, OF_MORE_CLASSES
from abovechance.measures.registry import measure
from abovechance.solve.classes.measured import bounds_of, value_of
from abovechance.solve.classes.offdiagonal import cells_between, placed
from abovechance.solve.classes.terms import CONSTRAINTS, predictions, right
from abovechance.solve.figures import printed_measure
from abovechance.solve.solution import Range
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from abovechance.core.result import Row
    from abovechance.measures.registry import Measure
    from abovechance.solve.classes.block import Term
    from abovechance.solve.classes.figures import ClassFigure
    from abovechance.solve.classes.known import Known
    from abovechance.solve.classes.program import Program
    from abovechance.solve.figures import Rounding

_ROUNDED = 1e-6
"""What a bound of whole numbers may be off by."""
_MOST_NAMED = 6
_MEASURES_SHOWN = tuple(dict.fromkeys((*HEADLINE, *OF_MORE_CLASSES)))


@dataclass(frozen=True)
class ClassCounts:
    """What is known of a class: how many items it has, how many are right, how often its label is given."""

    label: str
    support: int
    right_low: int
    right_high: int
    predicted_low: int
    predicted_high: int


@dataclass(frozen=True, eq=False, repr=False)
class ClassSolution(Answer):
    """What a printed report on several classes leaves possible.

    Attributes
    ----------
    source
        Which program prints such reports.
    labels, supports, n
        The classes, how many items each has, and all.
    figures
        The printed figures, each with what it can have been before it was rounded.
    rounding
        How figures were rounded: ``"half"`` or ``"down"``.
    conflicts
        Sets of figures that cannot hold together, though they could without any one of them; empty where all
        can. Where the report has the table itself, the figures that are not those of the table.
    printed_table
        The table, where the report has it.
    """

    source: str
    labels: tuple[str, ...]
    supports: tuple[int, ...]
    n: int
    figures: tuple[ClassFigure, ...]
    rounding: Rounding
    conflicts: tuple[tuple[ClassFigure, ...], ...]
    printed_table: Tables | None = None
    known: Known | None = field(default=None, repr=False, compare=False)

    @property
    def consistent(self) -> bool:
        """Whether all figures can hold together."""
        return not self.conflicts

    def __bool__(self) -> bool:
        """Whether there is any table."""
        return self.consistent

    @cached_property
    def _program(self) -> Program:
        if self.known is None:
            raise InputError("this report has its table: there is nothing to solve")
        return self.known.program()

    @cached_property
    def classes(self) -> tuple[ClassCounts, ...]:
        """How many decisions of each class can be right, and how often its label can be given."""
        if self.printed_table is not None:
            counts = self.printed_table.counts
            found = zip(counts.sum(axis=1), counts.diagonal(), counts.sum(axis=0), strict=True)
            return tuple(
                ClassCounts(label, int(r), int(d), int(d), int(c), int(c))
                for label, (r, d, c) in zip(self.labels, found, strict=True)
            )
        if self.conflicts:
            return ()
        return tuple(self._counts(place) for place in range(len(self.labels)))

    def _counts(self, place: int) -> ClassCounts:
        block = self._program.blocks[place]
        ends = []
        for term, (low, high) in (
            (right, (int(block.low.min()), int(block.high.max()))),
            (predictions, (int(block.predicted.min()), int(block.predicted.max()))),
        ):
            ends += [low, high] if low == high else self._between(place, term, low, high)
        return ClassCounts(self.labels[place], self.supports[place], *ends)

    def _between(self, place: int, term: Term, low: int, high: int) -> list[int]:
        program = self._program
        most = program.greatest_of_one(place, term)
        least = program.greatest_of_one(place, lambda d, c, r, n: -term(d, c, r, n))
        return [
            low if least is None else max(low, math.ceil(-least - _ROUNDED)),
            high if most is None else min(high, math.floor(most + _ROUNDED)),
        ]

    @cached_property
    def margins_known(self) -> bool:
        """Whether right decisions and predictions of all classes are known, and with them most measures."""
        if self.printed_table is not None or self.conflicts:
            return self.printed_table is not None
        counts = map(self._counts, range(len(self.labels)))  # up to the first that is not known
        return all(x.right_low == x.right_high and x.predicted_low == x.predicted_high for x in counts)

    @cached_property
    def table(self) -> Tables | None:
        """The table, where the report leaves no other; else None."""
        if self.printed_table is not None:
            return self.printed_table
        if not self.margins_known:
            return None
        least, most = cells_between(*self._errors)
        return self._with_errors(least) if (least == most).all() else None

    @property
    def _errors(self) -> tuple[np.ndarray, np.ndarray]:
        d, c = (np.array([getattr(x, name) for x in self.classes]) for name in ("right_low", "predicted_low"))
        return np.array(self.supports) - d, c - d

    def _with_errors(self, errors: np.ndarray) -> Tables:
        d = np.array([x.right_low for x in self.classes])
        return Tables.from_counts(errors + np.diag(d), labels=list(self.labels))

    def example(self) -> Tables:
        """One table that has all the figures."""
        if self.printed_table is not None:
            return self.printed_table
        found = None if self.conflicts else self._program.greatest(self._program.sum_of(right).coefficients)
        if found is None or found.right is None:
            raise InputError("no table has all the figures")
        d, c = found.right, found.predicted
        errors = placed(np.array(self.supports) - d, c - d)
        return Tables.from_counts(errors + np.diag(d), labels=list(self.labels))

    def range(self, measure_: str | Measure, /) -> Range:
        """What a measure of all classes can be on these tables: no table has a value outside.

        Without the table these are Informedness, Markedness, Correlation, Kappa, MCC, accuracy, and the
        averages of recall, precision and F1, where a class whose label is never given counts 0.
        """
        key = printed_measure(measure_).key
        if self.printed_table is not None:
            value = compute(self.printed_table, key)
            if np.ndim(value):
                title = measure(key).title
                raise InputError(f"{title} is one of each class: ask for a measure of all classes")
            return Range(key, float(value), float(value), exact=True, undefined=math.isnan(value))
        if self.conflicts:
            return Range(key, math.nan, math.nan, exact=True, undefined=False)
        if key not in self._ranges:
            self._ranges[key] = self._found(key)
        return self._ranges[key]

    @cached_property
    def _ranges(self) -> dict[str, Range]:
        """What was found already."""
        return {}

    def _found(self, key: str) -> Range:
        if key == "correlation":
            one, other = (self.range(part) for part in ("informedness", "markedness"))
            ends, exact = _geometric(one, other), one.low == one.high
            return Range(key, *ends, exact=exact, undefined=one.undefined or other.undefined)
        if key not in CONSTRAINTS:
            known = ", ".join(("correlation", *CONSTRAINTS))
            raise InputError(
                f"the range of {measure(key).title} cannot be told from a report: ask for {known}"
            )
        if sum(support > 0 for support in self.supports) < 2 and key in ("informedness", "mcc"):
            return Range(key, math.nan, math.nan, exact=True, undefined=True)
        undefined = self._may_be_undefined(key)
        if all(block.listed is not None for block in self._program.blocks) and self.margins_known:
            d, c = (
                np.array([getattr(x, f"{name}_low") for x in self.classes]) for name in ("right", "predicted")
            )
            value = value_of(self._program, key, d, c)
            return Range(key, value, value, exact=True, undefined=undefined)
        low, high, exact = bounds_of(self._program, key)
        found = measure(key)
        return Range(key, max(low, found.low), min(high, found.high), exact=exact, undefined=undefined)

    def _may_be_undefined(self, key: str) -> bool:
        """Whether there may be a table without a value: averages count a class without a label 0."""
        needs = measure(key).needs or ()
        if "predicted_classes" in needs:  # which lack one where all items are given one label
            return any(x.predicted_high == self.n for x in self.classes)
        if "disagreement" in needs:
            return any(x.support == self.n == x.predicted_high for x in self.classes)
        return False

    def value_of(self, x: ClassFigure) -> float:
        """What a figure is on the printed table."""
        if self.printed_table is None:
            raise InputError("the report does not have its table")
        return on_table(x, self.printed_table)

    @cached_property
    def ranges(self) -> tuple[Range, ...]:
        """The ranges of the measures that a report shows."""
        return (
            () if self.conflicts and self.printed_table is None else tuple(map(self.range, _MEASURES_SHOWN))
        )

    def rows(self) -> list[Row]:
        """A row for each measure of :attr:`ranges`."""
        return [found.rows()[0] for found in self.ranges]

    def __contains__(self, table: object) -> bool:
        """Whether a table of counts has these supports and all the figures."""
        if not isinstance(table, Tables) or table.counts.shape != (len(self.labels),) * 2:
            raise InputError(f"a solution of this report holds single tables of {len(self.labels)} classes")
        counts = np.asarray(table.counts)
        if (counts % 1).any() or counts.sum(axis=1).tolist() != list(self.supports):
            return False
        d, c = counts.diagonal(), counts.sum(axis=0)
        if self.printed_table is not None or self.known is None:
            return self.consistent and np.array_equal(counts, np.asarray(self.example().counts))
        within = all(
            _has(block.predicted, block.low, block.high, int(one), int(other))
            for block, one, other in zip(self._program.blocks, d, c, strict=True)
        )
        return within and all(
            float(x.figure.low) - 1e-12
            <= value_of(self._program, x.figure.measure, d, c)
            <= float(x.figure.high) + 1e-12
            for x in self.known.overall
        )

    @property
    def verdict(self) -> str:
        """What the report tells, in a sentence or two."""
        items = f"{quantity(self.n)} items of {counted(len(self.labels), 'class', 'classes')}"
        if self.printed_table is not None:
            return (
                f"The report has its table of {items}: Informedness is {self._informed[1]}. {self._agreement}"
            )
        if self.conflicts:
            return " ".join(f"{_cannot(some)} hold with these {items}." for some in self.conflicts)
        return self._said(items)

    @property
    def _informed(self) -> tuple[Range, str]:
        """Informedness, and its range in words."""
        found = self.range("informedness")
        low, high = number(found.low), number(found.high)
        return found, low if low == high else f"between {low} and {high}"

    @property
    def _agreement(self) -> str:
        """Whether the figures are those of the table beside them."""
        wrong = [str(some[0]) for some in self.conflicts]
        if wrong:
            not_of = "is not that" if len(wrong) == 1 else "are not those"
            return f"{_capital(_joined(wrong))} {not_of} of this table."
        if not self.figures:
            return "No other figure is printed that could be checked."
        size = len(self.figures)
        return "The printed figure agrees." if size == 1 else f"All {size} printed figures agree."

    def _said(self, items: str) -> str:
        """What figures that can hold tell of Informedness."""
        found, informed = self._informed
        one = " " not in informed
        at = "at " if one else ""
        if math.isnan(found.low):
            return f"This report leaves only tables of {items} in which Informedness is undefined."
        if self.table is not None:
            return f"This report fixes the table of {items}, and Informedness {at}{informed}."
        if self.margins_known:
            return (
                f"This report fixes Informedness {at}{informed}, for it fixes how many decisions of each "
                f"class are right and how often each label is given ({items}); which classes were confused "
                "with which stays open."
            )
        fixed = "fixes" if one else "leaves"
        return f"This report {fixed} Informedness {at}{informed} ({items})."


def on_table(x: ClassFigure, table: Tables) -> float:
    """The value of a figure's measure on a table, of its class if it is of one."""
    if x.label is None:
        return float(compute(table, x.figure.measure))
    values = np.ravel(compute(table.one_vs_rest(), x.figure.measure))
    return float(values[table.labels.index(x.label)])


def _has(predicted: np.ndarray, low: np.ndarray, high: np.ndarray, d: int, c: int) -> bool:
    place = int(np.searchsorted(predicted, c))
    return place < len(predicted) and predicted[place] == c and low[place] <= d <= high[place]


def _geometric(one: Range, other: Range) -> tuple[float, float]:
    """The least and the greatest ±√(B·M): 0 where the signs differ, else with their sign."""
    if math.isnan(one.low) or math.isnan(other.low):
        return math.nan, math.nan
    corners = [(b, m) for b in (one.low, one.high) for m in (other.low, other.high)]
    values = [math.copysign(math.sqrt(max(b * m, 0.0)), b) for b, m in corners]
    return min(values), max(values)


def _cannot(figures: tuple[ClassFigure, ...]) -> str:
    """That figures cannot hold together, as the beginning of a sentence; many of a measure are counted."""
    by_name: dict[str, list[ClassFigure]] = {}
    for x in figures:
        by_name.setdefault(x.figure.name if x.label is not None else "", []).append(x)
    parts = [str(x) for x in by_name.pop("", [])]
    for name, some in by_name.items():
        parts += (
            [str(x) for x in some]
            if len(figures) <= _MOST_NAMED or len(some) == 1
            else [f"{name} of {len(some)} classes"]
        )
    held = {1: "cannot", 2: "cannot both"}.get(len(figures), "cannot all")
    return f"{_capital(_joined(parts))} {held}"


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
