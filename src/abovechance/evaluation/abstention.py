"""``abstentions``: how often a system answers, whom it refuses, and what its answers are worth."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.core.errors import InputError
from abovechance.core.result import Answer
from abovechance.core.text import counted, group_text, listed, named, number, p_said, quantity
from abovechance.evaluation.headline import level_text
from abovechance.inference.abstention import (
    left_out_less_guess,
    rightly_filled,
    with_guesses,
    wrongly_filled,
)
from abovechance.inference.intervals.interval import interval
from abovechance.inference.intervals.of_function import function_interval
from abovechance.inference.intervals.proportion import agresti_coull
from abovechance.inference.significance.test import test
from abovechance.measures.headlines import OF_REFUSALS
from abovechance.measures.registry import measure
from abovechance.tables.abstention import answered, with_abstentions
from abovechance.tables.arguments import of_tables
from abovechance.tables.tables import Tables, group_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from abovechance.core.arrays import Array
    from abovechance.core.labels import Label
    from abovechance.core.result import Row
    from abovechance.evaluation.rows import Group
    from abovechance.inference.significance.test import TestResult

    Function = Callable[[Array], Array]


@dataclass(frozen=True)
class Reading:
    """One figure: what was measured, and what refusals count as."""

    measure: str
    refusals: str  # "left_out", "guess", "wrong", "right", "difference"; "" for the answered share
    label: Label | None
    group: Group | None
    value: float
    low: float | None
    high: float | None
    n: float


@dataclass(frozen=True, eq=False, repr=False)
class Abstentions(Answer):
    """What :func:`abstentions` found.

    Attributes
    ----------
    tables
        The tables: a row for each class, a column for each class and for each label that means no answer.
    readings
        The answered share, and measures by what refusals count as.
    level
        The confidence level of the intervals; None if there are none.
    by_class
        The test whether refusing depends on the class; None without intervals or refusals.
    by_group
        The test whether refusing depends on the group; None if there is one group or no such test.
    """

    tables: Tables
    readings: tuple[Reading, ...]
    level: float | None
    by_class: TestResult | None
    by_group: TestResult | None

    def find(
        self, measure: str, refusals: str = "", *, label: Label | None = None, group: Group | None = None
    ) -> Reading:
        """One figure, such as ``find("informedness", "guess")`` or ``find("answered", label="spam")``."""
        wanted = (measure, refusals, label, group)
        for reading in self.readings:
            if (reading.measure, reading.refusals, reading.label, reading.group) == wanted:
                return reading
        known = listed(dict.fromkeys(f"{x.measure} {x.refusals}".strip() for x in self.readings), 12)
        raise InputError(f"there is no {measure} {refusals} of class {label!r} and group {group!r}: {known}")

    @property
    def answered(self) -> Reading:
        """The share of all items that were answered."""
        return self.find("answered")

    def rows(self) -> list[Row]:
        """A row for each figure."""
        return [
            {
                "measure": x.measure,
                "refusals": x.refusals or None,
                "class": None if x.label is None else str(x.label),
                "group": None if x.group is None else tuple(map(str, x.group)),
                "value": x.value,
                "low": x.low,
                "high": x.high,
                "level": None if x.low is None else self.level,
                "n": x.n,
            }
            for x in self.readings
        ]

    @property
    def verdict(self) -> str:
        """The answer in plain sentences."""
        total = quantity(self.tables.sum().total if self.tables.axes else self.tables.total)
        if self.answered.value == 1:
            return f"All of {counted(total, 'item')} were answered."
        said = [f"{_percent(self.answered.value)} of {counted(total, 'item')} were answered{self._range()}."]
        values = {name: self.find("informedness", name).value for name in ("left_out", "guess", "wrong")}
        if not math.isnan(values["left_out"]):
            said.append(
                f"Informedness is {number(values['left_out'])} among the answers, {number(values['guess'])} "
                "of all items if a refusal counts as a guess, "
                f"{number(values['wrong'])} if it counts as wrong."
            )
        said += [*self._about_classes(), *self._about_groups()]
        return " ".join(said)

    def _range(self) -> str:
        low, high = self.answered.low, self.answered.high
        if low is None or high is None or self.level is None:
            return ""
        return f" ({level_text(self.level)} interval {_percent(low)} to {_percent(high)})"

    def _about_classes(self) -> Iterator[str]:
        """Whether refusing depends on the class."""
        shares = {
            named(x.label): x.value
            for x in self.readings
            if x.measure == "answered" and x.label is not None and x.group is None
        }
        yield from self._about(self.by_class, shares, "class", "Items of class ")

    def _about_groups(self) -> Iterator[str]:
        shares = {
            group_text(x.group): x.value
            for x in self.readings
            if x.measure == "answered" and x.group is not None and x.label is None
        }
        yield from self._about(self.by_group, shares, "group", "Items of group ")

    def _about(
        self, tested: TestResult | None, shares: dict[str, float], what: str, subject: str
    ) -> Iterator[str]:
        known = {name: share for name, share in shares.items() if not math.isnan(share)}
        if tested is None or self.level is None or math.isnan(tested.p_value) or len(known) < 2:
            return
        p = p_said(tested.p_value)
        if tested.p_value > 1 - self.level:
            yield f"Refusing is not shown to depend on the {what} ({p})."
            return
        least, most = min(known, key=lambda x: known[x]), max(known, key=lambda x: known[x])
        yield (
            f"{subject}{least} are refused most ({_percent(1 - known[least])}), those of {most} least "
            f"({_percent(1 - known[most])}; {p}): refusing depends on the {what}."
        )


@of_tables
def abstentions(
    tables: Tables, *, abstain: object = None, level: float | None = 0.95, seed: int | None = 0
) -> Abstentions:
    """How often a system answers, whom it refuses, and what it is worth with refusals counted.

    Parameters
    ----------
    tables
        One table or a batch of groups, in which some predictions mean no answer.
    abstain
        The label of the prediction that means no answer, or several; an empty text for missing predictions.
        It may be left out if the last columns of a table are such labels.
    level
        The confidence level of the intervals and of the tests, or None for neither.
    seed
        Seed of the tests that draw random tables.

    Returns
    -------
    Abstentions
        The answered share of all items, of each class and of each group; and Informedness by what a refusal
        counts as: ``left_out``, ``guess``, ``wrong`` or ``right``, see ``docs/abstentions.md``.

    Examples
    --------
    >>> import abovechance as ac
    >>> truth = ["ham"] * 10 + ["spam"] * 10
    >>> said = ["ham"] * 7 + ["spam"] + ["refused"] * 2 + ["spam"] * 8 + ["refused"] * 2
    >>> found = ac.abstentions(truth, said, abstain="refused", positive="spam")
    >>> found.answered.value
    0.8
    >>> [round(found.find("informedness", x).value, 3) for x in ("left_out", "guess", "wrong", "right")]
    [0.875, 0.7, 0.5, 0.9]
    """
    tables = with_abstentions(tables, _labels_of(tables) if abstain is None else abstain)
    if 0 in tables.batch_shape:
        raise InputError("the batch has no tables: there is nothing to evaluate")
    whole = tables.sum() if tables.axes else tables
    readings = list(_readings(whole, level))
    if tables.axes:
        readings += _of_groups(tables, level)
    refused = bool(np.any(whole.counts[..., len(whole.labels) :] > 0))
    tested = refused and level is not None
    groups = math.prod(tables.batch_shape) > 1
    return Abstentions(
        tables,
        tuple(readings),
        level,
        _independence(_answers_by_class(whole), seed) if tested else None,
        _independence(_answers_by_group(tables), seed) if tested and groups else None,
    )


def _labels_of(tables: Tables) -> tuple[Label, ...]:
    """The columns that no class has."""
    extra = tuple(x for x in tables.predicted_labels if x not in tables.labels)
    if not extra:
        raise InputError("{argument} must say which predictions mean no answer", argument="abstain")
    return extra


def _readings(whole: Tables, level: float | None) -> Iterator[Reading]:
    """All figures of one table."""
    yield from _shares(whole, level, None)
    only = answered(whole)
    for key in ("informedness", *OF_REFUSALS):
        yield _measured(only, key, "left_out", level)
        if key == "informedness":
            yield _computed(with_guesses, whole, "guess", level)
        yield _as_wrong(whole, key, level)
        if key == "informedness":
            # A weight that counts in another cell takes its square along.
            squares = None if whole.squares is None else rightly_filled(whole.squares)
            full = replace(only, counts=rightly_filled(whole.counts), squares=squares)
            yield _measured(full, key, "right", level)
            yield _computed(left_out_less_guess, whole, "difference", level, bounds=(-2.0, 2.0))


def _shares(tables: Tables, level: float | None, group: Group | None) -> Iterator[Reading]:
    """The answered share of all items and of each class."""
    counts, worth = tables.counts, tables.effective.counts
    size = len(tables.labels)
    of_each = [(label, slice(k, k + 1)) for k, label in enumerate(tables.labels)]
    for label, rows in ((None, slice(None)), *of_each):
        total, given = counts[rows].sum(), counts[rows, :size].sum()
        bounds = _proportion(worth[rows, :size].sum(), worth[rows].sum(), tables, level)
        value = given / total if total > 0 else math.nan
        yield Reading("answered", "", label, group, float(value), *bounds, float(total))


def _measured(tables: Tables, key: str, refusals: str, level: float | None) -> Reading:
    """A measure of a square table with its recommended interval."""
    n = float(tables.total)
    if level is None or not tables.is_countable:
        return Reading(key, refusals, None, None, float(measure(key)(tables)), None, None, n)
    found = interval(tables, key, level=level)
    known = not math.isnan(found.low)
    return Reading(
        key, refusals, None, None, found.value, found.low if known else None, found.high if known else None, n
    )


def _as_wrong(whole: Tables, key: str, level: float | None) -> Reading:
    """A measure with every refusal as a wrong answer."""
    n = float(whole.total)
    # Any wrong answer costs accuracy the same, so that it is a proportion of any number of classes.
    if key == "accuracy":
        right = float(np.trace(whole.counts))
        bounds = _proportion(np.trace(whole.effective.counts), whole.effective.counts.sum(), whole, level)
        return Reading(key, "wrong", None, None, right / n if n > 0 else math.nan, *bounds, n)
    if len(whole.labels) == 2:  # whole items, so that the recommended intervals apply
        filled = wrongly_filled(whole.counts).astype(whole.counts.dtype)
        squares = None if whole.squares is None else wrongly_filled(whole.squares)
        return _measured(replace(answered(whole), counts=filled, squares=squares), key, "wrong", level)
    of = measure(key).function
    return _computed(lambda counts: of(Contingency(wrongly_filled(counts))), whole, "wrong", level, key=key)


def _proportion(
    successes: float, trials: float, tables: Tables, level: float | None
) -> tuple[float | None, float | None]:
    """The interval of a share, where it is known how many items there are."""
    if level is None or not tables.is_countable or trials == 0:
        return None, None
    low, high = agresti_coull(successes, trials, level)
    return float(low), float(high)


def _computed(
    function: Function, whole: Tables, refusals: str, level: float | None, *,
    bounds: tuple[float, float] = (-1.0, 1.0), key: str = "informedness",
) -> Reading:  # fmt: skip
    """A function of the whole table with its delta interval."""
    # The function asks for a level even where its interval is thrown away: any will do.
    found = function_interval(function, whole.effective.counts, 0.95 if level is None else level, bounds)
    known = level is not None and not math.isnan(found.low)
    low, high = (float(found.low), float(found.high)) if known else (None, None)
    return Reading(key, refusals, None, None, float(found.value), low, high, float(whole.total))


def _of_groups(tables: Tables, level: float | None) -> Iterator[Reading]:
    """The answered share of each group, and its Informedness with refusals as guesses."""
    for position in np.ndindex(tables.batch_shape):
        one, group = tables[position], group_at(tables, position)
        # The first of the shares is that of all items; those of the classes are left out.
        yield next(_shares(one, level, group))
        only = answered(one)
        yield replace(_measured(only, "informedness", "left_out", level), group=group)
        yield replace(_computed(with_guesses, one, "guess", level), group=group)


def _answers_by_class(whole: Tables) -> Tables:
    """Classes by whether they were answered or refused."""
    return _answers_by(whole, (-1,), whole.labels)


def _answers_by_group(tables: Tables) -> Tables:
    """Groups by whether they were answered or refused."""
    size = math.prod(tables.batch_shape)
    # Nobody sees these names: the sentences take those of the groups from the readings.
    return _answers_by(tables, (-2, -1), [f"group {i}" for i in range(size)])


def _answers_by(tables: Tables, axes: tuple[int, ...], names: Sequence[Label]) -> Tables:
    """How many items of each row were answered and refused, added up over some axes."""
    size = len(tables.labels)

    def halves(cells: Array) -> Array:
        both = [part.sum(axes).ravel() for part in (cells[..., :size], cells[..., size:])]
        return np.stack(both, axis=-1)

    squares = None if tables.squares is None else halves(tables.squares)
    return Tables.from_counts(
        halves(tables.counts), labels=names, predicted_labels=["answered", "refused"], squares=squares
    )


def _independence(table: Tables, seed: int | None) -> TestResult:
    """The test that rows and columns are independent: exact of counts, of weights by chi-squared."""
    return test(table, method="fisher" if table.squares is None else "auto", seed=seed)


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"
