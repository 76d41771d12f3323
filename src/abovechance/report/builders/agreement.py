"""The document of agreement: a sentence, the coefficients, and where raters disagree."""

from __future__ import annotations

import itertools
import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

from abovechance.core.text import counted, listed, named, shown
from abovechance.report.document import Cell, Column, Document, Note, Paragraph, Table, interval_column
from abovechance.report.figures import figures
from abovechance.report.schema import Members, Number, Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from abovechance.evaluation.agreement import Agreements
    from abovechance.raters.diagnosis import Diagnosis, ItemDiagnosis
    from abovechance.report.document import Section

_ICC = {  # the names of Shrout and Fleiss
    "icc_1": "ICC1",
    "icc_a_1": "ICC2",
    "icc_c_1": "ICC3",
    "icc_1_k": "ICC1k",
    "icc_a_k": "ICC2k",
    "icc_c_k": "ICC3k",
}
_MOST_ROWS = 30
_MOST_ITEMS = 10
_NAME_WIDTH = 22
_LONGEST_COUNTS = 200

SUMMARY = "What `abovechance agree --json` writes and `Agreements.to_dict()` returns."
DATA: Members = {
    "items": int,
    "raters": int,
    "ratings": int,
    "categories": list[str],
    "categories_declared": Annotated[
        bool, "Whether the categories were given; else they are those that occur."
    ],
    "order": Annotated[Text, "Where the order of the categories comes from."],
    "weights": str,
    "level": Annotated[float, "The confidence level of the intervals."],
    "method": Annotated[str, "How the intervals were computed."],
    "measure": Annotated[str, "The coefficient that the verdict is about."],
    "why": Annotated[str, "Why the coefficients differ."],
    "notes": list[str],
    "benchmark": Annotated[dict[str, Any] | None, "The word that the first coefficient has earned."],
    "by_category": list[dict[str, Any]],
    "by_rater": list[dict[str, Any]],
    "by_item": Annotated[list[dict[str, Any]], "The most contested items first."],
    "pairs": Annotated[list[dict[str, Any]], "Every two raters; the first is the truth."],
    "icc": Annotated[dict[str, Any] | None, "The intraclass correlations, of numbers."],
}
ROW: Members = {
    "measure": str,
    "title": str,
    "weights": str,
    "observed": Annotated[Number, "The agreement that was observed."],
    "chance": Annotated[Number, "The agreement that the coefficient expects by chance."],
    "value": Number,
    "low": Number,
    "high": Number,
    "level": Number,
    "se": Number,
    "method": str,
    "n": Annotated[float, "The number of items that enter."],
    "n_items": int,
    "n_raters": int,
    "pairs": Annotated[int | None, "Of a mean over pairs of raters: those with an item in common."],
    "pairs_used": Annotated[int | None, "Those of them that have a value."],
    "warning": Text,
    "reason": Text,
}

_MOST_RATERS_DRAWN = 60  # a map of every two of more raters could not be read


def document(found: Agreements) -> Document:
    """The document of agreement."""
    rows = [{name: row[name] for name in ROW} for row in found.rows()]
    return Document(
        kind="agreement",
        verdict=found.verdict,
        rows=rows,
        table=_paper_table(found),
        data=_data(found),
        about=_about(found),
        headline=_coefficients(found),
        sections=tuple(_sections(found)),
        notes=tuple(_notes(found)),
    )


def _about(found: Agreements) -> tuple[str, ...]:
    ratings = found.ratings
    each, given = ratings.ratings_of_items, ratings.n_ratings
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
    known = "given" if ratings.categories_declared else occurring
    size = counted(len(ratings.categories), "category", "categories")
    names = f"{size}, {known}: {listed(ratings.categories, most=8)}"
    return said, names, f"Weights: {_weights(found)}; intervals: {found.first.method}"


def _weights(found: Agreements) -> str:
    """The weights; there are two kinds that are called ordinal."""
    names = {"ordinal": "Gwet's", "krippendorff_ordinal": "Krippendorff's"}
    used = {x.weights for x in found} & set(names)
    if not used:
        return found.first.weights
    if len(used) == 1:
        return f"ordinal, {names[used.pop()]}"
    return "ordinal, Krippendorff's for his alpha and Gwet's for the others"


def _coefficients(found: Agreements) -> Table:
    rows = []
    for x in found:
        style = "bold" if x is found.first else ""
        cells = (x.title, x.observed, x.chance, x.value, (x.low, x.high))
        rows.append([Cell(cell, style) for cell in cells])
    columns = (Column("Coefficient", "words"), Column("observed", drop=1), Column("chance", drop=2),
               Column("value"), _interval_column(found.first.level))  # fmt: skip
    return Table(columns, rows)


def _interval_column(level: float) -> Column:
    return interval_column(level)


def _sections(found: Agreements) -> Iterator[Section]:
    diagnosis = found.diagnosis
    if len(found) > 1:
        yield from figures(found, "coefficients")
        yield Paragraph(found.why)
    if found.icc is not None:
        rows = [[_ICC[x.measure], x.value, (x.low, x.high), x.p_value, x.meaning] for x in found.icc.entries]
        yield Table(
            (Column("Intraclass correlation", "words"), Column("value"), _interval_column(found.icc.level),
             Column("p", "p", drop=2), Column("meaning", "words", drop=1)),
            rows,
        )  # fmt: skip
    if diagnosis.categories:
        yield _categories(diagnosis)
    if diagnosis.raters:
        yield _raters(diagnosis)
    if found.ratings.codes is not None and 1 < len(found.ratings.raters) <= _MOST_RATERS_DRAWN:
        yield from figures(found, "raters")
    contested = [row for row in diagnosis.items if row.agreement < 1][:_MOST_ITEMS]
    if contested:
        columns = (Column("Most contested item", "name"), Column("agreement"), Column("ratings", "words"))
        rows = [[_item(row), row.agreement, _ratings(row)] for row in contested]
        yield Table(columns, rows, title="The most contested items")


