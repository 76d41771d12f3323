"""``--follow``: standard input counted as it comes, with running figures on standard error."""

from __future__ import annotations

import io
import os
import select
import shlex
import signal
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from abovechance.cli.tables_input import described
from abovechance.core.errors import InputError
from abovechance.intake.files.reading import Reading
from abovechance.intake.files.stream import standard_input
from abovechance.report.builders import stream as shown
from abovechance.tables.files import Running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from abovechance.cli.input import About, Place
    from abovechance.cli.parameters import Items, Written
    from abovechance.tables.tables import Tables

    Show = Callable[[shown.Figures], None]

_SECONDS_BETWEEN_FIGURES = 1.0
_MIN_TIME_RATIO = 20  # figures take at most one part in so many of the time


class _Stopped(Exception):  # noqa: N818 - it is no error
    """Somebody has asked to stop: what has come so far is the result."""


def followed(
    place: Place, items: Items, cells: Written, level: float | None, *, table: bool
) -> tuple[Tables, About]:
    """Count standard input as it comes; ``level`` is that of the running interval of Informedness."""
    _require_stream(place, table=table)
    reading = Reading(cells.codes, cells.text)
    running = Running(items.wanted, reading, labels=items.classes, positive=items.positive)
    stopped = False
    with _stopping() as stop, _display() as show:
        try:
            running.read(_Watch(running, show, stop, level))
        except _Stopped:
            stopped = True
    read = running.tables(items.positive)
    about = described(place, read, items)
    about.source["stopped"] = stopped
    if stopped:
        said = f"Stopped before the end of standard input, after {shown.so_many(running.items)}."
        _say(f"abovechance: {said}")
        about.lines.append(said)
    return read.tables, about


def _require_stream(place: Place, *, table: bool) -> None:
    if table or place.engine or place.connect or place.skip_bad:
        raise InputError("--follow has no use with --table, --engine, --connect and --skip-bad")
    if place.files != ("-",):
        file = shlex.quote(place.files[0]) if len(place.files) == 1 else "FILE"
        raise InputError(
            "--follow is for standard input; for a file that grows type "
            f"tail -n +1 -f {file} | abovechance evaluate - --follow"
        )


class _Watch:
    """Called before each piece is read: shows figures once a second, also while nothing comes."""

    def __init__(self, running: Running, show: Show, stop: _Stop, level: float | None) -> None:
        self._running = running
        self._show = show
        self._stop = stop
        self._level = level
        self._input = _descriptor()
        self._items, self._took = 0, 0.0
        self._time = time.monotonic()
        self._due = self._time + _SECONDS_BETWEEN_FIGURES

    def __call__(self) -> None:
        """Wait until there is more to read."""
        while True:
            is_ready = self._is_ready()
            if self._stop.asked:
                raise _Stopped
            if time.monotonic() >= self._due:
                self._tell()
            if is_ready:
                return

    def _is_ready(self) -> bool:
        """Whether there is something to read, or at least nothing to wait for."""
        if self._input is None:
            return True
        patience = max(self._due - time.monotonic(), 0)
        return self._input in select.select([self._input, self._stop.file], [], [], patience)[0]

    def _tell(self) -> None:
        now, items = time.monotonic(), self._running.items
        rate = (items - self._items) / (now - self._time)
        self._show(shown.figures(items, rate, self._running.pooled(), self._level))
        self._items, self._time = items, now
        # What is loaded for the first figures need not be waited for again: the last two times count.
        took, before = time.monotonic() - now, self._took
        self._took = took
        self._due = now + max(_SECONDS_BETWEEN_FIGURES, took + _MIN_TIME_RATIO * min(took, before))


@dataclass
class _Stop:
    """Whether somebody has asked to stop, and a file that can be read from as soon as one has."""

    file: int
    asked: bool = False


@contextmanager
def _stopping() -> Iterator[_Stop]:
    """Take an interrupt, or the wish that the process should end, as the end of the input."""
    told, tell = os.pipe()
    stop = _Stop(told)

    def ask(*_: object) -> None:
        stop.asked = True
        os.write(tell, b"!")

    heeded = [s for s in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(s) != signal.SIG_IGN]
    before = {number: signal.signal(number, ask) for number in heeded}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(told)
        os.close(tell)


@contextmanager
def _display() -> Iterator[Show]:
    """A table that changes on a terminal; elsewhere a line whenever there is something new."""
    if not sys.stderr.isatty():
        yield _Lines().show
        return
    from rich.console import Console
    from rich.live import Live

    from abovechance.report.formats.terminal import to_terminal

    with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:
        width = live.console.width
        yield lambda figures: live.update(to_terminal(shown.document(figures), width), refresh=True)


class _Lines:
    """Lines on standard error, none of them said twice."""

    def __init__(self) -> None:
        self._items = 0

    def show(self, figures: shown.Figures) -> None:
        """Write a line unless no item has come since the last."""
        if figures.items != self._items:
            self._items = figures.items
            _say(shown.line(figures))


def _say(line: str) -> None:
    """Write a line to standard error, which nobody need read to the end: the result goes elsewhere."""
    try:
        print(line, file=sys.stderr, flush=True)  # noqa: T201
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def _descriptor() -> int | None:
    """What to wait for; None where there is nothing that could be waited for."""
    if os.name == "posix":
        with suppress(io.UnsupportedOperation):
            return int(standard_input().fileno())
    return None
