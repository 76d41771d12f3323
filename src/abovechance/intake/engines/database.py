"""A table or view of a DuckDB database: its file is opened read only, and counted as files are.

A database may come from anywhere: its views may read files, and its macros bear the names of functions. So
nothing outside is read unless asked for, and the database is never the one in use, so that functions in
queries are the engine's own.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from abovechance.core.errors import Argument, InputError
from abovechance.core.labels import nearest
from abovechance.intake.files.engine import EngineError, asking, connected, described, sql_name, sql_text
from abovechance.intake.files.query import asked_of
from abovechance.intake.files.reader import Found

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.query import Named
    from abovechance.intake.files.reader import Reader
    from abovechance.intake.files.reading import Reading

C = TypeVar("C", bound="Named")
T = TypeVar("T")
_DATABASE_NAME = "given"
_MAX_TABLES_SHOWN = 3
_FILES_FORBIDDEN = "disabled by configuration"  # what the engine says of files that it may not read


@dataclass(frozen=True)
class DatabaseTable:
    """A table or view, by its name with or without a schema, of the database in a file."""

    database: str
    table: str
    external: bool = False  # whether views may read files and addresses

    @contextmanager
    def read(self, reader: Reader[C, T], reading: Reading) -> Iterator[Found[C, T]]:
        """Let a reader of files make of the table what it makes of a file."""
        if reading.skip_bad:
            raise InputError("{argument} leaves out files, and this is a table", argument="skip_bad")
        if reading.text.asked:
            raise InputError(f"{reading.text.asked[0]} applies to text files, and this is a table")
        file = Path(self.database)
        if not file.is_file():
            raise InputError(
                "there is no database {name!r}: {argument} names the file of one, or the URL of a Spark, "
                "which begins with sc:// or spark://",
                argument="connect", name=self.database,
            )  # fmt: skip
        name = repr(self.table)
        with connected() as engine:
            try:
                with asking(engine, reading.progress):
                    table = self._attached(engine)
                    types = described(engine, table)
                    columns = reader.choose(list(types), name, len(types))
                    sql = {column: sql_name(column) for column in types}
                    asked = asked_of(table, types, sql, sql, columns, name=name, size=file.stat().st_size)
                    result = reader.read(engine, asked, columns, reading)
            except EngineError as error:
                if _FILES_FORBIDDEN in str(error):
                    raise InputError(
                        "{name} of {database} is a view that reads files: allow it with {external} if you "
                        "trust the database",
                        name=name, database=repr(self.database), external=Argument("external", value=True),
                    ) from None  # fmt: skip
                raise InputError(f"{name} of {self.database!r} cannot be read: {error}") from None
            yield Found(columns, [result], name, engine)

    def _attached(self, engine: Engine) -> str:
        """The name of the table for a query."""
        path = sql_text(engine.plain_name(Path(self.database)))
        try:
            with asking(engine):
                engine.connection.execute(f"ATTACH {path} AS {_DATABASE_NAME} (TYPE duckdb, READ_ONLY)")
                if not self.external:
                    # The folder that the engine spills into stays allowed, which must be said before the door
                    # is shut.
                    own = sql_text(str(engine.folder))
                    engine.connection.execute(f"SET allowed_directories = [{own}]")
                    engine.connection.execute("SET enable_external_access = false")  # for good
        except EngineError as error:
            why = _plainly(error)
            raise InputError(f"{self.database!r} cannot be opened as a DuckDB database: {why}") from None
        rows: list[Any] = engine.connection.execute(
            "SELECT table_schema, table_name FROM information_schema.tables WHERE table_catalog = ? "
            "ORDER BY table_schema <> 'main', table_schema, table_name",
            [_DATABASE_NAME],
        ).fetchall()
        # Reversed, so that of equal names in several schemas the first, that of main, is kept.
        named = {name: place for place in reversed(rows) for name in (place[1], f"{place[0]}.{place[1]}")}
        # Of names that differ in case only, the engine has one.
        found = {name.lower(): place for name, place in named.items()}.get(self.table.lower())
        if found is None:
            near = _near(self.table, named, rows)
            raise InputError(f"{self.database!r} has no table or view {self.table!r}{near}")
        schema, table = found
        return f"{_DATABASE_NAME}.{sql_name(schema)}.{sql_name(table)}"


def _plainly(error: EngineError) -> str:
    said = str(error)
    if "Could not set lock" in said or "used by another process" in said:
        return "another process has it open to write; close that, or give a copy"
    if "version number" in said or "newer version" in said:
        return f"another version of DuckDB wrote it ({said})"
    return said


def _near(table: str, named: Iterable[str], rows: Sequence[tuple[str, str]]) -> str:
    near = nearest(table, named)
    if near:
        return f"; did you mean {near[0]!r}?"
    tables = [name if schema == "main" else f"{schema}.{name}" for schema, name in rows]
    if not tables:
        return ", and no other"
    more = " and others" if len(tables) > _MAX_TABLES_SHOWN else ""
    return f"; there are {', '.join(map(repr, tables[:_MAX_TABLES_SHOWN]))}{more}"
