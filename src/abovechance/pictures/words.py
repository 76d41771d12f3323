"""The words of pictures: what one shows in a sentence, and long names cut so that they still differ."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.text import NONE, bounds, counted, number, shortened
from abovechance.pictures.picture import Forest, HeatMap, Picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.pictures.picture import AnyPicture, ForestRow, Scale

_MOST_SAID = 6
_LONGEST_PAIR = 34


def description(picture: AnyPicture) -> str:
    """The title and the numbers of a picture, of many the first."""
    found = _parts(picture)
    more = len(found) - _MOST_SAID
    said = "; ".join(found[:_MOST_SAID]) + (f"; and {more} more" if more > 0 else "")
    return f"{picture.title}: {said}." if said else f"{picture.title}."


def _parts(picture: AnyPicture) -> list[str]:
    if isinstance(picture, Forest):
        return [_row(one) for one in picture.rows]
    if isinstance(picture, HeatMap):
        return _extremes(picture)
    lines = [" ".join(part for part in (line.name, line.note) if part) for line in picture.lines]
    return [*(x for x in lines if x), *_marks(picture), *picture.notes]


def _marks(picture: Picture) -> list[str]:
    return [
        f"{mark.text} at {_bare(picture.x)} {number(mark.x)}, {_bare(picture.y)} {number(mark.y)}"
        for mark in picture.marks
        if mark.text
    ]


def _bare(scale: Scale) -> str:
    """The title of an axis without what explains it."""
    return scale.title.partition(" (")[0]


def _row(one: ForestRow) -> str:
    if math.isnan(one.value):
        return f"{one.name} undefined"
    between = "" if math.isnan(one.low) or math.isnan(one.high) else f" ({bounds(one.low, one.high)})"
    beside = "" if one.chance is None else f", chance {number(one.chance)}"
    return f"{one.name} {number(one.value)}{between}{beside}"


def _extremes(picture: HeatMap) -> list[str]:
    """The size of a heat map, and its cells with the largest and the smallest values."""
    size = (
        f"{counted(len(picture.rows), 'row')} ({picture.row_title}), "
        f"{counted(len(picture.columns), 'column')} ({picture.column_title})"
    )
    if not np.isfinite(picture.values).any():
        return [f"{size}, all {NONE}"]
    found = [size]
    for word, place in (("highest", np.nanargmax), ("lowest", np.nanargmin)):
        at = np.unravel_index(place(picture.values), picture.values.shape)
        r, c = int(at[0]), int(at[1])
        value = number(float(picture.values[r, c]))
        written = f"count {picture.texts[r][c]}, {value}" if picture.is_of_counts else value
        found.append(f"{word} {picture.rows[r]} × {picture.columns[c]}: {written}")
    return found


def pair_names(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """The first less the second of each pair; long names are cut so that all still differ."""
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    room = _LONGEST_PAIR - len(" − ")
    fits = all(len(first) + len(second) <= room for first, second in pairs)
    short = dict(zip(names, names if fits else shortened(names, room // 2), strict=True))
    return [f"{short[first]} − {short[second]}" for first, second in pairs]
