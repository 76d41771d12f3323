"""How many items an evaluation needs, and what a given number can show.

The decisions are taken to be informed with probability b and guessed otherwise (Powers 2012): the table
expected under b, its prevalence and its bias is then known, and with it the variance of Informedness by
the delta method. The normal approximation gives the power of the test that the evaluation will use, unless
fewer than five items are expected in a cell, where it promises too much, or the test of more than two classes
takes the farthest of three statistics: there the test is tried on the tables that may come of the evaluation.
For two classes all but the most unlikely are listed, so that the power is known but for a millionth; for more
classes, or where the list would be too long, tables are drawn at random, always the same ones.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.contingency import Contingency
from abovechance.core.errors import InputError
from abovechance.inference.guessing.test import COMBINED
from abovechance.inference.guessing.weighted_hits import beyond_any, weighted_hits
from abovechance.inference.intervals.delta import linearise
from abovechance.inference.normal_power import (
    Shares,
    checked_items,
    checked_shares,
    least_items,
    normal_items,
    normal_power,
    require_different,
)
from abovechance.inference.significance.freeman_halton import runs
from abovechance.measures.registry import measure
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.inference.intervals.delta import Sampling

_SHARE_TOLERANCE = 1e-9
_FEW_EXPECTED = 5
_MOST_LISTED = 50_000  # so many tables of two classes are listed at most
_TABLES_DRAWN = 10_000  # so many are drawn otherwise: the standard error of a power of 0.8 is then 0.004
_FARTHEST_LIMIT = 12.0  # in standard deviations: no test of a level that anybody asks for has one beyond
_NEGLIGIBLE_TAIL = 1e-7


def items_needed(
    informedness: float,
    *,
    against: float = 0.0,
    prevalence: Shares = 0.5,
    bias: Shares | None = None,
    power: float = 0.8,
    level: float = 0.95,
    sides: int = 2,
    sampling: Sampling = "items",
) -> int:
    """How many items it takes to show that decisions are informed.

    Parameters
    ----------
    informedness
        The Informedness that is expected, or the least that would matter.
    against
        The Informedness to be refuted; 0 for chance.
    prevalence
        The prevalence of the positive class of two, or of each of K classes.
    bias
        How often each label will be predicted, given like the prevalence, which it equals by default.
    power
        The probability with which the test is to succeed.
    level, sides
        The confidence of the test, and whether it is two- or one-sided.
    sampling
        Whether the number of items is fixed, or that of each real class.

    Notes
    -----
    For two classes, and for more against another number than chance, the normal approximation is used where
    five items or more are expected in every cell, with this Informedness and with ``against``. Elsewhere the
    power is that of :func:`~abovechance.test` against chance, and of the bounds of
    :func:`~abovechance.interval` against any other number, on the tables that may come of the evaluation: all
    of them for two classes, 10 000 random ones (always the same) for more or where they are too many. Counts
    are whole, so that the power does not rise with every item; it is reached with the number returned, and
    not with one less.

    Examples
    --------
    >>> from abovechance.inference.power import items_needed
    >>> items_needed(0.2), items_needed(0.2, prevalence=0.05)
    (195, 348)
    >>> items_needed(0.15, prevalence=[0.2] * 5)
    90
    """
    case = _Case(informedness, against, prevalence, bias, two_sided(level, sides), sampling)
    return least_items(lambda n: case.power(n) >= power, case.items(power))


def power_of(
    n: int,
    informedness: float,
    *,
    against: float = 0.0,
    prevalence: Shares = 0.5,
    bias: Shares | None = None,
    level: float = 0.95,
    sides: int = 2,
    sampling: Sampling = "items",
) -> float:
    """The probability with which an evaluation of ``n`` items will show that decisions are informed.

    The parameters are those of :func:`items_needed`, and so is the way it is computed.

    Examples
    --------
    >>> from abovechance.inference.power import power_of
    >>> round(power_of(100, 0.2), 2)
    0.51
    """
    case = _Case(informedness, against, prevalence, bias, two_sided(level, sides), sampling)
    return case.power(checked_items(n, least=1))


def items_needed_to_compare(
    first: float,
    second: float,
    *,
    prevalence: Shares = 0.5,
    bias: Shares | None = None,
    correlation: float = 0.0,
    power: float = 0.8,
    level: float = 0.95,
    sides: int = 2,
) -> int:
    """How many items, judged by both, it takes to show that two systems differ in Informedness.

    Parameters
    ----------
    first, second
        The Informedness of each system.
    prevalence, bias, power, level, sides
        As in :func:`items_needed`; the bias is that of both systems.
    correlation
        How far the two systems are right and wrong on the same items of a class; 0, the careful choice, if
        their errors are independent.

    Examples
    --------
    >>> from abovechance.inference.power import items_needed_to_compare
    >>> items_needed_to_compare(0.7, 0.8), items_needed_to_compare(0.7, 0.8, correlation=0.5)
    (683, 347)
    """
    deviation = _paired_deviation(first, second, prevalence, bias, correlation)
    test: Any = {"power": power, "level": two_sided(level, sides), "what": "an Informedness"}
    return normal_items((first, second), deviation, deviation, **test)


def power_to_compare(
    n: int,
    first: float,
    second: float,
    *,
    prevalence: Shares = 0.5,
    bias: Shares | None = None,
    correlation: float = 0.0,
    level: float = 0.95,
    sides: int = 2,
) -> float:
    """The probability with which ``n`` items judged by both will show that two systems differ.

    The parameters are those of :func:`items_needed_to_compare`.

    Examples
    --------
    >>> from abovechance.inference.power import power_to_compare
    >>> round(power_to_compare(683, 0.7, 0.8), 2)
    0.8
    """
    deviation = _paired_deviation(first, second, prevalence, bias, correlation)
    shift = (first - second) * math.sqrt(checked_items(n, least=1))
    return normal_power(shift, deviation, deviation, two_sided(level, sides))


def expected_shares(
    informedness: float, prevalence: Shares = 0.5, bias: Shares | None = None
) -> NDArray[np.float64]:
    """The share of each cell if decisions are informed with a probability, and guessed otherwise."""
    real = checked_shares(prevalence, "prevalence")
    predicted = real if bias is None else checked_shares(bias, "bias")
    if len(real) != len(predicted):
        raise InputError(
            f"prevalence has {len(real)} classes and bias {len(predicted)}: give one number for each class"
        )
    if not 0 <= informedness <= 1:
        raise InputError(f"informedness must lie between 0 and 1, got {informedness!r}")
    # Labels of informed decisions are right, and so as frequent as the classes: guesses give the rest of
    # each.
    guessed = predicted - informedness * real
    if np.any(guessed < -_SHARE_TOLERANCE):
        raise InputError(
            f"no system of Informedness {informedness:g} predicts a class of prevalence "
            f"{real[guessed < -_SHARE_TOLERANCE][0]:g} as rarely as "
            f"{predicted[guessed < -_SHARE_TOLERANCE][0]:g}: "
            f"its bias is at least {informedness * real[guessed < -_SHARE_TOLERANCE][0]:g}"
        )
    return informedness * np.diag(real) + np.outer(real, np.maximum(guessed, 0))


def _deviation(informedness: float, prevalence: Shares, bias: Shares | None, sampling: Sampling) -> float:
    """The standard deviation of Informedness times √N."""
    table = Tables.from_counts(expected_shares(informedness, prevalence, bias))
    return float(linearise([measure("informedness")], table, sampling)["informedness"].se)


@dataclass(frozen=True)
class _Case:
    """What is expected and to be refuted; ``level`` is that of a two-sided interval."""

    informedness: float
    against: float
    prevalence: Shares
    bias: Shares | None
    level: float
    sampling: Sampling

    def __post_init__(self) -> None:
        require_different(informedness=self.informedness, against=self.against)

    @cached_property
    def _shares(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The expected tables of what is to be refuted, and of what is expected."""
        null, expected = (
            expected_shares(b, self.prevalence, self.bias) for b in (self.against, self.informedness)
        )
        return null, expected

    @cached_property
    def _deviations(self) -> tuple[float, float]:
        at = (self.against, self.informedness)
        null, alternative = (_deviation(b, self.prevalence, self.bias, self.sampling) for b in at)
        # a perfect system has no variance: the approximation needs some
        return null, max(alternative, _SHARE_TOLERANCE)

    def items(self, power: float) -> int:
        """How many are needed by the normal approximation."""
        values = self.informedness, self.against
        found = normal_items(values, *self._deviations, power=power, level=self.level, what="an Informedness")
        return found + 1

    def power(self, n: int) -> float:
        """The probability of success, by the normal approximation or on the tables that may come."""
        combined = self.against == 0 and len(self._shares[0]) > 2
        if not combined and n * min(float(x.min()) for x in self._shares) >= _FEW_EXPECTED:
            shift = (self.informedness - self.against) * math.sqrt(n - 1)
            return normal_power(shift, *self._deviations, self.level)
        tables, chances = _outcomes(n, self._shares[1], self.sampling)
        shown = _convincing(tables, self.against, self.level, more=self.informedness > self.against)
        return float(chances[shown].sum())


