"""``abovechance compare``: is A better than B? Several columns of predictions in one file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from abovechance.cli.output import progress, show, write
from abovechance.cli.parameters import (
    CHOSEN,
    FILE,
    HERE,
    ITEM,
    PRINTED,
    SEED,
    Missing,
    Where,
    parse_form,
    separated,
)
from abovechance.core.errors import InputError
from abovechance.core.labels import natural_order
from abovechance.core.text import listed, named
from abovechance.evaluation.findings import similar_labels
from abovechance.inference.comparisons.compare import compare_joint
from abovechance.inference.comparisons.joint import Joint
from abovechance.inference.comparisons.paired import method_name, test_name
from abovechance.inference.intervals.clustered import cluster_interval
from abovechance.inference.intervals.interval import interval
from abovechance.inference.significance.multiplicity import method_name as adjustment_name
from abovechance.intake.files.combinations import Answers, read_answers
from abovechance.intake.files.format import TextFormat
from abovechance.intake.missing import Missing as Codes
from abovechance.measures.registry import measure
from abovechance.measures.registry import measure as measure_called
from abovechance.report import of_comparison as comparing
from abovechance.report.escape import to_json
from abovechance.report.tabular import in_form
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.cli.input import Place
    from abovechance.inference.comparisons.comparison import Comparison
    from abovechance.inference.comparisons.pair_difference import PairDifference
    from abovechance.inference.intervals.interval import Interval


def compare(
    file: Annotated[list[str], FILE],
    /,
    *,
    truth: Annotated[str | None, ITEM] = None,
    prediction: Annotated[list[str] | None, ITEM] = None,
    positive: Annotated[str | None, ITEM] = None,
    labels: Annotated[str | None, ITEM] = None,
    cluster: Annotated[str | None, ITEM] = None,
    missing: Annotated[Missing, ITEM] = "error",
    encoding: Annotated[str | None, ITEM] = None,
    at: Where = HERE,
    measure: Annotated[str, CHOSEN] = "informedness",
    method: Annotated[str, CHOSEN] = "auto",
    test: Annotated[str, CHOSEN] = "auto",
    level: Annotated[float, CHOSEN] = 0.95,
    adjust: Annotated[str, CHOSEN] = "holm",
    seed: Annotated[int | None, SEED] = None,
    json: Annotated[str | None, PRINTED] = None,
    csv: Annotated[bool, PRINTED] = False,
    safe_csv: Annotated[bool, PRINTED] = False,
    markdown: Annotated[bool, PRINTED] = False,
    latex: Annotated[bool, PRINTED] = False,
) -> None:
    """Compare systems that judged the same items.

    Parameters
    ----------
    file
        CSV, TSV, JSON lines, Parquet, Arrow, plain or compressed; patterns, directories; - is standard input.
    truth
        Column of true labels; found by its usual names if not given.
    prediction
        Column of a system's predictions; name two or more.
    positive
        The positive class of two; of more, this class is set against all others.
    labels
        All classes in the order wanted, separated by commas.
    cluster
        Column that says which items belong together (patient, document): they count as one draw.
    missing
        Empty cells: refuse them, drop the item, or take them as a class.
    encoding
        Of a text file, such as latin-1; UTF-8 if not given.
    measure
        The measure to compare by.
    method
        Of the intervals of differences, such as tango, newcombe, bonett_price, delta or bca.
    test
        Of the p-values, such as mcnemar_exact, mid_p, swap or delta.
    level
        Of the intervals; an adjusted p-value below one less is taken as shown.
    adjust
        P-values for their number: holm, hochberg, hommel, bonferroni, benjamini_hochberg,
        benjamini_yekutieli or none.
    seed
        For the same p-values again where answers are exchanged at random.
    json
        Write JSON to this file; - prints it and nothing else.
    csv
        Print the differences as CSV.
    safe_csv
        The same for a spreadsheet: no cell of text is taken for a formula.
    markdown
        Print the differences as a Markdown table.
    latex
        Print the differences as a LaTeX table (booktabs).
    """
    where = at.of(file)
    where.refuse_overwriting(json)
    form = parse_form(csv=csv, safe_csv=safe_csv, markdown=markdown, latex=latex, json=json)
    adjustment = None if adjust == "none" else adjustment_name(adjust)
    measure_called(measure)
    method, test = method_name(method), test_name(test)  # refused before the file is read
    systems = list(prediction or ())
    if len(systems) < 2:
        raise InputError("a comparison needs two systems: name the column of each with --prediction")
    with progress(f"Counting {where.name}") as advance:
        answers = read_answers(
            where.input, truth, systems, cluster=cluster, labels=separated(labels),
            missing=Codes(policy=missing),
            text=TextFormat(encoding=encoding), progress=advance, skip_bad=where.skip_bad,
        )  # fmt: skip
    joint = Joint.from_labels(
        answers.truth[1], answers.systems, labels=answers.classes, counts=answers.counts,
        clusters=answers.clusters, positive=positive,
    )  # fmt: skip
    comparison = compare_joint(
        joint, measure, adjust=adjustment, method=method, test=test, level=level, seed=seed
    )
    compared = comparing.ComparisonReport(
        comparison, _intervals(joint, measure, level), _per_class(comparison)
    )
    alike = similar_labels(natural_order({*answers.truth[1]}.union(*answers.systems.values())))
    if json is not None:
        write(to_json(comparing.document(compared, _source(where, answers, cluster, alike))), json)
    if form != "report":
        write(in_form(form, comparing, compared))
    elif json != "-":
        hint = "" if joint.positive is None or positive is not None else " (the last; see --positive)"
        lines = [*_lines(where, answers, cluster), *alike]
        show(lambda _: comparing.report(compared, lines, hint))
        return
    where.tell(answers, alike)


def _intervals(joint: Joint, name: str, level: float) -> dict[str, Interval]:
    """The value of each system with its interval, which knows of clusters if there are any."""
    if joint.clusters is None:
        return {x: interval(name, joint.tables.at(system=x), level=level) for x in joint.systems}
    return {x: cluster_interval(name, _clusters(joint, x), level=level) for x in joint.systems}


def _clusters(joint: Joint, system: str) -> Tables:
    """One table for each cluster."""
    clusters = np.asarray(joint.clusters)
    size = len(joint.labels)
    counts = np.zeros((int(clusters.max()) + 1, size * size), dtype=np.int64)
    np.add.at(counts, (clusters, joint.cells[joint.position(system)]), joint.counts)
    return Tables(
        counts.reshape(-1, size, size), joint.labels, positive=joint.positive, axes=(Axis("cluster"),)
    )


def _per_class(comparison: Comparison) -> tuple[PairDifference, ...]:
    """Of two systems, what each class adds; two classes share most measures, so there it is Recall."""
    if len(comparison.systems) != 2:
        return ()
    if len(comparison.source.tables.labels) != 2 or measure(comparison.measure).mean_of:
        return comparison.per_class()
    return comparison.classes_by("recall")


def _source(where: Place, answers: Answers, cluster: str | None, warnings: Sequence[str]) -> dict[str, Any]:
    return where.source(answers, warnings) | {
        "truth": answers.truth[0],
        "predictions": list(answers.systems),
        "cluster": cluster,
        "left_out": answers.left_out,
    }


def _lines(where: Place, answers: Answers, cluster: str | None) -> Sequence[str]:
    found = " (found; see --truth)" if answers.found else ""
    systems = listed(answers.systems, most=10)
    lines = [f"{where.name}: truth {named(answers.truth[0])}{found}, predictions {systems}"]
    lines += where.lines(answers)
    if cluster is not None:
        groups = len(set(answers.clusters or ()))
        lines.append(f"Items belong together in {groups} clusters, column {named(cluster)}.")
    if answers.left_out:
        items = "item" if answers.left_out == 1 else "items"
        lines.append(f"Left out for a missing value: {answers.left_out} {items}.")
    return lines
