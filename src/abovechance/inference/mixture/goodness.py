"""Whether a mixture describes tables: the deviance, by χ² or by tables drawn from the fit.

The deviance is twice the log-likelihood that the fit loses to the shares observed in each class. Tables with
cells that expect few items are compared with tables drawn from their fit, fitted anew (parametric bootstrap):
there the deviance does not follow χ². Where the share informed is 0, at the end of its range, the fit is that
of guesses alone and has one parameter less, in the degrees of freedom and for the tables drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from abovechance.inference.mixture.classes import fitted_skills
from abovechance.inference.mixture.fit import Counts, fitted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from abovechance.core.arrays import Array, Booleans, Floats, Integers

    Model = Callable[[Array], tuple[Floats, Floats]]

FEW_EXPECTED = 5.0
_MOST_WORK = 20_000_000  # number of cells, or of a solution of equations, for the tables drawn of one
_LEAST_REPLICATES = 99
_BLOCK = 1_000_000  # cells to be held at a time
_TIED = 1e-9
_ROUNDING = 64 * np.finfo(float).eps  # of a sum of logarithms, for each item
SPARSE_AND_LARGE = "the table has too many cells with few items expected to draw such tables"


class Goodness(NamedTuple):
    """The test of a fit, of each table."""

    deviance: Floats
    df: Floats
    p_value: Floats
    replicates: Array  # how many tables were drawn; 0 where χ² was used


def common_model(cells: Array) -> tuple[Floats, Floats]:
    """The deviance of the mixture with one share for all classes, and the probabilities given the class."""
    informed, guessed = fitted(Counts.of(cells))
    given = informed[:, None, None] * np.eye(cells.shape[-1]) + guessed[:, None, :]
    return _deviance(cells, given), given


def guessing_model(cells: Array) -> tuple[Floats, Floats]:
    """The same of guesses alone."""
    with np.errstate(all="ignore"):
        guess = cells.sum(-2) / cells.sum((-2, -1))[:, None]
    given = np.broadcast_to(guess[:, None, :], cells.shape)
    return _deviance(cells, given), given


def class_model(cells: Array) -> tuple[Floats, Floats]:
    """The same of the mixture with a skill for each class."""
    found = fitted_skills(cells)
    skill = np.nan_to_num(found.skill)[:, :, None]
    given = skill * np.eye(cells.shape[-1]) + (1 - skill) * found.guess[:, None, :]
    return _deviance(cells, given), given


def _deviance(cells: Array, given: Floats) -> Floats:
    from scipy.special import xlogy

    real = cells.sum(-1, keepdims=True)
    with np.errstate(all="ignore"):
        ratio = np.where(cells > 0, cells / (real * given), 1.0)
    found = 2 * xlogy(cells, ratio).sum((-2, -1))
    # A fit that leaves nothing has a deviance of 0, and tables drawn from it are not compared with the last
    # digits of the logarithms, which differ from one processor to another.
    return np.where(found > _ROUNDING * cells.sum((-2, -1)), found, 0.0)


def freedom(real: Booleans, known: Booleans, *, of_classes: bool) -> Floats:
    """Free cells less parameters: K(K − 1) − K of K classes, and K − 1 less with a skill for each."""
    classes, labels = real.sum(-1).astype(float), known.sum(-1)
    return classes * (labels - 1) - labels - (classes - 1 if of_classes else 0)


def common_fit_test(cells: Array, informed: Floats, df: Floats, **how: Any) -> Goodness:
    """Test the mixture with one share for all classes, or guesses alone where nothing is informed."""
    # At the end of the range the share informed is no free parameter: the fit has one degree of freedom
    # more.
    none = informed == 0
    parts = {
        True: fit_test(cells[none], guessing_model, np.where(df > 0, df + 1, df)[none], **how),
        False: fit_test(cells[~none], common_model, df[~none], **how),
    }
    found = [np.empty(len(cells), dtype=x.dtype) for x in parts[False]]
    for is_none, part in parts.items():
        for whole, values in zip(found, part, strict=True):
            whole[none == is_none] = values
    return Goodness(*found)


def fit_test(
    cells: Array, model: Model, df: Floats, *, method: str, replicates: int, seed: int | None
) -> Goodness:
    """Test a model of tables ``(tables, labels, labels)``; NaN where it has nothing to test."""
    from scipy.special import chdtrc

    deviance, given = model(cells)
    expected = cells.sum(-1, keepdims=True) * given
    with np.errstate(all="ignore"):
        p_value = np.where(df > 0, chdtrc(np.maximum(df, 1), deviance), np.nan)
    known = (cells.sum(-1) > 0) | (cells.sum(-2) > 0)
    counted = (cells.sum(-1) > 0)[:, :, None] & known[:, None, :]
    # The old rule of five: below it the deviance does not follow χ², and drawn tables take its place.
    sparse = np.where(counted, expected, np.inf).min((-2, -1)) < FEW_EXPECTED
    drawn = np.zeros(len(cells), dtype=int)
    asked = {"auto": sparse, "bootstrap": np.ones_like(sparse), "chi_squared": np.zeros_like(sparse)}[method]
    for i in np.flatnonzero(asked & (df > 0)):
        work = known[i].sum() ** (3 if model is class_model else 2)
        number = min(replicates, _MOST_WORK // int(work))
        if number < min(replicates, _LEAST_REPLICATES):
            p_value[i] = np.nan
            continue
        rng = np.random.default_rng(seed)
        sizes = np.rint(cells[i].sum(-1)).astype(np.int64)
        blocks = _drawn(sizes, given[i], number, rng)
        beyond = sum(int((model(x)[0] >= deviance[i] * (1 - _TIED)).sum()) for x in blocks)
        p_value[i], drawn[i] = (beyond + 1) / (number + 1), number
    return Goodness(np.where(df > 0, deviance, np.nan), np.maximum(df, 0.0), p_value, drawn)


def _drawn(sizes: Integers, given: Floats, number: int, rng: np.random.Generator) -> Iterator[Integers]:
    """Tables with these class sizes, some at a time."""
    shares = given / given.sum(-1, keepdims=True)
    block = max(_BLOCK // given.size, 1)
    for start in range(0, number, block):
        yield rng.multinomial(sizes, shares, size=(min(block, number - start), len(sizes)))
