r"""Informedness of a system that may refuse to answer, by what a refusal counts as.

A table with abstentions has counts :math:`n_{kl}` of the answers and :math:`f_k` refusals in class k, so that
class k has :math:`r_k = \sum_l n_{kl} + f_k` items of N in all, and label l was given :math:`c_l` times in A
answers.

*Left out*: the Informedness of the A answers alone. It says nothing of the items refused.

*No bet*: the Bookmaker (Powers 2007, eq. 41) pays an answer l by its odds among all items,
:math:`1 / \mathrm{prev}_l` if it is right and :math:`-1 / (1 - \mathrm{prev}_l)` if not, at a stake that is
the share of the label; a bet that is not placed wins and loses nothing. With the share among the bets that
are placed,

.. math:: B_0 = \sum_l \frac{c_l}{A}\left(\frac{n_{ll}}{r_l} - \frac{c_l - n_{ll}}{N - r_l}\right).

Refusals that depend neither on the class nor on the answer leave :math:`B_0 = \frac{A}{N} B`. (With stakes
:math:`c_l / N` they would leave :math:`(A/N)^2 B`. This is what comes out if "refused" is counted as one more
class.) An answer that knows nothing wins nothing on average, so refusing it neither gains nor costs.

*Wrong*: every refusal is given a wrong label, evenly over the wrong labels. *Right*: its own label. For two
classes Informedness is monotone in both recalls, so these are the sharp bounds of what any answers to the
refused items could have made of it. With the shares refused :math:`\varphi_k = f_k / r_k` and the shares of
labels :math:`q_l = c_l / A`,

.. math:: B_0 = B_{wrong} + q_+\varphi_- + q_-\varphi_+ , \quad
          B_{right} = B_{wrong} + \varphi_+ + \varphi_- .
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.contingency import Contingency
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from abovechance.core.arrays import Array


def no_bet(counts: Array) -> Array:
    """Informedness where a refusal is a bet that is not placed; counts have refusals in the last columns."""
    classes = counts.shape[-2]
    answers, real = counts[..., :classes], counts.sum(-1)
    given, right = answers.sum(-2), np.diagonal(answers, axis1=-2, axis2=-1)
    total, bets = real.sum(-1), given.sum(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        won = right / real - (given - right) / (total[..., None] - real)
        sums = np.where(real == 0, 0.0, given * won).sum(-1)
        return np.where(bets == 0, 0.0 * total, sums / np.where(bets == 0, 1.0, bets))


def wrongly_filled(counts: Array) -> Array:
    """The answers, with every refusal given a wrong label, evenly over these."""
    classes = counts.shape[-2]
    others = (1 - np.eye(classes)) / max(classes - 1, 1)
    return counts[..., :classes] + _refused(counts)[..., None] * others


def rightly_filled(counts: Array) -> Array:
    """The answers, with every refusal given its own label."""
    classes = counts.shape[-2]
    return counts[..., :classes] + _refused(counts)[..., None] * np.eye(classes, dtype=np.int64)


def left_out_less_no_bet(counts: Array) -> Array:
    """How much higher Informedness is among the answers than where refusals are bets not placed."""
    answers = Contingency(counts[..., : counts.shape[-2]])
    return measure("informedness").function(answers) - no_bet(counts)


def _refused(counts: Array) -> Array:
    """The refusals of each class."""
    return counts[..., counts.shape[-2] :].sum(-1)
