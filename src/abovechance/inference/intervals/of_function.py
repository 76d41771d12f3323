"""The delta-method interval of any smooth function of a table, measure or not.

The derivative by every cell is the imaginary part at a table that is nudged there, see
:mod:`abovechance.inference.derivatives.gradient`. As for measures, one pseudo-item is spread over the cells
for the standard error, and the interval is symmetric on the artanh scale of the range.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from abovechance.core.checks import quantile
from abovechance.inference.derivatives.nudged import STEP
from abovechance.inference.intervals.delta import Linear, interval_on_scale

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_BLOCK = 2**21  # complex numbers that are held at a time


class FunctionInterval(NamedTuple):
    """Values of a function of tables with their standard errors and bounds, over the batch."""

    value: Floats
    se: Floats
    low: Floats
    high: Floats


def function_interval(
    function: Callable[[NDArray[np.complex128]], NDArray[np.complex128]],
    counts: NDArray[np.float64] | NDArray[np.int64],
    level: float,
    bounds: tuple[float, float] = (-1.0, 1.0),
) -> FunctionInterval:
    """The value of a function of counts ``(*batch, R, C)``, and its interval between the ends of its range.

    The variance is ``Σn·g² − (Σn·g)²/N`` with the gradient g (Agresti 2013, Categorical Data Analysis,
    section 16.1). The first columns are of the labels of the rows; a label that neither occurs nor is
    predicted gets no part of the pseudo-item, nor does an empty column beyond.
    """
    size = counts.shape[-2]
    columns = counts.sum(-2) > 0
    labels = (counts.sum(-1) > 0) | columns[..., :size]
    cells = labels[..., :, None] & np.concatenate((labels, columns[..., size:]), axis=-1)[..., None, :]
    share = cells / np.maximum(cells.sum((-2, -1), keepdims=True), 1)
    smooth = counts + share
    with np.errstate(all="ignore"):
        value = np.real(function(counts.astype(np.complex128)))
        slopes = np.where(cells, _slopes(function, smooth), 0.0)
        weighted = smooth * slopes
        variance = (weighted * slopes).sum((-2, -1)) - weighted.sum((-2, -1)) ** 2 / smooth.sum((-2, -1))
        middle = np.real(function(smooth.astype(np.complex128)))
        se = np.sqrt(np.maximum(variance, 0.0))
        low, high = interval_on_scale(Linear(middle, se), quantile(level), *bounds)
    known = np.isfinite(value) & np.isfinite(se)
    low, high = np.minimum(low, value), np.maximum(high, value)
    return FunctionInterval(
        value, np.where(known, se, np.nan), np.where(known, low, np.nan), np.where(known, high, np.nan)
    )


def _slopes(
    function: Callable[[NDArray[np.complex128]], NDArray[np.complex128]], counts: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The derivatives by each cell, in the shape of the counts."""
    shape = counts.shape[-2:]
    directions = shape[0] * shape[1]
    length = max(_BLOCK // max(counts.size, 1), 1)
    parts = []
    for start in range(0, directions, length):
        nudge = np.eye(directions)[start : start + length].reshape(-1, *shape) * (1j * STEP)
        parts.append(np.imag(function(counts[..., None, :, :] + nudge)) / STEP)
    return np.concatenate(parts, axis=-1).reshape(counts.shape)
