"""What all pictures share: colours that everyone can tell apart, sizes, and text that is never markup."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import InputError
from abovechance.core.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from matplotlib.axes import Axes
    from matplotlib.text import Text

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""The palette of Okabe and Ito (2008), which people of every colour vision can tell apart."""
DASHES: tuple[Any, ...] = ("solid", (0, (6, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1.5, 2)))
"""Once the colours are used up, they come again in another dash."""
SHAPES = ("o", "s", "^", "D", "v", "P", "X", "p")
"""Shapes of points: with the colours, as many systems are told apart as both have no common multiple of."""
GREY = "0.45"
PALE = "0.75"
GRID = "0.92"
SIZE = 9.0
SMALL = 8.0
FIGURE = (5.2, 5.0)
WIDE = (6.4, 4.2)
_FONTS_OF_OTHER_SCRIPTS = (  # fonts of scripts that matplotlib's own one lacks
    "Noto Sans CJK SC", "Noto Sans CJK JP", "Source Han Sans SC", "PingFang SC", "Hiragino Sans",
    "Microsoft YaHei", "Yu Gothic", "Malgun Gothic", "WenQuanYi Micro Hei", "Arial Unicode MS",
    "Noto Sans Devanagari", "Noto Sans Thai", "Noto Emoji",
)  # fmt: skip
LONGEST = 34  # names are cut here: a longer one would cover the curves


def colour_of(i: int | None) -> str:
    """The colour of the system at a position; grey for what belongs to none."""
    return GREY if i is None else COLOURS[i % len(COLOURS)]


def dash_of(i: int | None) -> Any:
    """The dash of the system at a position."""
    return "solid" if i is None else DASHES[i // len(COLOURS) % len(DASHES)]


def shape_of(i: int | None) -> str:
    """The shape of the points of the system at a position."""
    return SHAPES[0 if i is None else i % len(SHAPES)]


def text_style(**more: object) -> dict[str, Any]:
    """How text is set: names are data, so no character of them is a command, and of any script."""
    return {"parse_math": False, "usetex": False, "fontfamily": fonts(), **more}


def fonts() -> list[str]:
    """The fonts of the user's settings, then those that are installed for scripts which these may lack."""
    from matplotlib import rcParams

    return [*rcParams["font.family"], *_fallbacks()]


@cache
def _fallbacks() -> tuple[str, ...]:
    from matplotlib.font_manager import fontManager

    installed = set(fontManager.get_font_names())
    return tuple(name for name in _FONTS_OF_OTHER_SCRIPTS if name in installed)


@contextmanager
def without_glyph_warnings() -> Iterator[None]:
    """A character that no installed font has is drawn as a box, about which nothing can be done here."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from", UserWarning)
        yield


def pyplot() -> ModuleType:
    """The library that draws, which not everyone has."""
    try:
        return import_module("matplotlib.pyplot")
    except ImportError:
        raise InputError(
            "a picture needs matplotlib: pip install 'abovechance[plot]', or give the axes to draw on as ax"
        ) from None


def new_axes(size: tuple[float, float]) -> Axes:
    """A new figure with one plot, of a width and a height in inches."""
    figure, axes = pyplot().subplots(figsize=size, layout="constrained")
    figure.get_layout_engine().set(w_pad=0.1, h_pad=0.08)
    return axes


def plain_frame(axes: Axes) -> None:
    """Pale lines below what is drawn, and none above and on the right."""
    axes.grid(visible=True, color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(PALE)
    axes.tick_params(which="both", labelsize=SIZE, color=PALE, labelcolor="0.25")


def titled(
    axes: Axes, title: str = "", x: str = "", y: str = "", *, size: float = SIZE, pad: float = 8
) -> Text | None:
    """Set the texts of a plot; those that are empty are left out. The title is returned."""
    if x:
        axes.set_xlabel(visible(x), fontsize=size, **text_style())
    if y:
        axes.set_ylabel(visible(y), fontsize=size, **text_style())
    if not title:
        return None
    said = visible(title, kept="\n")
    return axes.set_title(said, fontsize=size + 1, loc="left", pad=pad, **text_style())
