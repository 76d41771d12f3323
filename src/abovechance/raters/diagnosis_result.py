"""``Diagnosis``: how raters agree on each category, with each other and on each item."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from abovechance.core.equality import same_fields
from abovechance.core.errors import InputError
from abovechance.core.show import shown
from abovechance.core.text import number_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from abovechance.core.labels import Label

    Floats = NDArray[np.float64]

_SHOWN = 5
"""So many items are told of in a line each."""


@dataclass(frozen=True)
class CategoryDiagnosis:
    """How raters agree on one category.

    Attributes
    ----------
    category, ratings, share
        The category, how many ratings are of it, and what share of all that is.
    agreement
        Specific agreement: if one rating of an item is of the category, how often another one is too.
    kappa, se
        Fleiss' Kappa of the category against all others, and its standard error.
    """

    category: Label
    ratings: float
    share: float
    agreement: float
    kappa: float
    se: float


@dataclass(frozen=True)
class RaterDiagnosis:
    """How one rater goes with the others.

    Attributes
    ----------
    rater, ratings
        The rater, and how many items he rated.
    agreement, kappa
        The mean agreement and Cohen's Kappa with each other rater, who weighs as much as the items that both
        rated; the chance of Kappa is that of all that either rated, as in Light's Kappa.
    informedness
        The mean Informedness of the rater about the others: they are taken as the truth.
    markedness
        The mean Informedness of the others about the rater.
    shares
        How often the rater gave each category.
    bias
        By what share of ratings these differ from those of the others on the same items: half the sum of the
        differences.
    favours, avoids
        The categories given most above and most below the others; None if there is no difference.
    without
        The coefficient without the rater; NaN if there are two raters.
    effect
        What the rater adds to the coefficient: its value less the one without.
    """

    rater: Label
    ratings: int
    agreement: float
    kappa: float
    informedness: float
    markedness: float
    shares: tuple[float, ...]
    bias: float
    favours: Label | None
    avoids: Label | None
    without: float
    effect: float


@dataclass(frozen=True)
class ItemDiagnosis:
    """How raters agree on one item.

    Attributes
    ----------
    item, ratings
        The item and how many ratings it has.
    agreement
        How far two of its ratings agree, by the weights.
    majority
        The category most often given; None if several are.
    counts
        How often each category was given that was given at all.
    influence
        How much the coefficient leans towards this item.
    times
        How many items were rated like this one, which is the first of them, if items are counted by kinds;
        else how many times it counts.
    """

    item: Label
    ratings: int
    agreement: float
    majority: Label | None
    counts: dict[Label, int]
    influence: float
    times: int | float = 1


@dataclass(frozen=True, eq=False, repr=False)
class Diagnosis:
    """What :func:`~abovechance.diagnose_agreement` found.

    Attributes
    ----------
    coefficient, weights, value
        The coefficient that the effects are on.
    categories, raters
        One for each; there are no raters where only counts are known.
    items
        The most contested first.
    names
        The raters, in the order of the matrices.
    matrices
        By measure, raters × raters: the value with the rater of the row as the truth.
    notes
        What was left out.
    """

    coefficient: str
    weights: str
    value: float
    categories: tuple[CategoryDiagnosis, ...]
    raters: tuple[RaterDiagnosis, ...]
    items: tuple[ItemDiagnosis, ...]
    names: tuple[Label, ...]
    matrices: dict[str, Floats]
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The same as plain numbers, lists and text."""
        return {
            "coefficient": self.coefficient,
            "weights": self.weights,
            "value": self.value,
            "categories": [asdict(row) for row in self.categories],
            "raters": [asdict(row) for row in self.raters],
            "items": [asdict(row) for row in self.items],
            "names": list(self.names),
            "matrices": {name: matrix.tolist() for name, matrix in self.matrices.items()},
            "notes": list(self.notes),
        }

    def to_frame(self, of: str = "raters", backend: str | None = None) -> Any:
        """The ``"categories"``, ``"raters"`` or ``"items"`` as a data frame of pandas, polars or pyarrow."""
        from abovechance.core.frames import to_frame

        if of not in ("categories", "raters", "items"):
            raise InputError(f"there are frames of 'categories', 'raters' and 'items', not of {of!r}")
        rows = [asdict(row) for row in getattr(self, of)]
        names = [name for name in (rows[0] if rows else ()) if name not in ("shares", "counts")]
        return to_frame({name: [row[name] for row in rows] for name in names}, backend)

    def heatmap(self, measure: str = "cohen_kappa", ax: Any = None) -> Any:
        """Draw who agrees with whom, see :func:`~abovechance.agreement_heatmap`."""
        if measure not in self.matrices:
            raise InputError(
                f"there are matrices of {', '.join(map(repr, self.matrices))}, not of {measure!r}"
            )
        return shown("heatmap", self.matrices[measure], self.names, measure, ax)

    def __eq__(self, other: object) -> bool:
        """Whether the other says the same."""
        return same_fields(self, other)

    def __hash__(self) -> int:
        """Equal ones have the same."""
        return hash((self.coefficient, self.weights, self.names))

    def __repr__(self) -> str:
        """A line for each category and rater, and the most contested items."""
        lines = [f"{self.coefficient} {self.value:.4f}"]
        lines += [
            f"category {row.category!r}: {100 * row.share:.1f} % of ratings, specific agreement "
            f"{row.agreement:.3f}, kappa {row.kappa:.3f}"
            for row in self.categories
        ]
        lines += [
            f"rater {row.rater!r}: kappa with the others {row.kappa:.3f}, bias {row.bias:.3f}, "
            f"without {row.without:.4f}"
            for row in self.raters
        ]
        lines += [
            f"item {row.item!r}{_others(row)}: agreement {row.agreement:.3f} of "
            f"{number_of(row.ratings, 'rating')}"
            for row in self.items[:_SHOWN]
        ]
        if len(self.items) > _SHOWN:
            lines.append(f"… and {number_of(len(self.items) - _SHOWN, 'more item')}")
        return "\n".join([*lines, *self.notes])

    def _repr_html_(self) -> str:
        return f"<pre>{escape(repr(self))}</pre>"


def _others(row: ItemDiagnosis) -> str:
    return "" if row.times == 1 else f" ({row.times:,} alike)"
