"""Scores for several classes: a curve for each, and averages of the areas with what is thought of them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.labels import quoted
from abovechance.core.lookup import Registry
from abovechance.core.result import Result, Row, plain
from abovechance.curves.curve.curve import Curve, Curves
from abovechance.intake.class_scores import pair_class_scores
from abovechance.intake.missing import Missing
from abovechance.intake.scores import Scored

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from abovechance.core.arrays import Column
    from abovechance.core.labels import Label
    from abovechance.intake.class_scores import ClassScores


@dataclass(frozen=True, eq=False)
class Areas:
    """What averages are made of: area, prevalence and bias of each class, and the area of each pair."""

    rest: NDArray[np.float64]
    prevalence: NDArray[np.float64]
    bias: NDArray[np.float64]
    pairs: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Average:
    """An average of :class:`Areas`, with what is known of it; ``source`` are keys of ``references.bib``."""

    key: str
    title: str
    meaning: str
    source: tuple[str, ...]
    advice: str
    function: Callable[[Areas], float]
    aliases: tuple[str, ...] = ()


def _weighted(values: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """A weighted mean to which a value of no weight, perhaps undefined, adds nothing."""
    counts = weights > 0
    return float(values[counts] @ weights[counts]) if counts.any() else math.nan


def _one_vs_one(areas: Areas, weights: NDArray[np.float64]) -> float:
    """The mean of both areas of each pair of classes, weighted by the pair."""
    first, second = np.triu_indices(len(areas.rest), 1)
    both = (areas.pairs[first, second] + areas.pairs[second, first]) / 2
    pair = weights[first] + weights[second]
    return _weighted(both, pair / pair.sum())


_NOT_MEANINGFUL = (
    "Powers (2012, §1.7): averaging curves with each class in turn as positive, weighted by the size of that "
    "class, is not meaningful; only Recall may be averaged by prevalence, for only it has the class as its "
    "denominator."
)
_NO_CLASSIFIER = (
    "Powers (2012, §1.7): an area averages over classifiers and over costs that the classifier sets, and "
    "equal weights are the units of none of the classes."
)

AVERAGES = Registry(
    "average over classes",
    (
        Average(
            "macro_auc",
            "Macro AUC (one-vs-rest)",
            "The AUC of a class against the rest, averaged over the classes.",
            ("ferri2009", "powers2012"),
            _NO_CLASSIFIER + " It depends on prevalence, for the rest is a mixture of classes.",
            lambda areas: float(areas.rest.mean()),
            ("aunu", "macro", "ovr_macro"),
        ),
        Average(
            "prevalence_weighted_auc",
            "Prevalence-weighted AUC (Provost & Domingos)",
            "The AUC of the class of an item drawn at random against the rest.",
            ("provost2000", "powers2012"),
            _NOT_MEANINGFUL,
            lambda areas: _weighted(areas.rest, areas.prevalence),
            ("aunp", "ovr_weighted", "provost_domingos"),
        ),
        Average(
            "bias_weighted_auc",
            "Bias-weighted AUC",
            "The AUC of the class that scores highest for an item drawn at random against the rest.",
            ("powers2003", "powers2012"),
            "Powers (2003; 2012, §1.7) weights classes by bias. Of decisions, which are scores of 0 and 1, "
            "twice this less 1 is Informedness.",
            lambda areas: _weighted(areas.rest, areas.bias),
        ),
        Average(
            "hand_till",
            "Hand–Till M (one-vs-one)",
            "How often an item scores higher for its own class than an item of another class does, averaged "
            "over pairs of classes.",
            ("hand2001", "powers2012"),
            _NO_CLASSIFIER + " Unlike the averages over one-vs-rest it does not depend on prevalence.",
            lambda areas: _one_vs_one(areas, np.ones(len(areas.rest))),
            ("au1u", "m", "ovo_macro"),
        ),
        Average(
            "prevalence_weighted_hand_till",
            "Prevalence-weighted one-vs-one AUC",
            "The one-vs-one AUC of two classes, averaged over pairs by the share of items in them.",
            ("ferri2009", "powers2012"),
            _NOT_MEANINGFUL,
            lambda areas: _one_vs_one(areas, areas.prevalence),
            ("au1p", "ovo_weighted"),
        ),
    ),
)
"""The averages by their keys."""


def class_average(name: str) -> Average:
    """One of the averages by its key or another name."""
    return AVERAGES.named(name)


@dataclass(frozen=True, eq=False, repr=False)
class Multiclass(Result):
    """The curves of several classes, in the order of the columns, and the averages of their areas.

    Attributes
    ----------
    curves : Curves
        The curve of each class against the rest.
    prevalence, bias : ndarray
        The share of items that are of each class, and of items that score highest for it, ties shared.
    pairs : ndarray
        In row i and column j, how often an item of class i scores higher for class i than one of class j
        does, ties half (Hand & Till 2001); NaN on the diagonal.
    averages, reasons : dict
        The averages by the keys of ``AVERAGES``, and why one is undefined.
    """

    classes: tuple[Label, ...]
    curves: Curves
    prevalence: NDArray[np.float64]
    bias: NDArray[np.float64]
    pairs: NDArray[np.float64]
    averages: dict[str, float]
    reasons: dict[str, str]

    def __getitem__(self, name: str) -> float:
        """An average by its key or another name."""
        return self.averages[class_average(name).key]

    def rows(self) -> list[Row]:
        """One row for each average: its value, and what is known of it."""
        return [
            {
                "measure": key,
                "title": average.title,
                "value": self.averages[key],
                "reason": self.reasons.get(key),
                "meaning": average.meaning,
                "advice": average.advice,
                "source": "; ".join(average.source),
            }
            for key, average in AVERAGES.items()
        ]

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values for JSON; of each curve its items and its area."""
        return super().to_dict() | {"curves": plain(self.curves.rows())}

    def __repr__(self) -> str:
        """A line for each average and for each class."""
        width = max(len(average.title) for average in AVERAGES.values())
        lines = [f"Scores for {len(self.classes)} classes, {quoted(self.classes)}"]
        for row in self.rows():
            why = f"  {row['reason']}" if row["reason"] else ""
            lines.append(f"  {row['title']:<{width}}  {row['value']:7.4f}{why}")
        return "\n".join(lines)


