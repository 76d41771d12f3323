"""The publications: each is cited in full in ``references.bib``, and declarations refer to it by its key."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_FIELD = r"  (author|year|title|howpublished) = \{([^{}]+)\},\n"
_ENTRY = re.compile(rf"@misc\{{(\w+),\n((?:{_FIELD})+)\}}\n\n?")


@cache
def references() -> dict[str, str]:
    """Every publication in words, by its key."""
    return read((files("abovechance.measures") / "references.bib").read_text(encoding="utf-8"))


def read(text: str) -> dict[str, str]:
    r"""The entries of a ``.bib`` of ``@misc`` alone, a field to a line and nothing between them."""
    found: dict[str, str] = {}
    at = 0
    while at < len(text):
        entry = _ENTRY.match(text, at)
        if entry is None or entry[1] in found:
            fault = "is there twice" if entry else "is no entry that can be read"
            raise ValueError(f"line {text.count(chr(10), 0, at) + 1} of the references {fault}")
        found[entry[1]] = _in_words(dict(re.findall(_FIELD, entry[2])))
        at = entry.end()
    return found


def cited(source: Iterable[str]) -> list[str]:
    """The publications in words that a declaration names by key, each perhaps with an equation or page."""
    return [references()[entry.split(",")[0]] for entry in source]


def _in_words(fields: dict[str, str]) -> str:
    *first, last = fields.get("author", "").split(" and ")
    others = " et al." if last == "others" else f" & {last}" if first else last
    year = f" ({fields['year']})" if "year" in fields else ""
    parts = (", ".join(first) + others + year, fields.get("title"), fields.get("howpublished"))
    return ". ".join(part for part in parts if part) + "."
