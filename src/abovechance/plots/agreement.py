"""The heat map of raters: how well every two of them agree, those who agree best with the rest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.text import shown
from abovechance.measures.registry import measure as measure_called
from abovechance.plots.style import new_axes
from abovechance.raters.pair_tables import pairwise_agreement, weighted_kappas
from abovechance.raters.ratings.reading import as_ratings
from abovechance.raters.ratings.weights import weighting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.labels import Label
    from abovechance.measures.registry import Measure
    from abovechance.raters.ratings.reading import Reading

_COLOURS = "RdBu"
_ONE_SIDED = "Blues"  # the colours where 0 is the least value, not the one of chance
_MAX_RATERS_WITH_NUMBERS = 20  # up to so many raters the numbers are written into the cells
_MAX_RATERS_NAMED = 60  # up to so many raters all names are written
_CELL_INCHES = 0.55
_LEAST_INCHES = 3.0
_MOST_INCHES = 12.0
_DARK_VALUE = 0.6  # colours of values beyond this size are dark, so that white is read on them
_MAX_NAME_LENGTH = 24
_SHORT_TITLE = 16


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
        Items × raters, as of :func:`~abovechance.agreement`.
    measure
        A measure of two raters, such as ``"cohen_kappa"`` or ``"informedness"``.
    ax
        The axes to draw on; a new figure without it.
    weights
        Of Cohen's Kappa, as of :func:`~abovechance.agreement`; no other measure has them.
    **reading
        How the ratings are read: ``categories``, ``missing``, ``item``, ``rater`` and ``category``, as of
        :func:`~abovechance.agreement`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    found = as_ratings(ratings, **reading)
    m = measure_called(measure)
    if weights is None:
        return draw(pairwise_agreement(found, m), found.raters, m.key, ax)
    if m.key != "cohen_kappa":
        raise InputError(f"weights are for 'cohen_kappa', not for {m.key!r}: leave them out")
    said = weights if isinstance(weights, str) else "custom"
    return draw(
        weighted_kappas(found, weighting(weights, found.categories)), found.raters, m.key, ax, weights=said
    )


def ordered(matrix: NDArray[np.float64]) -> NDArray[np.intp]:
    """The raters by their mean value with the others, both ways, the highest first."""
    both = np.concatenate([matrix, matrix.T], axis=1)
    defined = ~np.isnan(both)
    means = np.where(defined, both, 0.0).sum(axis=1) / np.maximum(defined.sum(axis=1), 1)
    return np.argsort(-means, kind="stable")


def draw(
    matrix: NDArray[np.float64],
    names: Sequence[Label],
    key: str,
    ax: Axes | None = None,
    *,
    weights: str | None = None,
) -> Axes:
    """Draw a matrix of raters × raters."""
    order = ordered(matrix)
    matrix = matrix[np.ix_(order, order)]
    labels = [shown(names[i], _MAX_NAME_LENGTH) for i in order]
    axes = new_axes(_size(len(labels))) if ax is None else ax
    m = measure_called(key)
    least = -1 if m.low < 0 else 0
    image = axes.imshow(matrix, cmap=_COLOURS if least else _ONE_SIDED, vmin=least, vmax=1, aspect="equal")
    _name_cells(axes, labels)
    if len(labels) <= _MAX_RATERS_WITH_NUMBERS:
        _write(axes, matrix)
    axes.set_title(_title(m, weights), fontsize=11)
    if not np.allclose(matrix, matrix.T, equal_nan=True):
        axes.set(xlabel="predicting", ylabel="taken as the truth")
    bar = axes.figure.colorbar(
        image, ax=axes, shrink=0.8, ticks=[-1, -0.5, 0, 0.5, 1] if least else [0, 0.5, 1]
    )
    bar.outline.set_visible(False)
    zero = "chance" if m.chance == 0 else "0"
    bar.ax.set_yticklabels([*(("−1", "−0.5") if least else ()), zero, "0.5", "1"])
    return axes


def _title(m: Measure, weights: str | None) -> str:
    """Two lines, so that a long one does not run into the bar of colours beside it."""
    weighted = f" ({weights} weights)" if weights not in (None, "identity") else ""
    between = "\n" if len(m.title + weighted) > _SHORT_TITLE else " "
    return f"{m.title}{weighted}{between}of every two raters"


def _name_cells(axes: Axes, labels: Sequence[str]) -> None:
    places = range(len(labels)) if len(labels) <= _MAX_RATERS_NAMED else range(0, len(labels), 5)
    axes.set_xticks(
        list(places), [labels[i] for i in places], rotation=45, ha="right", rotation_mode="anchor"
    )
    axes.set_yticks(list(places), [labels[i] for i in places])
    axes.tick_params(length=0)
    for text in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        text.set_parse_math(False)
    for side in axes.spines.values():
        side.set_visible(False)


def _write(axes: Axes, matrix: NDArray[np.float64]) -> None:
    for (row, column), value in np.ndenumerate(matrix):
        if row == column:
            continue
        said = "–" if np.isnan(value) else f"{value:.2f}".replace("0.", ".", 1).replace("-", "−")
        colour = "white" if abs(value) > _DARK_VALUE else "0.15"
        axes.text(column, row, said, ha="center", va="center", fontsize=8, color=colour)


def _size(raters: int) -> tuple[float, float]:
    side = min(max(_CELL_INCHES * raters, _LEAST_INCHES), _MOST_INCHES)
    return side + 2.2, side + 1.4
