"""The figure of a user's own study: means of measures over the share of informed decisions, and noise."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from abovechance.measures.registry import measure
from abovechance.plots.studies.figure import StudyFigure, ideal_line, level_line, panels, titled
from abovechance.plots.style import COLOURS, SIZE, dash_of, short, text_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.simulation.studies.ready import Row

_SPREAD = 1.96
_ACROSS = 4
_MANY = 4
"""More conditions than this have no bands: they would cover each other."""


def noise(rows: Sequence[Row]) -> Any:
    """A plot for each measure, a line with its band for each condition."""
    names = list(dict.fromkeys((row["measure"], row["class"]) for row in rows))
    conditions = list(dict.fromkeys((row["n"], row["prevalence"], row["guess"]) for row in rows))
    across = min(_ACROSS, len(names))
    lines = -(-len(names) // across)
    figure, plots = panels(across, lines, size=(3.1, 3.0))
    for axes, name in zip(plots.flat, names, strict=False):
        own = [row for row in rows if (row["measure"], row["class"]) == name]
        _one(axes, name, own, conditions)
    for axes in plots.flat[len(names) :]:
        axes.set_axis_off()
    handles, texts = plots[0, 0].get_legend_handles_labels()
    shown = figure.legend(handles, texts, loc="outside lower center", ncols=2, frameon=False, fontsize=SIZE)
    for text in shown.get_texts():
        text.set(color="0.25", **text_style())
    return figure


def _one(axes: Any, name: tuple[str, int | None], rows: Sequence[Row], conditions: Sequence[Any]) -> None:
    m, of_class = measure(name[0]), name[1]
    titled(
        axes, m.title if of_class is None else f"{m.title}, class {of_class + 1}", "informed with probability"
    )
    if m.best == 1:
        ideal_line(axes)
    if isinstance(m.chance, int | float):
        level_line(axes, m.chance, "chance", at=0.75)
    for i, condition in enumerate(conditions):
        own = [row for row in rows if (row["n"], row["prevalence"], row["guess"]) == condition]
        own = sorted((row for row in own if not math.isnan(row["sd"])), key=lambda row: row["informed"])
        x, mean = [row["informed"] for row in own], [row["mean"] for row in own]
        colour = COLOURS[i % len(COLOURS)]
        axes.plot(
            x,
            mean,
            color=colour,
            linestyle=dash_of(i),
            marker="o",
            markersize=3.5,
            zorder=3,
            label=_named(condition),
        )
        if len(conditions) <= _MANY:
            low = [max(row["mean"] - _SPREAD * row["sd"], m.low) for row in own]
            high = [min(row["mean"] + _SPREAD * row["sd"], m.high) for row in own]
            axes.fill_between(x, low, high, color=colour, alpha=0.15, linewidth=0, zorder=1)


def _named(condition: tuple[int, str, str]) -> str:
    n, prevalence, guess = condition
    return short(f"N = {n}, prevalence {prevalence}, guesses {guess}", 60)


NOISE = StudyFigure(
    "noise",
    "Means of each measure, and within the bands 95 % of evaluations, over the share of informed decisions.",
    noise,
)
