"""Scores that rank better: concavities of the ROC curve inverted or tied, and scores made probabilities."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.result import ColumnResult, Result
from abovechance.curves.costs.deployment import at_prevalence
from abovechance.curves.curve.arguments import of_curve
from abovechance.curves.curve.curve import Curve
from abovechance.curves.curve.edges import hull_edges
from abovechance.curves.geometry.concavities import lost_twice, sections
from abovechance.inference.arguments import checked_seed
from abovechance.intake.codes.rank import checked_scores

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from abovechance.core.arrays import Column
    from abovechance.curves.geometry.concavities import Concavity

    Method = Literal["invert", "tie"]

_ALL_BUT_SIGN = np.int64(2**63 - 1)


@dataclass(frozen=True, eq=False)
class Repair(Result):
    """A scorer on top of a scorer: it maps raw scores to scores whose ROC curve dips less.

    Call it with scores. It can be pickled, or written down with :meth:`to_dict` and read with
    :meth:`from_dict`.

    Attributes
    ----------
    sections : tuple of pairs
        The lowest and the highest raw score of each section that is changed; all other scores stay.
    method : str
        ``"invert"``: the order of a section is reversed; ``"tie"``: its scores become one.
    chosen_on, rejected
        What chose the sections, ``"validation"`` data, ``"folds"`` or the ``"sample"`` itself, and how many
        concavities of the curve were left as they are.
    sample_gain, validated_gain : float
        By how much the AUC of the curve rises, which flatters: its own dips were looked for; and that of the
        data that chose the sections, or of a fold by what the others would have repaired (NaN without).
    """

    sections: tuple[tuple[float, float], ...]
    method: Method
    chosen_on: str
    rejected: int
    sample_gain: float
    validated_gain: float

    def __call__(self, scores: Column) -> NDArray[np.float64]:
        """The repaired scores."""
        raw = checked_scores(scores).astype(np.float64)
        repaired = raw.copy()
        for low, high in self.sections:
            inside = (raw >= low) & (raw <= high)
            repaired[inside] = low if self.method == "tie" else _mirrored(raw[inside], low, high)
        return repaired

    def apply(self, curve: Curve) -> Curve:
        """The curve of the repaired scores of the items of a curve."""
        return Curve.from_counts(
            self(curve.thresholds[1:]), np.diff(curve.tp), np.diff(curve.fp), positive=curve.positive,
            negative=curve.negative,
        )  # fmt: skip

    def __repr__(self) -> str:
        """What is changed, and what it gains."""
        where = ", ".join(f"{low:.6g} to {high:.6g}" for low, high in self.sections) or "nothing"
        gains = f"AUC +{self.sample_gain:.4f} on the sample"
        if self.chosen_on != "sample":
            gains += f", {self.validated_gain:+.4f} on {self.chosen_on}"
        return f"Repair that {self.method}s {where} ({self.rejected} concavities left): {gains}"

    @classmethod
    def from_dict(cls, facts: dict[str, Any]) -> Repair:
        """The scorer that :meth:`to_dict` wrote down."""
        sections = tuple((float(low), float(high)) for low, high in facts["sections"])
        gain = facts["validated_gain"]
        return cls(**facts | {"sections": sections, "validated_gain": float("nan") if gain is None else gain})


@of_curve
def repair(
    curve: Curve,
    *,
    validation: Curve | None = None,
    folds: int | None = 5,
    method: Method = "invert",
    level: float | None = 0.95,
    seed: int | None = 0,
) -> Repair:
    """Repair the concavities of a ROC curve, those that are found again on other data.

    Reversing the order of the scores of a concavity takes each point C between its ends A and B to
    ``A + B - C``, above the hull (Flach & Wu 2005, Repairing concavities in ROC curves, IJCAI); the AUC rises
    by ``dx·dy·(1 - 2·local AUC)``. Tying them takes the curve to its hull, for half of that. Every sample has
    dips, so gains on the same sample mean nothing: a section is repaired only if this raises the AUC of data
    that did not show it, and by more than chance would.

    Parameters
    ----------
    validation : Curve
        The same scorer on other items, on which each concavity is tried.
    folds : int or None
        Without validation data, into how many parts to deal the items. What the other parts would have
        repaired is tried on each part, and counts for the concavity that it overlaps most. None: keep all
        concavities.
    method : str
        ``"invert"`` or ``"tie"``.
    level : float or None
        How sure to be that a section ranks worse than a coin: the confidence of a one-sided Mann–Whitney test
        on the data that it is tried on. None: keep whatever gains at all, which on concave curves is noise.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 1, 0, 0, 1, 1], [1, 2, 3, 4, 5, 6, 7, 8])
    >>> scorer = ac.curves.repair(curve, folds=None)
    >>> scorer
    Repair that inverts 3 to 6 (0 concavities left): AUC +0.2500 on the sample
    >>> scorer.apply(curve).auc
    1.0
    """
    if method not in ("invert", "tie"):
        raise InputError(f"method must be 'invert' or 'tie', not {method!r}")
    if validation is not None and not isinstance(validation, Curve):
        raise InputError(f"validation must be a Curve of the same scorer, got {type(validation).__name__}")
    found = tuple(sections(curve))
    source, gains = _tried(curve, found, validation, folds, seed)
    # A concavity is repaired only if its gain on other data is beyond chance.
    least = _least_deviation(level, weighted=validation is not None and validation.is_weighted)
    # Tying moves the curve up to its chord, inverting as far again beyond it.
    share = 1.0 if method == "invert" else 0.5
    kept = [(s, g.gain) for s, g in zip(found, gains, strict=True) if g.gain > least * np.sqrt(g.variance)]
    return Repair(
        sections=tuple((s.low_score, s.high_score) for s, _ in kept),
        method=method,
        chosen_on=source,
        rejected=len(found) - len(kept),
        sample_gain=share * sum(s.gain_by_inverting for s, _ in kept),
        validated_gain=float("nan") if source == "sample" else share * sum(gain for _, gain in kept),
    )


def _tried(
    curve: Curve, found: tuple[Concavity, ...], validation: Curve | None, folds: int | None, seed: int | None
) -> tuple[str, list[_Gain]]:
    """By how much inverting each concavity raises the AUC of other data."""
    if validation is not None:
        return "validation", [_gain(validation, s.low_score, s.high_score) for s in found]
    if folds is None:
        return "sample", [_Gain(s.gain_by_inverting, 0.0) for s in found]
    gains = dict.fromkeys(found, _Gain(0.0, 0.0))
    for rest, part in _parts(curve, folds, seed):
        for other in sections(rest):
            # A fold finds its concavities slightly elsewhere: each counts for the one it overlaps most.
            nearest = max(found, key=lambda s: _overlap(s, other), default=None)
            if nearest is not None and _overlap(nearest, other) > 0:
                gains[nearest] = gains[nearest].plus(_gain(part, other.low_score, other.high_score), folds)
    return "folds", list(gains.values())


class _Gain(NamedTuple):
    """By how much the AUC rises, and how much that varies if scores of the section say nothing."""

    gain: float
    variance: float

    def plus(self, other: _Gain, folds: int) -> _Gain:
        """The mean over parts, summed up part by part."""
        return _Gain(self.gain + other.gain / folds, self.variance + other.variance / folds**2)


def _gain(curve: Curve, low: float, high: float) -> _Gain:
    """What inverting the scores from ``low`` to ``high`` does to the AUC of a curve."""
    start = int(np.searchsorted(-curve.thresholds[1:], -high, side="left"))
    stop = curve.position(low)
    whole = curve.positives * curve.negatives
    if not whole:
        return _Gain(0.0, 0.0)
    p, n = (float(counts[stop] - counts[start]) for counts in (curve.tp, curve.fp))
    return _Gain(lost_twice(curve, start, stop) / whole, p * n * (p + n + 1) / (3 * float(whole) ** 2))


def _least_deviation(level: float | None, *, weighted: bool) -> float:
    """How many standard errors a gain must be above 0."""
    if level is None:
        return 0.0
    if isinstance(level, bool) or not isinstance(level, int | float) or not 0.5 <= level < 1:
        raise InputError(f"level must be a number from 0.5 on and below 1, or None, got {level!r}")
    if weighted:
        raise InputError(
            "validation has weights, so the number of independent items is not known: use level=None"
        )
    return NormalDist().inv_cdf(level)


def _overlap(one: Concavity, other: Concavity) -> int:
    return min(one.stop, other.stop) - max(one.start, other.start)


def _parts(curve: Curve, folds: int, seed: int | None) -> Iterator[tuple[Curve, Curve]]:
    """The items dealt into parts at random: for each part all others, and itself."""
    if isinstance(folds, bool) or not isinstance(folds, int | np.integer) or folds < 2:
        raise InputError(f"folds is how many parts to deal the items into, 2 or more, or None, got {folds!r}")
    if curve.is_weighted:
        raise InputError(
            "items of a curve of weights cannot be dealt into folds: give validation=, or folds=None to keep "
            "all concavities"
        )
    rng = np.random.default_rng(checked_seed(seed))
    shares = np.full(folds, 1 / folds)
    # Items of one score are alike, so dealing their numbers is the same as dealing them one by one.
    tp, fp = (rng.multinomial(np.diff(counts), shares) for counts in (curve.tp, curve.fp))
    for i in range(folds):
        part = replace(curve, tp=_cumulated(tp[:, i]), fp=_cumulated(fp[:, i]))
        yield replace(curve, tp=curve.tp - part.tp, fp=curve.fp - part.fp), part


def _cumulated(counts: NDArray[Any]) -> NDArray[Any]:
    return np.append(0, np.cumsum(counts))


def _mirrored(scores: NDArray[np.float64], low: float, high: float) -> NDArray[np.float64]:
    """Scores in reverse order between the same ends.

    They are mirrored by their place among all floating-point numbers, so that no two become equal and
    infinite ones have a mirror image.
    """
    keys, ends = _keys(scores), _keys(np.array([low, high]))
    # the sum of the ends may wrap around, and comes back as the result is between them
    mirrored = (ends[0] - keys) + ends[1] if len(keys) else keys
    bits = np.where(mirrored < 0, (mirrored - 1) ^ _ALL_BUT_SIGN, mirrored)
    return bits.view(np.float64)


def _keys(scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """The places of numbers in the order of all floating-point numbers; both zeros have place 0."""
    bits = scores.view(np.int64)
    return np.where(bits < 0, (bits ^ _ALL_BUT_SIGN) + 1, bits)


@dataclass(frozen=True, eq=False)
class Calibrator(ColumnResult):
    """A scorer on top of a scorer: it maps raw scores to calibrated probabilities of the positive class.

    Call it with scores. It can be pickled, or written down with :meth:`to_dict` and read with
    :meth:`from_dict`. ``thresholds`` are the lowest score of each step, descending, as ``probabilities`` are;
    scores below the last belong to it.
    """

    thresholds: NDArray[np.float64]
    probabilities: NDArray[np.float64]

    def __call__(self, scores: Column) -> NDArray[np.float64]:
        """The probabilities of the positive class."""
        raw = checked_scores(scores).astype(np.float64)
        step = np.searchsorted(-self.thresholds, -raw, side="left")
        found = self.probabilities[np.minimum(step, len(self.thresholds) - 1)]
        return np.where(np.isnan(raw), np.nan, found)

    def __repr__(self) -> str:
        """The number of steps and the range."""
        steps, p = len(self.thresholds), self.probabilities
        return f"Calibrator of {steps} steps, probabilities {p[-1]:.4g} to {p[0]:.4g}"

    @classmethod
    def from_dict(cls, facts: dict[str, Any]) -> Calibrator:
        """The scorer that :meth:`to_dict` wrote down."""
        return cls(np.array(facts["thresholds"], dtype=float), np.array(facts["probabilities"], dtype=float))


@of_curve
def calibrator(curve: Curve, *, prevalence: float | None = None) -> Calibrator:
    """The map from scores to calibrated probabilities that the convex hull is.

    A score has the share of positive items on its edge of the hull, which is isotonic regression by pooling
    adjacent violators (Fawcett & Niculescu-Mizil 2007, PAV and the ROC convex hull, Machine Learning 68:97).
    The curve should be of items that the scorer was not trained on; ``prevalence`` is the share of positives
    where the probabilities will be used, if it is another.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 0, 1, 1], [-3, -1, -2, 2, 4, 5])
    >>> ac.curves.calibrator(curve)([-9, -2, 0, 2, 4]).round(4)
    array([0.    , 0.3333, 0.3333, 0.3333, 1.    ])
    """
    blocks = hull_edges(curve if prevalence is None else at_prevalence(curve, prevalence))
    return Calibrator(blocks.thresholds[1:], blocks.probabilities)
