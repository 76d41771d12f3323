"""The errors and warnings a user can meet: each names what is wrong and what to do."""

from __future__ import annotations

import inspect
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


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

    def and_also(self, more: str, **fields: object) -> Self:
        """The same error with more to say, which may have fields of its own."""
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


def warn(findings: Iterable[InputWarning]) -> None:
    """Warn of findings at the line that called the package."""
    found = list(findings)
    if not found:  # almost always, and walking the frames takes a tenth of counting a thousand items
        return
    frame, level = inspect.currentframe(), 1
    while frame is not None and frame.f_globals.get("__name__", "").startswith(__package__.partition(".")[0]):
        frame, level = frame.f_back, level + 1
    for finding in found:
        warnings.warn(finding, stacklevel=level)


class UnknownMeasureError(AbovechanceError, KeyError):
    """No measure has the name that was given."""

    def __str__(self) -> str:
        return str(self.args[0])


class UndefinedMeasureError(AbovechanceError, ArithmeticError):
    """A measure is undefined on a table and the caller asked for an error."""
