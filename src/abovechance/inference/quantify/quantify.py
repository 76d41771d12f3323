"""``quantify``: the true shares of classes in unlabelled items, corrected for the errors of the predictor."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, cast, get_args

import numpy as np

from abovechance.core.errors import Argument, InputError
from abovechance.core.formatted import Formatted
from abovechance.core.labels import quoted
from abovechance.core.result import Answer
from abovechance.core.text import counted, listed, named, number, p_adjusted_said, p_said
from abovechance.inference.imperfect_truth.annotators import from_agreement
from abovechance.inference.intervals.interval import interval
from abovechance.inference.quantify.assumptions import MANY, ONE, PREDICTIONS, assumption_tests
from abovechance.inference.quantify.design import Design, more_labels
from abovechance.inference.quantify.erring_truth import erring_bounds
from abovechance.inference.quantify.humans import TwoHumans
from abovechance.inference.quantify.items import items_of, split_items
from abovechance.inference.quantify.shares import inverse_shares, share_estimates, share_sets
from abovechance.inference.significance.test import test
from abovechance.tables.arguments import of_tables
from abovechance.tables.tables import Tables, group_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.core.arrays import Floats
    from abovechance.core.labels import Label
    from abovechance.core.result import Row
    from abovechance.inference.intervals.interval import Interval
    from abovechance.inference.quantify.assumptions import AssumptionTest
    from abovechance.inference.quantify.design import MoreLabels
    from abovechance.inference.significance.test import TestResult

_LEVEL_OF_ASSUMPTIONS = 0.05  # a smaller p-value is said to speak against an assumption of the correction
_MAX_CLASSES_SAID = 5


@dataclass(frozen=True)
class Share(Formatted):
    """The share of one class among the unlabelled items of one group.

    Attributes
    ----------
    label, group
        The class, and the group; None if there is one group.
    apparent
        The share of the predictions that name the class.
    raw
        What inverting the table of rates gives, which need not be a share: it may be negative.
    value, low, high
        The most likely share and its interval; the value is NaN where a class has no labelled items.
    least, most
        Where some labels may be wrong, the least low and the greatest high end over all ways; else None.
    informative
        Whether the interval leaves out any share at all.
    """

    _headline = "value"

    label: Label
    group: tuple[Label, ...] | None
    apparent: float
    raw: float
    value: float
    low: float
    high: float
    least: float | None = None
    most: float | None = None

    @property
    def informative(self) -> bool:
        """Whether the interval leaves out any share at all."""
        return self.low > 0 or self.high < 1


@dataclass(frozen=True, eq=False, repr=False)
class Quantification(Answer):
    """What :func:`quantify` found.

    Attributes
    ----------
    tables
        The labelled items: rows are the truth, columns the prediction.
    unlabelled
        The number of unlabelled items by prediction, of shape ``(*batch, K)``.
    shares
        A share for each group and class.
    design
        How labelled items were drawn: by ``class``, or from the ``population`` of the unlabelled ones.
    level
        The confidence level of the intervals.
    informedness
        The Informedness of the predictor on all labelled items.
    same_predictions
        With the design ``population``, the test that labelled and unlabelled items are predicted alike.
    assumptions
        Tests that the predictor errs alike in all groups, and that predictions are alike in each.
    error
        The share of labels that may be wrong, or None.
    humans
        How far two humans agree, if the error is judged by that.
    more_labels
        How many more labelled items an interval of a wanted width takes, if that was asked.
    """

    tables: Tables
    unlabelled: Floats
    shares: tuple[Share, ...]
    design: Design
    level: float
    informedness: Interval
    same_predictions: TestResult | None
    assumptions: tuple[AssumptionTest, ...] = ()
    error: float | None = None
    humans: TwoHumans | None = None
    more_labels: MoreLabels | None = None

    def find(self, label: Label, group: object = None) -> Share:
        """The share of a class, in a group where there are several."""
        wanted = group if group is None or isinstance(group, tuple) else (group,)
        for share in self.shares:
            if share.label == label and share.group == wanted:
                return share
        raise InputError(
            f"there is no share of {label!r} in group {group!r}: classes are {quoted(self.tables.labels)}"
        )

    def rows(self) -> list[Row]:
        """A row for each group and class."""
        return [
            {
                "group": None if x.group is None else tuple(map(str, x.group)),
                "class": str(x.label),
                "apparent": x.apparent,
                "raw": x.raw,
                "value": x.value,
                "low": x.low,
                "high": x.high,
                "level": self.level,
                "informative": x.informative,
                "least": x.least,
                "most": x.most,
            }
            for x in self.shares
        ]

    @property
    def verdict(self) -> str:
        """The answer in plain sentences."""
        said = [] if self.tables.axes else [self._shares_said()]
        if not any(x.informative for x in self.shares):
            said.append("The labelled items leave every share possible: the answer is uninformative.")
        told = (*self._informed(), *self._unknown(), *self._erring(), *self._planned(), *self._differing(),
                *self._uneven(), *self._impossible())  # fmt: skip
        return " ".join([*said, *told])

    def _informed(self) -> list[str]:
        b = self.informedness
        if math.isnan(b.value):
            return ["Labelled items are all of one class: the predictor's Informedness is not known."]
        divides = ": the correction divides by it" if self.design == "class" else ""
        bounds = f"{100 * self.level:.12g} % interval {number(b.low)} to {number(b.high)}"
        return [f"The predictor's Informedness is {number(b.value)} ({bounds}){divides}."]

    def _shares_said(self) -> str:
        items = counted(round(float(self.unlabelled.sum())), "unlabelled item")
        shown = self.shares
        if len(shown) == 2:
            shown = tuple(x for x in shown if x.label == self.tables.positive)
        parts = [
            f"{named(x.label)} {_percent(x.value)} ({_percent(x.low)} to {_percent(x.high)}; "
            f"predicted {_percent(x.apparent)})"
            for x in shown[:_MAX_CLASSES_SAID]
        ]
        more = f" and {len(shown) - _MAX_CLASSES_SAID} more classes" if len(shown) > _MAX_CLASSES_SAID else ""
        return f"True shares in {items}: {', '.join(parts)}{more}."

    def _differing(self) -> list[str]:
        found = self.same_predictions
        if found is None or not found.p_value < _LEVEL_OF_ASSUMPTIONS:
            return []
        p = p_said(found.p_value)
        said = f"Labelled and unlabelled items are predicted differently ({p})"
        return [f"{said}: they probably come from different populations; use design='class'."]

    def _unknown(self) -> list[str]:
        """Which classes only the predictions of unlabelled items know."""
        counts = self.tables.counts.reshape(-1, *self.tables.counts.shape[-2:]).sum(0)
        seen = counts.sum(0) + counts.sum(1) > 0
        found = [label for label, is_so in zip(self.tables.labels, seen, strict=True) if not is_so]
        if not found:
            return []
        said = f"Only unlabelled items are predicted {quoted(found)}"
        return [f"{said}: no labelled item has this label or was predicted it."]

    def _erring(self) -> list[str]:
        """What wrong labels would do."""
        if self.error is None:
            return []
        said = [] if self.humans is None else [self.humans.said]
        if self.tables.axes:
            return said
        (x,) = (x for x in self.shares if x.label == self.tables.positive)
        ends = f"{_percent(cast('float', x.least))} to {_percent(cast('float', x.most))}"
        wrong = f"If up to {_percent(self.error)} of the labels are wrong, {named(x.label)} may be {ends}."
        return [*said, wrong]

    def _planned(self) -> list[str]:
        """How many more labelled items a wanted width takes."""
        (x, *_) = (x for x in self.shares if self.tables.positive in (None, x.label))
        return [] if self.more_labels is None else [self.more_labels.said(x.high - x.low)]

    def _uneven(self) -> list[str]:
        """What is said of groups in which the predictor errs otherwise, or which have other items."""
        rates = [x for x in self.assumptions if x.about == MANY and x.p_adjusted < _LEVEL_OF_ASSUMPTIONS]
        odd = [x for x in self.assumptions if x.about == ONE and x.p_adjusted < _LEVEL_OF_ASSUMPTIONS]
        shifted = [
            x for x in self.assumptions if x.about == PREDICTIONS and x.p_adjusted < _LEVEL_OF_ASSUMPTIONS
        ]
        said = []
        if rates:
            classes = ", ".join(f"{named(x.label)}, {p_said(x.p_value)}" for x in rates[:4])
            where = f", most of all in {_groups(odd)}" if odd else ""
            said.append(
                f"The predictor's errors differ by {' and '.join(a.name for a in self.tables.axes)} "
                f"({classes}){where}: shares here use each group's own rates, and one correction for all "
                "would favour some."
            )
        if shifted:
            said.append(
                f"Labelled and unlabelled items are predicted differently in {_groups(shifted)}: "
                "these shares hold with the design 'class' at most."
            )
        return said

    def _impossible(self) -> list[str]:
        """What is said of corrected shares that are none."""
        off = [x for x in self.shares if x.raw < 0 or x.raw > 1]
        if not off or self.design != "class":
            return []
        texts = [
            f"{named(x.label)} {number(x.raw)}" + (f" in {listed(x.group)}" if x.group else "")
            for x in off[:4]
        ]
        said = f"Inverting the rates gives impossible shares ({', '.join(texts)})"
        return [f"{said}: too few items, or other rates on the unlabelled ones."]


def _rows_without_truth(function: Callable[..., Quantification]) -> Callable[..., Quantification]:
    """Let items without a truth among labels be the unlabelled ones, and a second truth be a column."""
    plain = cast("Callable[..., Quantification]", of_tables(function))
    own = frozenset(signature(function).parameters)

    @wraps(plain)
    def call(*given: Any, **options: Any) -> Quantification:
        tables, rest = items_of(given, options, own)
        return plain(tables, *rest, **options)

    return call


@_rows_without_truth
def quantify(
    tables: Tables,
    unlabelled: object = None,
    *,
    design: Design = "class",
    level: float = 0.95,
    positive: Label | None = None,
    error: float | None = None,
    agreement: float | None = None,
    second_truth: object = None,
    width: float | None = None,
) -> Quantification:
    r"""The true shares of classes in unlabelled items, from predictions and a table of labelled ones.

    Predictions err, so that the share of the items predicted positive is no estimate of the share of
    positives. With two classes the correction is (apparent share − fpr) / Informedness (Rogan & Gladen 1978).
    The intervals carry the errors of the rates and of the unlabelled sample; see ``docs/quantify.md`` for
    what they are and how often they cover.

    Parameters
    ----------
    tables
        The labelled items: one table, or a batch of groups. Items whose truth is missing (the class None of
        ``on_missing="label"``, the default of labels here) are the unlabelled ones.
    unlabelled
        Predicted labels of the unlabelled items, or a mapping of their numbers by label; of a batch, an array
        with the numbers by group and label.
    design
        ``"class"``: labelled items were drawn by class, or elsewhere, so that only the rates carry over.
        ``"population"``: they are a random sample of the same population; their truth informs too.
    level
        The confidence level of the intervals.
    positive
        For two classes, the one that the verdict speaks of; by default that of the tables, or the last.
    error
        The share of labels that may be wrong: shares of two classes then have bounds over all such errors.
    agreement
        Instead of ``error``, the share of items that two annotators of the labels agree on: they err at
        most as often as :func:`abovechance.imperfect_truth` says of them.
    second_truth
        In the place of both, what a second human says of some of the items: another column of labels, or its
        name; beside tables, the table of both humans. The error is what the lower bound of their agreement
        allows.
    width
        Say how many more labelled items an interval of this width takes, for one table of two classes.

    Returns
    -------
    Quantification
        The share of each class with its interval. It may be all of [0, 1]: an uninformed predictor says
        nothing.

    Examples
    --------
    >>> import abovechance as ac
    >>> table = ac.Tables.from_cells(tp=45, fn=5, fp=10, tn=40)
    >>> found = ac.quantify(table, {"positive": 550, "negative": 450})
    >>> share = found.find("positive")
    >>> round(share.value, 3), round(share.low, 3), round(share.high, 3)
    (0.5, 0.37, 0.618)
    """
    if design not in get_args(Design):
        raise InputError("{argument} must be 'class' or 'population', not {given!r}",
                         argument="design", given=design)  # fmt: skip
    tables, loose = split_items(tables, unlabelled)
    if positive is not None:
        tables = _speaking_of(tables, positive)
    if not tables.is_countable:
        raise InputError(
            "{argument} must be counts, or made of weighted items: sums do not say how many items there are",
            argument="tables",
        )
    labelled = tables.effective.counts.astype(float)
    bounds = share_sets(labelled, loose, design, level)
    values, raw = share_estimates(labelled, loose, design), inverse_shares(labelled, loose)
    apparent = loose / loose.sum(-1, keepdims=True)
    whole = tables.sum() if tables.axes else tables
    humans = None if second_truth is None else TwoHumans.of(cast("Tables", second_truth), level)
    error = _error(whole, error, agreement, humans)
    wrong = {
        at: (None, None)
        if error is None
        else erring_bounds(labelled[at], loose[at], math.ceil(error * labelled[at].sum()), design, level)
        for at in np.ndindex(tables.batch_shape)
    }
    shares = tuple(
        _share(label, group_at(tables, at), [float(x[(*at, k)]) for x in (apparent, raw, values, *bounds)],
               _of_class(k, wrong[at]))
        for at in np.ndindex(tables.batch_shape)
        for k, label in enumerate(tables.labels)
    )  # fmt: skip
    return Quantification(
        tables, loose, shares, design, level, interval(whole, "informedness", level=level),
        _same_predictions(whole, loose) if design == "population" else None,
        assumption_tests(tables, loose, design), error, humans,
        _more_labels(tables, loose, shares, width, design=design, level=level),
    )  # fmt: skip


def _more_labels(
    tables: Tables,
    loose: Floats,
    shares: tuple[Share, ...],
    width: float | None,
    *,
    design: Design,
    level: float,
) -> MoreLabels | None:
    if width is None:
        return None
    if len(shares) != 2:
        raise InputError("{argument} is for one table of two classes, without groups", argument="width")
    at = tables.labels.index(tables.positive)
    turn = 1 if at == 1 else -1
    labelled = tables.effective.counts.astype(float)[::turn, ::turn]
    return more_labels(labelled, loose[::turn], shares[at].value, width, design=design, level=level)


def _error(
    whole: Tables, error: float | None, agreement: float | None, humans: TwoHumans | None
) -> float | None:
    """The share of labels that may be wrong, if any."""
    ways = {"error": error, "agreement": agreement, "second_truth": humans}
    given = [name for name, value in ways.items() if value is not None]
    if not given:
        return None
    if len(whole.labels) != 2:
        raise InputError("{argument} works with two classes only; these tables have {number}",
                         argument=given[0], number=len(whole.labels))  # fmt: skip
    if len(given) > 1:
        raise InputError(
            "{argument} is another word for the error: give one of {one} and {other}",
            argument=given[1], one=Argument(given[0]), other=Argument(given[1]),
        )  # fmt: skip
    if humans is not None:
        agreement = humans.low
    if agreement is not None:
        margin = whole.counts.sum(-1)
        return from_agreement(agreement, margin / margin.sum()).error_most
    if error is None or not 0 <= error < 1:
        raise InputError("{argument} must be a share from 0 to below 1, not {given!r}",
                         argument="error", given=error)  # fmt: skip
    return error


def _share(
    label: Label,
    group: tuple[Label, ...] | None,
    numbers: list[float],
    wrong: tuple[float | None, float | None],
) -> Share:
    apparent, raw, value, low, high = numbers
    return Share(label, group, apparent, raw, value, low, high, *wrong)


def _of_class(k: int, ends: tuple[float, float] | tuple[None, None]) -> tuple[float | None, float | None]:
    """The bounds of a class from those of the second."""
    low, high = ends
    if k == 1 or low is None or high is None:
        return low, high
    return 1 - high, 1 - low


def _groups(tests: list[AssumptionTest]) -> str:
    most = sorted(tests, key=lambda x: x.p_adjusted)[:4]
    return ", ".join(f"{listed(x.group or ())} ({p_adjusted_said(x.p_adjusted, x.p_value)})" for x in most)


def _speaking_of(tables: Tables, positive: Label) -> Tables:
    if len(tables.labels) > 2:
        raise InputError("{argument} works with two classes only; these tables have {number}, {known}: every "
                         "class has its share", argument="positive", number=len(tables.labels),
                         known=listed(tables.labels))  # fmt: skip
    if positive not in tables.labels:
        raise InputError("{argument} {given!r} is not among {known}",
                         argument="positive", given=positive, known=quoted(tables.labels))  # fmt: skip
    return replace(tables, positive=positive, positive_guessed=False)


def _same_predictions(whole: Tables, unlabelled: Floats) -> TestResult:
    """Pearson's test that labelled and unlabelled items have the same shares of predictions."""
    loose = unlabelled.reshape(-1, unlabelled.shape[-1]).sum(0)
    both = np.rint(np.stack((whole.effective.counts.sum(0), loose))).astype(np.int64)
    kept = both.sum(0) > 0
    names = tuple(x for x, is_so in zip(whole.labels, kept, strict=True) if is_so)
    margins = Tables.from_counts(
        both[:, kept], labels=("labelled", "unlabelled"), predicted_labels=names, rows="truth"
    )
    return test(margins, method="pearson")


def _percent(share: float) -> str:
    return "–" if math.isnan(share) else f"{100 * share:.3g} %"
