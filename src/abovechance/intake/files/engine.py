"""The embedded engine: a private one, that spills where nothing is left behind, and what is said to it."""

from __future__ import annotations

import os
import re
import tempfile
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from abovechance.intake.files.reading import GeneralError
from abovechance.intake.files.stream import MOST_LINE, no_space

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from duckdb import DuckDBPyConnection

    from abovechance.intake.files.reading import Progress

_SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    # Extensions may be fetched from the network: what a file is called must not make the engine do so.
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}
_UNUSABLE_CHARACTERS = re.compile(r"[*?\[\ud800-\udfff]")  # what patterns have, and names that are no text
_ERROR_CATEGORY = re.compile(r"^[A-Z][\w ]*Error: ")
_WRITE_FAILED = re.compile(r"ould not (write|truncate)")
_POLL_SECONDS = 0.2
_LEAST_MEMORY, _MEMORY_OF_THREAD = 1000, 125  # megabytes: what does not fit is spilled to disk


class EngineError(Exception):
    """The engine could not read a file; ``item`` is the wrong one's number, from 1 on, if it is known."""

    def __init__(self, message: str, item: int | None = None) -> None:
        super().__init__(message)
        self.item = item


@dataclass(frozen=True)
class Engine:
    """A private engine, and a folder of its own that is gone with it."""

    connection: DuckDBPyConnection
    folder: Path

    def plain_name(self, path: Path) -> str:
        """A name for a file that the engine does not take for a pattern or an address."""
        name = str(path.absolute())
        if not _UNUSABLE_CHARACTERS.search(name):
            return name
        link = self.folder / sha256(os.fsencode(name)).hexdigest()
        if not link.exists():
            link.symlink_to(name)
        return str(link)


@contextmanager
def connected() -> Iterator[Engine]:
    """Start an engine; it spills into a temporary folder, which is removed however this ends."""
    import duckdb

    threads = os.cpu_count() or 1
    with tempfile.TemporaryDirectory(prefix="abovechance-") as folder:
        settings = _SETTINGS | {
            "temp_directory": str(Path(folder) / "spilled"),
            "memory_limit": f"{max(_LEAST_MEMORY, _MEMORY_OF_THREAD * threads)}MB",
        }
        connection = duckdb.connect(config=settings)
        try:
            connection.execute("SET enable_progress_bar_print = false")
            yield Engine(connection, Path(folder))
        finally:
            connection.close()


@contextmanager
def asking(engine: Engine, progress: Progress | None = None) -> Iterator[None]:
    """Ask the engine: what it cannot do is an :class:`EngineError`, and an interruption is one."""
    import duckdb

    try:
        with _watched(engine.connection, progress):
            yield
    except duckdb.Error as error:
        raise _meaning(error) from None
    except RuntimeError as error:
        if "interrupted" in str(error):
            raise KeyboardInterrupt from None
        raise
    except (UnicodeDecodeError, SystemError) as error:
        if not isinstance(_root(error), UnicodeDecodeError):
            raise
        raise EngineError("it is damaged, or holds text that is not UTF-8") from None


def _root(error: BaseException) -> BaseException:
    """What an error goes back to: the engine goes on making arrays of a text that is none."""
    return error if error.__cause__ is None else _root(error.__cause__)


def _meaning(error: Exception) -> Exception:
    """What an error of the engine means: the disk or the memory is full, or a file is bad."""
    import duckdb

    said = str(error)
    written = isinstance(error, duckdb.IOException) and _WRITE_FAILED.search(said) is not None
    if written or "max_temp_directory_size" in said or "No space left" in said:
        return no_space(tempfile.gettempdir())
    if isinstance(error, duckdb.OutOfMemoryException):
        return GeneralError(f"there is too little memory to read this: {said.partition(chr(10))[0]}")
    return EngineError(_ERROR_CATEGORY.sub("", said.partition("\n")[0]))


@contextmanager
def _watched(connection: DuckDBPyConnection, progress: Progress | None) -> Iterator[None]:
    """Tell how far the engine is, from beside it; its own bar would go to standard output."""
    import duckdb

    if progress is None:
        yield
        return
    connection.execute("SET enable_progress_bar = true")
    done = threading.Event()

    def watch() -> None:
        with suppress(duckdb.ConnectionException):  # closed before its time, as by a second interruption
            while not done.wait(_POLL_SECONDS):
                progress(max(connection.query_progress(), 0.0) / 100)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


def described(engine: Engine, table: str) -> dict[str, str]:
    """The columns of a table, and their types."""
    rows: list[Any] = engine.connection.execute(f"DESCRIBE SELECT * FROM {table}").fetchall()  # noqa: S608 - names are quoted
    return {name: kind for name, kind, *_ in rows}


def csv_table(
    names: Sequence[str],
    width: int,
    delimiter: str,
    compression: str | None,
    *,
    header: bool,
    rejects: bool = False,
) -> str:
    """The rows of text files for a query: columns c0, c1, … of text, NULL where a cell is empty."""
    columns = ", ".join(f"{sql_text(f'c{i}')}: 'VARCHAR'" for i in range(width))
    # Columns that folders name are added elsewhere, by one rule for all formats.
    return (
        f"read_csv({sql_list(names)}, columns={{{columns}}}, auto_detect=false, header={header}, nullstr='', "
        f"delim={sql_text(delimiter)}, quote='\"', escape='\"', max_line_size={MOST_LINE}, "
        f"compression={sql_text(compression or 'uncompressed')}, hive_partitioning=false"
        f"{', store_rejects=true' * rejects})"
    )


def json_table(names: Sequence[str], form: str, compression: str | None) -> str:
    """The objects of JSON files for a query, in the column ``json``."""
    checked = (
        "CASE json_type(json) WHEN 'OBJECT' THEN json ELSE error('it has values that are not objects') END"
    )
    return (
        f"(SELECT {checked} AS json FROM read_json_objects({sql_list(names)}, format={sql_text(form)}, "  # noqa: S608 - names are quoted
        f"maximum_object_size={MOST_LINE}, compression={sql_text(compression or 'uncompressed')}, "
        "hive_partitioning=false))"
    )


def parquet_table(names: Sequence[str]) -> str:
    """The rows of Parquet files for a query."""
    return f"read_parquet({sql_list(names)}, hive_partitioning=false)"


def sql_text(value: str) -> str:
    """A text of SQL."""
    return "'" + value.replace("'", "''") + "'"


def sql_list(values: Sequence[str]) -> str:
    """A list of texts of SQL."""
    return "[" + ", ".join(map(sql_text, values)) + "]"


def sql_pointer(member: str) -> str:
    """A member of a JSON object, as SQL finds it whatever its name is."""
    return sql_text("/" + member.replace("~", "~0").replace("/", "~1"))


def sql_name(column: str) -> str:
    """A column name of SQL."""
    return '"' + column.replace('"', '""') + '"'
