"""Why a measure is undefined on a table: the reason is read off the table, never off an exception."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.labels import Label, quoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.core.arrays import Array
    from abovechance.tables.tables import Tables


@dataclass(frozen=True)
class Need:
    """Something that must hold for a formula to have a value, and what to say when it does not.

    ``fails`` takes a Dichotomy or a Contingency. For a Contingency it may answer for each class;
    the text then names the classes.
    """

    fails: Callable[[Any], Array]
    text: str


OF_A_CLASS: dict[str, Need] = {
    "items": Need(lambda d: d.n == 0, "there are no items"),
    "real_positive": Need(lambda d: d.rp == 0, "no item is really {label}"),
    "real_negative": Need(lambda d: d.rn == 0, "every item is really {label}"),
    "predicted_positive": Need(lambda d: d.pp == 0, "{label} was never predicted"),
    "predicted_negative": Need(lambda d: d.pn == 0, "{label} was always predicted"),
    "positive": Need(lambda d: d.rp + d.pp == 0, "{label} neither occurs nor was predicted"),
    "negative": Need(lambda d: d.rn + d.pn == 0, "nothing but {label} occurs or was predicted"),
    "possible_disagreement": Need(
        lambda d: d.rp * d.pn + d.rn * d.pp == 0, "every item is {label} in truth and prediction, or none is"
    ),
    "other_items": Need(lambda d: d.tp == d.n, "every item is rightly predicted {label}"),
    "either_varies": Need(
        lambda d: d.rp * d.rn + d.pp * d.pn == 0,
        "every item is really {label} or none is, and every item was predicted {label} or none was",
    ),
    "mistakes": Need(lambda d: d.fp + d.fn == 0, "no item is wrongly told to be or not to be {label}"),
    "pairs_of_items": Need(lambda d: d.n * (d.n - 1) == 0, "there are fewer than two items"),
    "another_class": Need(lambda d: np.full(d.n.shape, d.others == 0), "there is no class beside {label}"),
    "right": Need(lambda d: d.tp + d.tn == 0, "no item is rightly told to be or not to be {label}"),
}

OF_A_TABLE: dict[str, Need] = {
    "table": Need(lambda t: t.total == 0, "there are no items"),
    "several_classes": Need(lambda t: np.full(t.total.shape, t.classes == 1), "there is only one class"),
    "real_classes": Need(lambda t: t.real_room == 0, "only one class occurs in the truth"),
    "predicted_classes": Need(lambda t: t.predicted_room == 0, "only one label was ever predicted"),
    "disagreement": Need(lambda t: t.room == 0, "only one class occurs, and it was always predicted"),
    "every_class": Need(lambda t: t.real == 0, "no item is really {labels}"),
    "every_rest": Need(lambda t: t.real == t.total[..., None], "every item is really {labels}"),
    "every_label": Need(lambda t: t.predicted == 0, "nothing was predicted to be {labels}"),
    "every_class_or_label": Need(
        lambda t: t.real + t.predicted == 0, "nothing is really {labels}, or was predicted to be"
    ),
    "no_sole_label": Need(
        lambda t: (t.real > 0) & (t.predicted == t.total[..., None]), "class {labels} was always predicted"
    ),
    "outer_classes": Need(
        lambda t: (t.real[..., 0] == 0) | (t.real[..., -1] == 0), "the first or the last class does not occur"
    ),
    "every_other_label": Need(lambda t: t.predicted == t.total[..., None], "{labels} was always predicted"),
    "classes_of_labels": Need(
        lambda t: (t.predicted > 0) & (t.real == 0),
        "some items were predicted to be {labels}, but none really is",
    ),
    "labels_of_classes": Need(
        lambda t: (t.real > 0) & (t.predicted == 0),
        "some items are really {labels}, but none was predicted to be",
    ),
    "variety": Need(
        lambda t: (t.real_room == 0) & (t.predicted_room == 0),
        "only one class occurs in the truth, and only one label was ever predicted",
    ),
    "more_items_than_classes": Need(
        lambda t: t.total <= np.maximum(*t.occupied), "there are no more items than classes or labels"
    ),
    "two_items": Need(lambda t: t.pairs.n == 0, "there are fewer than two items"),
    "real_pairs": Need(lambda t: t.pairs.rp == 0, "no two items are of one class"),
    "predicted_pairs": Need(lambda t: t.pairs.pp == 0, "no two items were given one label"),
    "some_pairs": Need(
        lambda t: t.pairs.rp + t.pairs.pp == 0, "no two items are of one class or were given one label"
    ),
    "real_apart": Need(lambda t: t.pairs.rn == 0, "no two items are of different classes"),
    "predicted_apart": Need(lambda t: t.pairs.pn == 0, "no two items were given different labels"),
    "varied_pairs": Need(
        lambda t: (t.pairs.rn + t.pairs.pn == 0) | (t.pairs.rp + t.pairs.pp == 0),
        "both partitions put all items together, or both put all apart",
    ),
    "common_class": Need(lambda t: t.coincidence == 0, "no class that occurs was ever predicted"),
    "errors": Need(lambda t: t.wrong == 0, "every decision is right"),
}

NEEDS = OF_A_CLASS | OF_A_TABLE
UNEXPLAINED = "the formula has no value on this table"


def reasons_on(scope: str, needs: tuple[str, ...] | None, values: Array, tables: Tables) -> Array:
    """Why values of a measure of such a scope and needs are undefined on tables: text, None where defined."""
    if scope == "overall":
        return reasons_of(scope, needs, values, tables.contingency, lambda _: tables.labels)
    if tables.positive is not None:
        return reasons_of(scope, needs, values, tables.dichotomy, lambda _: (tables.positive,))
    return reasons_of(scope, needs, values, tables.dichotomy, lambda where: (tables.labels[where[-1]],))


def reasons_of(
    scope: str,
    needs: tuple[str, ...] | None,
    values: Array,
    quantities: object,
    labels_at: Callable[[tuple[Any, ...]], tuple[Label | None, ...]],
) -> Array:
    """The same for quantities of tables, given the labels that each position is about."""
    reasons = np.full(values.shape, None, dtype=object)
    undefined = np.isnan(values)
    if undefined.any():
        facts = OF_A_CLASS if scope == "binary" else OF_A_TABLE
        # A measure that declares no needs is asked about all of them.
        wanted = [NEEDS[need] for need in needs or facts]
        failures = [np.asarray(need.fails(quantities)) for need in wanted]
        for where in np.ndindex(values.shape):
            if undefined[where]:
                reasons[where] = _first_failure(
                    wanted, [fails[where] for fails in failures], labels_at(where)
                )
    return reasons


def _first_failure(needs: list[Need], failures: list[Array], labels: tuple[Any, ...]) -> str:
    for need, failed in zip(needs, failures, strict=True):
        if np.any(failed):
            named = [label for label, fails in zip(labels, np.atleast_1d(failed), strict=False) if fails]
            return need.text.format(label=quoted(labels), labels=quoted(named))
    return UNEXPLAINED
