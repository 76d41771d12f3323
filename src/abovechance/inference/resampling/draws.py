"""Tables drawn at random: as if the same items were sampled anew, or from what is believed after seeing them.

Counts are drawn, not items, so that the cost does not depend on how many items there are. Draws come
in chunks of fixed size, each with a random generator of its own, so that they do not depend on how
the work is divided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.errors import InputError
from abovechance.inference.arguments import kept_labels

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from abovechance.inference.intervals.delta import Sampling
    from abovechance.tables.tables import Tables

Draw = Callable[[np.random.Generator, "NDArray[Any]", int], "NDArray[np.float64]"]
Prior = Literal["perks", "jeffreys", "uniform"] | float

CHUNK = 500
"""Tables drawn with one random generator."""
_CHUNK_CELLS = 2**24
"""Of large tables fewer, so that a chunk has no more cells than this."""
MOST_ITEMS = 1 << 62
"""Random numbers of items are integers of 64 bits; more items would vary less than can be seen."""
_CELL_MASS = {"jeffreys": 0.5, "uniform": 1.0}


def seeded_chunks(
    size: int, length: int, seed: int | Sequence[int] | None, *key: int
) -> Iterator[tuple[int, int, np.random.Generator]]:
    """Where each chunk of draws begins, how many it has, and its own random generator.

    ``key`` tells apart several such series of one seed.
    """
    entropy = np.random.SeedSequence(seed).entropy
    for chunk, start in enumerate(range(0, size, length)):
        sequence = np.random.SeedSequence(entropy, spawn_key=(*key, chunk))
        yield start, min(length, size - start), np.random.default_rng(sequence)


def drawn_tables(tables: Tables, draw: Draw, size: int, seed: int | None) -> Iterator[tuple[int, int, Any]]:
    """Chunks of tables drawn for each table of a batch: its position, where the chunk begins, the counts."""
    entropy = np.random.SeedSequence(seed).entropy
    flat = tables.counts.reshape(-1, *tables.counts.shape[-2:])
    length = max(min(CHUNK, _CHUNK_CELLS // max(flat.shape[-2] * flat.shape[-1], 1)), 1)
    for position, counts in enumerate(flat):
        for start, number, rng in seeded_chunks(size, length, entropy, position):
            yield position, start, draw(rng, counts, number)


def multinomial_draw(sampling: Sampling, pseudo_items: float = 0.0) -> Draw:
    """The same number of items drawn anew from the table, or of each real class from its row.

    Pseudo-items are spread evenly over the labels of the table that is drawn from, so that a cell that
    happened to be empty need not stay so.
    """

    @_on_labels_that_occur
    def draw(rng: np.random.Generator, counts: NDArray[Any], size: int) -> NDArray[np.float64]:
        if sampling == "items":
            return _drawn(rng, counts.ravel(), size, pseudo_items).reshape(size, *counts.shape)
        share = pseudo_items / len(counts)
        return np.stack([_drawn(rng, row, size, share if row.any() else 0.0) for row in counts], axis=1)

    return draw


def _on_labels_that_occur(draw: Draw) -> Draw:
    """The same draws, however many labels there are that neither occur nor are predicted: these never do."""

    def laid_out(rng: np.random.Generator, counts: NDArray[Any], size: int) -> NDArray[np.float64]:
        rows, columns = kept_labels(counts, square=counts.shape[0] == counts.shape[1])
        drawn = np.zeros((size, *counts.shape))
        drawn[:, rows[:, None], columns] = draw(rng, counts[rows[:, None], columns], size)
        return drawn

    return laid_out


def _drawn(rng: np.random.Generator, counts: NDArray[Any], size: int, pseudo: float) -> NDArray[np.float64]:
    """Rows of counts; only occupied cells are drawn, and the few items that the pseudo-items attract."""
    drawn = np.zeros((size, len(counts)))
    total = float(counts.sum())
    if total == 0:
        return drawn
    # weights need not add up to whole items: as many are drawn as they come to, and scaled
    items = min(max(round(total), 1), MOST_ITEMS)
    strays = rng.binomial(items, pseudo / (total + pseudo), size=size)
    occupied = counts > 0
    drawn[:, occupied] = rng.multinomial(items - strays, counts[occupied] / total)
    rows = np.repeat(np.arange(size), strays)
    np.add.at(drawn, (rows, rng.integers(len(counts), size=len(rows))), 1.0)
    return drawn * (total / items)


def dirichlet_draw(prior: Prior | ArrayLike, sampling: Sampling) -> Draw:
    """Tables of the same number of items with the shares that are believed after seeing the counts."""

    def draw(rng: np.random.Generator, counts: NDArray[Any], size: int) -> NDArray[np.float64]:
        shapes = counts + prior_counts(prior, counts.shape)
        gammas = rng.standard_gamma(shapes, size=(size, *counts.shape))
        axes = (-2, -1) if sampling == "items" else (-1,)
        sums = gammas.sum(axes, keepdims=True)
        return gammas / np.where(sums > 0, sums, 1.0) * counts.sum(axes, keepdims=True)

    return draw if np.ndim(prior) > 0 else _on_labels_that_occur(draw)


def prior_counts(prior: Prior | ArrayLike, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """The pseudo-items of a prior in each cell.

    ``"perks"`` is one item spread over the table, a number as many, ``"jeffreys"`` half an item in each
    cell, ``"uniform"`` one in each; an array is taken as it is. With many cells the priors of a fixed
    amount for each outweigh the data.
    """
    cells = shape[0] * shape[1]
    if isinstance(prior, str):
        if prior != "perks" and prior not in _CELL_MASS:
            raise InputError(
                f"prior must be 'perks', 'jeffreys', 'uniform', a number or a table, got {prior!r}"
            )
        return np.full(shape, _CELL_MASS.get(prior, 1 / cells))
    mass = np.asarray(prior, dtype=float)
    mass = np.full(shape, mass / cells) if mass.ndim == 0 else mass
    if mass.shape != shape or not np.all(mass >= 0) or not np.all(np.isfinite(mass)):
        raise InputError(f"prior must be a non-negative number of items, or a table of them of shape {shape}")
    return mass
