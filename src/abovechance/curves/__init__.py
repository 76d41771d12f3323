"""Scores: thresholds as a batch of tables, and all that follows from them.

A :class:`Curve` comes first; the functions here take one, or the columns that one is made of.
"""

from importlib import import_module
from typing import Any

from abovechance.curves.curve import Curve
from abovechance.curves.several import Curves

__all__ = ["Curve", "Curves"]

_LATE: dict[str, str] = {}
"""Names whose modules are imported when they are first asked for."""


def __getattr__(name: str) -> Any:
    """The functions by their names."""
    if name in _LATE:
        return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names."""
    return __all__
