r"""Informedness of a system that may refuse to answer, by what a refusal counts as.

A table with abstentions has counts :math:`n_{kl}` of the answers and :math:`f_k` refusals in class k, so that
class k has :math:`r_k = \sum_l n_{kl} + f_k` items of N in all, and label l was given :math:`c_l` times in A
answers.

*Left out*: the Informedness of the A answers alone. It says nothing of the items refused.

*Guess*: every refusal is a guess, with labels as often as the answers have them, :math:`q_l = c_l / A`. The
table is :math:`n_{kl} + f_k q_l`. By the Bookmaker (Powers 2007, eq. 41) a guess wins nothing on average, so
that Informedness is the share of informed decisions among all items. Refusals that depend neither on the
class nor on the answer leave :math:`B_{guess} = \frac{A}{N} B`, whatever the number of classes, and a system
that refuses a whole class of two, and so never names it, has 0. (Counting "refused" as one more class leaves
:math:`(A/N)^2 B`.)

*Wrong*: every refusal is given a wrong label, evenly over the wrong labels. *Right*: its own label. For two
classes Informedness is monotone in both recalls, so these are the sharp bounds of what any answers to the
refused items could have made of it. With the shares refused :math:`\varphi_k = f_k / r_k`,

.. math:: B_{guess} = B_{wrong} + q_+\varphi_+ + q_-\varphi_- , \quad
          B_{right} = B_{wrong} + \varphi_+ + \varphi_- .
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from abovechance.core.arrays import Array


def with_guesses(counts: Array) -> Array:
    """Informedness where a refusal is a guess; counts have refusals in the last columns."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return measure("informedness").function(Contingency(_guesses_filled(counts)))


def _guesses_filled(counts: Array) -> Array:
    """The answers, with every refusal spread over the labels as the answers are."""
    classes = counts.shape[-2]
    given = counts[..., :classes].sum(-2)
    answers = given.sum(-1)[..., None]
    labels = np.where(answers == 0, 1 / classes, given / np.where(answers == 0, 1, answers))
    return counts[..., :classes] + _refused(counts)[..., None] * labels[..., None, :]


def wrongly_filled(counts: Array) -> Array:
    """The answers, with every refusal given a wrong label, evenly over these."""
    classes = counts.shape[-2]
    others = (1 - np.eye(classes)) / max(classes - 1, 1)
    return counts[..., :classes] + _refused(counts)[..., None] * others


def rightly_filled(counts: Array) -> Array:
    """The answers, with every refusal given its own label."""
    classes = counts.shape[-2]
    return counts[..., :classes] + _refused(counts)[..., None] * np.eye(classes, dtype=np.int64)


def left_out_less_guess(counts: Array) -> Array:
    """How much higher Informedness is among the answers than where refusals are guesses."""
    answers = Contingency(counts[..., : counts.shape[-2]])
    return measure("informedness").function(answers) - with_guesses(counts)


def _refused(counts: Array) -> Array:
    """The refusals of each class."""
    return counts[..., counts.shape[-2] :].sum(-1)
