"""``mark``: multiple-choice answers marked so that guessing earns nothing, with intervals and tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.core.labels import quoted
from abovechance.core.result import Answer, ColumnResult
from abovechance.core.text import bounds as interval_text
from abovechance.core.text import counted, number, p_said
from abovechance.evaluation.marking import guessing
from abovechance.evaluation.marking.answers import read_sheet
from abovechance.inference.significance.multiplicity import adjust as adjusted
from abovechance.inference.significance.multiplicity import method_name
from abovechance.inference.significance.outcome import alternative_named

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.arrays import Array, Floats, Integers
    from abovechance.core.labels import Label
    from abovechance.core.result import Row
    from abovechance.evaluation.marking.answers import Sheet

_NO_ANSWER = "no question was answered"
_DEFAULT_OPTIONS = 4
_VERBS_BY_TEST = {
    "greater": "do better than",
    "less": "do worse than",
    "two-sided": "differ from",
}
_AS_FAR = {
    "greater": "as many points or more",
    "less": "as few points or fewer",
    "two-sided": "points as far from 0 or farther",
}


@dataclass(frozen=True, eq=False)
class MarkedQuestions(ColumnResult):
    """How a class answered each question, entry by entry of the arrays.

    Attributes
    ----------
    question, key, options
        The question, its right answer, and how many answers there are to choose from.
    right, wrong, unanswered
        How many candidates answered it so.
    value, low, high
        What an answer to it earns on average, and the interval of that: 0 is guessing, 1 is that everybody
        knows it, below 0 is that a wrong answer attracts.
    p_value
        The probability that guessing would earn as many points here or more (by the alternative).
    p_worse
        The probability that guessing would earn as few points or fewer: if it is small, is the key right?
    distractor
        The wrong answer that was given most often, None if there is none.
    """

    question: NDArray[np.object_]
    key: NDArray[np.object_]
    options: Integers
    right: Integers
    wrong: Integers
    unanswered: Integers
    value: Floats
    low: Floats
    high: Floats
    p_value: Floats
    p_worse: Floats
    distractor: NDArray[np.object_]


@dataclass(frozen=True)
class ClassMean:
    """The mean score of a class, with Student's interval over its candidates; NaN if all scores are equal."""

    value: float
    low: float
    high: float
    se: float
    n: int


@dataclass(frozen=True, eq=False, repr=False)
class Marks(Answer):
    """What candidates earned, how surely, and whether guessing could have done it.

    Numbers are arrays over the candidates, or plain numbers if one candidate was given.

    Attributes
    ----------
    candidate
        The names of the candidates, or their numbers from 1 on.
    right, wrong, unanswered
        How many questions each answered so.
    points
        1 for each right answer, less 1/(K − 1) for each wrong one to a question of K options.
    score
        Points by the number of all questions: the mark of an examination.
    value, low, high
        Points by the number of answered questions, and the interval of that: 0 is guessing, 1 is that every
        answer is known. It is the Informedness of answers at equal odds.
    p_value, p_adjusted
        The probability that guessing the answered questions earns as many points or more (by the
        ``alternative``), exact; and the same adjusted for the number of candidates.
    reason
        Why a value is undefined, else None.
    level, method, alternative, adjust
        How intervals and tests are made.
    mean : ClassMean or None
        The mean score of more than one candidate.
    questions : MarkedQuestions
        How each question was answered.
    options_assumed
        Whether the number of options was not given, and 4 were assumed.
    """

    candidate: Any
    right: Any
    wrong: Any
    unanswered: Any
    points: Any
    score: Any
    value: Any
    low: Any
    high: Any
    p_value: Any
    p_adjusted: Any
    reason: Any
    level: float
    method: str
    alternative: str
    adjust: str | None
    mean: ClassMean | None
    questions: MarkedQuestions
    options_assumed: bool = False

    def rows(self) -> list[Row]:
        """One row for each candidate."""
        columns = [np.atleast_1d(np.asarray(getattr(self, name), dtype=object)).tolist() for name in COLUMNS]
        return [dict(zip(COLUMNS, row, strict=True)) for row in zip(*columns, strict=True)]

    @property
    def suspicious(self) -> list[Label]:
        """Questions that the class answers worse than guessing, after Holm: their key may be wrong."""
        worse = adjusted(self.questions.p_worse) <= 1 - self.level
        found: list[Label] = self.questions.question[worse].tolist()
        return found

    @property
    def verdict(self) -> str:
        """The answer in plain sentences."""
        rows = self.rows()
        if len(rows) == 1:
            return _of_one(rows[0], self)
        shown = int(np.sum(np.asarray(self.p_adjusted) <= 1 - self.level))
        adjustment = " when adjusted for their number" if self.adjust else ""
        verb = f"{'is' if shown == 1 else 'are'} shown to {_VERBS_BY_TEST[self.alternative]}"
        said = f"{shown} of {len(rows)} candidates {verb} guessing"
        said += f" (p ≤ {1 - self.level:.3g}{adjustment})."
        mean = self.mean
        if mean is None:
            return said
        interval = f"{100 * self.level:g} % interval {interval_text(mean.low, mean.high)}"
        if np.isnan(mean.low):
            interval = "no interval: all scores are the same"
        return f"{said} The mean score is {number(mean.value)} of 1, where guessing has 0 ({interval})."


