"""The document of tests: a sentence first, then the tests beside each other."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any

from abovechance.core.text import NONE, adjustment_said, group_text, shown
from abovechance.evaluation.significance.table_tests import TITLES, rows_of, speaks_of_chance
from abovechance.inference.significance.p_value_evidence import calibrate
from abovechance.report.builders.evaluation.evaluation import extent
from abovechance.report.document import P_ADJUSTED, Cell, Column, Document, Note, Paragraph, Table
from abovechance.report.figures import figures
from abovechance.report.schema import Group, Label, Members, Number, Text, one, optional
from abovechance.tables.clusters import group_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.evaluation.significance.table_tests import TableTests
    from abovechance.inference.significance.test import TestResult
    from abovechance.report.document import Section

_RESIDUAL_EXPLAINED = "The residual χ² is for association that hits do not show: systematic confusions."
_IN_PAPERS = "Under papers, the p-value by the χ² distribution that they propose: it is not calibrated."
_FOR_BETA = "Under beta, the same with the K−1 degrees of freedom that they suggest for beta."
_MOST_ROWS = 40
_DECIMALS_FROM = 0.001

SUMMARY = "What `abovechance test --json` writes and `ac.tests(...).to_dict()` returns."
_INFORMEDNESS: Members = {
    "value": Number, "low": Number, "high": Number, "sides": int, "se": Number, "method": str,
}  # fmt: skip
DATA: Members = {
    "classes": Annotated[list[str], "The labels as text, in the order of the table's rows and columns."],
    "positive": Annotated[Text, "The positive class of two, else null."],
    "n": Annotated[float, "The number of items, or their weight."],
    "counts": Annotated[list[list[float]], "Rows are the truth, columns the prediction."],
    "level": Annotated[float, "Confidence: p-values of at most 1 - level count as shown."],
    "informedness": Annotated[
        one(_INFORMEDNESS), "The Informedness of all items, with its interval or bounds."
    ],
    "evidence": Annotated[
        optional({"bayes_factor": Number, "least_probability_of_chance": Number}),
        "What the p-value is worth as evidence at the most (Sellke, Bayarri and Berger 2001).",
    ],
}
ROW: Members = {
    "method": str,
    "class": Label,
    "group": Group,
    "n": float,
    "informedness": Number,
    "alternative": str,
    "statistic": Number,
    "df": Number,
    "p_value": Number,
    "monte_carlo_error": Number,
    "nominal_p_value": Annotated[Number, "By the distribution that the papers propose."],
    "nominal_p_value_beta": Annotated[Number, "By the one with K-1 degrees of freedom, proposed for beta."],
    "p_adjusted": Annotated[Number, "Adjusted for the number of classes or groups."],
    "adjust": Text,
    "reference": Annotated[Text, "What the p-value was read off."],
    "reason": Text,
    "warning": Text,
}


def document(tests: TableTests, positive_hint: str = "") -> Document:
    """The document of tests; ``positive_hint`` follows the positive class where it was guessed."""
    return Document(
        kind="test",
        verdict=tests.verdict,
        rows=[{name: row[name] for name in ROW} for row in tests.rows()],
        table=_paper_table(tests),
        data=_data(tests),
        about=(extent(tests.pooled, positive_hint),),
        headline=_all_items(tests),
        sections=tuple(_sections(tests)),
        notes=tuple(_notes(tests)),
    )


def _sections(tests: TableTests) -> Iterator[Section]:
    if tests.evidence is not None:
        yield Paragraph(tests.evidence)
    if tests.per_class is not None:
        yield _each(tests, tests.per_class, "Class", ("class", "classes"))
    if tests.groups is not None:
        title = f"By {', '.join(map(shown, group_names(tests.tables)))}"
        yield _each(tests, tests.groups, title, ("group", None))
    yield from figures(tests, "p_values")


def _all_items(tests: TableTests) -> Table:
    rows = []
    for result in tests.results:
        nominal = None if math.isnan(result.nominal_p_value) else result.nominal_p_value
        df = None if math.isnan(result.df) else f"{result.df:g}"
        side = "" if result.alternative == "two-sided" else f", {result.alternative}"
        read_off = Cell("" if math.isnan(result.p_value) else f"{result.reference}{side}", "dim")
        p = _p(result.p_value, tests.level, result.monte_carlo_error)
        found = NONE if result.method.startswith("fisher") else statistic(result.statistic)
        rows.append([TITLES[result.method], found, df, p, nominal,
                     _for_beta(result), read_off])  # fmt: skip
    columns = (Column("Test", "words"), Column("statistic", "figures"), Column("df", "figures", 3),
               Column("p", "p"), Column("papers", "p", 2), Column("beta", "p", 4),
               Column("from", "text", 1))  # fmt: skip
    return Table(columns, rows).without_empty


def _for_beta(result: TestResult) -> float | None:
    """The nominal p-value for beta, where there is one and it is another than that for alpha."""
    beta = float(result.nominal_p_value_beta)
    return None if math.isnan(beta) or beta == result.nominal_p_value else beta


def _each(tests: TableTests, result: TestResult, title: str, noun: tuple[str, str | None]) -> Table:
    """A line for each class, or for each group."""
    adjusted = bool(result.adjust)
    found = list(rows_of(tests, result))
    sizes = [row["n"] for row in found]
    if result is tests.per_class:
        sizes = tests.pooled.contingency.real.tolist()
    rows = []
    for row, size in zip(found, sizes, strict=False):
        name = row["class"] if row["group"] is None else group_text(row["group"])
        p = _p(row["p_value"], tests.level if not adjusted else 1.0, row["monte_carlo_error"])
        last = [_p(row["p_adjusted"], tests.level)] if adjusted else []
        rows.append([name, size, row["informedness"], statistic(row["statistic"]), p, *last])
    columns = (Column(title, "name"), Column("items", "count", 1), Column("Informedness"),
               Column("statistic", "figures", 2), Column("p", "p"),
               *([Column(P_ADJUSTED, "p")] if adjusted else []))  # fmt: skip
    return Table(columns, rows).first(_MOST_ROWS, *noun)


def _p(p: float, level: float, error: float = 0.0) -> Cell:
    return Cell((p, error), "bold" if p <= 1 - level else "")


def statistic(value: float) -> str:
    """A statistic: three decimals, or two digits of what they would hide."""
    if math.isnan(value):
        return NONE
    return f"{value:.3f}" if abs(value) >= _DECIMALS_FROM or value == 0 else f"{value:.1e}"


def _notes(tests: TableTests) -> Iterator[Note]:
    """What to beware of, each once, with the tests it is about; and what stands for itself nowhere."""
    said: dict[str, list[str]] = {}
    for result in tests.results:
        for text in (result.reason, result.warning):
            if text is not None:
                said.setdefault(text, []).append(TITLES[result.method])
    yield from (Note(f"{', '.join(who)}: {text}.", "note") for text, who in said.items())
    if any(result.method == "residual" and result.reason is None for result in tests.results):
        yield Note(_RESIDUAL_EXPLAINED)
    if any(not math.isnan(result.nominal_p_value) for result in tests.results):
        yield Note(_IN_PAPERS)
    if any(_for_beta(result) is not None for result in tests.results):
        yield Note(_FOR_BETA)
    for what, each in (("classes", tests.per_class), ("groups", tests.groups)):
        if each is not None and each.adjust is not None:
            yield Note(adjustment_said(each.adjust, what))


def _paper_table(tests: TableTests) -> Table:
    rows = [
        [TITLES[row["method"]], row["class"], group_text(row["group"]), row["n"], row["informedness"],
         statistic(row["statistic"]), None if math.isnan(row["df"]) else f"{row['df']:g}",
         (row["p_value"], row["monte_carlo_error"]), row["p_adjusted"]]
        for row in tests.rows()
    ]  # fmt: skip
    columns = (Column("Test", "text"), Column("Class", "text"), Column("Group", "text"),
               Column("n", "count"), Column("Informedness"), Column("Statistic", "figures"),
               Column("df", "figures"), Column("p", "p"), Column(P_ADJUSTED, "p"))  # fmt: skip
    return Table(columns, rows)


def _data(tests: TableTests) -> dict[str, Any]:
    pooled, found = tests.pooled, tests.informedness
    bound = calibrate(tests.results[0].p_value) if speaks_of_chance(tests) else None
    return {
        "classes": [str(label) for label in pooled.labels],
        "positive": pooled.positive,
        "n": pooled.counts.sum(),
        "counts": pooled.counts,
        "level": tests.level,
        "informedness": {name: getattr(found, name) for name in _INFORMEDNESS},
        "evidence": None
        if bound is None
        else {"bayes_factor": bound.bayes_factor, "least_probability_of_chance": bound.alpha},
    }
