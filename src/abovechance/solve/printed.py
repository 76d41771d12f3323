"""What a printed report says: the figures of each class and of all, and perhaps the table itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class PrintedReport:
    """A report as it was printed.

    Attributes
    ----------
    source
        Which program prints such reports.
    labels
        The classes, in the order of the report.
    of_classes
        The figures of each class, by the keys of their measures, as text that keeps the digits.
    supports
        How many items each class has; None where the report does not say.
    overall
        The figures of all classes together, by the keys of their measures.
    counts
        The table, rows truth, where the report has it.
    positive
        The positive class, where the report names one.
    n
        The number of items, where the report says it.
    complete
        Whether the report is of all classes that there are.
    undefined_is_zero
        Whether the program prints 0 for what is undefined.
    by_hand
        Whether figures may have been chosen by hand, so that those of no use are refused and not left out.
    """

    source: str
    labels: tuple[str, ...]
    of_classes: tuple[Mapping[str, str], ...]
    supports: tuple[int | None, ...]
    overall: Mapping[str, str] = field(default_factory=dict)
    counts: tuple[tuple[int, ...], ...] | None = None
    positive: str | None = None
    n: int | None = None
    complete: bool = True
    undefined_is_zero: bool = False
    by_hand: bool = False

    def __post_init__(self) -> None:
        """Refuse what no report can say."""
        twice = next((x for x in self.labels if self.labels.count(x) > 1), None)
        if twice is not None:
            raise InputError(f"the report has two classes called {twice!r}")
        if len(self.labels) < 2:
            raise InputError(f"the report has {len(self.labels)} class, and needs two at least")
        known = [x for x in self.supports if x is not None]
        if self.complete and self.n is not None and len(known) == len(self.labels) and sum(known) != self.n:
            raise InputError(
                f"the supports of the classes add up to {sum(known)}, but the report is of {self.n} items"
            )
