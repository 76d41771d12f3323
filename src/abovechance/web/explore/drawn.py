"""Pictures as JSON for the script that draws them: numbers are text, which is quick to write and to read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.measures.registry import measure
from abovechance.web.numbers import with_minus

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from abovechance.pictures.picture import Line, Mark, Picture, Scale
    from abovechance.tables.tables import Tables

_TWO = 2
_PLACES = 5  # a hundredth of a pixel


def drawn(picture: Picture) -> dict[str, Any]:
    """A picture of lines; a line without ``x`` has that of the line before."""
    return {
        "title": picture.title,
        "x": _scale(picture.x),
        "y": _scale(picture.y),
        "square": picture.square,
        "lines": lines_drawn(picture.lines),
        "areas": [
            {
                "x": numbers(area.x),
                "low": numbers(area.low),
                "high": numbers(area.high),
                "system": area.system,
            }
            for area in picture.areas
        ],
        "marks": [_mark(mark) for mark in picture.marks],
        "notes": list(picture.notes),
    }


def of_class(picture: Picture, keys: Sequence[str], tables: Tables, focus: int) -> Picture:
    """A picture of measures with minus signs; of more than two classes it says which lines are of one."""
    marks = tuple(replace(mark, text=with_minus(mark.text)) for mark in picture.marks)
    picture = replace(picture, marks=marks)
    if len(tables.labels) == _TWO:
        return picture
    titles = {measure(key).title for key in keys if measure(key).scope == "binary"}
    label = tables.labels[focus]
    lines = tuple(replace(x, name=f"{x.name} of {label}") if x.name in titles else x for x in picture.lines)
    return replace(picture, lines=lines)


def lines_drawn(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """Lines, each without what is usual."""
    found = []
    last: Any = None
    for line in lines:
        one: dict[str, Any] = {
            "x": None if line.x is last else numbers(line.x),
            "y": numbers(line.y),
            "stroke": line.stroke,
        }
        given = {"name": line.name, "note": line.note, "label": line.label}
        found.append(one | {name: text for name, text in given.items() if text} | {"system": line.system})
        last = line.x
    return found


def numbers(values: NDArray[np.float64]) -> str:
    """Numbers with spaces between them."""
    return " ".join(map(repr, np.round(values, _PLACES).tolist()))


def _mark(mark: Mark) -> dict[str, Any]:
    return {"x": mark.x, "y": mark.y, "text": mark.text, "system": mark.system}


def _scale(scale: Scale) -> dict[str, Any]:
    return {"title": scale.title, "low": scale.low, "high": scale.high}
