"""Answers to multiple-choice questions as a sheet: who answered what, and what is right.

A row for each candidate and a column for each question, or a row for each answer. The key is a list, a
mapping, the name of the row or column that has it, or a file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import Argument, InputError
from abovechance.core.labels import Label, is_missing, natural_order, offered, quoted
from abovechance.core.text import counted
from abovechance.intake.codes.column import encode
from abovechance.intake.files.readers.labels import read_labels
from abovechance.intake.frames.columns import no_column
from abovechance.intake.frames.frame import as_frame
from abovechance.intake.items import require_one_kind
from abovechance.intake.missing import Missing, nameless
from abovechance.intake.mistakes import similar_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.core.arrays import Booleans, Integers
    from abovechance.intake.codes.coded import Coded

_PATH_TYPES = (str, os.PathLike)
_WRONG_SHAPE = (
    "answers must be candidates × questions: a list of rows of equal length, or the answers of one candidate"
)


@dataclass(frozen=True, eq=False)
class Sheet:
    """Answers of candidates to questions.

    ``columns`` has the answers to each question, ``key`` the right ones, and ``options`` how many there are
    to choose from, where the key says so.
    """

    candidates: tuple[Label, ...]
    questions: tuple[Label, ...]
    columns: tuple[Coded, ...]
    key: tuple[Label, ...] = ()
    options: tuple[Any, ...] | None = None
    alone: bool = False  # one candidate was given, not a class of one

    @property
    def answered(self) -> Booleans:
        """Which candidate answered which question."""
        # Where no answer is missing, None has the place −1, which is no code: all are answered.
        return np.stack([x.codes - x.start != _place(x, None) for x in self.columns], axis=-1)

    @property
    def right(self) -> Booleans:
        """Which answers are right."""
        pairs = zip(self.columns, self.key, strict=True)
        # A right answer that nobody gave has the place −1, too: nobody is right.
        return np.stack([x.codes - x.start == _place(x, label) for x, label in pairs], axis=-1)

    @property
    def mistakes(self) -> list[str]:
        """Sentences on likely mistakes: answers that are hardly written as in the key."""
        given = dict.fromkeys(label for i in range(len(self.questions)) for label in self.given(i))
        right = dict.fromkeys(self.key)
        if given and not given.keys() & right.keys():
            return [f"No answer is right: answers are {quoted(given)}, and the key has {quoted(right)}."]
        return [str(finding) for finding in similar_labels(given | right, "answers")]

    def given(self, question: int) -> dict[Label, int]:
        """How many candidates gave each answer to a question."""
        column = self.columns[question]
        numbers = np.bincount(column.codes - column.start, minlength=len(column.labels)).tolist()
        pairs = zip(column.labels, numbers, strict=True)
        return {label: number for label, number in pairs if number and label is not None}


def _place(column: Coded, label: Label) -> int:
    """The position of a label among those of a column; -1 if it does not occur."""
    return list(column.labels).index(label) if label in column.labels else -1


def read_sheet(
    answers: Any,
    key: Any,
    *,
    data: Any = None,
    candidate: Any = None,
    question: Any = None,
    missing: Any = (),
) -> Sheet:
    """The sheet of answers in any form; the arguments are those of :func:`~abovechance.mark`."""
    absent = Missing.of(missing).codes
    # The type is asked: on a lazy frame the property itself would have to look at the data.
    if data is None and (isinstance(answers, _PATH_TYPES) or hasattr(type(answers), "columns")):
        data, answers = answers, None
    if data is None:
        if candidate is not None or question is not None:
            name = "candidate" if candidate is not None else "question"
            raise InputError("{argument} names a column: give the frame or file as {data}", argument=name,
                             data=Argument("data"))  # fmt: skip
        return _keyed(_of_rows(answers, absent), key, absent)
    table = _columns(data)
    for name in (candidate, question):
        if name is not None and name not in table:
            raise no_column("the input", name, table)
    if isinstance(data, _PATH_TYPES):
        key = _as_text(key)
    if question is None:
        return _keyed(_wide(table, answers, candidate, key, absent), key, absent)
    return _long(table, (answers, candidate, question), key, absent)


def _columns(data: Any) -> dict[Any, Any]:
    """The columns of a frame, a mapping of columns or a file."""
    if isinstance(data, Mapping):
        return dict(data)
    if isinstance(data, _PATH_TYPES):
        return dict(read_labels(os.fspath(data)).columns)
    frame = as_frame(data)
    held: Any = frame.collect() if hasattr(frame, "collect") else frame
    return {series.name: series.to_native() for series in held.iter_columns()}


def _as_text(key: Any) -> Any:
    """A key for labels of files, which are text."""
    if isinstance(key, Mapping):
        return {str(name): _as_text(label) for name, label in key.items()}
    if isinstance(key, Iterable) and not isinstance(key, _PATH_TYPES):
        return [_as_text(label) for label in key]
    return key if isinstance(key, os.PathLike) or is_missing(key) else str(key)


# Rows of candidates ----------------------------------------------------------------------------


def _of_rows(answers: Any, absent: tuple[Any, ...]) -> Sheet:
    """The sheet of a matrix, of a mapping of candidates to their answers, or of one candidate."""
    names: tuple[Label, ...] | None = None
    if isinstance(answers, Mapping):
        names, answers = tuple(answers), list(answers.values())
    if isinstance(answers, str | bytes) or not isinstance(answers, Iterable):
        raise InputError(f"{_WRONG_SHAPE}; got {type(answers).__name__}")
    rows = [list(row) if _is_row(row) else row for row in answers]
    alone = not any(isinstance(row, list) for row in rows)
    rows = [rows] if alone and names is None else rows
    widths = {len(row) if isinstance(row, list) else 0 for row in rows}
    if len(widths) != 1 or widths == {0}:
        raise InputError(_WRONG_SHAPE)
    columns = [encode(list(column), "answers", codes=absent) for column in zip(*rows, strict=True)]
    candidates = tuple(range(1, len(rows) + 1)) if names is None else names
    return Sheet(candidates, tuple(range(1, len(columns) + 1)), tuple(columns), alone=alone and names is None)


def _is_row(row: Any) -> bool:
    return isinstance(row, Iterable) and not isinstance(row, str | bytes | Mapping)


def _wide(table: dict[Any, Any], answers: Any, candidate: Any, key: Any, absent: tuple[Any, ...]) -> Sheet:
    """The sheet of a row for each candidate; without names of questions all columns, or those of the key."""
    if isinstance(answers, str) or (answers is not None and not isinstance(answers, Iterable)):
        raise InputError(
            "with a column of answers, {argument} names the one of questions, and {candidate} that of "
            "candidates",
            argument="question", candidate=Argument("candidate"),
        )  # fmt: skip
    own = [name for name in table if name != candidate]
    if answers is None and isinstance(key, Mapping):
        # A key that names none of the columns leaves all, so that the error can say which ones it lacks.
        own = [name for name in own if name in key] or own
    questions = tuple(own if answers is None else answers)
    for name in questions:
        if name not in table:
            raise no_column("the input", name, table)
    if not questions:
        raise InputError("there is no column of answers beside that of the candidates")
    columns = tuple(encode(table[name], str(name), codes=absent) for name in questions)
    if len({len(column.codes) for column in columns}) > 1:
        raise InputError("the columns of answers must be of the same length, a row for each candidate")
    if candidate is None:
        return Sheet(tuple(range(1, len(columns[0].codes) + 1)), questions, columns)
    names = encode(table[candidate], str(candidate))
    if names.missing is not None and (names.codes - names.start == names.missing).any():
        raise nameless("candidate", "every candidate needs a name")
    candidates = tuple(names.labels[i] for i in (names.codes - names.start).tolist())
    twice = [name for name in dict.fromkeys(candidates) if candidates.count(name) > 1][:3]
    if twice:
        raise InputError(
            "{names} have more than one row: if there is a row for each answer, say {question}",
            names=f"candidates such as {quoted(twice)}", question=Argument("question"),
        )  # fmt: skip
    return Sheet(candidates, questions, columns)


# A row for each answer -------------------------------------------------------------------------


def _long(table: dict[Any, Any], names: tuple[Any, Any, Any], key: Any, absent: tuple[Any, ...]) -> Sheet:
    """The sheet of a row for each answer; the key may be a column of the same rows."""
    answers, candidate, question = names
    if candidate is None or not isinstance(answers, str):
        raise InputError(
            "a row for each answer needs all of {answer}, {candidate} and {argument}, each naming a column",
            argument="question", answer=Argument("answers"), candidate=Argument("candidate"),
        )  # fmt: skip
    if answers not in table:
        raise no_column("the input", answers, table)
    who, what = (encode(table[name], str(name)).compact() for name in (candidate, question))
    for name, coded in (("candidate", who), ("question", what)):
        if coded.missing is not None:
            raise nameless(name, "every answer needs one")
    given = encode(table[answers], str(answers), codes=absent).compact()
    rows, columns = who.codes - who.start, what.codes - what.start
    _require_single(rows, columns, who, what)
    # A pair of candidate and question without a row is not answered, and needs a code even if no answer is
    # missing.
    blank = len(given.labels) if given.missing is None else given.missing
    cells = np.full((len(who.labels), len(what.labels)), blank, dtype=np.int64)
    cells[rows, columns] = given.codes - given.start
    labels = [*given.labels, *([None] if given.missing is None else [])]
    order = [list(what.labels).index(name) for name in natural_order(what.labels)]
    by_question = tuple(
        replace(given, codes=cells[:, i], labels=labels, start=0, missing=blank) for i in order
    )
    sheet = Sheet(tuple(who.labels), tuple(what.labels[i] for i in order), by_question)
    if isinstance(key, str) and key in table:
        return _keyed(sheet, _key_of_rows(table[key], what, columns), absent)
    return _keyed(sheet, key, absent)


def _require_single(rows: Integers, columns: Integers, who: Coded, what: Coded) -> None:
    """Refuse two answers of one candidate to one question."""
    pairs, times = np.unique(np.stack((rows, columns)), axis=1, return_counts=True)
    twice = np.flatnonzero(times > 1)
    if len(twice):
        row, column = pairs[:, twice[0]].tolist()
        raise InputError(
            f"candidate {who.labels[row]!r} answered question {what.labels[column]!r} more than once: "
            "keep one answer"
        )


def _key_of_rows(column: Any, what: Coded, questions: Integers) -> dict[Label, Label]:
    """The key that is written beside every answer, which must be the same for each question."""
    right = encode(column, "key").compact()
    found: dict[Label, Label] = {}
    for question, code in np.unique(np.stack((questions, right.codes - right.start)), axis=1).T.tolist():
        name, label = what.labels[question], right.labels[code]
        if label is not None and found.setdefault(name, label) != label:
            raise InputError(
                "{argument} gives question {name!r} two right answers, {one!r} and {other!r}",
                argument="key", name=name, one=found[name], other=label,
            )  # fmt: skip
    return found


# The key ---------------------------------------------------------------------------------------


def _keyed(sheet: Sheet, key: Any, absent: tuple[Any, ...]) -> Sheet:
    """The sheet with its key, which may be one of its rows, or in a file."""
    options: Mapping[Any, Any] | None = None
    if isinstance(key, _PATH_TYPES):
        if key in sheet.candidates:
            sheet, key = _without_row(sheet, sheet.candidates.index(str(key)))
        elif Path(key).is_file():
            key, options = _key_file(key)
        else:
            raise InputError(
                "{argument} {key!r} is neither a candidate nor a file, and one answer is no key: the "
                "candidates are {known}, and {candidate} names their column",
                argument="key", key=str(key), known=offered(str(key), sheet.candidates),
                candidate=Argument("candidate"),
            )  # fmt: skip
    if isinstance(key, Mapping):
        lacking = [name for name in sheet.questions if name not in key]
        if lacking:
            raise InputError("{argument} has no answer to {names}", argument="key",
                             names=_of_questions(lacking))  # fmt: skip
        labels = [key[name] for name in sheet.questions]
    elif isinstance(key, Iterable):
        labels = list(key)
    else:
        raise InputError("{argument} must be a list of right answers or a mapping of questions to them, got "
                         "{got}", argument="key", got=type(key).__name__)  # fmt: skip
    if len(labels) != len(sheet.questions):
        raise InputError(
            "{argument} has {right}, and there are {questions}: {names}; if one of them is no question, name "
            "the column of candidates with {candidate}",
            argument="key", right=counted(len(labels), "answer"),
            questions=counted(len(sheet.questions), "question"), names=quoted(sheet.questions),
            candidate=Argument("candidate"),
        )  # fmt: skip
    void = [name for name, x in zip(sheet.questions, labels, strict=True) if is_missing(x) or x in absent]
    if void:
        raise InputError("{argument} has no answer to {names}", argument="key", names=_of_questions(void))
    plain = tuple(x.item() if isinstance(x, np.generic) else x for x in labels)
    for i, right in enumerate(plain):
        require_one_kind([*sheet.given(i), right], "answers and the key", None)
    sizes = None if options is None else tuple(options[name] for name in sheet.questions)
    return replace(sheet, key=plain, options=sizes)


def _of_questions(names: Sequence[Label]) -> str:
    return f"question{'s' * (len(names) > 1)} {quoted(names)}"


def _without_row(sheet: Sheet, row: int) -> tuple[Sheet, list[Label]]:
    """The sheet without one row, and the answers of that."""
    key = [column.labels[int(column.codes[row]) - column.start] for column in sheet.columns]
    columns = tuple(replace(column, codes=np.delete(column.codes, row)) for column in sheet.columns)
    candidates = (*sheet.candidates[:row], *sheet.candidates[row + 1 :])
    if not candidates:
        raise InputError("there is no candidate beside the row of the {argument}", argument="key")
    return replace(sheet, candidates=candidates, columns=columns), key


def _key_file(file: Any) -> tuple[dict[Label, Label], dict[Label, Label] | None]:
    """A file of questions, right answers and perhaps options, or of one row that answers every question."""
    columns = list(read_labels(os.fspath(file)).columns.items())
    if len(columns[0][1]) == 1:
        return {name: column[0] for name, column in columns}, None
    if len(columns) not in (2, 3):
        raise InputError(
            "{argument} {file!r} must have one row with the answer to each question, or two columns, the "
            "questions and the right answers, and if need be a third, how many options there are",
            argument="key", file=str(file),
        )  # fmt: skip
    questions, right, *options = (column.tolist() for _, column in columns)
    sizes = dict(zip(questions, options[0], strict=True)) if options else None
    return dict(zip(questions, right, strict=True)), sizes
