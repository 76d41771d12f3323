"""``abovechance mark``: multiple-choice answers marked so that guessing earns nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from abovechance.cli.input import About
from abovechance.cli.output import progress
from abovechance.cli.parameters import FILE, HERE, ITEM, METHOD, RATINGS, Where, WrittenRatings
from abovechance.cli.pictures import DRAWN, Drawn
from abovechance.cli.values import numbers, values_of
from abovechance.core.text import named

if TYPE_CHECKING:
    from collections.abc import Sequence

_NONE = "none"


def mark(
    file: Annotated[list[str], FILE],
    /,
    *,
    key: Annotated[list[str], ITEM],
    options: Annotated[str | None, ITEM] = None,
    candidate: Annotated[str | None, ITEM] = None,
    question: Annotated[list[str] | None, ITEM] = None,
    answer: Annotated[str | None, ITEM] = None,
    at: Where = HERE,
    cells: WrittenRatings = RATINGS,
    level: Annotated[float, METHOD] = 0.95,
    method: Annotated[str, METHOD] = "clopper_pearson",
    alternative: Annotated[Literal["two-sided", "greater", "less"], METHOD] = "greater",
    adjust: Annotated[str, METHOD] = "holm",
    output: Drawn = DRAWN,
) -> None:
    """Mark multiple-choice answers so that guessing earns nothing, and test each candidate against it.

    Parameters
    ----------
    file
        Files of CSV, TSV, JSON, JSON lines, Excel, Parquet or Arrow, plain or compressed; patterns and
        directories of them; or - for standard input. They have a row for each candidate and a column for each
        question, or a row for each answer.
    key
        The right answers: A,C,B in the order of the questions; the candidate whose row they are; with
        --answer the column that has them; or a file of questions, right answers and perhaps options.
    options
        The number of answers to choose from: one number, or one for each question; 4 if not given.
    candidate
        Column that names the candidates; rows are numbered if not given.
    question
        Columns of the questions, all but that of candidates if not given. With --answer, the column that
        names the questions.
    answer
        Column of answers, in a file with one row for each answer.
    level
        Confidence level of the intervals; a result with a p-value of at most 1 - level counts as shown.
    method
        Method of the intervals: clopper_pearson, agresti_coull, wilson, mid_p or jeffreys.
    alternative
        What to test for: better than guessing, worse, or either.
    adjust
        How p-values are adjusted for the number of candidates: holm, hochberg, hommel, bonferroni,
        benjamini_hochberg, benjamini_yekutieli or none.
    """
    from abovechance.evaluation.marking.mark import mark as marked
    from abovechance.intake.files.readers.labels import read_labels
    from abovechance.intake.files.reading import Reading
    from abovechance.report.build import build

    where = at.of(file)
    output.check(where)
    names = values_of(question) or []
    with progress(f"Reading {where.name}") as advance:
        reading = Reading(text=cells.text, progress=advance, skip_bad=where.skip_bad)
        read = read_labels(where.input, (), reading)
    found = marked(
        (names or None) if answer is None else answer,
        _key(key),
        options=None if options is None else _sizes(options),
        data=read.columns,
        candidate=candidate,
        question=names[0] if names and answer is not None else None,
        missing=cells.codes.codes,
        level=level,
        method=method,
        alternative=alternative,
        adjust=None if adjust == _NONE else adjust,
    )
    right = found.questions.key.tolist()
    columns: dict[str, Any] = {
        "candidate": candidate,
        "question": names or None,
        "answer": answer,
        "key": right,
    }
    said = f"candidates {named(candidate)}" if candidate is not None else "a row for each candidate"
    output.draw(found)
    output.put(build(found), About.of(where, read, said, **columns))


def _key(texts: Sequence[str]) -> str | list[str]:
    """A list of answers, or the one name of a row, a column or a file."""
    found = values_of(texts) or []
    return texts[0] if len(found) == 1 else found


def _sizes(text: str) -> int | list[int]:
    found = numbers("options", text, int)
    return found[0] if len(found) == 1 else found
