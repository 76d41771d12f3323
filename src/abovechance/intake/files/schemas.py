"""The columns of binary files and their types; where files are stored alike, those of one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from abovechance.intake.files.engine import (
    EngineError,
    asking,
    described,
    parquet_table,
    sql_list,
)
from abovechance.intake.files.query import arrow_types

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.sniff import Part

_STORED = (
    "name, type, type_length, repetition_type, num_children, converted_type, scale, precision, logical_type"
)


def learn_types(engine: Engine, parts: Sequence[Part]) -> list[tuple[Part, EngineError]]:
    """Learn the columns of files and their types; the files that cannot be read come back with the reason."""
    _learn_arrow(engine, [part for part in parts if part.kind == "arrow"])
    return _learn_parquet(engine, [part for part in parts if part.kind == "parquet"])


def _learn_arrow(engine: Engine, parts: Sequence[Part]) -> None:
    known: dict[tuple[tuple[str, str], ...], dict[str, str]] = {}
    for part in parts:
        stored = tuple(part.shape.items())
        if stored not in known:
            known[stored] = arrow_types(engine, part)
        part.types = known[stored]


def _learn_parquet(engine: Engine, parts: Sequence[Part]) -> list[tuple[Part, EngineError]]:
    if not parts:
        return []
    by_name = {engine.plain_name(part.path): part for part in parts if part.path is not None}
    try:
        with asking(engine):
            for alike in _alike(engine, list(by_name)):
                types = described(engine, parquet_table(alike[:1]))
                for name in alike:
                    by_name[name].own, by_name[name].types = list(types), types
    except EngineError as error:
        if len(parts) == 1:
            return [(parts[0], error)]
        middle = len(parts) // 2
        return _learn_parquet(engine, parts[:middle]) + _learn_parquet(engine, parts[middle:])
    return []


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
