"""``Document``: a result as it is to be read, before any format is chosen.

A builder makes one of each kind of result (``report/builders/``), a renderer writes it in one format
(``report/formats/``). So a new question costs one builder, and a new format one renderer.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from abovechance.core.text import more_said, sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from abovechance.core.errors import InputWarning
    from abovechance.core.result import Row
    from abovechance.pictures.picture import AnyPicture
    from abovechance.tables.tables import Tables

Kind = Literal[
    "name", "text", "words", "figures", "value", "number", "count", "interval", "difference",
    "difference_interval", "p", "gauge", "bar", "estimate",
]  # fmt: skip
"""What a column holds: it decides how cells are written, and to which side they stand.

``name`` is a label, which may be shortened; ``text`` is never cut; ``words`` may be wrapped; ``figures`` are
numbers as text; ``value`` is a measure; ``number`` any number; ``interval`` a pair (low, high); ``p`` a
p-value, or a pair with its Monte Carlo error; ``gauge`` a pair (value, chance); ``bar`` a share;
``estimate`` a value with its interval. None is an empty cell, NaN an undefined one.
"""
TEXTS = ("name", "text", "words")


@dataclass(frozen=True)
class Cell:
    """A value that stands out: its style (``bold``, ``dim``, ``red``, ``yellow``, ``green``), or a mark."""

    value: Any
    style: str = ""
    mark: str = ""
    measure: str = ""  # the key of a measure that it names, whose definition a page has too
    page: str = ""  # what pages write, which have room for whole names
    sort: float | None = None  # what a page sorts it by, if it is text


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    title: str
    kind: Kind = "value"
    drop: int = 0  # the order in which columns go where a table is too wide, from 1; 0 stays
    head: str = ""  # its title on pages, where it needs none in texts
    of: str = ""  # the title of the column whose values an interval is of; else they stand just before it


P_ADJUSTED = "p adjusted"  # the title of adjusted p-values, beside those that are not


def interval_column(level: float | None, kind: Kind = "interval", drop: int = 0, *, of: str = "") -> Column:
    """A column of confidence intervals, which says their level; without a level they are all empty."""
    return Column("interval" if level is None else f"{100 * level:.12g} % interval", kind, drop, of=of)


@dataclass(frozen=True)
class Table:
    """Typed columns, whose rows may stand under headings."""

    columns: tuple[Column, ...]
    rows: Sequence[Sequence[Any]]  # values or cells
    more: str = ""  # what was left out, such as "5 more pairs"
    notes: tuple[str, ...] = ()  # what is said beneath
    headings: Mapping[int, str] = field(default_factory=dict)  # by the row that they stand before
    whole: Callable[[], Table] | None = None  # makes the table without anything left out, for pages
    title: str = ""  # of the chapter that it begins on a page, if the title of its first column is none
    totals: int = 0  # how many of the last rows sum up the others, so that they stay last

    @property
    def without_empty(self) -> Table:
        """The table without columns whose cells are all empty; a table of nothing else stays."""
        kept = [
            i for i in range(len(self.columns)) if any(bare(row[i]) not in (None, "") for row in self.rows)
        ]
        if not kept:
            return self
        rows = [[row[i] for i in kept] for row in self.rows]
        make = self.whole
        whole = None if make is None else lambda: make().without_empty
        return replace(self, columns=tuple(self.columns[i] for i in kept), rows=rows, whole=whole)

    def first(self, most: int, one: str, several: str | None = None) -> Table:
        """Its first rows, and how many more of what there are; pages have all."""
        more = more_said(len(self.rows), most, one, several)
        return replace(self, rows=self.rows[:most], more=more, whole=lambda: self) if more else self


@dataclass(frozen=True)
class Matrix:
    """A table of counts, truth against prediction."""

    tables: Tables


@dataclass(frozen=True)
class Paragraph:
    """Sentences between tables."""

    text: str
    style: str = ""


@dataclass(frozen=True, eq=False)
class Figure:
    """A picture, which formats of text leave out: what it shows is in tables too.

    It is given as a picture, or as what makes one, so that only formats with pictures pay for it.
    """

    source: AnyPicture | Callable[[], AnyPicture]
    said: str = ""

    @cached_property
    def picture(self) -> AnyPicture:
        """The picture, made when it is first asked for."""
        return self.source() if callable(self.source) else self.source

    @cached_property
    def text(self) -> str:
        """What it shows in a sentence with its numbers, for those who do not see it."""
        from abovechance.pictures.words import description

        return self.said or description(self.picture)


@dataclass(frozen=True, eq=False)
class Steps:
    """Tables of which a page shows one at a time, as a slider says; formats of text leave them out.

    All tables have the same columns, and as many rows. Where there is a figure, a mark on it moves with the
    slider, and the slider with the mark.
    """

    title: str  # what the slider says the value of, such as "Prevalence"
    positions: tuple[str, ...]  # what it says at each step, such as "2 %"
    tables: tuple[Table, ...]
    first: int = 0  # where the slider stands at first
    figure: Figure | None = None
    points: tuple[tuple[float, float], ...] = ()  # where it is at each step, by the axes; NaN is all heights
    system: int | None = 0  # whose colour the mark has
    said: str = ""  # what is said above the slider


@dataclass(frozen=True, eq=False)
class Choice:
    """Sliders of which a page shows one at a time, as a list of their names says; no text has them."""

    title: str  # what is chosen, such as "System"
    names: tuple[str, ...]
    steps: tuple[Steps, ...]
    first: int = 0


@dataclass(frozen=True)
class Heading:
    """A title of the sections that follow it, for pages: formats of text leave it out."""

    text: str


@dataclass(frozen=True, eq=False)
class Extra:
    """Sections that pages alone have room for, made when they are first asked for."""

    title: str
    source: Callable[[], Iterable[Section]]
    folded: bool = False  # whether a page shows them only when it is asked to

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The sections; if there are none, a page leaves out the title too."""
        return tuple(self.source())


