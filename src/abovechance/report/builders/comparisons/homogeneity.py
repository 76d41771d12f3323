"""The document of a test of groups: whether they differ in a measure, and which of them stands out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from abovechance.core.text import adjustment_said, group_text
from abovechance.measures.registry import measure
from abovechance.report.document import P_ADJUSTED, Cell, Column, Document, Note, Table, interval_column
from abovechance.report.figures import figures
from abovechance.report.schema import Group, Members, Number, Text, several

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.inference.homogeneity import GroupValue, Homogeneity

_MOST_GROUPS_SHOWN = 10
SUMMARY = "What `Homogeneity.to_dict()` returns, and `abovechance evaluate --by --json` holds under `also`."
_MEMBERS: Members = {
    "group": Group,
    "n": float,
    "value": Number,
    "low": Number,
    "high": Number,
    "weight": Annotated[Number, "The share of the group in the pooled value."],
    "difference": Annotated[Number, "From all other items together."],
    "p_value": Annotated[Number, "Of no difference from the rest."],
    "p_adjusted": Annotated[Number, "The same, adjusted for the number of groups."],
    "reason": Annotated[Text, "Why the value is undefined; such groups are left out."],
}
DATA: Members = {
    "measure": str,
    "by": Annotated[list[str], "What groups are told apart by."],
    "value": Annotated[Number, "The pooled value, weighted by the inverse of the variances."],
    "low": Number,
    "high": Number,
    "level": float,
    "statistic": Annotated[Number, "Cochran's Q."],
    "df": int,
    "p_value": Annotated[Number, "Of one value for all groups."],
    "test": Literal["chi_squared", "permutation"],
    "replicates": Annotated[int | None, "How many times items changed their groups at random."],
    "i_squared": Annotated[Number, "The share of Q beyond what one value for all would lead to."],
    "adjust": Text,
    "reason": Annotated[Text, "Why there is no test."],
    "groups": several(_MEMBERS),
}
ROW: Members = {"measure": str, **_MEMBERS, "level": float}


def document(found: Homogeneity) -> Document:
    """The document of a test of groups."""
    data = {name: getattr(found, name) for name in DATA}
    data["groups"] = [x.rows()[0] for x in found.groups]
    shown = found.groups
    if len(shown) > _MOST_GROUPS_SHOWN:
        surest = sorted((x for x in shown if x.reason is None), key=lambda x: x.p_adjusted)
        shown = tuple(surest[:_MOST_GROUPS_SHOWN])
    left = len(found.groups) - len(shown)
    table = _table(found, found.groups)
    few = _table(found, shown)
    cut = replace(few, more=f"{left} more groups of higher p", whole=lambda: table)
    return Document(
        kind="homogeneity",
        verdict=found.verdict,
        rows=found.rows(),
        table=table,
        data=data,
        headline=cut if left else table,
        sections=figures(found, "groups"),
        notes=_notes(found),
    )


def _table(found: Homogeneity, groups: Sequence[GroupValue]) -> Table:
    """Each group with its interval and weight, its difference from the rest, and all together."""
    title = measure(found.measure).title
    rows: list[list[Any]] = []
    for x in groups:
        clear = "bold" if x.p_adjusted < 1 - found.level else ""
        rows.append(
            [group_text(x.group), x.value, (x.low, x.high), x.weight, x.difference, Cell(x.p_adjusted, clear)]
        )
    rows.append(["all, pooled", found.value, (found.low, found.high), None, None, None])
    columns = (Column("Group", "name"), Column(title),
               interval_column(found.level, drop=2),
               Column("weight", drop=1), Column("from the rest", "difference"),
               Column("p" if found.adjust is None else P_ADJUSTED, "p"))  # fmt: skip
    return Table(columns, rows, totals=1)


def _notes(found: Homogeneity) -> tuple[Note, ...]:
    if found.reason is not None:
        return ()
    how = f"χ² with {found.df} df"
    if found.replicates is not None:
        how = f"{found.replicates} random exchanges of items between groups"
    said = [f"Groups are compared by Cochran's Q, its p-value by {how}."]
    if found.adjust is not None and found.df > 1:
        said.append(adjustment_said(found.adjust, "groups"))
    return tuple(map(Note, said))
