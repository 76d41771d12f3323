"""What an uninformed decision guesses: a label distribution that is told by its relation to the classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.lookup import Names

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Shares = NDArray[np.float64]

RANDOM = "random"
"""Shares that are drawn anew for each table."""


def named_guess(name: str, prevalence: Shares) -> Shares:
    """How often each label is guessed, for classes of these prevalences in the last axis.

    Examples
    --------
    >>> import numpy as np
    >>> from abovechance.simulation.world.guess import named_guess
    >>> named_guess("mismatched", np.array([0.7, 0.2, 0.1]))
    array([0.1, 0.2, 0.7])
    """
    found = _NAMES(name)
    if found == RANDOM:
        raise InputError("random guesses are drawn anew for each table: abovechance.simulate draws them")
    return GUESSES[found](prevalence)


def _mismatched(prevalence: Shares) -> Shares:
    """The shares of the classes in the opposite order of frequency."""
    order = np.argsort(-prevalence, axis=-1, kind="stable")
    guess = np.empty_like(prevalence)
    np.put_along_axis(guess, order, np.sort(prevalence, axis=-1), axis=-1)
    return guess


def _always(which: Callable[..., NDArray[np.intp]]) -> Callable[[Shares], Shares]:
    def guess(prevalence: Shares) -> Shares:
        classes = np.arange(prevalence.shape[-1])
        return (classes == which(prevalence, axis=-1)[..., None]).astype(float)

    return guess


def _last_least(prevalence: Shares, axis: int) -> NDArray[np.intp]:
    """The rarest class; of equally rare ones the last, so that it is another than the commonest."""
    return prevalence.shape[axis] - 1 - np.argmin(np.flip(prevalence, axis), axis=axis)


GUESSES: dict[str, Callable[[Shares], Shares]] = {
    "matched": lambda prevalence: prevalence,
    "mismatched": _mismatched,
    "even": lambda prevalence: np.full_like(prevalence, 1 / prevalence.shape[-1]),
    "commonest": _always(np.argmax),
    "rarest": _always(_last_least),
}
_NAMES = Names(
    "way of guessing",
    (*GUESSES, RANDOM),
    {
        "contrary": "mismatched",
        "extreme": "rarest",
        "majority": "commonest",
        "minority": "rarest",
        "opposite": "mismatched",
        "uniform": "even",
        "zeror": "commonest",
    },
)
