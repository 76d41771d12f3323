"""How far two humans agree, which bounds how often the labels of one of them are wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from abovechance.core.errors import InputError
from abovechance.core.text import counted, quantity
from abovechance.inference.intervals.interval import interval
from abovechance.inference.quantify.items import with_classes
from abovechance.intake.missing import LABEL

if TYPE_CHECKING:
    from abovechance.tables.tables import Tables


@dataclass(frozen=True)
class TwoHumans:
    """How far two humans agree on the items that both have labelled.

    Attributes
    ----------
    agreement, low
        The share of items that they agree on, and the lower end of its interval: the error is judged by that.
    items
        How many both have labelled.
    """

    agreement: float
    low: float
    items: float

    @classmethod
    def of(cls, both: Tables, level: float) -> TwoHumans:
        """From the table of their labels; items that one of them has not labelled are left out."""
        both = both.sum() if both.axes else both
        both.require_square()
        kept = [i for i, label in enumerate(both.labels) if label not in (None, LABEL)]
        if len(kept) < len(both.labels):
            both = with_classes(both, kept)
        if not both.counts.sum() > 0:
            raise InputError(
                "{argument} has no label of an item that has a first one", argument="second_truth"
            )
        found = interval(both, "accuracy", level=level)
        return cls(found.value, found.low, float(both.counts.sum()))

    @property
    def said(self) -> str:
        """What is known of both, in a sentence."""
        items = counted(quantity(self.items), "item")
        return (
            f"Two humans agree on {100 * self.agreement:.3g} % of {items} (at least {100 * self.low:.3g} %)."
        )
