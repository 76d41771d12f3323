"""What the columns of a file may be for, by their names and what they hold: a guess that users correct."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from abovechance.core.text import listed, named
from abovechance.intake.files.columns import usual_name
from abovechance.intake.limits import MOST_LABELS
from abovechance.intake.names import PREDICTION_NAMES, TRUTH_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from abovechance.intake.files.readers.profile import FileProfile, Profile

Question = Literal["labels", "systems", "scores", "raters", "table"]
Role = Literal["truth", "prediction", "score", "weight", "count", "by", "cluster", "rater", "item"]
Roles = dict[str, Role]

_WEIGHT_NAMES = (("weight", "weights", "sample_weight", "w"),)
_COUNT_NAMES = (("count", "counts", "n", "freq", "frequency", "items"),)
_CLUSTER_NAMES = (
    ("patient", "patient_id", "subject", "subject_id", "participant", "person", "user", "cluster"),
)
_ITEM_NAMES = (("item", "id", "item_id", "document", "case", "image", "text_id", "row"), *_CLUSTER_NAMES)
_DIFFERENT = "labels that differ in blanks or capital letters are different classes"
_MOST_CLASSES = 200  # columns of more labels are rather names of items
_MOST_RATERS, _MOST_SCORES = 30, 10  # so many columns are chosen by themselves


@dataclass(frozen=True)
class Guess:
    """What a file may be asked, and the roles of its columns in each question."""

    question: Question
    roles: dict[Question, Roles]
    notes: tuple[str, ...]  # likely mistakes


def guess(profile: FileProfile) -> Guess:
    """What to ask of a file, to begin with."""
    columns = {column.name: column for column in profile.columns}
    common: Roles = {}
    numbers = [name for name, one in columns.items() if _is_number(one)]
    if weight := usual_name(numbers, _WEIGHT_NAMES):
        common[weight] = "weight"
    if count := usual_name(numbers, _COUNT_NAMES):
        common[count] = "count"
    rest = [column for name, column in columns.items() if name not in common]
    raters = _raters(rest)
    truth = _truth([column for column in rest if raters.get(column.name) != "item"])
    predictions = _predictions(rest, truth)
    scores = [column.name for column in rest if is_score(column) and column is not truth]
    first: Roles = {} if truth is None else {truth.name: "truth"}
    one = usual_name(predictions, PREDICTION_NAMES) or next(iter(predictions), None)
    roles: dict[Question, Roles] = {
        "labels": common | first | ({} if one is None else {one: "prediction"}),
        "systems": common | first | dict.fromkeys(predictions, "prediction"),
        "scores": common | first | dict.fromkeys(scores[:_MOST_SCORES], "score"),
        "raters": raters,
        "table": {},
    }
    return Guess(_question(profile, roles), roles, tuple(_notes(profile, truth, predictions)))


def _question(profile: FileProfile, roles: Mapping[Question, Roles]) -> Question:
    """The question that a file looks made for."""
    if is_table(profile):
        return "table"
    found = roles["labels"].values()
    if "prediction" not in found and "score" in roles["scores"].values():
        return "scores"
    names = [column.name for column in profile.columns]
    is_told = usual_name(names, TRUTH_NAMES) or usual_name(names, PREDICTION_NAMES)
    raters = list(roles["raters"].values())
    return "raters" if "item" in raters and raters.count("rater") > 1 and not is_told else "labels"


def is_score(column: Profile) -> bool:
    """Whether a column holds numbers that are hardly labels."""
    return _is_number(column) and (not column.is_whole or column.distinct > _MOST_CLASSES)


def is_table(profile: FileProfile) -> bool:
    """Whether a file is a square table of counts rather than a list of items."""
    counts = [column for column in profile.columns if _is_number(column) and column.is_whole]
    size = len(counts)
    if not profile.is_whole or size < 2 or len(profile.columns) - size > 1:
        return False
    if len(profile.columns) == size and any(not name.strip() for name in profile.left_out):
        return profile.rows == size  # the labels of the rows have no name
    if len(profile.columns) == size:  # without labels: the first line was taken for them
        return profile.rows == size - 1 and all(column.name.strip().isdigit() for column in counts)
    names = {row[0].strip().casefold() for row in profile.first}
    heads = {column.name.strip().casefold() for column in counts}
    return profile.rows == size and len(names & heads) >= min(2, len(names))


def _is_number(column: Profile) -> bool:
    # A profile keeps only so many labels: where some are missing, their sum is not the number of values.
    there = sum(column.labels.values()) if column.distinct <= len(column.labels) else column.numbers
    return column.numbers > 0 and column.numbers >= there


def _is_labels(column: Profile) -> bool:
    return 0 < column.distinct <= _MOST_CLASSES and not is_score(column)


def _truth(columns: Sequence[Profile]) -> Profile | None:
    """The column of a usual name, else the first of those that share their labels, else the first of few."""
    found = usual_name([column.name for column in columns], TRUTH_NAMES)
    if found is not None:
        return next(column for column in columns if column.name == found)
    labels = [column for column in columns if _is_labels(column)]
    alike = [one for one in labels if any(_share_labels(one, other) for other in labels if other is not one)]
    return next(iter([*alike, *labels]), None)


def _predictions(columns: Sequence[Profile], truth: Profile | None) -> list[str]:
    """The columns that have labels of the truth; one of a usual name comes first."""
    others = [column for column in columns if column is not truth and _is_labels(column)]
    found = [one.name for one in others if truth is not None and _share_labels(one, truth)]
    usual = usual_name([one.name for one in others], PREDICTION_NAMES)
    if usual is not None:
        return [usual, *(name for name in found if name != usual)]
    return found or ([others[0].name] if len(columns) == 2 and others else [])


def _share_labels(one: Profile, other: Profile) -> bool:
    """Whether most labels of the column with fewer of them are in the other, too."""
    labels, others = set(one.labels), set(other.labels)
    both = len(labels & others)
    # One label in common may be chance, unless a column has no more.
    return both > 0 and 2 * both >= min(len(labels), len(others)) and both >= min(2, len(labels), len(others))


def _raters(columns: Sequence[Profile]) -> Roles:
    """The columns with labels in common; the item is named by one of which no two values are equal."""
    item = usual_name([column.name for column in columns], _ITEM_NAMES)
    first = columns[0] if columns else None
    if (
        item is None
        and first is not None
        and usual_name([first.name], TRUTH_NAMES) is None
        and usual_name([first.name], PREDICTION_NAMES) is None
        and first.distinct == sum(first.labels.values()) + first.missing > 3
    ):
        item = first.name
    kinds = [column for column in columns if column.name != item and _is_labels(column)]
    alike = [
        one.name for one in kinds if any(_share_labels(one, other) for other in kinds if other is not one)
    ]
    roles: Roles = dict.fromkeys(alike[:_MOST_RATERS], "rater")
    return roles if item is None else {item: "item", **roles}


def _notes(profile: FileProfile, truth: Profile | None, predictions: Iterable[str]) -> Iterable[str]:
    """What is likely wrong with the file, before anything is computed."""
    if profile.left_out and not is_table(profile):
        yield (
            f"Some columns cannot be chosen: {listed(profile.left_out)}. They have no name, share one with "
            "another, hold lists, or come after the first 200."
        )
    if len(profile.columns) == 1 and not profile.left_out and not is_table(profile):
        yield (
            f"There is one column only, {named(profile.columns[0].name)}: if the cells are separated by "
            "another sign than was found, choose it under “How the file is written”."
        )
    heads = [column.name for column in profile.columns]
    if (
        truth is not None
        and not is_table(profile)
        and heads
        and all(_is_cell(one) for one in profile.columns)
    ):
        yield (
            "The first line looks like items and not like names of columns: say under “How the file is "
            "written” if the columns have no names."
        )
    if truth is not None:
        yield from filter(
            None, (_alike(truth), *(_strange(x, truth) for x in profile.columns if x.name in predictions))
        )
    if truth is not None and truth.distinct > MOST_LABELS:
        yield f"{named(truth.name)} has {truth.distinct:,} different values: few data have so many classes."


def _is_cell(column: Profile) -> bool:
    """Whether the name of a column is one of its values."""
    return column.name in column.labels


def _alike(column: Profile) -> str:
    """Labels of a column that differ from each other in blanks or capital letters alone."""
    known: dict[str, str] = {}
    for label in column.labels:
        other = known.setdefault(label.strip().casefold(), label)
        if other != label:
            return f"{named(column.name)} has both {named(other)} and {named(label)}: {_DIFFERENT}."
    return ""


def _strange(column: Profile, truth: Profile) -> str:
    """Labels of a prediction that differ so from those of the truth, or from each other."""
    known = {label.strip().casefold(): label for label in truth.labels}
    for label in column.labels:
        other = known.get(label.strip().casefold())
        if other is not None and label not in truth.labels:
            where = f"{named(truth.name)} has {named(other)}"
            return f"{named(column.name)} has {named(label)} where {where}: {_DIFFERENT}."
    return "" if _alike(truth) else _alike(column)
