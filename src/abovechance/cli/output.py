"""Where results go: the terminal, a pipe, or a file that is whole or not there at all."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
import threading
import unicodedata
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import InputError
from abovechance.core.files import write_text
from abovechance.core.text import shown, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from rich.console import Console, RenderableType
    from rich.progress import Progress

_PATIENCE_SECONDS = 2.0
_MAX_REPORT_WIDTH = 160
_MAX_MESSAGE_LENGTH = 1000
_PLAIN_SIGNS = {
    "─": "-", "━": "=", "┼": "+", "●": "o", "·": "*", "−": "-", "–": "-", "—": "-", "×": "x", "÷": "/",
    "▲": "^",
    "±": "+/-", "≤": "<=", "≥": ">=", "≠": "!=", "≈": "~", "∝": "~", "→": "->", "…": "...", "√": "sqrt",
    "∞": "inf", "∫": "int", "Σ": "sum", "Π": "prod", "²": "^2", "³": "^3", "⁻": "^-", "⁺": "+", "′": "'",
    "“": '"', "”": '"', "§": "section ", "°": " degrees", "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4",
    "¾": "3/4", "₋": "-", "†": "+",
}  # fmt: skip
"""What stands for a sign of ours where an encoding lacks it; Greek letters are named, indices are plain."""


@contextmanager
def settled_streams() -> Iterator[None]:
    """See that everything written comes out, or is an error.

    Closed streams are replaced: messages are lost, but a result is an error. Signs that a stream lacks are
    replaced. A stream without a buffer would silently drop what a full disk does not take.
    """
    codecs.register_error("abovechance.plain", _in_plain_signs)
    before = sys.stdout, sys.stderr
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - it is open to the end
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):
        sys.stdout = open(sys.stdout.fileno(), "w", encoding=sys.stdout.encoding, closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="abovechance.plain")
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _in_plain_signs(error: UnicodeError) -> tuple[str, int]:
    """What is written in the place of signs that an encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text, first, last = error.object, error.start, error.end
    while first and not text[first - 1].isspace():
        first -= 1
    while last < len(text) and not text[last].isspace():
        last += 1
    word = "".join(_plain(sign, error.encoding) for sign in text[first:last])
    instead = partial(_plain, encoding=error.encoding) if word not in _words(text) else _escaped
    return "".join(map(instead, text[error.start : error.end])), error.end


@lru_cache(maxsize=1)
def _words(text: str) -> frozenset[str]:
    """The words of a text, none of which another may come to look like."""
    return frozenset(text.split())


def _plain(sign: str, encoding: str) -> str:
    """What stands for a sign of ours; other letters are escaped, so that no two labels look alike."""
    with suppress(UnicodeEncodeError):
        return sign.encode(encoding).decode(encoding)
    family, _, name = unicodedata.name(sign, "").partition(" LETTER ")
    if family in ("GREEK SMALL", "GREEK CAPITAL") and " " not in name:
        return name.lower() if family.endswith("SMALL") else name.capitalize()
    if sign not in _PLAIN_SIGNS and unicodedata.decomposition(sign).startswith(("<super>", "<sub>")):
        return unicodedata.normalize("NFKC", sign)
    return _PLAIN_SIGNS.get(sign) or _escaped(sign)


def _escaped(sign: str) -> str:
    return sign.encode("ascii", "backslashreplace").decode()


def console() -> Console:
    """Standard output; without colours and styles where it is not a terminal."""
    from rich.console import Console

    found = Console(file=sys.stdout, highlight=False, emoji=False, markup=False)
    found.width = min(found.width, _MAX_REPORT_WIDTH)
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


def tell(*lines: str) -> None:
    """Say something on standard error beside the result."""
    for line in lines:
        print(f"abovechance: {shown(line, _MAX_MESSAGE_LENGTH)}", file=sys.stderr)  # noqa: T201


def write(text: str, file: str = "-") -> None:
    """Write for machines: to standard output, or aside and then in the place of a file."""
    if file == "-":
        with _to_the_end():
            sys.stdout.write(visible(text, kept="\t\r\n") if sys.stdout.isatty() else text)
        return
    write_text(file, text)


def write_rows(text: str, unencodable: str) -> None:
    """Write rows to standard output; no label is altered where it has no sign for a character.

    ``unencodable`` is what becomes of such a sign: ``"strict"`` refuses it.
    """
    encoding = sys.stdout.encoding or "utf-8"
    if not encoding.lower().startswith("utf"):
        try:
            text = text.encode(encoding, unencodable).decode(encoding)
        except UnicodeEncodeError as error:
            raise InputError(
                f"the encoding {encoding} of standard output has no {text[error.start]!r}: set the "
                "environment variable PYTHONIOENCODING=utf-8"
            ) from None
    write(text)


def write_page(text: str, file: str) -> None:
    """Write a page; what standard output has no sign for is a character reference."""
    encoding = sys.stdout.encoding or "utf-8"
    if file == "-" and not encoding.lower().startswith("utf"):
        text = text.encode(encoding, "xmlcharrefreplace").decode(encoding)
    write(text, file)


def write_json(document: Mapping[str, Any], file: str) -> None:
    """Write a document; what standard output has no sign for is escaped as JSON does it."""
    from abovechance.report.formats.json import json_text

    text = json_text(document)
    if file == "-" and not (sys.stdout.encoding or "").lower().startswith("utf"):
        text = "".join(x if x.isascii() else json.dumps(x)[1:-1] for x in text)
    write(text, file)


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
