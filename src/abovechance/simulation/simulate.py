"""``simulate``: tables of predictors whose share of informed decisions is known."""

from __future__ import annotations

import math
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import distinct_labels
from abovechance.core.errors import InputError
from abovechance.inference.arguments import checked_replicates
from abovechance.simulation.world.mixture import (
    RANDOM,
    cell_shares,
    checked_classes,
    checked_informed,
    checked_probability,
    checked_shares,
    checked_wrong,
    named_guess,
)
from abovechance.simulation.world.sampling import checked_items, drawn_counts, generator, within_memory
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.arrays import Array
    from abovechance.core.labels import Label
    from abovechance.simulation.world.mixture import Wrong
    from abovechance.simulation.world.sampling import Sampling, Seed

    Floats = NDArray[np.float64]


_MOST_NUMBERS = 1 << 50  # more than any memory holds, and fewer than an array cannot be asked for


def simulate(
    informed: ArrayLike,
    prevalence: ArrayLike | str,
    n: ArrayLike,
    *,
    guess: ArrayLike | str | None = None,
    replicates: int | None = None,
    sampling: Sampling = "items",
    seed: Seed = None,
    k: int | None = None,
    by_class: bool = False,
    wrong: Wrong = "even",
    noise: ArrayLike = 0.0,
    concentration: float = 1.0,
    labels: Sequence[Label] | None = None,
) -> Tables:
    r"""Draw tables of a predictor that is informed with a known probability and guesses otherwise.

    With probability ``informed`` the right label is given, else one that is guessed without regard to the
    class: :math:`T_{cl} = b\,\mathrm{prev}_c [c = l] + (1 - b)\,\mathrm{prev}_c\,\mathrm{guess}_l`
    (Powers 2012). The Informedness of such a predictor is b, whatever the prevalence and the guesses.

    Numbers may be arrays: they are broadcast, and each position is a condition with tables of its own.

    Parameters
    ----------
    informed
        The probability b of an informed decision. A negative one is that of a deliberately wrong decision.
    prevalence
        The share of each class, in the last axis; one number is that of the second of two classes.
        ``"even"`` and ``"random"``, which draws the shares anew for each table, need ``k``.
    n
        How many items each table has.
    guess
        How often each label is guessed, given like the prevalence, or in relation to it: ``"matched"`` (the
        default), ``"mismatched"``, ``"even"``, ``"commonest"``, ``"rarest"``, or ``"random"``.
    replicates
        How many tables to draw for each condition: the last batch axis. Without it, one, and no axis.
    sampling
        ``"items"``: n items at random; ``"classes"``: of each class as many as expected; ``"margins"``: of
        each class and of each label as many as expected.
    seed
        The same seed gives the same tables.
    k
        How many classes, where neither shares nor labels say so.
    by_class
        Whether the last axis of ``informed`` (and of ``noise``) is that of the classes.
    wrong
        Which label a deliberately wrong decision gives: any other with the same probability (``"even"``), or
        in proportion to their prevalence (``"prevalent"``). With ``"even"``, Informedness is ``b/(K − 1)``.
    noise
        The probability that the gold standard has another class than the item has.
    concentration
        The concentration of the symmetric Dirichlet distribution of random shares: 1 makes all shares equally
        probable, less makes extreme ones more so.
    labels
        Names of the classes; 0, 1, … without them.

    Returns
    -------
    Tables

    Examples
    --------
    >>> import abovechance as ac
    >>> ac.simulate(informed=0.3, prevalence=[0.8, 0.2], n=500, seed=1).total
    500
    >>> tables = ac.simulate([0.1, 0.5, 1], [0.7, 0.2, 0.1], n=200, replicates=5000, seed=1)
    >>> tables.batch_shape
    (3, 5000)
    >>> ac.informedness(tables).mean(axis=1).round(2)
    array([0.1, 0.5, 1. ])
    """
    rng = generator(seed)
    repeated = () if replicates is None else (checked_replicates(replicates),)
    names = None if labels is None else distinct_labels(labels)
    told = len(names) if k is None and names is not None and isinstance(prevalence, str) else k
    model = _Model.of(informed, prevalence, guess, noise, k=told, by_class=by_class)
    if names is not None and len(names) != model.classes:
        raise InputError(f"there are {model.classes} classes but {len(names)} labels: give one for each")
    items = checked_items(n)
    conditions = _conditions(model.shape, items.shape)
    shape = conditions + repeated
    if model.is_random and sampling == "margins":
        raise InputError("sampling='margins' fixes the shares of classes and labels, so none can be 'random'")
    with _few_enough(shape, model.classes):
        shares = model.shares(shape, len(repeated), checked_wrong(wrong), _Dirichlet(rng, concentration))
        counts = drawn_counts(shares, _with_axes(items, len(repeated)), shape, rng, sampling)
    axes = _axes(len(conditions), len(repeated))
    return Tables(counts, tuple(range(model.classes)) if names is None else names, axes=axes)


