"""Arrow files and streams, in which nothing is used before it is known to be whole.

Arrow trusts what it reads: an offset that was damaged would lead out of the file, and end the process.
"""

from __future__ import annotations

import importlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.intake.files.engine import EngineError, asking, described
from abovechance.intake.files.reading import GeneralError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.part import Part

_ASCII = 127


class ArrowDamageError(Exception):
    """An Arrow file is damaged, cut off, or holds what is no text where text is promised."""


def arrow_library(name: str) -> Any:
    """The library that reads Arrow files, which not everyone has."""
    try:
        return importlib.import_module("pyarrow")
    except ImportError:
        raise GeneralError(
            f"{name} is an Arrow file: reading it needs pip install 'abovechance[arrow]'"
        ) from None


def arrow_fields(part: Part) -> list[tuple[str, Any]]:
    """The names and the types of the columns, of which none is damaged."""
    arrow = arrow_library(part.name)
    with _damage(arrow):
        schema = _reader(arrow, part).schema
        for column in schema:
            str(column.type)  # such as the name of a time zone, which may be no text
        return list(zip(schema.names, schema.types, strict=True))


def arrow_batches(part: Part, names: Sequence[str] | None = None) -> Iterator[Any]:
    """The record batches, these columns of them only; each is validated in full before it is given out."""
    arrow = arrow_library(part.name)
    with _damage(arrow):
        for stored in _reader(arrow, part):
            batch = stored if names is None else stored.select(names)
            batch.validate()
            for column in batch.columns:
                _validate(arrow, column)
            yield batch


def _validate(arrow: Any, column: Any) -> None:
    """Validate in full; text without any byte above 127 cannot be ill-formed, only lead out of its bounds."""
    stored = {arrow.string(): arrow.binary(), arrow.large_string(): arrow.large_binary()}.get(column.type)
    letters = None if stored is None else column.buffers()[-1]
    if letters is not None and np.frombuffer(letters, np.uint8).max(initial=0) <= _ASCII:
        column = column.view(stored)
    column.validate(full=True)


@contextmanager
def _damage(arrow: Any) -> Iterator[None]:
    try:
        yield
    except UnicodeDecodeError:
        raise ArrowDamageError("a name in it is not UTF-8 text") from None
    except (arrow.ArrowException, OSError) as error:
        raise ArrowDamageError(str(error).partition("\n")[0]) from None


def _reader(arrow: Any, part: Part) -> Any:
    stored = arrow.memory_map(str(part.path))
    if part.streamed:
        return arrow.ipc.open_stream(stored)
    file = arrow.ipc.open_file(stored)
    batches = (file.get_batch(i) for i in range(file.num_record_batches))
    return arrow.RecordBatchReader.from_batches(file.schema, batches)


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


def chained(parts: Sequence[Part], names: Sequence[str]) -> Any:
    """The record batches of Arrow files one after the other, these columns only, named by their place.

    The engine has no column without a name, and takes names that differ in case for one.
    """
    arrow = arrow_library(parts[0].name)
    kinds = dict(arrow_fields(parts[0]))
    schema = arrow.schema([(f"c{parts[0].own.index(name)}", kinds[name]) for name in names])

    def batches() -> Iterator[Any]:
        for part in parts:
            for batch in arrow_batches(part, names):
                yield arrow.RecordBatch.from_arrays(batch.columns, schema=schema)

    return arrow.RecordBatchReader.from_batches(schema, batches())
