"""Summaries of a curve by name, as functions from a curve to a number that a bootstrap can call.

A measure of decisions by its name, if that is not the name of what sums up a whole curve.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.curves.curve.curve import Curve
from abovechance.curves.summaries.declared import curve_measure, known_curve_measure
from abovechance.measures.registry import Measure, declared, measure

Statistic = Callable[[Curve], float]

OF_CURVES = ("auc", "auch", "gini")
"""Summaries that a curve has of itself."""
FUNCTIONS = {
    "auk": "summaries.kappa_area",
    "auprg": "summaries.precision_recall",
    "average_precision": "summaries.precision_recall",
    "h_measure": "summaries.h_measure",
    "ks": "summaries.roc_areas",
    "partial_auc": "summaries.roc_areas",
    "pr_area": "summaries.precision_recall",
}
"""Summaries that are functions of a curve, by the module each is in."""
NAMES = (*OF_CURVES, *FUNCTIONS, "best_informedness")
SCALES = {
    "auch": "logit",
    "average_precision": "logit",
    "best_informedness": "arcsine",
    "h_measure": "arcsine",
    "ks": "arcsine",
    "partial_auc": "logit",
    "pr_area": "logit",
}
"""Shares whose bias the bootstrap shows and whose bounds are best found on a scale of their own."""
_NAMES = Names(
    "summary of a curve",
    NAMES,
    {"informedness": "best_informedness", "pauc": "partial_auc", "youden": "best_informedness"},
)


def statistic_of(summary: str | Callable[..., Any], **parameters: Any) -> tuple[str, Statistic]:
    """The name of a summary, and a function that computes it.

    Examples
    --------
    >>> import abovechance as ac
    >>> from abovechance.curves.summaries.statistics import statistic_of
    >>> name, statistic = statistic_of("AUC")
    >>> name, statistic(ac.Curve.from_scores([0, 1], [0.2, 0.7]))
    ('auc', 1.0)
    """
    if callable(summary):
        named = getattr(summary, "__name__", type(summary).__name__)
        named = "summary" if named == "<lambda>" else named
        return named, partial(_number, partial(summary, **parameters))
    name = _known(summary)
    if name in FUNCTIONS:
        function = getattr(import_module(f"abovechance.curves.{FUNCTIONS[name]}"), name)
        return name, partial(_number, partial(function, **parameters))
    if parameters:
        raise InputError(f"{name} has no parameter {next(iter(parameters))!r}")
    if name not in NAMES:
        return name, curve_measure(name).function
    return name, best_informedness if name == "best_informedness" else partial(_attribute, name)


def best_informedness(curve: Curve) -> float:
    """The Informedness at the best threshold: the largest height of the curve above the chance line.

    Examples
    --------
    >>> import abovechance as ac
    >>> from abovechance.curves.summaries.statistics import best_informedness
    >>> best_informedness(ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
    0.5
    """
    return float(np.max(curve.tpr - curve.fpr))


def _number(function: Callable[[Curve], Any], curve: Curve) -> float:
    return float(function(curve))


def _attribute(name: str, curve: Curve) -> float:
    return float(getattr(curve, name))


def _known(name: Any) -> str:
    if not isinstance(name, str):
        raise InputError(f"the summary must be a name such as 'auc', or a function of a curve, got {name!r}")
    declared = None if name in _NAMES else known_curve_measure(name)
    return _NAMES(name) if declared is None else declared.key


def measure_of_decisions(name: str | Measure) -> Measure:
    """The measure of a name, such as that of a criterion or a scorer.

    The AUC of a single threshold is Informedness in another unit, so nobody who asks for "auc" wants it.

    Examples
    --------
    >>> from abovechance.curves.summaries.statistics import measure_of_decisions
    >>> measure_of_decisions("youden").key
    'informedness'
    """
    if not isinstance(name, str) or declared(name.strip().casefold()) is not None:
        return measure(name)
    summary = known_curve_measure(name)
    if summary is None:
        return measure(name)
    advice = f"compute it with abovechance.curves.summary(curve, {summary.key!r})"
    if summary.key == "auc":
        advice = (
            "compute it with abovechance.Curve.from_scores(truth, scores).auc, in scikit-learn with "
            "scoring='roc_auc', or for one threshold ask for 'auc_of_one_point'"
        )
    raise InputError(
        f"{name!r} sums up the thresholds of a curve and is no measure of the decisions at one: {advice}"
    )
