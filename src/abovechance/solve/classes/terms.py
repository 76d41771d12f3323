"""Measures of several classes as sums over the classes, or as quotients of such sums.

With the supports known, Informedness (Powers 2007, eq. 41), Markedness (eq. 42), Kappa and Correlation of
Gorodkin (2004) depend on the table by the right decisions d and the predictions c of the classes alone: which
errors were confused with which does not matter. So do accuracy and all averages of rates.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from abovechance.solve.classes.block import Term


def over(top: Any, bottom: Any) -> Any:
    """The quotient; 0 where there is nothing below, as scikit-learn has it."""
    bottom = np.broadcast_to(np.asarray(bottom, dtype=float), np.shape(top))
    return np.divide(top, bottom, out=np.zeros(np.shape(top)), where=bottom != 0)


def right(d: Any, c: Any, r: int, n: int) -> Any:  # noqa: ARG001 - all terms have the same arguments
    """Right decisions."""
    return d


def predictions(d: Any, c: Any, r: int, n: int) -> Any:  # noqa: ARG001
    """Predictions."""
    return c


def by_chance(d: Any, c: Any, r: int, n: int) -> Any:  # noqa: ARG001
    """What independent margins would have, times the number of items."""
    return r * c


def beyond_chance(d: Any, c: Any, r: int, n: int) -> Any:
    """Right decisions beyond those of independent margins, times the number of items."""
    return n * d - r * c


def squares(d: Any, c: Any, r: int, n: int) -> Any:  # noqa: ARG001
    """Squared predictions."""
    return c * c


def recall(d: Any, c: Any, r: int, n: int) -> Any:  # noqa: ARG001
    """The recall of the class."""
    return over(d, r)


def precision(d: Any, c: Any, r: int, n: int) -> Any:  # noqa: ARG001
    """The precision of the class."""
    return over(d, c)


def f1(d: Any, c: Any, r: int, n: int) -> Any:  # noqa: ARG001
    """The F1 of the class."""
    return over(2 * d, r + c)


def informedness(d: Any, c: Any, r: int, n: int) -> Any:
    """The share of the class in Informedness: its label's tpr − fpr, by how often it is given."""
    return 0 * d if r == 0 else c * (over(d, r) - over(c - d, n - r)) / n


def markedness(d: Any, c: Any, r: int, n: int) -> Any:
    """The share of the class in Markedness: its precision less that of the other labels' errors."""
    found = r * (over(d, c) - over(r - d, n - c)) / n
    return np.where(np.asarray(c) == 0, 0.0, found)


def weighted(term: Term) -> Term:
    """A quantity times the support of its class."""

    def times(d: Any, c: Any, r: int, n: int) -> Any:
        return r * term(d, c, r, n)

    return times


@dataclass(frozen=True)
class Sums:
    """A sum over the classes, divided: by the number of items, of classes, or by nothing."""

    term: Term
    by: str = ""

    def divisor(self, n: int, classes: int) -> float:
        """What the sum is divided by."""
        return {"": 1.0, "items": float(n), "classes": float(classes)}[self.by]


SUMS: dict[str, Sums] = {
    "accuracy": Sums(right, "items"),
    "informedness": Sums(informedness),
    "markedness": Sums(markedness),
    "macro_precision": Sums(precision, "classes"),
    "macro_recall": Sums(recall, "classes"),
    "macro_f1": Sums(f1, "classes"),
    "weighted_precision": Sums(weighted(precision), "items"),
    "weighted_f1": Sums(weighted(f1), "items"),
}
"""Measures that are sums over the classes."""
QUOTIENTS = ("cohen_kappa", "mcc")
"""Measures that are quotients: right decisions beyond chance by the room for them, or by a root of rooms."""
CONSTRAINTS = (*SUMS, *QUOTIENTS)
"""Measures of all classes that can be given."""
