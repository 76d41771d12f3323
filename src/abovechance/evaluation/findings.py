"""What to beware of in an evaluation, each finding one plain sentence with a code to refer to it by."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from abovechance.core.labels import quoted
from abovechance.core.text import enumerated
from abovechance.measures.registry import measure
from abovechance.tables.mistakes import alike, apart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.evaluation.rows import Estimate
    from abovechance.tables.tables import Tables

LOOKS_GOOD = 0.8  # a value that readers commonly take for good
AT_CHANCE = 0.1  # less of the way from the chance level to a perfect value is hardly above chance
BELOW_CHANCE = -0.05  # guesses on a few hundred items stray this far from zero; only less is called below
FEW_ITEMS = 10  # with fewer items of a class, one item more or less moves its Recall by more than 0.1


@dataclass(frozen=True)
class Finding:
    """Something the reader should know before trusting a number."""

    code: str  # a short fixed name
    severity: Literal["warning", "note"]  # a warning if the input or its table is likely not as meant
    text: str  # one sentence


@dataclass(frozen=True)
class Evidence:
    """What the findings are read off: the items as observed, and the default measures of all of them."""

    observed: Tables
    rows: tuple[Estimate, ...]
    groups: tuple[Estimate, ...]
    repetitions: int = 1  # of a cross-validation, each of which tested the same items

    def row(self, key: str) -> Estimate:
        """The row of a measure of the whole table."""
        return next(row for row in self.rows if row.measure == key and row.label is None)

    def value(self, key: str) -> float:
        """The value of a measure of the whole table."""
        return self.row(key).value


def findings(evidence: Evidence) -> tuple[Finding, ...]:
    """All findings, warnings first."""
    found = [finding for check in _CHECKS for finding in check(evidence)]
    return tuple(sorted(found, key=lambda finding: finding.severity != "warning"))


def _no_items(e: Evidence) -> Iterator[Finding]:
    if e.observed.total == 0:
        yield Finding("no_items", "warning", "There are no items: nothing can be said.")


def _repeated_items(e: Evidence) -> Iterator[Finding]:
    if e.repetitions > 1:
        text = (
            f"Items are counted anew in each of {e.repetitions} repetitions of the cross-validation, so "
            "intervals are too narrow and p-values too small: use fold_interval, or evaluate one repetition."
        )
        yield Finding("repeated_items", "warning", text)


def repetitions_of(tables: Tables) -> int:
    """How many repetitions of a cross-validation the tables are of, see ``cross_validate``."""
    for axis in tables.axes:
        names = axis.name.split(" × ")
        # An axis of several columns joins their names, and its labels are tuples in the same order.
        if {"repetition", "fold"} <= {*names} and axis.labels is not None:
            place = names.index("repetition")
            return len({label[place] for label in axis.labels if isinstance(label, tuple)})
    return 1


def _one_class(e: Evidence) -> Iterator[Finding]:
    real = e.observed.contingency.real
    if e.observed.total and (real > 0).sum() == 1:
        label = quoted([e.observed.labels[int(real.argmax())]])
        text = f"Every item is really {label}: how well classes are told apart cannot be seen here."
        yield Finding("one_class", "warning", text)


def _constant_prediction(e: Evidence) -> Iterator[Finding]:
    q = e.observed.contingency
    if not e.observed.total or (q.predicted > 0).sum() != 1:
        return
    k = int(q.predicted.argmax())
    label = quoted([e.observed.labels[k]])
    # Of classes that are equally frequent each is the most frequent one: the accuracy is the same.
    if q.real[k] == q.real.max():
        text = (
            f"Every prediction is {label}, the most frequent class: "
            f"an accuracy of {q.correct / q.total:.3f} without looking at the items."
        )
        yield Finding("majority_prediction", "warning", text)
    else:
        text = f"Every prediction is {label}: the items were not told apart at all."
        yield Finding("constant_prediction", "warning", text)


def _labels_apart(e: Evidence) -> Iterator[Finding]:
    for found in apart(e.observed):
        yield Finding("labels_apart", "warning", str(found))


def _similar_labels(e: Evidence) -> Iterator[Finding]:
    for found in alike(e.observed):
        yield Finding("similar_labels", "warning", str(found))


def _never_predicted(e: Evidence) -> Iterator[Finding]:
    q = e.observed.contingency
    never = (q.real > 0) & (q.predicted == 0)
    # One label for all items has a finding of its own, and so have labels that are none of the truth's.
    if never.any() and (q.predicted > 0).sum() > 1 and not _is_disjoint(e):
        text = f"{_classes(e, never)} {_verb(never, 'was', 'were')} never predicted: {_all_missed(e, never)}."
        yield Finding("never_predicted", "warning", text)


def _all_missed(e: Evidence, never: NDArray[Any]) -> str:
    items, its = e.observed.contingency.real[never].sum(), _verb(never, "its", "their")
    if not _is_counted(e):
        return f"all of {its} items are misses"
    return f"{its} one item is a miss" if items == 1 else f"all {items:.0f} of {its} items are misses"


def _never_occurs(e: Evidence) -> Iterator[Finding]:
    q = e.observed.contingency
    never = (q.predicted > 0) & (q.real == 0)
    if never.any() and (q.real > 0).sum() > 1 and not _is_disjoint(e):
        text = f"{_answered(e, never)}: {_missed(e, q.predicted[never].sum())}."
        yield Finding("never_occurs", "warning", text)


def _answered(e: Evidence, never: NDArray[Any]) -> str:
    items = e.observed.contingency.predicted[never].sum()
    some = "1 item was" if items == 1 else f"{items:.0f} items were"
    if not _is_counted(e):
        some = f"Items of weight {items:g} were"
    labels = quoted(label for label, is_one in zip(e.observed.labels, never, strict=True) if is_one)
    if never.sum() == 1:
        return f"{some} answered {labels}, which never occurs in the truth"
    return f"{some} answered with labels that never occur in the truth ({labels})"


def _missed(e: Evidence, items: float) -> str:
    if items == 1 and _is_counted(e):
        return "it counts as a miss of its class"
    return "they count as misses of their classes"


def _few_items(e: Evidence) -> Iterator[Finding]:
    real = e.observed.contingency.real
    few = (real > 0) & (real < FEW_ITEMS)
    if few.any() and _is_counted(e):
        text = (
            f"{_classes(e, few)} {_verb(few, 'has', 'have')} fewer than {FEW_ITEMS} items: "
            f"{_verb(few, 'its', 'their')} rates are rough."
        )
        yield Finding("few_items", "note", text)


def _looks_good_at_chance(e: Evidence) -> Iterator[Finding]:
    hollow = [row for row in e.rows if _is_hollow(row, e.observed.positive)]
    if hollow:
        names = " and ".join(f"{measure(row.measure).title} {row.value:.3f}" for row in hollow)
        levels = " and ".join(f"{row.chance:.3f}" for row in hollow)
        verb = "looks" if len(hollow) == 1 else "look"
        text = f"{names} {verb} good, but chance alone would have reached {levels}."
        yield Finding("looks_good_at_chance", "note", text)


def _is_hollow(row: Estimate, positive: Label | None) -> bool:
    m = measure(row.measure)
    if m.kind != "traditional" or m.best is None or row.chance is None or row.label not in (None, positive):
        return False
    # `not >=` leaves out NaN, too. Where chance is perfect, there is no way left to go from it.
    if not row.value >= LOOKS_GOOD or m.best <= row.chance:
        return False
    return (row.value - row.chance) / (m.best - row.chance) < AT_CHANCE


def _below_majority(e: Evidence) -> Iterator[Finding]:
    q = e.observed.contingency
    if e.observed.total and q.correct < q.real.max():
        k = int(q.real.argmax())
        text = (
            f"The accuracy of {q.correct / q.total:.3f} is below {q.real[k] / q.total:.3f}, "
            f"that of always answering {quoted([e.observed.labels[k]])}."
        )
        yield Finding("below_majority", "note", text)


def _below_chance(e: Evidence) -> Iterator[Finding]:
    informedness = e.value("informedness")
    if not is_below_chance(e.row("informedness")):
        return
    if len(e.observed.labels) == 2:
        text = (
            f"Predictions are worse than guessing: are the two labels exchanged? "
            f"Exchanged, Informedness would be {-informedness:.3f}."
        )
    else:
        text = "Predictions are worse than guessing: are the labels of one column assigned in another order?"
    yield Finding("below_chance", "warning", text)


def is_below_chance(row: Estimate) -> bool:
    """Whether a value of Informedness is worse than guessing, by more than chance would explain."""
    return row.value < BELOW_CHANCE and (row.high is None or row.high < 0)


def _may_be_chance(e: Evidence) -> Iterator[Finding]:
    row = e.row("informedness")
    if row.low is None or row.high is None or not row.low <= 0 <= row.high:
        return
    # Of predictions that are all the same more is known: see _constant_prediction.
    if (e.observed.contingency.predicted > 0).sum() > 1:
        text = (
            f"The predictions are not shown to be better or worse than guessing: Informedness is "
            f"{row.value:.3f}, "
            f"and its interval {row.low:.3f} to {row.high:.3f} includes 0."
        )
        yield Finding("not_distinguishable", "note", text)


def _signs_differ(e: Evidence) -> Iterator[Finding]:
    b, m = e.value("informedness"), e.value("markedness")
    if b * m < 0:
        text = (
            f"Informedness ({b:.3f}) and Markedness ({m:.3f}) differ in sign, as some classes are told apart "
            "above chance and others below: Correlation, which has the sign that they share, is 0."
        )
        yield Finding("signs_differ", "note", text)


def _groups(e: Evidence) -> Iterator[Finding]:
    of_groups = [row for row in e.groups if row.measure == "informedness" and row.label is None]
    if not of_groups:
        return
    below = [row for row in of_groups if is_below_chance(row)]
    if below:
        text = f"Below chance in {_of(below, of_groups)}."
        yield Finding("group_below_chance", "note", text)
    undefined = [row for row in of_groups if row.reason is not None]
    if undefined:
        text = f"Informedness is undefined in {_of(undefined, of_groups)}."
        yield Finding("group_undefined", "note", text)
    values = [row.value for row in of_groups if row.reason is None]
    pooled = e.value("informedness")
    if len(values) > 1 and not math.isnan(pooled) and not min(values) <= pooled <= max(values):
        text = (
            f"The pooled Informedness of {pooled:.3f} lies outside the range of the groups, "
            f"{min(values):.3f} to {max(values):.3f}: "
            "it also reflects how prevalence and bias differ between them."
        )
        yield Finding("pooling", "note", text)


# In the order of the report, within warnings and within notes: what explains others comes before them.
_CHECKS: tuple[Callable[[Evidence], Iterator[Finding]], ...] = (
    _no_items, _repeated_items, _labels_apart, _similar_labels, _one_class, _constant_prediction,
    _never_predicted, _never_occurs, _below_chance, _may_be_chance, _looks_good_at_chance, _below_majority,
    _signs_differ, _few_items, _groups,
)  # fmt: skip


def _is_disjoint(e: Evidence) -> bool:
    q = e.observed.contingency
    return not ((q.real > 0) & (q.predicted > 0)).any()


def _is_counted(e: Evidence) -> bool:
    """Whether the table holds numbers of items, not weights."""
    return bool(e.observed.counts.dtype.kind == "i")


def _classes(e: Evidence, chosen: NDArray[Any]) -> str:
    labels = [label for label, is_chosen in zip(e.observed.labels, chosen, strict=True) if is_chosen]
    return f"{'Class' if len(labels) == 1 else 'Classes'} {enumerated(list(labels))}"


def _verb(chosen: NDArray[Any], one: str, several: str) -> str:
    return one if chosen.sum() == 1 else several


def _of(some: Sequence[Estimate], every: Sequence[Estimate]) -> str:
    names = quoted(", ".join(map(str, row.group or ())) for row in some)
    return f"{len(some)} of {len(every)} groups: {names}"
