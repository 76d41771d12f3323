"""How wide text is as it is drawn, and text cut or broken to fit."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from abovechance.core.text import shown, visible
from abovechance.plots.style import LONGEST, SIZE, fonts

_DOTS_PER_INCH = 720  # so fine that hinting of letters does not change widths
_SAFETY = 1.03  # letters at few dots per inch are a little wider
_LEAST_LETTERS = 4
_LONGER_THAN_ANY_NAME = 10_000  # characters: the name is cleaned first and cut afterwards


@cache
def renderer(dots_per_inch: float = _DOTS_PER_INCH) -> Any:
    """What measures text, at so many dots per inch."""
    from matplotlib.backends.backend_agg import RendererAgg

    made: Any = RendererAgg
    # However small: nothing is drawn on it.
    return made(8, 8, dots_per_inch)


def inches(text: str, size: float = SIZE, weight: str = "normal") -> float:
    """The width of the longest line of a text."""
    # A part of the cache's key, as the user's settings may change.
    family = tuple(fonts())
    return max((_inches(line, size, weight, family) for line in text.split("\n")), default=0.0)


@lru_cache(maxsize=4096)
def _inches(line: str, size: float, weight: str, family: tuple[str, ...]) -> float:
    from matplotlib.font_manager import FontProperties

    font = FontProperties(family=list(family), size=size, weight=weight)
    width, _, _ = renderer().get_text_width_height_descent(line, font, ismath=False)
    return float(width) / _DOTS_PER_INCH * _SAFETY


def short(name: object, longest: int = LONGEST) -> str:
    """A name as one line of printable text, cut in the middle if it is long, where names differ least."""
    text = shown(name, _LONGER_THAN_ANY_NAME)
    if len(text) <= longest:
        return text
    half = (longest - 1) // 2
    return f"{text[: longest - 1 - half]}…{text[-half:]}"


def fitted(name: object, room: float, size: float = SIZE, weight: str = "normal") -> str:
    """A name as one line that is no wider than so many inches, cut in its middle."""
    text = shown(name, _LONGER_THAN_ANY_NAME)
    letters = len(text)
    while letters > _LEAST_LETTERS and inches(text, size, weight) > room:
        # In proportion to the room first: letter by letter a long text would be measured too often.
        letters = min(letters - 1, int(letters * room / inches(text, size, weight)) + 1)
        text = short(name, max(letters, _LEAST_LETTERS))
    return text


def broken(text: str, room: float, size: float = SIZE) -> str:
    """A text in lines no wider than so many inches, broken between words; a longer word is cut."""
    lines: list[str] = []
    for word in visible(text).split(" "):
        if lines and inches(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(fitted(word, room, size) if word else "")
    return "\n".join(lines)
