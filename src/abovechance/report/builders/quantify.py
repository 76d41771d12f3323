"""The document of corrected shares: apparent and true share of each class, with what limits them."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Literal

from abovechance.core.text import group_text, number, quantity
from abovechance.inference.quantify.assumptions import MANY, ONE, PREDICTIONS
from abovechance.report.document import P_ADJUSTED, Column, Document, Matrix, Note, Table, interval_column
from abovechance.report.figures import figures
from abovechance.report.schema import Group, Members, Number, Text, one, optional, several

if TYPE_CHECKING:
    from abovechance.inference.quantify.humans import TwoHumans
    from abovechance.inference.quantify.quantify import Quantification

SUMMARY = "What `abovechance quantify --json` writes and `Quantification.to_dict()` returns."
AGREEMENT: Any = Annotated[
    optional({"agreement": float, "low": float, "items": float}),
    "How far two humans agree, on how many items; null without a second truth.",
]
DATA: Members = {
    "classes": Annotated[list[str], "The labels as text, in the order of the table's rows and columns."],
    "counts": Annotated[list[list[float]], "All labelled items: rows are the truth, columns the prediction."],
    "unlabelled": Annotated[list[float], "The number of unlabelled items by prediction."],
    "design": Annotated[Literal["class", "population"], "How labelled items were drawn."],
    "level": Annotated[float, "The confidence level of the intervals."],
    "informedness": Annotated[
        one({"value": Number, "low": Number, "high": Number}), "Of the predictor, on all labelled items."
    ],
    "same_predictions": Annotated[
        optional({"method": str, "p_value": Number}),
        "The test that labelled and unlabelled items are predicted alike; null with the design class.",
    ],
    "assumptions": Annotated[
        several({"about": str, "class": Text, "group": Group, "p_value": Number, "p_adjusted": Number}),
        "Tests by group: of the rates of a class in all groups, of the rates or the predictions of a group.",
    ],
    "error": Annotated[Number, "The share of labels that may be wrong; null if none was given."],
    "agreement": AGREEMENT,
    "more_labels": Annotated[
        optional({"width": float, "positives": int, "negatives": int, "possible": bool}),
        "How many more labels of each class an interval of a wanted width takes; null if it was not asked.",
    ],
}
ROW: Members = {
    "group": Group,
    "class": str,
    "apparent": Annotated[float, "The share of predictions that name the class."],
    "raw": Annotated[Number, "What inverting the rates gives: it may be negative. Null where it cannot."],
    "value": Annotated[Number, "The most likely share; null where a class has no labelled items."],
    "low": float,
    "high": float,
    "level": float,
    "informative": Annotated[bool, "Whether the interval leaves out any share at all."],
    "least": Annotated[Number, "The least low end if so many labels are wrong; null if none was given."],
    "most": Annotated[Number, "The greatest high end."],
}
_DESIGN = {
    "class": "Only the rates of the predictor in each class carry over to unlabelled items (design class).",
    "population": "Labelled items are taken as a random sample of the population of the unlabelled ones "
    "(design population).",
}
_TESTED = {
    MANY: "same rates in all groups",
    ONE: "same rates as in the others",
    PREDICTIONS: "labelled predicted as unlabelled",
}
_MAX_SHARES_SHOWN = 60


def document(found: Quantification) -> Document:
    """The document of corrected shares."""
    whole = found.tables.sum() if found.tables.axes else found.tables
    tested = found.same_predictions
    return Document(
        kind="quantification",
        verdict=found.verdict,
        rows=found.rows(),
        table=_shares(found),
        data={
            "classes": [str(label) for label in whole.labels],
            "counts": whole.counts,
            "unlabelled": found.unlabelled.reshape(-1, len(whole.labels)).sum(0),
            "design": found.design,
            "level": found.level,
            "informedness": {name: getattr(found.informedness, name) for name in ("value", "low", "high")},
            "same_predictions": None
            if tested is None
            else {"method": tested.method, "p_value": tested.p_value},
            "assumptions": [
                {
                    "about": x.about,
                    "class": None if x.label is None else str(x.label),
                    "group": None if x.group is None else tuple(map(str, x.group)),
                    "p_value": x.p_value,
                    "p_adjusted": x.p_adjusted,
                }
                for x in found.assumptions
            ],
            "error": found.error,
            "agreement": agreement_data(found.humans),
            "more_labels": _planned(found),
        },
        about=(
            f"{quantity(whole.total)} labelled items, {quantity(float(found.unlabelled.sum()))} unlabelled.",
        ),
        headline=_shares(found),
        sections=(*figures(found, "shares"), *_tested(found), Matrix(whole)),
        notes=tuple(_notes(found)),
        measures=("informedness",),
    )


def agreement_data(humans: TwoHumans | None) -> dict[str, float] | None:
    """How far two humans agree, as data."""
    return None if humans is None else asdict(humans)


def _planned(found: Quantification) -> dict[str, Any] | None:
    more = found.more_labels
    if more is None:
        return None
    return {"width": more.width, "positives": more.positives, "negatives": more.negatives,
            "possible": more.plan is not None}  # fmt: skip


def _shares(found: Quantification) -> Table:
    """Apparent and true shares; of two classes the positive one alone."""
    shares = found.shares
    if len(found.tables.labels) == 2:
        shares = tuple(x for x in shares if x.label == found.tables.positive)
    grouped = bool(found.tables.axes)
    rows: list[list[Any]] = [
        [
            *([group_text(x.group)] if grouped else []),
            str(x.label),
            x.apparent,
            x.raw,
            x.value,
            (x.low, x.high),
            None if x.least is None or x.most is None else (x.least, x.most),
        ]
        for x in shares
    ]
    columns = (
        *([Column(", ".join(axis.name for axis in found.tables.axes), "name")] if grouped else []),
        Column("class", "name"),
        Column("predicted"),
        Column("inverted", drop=1),
        Column("true share"),
        interval_column(found.level),
        *([] if found.error is None else [Column("labels wrong", "interval")]),
    )
    # Where no error was given, the last cell of a row has no column.
    return Table(columns, [row[: len(columns)] for row in rows]).first(_MAX_SHARES_SHOWN, "row")


def _tested(found: Quantification) -> list[Table]:
    """The tests of what is taken for granted, of groups."""
    if not found.assumptions:
        return []
    rows = [
        [_TESTED[x.about], str(x.label) if x.group is None else group_text(x.group), x.p_value, x.p_adjusted]
        for x in found.assumptions
    ]
    columns = (Column("Tested", "words"), Column("of", "name"), Column("p", "p"), Column(P_ADJUSTED, "p"))
    return [Table(columns, rows).first(_MAX_SHARES_SHOWN, "row")]


def _notes(found: Quantification) -> list[Note]:
    notes = [Note(_DESIGN[found.design])]
    if found.design == "class" and len(found.tables.labels) > 2:
        notes.append(
            Note(
                "The intervals hold for the shares of all classes together: each alone is wider than needed."
            )
        )
    empty = [
        str(label) for label, size in zip(found.tables.labels, _labelled(found), strict=True) if size == 0
    ]
    if empty and found.design == "class":
        notes.append(Note(f"No labelled items of class {', '.join(empty)}: its rates are unknown.", "note"))
    if found.error is not None:
        notes.append(
            Note("Labels wrong: the ends of the interval over all ways in which so many labels can be wrong.")
        )
    if found.assumptions:
        notes.append(
            Note(
                "Groups are tested by Pearson's chi-squared, adjusted for their number (Holm). The shares do "
                "not depend on these tests."
            )
        )
    if found.same_predictions is not None:
        p = number(found.same_predictions.p_value)
        notes.append(Note(f"Labelled and unlabelled items are predicted alike: p = {p} (Pearson's test)."))
    return notes


def _labelled(found: Quantification) -> list[float]:
    """The least number of labelled items of each class, over all groups."""
    sizes = found.tables.counts.sum(-1)
    return sizes.reshape(-1, sizes.shape[-1]).min(0).tolist()
