"""The document of published results: a line for each system, and rankings that Informedness contradicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from abovechance.core.text import shown
from abovechance.measures.headlines import HEADLINE
from abovechance.measures.registry import measure
from abovechance.report.document import Column, Document, Note, Table
from abovechance.report.figures import figures
from abovechance.report.schema import Members, Number, Text, several

if TYPE_CHECKING:
    from abovechance.solve.check import Check

SUMMARY = "What `abovechance check --json` writes and `Check.to_dict()` returns."
_CONTRADICTION: Members = {
    "measure": Annotated[str, "The printed measure."],
    "preferred": Annotated[str, "The system that it ranks higher."],
    "informed": Annotated[str, "The system whose Informedness is higher for certain."],
}
DATA: Members = {
    "contradictions": Annotated[several(_CONTRADICTION), "Pairs that Informedness ranks the other way."],
    "ignored": Annotated[list[str], "Columns of words that name no measure."],
}
ROW: Members = {
    "system": str,
    "n": Annotated[int | None, "The number of items; null if it is not known."],
    "consistent": Annotated[bool, "Whether all figures of the system can hold together."],
    **{f"{key}_{end}": Number for key in HEADLINE for end in ("low", "high")},
    "reason": Annotated[Text, "Which figures cannot hold together."],
}


def document(check: Check) -> Document:
    """The document of published results."""
    rows = check.rows()
    columns = (Column("System", "name"), Column("Items", "count"),
               *(Column(measure(key).title, "interval") for key in HEADLINE))  # fmt: skip
    table = Table(
        columns,
        [
            [row["system"], row["n"], *((row[f"{key}_low"], row[f"{key}_high"]) for key in HEADLINE)]
            for row in rows
        ],
    )
    notes = [Note(f"{row['system']}: {row['reason']}", "note") for row in rows if row["reason"]]
    if check.ignored:
        notes.append(Note(f"Left out, for they name no measure: {', '.join(map(shown, check.ignored))}."))
    found = [{name: getattr(x, name) for name in _CONTRADICTION} for x in check.contradictions]
    ranked = Table(
        (Column("Printed measure", "words"), Column("prefers", "name"), Column("more informed", "name")),
        [
            [", ".join(measure(key).title for key in keys), preferred, informed]
            for (preferred, informed), keys in check.pairs.items()
        ],
    )
    return Document(
        kind="check",
        verdict=check.verdict,
        rows=rows,
        table=table,
        data={"contradictions": found, "ignored": list(check.ignored)},
        headline=table,
        sections=(*figures(check, "systems"), *((ranked,) if found else ())),
        notes=tuple(notes),
    )
