"""``Agreement``: what is known of one coefficient of agreement of some ratings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from abovechance.errors import InputError
from abovechance.raters.equality import same_fields
from abovechance.raters.words import number_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from abovechance.labels import Label
    from abovechance.raters.confidence import Confidence
    from abovechance.raters.ratings import Ratings

_TOLD = (
    "coefficient",
    "title",
    "value",
    "se",
    "low",
    "high",
    "observed",
    "expected",
    "level",
    "method",
    "weights",
    "chance",
    "n",
    "n_items",
    "n_raters",
    "pairs",
    "pairs_used",
    "warning",
    "reason",
)


@dataclass(frozen=True, eq=False, repr=False)
class Agreement:
    """A coefficient of agreement with its interval.

    Attributes
    ----------
    coefficient, title
        Its name in code, and for people.
    value, se, low, high
        The coefficient, its standard error and the bounds of its interval; NaN where there are none.
    observed, expected
        The agreement that was observed, and what the coefficient takes for chance.
    level, method
        Of the interval.
    weights
        The kind of weights, or ``"custom"``.
    chance
        What the coefficient takes for chance, in words.
    n
        How many items enter, each as many times as it counts.
    categories
        In their order; ``ratings.categories_declared`` says whether they were given.
    pairs, pairs_used
        Of a mean over pairs of raters: how many pairs have an item in common, and how many of these have a
        value and enter the mean. None of others.
    warning, reason
        What to know of the value and its interval; why there is none. None if there is nothing to say.
    notes
        What was settled on the way: categories, their order, what was left out.
    details
        Further numbers that belong to the coefficient, by name.
    influence
        How much each item pulls the value; see :class:`~abovechance.raters.registry.Estimate`.
    ratings
        What it is the coefficient of.
    confidence
        What the interval is made of, at every level; None if there is none.
    """

    coefficient: str
    title: str
    value: float
    se: float
    low: float
    high: float
    observed: float
    expected: float
    level: float
    method: str
    weights: str
    chance: str
    n: int | float
    warning: str | None
    reason: str | None
    notes: tuple[str, ...]
    details: Mapping[str, float]
    influence: NDArray[np.float64] = field(repr=False)
    ratings: Ratings = field(repr=False)
    pairs: int | None = None
    pairs_used: int | None = None
    confidence: Confidence | None = field(default=None, repr=False)

    @property
    def n_items(self) -> int:
        """How many items there are, each as many times as it counts."""
        return self.ratings.n_counted

    @property
    def n_raters(self) -> int:
        """How many raters there are."""
        return self.ratings.n_raters

    @property
    def categories(self) -> tuple[Label, ...]:
        """The categories, in their order."""
        return self.ratings.categories

    def to_dict(self) -> dict[str, Any]:
        """The same as plain numbers, lists and text, without the items."""
        return {name: getattr(self, name) for name in _TOLD} | {
            "categories": list(self.categories),
            "categories_declared": self.ratings.categories_declared,
            "order": self.ratings.order,
            "notes": list(self.notes),
            "details": dict(self.details),
        }

    def to_frame(self, backend: str | None = None) -> Any:
        """One row, as a data frame of pandas, polars or pyarrow."""
        from abovechance.frames import to_frame

        return to_frame({name: [getattr(self, name)] for name in _TOLD}, backend)

    def __eq__(self, other: object) -> bool:
        """Whether the other says the same of the same ratings."""
        return same_fields(self, other)

    def __hash__(self) -> int:
        """Equal ones have the same."""
        return hash((self.coefficient, self.weights, self.method, self.level))

    def __repr__(self) -> str:
        """The value and its interval, and what there is to know of both."""
        said = [f"{self.coefficient} {self.value:.4f}, {_interval(self)}"]
        said += [f"  {name.replace('_', ' ')} {value:.4f}" for name, value in self.details.items()]
        return "\n".join([*said, *(f"  {note}" for note in self.notes)])

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(repr(self))}</pre>"


def require_items_sampled(found: Agreement, what: str) -> None:
    """Refuse a result whose standard error is not, or not only, that of the items."""
    if found.method in ("jackknife_raters", "unconditional"):
        raise InputError(
            f"{what} is about items, and method={found.method!r} lets the raters be a sample: take the "
            "agreement with method='delta'"
        )


def row_names() -> tuple[str, ...]:
    """The columns of a row of results."""
    return _TOLD


def _interval(found: Agreement) -> str:
    of = f"{number_of(found.n_items, 'item')}, {_most(found)}{number_of(found.n_raters, 'rater')}"
    if found.reason is not None:
        said = f"no interval: {found.reason} ({of})"
        return said if found.warning is None else f"{said}; {found.warning}"
    said = f"{100 * found.level:g} % interval {found.low:.4f} to {found.high:.4f} "
    said += f"({found.method}, standard error {found.se:.4f}, {of})"
    return said if found.warning is None else f"{said}; {found.warning}"


def _most(found: Agreement) -> str:
    """Counts of items with different numbers of ratings tell only the most that an item has."""
    given = found.ratings.ratings_of_items
    return "up to " if found.ratings.codes is None and given.min() < given.max() else ""
