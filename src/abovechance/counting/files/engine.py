"""Large and binary files, counted by an embedded engine: a GROUP BY runs there, and only counts come back."""

from __future__ import annotations

import json
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from abovechance.counting.files.records import label_text
from abovechance.counting.files.streams import MOST_LINE
from abovechance.counting.files.tally import MOST_COMBINATIONS, Tally, require_few

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from duckdb import DuckDBPyConnection

    from abovechance.counting.files.choose import Chosen
    from abovechance.counting.files.streams import Progress

_SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}
FLOATS = ("FLOAT", "DOUBLE")
_INTEGERS = tuple(
    f"{sign}{kind}" for sign in ("", "U") for kind in ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT")
)
_EXACT = 2**53
_GLOB = "*?["
_POLL_SECONDS = 0.2


class EngineError(Exception):
    """The engine could not read a file; the careful reader finds out why, or reads it after all."""


def tally_delimited(
    path: Path, header: Sequence[str], delimiter: str, chosen: Chosen, progress: Progress | None
) -> Tally:
    """Count the rows of a CSV or TSV file in UTF-8, plain or compressed as the engine knows."""
    with connected(progress) as connection, plain_name(path) as name:
        table = csv_table(name, header, delimiter)
        labels = [f"c{i}" for i in chosen.positions]
        weight = None if chosen.weight_position is None else f"c{chosen.weight_position}"
        return _tally(connection, table, labels, weight, chosen)


def tally_records(path: Path, chosen: Chosen, progress: Progress | None) -> Tally:
    """Count the objects of a JSON lines file; what a JSON value means as a label is decided here."""
    with connected(progress) as connection, plain_name(path) as name:
        table = json_table(name, [*chosen.labels, *([chosen.weight] if chosen.weight else [])])
        weight = None if chosen.weight is None else f"{sql_name(chosen.weight)}->>'$'"
        labels = [f"{sql_name(label)}::VARCHAR" for label in chosen.labels]
        return _tally(connection, table, labels, weight, chosen, label_of=json_label)


def csv_table(name: str, header: Sequence[str], delimiter: str) -> str:
    """The rows of a text file for a query: columns c0, c1, … of text, NULL where a cell is empty."""
    columns = ", ".join(f"{sql_text(f'c{i}')}: 'VARCHAR'" for i in range(len(header)))
    return (
        f"read_csv({sql_text(name)}, columns={{{columns}}}, auto_detect=false, header=true, nullstr='', "
        f"delim={sql_text(delimiter)}, quote='\"', escape='\"', max_line_size={MOST_LINE})"
    )


def json_table(name: str, columns: Sequence[str]) -> str:
    """The objects of a JSON lines file for a query: the members of these names."""
    typed = ", ".join(f"{sql_text(column)}: 'JSON'" for column in dict.fromkeys(columns))
    return (
        f"read_json({sql_text(name)}, columns={{{typed}}}, format='newline_delimited', "
        f"maximum_object_size={MOST_LINE})"
    )


def parquet_columns(path: Path) -> list[str]:
    """The names of the columns of a Parquet file."""
    with connected(None) as connection, plain_name(path) as name:
        return [column for column, *_ in described(connection, f"read_parquet({sql_text(name)})")]


def tally_parquet(path: Path, chosen: Chosen, progress: Progress | None) -> Tally:
    """Count the rows of a Parquet file."""
    with connected(progress) as connection, plain_name(path) as name:
        return _tally_typed(connection, f"read_parquet({sql_text(name)})", chosen)


def tally_arrow(reader: Any, chosen: Chosen, progress: Progress | None) -> Tally:
    """Count the rows of Arrow record batches as they are read."""
    with connected(progress) as connection:
        connection.register("items", reader)
        return _tally_typed(connection, "items", chosen)


def _tally_typed(connection: DuckDBPyConnection, table: str, chosen: Chosen) -> Tally:
    types = {name: kind for name, kind, *_ in described(connection, table)}
    beside_integers = any(types[name] in _INTEGERS for name in (chosen.truth, chosen.prediction))
    labels = [
        float_text(sql_name(name), whole=beside_integers)
        if types[name] in FLOATS
        else f"{sql_name(name)}::VARCHAR"
        for name in chosen.labels
    ]
    weight = None if chosen.weight is None else f"{sql_name(chosen.weight)}::VARCHAR"
    return _tally(connection, table, labels, weight, chosen)


