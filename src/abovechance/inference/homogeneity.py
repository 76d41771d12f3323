"""Whether a measure is the same in all groups, what it is in all together, and which group stands out."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.core.result import Answer, Result
from abovechance.core.text import enumerated, group_text, listed, p_said
from abovechance.inference.arguments import checked_replicates, checked_seed
from abovechance.inference.comparisons.pair_difference import require_single_value
from abovechance.inference.intervals.effective_size import effective_tables
from abovechance.inference.intervals.interval import interval
from abovechance.inference.significance.cochran import Drawn, Groups, tested
from abovechance.inference.significance.multiplicity import adjust as adjusted
from abovechance.measures.compute import why_undefined
from abovechance.measures.registry import Measure
from abovechance.measures.registry import measure as measure_called
from abovechance.tables.arguments import of_tables
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.core.result import Row

    Floats = NDArray[np.float64]

LEAST_REPLICATES, MOST_REPLICATES = 1999, 9999
_test_name = Names(
    "test", ("auto", "chi_squared", "permutation"), {"q": "chi_squared", "cochran": "chi_squared"}
)


@dataclass(frozen=True, eq=False)
class GroupValue(Result):
    """A measure of one group, and how far it is from that of all other items together.

    Attributes
    ----------
    group, n
        The labels of the group, and the number of its items.
    value, low, high, reason
        The measure of the group with its interval, or why it is undefined.
    weight
        The share of the group in the pooled value.
    difference, p_value, p_adjusted
        Its value less that of all other items, the p-value of no difference, and the p-value adjusted for
        the number of groups.
    """

    _headline = "value"

    group: tuple[str, ...]
    n: float
    value: float
    low: float
    high: float
    weight: float
    difference: float
    p_value: float
    p_adjusted: float
    reason: str | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Homogeneity(Answer):
    """What :func:`compare_groups` found.

    Attributes
    ----------
    measure, by
        The key of the measure, and what groups are told apart by.
    groups
        The value of each group with its interval, its weight, and its difference from the rest.
    value, low, high, level
        The pooled value, the groups weighted by the inverse of their variances, with its interval.
    statistic, df, p_value, test
        Cochran's Q, its degrees of freedom, the p-value of one value for all groups, and how it was found:
        ``"chi_squared"`` or ``"permutation"``, with so many ``replicates``.
    i_squared
        The share of Q beyond what one value for all groups would lead to: max(0, 1 − df / Q) (Higgins and
        Thompson 2002).
    adjust
        How p-values of groups were adjusted for their number.
    reason
        Why there is no test.
    """

    _headline = "value"

    measure: str
    by: tuple[str, ...]
    groups: tuple[GroupValue, ...]
    value: float
    low: float
    high: float
    level: float
    statistic: float
    df: int
    p_value: float
    test: str
    replicates: int | None
    i_squared: float
    adjust: str | None
    reason: str | None = None
    _derived: ClassVar[tuple[str, ...]] = ("verdict",)

    def __getitem__(self, group: str | tuple[str, ...]) -> GroupValue:
        """One group by its label, or by its labels along all axes."""
        names = group if isinstance(group, tuple) else (group,)
        for found in self.groups:
            if found.group == tuple(map(str, names)):
                return found
        raise InputError(f"there is no group {group_text(names)!r}")

    @property
    def differ(self) -> bool:
        """Whether the groups are shown to differ."""
        return self.p_value < 1 - self.level

    @property
    def outstanding(self) -> tuple[GroupValue, ...]:
        """The groups that are shown to differ from the rest, the surest first."""
        found = [x for x in self.groups if x.p_adjusted < 1 - self.level]
        return tuple(sorted(found, key=lambda x: x.p_adjusted))

    @cached_property
    def verdict(self) -> str:
        """The answer in plain sentences."""
        return _verdict(self)

    def rows(self) -> list[Row]:
        """A row for each group."""
        return [{"measure": self.measure, **x.rows()[0], "level": self.level} for x in self.groups]


@of_tables
def compare_groups(
    tables: Tables,
    /,
    measure: str | Measure = "informedness",
    *,
    level: float = 0.95,
    test: str = "auto",
    adjust: str | None = "holm",
    replicates: int | None = None,
    seed: int | None = 0,
) -> Homogeneity:
    """Do groups differ in a measure? Test that it is the same in all, and name the groups that stand out.

    Parameters
    ----------
    tables
        A batch of tables, one for each group, such as ``Tables.from_labels(truth, prediction, by=hospital)``
        gives; or labels with ``by``, as in :func:`~abovechance.interval`. Groups in which the measure is
        undefined are left out.
    measure
        A measure with one value.
    level
        The level of the intervals; p-values below 1 − level count as shown.
    test
        ``"chi_squared"``: Cochran's Q as χ²; ``"permutation"``: Q where items change their groups at random;
        ``"auto"``: the latter where a group has fewer than 30 items of a class.
    adjust
        How to adjust the p-values of groups for their number, see :func:`~abovechance.compare`.
    replicates, seed
        Number of the exchanges, by default 1999 or a hundred for each group, and their seed.

    Examples
    --------
    >>> import abovechance as ac
    >>> clinics = ac.Tables.from_cells(tp=[45, 44, 20], fp=[5, 6, 15], fn=[5, 6, 30], tn=[45, 44, 35])
    >>> found = ac.compare_groups(clinics)
    >>> print(found.verdict)
    Groups differ in Informedness (Q = 45.1, p < 0.0001): '2' stands out most ...
    >>> round(found.value, 2), round(found.i_squared, 2)
    (0.55, 0.96)
    """
    m = measure_called(measure)
    tables.require_square()
    require_single_value(m, len(tables.labels))
    if not tables.axes or int(np.prod(tables.batch_shape)) < 2:
        raise InputError("there is one table: groups are a batch of two tables or more, such as with by=")
    chosen, level = _test_name(test), two_sided(level, 2)
    names = tuple(axis.name for axis in tables.axes)
    labels = [_labels(tables, where) for where in np.ndindex(tables.batch_shape)]
    flat = replace(
        tables,
        counts=tables.counts.reshape(-1, *tables.counts.shape[-2:]),
        squares=None if tables.squares is None else tables.squares.reshape(-1, *tables.counts.shape[-2:]),
        axes=(Axis("group"),),
    )
    with np.errstate(all="ignore"):
        values = np.asarray(m(flat), dtype=float)
    # An infinite value has no distance from a mean, so that such a group is left out like an undefined one.
    known = np.flatnonzero(np.isfinite(values))
    kept = replace(
        flat,
        counts=flat.counts[known],
        squares=None if flat.squares is None else flat.squares[known],
    )
    sample = Groups(m, kept if kept.squares is None else effective_tables(m, kept), values[known])
    # A hundred draws for each group: p-values of groups are adjusted for their number and need that many
    # more.
    number = min(max(LEAST_REPLICATES, 100 * len(known) - 1), MOST_REPLICATES)
    drawn = Drawn(number if replicates is None else checked_replicates(replicates), checked_seed(seed))
    found = tested(sample, chosen, drawn, level)
    bounds = interval(flat, m, level=level, seed=drawn.seed)
    rest = iter(zip(found.weights, found.differences, found.p_values,
                    _for_all(found.p_values, adjust), strict=True))  # fmt: skip
    missing = (math.nan,) * 4
    groups = []
    for i, (group, value) in enumerate(zip(labels, values.tolist(), strict=True)):
        why = None if math.isfinite(value) else why_undefined(flat[i], m) or "it is infinite"
        weight, difference, p_value, p_adjusted = missing if why is not None else map(float, next(rest))
        n = float(flat.counts[i].sum())
        groups.append(
            GroupValue(
                group, n, value, float(bounds.low[i]), float(bounds.high[i]), weight, difference, p_value,
                p_adjusted, why,
            )
        )  # fmt: skip
    statistic, df, p_value, test, drawn_tables, i_squared = found.test
    return Homogeneity(
        m.key, names, tuple(groups), *found.pooled, level, statistic, df, p_value, test, drawn_tables,
        i_squared, adjust, found.reason,
    )  # fmt: skip


def _for_all(p_values: Floats, method: str | None) -> Floats:
    """P-values adjusted for the number of groups; of two, each is the rest of the other: it is one test."""
    return adjusted(p_values, method if len(p_values) > 2 else None)


def _labels(tables: Tables, where: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(
        str(i if axis.labels is None else axis.labels[i]) for axis, i in zip(tables.axes, where, strict=True)
    )


def _verdict(found: Homogeneity) -> str:
    title = measure_called(found.measure).title
    undefined = [group_text(x.group) for x in found.groups if x.reason is not None]
    left = f" {title} is undefined in {listed(undefined)}." if undefined else ""
    if found.reason is not None:
        return f"Whether groups differ in {title} cannot be tested: {found.reason}.{left}"
    how = f"(Q = {found.statistic:.3g}, {p_said(found.p_value)})"
    out = found.outstanding
    if not found.differ:
        said = f"No difference between the groups as a whole is shown in {title} {how}"
        if out:
            said += f", but {_named(out)} {'differs' if len(out) == 1 else 'differ'} from the rest"
        return f"{said}.{left}"
    said = f"Groups differ in {title} {how}"
    if not out:
        return f"{said}, but no single one stands out.{left}"
    one, others = out[0], out[1:]
    other = f"with {one.value:.3f} against {one.value - one.difference:.3f} in the rest"
    then = f", then {_named(others)}" if others else ""
    return f"{said}: {_named(out[:1])} stands out {'most ' if others else ''}{other}{then}.{left}"


def _named(groups: tuple[GroupValue, ...]) -> str:
    return enumerated([group_text(x.group) for x in groups])
