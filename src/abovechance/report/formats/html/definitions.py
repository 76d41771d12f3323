"""Definitions of measures from their declarations, with formulas as MathML that browsers draw."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from html import unescape
from typing import TYPE_CHECKING

from markupsafe import Markup

from abovechance.measures.references import cited_shortly
from abovechance.measures.registry import declared

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.measures.registry import Measure

_LETTERS = re.compile(r'(?:<mi mathvariant="normal">\w</mi>){2,}')
# All but "<" and "&", which would be markup.
_ENTITY = re.compile(r"&#x0(?!003C;|0026;)[0-9A-F]+;")
_ROW_OF_ONE = re.compile(r"<mrow>(<(m[inos])(?: [^>]*)?>[^<]*</\2>)</mrow>")
_LETTER = re.compile(r">(\w)<")


@dataclass(frozen=True)
class Definition:
    """What is said of a measure."""

    key: str
    title: str
    meaning: str
    formula: Markup
    facts: tuple[tuple[str, str], ...]


def definitions(keys: Iterable[str]) -> list[Definition]:
    """The definitions of measures by their keys, each once, in the order of their titles."""
    found = {m.key: m for key in keys if (m := declared(key)) is not None}
    return [_definition(m) for m in sorted(found.values(), key=lambda m: m.title.lower())]


def _definition(m: Measure) -> Definition:
    chance = "depends on the margins" if m.chance == "margins" else _number(m.chance)
    facts = [
        ("Range", f"{_number(m.low)} to {_number(m.high)}"),
        ("Chance level", chance),
        ("Also called", ", ".join(m.aliases)),
        ("Source", "; ".join(map(cited_shortly, m.source))),
    ]
    return Definition(
        m.key, m.title, m.meaning, mathml(m.formula), tuple((name, said) for name, said in facts if said)
    )


@cache
def mathml(formula: str) -> Markup:
    """A formula of LaTeX as MathML, where a word is one identifier and not a product of its letters."""
    from latex2mathml.converter import convert

    text = _LETTERS.sub(lambda word: f"<mi>{''.join(_LETTER.findall(word[0]))}</mi>", convert(formula))
    text = text.replace(' xmlns="http://www.w3.org/1998/Math/MathML" display="inline"', ' display="block"', 1)
    # the same drawn by fewer letters: signs as they are, and no rows of one element
    text = _ROW_OF_ONE.sub(r"\1", _ENTITY.sub(lambda sign: unescape(sign[0]), text))
    return Markup(text)  # noqa: S704 - formulas are ours


def _number(value: float | str | None) -> str:
    return "" if value is None else f"{value:g}".replace("inf", "∞").replace("-", "−")
