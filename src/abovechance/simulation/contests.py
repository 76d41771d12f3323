"""Contests: which of two systems has more of a measure, and whether two measures order systems alike."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.simulation.judging import Judge
    from abovechance.simulation.running import Sums

    Floats = NDArray[np.float64]

_ROUNDED = 1e-12
"""Values that differ by no more, in relation to their size, are the same but for rounding."""


def contest_sums(values: Floats, scale: Floats, *, related: bool = True, judge: Judge | None = None) -> Sums:
    """Count what all pairs of systems say.

    Parameters
    ----------
    values
        Of shape ``(systems, measures, replicates)``.
    scale
        The size of the values of each system and measure.
    related
        Whether measures are compared with each other, too, which takes most of the time if they are many.
    judge
        Sees every comparison, and adds its own sums.

    Returns
    -------
    dict
        ``more``, ``less`` and ``both`` of shape ``(pairs, measures)``: in how many replicates the first
        system of a pair has more of a measure than the second, less, and both have a value. ``product``,
        ``untied`` and ``ordered`` of shape ``(measures, measures)``, over all pairs and replicates in which
        both measures have values of both systems: how many pairs both order alike less those they order
        contrarily, how many both order, and how many the first of them orders; these only if ``related``.
    """
    pairs = list(combinations(range(len(values)), 2))
    counts = {
        name: np.zeros((len(pairs), values.shape[1]), dtype=np.int64) for name in ("more", "less", "both")
    }
    size, names = (values.shape[1],) * 2, ("product", "untied", "ordered") if related else ()
    agreement = {name: np.zeros(size, dtype=np.int64) for name in names}
    for row, (i, j) in enumerate(pairs):
        with np.errstate(invalid="ignore"):  # infinite values are equal
            difference = values[i] - values[j]
        margin = _ROUNDED * np.maximum(scale[i], scale[j])[:, None]
        more, less = difference > margin, difference < -margin
        both = ~(np.isnan(values[i]) | np.isnan(values[j]))
        for name, found in (("more", more), ("less", less), ("both", both)):
            counts[name][row] = np.count_nonzero(found, axis=-1)
        if judge is not None:
            judge.see(row, more, less, both)
        if related:
            for name, found in _orders(more, less, both).items():
                agreement[name] += found
    return counts | agreement | ({} if judge is None else judge.sums())


def _orders(more: NDArray[np.bool_], less: NDArray[np.bool_], both: NDArray[np.bool_]) -> Sums:
    """Sums of products of signs, exact in 32 bits for as many replicates as a chunk has."""
    above, below, defined = (x.astype(np.float32) for x in (more, less, both))
    signs, untied = above - below, above + below
    products = {"product": signs @ signs.T, "untied": untied @ untied.T, "ordered": untied @ defined.T}
    return {name: value.astype(np.int64) for name, value in products.items()}
