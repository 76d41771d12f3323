"""What of a file is hardly meant: columns that name or describe items, texts that mean no rating."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import InputError
from abovechance.core.text import listed, named

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

WHOLE = re.compile(r"[+-]?(0|[1-9]\d{0,17})", re.ASCII)
"""A number that 64 bits hold; what has more digits is a name."""
NUMBER = re.compile(r"[+-]?(0|[1-9]\d{0,17})(\.\d*)?([eE][+-]?\d{1,2})?", re.ASCII)
_SEVERAL = 5
"""Fewer values may all be different by chance."""
_NUMBERED = 4
"""Fewer values may count up with the rows by chance."""
_MOST_HINTS = 3
_ALONE = "has no value in common with any other"
_ABSENT = frozenset({"na", "n/a", "n.a.", "#n/a", "nan", "null", "nil", "?", "-", "--", ".", "missing"})
"""Texts, in small letters, that often stand where there is no rating."""


def numbers(texts: Iterable[str]) -> dict[str, float]:
    """The numbers that texts stand for, if all are written as numbers."""
    distinct = set(texts)
    if all(WHOLE.fullmatch(text) for text in distinct):
        return {text: int(text) for text in distinct}
    if all(NUMBER.fullmatch(text) for text in distinct):
        return {text: float(text) for text in distinct}
    return {}


# Columns ----------------------------------------------------------------------------------------


def refuse_other_columns(columns: Mapping[str, Any], item: str | None, missing: Iterable[str]) -> None:
    """Refuse columns that were not named and hardly hold ratings."""
    absent = {None, *missing}
    texts = {name: set(column.tolist()) - absent for name, column in columns.items()}
    doubts = _of_ratings(columns, texts)
    if not doubts or len(columns) < 2:
        return
    if len(doubts) < len(columns):
        raise InputError(_advised(doubts, columns, item, "--rater", " --rater "))
    if any(said.endswith(_ALONE) for said in doubts.values()):
        raise InputError(
            "no two columns have a value in common, as if they did not all hold ratings: if the file has one "
            "row for each rating, say --item, --rater and --category; else name the column of each rater"
        )


def refuse_other_counts(columns: Mapping[str, Any], item: str | None) -> None:
    """Refuse columns that were not named and hardly hold how many raters gave a category."""
    if len(columns) <= 1 or not all(WHOLE.fullmatch(x or "") for column in columns.values() for x in column):
        return
    counts = {name: column.astype(float) for name, column in columns.items()}
    sums = sum(counts.values())
    for name, column in counts.items():
        if len(columns) > 2 and column.any() and (2 * column == sums).all():
            doubts = {name: f"the column {name!r} is the sum of the others"}
            raise InputError(_advised(doubts, columns, name, "--categories", ","))
    if len(set(sums.tolist())) == 1:
        return
    doubts = {name: said for name, column in columns.items() if (said := _as_identifier(name, column))}
    if doubts and len(doubts) < len(columns):
        raise InputError(_advised(doubts, columns, item, "--categories", ","))


def _of_ratings(columns: Mapping[str, Any], texts: Mapping[str, Collection[str]]) -> dict[str, str]:
    doubts = {}
    for name, column in columns.items():
        said = _as_identifier(name, column)
        others = set().union(*(values for other, values in texts.items() if other != name))
        alone = texts[name] and others.isdisjoint(texts[name])
        if said is None and alone and not any(map(_is_broken, texts[name])):
            said = f"the column {name!r} {_ALONE}"
        if said is not None:
            doubts[name] = said
    return doubts


def _as_identifier(name: str, column: Any) -> str | None:
    """Why a column would name the items; measurements may all be different, too."""
    values = column.tolist()
    if len(values) >= _SEVERAL and len(set(values)) == len(values) and not any(map(_is_broken, values)):
        return f"no two values of the column {name!r} are equal, as if it named the items"
    if len(values) >= _NUMBERED and _counts_up(values):
        return f"the column {name!r} counts up with the rows, as if it named the items"
    return None


def _counts_up(values: Sequence[str | None]) -> bool:
    start = values[0]
    return start in ("0", "1") and all(x == str(i) for i, x in enumerate(values, int(start)))


def _is_broken(text: str | None) -> bool:
    """Whether a text is a number, but not a whole one."""
    return bool(NUMBER.fullmatch(text or "")) and not WHOLE.fullmatch(text or "")


def _advised(
    doubts: Mapping[str, str], columns: Mapping[str, Any], item: str | None, option: str, between: str
) -> str:
    """The reasons, and what to say: who names the items, or which columns to take."""
    kept = [_in_shell(name) for name in columns if name not in doubts][:8]
    take = f"{option} {between.join(kept)}"
    reasons = ", and ".join(list(doubts.values())[:_MOST_HINTS])
    if item is not None:
        return f"{reasons}: name the columns to take, such as {take}"
    if len(doubts) == 1:
        return (
            f"{reasons}: say --item {_in_shell(next(iter(doubts)))}, or name the columns to take with {take}"
        )
    return (
        f"{reasons}: name the columns to take, such as {take}, and with --item the one that names the items"
    )


def _in_shell(name: str) -> str:
    return name if re.fullmatch(r"[\w.:,/+-]+", name) else "'" + name.replace("'", "'\\''") + "'"


def refuse_repeated_items(names: Sequence[str | None], item: str, *, counts: bool) -> None:
    """Refuse items without a name, and two rows of one item."""
    if None in names:
        raise InputError(f"the column {item!r} for --item has an empty cell: every item needs a name")
    seen: set[str | None] = set()
    for name in names:
        if name in seen:
            more = (
                "" if counts else "; if the file has one row for each rating, say --rater and --category, too"
            )
            raise InputError(f"{item!r} names the item {name!r} in more than one row: each has one row{more}")
        seen.add(name)


# Categories -------------------------------------------------------------------------------------


def odd_categories(texts: Collection[str], weights: str | None) -> Iterator[str]:
    """What may not be meant among the texts that were taken as categories; refuse what weights cannot use.

    ``weights`` is the kind of weights if these depend on an order that was not given.
    """
    absent = sorted(text for text in texts if text.strip().casefold() in _ABSENT)
    if absent:
        missing = _in_shell(",".join(absent))
        yield f"{listed(absent)} {_taken(absent)}: if that means no rating, say --missing {missing}"
    written = [text for text in texts if NUMBER.fullmatch(text)]
    odd = sorted(set(texts).difference(written, absent)) or absent
    if odd and len(odd) < len(written):
        yield from _among_numbers(odd, weights)
    yield from _alike(texts)


def _taken(texts: Sequence[str]) -> str:
    return "is taken as a category" if len(texts) == 1 else "are taken as categories"


def _among_numbers(odd: Sequence[str], weights: str | None) -> Iterator[str]:
    said = f"{listed(odd)} {'is' if len(odd) == 1 else 'are'} not written as a number, and all else is"
    if weights is not None:
        raise InputError(
            f"{said}: {weights} weights would go by places, not by numbers; correct the file, name what "
            "means no rating with --missing, or give all --categories in their order"
        )
    yield f"{said}: the categories are taken as text"


def _alike(texts: Collection[str]) -> Iterator[str]:
    """Categories that are the same but for blanks at their ends or for capital letters."""
    groups: dict[str, list[str]] = {}
    for text in sorted(texts):
        groups.setdefault(text.strip().casefold(), []).append(text)
    for group in [group for group in groups.values() if len(group) > 1][:_MOST_HINTS]:
        names = " and ".join(map(named, group))
        yield f"{names} are different categories, though blanks or capital letters are all that differs"
    blank = sorted(
        text for text in texts if text != text.strip() and len(groups[text.strip().casefold()]) == 1
    )
    if blank:
        yield f"{listed(blank)} {'has' if len(blank) == 1 else 'have'} blanks at the ends"
