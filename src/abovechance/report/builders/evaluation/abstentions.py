"""The document of abstentions: the answered share, who is refused, and measures with refusals counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from abovechance.core.text import group_text, shown
from abovechance.measures.registry import measure
from abovechance.report.document import Column, Document, Note, Table, interval_column
from abovechance.report.figures import figures
from abovechance.report.schema import Group, Label, Members, Number, Text, optional
from abovechance.tables.clusters import group_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from abovechance.evaluation.abstention import Abstentions, Reading
    from abovechance.inference.significance.test import TestResult

SUMMARY = "What `ac.abstentions(...).to_dict()` returns; `evaluate --abstain` has it under `also`."
_TEST: Members = {"method": str, "p_value": Number, "reference": Text, "reason": Text}
DATA: Members = {
    "classes": Annotated[list[str], "The labels as text, in the order of the table's rows and columns."],
    "abstain": Annotated[list[str], "The labels that mean no answer: the last columns of the table."],
    "counts": Annotated[list[list[float]], "All items: rows are the truth, columns the prediction."],
    "level": Annotated[Number, "The confidence level of the intervals; null if there are none."],
    "by_class": Annotated[optional(_TEST), "Whether refusing depends on the class; null if not tested."],
    "by_group": Annotated[optional(_TEST), "Whether refusing depends on the group; null if not tested."],
}
ROW: Members = {
    "measure": Annotated[str, "`answered` is the share of items that were answered."],
    "refusals": Annotated[
        Literal["left_out", "guess", "wrong", "right", "difference"] | None,
        "What refusals count as; a `guess` has labels as often as the answers do; `difference` is left_out "
        "less guess; null for the answered share.",
    ],
    "class": Label,
    "group": Group,
    "value": Annotated[Number, "The value; null where it is undefined."],
    "low": Number,
    "high": Number,
    "level": Number,
    "n": Annotated[float, "The number of items, or their weight."],
}
_COUNTED_AS = {
    "left_out": "left out: the answers alone",
    "guess": "a guess like the answers",
    "wrong": "a wrong answer",
    "right": "the right answer",
    "difference": "left out less guess",
}
_BOUNDS_EXPLAINED = (
    "Whatever the refused items had been answered, Informedness lies between 'wrong' and 'right'."
)
_MORE_CLASSES = "As wrong answers, refusals are spread evenly over the other classes."
_MAX_GROUPS_SHOWN = 40


def document(found: Abstentions) -> Document:
    """The document of abstentions."""
    whole = found.tables.sum() if found.tables.axes else found.tables
    size = len(whole.labels)
    counted_as = [x for x in found.readings if x.refusals and x.group is None]
    sections = [_answered_of(found, "Answered of class", lambda x: x.label, lambda x: str(x.label))]
    if found.tables.axes:
        title = f"Answered by {', '.join(map(shown, group_names(found.tables)))}"
        sections.append(_answered_of(found, title, lambda x: x.group, lambda x: group_text(x.group)))
    return Document(
        kind="abstentions",
        verdict=found.verdict,
        rows=found.rows(),
        table=_counted(found, counted_as),
        data={
            "classes": [str(label) for label in whole.labels],
            "abstain": [str(label) for label in whole.predicted_labels[size:]],
            "counts": whole.counts,
            "level": found.level,
            "by_class": _tested(found.by_class),
            "by_group": _tested(found.by_group),
        },
        headline=_counted(found, [x for x in counted_as if x.measure in ("informedness", "accuracy")]),
        sections=(*figures(found, "measures"), *sections),
        notes=(Note(_BOUNDS_EXPLAINED if size == 2 else _MORE_CLASSES),),
    )


def _tested(test: TestResult | None) -> dict[str, object] | None:
    return None if test is None else {name: getattr(test, name) for name in _TEST}


def _counted(found: Abstentions, readings: Iterable[Reading]) -> Table:
    """Measures by what refusals count as."""
    rows = [
        [measure(x.measure).title, _COUNTED_AS[x.refusals], x.value, *_interval(found, x)] for x in readings
    ]
    columns = (Column("With refusals", "words"), Column("as", "words"), Column("value"))
    return Table((*columns, *_interval_columns(found)), rows)


def _answered_of(
    found: Abstentions, title: str, part: Callable[[Reading], object], name: Callable[[Reading], str]
) -> Table:
    """The answered share of each class or group."""
    shares = [x for x in found.readings if x.measure == "answered" and part(x) is not None]
    rows = [[name(x), x.n, x.value, *_interval(found, x)] for x in shares]
    columns = (Column(title, "name"), Column("items", "count"), Column("share"), *_interval_columns(found))
    return Table(columns, rows).first(_MAX_GROUPS_SHOWN, "row")


def _interval_columns(found: Abstentions) -> list[Column]:
    return [] if found.level is None else [interval_column(found.level)]


def _interval(found: Abstentions, x: Reading) -> list[tuple[float, float] | None]:
    if found.level is None:
        return []
    return [None if x.low is None or x.high is None else (x.low, x.high)]
