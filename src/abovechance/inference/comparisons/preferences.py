"""Which system other measures put first: whether the choice of a system rests on the choice of a measure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.measures.headlines import PREFERENCES, PREFERENCES_OF_TWO_CLASSES
from abovechance.measures.registry import Measure, measure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
