"""The only door from data to counts: two columns of labels in, a table out."""

from abovechance.intake.count import Counted, count

__all__ = ["Counted", "count"]
