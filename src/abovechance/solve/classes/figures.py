"""The figures of a report on several classes, each of one class or of all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from abovechance.core.errors import InputError
from abovechance.core.text import named
from abovechance.solve.polynomial import FN, FP, TN, TP

if TYPE_CHECKING:
    from abovechance.solve.figures import Figure
    from abovechance.solve.polynomial import Polynomial

Row = tuple[int, int, int]
"""Whole a, b and c: what holds is a·right + b·predicted + c >= 0."""


@dataclass(frozen=True)
class ClassFigure:
    """A printed figure of one class, or of all where there is no label.

    Attributes
    ----------
    figure
        What was printed, and what it can have been.
    label
        The class.
    """

    figure: Figure
    label: str | None = None

    @property
    def said(self) -> str:
        """What it is called, with its class."""
        return self.figure.name if self.label is None else f"{self.figure.name} of {named(self.label)}"

    def __str__(self) -> str:
        return f"{self.said} {self.figure.printed}"


def rows_of(figure: Figure, support: int, n: int, *, undefined_is_zero: bool) -> list[Row]:
    """A figure of a class as inequalities of its right decisions and predictions, in whole numbers."""
    if not figure.form.linear:
        raise InputError(
            f"{figure.name} of a class is no figure to work back from among several classes: give precision, "
            "recall, f1 or other rates"
        )
    zero = undefined_is_zero and figure.low <= 0 <= figure.high
    clauses = figure.clauses(n)[1:] if zero else figure.clauses(n)  # the first is that it is defined
    found = []
    for ((polynomial, strict),) in clauses:
        a, b, c = _of_class(polynomial, support, n)
        found.append((a, b, c - strict))
    return found


def _of_class(polynomial: Polynomial, support: int, n: int) -> Row:
    """A linear form of the cells, by right decisions and predictions, for the margins are known."""
    tp, fp, fn, tn = (polynomial.get(next(iter(cell)), 0) for cell in (TP, FP, FN, TN))
    return tp - fp - fn + tn, fp - tn, fn * support + tn * (n - support)
