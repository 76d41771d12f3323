"""The picture of a result, by its kind: what ``Result.plot`` draws."""

from __future__ import annotations

import math
from functools import singledispatch
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from abovechance.clusterings.concordance import Concordances
from abovechance.core.errors import InputError
from abovechance.curves.abstention import AbstentionCurve
from abovechance.curves.classes.multiclass import Multiclass
from abovechance.curves.comparison.comparison import CurveComparison
from abovechance.curves.costs.cost_curves import CostCurve, DecisionCurve, LossCurve
from abovechance.curves.costs.fusion import Fusion
from abovechance.curves.curve.curve import Curve, Curves
from abovechance.curves.curve.streamed import Streamed
from abovechance.curves.geometry.isometrics import Isometrics
from abovechance.curves.geometry.spaces import Path
from abovechance.curves.thresholds.held_out import Selection
from abovechance.curves.thresholds.point import OperatingPoint
from abovechance.curves.uncertainty.roc_bands import Band
from abovechance.evaluation.agreement import Agreements
from abovechance.evaluation.result import Evaluation
from abovechance.evaluation.scores.ranking import Ranking
from abovechance.inference.comparisons.comparison import ComparisonBase
from abovechance.inference.intervals.interval import Interval, Intervals
from abovechance.measures.registry import declared
from abovechance.pictures.picture import Area, Line, Mark, Picture, Scale
from abovechance.plots.abstention import picture as abstention_picture
from abovechance.plots.draw import draw
from abovechance.plots.roc import RocDisplay
from abovechance.plots.style import (
    GREY,
    SIZE,
    SMALL,
    colour_of,
    new_axes,
    plain_frame,
    short,
    text_style,
    titled,
)
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from numpy.typing import NDArray

_FALLOUT, _RECALL = Scale("Fallout (false positive rate)"), Scale("Recall (true positive rate)")
_CHANCE_LINE = Line(np.array([0.0, 1.0]), np.array([0.0, 1.0]), stroke="dashed", label="chance")
_MAX_WRITTEN = 15  # up to so many rows and columns the counts are written into the cells
_MAX_SIDE = 400  # tables of more rows or columns are not drawn: no one could read them
_DARK_SHARE = 0.55  # colours of shares beyond this size are dark, so that white is read on them


@singledispatch
def plot(result: object, ax: Axes | None = None) -> Axes:  # noqa: ARG001
    """Draw a result on axes of Matplotlib, new ones if none are given, and return them."""
    raise InputError(f"there is no picture of a result of the kind {type(result).__name__}: see its rows()")


# Curves ----------------------------------------------------------------------------------------------


@plot.register(Curve | Curves)
def _(result: Curve | Curves, ax: Axes | None = None) -> Axes:
    return RocDisplay.from_curves(result).plot(ax).ax_


@plot.register(Streamed)
def _(result: Streamed, ax: Axes | None = None) -> Axes:
    return plot(result.curve, ax)


@plot.register(Multiclass)
def _(result: Multiclass, ax: Axes | None = None) -> Axes:
    return plot(result.curves, ax)


@plot.register(Ranking)
def _(result: Ranking, ax: Axes | None = None) -> Axes:
    points = {system.name: system.selection or system.point for system in result.systems}
    several = len(points) > 1
    curves: Any = result.curves if several else result.systems[0].curve
    shown: Any = points if several else {"": next(iter(points.values()))}
    return RocDisplay.from_curves(curves, points=shown, level=result.level).plot(ax).ax_


@plot.register(AbstentionCurve)
def _(result: AbstentionCurve, ax: Axes | None = None) -> Axes:
    return draw(abstention_picture(result), ax)[0]


@plot.register(Band)
def _(result: Band, ax: Axes | None = None) -> Axes:
    if result.reason is not None:
        raise InputError(f"there is no band to draw: {result.reason}")
    areas = (Area(result.fpr, result.low, result.high, 0),)
    title = f"{100 * result.level:g} % band of the ROC curve"
    return draw(Picture(title, _FALLOUT, _RECALL, (_CHANCE_LINE,), areas, square=True), ax)[0]


