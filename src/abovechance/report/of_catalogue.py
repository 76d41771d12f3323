"""The catalogue of measures for a terminal and as JSON: all of them by family, or one in full."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from abovechance.core.result import plain
from abovechance.core.text import counted
from abovechance.measures.registry import Measure
from abovechance.measures.undefined import NEEDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from abovechance.evaluation.catalogue import Entry

SCHEMA = "abovechance.measures/1"


def catalogue(chosen: Sequence[Measure]) -> Group:
    """A line for each measure, under the names of the families."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("Name", no_wrap=True)
    table.add_column("Chance", justify="right", no_wrap=True)
    table.add_column("Title", overflow="fold")
    for family, members in groupby(by_family(chosen), key=lambda m: m.family):
        table.add_row(Text(f"\n{family_title(family)}", style="bold"))
        for m in members:
            table.add_row(Text(m.key), Text(_chance(m)), Text(m.title, style="dim"))
    count = counted(len(chosen), "measure")
    note = (
        f"\n{count}. Chance is the value that guesses reach; margins: it depends on how often classes occur "
        "and are predicted. `abovechance measures NAME` shows one in full, and finds those of raters, scores "
        "and clusterings too."
    )
    return Group(table, Text(note, style="dim"))


def meanings(name: str, found: Sequence[Measure | Entry]) -> Group:
    """What a name means: the card of the likeliest, then a line for each of the others.

    There are lines alone where none is likelier: the name is no key, and several measures of tables have it.
    """
    of_tables = [one for one in found if isinstance(one, Measure)]
    clear = found[0].key == name or len(found) == 1 or len(of_tables) == 1
    shown = [entry(found[0])] if clear else []
    others = found[1:] if clear else found
    if others:
        heading = f"\nOther meanings of {name}:" if clear else f"{name} has several meanings:"
        shown.append(Group(Text(heading, style="bold"), *(Text(f"  {_in_a_line(one)}") for one in others)))
    return Group(*shown)


def _in_a_line(one: Measure | Entry) -> str:
    call = f"ac.{one.key}(truth, prediction)" if isinstance(one, Measure) else one.call
    return f"{call}: {one.title}, {one.kind}"


def entry(m: Measure | Entry) -> Group:
    """Everything that is known of one measure."""
    facts = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    facts.add_column(style="bold", no_wrap=True)
    facts.add_column(overflow="fold")
    for name, said in (m.facts() if isinstance(m, Measure) else m.facts).items():
        facts.add_row(Text(name), Text(said))
    return Group(Text(m.title, style="bold"), Text(f"{m.meaning}\n"), facts)


def catalogue_document(chosen: Iterable[Measure | Entry]) -> dict[str, Any]:
    """The catalogue as plain values."""
    return {
        "schema": SCHEMA,
        "measures": [_of_tables(m) if isinstance(m, Measure) else plain(asdict(m)) for m in chosen],
    }


def _of_tables(m: Measure) -> dict[str, Any]:
    return {
        "key": m.key,
        "title": m.title,
        "meaning": m.meaning,
        "formula": m.formula,
        "family": m.family,
        "kind": m.kind,
        "scope": m.scope,
        "low": plain(m.low),
        "high": plain(m.high),
        "chance": m.chance,
        "best": plain(m.best),
        "limit": plain(m.limit),
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