COLUMNS = (
    "candidate", "right", "wrong", "unanswered", "points", "score", "value", "low", "high", "p_value",
    "p_adjusted", "reason",
)  # fmt: skip


def _of_one(row: Row, marks: Marks) -> str:
    answered = row["right"] + row["wrong"]
    if not answered:
        return "No question was answered."
    interval = f"{100 * marks.level:g} % interval {interval_text(row['low'], row['high'])}"
    return (
        f"{row['right']} of {counted(answered, 'answer')} right, which earns {number(row['value'])} of what "
        f"full knowledge would, where guessing earns 0 ({interval}). Guessing would earn "
        f"{_AS_FAR[marks.alternative]} with probability {p_said(row['p_value'])}."
    )


def mark(
    answers: Any,
    key: Any,
    *,
    options: Any = None,
    data: Any = None,
    candidate: Any = None,
    question: Any = None,
    missing: Any = (),
    level: float = 0.95,
    method: str = "clopper_pearson",
    alternative: str = "greater",
    adjust: str | None = "holm",
) -> Marks:
    """Mark multiple-choice answers so that guessing earns nothing.

    A right answer to a question of K options earns 1 point, a wrong one loses 1/(K − 1), no answer earns 0:
    the Bookmaker's fair odds where every option is equally likely (Powers 2003). Each candidate gets an
    interval and an exact test against guessing, both of the questions that were answered.

    Parameters
    ----------
    answers
        The answers of one candidate; or candidates × questions: rows, an array, a mapping of candidates to
        their answers, a data frame or the path of a file with a row for each candidate. With ``data`` the
        names of the columns of questions, or of the one column of answers if there is a row for each answer.
        None, NaN and an empty text are no answer.
    key
        The right answers: a list in the order of the questions; a mapping of questions to answers; the name
        of the candidate whose row it is, or of the column that has the right answer beside each one; or a
        file with a column of questions, one of right answers, and if need be one of how many options there
        are.
    options
        How many answers there are to choose from: a number, one for each question, or a mapping of questions
        to them; 4 unless given or in the file of the key.
    data
        A data frame, a mapping of columns, or the path of a file.
    candidate
        Column of ``data`` that names the candidates; rows are numbered without it.
    question
        Column of ``data`` that names the questions, if there is a row for each answer.
    missing
        Values that stand for no answer, such as ``"-"``.
    level
        The confidence level of the intervals.
    method
        The method of the intervals: ``"clopper_pearson"``, ``"agresti_coull"``, ``"wilson"``, ``"mid_p"`` or
        ``"jeffreys"``.
    alternative
        What to test for: ``"greater"``, that a candidate does better than guessing; ``"less"`` or
        ``"two-sided"``.
    adjust
        How p-values are adjusted for the number of candidates; None leaves them as they are.

    Examples
    --------
    >>> import abovechance as ac
    >>> found = ac.mark(list("ABBDCABA"), list("ABCDCABA"), options=4)
    >>> found.right, round(found.points, 3), round(found.value, 3), round(found.p_value, 5)
    (7, 6.667, 0.833, 0.00038)
    >>> of_class = ac.mark({"ann": "a b c d".split(), "bob": ["a", "d", None, "b"]}, ["a", "b", "c", "d"])
    >>> of_class.points.round(3).tolist(), of_class.unanswered.tolist()
    ([4.0, 0.333], [0, 1])
    """
    two_sided(level, 2)
    method, alternative = guessing.interval_method(method), alternative_named(alternative)
    adjustment = None if adjust is None else method_name(adjust)
    sheet = read_sheet(answers, key, data=data, candidate=candidate, question=question, missing=missing)
    sizes = _options(sheet, options)
    right, answered = sheet.right, sheet.answered
    kinds, kind = np.unique(sizes, return_inverse=True)
    of_kind = np.eye(len(kinds), dtype=np.int64)[kind]  # questions × kinds
    how = level, method, alternative
    found = _earned(kinds, answered @ of_kind, right @ of_kind, how)
    del found["p_worse"]
    several = len(sheet.candidates) > 1
    p_adjusted = adjusted(found["p_value"], adjustment) if several else found["p_value"]
    number_answered, points = answered.sum(-1), found.pop("points")
    columns: dict[str, Array] = {
        "candidate": np.array([*sheet.candidates, None], dtype=object)[:-1],
        "right": right.sum(-1),
        "wrong": number_answered - right.sum(-1),
        "unanswered": len(sheet.questions) - number_answered,
        "points": points,
        "score": points / len(sheet.questions),
        **found,
        "p_adjusted": p_adjusted,
        "reason": _objects(None if number else _NO_ANSWER for number in number_answered),
    }
    given: dict[str, Any] = {
        n: values.tolist()[0] if sheet.alone else values for n, values in columns.items()
    }
    marks = Marks(
        **given,
        level=level, method=method, alternative=alternative, adjust=adjustment if several else None,
        mean=_mean(columns["score"], -float(np.mean(1 / (sizes - 1))), level) if several else None,
        questions=_questions(sheet, sizes, how),
        options_assumed=options is None and sheet.options is None,
        warnings=(*sheet.mistakes, *_more_options(sheet, int(sizes.max()))),
    )  # fmt: skip
    # Which keys look wrong is read off the finished marks.
    return replace(marks, warnings=(*marks.warnings, *_wrong_key(marks)))