def _categories(diagnosis: Diagnosis) -> Table:
    rows = [[str(row.category), row.share, row.agreement, row.kappa, row.se] for row in diagnosis.categories]
    columns = (Column("Category", "name"), Column("share"), Column("specific agreement"),
               Column("Kappa against the rest"), Column("se", drop=1))  # fmt: skip
    found = Table(columns, rows, title="Agreement on each category")
    return found.first(_MOST_ROWS, "category", "categories")


def _raters(diagnosis: Diagnosis) -> Table:
    # NaN has no place in an order: raters without a Kappa come first.
    worst = sorted(diagnosis.raters, key=lambda row: (not math.isnan(row.kappa), row.kappa))
    rows = [
        [str(row.rater), row.ratings, row.agreement, row.kappa, row.informedness, row.bias,
         None if row.favours is None else str(row.favours), row.without]
        for row in worst
    ]  # fmt: skip
    columns = (Column("Rater", "name"), Column("ratings", "count", 1), Column("agreement", drop=2),
               Column("Kappa"), Column("Informedness"), Column("bias", drop=4), Column("favours", "name", 3),
               Column("without", drop=5))  # fmt: skip
    return Table(columns, rows, title="Each rater").first(_MOST_ROWS, "rater")


def _item(row: ItemDiagnosis) -> str:
    """The item, and how many more were rated like it."""
    return shown(row.item, _NAME_WIDTH) + ("" if row.times == 1 else f" and {row.times - 1:,} like it")


def _ratings(row: ItemDiagnosis) -> str:
    """How often each category was given, the most frequent first."""
    ordered = sorted(row.counts.items(), key=lambda pair: -pair[1])
    return shown(", ".join(f"{n} × {shown(label, _NAME_WIDTH)}" for label, n in ordered), _LONGEST_COUNTS)


def _notes(found: Agreements) -> Iterator[Note]:
    said: dict[str, list[str]] = {}
    for x in found:
        if (text := x.warning or x.reason) is not None:
            said.setdefault(text, []).append(x.title)
    notes = [_cut(note, found) for note in found.notes]
    notes += found.diagnosis.notes
    notes += [f"{', '.join(titles)}: {_cut(text, found)}" for text, titles in said.items()]
    yield from (Note(f"{note}.", "note") for note in notes)
    if found.diagnosis.raters:
        yield Note(_explained(found))


def _cut(text: str, found: Agreements) -> str:
    """A note in which long labels are cut, as they are everywhere else."""
    for label in (*found.ratings.categories, *found.ratings.raters):
        if isinstance(label, str) and shown(label) != label:
            text = text.replace(repr(label), named(label))
    return text


def _explained(found: Agreements) -> str:
    kinds = {x.weights for x in found} - {"identity", "krippendorff_ordinal"}
    alike = "all disagreements count alike"
    kind = (
        f"For Kappa disagreements have {min(kinds)} weights, otherwise {alike}"
        if kinds
        else alike.capitalize()
    )
    return (
        "Each rater is compared with every other on the items that both rated; the values are means over the "
        f"others, weighted by these items. {kind}. Informedness takes the other rater for the truth. Bias is "
        "the share of ratings that would have to change for the rater to use categories as the others do. "
        f"The column without is {found.first.title} without the rater."
    )


def _paper_table(found: Agreements) -> Table:
    rows = [[x.title, x.observed, x.chance, x.value, (x.low, x.high), x.se] for x in found]
    columns = (Column("Coefficient", "text"), Column("Observed"), Column("Chance"), Column("Value"),
               _interval_column(found.first.level), Column("SE", "number"))  # fmt: skip
    return Table(columns, rows)


def _data(found: Agreements) -> dict[str, Any]:
    ratings, diagnosis = found.ratings, found.diagnosis
    return {
        "items": ratings.n_counted,
        "raters": ratings.n_raters,
        "ratings": ratings.n_ratings,
        "categories": [str(label) for label in ratings.categories],
        "categories_declared": ratings.categories_declared,
        "order": ratings.order,
        "weights": found.first.weights,
        "level": found.first.level,
        "method": found.first.method,
        "measure": found.first.measure,
        "why": found.why,
        "notes": [*found.notes, *diagnosis.notes],
        "benchmark": found.benchmark,
        "by_category": _labelled(diagnosis.categories, "category"),
        "by_rater": _labelled(diagnosis.raters, "rater", "favours", "avoids"),
        "by_item": _labelled(diagnosis.items, "item", "majority"),
        "pairs": list(_pairs(diagnosis)),
        "icc": found.icc,
    }


def _labelled(found: Sequence[Any], *names: str) -> list[dict[str, Any]]:
    """Records in which labels are text, as they are in all documents."""
    texts = [{name: None if (x := getattr(one, name)) is None else str(x) for name in names} for one in found]
    return [asdict(one) | labels for one, labels in zip(found, texts, strict=True)]


def _pairs(diagnosis: Diagnosis) -> Iterator[dict[str, Any]]:
    """Every two raters, with the measures of their table; the first is the truth."""
    for i, j in itertools.combinations(range(len(diagnosis.names)), 2):
        values = {name: matrix[i, j] for name, matrix in diagnosis.matrices.items()}
        # Markedness is Informedness with the parts of both raters exchanged.
        markedness = {"markedness": diagnosis.matrices["informedness"][j, i]}
        yield {"first": str(diagnosis.names[i]), "second": str(diagnosis.names[j])} | values | markedness
