"""``ComparisonBase``: what all comparisons have in common, their pairs by name and the one pair of two.

``Comparison``: what was found of several systems, and how to ask it for pairs, classes and a verdict.

Which system other measures put first: whether the choice of a system rests on the choice of a measure.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import quoted
from abovechance.inference.comparisons.pair_difference import with_adjusted
from abovechance.measures.headlines import PREFERENCES, PREFERENCES_OF_TWO_CLASSES
from abovechance.measures.registry import Measure, measure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from abovechance.inference.comparisons.pair_difference import PairDifference
    from abovechance.inference.comparisons.sources import Source
    from abovechance.tables.tables import Tables


@dataclass(frozen=True)
class Preference:
    """Which system another measure puts first.

    Attributes
    ----------
    measure
        The key of the measure.
    values
        Its value for each system.
    preferred
        The system with the best value; None if there is no one such.
    rival
        The system it is tested against: the first by the measure of the comparison, or the second if that
        is itself.
    p_value
        That the two do not differ by this measure, the same as in a comparison by it; NaN if none is
        preferred.
    test
        By which test: the default of this measure; None if none is preferred.
    clear
        Whether the two are shown to differ by it: the p-value is below one less the level, and the interval
        leaves out 0.
    """

    measure: str
    values: tuple[float, ...]
    preferred: str | None
    rival: str
    p_value: float
    test: str | None
    clear: bool


def direction(m: Measure) -> int:
    """1 if more is better, −1 if less is, 0 if neither."""
    if m.best is None:
        return 0
    return int(m.best == m.high) - int(m.best == m.low)


def preferences(
    source: Source, order: Sequence[str], main: Measure, options: Mapping[str, Any]
) -> tuple[Preference, ...]:
    """What the common measures prefer, each by its own default method and test.

    ``order`` has the systems by the measure compared, best first; of ``options`` the method and the test are
    those of the measure compared, and do not concern the others.
    """
    keys = PREFERENCES_OF_TWO_CLASSES if len(source.tables.labels) == 2 else PREFERENCES
    own = {**options, "method": "auto", "test": "auto"}
    return tuple(_preference(source, measure(key), order, own) for key in keys if key != main.key)


def _preference(source: Source, m: Measure, order: Sequence[str], options: Mapping[str, Any]) -> Preference:
    values = np.asarray(m(source.tables), dtype=float)
    preferred = _first(values, source.tables)
    rival = order[1] if preferred == order[0] else order[0]
    p_value, test, clear = np.nan, None, False
    if preferred is not None:
        first, second = sorted((preferred, rival), key=_names(source.tables).index)
        found = source.difference(m, first, second, **options)
        p_value, test, clear = found.p_value, found.test, found.is_shown(options["level"])
    return Preference(m.key, tuple(values.tolist()), preferred, rival, float(p_value), test, clear)


def _first(values: np.ndarray, tables: Tables) -> str | None:
    """The system with the highest value, if there is one."""
    if np.isnan(values).all():
        return None
    best = np.flatnonzero(values == np.nanmax(values))
    return _names(tables)[best[0]] if len(best) == 1 else None


def _names(tables: Tables) -> list[str]:
    return [str(name) for name in tables.axes[0].labels or ()]


class ComparisonBase:
    """A comparison of two or more systems by the differences of every two."""

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

    def to_frame(self, backend: str | None = None) -> Any:
        """A row for each pair, as a data frame of pandas, polars or pyarrow."""
        from abovechance.core.frames import to_frame

        rows = [pair.to_dict() for pair in self.pairs]
        return to_frame({name: [row[name] for row in rows] for name in rows[0]}, backend)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(repr(self))}</pre>"


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
    """A system, its value, and the ranks that are left open to it.

    Attributes
    ----------
    system, value
        The name, and the value of the measure.
    best_rank, worst_rank
        One more than the number of systems shown to be better, and that of those not shown to be worse.
    """

    system: str
    value: float
    best_rank: int
    worst_rank: int


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(ComparisonByPairs):
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
    source
        What was compared.
    options
        How: the method, the test, and what they need.
    verdict
        The answer in plain sentences, with a warning when measures disagree.
    """

    measure: str
    systems: tuple[str, ...]
    values: tuple[float, ...]
    pairs: tuple[PairDifference, ...]
    ranking: tuple[SystemRank, ...]
    preferences: tuple[Preference, ...]
    level: float
    adjust: str | None
    source: Source
    options: Mapping[str, Any]
    verdict: str = ""

    @property
    def warning(self) -> str | None:
        """Why the interval of the one pair may be less sure than its level; None if nothing is known."""
        return self._pair.warning

    def is_clear(self, pair: PairDifference) -> bool:
        """Whether two systems are shown to differ, see :meth:`PairDifference.is_shown`."""
        return pair.is_shown(self.level)

    def per_class(self, first: str | None = None, second: str | None = None) -> tuple[PairDifference, ...]:
        """The difference of two systems on each class against the rest, p-values adjusted for the classes.

        Of a mean over classes, such as macro F, it is the difference of what it is a mean of, by the default
        method and test of that measure.
        """
        return self.classes_by(measure(self.measure).mean_of or self.measure, first, second)

    def classes_by(
        self, key: str, first: str | None = None, second: str | None = None
    ) -> tuple[PairDifference, ...]:
        """The same by a measure of choice; one that is not compared by has its default method and test."""
        names = self._pair if first is None or second is None else self[first, second]
        own = {} if key == self.measure else {"method": "auto", "test": "auto"}
        found = [
            self.source.difference(measure(key), names.first, names.second, label, **{**self.options, **own})
            for label in self.source.tables.labels
        ]
        return with_adjusted(found, self.adjust)

    def to_dict(self) -> dict[str, Any]:
        """The comparison as plain numbers, lists and text."""
        return {
            "measure": self.measure,
            "labels": list(self.source.tables.labels),
            "positive": self.source.tables.positive,
            "n": np.atleast_1d(self.source.tables.total).tolist(),
            "level": self.level,
            "adjust": self.adjust,
            "values": dict(zip(self.systems, self.values, strict=True)),
            "pairs": [pair.to_dict() for pair in self.pairs],
            "ranking": [asdict(ranked) for ranked in self.ranking],
            "preferences": [asdict(preference) for preference in self.preferences],
            "verdict": self.verdict,
        }

    def __repr__(self) -> str:
        """The verdict, and the ranking if there are more than two systems."""
        if len(self.systems) == 2:
            return self.verdict
        width = max(map(len, self.systems))
        ranks = [f"{r.system:{width}}  {r.value:.3f}  rank {_ranks_text(r)}" for r in self.ranking]
        return "\n".join([self.verdict, *ranks])


def _ranks_text(r: SystemRank) -> str:
    return f"{r.best_rank}" if r.best_rank == r.worst_rank else f"{r.best_rank} to {r.worst_rank}"
