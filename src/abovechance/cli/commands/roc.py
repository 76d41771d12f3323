"""``abovechance roc``: what scores are worth, which threshold to use, and whose scores are better."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

from abovechance.cli.forms import OUTPUT, Output
from abovechance.cli.input import About, guessed_class, overheard, positive_hint
from abovechance.cli.output import progress
from abovechance.cli.parameters import (
    CELLS,
    FILE,
    HERE,
    ITEM_FLAG,
    METHOD,
    METHOD_FLAG,
    PRINTED,
    SCORED,
    SEED,
    WORLD,
    ScoredItems,
    Where,
    Written,
)
from abovechance.cli.pictures import Space, draw, draw_abstention, refuse_picture, with_page
from abovechance.cli.values import parse_bounds, values_of
from abovechance.core.errors import InputError
from abovechance.core.labels import is_guess, natural_order
from abovechance.core.text import listed, named

if TYPE_CHECKING:
    from abovechance.cli.input import Place
    from abovechance.curves.abstention import AbstentionCurve
    from abovechance.evaluation.scores.ranking import Purpose
    from abovechance.intake.files.readers.scores import ScoreColumns


def roc(
    file: Annotated[list[str], FILE],
    /,
    *,
    items: ScoredItems = SCORED,
    on_disk: Annotated[bool, ITEM_FLAG] = False,
    at: Where = HERE,
    cells: Written = CELLS,
    prevalence: Annotated[float | None, WORLD] = None,
    cost_positive: Annotated[float | None, WORLD] = None,
    cost_negative: Annotated[float | None, WORLD] = None,
    optimise: Annotated[str | None, METHOD] = None,
    at_least: Annotated[list[str] | None, METHOD] = None,
    at_most: Annotated[list[str] | None, METHOD] = None,
    threshold: Annotated[float | None, METHOD] = None,
    margin: Annotated[float | None, METHOD] = None,
    abstain: Annotated[bool, METHOD_FLAG] = False,
    answered: Annotated[float | None, METHOD] = None,
    level: Annotated[float, METHOD] = 0.95,
    seed: Annotated[int, SEED] = 0,
    plot: Annotated[str | None, PRINTED] = None,
    space: Annotated[Space | None, PRINTED] = None,
    output: Output = OUTPUT,
) -> int:
    """Evaluate scores: areas, thresholds, costs, and whose scores are better.

    The exit code is 1 if no threshold of a system is within --at-least and --at-most.

    Parameters
    ----------
    file
        Files of CSV, TSV, JSON, JSON lines, Excel, Parquet or Arrow, plain or compressed; patterns and
        directories of them; or - for standard input.
    on_disk
        Sort one column of scores on disk, for a file larger than memory.
    prevalence
        The share of positive items where the threshold will be used; that of the file if not given.
    cost_positive
        The cost of an error on a positive item.
    cost_negative
        The cost of an error on a negative item.
    optimise
        What the best threshold is best by: informedness if not given, or cost if there are costs; any
        measure, bias_equals_prevalence, closest or equal_error_rate.
    at_least
        NAME=X: only thresholds with at least this much of a measure, such as recall=0.95; repeatable.
    at_most
        NAME=X: only thresholds with at most this much of a measure, such as fallout=0.1; repeatable.
    threshold
        A fixed threshold instead of the best one.
    margin
        The largest difference of AUCs that does not matter: say which systems are not worse by more, or
        equivalent.
    abstain
        Report what refusing the least confident items does to Informedness, instead of curves over
        thresholds: decisions are for the class of the highest score, or from --threshold on (0.5).
    answered
        With --abstain, the operating point where at least this share of items is answered; --at-least
        informedness=X finds the one with most answers and at least this Informedness.
    level
        Confidence level of the intervals.
    seed
        Seed of whatever is drawn at random.
    plot
        Draw a picture to this file: .png, .svg, .pdf, or .html for the page that --html writes.
    space
        What the picture shows; roc if not given.
    """
    from abovechance.cli import scores_input as disk
    from abovechance.evaluation.scores.ranking import Purpose
    from abovechance.evaluation.scores.roc import roc as ranked
    from abovechance.evaluation.scores.systems import rank_streamed
    from abovechance.report.build import build

    where = at.of(file)
    output.check(where, plot=plot)
    refuse_picture(plot, output.json, space)
    output, plot = with_page(output, plot)
    purpose = Purpose(
        optimise, cost_positive, cost_negative, prevalence, parse_bounds("at-least", at_least),
        parse_bounds("at-most", at_most), threshold,
    ).checked()  # fmt: skip
    where, items = items.joined(where, cells)
    if answered is not None and not abstain:
        raise InputError("--answered is for --abstain: the share of items that are answered")
    if margin is not None and len(items.scores) < 2 and not items.by:
        raise InputError("--margin is for two systems or more: name the column of each with --score")
    alone = _checked_alone(items, on_disk=on_disk)
    columns = None if on_disk else _read(where, items, cells, alone=alone)
    if abstain:
        with progress("Ranking items"), overheard() as heard:
            refusing = _abstaining(columns, items, purpose, answered=answered, level=level, seed=seed)
        if plot is not None:
            draw_abstention(refusing, plot)
        if columns is not None:
            told = _about(where, columns, items, of_classes=items.classes is not None)
            output.put(build(refusing), told.with_warnings(heard), seed=seed)
        return int(refusing.wanted is not None and refusing.point is None)
    if columns is None:
        with progress(f"Sorting {where.name}") as advance:
            streamed = disk.rank(where, items, cells, advance)
        ranking = rank_streamed(streamed.streamed, items.scores[0], purpose=purpose, level=level, seed=seed)
        about = disk.about(where, streamed, items)
    else:
        with progress("Ranking items") as advance, overheard() as heard:
            groups = {name: columns.groups[name] for name in items.groups}
            ranking = ranked(
                columns.truth[1],
                columns.scores,
                positive=items.positive,
                classes=values_of(items.classes),
                weights=columns.weights,
                by=groups or None,
                clusters=None if items.cluster is None else columns.groups[items.cluster],
                **asdict(purpose),
                margin=margin,
                level=level,
                seed=seed,
                progress=advance,
            )
        about = _about(where, columns, items, of_classes=ranking.kind == "class").with_warnings(heard)
    if plot is not None:
        draw(ranking, plot, space or "roc")
    hint = "" if ranking.kind == "class" else positive_hint(ranking.systems[0].curve.positive, items.positive)
    output.put(build(ranking, hint), about, seed=seed)
    return int(not ranking.meets_bounds)


def _checked_alone(items: ScoredItems, *, on_disk: bool) -> bool:
    """Whether there is nothing but one column of scores, after a check of the columns that are named."""
    if not items.scores:
        raise InputError("say which column holds the scores, with --score")
    if items.weight is not None and items.weight in (items.truth, *items.scores):
        option = "--truth" if items.weight == items.truth else "--score"
        raise InputError(f"{option} and --weight both name the column {items.weight!r}")
    alone = len(items.scores) == 1 and not any(
        (items.weight, items.count, items.by, items.cluster, items.classes)
    )
    if on_disk and not alone:
        raise InputError(
            "--on-disk ranks one --score, without --weight, --count, --by, --cluster and --classes"
        )
    if items.cluster and (items.by or items.classes):
        raise InputError("--cluster is for curves of systems on all items, without --by and --classes")
    return alone


def _abstaining(
    columns: ScoreColumns | None, items: ScoredItems, purpose: Purpose, **options: Any
) -> AbstentionCurve:
    """The curve of refusing the least confident items of one system."""
    from abovechance.curves.abstention import abstention_curve

    if columns is None or items.by or items.cluster or not (items.classes or len(items.scores) == 1):
        raise InputError(
            "--abstain is for one system in memory: one --score, or one for each class with --classes, "
            "without --by, --cluster and --on-disk"
        )
    least = dict(purpose.at_least)
    if set(least) - {"informedness"} or set(purpose.choice) - {"at_least"}:
        raise InputError(
            "with --abstain there are --answered, --at-least informedness=X and --threshold: no other goals"
        )
    scores, names = list(columns.scores.values()), values_of(items.classes)
    if names is not None and len(names) != len(scores):
        raise InputError(f"--classes names {len(names)} classes and --score {len(scores)} columns")
    return abstention_curve(
        columns.truth[1],
        scores[0] if names is None else dict(zip(names, scores, strict=True)),
        classes=names,
        positive=items.positive,
        threshold=0.5 if purpose.threshold is None else purpose.threshold,
        weights=columns.weights,
        informedness=least.get("informedness"),
        **options,
    )


def _read(where: Place, items: ScoredItems, cells: Written, *, alone: bool) -> ScoreColumns | None:
    """The items; None if they are too many to be taken one by one, and one score can be ranked without."""
    from abovechance.intake.files.readers.scores import read_scores
    from abovechance.intake.files.reading import Reading, TooManyItemsError

    try:
        with progress(f"Reading {where.name}") as advance:
            columns = read_scores(
                where.input, items.truth, items.scores,
                Reading(cells.of_scores, cells.text, advance, where.skip_bad),
                weight=items.weight, count=items.count, groups=items.groups_and_cluster,
                positive=items.positive,
            )  # fmt: skip
        # Items of several numbers are drawn one by one: what is drawn must not depend on where they were.
        return columns.in_order() if len(items.scores) > 1 or columns.weights is not None else columns
    except TooManyItemsError:
        if alone:
            return None
        raise


def _labels(columns: ScoreColumns) -> list[str]:
    """The true labels that occur, in their order."""
    import numpy as np

    return [str(label) for label in natural_order(set(np.unique(columns.truth[1]).tolist()))]


def _about(where: Place, columns: ScoreColumns, items: ScoredItems, *, of_classes: bool) -> About:
    found = " (found; see --truth)" if columns.found else ""
    kind = "score" if len(columns.scores) == 1 else "scores"
    labels = _labels(columns)
    guessed = items.positive is None and not of_classes and is_guess(tuple(labels))
    return About.of(
        where,
        columns,
        f"truth {named(columns.truth[0])}{found}, {kind} {listed(columns.scores, most=10)}",
        items,
        warnings=guessed_class(labels[-1], guessed=guessed),
        lines=[f"Groups by {listed(items.groups)}."] if items.groups else [],
        truth=columns.truth[0],
        scores=list(columns.scores),
        weight=None,
        by=list(items.groups),
        left_out=columns.left_out,
    )