def _options(sheet: Sheet, options: Any) -> Integers:
    """How many options each question has; as many as answers were given to it, at least."""
    if options is None:
        options = _DEFAULT_OPTIONS if sheet.options is None else sheet.options
    if isinstance(options, Mapping):
        lacking = [name for name in sheet.questions if name not in options]
        if lacking:
            raise InputError("{argument} has no number for question {names}", argument="options",
                             names=quoted(lacking))  # fmt: skip
        options = [options[name] for name in sheet.questions]
    several = isinstance(options, Iterable) and not isinstance(options, str)
    given = list(options) if several else [options] * len(sheet.questions)
    if len(given) != len(sheet.questions):
        raise InputError(
            "{argument} has {given}, and there are {questions}", argument="options",
            given=counted(len(given), "number"), questions=counted(len(sheet.questions), "question"),
        )  # fmt: skip
    sizes = np.array([_size(x) for x in given], dtype=np.int64)
    for i, (name, right) in enumerate(zip(sheet.questions, sheet.key, strict=True)):
        known = {*sheet.given(i), right}
        if len(known) > sizes[i]:
            raise InputError(
                "question {name!r} has {number} different answers, {known}, and {argument} allows {size}: "
                "are some of them mistyped?",
                argument="options", name=name, number=len(known), known=quoted(sorted(map(str, known)), 8),
                size=int(sizes[i]),
            )  # fmt: skip
    return sizes


