"""The figure of the coverage study: how often each interval holds the true value, condition by condition."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from abovechance.measures.registry import measure
from abovechance.plots.style import COLOURS, GREY, PALE, SIZE, text_style, titled
from abovechance.studies.figure import StudyFigure, panels, shared_key
from abovechance.studies.scoring import COVERAGE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from abovechance.core.result import Row

_LEVEL = 0.95
_LEAST_COVERAGE_DRAWN = 0.75  # coverages below it are drawn at the left end
_HALF_WARNED = 0.5
_OFFSET = 0.16
_KINDS = {False: (COLOURS[0], "most without a warning"), True: (COLOURS[1], "most with one")}
"""The colour and the words for whether most results of a condition carry a warning."""


@StudyFigure.of(
    "Coverage of 95 % intervals, a dot for each measure and condition. The grey band is 93 to 97.5 %. "
    "Large dots are beyond it by more than two Monte Carlo standard "
    "errors; pale ones outside may be so by noise. Coverages below 75 % are drawn at the left end."
)
def _covered(rows: Sequence[Row]) -> Figure:
    found = [row for row in rows if row["kind"] == "interval" and not math.isnan(row["rate"])]
    names = list(dict.fromkeys(row["measure"] for row in found))
    sizes = sorted({row["n"] for row in found})
    figure, plots = panels(len(sizes), size=(3.0, 3.6), sharey=True)
    for axes, n in zip(plots[0], sizes, strict=True):
        titled(axes, f"{n} items", "intervals that cover (%)")
        axes.axvspan(*(100 * x for x in COVERAGE), color=PALE, alpha=0.35, linewidth=0, zorder=1)
        axes.axvline(100 * _LEVEL, color=GREY, linewidth=1.0, linestyle=(0, (4, 3)), zorder=2)
        here = [row for row in found if row["n"] == n]
        _dots(axes, [r for r in here if r["band"] == "within"], names, alpha=0.4, markersize=3.5)
        _dots(axes, [r for r in here if r["band"] != "within"], names, markersize=5)
        # Nothing is drawn by these: they are for the key, which would else have pale dots and large ones.
        for colour, text in _KINDS.values():
            axes.plot([], [], "o", color=colour, markersize=5, markeredgewidth=0, label=text)
        axes.set(xlim=(100 * _LEAST_COVERAGE_DRAWN - 1, 101), ylim=(len(names) - 0.5, -0.5))
        axes.grid(visible=False, axis="y")
    plots[0, 0].set_yticks(
        range(len(names)), [measure(x).title for x in names], fontsize=SIZE, **text_style()
    )
    shared_key(figure, plots[0, 0], min(len(sizes), 2))
    return figure


def _dots(axes: Axes, rows: Sequence[Row], names: Sequence[str], **style: Any) -> None:
    """A dot for each row; those with a warning lie a little lower."""
    for warned, (colour, _) in _KINDS.items():
        own = [row for row in rows if (row["warned"] >= _HALF_WARNED) == warned]
        axes.plot(
            [100 * max(row["rate"], _LEAST_COVERAGE_DRAWN) for row in own],
            [names.index(row["measure"]) + (_OFFSET if warned else -_OFFSET) for row in own],
            "o", color=colour, markeredgewidth=0, zorder=3, **style,
        )  # fmt: skip


FIGURES = (_covered,)
