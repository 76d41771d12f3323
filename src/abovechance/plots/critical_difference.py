"""The critical-difference diagram: systems on a line of mean ranks, bars over those not shown to differ."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from abovechance.core.text import visible
from abovechance.plots.style import GREY, new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from abovechance.inference.datasets.compare import DatasetComparison

_ROW_INCHES = 0.24  # the height of one row of the diagram
_BAR_GAP = 0.6
_RULER_ROWS = 2.2
_OVERHANG = 0.008  # how far a bar reaches beyond its systems, as a share of the line
_LINE_INCHES = 5.0
_LETTER_INCHES = 0.085


@dataclass(frozen=True)
class Place:
    """Where a system is named: its mean rank, the row of its name, and whether it stands on the left."""

    system: str
    rank: float
    row: float
    left: bool


@dataclass(frozen=True)
class Bar:
    """Systems not shown to differ, from one mean rank to another, on one row."""

    start: float
    stop: float
    row: float


@dataclass(frozen=True)
class Layout:
    """All that is drawn, in ranks across and rows down from the line of ranks."""

    low: int
    high: int
    places: tuple[Place, ...]
    bars: tuple[Bar, ...]
    depth: float


def layout(result: DatasetComparison, test: str = "nemenyi") -> Layout:
    """Place names and bars so that no two overlap."""
    at = dict(zip(result.systems, result.mean_ranks, strict=True))
    reach = _OVERHANG * (len(result.systems) - 1)
    spans = [(at[group[0]] - reach, at[group[-1]] + reach) for group in result.cliques(test)]
    bars = _stacked(spans, 2 * reach)
    first_row = max((bar.row for bar in bars), default=0.0) + 1.3
    half = (len(result.systems) + 1) // 2
    left, right = result.systems[:half], result.systems[half:]
    places = [Place(name, at[name], first_row + i, left=True) for i, name in enumerate(left)]
    # The worst is the highest on the right, as the best is on the left: so no two lines cross.
    places += [Place(name, at[name], first_row + i, left=False) for i, name in enumerate(reversed(right))]
    return Layout(1, len(result.systems), tuple(places), tuple(bars), first_row + half)


def _stacked(spans: list[tuple[float, float]], gap: float) -> list[Bar]:
    """Each span on the first row where it leaves a gap to the one before."""
    ends: list[float] = []
    bars = []
    for start, stop in sorted(spans):
        row = next((i for i, end in enumerate(ends) if start - end > gap), len(ends))
        # A slice replaces the entry, or appends one if the row is new.
        ends[row : row + 1] = [stop]
        bars.append(Bar(start, stop, _BAR_GAP * (row + 1)))
    return bars


def critical_difference_diagram(
    result: DatasetComparison, ax: Axes | None = None, *, test: str = "nemenyi"
) -> Axes:
    """Draw the critical-difference diagram of Demšar (2006) with matplotlib.

    The best mean rank stands on the left. Bars join systems that are not shown to differ.

    Parameters
    ----------
    result
        What :func:`compare_datasets` found.
    ax
        The axes to draw on; a new figure without it.
    test
        What the bars rest on: ``"nemenyi"`` (mean ranks within the critical difference, which is drawn
        as a ruler) or ``"pairs"`` (the adjusted tests of pairs).

    Returns
    -------
    matplotlib.axes.Axes
    """
    plan = layout(result, test)
    axes = new_axes(_size(plan)) if ax is None else ax
    _draw_scale(axes, plan)
    if test == "nemenyi":
        _draw_ruler(axes, plan, result)
    for bar in plan.bars:
        axes.plot(
            [bar.start, bar.stop], [-bar.row] * 2, color="black", linewidth=3.5, solid_capstyle="butt",
            zorder=3,
        )  # fmt: skip
    for place in plan.places:
        _draw_name(axes, plan, place)
    top = _RULER_ROWS + 1.2 if test == "nemenyi" else 1.4
    axes.set(xlim=(plan.low, plan.high), ylim=(-plan.depth, top))
    axes.set_axis_off()
    return axes


def _size(plan: Layout) -> tuple[float, float]:
    height = _ROW_INCHES * (plan.depth + _RULER_ROWS + 1.2)
    # Six letters more than the name, for the mean rank beside it.
    letters = sum(
        max((len(p.system) + 6 for p in plan.places if p.left is side), default=0) for side in (True, False)
    )
    return _LINE_INCHES + _LETTER_INCHES * letters, height


def _draw_scale(axes: Axes, plan: Layout) -> None:
    axes.plot([plan.low, plan.high], [0, 0], color="black", linewidth=1, clip_on=False)
    step = max(1, math.ceil((plan.high - plan.low) / 14))
    for rank in range(plan.low, plan.high + 1):
        labelled = (rank - plan.low) % step == 0
        axes.plot([rank] * 2, [0, 0.35 if labelled else 0.2], color="black", linewidth=1, clip_on=False)
        if labelled:
            axes.text(rank, 0.5, str(rank), ha="center", va="bottom", fontsize=9)


def _draw_ruler(axes: Axes, plan: Layout, result: DatasetComparison) -> None:
    start, stop = plan.low, plan.low + result.critical_difference
    axes.plot([start, stop], [_RULER_ROWS] * 2, color=GREY, linewidth=1, clip_on=False)
    for end in (start, stop):
        axes.plot([end] * 2, [_RULER_ROWS - 0.25, _RULER_ROWS + 0.25], color=GREY, linewidth=1, clip_on=False)
    said = f"critical difference {result.critical_difference:.2f}"
    axes.text((start + stop) / 2, _RULER_ROWS + 0.35, said, ha="center", va="bottom", fontsize=8, color=GREY)


def _draw_name(axes: Axes, plan: Layout, place: Place) -> None:
    edge = plan.low if place.left else plan.high
    axes.plot(
        [place.rank, place.rank, edge], [0, -place.row, -place.row], color=GREY, linewidth=0.8, clip_on=False
    )
    name = visible(str(place.system))
    text = f"{name}  {place.rank:.2f} " if place.left else f" {place.rank:.2f}  {name}"
    side = "right" if place.left else "left"
    axes.text(edge, -place.row, text, ha=side, va="center", fontsize=10, parse_math=False)