@dataclass(frozen=True, eq=False)
class _Dirichlet:
    """Random shares."""

    rng: np.random.Generator
    concentration: float

    def draw(self, shape: tuple[int, ...], classes: int) -> Floats:
        if not 0 < self.concentration < np.inf:
            raise InputError(f"concentration must be a positive number, got {self.concentration!r}")
        return self.rng.dirichlet(np.full(classes, self.concentration), size=shape)


@dataclass(frozen=True, eq=False)
class _Model:
    """What was asked for: shares by classes, or the names of how to find them."""

    informed: Floats
    noise: Floats
    prevalence: Floats | str
    guess: Floats | str
    classes: int

    @classmethod
    def of(
        cls, informed: Any, prevalence: Any, guess: object, noise: Any, *, k: int | None, by_class: bool
    ) -> _Model:
        real, labels = (
            _given("prevalence", prevalence),
            _given("guess", "matched" if guess is None else guess),
        )
        classes = _classes(real, labels, k)
        if isinstance(real, str) and real != RANDOM:
            if real != "even":
                raise InputError(f"prevalence must be shares, 'even' or 'random', got {real!r}")
            real = np.full(classes, 1 / classes)
        chosen = {"informed": checked_informed(informed), "noise": checked_probability("noise", noise)}
        each = {name: _by_class(name, x, classes, by_class=by_class) for name, x in chosen.items()}
        return cls(**each, prevalence=real, guess=labels, classes=classes)

    @property
    def is_random(self) -> bool:
        return RANDOM in [x for x in (self.prevalence, self.guess) if isinstance(x, str)]

    @property
    def shape(self) -> tuple[int, ...]:
        parts = (self.informed, self.prevalence, self.guess, self.noise)
        return _conditions(*(x.shape[:-1] for x in parts if not isinstance(x, str)))

    def shares(self, shape: tuple[int, ...], repeated: int, wrong: Wrong, random: _Dirichlet) -> Floats:
        """The probability of each cell, with an axis for the replicates."""

        def found(shares: Floats | str) -> Floats:
            if isinstance(shares, str):
                return random.draw(shape, self.classes)
            return _with_axes(shares, repeated, before=1)

        real = found(self.prevalence)
        by_name = isinstance(self.guess, str) and self.guess != RANDOM
        guess = named_guess(str(self.guess), real) if by_name else found(self.guess)
        informed, noise = (_with_axes(x, repeated, before=1) for x in (self.informed, self.noise))
        return cell_shares(informed, real, guess, wrong=wrong, noise=noise)


def _given(name: str, shares: Any) -> Floats | str:
    """Shares by classes; one number is that of the second of two; a name is left as it is."""
    if isinstance(shares, str):
        return shares
    if np.ndim(shares) == 0:
        shares = [1 - shares, shares] if isinstance(shares, int | float | np.number) else shares
    return checked_shares(name, shares)


def _classes(prevalence: Floats | str, guess: Floats | str, k: int | None) -> int:
    """The number of classes that all agree on."""
    given = {"prevalence": prevalence, "guess": guess}
    numbers = {name: x.shape[-1] for name, x in given.items() if not isinstance(x, str)}
    if k is not None:
        numbers["k"] = checked_classes(k)
    if not numbers:
        raise InputError(f"prevalence {prevalence!r} needs k, the number of classes")
    if len(set(numbers.values())) > 1:
        said = " and ".join(f"{name} has {classes}" for name, classes in numbers.items())
        raise InputError(f"the number of classes must agree: {said}")
    return next(iter(numbers.values()))


def _by_class(name: str, values: Floats, classes: int, *, by_class: bool) -> Floats:
    """Values with a last axis for the classes, of length 1 if they are all the same."""
    if not by_class or values.ndim == 0:
        return values[..., None]
    if values.shape[-1] != classes:
        raise InputError(
            f"by_class=True needs {classes} values of {name}, one for each class, got {values!r}"
        )
    return values


@contextmanager
def _few_enough(shape: tuple[int, ...], classes: int) -> Iterator[None]:
    """Refuse more tables than the memory holds."""
    tables = math.prod(shape)
    with within_memory(f"{tables} tables of {classes} classes"):
        # NumPy meets sizes that no array can have with errors of other kinds than that of too little memory.
        if tables * classes**2 > _MOST_NUMBERS:
            raise MemoryError
        yield


def _conditions(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        said = ", ".join(str(shape) for shape in shapes)
        raise InputError(f"conditions of shapes {said} cannot be combined: they must broadcast") from None


def _with_axes(values: Array, number: int, before: int = 0) -> Array:
    """The same with axes of length 1 after those of the conditions."""
    place = values.ndim - before
    return values.reshape((*values.shape[:place], *(1,) * number, *values.shape[place:]))


def _axes(conditions: int, repeated: int) -> tuple[Axis, ...]:
    names = ["condition"] if conditions == 1 else [f"condition{i}" for i in range(conditions)]
    return tuple(map(Axis, [*names, *["replicate"] * repeated]))
