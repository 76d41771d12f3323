"""The reading of an evaluation in plain sentences.

Why the test of guessing and the interval of Informedness disagree, where they do, in one sentence.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from abovechance.evaluation.findings import is_below_chance
from abovechance.inference.guessing.test import COMBINED
from abovechance.inference.guessing.weighted_hits import weighted_hits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.evaluation.rows import Estimate
    from abovechance.inference.significance.test import TestResult
    from abovechance.tables.tables import Tables

_NEARLY_NONE = 0.0005  # a share that would print as 0.0 %
_NEARLY_ALL = 0.9995  # a share that would print as 100.0 %
_DECIMAL_FROM_ENDS = 0.1  # of none or all: nearer to these a share has a decimal
_SMALLEST_P = 0.0001
_TEST_NAMES = {
    "informedness": "test of Informedness",
    "combined": "test of Informedness and two other weightings of hits",
}


def headline(
    rows: Sequence[Estimate],
    level: float | None = None,
    test: TestResult | None = None,
    least: float | None = None,
    why_they_differ: str | None = None,
    *,
    why_no_share: str | None = None,
) -> str:
    """How much better than guessing decisions are, what accuracy chance would reach, and with what p.

    ``least`` is the least Informedness that the margins allow, against which a negative one of more than two
    classes is read. ``why_they_differ`` is what to say where test and interval disagree, ``why_no_share`` why
    Informedness is no share of informed decisions.
    """
    whole = {row.measure: row for row in rows if row.label is None}
    informed = whole["informedness"]
    first = _informed(informed, level, least) if why_no_share is None else _uneven(informed, level)
    sentences = [first, *_accuracy(whole["accuracy"])]
    sentences[1:1] = [] if why_no_share is None else [why_no_share]
    if why_they_differ:
        sentences[0] = sentences[0].replace("Decisions", "By Informedness alone decisions", 1)
    if test is not None and not math.isnan(test.p_value):
        # To an Informedness that prints as 0 a p-value adds nothing, unless the test sees more than it.
        if abs(informed.value) >= _NEARLY_NONE or why_they_differ:
            sentences.append(_by_chance(test))
        sentences += [why_they_differ] if why_they_differ else []
    return "\n".join(sentences)


def _informed(row: Estimate, level: float | None, least: float | None) -> str:
    b = row.value
    if math.isnan(b):
        limit = " (in the limit it would be 0)" if row.n else ""
        return f"How far decisions are better than guessing cannot be told: {row.reason}{limit}."
    if b < _NEARLY_NONE:
        return _not_above(row, level, least)
    share = _bracket("" if row.low is None or row.high is None else _range(row.low, row.high), level)
    if b == 1:
        return f"Every decision is right: they do as well as if all of them were informed{share}."
    as_if = f"do as well as if {_estimated(b)} of them were informed and the rest guessed{share}."
    if row.low is not None and row.low <= 0:
        return f"Decisions are not shown to be better than guessing: they {as_if}"
    return f"Decisions {as_if}"


def _uneven(row: Estimate, level: float | None) -> str:
    """What is said of an Informedness above 0 that is no share of decisions."""
    interval = "" if row.low is None else f"{row.low:.3f} to {row.high:.3f}"
    shown = "not shown to be " if row.low is not None and row.low <= 0 else ""
    value = f"Informedness is {_plain(row.value)}{_bracket(interval, level)}"
    return f"Decisions are {shown}better than guessing: {value}."


def _not_above(row: Estimate, level: float | None, least: float | None) -> str:
    """What is said of 0 and less: a share of wrong decisions has a meaning for two classes only."""
    interval = "" if row.low is None else f"{row.low:.3f} to {row.high:.3f}"
    value = f"Informedness is {_plain(row.value)}{_bracket(interval, level)}"
    if not is_below_chance(row):
        better = "hardly" if row.low is not None and row.low > 0 else "not shown to be"
        return f"Decisions are {better} better than guessing: {value}."
    if least is not None:
        return f"Decisions are worse than guessing: {value}{against_the_least(row.value, least)}."
    share = _bracket("" if row.low is None or row.high is None else _range(-row.high, -row.low), level)
    return (
        "Decisions are worse than guessing: they do as badly as if "
        f"{_estimated(-row.value)} of them were misinformed and the rest guessed{share}."
    )


def _plain(value: float) -> str:
    """Three decimals, without the sign of what rounds to 0."""
    text = f"{value:.3f}"
    return text.removeprefix("-") if float(text) == 0 else text


def against_the_least(value: float, least: float) -> str:
    """The end of a sentence on a negative Informedness of more than two classes.

    >>> against_the_least(-0.25, -0.85), against_the_least(-0.25, -0.25)
    (', where the least that these margins allow is -0.850', ', the least that these margins allow')
    """
    allowed = "the least that these margins allow"
    return f", {allowed}" if f"{value:.3f}" == f"{least:.3f}" else f", where {allowed} is {least:.3f}"


def _bracket(interval: str, level: float | None) -> str:
    return f" ({level_text(level)} interval {interval})" if interval and level is not None else ""


def level_text(level: float) -> str:
    """A level of confidence as a percentage that is not rounded to all."""
    return f"{100 * level:.12g} %"


def _range(low: float, high: float) -> str:
    """The ends of an interval, to the precision that one of them needs; below 0 is worse than guessing.

    Only what is exactly all is 100 %.
    """
    places = max(_places(abs(end)) for end in (low, high))
    return f"{_bound(low, places)} to {_bound(high, places)}"


def _places(share: float) -> int:
    if _NEARLY_ALL <= share < 1:
        return 3
    return 1 if share < _DECIMAL_FROM_ENDS or 1 - _DECIMAL_FROM_ENDS < share < 1 else 0


def _bound(share: float, places: int) -> str:
    text = f"{100 * share:.{places}f} %"
    if abs(share) < 1 and text.lstrip("-").startswith("100"):
        # Cut off, as rounding would reach 100 % again.
        text = f"{math.copysign(math.floor(1e5 * abs(share)) / 1e3, share):.{places}f} %"
    return text.removeprefix("-") if float(text.removesuffix(" %")) == 0 else text


def _accuracy(row: Estimate) -> list[str]:
    if row.chance is None:
        return []
    return [
        f"Chance alone would reach an accuracy of {row.chance:.3f}; the predictions reach {row.value:.3f}."
    ]


def _by_chance(test: TestResult) -> str:
    """What the p-value of the two-sided test is the probability of; it stands beside a two-sided interval."""
    p = f"p < {_SMALLEST_P:g}" if test.p_value < _SMALLEST_P else f"p = {test.p_value:.2g}"
    return (
        "If the predictions were guesses, with each label predicted as often as here, a result at least this "
        f"far from chance, better or worse, would have probability {p} "
        f"({test.alternative} {_TEST_NAMES[test.method]}, {test.reference})."
    )


def _estimated(share: float) -> str:
    """A share of decisions; towards none and all to a tenth of a percent, and never rounded up to all."""
    if share >= _NEARLY_ALL:
        return "more than 99.9 %"
    return f"an estimated {100 * share:.{_places(share)}f} %"


_WEIGHTING_WORDS = {
    "score": "the score, which weighs all labels alike",
    "prevalence_weighted_informedness": "Informedness weighted by prevalence",
}
_RESTS_ON = "where a few items of a label that is often predicted and rarely right can outweigh all others"
_SAME_MARGINS = (
    "the test compares with guesses that give each label as often as the system does, the interval with what "
    "another sample of items might show"
)


def disagreement(test: TestResult, bounds: tuple[float, float], level: float, tables: Tables) -> str | None:
    """What to say where the test, or the interval of Informedness, alone sees more than guessing.

    A bound is infinite on the side that a one-sided one leaves open; clusters of the table are added up.
    """
    low, high = bounds
    if math.isnan(test.p_value) or math.isnan(low) or math.isnan(high):
        return None
    clear, apart = test.p_value < 1 - level, low > 0 or high < 0
    if clear and apart and (test.statistic > 0) != (low > 0):
        return (
            f"The test and the interval point in opposite directions: the test goes by {_found_by(tables)}, "
            f"Informedness weighs each label by how often it was predicted, {_RESTS_ON}."
        )
    if clear and not apart:
        said = "The test finds more than guessing, although the interval of Informedness contains 0"
        return f"{said}: {_why(tables)}."
    if apart and not clear:
        said = "The interval of Informedness excludes 0, although the test is not significant"
        return f"{said}: {_SAME_MARGINS}."
    return None


def _farthest(tables: Tables) -> str:
    """The statistic that lies farthest out; of two classes all are one."""
    if len(tables.labels) <= 2:
        return "informedness"
    z = weighted_hits(tables.contingency, COMBINED).standardised
    return COMBINED[int(np.argmax(np.abs(z)))]


def _found_by(tables: Tables) -> str:
    return _WEIGHTING_WORDS.get(_farthest(tables), "Informedness")


def _why(tables: Tables) -> str:
    if _farthest(tables) not in _WEIGHTING_WORDS:
        return _SAME_MARGINS
    weighs = f"Informedness weighs each label by how often it was predicted, {_RESTS_ON}"
    return f"it goes by {_found_by(tables)}, while {weighs}"
