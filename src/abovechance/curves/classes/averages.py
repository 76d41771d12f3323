"""Averages over classes of areas under curves, each declared once with what is thought of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.lookup import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Areas:
    """What averages are made of: area, prevalence and bias of each class, and the area of each pair."""

    rest: NDArray[np.float64]
    prevalence: NDArray[np.float64]
    bias: NDArray[np.float64]
    pairs: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Average:
    """An average of areas under curves, and all that is known of it.

    Attributes
    ----------
    key, title
        The name in code, and for people.
    meaning
        One sentence: what the number says.
    source
        Keys of ``references.bib``.
    advice
        How far to trust it, in the judgement of the papers.
    function
        From the areas to the average.
    aliases
        Other names.
    """

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
    """One of the averages by its key or another name.

    Examples
    --------
    >>> from abovechance.curves.classes.averages import class_average
    >>> class_average("Provost-Domingos").key
    'prevalence_weighted_auc'
    """
    return AVERAGES.named(name)
