"""What is asked of the engine: the files that are read together as one table, and its columns in SQL."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from abovechance.core.errors import InputError
from abovechance.intake.files.arrow import arrow_batches, arrow_fields, arrow_library
from abovechance.intake.files.engine import (
    EngineError,
    asking,
    csv_table,
    described,
    json_table,
    parquet_table,
    sql_name,
    sql_text,
)
from abovechance.intake.files.text_rows import label_text, parsed
from abovechance.intake.files.whole import EXACT, is_marked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.format import TextFormat
    from abovechance.intake.files.sniff import Part

_FLOATS = ("FLOAT", "DOUBLE")
_NUMERIC = (
    "TINYINT",
    "SMALLINT",
    "INTEGER",
    "BIGINT",
    "HUGEINT",
    "FLOAT",
    "DOUBLE",
    "DECIMAL",
    "VARCHAR",
    "BOOL",
)
_NESTED = ("STRUCT", "MAP", "UNION")


class Named(Protocol):
    """The names of columns."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Those of labels."""

    @property
    def numbers(self) -> tuple[str, ...]:
        """Those of numbers."""

    @property
    def classes(self) -> tuple[str, ...]:
        """Those of labels that name the same classes."""


@dataclass(frozen=True)
class LabelSQL:
    """A column of labels: as it is stored, in which its values differ, and the text of such a value."""

    stored: str
    text: Callable[[str], str]

    @property
    def sql(self) -> str:
        """The label of a row."""
        return self.text(self.stored)


@dataclass(frozen=True)
class Asked:
    """What to ask of the engine.

    Attributes
    ----------
    table, ahead
        The table, and the same once more to look ahead.
    labels, numbers
        In SQL, the columns of labels and of numbers.
    columns
        Their names.
    label_of
        Turns the text of a label, as the engine gives it, into that of the careful reader, empty if it is
        missing; a whole number that is stored as a float bears a mark.
    size
        About how many bytes there are.
    times
        In SQL, how many items a row stands for; None if each is one.
    squares
        In SQL, the sum of their squared weights, where the weight of such a row is the sum of theirs.
    """

    table: str
    ahead: str
    labels: list[LabelSQL]
    numbers: list[str]
    columns: Named
    label_of: Callable[[str | None], str]
    size: int
    times: str | None = None
    squares: str | None = None


def together(part: Part, columns: Named) -> tuple[Any, ...]:
    """What files have in common that are read together: format, columns, types, values of their folders."""
    wanted = (*columns.labels, *columns.numbers)
    constants = tuple(part.constants[name] for name in wanted if name not in part.own)
    own = [name for name in wanted if name in part.own]
    if part.is_text:
        return part.kind, part.shape, constants, tuple(own)
    return part.kind, constants, tuple((part.shape or part.types)[name] for name in own)


def require_numeric(types: Mapping[str, str], columns: Named, name: str) -> None:
    """Refuse columns of numbers whose type cannot hold any; the name is that of the file."""
    for column in columns.numbers:
        kind = types.get(column, "DOUBLE")
        if kind.endswith("]") or not kind.removeprefix("U").startswith(_NUMERIC):
            raise InputError(f"{name}: the column {column!r} is of type {kind}, not of numbers")


def require_labels(types: Mapping[str, str], names: Sequence[str]) -> None:
    """Refuse columns of labels whose type holds more than one value."""
    for name in names:
        if types[name].endswith("]") or types[name].startswith(_NESTED):
            raise InputError(f"the column {name!r} is of type {types[name]}, not of labels")


def ask(engine: Engine, parts: Sequence[Part], columns: Named, text: TextFormat) -> Asked:
    """The question for files that are read together."""
    first = parts[0]
    wanted = tuple(dict.fromkeys((*columns.labels, *columns.numbers)))
    own = [name for name in wanted if name in first.own] or first.own[:1]
    names = [engine.plain_name(part.path) for part in parts if part.path is not None]
    if first.kind == "csv":
        compression, *_ = first.shape
        table = ahead = csv_table(names, len(first.own), first.delimiter, compression, header=text.header)
    elif first.kind == "json":
        table = ahead = json_table(names, own, first.shape)
    elif first.kind == "parquet":
        table = ahead = parquet_table(names)
    else:
        table, ahead = "stored", "stored_ahead"
        for view in (table, ahead):
            engine.connection.register(view, _chained(parts, own))
    return Asked(
        table,
        ahead,
        [_label(first, name) for name in columns.labels],
        [_number(first, name, text) for name in columns.numbers],
        columns,
        _json_label if first.kind == "json" else plain_label,
        sum(part.size for part in parts),
    )