Written = Table | Matrix | Paragraph
Section = Written | Figure | Steps | Choice | Heading | Extra


@dataclass(frozen=True)
class Note:
    """What is said at the end: a remark on how it was computed, something to know, or a gate's outcome."""

    text: str
    severity: Literal["remark", "note", "passed", "failed", "undefined"] = "remark"


@dataclass(frozen=True)
class Document:
    """A result to be read, in whatever format."""

    kind: str  # names the schema of its JSON
    verdict: str  # the answer in plain sentences
    rows: Sequence[Row]  # tidy, with all digits
    table: Table | Callable[[], Table]  # to paste into a paper, or what makes it where that takes long
    data: Mapping[str, Any] = field(default_factory=dict)  # what JSON holds beside the verdict and the rows
    about: tuple[str, ...] = ()  # what was evaluated, a line each
    headline: Written | None = None  # the first section, which a brief report has too
    sections: tuple[Section, ...] = ()
    notes: tuple[Note, ...] = ()
    warnings: tuple[str | InputWarning, ...] = ()  # likely mistakes, which every format tells first
    measures: tuple[str, ...] = ()  # the keys of measures that sentences name: a page defines them too
    source: Mapping[str, Any] | None = None  # where the items come from, if a command read them

    @property
    def warned(self) -> tuple[str, ...]:
        """The warnings as sentences, each once."""
        return sentences(map(str, self.warnings))

    @property
    def paper_table(self) -> Table:
        """The table to paste into a paper, without empty columns."""
        return (self.table() if callable(self.table) else self.table).without_empty

    @property
    def body(self) -> tuple[Written, ...]:
        """All sections that can be written."""
        return tuple(section for section in self.all_sections if isinstance(section, Written))

    @property
    def all_sections(self) -> tuple[Section, ...]:
        """All sections in the order of reading, the headline first."""
        return self.sections if self.headline is None else (self.headline, *self.sections)


def bare(cell: object) -> Any:
    """The value of a cell."""
    return cell.value if isinstance(cell, Cell) else cell
