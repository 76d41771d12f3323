"""``Deployed``: one measure or amount, as it was and as it will be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from abovechance.core.formatted import Formatted

if TYPE_CHECKING:
    from abovechance.core.labels import Label


@dataclass(frozen=True)
class Deployed(Formatted):
    """A measure, or an amount such as alarms for a true one, as it was and as it will be.

    Attributes
    ----------
    measure, label, group
        The key, the class it is of, and the group; None for the whole table and for all items.
    observed
        The value on the tables; NaN for a set of tables.
    observed_low, observed_high
        The range over a set of tables; NaN for tables.
    value
        The value at the prevalence asked for; NaN for a set of tables.
    low, high
        Its interval, or its range over a set of tables.
    """

    _headline = "value"

    measure: str
    label: Label | None
    group: tuple[Label, ...] | None
    observed: float
    observed_low: float
    observed_high: float
    value: float
    low: float
    high: float
