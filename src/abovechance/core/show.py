"""How results are shown: the package says it when it is loaded, since no room knows those to its right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_WAYS: dict[str, Callable[..., Any]] = {}


def show_by(way: str, how: Callable[..., Any]) -> None:
    """Say how something is shown."""
    _WAYS[way] = how


def shown(way: str, *what: Any) -> Any:
    """Something shown that way."""
    return _WAYS[way](*what)
