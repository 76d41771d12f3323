"""The cells and margins of a table as measures: how many items, not what share of them."""

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.arrays import Array
from abovechance.core.contingency import Contingency
from abovechance.core.dichotomy import Dichotomy
from abovechance.core.errors import InputError
from abovechance.measures.facts import LinearIn
from abovechance.measures.registry import binary, overall

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

_cell_count = partial(binary.count, source="powers2007, section 2.1")


@_cell_count(
    "True positives",
    formula=r"\mathrm{TP}",
    inverse="true_negatives",
    aliases=("TP", "hits"),
)
def true_positives(d: Dichotomy) -> Array:
    """The number of real positives that were predicted positive."""
    return d.tp


@_cell_count(
    "False positives",
    formula=r"\mathrm{FP}",
    best=0.0,
    dual="false_negatives",
    inverse="false_negatives",
    aliases=("FP", "false alarms", "type I errors"),
)
def false_positives(d: Dichotomy) -> Array:
    """The number of real negatives that were predicted positive."""
    return d.fp


@_cell_count(
    "False negatives",
    formula=r"\mathrm{FN}",
    best=0.0,
    dual="false_positives",
    inverse="false_positives",
    aliases=("FN", "misses", "type II errors"),
)
def false_negatives(d: Dichotomy) -> Array:
    """The number of real positives that were predicted negative."""
    return d.fn


@_cell_count(
    "True negatives",
    formula=r"\mathrm{TN}",
    inverse="true_positives",
    aliases=("TN", "correct negatives", "correct rejections"),
)
def true_negatives(d: Dichotomy) -> Array:
    """The number of real negatives that were predicted negative."""
    return d.tn


@_cell_count(
    "Support",
    formula=r"\mathrm{RP}=\mathrm{TP}+\mathrm{FN}",
    dual="predicted_positives",
    inverse="real_negatives",
    aliases=("real positives", "RP", "condition positive", "actual positives"),
    of_classes=True,
)
def support(d: Dichotomy) -> Array:
    """The number of items that are really positive."""
    return d.rp


@_cell_count(
    "Real negatives",
    formula=r"\mathrm{RN}=\mathrm{FP}+\mathrm{TN}",
    dual="predicted_negatives",
    inverse="support",
    aliases=("RN", "condition negative", "actual negatives"),
    of_classes=True,
)
def real_negatives(d: Dichotomy) -> Array:
    """The number of items that are really negative."""
    return d.rn


@_cell_count(
    "Predicted positives",
    formula=r"\mathrm{PP}=\mathrm{TP}+\mathrm{FP}",
    dual="support",
    inverse="predicted_negatives",
    aliases=("PP", "predicted count", "test outcome positive"),
)
def predicted_positives(d: Dichotomy) -> Array:
    """The number of items that were predicted positive."""
    return d.pp


@_cell_count(
    "Predicted negatives",
    formula=r"\mathrm{PN}=\mathrm{FN}+\mathrm{TN}",
    dual="real_negatives",
    inverse="predicted_positives",
    aliases=("PN", "test outcome negative"),
)
def predicted_negatives(d: Dichotomy) -> Array:
    """The number of items that were predicted negative."""
    return d.pn


@overall.count(
    "Items",
    formula=r"N",
    source="powers2007, section 2.1",
    chance=None,
    rectangular=True,
    aliases=("number of items", "total count", "sample size", "population"),
)
def items(t: Contingency) -> Array:
    """The number of items, or their total weight."""
    return t.total


@overall.count(
    "Correct decisions",
    formula=r"\sum_k n_{kk}",
    source="powers2007, section 2.1",
    aliases=("number correct", "correctly classified"),
)
def correct(t: Contingency) -> Array:
    """The number of items that were given their own label."""
    return t.correct


@overall.count(
    "Wrong decisions",
    formula=r"N-\sum_k n_{kk}",
    source="powers2007, section 2.1",
    best=0.0,
    aliases=("number incorrect", "incorrectly classified"),
)
def wrong(t: Contingency) -> Array:
    """The number of items that were given another label."""
    return t.wrong


def _cost(t: Contingency, costs: "ArrayLike | None") -> Array:
    """The sum of the costs of all decisions; without costs, one for each wrong decision."""
    if costs is None:
        return t.wrong
    matrix = np.asarray(costs, dtype=float)
    if matrix.shape != (t.classes, t.classes):
        raise InputError(
            f"costs must be a {t.classes}×{t.classes} matrix, rows truth and columns prediction, "
            f"got an array of shape {matrix.shape}"
        )
    return (t.counts * matrix).sum((-2, -1))


@overall.count(
    "Total cost",
    formula=r"\sum_{ij} \mathrm{cost}_{ij}\,n_{ij}",
    source="weka, Evaluation.totalCost",
    best=0.0,
)
def total_cost(t: Contingency, costs: "ArrayLike | None" = None) -> Array:
    """What all decisions cost together, given the cost of each cell; by default every error costs 1."""
    return _cost(t, costs)


@overall.traditional(
    "Mean cost",
    formula=r"\tfrac1N\sum_{ij} \mathrm{cost}_{ij}\,n_{ij}",
    source=("weka, Evaluation.avgCost", "powers2007, section 2.2"),
    high=np.inf,
    best=0.0,
    aliases=("average cost", "expected cost"),
    advice="Depends on prevalence: re-weight the table to where the decisions will be made.",
    linear_in=LinearIn("accuracy", -1.0),
    straight=True,
)
def mean_cost(t: Contingency, costs: "ArrayLike | None" = None) -> Array:
    """What a decision costs on average, given the cost of each cell; by default every error costs 1."""
    return _cost(t, costs) / t.total
