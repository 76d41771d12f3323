"""Facts that are declared of measures beyond numbers and names, so that nothing else keeps a list of keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any, Literal

Array = Any
Isometric = Callable[[Any, float, float], tuple[Any, Any]]
"""Points in ROC space, fpr and tpr, by a parameter from 0 to 1, the value and the skew."""


@dataclass(frozen=True)
class LinearIn:
    """Which other measure a measure is a linear function of, so that both are compared in one way.

    Attributes
    ----------
    of
        The key of the other.
    slope
        How much a difference of the other is a difference of this one; for some a function of the number of
        classes.
    two_classes
        Whether it holds of two classes alone.
    """

    of: str
    slope: float | Callable[[int], float] = 1.0
    two_classes: bool = False

    def factor(self, classes: int) -> float:
        """The slope of so many classes."""
        return self.slope(classes) if callable(self.slope) else self.slope


@dataclass(frozen=True)
class Proportion:
    """How a measure is a proportion: what it counts, out of what, and how its value follows.

    Attributes
    ----------
    successes, trials
        Quantities of a dichotomy or a table by name, such as ``"tp"`` or ``"tp + tn"``.
    given_class
        Whether it still is a proportion if the number of items of each real class is fixed: always, never,
        or only for two classes (where the negatives are one class, not a mixture).
    value
        The measure as a rising function of the proportion and the number of classes; None if it is that.
    """

    successes: str
    trials: str
    given_class: Literal["always", "two", "never"] = "never"
    value: Callable[[Array, int], Array] | None = None

    def counts(self, quantities: Any) -> tuple[Array, Array]:
        """The successes and the trials."""
        both = (self.successes, self.trials)
        successes, trials = (
            reduce(add, (getattr(quantities, name) for name in names.split(" + "))) for names in both
        )
        return successes, trials

    def measured(self, proportion: Array, classes: int) -> Array:
        """The measure from the proportion."""
        return proportion if self.value is None else self.value(proportion, classes)

    def holds(self, sampling: str, classes: int) -> bool:
        """Whether the trials are independent under this sampling."""
        return sampling == "items" or self.given_class in (("always", "two") if classes == 2 else ("always",))


@dataclass(frozen=True)
class Difference:
    """How a measure of two classes is a difference of two proportions.

    Attributes
    ----------
    between
        What the two samples are: the real classes, or the predicted labels.
    halved
        Whether the measure is half of one more than the difference.
    """

    between: Literal["classes", "labels"]
    halved: bool = False

    def holds(self, sampling: str, classes: int) -> bool:
        """Whether the proportions are independent under this sampling.

        With the number of items of each class fixed the predicted labels are no samples any more, and the
        rest of more than two classes is a mixture.
        """
        return sampling == "items" or (self.between == "classes" and classes == 2)

    def measured(self, difference: Array) -> Array:
        """The measure from the difference."""
        return (1 + difference) / 2 if self.halved else difference


@dataclass(frozen=True)
class Ratio:
    """How a measure is a ratio of odds or of proportions.

    Attributes
    ----------
    of
        ``"odds"``; or ``"classes"`` or ``"labels"``: the ratio of two proportions, one of each.
    cells
        ``a b c d`` of the ratio ``(a/b)/(c/d)`` of odds, or ``(a/(a+b))/(c/(c+d))`` of proportions.
    value
        The measure as a rising function of the ratio; None if it is that.
    """

    of: Literal["odds", "classes", "labels"]
    cells: str = "tp fn fp tn"
    value: Callable[[Array], Array] | None = None

    def counts(self, dichotomy: Any) -> tuple[Array, ...]:
        """The four cells."""
        return tuple(getattr(dichotomy, name) for name in self.cells.split())

    def holds(self, sampling: str, classes: int) -> bool:
        """Whether the odds or proportions are independent under this sampling."""
        return sampling == "items" or (self.of != "labels" and classes == 2)

    def measured(self, ratio: Array) -> Array:
        """The measure from the ratio."""
        return ratio if self.value is None else self.value(ratio)


@dataclass(frozen=True)
class Partition:
    """What a measure is called where partitions are compared.

    Attributes
    ----------
    title
        For people; None for that of the catalogue.
    name
        In results; None for the key.
    aliases
        Names that mean it only there.
    """

    title: str | None = None
    name: str | None = None
    aliases: tuple[str, ...] = ()
