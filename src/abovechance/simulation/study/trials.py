"""Measuring measures: what they say of predictors whose share of informed decisions is known.

A chunk of a trial is one table of each of its systems for each replicate, and all measures of these tables.
Of the values only sums are kept: how many are defined, their deviations from the value expected, their
extremes, and how often one system has more than another.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.measures.compute import compute_arrays
from abovechance.measures.registry import resolve
from abovechance.simulation.runner.run import added
from abovechance.simulation.study.contests import Judge, contest_sums
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.simulation.runner.run import Sums
    from abovechance.simulation.study.systems import System, Trial

    Floats = NDArray[np.float64]

# These pass over NaN, which reductions by minimum and maximum would give.
_EXTREMES = {"least": np.fmin, "most": np.fmax}
_ALLOCATOR_BYTES = 2**24  # bytes that the allocator is brought to keep for later instead of giving them back


@dataclass(frozen=True)
class Measuring:
    """The chunk function of a study of measures."""

    measures: tuple[str, ...]
    compared: bool = True  # all pairs of systems of a trial
    related: bool = True  # count how often any two measures order a pair alike
    judged: bool = False  # add up what errors of misleading rates need

    def __call__(self, trial: Trial, size: int, seed: np.random.SeedSequence) -> Sums:
        """Draw replicates and add up what the measures say of them."""
        _keep_memory()
        centres = np.stack([centred(self.measures, system) for system in trial.systems])
        values = np.empty((*centres.shape, size))
        for i, system in enumerate(trial.systems):
            # A seed for each system, so that the items of one are independent of those of another.
            own = np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, i))
            _fill(values[i], compute_arrays(_batch_innermost(system.draw(size, own)), self.measures))
        sums: Sums = {}
        if self.compared and len(values) >= 2:
            keys = [key for key, _ in columns(self.measures, trial.classes)]
            judge = Judge(trial.systems, keys, size) if self.judged else None
            sums = contest_sums(values, 1 + np.abs(centres), related=self.related, judge=judge)
        return sums | _moments(values, centres)


def merged(one: Sums, other: Sums) -> Sums:
    """The sums of two parts together; the extremes are those of both."""
    extremes = {name: pick(one[name], other[name]) for name, pick in _EXTREMES.items()}
    return added(one, other) | extremes


def columns(measures: tuple[str, ...], classes: int) -> list[tuple[str, int | None]]:
    """What the last axis of the sums stands for: a measure, and the class it is that of, if it has one."""
    found: list[tuple[str, int | None]] = []
    for m in resolve(measures):
        apart = m.scope == "binary" and classes != 2
        found += [(m.key, i if apart else None) for i in range(classes if apart else 1)]
    return found


@lru_cache(maxsize=1024)
def true_values(measures: tuple[str, ...], system: System) -> Floats:
    """The value of each column on the table expected; none where random shares leave open which that is."""
    if system.is_random:
        return np.full(len(columns(measures, system.classes)), np.nan)
    expected = Tables.from_counts(system.mixture.shares * system.n)
    return np.concatenate([np.ravel(value) for value in compute_arrays(expected, measures).values()])


def centred(measures: tuple[str, ...], system: System) -> Floats:
    """What deviations are taken from, so that squares lose no digits: the true value, or 0 without one."""
    values = true_values(measures, system)
    return np.where(np.isfinite(values), values, 0.0)


def _keep_memory() -> None:
    """Let what chunks free be used again by the next.

    The allocator of Linux would return the memory of each chunk to the system and ask for it anew, which
    takes longer than the formulas; having seen a large block freed, it keeps blocks of that size.
    """
    np.empty(_ALLOCATOR_BYTES, dtype=np.uint8)


def _batch_innermost(tables: Tables) -> Tables:
    """The same tables, laid out in memory so that formulas run along many of them."""
    counts = np.moveaxis(np.moveaxis(tables.counts, 0, -1).copy(order="C"), -1, 0)
    return replace(tables, counts=counts)


def _fill(columns: Floats, values: dict[str, Any]) -> None:
    """Put measures into rows, those of each class into as many."""
    start = 0
    for value in values.values():
        rows = value.T if value.ndim > 1 else value[None]
        columns[start : start + len(rows)] = rows
        start += len(rows)


def _moments(values: Floats, centres: Floats) -> Sums:
    """Counts, sums and extremes along the last axis, of which the values are used up."""
    sums = {name: pick.reduce(values, axis=-1) for name, pick in _EXTREMES.items()}
    undefined = np.isnan(values).sum(-1)
    values -= centres[..., None]
    finite = np.isfinite(values)
    if not finite.all():
        # Infinite values have no deviation: how many are left is counted as finite.
        values[~finite] = 0.0
    return sums | {
        "replicates": np.array(values.shape[-1]),
        "undefined": undefined,
        "finite": finite.sum(-1),
        "deviation": values.sum(-1),
        "square": np.einsum("...i,...i->...", values, values),
    }