@plot.register(OperatingPoint)
def _(result: OperatingPoint, ax: Axes | None = None) -> Axes:
    if result.position is None:
        raise InputError(f"there is no operating point to draw: {result.reason}")
    said = f"{_title(result.criterion)} {result.value:.3f}"
    return _point(result, f"Operating point: Informedness {result.tpr - result.fpr:.3f}", said, ax)


@plot.register(Selection)
def _(result: Selection, ax: Axes | None = None) -> Axes:
    if result.point.position is None:
        raise InputError(f"there is no operating point to draw: {result.point.reason}")
    found = result.estimate
    said = f"{_title(found.measure)} {found.value:.3f}"
    return _point(result.point, f"Operating point, judged by {result.method}", said, ax)


def _point(point: OperatingPoint, title: str, said: str, ax: Axes | None) -> Axes:
    """A point of ROC space, with its height above chance, which is Informedness."""
    height = Line(np.full(2, point.fpr), np.array([point.fpr, point.tpr]), system=0, stroke="thin")
    mark = Mark(point.fpr, point.tpr, f"threshold {point.threshold:.4g}: {said}", 0)
    return draw(Picture(title, _FALLOUT, _RECALL, (_CHANCE_LINE, height), marks=(mark,), square=True), ax)[0]


@plot.register(Fusion)
def _(result: Fusion, ax: Axes | None = None) -> Axes:
    fpr, tpr = (np.array([getattr(v, rate) for v in result.vertices]) for rate in ("fpr", "tpr"))
    names = list(result.systems)
    marks = tuple(
        Mark(v.fpr, v.tpr, f"{v.system} at {v.threshold:.4g}", names.index(v.system))
        for v in result.vertices
        if not v.is_trivial and v.system is not None
    )
    hull = Line(fpr, tpr, "joint hull", f"area {result.auch:.3f}")
    title = "Which system is best for some costs"
    return draw(Picture(title, _FALLOUT, _RECALL, (_CHANCE_LINE, hull), marks=marks, square=True), ax)[0]


@plot.register(Path)
def _(result: Path, ax: Axes | None = None) -> Axes:
    lines = [] if result.chance is None else [Line(*result.chance, stroke="dashed", label="chance")]
    lines.append(Line(result.x, result.y, system=0))
    across, up = (name[:1].upper() + name[1:] for name in (result.x_name, result.y_name))
    title, free = f"{up} against {result.x_name}", (None, None)
    return draw(Picture(title, Scale(across, *free), Scale(up, *free), tuple(lines)), ax)[0]


@plot.register(Isometrics)
def _(result: Isometrics, ax: Axes | None = None) -> Axes:
    lines = [
        Line(x, y, system=0, stroke="thin", label=f"{one.value:g}")
        for one in result.isometrics
        for x, y in one.lines
    ]
    title = f"Lines of equal {_title(result.measure)}, skew {result.skew:.3g}"
    if result.space == "roc":
        return draw(Picture(title, _FALLOUT, _RECALL, (_CHANCE_LINE, *lines), square=True), ax)[0]
    across, up = Scale("False positives", None, None), Scale("True positives", None, None)
    return draw(Picture(title, across, up, tuple(lines)), ax)[0]


@plot.register(DecisionCurve)
def _(result: DecisionCurve, ax: Axes | None = None) -> Axes:
    highest = max(float(np.nanmax(result.net_benefit, initial=0.0)), result.prevalence, 0.01)
    lines = (
        Line(np.array([0.0, 1.0]), np.zeros(2), stroke="dashed", label="act on none"),
        Line(result.thresholds, np.maximum(result.treat_all, -highest), "act on all", stroke="dashed"),
        Line(result.thresholds, result.net_benefit, "act by the score", system=0),
    )
    axes = Scale("Probability from which one acts"), Scale("Net benefit", -0.25 * highest, 1.05 * highest)
    return draw(Picture(f"Decision curve, prevalence {result.prevalence:.3g}", *axes, lines), ax)[0]


