"""Cards of measures: what each means, its formula, where it is from, and how it moves at fixed skill."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.measures.compute import compute_arrays
from abovechance.measures.references import cited_shortly
from abovechance.measures.registry import measure, measures
from abovechance.measures.undefined import NEEDS
from abovechance.pictures.picture import Line, Mark, Picture, Scale
from abovechance.report.builders.catalogue import by_family, family_title
from abovechance.report.formats.html.definitions import mathml
from abovechance.report.formats.svg import to_svg
from abovechance.web.learn.views import DIGITS, mixed
from abovechance.web.numbers import number

if TYPE_CHECKING:
    from abovechance.measures.registry import Measure

_ITEMS = 1000
_LARGEST_SHARE = 1.0
_ROUNDED = 1e-6
_SHARES = np.unique(np.concatenate([[0.002, 0.005], np.linspace(0.01, 0.99, 99), [0.995, 0.998]]))
_SKILLS = (0.0, 0.5)  # drawn beside the chosen skill: guessing, and half informed


@dataclass(frozen=True)
class Listed:
    """A measure in the list, and the text that a search looks through."""

    key: str
    title: str
    meaning: str
    kind: str
    searched: str


@cache
def families() -> tuple[tuple[str, tuple[Listed, ...]], ...]:
    """The measures of the catalogue under the names of their families."""
    # groupby joins neighbours only: by_family has the members of a family beside each other.
    grouped = groupby(by_family(measures()), lambda m: m.family)
    return tuple((family_title(name), tuple(map(_listed, members))) for name, members in grouped)


def kinds() -> list[str]:
    """The kinds of measures, in the order in which they are declared."""
    return list(dict.fromkeys(m.kind for m in measures()))


def _listed(m: Measure) -> Listed:
    peers = {name for names in m.names_elsewhere.values() for name in names}
    words = (m.key, m.key.replace("_", " "), m.title, m.meaning, *m.aliases, *sorted(peers))
    return Listed(m.key, m.title, m.meaning, m.kind, " · ".join(words).casefold())


def card(
    key: str, informed: float, prevalence: float, guess: float, width: float = math.inf
) -> dict[str, Any]:
    """What is shown of one measure.

    Parameters
    ----------
    key
        Any of its names.
    informed, prevalence, guess
        The system whose curves are drawn: what share of its decisions is informed, how many items are
        positive, and how often a guess says positive. One of the last two varies in each curve.
    width
        The pixels that a picture may be wide.
    """
    m = measure(key)
    informed, prevalence, guess = (round(x, DIGITS) for x in (informed, prevalence, guess))
    at = {"informed": informed, "prevalence": prevalence, "guess": guess}
    here = float(compute_arrays(mixed(informed, prevalence, guess, _ITEMS), [m.key])[m.key])
    return {
        "key": m.key,
        "title": m.title,
        "meaning": m.meaning,
        "formula": str(mathml(m.formula)),
        "latex": m.formula,
        "facts": [list(fact) for fact in _facts(m)],
        "references": m.reference_texts,
        "charts": [to_svg(_against(m, at, which), most=width) for which in ("prevalence", "guess")],
        "said": f"Here {m.title} is {number(here)}.",
    }


def _facts(m: Measure) -> list[tuple[str, str]]:
    chance = "depends on prevalence and bias" if m.chance == "margins" else _number(m.chance)
    peers = "; ".join(f"{peer}: {', '.join(names)}" for peer, names in m.names_elsewhere.items())
    found = (
        ("Kind", m.kind),
        ("Range", f"{_number(m.low)} to {_number(m.high)}"),
        ("Chance level", chance or "no such idea"),
        ("Best", _number(m.best)),
        ("Stays if", _unchanged(m)),
        ("Undefined where", "; ".join(_reason(NEEDS[need].text) for need in m.needs or ())),
        ("Turned round (dual)", _title(m.dual)),
        ("Other class (inverse)", _title(m.inverse)),
        ("Also called", ", ".join(m.aliases)),
        ("In other software", peers),
        ("Source", "; ".join(map(cited_shortly, m.source))),
        ("Advice", m.advice),
        ("Python", f"ac.{m.key}(truth, prediction)"),
    )
    return [(name, said) for name, said in found if said]


def _reason(text: str) -> str:
    """Why a measure is undefined, of whatever class.

    >>> _reason("no item is really {label}"), _reason("nothing was predicted to be {labels}")
    ('no item is really positive', 'nothing was predicted to be X, for some class X')
    """
    said = text.format(label="positive", labels="X")
    return f"{said}, for some class X" if "{labels}" in text else said


def _unchanged(m: Measure) -> str:
    said = {"scale": "all counts are multiplied by one number"}
    return "; ".join(said.get(what, f"{what} changes") for what in sorted(m.invariant))


def _title(key: str | None) -> str:
    return "" if key is None else measure(key).title


def _number(value: float | str | None) -> str:
    return "" if value is None else f"{value:g}".replace("inf", "∞").replace("-", "−")


def _against(m: Measure, at: dict[str, float], which: str) -> Picture:
    """The measure against the prevalence, or the bias, of systems of the same skill."""
    lines, marks = [], []
    skills = sorted({*_SKILLS, at["informed"]})
    # The chosen skill first, so that it has the first colour.
    for i, skill in enumerate(sorted(skills, key=lambda x: x != at["informed"])):
        tables = mixed(**at | {"informed": skill, which: _SHARES}, n=_ITEMS)
        y = compute_arrays(tables, [m.key])[m.key].astype(float)
        y = np.where(np.isfinite(y), y, np.nan)
        # Across stands the bias that comes about, not the guess: informed decisions have a part in it.
        x = _SHARES if which == "prevalence" else compute_arrays(tables, ["bias"])["bias"]
        own = skill == at["informed"]
        name = "guesses" if skill == 0 else f"informed {100 * skill:g} %"
        lines.append(Line(x, y, name, system=i, stroke="line" if own else "thin"))
        if own:
            table = mixed(**at, n=_ITEMS)
            found = {key: float(value) for key, value in compute_arrays(table, [m.key, "bias"]).items()}
            if math.isfinite(found[m.key]):
                marks.append(
                    Mark(at["prevalence"] if which == "prevalence" else found["bias"], found[m.key], "", i)
                )
    across = "Prevalence" if which == "prevalence" else "Bias: share called positive"
    title = f"{m.title} against {'prevalence' if which == 'prevalence' else 'bias'}"
    return Picture(title, Scale(across), _scale(m, lines), tuple(lines), marks=tuple(marks))


def _scale(m: Measure, lines: list[Line]) -> Scale:
    """The range of a measure where it is narrow, else what is drawn."""
    if m.low >= -_LARGEST_SHARE and m.high <= _LARGEST_SHARE:
        values = [float(np.nanmin(line.y)) for line in lines if np.isfinite(line.y).any()]
        # Without the rounding error, a value of −0.3 could take the axis down to −0.4.
        return Scale(
            "Value", min(0.0, math.floor(10 * min(values, default=0.0) + _ROUNDED) / 10), float(m.high)
        )
    return Scale("Value", None, None)
