"""A table on a distant engine: it counts equal rows, and what comes back is read as a file is.

The engine is asked for the combinations of values that occur and how many items have each. Labels are made
of these here, by the embedded engine, so that they are the same wherever they were counted.
"""

from __future__ import annotations

import importlib
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from abovechance.core.errors import InputError
from abovechance.intake import limits
from abovechance.intake.engines.cells import with_number
from abovechance.intake.engines.spark import spark_frame
from abovechance.intake.engines.spark_errors import without_secrets
from abovechance.intake.files.engine import EngineError, asking, connected, described
from abovechance.intake.files.query import asked_of, require_labels, typed_label
from abovechance.intake.files.reader import Found
from abovechance.intake.files.reading import PLAIN, Reading, TooManyItemsError
from abovechance.intake.frames.frame import distinct_rows, fetched

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    import narwhals.stable.v2 as nw

    from abovechance.intake.files.engine import Engine
    from abovechance.intake.files.query import Asked, Named
    from abovechance.intake.files.reader import Reader
    from abovechance.intake.files.reading import TextFormat
    from abovechance.intake.frames.frame import Columns


C = TypeVar("C", bound="Named")
T = TypeVar("T")

MOST_ITEMS = 20_000_000  # so many items are taken apart again where each of them is needed, as for curves
_TIMES, _SQUARES = "times", "squared"


@dataclass(frozen=True)
class SparkTable:
    """A table of a Spark's catalogue, or files that it can read."""

    where: str
    files: tuple[str, ...]

    @property
    def name(self) -> str:
        """What messages call it."""
        return repr(without_secrets(self.files[0])) if len(self.files) == 1 else "the input"

    @contextmanager
    def opened(self, text: TextFormat = PLAIN) -> Iterator[nw.LazyFrame[Any]]:
        """A lazy frame, while the session lasts."""
        with spark_frame(self.where, self.files, text) as frame:
            yield frame

    @contextmanager
    def read(self, reader: Reader[C, T], reading: Reading) -> Iterator[Found[C, T]]:
        """Let a reader of files make of the table what it makes of a file; a cluster tells no progress."""
        if reading.skip_bad:
            raise InputError(
                "{argument} leaves out files that are read here, not by Spark", argument="skip_bad"
            )
        name, text = self.name, reading.text
        with self.opened(text) as frame:
            header = frame.collect_schema().names()
            columns = reader.choose(header, name, len(header))
            rows = _counted(frame, columns, text) if reader.counted else _apart(frame, columns)
        with connected() as engine:
            try:
                with asking(engine):
                    asked = _registered(engine, rows, columns, name, counted=reader.counted)
                    result = reader.read(engine, asked, columns, reading)
            except EngineError as error:
                raise InputError(f"{name} cannot be counted: {error}") from None
            yield Found(columns, [result], name, engine)


def _counted(frame: nw.LazyFrame[Any], columns: Named, text: TextFormat) -> Columns:
    """The combinations of labels, their numbers and the sums of their weights."""
    own = {}
    for name in columns.numbers:
        own[name] = f"{name} as a number" if name in columns.labels else name
        frame = with_numbers(frame, name, own[name], text)
    weight, count = (own.get(getattr(columns, name, None) or "") for name in ("weight", "count"))
    return distinct_rows(frame, columns.labels, weight, count, most=limits.MOST_COMBINATIONS)


def with_numbers(
    frame: nw.LazyFrame[Any], name: str, new: str, text: TextFormat = PLAIN
) -> nw.LazyFrame[Any]:
    """The frame with the numbers of a column, which may be text as in text files, under this name."""
    import narwhals.stable.v2 as nw

    is_text = frame.collect_schema()[name] == nw.String
    if new == name and not is_text:
        return frame
    return nw.from_native(with_number(frame.to_native(), name, new, text, is_text=is_text))


def _apart(frame: nw.LazyFrame[Any], columns: Named) -> Columns:
    """The combinations of labels and numbers, few enough for each item to be had again."""
    import narwhals.stable.v2 as nw

    items = int(fetched(frame.select(nw.len().alias("n")))["n"].to_list()[0])
    if items > MOST_ITEMS:
        raise TooManyItemsError(
            f"there are {items:,} items, and no more than {MOST_ITEMS:,} can be taken one by one: give "
            "a sample"
        )
    return distinct_rows(frame, [*columns.labels, *columns.numbers], most=MOST_ITEMS)


def _registered(engine: Engine, rows: Columns, columns: Named, name: str, *, counted: bool) -> Asked:
    """The rows as a table of the embedded engine, in an order that does not depend on the cluster."""
    import narwhals.stable.v2 as nw

    arrow: ModuleType = importlib.import_module("pyarrow")
    labels = {name: f"l{i}" for i, name in enumerate(columns.labels)}
    numbers = {name: f"n{i}" for i, name in enumerate(columns.numbers)}
    values: dict[str, Any] = {sql: rows.values[name] for name, sql in labels.items()}
    if counted:
        added = {
            name: rows.times if name == getattr(columns, "count", None) else rows.weights for name in numbers
        }
        values |= {sql: arrow.chunked_array([added[name]]) for name, sql in numbers.items()}
    else:
        values |= {sql: rows.values[name] for name, sql in numbers.items()}
    squares = None if rows.squares is None else _SQUARES
    values |= {} if squares is None else {squares: arrow.chunked_array([rows.squares])}
    stored = {sql: nw.from_native(column, series_only=True).to_arrow() for sql, column in values.items()}
    engine.connection.register("sent", arrow.table(stored | {_TIMES: arrow.array(rows.times)}))
    each = "" if counted else f", unnest(range({_TIMES}))"
    kept = ", ".join(stored)
    engine.connection.execute(
        f"CREATE TEMP TABLE fetched AS SELECT {kept}, {_TIMES} FROM sent{each} ORDER BY {kept}"  # noqa: S608
    )
    kinds = described(engine, "fetched")
    types = {name: kinds[sql] for name, sql in (numbers | labels).items()}
    times = _TIMES if counted else None
    return asked_of("fetched", types, labels, numbers, columns, name=name, times=times, squares=squares)


def label_texts(column: Any, name: str) -> list[str]:
    """The values of a column that an engine has sent back as text, empty where a value is missing.

    >>> import pyarrow as pa
    >>> label_texts(pa.chunked_array([[True, None]]), "y"), label_texts(pa.chunked_array([[1.0, 0.5]]), "y")
    (['true', ''], ['1.0', '0.5'])
    """
    import narwhals.stable.v2 as nw

    values = nw.from_native(column, series_only=True).alias("value").to_frame().to_arrow()
    with connected() as engine, asking(engine):
        engine.connection.register("sent", values)
        kind = described(engine, "sent")["value"]
        require_labels({name: kind}, [name])
        text = typed_label("value", kind).sql
        rows = engine.connection.execute(f"SELECT {text} FROM sent").fetchall()  # noqa: S608 - the names are our own
    return [text or "" for (text,) in rows]
