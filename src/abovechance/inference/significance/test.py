# ruff: noqa: PT028 - `test` is a test of statistics, not of software
"""``test``: whether guessing could have made a table, by the default test or another by name.

>>> import abovechance as ac
>>> ac.test(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28))
informedness: statistic 1.9752, p = 0.0482 (two-sided, normal)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from abovechance.core.errors import InputError
from abovechance.inference.arguments import checked_replicates, checked_seed, without_empty
from abovechance.inference.guessing.test import STATISTICS, cluster_test
from abovechance.inference.intervals.effective_size import discordant_items, independent_items
from abovechance.inference.resampling.margins import REPLICATES
from abovechance.inference.significance.methods import (
    COUNTING,
    METHODS,
    OF_ERRORS,
    Options,
    alternative_name,
    method_name,
)
from abovechance.inference.significance.multiplicity import adjust as adjusted
from abovechance.inference.significance.multiplicity import method_name as adjustment_name
from abovechance.inference.significance.outcome import stacked
from abovechance.tables.arguments import of_tables
from abovechance.tables.batch_result import BatchResult, scalar
from abovechance.tables.clusters import clusters_first

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.core.arrays import Numbers, Texts
    from abovechance.core.result import Row
    from abovechance.inference.significance.outcome import Outcome
    from abovechance.tables.tables import Axis, Tables

_NUMBER_FIELDS = (
    "statistic", "df", "p_value", "monte_carlo_error", "nominal_p_value", "nominal_p_value_beta",
    "p_adjusted",
)  # fmt: skip
_TEXT_FIELDS = ("reference", "reason", "warning")
_WEIGHTS_REFUSED = (
    "the table holds weights without their squares: the number of independent items is not known; count the "
    "items with weights=, or give squares"
)
_NOT_WHOLE = (
    "this test counts whole items, and these have weights: use 'informedness', 'combined', 'pearson' or "
    "another test without 'exact', 'permutation' or 'mid_p' in its name"
)
_CLUSTERS_REFUSED = "tests of clusters count the items of each, and these have weights"
_SMALL_P = 0.001


@dataclass(frozen=True, eq=False, repr=False)
class TestResult(BatchResult):
    """What a test says of a table: numbers and text for one table, arrays for a batch.

    Attributes
    ----------
    method, alternative
        The test and its alternative hypothesis.
    statistic, df
        The statistic and its degrees of freedom; ``df`` is NaN for a test that has none.
    p_value
        The probability of a statistic as extreme if truth and prediction are independent; of tests of errors
        and of Accuracy, if their own hypothesis holds.
    reference
        What the p-value was read off: ``"normal"``, ``"cumulants"`` (the normal distribution corrected for
        skewness), ``"chi-squared"``, ``"exact"``, ``"exact mid-p"``, ``"Monte Carlo"``, ``"Monte Carlo
        mid-p"``, ``"cumulants of clusters"``.
    monte_carlo_error
        The standard error of a p-value found with random tables, else 0.
    nominal_p_value
        For a statistic of the papers, the p-value by the distribution proposed there, else NaN.
    nominal_p_value_beta
        The same with the K−1 degrees of freedom that Powers 2007, section 5, suggests for beta; NaN where it
        does not. For two classes both are one.
    reason
        Why the p-value is undefined, or None.
    warning
        What to beware of, or None.
    p_adjusted, adjust
        For several tests, the p-value adjusted for their number, and how.
    axes
        What the axes of the arrays stand for.
    """

    _headline = "p_value"

    __test__: ClassVar[bool] = False  # pytest must not take this class for one of its tests

    method: str
    alternative: str
    statistic: Any
    df: Numbers
    p_value: Any
    reference: Texts
    monte_carlo_error: Any
    nominal_p_value: Any
    nominal_p_value_beta: Any
    reason: Any
    warning: Any
    p_adjusted: Any = None
    adjust: str | None = None
    axes: tuple[Axis, ...] = ()

    def rows(self) -> list[Row]:
        """One row for each table: where it stands along the axes, and all that is known of it."""
        unknown = ("p_adjusted", "adjust") if self.p_adjusted is None else ()
        return [{name: x for name, x in row.items() if name not in unknown} for row in super().rows()]

    def _line(self, row: Row, at: str) -> str:
        tested = " ".join(filter(None, (at, row["method"])))
        if np.isnan(row["p_value"]):
            return f"{tested}: no p-value: {row['reason']}"
        degrees = "" if np.isnan(row["df"]) else f" on {row['df']:g} df"
        error = f" ± {row['monte_carlo_error']:.2g}" if row["monte_carlo_error"] else ""
        said = f"{tested}: statistic {_number(row['statistic'])}{degrees}, p = {_p(row['p_value'])}{error}"
        if not np.isnan(row["nominal_p_value"]):
            said += f", in the papers {_p(row['nominal_p_value'])}"
        beta = row["nominal_p_value_beta"]
        if beta != row["nominal_p_value"] and not np.isnan(beta):
            said += f" and for beta {_p(beta)}"
        if "p_adjusted" in row:
            said += f", adjusted {_p(row['p_adjusted'])}"
        said += f" ({row['alternative']}, {row['reference']})"
        return said if row["warning"] is None else f"{said}; {row['warning']}"


@of_tables
def test(
    tables: Tables,
    *,
    method: str = "auto",
    clusters: str | None = None,
    alternative: str = "two-sided",
    replicates: int = REPLICATES,
    seed: int | None = 0,
) -> TestResult:
    """Test that truth and prediction are independent.

    Parameters
    ----------
    tables
        One table or a batch; each is tested by itself.
    method
        ``"auto"`` is ``"informedness"`` for two classes and ``"combined"`` for more: the farthest out of
        ``"score"``, ``"prevalence_weighted_informedness"`` and ``"informedness"``, which for two classes are
        one (see :func:`~abovechance.inference.guessing.test.guessing_test`). Each of these and
        ``"markedness"`` also ends in ``"_normal"``, ``"_permutation"`` or ``"_mid_p"``. Others by name or
        alias: ``"residual"``, for association that hits do not show; ``"pearson"``, ``"n_minus_1"``,
        ``"g_squared"``, ``"williams"``, ``"smith"``, ``"yates"``; ``"fisher"``, ``"fisher_mid_p"``,
        ``"boschloo"``, ``"barnard"``; the statistics of the papers, ``"chi_squared_kb"``,
        ``"g_squared_plus_p"`` and so on.
    clusters
        Which items belong together (the same patient, document, session): they resemble each other, and are
        fewer than they seem. The cluster of each item; of tables, the name of the batch axis that stands for
        clusters (``Tables.from_labels(…, by=patient)``), or of a column that such an axis is made of; the
        others are added up. Only tests of hits allow for clusters.
    alternative
        ``"greater"`` (better than chance), ``"less"`` or ``"two-sided"``; most tests for any association
        have only the last.
    replicates, seed
        Number of random tables when they cannot all be enumerated, and the seed that makes them repeatable.

    Returns
    -------
    TestResult
        NaN with a reason where a table cannot be tested.

    Examples
    --------
    >>> import abovechance as ac
    >>> t = ac.Tables.from_counts([[1, 3, 10, 6], [2, 3, 10, 7], [1, 6, 14, 12], [0, 1, 9, 11]])
    >>> ac.test(t, method="fisher")  # job satisfaction and income, Agresti 2002, p. 57
    fisher: statistic 2.742e-06, p = 0.7827 (two-sided, exact)
    """
    # Labels that neither occur nor are predicted cannot change under given margins, and would only cost
    # time.
    tables, replicates = without_empty(tables), checked_replicates(replicates)
    name = method_name(method, len(tables.labels), square=tables.is_square)
    options = Options(alternative_name(alternative, name), replicates, checked_seed(seed))
    if clusters is not None:
        tables = clusters_first(tables, clusters)
    counted, reason = _counted(tables, name, clustered=clusters is not None)
    if clusters is None:
        outcome, axes = METHODS[name].run(counted, options), tables.axes
    else:
        outcome, axes = _of_clusters(counted, name, options), tables.axes[1:]
    sizes = dict(zip(tables.axes, tables.batch_shape, strict=True))
    outcome = outcome.broadcast(tuple(sizes[axis] for axis in axes))
    # The test is run on empty tables all the same, so that shape and axes of the answer are those of any
    # other.
    unknown = np.full(np.shape(outcome.p_value), reason is not None)
    return _result(name, options.alternative, outcome.undefined_where(unknown, reason), axes)


test.__dict__["__test__"] = False  # pytest must not take this function for one of its tests


@of_tables
def per_class_tests(
    tables: Tables,
    *,
    method: str = "auto",
    adjust: str | None = "holm",
    clusters: str | None = None,
    alternative: str = "two-sided",
    replicates: int = REPLICATES,
    seed: int | None = 0,
) -> TestResult:
    """Test each class against the rest, with p-values adjusted for the number of classes.

    Parameters
    ----------
    adjust
        ``"holm"``, ``"hochberg"``, ``"hommel"``, ``"bonferroni"``, ``"benjamini_hochberg"``,
        ``"benjamini_yekutieli"``, or None.

    Other parameters are those of :func:`test`.

    Examples
    --------
    >>> import abovechance as ac
    >>> t = ac.Tables.from_counts([[30, 5, 2], [4, 20, 6], [9, 4, 3]], labels=["a", "b", "c"])
    >>> ac.per_class_tests(t)
    class 'a' informedness: statistic 4.7580, p = 2e-06, adjusted 5.9e-06 (two-sided, normal)
    class 'b' informedness: statistic 4.5336, p = 5.8e-06, adjusted 1.2e-05 (two-sided, normal)
    class 'c' informedness: statistic 0.7174, p = 0.4731, adjusted 0.4731 (two-sided, normal)
    """
    chosen = None if adjust is None else adjustment_name(adjust)
    if clusters is not None:
        tables = clusters_first(tables, clusters)
    result = test(
        tables.one_vs_rest(),
        method=method,
        clusters=clusters,
        alternative=alternative,
        replicates=replicates,
        seed=seed,
    )
    return replace(result, p_adjusted=adjusted(result.p_value, chosen), adjust=chosen)


def _of_clusters(tables: Tables, name: str, options: Options) -> Outcome:
    """The test of each table that the batch leaves when its first axis, that of clusters, is added up."""
    if name not in STATISTICS:
        raise InputError(
            f"the test {name!r} takes items as independent: those that allow for clusters are "
            f"{', '.join(map(repr, STATISTICS))}"
        )
    shape = tables.batch_shape[1:]
    found = [
        cluster_test(
            replace(tables, counts=tables.counts[:, *where], axes=tables.axes[:1]), name, options.alternative
        )
        for where in np.ndindex(shape)
    ]
    return stacked(found, shape)


def joined(results: Sequence[TestResult], axes: tuple[Axis, ...]) -> TestResult:
    """The results of single tables, by the same test, as one of a batch."""
    fields: dict[str, Any] = {
        name: np.array([getattr(x, name) for x in results], dtype=object if name in _TEXT_FIELDS else float)
        for name in (*_NUMBER_FIELDS, *_TEXT_FIELDS)
        if name != "p_adjusted"
    }
    return replace(results[0], **fields, axes=axes)


def _counted(tables: Tables, name: str, *, clustered: bool) -> tuple[Tables, str | None]:
    """The tables as numbers of items; where these are not known, empty ones and the reason."""
    if tables.squares is not None and not clustered:
        if name in (*OF_ERRORS, "no_information_rate"):
            tables = discordant_items(tables)
        else:
            tables = independent_items(tables, STATISTICS.get(name.removesuffix("_normal"), ()))
        reason = _NOT_WHOLE if name in COUNTING and tables.counts.dtype.kind != "i" else None
    elif tables.squares is not None:
        tables = tables.effective
        reason = _CLUSTERS_REFUSED if tables.squares is not None else None
    else:
        reason = _WEIGHTS_REFUSED if tables.counts.dtype.kind != "i" else None
    if reason is None:
        return tables, None
    # Zeros instead of weights: a test that counts items must not take a sum of weights for a number of
    # them.
    return replace(tables, counts=np.zeros(tables.counts.shape, dtype=np.int64), squares=None), reason


def _result(name: str, alternative: str, outcome: Outcome, axes: tuple[Axis, ...]) -> TestResult:
    return TestResult(
        method=name,
        alternative=alternative,
        statistic=scalar(outcome.statistic),
        df=scalar(outcome.df),
        p_value=scalar(outcome.p_value),
        reference=scalar(outcome.reference),
        monte_carlo_error=scalar(outcome.error),
        nominal_p_value=scalar(outcome.nominal),
        nominal_p_value_beta=scalar(outcome.nominal_beta),
        reason=scalar(outcome.reason),
        warning=scalar(outcome.warning),
        axes=axes,
    )


def _number(value: float) -> str:
    return f"{value:.4f}" if np.isnan(value) or abs(value) >= _SMALL_P or value == 0 else f"{value:.4g}"


def _p(value: float) -> str:
    return f"{value:.4f}" if value >= _SMALL_P else f"{value:.2g}"
