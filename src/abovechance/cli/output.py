"""Where results go: the terminal, a pipe, or a file that is whole or not there at all.

Pictures of a command: which display shows what, written aside and then in the place of a file.
"""

from __future__ import annotations

import math
import os
import sys
import threading
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from abovechance.core.errors import InputError
from abovechance.core.files import write_text
from abovechance.core.text import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console, RenderableType
    from rich.progress import Progress

    from abovechance.curves.curve.curve import Curve
    from abovechance.evaluation.scores import Purpose, Ranking
    from abovechance.plots.display import Display

_PATIENCE_SECONDS = 2.0
_WIDEST = 100


def settle_streams() -> None:
    """Put something in the place of streams that are closed: messages are lost, but a result is an error."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - it is open to the end
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def console() -> Console:
    """Standard output; without colours and styles where it is not a terminal."""
    from rich.console import Console

    found = Console(file=sys.stdout, highlight=False, emoji=False, markup=False)
    found.width = min(found.width, _WIDEST)
    return found


def show(render: Callable[[int], RenderableType]) -> None:
    """Print for people what fits a width; piped text has no styles and no spaces at the ends of lines."""
    out = console()
    if out.is_terminal:
        with _to_the_end():
            out.print(render(out.width))
        return
    with out.capture() as captured:
        out.print(render(out.width))
    write("".join(line.rstrip() + "\n" for line in captured.get().splitlines()))


def write(text: str, file: str = "-") -> None:
    """Write for machines: to standard output, or aside and then in the place of a file."""
    if file == "-":
        with _to_the_end():
            sys.stdout.write(visible(text, kept="\t\r\n") if sys.stdout.isatty() else text)
        return
    write_text(file, text)


@contextmanager
def _to_the_end() -> Iterator[None]:
    """Write and flush; nobody need read it all (``| head``), but what cannot be written is an error."""
    try:
        yield
        sys.stdout.flush()
    except OSError as error:
        # What is left in the buffer must not fail once more at the end of the process.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise


@contextmanager
def progress(description: str) -> Iterator[Callable[[float], None]]:
    """A bar on standard error once a task has taken two seconds; yields what to call with the share done."""
    bar = _Bar(description)
    patience = threading.Timer(_PATIENCE_SECONDS, bar.start)
    patience.daemon = True
    if sys.stderr.isatty():
        patience.start()
    try:
        yield bar.update
    finally:
        patience.cancel()
        bar.stop()


class _Bar:
    """A progress bar that is made only when it is shown, and is not shown once the task is done."""

    def __init__(self, description: str) -> None:
        self._description = description
        self._share: float | None = None
        self._shown: Progress | None = None
        self._done = False
        self._lock = threading.Lock()

    def start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        title = TextColumn("{task.description}", markup=False)
        columns = (title, BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        shown = Progress(*columns, console=Console(stderr=True), transient=True)
        shown.add_task(self._description, total=None)
        with self._lock:
            if not self._done:
                shown.start()
                self._shown = shown
                self._move()

    def update(self, share: float) -> None:
        self._share = min(share, 1.0)
        self._move()

    def _move(self) -> None:
        """Show the share that is done; the bar goes to and fro while nothing is known of it."""
        if self._shown is not None and self._share is not None:
            self._shown.update(self._shown.task_ids[0], total=1.0, completed=self._share)

    def stop(self) -> None:
        with self._lock:
            self._done = True
            if self._shown is not None:
                self._shown.stop()


Space = Literal[
    "roc", "pn", "pr", "prg", "det", "gain", "lift", "kappa", "cost", "brier", "decision", "threshold",
    "calibration",
]  # fmt: skip
_ENDINGS = (".png", ".svg", ".pdf", ".html")
_DISPLAYS = {
    "pn": "PnDisplay",
    "pr": "PrecisionRecallDisplay",
    "prg": "PrecisionRecallGainDisplay",
    "det": "DetDisplay",
    "gain": "GainDisplay",
    "lift": "LiftDisplay",
    "kappa": "KappaDisplay",
    "cost": "CostDisplay",
    "brier": "BrierDisplay",
    "calibration": "CalibrationDisplay",
}
_WITHOUT_PREVALENCE = ("roc", "det", "cost")
"""Spaces of rates, which are the same at every prevalence, and that of costs, which shows all of them."""


def refuse_picture(plot: str | None, json: str | None, space: Space | None) -> None:
    """Refuse a picture that could not be written, before any work is done."""
    if plot is None:
        if space is not None:
            raise InputError(f"--space {space} says what a picture shows: name its file with --plot")
        return
    target = Path(plot)
    if target.suffix.lower() not in _ENDINGS:
        raise InputError(f"--plot {plot!r} must end in {', '.join(_ENDINGS)}")
    if target.suffix.lower() == ".html" and space not in (None, "roc"):
        raise InputError(f"a page shows ROC curves, not --space {space}: write a .png, .svg or .pdf")
    if json is not None and json != "-" and os.path.realpath(plot) == os.path.realpath(json):
        raise InputError(f"--plot {plot!r} would overwrite the JSON: name another file")


def draw(ranking: Ranking, plot: str, space: Space) -> None:
    """Draw the curves into a file."""
    if Path(plot).suffix.lower() != ".html":
        display_of(ranking, space).save(plot)
        return
    from abovechance.plots.explorer import page

    share = ranking.purpose.prevalence
    write_text(plot, page(ranking.curves, costs=_costs(ranking), prevalence=share, level=ranking.level))


def display_of(ranking: Ranking, space: Space) -> Display:
    """The display of a space."""
    from abovechance import plots

    curves: Any = ranking.curves if len(ranking.systems) > 1 else ranking.systems[0].curve
    purpose = ranking.purpose
    if space == "roc":
        points: Any = {system.name: system.selection or system.point for system in ranking.systems}
        if len(ranking.systems) == 1:
            points = {"": next(iter(points.values()))}
        return plots.RocDisplay.from_curves(
            curves,
            points=points,
            costs=_costs(ranking),
            prevalence=purpose.prevalence,
            level=ranking.level,
        )
    if space == "decision":
        return _expected(plots.DecisionDisplay.from_curves(curves, prevalence=purpose.prevalence), purpose)
    if space not in _WITHOUT_PREVALENCE and purpose.prevalence is not None:
        curves = {name: _moved(curve, purpose.prevalence) for name, curve in ranking.curves.items()}
        curves = curves if len(curves) > 1 else next(iter(curves.values()))
        return _expected(_display(ranking, space, curves), purpose)
    return _display(ranking, space, curves)


def _display(ranking: Ranking, space: Space, curves: Any) -> Display:
    from abovechance import plots

    if space == "threshold":
        at = ranking.systems[0].point.threshold if len(ranking.systems) == 1 else None
        return plots.ThresholdDisplay.from_curves(curves, level=ranking.level, threshold=at)
    display: type[Display] = getattr(plots, _DISPLAYS[space])
    return display.from_curves(curves)


def _moved(curve: Curve, prevalence: float) -> Curve:
    """The curve at another prevalence; of one class alone it stays as it is."""
    from abovechance.curves.costs.deployment import at_prevalence

    return curve if math.isnan(curve.auc) else at_prevalence(curve, prevalence)


def _expected(display: Display, purpose: Purpose) -> Display:
    """The same with a note that it shows another prevalence than that of the items."""
    if purpose.prevalence is None:
        return display
    note = f"as expected where {100 * purpose.prevalence:g} % are positive"
    return replace(display, picture=replace(display.picture, notes=(*display.picture.notes, note)))


def _costs(ranking: Ranking) -> tuple[float, float] | None:
    cp, cn = ranking.purpose.cost_positive, ranking.purpose.cost_negative
    if cp is None and cn is None:
        return None
    return 1.0 if cp is None else cp, 1.0 if cn is None else cn
