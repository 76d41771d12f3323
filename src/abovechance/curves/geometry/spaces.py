"""The same curve in other spaces: pairs of quantities that follow from the true and false positives."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from abovechance.core.errors import InputError, UnknownMeasureError
from abovechance.core.lookup import Names
from abovechance.core.result import ColumnResult
from abovechance.curves.curve.arguments import of_curve
from abovechance.curves.curve.counts import one_class, shares

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from abovechance.curves.curve.curve import Curve

    Floats = NDArray[np.float64]
    Points = tuple[Floats, Floats]


@dataclass(frozen=True, eq=False)
class Path(ColumnResult):
    """A curve in one space, ready to be drawn.

    Attributes
    ----------
    x, y, thresholds : ndarray
        The points, one for each threshold and, if asked for, some between them, whose threshold is NaN.
    x_name, y_name : str
        What the axes are.
    chance : tuple of two ndarrays, or None
        The line of guessing; None where it depends on more than the space.
    is_straight : bool
        Whether the mixtures of two neighbouring thresholds are on the straight line between their points.
        Where they are not, ask for points between.
    """

    space: str
    x: Floats
    y: Floats
    thresholds: Floats
    x_name: str
    y_name: str
    chance: Points | None
    is_straight: bool

    def __repr__(self) -> str:
        """The space, the axes and the number of points."""
        return f"Path of {len(self.x)} points in {self.space} space: {self.y_name} against {self.x_name}"

    def columns(self) -> dict[str, Floats]:
        """The threshold of each point, and the point, by the names of the axes."""
        return {"threshold": self.thresholds, self.x_name: self.x, self.y_name: self.y}


class Space(NamedTuple):
    """What a space shows: its axes, the way there from counts, and the line of guessing."""

    x_name: str
    y_name: str
    points: Callable[[Floats, Floats, float, float], Points]
    """From false and true positives, and the number of negatives and of positives."""
    chance: Callable[[float, float], Points]
    """From the number of negatives and of positives."""
    is_straight: bool = False


def _roc(fp: Floats, tp: Floats, negatives: float, positives: float) -> Points:
    return shares(fp, negatives), shares(tp, positives)


def _pn(fp: Floats, tp: Floats, _negatives: float, _positives: float) -> Points:
    return fp, tp


def _precision_recall(fp: Floats, tp: Floats, _negatives: float, positives: float) -> Points:
    return shares(tp, positives), shares(tp, tp + fp)


def _det(fp: Floats, tp: Floats, negatives: float, positives: float) -> Points:
    from scipy.special import ndtri

    x, y = (np.asarray(ndtri(shares(*rate))) for rate in ((fp, negatives), (positives - tp, positives)))
    return x, y


def _gain(fp: Floats, tp: Floats, negatives: float, positives: float) -> Points:
    return shares(tp + fp, positives + negatives), shares(tp, positives)


def _lift(fp: Floats, tp: Floats, negatives: float, positives: float) -> Points:
    bias, recall = _gain(fp, tp, negatives, positives)
    return bias, shares(recall, bias)


def _kappa(fp: Floats, tp: Floats, negatives: float, positives: float) -> Points:
    prevalence = shares(np.asarray(positives), positives + negatives)
    fpr, tpr = _roc(fp, tp, negatives, positives)
    bias = shares(tp + fp, positives + negatives)
    chance_disagreement = prevalence + (1 - 2 * prevalence) * bias
    return fpr, shares(2 * prevalence * (1 - prevalence) * (tpr - fpr), chance_disagreement)


def _diagonal(_negatives: float, _positives: float) -> Points:
    return np.array([0.0, 1.0]), np.array([0.0, 1.0])


def _level(height: float) -> Points:
    return np.array([0.0, 1.0]), np.full(2, height, dtype=float)


# How far the chance line of DET space is drawn: beyond it are 3 of 100 000.
_CHANCE_LINE_DEVIATES = np.array([-4.0, 4.0])

SPACES: dict[str, Space] = {
    "roc": Space("fallout", "recall", _roc, _diagonal, is_straight=True),
    "pn": Space(
        "false positives",
        "true positives",
        _pn,
        lambda negatives, positives: (np.array([0.0, negatives]), np.array([0.0, positives])),
        is_straight=True,
    ),
    "pr": Space(
        "recall",
        "precision",
        _precision_recall,
        lambda negatives, positives: _level(float(shares(np.asarray(positives), positives + negatives))),
    ),
    "det": Space(
        "fallout (normal deviate)",
        "miss rate (normal deviate)",
        _det,
        lambda _negatives, _positives: (_CHANCE_LINE_DEVIATES, -_CHANCE_LINE_DEVIATES),
    ),
    "gain": Space("bias", "recall", _gain, _diagonal, is_straight=True),
    "lift": Space("bias", "lift", _lift, lambda _negatives, _positives: _level(1.0)),
    "kappa": Space("fallout", "kappa", _kappa, lambda _negatives, _positives: _level(0.0)),
}
"""The spaces by their names."""
NAMES = (*SPACES, "prg")

ALIASES = {
    "auk": "kappa", "count": "pn", "counts": "pn", "coverage": "pn", "cumulative_gain": "gain",
    "cumulative_gains": "gain", "detection_error_tradeoff": "det", "gains": "gain", "precision_recall": "pr",
    "precision_recall_gain": "prg", "receiver_operating_characteristic": "roc",
}  # fmt: skip
_NAMES = Names("space", NAMES, ALIASES)


@of_curve
def in_space(curve: Curve, space: str, *, between: int = 0) -> Path:
    """The curve in a space of a given name.

    ======== ========================================= ==============================================
    name     axes                                      source
    ======== ========================================= ==============================================
    roc      Recall against Fallout                    Fawcett 2006, Pattern Recognition Letters 27:861
    pn       true against false positives, in items    Fürnkranz & Flach 2005, Machine Learning 58:39
    pr       Precision against Recall                  Davis & Goadrich 2006, ICML
    prg      both as gains over calling all positive   Flach & Kull 2015, NeurIPS
    det      miss rate against Fallout, both as        Martin et al. 1997, Eurospeech
             normal deviates
    gain     Recall against the share called positive  Vuk & Curk 2006, Metodološki zvezki 3:89
    lift     Recall ÷ that share, against that share   Vuk & Curk 2006
    kappa    Cohen's Kappa against Fallout             Kaymak, Ben-David & Potharst 2012, EAAI 25:1082
    ======== ========================================= ==============================================

    Any other name is that of a measure, which is shown against the threshold, see :func:`against_threshold`.
    ``between`` adds so many points between two thresholds, evenly spaced in ROC space: the mixtures of the
    two, which are not on a straight line in every space. In ``prg`` they are, and none are added.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> path = ac.curves.in_space(curve, "gain")
    >>> path
    Path of 5 points in gain space: recall against bias
    >>> path.x, path.y
    (array([0.  , 0.25, 0.5 , 0.75, 1.  ]), array([0. , 0.5, 0.5, 1. , 1. ]))
    """
    name = _known(space)
    if name == "prg":
        return precision_recall_gain(curve)
    if name not in SPACES:
        if between:
            raise InputError(f"between has no use for {name}: between two thresholds no item changes side")
        return against_threshold(curve, name)
    if isinstance(between, bool) or not isinstance(between, int | np.integer) or between < 0:
        raise InputError(f"between is how many points to add between two thresholds, got {between!r}")
    chosen = SPACES[name]
    fp, tp = (_refined(counts.astype(float), int(between)) for counts in (curve.fp, curve.tp))
    thresholds = np.full(len(fp), np.nan)
    thresholds[:: between + 1] = curve.thresholds
    x, y = chosen.points(fp, tp, curve.negatives, curve.positives)
    chance = chosen.chance(curve.negatives, curve.positives)
    return Path(name, x, y, thresholds, chosen.x_name, chosen.y_name, chance, chosen.is_straight)


@of_curve
def against_threshold(curve: Curve, measure: str) -> Path:
    """A measure of the catalogue against the threshold, with the value that guessing as often would have.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> ac.curves.against_threshold(curve, "accuracy").y
    array([0.5 , 0.75, 0.5 , 0.75, 0.5 ])
    """
    from abovechance.measures.registry import measure as measure_called

    found = measure_called(measure)
    values = np.asarray(found(curve.tables), dtype=float)
    guessed = np.asarray(found(curve.tables.expected), dtype=float)
    return Path(
        found.key, curve.thresholds, values, curve.thresholds, "threshold", found.title.lower(),
        (curve.thresholds, guessed), is_straight=False,
    )  # fmt: skip


@of_curve
def precision_recall_gain(curve: Curve) -> Path:
    """The curve of ``(Precision - π) / ((1-π)·Precision)`` against ``(Recall - π) / ((1-π)·Recall)``.

    In ROC space these are ``1 - fpr/tpr`` and ``1 - π(1-tpr) / ((1-π)·tpr)``, so that segments of the ROC
    curve stay straight. The curve begins where Recall equals the prevalence, for what has less is worse than
    calling everything positive (Flach & Kull 2015). No points if there is only one class.

    Examples
    --------
    >>> import abovechance as ac
    >>> path = ac.curves.precision_recall_gain(ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
    >>> path.x, path.y
    (array([0., 0., 1., 1.]), array([1. , 0. , 0.5, 0. ]))
    """
    thresholds, tpr, fpr = _from_prevalence(curve)
    with np.errstate(divide="ignore", invalid="ignore"):
        recall_gain = 1 - np.divide(curve.positives, curve.negatives) * (1 - tpr) / tpr
        precision_gain = (tpr - fpr) / tpr
    # The curve begins where Recall is the prevalence: rounding may have missed 0 there.
    recall_gain[:1] = 0.0
    axes = ("recall gain", "precision gain")
    baseline = np.array([0.0, 1.0]), np.zeros(2)
    return Path("prg", recall_gain, precision_gain, thresholds, *axes, baseline, is_straight=True)


def _known(name: str) -> str:
    """The key of a space, or of a measure."""
    from abovechance.measures.registry import measure

    if name in _NAMES or not isinstance(name, str):
        return _NAMES(name)
    try:
        return measure(name).key
    except UnknownMeasureError as unknown:
        more = "" if _NAMES.near(name) else f", and {unknown}"
        raise InputError(f"{_NAMES.unknown(name)}{more}") from None


def _from_prevalence(curve: Curve) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Thresholds, tpr and fpr from where Recall equals the prevalence, perhaps between two thresholds."""
    if one_class(curve):
        return np.empty(0), np.empty(0), np.empty(0)
    tpr, fpr, prevalence = curve.tpr, curve.fpr, curve.prevalence
    after = int(np.searchsorted(tpr, prevalence, side="left"))
    if tpr[after] == prevalence:
        return curve.thresholds[after:], tpr[after:], fpr[after:]
    step = (prevalence - tpr[after - 1]) / (tpr[after] - tpr[after - 1])
    crossing = fpr[after - 1] + step * (fpr[after] - fpr[after - 1])
    return (
        np.concatenate(([math.nan], curve.thresholds[after:])),
        np.concatenate(([prevalence], tpr[after:])),
        np.concatenate(([crossing], fpr[after:])),
    )


def _refined(values: Floats, between: int) -> Floats:
    """Evenly spaced values added between each two."""
    if not between:
        return values
    steps = np.arange(len(values) * (between + 1) - between) / (between + 1)
    return np.interp(steps, np.arange(len(values)), values)
