"""What a study of measures found, as tidy rows: each measure under each condition, and in each comparison."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.errors import InputError
from abovechance.frames import to_frame, to_parquet
from abovechance.labels import quoted
from abovechance.measures.registry import measure
from abovechance.simulation.judging import FACTORS
from abovechance.simulation.tidy import (
    COLUMNS,
    agreement_rows,
    contest_rows,
    dependence_rows,
    misled_rows,
    value_rows,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from abovechance.simulation.measuring import Trial
    from abovechance.simulation.running import Sums
    from abovechance.simulation.tidy import Row


@dataclass(frozen=True, repr=False)
class Study:
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
        and ``infinite`` are shares of the replicates, ``least`` and ``greatest`` are extremes.
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

    def to_frame(self, rows: str = "values", backend: str | None = None) -> Any:
        """Rows as a data frame of pandas, polars or pyarrow.

        Parameters
        ----------
        rows
            ``"values"``, ``"contests"``, ``"misled"``, ``"agreement"`` or ``"dependence"``.
        backend
            The library; without it, one that is there.
        """
        return to_frame(self.columns(rows), backend)

    def to_parquet(self, file: str | Path, rows: str = "values") -> None:
        """Write rows, named as in :meth:`to_frame`, as a Parquet file; undefined is null."""
        to_parquet(self.columns(rows), file)

    def columns(self, rows: str = "values") -> dict[str, list[Any]]:
        """Rows, named as in :meth:`to_frame`, as columns."""
        if rows not in COLUMNS:
            raise InputError(f"rows must be one of {quoted(COLUMNS)}, got {rows!r}")
        found = getattr(self, rows)
        return {name: [row[name] for row in found] for name in COLUMNS[rows]}

    def to_dict(self) -> dict[str, Any]:
        """All rows as plain values, with what they follow from."""
        import abovechance

        facts: dict[str, Any] = {"version": abovechance.__version__, "numpy": np.__version__}
        facts |= {"replicates": self.replicates, "seed": self.seed}
        return facts | {name: getattr(self, name) for name in COLUMNS}

    def __repr__(self) -> str:
        """A line for each measure, over all conditions."""
        systems = sum(len(trial.systems) for trial in self.trials)
        head = f"{systems} systems, {self.replicates} tables of each, seed {self.seed}"
        return "\n".join([head, *_summary(self)])

    def _rows(self, of: Callable[[tuple[str, ...], Trial, Sums], Iterable[Row]]) -> list[Row]:
        parts = zip(self.trials, self.sums, strict=True)
        return [row for trial, sums in parts for row in of(self.measures, trial, sums)]


def comparable(key: str) -> bool:
    """Whether a measure is on the scale of the share of informed decisions, at the end at least."""
    return measure(key).best == 1


def _summary(study: Study) -> Iterator[str]:
    """Lines of text: means over all systems, of the bias without its sign, and how often they are misled."""
    misled = _mean_by_measure(
        (row for row in study.misled if row["differing"] == "anything"), lambda row: row["misled"]
    )
    values = study.values
    shown: dict[str, Callable[[Row], float]] = {
        "bias": lambda row: abs(row["bias"]) if comparable(row["measure"]) else math.nan,
        "sd": lambda row: row["sd"],
        "rmse": lambda row: row["rmse"] if comparable(row["measure"]) else math.nan,
        "undefined": lambda row: row["undefined"],
    }
    found = {name: _mean_by_measure(values, of) for name, of in shown.items()}
    if misled:
        found["misled"] = misled
    width = max(map(len, study.measures))
    yield " " * width + "".join(f"{name:>11}" for name in found)
    for key in study.measures:
        yield f"{key:<{width}}" + "".join(
            f"{means[key]:>11.4f}" if key in means else f"{'–':>11}" for means in found.values()
        )


def _mean_by_measure(rows: Iterable[Row], of: Callable[[Row], float]) -> dict[str, float]:
    found: dict[str, list[float]] = {}
    for row in rows:
        if not math.isnan(value := of(row)):
            found.setdefault(row["measure"], []).append(value)
    return {key: float(np.mean(values)) for key, values in found.items()}
