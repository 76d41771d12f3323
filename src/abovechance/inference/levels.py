"""Confidence levels: one-sided bounds are the ends of a two-sided interval of a lower level."""

from __future__ import annotations

from numbers import Real
from typing import Literal

from abovechance.errors import InputError

Sides = Literal[1, 2]
_BOTH = 2


def two_sided(level: float, sides: int) -> float:
    """The level of the two-sided interval whose ends are the bounds asked for.

    With ``sides=1`` each end alone is a bound of the given level: the true value lies above ``low``
    with that confidence, and below ``high`` with that confidence, but not both at once.
    """
    if sides not in (1, _BOTH):
        raise InputError(f"sides must be 1 (each bound alone has the level) or 2, got {sides!r}")
    if isinstance(level, bool) or not isinstance(level, Real):
        raise InputError(f"level must be a number such as 0.95, got {level!r}")
    least = 0.5 if sides == 1 else 0.0
    if not least < level < 1:
        raise InputError(f"level must lie between {least:g} and 1 (such as 0.95), got {level!r}")
    return level if sides == _BOTH else 2 * level - 1


def quantile(level: float) -> float:
    """The normal quantile of a two-sided level: 1.96 for 0.95."""
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2))
