"""The document of any result: the builder of its kind, or of its rows where it has none."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.result import Answer
from abovechance.core.text import quantity
from abovechance.intake.missing import left_out_said
from abovechance.report.document import Column, Document, Kind, Matrix, Table
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from types import ModuleType

    from abovechance.core.result import Result, Row

BUILDERS = {  # the kinds of documents: the class of the result, and the module that builds its document
    "evaluation": ("Evaluation", "evaluation.evaluation"),
    "comparison": ("Comparison", "comparisons.comparison"),
    "test": ("TableTests", "tests"),
    "mixture": ("MixtureFit", "guessing.mixture"),
    "power": ("Plan", "power"),
    "roc": ("Ranking", "scores.scores"),
    "agreement": ("Agreements", "agreement"),
    "concordance": ("Concordances", "concordance"),
    "homogeneity": ("Homogeneity", "comparisons.homogeneity"),
    "bookmaker": ("BookmakerPayoff", "guessing.bookmaker"),
    "solve": ("Solution", "solve.solution"),
    "class_solution": ("ClassSolution", "solve.class_solution"),
    "check": ("Check", "solve.check"),
    "abstentions": ("Abstentions", "evaluation.abstentions"),
    "judgement": ("Judgement", "comparisons.judge"),
    "deployment": ("Deployment", "deployment"),
    "quantification": ("Quantification", "quantify"),
    "abstention_curve": ("AbstentionCurve", "scores.abstention_curve"),
    "imperfect_truth": ("ImperfectTruth", "evaluation.imperfect_truth"),
    "mark": ("Marks", "guessing.marking"),
}
_OTHERS = {"SystemTable": "comparisons.systems", "Catalogue": "catalogue"}  # whose documents no question has
_KIND_BY_CLASS = {class_name: kind for kind, (class_name, _) in BUILDERS.items()}
_NOT_SHOWN = (dict, list)


def builder(kind: str) -> ModuleType:
    """The module that builds the documents of a kind."""
    return _module(BUILDERS[kind][1])


def _module(name: str) -> ModuleType:
    return import_module(f"abovechance.report.builders.{name}")


def build(result: Result, *given: object, **options: object) -> Document:
    """The document of a result, and what its builder takes beside it.

    Results of rooms to the right of this one, such as studies, make their own.
    """
    if hasattr(result, "document"):
        return result.document(*given, **options)
    if isinstance(result, Tables) and not result.axes:
        return _of_one_table(result)
    name = type(result).__name__
    if name in _OTHERS:
        return _module(_OTHERS[name]).document(result)
    kind = _KIND_BY_CLASS.get(name)
    if kind is None:
        return _of_rows(result)
    found: Document = builder(kind).document(result, *given, **options)
    return _with_findings_of_intake(found, result) if isinstance(result, Answer) else found


def _with_findings_of_intake(document: Document, answer: Answer) -> Document:
    """The same document with the warnings of the answer, which says how many items lacked a value."""
    document = replace(document, warnings=(*answer.warnings, *document.warnings))
    if not answer.left_out:
        return document
    about = (left_out_said(answer.left_out), *document.about)
    return replace(document, about=about, source={"left_out": answer.left_out})


def with_input(document: Document, lines: list[str], warnings: list[str], source: dict[str, Any]) -> Document:
    """A document that says where its items come from, and what is likely wrong with them."""
    about = tuple(dict.fromkeys((*lines, *document.about)))
    return replace(document, about=about, warnings=tuple(warnings), source=source)


def _of_one_table(tables: Tables) -> Document:
    """A document of a single table: truth against prediction, with the sums of both."""
    kind: Kind = "count" if tables.counts.dtype.kind == "i" else "value"
    heads = [*map(str, tables.predicted_labels), "all"]
    names = [*map(str, tables.labels), "all"]
    counts = np.column_stack((tables.counts, tables.counts.sum(axis=1)))
    cells = np.vstack((counts, counts.sum(axis=0))).tolist()
    columns = (Column("truth \\ prediction", "text"), *(Column(head, kind) for head in heads))
    table = Table(columns, [[name, *row] for name, row in zip(names, cells, strict=True)], totals=1)
    verdict = f"{len(tables.labels)}×{len(tables.predicted_labels)} table of {quantity(tables.total)} items."
    return Document("rows", verdict, tables.rows(), table, data=tables.to_dict(), headline=Matrix(tables))


def _of_rows(result: Result) -> Document:
    """A document of nothing but the rows: the one line that the result is, and a table."""
    rows = result.rows()
    names = dict.fromkeys(
        name for row in rows for name, value in row.items() if not isinstance(value, _NOT_SHOWN)
    )
    table = Table(
        tuple(_column(name, rows) for name in names), [[_cell(row.get(n)) for n in names] for row in rows]
    )
    text = repr(result).split("\n", 1)[0]
    return Document(
        "rows", text, rows, table.without_empty, data=result.to_dict(), headline=table.without_empty
    )


def _column(name: str, rows: list[Row]) -> Column:
    values = [_cell(row.get(name)) for row in rows]
    title = name.replace("_", " ")
    if any(isinstance(value, str) for value in values):
        return Column(title, "text")
    if "p_value" in name or name == "p_adjusted":
        return Column(title, "p")
    if any(isinstance(value, float) for value in values):
        return Column(title, "value")
    return Column(title, "count" if any(isinstance(value, int) for value in values) else "text")


def _cell(value: object) -> Any:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return (
        value
        if value is None or (isinstance(value, int | float) and not isinstance(value, bool))
        else str(value)
    )
