"""Text in columns of other libraries that is not what it says it is."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def text_of(name: str) -> Iterator[None]:
    """Refuse text of a column that is not UTF-8, which Arrow finds out about no sooner than it is read."""
    try:
        yield
    except Exception as error:
        # Arrow that makes an array of such text has its own word for it, "Wrapping … failed".
        if not isinstance(error, UnicodeDecodeError) and type(error).__name__ != "ArrowException":
            raise
        raise InputError(
            f"{name} has text that is not UTF-8: decode it with the encoding that it was written in"
        ) from None
