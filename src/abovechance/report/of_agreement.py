"""The agreement of raters for people and machines: a sentence, coefficients, and where raters disagree."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.text import Text

from abovechance.core.text import NONE, bounds, counted, listed, named, number, p_shown, shown
from abovechance.report.layout import fitted, with_more
from abovechance.report.tabular import document_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rich.console import RenderableType

    from abovechance.evaluation.agreement import Agreements
    from abovechance.raters.diagnosis import Diagnosis, ItemDiagnosis
    from abovechance.report.tabular import Cell, Cells, Record

SCHEMA = "abovechance.agreement/1"
COLUMNS = (
    "measure", "title", "weights", "observed", "chance", "value", "low", "high", "level", "se", "method", "n",
    "n_items", "n_raters", "pairs", "pairs_used", "warning", "reason",
)  # fmt: skip
_SMALL = 0.0005
_ICC = {
    "icc_1": "ICC1",
    "icc_a_1": "ICC2",
    "icc_c_1": "ICC3",
    "icc_1_k": "ICC1k",
    "icc_a_k": "ICC2k",
    "icc_c_k": "ICC3k",
}
"""The names of Shrout and Fleiss."""
_MOST = 30
_MOST_ITEMS = 10
_NAME = 22
_COUNTS = 30
_AGREEMENT = 13
"""The columns that a number takes with its head and the gaps beside it."""


# For a terminal ---------------------------------------------------------------------------------


def report(agreed: Agreements, lines: Sequence[str], width: int) -> Group:
    """The sentence, what was rated, the coefficients, categories, raters and contested items."""
    sections: list[RenderableType | None] = [
        Text(agreed.verdict, style="bold"),
        Text("\n".join([*lines, *_about(agreed)]), style="dim"),
        _coefficients(agreed, width),
        Text(agreed.why) if len(agreed) > 1 else None,
        _icc(agreed, width),
        _categories(agreed.diagnosis, width),
        _raters(agreed.diagnosis, width),
        _items(agreed.diagnosis, width),
        _notes(agreed),
    ]
    there = [section for section in sections if section is not None]
    return Group(there[0], *(part for section in there[1:] for part in (Text(), section)))


def _about(agreed: Agreements) -> list[str]:
    ratings = agreed.ratings
    each = ratings.ratings_of_items
    given = ratings.n_ratings
    items = counted(ratings.n_counted, "item")
    if ratings.codes is not None:
        gaps = ratings.n_counted * ratings.n_raters - given
        said = f"{items}, {counted(ratings.n_raters, 'rater')}, {counted(given, 'rating')}"
        said += f", {gaps} missing" if gaps else ", none missing"
    elif each.min() == each.max():
        said = f"{items}, {counted(ratings.n_raters, 'rater')}, {counted(given, 'rating')}"
    else:
        said = f"{items} with {each.min()} to {each.max()} ratings each, {counted(given, 'rating')}"
    occurring = "as it occurs" if len(ratings.categories) == 1 else "as they occur"
    known = "given" if ratings.categories_declared else f"{occurring} (see --categories)"
    size = counted(len(ratings.categories), "category", "categories")
    names = f"{size}, {known}: {listed(ratings.categories, most=8)}"
    return [said, names, f"Weights: {_weights_said(agreed)}; intervals: {agreed.first.method}"]


def _weights_said(agreed: Agreements) -> str:
    """The weights; there are two kinds that are called ordinal."""
    kinds = {x.measure: x.weights for x in agreed}
    names = {"ordinal": "Gwet's", "krippendorff_ordinal": "Krippendorff's"}
    used = {kind for kind in kinds.values() if kind in names}
    if not used:
        return agreed.first.weights
    if len(used) == 1:
        return f"ordinal, {names[used.pop()]}"
    return "ordinal, Krippendorff's for his alpha and Gwet's for the others"


def _coefficients(agreed: Agreements, width: int) -> RenderableType:
    heads = ["Coefficient", "observed", "chance", "value", f"{100 * agreed.first.level:g} % interval"]
    rows = []
    for x in agreed:
        style = "bold" if x is agreed.first else ""
        cells = [x.title, number(x.observed), number(x.chance), number(x.value), bounds(x.low, x.high)]
        rows.append([Text(cell, style=style) for cell in cells])
    return fitted(heads, rows, ("observed", "chance"), width)


def _icc(agreed: Agreements, width: int) -> RenderableType | None:
    if agreed.icc is None:
        return None
    heads = ["Intraclass correlation", "value", f"{100 * agreed.icc.level:g} % interval", "p", ""]
    rows = [
        [_ICC[x.measure], number(x.value), bounds(x.low, x.high), p_shown(x.p_value), x.meaning]
        for x in agreed.icc.entries
    ]
    table = fitted(heads, rows, ("", "p"), width)
    meanings = Text(
        "; ".join(f"{_ICC[row.measure]}: {row.meaning}" for row in agreed.icc.entries) + ".", style="dim"
    )
    return table if len(table.columns) == len(heads) else Group(table, meanings)


def _categories(found: Diagnosis, width: int) -> RenderableType | None:
    if not found.categories:
        return None
    heads = ["Category", "share", "specific agreement", "Kappa against the rest", "se"]
    rows = [
        [shown(row.category, _NAME), *map(number, (row.share, row.agreement, row.kappa, row.se))]
        for row in found.categories[:_MOST]
    ]
    table = fitted(heads, rows, ("se",), width)
    return with_more(table, len(found.categories) - _MOST, "category", "categories", where="--json")


def _raters(found: Diagnosis, width: int) -> RenderableType | None:
    if not found.raters:
        return None
    heads = ["Rater", "ratings", "agreement", "Kappa", "Informedness", "bias", "favours", "without"]
    worst = sorted(found.raters, key=lambda row: (not math.isnan(row.kappa), row.kappa))
    rows = [
        [
            shown(row.rater, _NAME),
            str(row.ratings),
            *map(number, (row.agreement, row.kappa, row.informedness, row.bias)),
            NONE if row.favours is None else shown(row.favours, 12),
            number(row.without),
        ]
        for row in worst[:_MOST]
    ]
    table = fitted(heads, rows, ("ratings", "agreement", "favours", "bias", "without"), width)
    return with_more(table, len(found.raters) - _MOST, "rater", where="--json")


def _items(found: Diagnosis, width: int) -> RenderableType | None:
    contested = [row for row in found.items if row.agreement < 1][:_MOST_ITEMS]
    if not contested:
        return None
    room = max(width - _NAME - _AGREEMENT, _COUNTS)
    rows = [[_named(row), number(row.agreement), _ratings(row, room)] for row in contested]
    return fitted(["Most contested item", "agreement", ""], rows, (), width)


def _named(row: ItemDiagnosis) -> str:
    """The item, and how many more were rated like it."""
    return shown(row.item, _NAME) + ("" if row.times == 1 else f" and {row.times - 1:,} like it")


def _ratings(row: ItemDiagnosis, room: int) -> str:
    """How often each category was given, the most frequent first."""
    ordered = sorted(row.counts.items(), key=lambda pair: -pair[1])
    return shown(", ".join(f"{n} × {shown(label, _NAME)}" for label, n in ordered), room)


def _notes(agreed: Agreements) -> RenderableType | None:
    notes = [
        *(_cut(note, agreed) for note in agreed.notes),
        *agreed.diagnosis.notes,
    ]
    warned: dict[str, list[str]] = {}
    for x in agreed:
        if x.warning is not None:
            warned.setdefault(x.warning, []).append(x.title)
        elif x.reason is not None:
            warned.setdefault(x.reason, []).append(x.title)
    notes += [f"{', '.join(titles)}: {_cut(text, agreed)}" for text, titles in warned.items()]
    lines = [Text.assemble(("Note: ", "bold"), f"{note}.") for note in notes]
    if agreed.diagnosis.raters:
        lines.append(Text(_explained(agreed), style="dim"))
    return Group(*lines) if lines else None


def _cut(text: str, agreed: Agreements) -> str:
    """A note in which long labels are cut, as they are everywhere else."""
    ratings = agreed.ratings
    for label in (*ratings.categories, *ratings.raters):
        if isinstance(label, str) and shown(label) != label:
            text = text.replace(repr(label), named(label))
    return text


def _explained(agreed: Agreements) -> str:
    kinds = {x.weights for x in agreed} - {"identity", "krippendorff_ordinal"}
    kind = f"Kappa is by {min(kinds)} weights, all else without" if kinds else "all without weights"
    return (
        f"Of raters, {kind}: means over the others by the items that both rated; the others are the truth "
        "for Informedness; bias is the share of ratings that would have to change to use categories as "
        f"the others do; without is {agreed.first.title} without the rater."
    )


# For machines -----------------------------------------------------------------------------------


def records(agreed: Agreements) -> list[Record]:
    """One for each coefficient."""
    return agreed.rows()


def document(agreed: Agreements, source: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON document."""
    ratings, diagnosis = agreed.ratings, agreed.diagnosis.to_dict()
    return document_of(
        SCHEMA,
        source=dict(source),
        items=ratings.n_counted,
        raters=ratings.n_raters,
        ratings=ratings.n_ratings,
        categories=list(map(str, ratings.categories)),
        categories_declared=ratings.categories_declared,
        order=ratings.order,
        weights=agreed.first.weights,
        level=agreed.first.level,
        method=agreed.first.method,
        measure=agreed.first.measure,
        verdict=agreed.verdict,
        why=agreed.why,
        notes=[*agreed.notes, *agreed.diagnosis.notes],
        rows=records(agreed),
        benchmark=None if agreed.benchmark is None else agreed.benchmark.to_dict(),
        by_category=[_with_text(row, "category") for row in diagnosis["categories"]],
        by_rater=[_with_text(row, "rater", "favours", "avoids") for row in diagnosis["raters"]],
        by_item=[_with_text(row, "item", "majority") for row in diagnosis["items"]],
        pairs=list(_pairs(agreed.diagnosis)),
        icc=None if agreed.icc is None else agreed.icc.to_dict(),
    )


