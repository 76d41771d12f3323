"""The document of an imperfect truth: measures with their bounds and corrected values, and the ceiling."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from abovechance.core.text import group_text
from abovechance.measures.registry import measure
from abovechance.report.document import Column, Document, Note, Table, interval_column
from abovechance.report.figures import figures
from abovechance.report.schema import Group, Members, Number, Text, optional

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from abovechance.evaluation.imperfect_truth import ImperfectTruth, TruthReading

SUMMARY = "What `ac.imperfect_truth(...).to_dict()` returns; `evaluate --truth-error` has it under `also`."
_ANNOTATORS: Members = {
    "agreement": float,
    "kappa": float,
    "error": Annotated[float, "The share of wrong labels, if all classes are equally hard."],
    "error_least": float,
    "error_most": float,
    "ceiling": Annotated[float, "The Informedness that a perfect system would show."],
    "ceiling_least": Annotated[Number, "Its bounds if classes are not equally hard; null for more than two."],
    "ceiling_most": Number,
}
DATA: Members = {
    "classes": Annotated[list[str], "The labels as text, in the order of the tables' rows and columns."],
    "error": Annotated[float, "The share of wrong true labels that the correction is for."],
    "error_interval": Annotated[
        list[float], "Between which shares it may be; the bounds are for the second."
    ],
    "flips": Annotated[float, "How many of all items may have a wrong truth at the most."],
    "errors": Annotated[list[list[float]], "The probability of each truth label (columns) by right class."],
    "annotators": Annotated[optional(_ANNOTATORS), "What agreement says of the truth; null if not given."],
    "breaks_at": Annotated[Number, "The least share of wrong labels that could explain all Informedness."],
    "level": Annotated[Number, "The confidence level of the intervals; null if there are none."],
    "doubt": Annotated[Text, "Why the correction is not to be trusted; null if nothing speaks against it."],
}
ROW: Members = {
    "measure": str,
    "group": Group,
    "value": Annotated[Number, "As observed; null where it is undefined."],
    "least": Annotated[Number, "The least value over all ways in which so many labels can be wrong."],
    "most": Number,
    "low": Annotated[Number, "The lower limit that allows for the sample as well."],
    "high": Number,
    "corrected": Annotated[Number, "The value with the right truth, if errors ignore the prediction."],
    "corrected_low": Number,
    "corrected_high": Number,
    "level": Number,
}
_FOUND_BY_SEARCH = (
    "The bounds of Informedness and Markedness of more than two classes were found by search: such tables "
    "exist, but it is not proved that none lies beyond."
)


def document(found: ImperfectTruth) -> Document:
    """The document of an imperfect truth."""
    tables = found.tables
    whole = _measures(found, [x for x in found.readings if x.group is None])
    groups = [x for x in found.readings if x.group is not None and x.measure == "informedness"]
    return Document(
        kind="imperfect_truth",
        verdict=found.verdict,
        rows=found.rows(),
        table=_measures(found, found.readings),
        data={
            "classes": [str(label) for label in tables.labels],
            **{name: getattr(found, name) for name in ("error", "error_interval", "flips", "errors")},
            "annotators": None if found.annotators is None else asdict(found.annotators),
            **{name: getattr(found, name) for name in ("breaks_at", "level", "doubt")},
        },
        headline=whole,
        sections=(*figures(found, "measures"), *((_measures(found, groups),) if groups else ())),
        notes=() if len(tables.labels) == 2 else (Note(_FOUND_BY_SEARCH),),
    )


def _measures(found: ImperfectTruth, readings: Iterable[TruthReading]) -> Table:
    rows: list[list[Any]] = []
    for x in readings:
        of_group = "" if x.group is None else f" of {group_text(x.group)}"
        cells: list[Any] = [f"{measure(x.measure).title}{of_group}", x.value, (x.least, x.most)]
        if found.level is not None:
            cells.append(None if x.low is None or x.high is None else (x.low, x.high))
        cells.append(x.corrected)
        if found.level is not None:
            both = x.corrected_low, x.corrected_high
            cells.append(None if None in both else both)
        rows.append(cells)
    sampled = [] if found.level is None else [Column("and sampling", "interval", 2)]
    around = [] if found.level is None else [interval_column(found.level, drop=1)]
    columns = (
        Column("Truth may err", "words"), Column("observed"), Column("bounds", "interval"), *sampled,
        Column("corrected"), *around,
    )  # fmt: skip
    return Table(columns, rows)
