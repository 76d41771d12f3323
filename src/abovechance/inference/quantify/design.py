r"""How many labelled items a corrected share needs, and of which class.

With items drawn by class, the variance of the corrected share of two classes is (Rogan & Gladen 1978)

.. math:: V = \frac1{B^2}\left(\frac{\pi^2 t(1-t)}{n_1} + \frac{(1-\pi)^2 f(1-f)}{n_0}
          + \frac{q(1-q)}{M}\right)

with the rates t and f, Informedness B = t − f and q = πt + (1−π)f. It is least for a given
:math:`n_1 + n_0` if these are as :math:`\pi\sqrt{t(1-t)}` to :math:`(1-\pi)\sqrt{f(1-f)}` (Neyman 1934). Of
one population it is that of double sampling (Tenenbein 1970).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from abovechance.core.checks import quantile, two_sided
from abovechance.core.errors import InputError
from abovechance.core.result import Result

if TYPE_CHECKING:
    from abovechance.core.arrays import Floats

Design = Literal["class", "population"]
_PAD = 0.5  # of an item in each cell


@dataclass(frozen=True, eq=False, repr=False)
class LabelPlan(Result):
    """How many labelled items an interval of a wanted width needs.

    Attributes
    ----------
    needed
        The number of labelled items.
    positives, negatives
        How many of each class; of a sample of the population, how many there will be on average.
    informedness
        That of the predictor.
    width, share, unlabelled, design, level
        What was asked for.
    least_width
        What no number of labelled items can go below, given the unlabelled ones.
    """

    _headline = "needed"

    needed: int
    positives: int
    negatives: int
    informedness: float
    width: float
    share: float
    unlabelled: int
    design: Design
    level: float
    least_width: float

    def __repr__(self) -> str:
        """What is needed for what, in a line."""
        return (
            f"{self.needed} labelled items ({self.positives} positives, {self.negatives} negatives) for a "
            f"{100 * self.level:g} % interval {self.width:g} wide, beside {self.unlabelled} unlabelled ones"
        )


def labels_needed(
    width: float,
    *,
    share: float,
    tpr: float,
    fpr: float,
    unlabelled: int,
    design: Design = "class",
    level: float = 0.95,
) -> LabelPlan:
    """How many labelled items, of which class, give a corrected share an interval of a wanted width.

    The variance of the estimate decides. Intervals of fewer than some fifty labelled items, or of shares near
    0 and 1, are wider than it says. With the design ``"class"`` the number grows as 1/Informedness².

    Parameters
    ----------
    width
        The wanted width of the interval, from end to end.
    share
        The true share of the positive class that is expected.
    tpr, fpr
        The shares of positives and of negatives that are predicted positive.
    unlabelled
        The number of unlabelled items.
    design
        Whether labelled items are drawn by ``"class"``, in the best proportion, or are a sample of the same
        ``"population"``.
    level
        The confidence level of the interval.

    Examples
    --------
    >>> import abovechance as ac
    >>> found = ac.labels_needed(0.1, share=0.3, tpr=0.9, fpr=0.1, unlabelled=100_000)
    >>> found.needed, found.positives, found.negatives
    (219, 66, 153)
    >>> ac.labels_needed(0.1, share=0.3, tpr=0.7, fpr=0.3, unlabelled=100_000).needed  # half the Informedness
    2066
    """
    _check(width, share, tpr, fpr, unlabelled)
    if design not in ("class", "population"):
        raise InputError("{argument} must be 'class' or 'population', not {given!r}",
                         argument="design", given=design)  # fmt: skip
    z, informedness = quantile(two_sided(level, 2)), tpr - fpr
    wanted = (width / (2 * z)) ** 2
    said = share * tpr + (1 - share) * fpr
    if design == "class":
        if informedness == 0:
            raise InputError(
                "tpr and fpr are the same: no number of labelled items helps an uninformed predictor"
            )
        fixed = said * (1 - said) / unlabelled / informedness**2
        ones, zeros = share * math.sqrt(tpr * (1 - tpr)), (1 - share) * math.sqrt(fpr * (1 - fpr))
        room = _room(wanted, fixed, z)
        spread = ones + zeros
        total = spread**2 / informedness**2 / room
        part = ones / spread if spread > 0 else 0.5
        positives, negatives = math.ceil(part * total), math.ceil((1 - part) * total)
        needed = positives + negatives
    else:
        explained = (share * (1 - share) * informedness) ** 2 / (said * (1 - said)) if 0 < said < 1 else 0.0
        rest = share * (1 - share) - explained
        fixed = 0.0  # labelled items add to the sample, too
        # rest / n + explained / (n + unlabelled) = wanted, a quadratic in n
        slope = wanted * unlabelled - rest - explained
        root = math.sqrt(slope**2 + 4 * wanted * rest * unlabelled)
        needed = max(math.ceil((root - slope) / (2 * wanted)), 1)
        positives = round(share * needed)
        negatives = needed - positives
    return LabelPlan(
        needed, positives, negatives, informedness, width, share, unlabelled, design, level,
        2 * z * math.sqrt(fixed),
    )  # fmt: skip


@dataclass(frozen=True)
class MoreLabels:
    """How many more labelled items an interval of a wanted width takes, if rates and share are as estimated.

    Attributes
    ----------
    width
        The wanted width.
    plan
        How many it takes in all; None if no number does.
    positives, negatives
        How many more of each class; of a sample of the population, how many there will be on average.
    """

    width: float
    plan: LabelPlan | None
    positives: int
    negatives: int

    @property
    def more(self) -> int | None:
        """How many more of both classes; None if no number does."""
        return None if self.plan is None else self.positives + self.negatives

    def said(self, width_now: float) -> str:
        """The answer in a sentence."""
        if width_now <= self.width:
            return f"The interval is no wider than {self.width:g}: no more labels are needed for that."
        if self.plan is None:
            return (
                f"No number of labels makes the interval as narrow as {self.width:g}: it takes more "
                "unlabelled items, or a better predictor."
            )
        of_each = f", {self.positives} of positives and {self.negatives} of negatives"
        each = of_each if self.plan.design == "class" else ""
        return f"An interval of width {self.width:g} takes about {self.more} more labels{each}."


def more_labels(
    labelled: Floats, unlabelled: Floats, share: float, width: float, *, design: Design, level: float
) -> MoreLabels:
    """How many more labelled items an interval of the share of the second of two classes takes.

    Half an item is added to each cell, as an error that was not seen is still possible.
    """
    sizes = labelled.sum(-1)
    padded = labelled + _PAD
    fpr, tpr = (padded[:, 1] / padded.sum(-1)).tolist()
    least = _PAD / (sizes.sum() + 1)
    share = min(max(share, least), 1 - least) if not math.isnan(share) else 0.5
    _check_width(width)
    try:
        plan = labels_needed(width, share=share, tpr=tpr, fpr=fpr, unlabelled=round(unlabelled.sum()),
                             design=design, level=level)  # fmt: skip
    except InputError:  # no number of labelled items does
        return MoreLabels(width, None, 0, 0)
    if design == "class":
        more = [
            max(n - round(size), 0) for n, size in ((plan.positives, sizes[1]), (plan.negatives, sizes[0]))
        ]
    else:
        needed = max(plan.needed - round(sizes.sum()), 0)
        more = [round(share * needed), needed - round(share * needed)]
    return MoreLabels(width, plan, *more)


def _room(wanted: float, fixed: float, z: float) -> float:
    """What labelled items may add to the variance."""
    if wanted <= fixed:
        raise InputError(
            "{argument} is less than {least}, which the unlabelled items alone make: it takes more of these",
            argument="width", least=f"{2 * z * math.sqrt(fixed):.3g}",
        )  # fmt: skip
    return wanted - fixed


def _check(width: float, share: float, tpr: float, fpr: float, unlabelled: int) -> None:
    for name, value in (("share", share), ("tpr", tpr), ("fpr", fpr)):
        if not 0 <= value <= 1:
            raise InputError("{argument} must lie between 0 and 1, not {given!r}", argument=name, given=value)
    _check_width(width)
    if not (unlabelled >= 1 and unlabelled == int(unlabelled)):
        raise InputError("{argument} must be a number of items, not {given!r}",
                         argument="unlabelled", given=unlabelled)  # fmt: skip


def _check_width(width: float) -> None:
    if not 0 < width < 1:
        raise InputError("{argument} must lie between 0 and 1, not {given!r}", argument="width", given=width)
