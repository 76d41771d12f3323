"""``SystemTable``: systems by measures, with intervals and the best of each: the table of a paper."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.result import Result
from abovechance.inference.comparisons.pair_difference import direction, require_single_value, with_adjusted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from abovechance.core.result import Row
    from abovechance.inference.comparisons.sources import Source
    from abovechance.measures.registry import Measure


@dataclass(frozen=True)
class SystemValue:
    """The value of a measure for one system with its interval, beside that of the best one.

    It ``differs`` from the best if the p-value adjusted for all pairs is below one less the level and the
    interval of the difference leaves out 0. None is ``best`` where no value is better than another.
    """

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
        """A line for each system; * is the best of a measure, † is shown to differ from it."""
        lines = [["", *self.measures]]
        lines += [[name, *(_cell(self[name, key]) for key in self.measures)] for name in self.systems]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        text = [
            "  ".join(x.ljust(width) for x, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        ]
        return "\n".join([*text, "* best, † shown to differ from the best"])


def _cell(entry: SystemValue) -> str:
    mark = "*" if entry.best else "†" if entry.differs else ""
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
