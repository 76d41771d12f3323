"""What stands in one cell or below one table: values, intervals, cautions, and why a value is undefined."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from abovechance.core.text import NONE, counted, shown
from abovechance.measures.registry import measure
from abovechance.report.document import Cell, Column, Note, interval_column

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from abovechance.evaluation import Estimate, Evaluation

_MOST_REASONS = 5
_MOST_NAMES = 5
_LEAST_VISIBLE_DIFFERENCE = 0.0005  # less than this would not be seen in three decimals
LONGEST_SENTENCE = 500  # sentences that quote labels are cut here, whatever is in the labels


def finding(found: Any) -> Note:
    """A finding as a note, which is cut where it quotes very long labels."""
    return Note(shown(found.text, LONGEST_SENTENCE), "note")


def interval_columns(evaluation: Evaluation, drop: int = 0) -> list[Column]:
    """The column of intervals, unless there are none."""
    level = evaluation.level
    return [] if level is None else [interval_column(level, drop=drop)]


def title_of(x: Estimate) -> str:
    """The title of the measure of a row."""
    return measure(x.measure).title


def measure_cell(x: Estimate) -> Cell:
    """The name of a measure, whose definition a page has too."""
    return Cell(title_of(x), measure=x.measure)


def class_text(x: Estimate) -> str | None:
    """The class of a row as text."""
    return None if x.label is None else str(x.label)


def bounds(x: Estimate) -> tuple[float, float] | None:
    """The ends of the interval of a row, if it has one."""
    return None if x.low is None or x.high is None else (x.low, x.high)


def value_cell(x: Estimate, style: str = "") -> Cell:
    """The value of a row: undefined ones and those below chance stand out."""
    if x.reason is not None:
        style = "yellow"
    elif _is_worse_than_chance(x):
        style = "red"
    return Cell(x.value, style)


def _is_worse_than_chance(x: Estimate) -> bool:
    m = measure(x.measure)
    if x.chance is None or m.best is None:
        return False
    # Of an error rate less is better: its best value lies below that of chance.
    gain = x.value - x.chance if m.best > x.chance else x.chance - x.value
    return gain < -_LEAST_VISIBLE_DIFFERENCE


def cautions(found: Sequence[Estimate]) -> tuple[str, ...]:
    """What is to be said of the intervals of a section, each thing once, with the measures it is said of."""
    said: dict[str, dict[str, None]] = {}
    for x in found:
        if x.warning is not None:
            said.setdefault(x.warning, {})[title_of(x)] = None
    return tuple(f"{text[:1].upper()}{text[1:]} ({_some(list(names))})." for text, names in said.items())


def _some(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def reasons(found: Iterable[Estimate]) -> tuple[str, ...]:
    """Why values of a section are undefined, each reason once."""
    why = list(dict.fromkeys(x.reason for x in found if x.reason is not None))
    lines = [f"{NONE} undefined: {shown(reason, LONGEST_SENTENCE)}" for reason in why[:_MOST_REASONS]]
    if len(why) > _MOST_REASONS:
        lines.append(f"{NONE} undefined for {counted(len(why) - _MOST_REASONS, 'more reason')}")
    return tuple(lines)
