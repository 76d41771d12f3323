"""Ratings as columns with a row for each rating, the form that other software takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.labels import Label


def tidy_columns(
    known: NDArray[Any],
    items: Sequence[Label],
    raters: Sequence[Label],
    categories: Sequence[Label],
    times: NDArray[np.float64] | None,
) -> dict[str, NDArray[Any]]:
    """Item, rater and category of each rating; without raters, how many of them gave each category.

    ``known`` are the codes of the categories, items × raters, or else the counts, items × categories.
    Where items count several times, ``items`` says how many each row stands for.
    """
    rows, which = np.nonzero(known >= 0 if raters else known)
    if raters:
        own = {"rater": _objects(raters)[which], "category": _objects(categories)[known[rows, which]]}
    else:
        own = {"category": _objects(categories)[which], "raters": known[rows, which]}
    counted = {} if times is None else {"items": times[rows]}
    return {"item": _objects(items)[rows], **own, **counted}


def _objects(names: Sequence[Label]) -> NDArray[Any]:
    return np.fromiter(names, dtype=object, count=len(names))
