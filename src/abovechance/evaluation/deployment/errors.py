"""Intervals of deployed measures: the errors of rates and of the prevalence, carried over to any function.

Of two classes the rates, and the prevalence where it was counted, are estimates from independent samples.
What each can be is known at every number z of standard errors. All that they can be together lies in a ball
of z: the least and the greatest value of a measure in it are its bounds (Newcombe 2011, PropImp). No formula
is needed for a measure, nor is it taken to be straight.

Of more classes, the rates of each class are drawn from what is believed of them after seeing its items
(Dirichlet), and the bounds are percentiles. Beforehand one item in all, spread over the labels, is believed
for measures of the whole table, which sum over many cells; and half an item for each label (Jeffreys) for
those of a class, which rest on few.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.checks import quantile
from abovechance.evaluation.deployment.prevalence import binomial_quantiles
from abovechance.evaluation.deployment.rates import class_sizes, deployed_values
from abovechance.inference.resampling.bootstrap import seeded_chunks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.core.arrays import Floats
    from abovechance.evaluation.deployment.prevalence import Prevalence
    from abovechance.evaluation.deployment.rates import Wanted
    from abovechance.tables.tables import Tables

_RADII = (1.0, 0.75, 0.5, 0.25)  # measures with a kink may be least or greatest inside the ball
_ON_CIRCLE = 240  # 1.5° apart: an extreme between two is missed by a ten-thousandth of the radius at most
_ON_SPHERE = 3000
_TIMES_FEWER_INSIDE = 8  # so many times fewer points on a smaller sphere
_JEFFREYS = 0.5  # of an item, for each label
_CHUNK = 500
_CHUNK_CELLS = 2**22

Bounds = tuple["Floats", "Floats"]


@dataclass(frozen=True)
class How:
    """The confidence of the bounds, and the draws of those that need any."""

    level: float
    seed: int | None
    replicates: int


def bounds_of_two(
    tables: Tables, rates: Floats, prevalence: Prevalence, wanted: Wanted, level: float
) -> Bounds:
    """The bounds of each measure and amount of a two-class table."""
    # The third source of error, where there is one, is the prevalence.
    z = quantile(level) * _directions(2 if prevalence.is_certain else 3)
    share = prevalence.of_positive if prevalence.is_certain else prevalence.quantiles(z[:, 2], level)
    return _extremes(_values_at(wanted, tables, rates, z, np.broadcast_to(share, (len(z),))))


def bands_of_two(tables: Tables, rates: Floats, shares: Floats, wanted: Wanted, level: float) -> Bounds:
    """The same at several known shares of the positive class, which go last."""
    z = quantile(level) * _directions(2)
    share = np.broadcast_to(shares, (len(z), len(shares)))
    return _extremes(_values_at(wanted, tables, rates, z[:, None], share))


def _extremes(values: Floats) -> Bounds:
    """The least and the greatest defined value over the points, which come second."""
    undefined = np.isnan(values).all(axis=1)
    # Infinities in the place of NaN, as nanmin warns of a row that has no number.
    low, high = (
        np.nanmin(np.where(np.isnan(values), np.inf, values), axis=1),
        np.nanmax(np.where(np.isnan(values), -np.inf, values), axis=1),
    )
    return np.where(undefined, np.nan, low), np.where(undefined, np.nan, high)


def _values_at(wanted: Wanted, tables: Tables, rates: Floats, z: Floats, share: Floats) -> Floats:
    """The values of tables whose rates lie so many standard errors from the observed ones."""
    sizes, place = class_sizes(tables), tables.labels.index(tables.positive)
    called = np.stack(  # the share of each class that is called positive
        [binomial_quantiles(rates[k, place] * sizes[k], sizes[k], z[..., k]) for k in range(2)], axis=-1
    )
    called = np.broadcast_to(called, (*share.shape, 2))
    cells = np.stack([called, 1 - called] if place == 0 else [1 - called, called], axis=-1)
    shares = np.stack([share, 1 - share] if place == 0 else [1 - share, share], axis=-1)
    return deployed_values(wanted, tables, cells, shares)


@cache
def _directions(sources: int) -> Floats:
    """Points that fill a disc or a ball, most of them on its edge, and its middle."""
    points = [np.zeros((1, sources))]
    for radius in _RADII:
        size = (_ON_CIRCLE if sources == 2 else _ON_SPHERE) // (1 if radius == 1 else _TIMES_FEWER_INSIDE)
        points.append(radius * (_circle(size) if sources == 2 else _sphere(size)))
    return np.concatenate(points)


def _circle(size: int) -> Floats:
    angles = 2 * np.pi * np.arange(size) / size
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _sphere(size: int) -> Floats:
    """Points spread evenly over a sphere: a spiral whose turns are golden sections of the circle."""
    # Equal steps of height cut off equal areas of a sphere (Archimedes).
    heights = 1 - (2 * np.arange(size) + 1) / size
    angles = np.pi * (1 + 5**0.5) * np.arange(size)
    radii = np.sqrt(1 - heights**2)
    return np.stack([radii * np.cos(angles), radii * np.sin(angles), heights], axis=1)


def bounds_of_more(
    tables: Tables,
    prevalence: Prevalence,
    wanted: Wanted,
    how: How,
) -> Bounds:
    """The bounds of each measure of a table of more classes, as percentiles of drawn rates."""
    of_class = np.array([label is not None for _, label in wanted.names(tables)], dtype=bool)
    found = np.full((2, len(of_class)), np.nan)
    for of, pseudo_items in ((~of_class, 1 / len(tables.labels)), (of_class, _JEFFREYS)):
        some = wanted.some(each_class=bool(of is of_class))
        if some.requests:
            found[:, of] = _percentiles(tables, prevalence, some, how, pseudo_items)
    return found[0], found[1]


def _percentiles(
    tables: Tables,
    prevalence: Prevalence,
    wanted: Wanted,
    how: How,
    pseudo_items: float,
) -> Floats:
    """The outer percentiles of each value over drawn rates and shares."""
    parts = [
        deployed_values(wanted, tables, rates, shares)
        for rates, shares in _drawn(tables, prevalence, pseudo_items, how)
    ]
    values, tail = np.concatenate(parts, axis=1), (1 - how.level) / 2
    found, known = np.full((2, len(values)), np.nan), ~np.isnan(values).all(axis=1)
    if known.any():
        found[:, known] = np.nanquantile(values[known], [tail, 1 - tail], axis=1)
    return found


def _drawn(
    tables: Tables, prevalence: Prevalence, pseudo_items: float, how: How
) -> Iterator[tuple[Floats, Floats]]:
    """Rates of each class with so much of an item added for each label, and shares of the classes."""
    real, sizes = tables.counts.sum(-1, keepdims=True), class_sizes(tables)
    worth = np.divide(tables.counts, real, out=np.zeros(tables.counts.shape), where=real > 0)
    shapes = worth * sizes[:, None] + pseudo_items
    length = max(min(_CHUNK, _CHUNK_CELLS // tables.counts.size), 1)
    for _, size, rng in seeded_chunks(how.replicates, length, how.seed):
        # Gammas by their sum are a Dirichlet draw: NumPy's own takes one class at a time.
        gammas = rng.standard_gamma(shapes, size=(size, *shapes.shape))
        yield gammas / gammas.sum(-1, keepdims=True), prevalence.drawn(rng, size)
