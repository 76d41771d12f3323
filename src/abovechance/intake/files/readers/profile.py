"""Read what the columns of a file look like, to tell which are labels, scores, weights or names of items."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import Argument, InputError
from abovechance.intake.files.columns import Columns, one_each
from abovechance.intake.files.engine import EngineError, asking, connected
from abovechance.intake.files.part import located, look
from abovechance.intake.files.query import ask, require_labels
from abovechance.intake.files.reading import PLAIN
from abovechance.intake.files.refusals import cleaned, refusal
from abovechance.intake.files.schemas import learn_columns

if TYPE_CHECKING:
    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.part import Part
    from abovechance.intake.files.query import Asked
    from abovechance.intake.files.reading import TextFormat

_MOST_CELLS = 2_000_000  # so many cells are looked at, of no more rows than
_MOST_ROWS = 100_000
_MOST_COLUMNS = 200
_MOST_LABELS = 40  # so many of a column are told
_ROWS_SHOWN = 6


@dataclass(frozen=True)
class Profile:
    """What the first rows of a column have."""

    name: str
    distinct: int  # different texts
    missing: int  # empty cells
    labels: dict[str, int]  # the most frequent texts, and how often they are there
    numbers: int  # cells that are numbers
    is_whole: bool  # whether these are whole numbers
    low: float | None  # the least of them
    high: float | None


@dataclass(frozen=True)
class FileProfile:
    """What the first rows of a file have."""

    columns: tuple[Profile, ...]
    left_out: tuple[str, ...]  # columns that cannot be chosen: of one name, without one, nested, too many
    rows: int  # that were looked at
    is_whole: bool  # whether these are all
    first: tuple[tuple[str, ...], ...]  # the cells of the first rows


def read_profile(file: str, text: TextFormat = PLAIN) -> FileProfile:
    """Look at the first rows of one file, of any format that is read here."""
    (place,) = located(file)
    with connected() as engine:
        part = look(place, text, None, engine.folder)
        if text.sheet is not None and not part.is_sheet:
            raise InputError("{argument} applies to spreadsheets, and this file is not one", argument="sheet")
        if part.kind != "csv":
            for _, error in learn_columns(engine, [part]):
                raise refusal(engine, part, error, text)
        try:
            return _profile(engine, part, text)
        except EngineError as error:
            if not cleaned(engine, part, error):
                raise refusal(engine, part, error, text) from None
            return _profile(engine, part, text)


def _profile(engine: Engine, part: Part, text: TextFormat) -> FileProfile:
    names = [name for name in part.columns if _can_be_chosen(part, name)][:_MOST_COLUMNS]
    if not names:
        raise _no_names(part)
    with asking(engine):
        engine.connection.execute("SET preserve_insertion_order = true")
        asked = ask(engine, [part], Columns(tuple(names), tuple(names)), text)
        most = min(_MOST_ROWS, max(_MOST_CELLS // len(names), 100))
        cells = ", ".join(
            f"{_there(label.sql, part)} AS l{i}, {_as_number(number)} AS n{i}"
            for i, (label, number) in enumerate(zip(asked.labels, asked.numbers, strict=True))
        )
        engine.connection.execute(
            f"CREATE OR REPLACE TEMP TABLE cells AS SELECT {cells} FROM {asked.table} LIMIT {most + 1}"  # noqa: S608 - names are quoted
        )
        rows = _one(engine, "SELECT count(*) FROM cells")[0]
        if not rows:
            raise InputError(f"{part.name} has columns but no rows")
        # One row more than wanted has told whether these are all.
        if rows > most:
            engine.connection.execute(f"DELETE FROM cells WHERE rowid >= {most}")  # noqa: S608 - a number
        return FileProfile(
            tuple(_of_column(engine, asked, name, i) for i, name in enumerate(names)),
            tuple(dict.fromkeys(name for name in part.columns if name not in names)),
            min(rows, most),
            rows <= most,
            _first(engine, asked),
        )


def _no_names(part: Part) -> InputError:
    """Why none of the columns can be named: most likely the first line is an item."""
    twice = next((name for name in part.columns if name.strip() and part.columns.count(name) > 1), None)
    if twice is None:
        return InputError(f"{part.name} has no columns: its first line must name them")
    return InputError(
        "the first line of {file} calls {several} columns {name!r}: say {none} if it names none",
        file=part.name, name=twice, several="both" if len(part.columns) == 2 else "several",
        none=Argument("header", value=False),
    )  # fmt: skip


def _can_be_chosen(part: Part, name: str) -> bool:
    try:
        require_labels(part.types, [name])
    except InputError:
        return False
    return name.strip() != "" and part.columns.count(name) == 1


def _there(sql: str, part: Part) -> str:
    """A cell, NULL where it is empty: JSON writes that out."""
    return f"nullif(nullif({sql}, 'null'), '\"\"')" if part.kind == "json" else sql


def _as_number(sql: str) -> str:
    """A finite number; a cast by way of text takes any type."""
    cast = f"try_cast(({sql})::VARCHAR AS DOUBLE)"
    return f"CASE WHEN isfinite({cast}) THEN {cast} END"


def _of_column(engine: Engine, asked: Asked, name: str, i: int) -> Profile:
    distinct, missing, numbers, whole, low, high = _one(
        engine,
        f"SELECT count(DISTINCT l{i}), count(*) FILTER (l{i} IS NULL), count(n{i}), "  # noqa: S608 - the names are our own
        f"count(*) FILTER (n{i} = trunc(n{i})), min(n{i}), max(n{i}) FROM cells",
    )
    counted = engine.connection.execute(
        f"SELECT l{i}, count(*) AS items FROM cells WHERE l{i} IS NOT NULL GROUP BY l{i} "  # noqa: S608
        f"ORDER BY items DESC, l{i} LIMIT {_MOST_LABELS}"
    ).fetchall()
    texts = {asked.label_of(text): items for text, items in counted}
    meant = one_each(texts)
    labels: dict[str, int] = {}
    for text, items in texts.items():
        labels[meant[text]] = labels.get(meant[text], 0) + items
    labels.pop("", None)
    return Profile(name, distinct, missing, labels, numbers, 0 < numbers == whole, low, high)


def _first(engine: Engine, asked: Asked) -> tuple[tuple[str, ...], ...]:
    columns = ", ".join(f"l{i}" for i in range(len(asked.labels)))
    rows: list[Any] = engine.connection.execute(
        f"SELECT {columns} FROM cells LIMIT {_ROWS_SHOWN}"  # noqa: S608 - the names are our own
    ).fetchall()
    return tuple(tuple(asked.label_of(text) for text in row) for row in rows)


def _one(engine: Engine, query: str) -> tuple[Any, ...]:
    (row,) = engine.connection.execute(query).fetchall()
    return row
