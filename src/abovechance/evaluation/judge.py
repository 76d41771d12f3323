"""``judge``: whether a judge is informed and fair, and a leaderboard without its errors."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import binom

from abovechance.core.errors import InputError
from abovechance.core.result import Answer
from abovechance.core.text import group_text, named, number, p_said
from abovechance.inference.intervals.interval import interval
from abovechance.inference.quantify.assumptions import same_rates
from abovechance.inference.quantify.differences import ends_of_pairs, stepped_down
from abovechance.inference.quantify.quantify import quantify
from abovechance.inference.quantify.shares import share_estimates

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.core.arrays import Floats
    from abovechance.core.labels import Label
    from abovechance.core.result import Row
    from abovechance.inference.intervals.interval import Interval
    from abovechance.inference.quantify.quantify import Design, Quantification, Share

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
        The Informedness of the judge on the system's labelled items.
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
        settled, None if labels alone cannot.
    """

    a: str
    b: str
    apparent: float
    value: float
    low: float
    high: float
    settled: bool
    more_labels: int | None


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
    """

    shares: Quantification
    positive: Label
    systems: tuple[JudgedSystem, ...]
    pairs: tuple[JudgedPair, ...]
    same_rates: float | None

    def rows(self) -> list[Row]:
        """A row for each system, then for each pair."""
        return [*map(self._system_row, self.systems), *map(self._pair_row, self.pairs)]

    def _system_row(self, x: JudgedSystem) -> Row:
        share, b = x.share, x.informedness
        return {
            "system": x.name or None, "against": None, "apparent": share.apparent, "value": share.value,
            "low": share.low, "high": share.high, "level": self.shares.level, "informedness": b.value,
            "bias": x.bias, "prevalence": x.prevalence, "bias_p_value": x.bias_p_value, "pooled": x.pooled,
            "labelled": x.labelled, "unlabelled": x.unlabelled, "more_labels": None,
        }  # fmt: skip

    def _pair_row(self, x: JudgedPair) -> Row:
        of_one = ("informedness", "bias", "prevalence", "bias_p_value", "pooled", "labelled", "unlabelled")
        return {
            "system": x.a, "against": x.b, "apparent": x.apparent, "value": x.value, "low": x.low,
            "high": x.high, "level": self.shares.level, **dict.fromkeys(of_one), "more_labels": x.more_labels,
        }  # fmt: skip

    @property
    def verdict(self) -> str:
        """The answer in plain sentences."""
        return " ".join([*self._of_the_judge(), *self._of_systems()])

    def _of_the_judge(self) -> Iterable[str]:
        b = self.shares.informedness
        bounds = f"{number(b.value)}, {number(b.low)} to {number(b.high)}"
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
        most = max(self.systems, key=lambda x: _or(x.pooled - x.share.value, -math.inf))
        gap = most.pooled - most.share.value
        if not gap > 0:
            return ""
        own = sorted(self.systems, key=lambda x: -x.share.value)
        pooled = sorted(self.systems, key=lambda x: -x.pooled)
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
            return
        settled = [x for x in self.pairs if x.settled]
        said = [
            f"{named(x.a if x.value > 0 else x.b)} is better than {named(x.b if x.value > 0 else x.a)}"
            for x in settled[:_MAX_PAIRS_SAID]
        ]
        end = f" (adjusted for {len(self.pairs)} pairs)" if len(self.pairs) > 1 else ""
        yield f"{'; '.join(said) or 'No system is shown to be better than another'}{end}."
        turned = [x for x in self.pairs if x.apparent * x.value < 0]
        if turned:
            names = ", ".join(f"{named(x.a)} and {named(x.b)}" for x in turned[:_MAX_PAIRS_SAID])
            yield f"Corrected for the judge, the order changes of {names}."


def judge(
    *given: Any, positive: Label | None = None, design: Design = "class", level: float = 0.95, **options: Any
) -> Judgement:
    """Whether a judge can be trusted, and what systems are worth once its errors are corrected.

    Every system needs labelled items of its own, as the judge may err with some systems more than with
    others. The interval of a difference holds all differences that both tables together allow.

    Parameters
    ----------
    given
        Tables by system whose items without a truth are the unlabelled ones; or human labels, some of which
        are missing, and the judge's, with ``by=`` the systems; or names of columns with ``data=``.
    positive
        The class that systems are ranked by; the last if not given.
    design
        How labelled items were drawn, see :func:`quantify`.
    level
        The confidence level of the intervals, of each alone, and of all that the verdict says of pairs
        together.
    options
        The options of :meth:`Tables.from_labels <abovechance.Tables.from_labels>`.

    Returns
    -------
    Judgement
        The judge's Informedness and Bias, the corrected share of each system, all differences, and how many
        more human labels would settle them.

    Examples
    --------
    >>> import abovechance as ac
    >>> human = ["good"] * 40 + ["bad"] * 40 + [None] * 200
    >>> said = ["good"] * 36 + ["bad"] * 4 + ["good"] * 12 + ["bad"] * 28 + ["good"] * 150 + ["bad"] * 50
    >>> found = ac.judge(human, said, positive="good")
    >>> round(found.systems[0].share.value, 2)
    0.75
    """
    if not given and not {"tables", "truth"} & options.keys():
        raise InputError(
            "judge takes human labels, missing where there are none, and those of the judge: "
            "judge(human, said, by=system), or judge('human', 'said', by='system', data=frame)"
        )
    shares = quantify(*given, positive=positive, design=design, level=level, **options)
    tables = shares.tables
    if len(tables.labels) != 2:
        raise InputError(
            f"judge works with two classes only; these tables have {len(tables.labels)}: see quantify"
        )
    if len(tables.axes) > 1:
        raise InputError("{argument} must be one column: that of the systems", argument="by")
    best = tables.positive
    at = tables.labels.index(best)
    own = [x for x in shares.shares if x.label == best]
    counts = tables.counts.reshape(-1, 2, 2).astype(float)
    loose = shares.unlabelled.reshape(-1, 2)
    pooled = share_estimates(np.broadcast_to(counts.sum(0), counts.shape), loose, "class")
    if len(own) == 1:
        pooled[0, at] = own[0].value
    each = [tables] if not tables.axes else [tables[i] for i in range(len(own))]
    systems = tuple(
        JudgedSystem(
            share, interval(one, "informedness", level=level), float(cells[:, at].sum() / cells.sum()),
            float(cells[at].sum() / cells.sum()), _mcnemar(cells), float(alike[at]), float(cells.sum()),
            float(rest.sum()),
        )
        for share, one, cells, rest, alike in zip(own, each, counts, loose, pooled, strict=True)
    )  # fmt: skip
    parts = [
        _variance(cells, rest, share.value, at, design)
        for cells, rest, share in zip(counts, loose, own, strict=True)
    ]
    turn = 1 if at == 1 else -1  # sets are of the second class
    both = list(combinations(range(len(systems)), 2))

    def ends_at(level: float) -> list[tuple[float, float]]:
        return ends_of_pairs(counts[:, ::turn, ::turn], loose[:, ::turn], design, level, both)

    settled, last = stepped_down(ends_at, level, len(both)) if both else (set(), [])
    pairs = tuple(
        _pair(systems, parts, which, ends, None if i in settled else last[i])
        for i, (which, ends) in enumerate(zip(both, ends_at(level) if both else [], strict=True))
    )
    same = same_rates(counts) if len(systems) > 1 else None
    return Judgement(shares, best, systems, pairs, same, left_out=shares.left_out, warnings=shares.warnings)


def _pair(
    systems: tuple[JudgedSystem, ...],
    parts: list[tuple[float, float]],
    which: tuple[int, int],
    ends: tuple[float, float],
    unsettled: tuple[float, float] | None,
) -> JudgedPair:
    """The difference of two systems, and how many more labelled items would settle it.

    ``unsettled`` is its interval at the level that the number of pairs asks for, if that holds 0. More items
    shorten the part of it that is due to them; the rest stays.
    """
    i, j = which
    a, b = systems[i].share, systems[j].share
    value = a.value - b.value
    by_labels, fixed = (sum(x) for x in zip(parts[i], parts[j], strict=True))
    part = by_labels / (by_labels + fixed)
    more: int | None = 0
    if unsettled is not None:
        low, high = unsettled
        reach = high - value if value < 0 else value - low  # from the difference to the end beyond 0
        room = (value / reach) ** 2 - (1 - part)
        labels = systems[i].labelled + systems[j].labelled
        more = max(math.ceil((part / room - 1) * labels), 1) if room > 0 else None
    names = (systems[i].name, systems[j].name)
    return JudgedPair(*names, a.apparent - b.apparent, value, *ends, unsettled is None, more)


def _variance(cells: Floats, loose: Floats, share: float, at: int, design: Design) -> tuple[float, float]:
    """The variance of a corrected share: what more labelled items make less, and what they leave."""
    size, rest = cells.sum(), loose.sum()
    if design == "population":
        said = (cells.sum(0) + loose) / (size + rest)
        rates = cells[at] / np.maximum(cells.sum(0), 1)
        return float((said * rates * (1 - rates)).sum() / size), float(
            (said * (rates - share) ** 2).sum() / rest
        )
    with np.errstate(divide="ignore", invalid="ignore"):
        rates = cells[:, at] / cells.sum(-1)
        spread = rates * (1 - rates) / cells.sum(-1)
        informed = (rates[at] - rates[1 - at]) ** 2
        apparent = loose[at] / rest
        by_labels = (share**2 * spread[at] + (1 - share) ** 2 * spread[1 - at]) / informed
        return float(by_labels), float(apparent * (1 - apparent) / rest / informed)


def _mcnemar(cells: Floats) -> float:
    """The exact p-value that truth and prediction have the same shares."""
    one, other = cells[0, 1], cells[1, 0]
    if one + other == 0:
        return 1.0
    return float(min(1.0, 2 * binom.cdf(min(one, other), one + other, 0.5)))


def _or(value: float, other: float) -> float:
    return other if math.isnan(value) else value


def _percent(share: float) -> str:
    return "–" if math.isnan(share) else f"{100 * share:.3g} %"
