"""``Reading``: how files are to be read; and what is told of the reading, of bad files above all."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypedDict

from abovechance.core.errors import Argument, InputError
from abovechance.intake.missing import REFUSED, Missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from abovechance.core.errors import InputWarning

    Progress = Callable[[float], None]


_NAMES_OF_TAB = {"\\t": "\t", "tab": "\t"}
_DELIMITERS = ",;\t|"
_COMMA_FOR_POINT = str.maketrans(",.", ".,")


@dataclass(frozen=True)
class TextFormat:
    """How the cells of a text, or of a spreadsheet, are to be read."""

    delimiter: str | None = None  # None: comma, or the ; tab or bar of the first line; "tab" is the tab
    header: bool = True  # without it columns are called "1", "2", …
    decimal: str = "."  # "." or ",", of scores, weights and counts
    encoding: str | None = None  # None: UTF-8, or what a byte order mark says
    sheet: str | int | None = None  # its name, or its number from 1 on; None: the first

    def __post_init__(self) -> None:
        mark = self.delimiter
        if not isinstance(mark, str | None):
            raise InputError(
                "{argument} must be one character, not {mark!r}", argument="delimiter", mark=mark
            )
        if mark is not None:
            mark = _NAMES_OF_TAB.get(mark, mark)
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
        """What separates the cells, by the first line; what the file's name promises if that line has it.

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
        return cell if self.decimal == "." else cell.translate(_COMMA_FOR_POINT)

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


PLAIN = TextFormat()  # text as it usually is


def refuse_without_file(**options: object) -> None:
    """Refuse options of files where the columns are not those of a file."""
    for name, value in options.items():
        if value is not None:
            raise InputError(
                "{argument} says how a file is read: give its path as {data}",
                argument=name, data=Argument("data"),
            )  # fmt: skip


@dataclass(frozen=True)
class Reading:
    """How files are to be read, whatever is read in them."""

    missing: Missing = REFUSED
    text: TextFormat = PLAIN
    progress: Progress | None = None  # called with the share that has been read
    skip_bad: bool = False  # leave out a file of several that cannot be read

    @property
    def codes(self) -> tuple[str, ...]:
        """Texts that stand for missing values."""
        return tuple(map(str, self.missing.codes))


AS_USUAL = Reading()  # nothing was said of how to read


class GeneralError(InputError):
    """Wrong with what was asked for or with the machine: leaving out a file would not help."""


class TooManyItemsError(InputError):
    """There are more items than can be taken one by one."""


@dataclass(frozen=True)
class Skipped:
    """A file that could not be read and was left out whole."""

    file: str
    reason: str  # a sentence that names the file


@dataclass(frozen=True, eq=False, kw_only=True)
class Read:
    """What was read of files."""

    files: int = 1  # how many were read
    skipped: tuple[Skipped, ...] = ()
    warnings: tuple[InputWarning, ...] = ()  # what a report should say of the labels

    @property
    def told(self) -> dict[str, Any]:
        """The same for what is made of it."""
        return {"files": self.files, "skipped": self.skipped, "warnings": self.warnings}


class Faults:
    """The faults of files: the first is raised, or all are kept where bad files are to be left out."""

    def __init__(self, *, skip_bad: bool, several: bool) -> None:
        self._skip_bad = skip_bad
        self._several = several
        self._found: list[Skipped] = []

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """The files left out, in the order of their names."""
        return tuple(sorted(self._found, key=lambda fault: fault.file))

    @contextmanager
    def of(self, file: str) -> Iterator[None]:
        """Blame a file for what goes wrong while it is read."""
        try:
            yield
        except GeneralError:
            raise
        except InputError as error:
            if not self._several:
                raise
            if not self._skip_bad:
                raise error.and_also(
                    " ({skip_bad} leaves out such files)", skip_bad=Argument("skip_bad")
                ) from None
            self._found.append(Skipped(file, str(error)))


def require_few_labels(column: str, distinct: int, limit: int | None, *, may_be_named: bool = False) -> None:
    """Refuse a column of labels that has more distinct values than labels can be."""
    if limit is not None and distinct > limit:
        raise GeneralError(
            "the column {column!r} has {many} distinct values, like a regression target or an identifier and "
            "unlike classes: choose another column, or cut it into classes first"
            + "; name the classes with {labels} if they are so many"
            * may_be_named,
            column=column,
            many=f"at least {distinct:,}" if distinct > limit + 1 else f"more than {limit:,}",
            labels=Argument("labels"),
        )
