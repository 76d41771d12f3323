"""Figures of the study of Kappa: the three Kappas by how informed decisions are, and what they tend to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.measures.registry import measure
from abovechance.plots.style import COLOURS, titled
from abovechance.simulation.world.mixture import cell_shares
from abovechance.studies.figure import StudyFigure, ideal_line, key, level_line, panels
from abovechance.studies.kappa2012.claims import KAPPAS, of
from abovechance.studies.kappa2012.limits import Limit
from abovechance.studies.kappa2012.run import MARGINS
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from abovechance.core.arrays import Array, Numbers
    from abovechance.core.result import Row

_CONDITIONS_DRAWN = ("1:1/1:1", "4:1/4:1", "4:1/1:4")
_LIMITS = {"never": "Guesses as rare (never)", "always": "Guesses contrary (always)"}
_INFORMED = 0.5
_LINE_WIDTHS = (4.0, 2.4, 1.1)  # lines that coincide are seen one within the other


def _exact(name: str, informed: Array, condition: str) -> Numbers:
    prevalence, guess = (np.array([1 - share, share]) for share in MARGINS[condition])
    return measure(name)(Tables.from_counts(cell_shares(informed[:, None], prevalence, guess)))


@StudyFigure.of(
    "The three Kappas by how informed decisions are, for three pairs of odds of classes and guesses: "
    "exact values as lines, samples of 1000 items as dots with twice their standard deviation. A Kappa "
    "that shows how informed decisions are follows the ideal line."
)
def _kappas(rows: Sequence[Row]) -> Figure:
    figure, plots = panels(3, size=(3.3, 3.6), sharey=True)
    informed = np.linspace(-1, 1, 81)
    sizes = sorted({row["n"] for row in rows})
    n = sizes[len(sizes) // 2]
    for axes, condition in zip(plots[0], _CONDITIONS_DRAWN, strict=True):
        titled(
            axes,
            f"Odds {condition}",
            "informed with probability",
            "Kappa" if condition == _CONDITIONS_DRAWN[0] else "",
        )
        ideal_line(axes, -1, above=0.6)
        level_line(axes, 0, "chance", at=0.02)
        for i, (name, title) in enumerate(KAPPAS.items()):
            axes.plot(
                informed,
                _exact(name, informed, condition),
                color=COLOURS[i],
                linewidth=_LINE_WIDTHS[i],
                label=title,
            )
            drawn = [row for row in of(rows, "tables", name, n) if row["condition"] == condition]
            axes.errorbar(
                [row["informed"] + 0.02 * (i - 1) for row in drawn], [row["mean"] for row in drawn],
                [2 * row["sd"] for row in drawn], color=COLOURS[i], linestyle="none", marker="o",
                markersize=3, linewidth=1.0,
            )  # fmt: skip
        axes.set(xlim=(-1.06, 1.06), ylim=(-1.06, 1.06), xticks=(-1, -0.5, 0, 0.5, 1))
    titled(plots[0, 0], y="Kappa")
    key(plots[0, 0], "lower right")
    return figure


@StudyFigure.of(
    "What the Kappas tend to, if half of the decisions are informed, as the positive class gets rare and "
    "guesses never or always name it. The dots at the right are the limits."
)
def _limits(_: Sequence[Row]) -> Figure:
    figure, plots = panels(2, size=(4.0, 3.4), sharey=True)
    distances = np.logspace(-5, np.log10(0.5), 40)
    for axes, (guess, title) in zip(plots[0], _LIMITS.items(), strict=True):
        titled(axes, title, "prevalence of the positive class", "Kappa" if guess == "never" else "")
        level_line(axes, 0, "chance", at=0.02)
        level_line(axes, _INFORMED, "ideal", at=0.02)
        for i, family in enumerate(KAPPAS.values()):
            limit = Limit("extreme", guess, family.lower(), "kappa")  # type: ignore[arg-type]
            values = [limit.near(_INFORMED, float(x)) for x in distances]
            axes.plot(distances, values, color=COLOURS[i], linewidth=_LINE_WIDTHS[i], zorder=3, label=family)
            axes.plot(distances[0], limit(_INFORMED), "o", color=COLOURS[i], markersize=5, zorder=4)
        axes.set(xscale="log", ylim=(-0.55, 0.65))
        axes.invert_xaxis()
    key(plots[0, 1], "lower left")
    return figure


FIGURES = (_kappas, _limits)
