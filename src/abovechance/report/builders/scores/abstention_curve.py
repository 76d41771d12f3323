"""The document of an abstention curve: Informedness at rounded shares answered, and the point asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from abovechance.report.document import Cell, Column, Document, Note, Table, interval_column
from abovechance.report.figures import figures
from abovechance.report.schema import Members, Number, Text, optional

if TYPE_CHECKING:
    from abovechance.curves.abstention import AbstentionCurve

SUMMARY = "What `abovechance roc --abstain --json` writes and `AbstentionCurve.to_dict()` returns."
_POINT: Members = {
    "confidence": Annotated[float, "The least confidence that is answered."],
    "answered": float,
    "informedness": Number,
    "low": Number,
    "high": Number,
    "with_guesses": Number,
    "counts": Annotated[list[list[float]], "Rows are the truth, columns the prediction, refusals last."],
}
DATA: Members = {
    "classes": Annotated[list[str], "The labels as text, in the order of the tables' rows and columns."],
    "area": Annotated[Number, "The mean Informedness over the shares answered from a tenth to all."],
    "area_low": Number,
    "area_high": Number,
    "gain": Annotated[Number, "The area less the Informedness of answering all."],
    "gain_low": Number,
    "gain_high": Number,
    "point": Annotated[optional(_POINT), "The operating point asked for; null if there is none."],
    "wanted": Annotated[Text, "What was asked for, in words."],
    "level": float,
}
ROW: Members = {
    "confidence": Annotated[float, "The least confidence that is answered."],
    "answered": Annotated[float, "The share of items that are answered."],
    "informedness": Annotated[Number, "Among the answers; null where it is undefined."],
    "low": Number,
    "high": Number,
    "with_guesses": Annotated[Number, "Informedness of all items, where a refusal is a guess."],
}
_SHARES_SHOWN = (1.0, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
_OPTIMISM_NOTE = "The operating point was chosen on these items: on new ones it does a little worse."


def document(curve: AbstentionCurve) -> Document:
    """The document of an abstention curve."""
    p = curve.point
    point = None if p is None else {name: getattr(p, name, None) for name in _POINT}
    if p is not None and point is not None:
        point["counts"] = p.tables.counts
    made = {"classes": [str(label) for label in curve.tables.labels], "point": point}
    return Document(
        kind="abstention_curve",
        verdict=curve.verdict,
        rows=curve.rows(),
        table=_table(curve),
        data={name: made[name] if name in made else getattr(curve, name) for name in DATA},
        about=(curve.about,),
        headline=_table(curve),
        sections=figures(curve, "answered"),
        notes=() if p is None else (Note(_OPTIMISM_NOTE),),
    )


def _table(curve: AbstentionCurve) -> Table:
    # argmax of truths is the first of them: the least that is answered of at least so many.
    places = [int(np.argmax(curve.answered >= share - 1e-12)) for share in _SHARES_SHOWN]
    if curve.point is not None:
        places.append(int(np.argmax(curve.answered >= curve.point.answered - 1e-12)))
    rows: list[list[Any]] = []
    for i in sorted(set(places), reverse=True):
        chosen = curve.point is not None and curve.answered[i] == curve.point.answered
        style = "bold" if chosen else ""
        rows.append([
            Cell(float(curve.answered[i]), style), float(curve.confidence[i]),
            Cell(float(curve.informedness[i]), style), (float(curve.low[i]), float(curve.high[i])),
            float(curve.with_guesses[i]),
        ])  # fmt: skip
    columns = (
        Column("Answered"), Column("confidence from", "number"), Column("Informedness"),
        interval_column(curve.level), Column("refusals are guesses", drop=1),
    )  # fmt: skip
    return Table(columns, rows)
