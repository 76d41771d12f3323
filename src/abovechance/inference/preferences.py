"""Which system other measures put first: whether the choice of a system rests on the choice of a measure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.measures.registry import Measure, measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.inference.sources import Source
    from abovechance.tables import Tables

OF_TWO_CLASSES = ("informedness", "markedness", "mcc", "cohen_kappa", "accuracy", "f1")
OF_MORE_CLASSES = ("informedness", "markedness", "mcc", "cohen_kappa", "accuracy", "macro_f1")
_TWO = 2


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
        That the two do not differ by this measure; NaN if none is preferred.
    """

    measure: str
    values: tuple[float, ...]
    preferred: str | None
    rival: str
    p_value: float


def direction(m: Measure) -> int:
    """1 if more is better, −1 if less is, 0 if neither."""
    if m.best is None:
        return 0
    return int(m.best == m.high) - int(m.best == m.low)


def preferences(source: Source, order: Sequence[str], main: Measure, level: float) -> tuple[Preference, ...]:
    """What the common measures prefer; ``order`` has the systems by the measure compared, best first."""
    keys = OF_TWO_CLASSES if len(source.tables.labels) == _TWO else OF_MORE_CLASSES
    return tuple(_preference(source, measure(key), order, level) for key in keys if key != main.key)


def _preference(source: Source, m: Measure, order: Sequence[str], level: float) -> Preference:
    values = np.asarray(m(source.tables), dtype=float)
    preferred = _first(values, source.tables)
    rival = order[1] if preferred == order[0] else order[0]
    p_value = np.nan
    if preferred is not None:
        p_value = source.difference(m, preferred, rival, method="delta", test="delta", level=level).p_value
    return Preference(m.key, tuple(values.tolist()), preferred, rival, float(p_value))


def _first(values: np.ndarray, tables: Tables) -> str | None:
    """The system with the highest value, if there is one."""
    if np.isnan(values).all():
        return None
    best = np.flatnonzero(values == np.nanmax(values))
    names = tables.axes[0].labels or ()
    return str(names[best[0]]) if len(best) == 1 else None
