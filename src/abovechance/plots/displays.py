"""The displays: which picture of curves each of them draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

from abovechance.measures.headlines import OVER_THRESHOLDS
from abovechance.pictures.curves.calibration import BINS, calibration
from abovechance.pictures.curves.costs import brier_curves, cost_curves, decision_curves
from abovechance.pictures.curves.roc import roc_curves
from abovechance.pictures.curves.spaces import curves_in_space
from abovechance.pictures.curves.thresholds import over_thresholds
from abovechance.plots.display import Display

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from abovechance.curves import Curve, Curves
    from abovechance.pictures.curves.roc import Points

    Given = Curve | Curves | Mapping[Any, Curve]


class RocDisplay(Display):
    """Recall against Fallout: the height above the diagonal is Informedness."""

    @classmethod
    def from_curves(
        cls,
        curves: Given,
        *,
        hull: bool | None = None,
        points: Points | None = None,
        costs: tuple[float, float] | None = None,
        prevalence: float | None = None,
        isometrics: str | None = None,
        kite: bool = False,
        bands: bool | str | None = None,
        level: float | None = 0.95,
    ) -> Self:
        """Work out the picture.

        Parameters
        ----------
        curves
            A curve, or several by their names.
        hull
            Whether to draw the convex hull of each, as a thin line; None for up to four systems.
        points
            Operating points to mark: a criterion, such as ``"informedness"``, by which the best threshold of
            each system is found; or what :func:`~abovechance.curves.operating_point` gave, one or several;
            or what :func:`~abovechance.curves.select_threshold` gave, whose honest value is written beside
            it; or a mapping of names to those. A chosen point is named by its cut, which is what to use on
            new items; the key names those of more than three points.
        costs
            The costs of an error on a positive and on a negative item: a line of equal cost is drawn where it
            touches each hull, and the point there is marked.
        prevalence
            The prevalence where the classifier will be used, for the costs and isometrics; by default that
            of the curves.
        isometrics
            A measure whose lines of equal value are drawn, as pale dotted lines.
        kite
            Whether to draw the kite of the one operating point of ``points`` or ``costs``: its corners are
            the point, the ends of the chance line and the perverse system, which gives each item the other
            label. Its area is Informedness (Powers 2007, section 2.5 and Figure 1).
        bands
            Whether to draw the band that holds the whole true curve, or by which method of
            :func:`~abovechance.curves.uncertainty.roc_bands.band`; None for up to two systems.
        level
            The confidence of the bands, and of the intervals of the AUC in the key; None for none.

        Examples
        --------
        >>> from abovechance.plots import RocDisplay
        >>> display = RocDisplay.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], points="informedness")
        >>> display.picture.marks[0].x, display.picture.marks[0].y
        (0.0, 0.5)
        """
        return cls(
            roc_curves(
                curves, hull=hull, points=points, costs=costs, prevalence=prevalence, isometrics=isometrics,
                kite=kite, bands=bands, level=level,
            )
        )  # fmt: skip


class _SpaceDisplay(Display):
    """Curves in a space, which is a variable of each class."""

    space: ClassVar[str]

    @classmethod
    def from_curves(cls, curves: Given) -> Self:
        """Work out the picture."""
        return cls(curves_in_space(curves, cls.space))


class PnDisplay(_SpaceDisplay):
    """True against false positives in items, where lines of equal cost have the slope of the costs alone."""

    space = "pn"


class PrecisionRecallDisplay(_SpaceDisplay):
    """Precision against Recall, interpolated as counts are (Davis & Goadrich 2006), above the prevalence."""

    space = "pr"


class PrecisionRecallGainDisplay(_SpaceDisplay):
    """Precision gain against Recall gain, where lines are straight and chance is 0 (Flach & Kull 2015).

    A gain below that of chance is shown down to -1.
    """

    space = "prg"


class DetDisplay(_SpaceDisplay):
    """Misses against false alarms on axes of normal deviates, where normal scores give straight lines.

    A rate of 0 or 1 has an infinite deviate: such points are drawn at the edge.
    """

    space = "det"


class GainDisplay(_SpaceDisplay):
    """Recall against the share of items that are called positive."""

    space = "gain"


class LiftDisplay(_SpaceDisplay):
    """How many times more positive items there are among those called positive than among all."""

    space = "lift"


class KappaDisplay(_SpaceDisplay):
    """Cohen's Kappa against the false positive rate (Kaymak, Ben-David & Potharst 2012)."""

    space = "kappa"


class CostDisplay(Display):
    """The least expected cost for every prevalence and every ratio of costs (Drummond & Holte 2006).

    Below the dashed triangle, which is the cost of calling all items alike, a system is of use. Of a single
    system, the thin lines are those of the thresholds that make up the envelope.
    """

    @classmethod
    def from_curves(cls, curves: Given) -> Self:
        """Work out the picture."""
        return cls(cost_curves(curves))


class BrierDisplay(Display):
    """The loss of a user who takes scores for probabilities; the area is the Brier score.

    The thin line is the loss after calibration: what lies between is the loss of calibration.
    """

    @classmethod
    def from_curves(cls, curves: Given) -> Self:
        """Work out the picture."""
        return cls(brier_curves(curves))


class DecisionDisplay(Display):
    """The net benefit of acting on a probability, or on all, or on none (Vickers & Elkin 2006)."""

    @classmethod
    def from_curves(cls, curves: Given, *, prevalence: float | None = None) -> Self:
        """Work out the picture, where ``prevalence`` is that of the place of use."""
        return cls(decision_curves(curves, prevalence=prevalence))


class ThresholdDisplay(Display):
    """Measures of one system, or one measure of several, against the threshold."""

    @classmethod
    def from_curves(
        cls,
        curves: Given,
        measures: str | Sequence[str] = OVER_THRESHOLDS,
        *,
        level: float | None = 0.95,
        threshold: float | None = None,
    ) -> Self:
        """Work out the picture.

        Parameters
        ----------
        curves
            A curve, or several by their names; of several only the first measure is shown.
        measures
            Names of measures, at least one.
        level
            The confidence of the ribbons; None for none. They hold at each threshold by itself.
        threshold
            A threshold to mark.
        """
        return cls(over_thresholds(curves, measures, level=level, threshold=threshold))


class CalibrationDisplay(Display):
    """The share of positive items against the probability that was given.

    The line is that of isotonic regression, whose blocks are the edges of the convex hull of the ROC curve
    (Dimitriadis, Gneiting & Jordan 2021), so that it depends on no choice of bins. Points with intervals are
    bins of about equal size, with their numbers of items.
    """

    @classmethod
    def from_curves(cls, curves: Given, *, bins: int = BINS, level: float | None = 0.95) -> Self:
        """Work out the picture.

        Parameters
        ----------
        curves
            A curve, or several by their names, whose scores are probabilities.
        bins
            How many bins there are, of about equal size; at least one.
        level
            The confidence of the bins' intervals (Wilson); None for none.
        """
        return cls(calibration(curves, bins=bins, level=level))
