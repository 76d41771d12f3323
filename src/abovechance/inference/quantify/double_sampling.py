r"""Labelled items drawn from the same population as the unlabelled: double sampling (Tenenbein 1970).

All N = n + M items have a prediction and n of them a truth. So the likelihood is one of the shares
:math:`p_l` of the predictions, known from all items, and of the shares :math:`r_l` of the class among the
items predicted l, known from the labelled ones. The class has the share :math:`\pi = \sum_l p_l r_l`, and
other classes need not be told apart. The maximum likelihood estimate takes both as counted. Its variance,

.. math:: V = \frac1n \sum_l p_l r_l (1-r_l) + \frac1N \sum_l p_l (r_l-\pi)^2 ,

is the least there is, that of the prediction-powered estimate with its best weight (Angelopoulos, Duchi &
Zrnic 2023) included. For a given share the likelihood is concave; with a multiplier :math:`\beta` the shares
:math:`r_l` solve quadratics, and the score statistic is :math:`\beta^2 V`.

The estimate is a sum of independent terms. How nearly it is normal is told by Lyapunov's ratio L, the sum of
their third absolute moments, in standard errors: :math:`m = 1/L^2` is the number of Poisson events that are
as uneven. With few such events, as where a kind of error was not seen, the likelihood ratio excludes large
rates of an unseen error too soon, and the score small rates of one that was seen once. So a share is as far
from the data as the lesser of the two says; with many events all distances are alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit, xlogy

from abovechance.inference.roots import bracketed_root

if TYPE_CHECKING:
    from abovechance.core.arrays import Floats

_FARTHEST = 45.0  # the logit of the multiplier as a share of its greatest
_LEAST_SHARE = 1e-12
_PSEUDO_ITEMS_OF_A_CELL = (
    0.25  # for the standard error, which is 0 without them where the predictor never errs
)
_FEW = 5  # events: with as many the standard error counts as much as the likelihood and the score


def double_sampling_estimate(own: Floats, others: Floats, unlabelled: Floats) -> Floats:
    """The share of a class; a prediction without labelled items takes that of all labelled items.

    Parameters
    ----------
    own, others
        Labelled items of the class and of the other classes by prediction, of shape ``(..., L)``.
    unlabelled
        Unlabelled items by prediction.
    """
    predicted, rates = _counted(own, others, unlabelled)
    return (predicted / predicted.sum(-1, keepdims=True) * rates).sum(-1)


def double_sampling_likelihood(own: Floats, others: Floats, unlabelled: Floats) -> Floats:
    """The greatest log-likelihood, whatever the share."""
    predicted, rates = _counted(own, others, unlabelled)
    shares = predicted / predicted.sum(-1, keepdims=True)
    return (xlogy(predicted, shares) + xlogy(own, rates) + xlogy(others, 1 - rates)).sum(-1)


def double_sampling_statistic(
    own: Floats, others: Floats, unlabelled: Floats, share: Floats
) -> tuple[Floats, Floats]:
    """The log-likelihood at a share of the class, and the score statistic of it."""
    at = np.clip(share, _LEAST_SHARE, 1 - _LEAST_SHARE)[..., None]
    labelled = own + others
    predicted = labelled + unlabelled
    total = predicted.sum(-1, keepdims=True)

    def fitted(scaled: Floats) -> tuple[Floats, Floats, Floats]:
        ours, theirs = total / at * expit(scaled[..., None]), total / (1 - at) * expit(-scaled[..., None])
        pull = ours - theirs
        rates = _smaller_root(pull * unlabelled, labelled * theirs + pull * (predicted - own), own * theirs)
        return predicted / (theirs * (1 - rates) + ours * rates), rates, pull[..., 0]

    def imbalance(scaled: Floats) -> Floats:
        shares, rates, _ = fitted(scaled)
        return (shares * (at * (1 - rates) - (1 - at) * rates)).sum(-1)

    ends = np.full(np.shape(share), _FARTHEST)
    shares, rates, pull = fitted(bracketed_root(imbalance, -ends, ends))
    shares = shares / shares.sum(-1, keepdims=True)
    likelihood = (xlogy(predicted, shares) + xlogy(own, rates) + xlogy(others, 1 - rates)).sum(-1)
    variance = (shares * rates * (1 - rates)).sum(-1) / labelled.sum(-1)
    variance += (shares * (rates - at) ** 2).sum(-1) / total[..., 0]
    return likelihood, pull**2 * variance


def double_sampling_distance(own: Floats, others: Floats, unlabelled: Floats, share: Floats) -> Floats:
    """How far data are from a share: chi-squared with one degree of freedom if it is true."""
    likelihood, score = double_sampling_statistic(own, others, unlabelled, share)
    ratio = 2 * (double_sampling_likelihood(own, others, unlabelled) - likelihood)
    wald, events = _wald(own, others, unlabelled, share)
    weight = events / (events + _FEW)
    return weight * wald + (1 - weight) * np.minimum(ratio, score)


def _wald(own: Floats, others: Floats, unlabelled: Floats, share: Floats) -> tuple[Floats, Floats]:
    """The squared distance of the padded estimate from a share in standard errors, and how many events m."""
    rates_known = (own + others > 0).sum(-1)
    own, others = own + _PSEUDO_ITEMS_OF_A_CELL, others + _PSEUDO_ITEMS_OF_A_CELL
    labelled = own + others
    predicted, rates = _counted(own, others, unlabelled)
    total = predicted.sum(-1)
    shares = predicted / total[..., None]
    value = (shares * rates).sum(-1)
    uneven, off = rates * (1 - rates), rates - value[..., None]
    between = (shares * off**2).sum(-1) / total
    variance = (shares * uneven).sum(-1) / (labelled.sum(-1) - rates_known + 1) + between
    spread = (shares**2 * uneven / labelled).sum(-1) + between
    third = (shares**3 * uneven * (rates**2 + (1 - rates) ** 2) / labelled**2).sum(-1)
    third += (shares * np.abs(off) ** 3).sum(-1) / total**2
    return (value - share) ** 2 / variance, spread**3 / third**2


def _counted(own: Floats, others: Floats, unlabelled: Floats) -> tuple[Floats, Floats]:
    """All items by prediction, and the share of the class among the labelled ones of each prediction."""
    labelled = own + others
    overall = own.sum(-1, keepdims=True) / labelled.sum(-1, keepdims=True)
    rates = np.where(labelled > 0, own / np.where(labelled > 0, labelled, 1.0), overall)
    return labelled + unlabelled, rates


def _smaller_root(square: Floats, slope: Floats, constant: Floats) -> Floats:
    """The root r of square·r² − slope·r + constant that is a share."""
    root = np.sqrt(np.maximum(slope**2 - 4 * square * constant, 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.where(slope > 0, 2 * constant / (slope + root), (slope - root) / (2 * square))
    return np.clip(np.where(np.isnan(found), 0.5, found), 0.0, 1.0)
