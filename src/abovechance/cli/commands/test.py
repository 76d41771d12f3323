# ruff: noqa: PT028 - `test` is a test of statistics, not of software
"""``abovechance test``: whether there is more in a table than chance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from abovechance.cli.input import Reading, from_columns, from_table, with_warnings
from abovechance.cli.output import show, write
from abovechance.cli.parameters import (
    CHOSEN,
    COUNTED,
    FILE,
    HERE,
    ITEM,
    PRINTED,
    SEED,
    SWITCHED,
    Missing,
    Where,
    grouping,
    parse_form,
    separated,
)
from abovechance.core.errors import InputError
from abovechance.evaluation.findings import similar_labels
from abovechance.evaluation.sample import split_clusters
from abovechance.inference.guessing.test import COMBINED, STATISTICS
from abovechance.inference.intervals.clustered import cluster_interval
from abovechance.inference.intervals.interval import interval
from abovechance.inference.significance.methods import METHODS, method_name
from abovechance.inference.significance.multiplicity import adjust as adjusted
from abovechance.inference.significance.multiplicity import method_name as adjustment_name
from abovechance.inference.significance.test import joined, per_class_tests
from abovechance.inference.significance.test import test as tested
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.format import TextFormat
from abovechance.report import of_tests as testing
from abovechance.report.escape import to_json
from abovechance.report.tabular import in_form
from abovechance.report.tests_document import TableTests

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.evaluation.sample import Clusters
    from abovechance.inference.intervals.interval import Interval
    from abovechance.inference.significance.test import TestResult
    from abovechance.tables.tables import Tables

_ASSOCIATION = ("pearson", "williams", "fisher")
_FEW_CELLS = 25
"""Fisher's test of a larger table takes long: it has to be asked for."""


def test(
    file: Annotated[list[str], FILE],
    /,
    *,
    truth: Annotated[str | None, ITEM] = None,
    prediction: Annotated[str | None, ITEM] = None,
    positive: Annotated[str | None, ITEM] = None,
    labels: Annotated[str | None, ITEM] = None,
    weight: Annotated[str | None, ITEM] = None,
    count: Annotated[str | None, ITEM] = None,
    by: Annotated[list[str] | None, ITEM] = None,
    cluster: Annotated[str | None, ITEM] = None,
    missing: Annotated[Missing, ITEM] = "error",
    encoding: Annotated[str | None, ITEM] = None,
    at: Where = HERE,
    table: Annotated[bool, COUNTED] = False,
    rows: Annotated[Literal["truth", "prediction"], COUNTED] = "truth",
    method: Annotated[list[str] | None, CHOSEN] = None,
    alternative: Annotated[Literal["two-sided", "greater", "less"], CHOSEN] = "two-sided",
    per_class: Annotated[bool, SWITCHED] = False,
    adjust: Annotated[str, CHOSEN] = "holm",
    level: Annotated[float, CHOSEN] = 0.95,
    seed: Annotated[int | None, SEED] = None,
    json: Annotated[str | None, PRINTED] = None,
    csv: Annotated[bool, PRINTED] = False,
    safe_csv: Annotated[bool, PRINTED] = False,
    markdown: Annotated[bool, PRINTED] = False,
    latex: Annotated[bool, PRINTED] = False,
) -> None:
    """Test whether predictions are better than chance.

    Parameters
    ----------
    file
        CSV, TSV, JSON lines, Parquet, Arrow, plain or compressed; patterns, directories; - is standard input.
    truth
        Column of true labels; found by its usual names if not given, or the first of two.
    prediction
        Column of predicted labels; found by its usual names if not given, or the second of two.
    positive
        The positive class of two; the last label if not given.
    labels
        All classes in the order wanted, separated by commas.
    weight
        Column with a weight for each item; only their proportions matter.
    count
        Column that says how many items each row stands for.
    by
        Test each group of this column too; repeatable for combinations.
    cluster
        Column that says which items belong together (patient, document): they are fewer than they seem.
    missing
        Empty cells: refuse them, drop the item, or take them as a class.
    encoding
        Of a text file, such as latin-1; UTF-8 if not given.
    table
        The file holds a table of counts, with or without labels.
    rows
        What its rows stand for; the truth if not given.
    method
        Tests by name, such as informedness, pearson or fisher_mid_p, separated by commas; or all.
    alternative
        What is to be shown: any difference from chance, or that it is greater or less.
    per_class
        Test each class against the rest too.
    adjust
        P-values of classes and of groups: holm, hochberg, hommel, bonferroni, benjamini_hochberg,
        benjamini_yekutieli or none.
    level
        Of the interval, or of the one-sided bound; a p-value up to one less is taken as shown.
    seed
        For the same p-values again where they are found with random tables.
    json
        Write JSON to this file; - prints it and nothing else.
    csv
        Print the rows as CSV.
    safe_csv
        The same for a spreadsheet: no cell of text is taken for a formula.
    markdown
        Print the rows as a Markdown table.
    latex
        Print the rows as a LaTeX table (booktabs).
    """
    where = at.of(file)
    where.refuse_overwriting(json)
    form = parse_form(csv=csv, safe_csv=safe_csv, markdown=markdown, latex=latex, json=json)
    adjustment = None if adjust == "none" else adjustment_name(adjust)
    names = [name.strip() for text in method or () for name in separated(text) or ()]
    known = ["all"] if "all" in names else names
    for name in known if known != ["all"] else ():
        method_name(name)  # an unknown test is refused before the file is read
    if table and cluster is not None:
        raise InputError("--cluster has no use with --table: its file holds counts and not items")
    wanted = Wanted(truth, prediction, weight, grouping(by, cluster), count=count)
    reading = Reading(separated(labels), positive, missing, TextFormat(encoding=encoding))
    data = from_table(where, wanted, reading, rows) if table else from_columns(where, wanted, reading)
    data = with_warnings(data, similar_labels(data.tables.labels))
    task = _Task.of(data.tables, cluster, alternative, adjustment, seed)
    results = task.results(known)
    first = results[0].method
    tests = TableTests(
        tables=task.tables,
        results=results,
        informedness=task.informedness(level, _sides(results[0])),
        per_class=task.per_class(first) if per_class else None,
        groups=task.groups(first) if task.tables.axes else None,
        level=level,
    )
    if json is not None:
        write(to_json(testing.document(tests, data.source)), json)
    if form != "report":
        write(in_form(form, testing, tests))
    elif json != "-":
        show(lambda _: testing.report(tests, data.lines, data.positive_hint))
        return
    where.tell(data.read, data.warnings)


