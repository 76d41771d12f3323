"""Estimates of shares of classes, and the sets of shares that the data allow, for both designs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import chi2

from abovechance.core.checks import quantile, two_sided
from abovechance.inference.quantify.double_sampling import double_sampling_distance, double_sampling_estimate
from abovechance.inference.quantify.many_classes import ShareFit
from abovechance.inference.quantify.two_classes import class_design_statistic
from abovechance.inference.roots import bracketed_root

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.core.arrays import Booleans, Floats

    Statistic = Callable[[Floats], Floats]

_SINGULAR_CONDITION = 1e12  # of a matrix of rates: its solution would be rounding errors
_LARGEST_RATIO = 1e12  # in the place of an infinite likelihood ratio, from which no root is found
_NEGLIGIBLE = 1e-7  # a fit never quite reaches a share of 0


def inverse_shares(labelled: Floats, unlabelled: Floats) -> Floats:
    """The shares π of π·P = q, with the rates P and the predictions q as counted (Rogan & Gladen 1978).

    They sum to 1, but may be negative; NaN where a class has no labelled items or rates are the same.
    """
    rows = labelled.sum(-1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        rates = labelled / rows
        apparent = unlabelled / unlabelled.sum(-1, keepdims=True)
    known = np.isfinite(rates).all((-2, -1))
    rates = np.where(known[..., None, None], rates, np.eye(rates.shape[-1]))
    known &= np.linalg.cond(rates) < _SINGULAR_CONDITION
    rates = np.where(known[..., None, None], rates, np.eye(rates.shape[-1]))
    found = np.linalg.solve(np.swapaxes(rates, -1, -2), apparent[..., None])[..., 0]
    return np.where(known[..., None], found, np.nan)


def share_estimates(labelled: Floats, unlabelled: Floats, design: str) -> Floats:
    """The most likely shares; NaN where a class has no labelled items and they were drawn by class."""
    if design == "population":
        return np.stack(
            [double_sampling_estimate(*_against_rest(labelled, k), unlabelled) for k in _classes(labelled)],
            -1,
        )
    known = (labelled.sum(-1) > 0).all(-1)
    if labelled.shape[-1] == 2:
        second = _likeliest(labelled, unlabelled)
        found = np.stack((1 - second, second), -1)
    else:
        flat = ShareFit.start(*_flat(labelled, unlabelled))
        shares = flat.fit(np.zeros(flat.shares.shape, dtype=bool)).shares
        found = np.where(shares < _NEGLIGIBLE, 0.0, shares).reshape(unlabelled.shape)
    return np.where(known[..., None], found, np.nan)


def share_sets(labelled: Floats, unlabelled: Floats, design: str, level: float) -> tuple[Floats, Floats]:
    """The least and the greatest share of each class that the data allow at a level."""
    limit = quantile(two_sided(level, 2)) ** 2
    if labelled.shape[-1] == 2:
        low, high = two_class_set(labelled, unlabelled, design, np.asarray(limit))
        return np.stack((1 - high, low), -1), np.stack((1 - low, high), -1)
    if design == "population":
        ends = [_population_ends(labelled, unlabelled, k, limit) for k in _classes(labelled)]
        low, high = (np.stack(x, -1) for x in zip(*ends, strict=True))
        return low, high
    return _class_ends(labelled, unlabelled, float(chi2.ppf(level, labelled.shape[-1] - 1)))


def two_class_set(labelled: Floats, unlabelled: Floats, design: str, limit: Floats) -> tuple[Floats, Floats]:
    """The least and the greatest share of the second of two classes whose statistic is below a limit."""
    if design == "population":
        return _population_ends(labelled, unlabelled, 1, limit)
    distance, best = _class_distance(labelled, unlabelled)
    return _ends(lambda share: distance(share) - limit, best)


def two_class_distance(labelled: Floats, unlabelled: Floats, design: str, share: Floats) -> Floats:
    """How far the data are from a share of the second of two classes, which its set holds to a limit."""
    if design == "population":
        return double_sampling_distance(*_against_rest(labelled, 1), unlabelled, share)
    return _class_distance(labelled, unlabelled)[0](share)


def allowed_shares(labelled: Floats, unlabelled: Floats, level: float, shares: Floats) -> Booleans:
    """Whether shares are in the sets of more classes drawn by class: quicker than finding their ends."""
    counts, loose = _flat(labelled, unlabelled)
    free = ShareFit.start(counts, loose)
    best = free.fit(np.zeros(free.shares.shape, dtype=bool))
    limit = float(chi2.ppf(level, counts.shape[-1] - 1))
    given = np.broadcast_to(shares, unlabelled.shape).reshape(best.shares.shape)
    above = [_above(best, k, limit, given[:, k]) for k in _classes(labelled)]
    return (np.stack(above, -1) <= 0).reshape(unlabelled.shape)


def _class_distance(labelled: Floats, unlabelled: Floats) -> tuple[Statistic, Floats]:
    """The distance of the data from a share, with items drawn by class, and the most likely share."""
    best = _likeliest(labelled, unlabelled)
    _, least = class_design_statistic(labelled, unlabelled, best)
    return lambda share: class_design_statistic(labelled, unlabelled, share)[1] - least, best


def _likeliest(labelled: Floats, unlabelled: Floats) -> Floats:
    """The share of the second class: by inversion if that is a share, or the likelier end."""
    inverse = inverse_shares(labelled, unlabelled)[..., 1]
    ends = [np.full(inverse.shape, end) for end in (0.0, 1.0)]
    likelihoods = [class_design_statistic(labelled, unlabelled, end)[0] for end in ends]
    end = np.where(likelihoods[1] > likelihoods[0], 1.0, 0.0)
    inside = (inverse >= 0) & (inverse <= 1)
    return np.where(inside, inverse, end)


def _population_ends(
    labelled: Floats, unlabelled: Floats, k: int, limit: Floats | float
) -> tuple[Floats, Floats]:
    """The shares of a class that are not too far from the data."""
    own, others = _against_rest(labelled, k)

    def above(share: Floats) -> Floats:
        return double_sampling_distance(own, others, unlabelled, share) - limit

    return _ends(above, double_sampling_estimate(own, others, unlabelled))


def _class_ends(labelled: Floats, unlabelled: Floats, limit: float) -> tuple[Floats, Floats]:
    """The shares of each of more classes that belong to shares of all which the data allow together."""
    counts, loose = _flat(labelled, unlabelled)
    classes = counts.shape[-1]
    free = ShareFit.start(counts, loose)
    best = free.fit(np.zeros(free.shares.shape, dtype=bool))
    low, high = np.empty(best.shares.shape), np.empty(best.shares.shape)
    for k in range(classes):
        above = partial(_above_both, best, k, limit)
        low[:, k], high[:, k] = _ends(above, best.shares[:, k])
    return low.reshape(unlabelled.shape), high.reshape(unlabelled.shape)


def _above_both(best: ShareFit, k: int, limit: float, shares: Floats) -> Floats:
    """The same of two shares in each problem."""
    return np.stack([_above(best, k, limit, share) for share in shares])


def _above(best: ShareFit, k: int, limit: float, share: Floats) -> Floats:
    """By how much the likelihood ratio of a share of class k is above a limit."""
    fixed = np.zeros(best.shares.shape, dtype=bool)
    fixed[:, k] = True
    others = np.where(fixed, 0.0, np.maximum(best.shares, 1e-4))
    shares = others * ((1 - share) / others.sum(-1))[:, None]
    shares[:, k] = share
    fit = ShareFit(best.labelled, best.unlabelled, shares, np.maximum(best.rates, 1e-6)).fit(fixed)
    return 2 * (best.likelihood - fit.likelihood) - limit


def _ends(above: Statistic, best: Floats) -> tuple[Floats, Floats]:
    """The ends of the set about ``best``, looked for at once, up to 0 or 1 where these belong to it."""
    edges = np.stack((np.zeros(np.shape(best)), np.ones(np.shape(best))))
    beyond = above(edges) > 0
    # Where the edge belongs to the set there is nothing to search.
    if not beyond.any():
        return edges[0], edges[1]

    def change(share: Floats) -> Floats:
        return np.where(beyond, np.clip(above(share), -_LARGEST_RATIO, _LARGEST_RATIO), 0.0)

    found = np.where(beyond, bracketed_root(change, edges, np.where(beyond, best, edges)), edges)
    return found[0], found[1]


def _against_rest(labelled: Floats, k: int) -> tuple[Floats, Floats]:
    """The labelled items of a class and of all others by prediction."""
    own = labelled[..., k, :]
    return own, labelled.sum(-2) - own


def _classes(labelled: Floats) -> range:
    return range(labelled.shape[-2])


def _flat(labelled: Floats, unlabelled: Floats) -> tuple[Floats, Floats]:
    """The batch along one axis."""
    return labelled.reshape(-1, *labelled.shape[-2:]), unlabelled.reshape(-1, unlabelled.shape[-1])
