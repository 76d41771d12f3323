"""Measures against prevalence: the same system where its classes are more or less frequent."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from abovechance.measures.compute import compute_arrays
from abovechance.measures.headlines import TRADITIONAL
from abovechance.measures.registry import measure, measures
from abovechance.pictures.picture import Line, Mark, Picture, Scale
from abovechance.tables.tables import Axis, Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.core.labels import Label

PREVALENCES = (0.001, *(i / 50 for i in range(1, 50)), 0.999)


def against_prevalence(
    table: Tables,
    keys: Sequence[str] = TRADITIONAL,
    *,
    of: Label | None = None,
    faint: Sequence[str] = (),
    title: str = "The same system at other prevalences",
    reweighted: Tables | None = None,
) -> Picture:
    """Measures of one table whose classes have other frequencies, the rates of each class as they are.

    Parameters
    ----------
    table
        One table, of whose every class there are items.
    keys, faint
        The measures that are drawn with their names, and those drawn as thin grey lines.
    of
        The class whose prevalence moves, the positive or the first one unless given; of more than two the
        others keep their proportions.
    reweighted
        The table at ``PREVALENCES``, if another picture was made of it.

    Examples
    --------
    >>> import abovechance as ac
    >>> drawn = against_prevalence(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28), ["informedness", "f1"])
    >>> {line.name: line.y[[1, 25, 49]].round(2).tolist() for line in drawn.lines}
    {'Informedness': [0.2, 0.2, 0.2], 'F-measure': [0.06, 0.56, 0.66]}
    """
    label = of if of is not None else table.positive if table.positive is not None else table.labels[0]
    at = table.labels.index(label)
    x = np.array(PREVALENCES)
    again = at_prevalences(table, at, x) if reweighted is None else reweighted
    values = compute_arrays(again, [*keys, *faint])
    here = compute_arrays(table, list(keys))
    total = float(table.total)
    now = float(table.counts[at].sum()) / total if total else math.nan
    lines = [
        Line(x, _of_class(key, values[key], table, at), note=measure(key).title, stroke="thin")
        for key in faint
    ]
    marks = []
    for i, key in enumerate(keys):
        lines.append(Line(x, _of_class(key, values[key], table, at), measure(key).title, system=i))
        value = float(_of_class(key, here[key], table, at))
        if math.isfinite(now) and math.isfinite(value):
            marks.append(Mark(now, value, f"{measure(key).title} {value:.3f}", i))
    finite = (line.y[np.isfinite(line.y)] for line in lines)
    low = min((float(values.min()) for values in finite if len(values)), default=0.0)
    scale = Scale("Value", min(0.0, math.floor(low * 10) / 10), 1.0)
    return Picture(title, Scale(f"Prevalence of {label}"), scale, tuple(lines), marks=tuple(marks))


def with_prevalence() -> tuple[str, ...]:
    """The keys of all traditional measures from 0 to 1 that need no parameter: what is drawn faintly.

    Examples
    --------
    >>> "f2" in with_prevalence(), "odds_ratio" in with_prevalence()
    (True, False)
    """
    return tuple(
        m.key
        for m in measures()
        if m.kind == "traditional" and (m.low, m.high) == (0.0, 1.0) and not m.parameters
    )


def at_prevalences(table: Tables, at: int, prevalences: NDArray[np.float64]) -> Tables:
    """The same rows at other frequencies of one class; what is undefined stays so."""
    counts = table.counts.astype(float)
    rows = counts.sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        rates = counts / rows[:, None]
        others = np.where(np.arange(len(rows)) == at, 0.0, rows)
        others = others / others.sum()
        shares = (1 - prevalences)[:, None] * others
    shares[:, at] = prevalences
    # A class without items has no rates, and its cells stay empty.
    cells = np.nan_to_num(shares[:, :, None] * rates) * rows.sum()
    axes = (Axis("prevalence", tuple(prevalences.tolist())),)
    return Tables.from_counts(cells, table.labels, positive=table.positive, axes=axes)


def _of_class(key: str, values: NDArray[np.float64], table: Tables, at: int) -> NDArray[np.float64]:
    """Of measures of each of more than two classes the value of one."""
    return values[..., at] if measure(key).scope == "binary" and len(table.labels) != 2 else values
