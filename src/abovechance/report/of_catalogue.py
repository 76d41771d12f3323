"""The catalogue of measures for a terminal and as JSON: all of them by family, or one in full."""

from __future__ import annotations

import math
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from abovechance.core.text import counted
from abovechance.measures.undefined import NEEDS
from abovechance.report.tabular import plain_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from abovechance.measures.registry import Measure

SCHEMA = "abovechance.measures/1"


def catalogue(chosen: Sequence[Measure]) -> Group:
    """A line for each measure, under the names of the families."""
    table = plain_table([("Name", "left"), ("Chance", "right"), ("Title", "left")])
    table.columns[-1].no_wrap, table.columns[-1].overflow = False, "fold"
    for family, members in groupby(by_family(chosen), key=lambda m: m.family):
        table.add_row(Text(f"\n{family_title(family)}", style="bold"))
        for m in members:
            table.add_row(Text(m.key), Text(_chance(m)), Text(m.title, style="dim"))
    count = counted(len(chosen), "measure")
    note = (
        f"\n{count}. Chance is the value that guesses reach; margins: it depends on how often classes occur "
        "and are predicted. `abovechance measures NAME` shows one in full."
    )
    return Group(table, Text(note, style="dim"))


def entry(m: Measure) -> Group:
    """Everything that is known of one measure."""
    facts = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    facts.add_column(style="bold", no_wrap=True)
    facts.add_column(overflow="fold")
    for name, said in m.facts().items():
        facts.add_row(Text(name), Text(said))
    return Group(Text(m.title, style="bold"), Text(f"{m.meaning}\n"), facts)


def catalogue_document(chosen: Iterable[Measure]) -> dict[str, Any]:
    """The catalogue as plain values."""
    return {
        "schema": SCHEMA,
        "measures": [
            {
                "key": m.key,
                "title": m.title,
                "meaning": m.meaning,
                "formula": m.formula,
                "family": m.family,
                "kind": m.kind,
                "scope": m.scope,
                "low": _finite(m.low),
                "high": _finite(m.high),
                "chance": m.chance,
                "best": _finite(m.best),
                "limit": _finite(m.limit),
                "dual": m.dual,
                "inverse": m.inverse,
                "invariant": sorted(m.invariant),
                "ordered": m.ordered,
                "needs": [NEEDS[need].text for need in m.needs or ()],
                "parameters": sorted(m.parameters),
                "aliases": list(m.aliases),
                "two_class_aliases": list(m.two_class_aliases),
                "peers": m.names_elsewhere,
                "advice": m.advice,
                "source": list(m.source),
                "references": m.reference_texts,
            }
            for m in chosen
        ],
    }


def by_family(chosen: Sequence[Measure]) -> list[Measure]:
    """Members of a family together, families and members in the order in which they were declared."""
    order = {family: i for i, family in enumerate(dict.fromkeys(m.family for m in chosen))}
    return sorted(chosen, key=lambda m: order[m.family])


def family_title(family: str) -> str:
    """The name of a family as a heading."""
    return family.replace("_", " ").capitalize()


def _chance(m: Measure) -> str:
    if m.chance is None:
        return ""
    return "margins" if m.chance == "margins" else f"{m.chance:g}".replace("inf", "∞")


def _finite(value: float | None) -> float | str | None:
    if value is None or math.isfinite(value):
        return value
    return "Infinity" if value > 0 else "-Infinity"
