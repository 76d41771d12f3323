"""A table whose columns have types, as a question for the embedded engine.

Typed values of an engine as the text of labels, by the rules that files have.

In the command line labels are text. What a typed column of a Parquet file is as text, the embedded engine
decides; it is asked for values that come from another engine, too, so that no label depends on where it was
counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from abovechance.intake.files.engine import asking, connected, described
from abovechance.intake.files.query import (
    Asked,
    as_stored,
    decision,
    plain_label,
    require_labels,
    require_numeric,
    threshold_of,
    typed_label,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from abovechance.intake.files.query import Named


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
    """What to ask: the columns of a table.

    Parameters
    ----------
    table
        Its name in SQL.
    types
        Of its columns, by their names.
    label_sql, number_sql
        By the names of columns, what they are in SQL as labels and as numbers.
    columns
        Those wanted.
    name
        What messages call the table.
    size
        About how many bytes it has.
    times, squares
        As of :class:`~abovechance.intake.files.query.Asked`.
    """
    require_numeric(types, columns, name)
    require_labels(types, columns.labels)
    labels = [
        typed_label(label_sql[label], types[label])
        if (threshold := threshold_of(columns, label)) is None
        else decision(label_sql[label], as_stored(threshold, types[label]), label)
        for label in columns.labels
    ]
    numbers = [number_sql[number] for number in columns.numbers]
    return Asked(table, table, labels, numbers, columns, plain_label, size, times, squares)


def label_texts(column: Any, name: str) -> list[str]:
    """The values of a column as text, empty where a value is missing.

    Parameters
    ----------
    column
        A column of a data frame: the values that an engine has sent back.
    name
        What messages call it.

    Examples
    --------
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
