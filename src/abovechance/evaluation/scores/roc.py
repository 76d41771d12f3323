"""What scores are worth: areas, the best threshold judged honestly, and comparisons of systems."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from abovechance.core.errors import Argument, InputError, keeping_warnings
from abovechance.core.labels import natural_order, offered, quoted
from abovechance.core.text import group_text
from abovechance.curves.curve.curve import Curve
from abovechance.evaluation.scores.columns import (
    column_of,
    complete_items,
    is_missing,
    named_columns,
    names_of,
    read_columns,
)
from abovechance.evaluation.scores.ranking import Purpose, Ranking
from abovechance.evaluation.scores.systems import rank_classes, rank_groups, rank_systems
from abovechance.intake.files.reading import Reading, TextFormat, refuse_without_file
from abovechance.intake.missing import Missing
from abovechance.intake.mistakes import similar_labels

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from abovechance.core.arrays import Column
    from abovechance.core.labels import Label
    from abovechance.intake.files.reading import TextOptions

    Progress = Callable[[float], None]


@keeping_warnings
def roc(
    truth: object,
    scores: Column,
    *,
    positive: Label | None = None,
    classes: Sequence[Label] | None = None,
    weights: Any = None,
    counts: str | None = None,
    by: Any = None,
    clusters: Any = None,
    missing: object = (),
    on_missing: str = "error",
    data: object = None,
    optimise: str | None = None,
    cost_positive: float | None = None,
    cost_negative: float | None = None,
    prevalence: float | None = None,
    at_least: Mapping[str, float] | None = None,
    at_most: Mapping[str, float] | None = None,
    threshold: float | None = None,
    margin: float | None = None,
    level: float = 0.95,
    seed: int = 0,
    progress: Progress | None = None,
    **text: Unpack[TextOptions],
) -> Ranking:
    """Say what scores are worth: areas, the best threshold judged honestly, and whose scores are better.

    Parameters
    ----------
    truth
        The true label of each item.
    scores
        The scores of one system, or of several by name: a mapping or a frame. Of more than two classes, a
        column for each class; an array such as ``predict_proba`` gives has them in the order of the classes.
    positive
        The class that high scores are for; of two classes the larger label if not given.
    classes
        The class that each column of scores is for, if they are not named after the classes.
    weights
        A weight for each item.
    counts
        The column of a file that says how many items each row stands for.
    by
        Columns that tell groups apart: a curve for each group.
    clusters
        Which items belong together and are one draw, in all intervals and tests.
    missing, on_missing
        As in :meth:`Curve.from_scores`; with ``"drop"`` an item that lacks a score of any system is left out.
    data
        A data frame, or the path of a file: then ``truth``, ``scores``, ``weights``, ``by`` and ``clusters``
        name its columns. Labels of a file are text.
    optimise
        What the best threshold is best by: Informedness, or the cost if there are costs; any measure,
        ``"bias_equals_prevalence"``, ``"closest"`` or ``"equal_error_rate"``.
    cost_positive, cost_negative, prevalence
        The costs of errors, and the share of positive items where the threshold will be used.
    at_least, at_most
        Bounds by measure that a threshold must keep, such as ``{"recall": 0.95}``.
    threshold
        A fixed threshold instead of the best one.
    margin
        The largest difference of AUCs that does not matter: also say which systems (or groups) are not worse
        than another by more than it, and which are equivalent.
    level
        The confidence level of the intervals.
    seed
        Seed of the random draws.
    progress
        Called with the share of the work that is done.
    **text
        How text of a file is to be read: ``delimiter``, ``header``, ``decimal``, ``encoding``; and the
        ``sheet`` of an Excel file.

    Examples
    --------
    >>> import abovechance as ac
    >>> found = ac.roc([0, 0, 1, 1, 0, 1] * 10, {"A": [1, 2, 3, 4, 5, 6] * 10})
    >>> print(found.verdict)
    'A' ranks better than chance: AUC 0.778, 95 % interval 0.625 to 0.880.
    >>> found.systems[0].point.threshold
    3.0
    """
    bounds = (dict(at_least or {}), dict(at_most or {}))
    purpose = Purpose(optimise, cost_positive, cost_negative, prevalence, *bounds, threshold).checked()
    task: dict[str, Any] = {"purpose": purpose, "level": level, "seed": seed, "progress": progress}
    kept = Missing.of_scores(missing, on_missing)
    if isinstance(data, str | PathLike):
        given = {"weights": weights, "counts": counts, "clusters": clusters, "by": by}
        return _of_file(data, truth, scores, Reading(kept, TextFormat(**text)), given=given,
                        positive=positive, classes=classes, margin=margin, task=task)  # fmt: skip
    refuse_without_file(counts=counts, **text)
    if data is not None:
        truth, scores = column_of(data, truth), {name: column_of(data, name) for name in names_of(scores)}
        weights, clusters = (None if x is None else column_of(data, x) for x in (weights, clusters))
        by = None if by is None else {name: column_of(data, name) for name in names_of(by)}
    given = {"truth": truth, "weights": weights, "clusters": clusters, "by": by}
    labels = natural_order({label for label in np.asarray(truth).tolist() if not is_missing(label)})
    columns = named_columns(scores, labels, classes, positive)
    left_out = 0
    if kept.policy == "drop":
        given, columns, left_out = complete_items(given, columns, kept)
    found = _ranking(given, columns, labels, positive=positive, classes=classes, margin=margin, task=task)
    return _with_what_was_found(found, left_out, labels)


def _of_file(
    file: str | PathLike[str],
    truth: Any,
    scores: Any,
    reading: Reading,
    *,
    given: Mapping[str, Any],
    positive: Label | None,
    classes: Sequence[Label] | None,
    margin: float | None,
    task: dict[str, Any],
) -> Ranking:
    """The same of the columns of a file, whose labels are text."""
    wanted = None if positive is None else str(positive)
    read, columns, left_out = read_columns(
        file, truth, names_of(scores), reading, weights=given["weights"], counts=given["counts"],
        clusters=given["clusters"], by=[] if given["by"] is None else names_of(given["by"]), positive=wanted,
    )  # fmt: skip
    labels = natural_order(set(np.unique(read["truth"]).tolist()))
    found = _ranking(read, columns, labels, positive=wanted, classes=classes, margin=margin, task=task)
    return _with_what_was_found(found, left_out, labels)


def _with_what_was_found(ranking: Ranking, left_out: int, labels: Sequence[Any]) -> Ranking:
    """The ranking with what intake found: items without a value, and true labels that may be the same."""
    return replace(ranking, left_out=left_out, warnings=tuple(similar_labels(labels)))


def _ranking(
    given: dict[str, Any],
    columns: dict[Any, Any],
    labels: Sequence[Any],
    *,
    positive: Label | None,
    classes: Sequence[Label] | None,
    margin: float | None,
    task: dict[str, Any],
) -> Ranking:
    """Of groups, classes or systems, as the columns are for."""
    # In the order in which roc and read_columns make the mapping.
    truth, weights, clusters, by = given.values()
    per_class = _per_class(columns, labels, positive, classes)
    if by is not None:
        if per_class is not None or len(columns) > 1:
            raise InputError(
                "{argument} makes a curve for each group, so give one column of scores", argument="by"
            )
        _require_two(labels, positive, len(columns))
        (one,) = columns.values()
        found = Curve.from_scores(
            truth, one, positive=labels[-1] if positive is None else positive, weights=weights, by=by
        )
        return rank_groups({group_text(k): x for k, x in found.items()}, margin=margin, **task)
    if margin is not None and (per_class is not None or len(columns) < 2):
        raise InputError("{argument} is for the AUCs of two systems or more", argument="margin")
    if per_class is not None:
        return rank_classes(truth, per_class, weights=weights, **task)
    _require_two(labels, positive, len(columns))
    shared = {"positive": positive, "weights": weights, "clusters": clusters, "margin": margin}
    return rank_systems(truth, columns, **shared, **task)


def _per_class(
    columns: dict[Any, Any], labels: Sequence[Any], positive: Label | None, classes: Sequence[Label] | None
) -> dict[Any, Any] | None:
    """The scores for each class, if there is a column for each: said by ``classes``, or by their names."""
    names = list(columns)
    if classes is None:
        named_after = len(labels) > 2 and positive is None and set(names) == set(labels)
        return {label: columns[label] for label in labels} if named_after else None
    if positive is not None:
        raise InputError(
            "give {other} for one class against the rest, or {argument} for all, not both",
            argument="classes", other=Argument("positive"),
        )  # fmt: skip
    if len(classes) != len(names):
        raise InputError(
            "{argument} names {classes} classes for {columns} columns of scores",
            argument="classes", classes=len(classes), columns=len(names),
        )  # fmt: skip
    lacking = [label for label in labels if label not in classes]
    if lacking:
        raise InputError(
            "there are no scores for {lacking}: name every class in {argument}",
            argument="classes", lacking=quoted(lacking),
        )  # fmt: skip
    # Else each column would silently be taken for another class.
    if set(names) == set(classes) and names != list(classes):
        raise InputError(
            "the columns of scores have the names of the classes in another order than {argument}: give "
            "{right}, or leave it out",
            argument="classes", right=Argument("classes", ",".join(map(str, names))),
        )  # fmt: skip
    return dict(zip(classes, columns.values(), strict=True))


def _require_two(labels: Sequence[Any], positive: Label | None, columns: int) -> None:
    if positive is not None and positive not in labels:
        raise InputError(
            "{given} is not in the truth, whose labels are {labels}",
            given=Argument("positive", positive), labels=offered(positive, labels),
        )  # fmt: skip
    if positive is None and len(labels) > 2:
        raise InputError(
            "the truth has {n} classes, {labels}: name one with {argument} to set it against all others; or "
            "give a column of scores for each in the order of {classes}, not {columns} only",
            argument="positive", classes=Argument("classes"), n=len(labels), labels=quoted(labels),
            columns=columns,
        )  # fmt: skip
    if len(labels) == 1:
        raise InputError(f"the truth has only one class, {labels[0]!r}: there is nothing to tell apart")
