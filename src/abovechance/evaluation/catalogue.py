"""One catalogue of what is computed by name: measures of tables, raters, scores and clusterings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from abovechance.clusterings.declared import SPECIAL, partition_measure
from abovechance.core.errors import AbovechanceError
from abovechance.core.lookup import Registry, normalise
from abovechance.curves.summaries.declared import CurveMeasure, curve_measures
from abovechance.measures.registry import Measure, meant, measure
from abovechance.raters.coefficients.registry import declared as coefficients

if TYPE_CHECKING:
    from abovechance.clusterings.declared import Adjusted, Matched
    from abovechance.raters.coefficients.registry import Coefficient

    Declared = Coefficient | CurveMeasure | Adjusted | Matched

_FACT_TITLES = {
    "formula": "Formula", "chance_model": "Chance", "chance": "Chance level", "best": "Best",
    "aliases": "Also called", "advice": "Advice", "source": "Source",
}  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """Something that is computed by name, and how to call it."""

    key: str
    title: str
    meaning: str
    kind: str  # what it is computed of
    call: str  # in Python
    command: str
    facts: dict[str, str]  # in words, by what it is a fact of
    aliases: tuple[str, ...] = ()


def find(name: str) -> tuple[Measure | Entry, ...]:
    """All that a name may mean, the likeliest first; an unknown name is refused with the nearest ones.

    The likeliest is what has the name for its key, then a measure of tables.

    >>> [found.key for found in find("auc")]
    ['auc', 'auc_of_one_point']
    """
    keys = dict.fromkeys((*meant(name), *_partition_keys(name)))
    found: list[Measure | Entry] = list(map(measure, keys))
    found += [entry for entries in _others() if (entry := entries.known(name)) is not None]
    # Sorting is stable, so that the rest keeps its order. An unknown name makes measure() raise.
    return tuple(sorted(found, key=lambda one: one.key != name)) or (measure(name),)


def meanings(key: str) -> list[tuple[str, str]]:
    """What else the key of a measure of tables means: how to ask for it, and what it is."""
    return [asked(one) for one in find(key)[1:]]


def asked(one: Measure | Entry) -> tuple[str, str]:
    """How to ask for what is computed by name, and what it is."""
    call = f"ac.{one.key}(truth, prediction)" if isinstance(one, Measure) else one.call
    return call, f"{one.title}, {one.kind}"


@cache
def elsewhere() -> tuple[dict[str, str], dict[str, str]]:
    """What is not computed of a table: keys by all names as compared, and what a key is and who takes it."""
    # Of a name that two kinds have, the later entry stays: reversed, so that the first kind has it.
    entries = [one for kind in reversed(_others()) for one in kind.values()]
    keys = {normalise(name): one.key for one in entries for name in (one.key, one.title, *one.aliases)}
    return keys, {one.key: f"{one.key!r} is a {one.kind}: {one.call}" for one in entries}


def _partition_keys(name: str) -> list[str]:
    """The measures of tables that a name means where partitions are compared."""
    try:
        found = partition_measure(name)
    except AbovechanceError:
        return []
    return [found.key] if isinstance(found, Measure) else []


@cache
def _others() -> tuple[Registry[Entry], ...]:
    """What is not computed of a table, in a registry for each kind."""
    return (
        Registry("coefficient of agreement", map(_of_raters, coefficients())),
        Registry("summary of a curve", map(_of_scores, curve_measures())),
        Registry("measure of partitions", map(_of_partitions, SPECIAL.values())),
    )


def _of_raters(found: Coefficient) -> Entry:
    call = f'ac.agreement(ratings, "{found.key}")'
    return _entry(found, "coefficient of agreement of raters", call, "agree")


def _of_scores(found: CurveMeasure) -> Entry:
    call = f'ac.curves.summary(ac.Curve.from_scores(truth, scores), "{found.key}")'
    return _entry(found, "summary of a curve of scores", call, "roc")


def _of_partitions(found: Adjusted | Matched) -> Entry:
    call = f'ac.concordance(classes, clusters, "{found.key}")'
    return _entry(found, "measure of partitions", call, "concord")


def _entry(found: Declared, kind: str, call: str, command: str) -> Entry:
    facts = {"Name": found.key, "Kind": kind}
    if isinstance(found, CurveMeasure):
        facts["Range"] = f"{found.low:g} to {found.high:g}".replace("inf", "∞")
    for attribute, said in _FACT_TITLES.items():
        value = getattr(found, attribute, None)
        if value is not None and value != ():
            parts = value if isinstance(value, tuple) else (value,)
            facts[said] = ("; " if attribute == "source" else ", ").join(_text(part) for part in parts)
    facts |= {"Python": call, "Command": f"abovechance {command}"}
    return Entry(found.key, found.title, found.meaning, kind, call, command, facts, found.aliases)


def _text(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:g}".replace("inf", "∞")
