"""The errors and warnings a user can meet: each names what is wrong and what to do."""

from __future__ import annotations

import inspect
import warnings
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Argument:
    """An argument that a message speaks of: every front end spells it in its own words.

    What only other front ends have as an argument is ``spoken`` otherwise in Python.
    """

    name: str
    value: Any = None
    spoken: str = ""

    def __str__(self) -> str:
        return self.spoken or (self.name if self.value is None else f"{self.name}={self.value!r}")


class _Spoken(Exception):  # noqa: N818 - errors and warnings are
    """A message about arguments, which every front end spells in its own words.

    Its fields in braces, of which ``{argument}`` is the argument that is wrong, are filled in; a message
    without fields is taken as it is, whatever braces it has.
    """

    def __init__(self, message: str, *, argument: str | None = None, **fields: object) -> None:
        self.argument = argument
        self._message, self._own = message, fields
        self._fields = fields if argument is None else {"argument": Argument(argument), **fields}
        super().__init__(self.spelled(str))

    def spelled(self, spell: Callable[[Argument], str]) -> str:
        """The message with its arguments spelled by a function of them."""
        if not self._fields:
            return self._message
        return self._message.format_map(
            {
                name: spell(field) if isinstance(field, Argument) else field
                for name, field in self._fields.items()
            }
        )

    def __eq__(self, other: object) -> bool:
        """Whether the other says the same."""
        return type(self) is type(other) and str(self) == str(other)

    def __hash__(self) -> int:
        """Equal messages have the same hash."""
        return hash(str(self))

    def and_also(self, more: str, **fields: object) -> Self:
        """The same error with more to say, which may have fields of its own."""
        # A message without fields is not formatted: fields that are added would make its own braces count.
        message = self._message if self._fields else self._message.replace("{", "{{").replace("}", "}}")
        return type(self)(message + more, argument=self.argument, **{**self._own, **fields})


class AbovechanceError(Exception):
    """Base of every error raised on purpose by this package."""


class InputError(_Spoken, AbovechanceError, ValueError):
    """The data or an argument cannot be used as given.

    Examples
    --------
    >>> error = InputError("{argument} must be between 0 and 1, not {level}", argument="level", level=2)
    >>> print(error)
    level must be between 0 and 1, not 2
    >>> error.spelled(lambda argument: f"--{argument.name}")
    '--level must be between 0 and 1, not 2'
    """


class InputWarning(_Spoken, UserWarning):
    """The data can be used as given, but are likely an input mistake."""


# By context, so that each thread hears only of what it made itself.
_LISTENING: ContextVar[tuple[list[InputWarning], ...]] = ContextVar("listening", default=())


@contextmanager
def heard() -> Iterator[list[InputWarning]]:
    """All that is warned of within, each finding once."""
    found: list[InputWarning] = []
    before = _LISTENING.set((*_LISTENING.get(), found))
    try:
        yield found
    finally:
        _LISTENING.reset(before)


def keeping_warnings(make: Callable[P, T]) -> Callable[P, T]:
    """Let what a function makes keep, as its ``warnings``, what was warned of while it was made."""

    @wraps(make)
    def made(*given: P.args, **options: P.kwargs) -> T:
        with heard() as found:
            value: Any = make(*given, **options)
        kept: T = with_warnings(value, found)
        return kept

    return made


def with_warnings(value: Any, found: Iterable[str | InputWarning]) -> Any:
    """Data or an answer with more warnings, which come before its own; each is there once."""
    every = {str(finding): finding for finding in (*found, *value.warnings)}
    return value if len(every) == len(value.warnings) else replace(value, warnings=tuple(every.values()))


def warn(findings: Iterable[InputWarning]) -> None:
    """Warn of findings at the line that called the package, and tell who listens."""
    found = list(findings)
    if not found:  # almost always, and walking the frames takes a tenth of counting a thousand items
        return
    for listening in _LISTENING.get():
        listening += [finding for finding in found if finding not in listening]
    frame, level = inspect.currentframe(), 1
    while frame is not None and frame.f_globals.get("__name__", "").startswith(__package__.partition(".")[0]):
        frame, level = frame.f_back, level + 1
    for finding in found:
        warnings.warn(finding, stacklevel=level)


class UnknownMeasureError(AbovechanceError, KeyError):
    """No measure has the name that was given."""

    def __str__(self) -> str:
        # KeyError would show the message as Python writes text, in quotes.
        return str(self.args[0])


class UndefinedMeasureError(AbovechanceError, ArithmeticError):
    """A measure is undefined on a table and the caller asked for an error."""
