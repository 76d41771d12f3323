"""Finished cells of a study in a folder: each a file that is whole or not there at all.

A manifest says what the sums in the folder follow from, so that a run goes on only with its own.
"""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import warnings
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.files import ASIDE, replacing, write_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

MANIFEST = "manifest.json"
_SEAL_BYTES = hashlib.sha256().digest_size
_CHUNKS_KEY = "chunks of the part"
_DIFFERENCES = {  # what another run differs in, the most important first
    "study": "it is of another study, or of other measures",
    "cells": "it has {} conditions and not {}",
    "digest": "its conditions are others",
    "seed": "its seed is {} and not {}",
    "replicates": "it has {} replicates of each condition and not {}",
    "chunk_size": "it draws {} replicates at a time and not {}",
    "abovechance": "it is of abovechance {} and not {}",
    "numpy": "it is of NumPy {} and not {}",
}


@dataclass(frozen=True)
class Keeper:
    """A folder of finished cells."""

    folder: Path
    facts: bytes

    @classmethod
    def open(cls, folder: str | Path, facts: Mapping[str, Any]) -> Keeper:
        """A folder for a run with these facts: a new one, or that of an earlier part of the same run."""
        known = {**facts, **_versions()}
        keeper = cls(Path(folder), json.dumps(known, indent=2).encode())
        try:
            keeper._claim(known)
        except OSError as error:
            raise InputError(
                f"the folder {str(folder)!r} cannot be used: {error.strerror or error}"
            ) from None
        return keeper

    def read(self, cell: int) -> dict[str, NDArray[Any]] | None:
        """The sums of a cell if it is finished."""
        return self._read(self._file(cell))

    def write(self, cell: int, sums: Mapping[str, Any]) -> None:
        """Keep the sums of a finished cell."""
        self._write(self._file(cell), sums)
        # Only once the whole is there, so that a run killed in between loses nothing.
        self._part(cell).unlink(missing_ok=True)

    def read_part(self, cell: int) -> tuple[int, dict[str, NDArray[Any]]]:
        """How many chunks of a cell are done, and their sums."""
        sums = self._read(self._part(cell)) or {}
        return int(sums.pop(_CHUNKS_KEY, 0)), sums

    def write_part(self, cell: int, chunks: int, sums: Mapping[str, Any]) -> None:
        """Keep the sums of the first chunks of a cell."""
        self._write(self._part(cell), {**sums, _CHUNKS_KEY: chunks})

    def clear_up(self) -> None:
        """Remove what runs that were killed have left half written, or of cells that are finished."""
        for part in self.folder.glob("part-*.npz"):
            part.unlink(missing_ok=True)
        for aside in self.folder.glob(f"{ASIDE}*"):
            shutil.rmtree(aside, ignore_errors=True)

    def _read(self, file: Path) -> dict[str, NDArray[Any]] | None:
        """What a file holds if it is as it was written; else it is computed anew, and told of."""
        try:
            content = file.read_bytes()
        except FileNotFoundError:
            return None
        archive, seal = content[:-_SEAL_BYTES], content[-_SEAL_BYTES:]
        if seal != self._seal(file, archive):
            warnings.warn(f"{str(file)!r} is damaged or of another run: it is computed anew", stacklevel=2)
            return None
        with np.load(io.BytesIO(archive), allow_pickle=False) as sums:
            return dict(sums)

    def _write(self, file: Path, sums: Mapping[str, Any]) -> None:
        buffer = io.BytesIO()
        np.savez(buffer, **sums)
        archive = buffer.getvalue()
        try:
            with replacing(file) as aside:
                aside.write_bytes(archive + self._seal(file, archive))
        except InputError:
            # another run of the same study may have finished all cells and cleared up
            if not file.exists():
                raise

    def _seal(self, file: Path, archive: bytes) -> bytes:
        """What tells a file from a damaged one, and from that of another cell or run."""
        return hashlib.sha256(self.facts + file.name.encode() + archive).digest()

    def _file(self, cell: int) -> Path:
        return self.folder / f"cell-{cell:06d}.npz"

    def _part(self, cell: int) -> Path:
        return self.folder / f"part-{cell:06d}.npz"

    def _claim(self, facts: dict[str, Any]) -> None:
        manifest = self.folder / MANIFEST
        self.folder.mkdir(parents=True, exist_ok=True)
        if not manifest.exists():
            if any(self.folder.glob("cell-*.npz")) or any(self.folder.glob("part-*.npz")):
                raise InputError(f"the folder {str(self.folder)!r} has cells but no manifest: choose another")
            write_text(manifest, self.facts.decode())
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


def described(thing: object) -> str:
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
    from abovechance.core import __version__

    return {"abovechance": __version__, "numpy": np.__version__}


def _difference(kept: object, facts: dict[str, Any]) -> str:
    known = kept if isinstance(kept, dict) else {}
    name = next((name for name in _DIFFERENCES if known.get(name) != facts[name]), "study")
    return _DIFFERENCES[name].format(known.get(name), facts[name])
