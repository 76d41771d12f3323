"""How a report was made: the command line, and the files that it read."""

from __future__ import annotations

import shlex
from contextlib import suppress
from contextvars import ContextVar
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.cli.input import About
    from abovechance.report.formats.html.provenance import Input, Provenance

TOKENS: ContextVar[Sequence[str]] = ContextVar("TOKENS", default=())
"""What stands behind the name of the program."""
_MOST_FILES = 20


def provenance(about: About | None, seed: int | None) -> Provenance:
    """What a page says of the command."""
    from abovechance.cli.input import harmless
    from abovechance.report.formats.html.provenance import Provenance

    command = shlex.join(["abovechance", *map(harmless, TOKENS.get())])
    return Provenance(command, () if about is None else tuple(_inputs(about)), seed)


def _inputs(about: About) -> list[Input]:
    """The files with their hashes, of very many the first."""
    from abovechance.report.formats.html.provenance import Input

    files = [] if about.place is None else about.place.paths
    found = [_hashed(file) for file in files[:_MOST_FILES]]
    more = len(files) - len(found)
    return [*found, *([Input(f"and {more} more files")] if more > 0 else [])]


def _hashed(file: str) -> Input:
    """A file as it is now; of a pipe nothing is left to be read."""
    from abovechance.cli.input import file_name
    from abovechance.report.formats.html.provenance import Input

    name = file_name(file)
    with suppress(OSError):
        if file != "-" and Path(file).is_file():
            with Path(file).open("rb") as stream:
                return Input(name, file_digest(stream, "sha256").hexdigest(), stream.tell())
    return Input(name)
