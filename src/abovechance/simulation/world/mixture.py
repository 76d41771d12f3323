"""The mixture model of Powers 2012: with probability b a decision is informed and right, else a guess.

The probability of class c and label l is ``T[c, l] = b·prev(c)·[c = l] + (1 − b)·prev(c)·guess(l)``. A
negative b is the probability of knowing the class and naming another one; the gold standard may err, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.simulation.world.sampling import Sampling, drawn_counts
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Shares = NDArray[np.float64]
    from numpy.typing import ArrayLike, NDArray


RANDOM = "random"  # shares that are drawn anew for each table


def named_guess(name: str, prevalence: Shares) -> Shares:
    """How often each label is guessed, for classes of these prevalences in the last axis."""
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


Wrong = Literal["even", "prevalent"]

_ROUNDING_ERROR = 1e-9


@dataclass(frozen=True)
class Mixture:
    """A predictor of items of K classes.

    Attributes
    ----------
    informed
        The probability b of an informed decision, or one for each class. A negative one, down to -1, is that
        of a decision that is deliberately wrong.
    prevalence
        The share of each class among the items.
    guess
        How often each label is the guess of an uninformed decision: one share for each class, or
        ``"matched"`` (as frequent as the class), ``"mismatched"`` (the label of the commonest class as seldom
        as the rarest class, and so on), ``"even"``, ``"commonest"`` or ``"rarest"`` (always that label).
    wrong
        Which label a deliberately wrong decision gives: any other one with the same probability
        (``"even"``), or another one in proportion to its prevalence (``"prevalent"``).
    noise
        The probability that the gold standard has another class than the item, any other with the same
        probability; one number, or one for each class.

    Examples
    --------
    >>> from abovechance.simulation.world.mixture import Mixture
    >>> Mixture(0.5, (0.8, 0.2), (0.5, 0.5)).shares.round(2)
    array([[0.6 , 0.2 ],
           [0.05, 0.15]])
    >>> Mixture(0.5, (0.8, 0.2), "rarest").guess
    (0.0, 1.0)
    """

    informed: float | tuple[float, ...]
    prevalence: tuple[float, ...]
    guess: tuple[float, ...] | str = "matched"
    wrong: Wrong = "even"
    noise: float | tuple[float, ...] = 0.0

    def __post_init__(self) -> None:
        """Refuse what is no probability, and hold the others as plain numbers and tuples of them."""
        prevalence = checked_shares("prevalence", self.prevalence)
        if isinstance(self.guess, str):
            guess = named_guess(self.guess, prevalence)
        else:
            guess = checked_shares("guess", self.guess, prevalence.shape[-1])
        if prevalence.ndim > 1 or guess.ndim > 1:
            raise InputError(
                "a Mixture is one predictor with one share for each class: simulate takes several"
            )
        informed, noise = checked_informed(self.informed), checked_probability("noise", self.noise)
        for name, values in (("informed", informed), ("noise", noise)):
            if values.shape not in ((), prevalence.shape):
                raise InputError(
                    f"{name} must be one number or one for each of {len(prevalence)} classes, "
                    f"got {getattr(self, name)!r}"
                )
        held = {"informed": informed, "prevalence": prevalence, "guess": guess, "noise": noise}
        for name, values in held.items():
            object.__setattr__(self, name, tuple(values.tolist()) if values.ndim else values.item())
        checked_wrong(self.wrong)

    @property
    def shares(self) -> NDArray[np.float64]:
        """The probability of each cell, rows truth and columns prediction."""
        arguments = (np.asarray(x, dtype=float) for x in (self.informed, self.prevalence, self.guess))
        return cell_shares(*arguments, wrong=self.wrong, noise=np.asarray(self.noise, dtype=float))

    @property
    def expected(self) -> Tables:
        """The table expected of one item: a measure of it is the true value of the measure."""
        return Tables.from_counts(self.shares)

    def draw(
        self,
        n: int,
        replicates: int,
        seed: np.random.SeedSequence | np.random.Generator | int | None,
        sampling: Sampling = "items",
    ) -> Tables:
        """Tables of ``n`` items each, as a batch with the axis ``"replicate"``.

        ``sampling`` is that of :func:`abovechance.simulate`.
        """
        counts = drawn_counts(self.shares, n, (replicates,), np.random.default_rng(seed), sampling)
        return Tables(counts, tuple(range(counts.shape[-1])), axes=(Axis("replicate"),))


def cell_shares(
    informed: NDArray[np.float64],
    prevalence: NDArray[np.float64],
    guess: NDArray[np.float64],
    *,
    wrong: Wrong = "even",
    noise: NDArray[np.float64] | float = 0.0,
) -> NDArray[np.float64]:
    """The probability of each cell of a batch of mixtures, shape ``(*batch, K, K)``.

    All arguments are broadcast to ``(*batch, K)``; ``wrong`` is as in :class:`Mixture`.
    """
    astray = np.maximum(-informed, 0)[..., None]
    # P(label | class): informed decisions are right, the others guess whatever the class (Powers 2012).
    given = np.maximum(informed, 0)[..., None] * np.eye(prevalence.shape[-1])
    given = given + (1 - np.abs(informed))[..., None] * guess[..., None, :]
    if astray.any():
        given = given + astray * _wrong_labels(prevalence, wrong)
    cells = prevalence[..., None] * given
    return _recorded(cells, np.asarray(noise, dtype=float)) if np.any(noise) else cells


def checked_shares(name: str, shares: ArrayLike, classes: int | None = None) -> NDArray[np.float64]:
    """Shares of two classes or more in the last axis, which add up to 1."""
    values = _numbers(name, shares)
    if values.ndim == 0 or values.shape[-1] < 2:
        raise InputError(f"{name} must be the shares of two classes or more, got {shares!r}")
    if classes is not None and values.shape[-1] != classes:
        raise InputError(f"prevalence has {classes} classes and {name} {values.shape[-1]}: they must agree")
    if not (np.all(values >= 0) and np.all(np.abs(values.sum(-1) - 1) <= _ROUNDING_ERROR)):
        raise InputError(f"{name} must be shares that add up to 1, got {shares!r}")
    return values


def checked_informed(informed: ArrayLike) -> NDArray[np.float64]:
    """Probabilities of informed decisions, negative for deliberately wrong ones."""
    values = _numbers("informed", informed)
    if not np.all(np.abs(values) <= 1):
        raise InputError(
            f"informed must be a probability from 0 to 1, got {informed!r}; "
            "a negative one, down to -1, is that of deliberately wrong decisions"
        )
    return values


def checked_probability(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """Probabilities, such as that of errors of the gold standard."""
    found = _numbers(name, values)
    if not np.all((found >= 0) & (found <= 1)):
        raise InputError(f"{name} must be a probability from 0 to 1, got {values!r}")
    return found


def checked_classes(k: object) -> int:
    """How many classes there are, two or more."""
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 2:
        raise InputError(f"k is how many classes there are, a whole number from 2 on, got {k!r}")
    return int(k)


def checked_wrong(wrong: Wrong) -> Wrong:
    """How deliberately wrong decisions choose their label."""
    if wrong not in ("even", "prevalent"):
        raise InputError(f"wrong must be 'even' or 'prevalent', got {wrong!r}")
    return wrong


def _numbers(name: str, value: object) -> NDArray[np.float64]:
    try:
        found = np.asarray(value)
        numbers = found.astype(float)
    except (TypeError, ValueError):
        raise InputError(f"{name} must be numbers, got {value!r}") from None
    if found.dtype.kind in "US":
        raise InputError(f"{name} must be numbers and not text, got {value!r}")
    return numbers


def _wrong_labels(prevalence: NDArray[np.float64], wrong: Wrong) -> NDArray[np.float64]:
    """How often each label is given to an item of each class by decisions that are deliberately wrong."""
    classes = prevalence.shape[-1]
    others = 1 - np.eye(classes)
    even = others / (classes - 1)
    if wrong == "even":
        return even
    weights = others * prevalence[..., None, :]
    total = weights.sum(-1, keepdims=True)
    # Where one class has all items, the others are equally rare.
    return np.where(total > 0, weights / np.where(total > 0, total, 1), even)


def _recorded(cells: NDArray[np.float64], noise: NDArray[np.float64]) -> NDArray[np.float64]:
    """The cells as a gold standard has them that takes some items for those of another class."""
    classes = cells.shape[-1]
    erring = noise[..., None] if noise.ndim else noise
    # An item that the gold standard mistakes goes to any other class evenly, with the label that it has.
    kept = (1 - erring) * cells
    astray = erring * cells / (classes - 1)
    return kept + astray.sum(-2, keepdims=True) - astray
