"""The bootstrap of a table: many tables drawn from it, and the spread of the measures on them.

Drawing counts costs the same for a hundred items and for a billion, and one set of tables serves all
measures. The BCa interval corrects the plain percentiles for bias and for a standard error that
changes with the value (Efron 1987); its acceleration needs only as many tables with one item left out
as there are cells. Draws come in chunks of fixed size, each with a random generator of its own, so that
they do not depend on how the work is divided.

The posterior is what is believed of a measure after seeing a table: its values on tables of
Dirichlet-distributed shares. The prior is a number of pseudo-items. One for the whole table (Perks' prior) is
recommended: the textbook's half an item in each cell outweighs the data as soon as there are many cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.errors import InputError
from abovechance.inference.arguments import checked_replicates, checked_seed, kept_labels
from abovechance.measures.compute import compute_arrays
from abovechance.measures.registry import Measure, resolve
from abovechance.tables.arguments import of_tables
from abovechance.tables.tables import Axis

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.arrays import Array, Numbers
    from abovechance.inference.intervals.delta import Sampling
    from abovechance.tables.tables import Tables

Draw = Callable[[np.random.Generator, "NDArray[Any]", int], "NDArray[np.float64]"]
Prior = Literal["perks", "jeffreys", "uniform"] | float

CHUNK = 500  # tables drawn with one random generator
_CHUNK_CELLS = 2**24  # of large tables fewer, so that a chunk has no more cells than this
MOST_ITEMS = 1 << 62  # random numbers of items have 64 bits; more would vary less than can be seen
_CELL_MASS = {"jeffreys": 0.5, "uniform": 1.0}


def seeded_chunks(
    size: int, length: int, seed: int | Sequence[int] | None, *key: int
) -> Iterator[tuple[int, int, np.random.Generator]]:
    """Start, size and random generator of each chunk of draws; ``key`` tells apart series of one seed."""
    entropy = np.random.SeedSequence(seed).entropy
    for chunk, start in enumerate(range(0, size, length)):
        # A generator for each chunk: draws do not depend on how chunks are shared out or how many follow.
        sequence = np.random.SeedSequence(entropy, spawn_key=(*key, chunk))
        yield start, min(length, size - start), np.random.default_rng(sequence)


def drawn_tables(tables: Tables, draw: Draw, size: int, seed: int | None) -> Iterator[tuple[int, int, Any]]:
    """Chunks of tables drawn for each table of a batch: its position, where the chunk begins, the counts."""
    entropy = np.random.SeedSequence(seed).entropy
    flat = tables.counts.reshape(-1, *tables.counts.shape[-2:])
    # By the shape alone, since what is drawn depends on how it is cut into chunks.
    length = max(min(CHUNK, _CHUNK_CELLS // max(flat.shape[-2] * flat.shape[-1], 1)), 1)
    for position, counts in enumerate(flat):
        for start, number, rng in seeded_chunks(size, length, entropy, position):
            yield position, start, draw(rng, counts, number)


def multinomial_draw(sampling: Sampling, pseudo_items: float = 0.0) -> Draw:
    """The same number of items drawn anew from the table, or of each real class from its row.

    Pseudo-items are spread evenly over the labels, so that an empty cell need not stay so.
    """

    @_on_labels_that_occur
    def draw(rng: np.random.Generator, counts: NDArray[Any], size: int) -> NDArray[np.float64]:
        if sampling == "items":
            return _drawn(rng, counts.ravel(), size, pseudo_items).reshape(size, *counts.shape)
        # A class without items stays so: nothing is known of how it would be predicted.
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
    # Drawn apart, so that large tables need no probability for each of their many empty cells.
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
        # Independent gammas divided by their sum are a draw of the Dirichlet distribution.
        sums = gammas.sum(axes, keepdims=True)
        return gammas / np.where(sums > 0, sums, 1.0) * counts.sum(axes, keepdims=True)

    return draw if np.ndim(prior) > 0 else _on_labels_that_occur(draw)


def prior_counts(prior: Prior | ArrayLike, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Pseudo-items of a prior: ``"perks"`` 1 in all, ``"jeffreys"`` ½ and ``"uniform"`` 1 in each cell."""
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


REPLICATES = 2000
_BLOCK_SIZE = 2**22
_LEVEL_TO_JUDGE_SPREAD_AT = 0.95


