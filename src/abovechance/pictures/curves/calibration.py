"""The reliability diagram: how often it is true what is called so probable."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.errors import InputError
from abovechance.curves.summaries.losses import brier, wrong_probability
from abovechance.inference.intervals.proportion import wilson
from abovechance.pictures.curves.names import by_name, classes
from abovechance.pictures.curves.paths import area_note
from abovechance.pictures.picture import Line, Mark, Picture, Scale

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.curves import Curve
    from abovechance.pictures.curves.names import Given

BINS = 10
_MOST_BINNED = 3  # of more systems the points would cover each other
_MOST_COUNTED_BINS = 12  # of more bins the numbers of items would cover each other


def calibration(curves: Given, *, bins: int = BINS, level: float | None = 0.95) -> Picture:
    """The share of positive items against the probability that was given, with the items of each bin."""
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
    counted: list[int] = []
    alone, few = len(systems) == 1, len(systems) <= _MOST_BINNED
    for i, (name, curve) in enumerate(systems.items()):
        x, y = _isotonic(curve)
        lines.append(Line(x, y, name, area_note("Brier", brier(curve).value), i))
        if level is not None and not curve.is_weighted:
            found = _bins(curve, bins, level, i)
            counted += [int(mark.text) for mark in found]
            marks += found if alone else [Mark(m.x, m.y, "", i) for m in found] if few else []
    if marks and alone:
        marks = marks if bins <= _MOST_COUNTED_BINS else [replace(mark, text="") for mark in marks]
        notes: tuple[str, ...] = (f"points: bins with their items and {100 * (level or 0):g} % intervals",)
    else:
        notes = (_bins_said(counted, bins, shown=few),) if counted else ()
    return Picture(
        f"Reliability: {classes(systems)}",
        Scale("Probability given"),
        Scale("Share of positive items"),
        tuple(lines),
        marks=tuple(marks),
        square=True,
        notes=notes,
    )


def _bins_said(counted: list[int], bins: int, *, shown: bool) -> str:
    """How many items the bins of several systems have, whose numbers would cover each other."""
    least, most = min(counted), max(counted)
    each = f"{least}" if least == most else f"{least} to {most}"
    return f"{'points: bins' if shown else f'each in up to {bins} bins'} of {each} items"


def _isotonic(curve: Curve) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The calibrated probability over the scores of each block, from its lowest to its highest."""
    at = curve.hull_positions
    share = np.diff(curve.tp[at]) / (np.diff(curve.tp[at]) + np.diff(curve.fp[at]))
    lowest, highest = curve.thresholds[at[1:]], curve.thresholds[at[:-1] + 1]
    return np.column_stack([lowest, highest])[::-1].ravel(), np.repeat(share[::-1], 2)


def _bins(curve: Curve, bins: int, level: float, i: int) -> list[Mark]:
    """Mean score, share of positive items with its interval, and number of items of bins of about equal size.

    Equal scores stay together.
    """
    both = np.diff(curve.tp) + np.diff(curve.fp)
    # A score is in the bin of its first item, so that equal scores stay together.
    before = np.concatenate(([0], np.cumsum(both)[:-1]))
    cell = np.minimum(before * bins // max(int(both.sum()), 1), bins - 1)
    starts = np.flatnonzero(np.diff(cell, prepend=-1))
    sizes, found = np.add.reduceat(both, starts), np.add.reduceat(np.diff(curve.tp), starts)
    means = np.add.reduceat(both * curve.thresholds[1:], starts) / sizes
    low, high = wilson(found.astype(float), sizes.astype(float), level)
    columns = zip(
        means.tolist(), (found / sizes).tolist(), sizes.tolist(), np.asarray(low).tolist(),
        np.asarray(high).tolist(), strict=True,
    )  # fmt: skip
    return [Mark(mean, share, f"{size:g}", i, least, most) for mean, share, size, least, most in columns][
        ::-1
    ]
