"""The figure of a user's own study: means of measures over the share of informed decisions, and noise."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from abovechance.measures.registry import measure
from abovechance.plots.measured import short
from abovechance.plots.style import COLOURS, dash_of, titled
from abovechance.studies.figure import StudyFigure, ideal_line, level_line, panels, shared_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from abovechance.core.result import Row

    Name = tuple[str, int | None]
    Condition = tuple[Any, ...]

_STANDARD_ERRORS_DRAWN = 1.96
_MAX_PANELS_ACROSS = 4
_FACTORS = ("n", "guess", "prevalence")
_MOST_LINES = 6  # more conditions than this are divided among lines of plots
_MOST_BANDS = 3  # more conditions than this have bars for their noise: bands would cover each other
_GAP_OF_BARS = 0.008  # how far bars stand apart, as a share of the width


def noise(rows: Sequence[Row]) -> Figure:
    """A plot for each measure, a line with its noise for each condition; many conditions have more plots."""
    names = list(dict.fromkeys((row["measure"], row["class"]) for row in rows))
    split = _split(rows)
    parts = list(dict.fromkeys(_of(row, split) for row in rows))
    keyed = [name for name in _FACTORS if name not in split and len({row[name] for row in rows}) > 1]
    lines = list(dict.fromkeys(_of(row, keyed) for row in rows))
    across = len(names) if split else min(_MAX_PANELS_ACROSS, len(names))
    figure, plots = panels(across, len(parts) * -(-len(names) // across), size=(3.1, 3.0))
    shown = [(part, name) for part in parts for name in names]
    for place, (axes, (part, name)) in enumerate(zip(plots.flat, shown, strict=False)):
        own = [row for row in rows if (row["measure"], row["class"]) == name and _of(row, split) == part]
        _one(axes, name, [(line, [row for row in own if _of(row, keyed) == line]) for line in lines], keyed)
        _texts(axes, name, _named(split, part), first=place % across == 0)
    for axes in plots.flat[len(shown) :]:
        axes.set_axis_off()
    if len(lines) > 1:
        shared_key(figure, plots[0, 0], min(3, across))
    return figure


def _split(rows: Sequence[Row]) -> list[str]:
    """What plots differ in, so that none has too many lines."""
    for count in range(len(_FACTORS)):
        if len({_of(row, _FACTORS[count:]) for row in rows}) <= _MOST_LINES:
            return list(_FACTORS[:count])
    return list(_FACTORS)


def _of(row: Row, names: Sequence[str]) -> Condition:
    return tuple(row[name] for name in names)


def _named(names: Sequence[str], values: Condition) -> str:
    words = {"n": "N =", "guess": "guesses", "prevalence": "prevalence"}
    return short(", ".join(f"{words[name]} {value}" for name, value in zip(names, values, strict=True)), 60)


def _texts(axes: Axes, name: Name, part: str, *, first: bool) -> None:
    title = measure(name[0]).title if name[1] is None else f"{measure(name[0]).title}, class {name[1] + 1}"
    y = "mean and 1.96 standard deviations" if first else ""
    titled(axes, f"{title}\n{part}" if part else title, "share of informed decisions", y)


def _one(axes: Axes, name: Name, lines: Sequence[tuple[Condition, list[Row]]], keyed: Sequence[str]) -> None:
    m = measure(name[0])
    if m.best == 1:
        ideal_line(axes)
    if isinstance(m.chance, int | float):
        level_line(axes, m.chance, "chance", at=0.75)
    for i, (line, found) in enumerate(lines):
        own = sorted((row for row in found if not math.isnan(row["sd"])), key=lambda row: row["informed"])
        aside = _GAP_OF_BARS * (i - (len(lines) - 1) / 2) if len(lines) > _MOST_BANDS else 0.0
        style = {"color": COLOURS[i % len(COLOURS)], "linestyle": dash_of(i), "label": _named(keyed, line)}
        x, mean = [row["informed"] + aside for row in own], [row["mean"] for row in own]
        axes.plot(x, mean, marker="o", markersize=3.5, zorder=3, **style)
        low = [max(row["mean"] - _STANDARD_ERRORS_DRAWN * row["sd"], m.low) for row in own]
        high = [min(row["mean"] + _STANDARD_ERRORS_DRAWN * row["sd"], m.high) for row in own]
        if len(lines) > _MOST_BANDS:
            axes.vlines(x, low, high, color=style["color"], linewidth=1.2, alpha=0.7, zorder=2)
        else:
            axes.fill_between(x, low, high, color=style["color"], alpha=0.15, linewidth=0, zorder=1)


NOISE = StudyFigure(
    "noise",
    "Means of each measure over the share of informed decisions; bands and bars are 1.96 standard deviations "
    "of one evaluation.",
    noise,
)
