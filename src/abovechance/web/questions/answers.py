"""What a worker process answers: what a file has, and the report of a command in every format.

A worker runs the command that the page shows, in the folder of the file, so that both say the same.
"""

from __future__ import annotations

import inspect
import os
import shutil
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from abovechance.cli.app import app
from abovechance.cli.made import TOKENS, provenance
from abovechance.core.errors import InputError, UnknownMeasureError
from abovechance.core.files import write_text
from abovechance.core.labels import natural_order
from abovechance.core.text import shown
from abovechance.intake.files.readers.profile import read_profile
from abovechance.report.build import with_input
from abovechance.report.formats import FORMATS, SAVED
from abovechance.report.formats.html import to_html
from abovechance.web.questions.commands import command, command_text, python
from abovechance.web.questions.request import Asked, text_of
from abovechance.web.questions.roles import guess
from abovechance.web.questions.words import in_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.cli.input import About
    from abovechance.intake.files.readers.profile import FileProfile
    from abovechance.report.document import Document
    from abovechance.report.formats.html import Provenance
    from abovechance.web.room import Answer, Request
    from abovechance.web.uploads import Upload

_LONGEST_CELL = 60
_MOST_REPORTS = 8  # of a file are kept


@dataclass(frozen=True)
class Kept:
    """The result of a command, and how it was made."""

    document: Document
    made: Provenance


def _keep(
    _: object, document: Document, about: About | None = None, __: object = None, *, seed: int | None = None
) -> None:
    """Keep what a command would write, with what is said of its input."""
    if about is not None:
        about = about.with_warnings(document.warnings)
        document = with_input(document, about.lines, about.warnings, about.source)
    _KEPT.append(Kept(document, provenance(about, seed)))


_KEPT: list[Kept] = []  # of the command that runs


def columns(request: Request) -> Answer:
    """What the columns of a file have, and what they may be for."""
    with beside(request["file"]) as file:
        profile = read_profile(file, text_of(request))
    guessed = guess(profile)
    return {
        "columns": [
            {
                "name": one.name,
                "distinct": one.distinct,
                "missing": one.missing,
                "labels": list(one.labels.items()),
                "last": natural_order(one.labels)[-1] if one.labels else None,
                "is_numeric": one.numbers > 0 and not _has_texts(profile, one),
                "low": one.low,
                "high": one.high,
            }
            for one in profile.columns
        ],
        "rows": profile.rows,
        "is_whole": profile.is_whole,
        "first": [[shown(cell, _LONGEST_CELL) for cell in row] for row in profile.first],
        "question": guessed.question,
        "roles": guessed.roles,
        "notes": list(guessed.notes),
    }


def report(request: Request) -> Answer:
    """The report of a question in all formats, which are written beside the file."""
    asked, upload = Asked.of(request), request["file"]
    with beside(upload) as file:
        classes = _classes(asked, file)
        words = command(asked, file, classes)
        kept = run(words)
        document = kept.document
        name = token_hex(8)
        folder = new_folder(name)
        for ending, form in SAVED.items():
            text = to_html(document, kept.made) if form is FORMATS["html"] else form(document)
            write_text(str(folder / f"report.{ending}"), text)
        code = python(asked, file, classes)
    return {
        "report": name,
        "has_thresholds": asked.question == "scores" and not classes,
        "verdict": document.verdict,
        "command": command_text(words),
        "python": code,
    }


def new_folder(name: str) -> Path:
    """A new folder for a report, in the place of the oldest where there are many."""
    there = sorted(
        (path for path in Path().iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime
    )
    for path in there[: max(len(there) - _MOST_REPORTS + 1, 0)]:
        shutil.rmtree(path)
    folder = Path(name)
    folder.mkdir(mode=0o700)
    return folder


def run(words: list[str]) -> Kept:
    """What a command would write."""
    # Errors have to come as exceptions: the command line prints them and ends the process.
    function, bound, *_ = app().parse_args(words, exit_on_error=False, print_error=False)
    # The output that the command expects, but for what becomes of a document: it is kept, not written.
    usual = type(inspect.signature(function).parameters["output"].default)
    bound.arguments["output"] = type("Keeper", (usual,), {"put": _keep})()
    TOKENS.set(words)
    _KEPT.clear()
    function(*bound.args, **bound.kwargs)
    return _KEPT.pop()


def _classes(asked: Asked, file: str) -> list[str]:
    """The classes that columns of scores are called by, if all classes of the truth have such a column."""
    scores = asked.columns("score")
    if asked.question != "scores" or len(scores) < 3 or asked.positive is not None:
        return []
    profile = {one.name: one for one in read_profile(file, asked.text).columns}
    truth = profile.get(asked.column("truth") or "")
    return scores if truth is not None and set(truth.labels) == set(scores) else []


def _has_texts(profile: FileProfile, column: Any) -> bool:
    return column.numbers < profile.rows - column.missing


@contextmanager
def beside(upload: Upload) -> Iterator[str]:
    """The name of a file, in its folder: a report says no more of where it is."""
    # The whole process changes its folder, which it may, as a worker answers one request at a time.
    before = Path.cwd()
    os.chdir(upload.folder)
    try:
        yield upload.name
    except InputError as error:
        text, argument = in_sentence(error)
        raise InputError("{text}", argument=argument, text=text) from None
    except UnknownMeasureError as error:
        raise InputError("{text}", argument="measures", text=str(error)) from None
    finally:
        os.chdir(before)