@of_tables
def bootstrap(
    tables: Tables,
    /,
    measures: Iterable[str | Measure] | str | Measure | None = None,
    *,
    replicates: int = REPLICATES,
    sampling: Sampling = "items",
    seed: int | None = None,
) -> dict[str, NDArray[np.float64]]:
    """Values of all measures, or of those named, on tables drawn from each table of a batch.

    Parameters
    ----------
    tables
        One table or a batch.
    measures
        Names of measures; without it all.
    replicates
        How many tables to draw.
    sampling
        ``"items"``: the number of items is fixed; ``"classes"``: that of each real class.
    seed
        A number for the same draws again, or a ``numpy.random.Generator``.

    Returns
    -------
    dict
        By the key of the measure, the values in their shape with the replicates on a first axis.

    Examples
    --------
    >>> import abovechance as ac
    >>> from abovechance.inference.resampling.bootstrap import bootstrap
    >>> t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    >>> drawn = bootstrap(t, ["informedness", "accuracy"], replicates=4000, seed=1)
    >>> print(f"{drawn['informedness'].std():.2f} {drawn['accuracy'].std():.2f}")
    0.10 0.05
    """
    size, draw = checked_replicates(replicates), multinomial_draw(sampling)
    return drawn_values(resolve(measures), tables, draw, size=size, seed=checked_seed(seed))


def drawn_values(
    chosen: Sequence[Measure],
    tables: Tables,
    draw: Draw,
    *,
    size: int,
    seed: int | None,
    parameters: Mapping[str, Any] | None = None,
) -> dict[str, NDArray[np.float64]]:
    """The values of the measures on drawn tables, on a first axis."""
    batch = int(np.prod(tables.batch_shape))
    values: dict[str, Any] = {}
    for position, start, counts in drawn_tables(tables, draw, size, seed):
        for key, value in values_of(chosen, tables, counts, parameters).items():
            if key not in values:
                values[key] = np.empty((size, batch, *value.shape[1:]))
            values[key][start : start + len(value), position] = value
    return {key: x.reshape((size, *tables.batch_shape, *x.shape[2:])) for key, x in values.items()}


def values_of(
    chosen: Sequence[Measure], tables: Tables, counts: Array, parameters: Mapping[str, Any] | None = None
) -> dict[str, Array]:
    """The measures of other counts, ``(size, R, C)``, of the same classes."""
    # As one batch, so that a measure is computed once for all draws.
    others = replace(tables, counts=counts, axes=(Axis("draw"),))
    if parameters:
        return {m.key: np.asarray(m(others, **parameters)) for m in chosen}
    return compute_arrays(others, chosen)


@dataclass(frozen=True)
class Spread:
    """Drawn values sorted along the first axis, undefined ones last, and how many are defined."""

    ordered: Array
    defined: Array

    @classmethod
    def of(cls, values: Array) -> Spread:
        """Sort drawn values."""
        return cls(np.sort(values, axis=0), (~np.isnan(values)).sum(0))

    @property
    def se(self) -> Array:
        """The standard deviation of the finite values; NaN if there are less than two."""
        finite = np.isfinite(self.ordered)
        count = finite.sum(0)
        with np.errstate(all="ignore"):
            # Infinite values, such as odds ratios with an empty cell, have no standard deviation.
            mean = np.where(finite, self.ordered, 0.0).sum(0) / count
            squares = np.where(finite, (self.ordered - mean) ** 2, 0.0).sum(0)
            return np.where(count > 1, np.sqrt(squares / (count - 1)), np.nan)

    @property
    def is_constant(self) -> Array:
        """Whether all defined values are the same, so that nothing is learnt of the spread."""
        # Sorted with NaN last: the last defined value stands at `defined − 1`.
        last = np.take_along_axis(self.ordered, np.maximum(self.defined - 1, 0)[None], axis=0)[0]
        return (self.defined == 0) | (self.ordered[0] == last)

    def quantile(self, share: Numbers) -> Array:
        """The value below which a share of the defined values lies, interpolated; NaN if there is none."""
        position = np.clip(np.nan_to_num(share), 0, 1) * np.maximum(self.defined - 1, 0)
        below = np.floor(position).astype(int)
        above = np.minimum(below + 1, np.maximum(self.defined - 1, 0))
        first, second = (np.take_along_axis(self.ordered, x[None], axis=0)[0] for x in (below, above))
        # Interpolation is left out where the place is exact: infinities times 0 would be NaN.
        weight = position - below
        with np.errstate(invalid="ignore"):
            value = np.where(weight == 0, first, first + weight * (second - first))
        return np.where(self.defined > 0, value, np.nan)

    def share_below(self, value: Numbers) -> Array:
        """The share of defined values below one, those equal to it counted half."""
        with np.errstate(all="ignore"):
            ranks = (self.ordered < value).sum(0) + (self.ordered == value).sum(0) / 2
            return ranks / self.defined


def percentile_bounds(spread: Spread, level: float) -> tuple[Array, Array]:
    """The quantiles that leave out as much on both sides."""
    return spread.quantile((1 - level) / 2), spread.quantile((1 + level) / 2)


