"""``abovechance roc``: what scores are worth, which threshold to use, and whose scores are better."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np

from abovechance.cli import scores_input as disk
from abovechance.cli.input import counted_by
from abovechance.cli.output import Space, draw, progress, refuse_picture, show, write
from abovechance.cli.parameters import (
    CHOSEN,
    EXPECTED,
    FILE,
    HERE,
    ITEM,
    PRINTED,
    SEED,
    Where,
    parse_form,
    separated,
)
from abovechance.core.errors import InputError
from abovechance.core.labels import natural_order, offered, quoted
from abovechance.core.text import listed, named
from abovechance.curves.curve.curve import Curve
from abovechance.curves.thresholds.purposes import constraints_of, criterion_of
from abovechance.evaluation.findings import similar_labels
from abovechance.evaluation.scores import Purpose, rank_classes, rank_groups, rank_streamed, rank_systems
from abovechance.intake.files.faults import TooManyItemsError
from abovechance.intake.files.format import TextFormat
from abovechance.intake.files.scores import read_scores
from abovechance.intake.missing import Missing
from abovechance.report.escape import to_json
from abovechance.report.scores import document as forms
from abovechance.report.scores import terminal as ranked
from abovechance.report.tabular import in_form

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.cli.input import Place, Read
    from abovechance.evaluation.scores import Ranking
    from abovechance.intake.files.scores import ScoreColumns

_ARGUMENTS = re.compile(r"\b(cost_positive|cost_negative|at_least|at_most)\b|^prevalence\b")
"""Arguments of functions, which the shell spells otherwise."""


def roc(
    file: Annotated[list[str], FILE],
    /,
    *,
    truth: Annotated[str | None, ITEM] = None,
    score: Annotated[list[str] | None, ITEM] = None,
    positive: Annotated[str | None, ITEM] = None,
    classes: Annotated[str | None, ITEM] = None,
    weight: Annotated[str | None, ITEM] = None,
    count: Annotated[str | None, ITEM] = None,
    by: Annotated[list[str] | None, ITEM] = None,
    missing: Annotated[Literal["error", "drop"], ITEM] = "error",
    encoding: Annotated[str | None, ITEM] = None,
    at: Where = HERE,
    on_disk: Annotated[bool, ITEM] = False,
    prevalence: Annotated[float | None, EXPECTED] = None,
    cost_positive: Annotated[float | None, EXPECTED] = None,
    cost_negative: Annotated[float | None, EXPECTED] = None,
    optimise: Annotated[str | None, CHOSEN] = None,
    at_least: Annotated[list[str] | None, CHOSEN] = None,
    at_most: Annotated[list[str] | None, CHOSEN] = None,
    threshold: Annotated[float | None, CHOSEN] = None,
    level: Annotated[float, CHOSEN] = 0.95,
    seed: Annotated[int, SEED] = 0,
    plot: Annotated[str | None, PRINTED] = None,
    space: Annotated[Space | None, PRINTED] = None,
    json: Annotated[str | None, PRINTED] = None,
    csv: Annotated[bool, PRINTED] = False,
    safe_csv: Annotated[bool, PRINTED] = False,
    markdown: Annotated[bool, PRINTED] = False,
    latex: Annotated[bool, PRINTED] = False,
) -> int:
    """Evaluate scores: areas, thresholds, costs, and whose scores are better.

    The exit code is 1 if no threshold of a system is within --at-least and --at-most.

    Parameters
    ----------
    file
        CSV, TSV, JSON lines, Parquet, Arrow, plain or compressed; patterns, directories; - is standard input.
    truth
        Column of true labels; found by its usual names if not given.
    score
        Column of a system's scores, the higher the more positive; repeatable for several systems.
    positive
        The positive class; of two the last label if not given, of more this one against all others.
    classes
        Labels separated by commas: each score column is the score for one class, in this order.
    weight
        Column with a weight for each item; only their proportions matter.
    count
        Column that says how many items each row stands for.
    by
        A curve for each group of this column; repeatable for combinations.
    missing
        Empty cells and NaN: refuse them, or drop the item.
    encoding
        Of a text file, such as latin-1; UTF-8 if not given.
    on_disk
        Sort one column of scores on disk, for a file larger than memory.
    prevalence
        The share of positive items where the threshold will be used; that of the file if not given.
    cost_positive
        The cost of an error on a positive item.
    cost_negative
        The cost of an error on a negative item.
    optimise
        What the best threshold has most of: informedness if not given, cost if there are costs; any measure,
        bias_equals_prevalence, closest or equal_error_rate.
    at_least
        NAME=X: only thresholds with at least this much of a measure, such as recall=0.95; repeatable.
    at_most
        NAME=X: the same upside down, such as fallout=0.1.
    threshold
        A fixed threshold instead of the best one.
    level
        The confidence of the intervals.
    seed
        Of what is drawn at random.
    plot
        Draw a picture to this file: .png, .svg, .pdf, or .html for a page to explore.
    space
        What the picture shows; roc if not given.
    json
        Write JSON to this file; - prints it and nothing else.
    csv
        Print a row for each number as CSV.
    safe_csv
        The same for a spreadsheet: no cell of text is taken for a formula.
    markdown
        Print them as a Markdown table.
    latex
        Print them as a LaTeX table (booktabs).
    """
    where = at.of(file)
    where.refuse_overwriting(json)
    where.refuse_overwriting(plot, "--plot")
    refuse_picture(plot, json, space)
    form = parse_form(csv=csv, safe_csv=safe_csv, markdown=markdown, latex=latex, json=json)
    purpose = Purpose(
        optimise, cost_positive, cost_negative, prevalence, _bounds("at-least", at_least),
        _bounds("at-most", at_most), threshold,
    )  # fmt: skip
    _refuse_purpose(purpose)
    if not score:
        raise InputError("say which column holds the scores, with --score")
    if weight is not None and weight in (truth, *score):
        option = "--truth" if weight == truth else "--score"
        raise InputError(f"{option} and --weight both name the column {weight!r}")
    task: dict[str, Any] = {"purpose": purpose, "level": level, "seed": seed}
    alone = len(score) == 1 and not (weight or count or by or classes)
    if on_disk and not alone:
        raise InputError("--on-disk ranks one --score, without --weight, --count, --by and --classes")
    columns = None
    if not on_disk:
        with progress(f"Reading {where.name}") as advance:
            columns = _read(
                where, truth, score, alone=alone, weight=weight, count=count, groups=by or (),
                missing=Missing(policy=missing), text=TextFormat(encoding=encoding), progress=advance,
            )  # fmt: skip
    read: Read
    lines: Sequence[str]
    if columns is None:
        with progress(f"Sorting {where.name}") as advance:
            read = disk.rank(
                where, truth, score[0], positive=positive, missing=missing,
                text=TextFormat(encoding=encoding), progress=advance,
            )  # fmt: skip
        ranking = rank_streamed(read.streamed, score[0], **task)
        warnings = disk.cautions(read)
        source = disk.source(where, read, truth, score[0], warnings)
        lines = [*disk.lines(where, read, score[0], hint=positive is None), *warnings]
    else:
        read = columns
        with progress("Ranking items") as advance:
            ranking = _rank(columns, positive, separated(classes), task | {"progress": advance})
        warnings = similar_labels(_labels(columns))
        source = _source(where, columns, weight, warnings) | ({} if count is None else {"count": count})
        lines = [*_lines(where, columns, weight, ranking, hint=positive is None), *warnings]
        lines += [] if count is None else [counted_by(count)]
    if plot is not None:
        draw(ranking, plot, space or "roc")
    if json is not None:
        write(to_json(forms.document(ranking, source)), json)
    if form != "report":
        write(in_form(form, forms, ranking))
    elif json != "-":
        show(lambda width: ranked.report(ranking, lines, width))
        return _code(ranking)
    where.tell(read, warnings)
    return _code(ranking)


def _read(
    where: Place, truth: str | None, score: list[str], *, alone: bool, **options: Any
) -> ScoreColumns | None:
    """The items; None if they are too many to be taken one by one, and one score can be ranked without."""
    try:
        columns = read_scores(where.input, truth, score, skip_bad=where.skip_bad, **options)
        # Items of several numbers are drawn one by one: what is drawn must not depend on where they were.
        return columns.in_order() if len(score) > 1 or columns.weights is not None else columns
    except TooManyItemsError:
        if alone:
            return None
        raise


def _refuse_purpose(purpose: Purpose) -> None:
    """Refuse what thresholds cannot be chosen for, in the words of the options, before any work is done."""
    if purpose.threshold is not None and (purpose.at_least or purpose.at_most):
        raise InputError("give a fixed --threshold, or bounds on it with --at-least and --at-most, not both")
    if purpose.prevalence in (0, 1):
        share = f"{purpose.prevalence:g}"
        raise InputError(f"--prevalence {share} leaves only one class, so nothing could be told apart")
    try:
        criterion_of(
            purpose.optimise,
            cost_positive=purpose.cost_positive,
            cost_negative=purpose.cost_negative,
            prevalence=purpose.prevalence,
        )
        constraints_of(None, purpose.at_least, purpose.at_most)
    except InputError as error:
        said = str(error).replace("optimise='cost'", "--optimise cost")
        raise InputError(_ARGUMENTS.sub(lambda found: f"--{found[0].replace('_', '-')}", said)) from None


def _code(ranking: Ranking) -> int:
    """Bounds that no threshold of a system meets are a gate that failed."""
    purpose = ranking.purpose
    absent = any(system.point.position is None for system in ranking.systems)
    return int(absent and bool(purpose.at_least or purpose.at_most))


def _rank(
    columns: ScoreColumns, positive: str | None, classes: list[str] | None, task: dict[str, Any]
) -> Ranking:
    """Curves of systems on the same items, of groups, or of classes."""
    labels = _labels(columns)
    weights, real = columns.weights, columns.truth[1]
    per_class = _per_class(columns, labels, positive, classes)
    if columns.groups:
        return rank_groups(_groups(columns, positive, several=per_class is not None), **task)
    if per_class is not None:
        return rank_classes(real, per_class, weights=weights, **task)
    _require_two(labels, positive, list(columns.scores))
    return rank_systems(real, columns.scores, positive=positive, weights=weights, **task)


def _labels(columns: ScoreColumns) -> list[str]:
    """The true labels that occur, in their order."""
    return [str(label) for label in natural_order(set(np.unique(columns.truth[1]).tolist()))]


def _groups(columns: ScoreColumns, positive: str | None, *, several: bool) -> dict[str, Curve]:
    if several or len(columns.scores) > 1:
        raise InputError("--by makes a curve for each group, so give one --score and no --classes")
    (scores,) = columns.scores.values()
    labels = _labels(columns)
    _require_two(labels, positive, list(columns.scores))
    good = labels[-1] if positive is None else positive
    found = Curve.from_scores(
        columns.truth[1], scores, positive=good, weights=columns.weights, by=dict(columns.groups)
    )
    return {", ".join(map(str, k)) if isinstance(k, tuple) else str(k): curve for k, curve in found.items()}


def _per_class(
    columns: ScoreColumns, labels: list[str], positive: str | None, classes: list[str] | None
) -> dict[str, Any] | None:
    """The scores for each class, if there is a column for each: said by ``--classes``, or by their names."""
    names = list(columns.scores)
    if classes is None:
        named_after = len(labels) > 2 and positive is None and set(names) == set(labels)
        return {label: columns.scores[label] for label in labels} if named_after else None
    if positive is not None:
        raise InputError("give --positive for one class against the rest, or --classes for all, not both")
    if len(classes) != len(names):
        raise InputError(f"--classes names {len(classes)} classes for {len(names)} columns of scores")
    lacking = [label for label in labels if label not in classes]
    if lacking:
        raise InputError(f"there are no scores for {quoted(lacking)}: name every class in --classes")
    if set(names) == set(classes) and names != classes:
        raise InputError(
            f"the columns of scores have the names of the classes in another order than --classes: "
            f"give --classes {','.join(names)}, or leave it out"
        )
    return dict(zip(classes, columns.scores.values(), strict=True))


def _require_two(labels: list[str], positive: str | None, names: list[str]) -> None:
    if positive is not None and positive not in labels:
        raise InputError(
            f"--positive {positive!r} is not in the truth, whose labels are {offered(positive, labels)}"
        )
    if positive is None and len(labels) > 2:
        raise InputError(
            f"the truth has {len(labels)} classes, {quoted(labels)}: name one with --positive to set it "
            f"against all others; or give a --score for each in the order of --classes, not {len(names)} only"
        )
    if len(labels) == 1:
        raise InputError(f"the truth has only one class, {labels[0]!r}: there is nothing to tell apart")


def _bounds(option: str, texts: Sequence[str] | None) -> dict[str, float]:
    """Bounds by measure, from ``NAME=X``."""
    bounds = {}
    for text in texts or ():
        name, equals, bound = text.rpartition("=")
        try:
            bounds[name.strip()] = float(bound)
        except ValueError:
            equals = ""
        if not equals or not name.strip():
            raise InputError(f"--{option} is NAME=X, such as recall=0.95, not {text!r}")
    return bounds


def _source(
    where: Place, columns: ScoreColumns, weight: str | None, warnings: Sequence[str]
) -> dict[str, Any]:
    return where.source(columns, warnings) | {
        "truth": columns.truth[0],
        "scores": list(columns.scores),
        "weight": weight,
        "by": list(columns.groups),
        "left_out": columns.left_out,
    }


def _weighed(ranking: Ranking) -> str:
    """The share that positive items have of the weights, where there is one of all curves."""
    if ranking.kind != "system":
        return ""
    return f": {100 * ranking.systems[0].curve.prevalence:.3g} % of the weight is positive"


def _lines(
    where: Place, columns: ScoreColumns, weight: str | None, ranking: Ranking, *, hint: bool
) -> Sequence[str]:
    found = " (found; see --truth)" if columns.found else ""
    kind = "score" if len(columns.scores) == 1 else "scores"
    scores = listed(columns.scores, most=10)
    lines = [f"{where.name}: truth {named(columns.truth[0])}{found}, {kind} {scores}", *where.lines(columns)]
    items = len(columns.truth[1])
    if ranking.kind == "class":
        lines.append(f"{items} items, {len(ranking.systems)} classes, each against the rest")
    else:
        curve = ranking.systems[0].curve
        last = " (the last; see --positive)" if hint else ""
        share = float(np.mean(columns.truth[1] == curve.positive))
        lines.append(f"{items} items, {100 * share:.3g} % of them positive: {named(curve.positive)}{last}")
    if weight is not None:
        lines.append(f"Items are weighted by {named(weight)}{_weighed(ranking)}.")
    if ranking.kind == "group":
        lines.append(f"{len(ranking.systems)} groups by {listed(columns.groups)}.")
    if columns.left_out:
        word = "item" if columns.left_out == 1 else "items"
        lines.append(f"Left out for a missing value: {columns.left_out} {word}.")
    return lines
