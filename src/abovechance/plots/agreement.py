"""The heat map of raters: how well every two of them agree, those who agree best with the rest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from abovechance.core.errors import InputError
from abovechance.measures.registry import measure as measure_called
from abovechance.pictures.agreement import agreement_of_pairs, pairs_map
from abovechance.plots.draw import draw_any
from abovechance.raters.ratings.reading import as_ratings

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.labels import Label
    from abovechance.measures.registry import Measure
    from abovechance.raters.ratings.reading import Reading


def agreement_heatmap(
    ratings: object,
    measure: str | Measure = "cohen_kappa",
    *,
    ax: Axes | None = None,
    weights: str | ArrayLike | None = None,
    **reading: Unpack[Reading],
) -> Axes:
    """Draw how well every two raters agree with matplotlib.

    Raters stand in the order of their mean agreement with the others. Of a measure that is not symmetric,
    the rater of the row is the truth and that of the column the prediction. Of a measure that takes chance
    out, blue is better than chance and red is worse.

    Parameters
    ----------
    ratings
        Items × raters, as in :func:`~abovechance.agreement`.
    measure
        A measure of two raters, such as ``"cohen_kappa"`` or ``"informedness"``.
    ax
        The axes to draw on; a new figure without it.
    weights
        The weights of Cohen's Kappa, as in :func:`~abovechance.agreement`; no other measure has them.
    **reading
        How the ratings are read: ``categories``, ``missing``, ``item``, ``rater`` and ``category``, as in
        :func:`~abovechance.agreement`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    found = as_ratings(ratings, **reading)
    m = measure_called(measure)
    if weights is not None and m.key != "cohen_kappa":
        raise InputError(f"weights are for 'cohen_kappa', not for {m.key!r}: leave them out")
    return draw_any(agreement_of_pairs(found, m.key, weights=weights), ax)


def draw(matrix: NDArray[np.float64], names: Sequence[Label], key: str, ax: Axes | None = None) -> Axes:
    """Draw a matrix of raters × raters."""
    return draw_any(pairs_map(matrix, names, key), ax)
