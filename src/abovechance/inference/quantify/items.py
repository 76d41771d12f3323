"""Labelled and unlabelled items: from columns of labels, and as a table beside numbers of predictions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import Argument, InputError
from abovechance.core.labels import lacking, quoted
from abovechance.core.text import counted, listed
from abovechance.intake.missing import LABEL, Missing
from abovechance.tables.arguments import tables_from_columns, taken
from abovechance.tables.tables import Tables, group_at

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from abovechance.core.arrays import Floats

_OF_BOTH_HUMANS = ("data", "missing", "counts", "weights")


def items_of(
    given: Sequence[Any], options: dict[str, Any], own: Collection[str]
) -> tuple[Tables, Sequence[Any]]:
    """The tables that the arguments are or make, and the rest; a second truth becomes the table of both.

    Items of labels that lack a truth are the unlabelled ones, unless these are given; what becomes of those
    that lack a prediction is said by ``on_missing``.
    """
    if "tables" in options or (given and isinstance(given[0], Tables)):
        return taken(given, options, own)
    second, policy = options.get("second_truth"), options.pop("on_missing", "error")
    if second is not None:
        truth = options["truth"] if "truth" in options else given[0]
        columns = {name: options[name] for name in _OF_BOTH_HUMANS if name in options}
        options["second_truth"] = tables_from_columns(truth, second, on_missing="label", **columns)
    if options.get("unlabelled") is not None or len(given) > 2:
        return taken(given, options | {"on_missing": policy}, own)
    options["on_missing"] = "label"
    tables, rest = taken(given, options, own)
    return with_predictions(tables, policy), rest


def with_predictions(tables: Tables, policy: str) -> Tables:
    """The tables of items with a prediction, where those without are to be left out ("drop")."""
    Missing.of((), policy)
    gaps = [i for i, label in enumerate(tables.predicted_labels) if label in (None, LABEL)]
    if policy != "drop" or not gaps:
        return tables
    kept = np.array([i not in gaps for i in range(len(tables.predicted_labels))])
    dropped = int(tables.counts[..., ~kept].sum())
    squares = None if tables.squares is None else np.where(kept, tables.squares, 0)
    return replace(tables, counts=np.where(kept, tables.counts, 0), squares=squares,
                   left_out=tables.left_out + dropped)  # fmt: skip


def split_items(tables: Tables, unlabelled: object) -> tuple[Tables, Floats]:
    """The labelled items as a square table without empty classes, and the unlabelled ones by prediction."""
    tables.require_square()
    gaps = [i for i, label in enumerate(tables.labels) if label in (None, LABEL)]
    if gaps:
        (at,) = gaps
        if unlabelled is not None:
            raise InputError("the table has items without a truth, and {argument} are given beside: give one "
                             "of the two", argument="unlabelled")  # fmt: skip
        if tables.counts[..., at].any():
            raise InputError(
                "of {items} without a prediction nothing is known: say {drop} to leave such items out",
                items=counted(int(tables.counts[..., at].sum()), "item"), drop=Argument("on_missing", "drop"),
            )  # fmt: skip
        rest = [i for i in range(len(tables.labels)) if i != at]
        loose = np.asarray(tables.counts[..., at, rest], dtype=float)
        if tables.squares is not None:  # as many items as their weights are worth
            squares = tables.squares[..., at, rest].sum(-1, keepdims=True)
            loose *= loose.sum(-1, keepdims=True) / np.where(squares > 0, squares, 1.0)
        tables = with_classes(tables, rest)
    elif unlabelled is None:
        raise InputError(
            "there are no unlabelled items: those whose truth is missing are, or those whose predictions are "
            "given beside the table"
        )
    else:
        loose = _numbers(tables, unlabelled)
    if not (loose.sum(-1) > 0).all():
        raise InputError("every group needs unlabelled items: without them there is no share to estimate"
                         f"{_lacking(tables, loose.sum(-1))}")  # fmt: skip
    if not (tables.counts.sum((-2, -1)) > 0).all():
        raise InputError("every group needs labelled items: without them nothing is known of the predictor"
                         f"{_lacking(tables, tables.counts.sum((-2, -1)))}")  # fmt: skip
    batch = tuple(range(len(tables.axes)))
    seen = (tables.counts.sum(-1) + tables.counts.sum(-2) + loose).sum(batch) > 0
    if seen.all() or int(seen.sum()) < 2:
        return tables, loose
    return with_classes(tables, np.flatnonzero(seen).tolist()), loose[..., seen]


def _lacking(tables: Tables, items: Floats) -> str:
    """Which groups have no items."""
    if not tables.axes:
        return ""
    names = [listed(group_at(tables, at) or ()) for at in np.ndindex(tables.batch_shape) if not items[at] > 0]
    return f" ({', '.join(names[:4])}{' …' if len(names) > 4 else ''} has none)"


def with_classes(tables: Tables, kept: list[int]) -> Tables:
    """The table of some of its classes."""
    labels = tuple(tables.labels[i] for i in kept)
    if len(labels) < 2:
        raise InputError("there is one class only: its share is 1 whatever is predicted")
    squares = None if tables.squares is None else tables.squares[..., kept, :][..., kept]
    positive = (tables.positive if tables.positive in labels else labels[-1]) if len(labels) == 2 else None
    return replace(tables, counts=tables.counts[..., kept, :][..., kept], labels=labels,
                   predicted_labels=labels, squares=squares, positive=positive)  # fmt: skip


def _numbers(tables: Tables, unlabelled: object) -> Floats:
    """The numbers of unlabelled items by prediction."""
    if tables.axes:
        found = np.asarray(unlabelled, dtype=float)
        if found.shape != (*tables.batch_shape, len(tables.labels)):
            raise InputError("{argument} of several groups must be numbers by group and label: {shape}",
                             argument="unlabelled",
                             shape=(*tables.batch_shape, len(tables.labels)))  # fmt: skip
    else:
        if isinstance(unlabelled, str) or not isinstance(unlabelled, Iterable):
            raise InputError("{argument} must be predicted labels, or their numbers by label",
                             argument="unlabelled")  # fmt: skip
        by_label = unlabelled if isinstance(unlabelled, Mapping) else _tallied(unlabelled)
        unknown = [label for label in by_label if label not in tables.labels]
        if unknown:
            raise InputError(
                f"labels of unlabelled items that the table does not know: {quoted(unknown)} "
                f"{'is' if len(unknown) == 1 else 'are'} not among {lacking(unknown[0], tables.labels)}"
            )
        found = np.array([float(by_label.get(label, 0)) for label in tables.labels])
    if not (np.isfinite(found) & (found >= 0)).all():
        raise InputError("{argument} must be numbers of items, none negative or infinite",
                         argument="unlabelled")  # fmt: skip
    return found


def _tallied(labels: Iterable[Any]) -> dict[Any, int]:
    """How often each label occurs, counted as those of a table are."""
    both: Any = labels if hasattr(labels, "__len__") else list(labels)
    if not len(both):
        return {}
    tables = Tables.from_labels(both, both)
    return dict(zip(tables.labels, np.diagonal(tables.counts).tolist(), strict=True))
