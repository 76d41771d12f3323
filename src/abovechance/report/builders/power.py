"""The document of a plan: how many items are needed, and what fewer or more would reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from abovechance.report.document import Cell, Column, Document, Table
from abovechance.report.figures import figures

if TYPE_CHECKING:
    from abovechance.evaluation.plan import Plan
    from abovechance.report.schema import Members

SUMMARY = "What `abovechance power --json` writes and `Plan.to_dict()` returns."
DATA: Members = {
    "setting": Annotated[dict[str, Any], "What is assumed, by name."],
    "power": Annotated[float, "The probability wanted of showing it."],
    "level": Annotated[float, "Confidence: p-values of at most 1 - level count as shown."],
    "sides": Annotated[int, "Of the test."],
    "needed": Annotated[int, "How many items it takes."],
    "n": Annotated[int | None, "A number of items that was asked about."],
    "reached": Annotated[float | None, "Their power."],
}
ROW: Members = {"n": int, "power": float}


def document(plan: Plan) -> Document:
    """The document of a plan."""
    rows = []
    for n, power in plan.curve:
        style = "bold" if n in (plan.n, plan.needed) else ""
        bar = Cell(power, "green" if power >= plan.power else "dim")
        rows.append([Cell(n, style), Cell(power, style), bar])
    numbers = (Column("Items", "count"), Column("power"))
    return Document(
        kind="power",
        verdict=plan.verdict,
        rows=plan.rows(),
        table=Table(numbers, plan.curve),
        data={name: getattr(plan, name) for name in DATA},
        about=(plan.world,),
        # The title of the bars is their scale, and as wide as the longest of them.
        headline=Table((*numbers, Column("0                            1", "bar", drop=1)), rows),
        sections=figures(plan, "power"),
    )
