"""Probabilistic benchmarking: the word of a verbal scale that a coefficient has earned, not just touched.

A coefficient of 0.67 lies in "substantial", but with a standard error of 0.15 it may well be lower. Gwet
(2014, chapter 6) takes the probability of every word, adds them up from the best one down, and gives the
first at which the sum reaches 0.95. The probabilities of a result are those of its interval, so that word and
interval say the same; a number with a standard error has those of a normal distribution cut off at −1 and 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.core.result import Result
from abovechance.measures.verbal_scales import SCALES
from abovechance.raters.agreement import Agreement
from abovechance.raters.coefficients.registry import coefficient

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.result import Row
    from abovechance.measures.verbal_scales import Scale

AUTHORS = {  # the scales that are for coefficients of agreement, and who made them
    "landis_koch": "Landis and Koch",
    "altman": "Altman",
    "fleiss": "Fleiss",
    "cicchetti": "Cicchetti",
    "regier": "Regier and others",
    "krippendorff": "Krippendorff",
}
scale_name = Names("scale of agreement", AUTHORS, {"landis": "landis_koch", "landis_and_koch": "landis_koch"})
"""The key of a scale of agreement."""


@dataclass(frozen=True)
class Grade:
    """One word of a scale, which reaches from ``low`` to ``high``."""

    word: str
    low: float
    high: float
    probability: float  # that the true coefficient lies there
    cumulative: float  # that it lies there or higher


@dataclass(frozen=True, eq=False, repr=False)
class Benchmark(Result):
    """What a coefficient has earned on a verbal scale.

    Attributes
    ----------
    value, se
        The coefficient and its standard error.
    scale, source
        The key of the scale, and where it was published.
    level
        The probability that a word and those above it must reach.
    word
        The word that is earned; None if the coefficient or its standard error is undefined.
    naive
        The word of the value itself, without regard to its uncertainty.
    grades
        All words, the best first.
    reason
        Why no word is earned, or None.
    """

    _headline = "value"

    value: float
    se: float
    scale: str
    source: str
    level: float
    word: str | None
    naive: str | None
    grades: tuple[Grade, ...]
    reason: str | None = None

    def rows(self) -> list[Row]:
        """One row for each word."""
        return [dict(vars(grade)) for grade in self.grades]

    def __repr__(self) -> str:
        """The word that is earned, and the table of all."""
        said = self._word_said()
        if self.reason is not None:
            return said
        width = max(len(grade.word) for grade in self.grades)
        lines = [
            f"{g.word:{width}}  {g.low:6.3f} to {g.high:6.3f}  {g.probability:.3f}  {g.cumulative:.3f}"
            for g in self.grades
        ]
        return "\n".join([said, *lines])

    def _word_said(self) -> str:
        touched = "" if self.naive == self.word else f" (the value alone would be {self.naive!r})"
        if self.reason is not None:
            return f"no word by {self.scale}: {self.reason}"
        if self.word == self.grades[-1].word:
            better = self.grades[-2].word
            return (
                f"{self.word!r} by {self.scale}: {better!r} or better has a probability below {self.level:g}"
                f"{touched}"
            )
        return f"{self.word!r} by {self.scale} with a probability of {self.level:g} or more{touched}"


def benchmark_agreement(
    value: object, *, se: float | None = None, scale: str = "landis_koch", level: float = 0.95
) -> Benchmark:
    """Which word of a verbal scale a coefficient of agreement has earned.

    Parameters
    ----------
    value
        A result of :func:`~abovechance.agreement` of one coefficient, or a number.
    se
        The standard error of a number.
    scale
        ``"landis_koch"``, ``"altman"``, ``"fleiss"``, ``"cicchetti"``, ``"regier"`` or ``"krippendorff"``.
    level
        The probability that a word and all better ones must reach together.

    Returns
    -------
    Benchmark

    Examples
    --------
    >>> import abovechance as ac
    >>> ac.benchmark_agreement(0.67, se=0.15, scale="altman")
    'moderate' by altman with a probability of 0.95 or more (the value alone would be 'good')
    very good   0.800 to  1.000  0.182  0.182
    good        0.600 to  0.800  0.493  0.675
    moderate    0.400 to  0.600  0.288  0.964
    fair        0.200 to  0.400  0.036  0.999
    poor       -1.000 to  0.200  0.001  1.000
    """
    found = value if isinstance(value, Agreement) else None
    number, error = _checked(value, se)
    two_sided(level, 2)
    key = scale_name(scale)
    chosen = SCALES[key]
    reason = _without_word(found, number, error)
    edges = np.array([-1.0, *chosen.edges, 1.0])
    if reason is not None:
        probabilities = np.full(len(chosen.words), np.nan)
    elif found is not None and found.confidence is not None:
        probabilities = np.diff(found.confidence.below(edges))[::-1]
    else:
        probabilities = _probabilities(number, error, chosen, edges)[::-1]
    cumulative = probabilities.cumsum()
    words = chosen.words[::-1]
    # the words of a scale reach from edge to edge, but for rounding
    lows, highs = edges[-2::-1] + 0.0, edges[:0:-1] + 0.0
    # An edge just below 0, as that of Landis and Koch, is told as 0.
    lows, highs = (np.where(abs(x) < np.finfo(float).tiny, 0.0, x) for x in (lows, highs))
    grades = tuple(
        Grade(*row)
        for row in zip(
            words,
            lows.tolist(),
            highs.tolist(),
            probabilities.tolist(),
            np.minimum(cumulative, 1.0).tolist(),
            strict=True,
        )
    )
    # Probabilities that add up to the level may miss it by rounding.
    earned = next((g.word for g in grades if g.cumulative >= level - 1e-12), None)
    naive = None if found is not None and not coefficient(found.measure).worded else chosen.word(number)
    return Benchmark(number, error, key, chosen.source, level, earned, naive, grades, reason)


def _without_word(found: Agreement | None, number: float, error: float) -> str | None:
    """Why a coefficient earns no word; None if it does."""
    if found is not None and not coefficient(found.measure).worded:
        return f"verbal scales were made for Kappas, and {found.title} is none"
    if math.isnan(number):
        return "the coefficient is undefined" if found is None or found.reason is None else found.reason
    if math.isnan(error) or (found is not None and found.reason is not None):
        return "its uncertainty is not known" if found is None or found.reason is None else found.reason
    return None


def _checked(value: Any, se: float | None) -> tuple[float, float]:
    if isinstance(value, Agreement):
        if se is not None:
            raise InputError("se is for a number: a result of agreement brings its own standard error")
        return value.value, value.se
    if se is None:
        raise InputError(
            "a number needs its standard error as se; or give a result of agreement by one measure, such as "
            "found['fleiss_kappa']"
        )
    try:
        number, error = float(value), float(se)
    except (TypeError, ValueError):
        raise InputError(
            f"value must be a result of agreement by one measure or a number, and se a number, got "
            f"{type(value).__name__ if isinstance(value, Result) else repr(value)} and {se!r}"
        ) from None
    if error < 0 or number > 1 or number < -1:
        raise InputError(
            f"a coefficient is at most 1 and a standard error is 0 or more, got {number} and {error}"
        )
    return number, error


def _probabilities(value: float, se: float, scale: Scale, edges: NDArray[Any]) -> NDArray[np.float64]:
    """Of each word, the lowest first; all of it at the value where there is no uncertainty."""
    from scipy.special import ndtr

    if se == 0:
        return np.array([word == scale.word(value) for word in scale.words], dtype=float)
    # from the far tail each, so that small probabilities are not differences of ones
    below = ndtr((edges - value) / se)
    above = ndtr((value - edges) / se)
    between = np.where(edges[1:] <= value, np.diff(below), -np.diff(above))
    return between / between.sum()