def _with_text(row: Record, *names: str) -> Record:
    """A record in which labels are text, as they are in all documents."""
    return row | {name: None if row[name] is None else str(row[name]) for name in names}


def _pairs(found: Diagnosis) -> Iterable[Record]:
    """Every two raters, with the measures of their table; the first is the truth."""
    for i, j in itertools.combinations(range(len(found.names)), 2):
        values = {name: matrix[i, j] for name, matrix in found.matrices.items()}
        markedness = {"markedness": found.matrices["informedness"][j, i]}
        yield {"first": str(found.names[i]), "second": str(found.names[j])} | values | markedness


def cells(agreed: Agreements) -> Cells:
    """A table for people."""
    header = ["Coefficient", "Observed", "Chance", "Value", "Low", "High", "SE"]
    body: list[list[Cell]] = [
        [x.title, *map(number, (x.observed, x.chance, x.value, x.low, x.high)), _error(x.se)] for x in agreed
    ]
    return 1, header, body


def _error(se: float) -> str:
    """A standard error; one that three decimals would hide has two digits."""
    return f"{se:.2g}" if 0 < se < _SMALL else number(se)


def layout_said(source: Mapping[str, Any]) -> str:
    """How the file was read, in words."""
    layout, columns = source["layout"], source["columns"]
    if layout == "long":
        item, rater, category = columns
        return f"item {named(item)}, rater {named(rater)}, category {named(category)}"
    option = "--categories" if layout == "counts" else "--rater"
    others = "" if source["item"] is None else " but that of the items"
    hint = f" (all columns{others}; see {option})" if source["found"] else ""
    if layout == "counts":
        return f"counts of ratings by item and category{hint}"
    return f"raters {listed(columns, most=10)}{hint}"
