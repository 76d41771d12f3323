"""The one runner of all studies: what is seen in each replicate is counted, and becomes shares and means.

A study yields, for each case of a condition (such as a test or a measure), arrays with one value for each
replicate: whether a test rejects, whether an interval covers, how far a value is from the truth. NaN is what
does not count. Only numbers and sums are kept, so that parts of a run can be added.
"""

from __future__ import annotations

import math
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from abovechance.measures.registry import measure
from abovechance.simulation.runner.run import added
from abovechance.simulation.world.sampling import drawn_counts
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from abovechance.core.result import Row
    from abovechance.simulation.runner.run import Sums

    Floats = NDArray[np.float64]
    Case = tuple[str, ...]
    Observed = Iterable[tuple[Case, Mapping[str, NDArray[Any]]]]
    Chunk = Callable[[Any, int, np.random.SeedSequence], Sums]

FIRST = "first"  # what has this name is kept as it is, from the first chunk: single runs, to be drawn
_NAME_SEPARATOR = "/"
_ROUNDING_ERROR = 1e-12


class Tally(NamedTuple):
    """How many replicates there are, in how many of them something is defined, and the sum of it there."""

    replicates: int
    defined: int
    total: float

    @property
    def mean(self) -> float:
        """The share or mean where it is defined."""
        return self.total / self.defined if self.defined else math.nan

    @property
    def undefined(self) -> float:
        """The share of replicates that do not count."""
        return 1 - self.defined / self.replicates if self.replicates else math.nan


def counting(observe: Callable[[Any, int, np.random.SeedSequence], Observed]) -> Chunk:
    """Make a function that yields what is seen in replicates one that returns sums of it, as a run needs."""

    @wraps(observe)
    def chunk(cell: object, size: int, seed: np.random.SeedSequence) -> Sums:
        return {
            _NAME_SEPARATOR.join((*case, name)): values if name == FIRST else _sums(values)
            for case, seen in observe(cell, size, seed)
            for name, values in seen.items()
        }

    return chunk


def _sums(values: NDArray[Any]) -> Floats:
    known = values[~np.isnan(values)]
    return np.array([len(values), len(known), known.sum()], dtype=float)


def merged(one: Sums, other: Sums) -> Sums:
    """Add up all but single runs, which are those of the first chunk."""
    return added(one, other) | {
        name: x for name, x in one.items() if name.split(_NAME_SEPARATOR)[-1] == FIRST
    }


def tallies(sums: Sums) -> Iterator[tuple[Case, dict[str, Any]]]:
    """For each case what was counted, by name: tallies, and single runs as they are."""
    found: dict[Case, dict[str, Any]] = {}
    for name, values in sums.items():
        *case, what = name.split(_NAME_SEPARATOR)
        known = values if what == FIRST else Tally(int(values[0]), int(values[1]), float(values[2]))
        found.setdefault(tuple(case), {})[what] = known
    yield from found.items()


def share_rows(condition: Sequence[str], case: Sequence[str] = ()) -> Callable[[Any, Sums], list[Row]]:
    """Rows of a study of shares: attributes of the condition, the names of the case, and each share."""

    def rows(cell: object, sums: Sums) -> list[Row]:
        about = {name: getattr(cell, name) for name in condition}
        return [
            about | dict(zip(case, names, strict=True)) | {"replicates": _replicates(seen)} | shares(seen)
            for names, seen in tallies(sums)
        ]

    return rows


def shares(seen: Mapping[str, Tally]) -> dict[str, float]:
    """The share or mean of all that was counted of a case."""
    return {name: tally.mean for name, tally in seen.items()}


def _replicates(seen: Mapping[str, Tally]) -> int:
    return next(iter(seen.values())).replicates


def smoothed_error(part: float, whole: int) -> float:
    """The standard error of a share, with one case more on either side: all of few cases are no certainty."""
    share = (part + 1) / (whole + 2)
    return math.sqrt(share * (1 - share) / (whole + 2)) if whole else math.nan


# What is counted ----------------------------------------------------------------------------------


def where(condition: NDArray[np.bool_], values: NDArray[Any]) -> Floats:
    """Values where they count, NaN elsewhere."""
    return np.where(condition, values, np.nan)


def covers(low: Floats, high: Floats, truth: float) -> Floats:
    """Whether intervals hold the truth, which may be rounded; NaN where there is none."""
    return where(~np.isnan(low), (low <= truth + _ROUNDING_ERROR) & (high >= truth - _ROUNDING_ERROR))


def deviations(values: Floats, target: float) -> dict[str, Floats]:
    """From a target and not from zero, so that squares of small deviations keep their digits."""
    return {"deviation": values - target, "square": np.square(values - target)}


def preferred_wrongly(better: Floats, worse: Floats) -> Floats:
    """Whether a measure prefers the less informed of two systems.

    A tie, which only a coin decides, is half a mistake; a pair of which one is undefined does not count.
    """
    lead = better - worse
    return where(~np.isnan(lead), (lead < -_ROUNDING_ERROR) + 0.5 * (np.abs(lead) <= _ROUNDING_ERROR))


def statistics(seen: Mapping[str, Tally], target: float) -> dict[str, float]:
    """Mean (standard error ``error``), bias, spread, RMSE, share of undefined values, and misleading rate."""
    known, square = seen["deviation"], seen["square"].mean
    n, bias = known.defined, known.mean
    sd = math.sqrt(max(square - bias**2, 0.0) * (n / (n - 1))) if n > 1 else math.nan
    return {
        "mean": target + bias,
        "bias": bias,
        "sd": sd,
        "error": sd / math.sqrt(n) if n else math.nan,
        "rmse": math.sqrt(square),
        "undefined": known.undefined,
        "misled": seen["misled"].mean if "misled" in seen else math.nan,
    }


# What is drawn ------------------------------------------------------------------------------------


def falling_shares(classes: int, first: float, last: float = 1.0) -> tuple[float, ...]:
    """Shares of classes in equal ratios: the first is so many times as frequent as the last."""
    shares = np.geomspace(first, last, classes)
    return tuple((shares / shares.sum()).tolist())


def least_expected(shares: Floats, n: int) -> float:
    """How many items chance puts into the emptiest cell."""
    return float(n * shares.sum(1).min() * shares.sum(0).min())


def drawn_tables(shares: Floats, n: int, size: int, seed: np.random.SeedSequence) -> Tables:
    """Tables of ``n`` items each, as a batch with the axis ``"replicate"``."""
    counts = drawn_counts(shares, n, (size,), np.random.default_rng(seed))
    return Tables(counts, tuple(range(len(shares))), axes=(Axis("replicate"),))


def values_of(tables: Tables, measures: Sequence[str]) -> Floats:
    """The values of some measures of the whole table, in a first axis."""
    return np.stack([np.asarray(measure(key)(tables)) for key in measures])
