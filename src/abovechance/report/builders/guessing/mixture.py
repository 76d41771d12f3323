"""The document of a mixture: the share of informed decisions, whether it fits, and skills of classes."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from abovechance.core.text import group_text, more_said
from abovechance.inference.mixture.result import HARDLY_KNOWN
from abovechance.report.document import Cell, Column, Document, Note, Table, interval_column
from abovechance.report.schema import Group, Label, Members, Number, Text, one

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.core.result import Row
    from abovechance.inference.mixture.result import MixtureFit

_MOST_CLASSES = 30
_METHOD_NOTE = (
    "The mixture: a share of decisions is informed and right, the others are guesses, whatever the truth. "
    "Skill is that share for each class by itself, guessed is how often guesses give the label, and informed "
    "if right is the probability that a right decision was no lucky guess."
)
_TWO_CLASSES_NOTE = "The skill of each of two classes is not known: an error has one label only."
_HARDLY_KNOWN = "Where its interval is wider than 0.5 a skill is barely known, and no number is shown."

SUMMARY = "What `MixtureFit.to_dict()` returns; `abovechance evaluate --mixture` has it under `also`."
_CLASSES: Members = {
    "share": Annotated[Any, "The share informed by the skills of all classes; null where it is not known."],
    "low": Annotated[Any, "Of an interval of the share; of two classes, one that holds both bounds."],
    "high": Any,
    "least": Annotated[Any, "Of two classes: the share lies between the least and the greatest."],
    "most": Any,
    "deviance": Annotated[Any, "The test whether errors are guesses."],
    "df": Any,
    "p_value": Any,
    "replicates": Any,
    "uneven": Annotated[Any, "The test whether classes are equally skilled: the deviance that skills save."],
    "uneven_df": Any,
    "uneven_p_value": Any,
    "reason": Annotated[Any, "Why the skills are not known, else null."],
}
DATA: Members = {
    "classes": Annotated[list[str], "The labels as text, in the order of the table."],
    "level": Annotated[float, "The confidence level of the intervals."],
    "replicates": Annotated[Any, "How many tables were drawn for the test of fit; 0: it is that of χ²."],
    "skills": Annotated[one(_CLASSES), "The mixture with a skill of its own for each class."],
}
ROW: Members = {
    "group": Group,
    "class": Label,
    "items": float,
    "value": Annotated[Number, "The share informed; of a class, its skill."],
    "low": Annotated[Number, "Of the interval; of a class by the profile likelihood of its skill."],
    "high": Number,
    "se": Number,
    "guess": Annotated[Number, "How often guesses give the label."],
    "informed_if_right": Annotated[Number, "The probability that a right decision is no lucky guess."],
    "deviance": Annotated[Number, "The test of fit: twice the log-likelihood lost."],
    "df": Number,
    "p_value": Number,
    "reason": Annotated[Text, "Why the share is undefined."],
    "warning": Text,
}


def document(found: MixtureFit) -> Document:
    """The document of a mixture; of a batch, a line for each table."""
    rows, alone = found.rows(), not found.tables.axes
    texts = [row | {"group": None if row["group"] is None else list(map(str, row["group"]))} for row in rows]
    whole = [row for row in rows if row["class"] is None]
    shares = _shares(whole, found.level)
    return Document(
        kind="mixture",
        verdict=found.verdict,
        rows=texts,
        table=shares,
        data={
            "classes": [str(label) for label in found.tables.labels],
            "level": found.level,
            "replicates": found.replicates,
            "skills": {name: getattr(found.skills, name) for name in _CLASSES},
        },
        headline=_each_class(found, rows[1:]) if alone and _skills_hold(found) else shares,
        notes=tuple(_notes(found)) if alone else (Note(_METHOD_NOTE),),
    )


def _skills_hold(found: MixtureFit) -> bool:
    """Whether skills may be shown: not where errors are no guesses, as they then mean nothing."""
    return found.reason is None and found.errors_are_guesses is not False


def _notes(found: MixtureFit) -> Iterator[Note]:
    yield Note(_METHOD_NOTE)
    if found.warning is not None:
        yield Note(f"{found.warning[:1].upper()}{found.warning[1:]}.", "note")


def _shares(whole: list[Row], level: float) -> Table:
    """A line for each table."""
    cells = [
        [group_text(row["group"]), row["items"], row["value"], _pair(row["low"], row["high"]),
         row["deviance"],
         row["df"] or None, row["p_value"]]
        for row in whole
    ]  # fmt: skip
    columns = (Column("Group", "text"), Column("Items", "count"), Column("Informed"),
               interval_column(level), Column("Deviance", "number"),
               Column("df", "count"), Column("p of fit", "p"))  # fmt: skip
    return Table(columns, cells).without_empty


def _pair(low: float, high: float) -> tuple[float, float] | None:
    return None if math.isnan(low) else (low, high)


def _each_class(found: MixtureFit, rows: list[Row]) -> Table:
    """A line for each class, the least skilled ones if there are many, and the share of all items."""
    more = more_said(len(rows), _MOST_CLASSES, "class", "classes")
    if not more:
        return _lines(found, rows)
    by_skill = [rows[k] for k in np.argsort([row["value"] for row in rows]).tolist()]
    few = _lines(found, rows, by_skill[:_MOST_CLASSES])
    return replace(few, more=more, whole=lambda: _lines(found, rows))


def _lines(found: MixtureFit, rows: list[Row], shown: list[Row] | None = None) -> Table:
    own, two = found.skills, found.of_two_classes
    cells: list[list[Any]] = [_class_line(row, two=two) for row in shown or rows]
    # `not <=` hides what is NaN as well.
    total, hidden = sum(row["items"] for row in rows), not own.high - own.low <= HARDLY_KNOWN
    whole = (None if hidden else Cell(own.share, "bold"), None if two else _pair(own.low, own.high))
    cells.append([Cell("all", "bold"), total, *whole, None, None])
    is_hidden = not two and any(map(_is_hardly_known, shown or rows))
    notes = [text for text, is_said in ((_TWO_CLASSES_NOTE, two), (_HARDLY_KNOWN, is_hidden)) if is_said]
    columns = (Column("Class", "name"), Column("items", "count", 2), Column("skill"),
               interval_column(found.level), Column("guessed"),
               Column("informed if right", drop=1))  # fmt: skip
    return Table(columns, cells, notes=tuple(notes), totals=1).without_empty


def _class_line(row: Row, *, two: bool) -> list[Any]:
    """The line of a class, with no number for what is hardly known."""
    hidden = not two and _is_hardly_known(row)
    found = [None if hidden else row[name] for name in ("value", "guess", "informed_if_right")]
    return [row["class"], row["items"], found[0], _pair(row["low"], row["high"]), *found[1:]]


def _is_hardly_known(row: Row) -> bool:
    return bool(row["high"] - row["low"] > HARDLY_KNOWN)
