"""Finished cells of a study in a folder: each a file that is whole or not there at all.

A manifest says what the sums in the folder follow from, so that a run goes on only with its own.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np

from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

MANIFEST = "manifest.json"
_ASIDE = ".part"
_CHUNKS = "chunks of the part"
_SAID = {
    "study": "it is of another study, or of other measures",
    "cells": "it has {} conditions and not {}",
    "digest": "its conditions are others",
    "seed": "its seed is {} and not {}",
    "replicates": "it has {} replicates of each condition and not {}",
    "chunk_size": "it draws {} replicates at a time and not {}",
    "abovechance": "it is of abovechance {} and not {}",
    "numpy": "it is of NumPy {} and not {}",
}
"""What another run differs in, the most important first."""


@dataclass(frozen=True)
class Keeper:
    """A folder of finished cells."""

    folder: Path

    @classmethod
    def open(cls, folder: str | Path, facts: Mapping[str, Any]) -> Keeper:
        """A folder for a run with these facts: a new one, or that of an earlier part of the same run."""
        keeper = cls(Path(folder))
        try:
            keeper._claim({**facts, **_versions()})
        except OSError as error:
            raise InputError(
                f"the folder {str(folder)!r} cannot be used: {error.strerror or error}"
            ) from None
        return keeper

    def read(self, cell: int) -> dict[str, NDArray[Any]] | None:
        """The sums of a cell if it is finished."""
        return _read(self._file(cell))

    def write(self, cell: int, sums: Mapping[str, Any]) -> None:
        """Keep the sums of a finished cell."""
        with self._usable():
            _put(self._file(cell), _packed(sums))
            self._part(cell).unlink(missing_ok=True)

    def read_part(self, cell: int) -> tuple[int, dict[str, NDArray[Any]]]:
        """How many chunks of a cell are done, and their sums."""
        sums = _read(self._part(cell)) or {}
        return int(sums.pop(_CHUNKS, 0)), sums

    def write_part(self, cell: int, chunks: int, sums: Mapping[str, Any]) -> None:
        """Keep the sums of the first chunks of a cell."""
        with self._usable():
            _put(self._part(cell), _packed({**sums, _CHUNKS: chunks}))

    def clear_up(self) -> None:
        """Remove what runs that were killed have left half written, or of cells that are finished."""
        for pattern in (f".*{_ASIDE}", "part-*.npz"):
            for part in self.folder.glob(pattern):
                part.unlink(missing_ok=True)

    @contextmanager
    def _usable(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            said = error.strerror or error
            raise InputError(f"the folder {str(self.folder)!r} cannot be used: {said}") from None

    def _file(self, cell: int) -> Path:
        return self.folder / f"cell-{cell:06d}.npz"

    def _part(self, cell: int) -> Path:
        return self.folder / f"part-{cell:06d}.npz"

    def _claim(self, facts: dict[str, Any]) -> None:
        manifest = self.folder / MANIFEST
        self.folder.mkdir(parents=True, exist_ok=True)
        if not manifest.exists():
            if any(self.folder.glob("cell-*.npz")):
                raise InputError(f"the folder {str(self.folder)!r} has cells but no manifest: choose another")
            _put(manifest, json.dumps(facts, indent=2).encode())
            return
        try:
            kept = json.loads(manifest.read_bytes())
        except ValueError:
            raise InputError(f"{str(manifest)!r} is no manifest of a study: choose another folder") from None
        if kept != facts:
            raise InputError(
                f"the folder {str(self.folder)!r} holds another run: {_difference(kept, facts)}; choose "
                "another folder, or empty it"
            )


def described(thing: Any) -> str:
    """A text that tells a cell or a function from others, the same in every process."""
    if isinstance(thing, partial):
        options = [f"{name}={value!r}" for name, value in thing.keywords.items()]
        return f"{described(thing.func)}({', '.join([*map(repr, thing.args), *options])})"
    if hasattr(thing, "__qualname__"):
        return f"{thing.__module__}.{thing.__qualname__}"
    if repr(thing) == object.__repr__(thing):
        raise InputError(f"{thing!r} does not say what it is: a dataclass does, and can be kept in a folder")
    return repr(thing)


def digest(things: Sequence[Any]) -> str:
    """A short text that tells a list of cells from others."""
    return hashlib.sha256("\n".join(map(described, things)).encode()).hexdigest()


def _versions() -> dict[str, str]:
    """What may change the numbers: random numbers of another version of NumPy may be others."""
    from abovechance.core.version import __version__

    return {"abovechance": __version__, "numpy": np.__version__}


def _difference(kept: Any, facts: dict[str, Any]) -> str:
    known = kept if isinstance(kept, dict) else {}
    name = next((name for name in _SAID if known.get(name) != facts[name]), "study")
    return _SAID[name].format(known.get(name), facts[name])


def _read(file: Path) -> dict[str, NDArray[Any]] | None:
    try:
        with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as archive:
            return dict(archive)
    except (FileNotFoundError, BadZipFile, EOFError, ValueError):
        # what a failing disk has left of a file is as good as none: it is computed anew
        return None


def _packed(sums: Mapping[str, Any]) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, **sums)
    return buffer.getvalue()


def _put(file: Path, content: bytes) -> None:
    """Write a file aside, see that it is on the disk, and put it in its place in one step."""
    aside = file.with_name(f".{file.name}.{os.getpid()}{_ASIDE}")
    with aside.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    try:
        aside.replace(file)
    except FileNotFoundError:
        # another run of the same study has finished all cells and cleared up
        if not file.exists():
            raise
    _settle(file.parent)


def _settle(folder: Path) -> None:
    """See that the new name is on the disk too, where folders can be asked for that."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
