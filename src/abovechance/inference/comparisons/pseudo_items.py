"""Pseudo-items: what keeps few items of a class from claiming that its rates are certain.

Each class has one, which counts as one more item. Of two classes its answers are spread evenly (what Agresti
and Min 2005 add to paired proportions). Of more than two classes half of it is spread evenly over the labels,
and half is what a system would answer that is as informed of this class as of the others, and else guesses
as this system does: even answers alone would draw the value of a class with few items towards chance, and
with it the difference of two systems that are equally informed but favour different labels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from abovechance.tables.tables import Tables

Array = Any

PSEUDO_ITEMS = 1.0
"""Of each class."""
_EVEN = 0.5
"""The share of a pseudo-item that is spread evenly, of more than two classes."""


def pseudo_answers(tables: Tables) -> Array:
    """How the pseudo-item of each class is spread over the answers, in the shape of the counts.

    The rows of a table add up to one; of more than two classes those that never occur add up to nothing,
    since such a class adds nothing to the measures of the table.

    Examples
    --------
    >>> import abovechance as ac
    >>> from abovechance.inference.comparisons.pseudo_items import pseudo_answers
    >>> pseudo_answers(ac.Tables.from_counts([[8, 2], [1, 9]]))
    array([[0.5, 0.5],
           [0.5, 0.5]])
    >>> pseudo_answers(ac.Tables.from_counts([[9, 0, 0], [0, 9, 0], [0, 0, 9]])).round(2)
    array([[0.67, 0.17, 0.17],
           [0.17, 0.67, 0.17],
           [0.17, 0.17, 0.67]])
    """
    counts = tables.counts
    classes = counts.shape[-1]
    if classes <= 2:
        return np.full(counts.shape, 1 / classes)
    informed, guesses = _informed_and_guesses(tables)
    same_for_all = _EVEN / classes + (1 - _EVEN) * (1 - informed) * guesses
    answers = np.broadcast_to(same_for_all[..., None, :], counts.shape).copy()
    diagonal = np.arange(classes)
    answers[..., diagonal, diagonal] += (1 - _EVEN) * informed
    answers[~counts.any(axis=-1)] = 0.0
    return answers


def _informed_and_guesses(tables: Tables) -> tuple[Array, Array]:
    """The probability that a decision is informed, if it is the same for all, and what is guessed else."""
    t, total = tables.contingency, np.asarray(tables.total)[..., None]
    informed = np.clip(np.nan_to_num(measure("informedness")(tables)), 0, 1)[..., None]
    guesses = np.maximum((t.predicted - informed * t.real) / total, 0)
    total = guesses.sum(-1, keepdims=True)
    return informed, np.divide(guesses, total, out=np.full(guesses.shape, 1 / t.classes), where=total > 0)
