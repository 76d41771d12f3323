"""Pictures as files: the same bytes each time, and never half a file."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import InputError
from abovechance.core.files import replacing
from abovechance.plots.draw import draw_any
from abovechance.plots.style import pyplot

if TYPE_CHECKING:
    from abovechance.pictures.picture import AnyPicture

ENDINGS = (".png", ".svg", ".pdf")
_DOTS_PER_INCH = 160


def save(picture: AnyPicture, file: str) -> bool:
    """Write a picture to a file ending in .png, .svg or .pdf; say whether all letters have a font."""
    ending = Path(file).suffix.lower()
    if ending not in ENDINGS:
        raise InputError(f"a picture is written as {', '.join(ENDINGS)}, not as {Path(file).name!r}")
    library = pyplot()
    # Ids in SVG are random without a salt; letters are drawn as paths there, and as fonts (42, TrueType) in
    # PDF, so that both look the same where a font is not installed.
    settings = {"svg.hashsalt": "abovechance", "svg.fonttype": "path", "pdf.fonttype": 42}
    # None leaves out the time of writing, by which no two files would be equal.
    date = {} if ending == ".png" else {"Date": None} if ending == ".svg" else {"CreationDate": None}
    with library.rc_context(settings), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        figure: Any = draw_any(picture).figure
        try:
            with replacing(file) as aside:
                figure.savefig(aside, format=ending[1:], dpi=_DOTS_PER_INCH, metadata=date)
        finally:
            library.close(figure)
    # Letters without a font are warned of when the figure is rendered, that is in savefig.
    return not any("Glyph" in str(x.message) for x in caught)
