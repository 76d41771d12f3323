"""Names to files: a file, a pattern, a directory, or several of these; folders may name columns."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from glob import glob, has_magic
from pathlib import Path, PurePath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from abovechance.intake.files.reading import GeneralError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Name = str | os.PathLike[str]
    Names = Name | Sequence[Name]

PACKINGS = (".gz", ".bz2", ".xz", ".zst")
TABS = (".tsv", ".tab")
RECORDS = (".jsonl", ".ndjson", ".json")
SHEET = ".xlsx"
_DATA = (
    ".csv",
    ".txt",
    *TABS,
    *RECORDS,
    ".parquet",
    ".pq",
    ".arrow",
    ".arrows",
    ".feather",
    ".ipc",
    SHEET,
    ".zip",
)
_ABSENT = "__HIVE_DEFAULT_PARTITION__"


@dataclass(frozen=True)
class Located:
    """A file, and the columns that its folders name: ``site=A/day=3/part.parquet`` has a site and a day."""

    file: str
    constants: dict[str, str] = field(default_factory=dict)


def located(file: Names) -> list[Located]:
    """The files meant by a name, a pattern, a directory, or several; a name that exists is no pattern.

    A file that a pattern or a directory leads to in several ways, by links, is meant once.

    Examples
    --------
    >>> located("data/site=A/day=3/part.parquet")
    [Located(file='data/site=A/day=3/part.parquet', constants={'site': 'A', 'day': '3'})]
    """
    names = _names(file)
    if not names:
        raise GeneralError("no file is given: name at least one")
    files = [one for name in names for one in _expanded(name)]
    seen: set[str] = set()
    for one in files:
        place = one if one == "-" else _real(one)
        if place in seen:
            what = "standard input" if one == "-" else repr(one)
            raise GeneralError(f"{what} is given twice: its items would count twice")
        seen.add(place)
    return [Located(one, _constants(one)) for one in files]


def _names(file: Names) -> list[str]:
    names = [file] if isinstance(file, str | os.PathLike) else file
    return [os.fspath(name) for name in names]


def called(file: Names) -> str:
    """What messages call all the input together."""
    names = _names(file)
    if len(names) != 1:
        return "the input"
    return "standard input" if names[0] == "-" else repr(names[0])


def ending(path: PurePath | None) -> str:
    """The ending of a file's name that tells its format, the compression aside."""
    suffixes = [suffix.lower() for suffix in path.suffixes] if path else []
    return next((suffix for suffix in reversed(suffixes) if suffix not in PACKINGS), "")


def _expanded(name: str) -> list[str]:
    if not name:
        raise GeneralError("the name of a file is empty: name a file, or . for the files of this folder")
    if _is(name, Path.is_dir):
        return _in_directory(name)
    if name == "-" or not has_magic(name) or "\0" in name or _is(name, Path.exists):
        return [name]
    named = PurePath(name).parts
    matches = [
        match
        for match in glob(name, recursive=True)  # noqa: PTH207 - the pattern may be absolute
        if not any(_is_hidden(part) for part in PurePath(match).parts if part not in named)
    ]
    files = _once(path for match in matches for path in _matched(Path(match)))
    if not files:
        raise GeneralError(f"no file matches {name!r}")
    return files


def _matched(match: Path) -> Iterable[Path]:
    if _is(str(match), Path.is_dir):
        return _below(match, ())
    return [] if _is(str(match), _is_special) else [match]


def _in_directory(name: str) -> list[str]:
    files = _once(_below(Path(name), ()))
    if not files:
        raise GeneralError(
            f"{name!r} is a directory without data files: their names end in {', '.join(_DATA)}, "
            "plain or compressed"
        )
    return files


def _below(folder: Path, above: tuple[str, ...]) -> Iterator[Path]:
    """The data files in a folder and in those below; a folder that links back is entered once.

    A folder that cannot be looked into stands for its files: to read it fails as theirs would.
    """
    place = _real(str(folder))
    if place in above:
        return
    try:
        entries = list(folder.iterdir())
    except OSError:
        yield folder
        return
    for path in entries:
        if _is_hidden(path.name):
            continue
        if _is(str(path), Path.is_dir):
            yield from _below(path, (*above, place))
        elif ending(path) in _DATA and not _is(str(path), _is_special):
            yield path


def _is_special(path: Path) -> bool:
    """Whether it is a pipe, socket or device: to read one that nobody fills would never end."""
    return path.exists() and not path.is_file()


def _is_hidden(name: str) -> bool:
    return name.startswith(".") or (name.startswith("_") and "=" not in name)


def _once(paths: Iterable[Path]) -> list[str]:
    """The files in order, one that several names lead to by the name with the fewest links."""
    found: dict[str, list[Path]] = {}
    for path in paths:
        found.setdefault(_real(str(path)), []).append(path)
    kept = [min(names, key=_directness) if names[1:] else names[0] for names in found.values()]
    return [str(path) for path in sorted(kept, key=lambda path: path.parts)]


def _directness(path: Path) -> tuple[int, tuple[str, ...]]:
    return sum(part.is_symlink() for part in (path, *path.parents)), path.parts


def _real(name: str) -> str:
    """The file that a name leads to; the name itself if it is none of a file."""
    try:
        return os.path.realpath(name)
    except ValueError:
        return name


def _is(name: str, kind: Callable[[Path], bool]) -> bool:
    try:
        return kind(Path(name))
    except (OSError, ValueError):
        return False


def _constants(file: str) -> dict[str, str]:
    """The columns that the folders of a file name, empty where a value is missing."""
    pairs = [part.partition("=") for part in PurePath(file).parts[:-1]]
    found = {unquote(column): unquote(value) for column, equals, value in pairs if column and equals}
    return {column: "" if value == _ABSENT else value for column, value in found.items()}
