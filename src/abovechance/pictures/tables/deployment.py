"""Pictures of a deployment: measures against the prevalence, some bend and Informedness stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.measures.headlines import DRAWN_OF_A_DEPLOYMENT
from abovechance.measures.registry import declared
from abovechance.pictures.forests import chance_of, forest, row, title_of
from abovechance.pictures.picture import Area, Line, Mark, Picture, Scale

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from abovechance.evaluation.deployment.curve import PrevalenceCurve
    from abovechance.evaluation.deployment.deploy import Deployment
    from abovechance.pictures.picture import Forest
    from abovechance.pictures.results import Pictures

_MOST = 5
_MOST_BANDS = 2  # more would lie over each other


def of_deployment(result: Deployment) -> Pictures:
    """Measures against the prevalence, and as they will be."""
    return {
        "prevalence": lambda: measures_deployed(result),
        "measures": lambda: forest_of_deployed(result),
    }


def of_curve(result: PrevalenceCurve) -> Pictures:
    """Measures against the prevalence of the class that varies, the first of several."""
    return {"prevalence": lambda: _drawn(result, str(result.varied[0]), None)}


def measures_deployed(found: Deployment, measures: Sequence[str] | None = None) -> Picture:
    """Measures against the prevalence, with marks where they will be.

    Of more than two classes the prevalence is that of the class that will be most frequent.
    """
    shares, positive = found.prevalence.shares, found.prevalence.positive
    labels = found.prevalence.labels
    place = int(np.argmax(shares)) if positive is None else labels.index(positive)
    return _drawn(found.curve(), str(labels[place]), shares[place], measures)


def forest_of_deployed(found: Deployment) -> Forest:
    """The measures of all items as they will be, each beside what chance reaches."""
    keys = _shares(x.measure for x in found.values)
    rows = [
        row(
            title_of(x.measure) + ("" if x.label in (None, found.prevalence.positive) else f" ({x.label})"),
            (x.low + x.high) / 2 if np.isnan(x.value) else x.value,
            x.low,
            x.high,
            chance=chance_of(x.measure),
        )
        for x in found.values
        if x.group is None and x.measure in keys
    ]
    return forest(f"Measures at a prevalence of {found.prevalence.said}", rows)


def _drawn(
    curve: PrevalenceCurve, varied: str, at: float | None, measures: Sequence[str] | None = None
) -> Picture:
    """Lines with bands, of a set of tables their middles."""
    of_table = (curve.varied == varied) & np.isin(curve.label, ("", varied))
    known = _shares(curve.measure[of_table].tolist())
    keys = list(measures or [key for key in DRAWN_OF_A_DEPLOYMENT if key in known] or known)[:_MOST]
    lines: list[Line] = []
    areas: list[Area] = []
    marks: list[Mark] = []
    banded: list[str] = []
    for i, key in enumerate(keys):
        here = of_table & (curve.measure == key)
        # A measure may be there for the whole table and for the class: the first is drawn.
        here &= curve.label == curve.label[here][0]
        x, value, low, high = (getattr(curve, name)[here] for name in ("prevalence", "value", "low", "high"))
        value = (low + high) / 2 if np.isnan(value).all() else value
        lines.append(Line(x, value, title_of(key), system=i))
        if np.isfinite(low).any() and len(areas) < _MOST_BANDS:
            areas.append(Area(x, low, high, i))
            banded.append(title_of(key))
        if at is not None:
            marks.append(Mark(at, float(np.interp(at, x, value)), "", i))
    least = min((float(np.nanmin(line.y, initial=0.0)) for line in lines), default=0.0)
    return Picture(
        "Measures against the prevalence",
        Scale(f"Prevalence of {varied}"),
        Scale("Value", -1.0 if least < 0 else 0.0),
        tuple(lines),
        tuple(areas),
        tuple(marks),
        notes=(
            *(() if at is None else (f"marks: at {at:.4g}",)),
            *((f"shaded: the bounds of {' and '.join(banded)}",) if banded else ()),
        ),
    )


def _shares(keys: Iterable[str]) -> list[str]:
    """Those of the measures that lie between −1 and 1."""
    found = {key: declared(key) for key in keys}
    return [key for key, m in found.items() if m is not None and m.low >= -1 and m.high <= 1]
