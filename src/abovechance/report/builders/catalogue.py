"""The documents of the catalogue: all measures by family, or what one name means."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING, Any

from abovechance.core.result import plain
from abovechance.core.text import counted
from abovechance.measures.registry import Catalogue, Measure
from abovechance.measures.undefined import NEEDS
from abovechance.report.document import Cell, Column, Document, Note, Paragraph, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.core.result import Row
    from abovechance.evaluation.catalogue import Entry
    from abovechance.report.document import Section

_HOW_TO_READ = (
    "Chance is the value that guessing reaches on average; margins: it depends on how often classes occur "
    "and are predicted. `abovechance measures NAME` shows one measure in full, and finds those of raters, "
    "scores and clusterings too."
)


def document(chosen: Catalogue) -> Document:
    """A line for each measure, under the names of the families."""
    ordered = by_family(chosen)
    columns = (Column("Name", "text"), Column("Chance", "figures"), Column("Title", "words", drop=1))
    families = [(m.family, i) for i, m in enumerate(ordered)]
    headings = {next(members)[1]: family_title(name) for name, members in groupby(families, lambda x: x[0])}
    lines = [[m.key, _chance(m), Cell(m.title, "dim")] for m in ordered]
    return Document(
        kind="measures",
        verdict=f"{counted(len(chosen), 'measure')} of tables.",
        rows=_rows(ordered),
        table=_summary(ordered),
        data=_data(chosen),
        headline=Table(columns, lines, headings=headings),
        notes=(Note(_HOW_TO_READ),),
    )


def meanings(name: str, found: Sequence[Measure | Entry]) -> Document:
    """What a name means: the card of the likeliest, then a line for each of the others.

    There are lines alone where none is likelier: the name is no key, and several measures of tables have it.
    """
    of_tables = [one for one in found if isinstance(one, Measure)]
    clear = found[0].key == name or len(found) == 1 or len(of_tables) == 1
    facts = _facts(found[0]) if clear else []
    card = Table((Column("", "text"), Column("", "words")), facts)
    others = _others(f"Other meanings of {name}" if clear else "In Python", found[1:] if clear else found)
    sections: list[Section] = [*([card] if clear else []), *([others] if others.rows else [])]
    return Document(
        kind="measures",
        verdict=found[0].title if clear else f"{name} has several meanings.",
        rows=_rows(found),
        table=Table((Column("Fact", "text"), Column(found[0].title, "text")), facts)
        if clear
        else _summary(found),
        data=_data(found),
        headline=Paragraph(found[0].meaning) if clear else None,
        sections=tuple(sections),
    )


def _facts(one: Measure | Entry) -> list[list[Any]]:
    """All that is known of a measure: a line for each fact, or for each part of one."""
    facts = one.facts() if isinstance(one, Measure) else one.facts
    return [
        [Cell(name, "bold") if i == 0 else "", part]
        for name, said in facts.items()
        for i, part in enumerate(said.splitlines())
    ]


def _others(title: str, found: Sequence[Measure | Entry]) -> Table:
    # Reports of tables need this module too, and not what raters, scores and clusterings declare.
    from abovechance.evaluation.catalogue import asked

    return Table((Column(title, "words"), Column("", "words")), [list(asked(one)) for one in found])


def _summary(found: Sequence[Measure | Entry]) -> Table:
    """The measures as a table to paste."""
    titles = ("Name", "Title", "Kind", "Meaning")
    return Table(
        tuple(Column(title, "text") for title in titles), [[m.key, m.title, m.kind, m.meaning] for m in found]
    )


def _rows(found: Sequence[Measure | Entry]) -> list[Row]:
    return [row for m in found for row in (Catalogue([m]).rows() if isinstance(m, Measure) else [_row(m)])]


def _row(m: Entry) -> Row:
    return {
        "measure": m.key, "title": m.title, "kind": m.kind, "meaning": m.meaning,
        "aliases": ", ".join(m.aliases),
    }  # fmt: skip


def _data(found: Sequence[Measure | Entry]) -> dict[str, Any]:
    return {"measures": [_of_tables(m) if isinstance(m, Measure) else plain(asdict(m)) for m in found]}


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
