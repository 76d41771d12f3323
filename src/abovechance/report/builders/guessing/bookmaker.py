"""The document of bets at fair odds: a line for each label, whose contributions add up to Informedness."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from abovechance.core.text import NONE, group_text, more_said, number, shown
from abovechance.measures.registry import measure
from abovechance.report.document import Cell, Column, Document, Note, Paragraph, Table
from abovechance.report.schema import Group, Label, Members, Number, Text, one

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.core.result import Row
    from abovechance.measures.bookmaker import Bets, BookmakerPayoff
    from abovechance.report.document import Section

_MOST_LABELS = 30
_MOST_CLASSES_OF_MATRIX = 8
_ODDS_EXPLAINED = (
    "Odds are fair: for each unit of its stake a right bet on a class wins 1/prevalence and a wrong one "
    "loses 1/(1 - prevalence), so that guessing wins nothing. The stake is the share of all bets that are on "
    "the label. Per bet = stake × (won × pays - lost × costs) / bets, and it adds stake × per bet."
)
_MARKEDNESS_EXPLAINED = (
    "Markedness: the same with truth and prediction exchanged. Each item is a bet that it was given the "
    "label of its class, at odds set by how often labels are predicted."
)

SUMMARY = "What `BookmakerPayoff.to_dict()` returns; `abovechance evaluate --bookmaker` has it under `also`."
_BETS_MEMBERS: Members = {
    "value": Annotated[Any, "What bets win on average, of each table of a batch; null where undefined."],
    "why_undefined": Annotated[Any, "Why the value is undefined, else null."],
    "odds": Annotated[
        list[Any], "What a bet wins for each unit of its stake: rows truth, columns prediction."
    ],
    "winnings": Annotated[list[Any], "The counts times the odds, a stake of one unit for every bet."],
    "by_class": Annotated[list[Any], "What the items of each class (of Markedness: label) add to the value."],
}
DATA: Members = {
    "classes": Annotated[list[str], "The labels as text, in the order of the tables' rows and columns."],
    "informedness": Annotated[one(_BETS_MEMBERS), "Bets on the predicted labels."],
    "markedness": Annotated[one(_BETS_MEMBERS), "Bets on the label that items of each class get."],
}
ROW: Members = {
    "measure": str,
    "group": Group,
    "class": Label,
    "bets": float,
    "won": float,
    "lost": float,
    "pays": Annotated[Number, "What a right bet wins for each unit of its stake."],
    "costs": Annotated[Number, "What a wrong bet loses for each unit of its stake."],
    "stake": Annotated[Number, "Of each bet: the share of all bets that are on this label."],
    "per_bet": Annotated[Number, "What a bet wins on average: tpr - fpr of the label."],
    "contribution": Annotated[Number, "stake times per_bet; they add up to the measure."],
    "reason": Annotated[Text, "Why the label has no odds."],
}


def document(payoff: BookmakerPayoff) -> Document:
    """The document of bets; of a batch, a table for all."""
    rows = [row | {"class": str(row["class"]), "group": _texts(row["group"])} for row in payoff.rows()]
    alone = not payoff.tables.axes
    return Document(
        kind="bookmaker",
        verdict=_verdict(payoff),
        rows=rows,
        table=_paper_table(rows),
        data={
            "classes": [str(label) for label in payoff.tables.labels],
            **{
                side.measure: {name: getattr(side, name) for name in _BETS_MEMBERS} for side in _sides(payoff)
            },
        },
        headline=_bets(payoff.informedness) if alone else _paper_table(rows),
        sections=tuple(_sections(payoff)) if alone else (),
        notes=(Note(_ODDS_EXPLAINED),),
    )


def _sides(payoff: BookmakerPayoff) -> tuple[Bets, Bets]:
    return payoff.informedness, payoff.markedness


def _texts(group: tuple[Any, ...] | None) -> list[str] | None:
    return None if group is None else [str(label) for label in group]


def _verdict(payoff: BookmakerPayoff) -> str:
    side = payoff.informedness
    if payoff.tables.axes:
        return f"Bets on the predictions of {np.size(side.value)} tables, at fair odds."
    if math.isnan(side.value):
        return f"Bets on the predictions have no fair odds: {side.why_undefined}."
    won = "win" if side.value > 0 else "lose" if side.value < 0 else "win or lose"
    size = number(abs(float(side.value)))
    said = f"Bets on the predictions at fair odds {won} {size} each on average"
    return f"{said}, which is Informedness; guessing wins 0."


def _sections(payoff: BookmakerPayoff) -> Iterator[Section]:
    side = payoff.informedness
    if len(side.labels) <= _MOST_CLASSES_OF_MATRIX and not math.isnan(side.value):
        yield _by_truth(side)
    yield Paragraph(_MARKEDNESS_EXPLAINED)
    yield _bets(payoff.markedness)


def _bets(side: Bets) -> Table:
    """A line for each label, those that add most if there are many, and their sum."""
    lines: list[Row] = list(side.rows_at(()))
    more = more_said(len(lines), _MOST_LABELS, "label")
    if not more:
        return _lines(side, lines)
    by_size = sorted(lines, key=lambda row: -abs(row["contribution"]))
    return replace(_lines(side, by_size[:_MOST_LABELS]), more=more, whole=lambda: _lines(side, by_size))


def _lines(side: Bets, lines: list[Row]) -> Table:
    rows = [[str(row["class"]), *(row[name] for name in _NAMES)] for row in lines]
    totals = {name: Cell(float(np.sum(getattr(side, name))), "bold") for name in ("bets", "won", "lost")}
    totals["contribution"] = Cell(float(side.value), "bold")
    rows.append([Cell(measure(side.measure).title, "bold"), *(totals.get(name) for name in _NAMES)])
    reasons = dict.fromkeys(row["reason"] for row in side.rows_at(()) if row["reason"] is not None)
    notes = tuple(f"{NONE} no odds: {shown(reason, 200)}." for reason in reasons)
    columns = (Column("Bet on", "name"), Column("bets", "count", 4), Column("won", "count", 6),
               Column("lost", "count", 5), Column("pays", drop=3), Column("costs", drop=2),
               Column("stake", drop=1), Column("per bet"), Column("adds"))  # fmt: skip
    return Table(columns, rows, notes=notes, totals=1)


_NAMES = ("bets", "won", "lost", "pays", "costs", "stake", "per_bet", "contribution")


def _by_truth(side: Bets) -> Table:
    """What each cell of the table adds to Informedness."""
    total = float(np.sum(side.bets))
    cells = np.where(np.isnan(side.winnings), 0.0, side.winnings) * side.stake / total
    rows = [[str(label), *row, Cell(whole, "bold")] for label, row, whole in
            zip(side.labels, cells.tolist(), side.by_class.tolist(), strict=True)]  # fmt: skip
    rows.append(
        ["all", *(Cell(x, "bold") for x in side.contribution.tolist()), Cell(float(side.value), "bold")]
    )
    columns = (
        Column("adds: truth \\ bet on", "name"),
        *(Column(str(label)) for label in side.labels),
        Column("all"),
    )
    return Table(columns, rows)


def _paper_table(rows: list[Row]) -> Table:
    cells = [
        [measure(row["measure"]).title, None if row["group"] is None else group_text(tuple(row["group"])),
         row["class"], *(row[name] for name in _NAMES)]
        for row in rows
    ]  # fmt: skip
    columns = (Column("Bets for", "text"), Column("Group", "text"), Column("Class", "text"),
               Column("Bets", "count"), Column("Won", "count"), Column("Lost", "count"), Column("Pays"),
               Column("Costs"), Column("Stake"), Column("Per bet"), Column("Adds"))  # fmt: skip
    return Table(columns, cells)
