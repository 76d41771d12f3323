"""Figures of the study of the poster: runs with bands, p-values, and how often bands and intervals hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.measures.registry import measure
from abovechance.plots.style import COLOURS, DASHES, GREY, PALE, SMALL, text_style, titled
from abovechance.studies.figure import StudyFigure, ideal_line, key, level_line, panels
from abovechance.studies.poster2008.claims import MEASURES, PAPER, TESTS, half_width, named, of
from abovechance.studies.poster2008.run import LEVELS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from abovechance.core.result import Row

_DISTANCE_OF_MARKERS = 0.018
_LEAST_P_DRAWN = 1e-3
_DOT_STYLE: dict[str, Any] = {
    "marker": "o", "linestyle": "none", "markersize": 3, "alpha": 0.6, "markeredgewidth": 0,
}  # fmt: skip
_COVERAGE_TITLES = {
    "in_band": "estimate in the band around the level",
    "in_band_b1": "estimate in the band CI_B1",
    "covered_powers": "poster's interval holds the level",
    "covered_auto": "default interval holds the level",
    "covered_unwarned": "default interval without a warning",
}
_LAST_COVERAGE = len(_COVERAGE_TITLES) - 1


def _points_of(rows: Sequence[Row], kind: str, name: str) -> tuple[list[float], list[float]]:
    own = [r for r in rows if r["run"] is not None and (r["kind"], r["name"]) == (kind, name)]
    return [r["informed"] for r in own], [r["value"] for r in own]


def _shifted(levels: list[float], i: int, of_all: int) -> list[float]:
    return [x + (i - (of_all - 1) / 2) * _DISTANCE_OF_MARKERS for x in levels]


@StudyFigure.of(
    "The poster's figure: estimates of ten tables of each level with the band CI_B2 around the level "
    "(grey), the lower end of CI_B1 (dashed), the bands around 0 and 1 (dotted), and below the p-values of "
    "four tests."
)
def _runs(rows: Sequence[Row]) -> Figure:
    figure, plots = panels(1, 2, size=(6.6, 3.4), sharex=True, height_ratios=(1.7, 1))
    _draw_estimates(plots[0, 0], rows)
    _draw_p_values(plots[1, 0], rows)
    return figure


def _draw_estimates(axes: Axes, rows: Sequence[Row]) -> None:
    titled(axes, "Ten tables of each level, five classes, 128 items", y="value")
    levels = np.linspace(0, 1, 101)
    width = np.array([half_width(x, PAPER[1]) for x in levels])
    axes.fill_between(levels, levels - width, levels + width, color=PALE, alpha=0.45, linewidth=0, zorder=1)
    lower = levels - np.array([half_width(x, PAPER[1], "powers_b1") for x in levels])
    axes.plot(
        levels, lower, color=GREY, linewidth=0.9, linestyle=DASHES[1], zorder=2, label="CI_B1, lower end"
    )
    ideal_line(axes, label="level")
    widest = half_width(0.0, PAPER[1])
    for height, text, at in ((widest, "band around 0", 1), (1 - widest, "band around 1", 0.46)):
        axes.axhline(height, color=GREY, linewidth=0.9, linestyle=(0, (1, 2)), zorder=2)
        axes.annotate(
            text, (at, height), xycoords=("axes fraction", "data"), xytext=(-2, -2),
            textcoords="offset points", ha="right", va="top", fontsize=SMALL, color=GREY, **text_style(),
        )  # fmt: skip
    level_line(axes, 0, "chance", at=0.9)
    for i, name in enumerate(MEASURES):
        informed, values = _points_of(rows, "measure", name)
        axes.plot(_shifted(informed, i, 3), values, color=COLOURS[i], label=measure(name).title, **_DOT_STYLE)
    axes.set(xlim=(-0.05, 1.05), ylim=(-0.4, 1.08))
    key(axes)


def _draw_p_values(axes: Axes, rows: Sequence[Row]) -> None:
    titled(axes, "", "informed with probability", f"p-value (at least {_LEAST_P_DRAWN:g})")
    for i, name in enumerate((*TESTS, "fisher")):
        informed, values = _points_of(rows, "test", name)
        axes.plot(
            _shifted(informed, i, 4),
            np.maximum(values, _LEAST_P_DRAWN),
            color=COLOURS[3 + i],
            label=named(name),
            **_DOT_STYLE,
        )
    axes.set(yscale="log", ylim=(_LEAST_P_DRAWN / 2, 1.6), xticks=np.arange(0, 1.1, 0.2))
    level_line(axes, 0.05, "5 %", at=0.94)
    key(axes, "upper right", ncols=2, bbox_to_anchor=(0.92, 1.0))


@StudyFigure.of(
    "How often the band around the level holds the estimate of Informedness, and how often intervals "
    "around the estimate hold the level; five classes, 128 items."
)
def _coverage(rows: Sequence[Row]) -> Figure:
    figure, plots = panels(2, size=(3.9, 3.4), sharey=True)
    for axes, margins in zip(plots[0], ("random", "even"), strict=True):
        titled(
            axes,
            f"{margins.capitalize()} margins",
            "informed with probability",
            "share of tables" if margins == "random" else "",
        )
        found = of(rows, "measure", "informedness", (*PAPER[:2], margins))
        for i, (name, title) in enumerate(_COVERAGE_TITLES.items()):
            axes.plot(
                LEVELS[:-1], [r[name] for r in found][:-1], color=COLOURS[i], label=title, linewidth=1.7,
                linestyle=DASHES[i == _LAST_COVERAGE], zorder=3,
            )  # fmt: skip
        level_line(axes, 0.95, "promised", at=0.01)
        axes.set(xlim=(-0.03, 1.0), ylim=(0.35, 1.02), xticks=np.arange(0, 1, 0.2))
    key(plots[0, 0], "lower left")
    return figure


FIGURES = (_runs, _coverage)
