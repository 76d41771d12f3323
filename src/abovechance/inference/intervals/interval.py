"""``interval``: a measure with its uncertainty, by the method that is known to hold its level.

>>> import abovechance as ac
>>> ac.interval(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28), "informedness")
informedness 0.2000, 95 % interval 0.0016 to 0.3782 (miettinen_nurminen, standard error 0.0967, n = 100)

The intervals of measures by the method asked for, on the labels that occur.

A label that neither occurs nor is predicted changes no interval of a measure that does not change by it: the
method is chosen for the classes that are left, and so for each table of a batch on its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.core.result import Result
from abovechance.inference.arguments import (
    checked_replicates,
    checked_seed,
    has_empty,
    ignores_empty_classes,
    parts,
)
from abovechance.inference.intervals.bounds import Found, Setting, computed, explain
from abovechance.inference.intervals.methods import feasible_method, method_for
from abovechance.measures.registry import Measure, resolve
from abovechance.measures.registry import measure as measure_called
from abovechance.tables.arguments import of_tables
from abovechance.tables.batch_result import BatchResult, scalar
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence, Sized

    from numpy.typing import ArrayLike

    from abovechance.core.arrays import Array, Numbers
    from abovechance.core.result import Row
    from abovechance.inference.intervals.delta import Sampling
    from abovechance.inference.resampling.bootstrap import Prior


def by_method(chosen: Sequence[Measure], method: str, setting: Setting) -> dict[str, tuple[Found, str]]:
    """The interval of each measure, and the method that was used."""
    views = [m for m in chosen if m.each_of is not None]
    if views:
        others = [m for m in chosen if m not in views]
        return by_method(others, method, setting) | _of_each_class(views, method, setting)
    given = (setting.prior, *setting.parameters.values())
    reducible = has_empty(setting.tables) and not any(np.ndim(x) > 0 for x in given)
    ignoring = [m for m in chosen if reducible and ignores_empty_classes(m)]
    found = _at_once([m for m in chosen if m not in ignoring], method, setting)
    return found | _in_parts(ignoring, method, setting) if ignoring else found


def _of_each_class(views: Sequence[Measure], method: str, setting: Setting) -> dict[str, tuple[Found, str]]:
    """The intervals of measures of a whole table on each class against the rest."""
    tables = setting.tables
    apart = replace(setting, tables=tables if len(tables.labels) == 2 else tables.one_vs_rest())
    found = by_method([measure_called(str(m.each_of)) for m in views], method, apart)
    for m in views:
        explain(m, found[str(m.each_of)][0].value, found[str(m.each_of)][0].reason, tables)
    return {m.key: found[str(m.each_of)] for m in views}


def _at_once(chosen: Sequence[Measure], method: str, setting: Setting) -> dict[str, tuple[Found, str]]:
    tables, sampling = setting.tables, setting.sampling
    classes = len(tables.labels) if tables.is_square else 0  # else rows and columns are of different things
    wanted = {m: method_for(m, method, classes, sampling) for m in chosen}
    used = {
        m: feasible_method(method, name, tables, sampling, setting.replicates) for m, name in wanted.items()
    }
    found = computed(used, setting) if used else {}
    return {m.key: (found[m.key], name) for m, name in used.items()}


def _in_parts(chosen: Sequence[Measure], method: str, setting: Setting) -> dict[str, tuple[Found, str]]:
    """Tables with as many labels together, each without the others."""
    split = list(parts(setting.tables))
    done = [_at_once(chosen, method, replace(setting, tables=smaller)) for _, smaller in split]
    where = np.concatenate([positions for positions, _ in split])
    found = {}
    for m in chosen:
        whole = _joined([part[m.key][0] for part in done], where, setting.tables.batch_shape)
        explain(m, whole.value, whole.reason, setting.tables)
        found[m.key] = whole, ", ".join(dict.fromkeys(part[m.key][1] for part in done))
    return found


def _joined(parts: Sequence[Found], where: Array, shape: tuple[int, ...]) -> Found:
    """The tables of all parts in the order of the batch."""
    order = np.argsort(where)
    return Found(
        **{
            field.name: np.concatenate([getattr(part, field.name) for part in parts])[order].reshape(shape)
            for field in fields(Found)
        }
    )


@dataclass(frozen=True, eq=False, repr=False)
class Interval(BatchResult):
    """The value of a measure and the interval around it: numbers for one table, arrays for more.

    ``format(found, ".3f")`` gives the value and the bounds alone, to paste: ``0.200 [0.002, 0.378]``.

    Attributes
    ----------
    measure
        The key of the measure.
    value, low, high
        The value, and the bounds; all NaN where the measure is undefined.
    se
        The standard error.
    level, sides
        The confidence; with one side, of each bound alone.
    method
        The method that was used; all of them, if the tables of a batch differ in how many classes occur.
    n
        The number of items, or of as many as their weights are worth.
    warning
        Why not to trust the interval, or None.
    reason
        Why there is none, or None.
    axes
        What the axes of the arrays stand for: those of the batch and, for measures of one class, the classes.
    """

    measure: str
    value: Any
    low: Any
    high: Any
    se: Any
    level: float
    sides: int
    method: str
    n: Numbers
    warning: Any
    reason: Any
    axes: tuple[Axis, ...] = ()

    _headline = "value"

    def _line(self, row: Row, at: str) -> str:
        measured = " ".join(filter(None, (row["measure"], at)))
        if np.isnan(row["low"]):
            return f"{measured} {row['value']:.4f}, no interval: {row['reason']}"
        kind = "interval" if row["sides"] == 2 else "bounds, one-sided,"
        said = f"{measured} {row['value']:.4f}, {100 * row['level']:g} % {kind} {row['low']:.4f} to "
        said += f"{row['high']:.4f} ({row['method']}, standard error {row['se']:.4f}, n = {row['n']:g})"
        return said if row["warning"] is None else f"{said}; {row['warning']}"


@dataclass(frozen=True, eq=False, repr=False)
class Intervals(Result, Mapping[str, Interval]):
    """The intervals of several measures of the same tables, by the keys of the measures.

    Attributes
    ----------
    results
        One interval for each measure.
    """

    results: tuple[Interval, ...]

    def __getitem__(self, name: str) -> Interval:
        """The interval of one measure, by any of its names."""
        key = measure_called(name).key
        found = next((x for x in self.results if x.measure == key), None)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        """The keys of the measures."""
        return (x.measure for x in self.results)

    def __len__(self) -> int:
        """How many measures there are."""
        return len(self.results)

    def rows(self) -> list[Row]:
        """The rows of all intervals."""
        return [row for x in self.results for row in x.rows()]

    def __repr__(self) -> str:
        """The lines of all intervals."""
        return "\n".join(map(repr, self.results))


@overload
def interval(tables: Tables, measure: str | Measure, **options: Any) -> Interval: ...


@overload
def interval(tables: Tables, measure: Iterable[str | Measure] | None = None, **options: Any) -> Intervals: ...


@overload
def interval(truth: Sized, prediction: Sized, measure: str | Measure, **options: Any) -> Interval: ...


@overload
def interval(
    truth: Sized, prediction: Sized, measure: Iterable[str | Measure] | None = None, **options: Any
) -> Intervals: ...


@of_tables
def interval(
    tables: Tables,
    /,
    measure: str | Measure | Iterable[str | Measure] | None = None,
    *,
    level: float = 0.95,
    method: str = "auto",
    sides: int = 2,
    sampling: Sampling = "items",
    seed: int | np.random.Generator | None = 0,
    replicates: int = 2000,
    prior: Prior | ArrayLike = "perks",
    **parameters: Any,
) -> Interval | Intervals:
    """A measure of tables with its confidence interval, or several measures, which share the work.

    Parameters
    ----------
    tables
        One table or a batch.
    measure
        The name of a measure, or several; without it all that apply to these tables. Of each class against
        the rest: ``interval(tables.one_vs_rest(), …)``.
    level
        The confidence level.
    method
        ``"auto"`` for the recommended one; ``"delta"``, ``"wald"``, ``"bca"``, ``"percentile"`` and
        ``"posterior"`` for any measure; ``"profile"`` for Informedness, Correlation, Kappa, macro F and all
        others that correct for chance or are means over classes; and those for proportions
        (``"agresti_coull"``, ``"wilson"``, ``"clopper_pearson"``, ``"mid_p"``, ``"jeffreys"``), for
        Informedness and Markedness of two classes (``"miettinen_nurminen"``, ``"mee"``, ``"scas"``,
        ``"newcombe"``, ``"mover_jeffreys"``, ``"agresti_caffo"``), for ratios (``"log"``,
        ``"log_adjusted"``), for Kappa (``"fleiss_cohen_everitt"``), for the tetrachoric correlation
        (``"bonett_price"``), and the papers' own (``"powers_b0"``, ``"powers_b1"``,
        and ``"powers_b2"`` or ``"powers"``).
    sides
        2, or 1 if each bound alone is to have the level.
    sampling
        What was fixed when the items were gathered: their number (``"items"``), or that of each real class
        (``"classes"``).
    seed
        Seed of the methods that draw at random: with a number or a ``numpy.random.Generator`` the same call
        gives the same bounds; None draws anew.
    replicates
        Number of tables that these methods draw.
    prior
        The pseudo-items of ``"posterior"``, see :func:`~abovechance.posterior`.
    **parameters
        Parameters of the formula, such as ``beta``.

    Returns
    -------
    Interval or Intervals
        With ``value``, ``low``, ``high``, ``se``, ``method``, ``warning`` and more; of several measures a
        mapping of their keys to such.

    Examples
    --------
    >>> import abovechance as ac
    >>> perfect = ac.Tables.from_cells(tp=3, fp=0, fn=0, tn=2)
    >>> result = ac.interval(perfect, "informedness")
    >>> result.value, round(result.low, 2), result.high
    (1.0, 0.02, 1.0)
    >>> t = ac.Tables.from_counts([[20, 3, 2], [4, 15, 6], [1, 2, 30]], labels=["a", "b", "c"])
    >>> ac.interval(t, ["cohen_kappa", "informedness"])
    cohen_kappa 0.6687, 95 % interval 0.5179 to 0.7859 (profile, standard error 0.0681, n = 83)
    informedness 0.6818, 95 % interval 0.5306 to 0.7901 (profile, standard error 0.0645, n = 83)
    >>> f"{ac.interval([1, 1, 0, 0] * 9, [1, 0, 0, 0] * 9, 'accuracy'):.2f}"
    '0.75 [0.59, 0.86]'
    """
    chosen = resolve(measure)
    if measure is None and not tables.is_square:
        chosen = tuple(m for m in chosen if m.rectangular)
    if sampling not in ("items", "classes"):
        raise InputError(
            f"sampling must be 'items' (their number is fixed) or 'classes' (that of each), not {sampling!r}"
        )
    draws = checked_seed(seed), checked_replicates(replicates, least=2)
    setting = Setting(tables, two_sided(level, sides), sampling, *draws, prior, parameters)
    found = by_method(chosen, method, setting)
    results = tuple(_result(m, *found[m.key], tables, level=level, sides=sides) for m in chosen)
    return results[0] if isinstance(measure, str | Measure) else Intervals(results)


def _result(m: Measure, found: Found, method: str, tables: Tables, *, level: float, sides: int) -> Interval:
    return Interval(
        measure=m.key,
        value=scalar(found.value),
        low=scalar(found.low),
        high=scalar(found.high),
        se=scalar(found.se),
        level=level,
        sides=sides,
        method=method,
        n=tables.effective.total,
        warning=found.warning[()],
        reason=found.reason[()],
        axes=interval_axes(m, tables),
    )


def interval_axes(m: Measure, tables: Tables) -> tuple[Axis, ...]:
    """The axes of the values of a measure: those of the batch, and perhaps of the classes."""
    if m.scope == "binary" and len(tables.labels) != 2:
        return (*tables.axes, Axis("class", tables.labels))
    return tables.axes
