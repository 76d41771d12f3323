"""The words of pictures: what one shows in a sentence, and long names cut so that they still differ."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.text import NONE, bounds, counted, number, shortened
from abovechance.pictures.picture import Forest, HeatMap, Picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.pictures.picture import AnyPicture, ForestRow, Scale

_MOST_SAID = 6
_LONGEST_PAIR = 34
_LEAST_CUT = 6  # names of fewer letters have no room for what is left out


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


def distinct_names(names: Sequence[str], length: int) -> list[str]:
    """Names of at most so many letters that still differ: cut is what they share.

    Examples
    --------
    >>> distinct_names([f"a system of size {k}, fine-tuned on everything" for k in (7, 13)], 20)
    ['a system of size 7,…', 'a system of size 13…']
    """
    given = list(dict.fromkeys(names))
    long = [name for name in given if len(name) > length]
    start, end = _shared(long)
    for cut in (_in_middle, lambda name, most: _around(name, start, end, most)):
        found = {name: name for name in given} | {name: cut(name, length) for name in long}
        if len(set(found.values())) == len(given):
            return [found[name] for name in names]
    return shortened(names, length)


def pair_names(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """The first less the second of each pair; long names are cut so that all still differ."""
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    room = _LONGEST_PAIR - len(" − ")
    fits = all(len(first) + len(second) <= room for first, second in pairs)
    short = dict(zip(names, names if fits else distinct_names(names, room // 2), strict=True))
    return [f"{short[first]} − {short[second]}" for first, second in pairs]


def _shared(names: Sequence[str]) -> tuple[int, int]:
    """How many letters of whole words names have in common at their start, and at their end after that."""
    start = _in_common(names)
    return start, _in_common([name[start:][::-1] for name in names])


def _in_common(names: Sequence[str]) -> int:
    """How many letters of whole words names begin with alike."""
    same = 0
    for letters in zip(*names, strict=False):
        if len(set(letters)) > 1:
            break
        same += 1
    return len(re.sub(r"\w+$", "", names[0][:same])) if names else 0


def _words_of(text: str) -> str:
    """The beginning of a text without a word that is cut off, unless there is no other."""
    return re.sub(r"\W*\w*$", "", text) or text


def _in_middle(name: str, length: int) -> str:
    half = (length - 1) // 2
    return f"{name[: length - 1 - half]}…{name[len(name) - half :]}"


def _around(name: str, start: int, end: int, length: int) -> str:
    """A name around what others do not share with it."""
    own = name[start : len(name) - end]
    if start + len(own) < length:
        return f"{name[: length - 1]}…"
    if end + len(own) < length:
        return f"…{name[len(name) - length + 1 :]}"
    after = "…" if end else ""
    room = length - len(own) - len(after) - 1
    if room > 0:
        return f"{_words_of(name[:room])}…{own}{after}"
    return f"…{_in_middle(own, length - 1 - len(after))}{after}" if length > _LEAST_CUT else own[:length]
