"""Figures of the study of "Evaluation Evaluation": the runs of the paper, the bias, and all conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.measures.registry import measure
from abovechance.plots.style import COLOURS, DASHES, GREY, SIZE, titled
from abovechance.studies.ecai2008.claims import (
    ARITHMETIC,
    DEBIASED,
    ESTIMATES,
    PAPER,
    TRADITIONAL,
    is_judged,
    mean_rmse,
)
from abovechance.studies.ecai2008.run import LEVELS
from abovechance.studies.figure import StudyFigure, ideal_line, key, level_line, panels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from abovechance.core.result import Row

_COLOURS = dict(zip((*DEBIASED, *TRADITIONAL), COLOURS, strict=True))
_SHORT_TITLES = {
    "cohen_kappa": "Kappa",
    "geometric_g_measure": "G (script: geometric)",
    "harmonic_f1": "F (script: harmonic)",
    "macro_g_measure": "G (arithmetic)",
    "macro_f1": "F (arithmetic)",
    "accuracy": "Accuracy",
    "prevalence_weighted_informedness": "Informedness by prevalence",
    "macro_recall": "Recall (mean)",
    "mixture": "Mixture (ML)",
}
_DISTANCE_OF_MARKERS = 0.016
_DOT_STYLE: dict[str, Any] = {"markersize": 2.8, "alpha": 0.55, "markeredgewidth": 0}
_MARKERS = {"random": "o", "even": "s", "mismatched": "D"}


def _name(key: str) -> str:
    return _SHORT_TITLES[key] if key in _SHORT_TITLES else measure(key).title


def _of_paper(rows: Sequence[Row], key: str) -> list[Row]:
    return [r for r in rows if r["measure"] == key and (r["classes"], r["n"], r["margins"]) == PAPER]


@StudyFigure.of(
    "Ten tables of each level as dots, as in the paper's Figure 2, and the mean of all tables as lines; "
    "five classes, 128 items, random margins. A measure that tells the truth follows the ideal line. G and F "
    "are those of the papers' script; dashed, the arithmetic means over classes of other software."
)
def _runs(rows: Sequence[Row]) -> Figure:
    figure, plots = panels(2, size=(3.9, 3.9), sharey=True)
    for axes, keys, title in zip(
        plots[0], (DEBIASED, TRADITIONAL), ("Debiased measures", "Traditional measures"), strict=True
    ):
        titled(axes, title, "informed with probability", "value" if keys == DEBIASED else "")
        axes.set(xlim=(-0.05, 1.05), ylim=(-0.32, 1.05), xticks=np.arange(0, 1.1, 0.2))
        ideal_line(axes)
        level_line(axes, 0, "chance", at=0.85)
        for i, name in enumerate(keys):
            found = _of_paper(rows, name)
            shift = (i - (len(keys) - 1) / 2) * _DISTANCE_OF_MARKERS
            dots = [(r["informed"] + shift, r["mean"]) for r in found if r["run"] is not None]
            axes.plot(*zip(*dots, strict=True), "o", color=_COLOURS[name], **_DOT_STYLE)
            means = [r["mean"] for r in found if r["run"] is None]
            axes.plot(LEVELS, means, color=_COLOURS[name], linewidth=1.6, zorder=3, label=_name(name))
        for mean, own in ARITHMETIC.items() if keys == TRADITIONAL else ():
            means = [r["mean"] for r in _of_paper(rows, mean) if r["run"] is None]
            axes.plot(
                LEVELS, means, color=_COLOURS[own], linestyle=DASHES[1], linewidth=1.3, label=_name(mean)
            )
        key(axes)
    return figure


@StudyFigure.of("How far the mean of each measure is from the level, for the same tables.")
def _bias(rows: Sequence[Row]) -> Figure:
    figure, plots = panels(1, size=(6.8, 3.6))
    axes = plots[0, 0]
    titled(axes, "Mean value less the level", "informed with probability", "bias")
    axes.set(xlim=(-0.02, 1.02), xticks=np.arange(0, 1.1, 0.2))
    level_line(axes, 0, "ideal", at=1.005)
    drawn = (*_COLOURS, *ARITHMETIC)
    found = {name: [r["bias"] for r in _of_paper(rows, name) if r["run"] is None] for name in drawn}
    for name in sorted(found, key=lambda name: -found[name][len(LEVELS) // 2]):
        axes.plot(
            LEVELS, found[name], color=_COLOURS[ARITHMETIC.get(name, name)], linewidth=1.7, zorder=3,
            linestyle=DASHES[name in ARITHMETIC], label=_name(name),
        )  # fmt: skip
    key(axes, "upper left", bbox_to_anchor=(1.02, 1))
    return figure


@StudyFigure.of(
    "The error of each measure under every condition that was drawn: a dot for each number of classes "
    "and of items, with margins that are random, even or mismatched. Hollow: the measure is undefined on "
    "more than 20 % of tables at some level."
)
def _conditions(rows: Sequence[Row]) -> Figure:
    figure, plots = panels(1, size=(6.8, 4.0))
    axes = plots[0, 0]
    titled(axes, "Root of the mean squared error, over all levels", "RMSE against the level (ideal: 0)")
    known = [r for r in rows if r["run"] is None]
    for j, (margins, marker) in enumerate(_MARKERS.items()):
        dots: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
        for i, name in enumerate(ESTIMATES):
            own = [r for r in known if r["measure"] == name and r["margins"] == margins]
            for condition in dict.fromkeys((r["classes"], r["n"]) for r in own):
                levels = [r for r in own if (r["classes"], r["n"]) == condition]
                dots[is_judged(levels)].append((mean_rmse(levels), i + 0.22 * (j - 1)))
        style: dict[str, Any] = {"markersize": 4, "alpha": 0.75, "color": COLOURS[j]}
        axes.plot(*_columns(dots[True]), marker, markeredgewidth=0, label=margins, **style)
        axes.plot(*_columns(dots[False]), marker, markerfacecolor="none", markeredgewidth=0.8, **style)
    axes.set_yticks(range(len(ESTIMATES)), [_name(name) for name in ESTIMATES], fontsize=SIZE)
    axes.invert_yaxis()
    axes.axvline(0, color=GREY, linewidth=1.0, linestyle=(0, (4, 3)), zorder=2)
    key(axes, "upper left", bbox_to_anchor=(1.0, 1), title="margins", title_fontsize=SIZE)
    return figure


def _columns(dots: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    return [x for x, _ in dots], [y for _, y in dots]


FIGURES = (_runs, _bias, _conditions)
