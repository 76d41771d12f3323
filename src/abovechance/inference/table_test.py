# ruff: noqa: PT028 - `test` is a test of statistics, not of software
"""``test``: whether there is more in a table than chance, by the test of Informedness or another by name.

>>> import abovechance as ac
>>> ac.test(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28))
informedness: statistic 1.9752, p = 0.0482 (two-sided, normal)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from abovechance.inference.arguments import checked_draws, checked_seed, checked_tables
from abovechance.inference.margins import RESAMPLES
from abovechance.inference.multiplicity import adjust as adjusted
from abovechance.inference.multiplicity import method_name as adjustment_name
from abovechance.inference.testing import METHODS, Options, alternative_name, method_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.inference.outcome import Outcome
    from abovechance.tables import Axis, Tables

Array = Any

_NUMBERS = ("statistic", "df", "p_value", "monte_carlo_error", "nominal_p_value", "adjusted_p_value")
_TEXTS = ("reference", "reason", "warning")
_WEIGHTS = "the table holds weights or re-weighted counts: the number of independent items is not known"
_SHOWN = 10
_SMALL_P = 0.001


@dataclass(frozen=True, eq=False, repr=False)
class TestResult:
    """What a test says of a table: numbers and text for one table, arrays for a batch.

    Attributes
    ----------
    method, alternative
        The test and its alternative hypothesis.
    statistic, df
        The statistic and its degrees of freedom; ``df`` is NaN for a test that has none.
    p_value
        The probability of a statistic as extreme if truth and prediction are independent.
    reference
        What the p-value was read off: ``"normal"``, ``"chi-squared"``, ``"exact"``, ``"exact mid-p"``,
        ``"Monte Carlo"`` or ``"Monte Carlo mid-p"``.
    monte_carlo_error
        The standard error of a p-value found with random tables, else 0.
    nominal_p_value
        For a statistic of the papers, the p-value by the distribution proposed there, else NaN.
    reason
        Why the p-value is undefined, or None.
    warning
        What to beware of, or None.
    adjusted_p_value, adjustment
        For several tests, the p-value adjusted for their number, and how.
    axes
        What the axes of the arrays stand for.
    """

    __test__: ClassVar[bool] = False  # pytest must not take this class for one of its tests

    method: str
    alternative: str
    statistic: Any
    df: Any
    p_value: Any
    reference: Any
    monte_carlo_error: Any
    nominal_p_value: Any
    reason: Any
    warning: Any
    adjusted_p_value: Any = None
    adjustment: str | None = None
    axes: tuple[Axis, ...] = ()

    def rows(self) -> Iterator[dict[str, Any]]:
        """One row for each table: where it stands along the axes, and all that is known of it."""
        known = {name: getattr(self, name) for name in _NUMBERS}
        numbers = {name: np.asarray(value) for name, value in known.items() if value is not None}
        texts = {name: np.asarray(getattr(self, name), dtype=object) for name in _TEXTS}
        about = {"method": self.method, "alternative": self.alternative}
        for where in np.ndindex(numbers["p_value"].shape):
            at = {
                axis.name: i if axis.labels is None else axis.labels[i]
                for axis, i in zip(self.axes, where, strict=True)
            }
            values = {name: column[where].item() for name, column in numbers.items()}
            yield at | about | values | {name: column[where] for name, column in texts.items()}

    def to_dict(self) -> dict[str, Any]:
        """The same as plain numbers, lists and text."""
        names = ("method", "alternative", *_NUMBERS, *_TEXTS, "adjustment")
        plain = {name: getattr(self, name) for name in names}
        plain = {
            name: x.tolist() if isinstance(x, np.ndarray | np.generic) else x for name, x in plain.items()
        }
        labels = [{"name": a.name, "labels": None if a.labels is None else list(a.labels)} for a in self.axes]
        return plain | {"axes": labels}

    def to_frame(self, backend: str | None = None) -> Any:
        """One row for each table, as a data frame of pandas, polars or pyarrow."""
        from abovechance.frames import to_frame

        rows = list(self.rows())
        names = rows[0] if rows else ()
        return to_frame({name: [row[name] for row in rows] for name in names}, backend)

    def __repr__(self) -> str:
        """A line for each table, up to ten."""
        return "\n".join(_lines(self))


def test(
    tables: Tables,
    method: str = "auto",
    *,
    alternative: str = "two-sided",
    resamples: int = RESAMPLES,
    seed: int | None = None,
) -> TestResult:
    """Test that truth and prediction are independent.

    Parameters
    ----------
    tables
        One table or a batch; each is tested by itself.
    method
        ``"auto"`` is the test of Informedness, z = B·√((N−1)/V0), read off the normal distribution or, with
        fewer than 30 items or less than one expected in a cell, off the tables with the same margins
        (mid-p). Others by name or alias: ``"informedness_normal"``, ``"informedness_permutation"``,
        ``"informedness_mid_p"``, the same of ``"markedness"``, ``"residual"``; ``"pearson"``,
        ``"n_minus_1"``, ``"g_squared"``, ``"williams"``, ``"smith"``, ``"yates"``; ``"fisher"``,
        ``"fisher_mid_p"``, ``"boschloo"``, ``"barnard"``; the statistics of the papers,
        ``"chi_squared_kb"`` and so on.
    alternative
        ``"greater"`` (better than chance), ``"less"`` or ``"two-sided"``; most tests for any association
        have only the last.
    resamples, seed
        How many random tables, where all are too many to look at; a seed makes them repeatable.

    Returns
    -------
    TestResult
        NaN with a reason where a table cannot be tested.

    Examples
    --------
    >>> import abovechance as ac
    >>> t = ac.Tables.from_counts([[1, 3, 10, 6], [2, 3, 10, 7], [1, 6, 14, 12], [0, 1, 9, 11]])
    >>> ac.test(t, "fisher")  # job satisfaction and income, Agresti 2002, p. 57
    fisher: statistic 2.742e-06, p = 0.7827 (two-sided, exact)
    """
    tables, resamples = checked_tables(tables), checked_draws(resamples, "resamples")
    name = method_name(method, square=tables.is_square)
    options = Options(alternative_name(alternative, name), resamples, checked_seed(seed))
    counted, weighted = _counted(tables)
    outcome = (
        METHODS[name].run(counted, options).broadcast(tables.batch_shape).undefined_where(weighted, _WEIGHTS)
    )
    return _result(name, options.alternative, outcome, tables.axes)


test.__dict__["__test__"] = False  # pytest must not take this function for one of its tests


def per_class_tests(
    tables: Tables,
    method: str = "auto",
    *,
    adjust: str | None = "holm",
    alternative: str = "two-sided",
    resamples: int = RESAMPLES,
    seed: int | None = None,
) -> TestResult:
    """Test each class against the rest, with p-values adjusted for the number of classes.

    Parameters
    ----------
    adjust
        ``"holm"``, ``"bonferroni"``, ``"benjamini_hochberg"``, ``"benjamini_yekutieli"``, or None.

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
    result = test(
        checked_tables(tables).one_vs_rest(), method, alternative=alternative, resamples=resamples, seed=seed
    )
    return replace(result, adjusted_p_value=adjusted(result.p_value, chosen), adjustment=chosen)


