"""``TextFormat``: how text is to be read where a file does not say so itself."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, TypedDict

from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

_TAB = {"\\t": "\t", "tab": "\t"}
_DELIMITERS = ",;\t|"
_SWAPPED = str.maketrans(",.", ".,")


@dataclass(frozen=True)
class TextFormat:
    r"""How the cells of a text, or of a spreadsheet, are to be read.

    Attributes
    ----------
    delimiter
        The character between cells; without it the comma, or else the semicolon, the tab or the bar that the
        first line has. ``"tab"`` and ``r"\t"`` are the tab.
    header
        Whether the first line names the columns; without it they are called ``"1"``, ``"2"``, ….
    decimal
        The decimal sign of scores, weights and counts: ``"."`` or ``","``.
    encoding
        Of the text; without it UTF-8, or what a byte order mark says.
    sheet
        The sheet of a spreadsheet: its name, or its number from 1 on; without it the first.

    Examples
    --------
    >>> TextFormat(delimiter="tab", decimal=",").delimiter
    '\t'
    """

    delimiter: str | None = None
    header: bool = True
    decimal: str = "."
    encoding: str | None = None
    sheet: str | int | None = None

    def __post_init__(self) -> None:
        mark = self.delimiter
        if not isinstance(mark, str | None):
            raise InputError(
                "{argument} must be one character, not {mark!r}", argument="delimiter", mark=mark
            )
        if mark is not None:
            mark = _TAB.get(mark, mark)
            object.__setattr__(self, "delimiter", mark)
            if len(mark) != 1 or mark in '"\r\n\0':
                raise InputError(
                    f"the delimiter is one character, such as ';' or '|', and no quote: not {mark!r}"
                )
        if self.decimal not in (".", ","):
            raise InputError(f"the decimal sign is '.' or ',', not {self.decimal!r}")
        if mark == self.decimal:
            raise InputError(f"the delimiter and the decimal sign cannot both be {mark!r}")

    @property
    def asked(self) -> list[str]:
        """The fields that are not left as they usually are."""
        return [field.name for field in fields(self) if getattr(self, field.name) != field.default]

    def separator(self, first: str, usual: str | None = None) -> str:
        r"""What separates the cells of a text.

        Parameters
        ----------
        first
            Its first line.
        usual
            What its name promises, which is taken if the first line has it.

        Examples
        --------
        >>> TextFormat().separator("y|p"), TextFormat(decimal=",").separator("0,5;1")
        ('|', ';')
        """
        if self.delimiter is not None:
            return self.delimiter
        marks = [mark for mark in (usual, *_DELIMITERS) if mark and mark != self.decimal]
        return next((mark for mark in marks if mark in first), marks[0])

    def columns(self, first: Sequence[str]) -> list[str]:
        """The names of the columns, given the cells of the first line."""
        return list(first) if self.header else [str(i) for i in range(1, len(first) + 1)]

    def number(self, cell: str) -> str:
        """A number as it is written with a decimal point; with decimal commas a point makes it none."""
        return cell if self.decimal == "." else cell.translate(_SWAPPED)

    def number_sql(self, cell: str) -> str:
        """The same in SQL."""
        return cell if self.decimal == "." else f"translate({cell}, ',.', '.,')"


class TextOptions(TypedDict, total=False):
    """The fields of :class:`TextFormat` as keywords of functions that read files."""

    delimiter: str | None
    header: bool
    decimal: str
    encoding: str | None
    sheet: str | int | None


PLAIN = TextFormat()
"""Text as it usually is."""
