"""The document of a deployment: what measures were, and what they and alarms will be."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np

from abovechance import pictures
from abovechance.core.text import group_text, number, quantity
from abovechance.evaluation.deployment.amounts import TITLES, title_of
from abovechance.evaluation.deployment.published import MOST_LISTED
from abovechance.measures.headlines import OF_DEPLOYED_GROUPS
from abovechance.report.document import Cell, Column, Document, Figure, Matrix, Note, Table, interval_column
from abovechance.report.schema import Group, Label, Members, Number, Text, one, optional, several

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from abovechance.evaluation.deployment.deploy import Deployment
    from abovechance.evaluation.deployment.value import Deployed
    from abovechance.report.document import Section
    from abovechance.tables.tables import Tables

SUMMARY = (
    "What `abovechance deploy --json` and `abovechance solve --prevalence --json` write and "
    "`Deployment.to_dict()` returns."
)
_FIGURE: Members = {"measure": str, "name": str, "printed": Annotated[str, "What was printed."]}
DATA: Members = {
    "classes": Annotated[list[str], "The labels as text, in the order of the table's rows and columns."],
    "positive": Annotated[Text, "The positive class of two."],
    "counts": Annotated[
        list[list[float]] | None,
        "The table of all items: rows are the truth. Null where figures are deployed.",
    ],
    "figures": Annotated[several(_FIGURE), "The printed figures that are deployed; empty where a table is."],
    "n": Annotated[float | None, "The number of items; null where figures do not tell it."],
    "prevalence": Annotated[
        one(
            {
                "shares": Annotated[dict[str, float], "The share of each class."],
                "low": Annotated[
                    float | None, "The interval of the positive class's share, if one was given."
                ],
                "high": float | None,
                "counts": Annotated[
                    dict[str, float] | None, "The items that shares were found in, if given."
                ],
            }
        ),
        "Where the system will be used.",
    ],
    "costs": Annotated[
        optional({"positive": float, "negative": float}), "Of an error on an item of each class, if given."
    ],
    "cost_of_guessing": Annotated[Number, "Of an item where all are called alike; null without costs."],
    "method": Annotated[
        Literal["propagated", "drawn", "range"],
        "Errors of two classes propagated, rates of more drawn, or the range over all tables of figures.",
    ],
    "level": Annotated[float | None, "The confidence level of the intervals; null where there are none."],
}
ROW: Members = {
    "group": Group,
    "measure": Annotated[str, "A measure, or alarms_per_true_alarm and other amounts."],
    "class": Label,
    "observed": Annotated[Number, "On the table as it is; null for figures."],
    "observed_low": Annotated[Number, "What figures allow; null for a table."],
    "observed_high": Number,
    "value": Annotated[Number, "At the prevalence asked for; null for figures, and where it is undefined."],
    "low": Number,
    "high": Number,
    "level": float | None,
}
_CARRY_OVER = (
    "It is assumed that the rates of each class carry over; easier or harder cases would change them."
)
_METHODS = {
    "propagated": "Intervals carry the errors of the rates{more} over (PropImp of Jeffreys bounds).",
    "drawn": "Intervals are percentiles over drawn rates{more}.",
    "range": "Bounds hold for every table that has the figures; they are no confidence intervals.",
}
_RANGE_OF_BOTH = (
    "Bounds are over every table that has the figures, and over the interval of the prevalence together."
)


def document(found: Deployment) -> Document:
    """The document of a deployment."""
    whole = [x for x in found.values if x.group is None]
    head = _table(found, [x for x in whole if x.measure not in TITLES], "Measure")
    counted = _table(found, [x for x in whole if x.measure in TITLES], "Amount")
    return Document(
        kind="deployment",
        verdict=found.verdict,
        rows=found.rows(),
        table=head,
        data=_data(found),
        about=(_about(found),),
        headline=head,
        sections=tuple(_sections(found, counted)),
        notes=tuple(_notes(found)),
        measures=tuple(dict.fromkeys(x.measure for x in found.values if x.measure not in TITLES)),
    )


def _data(found: Deployment) -> dict[str, Any]:
    tables, there = _whole(found), found.prevalence
    figures = () if found.solution is None else found.solution.figures
    costs = found.costs
    known = found.solution.n if found.solution is not None else float(tables.total) if tables else None
    return {
        "classes": [str(label) for label in there.labels],
        "positive": None if there.positive is None else str(there.positive),
        "counts": None if tables is None else tables.counts,
        "figures": [{name: getattr(x, name) for name in _FIGURE} for x in figures],
        "n": known,
        "prevalence": there.to_dict(),
        "costs": None if costs is None else {"positive": costs[0], "negative": costs[1]},
        "cost_of_guessing": found.cost_of_guessing,
        "method": found.method,
        "level": found.level,
    }


def _whole(found: Deployment) -> Tables | None:
    """The table of all items."""
    return found.tables.sum() if found.tables is not None and found.tables.axes else found.tables


def _table(found: Deployment, values: Sequence[Deployed], title: str) -> Table:
    """What was and what will be: values with intervals, or ranges."""
    ranges = found.solution is not None
    classes = any(x.label is not None for x in values) and len(found.prevalence.labels) > 2
    rows: list[list[Any]] = [
        [
            _named(x),
            *(["" if x.label is None else str(x.label)] if classes else []),
            *_past(x, ranges=ranges),
            *([] if ranges else [x.value]),
            *([(x.low, x.high)] if ranges or found.level is not None else []),
        ]
        for x in values
    ]
    there = f"at {found.prevalence.said}" if found.prevalence.positive is not None else "there"
    columns = [Column(title, "text"), *([Column("class", "name")] if classes else [])]
    if ranges:
        columns += [Column("as published", "interval")] if _is_known(values) else []
        columns.append(Column(there, "interval"))
    else:
        columns += [Column("observed"), Column(there)]
        columns += [] if found.level is None else [interval_column(found.level)]
    return Table(
        tuple(columns), rows, title="What to expect of alarms and errors" if title == "Amount" else ""
    )


def _named(x: Deployed) -> Cell:
    """The title of a measure, whose definition a page has too, or of an amount."""
    return Cell(title_of(x.measure), measure="" if x.measure in TITLES else x.measure)


def _is_known(values: Sequence[Deployed]) -> bool:
    """Whether it is known what the values were before."""
    return not all(math.isnan(x.observed_low) for x in values)


def _past(x: Deployed, *, ranges: bool) -> list[Any]:
    """What a value was, if it is known."""
    if not ranges:
        return [x.observed]
    return [(x.observed_low, x.observed_high)] if _is_known([x]) else []


def _about(found: Deployment) -> str:
    if found.solution is not None:
        said = ", ".join(f"{x.name} {x.printed}" for x in found.solution.figures)
        n = found.solution.n
        return f"{said}; {'number of items not known' if n is None else f'{quantity(n)} items'}"
    tables = _whole(found)
    shares = tables.counts.sum(-1) / tables.total if tables is not None else np.zeros(0)
    if tables is None or tables.positive is None:
        pairs = zip(found.prevalence.labels, shares.tolist(), strict=True)
        return "Observed shares: " + ", ".join(f"{label!r} {number(x)}" for label, x in pairs)
    here = number(float(shares[tables.labels.index(tables.positive)]))
    return f"{quantity(tables.total)} items, positive class {tables.positive!r} with a share of {here}"


def _sections(found: Deployment, counted: Table) -> Iterator[Section]:
    if counted.rows:
        yield counted
    if found.tables is not None and found.tables.axes:
        yield _groups(found)
    solution = found.solution
    # Of very many tables a curve would take seconds for each prevalence.
    if solution is None or (solution.quick_number or math.inf) <= MOST_LISTED:
        yield Figure(lambda: pictures.measures_deployed(found))
    whole = _whole(found)
    if whole is not None:
        yield Matrix(whole)


def _groups(found: Deployment) -> Table:
    """The measures of each group that tell most."""
    axes = found.tables.axes if found.tables is not None else ()
    shown = [x for x in found.values if x.group is not None and x.label in (None, found.prevalence.positive)]
    rows = [
        [group_text(x.group), _named(x), x.observed, x.value, (x.low, x.high)]
        for x in shown
        if x.measure in OF_DEPLOYED_GROUPS
    ]
    columns = (
        Column(", ".join(axis.name for axis in axes), "name"), Column("Measure", "text"), Column("observed"),
        Column("there"), interval_column(found.level),
    )  # fmt: skip
    return Table(columns, rows)


def _notes(found: Deployment) -> Iterator[Note]:
    there = found.prevalence
    more = "" if there.is_certain else " and of the prevalence"
    if found.method == "range" or found.level is not None:
        both = found.method == "range" and found.level is not None
        method = _RANGE_OF_BOTH if both else _METHODS[found.method].format(more=more)
        yield Note(method)
    if there.counts is not None and there.positive is not None:
        hits = there.counts[there.labels.index(there.positive)]
        yield Note(f"The prevalence was found in {hits:g} of {sum(there.counts):g} items.")
    elif there.counts is not None:
        yield Note(f"The prevalence was found in {sum(there.counts):g} items.")
    if there.low is not None and there.high is not None:
        yield Note(f"The prevalence lies between {there.low:g} and {there.high:g}.")
    yield Note(_CARRY_OVER, "note")
