"""``Judgement``: what is found of a judge and of systems, and what is said of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from abovechance.core.result import Answer
from abovechance.core.text import counted, group_text, named, number, p_said, quantity
from abovechance.evaluation.headline import level_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.core.labels import Label
    from abovechance.core.result import Row
    from abovechance.inference.intervals.interval import Interval
    from abovechance.inference.quantify.quantify import Quantification, Share

_MAX_PAIRS_SAID = 6
_LEVEL_OF_ERRORS = 0.05  # a smaller p-value shows that the judge errs differently with different systems


@dataclass(frozen=True)
class JudgedSystem:
    """One system: what the judge says of it, and what is true.

    Attributes
    ----------
    share
        Its share of the positive class: apparent, corrected, with an interval.
    informedness
        Of the judge on the system's labelled items.
    bias, prevalence
        The shares that the judge and the human call positive among its labelled items.
    bias_p_value
        The p-value that both are the same (McNemar's exact test).
    pooled
        Its share if the rates of all systems together corrected it; that of its own if there is one system.
    labelled, unlabelled
        The numbers of its items.
    """

    share: Share
    informedness: Interval
    bias: float
    prevalence: float
    bias_p_value: float
    pooled: float
    labelled: float
    unlabelled: float

    @property
    def name(self) -> str:
        """The system as text; empty if there is one only."""
        return group_text(self.share.group)


@dataclass(frozen=True)
class JudgedPair:
    """Two systems: by how much the first is truly better than the second.

    Attributes
    ----------
    a, b
        The systems.
    apparent, value, low, high
        The difference that the judge sees, the corrected one, and its interval, of this pair alone.
    settled
        Whether it is shown which of the two is better, adjusted for the number of pairs after Holm.
    more_labels
        How many more human labels for the two would settle it, if the difference is as estimated: 0 if it is
        settled, None if labels alone cannot, or if those of a system leave every share possible.
    """

    a: str
    b: str
    apparent: float
    value: float
    low: float
    high: float
    settled: bool
    more_labels: int | None


@dataclass(frozen=True)
class UncorrectedSystem:
    """A system whose share cannot be corrected, or needs no correction.

    Attributes
    ----------
    name
        The system.
    apparent
        The share of the positive class that the judge sees among all its items.
    value, low, high
        The share of human labels with its interval, if all items have one; else NaN.
    labelled, unlabelled
        The numbers of its items.
    """

    name: str
    apparent: float
    value: float
    low: float
    high: float
    labelled: float
    unlabelled: float

    @property
    def why(self) -> str:
        """Why there is no corrected share."""
        if self.labelled:
            return "humans labelled all items: the share is theirs"
        return "no human labels: how the judge errs with it is not known"


@dataclass(frozen=True, eq=False, repr=False)
class Judgement(Answer):
    """What :func:`judge` found.

    Attributes
    ----------
    shares
        The corrected shares.
    positive
        The class that systems are ranked by.
    systems, pairs
        Each system, and each pair of systems.
    same_rates
        The p-value of the test that the judge errs as often with all systems; None if there is one.
    uncorrected
        Systems without human labels, and those that humans labelled fully: they are in no pair.
    """

    shares: Quantification
    positive: Label
    systems: tuple[JudgedSystem, ...]
    pairs: tuple[JudgedPair, ...]
    same_rates: float | None
    uncorrected: tuple[UncorrectedSystem, ...] = ()

    def rows(self) -> list[Row]:
        """A row for each system, then for each pair."""
        return [*map(self._system_row, self.systems), *map(self._pair_row, self.pairs)]

    def _system_row(self, x: JudgedSystem) -> Row:
        share, b = x.share, x.informedness
        return {
            "system": x.name or None, "against": None, "apparent": share.apparent, "value": share.value,
            "low": share.low, "high": share.high, "level": self.shares.level,
            "informative": share.informative, "least": share.least, "most": share.most,
            "informedness": b.value,
            "bias": x.bias, "prevalence": x.prevalence, "bias_p_value": x.bias_p_value, "pooled": x.pooled,
            "labelled": x.labelled, "unlabelled": x.unlabelled, "more_labels": None,
        }  # fmt: skip

    def _pair_row(self, x: JudgedPair) -> Row:
        of_one = (
            "informative",
            "least",
            "most",
            "informedness",
            "bias",
            "prevalence",
            "bias_p_value",
            "pooled",
            "labelled",
            "unlabelled",
        )
        return {
            "system": x.a, "against": x.b, "apparent": x.apparent, "value": x.value, "low": x.low,
            "high": x.high, "level": self.shares.level, **dict.fromkeys(of_one), "more_labels": x.more_labels,
        }  # fmt: skip

    @property
    def ranked(self) -> list[JudgedSystem]:
        """The systems, the best first and those of which nothing is known last."""
        return sorted(self.systems, key=lambda x: (not x.share.informative, -_or(x.share.value, -math.inf)))

    @property
    def verdict(self) -> str:
        """The answer in plain sentences."""
        said = (*self._of_the_judge(), *self._of_systems(), *self._erring(), *self._not_corrected())
        return " ".join(said)

    def _of_the_judge(self) -> Iterable[str]:
        b = self.shares.informedness
        level = level_text(self.shares.level)
        bounds = f"{number(b.value)}, {level} interval {number(b.low)} to {number(b.high)}"
        yield (
            f"The judge is informed (Informedness {bounds})."
            if b.low > 0
            else f"The judge is not shown to be informed (Informedness {bounds})."
        )
        whole = self.shares.tables.counts.reshape(-1, 2, 2).sum(0)
        at = self.shares.tables.labels.index(self.positive)
        said, true = whole[:, at].sum() / whole.sum(), whole[at].sum() / whole.sum()
        yield f"It calls {_percent(said)} of labelled items {named(self.positive)}, humans {_percent(true)}."
        if self.same_rates is not None and self.same_rates < _LEVEL_OF_ERRORS:
            yield f"Its errors differ by system ({p_said(self.same_rates)}){self._favoured()}."

    def _favoured(self) -> str:
        """Whom one correction for all would put too high, and what that does to the order."""
        known = [x for x in self.systems if x.share.informative]
        most = max(known, key=lambda x: _or(x.pooled - x.share.value, -math.inf), default=None)
        if most is None or not most.pooled > most.share.value:
            return ""
        own, pooled = sorted(known, key=lambda x: -x.share.value), sorted(known, key=lambda x: -x.pooled)
        order = "" if own == pooled else f"; the order would be {', '.join(x.name for x in pooled)}"
        return (
            f": one correction for all would favour {named(most.name)}, with {_percent(most.pooled)} in the "
            f"place of {_percent(most.share.value)}{order}"
        )

    def _of_systems(self) -> Iterable[str]:
        if len(self.systems) == 1:
            share = self.systems[0].share
            bounds = f"{_percent(share.low)} to {_percent(share.high)}"
            yield f"The true share is {_percent(share.value)} ({bounds})."
            if not share.informative:
                yield "The labelled items leave every share possible: the answer is uninformative."
            return
        settled = [x for x in self.pairs if x.settled]
        said = [f"{_better(x)} is better than {_better(x, worse=True)}" for x in settled[:_MAX_PAIRS_SAID]]
        end = f" (adjusted for {len(self.pairs)} pairs)" if len(self.pairs) > 1 else ""
        yield f"{'; '.join(said) or 'No system is shown to be better than another'}{end}."
        turned = [x for x in settled if x.apparent * x.value < 0]
        if turned:
            order = [f"{_better(x)} before {_better(x, worse=True)}" for x in turned[:_MAX_PAIRS_SAID]]
            yield f"Corrected for the judge, {' and '.join(order)}: it sees them the other way round."
        unsure = [x for x in self.pairs if x.more_labels and x.apparent * x.value < 0]
        if unsure:
            names = ", ".join(f"{named(x.a)} and {named(x.b)}" for x in unsure[:_MAX_PAIRS_SAID])
            yield f"Whether its errors turn the order of {names} is not settled."
        vague = [x for x in self.systems if not x.share.informative]
        if vague:
            names = ", ".join(
                f"{named(x.name)} ({counted(quantity(x.labelled), 'label')})" for x in vague[:_MAX_PAIRS_SAID]
            )
            yield f"The labelled items leave every share possible for {names}: uninformative."

    def _erring(self) -> Iterable[str]:
        """What wrong labels would do."""
        error = self.shares.error
        if error is None:
            return
        if self.shares.humans is not None:
            yield self.shares.humans.said
        wrong = f"If up to {_percent(error)} of the human labels are wrong,"
        if len(self.systems) == 1:
            share = self.systems[0].share
            yield f"{wrong} it may be {_percent(_known(share.least))} to {_percent(_known(share.most))}."
            return
        bounds = [(x.name, _known(x.share.least), _known(x.share.most)) for x in self.systems]
        # NaN is above nothing: a system without bounds is in no such pair.
        still = [(a, b) for a, least, _ in bounds for b, _, most in bounds if least > most]
        names = "; ".join(f"{named(a)} is better than {named(b)}" for a, b in still[:_MAX_PAIRS_SAID])
        yield f"{wrong} {f'still {names}' if still else 'no system need be better than another'}."

    def _not_corrected(self) -> Iterable[str]:
        """Systems that have no corrected share, and why."""
        for x in self.uncorrected[:_MAX_PAIRS_SAID]:
            share = f"{_percent(x.value)} ({_percent(x.low)} to {_percent(x.high)})"
            yield (
                f"All items of {named(x.name)} have human labels: its share is {share}."
                if x.labelled
                else f"{named(x.name)} has no human labels: there is no corrected share, the judge sees "
                f"{_percent(x.apparent)}."
            )


def _better(x: JudgedPair, *, worse: bool = False) -> str:
    return named(x.a if (x.value > 0) != worse else x.b)


def _known(bound: float | None) -> float:
    return math.nan if bound is None else bound


def _or(value: float, other: float) -> float:
    return other if math.isnan(value) else value


def _percent(share: float) -> str:
    return "–" if math.isnan(share) else f"{100 * share:.3g} %"
