r"""Two classes, labelled items drawn by class: how far data are from a share of the positive class.

Of :math:`n_1` labelled positives :math:`x_1` were predicted positive, of :math:`n_0` negatives
:math:`x_0`, of M unlabelled items y. With the rates t and f of the predictor and the share :math:`\pi`, all
three are binomial,

.. math:: x_1 \sim B(n_1, t), \quad x_0 \sim B(n_0, f), \quad y \sim B(M, q), \quad q = \pi t + (1-\pi) f ,

so that a share is one linear constraint on three proportions. The likelihood under it is concave. With the
multiplier :math:`\lambda` each proportion solves a quadratic, and :math:`\lambda` is the root of a monotone
function. At the proportions found, Pearson's chi-squared of the three binomials is the score statistic of the
share (as for the difference of two proportions: Miettinen & Nurminen 1985). Rogan & Gladen (1978) have the
estimate, :math:`(\hat q - \hat f) / (\hat t - \hat f)`: it divides by Informedness.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import xlogy

from abovechance.inference.roots import bracketed_root

if TYPE_CHECKING:
    from abovechance.core.arrays import Floats

_FARTHEST = 45.0  # asinh of the greatest multiplier: beyond 10¹⁹


def class_design_statistic(labelled: Floats, unlabelled: Floats, share: Floats) -> tuple[Floats, Floats]:
    """The log-likelihood at a share of the second class, and Pearson's distance of the data from it.

    Parameters
    ----------
    labelled
        Counts of shape ``(..., 2, 2)``: rows are the truth, columns the prediction.
    unlabelled
        Counts of predictions, of shape ``(..., 2)``.
    share
        Shares of shape ``(...)``.
    """
    hits = np.stack((labelled[..., 1, 1], labelled[..., 0, 1], unlabelled[..., 1]), -1)
    sizes = np.stack((labelled[..., 1, :].sum(-1), labelled[..., 0, :].sum(-1), unlabelled.sum(-1)), -1)
    slopes = np.stack((share, 1 - share, np.full(np.shape(share), -1.0)), -1)

    def imbalance(scaled: Floats) -> Floats:
        return (slopes * _proportion(hits, sizes, np.sinh(scaled)[..., None] * slopes)).sum(-1)

    ends = np.full(np.shape(share), _FARTHEST)
    rates = _proportion(hits, sizes, np.sinh(bracketed_root(imbalance, -ends, ends))[..., None] * slopes)
    apparent = (slopes[..., :2] * rates[..., :2]).sum(-1)
    # A class without labelled items leaves its rate open: what balances the others is then their best.
    free = (sizes[..., :2] == 0).any(-1)
    rates[..., 2] = np.where(free, rates[..., 2], apparent)
    likelihood = (xlogy(hits, rates) + xlogy(sizes - hits, 1 - rates)).sum(-1)
    return likelihood, _distance(hits, sizes, rates).sum(-1)


def _proportion(hits: Floats, sizes: Floats, pull: Floats) -> Floats:
    """The proportion p that maximises hits·log p + (sizes − hits)·log(1 − p) − pull·p."""
    half = sizes + pull
    root = np.sqrt(np.maximum(half**2 - 4 * pull * hits, 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.where(half > 0, 2 * hits / (half + root), (half - root) / (2 * pull))
    return np.clip(np.where(np.isnan(found), 0.5, found), 0.0, 1.0)


def _distance(hits: Floats, sizes: Floats, rates: Floats) -> Floats:
    """Pearson's chi-squared of each binomial; infinite where what was seen is impossible."""
    variance, off = sizes * rates * (1 - rates), hits - sizes * rates
    impossible = np.where(np.abs(off) < 1e-6 * np.maximum(sizes, 1.0), 0.0, np.inf)
    return np.divide(off**2, variance, out=impossible, where=variance > 1e-12)