def multiclass(
    truth: Column,
    scores: Column,
    *,
    classes: Iterable[Label] | None = None,
    weights: Column | None = None,
    counts: Column | None = None,
    missing: object = (),
    on_missing: str = "error",
) -> Multiclass:
    """Rank items by their scores for each of several classes.

    Scores need not be probabilities or sum to 1 over the classes. Only the bias compares scores for one class
    with those for another; all else ranks items by their scores for one class.

    Parameters
    ----------
    truth, weights, counts, missing, on_missing
        As in :meth:`Curve.from_scores`.
    scores
        An array with a column for each class, a mapping of classes to columns, or a data frame whose columns
        are named after the classes. Infinite scores are allowed.
    classes
        The classes in the order of the columns of an array, such as scikit-learn's ``classes_``; without it,
        those that occur in their natural order. Of a mapping or a data frame, which of its columns to take.

    Examples
    --------
    >>> import abovechance as ac
    >>> scores = [[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.3, 0.6, 0.1], [0.1, 0.3, 0.6]]
    >>> found = ac.curves.multiclass(["a", "b", "a", "c"], scores)
    >>> found
    Scores for 3 classes, 'a', 'b', 'c'
      Macro AUC (one-vs-rest)                        0.8889
      Prevalence-weighted AUC (Provost & Domingos)   0.9167
      Bias-weighted AUC                              0.8333
      Hand–Till M (one-vs-one)                       0.9167
      Prevalence-weighted one-vs-one AUC             0.9062
    >>> found.curves["b"].auc
    0.6666666666666666
    """
    columns: Any = {"classes": classes, "weights": weights, "counts": counts}
    items = pair_class_scores(truth, scores, missing=Missing.of_scores(missing, on_missing), **columns)
    sizes = items.sizes
    total = sizes.sum()
    members = {name: _against_rest(items, i) for i, name in enumerate(items.classes)}
    areas = Areas(
        np.array([curve.auc for curve in members.values()]),
        sizes / total if total else np.full(len(sizes), math.nan),
        items.shares_called,
        one_vs_one(items),
    )
    averages = {key: average.function(areas) for key, average in AVERAGES.items()}
    why = _reason(items.classes, sizes)
    reasons = {key: why for key, value in averages.items() if math.isnan(value)}
    return Multiclass(
        items.classes, Curves("class", members), areas.prevalence, areas.bias, areas.pairs, averages, reasons
    )


def one_vs_one(items: ClassScores) -> NDArray[np.float64]:
    """Of each two classes, how often an item of one scores higher for it than one of the other, ties half.

    The A(i|j) of Hand & Till (2001), for all classes j in one pass over the scores for class i.
    """
    count, sizes = len(items.classes), items.sizes
    areas = np.full((count, count), math.nan)
    for i, column in enumerate(items.columns):
        order = np.argsort(column)
        codes, ordered = items.codes[order], column[order]
        heavy = None if items.masses is None else items.masses[order]
        # How many items of class i score higher than each item, of any class, ties half.
        won = sizes[i] - _beaten(ordered, codes == i, heavy)
        with np.errstate(invalid="ignore"):
            areas[i] = np.bincount(codes, won if heavy is None else won * heavy, count) / (sizes[i] * sizes)
    np.fill_diagonal(areas, math.nan)
    return areas


def _beaten(
    ordered: NDArray[Any], mine: NDArray[np.bool_], weights: NDArray[np.float64] | None
) -> NDArray[np.float64]:
    """Of each item, by ascending score, the weight of the class's items that score lower, ties half."""
    # Items of one score share the mean of the sums before and after them: a tie counts half.
    upto = np.concatenate(([0.0], np.cumsum(mine if weights is None else np.where(mine, weights, 0.0))))
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    ends = np.append(starts[1:], len(ordered))
    return ((upto[starts] + upto[ends]) / 2).repeat(ends - starts)


def _against_rest(items: ClassScores, position: int) -> Curve:
    others = tuple(name for i, name in enumerate(items.classes) if i != position)
    negative = others[0] if len(others) == 1 else others
    mine = items.codes == position
    scored = Scored(items.columns[position], mine, items.weights, items.classes[position], negative)
    return Curve.from_scored(replace(scored, counts=items.counts, precision=items.precision))


def _reason(classes: tuple[Label, ...], sizes: NDArray[Any]) -> str:
    """Why averages are undefined."""
    if not sizes.any():
        return "all weights are 0"
    absent = [name for name, size in zip(classes, sizes, strict=True) if not size]
    present = [name for name, size in zip(classes, sizes, strict=True) if size]
    if len(present) == 1:
        return f"every item is really {present[0]!r}"
    return f"no item is really {quoted(absent)}: leave out its scores to average over the other classes"
