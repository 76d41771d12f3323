"""``summary``: a curve in numbers, each with the level of chance and what is thought of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from abovechance.curves.curve.ranking import amount
from abovechance.curves.summaries.declared import curve_measure, curve_measures

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from abovechance.core.labels import Label
    from abovechance.curves.curve.curve import Curve
    from abovechance.curves.summaries.declared import CurveMeasure


@dataclass(frozen=True)
class Summarised:
    """One number of a summary.

    Attributes
    ----------
    measure : CurveMeasure
        What is known of it.
    value : float
        NaN where it is undefined.
    chance : float or None
        What scores that say nothing of the truth are expected to get; None if that depends on more than the
        prevalence.
    reason : str or None
        Why the value is undefined.
    """

    measure: CurveMeasure
    value: float
    chance: float | None
    reason: str | None


@dataclass(frozen=True, eq=False, repr=False)
class Summary:
    """A curve in numbers.

    Attributes
    ----------
    positive : label
        The positive class.
    positives, negatives : number
        How many items of each class there are, or their weight.
    entries : tuple of Summarised
    """

    positive: Label
    positives: Any
    negatives: Any
    entries: tuple[Summarised, ...]

    def __getitem__(self, name: str) -> float:
        """One of the numbers by its key or another name; NaN where it is undefined."""
        key = curve_measure(name).key
        return next(entry.value for entry in self.entries if entry.measure.key == key)

    def rows(self) -> Iterator[dict[str, Any]]:
        """One row for each number: its value, chance, and what is known of it."""
        for entry in self.entries:
            known = entry.measure
            yield {
                "key": known.key,
                "title": known.title,
                "value": entry.value,
                "chance": entry.chance,
                "best": known.best,
                "reason": entry.reason,
                "meaning": known.meaning,
                "formula": known.formula,
                "source": "; ".join(known.source),
                "advice": known.advice,
            }

    def to_dict(self) -> dict[str, Any]:
        """The same as plain numbers, lists and text."""
        about = {name: getattr(self, name) for name in ("positive", "positives", "negatives")}
        return about | {"measures": list(self.rows())}

    def to_frame(self, backend: str | None = None) -> Any:
        """One row for each number, as a data frame of pandas, polars or pyarrow."""
        from abovechance.core.frames import to_frame

        rows = list(self.rows())
        return to_frame({name: [row[name] for row in rows] for name in rows[0]}, backend)

    def __repr__(self) -> str:
        """A table of values and of chance."""
        width = max(len(entry.measure.title) for entry in self.entries)
        lines = [
            f"{amount(self.positives)} positive ({self.positive!r}), {amount(self.negatives)} negative",
            f"{'':<{width}}    value   chance",
        ]
        lines += [f"{entry.measure.title:<{width}}  {_line(entry)}".rstrip() for entry in self.entries]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(repr(self))}</pre>"


def _line(entry: Summarised) -> str:
    if entry.reason is not None:
        return f"undefined: {entry.reason}"
    return f"{entry.value:7.4f}" + ("" if entry.chance is None else f"  {entry.chance:7.4f}")


def summary(curve: Curve, measures: str | Iterable[str] | None = None) -> Summary:
    """All numbers that sum up a curve, or those named.

    Parameters
    ----------
    curve
        The curve.
    measures
        One or more names of ``curve_measures()``; without them all.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> ac.curves.summary(curve, ["auc", "auch", "average_precision", "brier"])
    2 positive (1), 2 negative
                         value   chance
    AUC                 0.7500   0.5000
    AUCH                0.8750   0.5000
    Average precision   0.8333   0.5000
    Brier score         0.1581
    """
    if isinstance(measures, str):
        measures = (measures,)
    chosen = curve_measures() if measures is None else tuple(map(curve_measure, measures))
    entries = tuple(_summarised(curve, m) for m in chosen)
    return Summary(curve.positive, curve.positives, curve.negatives, entries)


def _summarised(curve: Curve, m: CurveMeasure) -> Summarised:
    reason = m.why(curve)
    value = math.nan if reason else m.function(curve)
    return Summarised(m, value, m.chance_of(curve), reason)
