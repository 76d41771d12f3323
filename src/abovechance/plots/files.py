"""Write a picture to a file, the same bytes each time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from abovechance.errors import InputError

if TYPE_CHECKING:
    from abovechance.plots.display import Display

ENDINGS = (".png", ".svg", ".pdf")
_DOTS = 160


def save(display: Display, file: str, kind: str | None = None) -> None:
    """Draw a display and write it, as what the file's name ends in unless ``kind`` says so."""
    ending = f".{kind}" if kind else Path(file).suffix.lower()
    if ending not in ENDINGS:
        raise InputError(f"a picture is written as {', '.join(ENDINGS)}, not as {Path(file).name!r}")
    from abovechance.plots.style import pyplot, without_glyph_warnings

    library = pyplot()
    settings = {"svg.hashsalt": "abovechance", "svg.fonttype": "path", "pdf.fonttype": 42}
    with library.rc_context(settings), without_glyph_warnings():
        axes = display.plot()
        try:
            date = {} if ending == ".png" else {"Date": None} if ending == ".svg" else {"CreationDate": None}
            axes.figure.savefig(file, format=ending[1:], dpi=_DOTS, metadata=date)
        finally:
            library.close(axes.figure)
