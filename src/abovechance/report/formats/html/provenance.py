"""How a report was made: what was asked, of which input, by which versions."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from abovechance.core import __version__

_PACKAGES = ("numpy", "scipy", "duckdb")


@dataclass(frozen=True)
class Input:
    """A file that was read, and the SHA-256 of its bytes, by which it is known again."""

    name: str
    sha256: str = ""  # nothing where it could not be read twice
    size: int = 0  # in bytes


@dataclass(frozen=True)
class Provenance:
    """What only those know who ask for a report.

    There is no date in it, on purpose: the same input gives the same bytes, so that two reports can be
    compared, and one that was made again is known to be the same. When it was made, its file says.
    """

    command: str = ""  # to paste into a shell
    inputs: tuple[Input, ...] = ()
    seed: int | None = None


def versions() -> list[tuple[str, str]]:
    """The versions that numbers may depend on."""
    found = [("abovechance", __version__), ("Python", platform.python_version())]
    for package in _PACKAGES:
        try:
            found.append((package, version(package)))
        except PackageNotFoundError:
            continue
    return found
