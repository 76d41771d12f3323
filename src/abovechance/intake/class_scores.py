"""A column of labels and a column of scores for each class, brought together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import distinct_labels
from abovechance.core.errors import InputError, warn
from abovechance.core.labels import natural_order, quoted
from abovechance.intake import limits
from abovechance.intake.codes.column import as_array, encode, is_tensor
from abovechance.intake.codes.rank import checked_scores, precision_of
from abovechance.intake.items import Masses, common_length, other_order, ranked_rows
from abovechance.intake.missing import REFUSED, Missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from abovechance.core.arrays import Column
    from abovechance.core.labels import Label
    from abovechance.intake.codes.coded import Coded


@dataclass(frozen=True, eq=False)
class ClassScores:
    """Items of known class, each with a score for every class."""

    classes: tuple[Label, ...]  # in the order of the columns
    codes: NDArray[np.intp]  # the position of each item's class
    columns: list[NDArray[Any]]  # of each class: the higher, the more of it
    weights: NDArray[np.float64] | None
    counts: NDArray[np.int64] | None = None  # items of each row; None: one each
    precision: str = "float64"  # see :func:`abovechance.intake.codes.rank.precision_of`
    left_out: int = 0  # items that lack a value

    @cached_property
    def _stands_for(self) -> Masses:
        return Masses.of(self.counts, self.weights, len(self.codes))

    @cached_property
    def masses(self) -> NDArray[np.float64] | None:
        """What each row adds to its class: its items times their weight; None if every row is one item."""
        if self.weights is None:
            return None if self.counts is None else self.counts.astype(np.float64)
        return self._stands_for.weights

    @property
    def squares(self) -> NDArray[np.float64] | None:
        """The sum of the squared weights of a row's items; None if every row is one item."""
        return self.masses if self.weights is None else self._stands_for.squares

    @property
    def items(self) -> NDArray[np.int64]:
        """How many items of each class there are; those of weight 0 are none."""
        times = np.ones(len(self.codes), dtype=np.int64) if self.counts is None else self.counts
        rows = slice(None) if self.weights is None else self.weights > 0
        found = np.zeros(len(self.classes), dtype=np.int64)
        np.add.at(found, self.codes[rows], times[rows])
        return found

    @property
    def sizes(self) -> NDArray[Any]:
        """The number, or weight, of the items of each class."""
        return np.bincount(self.codes, self.masses, len(self.classes))

    @property
    def shares_called(self) -> NDArray[np.float64]:
        """The share of items that score highest for each class, ties shared: the bias of deciding so."""
        # Column by column: a matrix of all of them would take as much memory again.
        highest = self.columns[0].astype(np.float64)
        for column in self.columns[1:]:
            np.maximum(highest, column, out=highest)
        ties = np.zeros(len(highest), dtype=np.int64)
        for column in self.columns:
            ties += column == highest
        parts = (1.0 if self.masses is None else self.masses) / ties
        called = np.array([parts[column == highest].sum() for column in self.columns])
        total = len(highest) if self.masses is None else self.masses.sum()
        return called / total if total else np.full(len(self.classes), np.nan)


def pair_class_scores(
    truth: Column,
    scores: Column,
    *,
    classes: Iterable[Label] | None = None,
    weights: Column | None = None,
    counts: Column | None = None,
    missing: Missing | None = None,
) -> ClassScores:
    """Bring labels and the scores for each class together.

    Scores are an array with a column for each class, or a mapping or frame of columns named after the
    classes. ``classes`` is the order of the columns of an array (else the natural one), or which columns of a
    mapping or frame to take.

    >>> pair_class_scores(["b", "a"], [[0.2, 0.8], [0.9, 0.1]]).classes
    ('a', 'b')
    """
    missing = missing or Missing.of_scores()
    named = {f"scores[{name!r}]": x for name, x in scores.items()} if isinstance(scores, Mapping) else {}
    warn(other_order(truth, named or {"scores": scores}))
    column = encode(truth, "truth", limits.MOST_LABELS, missing.codes)
    wanted = None if classes is None else distinct_labels(classes)
    names, columns = _columns(scores, wanted, column, missing.codes)
    called = {f"scores[{name!r}]": values for name, values in zip(names, columns, strict=True)}
    length = common_length({"truth": column, **called})
    if not length:
        raise InputError("truth is empty: there is nothing to rank")
    gaps = {"truth": column.is_missing} | {name: np.isnan(values) for name, values in called.items()}
    kept, heavy, times, left_out = ranked_rows(gaps, weights, counts, length, missing)
    if kept is not None:
        column, columns = column.only(kept), [values[kept] for values in columns]
    one = scores[names[0]] if isinstance(scores, Mapping) else scores
    codes = _positions(column, names)
    return ClassScores(names, codes, columns, heavy, times, precision_of(one), left_out)


