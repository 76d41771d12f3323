"""The key of a plot, and all else that is said of it: in a corner that is free, or below the plot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from abovechance.core.text import shortened, visible
from abovechance.plots.measured import broken, inches, renderer
from abovechance.plots.style import GREY, LONGEST, SIZE, SMALL, text_style, titled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.offsetbox import OffsetBox

    Free = Callable[[tuple[float, float]], str | None]  # the corner where a box of that size covers nothing

EDGE = 0.1  # inches between what is drawn and the edge of the figure
_SAMPLE, _GAP = 20, 6  # points: the width of a sample, and the space after it
_LEAST_LETTERS = 8
_SPACE_ABOVE = 0.1


@dataclass(frozen=True)
class Entry:
    """A sample of what is drawn, and what it is called: a name, which may be cut, and a note."""

    sample: Callable[[Any], Sequence[Artist]]
    name: str
    note: str = ""


def free_room(axes: Any, *, own: bool) -> float:
    """How wide a key may be, in inches."""
    width = axes.figure.get_size_inches()[0]
    return float(width - 2 * EDGE if own else axes.get_position().width * width - EDGE)


def draw_key(axes: Axes, entries: Sequence[Entry], notes: Sequence[str], corner: Free, *, own: bool) -> None:
    """Draw the key in a corner if one is free, else below the plot; a figure of others has the first only."""
    rows = key_rows(entries, notes, free_room(axes, own=own))
    if not rows:
        return
    from matplotlib.offsetbox import AnchoredOffsetbox, VPacker

    packed = VPacker(children=[*rows], pad=0, sep=3, align="left")
    box = AnchoredOffsetbox("upper left", child=packed, pad=0.4, borderpad=0.4, frameon=True)
    box.patch.set(facecolor="white", edgecolor="none", alpha=0.8)
    box.set_zorder(4.5)
    axes.add_artist(box)
    figure: Any = axes.figure
    # A box has a size only once it is on the axes: its corner is chosen afterwards.
    extent = box.get_window_extent(renderer(figure.dpi))
    place = axes.get_window_extent()
    chosen = corner(((extent.width + 8) / place.width, (extent.height + 8) / place.height))
    if chosen is None and own:
        box.remove()
        # Made anew, as artists belong to the box that they were put into.
        draw_below(axes, key_rows(entries, notes, free_room(axes, own=own)))
        return
    box.loc = AnchoredOffsetbox.codes[chosen or "lower right"]


def key_rows(entries: Sequence[Entry], notes: Sequence[str], room: float) -> list[OffsetBox]:
    """Each entry, then each note, in lines no wider than the room."""
    from matplotlib.offsetbox import DrawingArea, HPacker, TextArea

    rows: list[OffsetBox] = []
    said = _said(entries, room - (_SAMPLE + _GAP) / 72)
    for entry, text in zip(entries, said, strict=True):
        sample = DrawingArea(_SAMPLE, 8)
        for artist in entry.sample(_SAMPLE):
            sample.add_artist(artist)
        area = TextArea(text, textprops={"size": SIZE, "color": "0.15", **text_style()})
        rows.append(HPacker(children=[sample, area], pad=0, sep=_GAP, align="center"))
    style = {"size": SMALL, "color": GREY, **text_style()}
    return rows + [TextArea(broken(visible(note), room, SMALL), textprops=style) for note in notes]


def _said(entries: Sequence[Entry], room: float) -> list[str]:
    """What entries are called, their names cut so that they still differ."""
    texts: list[str] = []
    for length in range(LONGEST, _LEAST_LETTERS - 1, -1):
        names = shortened([visible(entry.name) for entry in entries], length)
        texts = ["  ".join(filter(None, (name, e.note))) for name, e in zip(names, entries, strict=True)]
        if all(inches(text) <= room for text in texts):
            return texts
    return [broken(text, room) for text in texts]


def draw_below(axes: Any, rows: Sequence[OffsetBox]) -> None:
    """Draw rows below a plot, at the left edge of its figure, which becomes as much higher as they need."""
    if not rows:
        return
    from matplotlib.offsetbox import AnchoredOffsetbox, VPacker

    figure: Any = axes.figure
    axes.set_anchor("N")
    settle(axes)
    packed = VPacker(children=[*rows], pad=0, sep=3, align="left")
    width, height = figure.get_size_inches()
    box = AnchoredOffsetbox(
        "upper left", child=packed, pad=0, borderpad=0, frameon=False,
        bbox_to_anchor=(EDGE / width, 0, 1, 1), bbox_transform=figure.transFigure,
    )  # fmt: skip
    # Else the layout would shrink the plot for it; the figure is made higher instead.
    box.set_in_layout(False)
    figure.add_artist(box)
    measuring = renderer(figure.dpi)
    needed = box.get_window_extent(measuring).height / figure.dpi + _SPACE_ABOVE + EDGE
    free = axes.get_tightbbox(measuring).y0 / figure.dpi
    more = max(needed - free, 0.0)
    figure.set_size_inches(width, height + more)
    # The plot keeps its inches, in the upper part of the higher figure.
    figure.get_layout_engine().set(rect=(0, more / (height + more), 1, height / (height + more)))
    anchor: Any = (EDGE / width, 0, 1, (free + more - _SPACE_ABOVE) / (height + more))
    box.set_bbox_to_anchor(anchor, figure.transFigure)
    settle(axes)


def say_below(axes: Any, notes: Sequence[str], *, own: bool) -> None:
    """Notes below a plot, its ticks and the title of its axis."""
    if own:
        draw_below(axes, key_rows((), notes, free_room(axes, own=True)))
    elif notes:
        dots = axes.figure.dpi
        down = 72 / dots * (axes.get_window_extent().y0 - axes.get_tightbbox(renderer(dots)).y0) + 4
        axes.annotate(
            "\n".join(broken(note, free_room(axes, own=False), SMALL) for note in notes), (0, 0),
            xycoords="axes fraction", xytext=(0, -down), textcoords="offset points",
            ha="left", va="top", fontsize=SMALL, color=GREY, linespacing=1.35, annotation_clip=False,
            **text_style(),
        )  # fmt: skip


def title_above(axes: Any, title: str, x: str, y: str = "", *, own: bool, pad: float = 8) -> None:
    """The texts of a plot; the title in lines that fit, from the left edge of a figure of ours."""
    text = titled(axes, broken(title, free_room(axes, own=own), SIZE + 1), x, y, pad=pad)
    if own and text is not None:
        from matplotlib.transforms import blended_transform_factory

        text.set_x(EDGE / axes.figure.get_size_inches()[0])
        text.set_transform(blended_transform_factory(axes.figure.transFigure, text.get_transform()))


def settle(axes: Any) -> None:
    """Lay out a figure of ours now, by which text is placed."""
    axes.figure.get_layout_engine().execute(axes.figure)
    axes.apply_aspect()
