"""``Declaration``: the facts that are declared of a measure, so that nothing else keeps a list of keys."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import add
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from abovechance.measures.peers import names_elsewhere

if TYPE_CHECKING:
    from abovechance.core.arrays import Array
    from abovechance.core.contingency import Contingency
    from abovechance.core.dichotomy import Dichotomy

Kind = Literal["chance-corrected", "traditional", "association", "information", "descriptive", "count"]
Scope = Literal["binary", "overall"]
Floats = NDArray[np.float64]
Isometric = Callable[[Floats, float, float], tuple[Floats, Floats]]
"""Points in ROC space, fpr and tpr, by a parameter from 0 to 1, the value and the skew."""


@dataclass(frozen=True)
class LinearIn:
    """Which other measure a measure is a linear function of, so that both are compared in one way."""

    of: str
    slope: float | Callable[[int], float] = 1.0  # by which a difference of the other becomes one of this
    two_classes: bool = False  # whether it holds of two classes alone

    def factor(self, classes: int) -> float:
        """The slope of so many classes."""
        return self.slope(classes) if callable(self.slope) else self.slope


@dataclass(frozen=True)
class Proportion:
    """How a measure is a proportion: what it counts, out of what, and how its value follows.

    ``given_class`` says whether it still is one if the number of items of each real class is fixed: always,
    never, or only for two classes (where the negatives are one class, not a mixture). ``value`` is the
    measure as a rising function of the proportion and the number of classes.
    """

    successes: str  # quantities of a dichotomy or a table, such as "tp" or "tp + tn"
    trials: str
    given_class: Literal["always", "two", "never"] = "never"
    value: Callable[[Array, int], Array] | None = None

    def counts(self, quantities: Contingency | Dichotomy) -> tuple[Array, Array]:
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
    """How a measure of two classes is a difference of two proportions, of classes or predicted labels."""

    between: Literal["classes", "labels"]
    halved: bool = False  # whether the measure is half of one more than the difference

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
    """How a measure is a ratio of odds, or of two proportions, one of each class or label.

    The cells are ``a b c d`` of ``(a/b)/(c/d)`` of odds, or ``(a/(a+b))/(c/(c+d))`` of proportions.
    """

    of: Literal["odds", "classes", "labels"]
    cells: str = "tp fn fp tn"
    # the measure as a rising function of the ratio, if not that
    value: Callable[[Array], Array] | None = None

    def counts(self, dichotomy: Dichotomy) -> tuple[Array, ...]:
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
    """What a measure is called where partitions are compared; the same as elsewhere unless it is said."""

    title: str | None = None  # for people
    name: str | None = None  # in results
    aliases: tuple[str, ...] = ()  # names that mean it only there


_NO_PARTITION = Partition()


@dataclass(frozen=True, eq=False, repr=False)
class Declaration:
    """A measure and all that is known of it; call it to compute it.

    Attributes
    ----------
    key, title
        The name in code, and for people.
    meaning
        One sentence: what the number says.
    formula
        In LaTeX, with the symbols of the papers.
    source
        Keys of ``references.bib``, each with the equation, table or page.
    scope
        ``"binary"`` (one value for each class) or ``"overall"`` (one for the table).
    kind
        Whether the measure is corrected for chance, and if not, what sort of number it is.
    low, high
        The range.
    chance
        The value when truth and prediction are independent; ``"margins"`` if that depends on prevalence
        and bias, None if the idea does not apply.
    best
        The value of a perfect prediction, None if there is no better and worse.
    limit
        The value in the limit of an empty margin, where there is one: what the value tends to as ever fewer
        items are added whose label does not depend on their class.
    dual, inverse
        The measure that equals this one with truth and prediction, or positive and negative, exchanged.
    invariant
        What may change without changing the value: ``"prevalence"`` or ``"bias"`` of any number of classes,
        ``"prevalence of two classes"`` or ``"bias of two classes"`` where it holds of two but not of more,
        ``"scale"`` (all counts multiplied by one number).
    ordered
        Whether the order of the classes has a meaning.
    rectangular
        Whether rows and columns may stand for different labels, as with clusterings.
    counts_empty_classes
        Whether a class that neither occurs nor is predicted changes the value: the number of classes is part
        of the definition, or the mean is over all of them, or ranks are counted across it.
    linear_in
        The measure that this one is a linear function of, if there is one that it is compared by.
    mean_of
        The key of the measure of one class that this one is a mean of.
    evenly
        Whether a rare class counts as much as a frequent one.
    rare_class
        Whether a rare class may carry all of the variance of a mean over classes.
    product_of
        The keys of the measures that this one, or its square, is the product of.
    each_of
        The key of the measure of a whole table that this one is, taken of each class against the rest.
    proportion, difference, ratio
        How it is a proportion, a difference of two or a ratio, if it is one: intervals are known for these.
    intervals
        Interval methods that were published for this measure.
    kinked
        Whether it has a kink where two counts are equal (a maximum, an absolute value): the delta method does
        not hold near it, so that it is bootstrapped.
    touches
        Whether it touches an end of its range as a square does, where margins are even or equal.
    of_classes
        Whether the real classes alone decide it.
    given_margins
        What it is a linear function of if the margins are given: ``"pairs"`` together in both partitions,
        ``"information"``, ``"squares"`` of the cells, or ``"nothing"`` else.
    straight
        Whether the lines of equal value in ROC space are straight.
    isometric
        The formula of these lines where they are curved and one is known.
    partition
        What it is called where partitions are compared, if that is something else.
    short, gloss
        Its title in a narrow column, and its meaning in a few words.
    odd
        Whether exchanging the two predicted labels changes only the sign.
    needs
        What must not be empty for the value to be defined; names of ``undefined.NEEDS``.
    aliases
        Other names.
    two_class_aliases
        Those of the aliases that mean this measure for two classes only, such as Youden's J.
    advice
        How far to trust it, in the judgement of the papers.
    """

    key: str
    title: str
    meaning: str
    formula: str
    source: tuple[str, ...]
    scope: Scope
    kind: Kind
    family: str
    function: Callable[..., Array]
    low: float = 0.0
    high: float = 1.0
    chance: float | Literal["margins"] | None = None
    best: float | None = 1.0
    limit: float | None = None
    dual: str | None = None
    inverse: str | None = None
    invariant: frozenset[str] = field(default_factory=frozenset)
    ordered: bool = False
    rectangular: bool = False
    counts_empty_classes: bool = False
    linear_in: LinearIn | None = None
    mean_of: str | None = None
    evenly: bool = False
    rare_class: bool = False
    product_of: tuple[str, ...] = ()
    each_of: str | None = None
    proportion: Proportion | None = None
    difference: Difference | None = None
    ratio: Ratio | None = None
    intervals: tuple[str, ...] = ()
    kinked: bool = False
    touches: bool = False
    of_classes: bool = False
    given_margins: Literal["pairs", "information", "squares", "nothing"] | None = None
    straight: bool = False
    isometric: Isometric | None = None
    partition: Partition = _NO_PARTITION
    short: str | None = None
    gloss: str | None = None
    odd: bool = False
    needs: tuple[str, ...] | None = None
    aliases: tuple[str, ...] = ()
    two_class_aliases: tuple[str, ...] = ()
    advice: str = ""

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The parameters of the formula and their defaults."""
        return {p.name: p.default for p in self.formula_parameters}

    @property
    def formula_parameters(self) -> list[inspect.Parameter]:
        """The parameters of the formula as its function has them."""
        return list(inspect.signature(self.function).parameters.values())[1:]

    @property
    def reference_texts(self) -> list[str]:
        """The sources in full."""
        from abovechance.measures.references import cited

        return cited(self.source)

    @property
    def names_elsewhere(self) -> dict[str, list[str]]:
        """What other software calls the measure."""
        found = {
            peer: [name for name, key in names.items() if key == self.key]
            for peer, names in names_elsewhere().items()
        }
        return {peer: names for peer, names in found.items() if names}

    def is_unchanged_by(self, what: Literal["prevalence", "bias"], classes: int) -> bool:
        """Whether the prevalence, or the bias, of so many classes may change without changing the value.

        Examples
        --------
        >>> import abovechance as ac
        >>> [ac.informedness.is_unchanged_by("prevalence", classes) for classes in (2, 3)]
        [True, False]
        >>> ac.recall.is_unchanged_by("prevalence", 3)
        True
        """
        return what in self.invariant or (classes == 2 and f"{what} of two classes" in self.invariant)
