"""Typed values of an engine as the text of labels, by the rules that files have.

In the command line labels are text. What a typed column of a Parquet file is as text, the embedded engine
decides; it is asked for values that come from another engine, too, so that no label depends on where it was
counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from abovechance.counting.files.engine import FLOATS, connected, described, float_text
from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import narwhals.stable.v2 as nw

_NESTED = ("STRUCT", "MAP", "UNION")


def are_whole(columns: Sequence[Any]) -> bool:
    """Whether one of these columns holds integers: beside it, the float 1.0 is the label 1."""
    return any(_series(column).dtype.is_integer() for column in columns)


def label_texts(column: Any, name: str, *, whole: bool = False) -> list[str]:
    """The values of a column as text, empty where a value is missing.

    Parameters
    ----------
    column
        A column of a data frame: the values that an engine has sent back.
    name
        What messages call it.
    whole
        Whether whole floats are written as integers; see :func:`are_whole`.

    Examples
    --------
    >>> import pyarrow as pa
    >>> label_texts(pa.chunked_array([[True, None]]), "y"), label_texts(pa.chunked_array([[1.0, 0.5]]), "y")
    (['true', ''], ['1.0', '0.5'])
    >>> label_texts(pa.chunked_array([[1.0, 0.5]]), "y", whole=True)
    ['1', '0.5']
    """
    values = _series(column).alias("value").to_frame().to_arrow()
    with connected(None, ordered=True) as engine:
        engine.register("sent", values)
        ((_, kind, *_),) = described(engine, "sent")
        if kind.endswith("]") or kind.startswith(_NESTED):
            raise InputError(f"the column {name!r} is of type {kind}, not of labels")
        text = float_text("value", whole=whole) if kind in FLOATS else "value::VARCHAR"
        rows = engine.execute(f"SELECT {text} FROM sent").fetchall()  # noqa: S608 - the names are our own
    return [text or "" for (text,) in rows]


def _series(column: Any) -> nw.Series[Any]:
    import narwhals.stable.v2 as nw

    return nw.from_native(column, series_only=True)
