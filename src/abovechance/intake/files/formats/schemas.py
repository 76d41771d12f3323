"""The columns of files that are no text, and their types; where files are stored alike, those of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.intake.files.engine import (
    EngineError,
    asking,
    described,
    json_table,
    parquet_table,
    sql_list,
)
from abovechance.intake.files.formats.arrow import ArrowDamageError, arrow_fields, arrow_types

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.part import Part

_STORED = (
    "name, type, type_length, repetition_type, num_children, converted_type, scale, precision, logical_type"
)


_AHEAD = 1000
"""So many objects are looked at to learn what members there are."""


def learn_columns(engine: Engine, parts: Sequence[Part]) -> list[tuple[Part, Exception]]:
    """Learn the columns of files and their types; the files that cannot be read come back with the reason."""
    refused = _learn_parquet(engine, [part for part in parts if part.kind == "parquet"])
    known: dict[tuple[tuple[str, str], ...], dict[str, str]] = {}
    for part in parts:
        try:
            if part.kind == "arrow":
                _learn_arrow(engine, part, known)
            elif part.kind == "json":
                _learn_json(engine, part)
        except (ArrowDamageError, EngineError) as error:
            refused.append((part, error))
    return refused


def _learn_arrow(
    engine: Engine, part: Part, known: dict[tuple[tuple[str, str], ...], dict[str, str]]
) -> None:
    fields = arrow_fields(part)
    part.own = [name for name, _ in fields]
    part.shape = {name: str(kind) for name, kind in fields}
    stored = tuple(part.shape.items())
    if stored not in known:
        known[stored] = arrow_types(engine, part)
    part.types = known[stored]


def _learn_json(engine: Engine, part: Part) -> None:
    """The members that the first objects have."""
    table = json_table([engine.plain_name(part.path)], part.form, part.compression)
    with asking(engine):
        rows = engine.connection.execute(f"SELECT json_keys(json) FROM {table} LIMIT {_AHEAD}").fetchall()  # noqa: S608 - names are quoted
    part.own = list(dict.fromkeys(key for (keys,) in rows for key in keys))


def _learn_parquet(engine: Engine, parts: Sequence[Part]) -> list[tuple[Part, Exception]]:
    if not parts:
        return []
    by_name = {engine.plain_name(part.path): part for part in parts}
    try:
        with asking(engine):
            for alike in _alike(engine, list(by_name)):
                stored = described(engine, parquet_table(alike[:1]))
                own = _top_level(engine, alike[0])
                for part in map(by_name.__getitem__, alike):
                    part.own, part.types = own, dict(zip(own, stored.values(), strict=True))
                    part.shape = dict(zip(own, stored.items(), strict=True))
    except EngineError as error:
        if len(parts) == 1:
            return [(parts[0], error)]
        middle = len(parts) // 2
        return _learn_parquet(engine, parts[:middle]) + _learn_parquet(engine, parts[middle:])
    return []


def _top_level(engine: Engine, name: str) -> list[str]:
    """The names of columns as a Parquet file has them; of equal ones the engine makes others."""
    query = f"SELECT name, num_children FROM parquet_schema({sql_list([name])})"  # noqa: S608 - names are quoted
    (_, columns), *fields = engine.connection.execute(query).fetchall()
    names, below = [], 0
    for field, children in fields:
        if below == 0:
            names.append(field)
        below += (children or 0) - (below > 0)
    return names[:columns]


def _alike(engine: Engine, names: Sequence[str]) -> list[list[str]]:
    """Files whose columns are stored alike and in the same order."""
    if len(names) == 1:
        return [list(names)]
    query = (
        "SELECT list(file_name) FROM ("  # noqa: S608 - names are quoted
        f"SELECT file_name, list(({_STORED}) ORDER BY place) AS stored FROM ("
        f"SELECT *, row_number() OVER () AS place FROM parquet_schema({sql_list(names)})) "
        "GROUP BY file_name) GROUP BY stored"
    )
    return [alike for (alike,) in engine.connection.execute(query).fetchall()]
