"""``Shares``: how much of several files has been read, by their bytes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.counting.files.located import Located
    from abovechance.counting.files.streams import Progress


class Shares:
    """Makes of the shares of files the share of all of them."""

    def __init__(self, progress: Progress | None, places: Sequence[Located]) -> None:
        self._progress = progress
        self._sizes = {place.file: _size(place.file) for place in places} if progress else {}
        self._total = sum(self._sizes.values())
        self._done = 0

    def of(self, file: str) -> Progress | None:
        """What is to be told of one file; a share that was told before is not taken back."""
        progress, size = self._progress, self._sizes.get(file)
        if progress is None or not size:
            return None
        before = 0

        def tell(share: float) -> None:
            nonlocal before
            now = round(share * size)
            if now > before:
                self._done += now - before
                before = now
                progress(self._done / self._total)

        return tell


def _size(file: str) -> int:
    try:
        return Path(file).stat().st_size if Path(file).is_file() else 0
    except (OSError, ValueError):
        return 0
