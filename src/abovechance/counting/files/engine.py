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
    "preserve_insertion_order": False,
}
_FLOATS = ("FLOAT", "DOUBLE")
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
    columns = ", ".join(f"{_text(f'c{i}')}: 'VARCHAR'" for i in range(len(header)))
    with _connected(progress) as connection, _plain_name(path) as name:
        table = (
            f"read_csv({_text(name)}, columns={{{columns}}}, auto_detect=false, header=true, nullstr='', "
            f"delim={_text(delimiter)}, quote='\"', escape='\"', max_line_size={MOST_LINE})"
        )
        labels = [f"c{i}" for i in chosen.positions]
        weight = None if chosen.weight_position is None else f"c{chosen.weight_position}"
        return _tally(connection, table, labels, weight, chosen)


def tally_records(path: Path, chosen: Chosen, progress: Progress | None) -> Tally:
    """Count the objects of a JSON lines file; what a JSON value means as a label is decided here."""
    names = list(dict.fromkeys([*chosen.labels, *([chosen.weight] if chosen.weight else [])]))
    columns = ", ".join(f"{_text(name)}: 'JSON'" for name in names)
    with _connected(progress) as connection, _plain_name(path) as name:
        table = (
            f"read_json({_text(name)}, columns={{{columns}}}, format='newline_delimited', "
            f"maximum_object_size={MOST_LINE})"
        )
        weight = None if chosen.weight is None else f"{_name(chosen.weight)}->>'$'"
        labels = [f"{_name(label)}::VARCHAR" for label in chosen.labels]
        return _tally(connection, table, labels, weight, chosen, label_of=_json_label)


def parquet_columns(path: Path) -> list[str]:
    """The names of the columns of a Parquet file."""
    with _connected(None) as connection, _plain_name(path) as name:
        return [column for column, *_ in _described(connection, f"read_parquet({_text(name)})")]


def tally_parquet(path: Path, chosen: Chosen, progress: Progress | None) -> Tally:
    """Count the rows of a Parquet file."""
    with _connected(progress) as connection, _plain_name(path) as name:
        return _tally_typed(connection, f"read_parquet({_text(name)})", chosen)


def tally_arrow(reader: Any, chosen: Chosen, progress: Progress | None) -> Tally:
    """Count the rows of Arrow record batches as they are read."""
    with _connected(progress) as connection:
        connection.register("items", reader)
        return _tally_typed(connection, "items", chosen)


def _tally_typed(connection: DuckDBPyConnection, table: str, chosen: Chosen) -> Tally:
    types = {name: kind for name, kind, *_ in _described(connection, table)}
    beside_integers = any(types[name] in _INTEGERS for name in (chosen.truth, chosen.prediction))
    labels = [
        _float_text(_name(name), whole=beside_integers)
        if types[name] in _FLOATS
        else f"{_name(name)}::VARCHAR"
        for name in chosen.labels
    ]
    weight = None if chosen.weight is None else f"{_name(chosen.weight)}::VARCHAR"
    return _tally(connection, table, labels, weight, chosen)


def _float_text(column: str, *, whole: bool) -> str:
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


def _json_label(text: str | None) -> str:
    label = "" if text is None else label_text(json.loads(text))
    if label is None:
        raise EngineError(f"{text} is no label")
    return label


def _described(connection: DuckDBPyConnection, table: str) -> list[Any]:
    return connection.execute(f"DESCRIBE SELECT * FROM {table}").fetchall()  # noqa: S608 - names are quoted


@contextmanager
def _connected(progress: Progress | None) -> Iterator[DuckDBPyConnection]:
    """A private engine; what it cannot do is an :class:`EngineError`, and an interruption is one."""
    import duckdb

    connection = duckdb.connect(config=_SETTINGS)
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
    """Tell how far the engine is, from beside it."""
    if progress is None:
        yield
        return
    connection.execute("SET enable_progress_bar = true")
    connection.execute("SET enable_progress_bar_print = false")
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
def _plain_name(path: Path) -> Iterator[str]:
    """A name for the file that the engine does not take for a pattern."""
    if not any(character in str(path) for character in _GLOB):
        yield str(path)
        return
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder) / "items"
        link.symlink_to(path.resolve())
        yield str(link)


def _text(value: str) -> str:
    """A text of SQL."""
    return "'" + value.replace("'", "''") + "'"


def _name(column: str) -> str:
    """A column name of SQL."""
    return '"' + column.replace('"', '""') + '"'
