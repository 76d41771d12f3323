"""``abovechance evaluate``: a file of predictions, or a table, to a report."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

from abovechance.cli.exits import gate_code
from abovechance.cli.parameters import (
    CELLS,
    EVALUATION,
    EVALUATION_FLAG,
    FILE,
    GATE,
    GATE_FLAG,
    HERE,
    INTERVAL,
    INTERVAL_FLAG,
    INTERVAL_SEED,
    ITEMS,
    TABLE_FLAG,
    WHERE_FLAG,
    Items,
    Where,
    Written,
)
from abovechance.cli.pictures import DRAWN, Drawn
from abovechance.cli.values import (
    parse_costs,
    parse_measures,
    parse_prevalence,
    parse_undefined,
    require_two_classes,
    values_of,
)
from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from abovechance.core.result import Result
    from abovechance.evaluation import Evaluation
    from abovechance.evaluation.gates import MarginVerdict, Verdict
    from abovechance.tables.tables import Tables

_DEFAULT_LEVEL = 0.95


def evaluate(
    file: Annotated[list[str], FILE],
    /,
    *,
    items: Items = ITEMS,
    at: Where = HERE,
    follow: Annotated[bool, WHERE_FLAG] = False,
    cells: Written = CELLS,
    table: Annotated[bool, TABLE_FLAG] = False,
    rows: Annotated[Literal["truth", "prediction"] | None, TABLE_FLAG] = None,
    measure: Annotated[list[str] | None, EVALUATION] = None,
    abstain: Annotated[list[str] | None, EVALUATION] = None,
    prevalence: Annotated[str | None, EVALUATION] = None,
    cost_positive: Annotated[float | None, EVALUATION] = None,
    cost_negative: Annotated[float | None, EVALUATION] = None,
    undefined: Annotated[str, EVALUATION] = "nan",
    bookmaker: Annotated[bool, EVALUATION_FLAG] = False,
    truth_error: Annotated[float | None, EVALUATION] = None,
    truth_agreement: Annotated[float | None, EVALUATION] = None,
    mixture: Annotated[bool, EVALUATION_FLAG] = False,
    baseline: Annotated[str | None, EVALUATION] = None,
    system: Annotated[str | None, EVALUATION] = None,
    margin: Annotated[float | None, EVALUATION] = None,
    level: Annotated[float, INTERVAL] = _DEFAULT_LEVEL,
    method: Annotated[str, INTERVAL] = "auto",
    seed: Annotated[int, INTERVAL_SEED] = 0,
    no_intervals: Annotated[bool, INTERVAL_FLAG] = False,
    output: Drawn = DRAWN,
    fail_under: Annotated[list[str] | None, GATE] = None,
    fail_over: Annotated[list[str] | None, GATE] = None,
    fail_unless_noninferior: Annotated[bool, GATE_FLAG] = False,
) -> int:
    """Evaluate predictions in a file, or a table that is already counted.

    Parameters
    ----------
    file
        Files of CSV, TSV, JSON, JSON lines, Excel, Parquet or Arrow, plain or compressed; patterns and
        directories of them; or - for standard input.
    follow
        Show running figures while rows come on standard input; Ctrl-C ends it and reports those that came.
    table
        The file holds a square table of counts; labels that are numbers need both a row and a column of them.
    rows
        What the rows of the table stand for; the truth if not given.
    measure
        Names of measures, such as mcc or f1, or all.
    abstain
        The prediction that means no answer, such as refused, or several; "" is a missing prediction.
    prevalence
        Evaluate as if the positive class had this prevalence, or each class its own: a=0.1,b=0.9.
    cost_positive
        Weigh errors on the positive class by this cost.
    cost_negative
        Weigh errors on the negative class by this cost.
    undefined
        What replaces undefined values: nan, a number, or limit, the value in the limit of an empty margin.
    bookmaker
        Show what bets on the predictions would win at fair odds, label by label: they add up to Informedness.
    truth_error
        The share of items whose truth may be wrong, such as 0.05; the report then bounds the measures.
    truth_agreement
        The share of items that two annotators of the truth agree on, instead of --truth-error.
    mixture
        Show what share of decisions is informed if the others are guesses, by class, and whether that fits.
    baseline
        A JSON file that evaluate or compare saved: compare with it by Informedness, or by the first
        --measure.
    system
        Which system of a saved comparison is the baseline.
    margin
        The largest difference from the baseline that does not matter: say whether this is not worse by more.
    level
        Confidence level of the intervals.
    method
        Method of the intervals, such as bca, posterior or wilson, where it applies; auto is recommended.
    seed
        Seed of the methods that draw at random.
    no_intervals
        Leave out the intervals and the test.
    fail_under
        NAME=X: exit with 1 if the lower bound of the measure is below X; NAME:value=X tests its value.
    fail_over
        NAME=X: exit with 1 if the upper bound of the measure is above X, for measures that are best when low.
    fail_unless_noninferior
        Exit with 1 unless this is shown not to be worse than the baseline by more than the margin.
    """
    from abovechance.cli.tables_input import tables_from, tables_with_abstentions
    from abovechance.evaluation import evaluate as evaluated
    from abovechance.evaluation.baseline import compare_with_baseline
    from abovechance.evaluation.gates import Gate, judge
    from abovechance.report.build import build

    where = at.of(file)
    output.check(where)
    gates = [Gate.parse(text) for text in values_of(fail_under) or ()]
    gates += [Gate.parse(text, "over") for text in values_of(fail_over) or ()]
    asked, shares = parse_measures(measure), parse_prevalence(prevalence)
    costs = parse_costs(cost_positive, cost_negative)
    if rows is not None and not table:
        raise InputError("--rows has no use without --table")
    if no_intervals and (method != "auto" or level != _DEFAULT_LEVEL or items.cluster is not None):
        raise InputError("--level, --method and --cluster have no use with --no-intervals")
    if mixture and items.cluster is not None:
        raise InputError("--mixture takes items as independent: it has no use with --cluster")
    _check_margin(baseline, system, margin, gated=fail_unless_noninferior)
    as_observed = not (no_intervals or items.cluster is not None or shares or costs)
    saved = _read_saved(baseline, as_observed=as_observed)
    where, items = items.joined(where, cells)
    refusing = values_of(abstain)
    if refusing is not None:
        if follow:
            raise InputError("--follow shows figures of all labels as they come: leave out --abstain")
        tables, about = tables_with_abstentions(
            where, items, cells, (rows or "truth") if table else None, refusing
        )
    elif follow:
        from abovechance.cli.follow import followed

        running = None if no_intervals or items.cluster else level
        tables, about = followed(where, items, cells, running, table=table)
    else:
        tables, about = tables_from(where, items, cells, (rows or "truth") if table else None)
        about.source["stopped"] = False
    require_two_classes(tables, shares, costs)
    run = partial(
        evaluated, tables, undefined=parse_undefined(undefined), prevalence=shares, costs=costs,
        level=None if no_intervals else level, method=method, clusters=items.cluster, seed=seed,
        abstain=refusing,
    )  # fmt: skip
    also = _answers_of_tables(
        bookmaker=bookmaker, truth_error=truth_error, truth_agreement=truth_agreement, mixture=mixture,
        level=level, no_intervals=no_intervals, seed=seed,
    )  # fmt: skip
    by = asked[0] if isinstance(asked, list) else "informedness"
    held: dict[str, Any] = {"system": system, "margin": margin, "level": level, "seed": seed}
    also += [lambda t: compare_with_baseline(t, saved, by, **held)] if saved else []
    result = run(measures=asked, also=also)
    judged = run(measures=[gate.measure for gate in gates]) if gates else result
    verdicts: list[Verdict | MarginVerdict] = [judge(gate, judged) for gate in gates]
    verdicts += _judged_margins(result) if fail_unless_noninferior else []
    about.source.setdefault("stopped", False)
    output.draw(result)
    output.put(build(result, verdicts, about.hint), about, seed=seed)
    return gate_code(verdicts)


def _answers_of_tables(
    *,
    bookmaker: bool,
    truth_error: float | None,
    truth_agreement: float | None,
    mixture: bool,
    level: float,
    no_intervals: bool,
    seed: int,
) -> list[Callable[[Tables], Result]]:
    """What is answered of the tables beside their evaluation, as far as it was asked for."""
    from abovechance.evaluation.imperfect_truth import imperfect_truth
    from abovechance.inference.mixture.result import mixture as mixture_fit
    from abovechance.measures.bookmaker import bookmaker_payoff

    found: list[Callable[[Tables], Result]] = [bookmaker_payoff] if bookmaker else []
    if truth_error is not None or truth_agreement is not None:
        certain = None if no_intervals else level
        found.append(partial(imperfect_truth, error=truth_error, agreement=truth_agreement, level=certain))
    return [*found, *([partial(mixture_fit, level=level, seed=seed)] if mixture else [])]


def _check_margin(baseline: str | None, system: str | None, margin: float | None, *, gated: bool) -> None:
    """Refuse options of a baseline without one, and a gate without a margin."""
    if baseline is None and (system is not None or margin is not None or gated):
        raise InputError("--system, --margin and --fail-unless-noninferior have no use without --baseline")
    if gated and margin is None:
        raise InputError("--fail-unless-noninferior needs a --margin, such as --margin 0.05")


def _read_saved(baseline: str | None, *, as_observed: bool) -> Mapping[str, Any] | None:
    """The saved document, which is refused before the file of items is read."""
    from abovechance.evaluation.baseline import read_baseline

    if baseline is None:
        return None
    if not as_observed:
        raise InputError(
            "--baseline compares items as observed and as independent: it has no use with --no-intervals, "
            "--cluster, --prevalence and costs"
        )
    return read_baseline(baseline)


def _judged_margins(result: Evaluation) -> list[MarginVerdict]:
    """The gate of the comparison with the baseline."""
    from abovechance.evaluation.baseline import SYSTEMS
    from abovechance.evaluation.gates import judge_margins
    from abovechance.inference.comparisons.comparison import Comparison

    compared = next(answer for answer in result.also if isinstance(answer, Comparison))
    return [] if compared.margins is None else judge_margins(compared.margins, SYSTEMS[1])
