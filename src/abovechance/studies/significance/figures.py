"""Figures of the study of significance: errors by how sparse tables are, and powers by how many items."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from abovechance.plots.style import COLOURS, PALE, titled
from abovechance.studies.figure import StudyFigure, level_line, panels, shared_key
from abovechance.studies.scoring import TYPE_1, chosen, distinct
from abovechance.studies.significance.claims import title_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from abovechance.core.result import Row

_TESTS_DRAWN = ("default", "n_minus_1", "g_squared", "williams", "fisher", "chi_squared_kb_printed")
_COLOURS = dict(zip(_TESTS_DRAWN, COLOURS, strict=False))
_MARKERS = dict(zip(_TESTS_DRAWN, "osD^vX", strict=True))
_FEW_COLUMNS = 3
_MAX_RATE_DRAWN = 0.16  # rates above it are drawn at the upper end


@StudyFigure.of(
    "Type I error of tests at 5 %, one dot for each condition, by how many items chance puts into the "
    "emptiest cell. The grey band is 3 to 6 %; dots of the exact and permutation tests of more than two "
    "classes may leave it by noise, with a standard error of a point; rates above 16 % are drawn at the "
    "upper end."
)
def _errors(rows: Sequence[Row]) -> Figure:
    numbers = distinct(rows, "classes")
    figure, plots = panels(len(numbers), size=(3.1, 3.5), sharey=True)
    for axes, k in zip(plots[0], numbers, strict=True):
        titled(
            axes,
            f"{k} classes",
            "items expected in the emptiest cell",
            "chance rejected" if k == numbers[0] else "",
        )
        axes.set(xscale="log", ylim=(-0.005, _MAX_RATE_DRAWN + 0.005))
        axes.axhspan(*TYPE_1, color=PALE, alpha=0.35, linewidth=0, zorder=1)
        level_line(axes, 0.05, "5 %" if k == numbers[-1] else "", at=1.0)
        for test in _TESTS_DRAWN:
            found = chosen(rows, classes=k, world="chance", test=test)
            axes.plot(
                [row["least_expected"] for row in found],
                [min(row["rejected_05"], _MAX_RATE_DRAWN) for row in found],
                _MARKERS[test], color=_COLOURS[test], markersize=4, alpha=0.75, markeredgewidth=0,
                label=title_of(test), zorder=3,
            )  # fmt: skip
        axes.yaxis.set_major_formatter(_as_percent)
    shared_key(figure, plots[0, 0], 6 if len(numbers) > _FEW_COLUMNS else 3)
    return figure


@StudyFigure.of(
    "Power at 5 %, mean over prevalences and ways of guessing. As many decisions are informed as give "
    "the test of Informedness a power of 80 % in large samples; below, as many know the class and name "
    "the next one."
)
def _powers(rows: Sequence[Row]) -> Figure:
    numbers = distinct(rows, "classes")
    figure, plots = panels(len(numbers), 2, size=(3.1, 2.9), sharey=True)
    words = {"informed": "decisions are right", "confused": "classes are confused"}
    for line, (world, said) in zip(plots, words.items(), strict=True):
        first = next(
            axes for axes, k in zip(line, numbers, strict=True) if chosen(rows, classes=k, world=world)
        )
        for axes, k in zip(line, numbers, strict=True):
            found = chosen(rows, classes=k, world=world)
            if not found:
                axes.set_axis_off()
                continue
            titled(axes, f"{k} classes, {said}", "items", "tables rejected" if axes is first else "")
            axes.set(xscale="log", ylim=(-0.02, 1.02))
            level_line(axes, 0.05, "chance" if k == numbers[-1] else "", at=1.0)
            if world == "informed":
                level_line(axes, 0.8, "planned" if k == numbers[-1] else "", at=1.0)
            _power_lines(axes, found)
            sizes = distinct(found, "n")[:: 1 if len(numbers) <= _FEW_COLUMNS else 2]
            axes.set_xticks(sizes, map(str, sizes))
            axes.minorticks_off()
            axes.yaxis.set_major_formatter(_as_percent)
        first.tick_params(labelleft=True)
    shared_key(figure, plots[0, 0], 6 if len(numbers) > _FEW_COLUMNS else 3)
    return figure


def _power_lines(axes: Axes, rows: Sequence[Row]) -> None:
    for test in _TESTS_DRAWN:
        found = chosen(rows, test=test)
        sizes = distinct(found, "n")
        means = [fmean(row["rejected_05"] for row in chosen(found, n=n)) for n in sizes]
        axes.plot(
            sizes, means, marker=_MARKERS[test], color=_COLOURS[test], markersize=4, linewidth=1.5,
            markeredgewidth=0, label=title_of(test), zorder=3,
        )  # fmt: skip


def _as_percent(share: float, _: object = None) -> str:
    return f"{100 * share:g} %"


FIGURES = (_errors, _powers)
