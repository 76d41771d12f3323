"""Cells as text: what every format for people writes for a value of a column."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from abovechance.core.text import NONE, decimals, difference, number, p_shown, quantity, shown
from abovechance.report.document import TEXTS, bare

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from abovechance.report.document import Column, Kind, Table

_LONGEST_TEXT = 1000
_NO_DECIMALS_FROM = 1000
_EXPONENT_FROM = 1e6


def texts_of(table: Table, *, interval: str = "{} to {}", longest: int = _LONGEST_TEXT) -> list[list[str]]:
    """The cells of each row as text; labels and sentences are plain, printable and of one line."""
    columns = [_writer(column.kind, [row[i] for row in table.rows], interval, longest)
               for i, column in enumerate(table.columns)]  # fmt: skip
    return [[write(bare(cell)) for write, cell in zip(columns, row, strict=True)] for row in table.rows]


def stands_left(column: Column) -> bool:
    """Whether the cells of a column begin at its left."""
    return column.kind in (*TEXTS, "gauge", "bar")


def _writer(kind: Kind, cells: Sequence[Any], interval: str, longest: int) -> Callable[[Any], str]:
    """What writes the cells of a column; an absent value is an empty cell."""
    if kind == "count":
        # As many decimals for all, so that the points of a column stand beneath each other.
        places = decimals([value for cell in cells if (value := bare(cell)) is not None])
        return lambda value: "" if value is None else _count(value, places)
    written = {
        **_WRITER_BY_KIND,
        "interval": _pair(_value, interval),
        "difference_interval": _pair(_difference, interval),
    }
    write = written.get(kind, lambda value: shown(value, longest))
    return lambda value: "" if value is None else write(value)


def _pair(write: Callable[[float], str], form: str) -> Callable[[tuple[float, float]], str]:
    def text(pair: tuple[float, float]) -> str:
        return NONE if any(map(math.isnan, pair)) else form.format(*map(write, pair))

    return text


def _p(value: float | tuple[float, float]) -> str:
    return p_shown(*value) if isinstance(value, tuple) else p_shown(value)


def _value(value: float) -> str:
    """Three decimals; large values have none, and very large ones three digits."""
    return number(value, 0 if _NO_DECIMALS_FROM <= abs(value) < _EXPONENT_FROM else 3)


def _count(value: float, places: int) -> str:
    return quantity(value, places) if math.isfinite(value) else number(value)


def _difference(value: float) -> str:
    return difference(value).replace("inf", "∞")


def _number(value: float) -> str:
    return NONE if math.isnan(value) else f"{value:.4g}".replace("inf", "∞")


def _estimate(value: tuple[float, float, float]) -> str:
    middle, low, high = map(_value, value)
    return middle if math.isnan(value[1]) else f"{middle} [{low}, {high}]"


def _gauge(pair: tuple[float, float | None]) -> str:
    return number(pair[0])


_WRITER_BY_KIND: dict[str, Callable[[Any], str]] = {
    "value": _value, "number": _number, "difference": _difference, "p": _p, "gauge": _gauge, "bar": number,
    "estimate": _estimate,
}  # fmt: skip