def _paired_deviation(
    first: float, second: float, prevalence: Shares, bias: Shares | None, correlation: float
) -> float:
    require_different(first=first, second=second)
    if not -1 < correlation < 1:
        raise InputError(f"correlation must lie between -1 and 1, got {correlation!r}")
    one, other = (_deviation(b, prevalence, bias, "items") for b in (first, second))
    return math.sqrt(one**2 + other**2 - 2 * correlation * one * other)


def _outcomes(n: int, shares: NDArray[np.float64], sampling: Sampling) -> tuple[Tables, Array]:
    """Tables that ``n`` items may give if the cells have these shares, and their probabilities."""
    found = _listed(n, shares, sampling) if len(shares) == 2 else None
    counts, chances = _drawn(n, shares, sampling) if found is None else found
    return Tables(counts, tuple(range(len(shares))), axes=(Axis("outcome"),)), chances


def _convincing(tables: Tables, against: float, level: float, *, more: bool) -> Array:
    """Which tables show Informedness to be more (or less) than a number, at a two-sided level."""
    from abovechance.inference.intervals.interval import interval
    from abovechance.inference.significance.test import test

    if against != 0:
        bounds = interval(tables, "informedness", level=level)
        return bounds.low > against if more else bounds.high < against
    if len(tables.labels) > 2:
        return _farther_out(tables, level, more=more)
    found = test(tables)
    return (found.p_value < 1 - level) & ((found.statistic > 0) == more)


