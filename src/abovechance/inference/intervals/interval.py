"""``interval``: a measure with its uncertainty, by the method that is known to hold its level.

>>> import abovechance as ac
>>> ac.interval("informedness", ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28))
informedness 0.2000, 95 % interval 0.0016 to 0.3782 (miettinen_nurminen, standard error 0.0967, n = 100)

The intervals of measures by the method asked for, on the labels that occur.

A label that neither occurs nor is predicted changes no interval of a measure that does not change by it: the
method is chosen for the classes that are left, and so for each table of a batch on its own.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.inference.arguments import (
    checked_draws,
    checked_name,
    checked_seed,
    checked_tables,
    has_empty,
    ignores_empty_classes,
    parts,
)
from abovechance.inference.intervals.bounds import Found, Setting, computed, explain
from abovechance.inference.intervals.methods import feasible_method, method_for
from abovechance.measures.registry import Measure, measure, resolve
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import ArrayLike

    from abovechance.inference.intervals.delta import Sampling
    from abovechance.inference.resampling.bootstrap import Prior
    from abovechance.measures.registry import Measure

Array = Any


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
    found = by_method([measure(str(m.each_of)) for m in views], method, apart)
    for m in views:
        explain(m, found[str(m.each_of)][0].value, found[str(m.each_of)][0].reason, tables)
    return {m.key: found[str(m.each_of)] for m in views}


def _at_once(chosen: Sequence[Measure], method: str, setting: Setting) -> dict[str, tuple[Found, str]]:
    tables, sampling = setting.tables, setting.sampling
    wanted = {m: method_for(m, method, _classes(tables), sampling) for m in chosen}
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


def _classes(tables: Tables) -> int:
    """The number of classes; none if rows and columns stand for different things, so that none is right."""
    return len(tables.labels) if tables.is_square else 0


@dataclass(frozen=True, eq=False, repr=False)
class Interval:
    """The value of a measure and the interval around it: numbers for one table, arrays for more.

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
    n: Any
    warning: Any
    reason: Any
    axes: tuple[Axis, ...] = ()

    def rows(self) -> Iterator[dict[str, Any]]:
        """One row for each value: where it stands along the axes, and all that is known of it."""
        numbers = {name: np.asarray(getattr(self, name)) for name in ("value", "low", "high", "se")}
        texts = {name: np.asarray(getattr(self, name), dtype=object) for name in ("warning", "reason")}
        shape = numbers["value"].shape
        n = np.asarray(self.n).reshape(np.shape(self.n) + (1,) * (len(shape) - np.ndim(self.n)))
        n = np.broadcast_to(n, shape)
        for where in np.ndindex(shape):
            at = {
                axis.name: i if axis.labels is None else axis.labels[i]
                for axis, i in zip(self.axes, where, strict=True)
            }
            found = {name: x[where].item() for name, x in numbers.items()}
            said = {name: x[where] for name, x in texts.items()}
            about = {"level": self.level, "sides": self.sides, "method": self.method, "n": n[where].item()}
            yield {"measure": self.measure} | at | found | about | said

    def to_dict(self) -> dict[str, Any]:
        """The same as plain numbers, lists and text."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        found = {name: x.tolist() if isinstance(x, np.ndarray) else x for name, x in found.items()}
        axes = [{"name": a.name, "labels": None if a.labels is None else list(a.labels)} for a in self.axes]
        return found | {"axes": axes}

    def to_frame(self, backend: str | None = None) -> Any:
        """One row for each value, as a data frame of pandas, polars or pyarrow."""
        from abovechance.core.frames import to_frame

        rows = list(self.rows())
        names = rows[0] if rows else ()
        return to_frame({name: [row[name] for row in rows] for name in names}, backend)

    def __repr__(self) -> str:
        """A line for each value, up to ten."""
        return "\n".join(_lines(self))

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(repr(self))}</pre>"


_SHOWN = 10


def _lines(result: Interval) -> Iterator[str]:
    for number, row in enumerate(result.rows()):
        if number == _SHOWN:
            yield f"… {np.size(result.value) - _SHOWN} more"
            return
        at = "".join(f" {axis.name} {row[axis.name]!r}" for axis in result.axes)
        yield f"{row['measure']}{at} {_line(row)}"


def _line(row: dict[str, Any]) -> str:
    share = f"{100 * row['level']:g} %"
    kind = "interval" if row["sides"] == 2 else "bounds, one-sided,"
    if np.isnan(row["low"]):
        return f"{row['value']:.4f}, no interval: {row['reason']}"
    said = f"{row['value']:.4f}, {share} {kind} {row['low']:.4f} to {row['high']:.4f} "
    said += f"({row['method']}, standard error {row['se']:.4f}, n = {row['n']:g})"
    return said if row["warning"] is None else f"{said}; {row['warning']}"


def interval(
    name: str | Measure,
    tables: Any,
    prediction: Any = None,
    *,
    level: float = 0.95,
    method: str = "auto",
    sides: int = 2,
    sampling: Sampling = "items",
    seed: int | np.random.Generator | None = None,
    replicates: int = 2000,
    prior: Prior | ArrayLike = "perks",
    **parameters: Any,
) -> Interval:
    """A measure of tables with its confidence interval.

    Parameters
    ----------
    name
        A measure.
    tables
        One table or a batch; or the true labels if ``prediction`` is given.
    prediction
        The predicted labels. For more about labels (their order, weights, groups), make tables of them with
        :meth:`Tables.from_labels`.
    level
        The confidence.
    method
        ``"auto"`` for the recommended one; ``"delta"``, ``"wald"``, ``"bca"``, ``"percentile"`` and
        ``"posterior"`` for any measure; ``"profile"`` for Informedness, Correlation, Kappa, macro F and all
        others that correct for chance or are means over classes; and those for proportions
        (``"agresti_coull"``, ``"wilson"``, ``"clopper_pearson"``, ``"mid_p"``, ``"jeffreys"``), for
        Informedness and Markedness of two classes (``"miettinen_nurminen"``, ``"mee"``, ``"scas"``,
        ``"newcombe"``, ``"mover_jeffreys"``, ``"agresti_caffo"``), for ratios (``"log"``,
        ``"log_adjusted"``), for Kappa (``"fleiss_cohen_everitt"``), for the tetrachoric correlation
        (``"bonett_price"``), and the papers' own (``"powers"``).
    sides
        2, or 1 if each bound alone is to have the level.
    sampling
        What was fixed when the items were gathered: their number (``"items"``), or that of each real class
        (``"classes"``).
    seed
        A number for the same draws again, of the methods that draw, or a ``numpy.random.Generator``.
        Without it their bounds differ a little from call to call.
    replicates
        How many tables these methods draw.
    prior
        The pseudo-items of ``"posterior"``, see :func:`~abovechance.posterior`.
    **parameters
        Parameters of the formula, such as ``beta``.

    Returns
    -------
    Interval
        With ``value``, ``low``, ``high``, ``se``, ``method``, ``warning`` and more.

    Examples
    --------
    >>> import abovechance as ac
    >>> perfect = ac.Tables.from_cells(tp=3, fp=0, fn=0, tn=2)
    >>> result = ac.interval("informedness", perfect)
    >>> result.value, round(result.low, 2), result.high
    (1.0, 0.02, 1.0)
    >>> t = ac.Tables.from_counts([[20, 3, 2], [4, 15, 6], [1, 2, 30]], labels=["a", "b", "c"])
    >>> ac.interval("cohen_kappa", t)
    cohen_kappa 0.6687, 95 % interval 0.5179 to 0.7859 (profile, standard error 0.0681, n = 83)
    """
    m = measure(checked_name(name))
    tables = checked_tables(tables) if prediction is None else Tables.from_labels(tables, prediction)
    draws = checked_seed(seed), checked_draws(replicates, least=2)
    setting = Setting(tables, two_sided(level, sides), _checked(sampling), *draws, prior, parameters)
    found, used = by_method([m], method, setting)[m.key]
    return _result(m, used, found, tables, level=level, sides=sides)


def intervals(
    tables: Tables,
    measures: Iterable[str | Measure] | str | Measure | None = None,
    *,
    level: float = 0.95,
    method: str = "auto",
    sides: int = 2,
    sampling: Sampling = "items",
    seed: int | np.random.Generator | None = None,
    replicates: int = 2000,
    prior: Prior | ArrayLike = "perks",
) -> dict[str, Interval]:
    """The intervals of many measures, which share the work; by their keys.

    Of each class against the rest: ``intervals(tables.one_vs_rest(), …)``.

    Parameters
    ----------
    tables
        One table or a batch.
    measures
        Names of measures; without it all that apply to these tables.
    level, method, sides, sampling, seed, replicates, prior
        As of :func:`interval`.

    Examples
    --------
    >>> import abovechance as ac
    >>> t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    >>> found = ac.intervals(t, ["informedness", "mcc"])
    >>> {key: x.method for key, x in found.items()}
    {'informedness': 'miettinen_nurminen', 'mcc': 'profile'}
    """
    tables = checked_tables(tables)
    chosen = resolve(measures)
    if measures is None and not tables.is_square:
        chosen = tuple(m for m in chosen if m.rectangular)
    draws = checked_seed(seed), checked_draws(replicates, least=2)
    setting = Setting(tables, two_sided(level, sides), _checked(sampling), *draws, prior, {})
    found = by_method(chosen, method, setting)
    return {
        m.key: _result(m, found[m.key][1], found[m.key][0], tables, level=level, sides=sides) for m in chosen
    }


def _checked(sampling: Sampling) -> Sampling:
    from abovechance.core.errors import InputError

    if sampling not in ("items", "classes"):
        raise InputError(
            f"sampling must be 'items' (their number is fixed) or 'classes' (that of each), not {sampling!r}"
        )
    return sampling


def _result(m: Measure, method: str, found: Found, tables: Tables, *, level: float, sides: int) -> Interval:
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


def scalar(values: Array) -> Any:
    """An array without axes as a plain number."""
    return values.item() if np.ndim(values) == 0 else values


def interval_axes(m: Measure, tables: Tables) -> tuple[Axis, ...]:
    """The axes of the values of a measure: those of the batch, and perhaps of the classes."""
    if m.scope == "binary" and len(tables.labels) != 2:
        return (*tables.axes, Axis("class", tables.labels))
    return tables.axes
