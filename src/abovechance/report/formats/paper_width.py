"""What of a table fits the width of an article's page, and how: its type, its lines, its columns.

LaTeX alone knows how wide letters are, so widths are estimates in em of Computer Modern, on the safe side.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from abovechance.core.text import width as terminal_width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_PAGE = 32.6  # of the class article with its own margins, at 10, 11 and 12 points
_POINTS = 10.95  # of the type of an article at 11 points
_WIDTHS = {  # of the letters of cmr10
    0.28: "il.,:;'|![]`", 0.34: "jf -Ir", 0.39: "()st", 0.45: "cez*", 0.5: "0123456789ago/?^_", 0.53: "vxykJ",
    0.56: "bdhnpquS", 0.63: "LZ", 0.69: "BEFP", 0.73: "CRTw", 0.77: "ADGHKNOQUVXY+=<>−–±×~$#&@", 0.83: "m%",
    0.92: "M", 1.03: "W—",
}  # fmt: skip
_WIDTH_BY_LETTER = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_OF_OTHERS = 0.6  # for each column that another letter takes in a terminal
_LEAST_WRAPPED = 5.0
_LEAST_NOTE = 16.0


@dataclass(frozen=True)
class Type:
    """A size of type: its command, how large it is, and the space beside columns in points.

    Intervals below their values, and notes, are smaller.
    """

    command: str
    scale: float
    points: int
    below: str
    below_scale: float
    notes: str

    @property
    def space(self) -> float:
        """The space on both sides of a column."""
        return 2 * self.points / _POINTS


USUAL = Type("normalsize", 1.0, 6, "footnotesize", 0.845, "footnotesize")
_SMALLER = (
    Type("small", 0.913, 5, "footnotesize", 0.845, "footnotesize"),
    Type("footnotesize", 0.845, 4, "scriptsize", 0.776, "footnotesize"),
)
_LEAST = Type("scriptsize", 0.776, 3, "scriptsize", 0.776, "scriptsize")


@dataclass(frozen=True)
class Measured:
    """How wide the parts of a column would be in the usual type."""

    title: float
    title_in_lines: float
    cells: float
    values: float  # where the intervals stand below them
    below: float  # the intervals
    word: float  # the longest
    is_text: bool
    drop: int = 0

    @property
    def has_long_title(self) -> bool:
        """Whether the title in one line is wider than what stands beneath."""
        return self.title > max(self.values, self.below)


@dataclass(frozen=True)
class Layout:
    """How a table is set: in which type, of which columns, in how many lines."""

    type: Type
    columns: tuple[int, ...]
    in_lines: bool = False  # titles of several words, and values above their intervals
    wrapped: tuple[tuple[int, float], ...] = ()  # columns of text, and the width of each in em of the type

    def width(self, measured: Sequence[Measured]) -> float:
        """How wide it is."""
        return sum(self._width_of(i, measured[i]) for i in self.columns)

    def _width_of(self, i: int, column: Measured) -> float:
        own = dict(self.wrapped).get(i)
        if own is None:
            own = max(column.title, column.cells)
            if self.in_lines:
                below = column.below * self.type.below_scale / self.type.scale
                own = max(column.title_in_lines, column.values, below)
        return own * self.type.scale + self.type.space

    def note(self, measured: Sequence[Measured]) -> float:
        """How wide notes beneath are, in em of the type."""
        return round(max(self.width(measured) - self.type.space, _LEAST_NOTE) / self.type.scale, 1)


def em(text: str) -> float:
    """About how wide a text is.

    Examples
    --------
    >>> round(em("0.500"), 2), round(em("Informedness"), 2)
    (2.28, 5.71)
    """
    return sum(_WIDTH_BY_LETTER.get(letter, _OF_OTHERS * terminal_width(letter)) for letter in text)


def layouts(measured: Sequence[Measured], first: int = 1) -> list[Layout]:
    """How a table is set on a page, in parts if no other way fits; each part has the ``first`` columns.

    The ways are tried in turn: as it is; titles and intervals in lines of their own; smaller type; without
    the columns that may be dropped; text in several lines; the least type.
    """
    found = next((x for x in _ways(measured) if x.width(measured) <= _PAGE), None)
    return _parts(measured, first) if found is None else [found]


def _ways(measured: Sequence[Measured]) -> Iterator[Layout]:
    every = tuple(range(len(measured)))
    yield Layout(USUAL, every)
    for size in (USUAL, *_SMALLER):
        yield Layout(size, every, in_lines=True)
    kept = every
    for i in sorted((i for i in every if measured[i].drop), key=lambda i: measured[i].drop):
        kept = tuple(j for j in kept if j != i)
        yield Layout(_SMALLER[-1], kept, in_lines=True)
    for size in (_SMALLER[-1], _LEAST):
        yield _wrapped(Layout(size, kept, in_lines=True), measured)


def _wrapped(layout: Layout, measured: Sequence[Measured]) -> Layout:
    """The same with texts in several lines: the widest gives way first."""
    texts = [i for i in layout.columns if measured[i].is_text]
    least = {i: max(_LEAST_WRAPPED, measured[i].word) for i in texts}
    found = layout
    for i in sorted(texts, key=lambda i: -measured[i].cells):
        over = (found.width(measured) - _PAGE) / layout.type.scale
        if over > 0 and measured[i].cells > least[i]:
            own = round(max(measured[i].cells - over, least[i]), 1)
            found = replace(found, wrapped=(*found.wrapped, (i, own)))
    return found


def _parts(measured: Sequence[Measured], first: int) -> list[Layout]:
    """As many columns side by side as fit, the first ones in each part."""
    size = _SMALLER[-1]
    head = tuple(range(min(first, len(measured))))
    parts: list[Layout] = []
    now = head
    for i in range(len(head), len(measured)):
        if len(now) > len(head) and _wrapped(Layout(size, (*now, i), True), measured).width(measured) > _PAGE:
            parts.append(_wrapped(Layout(size, now, True), measured))
            now = head
        now = (*now, i)
    return [*parts, _wrapped(Layout(size, now, True), measured)]
