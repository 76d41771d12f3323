"""Files that hold a table already: CSV or TSV with or without labels, or JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import quoted
from abovechance.intake.files.part import BINARY, TABS, ending, records, require_text
from abovechance.intake.files.reading import PLAIN
from abovechance.intake.files.stream import lines, opened
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from abovechance.intake.files.reading import TextFormat
    from abovechance.intake.files.stream import Source

_FEWEST_WITH_TOTALS = 3


@dataclass(frozen=True)
class _Matrix:
    """Numbers, with the labels of the rows and of the columns where the file has them."""

    numbers: list[list[float]]
    down: list[str] | None = None
    across: list[str] | None = None


def read_matrix(
    file: str,
    *,
    labels: Sequence[str] | None = None,
    rows: Literal["truth", "prediction"] = "truth",
    positive: str | None = None,
    text: TextFormat = PLAIN,
) -> Tables:
    """Read a table that is already counted.

    It is CSV or TSV of counts, with a row and a column of labels, with either, or with none; or JSON, nested
    lists or an object with ``counts`` and ``labels``. Labels that are numbers are told from counts only if
    there are both a row and a column of them, below a corner that is no number. ``labels`` are the classes if
    the file names none, else the order wanted.
    """
    with opened(file) as source:
        if source.head.startswith(BINARY):
            raise InputError(
                f"{source.name} is no text: a table that is already counted is read from text or JSON"
            )
        require_text(source, text)
        is_json = source.head.lstrip()[:1] in (b"[", b"{") or ending(source.path) == ".json"
        matrix = (_from_json if is_json else _from_cells)(source, text)
        _require_square(matrix.numbers, source.name)
        named = matrix.down or matrix.across
        classes = list(named or labels or map(str, range(len(matrix.numbers))))
        counts = _in_order(matrix, source.name)
        _refuse_totals(counts, classes, source.name)
    tables = Tables.from_counts(counts, labels=classes, rows=rows)
    if named and labels is not None:
        tables = _reordered(tables, labels)
    return tables if positive is None else tables.with_positive(positive)


def _from_json(source: Source, text: TextFormat) -> _Matrix:
    try:
        value = json.loads("".join(lines(source, text.encoding)))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{source.name} is not JSON: {error}") from None
    labels = value.get("labels") if isinstance(value, dict) else None
    counts = value.get("counts") if isinstance(value, dict) else value
    if not isinstance(counts, list) or not all(isinstance(row, list) for row in counts):
        raise InputError(
            f"{source.name} must hold a list of lists of counts, or an object with 'counts' and 'labels'"
        )
    for cell in (cell for row in counts for cell in row):
        if not isinstance(cell, int | float) or isinstance(cell, bool):
            raise InputError(f"{source.name}: the count {json.dumps(cell)[:40]} is not a number")
    names = [str(label) for label in labels] if isinstance(labels, list) else None
    if names is not None and len(names) != len(counts):
        raise InputError(f"{source.name} has {len(counts)} rows of counts but {len(names)} labels")
    return _Matrix(counts, names, names)


def _from_cells(source: Source, text: TextFormat) -> _Matrix:
    """Find the labels by the shape: a table of counts is square, labels make it longer or wider."""
    texts = lines(source, text.encoding)
    first = next(texts, "")
    delimiter = text.separator(first, "\t" if ending(source.path) in TABS else None)
    head, *body = [row for row in records(chain([first], texts), source.name, delimiter) if row] or [[]]
    # Some software writes no cell above the labels of the rows.
    cornerless = bool(body) and len(head) == len(body[0]) - 1
    if cornerless:
        head = ["", *head]
    cells = [head, *body]
    if len({len(row) for row in cells}) > 1:
        raise InputError(f"{source.name}: the rows of the table have different lengths")
    height, width = len(cells), len(head)
    number = partial(_number, text=text)
    both = text.header and height == width and bool(head) and number(head[0]) is None
    has_head = both or (text.header and height == width + 1)
    has_side = both or width == height + 1
    if has_head != has_side:
        labels = head if has_head else [row[0] for row in cells]
        if cornerless or any(number(label) is not None for label in labels):
            raise InputError(
                f"{_not_square(source.name, height, width)}; "
                "labels that are numbers need both a row and a column of them"
            )
    numbers = [_numbers(row[has_side:], source.name, number) for row in cells[has_head:]]
    down = [row[0] for row in cells[has_head:]] if has_side else None
    return _Matrix(numbers, down, head[has_side:] if has_head else None)


def _numbers(cells: list[str], name: str, number_of: Callable[[str], float | None]) -> list[float]:
    numbers = []
    for cell in cells:
        number = number_of(cell)
        if number is None:
            raise InputError(f"{name}: the cell {cell!r} is not a count")
        numbers.append(number)
    return numbers


def _number(cell: str, text: TextFormat) -> float | None:
    """A cell as a number, whole if it is written so."""
    # Whole numbers first, which Python reads exactly however large they are.
    for kind in (int, float):
        try:
            return kind(text.number(cell))
        except ValueError:
            continue
    return None


def _require_square(numbers: list[list[Any]], name: str) -> None:
    if len({len(row) for row in numbers}) > 1:
        raise InputError(f"{name}: the rows of the table have different lengths")
    height, width = len(numbers), len(numbers[0]) if numbers else 0
    if height != width or not height:
        raise InputError(f"{_not_square(name, height, width)}: give a row and a column for each class")


def _not_square(name: str, height: int, width: int) -> str:
    rows = f"{height} {'row' if height == 1 else 'rows'}"
    return f"{name}: the table must be square: {rows} and {width} {'column' if width == 1 else 'columns'}"


def _in_order(matrix: _Matrix, name: str) -> list[list[float]]:
    """The counts with the columns in the order of the rows."""
    if matrix.down is None or matrix.across is None or matrix.down == matrix.across:
        return matrix.numbers
    if sorted(matrix.down) != sorted(matrix.across):
        odd = sorted(set(matrix.down) ^ set(matrix.across))
        verb = "is" if len(odd) == 1 else "are"
        raise InputError(
            f"{name}: rows and columns must have the same labels, but {quoted(odd)} {verb} only in one"
        )
    order = [matrix.across.index(label) for label in matrix.down]
    return [[row[i] for i in order] for row in matrix.numbers]


def _refuse_totals(counts: list[list[float]], classes: list[str], name: str) -> None:
    """Refuse a last row and column that are the sums of the others: they would count as a class."""
    table = np.array(counts, dtype=float)
    if len(table) < _FEWEST_WITH_TOTALS or not table[-1].any():
        return
    inner = table[:-1, :-1]
    if (table[-1, :-1] == inner.sum(0)).all() and (table[:-1, -1] == inner.sum(1)).all():
        raise InputError(f"{name}: the last row and column {classes[-1]!r} are totals: leave them out")


def _reordered(tables: Tables, labels: Sequence[str]) -> Tables:
    if sorted(labels) != sorted(map(str, tables.labels)):
        raise InputError(
            "{argument} must name the classes of the table, which are {known}",
            argument="labels", known=quoted(tables.labels),
        )  # fmt: skip
    return tables.select(labels)
