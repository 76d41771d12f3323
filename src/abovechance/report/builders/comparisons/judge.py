"""The document of a judge: the corrected leaderboard, the judge with each system, and all differences."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Literal

from abovechance.core.text import NONE, quantity, shortened
from abovechance.evaluation.headline import level_text
from abovechance.report.builders.quantify import AGREEMENT, agreement_data
from abovechance.report.document import Cell, Column, Document, Matrix, Note, Table
from abovechance.report.figures import figures
from abovechance.report.schema import Members, Number, Text, one, several

if TYPE_CHECKING:
    from abovechance.evaluation.judgement import JudgedPair, Judgement
    from abovechance.report.document import Section

SUMMARY = "What `abovechance judge --json` writes and `Judgement.to_dict()` returns."
DATA: Members = {
    "positive": Annotated[str, "The class that systems are ranked by."],
    "classes": Annotated[list[str], "The labels as text, in the order of the table's rows and columns."],
    "counts": Annotated[
        list[list[float]], "All labelled items: rows are the human's labels, columns the judge's."
    ],
    "design": Annotated[Literal["class", "population"], "How labelled items were drawn."],
    "level": Annotated[float, "The confidence level of the intervals."],
    "informedness": Annotated[one({"value": Number, "low": Number, "high": Number}), "Of the judge."],
    "same_rates": Annotated[Number, "The p-value that the judge errs alike with all systems; null of one."],
    "error": Annotated[Number, "The share of human labels that may be wrong; null if none was given."],
    "agreement": AGREEMENT,
    "uncorrected": Annotated[
        several(
            {
                "name": str,
                "apparent": Number,
                "value": Number,
                "low": Number,
                "high": Number,
                "labelled": float,
                "unlabelled": float,
                "why": str,
            }
        ),
        "Systems without human labels, and those that humans labelled fully, whose share that is.",
    ],
}
ROW: Members = {
    "system": Annotated[Text, "The system; null if there is one."],
    "against": Annotated[Text, "The system that it is compared with; null for the share of a system."],
    "apparent": Annotated[float, "The share that the judge sees, or the difference."],
    "value": Annotated[Number, "The corrected share or difference."],
    "low": Number,
    "high": Number,
    "level": float,
    "informative": Annotated[bool | None, "Whether the interval of a share leaves out any; null of a pair."],
    "least": Annotated[Number, "The least low end if so many labels are wrong; null if none was given."],
    "most": Annotated[Number, "The greatest high end."],
    "informedness": Annotated[Number, "Of the judge on the system's labelled items."],
    "bias": Annotated[Number, "The share of these that the judge calls positive."],
    "prevalence": Annotated[Number, "The share of these that humans call positive."],
    "bias_p_value": Annotated[Number, "McNemar's exact p-value that both are the same."],
    "pooled": Annotated[Number, "The share if it is corrected with the rates of all systems together."],
    "labelled": Number,
    "unlabelled": Number,
    "more_labels": Annotated[
        int | None,
        "More human labels that would settle a difference, adjusted after Holm for the number of pairs; 0 if "
        "settled, null if they alone cannot or those of a system leave every share possible.",
    ],
}
_MAX_ROWS = 40
_NAME_WIDTH = 16


def document(found: Judgement) -> Document:
    """The document of a judge."""
    tables, level = found.shares.tables, f"{level_text(found.shares.level)} interval"
    whole = tables.sum() if tables.axes else tables
    ranked = found.ranked
    wrong = [] if found.shares.error is None else [Column("labels wrong", "interval")]
    board = Table(
        (Column("System", "name"), Column("judged"), Column("true share"), Column(level, "interval"),
         *wrong, Column("labelled", "count", drop=1), Column("unlabelled", "count", drop=1)),
        [[x.name or "all", x.share.apparent, x.share.value, (x.share.low, x.share.high),
          *([(x.share.least, x.share.most)] if wrong else []), x.labelled, x.unlabelled]
         for x in ranked],
    ).first(_MAX_ROWS, "system")  # fmt: skip
    judged = Table(
        (Column("Judge with", "name"), Column("Informedness"), Column(level, "interval"), Column("Bias"),
         Column("Prevalence"), Column("p", "p"), Column("common rates", drop=1)),
        [[x.name or "all", x.informedness.value, (x.informedness.low, x.informedness.high), x.bias,
          x.prevalence, x.bias_p_value, x.pooled]
         for x in ranked],
        title="How well the judge knows the truth",
    ).first(_MAX_ROWS, "system")  # fmt: skip
    pairs = Table(
        (Column("Difference", "name"), Column("judged", "difference"), Column("true", "difference"),
         Column(level, "difference_interval"), Column("labels to settle", "text")),
        [[Cell(" − ".join(shortened([x.a, x.b], _NAME_WIDTH)), page=f"{x.a} − {x.b}"), x.apparent,
          Cell(x.value, "bold" if x.settled else ""), (x.low, x.high),
          _to_settle(x)]
         for x in found.pairs],
        title="Which system is better?",
    ).first(_MAX_ROWS, "pair")  # fmt: skip
    of_pairs: tuple[Section, ...] = (pairs, *figures(found, "differences")) if found.pairs else ()
    b = found.shares.informedness
    return Document(
        kind="judgement",
        verdict=found.verdict,
        rows=found.rows(),
        table=board,
        data={
            "positive": str(found.positive),
            "classes": [str(label) for label in whole.labels],
            "counts": whole.counts,
            "design": found.shares.design,
            "level": found.shares.level,
            "informedness": {"value": b.value, "low": b.low, "high": b.high},
            "same_rates": found.same_rates,
            "error": found.shares.error,
            "agreement": agreement_data(found.shares.humans),
            "uncorrected": [asdict(x) | {"why": x.why} for x in found.uncorrected],
        },
        about=(_items(found),),
        headline=board,
        sections=(
            *figures(found, "systems"),
            judged,
            *of_pairs,
            *_uncorrected(found, level),
            Matrix(whole),
        ),
        notes=tuple(map(Note, _notes(found))),
        measures=("informedness", "bias", "prevalence"),
    )


def _uncorrected(found: Judgement, level: str) -> list[Table]:
    """Systems without a corrected share."""
    if not found.uncorrected:
        return []
    columns = (Column("Not corrected", "name"), Column("judged"), Column("labelled share"),
               Column(level, "interval"), Column("labelled", "count", drop=1),
               Column("unlabelled", "count", drop=1), Column("why", "words"))  # fmt: skip
    rows = [[x.name, x.apparent, x.value, (x.low, x.high), x.labelled, x.unlabelled, x.why]
            for x in found.uncorrected]  # fmt: skip
    return [Table(columns, rows).first(_MAX_ROWS, "system")]


def _items(found: Judgement) -> str:
    labelled, loose = float(found.shares.tables.counts.sum()), float(found.shares.unlabelled.sum())
    items = f"{quantity(labelled)} items with a human label, {quantity(loose)} with the judge's alone"
    return f"{items}; shares are of {found.positive}."


def _to_settle(x: JudgedPair) -> Cell:
    """How many more labels would show the difference; pages sort by the number."""
    if x.settled:
        return Cell("settled", sort=0)
    return Cell(NONE) if x.more_labels is None else Cell(str(x.more_labels), sort=x.more_labels)


def _notes(found: Judgement) -> list[str]:
    notes = ["Each share is corrected with the labelled items of its own system."]
    notes.append("p: whether Bias is Prevalence (McNemar's exact test).")
    if found.pairs:
        notes.append(
            "Common rates: the share if the judge's rates with all systems together corrected it, as is "
            "right only where it errs alike with all."
        )
        notes.append(
            "Labels to settle: how many more human labels for the two systems would show a difference of "
            "this size; – if they alone cannot, or if those of a system say nothing yet. Settled differences "
            "and the verdict are adjusted for the number of pairs after Holm; each interval is of its pair "
            "alone."
        )
    return notes
