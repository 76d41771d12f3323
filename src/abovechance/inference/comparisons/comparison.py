"""``Comparison``: what was found of several systems, and how to ask it for pairs, classes and a verdict.

With it come the systems by several measures (``SystemTable``, the table of a paper), and which system other
measures put first: whether the choice of a system rests on the choice of a measure.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.formatted import Formatted
from abovechance.core.labels import quoted
from abovechance.core.result import Answer, Result
from abovechance.inference.comparisons.pair_difference import direction, require_single_value, with_adjusted
from abovechance.measures.headlines import PREFERENCES, PREFERENCES_OF_TWO_CLASSES
from abovechance.measures.registry import Measure
from abovechance.measures.registry import measure as measure_called

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from abovechance.core.labels import Label
    from abovechance.core.result import Row
    from abovechance.inference.comparisons.margin import Margins
    from abovechance.inference.comparisons.pair_difference import PairDifference
    from abovechance.inference.comparisons.sources import Source
    from abovechance.inference.intervals.interval import Interval
    from abovechance.measures.registry import Measure
    from abovechance.tables.tables import Tables


@dataclass(frozen=True)
class SystemValue(Formatted):
    """The value of a measure for one system with its interval, beside that of the best one.

    It ``differs`` from the best if the p-value adjusted for all pairs is below one less the level and the
    interval of the difference excludes 0. None is ``best`` where no value is better than another.
    """

    _headline = "value"

    measure: str
    system: str
    value: float
    low: float
    high: float
    best: bool
    differs: bool
    p_adjusted: float


@dataclass(frozen=True, eq=False, repr=False)
class SystemTable(Result):
    """Systems by measures.

    Attributes
    ----------
    measures, systems
        The keys of the measures, and the names of the systems.
    level, adjust
        The level of the intervals, and how p-values were adjusted.
    entries
        One for each measure and system, measure by measure.
    """

    measures: tuple[str, ...]
    systems: tuple[str, ...]
    level: float
    adjust: str | None
    entries: tuple[SystemValue, ...]

    def __getitem__(self, names: tuple[str, str]) -> SystemValue:
        """The entry of a system and a measure: ``table["A", "mcc"]``."""
        return next(x for x in self.entries if (x.system, x.measure) == names)

    def rows(self) -> list[Row]:
        """A row for each measure and system."""
        return [asdict(entry) for entry in self.entries]

    def __repr__(self) -> str:
        """A line for each system; ▲ is the best of a measure, * is shown to differ from it."""
        lines = [["", *self.measures]]
        lines += [[name, *(_cell(self[name, key]) for key in self.measures)] for name in self.systems]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        text = [
            "  ".join(x.ljust(width) for x, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        ]
        return "\n".join([*text, "▲ best, * shown to differ from the best"])


def _cell(entry: SystemValue) -> str:
    mark = "▲" if entry.best else "*" if entry.differs else ""
    return f"{entry.value:.3f} [{entry.low:.3f}, {entry.high:.3f}]{mark}"


def system_table(
    source: Source,
    systems: Sequence[str],
    measures: Sequence[Measure],
    adjust: str | None,
    options: Mapping[str, Any],
) -> SystemTable:
    """The systems by several measures, each by its own default interval and test."""
    own = {**options, "method": "auto", "test": "auto"}
    entries = [x for m in measures for x in _entries(source, systems, m, adjust, own)]
    return SystemTable(
        tuple(m.key for m in measures), tuple(systems), options["level"], adjust, tuple(entries)
    )


def _entries(
    source: Source, systems: Sequence[str], m: Measure, adjust: str | None, options: Mapping[str, Any]
) -> Iterator[SystemValue]:
    require_single_value(m, len(source.tables.labels))
    values = direction(m) * np.asarray(m(source.tables), dtype=float)
    there_is = bool(direction(m)) and not np.isnan(values).all()
    leader = systems[int(np.nanargmax(values))] if there_is else None
    # The best was chosen by the data: it is one of all pairs, and p-values are adjusted for these.
    every = [source.difference(m, *two, **options) for two in combinations(systems, 2)] if there_is else []
    adjusted = {frozenset((x.first, x.second)): x for x in with_adjusted(every, adjust)}
    for i, name in enumerate(systems):
        x = source.interval(m, name, options["level"], options["seed"])
        pair = None if leader is None else adjusted.get(frozenset((leader, name)))
        yield SystemValue(
            measure=m.key,
            system=name,
            value=x.value,
            low=x.low,
            high=x.high,
            best=there_is and bool(values[i] == np.nanmax(values)),
            differs=pair is not None and pair.is_shown(options["level"]),
            p_adjusted=float("nan") if pair is None else pair.p_adjusted,
        )


@dataclass(frozen=True)
class Preference:
    """The system that another measure prefers, tested against the first of the comparison (or the second).

    ``p_value`` and ``test`` are the defaults of that measure; NaN and None where none is preferred. It is
    ``clear`` if the p-value is below one less the level and the interval excludes 0.
    """

    measure: str
    values: tuple[float, ...]
    preferred: str | None
    rival: str
    p_value: float
    test: str | None
    clear: bool


def preferences(
    source: Source, order: Sequence[str], main: Measure, options: Mapping[str, Any]
) -> tuple[Preference, ...]:
    """What the common measures prefer, each by its own default method and test (not those of ``options``).

    ``order`` has the systems by the measure compared, best first.
    """
    keys = PREFERENCES_OF_TWO_CLASSES if len(source.tables.labels) == 2 else PREFERENCES
    own = {**options, "method": "auto", "test": "auto"}
    return tuple(_preference(source, measure_called(key), order, own) for key in keys if key != main.key)


def _preference(source: Source, m: Measure, order: Sequence[str], options: Mapping[str, Any]) -> Preference:
    values = np.asarray(m(source.tables), dtype=float)
    preferred = _first(values, source.tables)
    rival = order[1] if preferred == order[0] else order[0]
    p_value, test, clear = np.nan, None, False
    if preferred is not None:
        # In the order of the systems, so that the same pair has the same draws and the same p-value.
        first, second = sorted((preferred, rival), key=_names(source.tables).index)
        found = source.difference(m, first, second, **options)
        p_value, test, clear = found.p_value, found.test, found.is_shown(options["level"])
    return Preference(m.key, tuple(values.tolist()), preferred, rival, float(p_value), test, clear)


def _first(values: np.ndarray, tables: Tables) -> str | None:
    """The system with the highest value, if there is one."""
    if np.isnan(values).all():
        return None
    best = np.flatnonzero(values == np.nanmax(values))
    # A tie prefers nobody.
    return _names(tables)[best[0]] if len(best) == 1 else None


def _names(tables: Tables) -> list[str]:
    return [str(name) for name in tables.axes[0].labels or ()]


class ComparisonBase(Result):
    """A comparison of two or more systems by the differences of every two."""

    _headline = "difference"

    systems: tuple[str, ...]
    pairs: tuple[PairDifference, ...]

    def __getitem__(self, names: tuple[str, str]) -> PairDifference:
        """The first of two systems less the second: ``comparison["A", "B"]``."""
        for pair in self.pairs:
            if (pair.first, pair.second) == names:
                return pair
            if (pair.second, pair.first) == names:
                return pair.reversed
        raise InputError(f"there is no pair {quoted(names)}; there are {quoted(self.systems)}")

    @property
    def _pair(self) -> PairDifference:
        if len(self.pairs) > 1:
            raise InputError(
                f"{len(self.systems)} were compared: ask for two of them, such as "
                f"comparison[{self.systems[0]!r}, {self.systems[1]!r}]"
            )
        return self.pairs[0]

    @property
    def difference(self) -> float:
        """The value of the first of two less that of the second."""
        return self._pair.difference

    @property
    def low(self) -> float:
        """The lower bound of the difference."""
        return self._pair.low

    @property
    def high(self) -> float:
        """The upper bound of the difference."""
        return self._pair.high

    @property
    def se(self) -> float:
        """The standard error of the difference."""
        return self._pair.se

    def rows(self) -> list[Row]:
        """A row for each pair."""
        return [row for pair in self.pairs for row in pair.rows()]


class ComparisonByPairs(ComparisonBase):
    """A comparison whose test, too, is that of the one pair of two."""

    @property
    def p_value(self) -> float:
        """The two-sided p-value of no difference."""
        return self._pair.p_value

    @property
    def method(self) -> str:
        """How the interval was computed."""
        return self._pair.method

    @property
    def test(self) -> str:
        """By which test the p-value was computed."""
        return self._pair.test


@dataclass(frozen=True)
class SystemRank:
    """A system, its value, and the best and the worst rank that the differences shown leave open to it."""

    system: str
    value: float
    best_rank: int
    worst_rank: int


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Answer, ComparisonByPairs):
    """What :func:`compare` found.

    For two systems ``difference``, ``low``, ``high``, ``se``, ``p_value``, ``method``, ``test`` and
    ``warning`` are those of the one pair; for more, ask for a pair: ``comparison["A", "B"]``.

    Attributes
    ----------
    measure
        The key of the measure.
    systems, values
        The names of the systems, and the value of each.
    pairs
        The difference of every two systems, with interval, test and adjusted p-value.
    ranking
        The systems, best first, with the ranks that are left open.
    preferences
        Which systems other common measures prefer.
    level, adjust
        The level of confidence, and how the p-values of pairs were adjusted for their number.
    groups
        The comparison of each group of items, if there are groups, with p-values adjusted for the pairs of
        all groups.
    table
        The systems by several measures, if these were asked for.
    margins
        Which systems are not worse than another by more than a margin, and which are equivalent, if a margin
        was given.
    verdict
        The answer in plain sentences, with a warning when measures disagree.
    source, options
        What was compared, and how: the method, the test, and what they need.
    """

    measure: str
    systems: tuple[str, ...]
    values: tuple[float, ...]
    pairs: tuple[PairDifference, ...]
    ranking: tuple[SystemRank, ...]
    preferences: tuple[Preference, ...]
    level: float
    adjust: str | None
    source: Source = field(repr=False, compare=False)
    options: Mapping[str, Any] = field(repr=False, compare=False)
    groups: Mapping[Label, Comparison] = field(default_factory=dict)
    table: SystemTable | None = None
    margins: Margins | None = None
    verdict: str = ""

    @property
    def tables(self) -> Tables:
        """The table of each system."""
        return self.source.tables

    @cached_property
    def intervals(self) -> dict[str, Interval]:
        """The value of each system with its interval, by name."""
        m, seed = measure_called(self.measure), self.options.get("seed")
        return {name: self.source.interval(m, name, self.level, seed) for name in self.systems}

    @cached_property
    def per_class(self) -> tuple[PairDifference, ...]:
        """Of two systems, the first less the second on each class, see :meth:`classes`.

        It is by the measure itself, and for two classes, which share most measures, by Recall.
        """
        if len(self.systems) != 2:
            return ()
        # Of two classes most measures say the same of both, so these are told apart by Recall.
        shared = len(self.tables.labels) == 2 and not measure_called(self.measure).mean_of
        return self.classes(measure="recall" if shared else None)

    @property
    def warning(self) -> str | None:
        """Why the interval of the one pair may be less sure than its level; None if nothing is known."""
        return self._pair.warning

    def is_clear(self, pair: PairDifference) -> bool:
        """Whether two systems are shown to differ, see :meth:`PairDifference.is_shown`."""
        return pair.is_shown(self.level)

    def classes(
        self, first: str | None = None, second: str | None = None, *, measure: str | None = None
    ) -> tuple[PairDifference, ...]:
        """The difference of two systems on each class against the rest, p-values adjusted for the classes.

        Without a ``measure`` it is by that of the comparison, and of a mean over classes, such as macro F, by
        what it is a mean of. Another measure than that of the comparison has its default method and test.
        """
        key = measure or measure_called(self.measure).mean_of or self.measure
        names = self._pair if first is None or second is None else self[first, second]
        own = {} if key == self.measure else {"method": "auto", "test": "auto"}
        found = [
            self.source.difference(
                measure_called(key), names.first, names.second, x, **{**self.options, **own}
            )
            for x in self.tables.labels
        ]
        return with_adjusted(found, self.adjust)

    def rows(self) -> list[Row]:
        """A row for every two systems, then for each class, then for every two in each group."""
        found: list[tuple[Label | None, PairDifference]]
        found = [(None, pair) for pair in (*self.pairs, *self.per_class)]
        found += [(group, pair) for group, part in self.groups.items() for pair in part.pairs]
        return [_tidy(row, group) for group, pair in found for row in pair.rows()]


def _tidy(row: Row, group: object) -> Row:
    label = row.pop("class")
    parts = group if isinstance(group, tuple | None) else (group,)
    return row | {
        "class": None if label is None else str(label),
        "group": None if parts is None else tuple(map(str, parts)),
    }
