"""Typed values of an engine as the text of labels, by the rules that files have.

In the command line labels are text. What a typed column of a Parquet file is as text, the embedded engine
decides; it is asked for values that come from another engine, too, so that no label depends on where it was
counted.
"""

from __future__ import annotations

from typing import Any

from abovechance.counting.files.asked import require_labels, typed_label
from abovechance.counting.files.engine import asking, connected, described
from abovechance.counting.files.whole import unmarked


def label_texts(column: Any, name: str, *, whole: bool = False) -> list[str]:
    """The values of a column as text, empty where a value is missing.

    Parameters
    ----------
    column
        A column of a data frame: the values that an engine has sent back.
    name
        What messages call it.
    whole
        Whether whole floats are written as integers, as beside a column of these.

    Examples
    --------
    >>> import pyarrow as pa
    >>> label_texts(pa.chunked_array([[True, None]]), "y"), label_texts(pa.chunked_array([[1.0, 0.5]]), "y")
    (['true', ''], ['1.0', '0.5'])
    >>> label_texts(pa.chunked_array([[1.0, 0.5]]), "y", whole=True)
    ['1', '0.5']
    """
    import narwhals.stable.v2 as nw

    values = nw.from_native(column, series_only=True).alias("value").to_frame().to_arrow()
    with connected() as engine, asking(engine):
        engine.connection.register("sent", values)
        kind = described(engine, "sent")["value"]
        require_labels({name: kind}, [name])
        text = typed_label("value", kind).sql
        rows = engine.connection.execute(f"SELECT {text} FROM sent").fetchall()  # noqa: S608 - the names are our own
    return [unmarked(text or "", whole=whole) for (text,) in rows]
