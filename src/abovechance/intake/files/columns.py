"""Which columns of a file hold the truth, the predictions or scores, the groups, and weights or counts.

Labels of files are text. Texts that write one number, such as 1 and 1.0, are one label, whatever the format.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from abovechance.core.errors import Argument, InputError, InputWarning
from abovechance.intake.frames.columns import columns_of, no_column
from abovechance.intake.names import PREDICTION_NAMES, TRUTH_NAMES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence


_NUMERAL_PATTERN = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?", re.ASCII)


@dataclass(frozen=True)
class Wanted:
    """The columns that were asked for by name; None where they are to be found."""

    truth: str | None = None
    prediction: str | None = None
    weight: str | None = None
    groups: tuple[str, ...] = ()
    systems: int = 1  # columns of predictions; all but the first are the first of the groups
    most_labels: int | None = None  # that columns of classes may have
    count: str | None = None
    threshold: float | None = None  # numbers that reach it are decisions for the positive class


@dataclass(frozen=True)
class Chosen(Wanted):
    """The columns to read, by name."""

    truth: str
    prediction: str
    found: bool = False  # truth or prediction were not named
    guessed: bool = False  # they are but the first and the second of two columns

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the columns of labels, in the order of the positions."""
        return (self.truth, self.prediction, *self.groups)

    @property
    def numbers(self) -> tuple[str, ...]:
        """The names of the columns of weights and of counts, if there are such."""
        return tuple(name for name in (self.weight, self.count) if name is not None)

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the columns of classes: the truth and the predictions."""
        return self.labels[: 1 + self.systems]


def choose(header: Sequence[str], wanted: Wanted, name: str, own: int | None = None) -> Chosen:
    """Find columns, if not named then by their usual names, in a header; ``own`` are the file's own."""
    if not any(column.strip() for column in header):
        raise InputError(f"{name} has no columns: its first line must name them")
    found = wanted.truth is None or wanted.prediction is None
    truth, prediction = _pair(header, wanted, name, own) if found else (wanted.truth, wanted.prediction)
    if truth is None or prediction is None:
        raise InputError(
            "say which columns of {file} hold the truth and the prediction, with {truth} and {prediction}; "
            "its columns are {columns}",
            file=name, columns=columns_of(header), truth=Argument("truth"), prediction=Argument("prediction"),
        )  # fmt: skip
    if truth == prediction and (wanted.truth, wanted.prediction) == (None, None):
        raise InputError(
            "the first line of {file} calls both columns {name!r}: say {none} if it names none",
            file=name, name=truth, none=Argument("header", value=False),
        )  # fmt: skip
    if truth == prediction:
        raise both_name("prediction", truth)
    require_once(wanted.groups)
    for column in (truth, prediction, *wanted.groups, wanted.weight, wanted.count):
        if column is not None:
            require_column(header, column, name)
    guessed = found and not any((wanted.truth, wanted.prediction, *map(_kind, (truth, prediction))))
    named = {"truth": truth, "prediction": prediction, "found": found, "guessed": guessed}
    return Chosen(**vars(wanted) | named)


def _pair(header: Sequence[str], wanted: Wanted, name: str, own: int | None) -> tuple[str | None, str | None]:
    for column in (wanted.truth, wanted.prediction):
        if column is not None:
            require_column(header, column, name)
    others = [column for column in header if column not in (wanted.truth, wanted.prediction)]
    truth = wanted.truth or usual_name(others, TRUTH_NAMES)
    prediction = wanted.prediction or usual_name(others, PREDICTION_NAMES)
    if truth and prediction:
        return truth, prediction
    if len(header[:own]) != 2:
        return None, None
    first, second = header[:own]
    for one, other in ((first, second), (second, first)):
        if _fits(one, wanted.truth, "prediction") and _fits(other, wanted.prediction, "truth"):
            return one, other
    return None, None


def _fits(column: str, named: str | None, contrary: str) -> bool:
    """Whether a column can be the one that was named, or without a name, is not usually the contrary."""
    return _kind(column) != contrary if named is None else column == named


def _kind(column: str) -> str | None:
    """What a column usually holds that has such a name."""
    kinds = {"truth": TRUTH_NAMES, "prediction": PREDICTION_NAMES}
    name = column.strip().casefold()
    return next((kind for kind, names in kinds.items() if any(name in usual for usual in names)), None)


def usual_name(header: Sequence[str], names: Sequence[Sequence[str]]) -> str | None:
    """The only one of the usual names that there is; that several columns have it is found out later."""
    for usual in names:
        matches = {column for column in header if column.strip().casefold() in usual}
        if matches:
            return matches.pop() if len(matches) == 1 else None
    return None