def _columns(
    scores: Column, classes: tuple[Label, ...] | None, truth: Coded, codes: Sequence[Any]
) -> tuple[tuple[Label, ...], list[NDArray[Any]]]:
    if isinstance(scores, Mapping) or hasattr(type(scores), "columns"):
        named = dict(scores) if isinstance(scores, Mapping) else _of_frame(scores)
        chosen = natural_order(named) if classes is None else classes
        lacking = [name for name in chosen if name not in named]
        if lacking:
            raise InputError(f"there are no scores for {quoted(lacking)}, but for {quoted(named)}")
        chosen = tuple(chosen)
        columns = [checked_scores(named[name], f"scores[{name!r}]", codes) for name in chosen]
    else:
        columns = _of_array(scores, codes)
        chosen = natural_order(_occurring(truth)) if classes is None else classes
        warn(REFUSED.findings(chosen if classes is None else ()))
        if len(chosen) != len(columns):
            raise InputError(
                f"scores has {len(columns)} columns for {len(chosen)} classes, {quoted(chosen)}: name them "
                "with classes= in the order of the columns"
            )
    if len(chosen) < 2:
        raise InputError(f"there must be scores for at least two classes, got {quoted(chosen) or 'none'}")
    return chosen, columns


def _of_frame(frame: Any) -> dict[Label, Any]:
    """The columns of a data frame by their names; those of pandas need not be text."""
    if hasattr(frame, "iloc"):
        return {name: frame.iloc[:, i] for i, name in enumerate(frame.columns)}
    import narwhals.stable.v2 as nw

    table = nw.from_native(frame, pass_through=True)
    if not isinstance(table, nw.DataFrame):
        raise InputError(f"scores must be in memory, got a lazy {type(frame).__name__}: collect it first")
    return {name: table[name].to_numpy() for name in table.columns}


def _of_array(scores: Column, codes: Sequence[Any]) -> list[NDArray[Any]]:
    try:
        matrix = np.ma.asarray(scores) if np.ma.isMA(scores) else np.asarray(scores)
    except ValueError:
        raise InputError("scores must have a column for each class, got rows of different lengths") from None
    if matrix.ndim != 2:
        raise InputError(f"scores must have a column for each class, got an array of shape {matrix.shape}")
    return [checked_scores(column.copy(), codes=codes) for column in matrix.T]


def _positions(column: Coded, names: tuple[Label, ...]) -> NDArray[np.intp]:
    """The position of each item's class among the classes that have scores."""
    position = {name: i for i, name in enumerate(names)}
    unknown = [label for label in _occurring(column) if label not in position]
    if unknown:
        raise InputError(
            f"truth has items of {quoted(natural_order(unknown))}, for which there are no scores: there are "
            f"scores for {quoted(names)}"
        )
    table = np.array([position.get(label, -1) for label in column.labels], dtype=np.intp)
    return table[column.codes.astype(np.intp) - column.start]


def _occurring(column: Coded) -> list[Label]:
    return [label for label in column.compact().labels if label is not None]


def highest(scores: Column, labels: tuple[Label, ...]) -> NDArray[np.intp]:
    """The position of the label with the highest score of each row; of equal ones, of the first.

    The columns of a data frame or a mapping that are named as the labels may be in any order.

    >>> highest([[2.5, -1.0], [0.3, 0.2], [0.1, 0.9]], ("cat", "dog"))
    array([0, 0, 1])
    >>> highest({"dog": [2.5], "cat": [-1.0]}, ("cat", "dog"))
    array([1])
    """
    values = _array(scores)
    if not values.size and values.ndim <= 2:
        return np.empty(0, dtype=np.intp)
    if values.ndim != 2 or values.shape[1] != len(labels) or values.dtype.kind in "OUScmM":
        raise InputError(
            f"scores must be numbers, a column for each of the {len(labels)} labels, got {values.dtype} of "
            f"shape {values.shape}"
        )
    order = _order(scores, labels)
    values = values if order is None else values[:, order]
    best = values.argmax(axis=1)
    top = values[np.arange(len(values)), best]
    lacking = top != top  # noqa: PLR0124 - NaN is the highest and not itself
    if isinstance(scores, np.ma.MaskedArray):
        lacking |= np.ma.getmaskarray(scores).any(axis=1)
    if lacking.any():
        lost = int(np.count_nonzero(lacking))
        raise InputError(f"scores has {lost} rows with NaN or a mask: there is no highest score among them")
    return best


def _array(scores: Column) -> NDArray[Any]:
    if is_tensor(scores):
        return as_array(scores, "scores")
    try:
        return np.column_stack(list(scores.values())) if isinstance(scores, Mapping) else np.asarray(scores)
    except ValueError:
        raise InputError("scores must be rows of the same length, a number for each label") from None


def _order(scores: Any, labels: tuple[Label, ...]) -> list[int] | None:
    """Which columns are those of the labels, by their names; None if they are not named so."""
    if isinstance(scores, Mapping):
        names = list(map(str, scores))
    elif hasattr(type(scores), "columns"):
        has_names = hasattr(type(scores), "column_names")  # the columns of Arrow are not their names
        names = list(map(str, scores.column_names if has_names else scores.columns))
    else:
        return None
    wanted = list(map(str, labels))
    if not set(names) & set(wanted):
        return None
    if sorted(names) != sorted(wanted) or len(set(names)) < len(names):
        raise InputError(
            f"the columns of scores are called {quoted(names)} and the labels {quoted(labels)}: name each "
            "column as its label, or give an array"
        )
    return [names.index(name) for name in wanted]
