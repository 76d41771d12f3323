"""What is believed of a measure after seeing a table: its values on tables of Dirichlet-distributed shares.

The prior is a number of pseudo-items. One for the whole table (Perks' prior) is recommended: the
textbook's half an item in each cell outweighs the data as soon as there are many cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.inference.arguments import checked_replicates, checked_seed
from abovechance.inference.resampling.bootstrap import REPLICATES, Prior, dirichlet_draw, drawn_values
from abovechance.measures.registry import Measure, resolve
from abovechance.tables.arguments import of_tables

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from abovechance.inference.intervals.delta import Sampling
    from abovechance.tables.tables import Tables


@of_tables
def posterior(
    tables: Tables,
    /,
    measures: Iterable[str | Measure] | str | Measure | None = None,
    *,
    prior: Prior | ArrayLike = "perks",
    replicates: int = REPLICATES,
    sampling: Sampling = "items",
    seed: int | None = None,
) -> dict[str, NDArray[np.float64]]:
    """Draws of all measures, or of those named, from what is believed after seeing each table.

    Parameters
    ----------
    tables
        One table or a batch, or labels as of :func:`~abovechance.interval`.
    measures
        Names of measures; without it all.
    prior
        ``"perks"`` (one item spread over the table), ``"jeffreys"`` (half an item in each cell),
        ``"uniform"`` (one item in each cell), a number of items to spread, or a table of them.
    replicates
        How many tables to draw.
    sampling
        ``"items"``: the number of items was fixed; ``"classes"``: that of each real class.
    seed
        For the same draws again.

    Returns
    -------
    dict
        By the key of the measure, the values in their shape with the draws on a first axis.

    Examples
    --------
    >>> import abovechance as ac
    >>> from abovechance.inference.resampling.posterior import posterior
    >>> t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    >>> drawn = posterior(t, "informedness", replicates=4000, seed=1)["informedness"]
    >>> print(f"{(drawn > 0).mean():.2f}")  # the probability that decisions are better than chance
    0.97
    """
    size, draw = checked_replicates(replicates), dirichlet_draw(prior, sampling)
    return drawn_values(resolve(measures), tables, draw, size=size, seed=checked_seed(seed))