def _farther_out(tables: Tables, level: float, *, more: bool) -> Array:
    """Which tables the combined test finds better (or worse) than guessing, by the expected margins."""
    from scipy.optimize import brentq

    usual = weighted_hits(Contingency(tables.counts.mean(0, keepdims=True)), COMBINED)

    def excess(limit: float) -> float:
        return beyond_any(np.array([limit]), usual.skewness, usual.correlation, "two-sided")[0] - (1 - level)

    limit = brentq(excess, 0.0, _FARTHEST_LIMIT)
    z = weighted_hits(tables.contingency, COMBINED).standardised
    z = np.nan_to_num(z if more else -z)
    return (z.max(-1) > limit) & (z.max(-1) >= -z.min(-1))


def _listed(n: int, shares: NDArray[np.float64], sampling: Sampling) -> tuple[Array, Array] | None:
    """All tables of two classes but the most unlikely; None if they are too many."""
    real = shares.sum(1)
    positive, chances = _likely(np.array([n]), real[1])[1:]
    if sampling == "classes":
        positive, chances = _class_sizes(n, real)[1:], np.ones(1)
    recall, fallout = shares[1, 1] / real[1], shares[0, 1] / real[0]
    middle = positive[len(positive) // 2]
    # Judged by the likeliest number of positives, before the tables of all are made.
    widths = [len(_likely(np.array([x]), y)[1]) for x, y in ((middle, recall), (n - middle, fallout))]
    if len(positive) * math.prod(widths) > _MOST_LISTED:
        return None
    whose, tp, chance = _likely(positive, recall)
    positive, chances = positive[whose], chances[whose] * chance
    whose, fp, chance = _likely(n - positive, fallout)
    tp, positive, chances = tp[whose], positive[whose], chances[whose] * chance
    cells = (n - positive - fp, fp, positive - tp, tp)
    return np.stack(cells, axis=-1).reshape(-1, 2, 2).astype(np.int64), chances


def _likely(trials: Array, share: float) -> tuple[Array, Array, Array]:
    """The likely numbers of successes: of which series of trials, how many, with what probability."""
    from scipy.stats import binom

    ends = binom.ppf([[_NEGLIGIBLE_TAIL], [1 - _NEGLIGIBLE_TAIL]], trials, share)
    least, most = np.maximum(np.asarray(ends, dtype=np.int64), 0)
    whose, above = runs(most - least + 1)
    number = least[whose] + above
    return whose, number, np.asarray(binom.pmf(number, trials[whose], share))


def _drawn(n: int, shares: NDArray[np.float64], sampling: Sampling) -> tuple[Array, Array]:
    # Seeded by n, so that the same question has the same answer.
    rng = np.random.default_rng(n)
    if sampling == "items":
        counts = rng.multinomial(n, shares.ravel(), size=_TABLES_DRAWN).reshape(_TABLES_DRAWN, *shares.shape)
    else:
        real = shares.sum(1)
        rows = zip(_class_sizes(n, real), shares / real[:, None], strict=True)
        counts = np.stack([rng.multinomial(size, row, size=_TABLES_DRAWN) for size, row in rows], axis=1)
    return counts.astype(np.int64), np.full(_TABLES_DRAWN, 1 / _TABLES_DRAWN)


def _class_sizes(n: int, real: NDArray[np.float64]) -> NDArray[np.int64]:
    """As many items of each class as its share comes to, rounded so that they are ``n`` in all."""
    return np.diff(np.rint(np.append(0, np.cumsum(real)) * n).astype(np.int64))
