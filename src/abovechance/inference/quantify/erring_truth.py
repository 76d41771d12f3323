"""Bounds of a corrected share where some of the labels that it is corrected by are wrong.

Of n labelled items up to m may have the wrong truth, which ones is not known. Moving an item to the other
class changes its row and not its column, so that all ways are two numbers: how many of the items predicted
positive, and how many of the others, move to or from the positive class. The bounds are the least low and the
greatest high end of the interval over all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.inference.quantify.shares import share_estimates, share_sets

if TYPE_CHECKING:
    from abovechance.core.arrays import Floats

_MOST_STEPS = 40  # of a larger number of wrong labels every so many are tried


def erring_bounds(
    labelled: Floats, unlabelled: Floats, wrong: float, design: str, level: float
) -> tuple[float, float]:
    """The bounds of the share of the second of two classes if up to so many labels of a table are wrong."""
    tables = _relabelled(labelled, wrong)
    loose = np.broadcast_to(unlabelled, (len(tables), 2))
    values = share_estimates(tables, loose, design)[:, 1]
    if np.isnan(values).any():  # wrong labels might leave a class empty, and anything possible
        return 0.0, 1.0
    chosen = np.unique([*_extremes(values), *_least_informed(tables)])
    low, high = share_sets(tables[chosen], loose[chosen], design, level)
    return float(low[:, 1].min()), float(high[:, 1].max())


def _relabelled(labelled: Floats, wrong: float) -> Floats:
    """All tables with up to so many labels changed; of very many, a grid with the corners."""
    most = int(wrong)
    steps = np.unique(np.rint(np.linspace(-most, most, min(2 * most, 2 * _MOST_STEPS) + 1)))
    first, second = (x.ravel() for x in np.meshgrid(steps, steps))
    within = np.abs(first) + np.abs(second) <= most
    moved = np.stack((first, second), -1)[within]
    tables = np.stack((labelled[0] - moved, labelled[1] + moved), -2)
    return tables[(tables >= 0).all((-2, -1))]


def _extremes(values: Floats) -> list[int]:
    """The tables of the least and the greatest shares, and some near them."""
    order = np.argsort(values)
    return [*order[:3].tolist(), *order[-3:].tolist()]


def _least_informed(tables: Floats) -> list[int]:
    """The tables whose rates are the nearest, and whose intervals are the widest."""
    rows = np.maximum(tables.sum(-1), 1.0)
    informedness = np.abs(tables[:, 1, 1] / rows[:, 1] - tables[:, 0, 1] / rows[:, 0])
    return np.argsort(informedness)[:2].tolist()