@plot.register(CostCurve)
def _(result: CostCurve, ax: Axes | None = None) -> Axes:
    alike = Line(np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.5, 0.0]), stroke="dashed", label="")
    envelope = Line(result.probability_costs, result.costs, "least cost", f"area {result.area:.3f}", 0)
    across = Scale("Probability cost: share of errors on positives in the cost of all errors")
    up = Scale("Normalised expected cost", 0.0, 0.5)
    notes = ("dashed: all items called alike",)
    return draw(Picture("Cost curve", across, up, (alike, envelope), notes=notes), ax)[0]


@plot.register(LossCurve)
def _(result: LossCurve, ax: Axes | None = None) -> Axes:
    line = Line(result.cost_shares, result.losses, f"by {result.rule}", f"area {result.area:.3f}", 0)
    axes = Scale("Share of errors on positives in the costs"), Scale("Expected loss", 0.0, None)
    return draw(Picture("Expected loss", *axes, (line,)), ax)[0]


# Tables ----------------------------------------------------------------------------------------------


@plot.register(Evaluation)
def _(result: Evaluation, ax: Axes | None = None) -> Axes:
    if not result.tables.batch_shape:
        return plot(result.tables, ax)
    best = result.estimates[0].measure
    found = [one for one in result.estimates if one.measure == best and one.label is None]
    rows = [_Bar("all" if x.group is None else _named(x.group), x.value, x.low, x.high) for x in found]
    return _forest(rows, _title(best), _chance(best), ax)


@plot.register(Tables)
def _(result: Tables, ax: Axes | None = None) -> Axes:
    if result.batch_shape:
        raise InputError(f"these are {math.prod(result.batch_shape)} tables: draw one, such as tables[0]")
    axes = _heat_map(result.counts, result.labels, result.predicted_labels, ax)
    titled(axes, "Counts, and how far they are from chance", "prediction", "truth")
    return axes


@plot.register(Concordances)
def _(result: Concordances, ax: Axes | None = None) -> Axes:
    cells = result.cells
    counts = np.zeros((len(cells.row_labels), len(cells.column_labels)), dtype=cells.counts.dtype)
    counts[cells.rows, cells.columns] = cells.counts
    # groups stand beside the one they share most with, so that concordance is a diagonal
    order = np.argsort(counts.argmax(axis=0), kind="stable")
    labels = [cells.column_labels[i] for i in order]
    axes = _heat_map(counts[:, order], cells.row_labels, labels, ax)
    first = result.results[0]
    titled(axes, f"{_title(first.measure)} {first.value:.3f}", "groups of the second", "groups of the first")
    return axes


def _heat_map(counts: NDArray[Any], rows: Sequence[Any], columns: Sequence[Any], ax: Axes | None) -> Axes:
    """Counts in cells, coloured by the share of the row less the share that chance would give."""
    height, width = counts.shape
    if max(height, width) > _MAX_SIDE:
        raise InputError(f"a table of {height} rows and {width} columns is too large for a picture")
    inches = (min(max(0.6 * width, 2.6), 12.0) + 2.4, min(max(0.6 * height, 2.2), 12.0) + 1.4)
    axes = new_axes(inches) if ax is None else ax
    total = counts.sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        excess = counts / total - counts.sum(axis=0) / counts.sum()
    image = axes.imshow(excess, cmap="RdBu", vmin=-1, vmax=1, aspect="equal")
    for axis, labels in ((axes.xaxis, columns), (axes.yaxis, rows)):
        step = math.ceil(len(labels) / 60)
        places = range(0, len(labels), step)
        axis.set_ticks(list(places), [short(labels[i], 18) for i in places], fontsize=SIZE, **text_style())
    if max(map(len, map(str, columns))) * width > 24:
        axes.tick_params(axis="x", rotation=45)
        for text in axes.get_xticklabels():
            text.set(ha="right", rotation_mode="anchor")
    axes.tick_params(length=0)
    for side in axes.spines.values():
        side.set_visible(False)
    if max(height, width) <= _MAX_WRITTEN:
        for (row, column), share in np.ndenumerate(excess):
            colour = "white" if abs(share) > _DARK_SHARE else "0.15"
            axes.text(
                column, row, f"{counts[row, column]:g}", ha="center", va="center", color=colour, fontsize=SIZE
            )
    bar = axes.figure.colorbar(image, ax=axes, shrink=0.8, ticks=[-1, 0, 1])
    bar.outline.set_visible(False)
    bar.ax.set_yticklabels(["less", "chance", "more"], fontsize=SMALL)
    return axes


