"""Predictions that mean "no answer": extra columns of a table, and no classes of their own.

A table with abstentions has a row for each class, and a column for each class followed by one for each label
that stands for no answer: ``labels`` are the classes, and ``predicted_labels`` begin with them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import Argument, InputError, InputWarning, keeping_warnings, warn
from abovechance.core.labels import is_guess, offered, quoted, rest_of
from abovechance.core.text import counted, named, quantity
from abovechance.intake.missing import LABEL, Missing, usual_codes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.labels import Label
    from abovechance.tables.tables import Tables


def abstain_labels(abstain: Any) -> tuple[Label, ...]:
    """The labels that mean "no answer"; an empty text stands for a missing prediction, which is None."""
    several = isinstance(abstain, Iterable) and not isinstance(abstain, str | bytes)
    names = tuple(abstain) if several else (abstain,)
    if not names:
        raise InputError("{argument} names no label: leave it out, or name what means no answer",
                         argument="abstain")  # fmt: skip
    return tuple(dict.fromkeys(None if name in ("", LABEL) else name for name in names))


def options_with_abstentions(options: dict[str, Any], abstain: Any) -> dict[str, Any]:
    """What to say of labels so that those of no answer are counted, and can be split off afterwards."""
    names = abstain_labels(abstain)
    # Of two classes one is positive only after the labels of no answer are split off.
    options = {name: value for name, value in options.items() if name != "positive"}
    if options.get("labels") is not None:
        given = tuple(options["labels"])
        options["labels"] = [*given, *(x for x in names if x not in given and x is not None)]
    codes = usual_codes(names)
    if codes:  # else such labels would be warned of as likely codes of missing values
        options["missing"] = (*Missing.of(options.get("missing", ())).codes, *codes)
    return options | ({"on_missing": "label"} if None in names or codes else {})


def split_as_asked(tables: Tables, abstain: Any, options: dict[str, Any]) -> Tables:
    """Tables counted with :func:`options_with_abstentions`, split, with the positive class of the options."""
    if options.get("on_missing") == "drop" and {None, LABEL} & set(tables.labels):
        kept = [i for i, label in enumerate(tables.labels) if label not in (None, LABEL)]
        labels = tuple(tables.labels[i] for i in kept)
        before = tables
        tables = tables._with(  # noqa: SLF001 - the rows of items whose truth is missing are left out
            lambda cells: cells[..., kept, :], labels=labels, predicted_labels=tables.predicted_labels,
            positive=None,
        )  # fmt: skip
        if tables.squares is None:  # weights do not tell how many items they are the weights of
            lost = int(before.counts.sum() - tables.counts.sum())
            tables = replace(tables, left_out=tables.left_out + lost)
    found = with_abstentions(tables, abstain)
    positive = options.get("positive")
    return found if positive is None else _with_positive(found, positive)


@keeping_warnings
def with_abstentions(tables: Tables, abstain: Any) -> Tables:
    """The same items with the labels that mean "no answer" as extra columns.

    Such labels must not occur in the truth. Tables whose columns are already so are taken as they are.
    """
    names = _resolved(abstain_labels(abstain), tables.predicted_labels)
    unnamed: dict[Label, Label] = {None: LABEL} if None in names else {}
    columns = [unnamed.get(x, x) for x in tables.predicted_labels]
    rows = [unnamed.get(x, x) for x in tables.labels]
    refusing = tuple(unnamed.get(x, x) for x in names)
    _require_no_class(tables, rows, refusing)
    classes = tuple(label for label in rows if label not in refusing)
    strange = [label for label in columns if label not in classes and label not in refusing]
    if strange or not classes:
        raise InputError(
            f"the columns {quoted(strange)} of this table are neither classes nor named as no answer"
            if strange else "every label is named as no answer: there is no class left"
        )  # fmt: skip
    absent = [label for label in refusing if label not in columns]
    said = "no prediction is {label}, which {argument} names as no answer"
    warn(InputWarning(said, label=named(label), argument="abstain") for label in absent)
    down, across = [rows.index(x) for x in classes], [columns.index(x) for x in classes if x in columns]
    away = [columns.index(x) for x in refusing if x in columns]
    if len(across) < len(classes):
        raise InputError("every class needs a column of its own in a table with abstentions")

    def moved(cells: NDArray[Any]) -> NDArray[Any]:
        found = np.zeros((*cells.shape[:-2], len(down), len(across) + len(refusing)), dtype=cells.dtype)
        found[..., : len(across)] = cells[..., down, :][..., across]
        places = [len(across) + refusing.index(columns[i]) for i in away]
        found[..., places] = cells[..., down, :][..., away]
        return found

    two = len(classes) == 2
    positive = tables.positive if two and tables.positive in classes else classes[1] if two else None
    guessed = tables.positive_guessed if positive == tables.positive else two and is_guess(classes)
    return tables._with(  # noqa: SLF001 - cells are moved, and squares of weights with them
        moved, labels=classes, predicted_labels=(*classes, *refusing), positive=positive,
        positive_guessed=guessed,
    )  # fmt: skip


def answered(tables: Tables) -> Tables:
    """The items of a table with abstentions that were answered: a square table."""
    size = len(tables.labels)
    return tables._with(  # noqa: SLF001 - cells are chosen, and squares of weights with them
        lambda cells: cells[..., :size], predicted_labels=tables.labels
    )


def _resolved(names: Sequence[Label], columns: Sequence[Label]) -> tuple[Label, ...]:
    """Labels of no answer, where codes of missing values were counted as missing."""
    missing = None in columns or LABEL in columns
    codes = [x for x in usual_codes(names) if missing and x not in columns]
    return tuple(dict.fromkeys(None if name in codes else name for name in names))


def _require_no_class(tables: Tables, rows: Sequence[Label], refusing: Sequence[Label]) -> None:
    """Refuse labels of no answer that are a class of the truth."""
    real = tables.counts.sum(-1).reshape(-1, len(rows)).sum(0)
    for label, size in zip(rows, real, strict=True):
        if label in refusing and size > 0:
            items = counted(quantity(size), "item")
            if label == LABEL:
                raise InputError("the truth of {items} is missing: say {drop} to leave them out",
                                 items=items, drop=Argument("on_missing", "drop"))  # fmt: skip
            raise InputError("{label} is the true class of {items} and cannot mean no answer: see {argument}",
                             label=named(label), items=items, argument="abstain")  # fmt: skip


def _with_positive(tables: Tables, label: Label) -> Tables:
    """The table with another positive class; of more than two classes, that one against the rest."""
    labels = tables.labels
    if label not in labels:
        raise InputError(f"positive class {label!r} is not among the labels {offered(label, labels)}")
    found = labels[labels.index(label)]
    if len(labels) == 2:
        return replace(tables, positive=found, positive_guessed=False)
    is_it = np.array([x == found for x in labels])
    sides = np.stack((~is_it, is_it)).astype(np.int64)
    extra = len(tables.predicted_labels) - len(labels)
    columns = np.block(
        [[sides, np.zeros((2, extra), np.int64)],
         [np.zeros((extra, len(labels)), np.int64), np.eye(extra, dtype=np.int64)]]
    )  # fmt: skip
    two = (rest_of(labels, found), found)
    return tables._with(  # noqa: SLF001 - cells are added up, and squares of weights with them
        lambda cells: sides @ cells @ columns.T, labels=two,
        predicted_labels=(*two, *tables.predicted_labels[len(labels) :]), positive=found,
        positive_guessed=False,
    )  # fmt: skip
