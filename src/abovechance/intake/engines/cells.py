"""Cells of text that Spark reads, held to what holds for files here: ends of lines, and what is a number.

What does not hold is an error of the query that meets it, so that nothing is asked twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from abovechance.intake.files.reading import TextFormat

UNFINISHED = "the last cell of a row ends in a line break"
NO_NUMBER = "is not a number"
UNDECODED = "has bytes that are no text in this encoding"
# What Spark puts in the place of any such bytes: different labels would be one.
_REPLACEMENT_CHARACTER = "\ufffd"
_DIGITS_PATTERN = "[0-9]+(_[0-9]+)*"
_NUMBER_PATTERN = (
    f"^[+-]?(({_DIGITS_PATTERN}([.]({_DIGITS_PATTERN})?)?|[.]{_DIGITS_PATTERN})"
    f"([eE][+-]?{_DIGITS_PATTERN})?|(?i:inf|infinity|nan))$"
)
_MAX_CHARACTERS_SHOWN = 60
_QUOTE_SQL = "chr(39)"


def finished_rows(frame: Any) -> Any:
    """A frame of Spark that fails where a row ends in a line break, which Spark takes for a part of the cell.

    So does a quote that is never closed, and so do lines that do not end as the first does.
    """
    names = frame.columns
    last = f"`column {len(names) - 1}`"
    rows = _by_places(frame, names)
    return rows.filter(
        f"CASE WHEN {last} RLIKE '[\\r\\n]$' THEN raise_error('{UNFINISHED}') ELSE true END"
    ).toDF(*names)


def decoded_rows(frame: Any) -> Any:
    """A frame of Spark that fails where a cell has what stands for bytes that are no text."""
    texts = [f"`column {i}`" for i, (_, kind) in enumerate(frame.dtypes) if kind == "string"]
    if not texts:
        return frame
    found = " OR ".join(f"contains({cell}, '{_REPLACEMENT_CHARACTER}')" for cell in texts)
    rows = _by_places(frame, frame.columns)
    return rows.filter(f"CASE WHEN {found} THEN raise_error('{UNDECODED}') ELSE true END").toDF(
        *frame.columns
    )


def with_number(frame: Any, name: str, new: str, text: TextFormat, *, is_text: bool) -> Any:
    """A Spark frame with a column's numbers under a new or its own name; other text is an error."""
    names = frame.columns
    cell = f"`column {names.index(name)}`"
    cell = text.number_sql(cell) if is_text else cell
    parsed = (
        f"CASE WHEN trim({cell}) = '' THEN NULL "
        f"WHEN trim({cell}) RLIKE '{_NUMBER_PATTERN}' THEN CAST(replace(trim({cell}), '_', '') AS DOUBLE) "
        f"WHEN {cell} IS NOT NULL THEN raise_error(concat({_QUOTE_SQL}, "
        f"left({cell}, {_MAX_CHARACTERS_SHOWN}), {_QUOTE_SQL}, ' {NO_NUMBER}')) END"
    )
    kept = [i for i, other in enumerate(names) if other != new]
    columns = [*(f"`column {i}`" for i in kept), f"{parsed if is_text else cell} AS number"]
    return _by_places(frame, names).selectExpr(*columns).toDF(*(names[i] for i in kept), new)


def _by_places(frame: Any, names: list[str]) -> Any:
    """The frame with names of our own: columns are found by their places, whatever they are called."""
    return frame.toDF(*(f"column {i}" for i in range(len(names))))
