"""Names of columns in messages, and one sentence for a column that is nowhere to be found."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHOWN = 20


def no_column(where: str, name: object, known: Iterable[object], advice: str = "") -> InputError:
    """The error that there is no column of that name.

    Examples
    --------
    >>> print(no_column("the frame", "sites", ["y", "p", "site"]))
    the frame has no column 'sites'; did you mean 'site'? its columns are 'y', 'p', 'site'
    """
    names = list(known)
    near = difflib.get_close_matches(str(name), map(str, names), n=1)
    hint = advice or (f"did you mean {near[0]!r}? " if near else "")
    return InputError(f"{where} has no column {name!r}; {hint}its columns are {columns_of(names)}")


def columns_of(names: Iterable[object]) -> str:
    """The first names of columns, quoted, and how many more there are."""
    quoted = list(map(repr, names))
    shown = ", ".join(quoted[:_SHOWN])
    return shown if len(quoted) <= _SHOWN else f"{shown} and {len(quoted) - _SHOWN} more"
