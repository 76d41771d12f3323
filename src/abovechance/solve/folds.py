"""Means over the folds of a cross-validation: what they leave possible for the table of all items.

The mean of a ratio over folds is no figure of one table. Where the denominators of the folds are nearly known
(the items of a fold, or those of a class in it), the pooled ratio is a mean of the same values with other
weights, and so bounded; where they are not, as for precision or F1, nothing follows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.solve.figures import Figure

_OF_ITEMS = ("accuracy", "error_rate", "prevalence", "bias")
_OF_POSITIVES = ("recall", "miss_rate")
_OF_NEGATIVES = ("inverse_recall", "fallout")
_SUMS = {"informedness": 1, "balanced_accuracy": 2, "auc_of_one_point": 2}
"""Recall and inverse recall less 1, or their mean: by how many."""
BOUNDED = (*_OF_ITEMS, *_OF_POSITIVES, *_OF_NEGATIVES, *_SUMS)


@dataclass(frozen=True)
class Folds:
    """How items lie in folds: all of them, and those of each class where that is known."""

    number: int
    stratified: bool
    n: int | None
    positives: int | None
    negatives: int | None

    @property
    def items(self) -> list[int]:
        """The items of each fold: as many as can be, but for one."""
        if self.n is None:
            raise InputError("a mean over folds bounds nothing without {argument}", argument="n")
        return _even(self.n, self.number)

    def of_class(self, name: str) -> list[int]:
        """The items of a class in each fold; where folds are not stratified, as unevenly as can be."""
        total = self.positives if name == "positives" else self.negatives
        if total is None or self.n is None:
            raise InputError(
                f"a mean over folds bounds nothing unless the number of {name} is known: give n and positives"
            )
        if total < self.number:
            raise InputError(f"{total} {name} are too few for {self.number} folds: some would have none")
        return _even(total, self.number) if self.stratified else _uneven(total, self.number, self.items[0])

    def ends(self, x: Figure) -> tuple[Fraction, Fraction]:
        """What the figure of all items can be where its mean is printed."""
        if x.measure in _SUMS:
            return _of_sum(x, self.of_class("positives"), self.of_class("negatives"), _SUMS[x.measure])
        if x.measure in _OF_ITEMS:
            return _ends(x.low, x.high, self.items)
        for names, of in ((_OF_POSITIVES, "positives"), (_OF_NEGATIVES, "negatives")):
            if x.measure in names:
                return _ends(x.low, x.high, self.of_class(of))
        raise InputError(
            f"{x.name} cannot be worked back from as a mean over folds: its denominator differs from fold "
            "to fold in ways that are not known, so that it is no figure of one table. Leave it out; what "
            f"can be bounded: {', '.join(BOUNDED)}"
        )


def pooled(figures: Sequence[Figure], n: int | None, folds: int, *, stratified: bool) -> tuple[Figure, ...]:
    """The figures of all items that printed means leave possible; counts are of all items already."""
    if n is not None and n < folds:
        raise InputError("{argument} is {folds}, but there are {n} items", argument="folds", folds=folds, n=n)
    exact = {x.measure: int(x.low) for x in figures if x.form.scaled and x.low == x.high}
    positives, negatives = exact.get("support"), exact.get("real_negatives")
    if n is not None:
        positives = n - negatives if positives is None and negatives is not None else positives
        negatives = n - positives if negatives is None and positives is not None else negatives
    known = Folds(folds, stratified, n, positives, negatives)
    return tuple(x if x.form.scaled else _pooled(x, *known.ends(x)) for x in figures)


def _pooled(x: Figure, low: Fraction, high: Fraction) -> Figure:
    return replace(x, name=f"mean {x.name}", low=low, high=high)


def _even(total: int, folds: int) -> list[int]:
    """Sizes that differ by one at most, the largest first."""
    size, more = divmod(total, folds)
    return [size + 1] * more + [size] * (folds - more)


def _uneven(total: int, folds: int, largest: int) -> list[int]:
    """The most uneven sizes from one to a largest, which stand for all others: what weighs most is first."""
    left = total - folds
    found = []
    for _ in range(folds):
        more = min(left, largest - 1)
        found.append(1 + more)
        left -= more
    return found


def _most(mean: Fraction, sizes: Sequence[int]) -> Fraction:
    """The greatest pooled value of folds with a mean: they have 1 where it weighs most, and else 0."""
    mean = min(max(mean, Fraction(0)), Fraction(1))
    ones = floor(mean * len(sizes))
    rest = mean * len(sizes) - ones
    return (sum(sizes[:ones]) + (rest * sizes[ones] if rest else Fraction(0))) / sum(sizes)


def _least(mean: Fraction, sizes: Sequence[int]) -> Fraction:
    return 1 - _most(1 - mean, sizes)


def _ends(low: Fraction, high: Fraction, sizes: Sequence[int]) -> tuple[Fraction, Fraction]:
    return _least(low, sizes), _most(high, sizes)


def _of_sum(
    x: Figure, positives: Sequence[int], negatives: Sequence[int], parts: int
) -> tuple[Fraction, Fraction]:
    """Bounds of recall plus inverse recall, by which they are given: each bound is of straight pieces."""
    low, high = ((end + 1 if parts == 1 else end * parts) for end in (x.low, x.high))
    ends = (
        min(_least(r, positives) + _least(low - r, negatives) for r in _knots(low, len(positives))),
        max(_most(r, positives) + _most(high - r, negatives) for r in _knots(high, len(positives))),
    )
    return (ends[0] - 1, ends[1] - 1) if parts == 1 else (ends[0] / parts, ends[1] / parts)


def _knots(total: Fraction, folds: int) -> list[Fraction]:
    """Where the pieces of either bound meet, of means from 0 to 1 that add up to a total."""
    steps = [Fraction(i, folds) for i in range(folds + 1)]
    found = {*steps, *(total - step for step in steps)}
    return [x for x in found if 0 <= x <= 1 and 0 <= total - x <= 1] or [
        min(max(total / 2, Fraction(0)), Fraction(1))
    ]
