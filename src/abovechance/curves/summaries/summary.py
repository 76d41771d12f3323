"""Summaries of a curve by name, as functions of a curve that a bootstrap can call, and all at once."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.core.result import Result, Row, plain
from abovechance.curves.curve.arguments import of_curve
from abovechance.curves.curve.curve import Curve
from abovechance.curves.curve.ranking import amount
from abovechance.curves.summaries.areas import auk, auprg, average_precision, ks, partial_auc, pr_area
from abovechance.curves.summaries.declared import curve_measure, curve_measures, known_curve_measure
from abovechance.curves.summaries.losses import h_measure
from abovechance.measures.registry import AREA_ADVICE, Measure, declared, measure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.core.labels import Label
    from abovechance.curves.summaries.declared import CurveMeasure

Statistic = Callable[[Curve], float]

OF_CURVES = ("auc", "auch", "gini")  # summaries that a curve has of itself
FUNCTIONS: dict[str, Callable[..., Any]] = {
    f.__name__: f for f in (auk, auprg, average_precision, h_measure, ks, partial_auc, pr_area)
}
"""Summaries that are functions of a curve, some of them with parameters."""
NAMES = (*OF_CURVES, *FUNCTIONS, "best_informedness")
SCALES = {
    "auch": "logit", "average_precision": "logit", "best_informedness": "arcsine", "h_measure": "arcsine",
    "ks": "arcsine", "partial_auc": "logit", "pr_area": "logit",
}  # fmt: skip
"""Shares whose bias the bootstrap shows and whose bounds are best found on a scale of their own."""
_NAMES = Names(
    "summary of a curve",
    NAMES,
    {"informedness": "best_informedness", "pauc": "partial_auc", "youden": "best_informedness"},
)


def statistic_of(summary: str | Callable[..., Any], **parameters: object) -> tuple[str, Statistic]:
    """The name of a summary, and a function that computes it."""
    if callable(summary):
        named = getattr(summary, "__name__", type(summary).__name__)
        named = "summary" if named == "<lambda>" else named
        return named, partial(_number, partial(summary, **parameters))
    name = _known(summary)
    if name in FUNCTIONS:
        return name, partial(_number, partial(FUNCTIONS[name], **parameters))
    if parameters:
        raise InputError(f"{name} has no parameter {next(iter(parameters))!r}")
    return name, best_informedness if name == "best_informedness" else curve_measure(name).function


@of_curve
def best_informedness(curve: Curve) -> float:
    """The Informedness at the best threshold: the largest height of the curve above the chance line."""
    return float(np.max(curve.tpr - curve.fpr))


def _number(function: Callable[[Curve], Any], curve: Curve) -> float:
    return float(function(curve))


def _known(name: object) -> str:
    if not isinstance(name, str):
        raise InputError(f"the summary must be a name such as 'auc', or a function of a curve, got {name!r}")
    declared = None if name in _NAMES else known_curve_measure(name)
    return _NAMES(name) if declared is None else declared.key


def measure_of_decisions(name: str | Measure) -> Measure:
    """The measure of a name, such as that of a criterion or a scorer.

    The AUC of a single threshold is Informedness in another unit, so nobody who asks for "auc" wants it.

    Examples
    --------
    >>> from abovechance.curves.summaries.summary import measure_of_decisions
    >>> measure_of_decisions("youden").key
    'informedness'
    """
    if not isinstance(name, str) or declared("_".join(name.casefold().replace("-", " ").split())) is not None:
        return measure(name)
    summary = known_curve_measure(name)
    if summary is None:
        return measure(name)
    advice = f"compute it with abovechance.curves.summary(curve, {summary.key!r})"
    if summary.key == "auc":
        advice = AREA_ADVICE
    raise InputError(
        f"{name!r} sums up the thresholds of a curve and is no measure of the decisions at one: {advice}"
    )


@dataclass(frozen=True, eq=False)
class Summarised(Result):
    """One number of a summary.

    Attributes
    ----------
    measure
        What is known of the number: a :class:`~abovechance.curves.CurveMeasure`.
    value, reason
        The number, NaN where it is undefined, and then why.
    chance
        What scores that say nothing are expected to get; None if that depends on other things.
    """

    _headline = "value"

    measure: CurveMeasure
    value: float
    chance: float | None
    reason: str | None

    def rows(self) -> list[Row]:
        """One row: the value, chance, and what is known of the measure."""
        known = self.measure
        return [
            {
                "measure": known.key,
                "title": known.title,
                "value": self.value,
                "chance": self.chance,
                "best": known.best,
                "reason": self.reason,
                "meaning": known.meaning,
                "formula": known.formula,
                "source": "; ".join(known.source),
                "advice": known.advice,
            }
        ]

    def to_dict(self) -> dict[str, Any]:
        """The row as plain values."""
        return {name: plain(value) for name, value in self.rows()[0].items()}


@dataclass(frozen=True, eq=False, repr=False)
class Summary(Result):
    """A curve in numbers.

    Attributes
    ----------
    positive
        The positive class.
    positives, negatives
        The number of items of each class, or their weight.
    entries
        The numbers.
    """

    positive: Label
    positives: float
    negatives: float
    entries: tuple[Summarised, ...]

    def __getitem__(self, name: str) -> float:
        """One of the numbers by its key or another name; NaN where it is undefined."""
        key = curve_measure(name).key
        return next(entry.value for entry in self.entries if entry.measure.key == key)

    def rows(self) -> list[Row]:
        """One row for each number: its value, chance, and what is known of it."""
        return [row for entry in self.entries for row in entry.rows()]

    def __repr__(self) -> str:
        """A table of values and of chance."""
        width = max(len(entry.measure.title) for entry in self.entries)
        lines = [
            f"{amount(self.positives)} positive ({self.positive!r}), {amount(self.negatives)} negative",
            f"{'':<{width}}    value   chance",
        ]
        lines += [f"{entry.measure.title:<{width}}  {_line(entry)}".rstrip() for entry in self.entries]
        return "\n".join(lines)


def _line(entry: Summarised) -> str:
    if entry.reason is not None:
        return f"undefined: {entry.reason}"
    return f"{entry.value:7.4f}" + ("" if entry.chance is None else f"  {entry.chance:7.4f}")


@of_curve
def summary(curve: Curve, measures: str | Iterable[str] | None = None) -> Summary:
    """All numbers that sum up a curve, or those named as in :func:`curve_measures`.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> ac.curves.summary(curve, ["auc", "auch", "average_precision", "brier"])
    2 positive (1), 2 negative
                         value   chance
    AUC                 0.7500   0.5000
    AUCH                0.8750   0.5000
    Average precision   0.8333   0.5000
    Brier score         0.1581
    """
    if isinstance(measures, str):
        measures = (measures,)
    chosen = curve_measures() if measures is None else tuple(map(curve_measure, measures))
    entries = tuple(_summarised(curve, m) for m in chosen)
    return Summary(curve.positive, curve.positives, curve.negatives, entries)


def _summarised(curve: Curve, m: CurveMeasure) -> Summarised:
    reason = m.why(curve)
    value = math.nan if reason else m.function(curve)
    return Summarised(m, value, m.chance_of(curve), reason)
