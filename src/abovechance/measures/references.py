"""The publications: each is cited in full in ``references.bib``, and declarations refer to it by its key."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_FIELD = r"  (author|year|title|howpublished) = \{([^{}]+)\},\n"
_INITIALS = re.compile(r"^(?:\S+\. )+")
_MOST_AUTHORS = 2  # of more the first is named
_ENTRY = re.compile(rf"@misc\{{(\w+),\n((?:{_FIELD})+)\}}\n\n?")


@cache
def references() -> dict[str, str]:
    """Every publication in words, by its key."""
    return {key: _in_words(fields) for key, fields in _publications().items()}


@cache
def _publications() -> dict[str, dict[str, str]]:
    return _entries((files("abovechance.measures") / "references.bib").read_text(encoding="utf-8"))


def read(text: str) -> dict[str, str]:
    r"""The entries of a ``.bib`` of ``@misc`` alone, a field to a line and nothing between them, in words."""
    return {key: _in_words(fields) for key, fields in _entries(text).items()}


def _entries(text: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    at = 0
    while at < len(text):
        entry = _ENTRY.match(text, at)
        if entry is None or entry[1] in found:
            fault = "is there twice" if entry else "is no entry that can be read"
            raise ValueError(f"line {text.count(chr(10), 0, at) + 1} of the references {fault}")
        found[entry[1]] = dict(re.findall(_FIELD, entry[2]))
        at = entry.end()
    return found


def cited(source: Iterable[str]) -> list[str]:
    """The publications in words that a declaration names by key, each perhaps with an equation or page."""
    return [references()[entry.split(",")[0]] for entry in source]


def cited_shortly(entry: str) -> str:
    """What a declaration names by key as it stands in a text, with its equation or page.

    Examples
    --------
    >>> cited_shortly("powers2007, eqs. 14 and 41")
    'Powers (2007), eqs. 14 and 41'
    """
    key, comma, where = entry.partition(",")
    fields = _publications()[key]
    names = [_INITIALS.sub("", name) for name in fields.get("author", "").split(" and ")]
    said = f"{names[0]} et al." if len(names) > _MOST_AUTHORS or names[-1] == "others" else " & ".join(names)
    who = said or fields.get("title", key)
    return f"{who} ({fields['year']}){comma}{where}" if "year" in fields else f"{who}{comma}{where}"


def _in_words(fields: dict[str, str]) -> str:
    *first, last = fields.get("author", "").split(" and ")
    others = " et al." if last == "others" else f" & {last}" if first else last
    year = f" ({fields['year']})" if "year" in fields else ""
    parts = (", ".join(first) + others + year, fields.get("title"), fields.get("howpublished"))
    return ". ".join(part for part in parts if part) + "."
