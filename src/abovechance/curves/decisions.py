"""Decisions that scores make, each with its confidence; and the tables of refusing the least confident."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.intake.class_scores import pair_class_scores
from abovechance.intake.scores import pair_scores
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.core.labels import Label

    Floats = NDArray[np.float64]

REFUSED = "refused"
_MOST_POINTS = 300  # of the curve; more confidences are put together by equal numbers of items


@dataclass(frozen=True)
class Decided:
    """Decisions with their confidence."""

    labels: tuple[Label, ...]
    truth: NDArray[np.intp]
    decision: NDArray[np.intp]
    confidence: Floats
    masses: Array
    squares: Floats | None
    positive: Label | None
    left_out: int  # items that lack a value


def highest(truth: Any, scores: Any, classes: Any, rows: dict[str, Any]) -> Decided:
    """Decisions for the class of the highest score, of equal ones for the first."""
    found = pair_class_scores(truth, scores, classes=classes, **rows)
    columns = np.stack([column.astype(float) for column in found.columns], axis=-1)
    positive = found.classes[1] if len(found.classes) == 2 else None
    masses = _masses(found.masses, found.squares, found.weights, len(columns))
    return Decided(found.classes, found.codes, columns.argmax(-1), columns.max(-1), *masses, positive,
                    found.left_out)  # fmt: skip


def beyond(
    truth: Any, scores: Any, positive: Label | None, threshold: float, rows: dict[str, Any]
) -> Decided:
    """Decisions for the positive class from a score on."""
    scored = pair_scores(truth, scores, positive=positive, **rows)
    values, stands = scored.scores.astype(float), scored.masses
    masses = _masses(
        stands.items if stands.weights is None else stands.weights,
        stands.squares,
        stands.weights,
        len(values),
    )
    labels = ("rest" if isinstance(scored.negative, tuple) else scored.negative, scored.positive)
    decision, distance = (values >= threshold).astype(np.intp), np.abs(values - threshold)
    real = scored.is_positive.astype(np.intp)
    return Decided(labels, real, decision, distance, *masses, scored.positive, scored.left_out)


def _masses(
    masses: Array | None, squares: Array | None, weights: Any, rows: int
) -> tuple[Array, Array | None]:
    """What each row counts, in whole numbers unless there are weights, and the squares of weights."""
    if weights is not None:
        return np.asarray(masses, dtype=float), squares
    return np.ones(rows, dtype=np.int64) if masses is None else np.asarray(masses).astype(np.int64), None


def binned(decided: Decided) -> tuple[Floats, Array]:
    """The confidences from the highest, and the table of the items that have each, or are near it."""
    levels, place = np.unique(-decided.confidence, return_inverse=True)
    sizes = np.bincount(place, decided.masses, len(levels))
    if len(levels) > _MOST_POINTS:
        upto = np.cumsum(sizes) / sizes.sum()
        bins = np.minimum((upto * _MOST_POINTS).astype(np.intp), _MOST_POINTS - 1)
        _, bins = np.unique(bins, return_inverse=True)
        last = np.append(np.nonzero(np.diff(bins))[0], len(bins) - 1)
        levels, place = levels[last], bins[place]
    k = len(decided.labels)
    cells = np.zeros((len(levels), k, k), dtype=decided.masses.dtype)
    np.add.at(cells, (place, decided.truth, decided.decision), decided.masses)
    return -levels, cells


def with_refusals(cells: Array, decided: Decided) -> Tables:
    """A table for each confidence: what is above it is answered, and the rest refused."""
    answers = np.cumsum(cells, axis=0)
    refused = cells.sum((0, 2)) - answers.sum(-1)
    counts = np.concatenate((answers, refused[..., None]), axis=-1)
    name = REFUSED if REFUSED not in decided.labels else f"({REFUSED})"
    return Tables(
        counts, decided.labels, (*decided.labels, name), decided.positive,
        (Axis("confidence", tuple(range(len(counts)))),),
    )  # fmt: skip
