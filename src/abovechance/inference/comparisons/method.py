"""``Method``: a way to find an interval or a p-value, with what reports call it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Found = TypeVar("Found")


@dataclass(frozen=True)
class Method(Generic[Found]):
    """A function of what is to be compared, declared with its title."""

    title: str
    compute: Callable[[Any], Found]

    def __call__(self, task: object) -> Found:
        """What the method finds."""
        return self.compute(task)
