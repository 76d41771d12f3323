"""Operating points: the threshold that is best by some criterion, and all that are as good."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.curves.curve.arguments import of_curve
from abovechance.curves.curve.counts import Counts, one_class
from abovechance.curves.thresholds.criteria import optima
from abovechance.curves.thresholds.point import OperatingPoint
from abovechance.curves.thresholds.purposes import allowed, constraints_of, criterion_of, why_infeasible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.curves.curve.curve import Curve
    from abovechance.curves.thresholds.criteria import Criterion
    from abovechance.curves.thresholds.purposes import Constraint
    from abovechance.measures.registry import Measure


@of_curve
def operating_point(
    curve: Curve,
    /,
    optimise: str | Measure | None = None,
    *,
    threshold: float | None = None,
    cost_positive: float | None = None,
    cost_negative: float | None = None,
    prevalence: float | None = None,
    where: str | Mapping[str, str] | None = None,
    at_least: Mapping[str, float] | None = None,
    at_most: Mapping[str, float] | None = None,
    **parameters: object,
) -> OperatingPoint:
    r"""The best threshold of a curve.

    Its value is optimistic, for it is the best of many on the same items: see :func:`select_threshold`.

    Parameters
    ----------
    curve
        The curve.
    optimise
        What the threshold is best by:

        - any measure of the catalogue that has a best value, such as ``"informedness"`` (the default; Youden
          1950), ``"mcc"``, ``"f1"``, ``"error_rate"``;
        - ``"cost"``, the default if a cost is given: the least expected cost of an item,
          :math:`\pi C_{FN} (1 - \mathrm{tpr}) + (1 - \pi) C_{FP}\, \mathrm{fpr}`, which is where a line of
          slope :math:`\frac{1 - \pi}{\pi} \frac{C_{FP}}{C_{FN}}` touches the hull (Metz 1978; Provost and
          Fawcett 2001);
        - ``"bias_equals_prevalence"``: as many items called positive as there are (Powers 2011);
        - ``"closest"`` to the point (0, 1). It weighs errors for no reason but geometry: Informedness is
          to be preferred (Perkins & Schisterman 2006);
        - ``"equal_error_rate"``: Fallout and miss rate nearest to each other; the value is their mean.
    threshold
        A fixed threshold instead of the best one; then ``optimise`` says what is reported of it.
    cost_positive, cost_negative
        The cost of a missed positive item (C_FN) and of a false alarm (C_FP); 1 if only the other is given.
        Costs and prevalence are taken as the decimal numbers that they are written as.
    prevalence
        The share of positive items where the threshold will be used, if it is another than here: criterion
        and constraints are those expected there.
    where
        Constraints as text, such as ``"recall >= 0.95, fallout < 0.2"``, or by measure,
        ``{"recall": ">= 0.95"}``.
    at_least, at_most
        Bounds by measure, such as ``{"recall": 0.95}``.
    **parameters
        Parameters of the measure, such as ``beta``.

    References
    ----------
    - C. E. Metz (1978). Basic principles of ROC analysis. Seminars in Nuclear Medicine 8(4), 283–298.
    - N. J. Perkins & E. F. Schisterman (2006). The inconsistency of "optimal" cutpoints obtained using two
      criteria based on the receiver operating characteristic curve. Am. J. Epidemiol. 163(7), 670–675.
    - D. M. W. Powers (2011). Evaluation: from precision, recall and F-measure to ROC, informedness,
      markedness and correlation. Journal of Machine Learning Technologies 2(1), 37–63.
    - F. Provost & T. Fawcett (2001). Robust classification for imprecise environments. Machine Learning
      42(3), 203–231.
    - W. J. Youden (1950). Index for rating diagnostic tests. Cancer 3(1), 32–35.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 0, 1, 1], [0.1, 0.3, 0.4, 0.5, 0.7, 0.9])
    >>> ac.curves.operating_point(curve)
    threshold 0.7 (informedness 0.6667, fpr 0.0000, tpr 0.6667); cuts above 0.5 decide alike; as good: 0.4
    >>> ac.curves.operating_point(curve, cost_positive=5, cost_negative=1, prevalence=0.1).threshold
    0.7
    >>> ac.curves.operating_point(curve, at_least={"recall": 0.95}).threshold
    0.4
    >>> ac.curves.operating_point(curve, where="recall >= 0.7, precision >= 0.9").reason
    'no threshold has recall >= 0.7 and precision >= 0.9: with precision >= 0.9, recall is at most 0.666667
    (threshold 0.7); with recall >= 0.7, precision is at most 0.75 (threshold 0.4)'
    """
    rule = criterion_of(
        optimise, cost_positive=cost_positive, cost_negative=cost_negative, prevalence=prevalence,
        parameters=parameters,
    )  # fmt: skip
    constraints = constraints_of(where, at_least, at_most)
    if threshold is not None:
        if constraints:
            raise InputError("give a fixed threshold or constraints on it, not both")
        positions = np.array([curve.position(threshold)])
        return point_at(curve, rule, positions, prevalence=prevalence, is_chosen=False)
    return chosen_point(curve, rule, constraints, prevalence)


def chosen_point(
    curve: Curve, rule: Criterion, constraints: tuple[Constraint, ...], prevalence: float | None
) -> OperatingPoint:
    """The best threshold by a criterion, among those that meet the constraints."""
    feasible = allowed(constraints, Counts.of(curve), prevalence)
    tied = optima(curve, rule, feasible)
    if len(tied):
        return point_at(curve, rule, tied, prevalence=prevalence, is_chosen=True)
    if feasible is not None and not feasible.any():
        reason = why_infeasible(curve, constraints, prevalence)
    else:
        reason = _why_undefined(curve, rule)
    return _no_point(curve, rule, prevalence, reason)


def point_at(
    curve: Curve, rule: Criterion, tied: NDArray[np.intp], *, prevalence: float | None, is_chosen: bool
) -> OperatingPoint:
    """The operating point of the first of some positions."""
    position = int(tied[0])
    counts = Counts.of(curve, [position])
    value = float(np.asarray(rule.value(counts), dtype=np.float64)[0])
    last = position == len(curve.thresholds) - 1
    return OperatingPoint(
        criterion=rule.name,
        value=value,
        threshold=curve.thresholds[position].item(),
        position=position,
        lower=-np.inf if last else curve.thresholds[position + 1].item(),
        cut=cut_at(curve, position),
        table=curve.tables_at([position])[0],
        fpr=float(counts.fpr[0]),
        tpr=curve.tp[position].item() / curve.positives if curve.positives else np.nan,
        tied=tied,
        tied_thresholds=curve.thresholds[tied],
        tied_tables=curve.tables_at(tied),
        is_chosen=is_chosen,
        prevalence=prevalence,
        reason=_why_undefined(curve, rule, position) if np.isnan(value) else None,
        _rule=rule,
    )


def _no_point(curve: Curve, rule: Criterion, prevalence: float | None, reason: str) -> OperatingPoint:
    nowhere = np.empty(0, dtype=np.intp)
    return OperatingPoint(
        criterion=rule.name, tied=nowhere, tied_thresholds=curve.thresholds[nowhere],
        tied_tables=curve.tables_at(nowhere), is_chosen=True, prevalence=prevalence, reason=reason,
        _rule=rule,
    )  # fmt: skip


@of_curve
def equal_error_rate(curve: Curve) -> float:
    """Where the ROC curve, with straight lines between its thresholds, meets the line of equal errors.

    At that point Fallout and miss rate are the same; if no threshold is there, two of them chosen at random
    for each item are. NaN if there is only one class.

    Examples
    --------
    >>> import abovechance as ac
    >>> ac.curves.equal_error_rate(ac.Curve.from_scores([0, 0, 1, 0, 1, 1], [0.1, 0.3, 0.4, 0.5, 0.7, 0.9]))
    0.3333333333333333
    """
    if not (curve.positives and curve.negatives):
        return float("nan")
    counts = Counts.of(curve)
    excess = counts.fp * counts.positives - counts.fn * counts.negatives  # ascends from -PN to PN
    after = int(np.argmax(excess >= 0))
    before = after - 1
    share = float(excess[before] / (excess[before] - excess[after]))
    return float(counts.fpr[before] + share * (counts.fpr[after] - counts.fpr[before]))


def cut_at(curve: Curve, position: int) -> float:
    """A cut for new items that decides like the threshold at a position."""
    if position == 0:
        return float("nan") if curve.thresholds[1] == np.inf else float("inf")
    if position == len(curve.thresholds) - 1:
        return float("-inf")
    return float(between(curve, curve.thresholds[position], curve.thresholds[position + 1]))


def between(curve: Curve, upper: Array, lower: Array) -> Array:
    """Cuts between scores that stay above the lower one if they are stored as the scores are."""
    cuts = middle(upper, lower)
    return np.where(curve.stored(cuts) > lower, cuts, upper)


def middle(upper: Array, lower: Array) -> Array:
    """Numbers between two scores, above the lower one: their means, or the upper one if that is infinite."""
    upper, lower = np.asarray(upper), np.asarray(lower)
    with np.errstate(invalid="ignore"):
        # Halved before they are added, as the sum of large scores may overflow.
        mean = upper / 2 + lower / 2
        return np.where((lower < mean) & (mean <= upper), mean, upper)


def _why_undefined(curve: Curve, rule: Criterion, position: int = -1) -> str:
    if not (curve.positives or curve.negatives):
        return "all weights are 0"
    if rule.needs_both and not (curve.positives and curve.negatives):
        return f"{rule.name} needs both classes: {one_class(curve)}"
    if rule.measure is not None:
        from abovechance.measures.compute import why_undefined

        reason = why_undefined(curve.tables_at([position]), rule.measure)[0]
        if reason is not None:
            return f"{rule.name} is undefined: {reason}"
    return f"{rule.name} is undefined at the prevalence given"
