"""``PrevalenceCurve``: every measure against the prevalence, with what its errors or figures allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.result import ColumnResult
from abovechance.core.text import counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from abovechance.core.arrays import Floats

_MOST_NAMED = 3
_NEAR_THE_ENDS = (0.001, 0.002, 0.005)
# Closer together near 0 and 1, where Precision and its kind bend most.
USUAL = np.unique(
    np.round([*_NEAR_THE_ENDS, *np.linspace(0.01, 0.99, 99), *(1 - x for x in _NEAR_THE_ENDS)], 3)
)


@dataclass(frozen=True, eq=False, repr=False)
class PrevalenceCurve(ColumnResult):
    """Measures at many prevalences of a class, the other classes keeping their proportions.

    Attributes
    ----------
    measure, label
        The key of the measure or the amount, and the class that it is of; empty for the whole table.
    varied
        The class whose prevalence it is.
    prevalence
        Its share.
    value, low, high
        The value, NaN for a set of tables, and its bounds, NaN for more than two classes.
    """

    measure: NDArray[np.str_]
    label: NDArray[np.str_]
    varied: NDArray[np.str_]
    prevalence: Floats
    value: Floats
    low: Floats
    high: Floats

    def __repr__(self) -> str:
        """What it is a curve of, in a line."""
        if not len(self.prevalence):
            return "no measures at any prevalence"
        classes, shares = dict.fromkeys(self.varied.tolist()), np.unique(self.prevalence)
        keys = list(dict.fromkeys(self.measure.tolist()))
        what = ", ".join(keys) if len(keys) <= _MOST_NAMED else counted(len(keys), "measure")
        return (
            f"{what} at {counted(len(shares), 'prevalence')} of "
            f"{listed(classes)}, {shares[0]:g} to {shares[-1]:g}"
        )

    def columns(self) -> dict[str, NDArray[Any]]:
        """The arrays, of which that of the label is called ``class``, as in all rows."""
        return {"class" if name == "label" else name: x for name, x in super().columns().items()}

    def of(self, measure: str) -> PrevalenceCurve:
        """The curve of one measure."""
        here = self.measure == measure
        if not here.any():
            known = ", ".join(dict.fromkeys(self.measure.tolist()))
            raise InputError(f"there is no curve of {measure!r}, only of {known}")
        return PrevalenceCurve(*(column[here] for column in self.columns().values()))


def laid_out(
    names: list[tuple[str, str]], varied: str, shares: Floats, columns: Sequence[Floats]
) -> PrevalenceCurve:
    """The curve of arrays by measure and prevalence: the values and both bounds."""
    size = len(shares)
    return PrevalenceCurve(
        np.repeat(np.array([key for key, _ in names]), size),
        np.repeat(np.array([label for _, label in names]), size),
        np.full(size * len(names), varied),
        np.tile(shares, len(names)),
        *(np.asarray(x, dtype=float).ravel() for x in columns),
    )


def joined(curves: list[PrevalenceCurve]) -> PrevalenceCurve:
    """Several curves in one."""
    columns = [curve.columns() for curve in curves]
    return PrevalenceCurve(*(np.concatenate([one[name] for one in columns]) for name in columns[0]))


def checked_prevalences(given: Iterable[float] | None, usual: Floats = USUAL) -> Floats:
    """Prevalences in ascending order."""
    if given is None:
        return usual
    found = np.unique(np.asarray(list(given), dtype=float))
    if found.ndim != 1 or not len(found) or not np.all((found >= 0) & (found <= 1)):
        raise InputError("{argument} must be numbers from 0 to 1", argument="prevalences")
    return found
