"""What a study of measures found, as tidy rows: each measure under each condition, and in each comparison.

Sums of a study of measures as tidy rows: a condition, a measure, and statistics.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core import view
from abovechance.core.errors import InputError
from abovechance.core.frames import columns_of, to_frame, to_parquet
from abovechance.core.labels import quoted
from abovechance.core.result import Answer, Row
from abovechance.inference.comparisons.pair_difference import direction
from abovechance.measures.registry import measure
from abovechance.simulation.study.contests import FACTORS, KINDS, misled_errors
from abovechance.simulation.study.trials import centred, columns, true_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from abovechance.core.arrays import Array
    from abovechance.simulation.runner.run import Sums
    from abovechance.simulation.study.systems import System, Trial

_CONDITION = ("classes", "n", "informed", "informed_by_class", "prevalence", "guess")
_OUTCOMES = ("right", "wrong", "tied", "misled", "misled_error", "undefined")
COLUMNS = {  # the columns of each kind of rows
    "values": (
        *_CONDITION, "measure", "class", "true_value", "mean", "sd", "bias", "rmse", "error", "undefined",
        "infinite", "least", "most",
    ),
    "contests": (
        "classes", "n", *(f"{which}_{name}" for which in ("better", "worse") for name in _CONDITION[2:]),
        "measure", "class", *_OUTCOMES,
    ),
    "misled": ("classes", "n", "measure", "class", "differing", "pairs", *_OUTCOMES),
    "agreement": (
        "classes", "n", "measure", "class", "other", "other_class", "concordant", "discordant", "kendall",
    ),
    "dependence": ("classes", "n", "measure", "class", "on", "mean_range", "greatest_range"),
}  # fmt: skip


def _condition(system: System) -> Row:
    """The condition in plain values; shares as text such as 0.8,0.2."""
    b = system.informed
    return {
        "classes": system.classes,
        "n": system.n,
        "informed": b if not isinstance(b, tuple) else system.skill,
        "informed_by_class": _text(b) if isinstance(b, tuple) else None,
        "prevalence": _text(system.prevalence),
        "guess": _text(system.guess),
    }


def _text(shares: tuple[float, ...] | str) -> str:
    return shares if isinstance(shares, str) else ",".join(f"{share:.6g}" for share in shares)


def value_rows(measures: tuple[str, ...], trial: Trial, sums: Sums) -> Iterator[Row]:
    """A row for each system and measure."""
    names = columns(measures, trial.classes)
    for i, system in enumerate(trial.systems):
        true, centre = true_values(measures, system), centred(measures, system)
        of_system = {name: sums[name][i] for name in ("finite", "undefined", "deviation", "square")}
        found = _statistics(of_system, centre, true, system.skill, int(sums["replicates"]))
        found |= {"least": sums["least"][i], "most": sums["most"][i]}
        for j, (key, of_class) in enumerate(names):
            statistics = {name: float(x[j]) for name, x in found.items()}
            yield _condition(system) | {"measure": key, "class": of_class} | statistics


def _statistics(sums: Sums, centre: Array, true: Array, skill: float, replicates: int) -> dict[str, Any]:
    count = sums["finite"]
    with np.errstate(all="ignore"):
        moved, squared = sums["deviation"] / count, sums["square"] / count
        off = centre - skill
        # Deviations are taken from the value expected, so that this difference does not cancel.
        variance = np.maximum(squared - moved**2, 0) * count / (count - 1)
        mean = np.where(count > 0, centre + moved, np.nan)
        return {
            "true_value": true,
            "mean": mean,
            "sd": np.where(count > 1, np.sqrt(variance), np.nan),
            "bias": mean - skill,
            "rmse": np.sqrt(np.maximum(squared + 2 * off * moved + off**2, 0)),
            "error": mean - true,
            "undefined": sums["undefined"] / replicates,
            "infinite": (replicates - count - sums["undefined"]) / replicates,
        }


def contest_rows(measures: tuple[str, ...], trial: Trial, sums: Sums) -> Iterator[Row]:
    """A row for each two systems that differ in skill, and each measure."""
    if "more" not in sums:
        return
    names = columns(measures, trial.classes)
    for pair, (i, j) in enumerate(combinations(range(len(trial.systems)), 2)):
        ahead = np.sign(trial.systems[i].skill - trial.systems[j].skill)
        if not abs(ahead) > 0:  # as informed, or not known
            continue
        better, worse = (_condition(trial.systems[x]) for x in ((i, j) if ahead > 0 else (j, i)))
        row = {name: better[name] for name in ("classes", "n")}
        for which, condition in (("better", better), ("worse", worse)):
            row |= {f"{which}_{name}": condition[name] for name in _CONDITION[2:]}
        for column, (key, of_class) in enumerate(names):
            counts = {name: int(sums[name][pair, column]) for name in ("more", "less", "both")}
            shares = _preferred(**counts, side=int(ahead) * direction(measure(key)))
            shares["misled_error"] = _error(shares, counts["both"])
            undefined = 1 - counts["both"] / int(sums["replicates"])
            yield row | {"measure": key, "class": of_class} | shares | {"undefined": undefined}


def _preferred(more: int, less: int, both: int, side: int) -> Row:
    """Shares of the replicates; ``side`` is 1 if more speaks for the better system, −1 if less does."""
    right, wrong = (more, less) if side > 0 else (less, more)
    counts = {"right": right, "wrong": wrong, "tied": both - more - less}
    shares = {name: x / both if side and both else math.nan for name, x in counts.items()}
    return shares | {"misled": shares["wrong"] + shares["tied"] / 2}


def _error(shares: Row, count: int) -> float:
    """The standard error of how often a measure is misled about two systems."""
    if count <= 1 or math.isnan(shares["misled"]):
        return math.nan
    variance = shares["wrong"] + shares["tied"] / 4 - shares["misled"] ** 2
    return math.sqrt(max(variance, 0.0) / (count - 1))


def misled_rows(measures: tuple[str, ...], trial: Trial, sums: Sums) -> Iterator[Row]:
    """A row for each kind of comparison and measure, with the error that all of its pairs have together."""
    names = columns(measures, trial.classes)
    errors = misled_errors(sums) if "judged" in sums else None
    for row in misleading_rows(contest_rows(measures, trial, sums)):
        place = KINDS.index(row["differing"]), names.index((row["measure"], row["class"]))
        yield row | {"misled_error": math.nan if errors is None else float(errors[place])}


def misleading_rows(contests: Iterable[Row]) -> list[Row]:
    """Contests of the same kind together, and all of them."""
    names = ("classes", "n", "measure", "class")
    cases: dict[tuple[Any, ...], dict[str, list[Row]]] = {}
    for row in contests:
        kinds = cases.setdefault(tuple(row[name] for name in names), {kind: [] for kind in KINDS})
        for kind in ("anything", _differing(row)):
            kinds[kind].append(row)
    return [
        dict(zip(names, case, strict=True)) | {"differing": kind} | _pooled(rows)
        for case, kinds in cases.items()
        for kind, rows in kinds.items()
        if rows
    ]


def _differing(row: Row) -> str:
    names = [name for name in FACTORS if row[f"better_{name}"] != row[f"worse_{name}"]]
    return " and ".join(names) or "nothing"


def _pooled(rows: Sequence[Row]) -> Row:
    """Shares over all pairs, each weighed by how often both systems had a value."""
    weights = np.array([1 - row["undefined"] for row in rows])
    found: Row = {"pairs": len(rows)}
    for name in ("right", "wrong", "tied"):
        shares = np.array([row[name] for row in rows])
        known = ~np.isnan(shares)
        total = weights[known].sum()
        found[name] = float(weights[known] @ shares[known] / total) if total > 0 else math.nan
    found["misled"] = found["wrong"] + found["tied"] / 2
    return found | {"undefined": float(1 - weights.mean())}


def agreement_rows(measures: tuple[str, ...], trial: Trial, sums: Sums) -> Iterator[Row]:
    """A row for each two measures."""
    if "product" not in sums:
        return
    names = columns(measures, trial.classes)
    sides = [direction(measure(key)) or 1 for key, _ in names]
    first = trial.systems[0]
    for i, j in combinations(range(len(names)), 2):
        # Signs multiplied add up to concordant less discordant pairs, and pairs untied to both together.
        product = sides[i] * sides[j] * int(sums["product"][i, j])
        untied = int(sums["untied"][i, j])
        # For each measure the pairs that it orders, where both have a value: τ-b divides by their geometric
        # mean.
        scale = math.sqrt(int(sums["ordered"][i, j]) * int(sums["ordered"][j, i]))
        yield {
            "classes": first.classes,
            "n": first.n,
            "measure": names[i][0],
            "class": names[i][1],
            "other": names[j][0],
            "other_class": names[j][1],
            "concordant": (untied + product) // 2,
            "discordant": (untied - product) // 2,
            "kendall": product / scale if scale else math.nan,
        }


def dependence_rows(values: Iterable[Row], factor: str) -> Iterator[Row]:
    """The ranges of means among systems that differ in one factor alone."""
    names = ("classes", "n", "measure", "class")
    same = [x for x in FACTORS if x != factor]
    groups: dict[tuple[Any, ...], list[float]] = {}
    for row in values:
        skill = row["informed_by_class"] or row["informed"]
        key = (*(row[name] for name in (*names, *same)), skill)
        groups.setdefault(key, []).append(row["mean"])
    ranges: dict[tuple[Any, ...], list[float]] = {}
    for key, means in groups.items():
        if len(means) > 1:
            ranges.setdefault(key[:4], []).append(max(means) - min(means))
    for key, found in ranges.items():
        row = dict(zip(names, key, strict=True))
        yield row | {"on": factor, "mean_range": float(np.mean(found)), "greatest_range": max(found)}


@dataclass(frozen=True, repr=False, eq=False)
class Study(Answer):
    """What a study of measures found.

    Its rows are tidy: one for each case, with columns for the condition, the measure and the statistics.
    A measure of one class has rows for each of K ≠ 2 classes.

    Attributes
    ----------
    measures
        The keys of the measures.
    trials
        The systems that were tried, those that were compared together.
    sums
        What is known of each trial.
    replicates, seed
        How many tables of each system were drawn, and with which seed.
    """

    measures: tuple[str, ...]
    trials: tuple[Trial, ...]
    sums: tuple[Sums, ...]
    replicates: int
    seed: int

    @property
    def values(self) -> list[Row]:
        """A row for each system and measure.

        ``mean`` and ``sd`` are of the finite values; ``bias`` and ``rmse`` are against the share of informed
        decisions over all items, ``error`` is the mean less the value on the table expected, ``undefined``
        and ``infinite`` are shares of the replicates, ``least`` and ``most`` are extremes.
        """
        return self._rows(value_rows)

    @property
    def contests(self) -> list[Row]:
        """A row for each measure and each two systems of which one, the better, is more informed.

        ``right``, ``wrong`` and ``tied`` are shares of the replicates in which both have a value: the measure
        prefers the better one, the worse one, none. ``misled`` is ``wrong`` and half of ``tied``, and
        ``misled_error`` its standard error. ``undefined`` is the share of those without a value.
        Measures of which neither more nor less is better prefer nothing.
        """
        return self._rows(contest_rows)

    @property
    def misled(self) -> list[Row]:
        """A row for each measure and kind of comparison: how often it prefers the less informed system.

        Columns are those of :attr:`contests`, over all such pairs.

        ``differing`` says what else differs between the two: nothing, prevalence, guess, both, or anything.
        """
        return self._rows(misled_rows)

    @property
    def agreement(self) -> list[Row]:
        """A row for each two measures: whether they order systems alike, over all pairs of systems.

        ``concordant`` and ``discordant`` count pairs in all replicates; ``kendall`` is Kendall's τ-b.
        """
        return self._rows(agreement_rows)

    @property
    def dependence(self) -> list[Row]:
        """A row for each measure and each of prevalence and guess: how far its mean moves with that alone.

        ``mean_range`` and ``greatest_range`` are of the difference between the greatest and the least mean
        among systems that are the same in all else.
        """
        values = self.values
        return [row for name in FACTORS for row in dependence_rows(values, name)]

    def rows(self, kind: str = "values") -> list[Row]:
        """Rows of a kind: ``"values"``, ``"contests"``, ``"misled"``, ``"agreement"`` or ``"dependence"``."""
        if kind not in COLUMNS:
            raise InputError(f"rows must be one of {quoted(COLUMNS)}, got {kind!r}")
        found: list[Row] = getattr(self, kind)
        return found

    def to_frame(self, backend: str | None = None, *, rows: str = "values") -> Any:
        """Rows, of a kind as in :meth:`rows`, as a data frame of pandas, polars or pyarrow."""
        return to_frame(columns_of(self.rows(rows), COLUMNS[rows]), backend)

    def to_parquet(self, file: str | Path, *, rows: str = "values") -> None:
        """Write rows, of a kind as in :meth:`rows`, as a Parquet file; undefined is null."""
        to_parquet(columns_of(self.rows(rows), COLUMNS[rows]), file)

    def document(self, files: Sequence[Path] = ()) -> Any:
        """What is read of it: which measure to trust, and the tables."""
        return view("study", self, files)

    def _rows(self, of: Callable[[tuple[str, ...], Trial, Sums], Iterable[Row]]) -> list[Row]:
        parts = zip(self.trials, self.sums, strict=True)
        return [row for trial, sums in parts for row in of(self.measures, trial, sums)]


def comparable(key: str) -> bool:
    """Whether a measure is on the scale of the share of informed decisions, at the end at least."""
    return measure(key).best == 1
