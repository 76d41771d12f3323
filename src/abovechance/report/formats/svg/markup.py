"""Elements of SVG as text: escaped, numbers to a tenth of a pixel, widths of text estimated."""

from __future__ import annotations

import math
import unicodedata
from html import escape
from typing import TYPE_CHECKING

from abovechance.core.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SIZE = 12.0  # of text in pixels, as in svg.css
_TITLE_SIZE = 14.8  # as wide as the bold letters of titles
LINE_HEIGHT = 16.0
_COLOURS = 7  # of systems, in svg.css; once they are used up they come again with another dash
_NARROW, _WIDE = frozenset("iljtfrI.,:;|!'()[] "), frozenset("mwMW@%—…")
_KEY_GAP, _SAMPLE = 18.0, 24.0


def px(value: float) -> str:
    """A number of pixels to a tenth, as short as it can be."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text


def escaped(text: object) -> str:
    """A text in which nothing is markup and every character is allowed in XML."""
    return escape(visible(str(text)))


def element(name: str, content: str = "", **attributes: float | str) -> str:
    """An element; ``class_`` is written class, numbers are pixels, and empty attributes are left out."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value) if isinstance(value, str) else px(value)}"'
        for key, value in attributes.items()
        if value != ""
    )
    return f"<{name}{said}>{content}</{name}>" if content else f"<{name}{said}/>"


def text(
    content: str,
    x: float,
    y: float,
    kind: str = "",
    *,
    anchor: str = "",
    longest: float = math.inf,
    angle: float = 0,
    whole: str = "",
) -> str:
    """A line of text, cut to so many pixels; one that is not the whole says all when pointed at."""
    short, said = cut(content, longest), whole or content
    title = "" if short == said else element("title", escaped(said))
    return element(
        "text",
        title + escaped(short),
        class_=" ".join(part for part in (kind, f"ac-{anchor}" if anchor else "") if part),
        x=x,
        y=y,
        transform=f"rotate({px(angle)} {px(x)} {px(y)})" if angle else "",
    )


def text_width(content: str, size: float = SIZE) -> float:
    """How many pixels a text takes, about."""
    return size * sum(map(_letter_width, visible(content)))


def _letter_width(letter: str) -> float:
    if letter in _NARROW:
        return 0.36
    if letter in _WIDE:
        return 0.92
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in {"W", "F"}:
        return 1.05
    return 0.7 if letter.isupper() else 0.61


def cut(content: str, longest: float) -> str:
    """A text of at most so many pixels, cut in the middle, where names differ least."""
    if text_width(content) <= longest:
        return content
    keep = len(content)
    while keep > 1 and text_width(content[:keep]) > longest - SIZE:
        keep -= 1
    head = (keep + 1) // 2
    return f"{content[:head]}…{content[len(content) - (keep - head) :]}" if keep > head else f"{content[:1]}…"


def wrapped(content: str, longest: float, size: float = SIZE) -> list[str]:
    """A text as lines of at most so many pixels, broken between words."""
    lines: list[str] = []
    for part in content.split("\n"):
        line = ""
        for word in part.split():
            if line and text_width(f"{line} {word}", size) > longest:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}".strip()
        lines += [line] if line else []
    return lines


def paragraphs(contents: Iterable[str], x: float, y: float, kind: str, longest: float) -> tuple[str, float]:
    """Texts beneath each other from a height on, and the height after them."""
    parts = []
    size = _TITLE_SIZE if kind == "ac-title" else SIZE
    for line in (line for content in contents for line in wrapped(content, longest, size)):
        parts.append(text(line, x, y + SIZE, kind, longest=longest))
        y += LINE_HEIGHT
    return "".join(parts), y


def key(entries: Sequence[tuple[str, str]], x: float, y: float, longest: float) -> tuple[str, float]:
    """Samples with their names beside each other, in as many rows as they need, and the height after them.

    A sample is drawn in a box of 18 by 12 pixels.
    """
    parts, left = [], x
    for i, (sample, name) in enumerate(entries):
        width = _SAMPLE + min(text_width(name), longest - _SAMPLE)
        if i and left + width > x + longest:
            left, y = x, y + LINE_HEIGHT + 2
        parts.append(element("g", sample, transform=f"translate({px(left)} {px(y)})"))
        parts.append(text(name, left + _SAMPLE, y + SIZE - 2, longest=longest - _SAMPLE))
        left += width + _KEY_GAP
    return "".join(parts), y + (LINE_HEIGHT + 4 if entries else 0)


def system_class(system: int | None) -> str:
    """The class of the colour of a system; grey for what belongs to none."""
    return "ac-none" if system is None else f"ac-s{system % _COLOURS}"


def dash_class(system: int | None) -> str:
    """The class of the dash of a system, which changes when colours come again."""
    turn = 0 if system is None else system // _COLOURS % 4
    return f" ac-dash{turn}" if turn else ""


def svg(kind: str, size: tuple[float, float], title: str, description: str, body: str, *, ident: str) -> str:
    """The whole picture, named and described for those who do not see it."""
    width, height = size
    names = (f"{ident}-title", f"{ident}-desc") if ident else ("", "")
    head = element("title", escaped(title), id=names[0]) + element(
        "desc", escaped(description) or " ", id=names[1]
    )
    return element(
        "svg",
        head + body,
        class_=f"ac-chart {kind}",
        role="img",
        viewBox=f"0 0 {px(width)} {px(height)}",
        width="100%",
        id=ident,
        aria_labelledby=names[0],
        aria_describedby=names[1],
    )
