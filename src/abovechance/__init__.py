"""Chance-corrected evaluation of classifiers, tests, annotators and clusterings.

>>> import abovechance as ac
>>> ac.informedness(["ham", "spam", "spam"], ["ham", "spam", "ham"])
0.5
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

import lazy_loader

from abovechance.core.version import __version__ as __version__
from abovechance.core.views import show_with

if TYPE_CHECKING:
    from collections.abc import Callable

_public, _, __all__ = lazy_loader.attach_stub(__name__, __file__)


def _late(module: str, name: str) -> Callable[..., Any]:
    """A function whose module is imported when it is first called."""

    def call(*arguments: Any) -> Any:
        return getattr(import_module(f"{__name__}.{module}"), name)(*arguments)

    return call


class _Package(ModuleType):
    """The package: its function ``measures`` is not hidden by the room of that name once that is loaded."""

    @property
    def measures(self) -> Callable[..., Any]:
        from abovechance.measures.registry import measures

        return measures

    @measures.setter
    def measures(self, room: ModuleType) -> None:
        """Keep the function where the import system would put the room."""


sys.modules[__name__].__class__ = _Package
show_with("text", _late("report.terminal", "report_text"))
show_with("heatmap", _late("plots.agreement", "draw"))


def __getattr__(name: str) -> Any:
    """A public name, or every measure by its key: ``abovechance.informedness``."""
    if name in __all__:
        return _public(name)
    from abovechance.measures.registry import declared

    found = declared(name)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found


def __dir__() -> list[str]:
    """The public names, the measures among them."""
    from abovechance.measures.registry import measures

    return sorted({*__all__, *(m.key for m in measures())})
