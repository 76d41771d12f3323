"""The document of marks: what each candidate earned beyond guessing, and how each question was answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import numpy as np

from abovechance.core.text import adjustment_said, counted
from abovechance.report.document import P_ADJUSTED, Cell, Column, Document, Note, Table, interval_column
from abovechance.report.figures import figures
from abovechance.report.schema import Members, Number, Text, optional, several

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.core.result import Row
    from abovechance.evaluation.marking.mark import Marks
    from abovechance.report.document import Section

_MOST_ROWS = 100
_POINTS_EXPLAINED = (
    "A right answer earns 1 point, a wrong one loses 1/(K - 1) for K options, a blank earns 0, so that "
    "guessing earns nothing on average. The score is points by all questions; per answer, by those answered."
)
_TESTS_EXPLAINED = "Tests are exact, of the questions that were answered."

SUMMARY = "What `abovechance mark --json` writes and `Marks.to_dict()` returns."
_QUESTION: Members = {
    "question": str,
    "key": Annotated[str, "The right answer."],
    "options": int,
    "right": int,
    "wrong": int,
    "unanswered": int,
    "value": Annotated[Number, "What an answer to it earns on average: 0 is guessing."],
    "low": Number,
    "high": Number,
    "p_value": Number,
    "p_worse": Annotated[Number, "The probability that guessing would earn as few points or fewer."],
    "distractor": Annotated[Text, "The wrong answer that was given most often."],
}
DATA: Members = {
    "level": Annotated[float, "The confidence level of the intervals."],
    "method": Annotated[str, "Of the intervals."],
    "alternative": str,
    "adjust": Annotated[Text, "Of p-values for the number of candidates; null for one."],
    "mean": Annotated[
        optional({"value": float, "low": Number, "high": Number, "se": float, "n": int}),
        "The mean score of the class, with Student's interval, null if all scores are the same; null for one "
        "candidate.",
    ],
    "options_assumed": Annotated[bool, "Whether 4 options were assumed, as no number was given."],
    "questions": Annotated[several(_QUESTION), "How each question was answered."],
}
ROW: Members = {
    "candidate": str,
    "right": int,
    "wrong": int,
    "unanswered": int,
    "points": float,
    "score": Annotated[float, "Points by all questions."],
    "value": Annotated[Number, "Points by answered questions; null if there are none."],
    "low": Number,
    "high": Number,
    "p_value": Annotated[Number, "That guessing earns as many points, by the alternative; exact."],
    "p_adjusted": Number,
    "reason": Annotated[Text, "Why there is no value."],
}


def document(marks: Marks) -> Document:
    """The document of marks."""
    rows = [row | {"candidate": str(row["candidate"])} for row in marks.rows()]
    questions = [_as_text(row) for row in marks.questions.rows()]
    data = {name: getattr(marks, name) for name in DATA} | {"questions": questions}
    candidates = _candidates(rows, marks)
    sections: list[Section] = [*figures(marks, "candidates")]
    if len(rows) > 1:
        sections += [_questions(questions, marks), *figures(marks, "questions")]
    return Document(
        kind="mark",
        verdict=marks.verdict,
        rows=rows,
        table=candidates,
        data=data,
        about=(_extent(marks, len(rows)),),
        headline=candidates.first(_MOST_ROWS, "candidate"),
        sections=tuple(sections),
        notes=tuple(_notes(marks)),
    )


def _as_text(row: Row) -> Row:
    labels = {name: str(row[name]) for name in ("question", "key")}
    return row | labels | {"distractor": None if row["distractor"] is None else str(row["distractor"])}


def _extent(marks: Marks, candidates: int) -> str:
    sizes = np.unique(marks.questions.options)
    options = f"{sizes[0]} options" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]} options"
    options += " (assumed; set options)" if marks.options_assumed else ""
    questions = counted(len(marks.questions.question), "question")
    return f"{counted(candidates, 'candidate')}, {questions} of {options}"


def _candidates(rows: list[Row], marks: Marks) -> Table:
    """A line for each candidate."""
    adjusted = marks.adjust is not None
    cells = [
        [row["candidate"], row["right"], row["wrong"], row["unanswered"], row["points"], row["score"],
         row["value"], (row["low"], row["high"]),
         *([row["p_value"]] if adjusted else []), _p(row["p_adjusted"], marks)]
        for row in rows
    ]  # fmt: skip
    columns = (Column("Candidate", "name"), Column("right", "count", 5), Column("wrong", "count", 4),
               Column("blank", "count", 3), Column("points", drop=2), Column("score"), Column("per answer"),
               interval_column(marks.level, drop=6), Column("p", "p", int(adjusted)),
               *([Column(P_ADJUSTED, "p")] if adjusted else []))  # fmt: skip
    return Table(columns, cells)


def _p(p: float, marks: Marks) -> Cell:
    return Cell(p, "bold" if p <= 1 - marks.level else "")


def _questions(rows: list[Row], marks: Marks) -> Table:
    """A line for each question."""
    suspicious = set(map(str, marks.suspicious))
    cells = [
        [Cell(row["question"], "yellow" if row["question"] in suspicious else ""), row["key"], row["right"],
         row["wrong"], row["unanswered"], row["value"], (row["low"], row["high"]), row["distractor"]]
        for row in rows
    ]  # fmt: skip
    columns = (Column("Question", "name"), Column("key", "name"), Column("right", "count"),
               Column("wrong", "count"), Column("blank", "count", 1), Column("per answer"),
               interval_column(marks.level, drop=2), Column("often wrong", "name", 3))  # fmt: skip
    return Table(columns, cells, title="Each question").first(_MOST_ROWS, "question")


def _notes(marks: Marks) -> Iterator[Note]:
    yield Note(_POINTS_EXPLAINED)
    adjusted = "" if marks.adjust is None else f" {adjustment_said(marks.adjust, 'candidates')}"
    yield Note(f"{_TESTS_EXPLAINED}{adjusted}")
