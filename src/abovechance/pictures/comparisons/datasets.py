"""Pictures of systems over data sets and folds: mean ranks, and what is believed of a difference."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from abovechance.inference.comparisons.verdict import p_text
from abovechance.pictures.forests import forest, row
from abovechance.pictures.intervals import level_said
from abovechance.pictures.picture import Area, Line, Picture, Scale

if TYPE_CHECKING:
    from abovechance.inference.datasets.compare import DatasetComparison
    from abovechance.inference.datasets.t_tests import CorrectedT, CorrelatedT
    from abovechance.pictures.picture import Forest
    from abovechance.pictures.results import Pictures


def of_datasets(result: DatasetComparison) -> Pictures:
    """Mean ranks."""
    return {"ranks": lambda: forest_of_ranks(result)}


def of_corrected_t(result: CorrectedT) -> Pictures:
    """The difference with its interval."""
    return {"difference": lambda: forest_of_corrected_t(result)}


def of_correlated_t(result: CorrelatedT) -> Pictures:
    """The posterior of the difference."""
    return {"posterior": lambda: posterior_of_difference(result)}


def forest_of_ranks(result: DatasetComparison) -> Forest:
    """Mean ranks, the best first, each within half a critical difference: bars that do not meet differ."""
    half = result.critical_difference / 2
    rows = [
        row(name, rank, rank - half, rank + half, note=f"{rank:.2f}")
        for name, rank in zip(result.systems, result.mean_ranks, strict=True)
    ]
    note = f"bars that do not meet: ranks differ by more than {result.critical_difference:.2f} (Nemenyi)"
    made = forest(f"Mean ranks over {result.sets} data sets, 1 is best", rows, notes=(note,))
    number = len(result.systems)
    return replace(
        made, x=Scale("Mean rank", min(1.0, *(x.low for x in rows)), max(number, *(x.high for x in rows)))
    )


def forest_of_corrected_t(result: CorrectedT) -> Forest:
    """The mean difference with its interval."""
    note = f"{result.difference:+.3f}, {p_text(result.p_value)}".replace("-", "−")
    made = forest(
        f"Mean difference, {level_said(result.level)}",
        [row("first − second", result.difference, result.low, result.high, note=note)],
        reference=0.0, reference_name="no difference",
    )  # fmt: skip
    return replace(made, x=replace(made.x, low=None, high=None))


def posterior_of_difference(result: CorrelatedT) -> Picture:
    """The density of the mean difference, and where it does not matter."""
    from scipy.stats import t

    reach = max(4 * result.scale, abs(result.difference) + result.scale, 1.5 * result.rope) or 1.0
    low, high = (
        min(result.difference - reach, -1.5 * result.rope),
        max(result.difference + reach, 1.5 * result.rope),
    )
    x = np.linspace(low, high, 400)
    # The shaded part begins and ends at points of the curve.
    x = np.unique(np.concatenate([x, [-result.rope, result.rope]]))
    # Folds that all differ by the same have no spread: their density is a spike.
    density = t.pdf(x, result.df, loc=result.difference, scale=result.scale or 1e-12)
    within = np.abs(x) <= result.rope
    top = 1.12 * float(density.max(initial=0.0)) or 1.0
    lines = [Line(x, density, system=0)]
    lines += [
        Line(np.full(2, end), np.array([0.0, top]), stroke="dashed", label="")
        for end in ((-result.rope, result.rope) if result.rope else (0.0,))
    ]
    areas = (Area(x[within], np.zeros(int(within.sum())), density[within], 2),) if result.rope else ()
    notes = (
        f"first better {result.first_better:.3f}, second better {result.second_better:.3f}",
        f"shaded: differences up to {result.rope:g}, {result.equivalent:.3f}"
        if result.rope
        else "dashed: no difference",
    )
    return Picture(
        "What is believed of the mean difference", Scale("Difference, the first less the second", low, high),
        Scale("Density", 0.0, top), tuple(lines), areas, notes=notes,
    )  # fmt: skip
