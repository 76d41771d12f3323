"""Weights: how much a rating of one category agrees with a rating of another, from 0 to 1.

Each kind is declared once by its disagreement 1 - w, a function of the values of two categories. The values
are the categories if these are numbers, and otherwise their places 1, 2, … in the order of the categories.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import is_number, quoted
from abovechance.core.lookup import Names, normalise
from abovechance.raters.ratings.category_distance import Distance, Kernel, Relative, Squared, Table, Unequal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.arrays import Array
    from abovechance.core.labels import Label
    from abovechance.raters.ratings.category_distance import CategoryDistance

    Floats = NDArray[np.float64]

MOST_CATEGORIES = 5_000
"""With more categories than this, a matrix of weights would not be made by hand, nor fit into memory."""


@dataclass(frozen=True)
class Kind:
    """A kind of weights."""

    key: str
    formula: str  # the weight in LaTeX of two categories, x their values, k and l their places of q
    source: str
    aliases: tuple[str, ...] = ()
    ordered: bool = True  # whether the order or the values of the categories matter
    numeric: bool = False  # whether the categories must be numbers


KINDS = {  # r is the range of the values, q the number of categories, n the number of ratings of a category
    kind.key: kind
    for kind in (
        Kind("identity", r"[k=l]", "Cohen 1960", ("nominal", "unweighted", "none"), ordered=False),
        Kind("linear", r"1-|x_k-x_l|/R", "Cicchetti & Allison 1971", ("equal", "cicchetti_allison")),
        Kind("quadratic", r"1-(x_k-x_l)^2/R^2", "Fleiss & Cohen 1973", ("squared", "fleiss_cohen")),
        Kind("interval", r"1-(x_k-x_l)^2/R^2", "Krippendorff 1970", numeric=True),
        Kind("ordinal", r"1-\binom{|k-l|+1}{2}/\binom{q}{2}", "Gwet 2014", ("gwet_ordinal",)),
        Kind("radical", r"1-\sqrt{|x_k-x_l|/R}", "Gwet 2014"),
        Kind(
            "ratio",
            r"1-\left(\frac{x_k-x_l}{x_k+x_l}\right)^2/\left(\frac{R}{x_{max}+x_{min}}\right)^2",
            "Krippendorff 1970; Gwet 2014",
            numeric=True,
        ),
        Kind("circular", r"1-v/\max v,\ v=\sin^2(\pi(x_k-x_l)/U),\ U=R+1", "Krippendorff; Gwet 2014"),
        Kind(
            "bipolar",
            r"1-v/\max v,\ v=\frac{(x_k-x_l)^2}{(x_k+x_l-2x_{min})(2x_{max}-x_k-x_l)}",
            "Krippendorff; Gwet 2014",
        ),
        Kind(
            "krippendorff_ordinal",
            r"1-\left(\sum_{g=k}^l n_g-\tfrac{n_k+n_l}{2}\right)^2/\max",
            "Krippendorff 2004, section 11.3.3",
        ),
    )
}
_NAMES = Names(
    "kind of weights",
    (key for key in KINDS if key != "krippendorff_ordinal"),
    {alias: kind.key for kind in KINDS.values() for alias in kind.aliases},
)
_NAMES.add("krippendorff_ordinal", "krippendorff_ordinal")


@dataclass(frozen=True, eq=False)
class Weighting:
    """Weights of certain categories."""

    name: str  # the kind, or "custom"
    difference: CategoryDistance  # Krippendorff's ordinal one has yet to learn the ranks
    values: Floats
    by_place: bool  # whether the values are places in the order
    labelled: bool = False  # whether a matrix of weights came with the names of the categories
    skewed: bool = False  # whether that matrix was not symmetric

    @property
    def is_identity(self) -> bool:
        """Whether any two different categories disagree fully."""
        return self.name == "identity"

    @property
    def by_rank(self) -> bool:
        """Whether the ratings themselves decide how far apart two categories are."""
        return self.name == "krippendorff_ordinal"

    @property
    def ordered(self) -> bool:
        """Whether the order or the values of the categories matter."""
        return self.name in KINDS and KINDS[self.name].ordered

    def symmetric(self) -> Weighting:
        """The mean of both ways, for ratings that have no order."""
        if not self.skewed:
            return self
        matrix = self.disagreements()
        return replace(self, difference=Table((matrix + matrix.T) / 2))

    def disagreements(self) -> Floats:
        """The matrix of 1 - w."""
        size = len(self.values)
        if size > MOST_CATEGORIES:
            raise InputError(
                f"a matrix of weights of {size} categories is too large: cut the ratings into fewer of them"
            )
        if isinstance(self.difference, Table):
            return self.difference.matrix
        if self.by_rank:
            raise InputError("Krippendorff's ordinal differences depend on the ratings: they have no matrix")
        # The sum over all categories, of which one counts once, is the difference from that one.
        columns = [self.difference.spread(row) for row in np.eye(size)]
        return np.array(columns).T


def kind_of(name: str) -> Kind:
    """The kind of weights of a name."""
    return KINDS[_NAMES(name)]


def weighting(weights: str | ArrayLike, categories: Sequence[Label]) -> Weighting:
    """Weights by name, or a matrix of them, for certain categories."""
    values, by_place = category_values(categories)
    if not isinstance(weights, str):
        ordered, labelled = _in_order(weights, categories)
        matrix = checked_matrix(ordered, len(categories))
        skewed = not np.array_equal(matrix, matrix.T)
        return Weighting("custom", Table(1.0 - matrix), values, by_place, labelled, skewed)
    kind = kind_of(weights)
    if kind.numeric and by_place:
        raise InputError(
            f"{kind.key} weights need categories that are numbers, and these are {quoted(categories)}: use "
            "'ordinal' or 'linear' weights, or make them numbers"
        )
    if kind.ordered and not np.isfinite(values).all():
        infinite = values[~np.isfinite(values)][0]
        raise InputError(f"{kind.key} weights need finite numbers, and there is the category {infinite}")
    if kind.key in ("ordinal", "krippendorff_ordinal"):
        _require_increasing(values, categories)
    return Weighting(kind.key, _difference(kind.key, values), values, by_place)


def weight_matrix(
    name: str, categories: Sequence[Label], *, period: float | None = None, power: float | None = None
) -> Floats:
    """The matrix of weights of a kind, to look at or to change.

    Parameters
    ----------
    name
        A kind of weights; ``"power"`` for ``1 - (|x_k - x_l| / R) ** power``.
    categories
        All categories in their order.
    period
        For ``"circular"`` weights, the period of the values; by default their range plus 1.
    power
        For ``"power"`` weights, the exponent.

    Examples
    --------
    >>> from abovechance.raters.ratings.weights import weight_matrix
    >>> weight_matrix("linear", [1, 2, 3])
    array([[1. , 0.5, 0. ],
           [0.5, 1. , 0.5],
           [0. , 0.5, 1. ]])
    """
    values, _ = category_values(categories)
    if power is not None and normalise(name) == "power":
        return 1.0 - (np.abs(values[:, None] - values[None, :]) / _range(values)) ** power
    if period is not None and kind_of(name).key == "circular":
        places, distance = _circular(values, period)
        return 1.0 - distance(places[:, None], places[None, :])
    return 1.0 - weighting(name, categories).disagreements()


def category_values(categories: Sequence[Label]) -> tuple[Floats, bool]:
    """The categories as numbers, or else their places; and whether they are places."""
    if all(map(is_number, categories)):
        return np.array(categories, dtype=np.float64), False
    return np.arange(1.0, len(categories) + 1), True


def _in_order(weights: object, categories: Sequence[Label]) -> tuple[Any, bool]:
    """A matrix with names of its columns in the order of the categories, and whether it has names."""
    columns = _names(getattr(weights, "columns", None))
    if columns is None:
        return weights, False
    rows = _names(getattr(weights, "index", None))
    rows = columns if rows is None else rows
    for names in (columns, rows):
        if set(names) != set(categories) or len(names) != len(categories):
            raise InputError(
                f"weights name the categories {quoted(names)}, and the ratings have {quoted(categories)}: "
                "give all that raters could choose as categories, and a row and a column of weights for each"
            )
    matrix = np.asarray(weights)
    return matrix[np.ix_(*([names.index(c) for c in categories] for names in (rows, columns)))], True


def _names(index: Any) -> list[Label] | None:
    """The names of rows or columns; None if they are only numbered."""
    if index is None or type(index).__name__ == "RangeIndex":
        return None
    return list(index)


def checked_matrix(weights: ArrayLike, size: int) -> Floats:
    """A matrix of weights from 0 to 1, of each category with itself 1."""
    try:
        matrix = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError("weights must be the name of a kind or a matrix of numbers") from None
    if matrix.shape != (size, size):
        raise InputError(
            f"weights must be a {size}×{size} matrix, one row and column for each category, got shape "
            f"{matrix.shape}"
        )
    if not ((matrix >= 0) & (matrix <= 1)).all() or not (matrix.diagonal() == 1).all():
        raise InputError("weights are agreements: between 0 and 1, and 1 of each category with itself")
    if size > 1 and (matrix == 1).all():
        raise InputError("weights are all 1, so that no two categories disagree: give less than 1 to some")
    return matrix


def _require_increasing(values: Floats, categories: Sequence[Label]) -> None:
    if (np.diff(values) <= 0).any():
        raise InputError(
            f"the categories {quoted(categories)} are numbers that do not increase, so that their order is "
            "in doubt: give categories from the least to the greatest"
        )


def _difference(key: str, values: Floats) -> CategoryDistance:
    if key == "identity":
        return Unequal()
    if key in ("quadratic", "interval", "krippendorff_ordinal"):
        return Squared(values)
    if key in ("linear", "ratio"):
        return _linear(values) if key == "linear" else _ratio(values)
    return Kernel(*_KERNELS[key](values))


_Function = tuple[Any, Any]


def _linear(values: Floats) -> CategoryDistance:
    width = _range(values)
    return Distance(values, lambda x, y: np.abs(x - y) / width)


def _radical(values: Floats) -> _Function:
    width = _range(values)
    return values, lambda x, y: np.sqrt(np.abs(x - y) / width)


def _ordinal(values: Floats) -> _Function:
    size = len(values)
    most = max(size * (size - 1) / 2, 1)
    return np.arange(float(size)), lambda x, y: (np.abs(x - y) + 1) * np.abs(x - y) / 2 / most


def _ratio(values: Floats) -> CategoryDistance:
    if values.min() < 0:
        raise InputError(f"ratio weights need numbers from 0 on, and there is the category {values.min():g}")
    total = values.max() + values.min()
    largest = float(np.ptp(values) / total) if np.ptp(values) else 1.0
    # 0 does not differ from 0, whatever is divided by.
    return Relative(values, lambda x, y: ((x - y) / np.where(x + y > 0, x + y, 1.0) / largest) ** 2, largest)


def _circular(values: Floats, period: float | None = None) -> _Function:
    around = float(np.ptp(values)) + 1 if period is None else period

    def distance(x: Array, y: Array) -> Floats:
        return np.sin(np.pi * (x - y) / around) ** 2

    # A value is farthest from the one nearest to its opposite: no matrix of all pairs is needed.
    largest = distance(values, _opposite(values, around)).max()
    return values, lambda x, y: distance(x, y) / (largest or 1.0)


def _opposite(values: Floats, around: float) -> Floats:
    """Of each value, the one that is nearest to half a turn away."""
    turned = np.sort(values % around)
    # Three turns, so that a neighbour beyond the end of the ring is found, too.
    ring = np.concatenate([turned - around, turned, turned + around])
    target = values % around + around / 2
    after = np.clip(np.searchsorted(ring, target), 1, len(ring) - 1)
    return np.where(target - ring[after - 1] < ring[after] - target, ring[after - 1], ring[after])


def _bipolar(values: Floats) -> _Function:
    low, high = values.min(), values.max()

    def distance(x: Array, y: Array) -> Floats:
        # At most 1, which is the distance of the two ends.
        area = (x + y - 2 * low) * (2 * high - x - y)
        return (x - y) ** 2 / np.where(area > 0, area, 1.0)

    return values, distance


_KERNELS: dict[str, Callable[[Floats], _Function]] = {
    "radical": _radical,
    "ordinal": _ordinal,
    "circular": _circular,
    "bipolar": _bipolar,
}


def _range(values: Floats) -> float:
    return float(np.ptp(values)) or 1.0
