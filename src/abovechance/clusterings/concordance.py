"""``concordance``: how far two partitions of the same items agree, beside what chance would give.

>>> import abovechance as ac
>>> ac.concordance(list("aaabbbcc"), [1, 1, 1, 2, 2, 3, 3, 3], "adjusted_rand", seed=1)
adjusted_rand 0.6190, by chance 0.0000, 95 % interval -0.2067 to 0.8793 (delta, ..., n = 8), p = 0.019
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, overload

from abovechance.clusterings.assignment import Nameless
from abovechance.clusterings.cells import Cells
from abovechance.clusterings.declared import (
    chosen_measures,
    group_of,
    partition_measure,
    result_name,
    takes_out,
    title_of,
)
from abovechance.clusterings.intervals import Intervals, Setting, method_named
from abovechance.clusterings.values import Comparison, deal, replicates_for, why_not_dealt
from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError, InputWarning
from abovechance.core.result import Answer, Result
from abovechance.core.text import number, p_said
from abovechance.inference.arguments import checked_replicates, checked_seed
from abovechance.intake.missing import Missing
from abovechance.intake.mistakes import similar_labels
from abovechance.measures.registry import Measure
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np

    from abovechance.clusterings.assignment import Assignment
    from abovechance.clusterings.declared import Chosen
    from abovechance.clusterings.values import Dealt
    from abovechance.core.arrays import Column, Numbers
    from abovechance.core.result import Row

APART = (
    "nearly every item is a group of its own, as if labels were measurements or names of items: cut "
    "measurements into groups first"
)
NEAR_CHANCE = (
    "the partitions agree no more than random ones: there the value is skewed, and the p-value says more "
    "than the interval"
)


_HEADLINE_MEASURES = ("adjusted_rand", "adjusted_mutual_information")
"""The measures that the sentence is about, the first that there is."""
_LEAST_SE_IN_FOUR_DECIMALS = 0.00005
_DEFAULT_REPLICATES = 2000  # samples that the bootstrap draws if nobody says how many


@dataclass(frozen=True, eq=False, repr=False)
class Concordance(Result):
    """The value of a measure of two partitions, beside what chance would give.

    Attributes
    ----------
    measure
        The name of the measure.
    value
        The value, NaN where it is undefined.
    chance, chance_sd
        The mean and the standard deviation by chance: labels dealt out at random, all sizes of groups kept.
    chance_method
        ``"exact"``, ``"random tables"``, or None where there is none.
    low, high, se
        The interval and the standard error: the items are taken as a sample.
    level, method
        The confidence, and the method that was used.
    p_value
        How often random partitions of the same sizes agree as well; NaN if no random tables were drawn.
    replicates
        How many random tables the p-value was counted in.
    n
        The number of items, or their weight.
    warning
        Why not to trust the interval, or None.
    reason
        Why something is missing, or why the value is not that of the formula; or None.
    """

    _headline = "value"

    measure: str
    value: float
    chance: float
    chance_sd: float
    chance_method: str | None
    low: float
    high: float
    se: float
    level: float
    method: str
    p_value: float
    replicates: int
    n: Numbers
    warning: str | None = None
    reason: str | None = None

    _derived = ("verdict",)

    @property
    def verdict(self) -> str:
        """Whether the partitions agree more than by chance, in a plain sentence."""
        title = title_of(self.measure)
        if math.isnan(self.value):
            return f"{title} is undefined: {self.reason}."
        said = f"{title} {number(self.value)}"
        if not math.isnan(self.low):
            said += f" ({100 * self.level:g} % interval {number(self.low)} to {number(self.high)})"
        if math.isnan(self.p_value):
            return f"{said}; chance would give {number(self.chance)}."
        shown = "The" if self.p_value <= 1 - self.level else "Nothing shows that the"
        return f"{shown} partitions agree more than by chance: {said}, {p_said(self.p_value)}."

    def rows(self) -> list[Row]:
        """One row, which also says what the measure is made of and what it takes out."""
        held = self._held()
        del held["verdict"]
        facts = {"group": group_of(self.measure) or "other", "takes_out": takes_out(self.measure)}
        return [{"measure": held.pop("measure")} | facts | held]

    def __repr__(self) -> str:
        """One line."""
        said = f"{self.measure} {self.value:.4f}"
        if not math.isnan(self.chance):
            said += f", by chance {self.chance + 0.0:.4f}"
        if not math.isnan(self.low):
            said += f", {100 * self.level:g} % interval {self.low:.4f} to {self.high:.4f}"
            size = self.n if isinstance(self.n, int) else f"{self.n:g}"
            said += f" ({self.method}, standard error {_error(self.se)}, n = {size})"
        if not math.isnan(self.p_value):
            said += f", p = {self.p_value:.2g}"
        said = said if self.reason is None else f"{said}; {self.reason}"
        return f"{said}; {APART}" if self.warning == APART else said


def _error(se: float) -> str:
    """A standard error; one that four decimals would hide has two digits."""
    return f"{se:.2g}" if 0 < se < _LEAST_SE_IN_FOUR_DECIMALS else f"{se:.4f}"


@dataclass(frozen=True, eq=False, repr=False)
class Concordances(Answer):
    """Several measures of the same two partitions.

    Iterate over them, or ask for one by its name: ``found["AMI"]``.

    Attributes
    ----------
    results
        One for each measure.
    cells
        The table of the two partitions, by its non-empty cells.
    """

    results: tuple[Concordance, ...]
    cells: Cells = field(repr=False)
    _comparison: Comparison = field(repr=False, compare=False)
    _nameless: Nameless = field(repr=False, compare=False)

    _derived = ("verdict", "n", "assignment")

    @property
    def n(self) -> Any:
        """The number of items, or their weight."""
        return self.cells.total

    @property
    def verdict(self) -> str:
        """Whether the partitions agree, in a plain sentence."""
        if self.cells.are_apart:
            return f"This says nothing: {APART}."
        if self.cells.are_identical:
            return "The partitions are the same."
        results = {x.measure: x for x in self}
        return next((results[key] for key in _HEADLINE_MEASURES if key in results), self.results[0]).verdict

    @cached_property
    def assignment(self) -> Assignment | None:
        """The assignment of the groups of b to those of a that most items agree with.

        None if so many groups are linked by common items that it is not looked for.
        """
        found = self._comparison.assignment
        return None if found is None else self._nameless.restored(found, self.cells)

    def __getitem__(self, name: str) -> Concordance:
        """One result, by any name of its measure."""
        key = partition_measure(name).key
        for result in self.results:
            if result.measure == result_name(key):
                return result
        raise InputError(
            f"{result_name(key)} is not among the measures computed: name it in the call of concordance"
        )

    def __iter__(self) -> Iterator[Concordance]:
        """The results."""
        return iter(self.results)

    def __len__(self) -> int:
        """How many measures there are."""
        return len(self.results)

    def rows(self) -> list[Row]:
        """One row for each measure."""
        return [row for result in self.results for row in result.rows()]


class _Options(TypedDict, total=False):
    data: Any
    weights: Any
    counts: Any
    missing: Any
    on_missing: str
    level: float
    method: str
    replicates: int | None
    seed: int | np.random.Generator | None


@overload
def concordance(a: Tables, b: str | Measure, **options: Unpack[_Options]) -> Concordance: ...


@overload
def concordance(a: Any, b: Any, measure: str | Measure, **options: Unpack[_Options]) -> Concordance: ...


@overload
def concordance(a: Any, *, measure: str | Measure, **options: Unpack[_Options]) -> Concordance: ...


@overload
def concordance(
    a: Any, b: Any = None, measure: Iterable[str | Measure] | None = None, **options: Unpack[_Options]
) -> Concordances: ...


def concordance(
    a: Any,
    b: Any = None,
    measure: str | Measure | Iterable[str | Measure] | None = None,
    *,
    data: Any = None,
    weights: Any = None,
    counts: Any = None,
    missing: Any = (),
    on_missing: str = "error",
    level: float = 0.95,
    method: str = "auto",
    replicates: int | None = None,
    seed: int | np.random.Generator | None = 0,
) -> Any:
    """Compare two partitions of the same items, such as a clustering and the classes; names do not matter.

    Parameters
    ----------
    a, b
        The group of each item in either partition, of any type; ``a`` takes the place of the truth where the
        two are not exchangeable (homogeneity, purity). Or one :class:`Tables` value in the place of both.
    measure
        A name, or a list of names; all if not given.
    data
        A data frame of any library, in memory or on an engine, a mapping of columns, or the path of a file;
        ``a``, ``b``, ``weights`` and ``counts`` are then names of its columns.
    weights
        A weight for each item, of which only the proportions matter. There are no random tables of weighted
        items, and so no expected values; where all weigh the same they are items.
    counts
        How many items each row stands for, where equal items were counted before.
    missing
        Values that stand for a missing label, as in :meth:`Tables.from_labels`.
    on_missing
        Items without a label: refuse them (``"error"``), leave them out (``"drop"``), or let them be a group
        (``"label"``).
    level
        The confidence level of the intervals.
    method
        ``"auto"`` (the delta method or BCa on small tables, the jackknife on large ones), ``"jackknife"``,
        ``"delta"``, ``"wald"``, ``"bca"``, ``"percentile"``, ``"posterior"``, or ``"none"``.
    replicates
        How many tables to draw: random ones for p-values and for chance levels without a formula, and samples
        for the bootstrap. Unless given, 999 random tables, none if they have more than 400 cells, and 2000
        samples; with 0 there are no random tables.
    seed
        Seed of the random draws: a number or a ``numpy.random.Generator``; None draws anew.

    Returns
    -------
    Concordance or Concordances
        For one name its ``value``, ``chance``, ``low``, ``high``, ``se``, ``p_value`` and more; for several
        measures all of these.

    Examples
    --------
    >>> import abovechance as ac
    >>> species, cluster = list("xxxxyyyyzzz"), [1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 2]
    >>> found = ac.concordance(species, cluster, ["ARI", "AMI", "V-measure"], seed=1)
    >>> print(f"{found['ARI'].value:.4f} {found['AMI'].value:.4f} {found['V-measure'].value:.4f}")
    0.4077 0.4589 0.5917
    >>> print(f"{found['V-measure'].chance:.4f}, p = {found['V-measure'].p_value:.3f}")
    0.2455, p = 0.022
    """
    names = measure
    if isinstance(a, Tables) and _are_names(b) and measure is None:
        b, names = None, b
    columns = {"weights": weights, "counts": counts, "missing": Missing.of(missing, on_missing)}
    found = concordance_of(
        _cells(a, b, **columns) if data is None else Cells.from_data(data, a, b, **columns).effective,
        names,
        level=level,
        method=method,
        replicates=replicates,
        seed=seed,
    )
    return found.results[0] if isinstance(names, str | Measure) else found


def concordance_of(
    cells: Cells,
    names: str | Measure | Iterable[str | Measure] | None = None,
    *,
    level: float = 0.95,
    method: str = "auto",
    replicates: int | None = None,
    seed: int | np.random.Generator | None = 0,
) -> Concordances:
    """The same of partitions that are counted already."""
    chosen = chosen_measures(names)
    wanted = checked_replicates(replicates, least=2) if replicates else replicates
    setting = Setting(
        method_named(method), two_sided(level, 2), wanted or _DEFAULT_REPLICATES, checked_seed(seed)
    )
    nameless = Nameless.of(cells)
    comparison = Comparison(nameless.cells)
    dealt = deal(chosen, comparison, replicates_for(cells, wanted), setting.seed)
    intervals = Intervals(comparison, chosen, setting)
    results = tuple(_result(x, comparison, dealt, intervals, level) for x in chosen)
    return Concordances(
        results, cells, comparison, nameless, left_out=cells.left_out, warnings=_mistakes(cells)
    )


def _mistakes(cells: Cells) -> tuple[InputWarning, ...]:
    """What was found where the items were read, and of the groups of either partition."""
    of_groups = [similar_labels(labels, "groups") for labels in (cells.row_labels, cells.column_labels)]
    return tuple(dict.fromkeys((*cells.warnings, *chain(*of_groups))))


def _are_names(value: object) -> bool:
    """Whether the second argument beside a table is not a partition, but measures."""
    several = value if isinstance(value, list | tuple) and value else [value]
    return all(isinstance(x, str | Measure) for x in several)


def _cells(a: object, b: object, weights: Any, counts: Column, missing: Missing) -> Cells:
    if isinstance(a, Tables):
        given = [name for name, x in (("b", b), ("weights", weights), ("counts", counts)) if x is not None]
        if given:
            extra = given[0]
            raise InputError(f"the argument {extra!r} has no use beside a table, which holds both partitions")
        return Cells.from_tables(a).effective
    if b is None:
        raise InputError("give the groups of each item in both partitions, a and b, or one Tables value")
    return Cells.from_labels(a, b, weights=weights, counts=counts, missing=missing).effective


def _result(
    chosen: Chosen, comparison: Comparison, dealt: Dealt, intervals: Intervals, level: float
) -> Concordance:
    value, reason = comparison.value(chosen)
    expected, deviation = comparison.expectation(chosen)
    exact = not math.isnan(expected)
    drawn = dealt.moments(chosen.key)
    expected = expected if exact else drawn[0]
    deviation = deviation if not math.isnan(deviation) else drawn[1]
    # A value that stands for one without a formula has neither interval nor p-value.
    bounds = intervals.of(chosen, math.nan if reason else value)
    p = dealt.p_value(chosen.key, math.nan if reason else value, downwards=chosen.best == 0)
    warning = NEAR_CHANCE if p > 1 - level and not math.isnan(bounds.low) else bounds.warning
    warning = APART if comparison.cells.are_apart else warning
    told = exact or not math.isnan(expected)
    return Concordance(
        measure=result_name(chosen.key),
        value=value,
        chance=expected,
        chance_sd=deviation,
        chance_method=("exact" if exact else "random tables") if told else None,
        low=bounds.low if not reason else math.nan,
        high=bounds.high if not reason else math.nan,
        se=bounds.se if not reason else math.nan,
        level=level,
        method=bounds.method,
        p_value=p,
        replicates=dealt.replicates,
        n=comparison.cells.total,
        warning=warning,
        reason=reason or bounds.reason or (why_not_dealt(comparison.cells) if not told else None),
    )
