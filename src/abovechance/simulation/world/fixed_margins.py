"""Random tables with both margins fixed, whose cells are not independent.

A table of the mixture is the table of its guesses with the informed decisions added to the diagonal. Given
both margins, the guesses have the distribution of shuffled labels, and the numbers of informed decisions of
each class depend on each other through their sum alone: they are drawn exactly, the sum first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_ROUNDING_ERROR = 1e-9
_NEGLIGIBLE_SHARE = 1e-40
"""The factorial that joins the classes at most takes the square root of a term: it adds as much to the
variance of a number, or of a sum of them, as it has without."""


def fixed_margins(shares: Floats, rows: Ints, columns: Ints, size: int, rng: np.random.Generator) -> Ints:
    """Draw ``size`` tables as items with these probabilities would be distributed given both margins.

    For two classes this is Fisher's noncentral hypergeometric distribution, for tables without informed
    decisions that of shuffled labels.
    """
    if len(shares) == 2 and shares[0, 0] * shares[1, 1] < shares[0, 1] * shares[1, 0]:
        # The labels of two classes exchanged turn wrong decisions into right ones.
        return fixed_margins(shares[:, ::-1], rows, columns[::-1], size, rng)[:, :, ::-1]
    informed = _informed_shares(shares)
    certain = _informed_counts(shares, informed, rows, columns, size=size, rng=rng)
    guessed = shuffled(rows - certain, columns - certain, rng)
    diagonal = np.arange(len(shares))
    guessed[:, diagonal, diagonal] += certain
    return guessed


def shuffled(rows: Ints, columns: Ints, rng: np.random.Generator) -> Ints:
    """Tables of independent labels with margins of shape ``(size, K)``, each with its own."""
    counts = np.zeros((*rows.shape, columns.shape[-1]), dtype=np.int64)
    columns = columns.copy()
    for i in range(rows.shape[-1] - 1):
        left = rows[:, i].copy()
        others = columns.sum(-1)
        for j in range(columns.shape[-1] - 1):
            others -= columns[:, j]
            counts[:, i, j] = rng.hypergeometric(columns[:, j], others, left)
            left -= counts[:, i, j]
        counts[:, i, -1] = left
        columns -= counts[:, i]
    counts[:, -1] = columns
    return counts


def _informed_shares(shares: Floats) -> Floats:
    """What the diagonal has above the product of margins that the other cells show."""
    product = shares - np.diag(_excess(shares))
    rank_one = np.outer(product.sum(1), product.sum(0))
    # Guesses are independent of the class, and so a product of margins: what the diagonal has beyond it is
    # informed.
    informed = np.diag(shares) - np.diag(product)
    if (
        informed.min() < -_ROUNDING_ERROR
        or np.abs(product * product.sum() - rank_one).max() > _ROUNDING_ERROR
    ):
        raise InputError(
            "sampling='margins' of more than two classes needs informed decisions that are right and a gold "
            "standard without noise: use sampling='items' or 'classes'"
        )
    return np.maximum(informed, 0.0)


def _excess(shares: Floats) -> Floats:
    """What each cell ``T[l, l]`` has above ``T[l, j]·T[k, l] / T[k, j]``, for the largest ``T[k, j]``."""
    classes = len(shares)
    if classes == 2:
        chance = shares[0, 1] * shares[1, 0]
        return np.array([shares[0, 0] - (chance / shares[1, 1] if chance else 0.0), 0.0])
    excess = np.empty(classes)
    for own in range(classes):
        others = shares * (1 - np.eye(classes))
        others[own] = others[:, own] = 0
        k, j = np.unravel_index(np.argmax(others), others.shape)
        chance = shares[own, j] * shares[k, own]
        with np.errstate(divide="ignore"):
            excess[own] = shares[own, own] - (chance / shares[k, j] if chance else 0.0)
    return excess


class _Terms(NamedTuple):
    """Positive terms from the position ``first`` on; before and after them all are zero."""

    first: int
    values: Floats


def _informed_counts(
    shares: Floats, informed: Floats, rows: Ints, columns: Ints, *, size: int, rng: np.random.Generator
) -> Ints:
    """How many decisions on each class are informed, given both margins."""
    if not informed.any():
        return np.zeros((size, len(rows)), dtype=np.int64)
    items = int(rows.sum())
    guessed = max(items * (1 - informed.sum()), 1.0)
    terms = _class_terms(shares - np.diag(informed), informed, rows, columns, guessed)
    sums = [terms[0]]
    for one in terms[1:]:
        # Sums of independent numbers: their probabilities are convolved, class after class.
        sums.append(_scaled(sums[-1].first + one.first, np.convolve(sums[-1].values, one.values)))
    left = _drawn_sum(sums[-1], items, guessed, size, rng)
    counts = np.empty((size, len(rows)), dtype=np.int64)
    # Back from the sum of all: each class takes its part, and what is left is the sum of those before it.
    for own in range(len(rows) - 1, 0, -1):
        counts[:, own] = _split(left, terms[own], sums[own - 1], rng)
        left = left - counts[:, own]
    counts[:, 0] = left
    return counts


def _class_terms(
    guesses: Floats, informed: Floats, rows: Ints, columns: Ints, guessed: float
) -> list[_Terms]:
    """For each class, the factor of each number of informed decisions in the probability of all of them.

    Divided by the number of guesses for each informed decision, so that the factorial of what is left over
    for guesses, which joins the classes, is nearly balanced and no large term is lost.
    """
    from scipy.special import gammaln, xlogy

    by_row, by_column = guesses.sum(1), guesses.sum(0) / max(guesses.sum(), np.finfo(float).tiny)
    terms = []
    for own, (row, column) in enumerate(zip(rows, columns, strict=True)):
        m = np.arange(min(row, column) + 1)
        logs = xlogy(m, informed[own]) + xlogy(row - m, by_row[own]) + xlogy(column - m, by_column[own])
        logs -= gammaln(m + 1) + gammaln(row - m + 1) + gammaln(column - m + 1) + m * np.log(guessed)
        if np.isneginf(logs).all():
            raise InputError("no table has the margins expected: use sampling='items' or 'classes'")
        terms.append(_scaled(0, np.exp(logs - logs.max())))
    return terms


def _scaled(first: int, values: Floats) -> _Terms:
    """Terms without those at their ends that are nothing beside the largest, which becomes 1."""
    values = values / values.max()
    kept = np.flatnonzero(values > _NEGLIGIBLE_SHARE)
    return _Terms(first + int(kept[0]), values[kept[0] : kept[-1] + 1])


def _drawn_sum(total: _Terms, items: int, guessed: float, size: int, rng: np.random.Generator) -> Ints:
    """How many decisions are informed in all."""
    from scipy.special import gammaln

    m = total.first + np.arange(len(total.values))
    logs = np.log(total.values) + gammaln(items - m + 1) + m * np.log(guessed)
    chance = np.cumsum(np.exp(logs - logs.max()))
    return m[np.searchsorted(chance, rng.random(size) * chance[-1], side="right")]


def _split(sums: Ints, own: _Terms, others: _Terms, rng: np.random.Generator) -> Ints:
    """How much of each sum belongs to one class, the rest being that of the classes before it."""
    distinct, which = np.unique(sums, return_inverse=True)
    m = own.first + np.arange(len(own.values))
    rest = distinct[:, None] - m - others.first
    inside = (rest >= 0) & (rest < len(others.values))
    chance = np.cumsum(np.where(inside, own.values * others.values[np.where(inside, rest, 0)], 0.0), axis=1)
    # All distributions end to end, so that one search serves for all replicates.
    ladder = (chance / chance[:, -1:] + np.arange(len(distinct))[:, None]).ravel()
    found = np.searchsorted(ladder, which + rng.random(len(sums)), side="right")
    # Rounding may lead one step beyond the end of a distribution.
    return m[np.minimum(found - which * len(m), len(m) - 1)]