def bca_bounds(spread: Spread, value: Numbers, acceleration: Numbers, level: float) -> tuple[Array, Array]:
    """Percentiles moved for bias and acceleration (Efron 1987, eq. 2.3).

    Where most values drawn are the same, the moved bounds may fall together: there they are not moved, and if
    that does not help, they take in all values drawn. This is judged at 95 % for all levels, so that a higher
    level never narrows.
    """
    low, high = _moved_bounds(spread, value, acceleration, level)
    together = np.equal(*_moved_bounds(spread, value, acceleration, _LEVEL_TO_JUDGE_SPREAD_AT))
    for instead, judged in ((level, _LEVEL_TO_JUDGE_SPREAD_AT), (1.0, 1.0)):
        plain = percentile_bounds(spread, instead)
        low, high = np.where(together, plain[0], low), np.where(together, plain[1], high)
        together = together & np.equal(*percentile_bounds(spread, judged))
    return low, high


def _moved_bounds(spread: Spread, value: Numbers, acceleration: Numbers, level: float) -> tuple[Array, Array]:
    from scipy.special import ndtr, ndtri

    # Ties are counted half in the share: a table of few items has many, and would seem biased by all of
    # them.
    bias = ndtri(spread.share_below(value))
    shares = []
    with np.errstate(all="ignore"):
        for tail in ((1 - level) / 2, (1 + level) / 2):
            moved = bias + ndtri(tail)
            # Efron's formula; where bias or acceleration leave it undefined, the plain percentile stands.
            share = ndtr(bias + moved / (1 - acceleration * moved))
            shares.append(np.where(np.isfinite(bias) & np.isfinite(share), share, tail))
    return spread.quantile(shares[0]), spread.quantile(shares[1])


def accelerations(
    chosen: Sequence[Measure], tables: Tables, parameters: Mapping[str, Any] | None = None
) -> dict[str, Array]:
    """A sixth of the skewness of the values with one item left out: tables alike are computed once."""
    flat = tables.counts.reshape(-1, *tables.counts.shape[-2:])
    found: dict[str, list[Array]] = {m.key: [] for m in chosen}
    for counts in flat:
        weight, values = _left_out(chosen, tables, counts, parameters)
        for key, value in values.items():
            found[key].append(acceleration(value, weight))
    return {key: np.array(x).reshape((*tables.batch_shape, *x[0].shape)) for key, x in found.items()}


def _left_out(
    chosen: Sequence[Measure], tables: Tables, counts: Array, parameters: Mapping[str, Any] | None
) -> tuple[Array, dict[str, Array]]:
    """The values with one item of each occupied cell left out, and how many items each stands for."""
    occupied = np.flatnonzero(counts)
    if not len(occupied):
        return np.zeros(1), values_of(chosen, tables, counts[None], parameters)
    length = max(_BLOCK_SIZE // counts.size, 1)
    parts = []
    for start in range(0, len(occupied), length):
        cells = occupied[start : start + length]
        less = np.broadcast_to(counts.astype(float), (len(cells), *counts.shape)).copy()
        rows = less.reshape(len(cells), counts.size)
        # A weighted cell may hold less than one item, and no cell can go below nothing.
        rows[np.arange(len(cells)), cells] -= np.minimum(1, counts.flat[cells])
        parts.append(values_of(chosen, tables, less, parameters))
    return counts.flat[occupied], {m.key: np.concatenate([part[m.key] for part in parts]) for m in chosen}


def acceleration(values: Array, weight: Array | None = None) -> Array:
    """A sixth of the skewness of values with something left out, each so many times (Efron 1987, eq. 7.3).

    That is Σw·d³ / (Σw·d²)^(3/2) / 6 of the deviations d of defined values; 0 where nothing deviates.
    """
    values = np.asarray(values)
    weight = np.ones(len(values)) if weight is None else np.asarray(weight)
    weight = weight.reshape(-1, *[1] * (values.ndim - 1)) * np.isfinite(values)
    values = np.where(np.isfinite(values), values, 0.0)
    with np.errstate(all="ignore"):
        # The mean less the value: leaving out an item moves the value against its influence, hence the
        # sign.
        deviations = (weight * values).sum(0) / weight.sum(0) - values
        skewness = (weight * deviations**3).sum(0) / (weight * deviations**2).sum(0) ** 1.5
    return np.where(np.isfinite(skewness), skewness, 0.0) / 6


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
        One table or a batch.
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
        A number for the same draws again, or a ``numpy.random.Generator``.

    Returns
    -------
    dict
        By the key of the measure, the values in their shape with the draws on a first axis.

    Examples
    --------
    >>> import abovechance as ac
    >>> from abovechance.inference.resampling.bootstrap import posterior
    >>> t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    >>> drawn = posterior(t, "informedness", replicates=4000, seed=1)["informedness"]
    >>> print(f"{(drawn > 0).mean():.2f}")  # the probability that decisions are better than chance
    0.97
    """
    size, draw = checked_replicates(replicates), dirichlet_draw(prior, sampling)
    return drawn_values(resolve(measures), tables, draw, size=size, seed=checked_seed(seed))
