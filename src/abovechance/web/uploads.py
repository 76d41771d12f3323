"""Files that a page has uploaded: each is in a folder of its own below the server's temporary directory.

A file belongs to the page (the tab) that sent it: other pages do not see it. It is removed when the page is
left, when it sends another, when many others have come since, and when the server ends.
"""

from __future__ import annotations

import re
import secrets
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from abovechance.core.errors import InputError
from abovechance.web.settings import data_size

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

_MAX_FILES = 256  # of all pages together; the one that was used the longest ago is removed
_MAX_UPLOADS_ON_DISK = 8  # so many of the largest files may be there together
_MAX_NAME_LENGTH = 80
_MAX_NAME_BYTES = 200
_UNSAFE = re.compile(r"[^\w .()+-]|^[ .-]+|[ .]+$")
PAGE_ID = re.compile(r"[\w-]{16,64}", re.ASCII)


@dataclass(frozen=True)
class Upload:
    """A file on the server's disk."""

    id: str
    page: str
    folder: Path
    name: str  # in that folder
    size: int


class Uploads:
    """The files of all pages."""

    def __init__(self, folder: Path, max_bytes: int) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._files: dict[str, Upload] = {}  # in the order of their last use

    async def receive(self, page: str, name: str, chunks: AsyncIterator[bytes]) -> Upload:
        """Write a file as its bytes come; the pieces raise what is wrong with them."""
        ident = secrets.token_urlsafe(18)
        folder = self._folder / ident
        folder.mkdir(mode=0o700)  # other users of the machine must not read it
        path, size = folder / safe_name(name), 0
        try:
            with path.open("xb") as file:
                async for chunk in chunks:
                    size += file.write(chunk)
        except BaseException:  # a request that is given up ends in a CancelledError, which is no Exception
            shutil.rmtree(folder, ignore_errors=True)
            raise
        # Only now: a file that could not be received leaves the one before in its place.
        self.forget(page)
        room = _MAX_UPLOADS_ON_DISK * self._max_bytes - size
        while self._files and (len(self._files) >= _MAX_FILES or self._bytes > room):
            self._remove(next(iter(self._files)))
        upload = Upload(ident, page, folder, path.name, size)
        self._files[ident] = upload
        return upload

    @property
    def _bytes(self) -> int:
        return sum(upload.size for upload in self._files.values())

    @property
    def limit_sentence(self) -> str:
        """What is said of a file that is too large."""
        return (
            f"the file is larger than {data_size(self._max_bytes)}, the limit of this page: evaluate it with "
            "abovechance evaluate FILE, which has none, or start the page with a larger --max-upload"
        )

    def get(self, page: str, ident: str) -> Upload:
        """A file of a page."""
        # Taken out and put back at the end, as the file that was used last.
        upload = self._files.pop(ident, None)
        if upload is not None:
            self._files[ident] = upload
        if upload is None or upload.page != page:
            raise InputError("this file is no longer here: choose it again", argument="file")
        return upload

    def forget(self, page: str) -> None:
        """Remove the files of a page."""
        for ident in [ident for ident, upload in self._files.items() if upload.page == page]:
            self._remove(ident)

    def _remove(self, ident: str) -> None:
        shutil.rmtree(self._files.pop(ident).folder, ignore_errors=True)


def safe_name(name: str) -> str:
    """A name for a file in a folder of ours: no path, pattern or option, whatever the browser said.

    >>> safe_name("../../etc/pass*wd.csv"), safe_name("data/Scores (2).CSV"), safe_name("..")
    ('pass_wd.csv', 'Scores (2).CSV', 'data')
    """
    last = re.split(r"[/\\]", name)[-1]
    cleaned = _UNSAFE.sub(lambda found: "_" if len(found[0]) == 1 and found[0] not in " .-" else "", last)
    # Cut in front, as the ending says what a file is; and by bytes, which are what file systems limit.
    short = cleaned[-_MAX_NAME_LENGTH:].encode()[-_MAX_NAME_BYTES:].decode(errors="ignore")
    return short.strip(" .-") or "data"
