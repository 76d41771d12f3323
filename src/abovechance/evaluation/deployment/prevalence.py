"""The shares of the classes where a system will be used, and how surely they are known."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import betaincinv, ndtr

from abovechance.core.checks import quantile
from abovechance.core.errors import Argument, InputError
from abovechance.core.labels import quoted
from abovechance.tables.transforms import class_shares

if TYPE_CHECKING:
    from abovechance.core.arrays import Floats
    from abovechance.core.labels import Label


@dataclass(frozen=True)
class Prevalence:
    """The shares of classes where a system will be used.

    Attributes
    ----------
    labels, shares
        The classes and their shares.
    positive
        The positive class of two.
    low, high
        The interval of the positive class's share, where one was given.
    counts
        The numbers of items by class that the shares were found in, where they were given.
    """

    labels: tuple[Label, ...]
    shares: tuple[float, ...]
    positive: Label | None
    low: float | None = None
    high: float | None = None
    counts: tuple[float, ...] | None = None

    @property
    def is_certain(self) -> bool:
        """Whether the shares are taken as known."""
        return self.low is None and self.counts is None

    @property
    def of_positive(self) -> float:
        """The share of the positive class."""
        return self.shares[self._place]

    @property
    def _place(self) -> int:
        return self.labels.index(self.positive)

    def quantiles(self, z: Floats, level: float) -> Floats:
        """The shares of the positive class that lie so many standard errors from the one given."""
        value = self.of_positive
        if self.counts is not None:
            return binomial_quantiles(self.counts[self._place], sum(self.counts), z)
        if self.low is None or self.high is None:
            return np.full_like(z, value)
        # In log odds, so that shares stay between 0 and 1; each side of a lopsided interval has its own step.
        below, middle, above = (_logit(x) for x in (self.low, value, self.high))
        steps = np.where(z < 0, middle - below, above - middle) / quantile(level)
        return np.asarray(1 / (1 + np.exp(-(middle + z * steps))))

    def drawn(self, rng: np.random.Generator, size: int) -> Floats:
        """Shares that are believed after the counts, with half an item more of each class (Jeffreys)."""
        if self.counts is None:
            return np.tile(np.array(self.shares), (size, 1))
        return rng.dirichlet(np.array(self.counts) + 0.5, size)

    @property
    def said(self) -> str:
        """The shares in words."""
        if self.positive is not None:
            return f"{self.of_positive:.4g}"
        return ", ".join(
            f"{label!r} {share:.4g}" for label, share in zip(self.labels, self.shares, strict=True)
        )

    def to_dict(self) -> dict[str, Any]:
        """The shares by class, and how sure they are."""
        return {
            "shares": {str(label): share for label, share in zip(self.labels, self.shares, strict=True)},
            "low": self.low,
            "high": self.high,
            "counts": None
            if self.counts is None
            else {str(label): count for label, count in zip(self.labels, self.counts, strict=True)},
        }


def expected_prevalence(
    labels: tuple[Label, ...], positive: Label | None, given: Any, interval: Any, counts: Any
) -> Prevalence:
    """The prevalence that is asked for; exactly one of the share and the counts it was found in."""
    if counts is not None:
        if given is not None or interval is not None:
            said = "{argument} tell the prevalence and how sure it is: leave out {one} and {other}"
            raise InputError(said, argument="prevalence_counts", one=Argument("prevalence"),
                             other=Argument("prevalence_interval"))  # fmt: skip
        found = _checked_counts(labels, positive, counts)
        return Prevalence(labels, tuple(x / sum(found) for x in found), positive, counts=found)
    if interval is not None:
        low, high = _checked_interval(positive, interval)
        # Without a share of its own, an interval is taken to be symmetric in log odds.
        middle = 1 / (1 + math.exp(-(_logit(low) + _logit(high)) / 2)) if given is None else given
        shares = class_shares(middle, labels, positive)
        share = float(shares[labels.index(positive)])
        if not low <= share <= high:
            said = "{argument} is from {low:g} to {high:g}, but {other} is {share:g}, which lies outside"
            raise InputError(said, argument="prevalence_interval", other=Argument("prevalence"), low=low,
                             high=high, share=share)  # fmt: skip
        return Prevalence(labels, tuple(shares.tolist()), positive, low, high)
    if given is None:
        raise InputError("say with {argument} what share of the items will be positive, such as 0.02",
                         argument="prevalence")  # fmt: skip
    return Prevalence(labels, tuple(class_shares(given, labels, positive).tolist()), positive)


def _checked_interval(positive: Label | None, given: Any) -> tuple[float, float]:
    if positive is None:
        raise InputError("{argument} works with two classes only: for more, give {other} by class",
                         argument="prevalence_interval", other=Argument("prevalence_counts"))  # fmt: skip
    try:
        low, high = map(float, given)
    except (TypeError, ValueError):
        low = high = math.nan
    if not 0 < low < high < 1:
        raise InputError("{argument} is two numbers between 0 and 1, the lower first, not {given!r}",
                         argument="prevalence_interval", given=given)  # fmt: skip
    return low, high


def _checked_counts(labels: tuple[Label, ...], positive: Label | None, given: Any) -> tuple[float, ...]:
    """The numbers of items by class, from a mapping, or of two classes the positives and all."""
    if isinstance(given, Mapping):
        if set(given) != set(labels):
            raise InputError("{argument} must be a number for each of the classes {labels}",
                             argument="prevalence_counts", labels=quoted(labels))  # fmt: skip
        found = [given[label] for label in labels]
    elif positive is None or not isinstance(given, Sequence) or len(given) != 2 or isinstance(given, str):
        raise InputError("{argument} is how many items of how many were positive, such as (12, 600), or the "
                         "numbers of items by class", argument="prevalence_counts")  # fmt: skip
    else:
        hits, items = given
        if isinstance(hits, int | float) and isinstance(items, int | float) and hits > items >= 0:
            raise InputError(
                "{argument} is how many were positive of how many items, and {hits:g} is more than {items:g}",
                argument="prevalence_counts", hits=hits, items=items,
            )  # fmt: skip
        found = [hits if label == positive else items - hits for label in labels]
    if not all(isinstance(x, int | float) and 0 <= x < math.inf for x in found) or not sum(found) > 0:
        raise InputError("{argument} must be numbers of items, none negative and not all 0, not {given!r}",
                         argument="prevalence_counts", given=given)  # fmt: skip
    return tuple(map(float, found))


def binomial_quantiles(successes: Any, trials: Any, z: Floats) -> Floats:
    """What a proportion can be that lies so many standard errors from the one observed.

    Bounds of Jeffreys' interval, with the exact ones where all trials or none succeed (Brown, Cai & DasGupta
    2001, section 4.1.2): quantiles of beta distributions at Φ(z).
    """
    x, n = np.asarray(successes, dtype=float), np.asarray(trials, dtype=float)
    none, every = (x <= 0) & (z > 0), (x >= n) & (z < 0)
    # Where none or all succeed, Beta(1, n) and Beta(n, 1) give the exact (Clopper–Pearson) bound.
    a = np.where(none, 1.0, np.where(every, np.maximum(n, 1.0), x + 0.5))
    b = np.where(none, np.maximum(n, 1.0), np.where(every, 1.0, np.maximum(n - x, 0.0) + 0.5))
    found = betaincinv(a, b, ndtr(z))
    with np.errstate(invalid="ignore"):
        # No standard error away lies what was observed, not the median of the posterior.
        found = np.where(z == 0, np.where(n > 0, x / n, 0.5), found)
    found = np.where((x <= 0) & (z < 0) & (n > 0), 0.0, found)
    return np.where((x >= n) & (z > 0) & (n > 0), 1.0, found)


def _logit(share: float) -> float:
    return math.log(share / (1 - share)) if 0 < share < 1 else math.copysign(math.inf, share - 0.5)