def _counted(tables: Tables) -> tuple[Tables, Array]:
    """The tables if they hold counts, and which of them do not: these are emptied."""
    weighted = np.full(tables.batch_shape, tables.counts.dtype.kind != "i")
    if not weighted.any():
        return tables, weighted
    return replace(tables, counts=np.zeros(tables.counts.shape, dtype=np.int64)), weighted


def _result(name: str, alternative: str, outcome: Outcome, axes: tuple[Axis, ...]) -> TestResult:
    return TestResult(
        method=name,
        alternative=alternative,
        statistic=_plain(outcome.statistic),
        df=_plain(outcome.df),
        p_value=_plain(outcome.p_value),
        reference=_plain(outcome.reference),
        monte_carlo_error=_plain(outcome.error),
        nominal_p_value=_plain(outcome.nominal),
        reason=_plain(outcome.reason),
        warning=_plain(outcome.warning),
        axes=axes,
    )


def _plain(values: Array) -> Any:
    """A number or text for one table, an array of its own for a batch."""
    return np.asarray(values).item() if np.ndim(values) == 0 else np.array(values)


def _lines(result: TestResult) -> Iterator[str]:
    for number, row in enumerate(result.rows()):
        if number == _SHOWN:
            yield f"… {np.size(result.p_value) - _SHOWN} more"
            return
        at = "".join(f"{axis.name} {row[axis.name]!r} " for axis in result.axes)
        yield f"{at}{row['method']}: {_line(row)}"


def _line(row: dict[str, Any]) -> str:
    if np.isnan(row["p_value"]):
        return f"no p-value: {row['reason']}"
    degrees = "" if np.isnan(row["df"]) else f" on {row['df']:g} df"
    error = f" ± {row['monte_carlo_error']:.2g}" if row["monte_carlo_error"] else ""
    said = f"statistic {_number(row['statistic'])}{degrees}, p = {_p(row['p_value'])}{error}"
    if not np.isnan(row["nominal_p_value"]):
        said += f", in the papers {_p(row['nominal_p_value'])}"
    if "adjusted_p_value" in row:
        said += f", adjusted {_p(row['adjusted_p_value'])}"
    said += f" ({row['alternative']}, {row['reference']})"
    return said if row["warning"] is None else f"{said}; {row['warning']}"


def _number(value: float) -> str:
    return f"{value:.4f}" if np.isnan(value) or abs(value) >= _SMALL_P or value == 0 else f"{value:.4g}"


def _p(value: float) -> str:
    return f"{value:.4f}" if value >= _SMALL_P else f"{value:.2g}"
