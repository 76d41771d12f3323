"""``evaluate``: from tables to a result that says how much better than chance the predictions are."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from abovechance.core.errors import InputError
from abovechance.evaluation.abstention import abstentions
from abovechance.evaluation.findings import Evidence, findings, repetitions_of
from abovechance.evaluation.headline import disagreement, headline
from abovechance.evaluation.result import Evaluation
from abovechance.evaluation.rows import Estimate, estimates, requests
from abovechance.evaluation.sample import Reweighting, Sample, split_clusters
from abovechance.evaluation.uncertainty import How
from abovechance.inference.homogeneity import compare_groups
from abovechance.measures.headlines import OF_EACH_GROUP
from abovechance.measures.registry import measure
from abovechance.tables.abstention import answered, with_abstentions
from abovechance.tables.arguments import of_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from abovechance.core.result import Result
    from abovechance.evaluation.abstention import Abstentions
    from abovechance.inference.significance.test import TestResult
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables

OF_THE_SAME_ITEMS = ("system", "threshold", "class")  # axes whose tables are not of different items
MISSING = "(missing)"  # the name of the class of missing labels: in a row, None stands for the whole table


@of_tables
def evaluate(
    tables: Tables,
    *,
    measures: Iterable[str | Measure] | Literal["all"] | None = None,
    undefined: float | Literal["limit"] = math.nan,
    prevalence: float | Sequence[float] | Mapping[Any, float] | None = None,
    costs: tuple[float, float] | None = None,
    level: float | None = 0.95,
    method: str = "auto",
    clusters: str | None = None,
    seed: int | None = 0,
    abstain: object = None,
    also: Iterable[Callable[[Tables], Result]] = (),
) -> Evaluation:
    """Evaluate tables: measures with intervals and chance levels, a plain reading, and what to beware of.

    Parameters
    ----------
    tables
        One table, or a batch whose tables are groups (one for each hospital, language, fold).
    measures
        Names of measures, ``"all"``, or None for a selection: the chance-corrected ones that the reading
        rests on, and the traditional ones that people ask for.
    undefined
        What replaces undefined values: NaN, another number, or ``"limit"`` for the value in the
        limit of an empty margin where one is known. The reason stays in the row.
    prevalence
        Re-weight the classes to this prevalence first, see :meth:`Tables.at_prevalence`.
    costs
        Re-weight two classes by the costs of errors on positives and on negatives, see
        :meth:`Tables.with_costs`.
    level
        The confidence level of the intervals, or None for neither intervals nor the test.
    method
        The method of the intervals, see :func:`abovechance.interval`. With ``"auto"``, and for measures that
        it does not apply to, the recommended method is used.
    clusters
        Which items belong together, such as those of one patient: the cluster of each item; of tables, the
        name of the batch axis whose groups are clusters, not to be evaluated apart. Intervals and the test
        allow for them, by the methods of :func:`abovechance.cluster_interval`.
    seed
        Seed of the methods that draw at random: the same tables give the same report. None draws anew.
    abstain
        The label of the prediction that means no answer, or several; an empty text for missing predictions.
        Such items are left out of the measures, and the report says how often the system answers and what
        refusals make of Informedness, see :func:`abovechance.abstentions`.
    also
        Functions of tables whose answers join the report. They are called with the table of all items
        together, as observed.

    Examples
    --------
    >>> import abovechance as ac
    >>> result = ac.evaluate(ac.Tables.from_cells(tp=0, fp=0, fn=5, tn=95))
    >>> print(result.verdict)
    Decisions are not shown to be better than guessing: Informedness is 0.000 (95 % interval -0.039 to 0.437).
    Chance alone would reach an accuracy of 0.950; the predictions reach 0.950.
    >>> [finding.code for finding in result.findings]
    ['majority_prediction', 'looks_good_at_chance', 'few_items']
    >>> row = ac.evaluate(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28), level=0.9)["informedness"]
    >>> round(row.low, 3), round(row.high, 3), row.method
    (0.034, 0.351, 'miettinen_nurminen')
    """
    also, said = tuple(also), ""
    if abstain is not None:
        tables, refusals = _without_abstentions(tables, abstain, clusters, level)
        # Found already, of all groups: what is called with the answers alone could not see refusals.
        also = (lambda _: refusals, *also)
        said = _of_answers_alone(refusals)
    tables.require_square()
    if 0 in tables.batch_shape:
        raise InputError("the batch has no tables: there is nothing to evaluate")
    # Repetitions are read off the names of the axes, which splitting off the clusters changes.
    tables, of_clusters, repetitions = with_named_labels(tables), None, repetitions_of(tables)
    if clusters is not None:
        tables, of_clusters = split_clusters(tables, clusters)
    weigh = Reweighting(prevalence, costs)
    whole = Sample.of(tables.sum() if tables.axes else tables, weigh, of_clusters)
    how = None if level is None else How(level, method, seed)
    wanted, usual = requests(measures, whole.weighted), requests(None, whole.weighted)
    bounds = whole.bounds((*wanted, *usual), how)
    rows = tuple(estimates(whole.weighted, wanted, bounds, undefined))
    # Undefined stays NaN here: the reading would take a number in its place for one that was found.
    basis = tuple(estimates(whole.weighted, usual, bounds))
    groups = whole
    of_groups: tuple[Estimate, ...] = ()
    if tables.axes:
        groups = Sample.of(tables, weigh, of_clusters)
        of_each = requests(OF_EACH_GROUP, groups.weighted)
        bounds = groups.bounds((*wanted, *of_each), how)
        rows += tuple(estimates(groups.weighted, wanted, bounds, undefined))
        of_groups = tuple(estimates(groups.weighted, of_each, bounds))
    tested = _tested(whole, how)
    found = findings(Evidence(whole.observed, basis, of_groups, repetitions))
    answers = tuple(answer(whole.observed) for answer in also)
    # The comparison of groups takes items as independent, as observed, and each as counted once.
    if how is not None and of_clusters is None and weigh.is_none and repetitions == 1 and _has_groups(tables):
        answers = (compare_groups(tables, level=how.level, seed=how.seed), *answers)
    return Evaluation(
        tables=groups.weighted,
        pooled=whole.weighted,
        estimates=rows,
        findings=found,
        warnings=tuple(finding.text for finding in found if finding.severity == "warning"),
        verdict=headline(
            basis,
            level,
            tested,
            _least(whole.weighted),
            _why_they_differ(whole, basis, tested, level),
            why_no_share=_why_no_share(whole, basis, how),
        )
        + said,
        reweighted=weigh.said(whole.weighted),
        basis=basis + of_groups,
        level=level,
        test=tested,
        clusters=of_clusters,
        selected=measures is not None,
        also=answers,
    )


def _has_groups(tables: Tables) -> bool:
    """Whether there are two groups or more, of items of their own."""
    several = math.prod(tables.batch_shape) > 1 if tables.axes else False
    return several and not any(axis.name in OF_THE_SAME_ITEMS for axis in tables.axes)


def _least(pooled: Tables) -> float | None:
    """The least Informedness that the margins of more than two classes allow."""
    return float(measure("least_informedness")(pooled)) if len(pooled.labels) > 2 else None


def _tested(sample: Sample, how: How | None) -> TestResult | None:
    from abovechance.inference.significance.test import test

    if how is None:
        return None
    if sample.clusters is not None:
        return test(sample.clusters.pooled, clusters=sample.clusters.name)
    return test(sample.observed, seed=how.seed)


def _why_no_share(sample: Sample, rows: Sequence[Estimate], how: How | None) -> str | None:
    """Why no one share of informed decisions describes items of more than two classes, if it is tested.

    The test takes items as independent and as observed: of clusters and re-weighted classes it says nothing.
    """
    from abovechance.inference.mixture.result import mixture

    informed = next(row for row in rows if row.measure == "informedness" and row.label is None)
    # From chance down, and for perfect decisions, there is no share of informed ones to explain.
    if how is None or sample.clusters is not None or not sample.weigh.is_none or not 0 < informed.value < 1:
        return None
    found = mixture(sample.observed, level=how.level, seed=how.seed)
    return found.why_not


def _why_they_differ(
    sample: Sample, rows: Sequence[Estimate], test: TestResult | None, level: float | None
) -> str | None:
    """Why test and interval disagree; of re-weighted classes they are not of the same table."""
    informed = next(row for row in rows if row.measure == "informedness" and row.label is None)
    if (
        test is None
        or level is None
        or informed.low is None
        or informed.high is None
        or not sample.weigh.is_none
    ):
        return None
    return disagreement(test, (informed.low, informed.high), level, sample.observed.effective)


def _without_abstentions(
    tables: Tables, abstain: object, clusters: str | None, level: float | None
) -> tuple[Tables, Abstentions]:
    """The answers alone, and what there is to say of refusals, in all and of each group."""
    split = with_abstentions(tables, abstain)
    # Clusters are no groups of their own: refusals are told of the other groups only.
    groups = split if clusters is None else split_clusters(split, clusters)[0]
    return answered(split), abstentions(groups, abstain=abstain, level=level)


def _of_answers_alone(refusals: Abstentions) -> str:
    """What the reading is of, where items were refused."""
    if refusals.answered.value == 1:
        return ""
    share = f"{100 * refusals.answered.value:.3g} %"
    return f"\nThis is of the answers alone: {share} of the items were answered."


def with_named_labels(tables: Tables) -> Tables:
    """The same tables, with a name for the class of missing labels if there is one."""
    if None not in tables.labels:
        return tables
    labels = tuple(MISSING if label is None else label for label in tables.labels)
    # Of two classes a positive None is the missing label itself; of more it says that there is none.
    positive = MISSING if len(labels) == 2 and tables.positive is None else tables.positive
    return replace(tables, labels=labels, predicted_labels=labels, positive=positive)