# Intervals -------------------------------------------------------------------------------------------


class _Bar(NamedTuple):
    """A value with its interval: a row of a forest."""

    name: str
    value: float
    low: float | None
    high: float | None


@plot.register(Interval)
def _(result: Interval, ax: Axes | None = None) -> Axes:
    known = {"measure", "value", "low", "high", "se", "level", "sides", "method", "n", "warning", "reason"}
    rows = [
        _Bar(_named(x for name, x in row.items() if name not in known), row["value"], row["low"], row["high"])
        for row in result.rows()
    ]
    return _forest(
        rows, f"{_title(result.measure)}, {100 * result.level:g} % interval", _chance(result.measure), ax
    )


@plot.register(Intervals)
def _(result: Intervals, ax: Axes | None = None) -> Axes:
    rows = [_Bar(_title(row["measure"]), row["value"], row["low"], row["high"]) for row in result.rows()]
    return _forest(rows, f"{100 * result.results[0].level:g} % intervals", 0.0, ax)


@plot.register(ComparisonBase | CurveComparison)
def _(result: Any, ax: Axes | None = None) -> Axes:
    rows = [_Bar(f"{x.first} − {x.second}", x.difference, x.low, x.high) for x in result.pairs]
    pair = result.pairs[0]
    return _forest(rows, f"Difference of {_title(pair.measure)}, {100 * pair.level:g} % interval", 0.0, ax)


@plot.register(Agreements)
def _(result: Agreements, ax: Axes | None = None) -> Axes:
    from abovechance.plots.agreement import agreement_heatmap

    if len(result.ratings.raters or ()) > 1:
        return agreement_heatmap(result.ratings, ax=ax)
    rows = [_Bar(_title(x.measure), x.value, x.low, x.high) for x in result]
    return _forest(rows, "Agreement", 0.0, ax)


def _forest(bars: Sequence[_Bar], title: str, chance: float | None, ax: Axes | None) -> Axes:
    """Values with their intervals one below the other, and a line where chance is."""
    axes = new_axes((6.4, 1.3 + 0.32 * len(bars))) if ax is None else ax
    plain_frame(axes)
    axes.grid(visible=False, axis="y")
    if chance is not None:
        axes.axvline(chance, color=GREY, linewidth=1.0, linestyle=(0, (4, 3)), zorder=1)
    for i, bar in enumerate(bars):
        bounds = [math.nan if x is None else x for x in (bar.low, bar.high)]
        axes.plot(bounds, [i, i], color=colour_of(0), linewidth=1.8, solid_capstyle="butt", zorder=2)
        axes.plot([bar.value], [i], marker="o", markersize=5, color=colour_of(0), zorder=3)
    axes.set_yticks(range(len(bars)), [short(bar.name) for bar in bars], fontsize=SIZE, **text_style())
    axes.set_ylim(len(bars) - 0.4, -0.6)
    titled(axes, title)
    return axes


def _named(group: Any) -> str:
    several = hasattr(group, "__iter__") and not isinstance(group, str)
    return ", ".join(map(str, group)) if several else str(group)


def _title(key: str) -> str:
    found = declared(key)
    return key if found is None else found.title


def _chance(key: str) -> float | None:
    found = declared(key)
    return found.chance if found is not None and isinstance(found.chance, float) else None
