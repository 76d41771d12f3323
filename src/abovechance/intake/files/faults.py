"""What can be wrong with files: the fault of one, which may be left out, or one that concerns them all."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import Argument, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.core.errors import InputWarning


class GeneralError(InputError):
    """Wrong with what was asked for or with the machine: leaving out a file would not help."""


class TooManyItemsError(InputError):
    """There are more items than can be taken one by one."""


@dataclass(frozen=True)
class Skipped:
    """A file that could not be read and was left out whole.

    Attributes
    ----------
    file
        Its name.
    reason
        What is wrong with it, in a sentence that names it.
    """

    file: str
    reason: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Read:
    """What was read of files.

    Attributes
    ----------
    files
        How many files were read.
    skipped
        The files that could not be read and were left out.
    warnings
        What a report should say of the labels.
    """

    files: int = 1
    skipped: tuple[Skipped, ...] = ()
    warnings: tuple[InputWarning, ...] = ()

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
