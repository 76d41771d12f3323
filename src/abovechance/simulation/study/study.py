"""``study``: which measure can be trusted under given conditions, and how wide its noise is."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.measures.headlines import PREFERENCES
from abovechance.measures.registry import resolve
from abovechance.simulation.runner.run import CHUNK_SIZE, run
from abovechance.simulation.study.result import Study
from abovechance.simulation.study.systems import System, Trial
from abovechance.simulation.study.trials import Measuring, columns, merged
from abovechance.simulation.world.mixture import RANDOM, checked_classes, checked_informed, checked_shares
from abovechance.simulation.world.sampling import checked_items

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Executor
    from pathlib import Path

    from abovechance.measures.registry import Measure
    from abovechance.simulation.world.mixture import Wrong
    from abovechance.simulation.world.sampling import Sampling

REPLICATES = 10_000
# Numbers that a chunk holds at a time, which bounds its memory and keeps it in the cache.
_NUMBERS_PER_CHUNK = 2**19
_MIN_REPLICATES_PER_CHUNK = 100  # replicates of a chunk, however many systems are compared


def study(
    informed: float | Sequence[Any],
    prevalence: float | str | Sequence[Any],
    n: int | Sequence[int],
    *,
    guess: str | Sequence[Any] = "matched",
    measures: Iterable[str | Measure] | str | Measure = PREFERENCES,
    replicates: int = REPLICATES,
    seed: int = 1,
    sampling: Sampling = "items",
    wrong: Wrong = "even",
    noise: float = 0.0,
    k: int | None = None,
    compared: bool = True,
    executor: Executor | None = None,
    workers: int | None = None,
    folder: str | Path | None = None,
    progress: Callable[[float], None] | None = None,
) -> Study:
    """Try measures on predictors whose probability of an informed decision is known.

    There is a system for each combination of ``informed``, ``prevalence``, ``guess`` and ``n``: a decision is
    informed with the given probability, and a guess otherwise. Systems with as many classes and items are
    compared with each other; a measure is misled where it prefers the less informed of two, and to half where
    both have the same value.

    Parameters
    ----------
    informed
        The probability of an informed decision, or several; a negative one is that of a deliberately wrong
        decision. A list within the list has one for each class: the bias of measures is then against the
        share of informed decisions over all items, Σ prevalence · b.
    prevalence
        The shares of the classes, or a list of such. One number is the share of the second of two classes;
        ``"even"`` and ``"random"`` need ``k``.
    n
        How many items, or several such numbers.
    guess
        How uninformed decisions guess, by name or by shares as in :func:`abovechance.simulate`, or several
        ways in a list.
    measures
        Names of measures.
    replicates
        Tables drawn for each system.
    seed
        The same seed gives the same result, bit for bit, whatever the executor and the number of workers.
    sampling, wrong, noise
        As in :func:`abovechance.simulate`.
    k
        How many classes, where the prevalence does not say so.
    compared
        Whether to compare systems, which takes time for each pair of them.
    executor, workers, folder, progress
        Where to compute, where to keep what is finished, and whom to tell, as in
        :func:`abovechance.simulation.runner.run.run`: any ``concurrent.futures.Executor`` will do, and with a
        folder a study that was interrupted goes on.

    Returns
    -------
    Study
        Tidy rows: bias, spread and error of each measure for each system, and what comparisons say.

    Examples
    --------
    >>> import abovechance as ac
    >>> chosen = {"measures": ["informedness", "accuracy"], "replicates": 9000}
    >>> found = ac.study([0.3, 0.5], [0.5, [0.9, 0.1]], 200, **chosen)
    >>> print(found.to_markdown())
    | Measure | misled % | bias | RMSE | undefined % |
    | --- | ---: | ---: | ---: | ---: |
    | Informedness | 6.2 ±0.2 | 0.000 | 0.089 | 0.0 |
    | Rand Accuracy | 28.4 ±0.1 | 0.396 | 0.397 | 0.0 |
    <BLANKLINE>
    """
    design = Design(
        systems=tuple(
            _systems(informed, prevalence, n, guess, k, sampling=sampling, wrong=wrong, noise=noise)
        ),
        measures=_keys(measures),
        compared=compared,
    )
    return design.run(replicates, seed, executor=executor, workers=workers, folder=folder, progress=progress)


@dataclass(frozen=True)
class Design:
    """What is tried: systems, measures, and whether systems are compared."""

    systems: tuple[System, ...]
    measures: tuple[str, ...]
    compared: bool = True

    @property
    def trials(self) -> tuple[Trial, ...]:
        """Systems with as many classes and items side by side, or each alone."""
        if not self.compared:
            return tuple(Trial((system,)) for system in self.systems)
        groups: dict[tuple[int, int], list[System]] = {}
        for system in self.systems:
            groups.setdefault((system.classes, system.n), []).append(system)
        return tuple(Trial(tuple(group)) for group in groups.values())

    @property
    def chunk_size(self) -> int:
        """Replicates drawn at a time."""
        numbers = max(
            len(trial.systems) * max(len(columns(self.measures, trial.classes)), trial.classes**2)
            for trial in self.trials
        )
        return min(max(_NUMBERS_PER_CHUNK // numbers, _MIN_REPLICATES_PER_CHUNK), CHUNK_SIZE)

    def run(self, replicates: int, seed: int, **where: Any) -> Study:
        """Draw the replicates; the other arguments are those of :func:`run`."""
        sums = run(
            self.trials,
            Measuring(self.measures, self.compared, judged=self.compared),
            replicates=replicates,
            seed=seed,
            chunk_size=self.chunk_size,
            merge=merged,
            **where,
        )
        return Study(self.measures, self.trials, tuple(sums), replicates, seed)


def _systems(
    informed: object, prevalence: object, n: object, guess: object, k: int | None, **common: Any
) -> Iterator[System]:
    """All combinations, each once."""
    skills = [_skill(x) for x in _options("informed", informed, flat=True)]
    shares = [_shares("prevalence", x, k) for x in _options("prevalence", prevalence)]
    guesses = [x if isinstance(x, str) else _shares("guess", x, None) for x in _options("guess", guess)]
    sizes = _options("n", n, flat=True)
    for items, real, guessed, b in dict.fromkeys(product(sizes, shares, guesses, skills)):
        classes = len(real) if isinstance(real, tuple) else _told(real, k)
        system = System(classes, int(checked_items(items)), b, real, guessed, **common)
        system.draw(1, np.random.SeedSequence(0))  # refuses what cannot be drawn
        yield system


def _keys(measures: Iterable[str | Measure] | str | Measure) -> tuple[str, ...]:
    found = tuple(dict.fromkeys(m.key for m in resolve(measures)))
    if not found:
        raise InputError("measures is empty: give the name of one measure or more")
    return found


def _skill(informed: Any) -> float | tuple[float, ...]:
    found = checked_informed(informed).tolist()
    return tuple(found) if isinstance(found, list) else found


def _told(prevalence: str, k: int | None) -> int:
    """The number of classes where the prevalence is a name."""
    if k is None:
        raise InputError(f"prevalence {prevalence!r} needs k, the number of classes")
    return checked_classes(k)


def _options(name: str, values: Any, *, flat: bool = False) -> list[Any]:
    """One condition, or several: of distributions, a list of numbers alone is one."""
    if isinstance(values, str) or np.ndim(np.asarray(values, dtype=object)) == 0:
        return [values]
    several = list(values)
    if not several:
        raise InputError(f"{name} is empty: give one condition or more")
    alone = all(isinstance(x, int | float | np.number) for x in several)
    return [several] if alone and not flat else several


def _shares(name: str, value: object, k: int | None) -> tuple[float, ...] | str:
    """Shares that add up to 1; one number is that of the second of two; random ones are left open."""
    if value == RANDOM:
        return RANDOM
    if isinstance(value, str):
        if value != "even":
            raise InputError(f"{name} must be shares, 'even' or 'random', got {value!r}")
        classes = _told(value, k)
        return (1 / classes,) * classes
    shares: Any = [1 - value, value] if isinstance(value, int | float | np.number) else value
    try:
        return tuple(checked_shares(name, shares).tolist())
    except InputError as error:
        raise InputError(
            f"{error}; for several conditions give a list of lists, such as [[0.5, 0.5], [0.9, 0.1]]"
        ) from None