def both_name(argument: str, column: str) -> InputError:
    """The error that the truth and something else are to be one column."""
    return InputError(
        "{truth} and {argument} both name the column {column!r}",
        argument=argument, truth=Argument("truth"), column=column,
    )  # fmt: skip


def require_once(groups: Sequence[str]) -> None:
    """Refuse columns of groups that are named twice."""
    for i, column in enumerate(groups):
        if column in groups[:i]:
            raise InputError(f"the column {column!r} is named twice: name it once")


def require_column(header: Sequence[str], column: str, name: str) -> None:
    """Refuse a column that is not there, or is there twice."""
    places = header.count(column)
    if places > 1:
        raise InputError(f"{name} has {places} columns called {column!r}: rename one of them")
    if not places:
        several = "," in column and all(part.strip() in header for part in column.split(","))
        whole = next((one for one in header if column in one.split(",")), None)
        advice = None
        if several:
            said = "one column is wanted here: give several as a list, and compare several systems; "
            advice = Argument("several_columns", spoken=said)
        elif whole is not None:
            advice = Argument("column_with_comma", whole, spoken=f"did you mean {whole!r}? ")
        raise no_column(name, column, header, advice)


@dataclass(frozen=True)
class Columns:
    """The columns of labels, the truth first, and those of numbers."""

    labels: tuple[str, ...]
    numbers: tuple[str, ...]

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the columns that name the same classes: no two of them do."""
        return ()


@dataclass(frozen=True)
class WantedColumns:
    """The columns asked for, the truth None if it is to be found."""

    truth: str | None
    groups: tuple[str, ...]
    numbers: tuple[str, ...]

    def choose(self, header: Sequence[str], name: str, own: int) -> Columns:  # noqa: ARG002 - as others choose
        """Find the columns in a header; the name is that of the file."""
        truth = self.truth or usual_name(header, TRUTH_NAMES)
        if truth is None:
            raise InputError(
                "say which column of {file} holds the truth, with {argument}; its columns are {columns}",
                argument="truth", file=name, columns=columns_of(header),
            )  # fmt: skip
        for i, column in enumerate(self.numbers):
            if column == truth:
                raise both_name("scores", column)
            if column in self.numbers[:i]:
                raise InputError(f"the column {column!r} of numbers is named twice: name it once")
        require_once(self.groups)
        columns = Columns((truth, *self.groups), self.numbers)
        for column in (*columns.labels, *columns.numbers):
            require_column(header, column, name)
        return columns


def numeral(text: str) -> Decimal | None:
    """The number that a text writes in plain decimals; None for codes such as 007 and all other texts."""
    return Decimal(text) if _NUMERAL_PATTERN.fullmatch(text) else None


def one_each(texts: Iterable[str]) -> dict[str, str]:
    """For each text the label that is meant: the same for texts that write the same number.

    Whole numbers are written as integers where any of them is.

    >>> one_each(["1", "1.0", "2.0", "0.50", "a"])
    {'1': '1', '1.0': '1', '2.0': '2', '0.50': '0.50', 'a': 'a'}
    """
    found = dict.fromkeys(texts)
    values = {text: value for text in found if (value := numeral(text)) is not None}
    if not any("." in text or text == "-0" for text in values):
        return {text: text for text in found}
    integers = any("." not in text for text in values)
    alike: dict[Decimal, list[str]] = {}
    for text, value in values.items():
        alike.setdefault(value, []).append(text)
    labels = {
        value: str(int(value)) if integers and value == value.to_integral_value() else min(same, key=_short)
        for value, same in alike.items()
    }
    return {text: labels[values[text]] if text in values else text for text in found}


def _short(text: str) -> tuple[int, str]:
    return len(text), text


def meant(texts: Sequence[Collection[str]], classes: int, named: Iterable[str] = ()) -> list[dict[str, str]]:
    """For each column of labels, what is meant by the texts in it.

    The first ``classes`` columns hold classes and are read together with those named; others by themselves.

    >>> meant([["1.0", "0.5"], ["1.0", "2"], ["1.0"]], classes=2)
    [{'1.0': '1', '0.5': '0.5'}, {'1.0': '1', '2': '2'}, {'1.0': '1.0'}]
    """
    together = one_each([*named, *(text for column in texts[:classes] for text in column)])
    return [
        {text: together[text] for text in column} if i < classes else one_each(column)
        for i, column in enumerate(texts)
    ]


def merged(meanings: Iterable[dict[str, str]]) -> list[InputWarning]:
    """Warnings of texts that are one label, so that a report can say so."""
    alike: dict[str, dict[str, None]] = {}
    for meaning in meanings:
        for text, label in meaning.items():
            alike.setdefault(label, {})[text] = None
    several = [(label, sorted(texts, key=_short)) for label, texts in alike.items() if len(texts) > 1]
    return [InputWarning(f"{' and '.join(map(repr, x))} are one label, {label!r}") for label, x in several]
