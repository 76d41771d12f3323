"""``abovechance evaluate``: a file of predictions, or a table, to a report."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

from abovechance.cli.exits import FAILED, PASSED, UNDEFINED
from abovechance.cli.input import Reading, from_columns, from_table
from abovechance.cli.output import show, write
from abovechance.cli.parameters import (
    COUNTED,
    DOUBTED,
    DRAWN,
    FILE,
    GATED,
    HERE,
    ITEM,
    MEASURED,
    PLACE,
    PRINTED,
    UNDOUBTED,
    Missing,
    Where,
    grouping,
    parse_costs,
    parse_form,
    parse_measures,
    parse_prevalence,
    parse_undefined,
    require_two_classes,
    separated,
)
from abovechance.core.errors import InputError
from abovechance.evaluation import evaluate as evaluated
from abovechance.evaluation.gates import Gate, judge
from abovechance.evaluation.result import document
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.format import TextFormat
from abovechance.report.escape import to_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.cli.input import Data
    from abovechance.cli.parameters import Form
    from abovechance.evaluation import Evaluation
    from abovechance.evaluation.gates import Verdict

_LEVEL = 0.95


def evaluate(
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
    missing: Annotated[Missing, ITEM] = "error",
    encoding: Annotated[str | None, ITEM] = None,
    at: Where = HERE,
    follow: Annotated[bool, PLACE] = False,
    table: Annotated[bool, COUNTED] = False,
    rows: Annotated[Literal["truth", "prediction"] | None, COUNTED] = None,
    measures: Annotated[str | None, MEASURED] = None,
    prevalence: Annotated[str | None, MEASURED] = None,
    cost_positive: Annotated[float | None, MEASURED] = None,
    cost_negative: Annotated[float | None, MEASURED] = None,
    undefined: Annotated[str, MEASURED] = "nan",
    level: Annotated[float, DOUBTED] = _LEVEL,
    method: Annotated[str, DOUBTED] = "auto",
    cluster: Annotated[str | None, DOUBTED] = None,
    seed: Annotated[int, DRAWN] = 0,
    no_intervals: Annotated[bool, UNDOUBTED] = False,
    json: Annotated[str | None, PRINTED] = None,
    csv: Annotated[bool, PRINTED] = False,
    safe_csv: Annotated[bool, PRINTED] = False,
    markdown: Annotated[bool, PRINTED] = False,
    latex: Annotated[bool, PRINTED] = False,
    fail_under: Annotated[list[str] | None, GATED] = None,
    fail_over: Annotated[list[str] | None, GATED] = None,
) -> int:
    """Evaluate predictions in a file, or a table that is already counted.

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
        Evaluate each group of this column too; repeatable for combinations.
    missing
        Empty cells: refuse them, drop the item, or take them as a class.
    encoding
        Of a text file, such as latin-1; UTF-8 if not given.
    follow
        Show running figures while rows come on standard input; Ctrl-C ends it and reports those that came.
    table
        The file holds a square table of counts; labels that are numbers need both a row and a column of them.
    rows
        What its rows stand for; the truth if not given.
    measures
        Names of measures separated by commas, or all.
    prevalence
        Evaluate as if the positive class had this prevalence, or each class its own: a=0.1,b=0.9.
    cost_positive
        Weigh errors on the positive class by this cost.
    cost_negative
        Weigh errors on the negative class by this cost.
    undefined
        In the place of undefined values: nan, a number, or limit, the value in the limit of an empty margin.
    level
        The confidence of the intervals.
    method
        How they are computed, such as bca, posterior or wilson, where it applies; auto is recommended.
    cluster
        Column that says which items belong together, such as a patient: intervals then allow for it.
    seed
        Of the methods that draw.
    no_intervals
        Go without intervals and the test.
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
    fail_under
        NAME=X: exit with 1 if the lower bound of the measure is below X; NAME:estimate=X tests its estimate.
    fail_over
        NAME=X: the same upside down, for measures that are better the lower they are.
    """
    where = at.of(file)
    where.refuse_overwriting(json)
    form = parse_form(csv=csv, safe_csv=safe_csv, markdown=markdown, latex=latex, json=json)
    gates = [*map(Gate.parse, fail_under or ()), *(Gate.parse(text, "over") for text in fail_over or ())]
    asked, shares = parse_measures(measures), parse_prevalence(prevalence)
    costs = parse_costs(cost_positive, cost_negative)
    if table and cluster is not None:
        raise InputError("--cluster has no use with --table: its file holds counts and not items")
    if rows is not None and not table:
        raise InputError("--rows has no use without --table")
    if no_intervals and (method != "auto" or level != _LEVEL or cluster is not None):
        raise InputError("--level, --method and --cluster have no use with --no-intervals")
    wanted = Wanted(truth, prediction, weight, grouping(by, cluster), count=count)
    reading = Reading(separated(labels), positive, missing, TextFormat(encoding=encoding))
    if follow:
        from abovechance.cli.follow import followed

        data = followed(where, wanted, reading, None if no_intervals or cluster else level, table=table)
    elif table:
        data = from_table(where, wanted, reading, rows or "truth")
    else:
        data = from_columns(where, wanted, reading)
    require_two_classes(data.tables, shares, costs)
    run = partial(
        evaluated,
        data.tables,
        undefined=parse_undefined(undefined),
        prevalence=shares,
        costs=costs,
        level=None if no_intervals else level,
        method=method,
        cluster=cluster,
        seed=seed,
    )
    result = run(measures=asked)
    judged = run(measures=[gate.measure for gate in gates]) if gates else result
    verdicts = [judge(gate, judged) for gate in gates]
    if json is not None:
        source = {"stopped": False} | data.source | {"by": list(by or ())}
        write(to_json(document(result, source, [x.to_dict() for x in verdicts])), json)
    if form == "report" and json != "-":
        _show(result, data, verdicts)
    else:
        _print_rows(form, result)
        where.tell(data.read, data.warnings)
        _tell(verdicts)
    return _code(verdicts)


def _show(result: Evaluation, data: Data, verdicts: Sequence[Verdict]) -> None:
    from abovechance.report.terminal import report

    show(
        lambda width: report(
            result,
            lines=data.lines,
            positive_hint=data.positive_hint,
            verdicts=verdicts,
            width=width,
        )
    )


def _print_rows(form: Form, result: Evaluation) -> None:
    from abovechance.report import terminal
    from abovechance.report.tabular import in_form

    if form != "report":
        write(in_form(form, terminal, result))


def _tell(verdicts: Sequence[Verdict]) -> None:
    """Say on standard error which gates were not passed, where standard output is for machines."""
    from abovechance.report.of_evaluation import gate_text

    for verdict in verdicts:
        if verdict.outcome != "passed":
            print(gate_text(verdict).plain, file=sys.stderr)  # noqa: T201


def _code(verdicts: Sequence[Verdict]) -> int:
    outcomes = {verdict.outcome for verdict in verdicts}
    if "failed" in outcomes:
        return FAILED
    return UNDEFINED if "undefined" in outcomes else PASSED