def _sides(first: TestResult) -> int:
    """A one-sided test stands beside one-sided bounds."""
    return 2 if first.alternative == "two-sided" else 1


@dataclass(frozen=True)
class _Task:
    """What is tested, and how: the tables of groups, all items together, and the clusters of both."""

    tables: Tables
    pooled: Tables
    clusters: Clusters | None
    alternative: str
    adjustment: str | None
    seed: int | None

    @classmethod
    def of(
        cls, tables: Tables, cluster: str | None, alternative: str, adjustment: str | None, seed: int | None
    ) -> _Task:
        clusters = None
        if cluster is not None:
            tables, clusters = split_clusters(tables, cluster)
        pooled = tables.sum() if tables.axes else tables
        return cls(tables, pooled, clusters, alternative, adjustment, seed)

    def results(self, names: Sequence[str]) -> tuple[TestResult, ...]:
        """The tests asked for; without any the usual ones; of all, those that are for this table."""
        if names and names != ["all"]:
            return tuple(self._tested(name, self.alternative) for name in names)
        found = []
        for name in self._all if names else self._usual:
            directed = METHODS[name].directed and not (
                name.startswith("fisher") and len(self.pooled.labels) != 2
            )
            try:
                found.append(self._tested(name, self.alternative if directed else "two-sided"))
            except InputError:
                continue  # a test of 2×2 tables
        return tuple(found)

    def informedness(self, level: float, sides: int) -> Interval:
        """The Informedness of all items together, with its interval."""
        if self.clusters is None:
            return interval("informedness", self.pooled, level=level, sides=sides)
        return cluster_interval("informedness", self.clusters.pooled, level=level, sides=sides)

    def per_class(self, name: str) -> TestResult:
        """The test of each class against the rest, where all tests of hits are one."""
        tables, of = (self.pooled, {}) if self.clusters is None else (self.clusters.pooled, self._of_clusters)
        name = "auto" if name in STATISTICS else name
        return per_class_tests(
            tables, name, adjust=self.adjustment, alternative=self.alternative, seed=self.seed, **of
        )

    def groups(self, name: str) -> TestResult:
        """The test of each group, with p-values adjusted for their number."""
        if self.clusters is None:
            result = tested(self.tables, name, alternative=self.alternative, seed=self.seed)
        else:
            each = [
                tested(group, name, alternative=self.alternative, **self._of_clusters)
                for group in self.clusters.groups
            ]
            result = joined(each, self.tables.axes)
        return replace(
            result, adjusted_p_value=adjusted(result.p_value, self.adjustment), adjustment=self.adjustment
        )

    def _tested(self, name: str, alternative: str) -> TestResult:
        if self.clusters is None:
            return tested(self.pooled, name, alternative=alternative, seed=self.seed)
        return tested(self.clusters.pooled, name, alternative=alternative, **self._of_clusters)

    @property
    def _of_clusters(self) -> dict[str, Any]:
        return {} if self.clusters is None else {"clusters": self.clusters.name}

    @property
    def _all(self) -> list[str]:
        return list(METHODS if self.clusters is None else STATISTICS)

    @property
    def _usual(self) -> list[str]:
        """The default test and its parts, what they leave, and tests of any association."""
        of_hits = ["informedness"] if len(self.pooled.labels) <= 2 else ["combined", *COMBINED]
        if self.clusters is not None:
            return of_hits
        rows, columns = self.pooled.contingency.occupied
        feasible = rows * columns <= _FEW_CELLS
        rest = ["residual"] if len(self.pooled.labels) > 2 else []
        return [*of_hits, *rest, *(name for name in _ASSOCIATION if feasible or name != "fisher")]
