"""Roots of many monotone functions at once, each kept in a bracket (Chandrupatla 1997)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.core.arrays import Array, Numbers

_MAX_HALVINGS = 100
_ROOT_TOLERANCE = 1e-13
_OF_BRACKET = 1e-16  # of a root near 0, as a share of the bracket: bounds of 10¹⁵ items are so near


def bracketed_root(function: Callable[[Array], Array], low: Numbers, high: Numbers) -> Array:
    """Where a function changes its sign between ``low`` and ``high``, elementwise; NaN goes through.

    The ends must differ in sign, or one be the root. Unsafe inverse quadratic steps give way to halving.
    """
    at, other = np.broadcast_arrays(np.asarray(low, dtype=float), np.asarray(high, dtype=float))
    least = _OF_BRACKET * np.abs(other - at)
    value, other_value = function(at), function(other)
    share = np.full(at.shape, 0.5)
    for _ in range(_MAX_HALVINGS):
        new = at + share * (other - at)
        new_value = function(new)
        same = np.sign(new_value) == np.sign(value)
        past, past_value = np.where(same, at, other), np.where(same, value, other_value)
        other, other_value = np.where(same, other, at), np.where(same, other_value, value)
        at, value = new, new_value
        nearer = np.abs(value) < np.abs(other_value)
        best = np.where(nearer, at, other)
        width = np.abs(other - at)
        tolerance = _ROOT_TOLERANCE * np.abs(best) + least
        if not ((width > 2 * tolerance) & (value != 0)).any():
            break
        share = _next_share((at, other, past), (value, other_value, past_value))
        edge = np.minimum(tolerance / np.where(width > 0, width, 1), 0.5)
        share = np.where(value == 0, 0.0, np.clip(share, edge, 1 - edge))
    return np.where(value == 0, at, best)


def _next_share(points: tuple[Array, ...], values: tuple[Array, ...]) -> Array:
    """How far to go from the first point to the second: by inverse interpolation if it is monotone there."""
    (x1, x2, x3), (f1, f2, f3) = points, values
    with np.errstate(all="ignore"):
        xi, phi = (x1 - x2) / (x3 - x2), (f1 - f2) / (f3 - f2)
        quadratic = f1 / (f2 - f1) * (f3 / (f2 - f3))
        quadratic += (x3 - x1) / (x2 - x1) * (f1 / (f3 - f1)) * (f2 / (f3 - f2))
        safe = (phi * phi < xi) & ((1 - phi) ** 2 < 1 - xi)
    return np.where(safe & np.isfinite(quadratic), quadratic, 0.5)
