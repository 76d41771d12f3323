"""How items are sampled: all at random, so many of each class, or so many of each class and of each label.

Whatever is fixed has the numbers nearest to those expected. Tables are drawn cell by cell for all replicates
at once, never item by item.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.errors import InputError
from abovechance.inference.arguments import checked_seed
from abovechance.inference.resampling.margins import LARGEST_TOTAL
from abovechance.simulation.world.fixed_margins import fixed_margins

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.arrays import Floats, Integers

    Seed = int | np.random.SeedSequence | np.random.Generator | None

Sampling = Literal["items", "classes", "margins"]

SAMPLINGS = ("items", "classes", "margins")
_MOST_ITEMS = 1 << 50  # shares of so many items are still whole numbers of them
_SHARE_DIGITS = 6  # shares are compared after rounding, so that equal ones are dealt equal numbers of items


def drawn_counts(
    shares: NDArray[np.float64],
    n: ArrayLike,
    shape: tuple[int, ...],
    rng: np.random.Generator,
    sampling: Sampling = "items",
) -> NDArray[np.int64]:
    """Draw a batch of tables, shape ``(*shape, R, C)``, to which shares and ``n`` are broadcast.

    With ``"classes"`` each class has its expected number of items, with ``"margins"`` each label has, too.
    """
    if sampling not in SAMPLINGS:
        raise InputError(f"sampling must be one of {', '.join(map(repr, SAMPLINGS))}, got {sampling!r}")
    # Shares that miss 1 by rounding might be refused where they are drawn from.
    shares = shares / shares.sum((-2, -1), keepdims=True)
    if sampling == "items":
        return _items(shares, np.asarray(n), shape, rng)
    if sampling == "classes":
        return _classes(shares, np.asarray(n), shape, rng)
    return _margins(shares, np.asarray(n), shape, rng)


def apportioned(shares: NDArray[np.float64], n: ArrayLike) -> NDArray[np.int64]:
    """Whole numbers that add up to ``n`` and are nearest to ``n·shares``: by largest remainder."""
    total = np.asarray(n)[..., None]
    wanted = np.round(shares * total, _SHARE_DIGITS)
    whole = np.floor(wanted).astype(np.int64)
    order = np.argsort(-np.round(wanted - whole, _SHARE_DIGITS), axis=-1, kind="stable")
    extra = np.arange(shares.shape[-1]) < total - whole.sum(-1, keepdims=True)
    more = np.empty_like(whole)
    np.put_along_axis(more, order, np.broadcast_to(extra, order.shape).astype(np.int64), axis=-1)
    return whole + more


def checked_items(n: Any) -> NDArray[np.int64]:
    """How many items there are, whole numbers."""
    items = np.asarray(n)
    if items.dtype.kind == "f" and np.all(items == np.round(items)):
        items = items.astype(np.int64) if np.all(np.abs(items) <= _MOST_ITEMS) else items
    if items.dtype.kind not in "iu" or not np.all((items >= 1) & (items <= _MOST_ITEMS)):
        raise InputError(
            f"n is how many items there are, a whole number from 1 on and at most 2⁵⁰, got {n!r}"
        )
    return items.astype(np.int64)


@contextmanager
def within_memory(what: str) -> Iterator[None]:
    """Say in one sentence that what was asked for is more than the memory holds."""
    try:
        yield
    except MemoryError:
        raise InputError(f"{what} do not fit into memory: ask for fewer") from None


def generator(seed: Seed) -> np.random.Generator:
    """Where random numbers are from: the same seed gives the same ones."""
    if isinstance(seed, np.random.Generator | np.random.SeedSequence):
        return np.random.default_rng(seed)
    return np.random.default_rng(checked_seed(seed))


def _items(
    shares: Floats, n: int | Integers, shape: tuple[int, ...], rng: np.random.Generator
) -> NDArray[np.int64]:
    cells = shares.reshape(*shares.shape[:-2], -1)
    if cells.shape[:-1] == (1,) * (cells.ndim - 1):
        cells = cells.ravel()
    return rng.multinomial(n, cells, size=shape).reshape(*shape, *shares.shape[-2:])


def _classes(
    shares: Floats, n: int | Integers, shape: tuple[int, ...], rng: np.random.Generator
) -> NDArray[np.int64]:
    margin = shares.sum(-1)
    rows = apportioned(margin, n)
    # A class without items has no predictions: any distribution will do for them.
    given = np.where(margin[..., None] > 0, shares, 1 / shares.shape[-1])
    given = given / given.sum(-1, keepdims=True)
    return rng.multinomial(rows, given, size=(*shape, shares.shape[-2]))


def _margins(shares: Any, n: Integers, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.int64]:
    """One condition after the other; all replicates of a condition together."""
    if n.max() > LARGEST_TOTAL:
        raise InputError(f"sampling='margins' is for tables of up to {LARGEST_TOTAL} items, got {n.max()}")
    batch = np.broadcast_shapes(shares.shape[:-2], n.shape)
    if len(batch) < len(shape):
        batch = (1,) * (len(shape) - len(batch)) + batch
    counts = np.empty((*shape, *shares.shape[-2:]), dtype=np.int64)
    cells = np.broadcast_to(shares, (*batch, *shares.shape[-2:]))
    items = np.broadcast_to(n, batch)
    for position in np.ndindex(*batch):
        place = tuple(
            slice(None) if size == 1 else slice(i, i + 1) for i, size in zip(position, batch, strict=True)
        )
        table, total = cells[position], items[position]
        rows, columns = apportioned(table.sum(1), total), apportioned(table.sum(0), total)
        target = counts[place]
        drawn = fixed_margins(table, rows, columns, int(np.prod(target.shape[:-2])), rng)
        counts[place] = drawn.reshape(target.shape)
    return counts
