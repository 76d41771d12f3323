"""What every room needs; here the versions, how results are shown, and what else a name may mean.

No room knows those to its right: the package registers what they have to say when it is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__version__ = "0.1.0"
SCHEMA_VERSION = 2  # of all JSON documents

_VIEWS: dict[str, Callable[..., Any]] = {}


def show_with(form: str, function: Callable[..., Any]) -> None:
    """Register the function that shows results in a form."""
    _VIEWS[form] = function


def view(form: str, *what: object) -> Any:
    """A result in a form that was registered with :func:`show_with`."""
    return _VIEWS[form](*what)
