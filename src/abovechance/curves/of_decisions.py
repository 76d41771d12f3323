"""A measure of decisions by its name, if that is not the name of what sums up a whole curve."""

from __future__ import annotations

from abovechance.curves.declared import known_curve_measure, plain_name
from abovechance.errors import InputError
from abovechance.measures.registry import Measure, declared, measure


def measure_of_decisions(name: str | Measure) -> Measure:
    """The measure of a name, such as that of a criterion or a scorer.

    The AUC of a single threshold is Informedness in another unit, so nobody who asks for "auc" wants it.

    Examples
    --------
    >>> from abovechance.curves.of_decisions import measure_of_decisions
    >>> measure_of_decisions("youden").key
    'informedness'
    """
    if not isinstance(name, str) or declared(plain_name(name)) is not None:
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