def arrow_types(engine: Engine, part: Part) -> dict[str, str]:
    """The types that the columns of an Arrow file have in the engine, their own where it has none."""
    arrow = arrow_library(part.name)
    types: dict[str, str] = {}
    for name, kind in arrow_fields(part):
        empty = arrow.RecordBatchReader.from_batches(arrow.schema([("c", kind)]), [])
        try:
            with asking(engine):
                engine.connection.register("described", empty)
                types[name] = described(engine, "described")["c"]
        except EngineError:
            types[name] = str(kind)
    return types


def _chained(parts: Sequence[Part], names: Sequence[str]) -> Any:
    """The record batches of Arrow files one after the other, these columns only, named by their place.

    The engine has no column without a name, and takes names that differ in case for one.
    """
    arrow = arrow_library(parts[0].name)
    kinds = dict(arrow_fields(parts[0]))
    schema = arrow.schema([(_placed(parts[0], name), kinds[name]) for name in names])

    def batches() -> Iterator[Any]:
        for part in parts:
            for batch in arrow_batches(part, names):
                yield arrow.RecordBatch.from_arrays(batch.columns, schema=schema)

    return arrow.RecordBatchReader.from_batches(schema, batches())


def _label(part: Part, name: str) -> LabelSQL:
    if name not in part.own:
        value = part.constants[name]
        text = json.dumps(value) if part.kind == "json" else value
        return LabelSQL(sql_text(text) if value else "NULL::VARCHAR", _as_it_is)
    if part.kind == "csv":
        return LabelSQL(_placed(part, name), _as_it_is)
    if part.kind == "json":
        return LabelSQL(f"{sql_name(name)}::VARCHAR", _as_it_is)
    return typed_label(_placed(part, name), part.types[name])


def typed_label(column: str, kind: str) -> LabelSQL:
    """A column of labels that has a type in the engine."""
    if kind == "VARCHAR":
        return LabelSQL(column, _as_it_is)
    if kind in _FLOATS:
        return LabelSQL(column, _float_text)
    return LabelSQL(column, _decimal_text if kind.startswith("DECIMAL") else _other_text)


def _number(part: Part, name: str, text: TextFormat) -> str:
    if name not in part.own:
        return f"nullif({sql_text(part.constants[name])}, '')"
    if part.kind == "json":
        return f"({sql_name(name)}->>'$')"
    return text.number_sql(_placed(part, name)) if part.kind == "csv" else _placed(part, name)


def _placed(part: Part, name: str) -> str:
    """A column in SQL, by its place wherever the engine is given names that are ours."""
    return f"c{part.own.index(name)}" if part.kind in ("csv", "arrow") else sql_name(name)


def _as_it_is(sql: str) -> str:
    return sql


def _other_text(sql: str) -> str:
    return f"{sql}::VARCHAR"


def _float_text(column: str) -> str:
    """A float as text, NaN as missing, with a mark if it is whole."""
    is_whole = f"{column} = trunc({column}) AND abs({column}) < {EXACT}"
    text = f"CASE WHEN {is_whole} THEN chr(0) || {column}::BIGINT || '.0' ELSE {column}::VARCHAR END"
    return f"CASE WHEN isnan({column}) THEN NULL ELSE {text} END"


def _decimal_text(column: str) -> str:
    """A decimal number as text, with a mark if it is whole and has places after the point."""
    text = f"{column}::VARCHAR"
    is_whole = f"{column} = trunc({column}) AND contains({text}, '.')"
    return f"CASE WHEN {is_whole} THEN chr(0) || {text} ELSE {text} END"


def plain_label(text: str | None) -> str:
    """The label of a text, empty if it is missing."""
    if text and "\0" in text and not is_marked(text):
        raise EngineError(f"the label {text!r} holds a NUL character")
    return text or ""


def _json_label(text: str | None) -> str:
    try:
        return "" if text is None else label_text(parsed(text))
    except ValueError as error:
        raise EngineError(f"a label {error}") from None
