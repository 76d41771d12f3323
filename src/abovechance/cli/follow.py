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
from typing import TYPE_CHECKING

from abovechance.cli.data import described
from abovechance.counting.files.running import Running
from abovechance.counting.files.streams import standard_input
from abovechance.errors import InputError
from abovechance.report import running as shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from abovechance.cli.data import Data, Reading
    from abovechance.cli.places import Place
    from abovechance.counting.files import Wanted

    Show = Callable[[shown.Figures], None]

_SECONDS = 1.0
_SHARE = 20
"""Figures take at most one part in so many of the time."""


class _Stopped(Exception):  # noqa: N818 - it is no error
    """Somebody has asked to stop: what has come so far is the result."""


def followed(place: Place, wanted: Wanted, reading: Reading, level: float | None, *, table: bool) -> Data:
    """Count standard input as it comes.

    Parameters
    ----------
    place
        Where the items are: it must be standard input.
    wanted, reading
        The columns, and how labels are to be read.
    level
        Of the running interval of Informedness, None for none.
    table
        Whether a table was asked for, which cannot come by and by.
    """
    _require_stream(place, table=table)
    running = Running(wanted, labels=reading.labels, missing=reading.missing, encoding=reading.encoding)
    stopped = False
    with _stopping() as stop, _display() as show:
        try:
            running.read(_Watch(running, show, stop, level))
        except _Stopped:
            stopped = True
    data = described(place, running.tables(reading.positive), reading)
    if stopped:
        said = f"Stopped before the end of standard input, after {running.items:,} items."
        _say(f"abovechance: {said}")
        data.lines.append(said)
        data.source["stopped"] = True
    return data


def _require_stream(place: Place, *, table: bool) -> None:
    if table or place.engine or place.connect or place.skip_bad:
        raise InputError("--follow has no use with --table, --engine, --connect and --skip-bad")
    if place.files != ("-",):
        files = " ".join(map(shlex.quote, place.files))
        raise InputError(
            "--follow is for standard input; for a file that grows type "
            f"tail -n +1 -f {files} | abovechance evaluate - --follow"
        )


class _Watch:
    """Called before each piece is read: shows figures once a second, also while nothing comes."""

    def __init__(self, running: Running, show: Show, stop: int, level: float | None) -> None:
        self._running = running
        self._show = show
        self._stop = stop
        self._level = level
        self._input = _descriptor()
        self._items, self._took = 0, 0.0
        self._time = time.monotonic()
        self._due = self._time + _SECONDS

    def __call__(self) -> None:
        """Wait until there is more to read."""
        while True:
            ready = self._ready()
            if self._stop in ready:
                raise _Stopped
            if time.monotonic() >= self._due:
                self._tell()
            if self._input in ready:
                return

    def _ready(self) -> Sequence[int | None]:
        if self._input is None:
            return (None, *select.select([self._stop], [], [], 0)[0])
        patience = max(self._due - time.monotonic(), 0)
        return select.select([self._input, self._stop], [], [], patience)[0]

    def _tell(self) -> None:
        now, items = time.monotonic(), self._running.items
        rate = (items - self._items) / (now - self._time)
        self._show(shown.figures(items, rate, self._running.pooled(), self._level))
        self._items, self._time = items, now
        # What is loaded for the first figures need not be waited for again: the last two times count.
        took, before = time.monotonic() - now, self._took
        self._took = took
        self._due = now + max(_SECONDS, took + _SHARE * min(took, before))


@contextmanager
def _stopping() -> Iterator[int]:
    """A file that can be read from once the process is interrupted or asked to end."""
    told, tell = os.pipe()
    asked = [s for s in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(s) != signal.SIG_IGN]
    before = {s: signal.signal(s, lambda *_: os.write(tell, b"!")) for s in asked}
    try:
        yield told
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

    with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:
        yield lambda figures: live.update(shown.table(figures), refresh=True)


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
