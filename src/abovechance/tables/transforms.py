"""Tables of other problems: inverse and dual, fewer or merged classes, other weights of the real classes.

Re-weighting keeps what happens within each real class, and changes how often the class occurs. Costs, skew
and deployment prevalence are one operation (Powers 2007, section 2.2): every row of a table is multiplied by
a weight and the number of items is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from abovechance.core.checks import distinct_labels
from abovechance.core.errors import InputError
from abovechance.core.labels import Label, is_guess, quoted
from abovechance.tables.given import Given

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from abovechance.tables.made import Made

    Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Transformable(Given):
    """Tables that can be turned into those of another problem: other classes, other weights."""

    @property
    def inverse(self) -> Self:
        """The inverse problem: positive and negative change places in both margins."""
        if self.positive is None:
            raise InputError("the inverse problem is defined for two classes")
        other = self.labels[1 - self.labels.index(self.positive)]
        return replace(self, positive=other, positive_guessed=False)

    @property
    def perverse(self) -> Self:
        """The perverse system: each prediction is replaced by the other one, and truth stays as it is.

        Informedness, Markedness and Correlation change their signs (Powers 2007, section 2.5). Exchanging
        the real classes instead gives the inverse of this problem.
        """
        self.require_square()
        if self.positive is None:
            raise InputError("the perverse system is defined for two classes")
        return self._with(lambda cells: cells[..., ::-1])

    @property
    def dual(self) -> Self:
        """The dual problem: truth and prediction change places."""
        return self._with(
            lambda cells: np.swapaxes(cells, -1, -2),
            labels=self.predicted_labels,
            predicted_labels=self.labels,
        )

    def select(self, labels: Iterable[Label]) -> Self:
        """Only the items whose real and predicted labels are both among ``labels``, in that order."""
        self.require_square()
        if isinstance(labels, str):
            raise InputError(f"give a list of classes, such as [{labels!r}]")
        chosen = distinct_labels(labels)
        unknown = [label for label in chosen if label not in self.labels]
        if unknown:
            raise InputError(
                f"no class {quoted(unknown)} in this table; its labels are {quoted(self.labels)}"
            )
        index = [self.labels.index(label) for label in chosen]
        # A positive class means something only beside one other.
        positive = self.positive if len(chosen) == 2 and self.positive in chosen else None
        return self._with(
            lambda cells: cells[..., index, :][..., index],
            labels=chosen,
            predicted_labels=chosen,
            positive=positive,
        )

    def collapse(self, groups: Mapping[Label, Iterable[Label]]) -> Self:
        """Merge classes: each key is a new class made of the old ones listed for it.

        Classes that are not listed stay as they are. The new class stands where its first member stood.

        Examples
        --------
        >>> from abovechance import Tables
        >>> t = Tables.from_counts([[5, 1, 0], [2, 6, 1], [0, 1, 4]], labels=["cat", "dog", "bird"])
        >>> t.collapse({"pet": ["cat", "dog"]}).counts
        array([[14,  1],
               [ 1,  4]])
        """
        self.require_square()
        target: dict[Label, Label] = {}
        for new, members in groups.items():
            for member in [members] if isinstance(members, str) else members:
                self._require_class(member)
                if member in target:
                    raise InputError(f"class {member!r} is listed in two groups")
                target[member] = new
        for label in self.labels:
            if label in groups and label not in target:
                raise InputError(
                    f"the new class {label!r} would hide the class of that name: list it as a member"
                )
        # A product with a matrix of 0 and 1 keeps counts whole and serves all tables of a batch at once.
        names, merge = _merging(self.labels, [target.get(label, label) for label in self.labels])
        return self._with(
            lambda cells: merge.T @ cells @ merge, labels=names, predicted_labels=names, positive=None
        )

    def relabel(self, names: Mapping[Label, Label] | Callable[[Label], Label]) -> Self:
        """Give classes other names; those that get one name are merged.

        Parameters
        ----------
        names
            The new name of each class, by the old one; classes that are not listed keep theirs. Or a function
            that makes the new name of the old one. The positive class is called by its new name.

        Examples
        --------
        >>> from abovechance import Tables
        >>> t = Tables.from_counts([[5, 1, 0], [2, 6, 1], [0, 1, 4]], labels=["cat", "dog", "bird"])
        >>> t.relabel(str.upper).labels
        ('CAT', 'DOG', 'BIRD')
        >>> t.relabel({"cat": "pet", "dog": "pet"}).counts
        array([[14,  1],
               [ 1,  4]])
        """
        new: dict[Label, Label] = {label: label for label in (*self.labels, *self.predicted_labels)}
        if isinstance(names, Mapping):
            for old in names:
                self._require_class(old)
            new |= names
        else:
            new = {label: names(label) for label in new}
        (rows, down), (columns, across) = (
            _merging(labels, [new[label] for label in labels])
            for labels in (self.labels, self.predicted_labels)
        )
        # Classes may have been merged: with fewer than two left, or more, none is positive.
        positive = None if self.positive is None or len(rows) != 2 else new[self.positive]
        return self._with(
            lambda cells: down.T @ cells @ across,
            labels=rows,
            predicted_labels=columns,
            positive=positive,
            positive_guessed=self.positive_guessed and positive is not None and is_guess(rows),
        )

    def _require_class(self, label: Label) -> None:
        if label not in self.labels and label not in self.predicted_labels:
            raise InputError(f"no class {label!r} in this table; its labels are {quoted(self.labels)}")

    def reweight(self, weights: ArrayLike) -> Self:
        """Weigh each real class and keep the number of items: the one re-weighting operation.

        Every rate given the real class (Recall, Fallout, Informedness) stays as it is. Costs, skew
        and prevalence are all such weights (Powers 2007, section 2.2).
        """
        return self._weighed(_with_weights(self.counts, weights, self.labels))

    def at_prevalence(self, prevalence: float | Sequence[float] | Mapping[Label, float]) -> Self:
        """The tables expected where the classes have another prevalence.

        Parameters
        ----------
        prevalence
            The share of the positive class of two; or of each class, in the order of the labels or by label.

        Examples
        --------
        >>> import abovechance as ac
        >>> t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
        >>> rare = t.at_prevalence(0.05)
        >>> float(round(ac.informedness(rare), 4)), float(round(ac.precision(rare), 4))
        (0.2, 0.0806)
        """
        shares = class_shares(prevalence, self.labels, self.positive)
        return self._weighed(_with_shares(self.counts, shares, self.labels))

    def at_skew(self, skew: float) -> Self:
        """The tables expected with ``skew`` negatives for each positive (Powers 2007, section 2.2)."""
        if not skew >= 0 or not np.isfinite(skew):
            raise InputError(f"skew is the number of negatives for each positive, got {skew!r}")
        return self.at_prevalence(1 / (1 + skew))

    def with_costs(self, cost_positive: float, cost_negative: float) -> Self:
        """Two-class tables with errors on positives and on negatives at these costs.

        The same as multiplying the skew by ``cost_negative / cost_positive`` (Powers 2007, section 2.2).
        """
        if self.positive is None:
            raise InputError("costs of positives and negatives need two classes: use reweight for more")
        if not (cost_positive > 0 and cost_negative > 0):
            raise InputError(
                f"costs must be positive, got {cost_positive!r} for a positive item and {cost_negative!r} "
                "for a negative one"
            )
        return self.reweight(
            [cost_positive if label == self.positive else cost_negative for label in self.labels]
        )

    def _weighed(self, factors: NDArray[np.float64]) -> Self:
        """The tables whose items weigh so many times as much as before."""
        squares = known_squares(self)
        return replace(
            self, counts=self.counts * factors, squares=None if squares is None else squares * factors**2
        )


def _merging(labels: tuple[Label, ...], new: Sequence[Label]) -> tuple[tuple[Label, ...], NDArray[np.int64]]:
    """The distinct new names of classes, and which of them each class has, as a matrix."""
    names = tuple(dict.fromkeys(new))
    merge = np.zeros((len(labels), len(names)), dtype=np.int64)
    merge[range(len(labels)), [names.index(name) for name in new]] = 1
    return names, merge


def _with_weights(counts: NDArray[Any], weights: ArrayLike, labels: tuple[Label, ...]) -> Floats:
    """The factors of the cells where each real class is weighted, scaled back to the same number of items."""
    weights = np.asarray(weights, dtype=float)
    if weights.shape != (len(labels),) or not np.all(np.isfinite(weights) & (weights >= 0)):
        raise InputError(f"give one finite, non-negative weight for each of the classes {quoted(labels)}")
    weighted = counts * weights[:, None]
    total, weighted_total = counts.sum(axis=(-2, -1)), weighted.sum(axis=(-2, -1))
    if np.any((weighted_total == 0) & (total > 0)):
        raise InputError("these weights leave no items: a class that occurs needs a positive weight")
    # The number of items stays, so that what depends on it, such as standard errors, still makes sense.
    scale = np.divide(total, weighted_total, out=np.ones(total.shape), where=weighted_total > 0)
    return weights[:, None] * scale[..., None, None]


def _with_shares(counts: NDArray[Any], shares: Floats, labels: tuple[Label, ...]) -> Floats:
    """The factors of the cells with which each real class has the given share of the items."""
    real = counts.sum(-1)
    # Weights cannot make items of a class that has none.
    empty = ((real == 0) & (shares > 0)).reshape(-1, len(labels)).any(axis=0)
    if empty.any():
        absent = [label for label, is_empty in zip(labels, empty, strict=True) if is_empty]
        raise InputError(
            f"class {quoted(absent)} has no items, so nothing is known of how it is decided: "
            "leave it out with select, or give it a prevalence of 0"
        )
    wanted = real.sum(-1)[..., None] * shares
    weights = np.divide(wanted, real, out=np.zeros(real.shape), where=real > 0)
    return weights[..., None]


def class_shares(
    prevalence: float | ArrayLike | Mapping[Label, float], labels: tuple[Label, ...], positive: Label | None
) -> Floats:
    """A prevalence for each class, from that of the positive class, a sequence or a mapping."""
    if isinstance(prevalence, Mapping):
        if set(prevalence) != set(labels):
            raise InputError(f"give a prevalence for each of the classes {quoted(labels)}")
        prevalence = [prevalence[label] for label in labels]
    shares = np.asarray(prevalence, dtype=float)
    if shares.ndim == 0:
        if positive is None:
            raise InputError(f"give {len(labels)} prevalences, one for each of the classes {quoted(labels)}")
        shares = np.array([shares if label == positive else 1 - shares for label in labels])
    if (
        shares.shape != (len(labels),)
        or not np.all(shares >= 0)
        or not np.isclose(shares.sum(), 1, atol=1e-6)
    ):
        raise InputError(
            f"prevalences must be {len(labels)} numbers between 0 and 1 that add up to 1, got {prevalence!r}"
        )
    # Shares read from text add up to 1 only roughly; afterwards they do exactly.
    return shares / shares.sum()


def known_squares(tables: Made) -> NDArray[Any] | None:
    """The sums of squared weights: of counted items their number, of weights that were lost None."""
    # A counted item weighs 1, and so does its square; sums of weights do not tell their squares.
    if tables.squares is not None or tables.counts.dtype.kind == "f":
        return tables.squares
    return tables.counts


def added_squares(one: Made, two: Made) -> NDArray[Any] | None:
    """The sums of squared weights of two, None where they are not known."""
    if one.squares is None and two.squares is None:
        return None
    first, second = known_squares(one), known_squares(two)
    return None if first is None or second is None else first + second


def same_squares(one: Made, two: Made) -> bool:
    """Whether the sums of squared weights are the same."""
    first, second = (t.counts if t.squares is None else t.squares for t in (one, two))
    return np.array_equal(first, second)
