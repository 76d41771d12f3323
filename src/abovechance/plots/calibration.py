"""The reliability diagram: how often it is true what is called so probable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from abovechance.core.errors import InputError
from abovechance.curves.summaries.losses import brier, wrong_probability
from abovechance.inference.intervals.proportion import wilson
from abovechance.pictures.picture import Line, Mark, Picture, Scale
from abovechance.plots.display import Display, by_name, classes
from abovechance.plots.paths import area_note

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from abovechance.curves import Curve, Curves

_BINS = 10


class CalibrationDisplay(Display):
    """The share of positive items against the probability that was given.

    The line is that of isotonic regression, whose blocks are the edges of the convex hull of the ROC curve
    (Dimitriadis, Gneiting & Jordan 2021), so that it depends on no choice of bins. Points with intervals are
    bins of about equal size.
    """

    @classmethod
    def from_curves(
        cls, curves: Curve | Curves | Mapping[Any, Curve], *, bins: int = _BINS, level: float | None = 0.95
    ) -> Self:
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
        systems = by_name(curves)
        if isinstance(bins, bool) or not isinstance(bins, int) or bins < 1:
            raise InputError(f"bins must be a whole number from 1, got {bins!r}")
        for name, curve in systems.items():
            wrong = wrong_probability(curve)
            if wrong is not None:
                of = f" of {name!r}" if name else ""
                raise InputError(
                    f"calibration is of probabilities from 0 to 1, but a score{of} is {wrong:g}: "
                    "map scores with abovechance.curves.calibrator first"
                )
        lines = [Line(np.array([0.0, 1.0]), np.array([0.0, 1.0]), stroke="dashed", label="calibrated")]
        marks: list[Mark] = []
        for i, (name, curve) in enumerate(systems.items()):
            x, y = _isotonic(curve)
            lines.append(Line(x, y, name, area_note("Brier", brier(curve).value), i))
            if level is not None and len(systems) == 1 and not curve.is_weighted:
                scores, shares, low, high = _bins(curve, bins, level)
                columns = zip(scores.tolist(), shares.tolist(), low.tolist(), high.tolist(), strict=True)
                marks += [Mark(x, y, "", i, *bounds) for x, y, *bounds in columns]
        return cls(
            Picture(
                f"Reliability: {classes(systems)}",
                Scale("Probability given"),
                Scale("Share of positive items"),
                tuple(lines),
                marks=tuple(marks),
                square=True,
            )
        )


def _isotonic(curve: Curve) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The calibrated probability over the scores of each block, from its lowest to its highest."""
    at = curve.hull_positions
    share = np.diff(curve.tp[at]) / (np.diff(curve.tp[at]) + np.diff(curve.fp[at]))
    lowest, highest = curve.thresholds[at[1:]], curve.thresholds[at[:-1] + 1]
    return np.column_stack([lowest, highest])[::-1].ravel(), np.repeat(share[::-1], 2)


def _bins(
    curve: Curve, bins: int, level: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Mean score, share of positive items and its interval, of bins of items; equal scores stay together."""
    both = np.diff(curve.tp) + np.diff(curve.fp)
    before = np.concatenate(([0], np.cumsum(both)[:-1]))
    cell = np.minimum(before * bins // max(int(both.sum()), 1), bins - 1)
    starts = np.flatnonzero(np.diff(cell, prepend=-1))
    sizes, found = np.add.reduceat(both, starts), np.add.reduceat(np.diff(curve.tp), starts)
    means = np.add.reduceat(both * curve.thresholds[1:], starts) / sizes
    low, high = wilson(found.astype(float), sizes.astype(float), level)
    return means[::-1], (found / sizes)[::-1], np.asarray(low)[::-1], np.asarray(high)[::-1]