def _wrong_key(marks: Marks) -> list[str]:
    """A warning of questions whose key may be wrong."""
    found = marks.suspicious
    are = "this question" if len(found) == 1 else "these questions"
    said = f"The class does worse than guessing at {are}: {quoted(found)}. Is the key right?"
    return [said] if found else []


def _more_options(sheet: Sheet, most: int) -> list[str]:
    """A warning where letters or digits name more options over all questions than any question has."""
    known = {*sheet.key, *(label for i in range(len(sheet.questions)) for label in sheet.given(i))}
    if len(known) <= most or any(len(str(label)) > 1 for label in known):
        return []
    names = quoted(sorted(map(str, known)), 8)
    return [f"Answers and key name {len(known)} options, {names}, but questions are marked as of {most}."]


def _size(given: Any) -> int:
    try:
        size = int(given)
        whole = size == float(given) and not isinstance(given, bool)
    except (TypeError, ValueError, OverflowError):
        size, whole = 0, False
    if not whole or size < 2:
        raise InputError(
            "{argument} is how many answers there are to choose from, a whole number from 2, not {given!r}",
            argument="options", given=given,
        )  # fmt: skip
    return size


def _earned(
    kinds: Integers, answered: Integers, right: Integers, how: tuple[float, str, str]
) -> dict[str, Array]:
    """Points, their mean over answers with its interval, and the test against guessing."""
    level, method, alternative = how
    points = guessing.points(kinds, answered, right)
    low, high = guessing.bounds(kinds, answered, right, level, method)
    with np.errstate(invalid="ignore"):
        value = points / answered.sum(-1)
    above, below = guessing.tails(kinds, answered, right)
    p_value = guessing.p_values(above, below, alternative)
    return {"points": points, "value": value, "low": low, "high": high, "p_value": p_value, "p_worse": below}


def _mean(score: Floats, least: float, level: float) -> ClassMean:
    """The mean with Student's interval, no farther than from the least possible score to 1."""
    from scipy.special import stdtrit

    n = len(score)
    value, se = float(np.mean(score)), float(np.std(score, ddof=1) / np.sqrt(n))
    if np.ptp(score) == 0:
        return ClassMean(value, np.nan, np.nan, 0.0, n)
    reach = float(stdtrit(n - 1, (1 + level) / 2)) * se
    return ClassMean(value, max(value - reach, least), min(value + reach, 1.0), se, n)


def _questions(sheet: Sheet, sizes: Integers, how: tuple[float, str, str]) -> MarkedQuestions:
    """How each question was answered: the candidates are to a question what questions are to a candidate."""
    answered, right = sheet.answered.sum(0), sheet.right.sum(0)
    found = {name: np.empty(len(sizes)) for name in ("value", "low", "high", "p_value", "p_worse")}
    for size in np.unique(sizes):
        at = sizes == size
        # Questions take the place of candidates; as each has one number of options, there is one kind.
        earned = _earned(size[None], answered[at, None], right[at, None], how)
        for name, values in found.items():
            values[at] = earned[name]
    return MarkedQuestions(
        question=_objects(sheet.questions), key=_objects(sheet.key), options=sizes, right=right,
        wrong=answered - right, unanswered=len(sheet.candidates) - answered, **found,
        distractor=_objects([_distractor(sheet, i) for i in range(len(sizes))]),
    )  # fmt: skip


def _distractor(sheet: Sheet, question: int) -> Label | None:
    """The wrong answer that was given most often."""
    wrong = {label: n for label, n in sheet.given(question).items() if label != sheet.key[question]}
    return max(wrong, key=wrong.__getitem__) if wrong else None


def _objects(values: Iterable[Any]) -> NDArray[np.object_]:
    # The None keeps NumPy from making a second axis of labels that are tuples of one length.
    return np.array([*values, None], dtype=object)[:-1]
