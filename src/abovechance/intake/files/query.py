"""What is asked of the engine: the files that are read together as one table, and its columns in SQL."""

from __future__ import annotations

import json
import math
import struct
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from abovechance.core.errors import InputError
from abovechance.intake.files.columns import numeral
from abovechance.intake.files.engine import (
    EngineError,
    csv_table,
    json_table,
    parquet_table,
    sql_name,
    sql_pointer,
    sql_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.part import Part
    from abovechance.intake.files.reading import TextFormat

ABOVE, BELOW = "\1above", "\1below"  # stand for decisions by a threshold until the two classes are known
_MAX_DIGITS = 400  # no floating-point number has more before its point
_EXACT_INTEGER_LIMIT = 2**53  # floats below are told apart from their neighbours
_FLOAT_TYPES = ("FLOAT", "DOUBLE")
_NUMERIC_TYPES = (
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
_NESTED_TYPES = ("STRUCT", "MAP", "UNION")


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
    decided_of: Callable[[Callable[[str], str]], LabelSQL] | None = None  # of decisions' SQL

    @property
    def sql(self) -> str:
        """The label of a row."""
        return self.text(self.stored)


@dataclass(frozen=True)
class Asked:
    """What to ask of the engine; labels, numbers, times and squares are SQL."""

    table: str
    ahead: str  # the same table once more, to look ahead
    labels: list[LabelSQL]
    numbers: list[str]
    columns: Named
    label_of: Callable[[str | None], str]  # from the engine's text; empty if it is missing
    size: int  # about how many bytes there are
    times: str | None = None  # items that a row stands for; None if each is one
    squares: str | None = None  # the sum of their squared weights, where its weight is a sum

    def without(self, codes: Sequence[str]) -> Asked:
        """The same where these texts, and numbers that they write, are missing values."""
        if not codes:
            return self
        values = {value for code in codes if (value := numeral(code)) is not None}
        texts = ", ".join(map(sql_text, codes))
        doubles = ", ".join(f"{float(value)!r}::DOUBLE" for value in values)

        def label_of(text: str | None) -> str:
            label = self.label_of(text)
            return "" if label in codes or (values and numeral(label) in values) else label

        def number(sql: str) -> str:
            is_code = f"{sql}::VARCHAR IN ({texts})"
            is_code += f" OR try_cast({sql} AS DOUBLE) IN ({doubles})" if doubles else ""
            return f"(CASE WHEN {is_code} THEN NULL ELSE {sql} END)"

        labels = [x if x.decided_of is None else x.decided_of(number) for x in self.labels]
        return replace(self, label_of=label_of, labels=labels, numbers=list(map(number, self.numbers)))


def together(part: Part, columns: Named) -> tuple[Any, ...]:
    """What files have in common that are read together: format, columns, types, values of their folders."""
    wanted = (*columns.labels, *columns.numbers)
    constants = tuple(part.constants[name] for name in wanted if name not in part.own)
    own = [name for name in wanted if name in part.own]
    if part.is_text:
        return part.kind, part.shape, constants, tuple(own)
    return part.kind, constants, tuple(part.shape[name] for name in own)


def require_numeric(types: Mapping[str, str], columns: Named, name: str) -> None:
    """Refuse columns of numbers whose type cannot hold any; the name is that of the file."""
    decided = [column for column in columns.labels if _threshold_of(columns, column) is not None]
    for column in (*columns.numbers, *decided):
        kind = types.get(column, "DOUBLE")
        if kind.endswith("]") or not kind.removeprefix("U").startswith(_NUMERIC_TYPES):
            raise InputError(f"{name}: the column {column!r} is of type {kind}, not of numbers")


def require_labels(types: Mapping[str, str], names: Sequence[str], where: str = "") -> None:
    """Refuse columns of labels whose type holds more than one value."""
    for name in names:
        kind = types.get(name, "VARCHAR")
        if kind.endswith("]") or kind.startswith(_NESTED_TYPES):
            raise InputError(f"{where}the column {name!r} is of type {kind}, not of labels")


def ask(engine: Engine, parts: Sequence[Part], columns: Named, text: TextFormat) -> Asked:
    """The question for files that are read together."""
    first = parts[0]
    names = [engine.plain_name(part.path) for part in parts]
    if first.kind == "csv":
        table = csv_table(names, len(first.own), first.delimiter, first.compression, header=text.header)
    elif first.kind == "json":
        table = json_table(names, first.form, first.compression)
    elif first.kind == "parquet":
        table = parquet_table(names)
    else:
        from abovechance.intake.files.schemas import chained

        table = "stored"
        wanted = tuple(dict.fromkeys((*columns.labels, *columns.numbers)))
        # Rows without any column could not be counted.
        own = [name for name in wanted if name in first.own] or first.own[:1]
        # A table of Arrow is read as a stream, once: to look ahead takes another.
        for view in (table, f"{table}_ahead"):
            engine.connection.register(view, chained(parts, own))
    return Asked(
        table,
        f"{table}_ahead" if first.kind == "arrow" else table,
        label_columns(
            columns,
            lambda name: _label(first, name),
            lambda name: _number(first, name, text),
            first.types,
            in_json=first.kind == "json",
        ),
        [_number(first, name, text) for name in columns.numbers],
        columns,
        _json_label if first.kind == "json" else plain_label,
        sum(part.size for part in parts),
    )


def asked_of(
    table: str,
    types: Mapping[str, str],
    label_sql: Mapping[str, str],
    number_sql: Mapping[str, str],
    columns: Named,
    *,
    name: str,
    size: int = 0,
    times: str | None = None,
    squares: str | None = None,
) -> Asked:
    """The question for a table of typed columns, given their SQL; messages call the table ``name``."""
    require_numeric(types, columns, name)
    require_labels(types, columns.labels)
    labels = label_columns(
        columns, lambda x: typed_label(label_sql[x], types[x]), label_sql.__getitem__, types
    )
    numbers = [number_sql[number] for number in columns.numbers]
    return Asked(table, table, labels, numbers, columns, plain_label, size, times, squares)


def label_columns(
    columns: Named,
    label: Callable[[str], LabelSQL],
    number: Callable[[str], str],
    types: Mapping[str, str],
    *,
    in_json: bool = False,
) -> list[LabelSQL]:
    """The columns of labels; those of numbers that are decided by a threshold, as decisions."""
    return [
        label(name)
        if (threshold := _threshold_of(columns, name)) is None
        else _decision(number(name), _as_stored(threshold, types.get(name)), name, in_json=in_json)
        for name in columns.labels
    ]


def _threshold_of(columns: Named, name: str) -> float | None:
    """Where a column of predictions holds probabilities or scores, from which number on they say yes."""
    return getattr(columns, "threshold", None) if name in columns.classes[1:] else None


def _as_stored(threshold: float, kind: str | None) -> float:
    """A threshold as numbers of a type are stored: those of 32 bits are compared with one of 32 bits."""
    return struct.unpack("f", struct.pack("f", threshold))[0] if kind == "FLOAT" else threshold


def _decision(number: str, threshold: float, name: str, *, in_json: bool = False) -> LabelSQL:
    """Numbers as decisions: those that reach a threshold are above it."""
    no_number = sql_text(f"' in column {name!r} is not a number")
    refused = f"error(chr(39) || {number}::VARCHAR || {no_number})"
    value = f"try_cast({number} AS DOUBLE)"
    above, below = (sql_text(json.dumps(text) if in_json else text) for text in (ABOVE, BELOW))
    return LabelSQL(
        f"CASE WHEN {is_no_number(number)} THEN {refused} WHEN isnan({value}) IS NOT FALSE THEN NULL "
        f"WHEN {value} >= {float(threshold)!r}::DOUBLE THEN {above} ELSE {below} END",
        _as_it_is,
        lambda made: _decision(made(number), threshold, name, in_json=in_json),
    )


def is_no_number(sql: str) -> str:
    """Whether there is something that is not a number."""
    return f"({sql} IS NOT NULL AND try_cast({sql} AS DOUBLE) IS NULL)"


def first_wrong(engine: Engine, asked: Asked, wrong: Sequence[tuple[str, str]]) -> EngineError:
    """The error of the first item that is wrong, given conditions in SQL and what is said of each."""
    # Rows are numbered in the order of the file only if that is kept.
    engine.connection.execute("SET preserve_insertion_order = true")
    said = " ".join(f"WHEN {condition} THEN {text}" for condition, text in wrong)
    query = (
        f"SELECT item, said FROM (SELECT row_number() OVER () AS item, CASE {said} END AS said "  # noqa: S608 - names are quoted
        f"FROM {asked.ahead}) WHERE said IS NOT NULL ORDER BY item LIMIT 1"
    )
    ((item, text),) = engine.connection.execute(query).fetchall()
    return EngineError(text, item)


def _label(part: Part, name: str) -> LabelSQL:
    if name not in part.own:
        value = part.constants[name]
        text = json.dumps(value) if part.kind == "json" else value
        return LabelSQL(sql_text(text) if value else "NULL::VARCHAR", _as_it_is)
    if part.kind == "csv":
        return LabelSQL(_placed(part, name), _as_it_is)
    if part.kind == "json":
        return LabelSQL(f"json_extract(json, {sql_pointer(name)})::VARCHAR", _as_it_is)
    return typed_label(_placed(part, name), part.types[name])


def typed_label(column: str, kind: str) -> LabelSQL:
    """A column of labels that has a type in the engine."""
    if kind == "VARCHAR":
        return LabelSQL(column, _as_it_is)
    if kind in _FLOAT_TYPES:
        return LabelSQL(column, _float_text)
    return LabelSQL(column, lambda sql: f"{sql}::VARCHAR")


def _number(part: Part, name: str, text: TextFormat) -> str:
    if name not in part.own:
        return f"nullif({sql_text(part.constants[name])}, '')"
    if part.kind == "json":
        return f"nullif(json_extract_string(json, {sql_pointer(name)}), '')"
    # A bare cell would be cast while the text is split, where what is no number ends the reading.
    return (
        f"nullif({text.number_sql(_placed(part, name))}, '')" if part.kind == "csv" else _placed(part, name)
    )


def _placed(part: Part, name: str) -> str:
    """A column in SQL, by its place wherever the engine is given names that are ours."""
    return f"c{part.own.index(name)}" if part.kind in ("csv", "arrow") else sql_name(part.shape[name][0])


def _as_it_is(sql: str) -> str:
    return sql


def _float_text(column: str) -> str:
    """A float as text, NaN as missing."""
    is_whole = f"{column} = trunc({column}) AND abs({column}) < {_EXACT_INTEGER_LIMIT}"
    text = f"CASE WHEN {is_whole} THEN {column}::BIGINT || '.0' ELSE {column}::VARCHAR END"
    return f"CASE WHEN isnan({column}) THEN NULL ELSE {text} END"


def plain_label(text: str | None) -> str:
    """The label of a text, empty if it is missing."""
    require_label(text)
    return text or ""


def require_label(value: object, name: str = "a label") -> None:
    """Refuse a value that cannot be a label."""
    if isinstance(value, list | dict):
        raise EngineError(f"{name} is a {type(value).__name__}, not a label")
    if isinstance(value, str) and "\0" in value:
        raise EngineError(f"{name} holds a NUL character")


def _json_label(text: str | None) -> str:
    """The label of a JSON value; a whole number of more digits than any count or code stays text."""
    value = (
        None
        if text is None
        else json.loads(text, parse_int=lambda digits: int(digits) if len(digits) <= _MAX_DIGITS else digits)
    )
    require_label(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if math.isnan(value):
            return ""
        return f"{int(value)}.0" if value.is_integer() and abs(value) < _EXACT_INTEGER_LIMIT else str(value)
    return "" if value is None else str(value)
