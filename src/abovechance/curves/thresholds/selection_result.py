"""``Selection``: a chosen threshold, what it seems to reach and what it may be expected to reach."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.curves.thresholds.point import OperatingPoint
    from abovechance.tables.tables import Tables


@dataclass(frozen=True)
class Estimate:
    """What a chosen threshold seems to reach, and what it may be expected to reach on new items.

    Attributes
    ----------
    measure
        The criterion, or the key of a measure.
    apparent
        The value on the items on which the threshold was chosen.
    value, low, high
        The honest value and its interval.
    se
        The standard error.
    level, method
        The confidence, and how the interval was computed.
    warning, reason
        Why not to trust it, or why there is none.
    """

    measure: str
    apparent: float
    value: float
    low: float
    high: float
    se: float
    level: float
    method: str
    warning: str | None = None
    reason: str | None = None

    @property
    def optimism(self) -> float:
        """By how much the apparent value is too large."""
        return self.apparent - self.value


@dataclass(frozen=True, eq=False, repr=False)
class Selection:
    """A chosen threshold, judged honestly.

    Attributes
    ----------
    point
        The operating point chosen on all items, with its apparent value.
    method
        How it was judged.
    estimates
        The criterion and other measures, apparent and honest.
    table
        The decisions on items that had no part in the choice, brought to the number of items of the curve
        (with ``"split"``, the items set apart); None for ``"optimism"``.
    cuts
        The cuts that were chosen on the parts or resamples.
    cut_low, cut_high
        Between these lie the cuts chosen on resamples, but for one less the level of them; NaN without
        resamples.
    undecided
        On how many parts or resamples nothing could be chosen.
    """

    point: OperatingPoint
    method: str
    estimates: tuple[Estimate, ...]
    table: Tables | None
    cuts: NDArray[np.float64]
    thresholds: NDArray[np.float64]
    cut_low: float
    cut_high: float
    undecided: int

    @property
    def estimate(self) -> Estimate:
        """The criterion."""
        return self.estimates[0]

    def __getitem__(self, name: str) -> Estimate:
        """The estimate of a measure by any of its names."""
        for one in self.estimates:
            if one.measure == name:
                return one
        key = measure(name).key
        for one in self.estimates:
            if one.measure == key:
                return one
        raise InputError(f"{key} was not asked for: name it in measures=")

    def frequencies(self) -> dict[float, float]:
        """How often each threshold of the curve was chosen, the most frequent first."""
        distinct, counts = np.unique(self.thresholds, return_counts=True)
        order = np.argsort(-counts, kind="stable")
        shares = counts[order] / max(len(self.thresholds), 1)
        return dict(zip(distinct[order].tolist(), shares.tolist(), strict=True))

    def to_dict(self) -> dict[str, Any]:
        """The same as plain numbers, lists and text."""
        return {
            "point": self.point.to_dict(),
            "method": self.method,
            "estimates": [asdict(one) | {"optimism": one.optimism} for one in self.estimates],
            "table": None if self.table is None else self.table.to_dict(),
            "cut_low": self.cut_low,
            "cut_high": self.cut_high,
            "frequencies": [{"threshold": t, "share": share} for t, share in self.frequencies().items()],
            "undecided": self.undecided,
        }

    def to_frame(self, backend: str | None = None) -> Any:
        """A row for each measure, as a data frame of pandas, polars or pyarrow."""
        from abovechance.core.frames import to_frame

        rows = self.to_dict()["estimates"]
        return to_frame({name: [row[name] for row in rows] for name in rows[0]}, backend)

    def __repr__(self) -> str:
        """The threshold and a line for each measure."""
        if self.point.position is None:
            return repr(self.point)
        width = max(len(one.measure) for one in self.estimates)
        lines = [f"threshold {self.point.threshold:.6g}, judged by {self.method}"]
        if not np.isnan(self.cut_low):
            share = f"{100 * self.estimate.level:g} %"
            lines[0] += f"; {share} of resamples cut between {self.cut_low:.6g} and {self.cut_high:.6g}"
        lines += [f"{one.measure:{width}}  {_line(one)}" for one in self.estimates]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(repr(self))}</pre>"


def _line(one: Estimate) -> str:
    said = f"{one.value:.4f} ({one.low:.4f} to {one.high:.4f}), apparent {one.apparent:.4f}"
    return said if one.reason is None else f"{one.value:.4f}, apparent {one.apparent:.4f}: {one.reason}"
