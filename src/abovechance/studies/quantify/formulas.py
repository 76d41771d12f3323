"""Two formulas of corrected shares, computed as the package truescore does (0.7.4), for all draws at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.checks import quantile
from abovechance.studies.counting import where

if TYPE_CHECKING:
    from abovechance.core.arrays import Floats

_FEW = 5  # of the rarer class: with fewer, truescore falls back on the width of Wilson's interval


def rogan_gladen(labelled: Floats, loose: Floats, level: float) -> tuple[Floats, Floats, Floats]:
    """The inverted share with its standard error by the delta method (Rogan & Gladen 1978).

    The apparent share is that of all items. NaN where a class has no labelled items or Informedness is not
    positive.
    """
    sizes, total = labelled.sum(-1), labelled.sum((-2, -1)) + loose.sum(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        rates = labelled[..., 1] / sizes
        spread = rates * (1 - rates) / sizes
        apparent = (labelled[..., 1].sum(-1) + loose[:, 1]) / total
        informedness = rates[:, 1] - rates[:, 0]
        value = (apparent - rates[:, 0]) / informedness
        variance = (
            apparent * (1 - apparent) / total + (1 - value) ** 2 * spread[:, 0] + value**2 * spread[:, 1]
        )
        half = quantile(level) * np.sqrt(variance) / informedness
        ends = [np.clip(x, 0, 1) for x in (value, value - half, value + half)]
    value, low, high = (where(informedness > 0, x) for x in ends)
    return value, low, high


def ppi_plus_plus(labelled: Floats, loose: Floats, level: float) -> tuple[Floats, Floats, Floats]:
    """The prediction-powered share with its best weight (Angelopoulos, Duchi & Zrnic 2023, eq. 6).

    With fewer than five labelled items of a class it is as wide as Wilson's interval of the labelled items,
    if that is wider.
    """
    n, m = labelled.sum((-2, -1)), loose.sum(-1)
    own = labelled[:, 1].sum(-1)
    truth, said, both = own / n, labelled[..., 1].sum(-1) / n, labelled[:, 1, 1] / n
    apparent = loose[:, 1] / m
    covariance = both - truth * said
    pooled = (labelled[..., 1].sum(-1) + loose[:, 1]) / (n + m)
    spread = pooled * (1 - pooled) * (n + m) / (n + m - 1) * (1 + n / m)
    weight = np.clip(np.divide(covariance, spread, out=np.zeros_like(spread), where=spread > 0), 0, 1)
    value = truth + weight * (apparent - said)
    rest = truth * (1 - truth) - 2 * weight * covariance + weight**2 * said * (1 - said)
    variance = weight**2 * apparent * (1 - apparent) / (m - 1) + np.maximum(rest, 0) / (n - 1)
    z = quantile(level)
    half = z * np.sqrt(variance)
    wilson = z * np.sqrt(truth * (1 - truth) / n + (z / (2 * n)) ** 2) / (1 + z**2 / n)
    half = np.where(np.minimum(own, n - own) < _FEW, np.maximum(half, wilson), half)
    return value, value - half, value + half
