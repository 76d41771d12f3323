"""Refusing the least confident: Informedness among the answers against the share of items answered.

Items are ordered by confidence. Of two classes it is the distance of the score from the threshold, of more it
is the highest score of a class. To answer those above a confidence is a table with abstentions, so the curve
is a batch of these: the risk–coverage curve of selective classification (El-Yaniv & Wiener 2010), with
Informedness in the place of the error rate.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from abovechance.core.checks import quantile
from abovechance.core.contingency import Contingency
from abovechance.core.errors import InputError, keeping_warnings
from abovechance.core.result import Answer
from abovechance.core.text import bounds as bounds_text
from abovechance.core.text import counted, number, quantity
from abovechance.curves.decisions import beyond, binned, highest, with_refusals
from abovechance.inference.abstention import with_guesses
from abovechance.inference.arguments import checked_replicates, checked_seed
from abovechance.inference.intervals.interval import interval
from abovechance.inference.intervals.of_function import function_interval
from abovechance.intake.missing import Missing
from abovechance.measures.registry import measure
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.core.labels import Label
    from abovechance.core.result import Row

    Floats = NDArray[np.float64]

_LEAST_ANSWERED = 0.1  # the area begins here: of fewer answers Informedness is mostly noise
_CHUNK = 2**22  # cells that are drawn at a time


@dataclass(frozen=True)
class AbstentionPoint:
    """What becomes of it if items below a confidence are refused.

    Attributes
    ----------
    confidence
        The least confidence that is answered.
    answered
        The share of items that are answered.
    informedness, low, high
        Of the answers, with its interval.
    with_guesses
        Informedness of all items, where a refusal is a guess.
    tables
        The table with abstentions, for :func:`abovechance.abstentions`.
    """

    confidence: float
    answered: float
    informedness: float
    low: float | None
    high: float | None
    with_guesses: float
    tables: Tables


@dataclass(frozen=True, eq=False, repr=False)
class AbstentionCurve(Answer):
    """What :func:`abstention_curve` found.

    Attributes
    ----------
    tables
        The tables with abstentions, by confidence, from few answers to all.
    confidence, answered
        The least confidence that is answered, and the share of items that are.
    informedness, low, high
        Of the answers, with pointwise intervals.
    with_guesses
        Informedness of all items, where a refusal is a guess.
    area, area_low, area_high
        The mean Informedness over the shares answered from a tenth (or the least share at which it is
        defined) to all.
    gain, gain_low, gain_high
        The area less the Informedness of answering all: what confidence is worth. About 0 where it is
        unrelated to being right.
    point, wanted
        The operating point asked for, or None, and what was asked for, in words.
    level
        The confidence level of the intervals.
    """

    tables: Tables
    confidence: Floats
    answered: Floats
    informedness: Floats
    low: Floats
    high: Floats
    with_guesses: Floats
    area: float
    area_low: float
    area_high: float
    gain: float
    gain_low: float
    gain_high: float
    point: AbstentionPoint | None
    wanted: str | None
    level: float

    def rows(self) -> list[Row]:
        """A row for each confidence, from few answers to all."""
        names = ("confidence", "answered", "informedness", "low", "high", "with_guesses")
        columns = [getattr(self, name).tolist() for name in names]
        return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]

    def at(
        self, *, answered: float | None = None, informedness: float | None = None
    ) -> AbstentionPoint | None:
        """The point where at least a share is answered; or the most answers of at least an Informedness.

        None if no point has that Informedness.
        """
        return _point(self.tables, _place(self.answered, self.informedness, answered, informedness), self)

    @property
    def verdict(self) -> str:
        """The answer in plain sentences."""
        full, level = float(self.informedness[-1]), f"{100 * self.level:.12g} %"
        said = [f"Informedness is {number(full)} if all items are answered."]
        if not math.isnan(self.gain):
            around = f"({level} interval {bounds_text(self.gain_low, self.gain_high)})"
            if self.gain_low > 0:
                read = f"Refusing the least confident raises it, by {number(self.gain)} on average {around}."
            elif self.gain_high < 0:
                read = f"Refusing the least confident changes it by {number(self.gain)} on average {around}: "
                read += "confident answers are the worse ones."
            else:
                read = (
                    f"Refusing the least confident is not shown to change it: {number(self.gain)} {around}."
                )
            said.append(read)
        if self.point is not None:
            p = self.point
            around = "" if p.low is None or p.high is None else f" ({bounds_text(p.low, p.high)})"
            said.append(
                f"For {self.wanted}, answer where the confidence is at least {p.confidence:.4g}: "
                f"{100 * p.answered:.3g} % are answered, with Informedness {number(p.informedness)}{around}."
            )
        elif self.wanted is not None:
            known = np.where(self.answered >= _LEAST_ANSWERED, np.nan_to_num(self.informedness, nan=-2), -2)
            best = int(np.argmax(known))
            said.append(
                f"There is no {self.wanted} with a tenth or more of the items answered: the most is "
                f"{number(self.informedness[best])}, with {100 * self.answered[best]:.3g} % answered."
            )
        return " ".join(said)

    @property
    def about(self) -> str:
        """How many items and classes there are."""
        classes = counted(len(self.tables.labels), "class", "classes")
        total = self.tables.counts[-1].sum()
        return f"{counted(quantity(total), 'item')}, {classes}, {counted(len(self.answered), 'point')}"


@keeping_warnings
def abstention_curve(
    truth: Any,
    scores: Any,
    *,
    classes: Any = None,
    positive: Label | None = None,
    threshold: float = 0.5,
    weights: Any = None,
    counts: Any = None,
    missing: Any = (),
    on_missing: str = "error",
    answered: float | None = None,
    informedness: float | None = None,
    level: float = 0.95,
    replicates: int = 1000,
    seed: int | None = 0,
) -> AbstentionCurve:
    """Informedness among the answers when the least confident are refused, by the share answered.

    Parameters
    ----------
    truth
        A column of labels.
    scores
        A column of scores of two classes, the higher the more positive; or a column for each class, as
        ``predict_proba`` gives them: an array, a mapping or a frame.
    classes
        The classes that the columns of scores are for, in their order.
    positive
        The positive class of two.
    threshold
        From this score on, the decision is for the positive class; the confidence is the distance from it.
    weights, counts, missing, on_missing
        As in :meth:`Curve.from_scores`.
    answered, informedness
        Ask for an operating point: at least this share answered, or the most answers with at least this
        Informedness.
    level, replicates, seed
        The confidence level of the intervals; those of the area and of the gain come from ``replicates``
        tables drawn at random.

    Examples
    --------
    >>> import abovechance as ac
    >>> truth = [0, 0, 0, 1, 1, 1, 0, 1, 0, 1]
    >>> scores = [0.1, 0.2, 0.3, 0.7, 0.8, 0.9, 0.6, 0.4, 0.45, 0.55]
    >>> curve = ac.abstention_curve(truth, scores, answered=0.6)
    >>> round(float(curve.informedness[-1]), 3), curve.point.answered, curve.point.informedness
    (0.6, 0.6, 1.0)
    """
    if answered is not None and informedness is not None:
        raise InputError("ask for a share answered or for an Informedness, not for both")
    if answered is not None and not 0 < answered <= 1:
        raise InputError("{argument} is a share above 0 and at most 1, not {given!r}",
                         argument="answered", given=answered)  # fmt: skip
    z, size = quantile(level), checked_replicates(replicates)
    rng = np.random.default_rng(checked_seed(seed))
    rows = {"weights": weights, "counts": counts, "missing": Missing.of_scores(missing, on_missing)}
    if isinstance(scores, Mapping) or hasattr(type(scores), "columns") or np.ndim(scores) == 2:
        decided = highest(truth, scores, classes, rows)
    elif classes is not None:
        raise InputError("{argument} is for a column of scores for each class", argument="classes")
    else:
        decided = beyond(truth, scores, positive, threshold, rows)
    confidence, cells = binned(decided)
    tables = with_refusals(cells, decided)
    worth = 1.0 if decided.squares is None else decided.masses.sum() / decided.squares.sum()
    within = _intervals(np.cumsum(cells, axis=0), tables, worth, level)
    shares = tables.counts[..., : len(decided.labels)].sum((-2, -1)) / cells.sum()
    area, gain = (float(x) for x in _area(shares, within.value))
    drawn = _drawn(cells * worth, size, rng)
    (area_low, area_high), (gain_low, gain_high) = (
        _around(value, draws, z) for value, draws in zip((area, gain), drawn, strict=True)
    )
    wanted = None
    if answered is not None:
        wanted = f"at least {100 * answered:.3g} % answered"
    elif informedness is not None:
        wanted = f"Informedness of at least {informedness:g}"
    curve = AbstentionCurve(
        tables, confidence, shares, within.value, within.low, within.high, with_guesses(tables.counts),
        area, area_low, area_high, gain, gain_low, gain_high, None, wanted, level,
        left_out=decided.left_out,
    )  # fmt: skip
    if wanted is None:
        return curve
    return replace(curve, point=curve.at(answered=answered, informedness=informedness))


class _Intervals(NamedTuple):
    """Informedness of the answers at each confidence, and its interval."""

    value: Floats
    low: Floats
    high: Floats


def _intervals(answers: Array, tables: Tables, worth: float, level: float) -> _Intervals:
    """The recommended intervals of whole items; of weights those of the delta method."""
    if answers.dtype.kind == "i":
        only = Tables(answers, tables.labels, positive=tables.positive, axes=tables.axes)
        known = interval(only, "informedness", level=level)
        return _Intervals(*(np.asarray(x, dtype=float) for x in (known.value, known.low, known.high)))
    of = measure("informedness").function
    found = function_interval(lambda x: of(Contingency(x)), answers * worth, level)
    return _Intervals(found.value, found.low, found.high)


def _area(shares: Floats, values: Floats) -> tuple[Floats, Floats]:
    """The mean value over shares from a tenth to all, and what it is more than the last; over a batch."""
    known = np.isfinite(values) & (shares >= _LEAST_ANSWERED)
    wide = np.where(known[..., 1:] & known[..., :-1], np.diff(shares, axis=-1), 0.0)
    middle = np.where(wide > 0, (np.nan_to_num(values[..., 1:]) + np.nan_to_num(values[..., :-1])) / 2, 0.0)
    total = wide.sum(-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        area = np.where(total > 0, (wide * middle).sum(-1) / total, values[..., -1])
    return area, area - values[..., -1]


def _drawn(cells: Array, size: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """The area and the gain of as many items drawn from the observed ones, again and again."""
    flat = cells.ravel().astype(float)
    total = max(round(float(flat.sum())), 1)
    filled = np.nonzero(flat)[0]
    shares = flat[filled] / flat.sum()
    of, parts = measure("informedness").function, []
    length = max(_CHUNK // max(cells.size, 1), 1)
    for start in range(0, size, length):
        some = min(length, size - start)
        draws = np.zeros((some, cells.size))
        draws[:, filled] = rng.multinomial(total, shares, size=some)
        upto = np.cumsum(draws.reshape(some, *cells.shape), axis=1)
        with np.errstate(all="ignore"):
            values = of(Contingency(upto))
        parts.append(_area(upto.sum((-2, -1)) / total, values))
    area, gain = (np.concatenate(part) for part in zip(*parts, strict=True))
    return area, gain


def _around(value: float, draws: Floats, z: float) -> tuple[float, float]:
    """The normal interval with the standard error of the draws."""
    known = draws[np.isfinite(draws)]
    if math.isnan(value) or len(known) < 2:
        return math.nan, math.nan
    spread = z * float(known.std(ddof=1))
    return max(value - spread, -2.0), min(value + spread, 2.0)


def _place(shares: Floats, values: Floats, answered: float | None, informedness: float | None) -> int | None:
    """The first point of at least a share, or the last of at least an Informedness."""
    if (answered is None) == (informedness is None):
        raise InputError("ask for a share answered or for an Informedness")
    if answered is not None:
        return int(np.argmax(shares >= answered - 1e-12))
    with np.errstate(invalid="ignore"):
        enough = values >= (math.inf if informedness is None else informedness)
    reached = np.nonzero(enough & (shares >= _LEAST_ANSWERED))[0]
    return int(reached[-1]) if len(reached) else None


def _point(tables: Tables, place: int | None, curve: AbstentionCurve) -> AbstentionPoint | None:
    """A point of the curve."""
    if place is None:
        return None
    low, high = float(curve.low[place]), float(curve.high[place])
    known = not math.isnan(low)
    return AbstentionPoint(
        confidence=float(curve.confidence[place]),
        answered=float(curve.answered[place]),
        informedness=float(curve.informedness[place]),
        low=low if known else None,
        high=high if known else None,
        with_guesses=float(curve.with_guesses[place]),
        tables=tables[place],
    )
