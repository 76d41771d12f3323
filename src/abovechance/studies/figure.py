"""What figures of studies share: plain plots side by side, reference lines with their meaning, files."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from abovechance.core.files import replacing
from abovechance.plots.style import GREY, SIZE, SMALL, plain_frame, text_style

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from abovechance.core.result import Row

_DOTS_PER_INCH = 130
_PANEL_SIZE = (3.4, 3.2)


@dataclass(frozen=True)
class StudyFigure:
    """A figure of a study."""

    name: str  # of its file, without the ending
    caption: str  # what is shown and how to read it
    draw: Callable[[Sequence[Row]], Any]  # a matplotlib figure

    @classmethod
    def of(cls, caption: str) -> Callable[[Callable[[Sequence[Row]], Any]], StudyFigure]:
        """Make a figure of a function that draws one, which bears its name after a stroke."""
        return lambda draw: cls(draw.__name__.removeprefix("_"), caption, draw)

    def save(self, rows: Sequence[Row], file: Path) -> None:
        """Draw it and write it as what the file's name ends in, the same bytes each time."""
        settings = {"svg.hashsalt": "abovechance", "svg.fonttype": "path"}
        with import_module("matplotlib").rc_context(settings), replacing(file) as aside:
            date = {"Date": None} if file.suffix == ".svg" else {}
            self.draw(rows).savefig(aside, dpi=_DOTS_PER_INCH, metadata=date)


def panels(
    columns: int, lines: int = 1, size: tuple[float, float] = _PANEL_SIZE, **share: object
) -> tuple[Any, Any]:
    """A figure, and its plots as an array of lines and columns; no window is opened."""
    figure = import_module("matplotlib.figure").Figure(
        figsize=(columns * size[0], lines * size[1]), layout="constrained"
    )
    plots = figure.subplots(lines, columns, squeeze=False, **share)
    for axes in plots.flat:
        plain_frame(axes)
    return figure, plots


def level_line(axes: Axes, height: float, label: str, *, at: float = 0.01) -> None:
    """A dashed line at a height, with its meaning above it, from a share of the width on."""
    axes.axhline(height, color=GREY, linewidth=1.0, linestyle=(0, (4, 3)), zorder=2)
    axes.annotate(
        label, (at, height), xycoords=("axes fraction", "data"), xytext=(0, 2), textcoords="offset points",
        ha="left", va="bottom", fontsize=SMALL, color=GREY, **text_style(),
    )  # fmt: skip


def ideal_line(axes: Axes, low: float = 0.0, label: str = "ideal", *, above: float | None = None) -> None:
    """A dashed line from where nothing to where all is informed, on which a measure tells the truth.

    Its label is below its upper end, or above it where ``above`` says.
    """
    axes.plot([low, 1], [low, 1], color=GREY, linewidth=1.0, linestyle=(0, (4, 3)), zorder=2)
    place: dict[str, Any] = {"xy": (0.93, 0.93), "xytext": (3, -7), "ha": "left", "va": "top"}
    if above is not None:
        place = {"xy": (above, above), "xytext": (-3, 3), "ha": "right", "va": "bottom"}
    axes.annotate(label, **place, textcoords="offset points", fontsize=SMALL, color=GREY, **text_style())


def key(axes: Any, place: str = "upper left", **more: Any) -> None:
    """The names of the lines that have one, in their colours."""
    shown = axes.legend(
        loc=place, frameon=False, fontsize=SMALL, labelcolor="linecolor", handlelength=1.4, borderaxespad=0.2,
        labelspacing=0.35, **more,
    )  # fmt: skip
    for text in shown.get_texts():
        text.set(**text_style())


def shared_key(figure: Figure, axes: Axes, columns: int) -> None:
    """One key below all plots, of the lines that one of them names."""
    handles, names = axes.get_legend_handles_labels()
    shown = figure.legend(
        handles, names, loc="outside lower center", ncols=columns, frameon=False, fontsize=SIZE
    )
    for text in shown.get_texts():
        text.set(color="0.25", **text_style())
