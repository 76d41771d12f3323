"""The pictures that commands draw into files: which one, and what is refused before any work is done."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from abovechance.cli.forms import Output
from abovechance.cli.output import tell
from abovechance.cli.parameters import OUTPUT_GROUP, option_of
from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from abovechance.cli.input import Place
    from abovechance.core.result import Result
    from abovechance.curves.abstention import AbstentionCurve
    from abovechance.evaluation.scores.ranking import Ranking
    from abovechance.pictures.picture import AnyPicture

Space = Literal[
    "roc", "pn", "pr", "prg", "det", "gain", "lift", "kappa", "cost", "brier", "decision", "threshold",
    "calibration",
]  # fmt: skip
_PICTURE_ENDINGS = (".png", ".svg", ".pdf", ".html")


def refuse_picture(plot: str | None, json: str | None, space: Space | None) -> None:
    """Refuse a picture that could not be written, before any work is done."""
    if plot is None:
        if space is not None:
            raise InputError(f"--space {space} says what a picture shows: name its file with --plot")
        return
    target = Path(plot)
    if target.suffix.lower() not in _PICTURE_ENDINGS:
        raise InputError(f"--plot {plot!r} must end in {', '.join(_PICTURE_ENDINGS)}")
    if target.suffix.lower() == ".html" and space not in (None, "roc"):
        raise InputError(f"a page shows ROC curves, not --space {space}: write a .png, .svg or .pdf")
    refuse_overwriting_json(plot, json)


def with_page(output: Output, plot: str | None) -> tuple[Output, str | None]:
    """The forms of the output, and the picture; one that ends in .html is the page of the report."""
    if plot is None or Path(plot).suffix.lower() != ".html":
        return output, plot
    if output.html is not None:
        raise InputError(f"--plot {plot!r} and --html both name a page: leave one of them out")
    return replace(output, html=plot), None


def draw(ranking: Ranking, plot: str, space: Space) -> None:
    """Draw the curves into a file."""
    from abovechance.pictures.curves.ranking import ranking_in_space

    write_picture(ranking_in_space(ranking, space), plot)


def draw_abstention(curve: AbstentionCurve, plot: str) -> None:
    """Draw the curve of refusing the least confident into a file."""
    from abovechance.pictures.curves.abstention import picture

    write_picture(picture(curve), plot)


def write_picture(picture: AnyPicture, plot: str) -> None:
    """Write a picture, and say so if it lacks letters."""
    from abovechance.plots.files import save

    if not save(picture, plot):
        tell(f"{plot!r} lacks letters of some names: no font that is installed has them")


@option_of(OUTPUT_GROUP, name="*", show_default=False)
@dataclass(frozen=True)
class Drawn(Output):
    """The forms of a result that has pictures.

    Parameters
    ----------
    plot
        Draw a picture into this file: .png, .svg or .pdf.
    picture
        Which picture to draw; an unknown name lists the pictures there are.
    """

    plot: str | None = None
    picture: str | None = None

    def check(self, place: Place | None = None, **others: str | None) -> None:
        """Refuse what could not be written, before any work."""
        super().check(place, **others, plot=self.plot)
        if self.plot is None:
            if self.picture is not None:
                raise InputError(f"--picture {self.picture} says what is drawn: name its file with --plot")
            return
        if Path(self.plot).suffix.lower() not in _PICTURE_ENDINGS[:-1]:
            raise InputError(f"--plot {self.plot!r} must end in {', '.join(_PICTURE_ENDINGS[:-1])}")
        refuse_overwriting_json(self.plot, self.json)
        require_matplotlib()

    def draw(self, result: Result) -> None:
        """Draw the result, if that was asked for."""
        if self.plot is None:
            return
        from abovechance.pictures.results import picture_of

        write_picture(picture_of(result, self.picture), self.plot)


DRAWN = Drawn()  # the group without any option given


def refuse_overwriting_json(plot: str, json: str | None) -> None:
    """Refuse one file for two things."""
    if json is not None and json != "-" and os.path.realpath(plot) == os.path.realpath(json):
        raise InputError(f"--plot {plot!r} would overwrite the JSON: name another file")


def require_matplotlib() -> None:
    """Refuse to begin without the library that draws."""
    from abovechance.plots.style import pyplot

    pyplot()
