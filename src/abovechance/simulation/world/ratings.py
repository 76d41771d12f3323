"""Panels of raters, each informed with a probability of its own and guessing otherwise.

Two raters whose guesses match the prevalence agree as one rater does with the truth whose probability of an
informed rating is the product of theirs: it is their Cohen's kappa.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.checks import distinct_labels
from abovechance.core.errors import InputError
from abovechance.raters.ratings.ratings import Ratings
from abovechance.simulation.world.mixture import (
    cell_shares,
    checked_informed,
    checked_probability,
    checked_shares,
    checked_wrong,
    named_guess,
)
from abovechance.simulation.world.sampling import checked_items, generator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.arrays import Array
    from abovechance.core.labels import Label
    from abovechance.simulation.world.mixture import Wrong
    from abovechance.simulation.world.sampling import Seed

    Floats = NDArray[np.float64]


def simulate_ratings(
    informed: ArrayLike,
    prevalence: ArrayLike,
    n: int,
    *,
    guess: ArrayLike | str = "matched",
    missing: ArrayLike = 0.0,
    wrong: Wrong = "even",
    categories: Sequence[Label] | None = None,
    raters: Sequence[Label] | None = None,
    seed: Seed = None,
) -> Ratings:
    """Ratings of ``n`` items by a panel.

    ``informed`` is, for each rater, the probability of knowing the category of an item; negative, of knowing
    it and giving another. ``guess`` has shares for all raters or a row of them for each, or their relation to
    the prevalence, and ``wrong`` is as for :func:`abovechance.simulate`. ``missing`` is the probability, for
    all raters or for each, of giving no rating.

    >>> import abovechance as ac
    >>> ratings = simulate_ratings([0.9, 0.8, 0.5], [0.6, 0.3, 0.1], 20_000, seed=1)
    >>> pair = ratings.take_raters(["rater1", "rater2"])
    >>> round(ac.agreement(pair, "cohen_kappa").value, 2)  # 0.9 · 0.8
    0.72
    """
    shares = checked_shares("prevalence", prevalence)
    if shares.ndim != 1:
        raise InputError(f"prevalence must be one share for each category, got {prevalence!r}")
    known = np.atleast_1d(checked_informed(informed))
    guesses = (
        named_guess(guess, shares) if isinstance(guess, str) else checked_shares("guess", guess, len(shares))
    )
    if known.ndim != 1 or guesses.shape[:-1] not in ((), known.shape):
        raise InputError(
            f"informed must be one number for each rater, and guess one row of shares for all or for each, "
            f"got {informed!r} and {guess!r}"
        )
    rng, items = generator(seed), int(checked_items(n))
    cells = cell_shares(known[:, None], shares, guesses, wrong=checked_wrong(wrong))
    # The classes first, then each rater by them alone: raters are independent given the class.
    truth = _positions(shares[None], np.zeros(items, dtype=np.int64), rng)
    codes = np.stack([_positions(_given(one), truth, rng) for one in cells], axis=1)
    codes[rng.random(codes.shape) < _missing(missing, len(known))] = -1
    names = tuple(range(len(shares))) if categories is None else distinct_labels(categories)
    given = tuple(f"rater{i + 1}" for i in range(len(known))) if raters is None else distinct_labels(raters)
    if (len(names), len(given)) != (len(shares), len(known)):
        raise InputError(
            f"there are {len(shares)} categories and {len(known)} raters, but {len(names)} and {len(given)} "
            "names for them: give one for each"
        )
    # A signed type, as a missing rating is −1.
    return Ratings(codes.astype(np.min_scalar_type(-len(shares))), names, range(items), given, True)


def _positions(shares: Floats, rows: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
    """For each item a position drawn from the row of shares that it names."""
    steps = np.cumsum(shares, axis=1)
    # All rows end to end, so that one search serves for all items.
    ladder = (steps / steps[:, -1:] + np.arange(len(shares))[:, None]).ravel()
    found = np.searchsorted(ladder, rows + rng.random(len(rows)), side="right") - rows * shares.shape[1]
    # Rounding may lead one step beyond the end of a row.
    return np.minimum(found, shares.shape[1] - 1)


def _given(cells: Floats) -> Floats:
    """How often each category is given to items of each; what is never asked is rated in any way."""
    real = cells.sum(1, keepdims=True)
    return np.where(real > 0, cells, 1.0)


def _missing(missing: ArrayLike, raters: int) -> Array:
    values = checked_probability("missing", missing)
    if values.shape not in ((), (raters,)):
        raise InputError(f"missing must be one number or one for each of {raters} raters, got {missing!r}")
    return values
