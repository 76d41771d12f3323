"""What a report on several classes says, and the smallest sets of its figures that cannot hold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from abovechance.solve.classes.block import Block
from abovechance.solve.classes.figures import ClassFigure, rows_of
from abovechance.solve.classes.measured import require
from abovechance.solve.classes.program import Program
from abovechance.solve.classes.terms import predictions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MOST_OF_A_CLASS = 6


@dataclass(frozen=True)
class Known:
    """The classes of a report, and its figures.

    Attributes
    ----------
    labels, supports, n
        The classes, how many items each has, and all.
    figures
        What is printed of classes and of all.
    undefined_is_zero
        Whether 0 is printed for what is undefined.
    """

    labels: tuple[str, ...]
    supports: tuple[int, ...]
    n: int
    figures: tuple[ClassFigure, ...]
    undefined_is_zero: bool

    def of_class(self, label: str, figures: Sequence[ClassFigure] | None = None) -> tuple[ClassFigure, ...]:
        """The figures of a class."""
        return tuple(x for x in (self.figures if figures is None else figures) if x.label == label)

    @property
    def overall(self) -> tuple[ClassFigure, ...]:
        """The figures of all classes."""
        return tuple(x for x in self.figures if x.label is None)

    def program(self, figures: Sequence[ClassFigure] | None = None) -> Program:
        """The integer program of some of the figures, or of all."""
        some = self.figures if figures is None else tuple(figures)
        blocks = [
            _block(self.of_class(label, some), support, self.n, undefined_is_zero=self.undefined_is_zero)
            for label, support in zip(self.labels, self.supports, strict=True)
        ]
        program = Program(blocks, self.n)
        # A class that no pair is left for has no sums to bound, and the program is impossible without them.
        if all(block.number for block in blocks):
            for x in some:
                if x.label is None:
                    require(program, x.figure.measure, float(x.figure.low), float(x.figure.high))
        return program

    def possible(self, figures: Sequence[ClassFigure]) -> bool:
        """Whether some figures can hold together, as far as an integer program can tell."""
        # Any sum would do: what counts is whether the program has a solution.
        program = self.program(figures)
        return program.greatest(program.sum_of(predictions).coefficients) is not None

    def conflicts(self) -> tuple[tuple[ClassFigure, ...], ...]:
        """Sets of figures that cannot hold together, though they could without any one of them."""
        # Figures of one class first: they are decided by counting pairs, without an integer program.
        within = tuple(some for label in self.labels for some in self._within(label))
        if within or self.possible(self.figures):
            return within
        of_classes = tuple(x for x in self.figures if x.label is not None)
        if not self.possible(of_classes):
            return (self._smallest(of_classes),)
        found = [
            self._smallest((*of_classes, x)) for x in self.overall if not self.possible((*of_classes, x))
        ]
        return tuple(found) or (self._smallest(self.figures),)

    def _within(self, label: str) -> Iterator[tuple[ClassFigure, ...]]:
        """The smallest sets of figures of one class that leave nothing."""
        own, support = self.of_class(label), self.supports[self.labels.index(label)]
        zero = self.undefined_is_zero
        if _block(own, support, self.n, undefined_is_zero=zero).number:
            return
        found: list[set[ClassFigure]] = []
        for size in range(1, min(len(own), _MOST_OF_A_CLASS) + 1):
            for some in combinations(own, size):
                if any(known <= set(some) for known in found):
                    continue
                if not _block(some, support, self.n, undefined_is_zero=zero).number:
                    found.append(set(some))
                    yield some

    def _smallest(self, figures: tuple[ClassFigure, ...]) -> tuple[ClassFigure, ...]:
        """What remains of figures that cannot hold when all are left out that are not needed for it."""
        # One after the other: none of what is left can be spared, though another set may be smaller.
        kept = list(figures)
        for x in figures:
            rest = [other for other in kept if other is not x]
            if not self.possible(rest):
                kept = rest
        return tuple(kept)


@cache
def _block(figures: tuple[ClassFigure, ...], support: int, n: int, *, undefined_is_zero: bool) -> Block:
    rows = [
        row for x in figures for row in rows_of(x.figure, support, n, undefined_is_zero=undefined_is_zero)
    ]
    return Block(rows, support, n)
