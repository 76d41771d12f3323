"""The errors a user can meet: each names what is wrong and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Argument:
    """An argument that a message speaks of: every front end spells it in its own words.

    Examples
    --------
    >>> f"say {Argument('on_missing', 'drop')} or name {Argument('truth')}"
    "say on_missing='drop' or name truth"
    """

    name: str
    value: Any = None

    def __str__(self) -> str:
        return self.name if self.value is None else f"{self.name}={self.value!r}"


class AbovechanceError(Exception):
    """Base of every error raised on purpose by this package."""


class InputError(AbovechanceError, ValueError):
    """The data or an argument cannot be used as given.

    Parameters
    ----------
    message
        One sentence that says what is wrong and what to do. Its fields in braces are filled in; a message
        without fields is taken as it is, whatever braces it has.
    argument
        The name of the argument that is wrong: the field ``{argument}``.
    **fields
        The other fields. An :class:`Argument` among them is spelled by the front end.

    Examples
    --------
    >>> error = InputError("{argument} must be between 0 and 1, not {level}", argument="level", level=2)
    >>> print(error)
    level must be between 0 and 1, not 2
    >>> error.spelled(lambda argument: f"--{argument.name}")
    '--level must be between 0 and 1, not 2'
    """

    def __init__(self, message: str, *, argument: str | None = None, **fields: Any) -> None:
        self.argument = argument
        self._message = message
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

    def and_also(self, more: str, **fields: Any) -> InputError:
        """The same error with more to say, which may have fields of its own."""
        message = self._message if self._fields else self._message.replace("{", "{{").replace("}", "}}")
        error = type(self)(message + more, **{**self._fields, **fields})
        error.argument = self.argument
        return error


class UnknownMeasureError(AbovechanceError, KeyError):
    """A measure was asked for by a name that nothing answers to."""

    def __str__(self) -> str:
        return str(self.args[0])


class UndefinedMeasureError(AbovechanceError, ArithmeticError):
    """A measure is undefined on a table and the caller asked for an error."""