def float_text(column: str, *, whole: bool) -> str:
    """A float as text, NaN as missing; beside integers 1.0 is the label 1, as it is the same number."""
    text = f"{column}::VARCHAR"
    if whole:
        is_whole = f"{column} = trunc({column}) AND abs({column}) < {_EXACT}"
        text = f"CASE WHEN {is_whole} THEN {column}::BIGINT::VARCHAR ELSE {text} END"
    return f"CASE WHEN isnan({column}) THEN NULL ELSE {text} END"


def _tally(
    connection: DuckDBPyConnection,
    table: str,
    labels: Sequence[str],
    weight: str | None,
    chosen: Chosen,
    *,
    label_of: Callable[[str | None], str] = lambda text: text or "",
) -> Tally:
    """Ask for the number of items of each combination of labels, and with weights for their sum."""
    keys = ", ".join(labels)
    number = f"try_cast({weight} AS DOUBLE)"
    good = f"({number} >= 0 AND {number} < 'Infinity'::DOUBLE)"
    sums = "0" if weight is None else f"fsum({number})"
    wrong = "NULL" if weight is None else f"first({weight}) FILTER (WHERE {good} IS NOT TRUE)"
    wrongs = "0" if weight is None else f"count(*) FILTER (WHERE {good} IS NOT TRUE)"
    query = (
        f"SELECT {keys}, count(*), {sums}, {wrongs}, {wrong} FROM {table} "  # noqa: S608 - names are quoted
        f"GROUP BY {keys} LIMIT {MOST_COMBINATIONS + 1}"
    )
    rows = connection.execute(query).fetchall()
    require_few(len(rows), chosen)
    for *_, unfit, example in rows:
        if unfit:
            raise EngineError(f"the weight {example!r} is not a finite, non-negative number")
    return Tally.of_sums(((tuple(map(label_of, key)), n, weight) for *key, n, weight, _, _ in rows), chosen)


def json_label(text: str | None) -> str:
    """The label that a JSON value stands for, empty if it is missing."""
    label = "" if text is None else label_text(json.loads(text))
    if label is None:
        raise EngineError(f"{text} is no label")
    return label


def described(connection: DuckDBPyConnection, table: str) -> list[Any]:
    """The columns of a table: name, type and more."""
    return connection.execute(f"DESCRIBE SELECT * FROM {table}").fetchall()  # noqa: S608 - names are quoted


@contextmanager
def connected(progress: Progress | None, *, ordered: bool = False) -> Iterator[DuckDBPyConnection]:
    """A private engine; what it cannot do is an :class:`EngineError`, and an interruption is one."""
    import duckdb

    connection = duckdb.connect(config=_SETTINGS | {"preserve_insertion_order": ordered})
    try:
        with _watched(connection, progress):
            yield connection
    except duckdb.Error as error:
        raise EngineError(str(error).partition("\n")[0]) from None
    except RuntimeError as error:
        if "interrupted" in str(error):
            raise KeyboardInterrupt from None
        raise
    finally:
        connection.close()


@contextmanager
def _watched(connection: DuckDBPyConnection, progress: Progress | None) -> Iterator[None]:
    """Tell how far the engine is, from beside it; its own bar would go to standard output."""
    connection.execute("SET enable_progress_bar_print = false")
    if progress is None:
        yield
        return
    connection.execute("SET enable_progress_bar = true")
    done = threading.Event()

    def watch() -> None:
        while not done.wait(_POLL_SECONDS):
            progress(max(connection.query_progress(), 0.0) / 100)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


@contextmanager
def plain_name(path: Path) -> Iterator[str]:
    """A name for the file that the engine does not take for a pattern."""
    if not any(character in str(path) for character in _GLOB):
        yield str(path)
        return
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder) / "items"
        link.symlink_to(path.resolve())
        yield str(link)


def sql_text(value: str) -> str:
    """A text of SQL."""
    return "'" + value.replace("'", "''") + "'"


def sql_name(column: str) -> str:
    """A column name of SQL."""
    return '"' + column.replace('"', '""') + '"'
