"""Numbers as decisions between two classes: what reaches a threshold is for the positive one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import natural_order, quoted
from abovechance.intake import limits
from abovechance.intake.codes.coded import Coded
from abovechance.intake.codes.column import encode
from abovechance.intake.codes.rank import checked_scores

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.core.labels import Label
    from abovechance.intake.missing import Missing


def two_sides(labels: Iterable[Any], name: str, positive: Label | None) -> tuple[Any, Any]:
    """The class of what is below a threshold, and that of what reaches it, of the labels of the truth."""
    classes = natural_order({label for label in labels if label is not None})
    if len(classes) != 2:
        raise InputError(
            "{argument} makes decisions between two classes, and {name} has {n}",
            argument="threshold", name=name, n=len(classes),
        )  # fmt: skip
    if positive is not None and positive not in classes:
        raise InputError("{argument} must be one of {known}, not {given!r}",
                         argument="positive", known=quoted(classes), given=positive)  # fmt: skip
    yes = classes[-1] if positive is None else classes[classes.index(positive)]
    return next(label for label in classes if label != yes), yes


def decided(
    truth: object,
    predictions: dict[str, Any],
    threshold: float,
    *,
    positive: Label | None,
    missing: Missing,
) -> tuple[Coded, dict[str, Coded]]:
    """The truth, and what each column of numbers decides; a number that is missing decides nothing."""
    real = encode(truth, "truth", limits.MOST_LABELS, missing.codes)
    sides = two_sides(real.compact().labels, "the truth", positive)
    found = {}
    for name, column in predictions.items():
        numbers = checked_scores(column, name, missing.codes)
        codes = np.where(np.isnan(numbers), 2, numbers >= threshold).astype(np.int64)
        found[name] = Coded.from_categories(codes, [*sides, None])
    return real, found
