"""Samples of a system whose skill is known: their intervals, and what shuffled predictions bring."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.text import p_said
from abovechance.inference.intervals.interval import interval
from abovechance.inference.resampling.margins import Draws, random_tables
from abovechance.inference.significance.test import test
from abovechance.measures.compute import compute_arrays
from abovechance.pictures.forests import forest, row
from abovechance.pictures.picture import Area, Line, Mark, Picture, Scale
from abovechance.simulation.simulate import simulate
from abovechance.tables.tables import Axis, Tables
from abovechance.web.numbers import bounds, number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.pictures.picture import Forest

_SAMPLES = 20
_SHUFFLES = 1000
_LABELS = ("negative", "positive")
_BARS = 41  # odd, so that 0 is in the middle of one


def intervals(informed: float, prevalence: float, n: int, seed: int) -> tuple[Forest, int, int]:
    """Informedness of several samples with its 95 % interval, how many hold the truth, and of how many."""
    tables = simulate(
        informed, [1 - prevalence, prevalence], n, labels=_LABELS, replicates=_SAMPLES, seed=seed
    )
    found = interval(tables, "informedness")
    known = ~np.isnan(found.low)
    inside = known & (found.low <= informed) & (informed <= found.high)
    lacking = tables.counts.sum(axis=-1) == 0
    each = (found.value, found.low, found.high, inside, lacking)
    rows = [
        row(
            f"sample {i + 1}", value, low, high, system=0 if held or math.isnan(low) else 1,
            note=_said_of(low, high, absent, held=held),
        )
        for i, (value, low, high, held, absent) in enumerate(
            zip(*(column.tolist() for column in each), strict=True)
        )
    ]  # fmt: skip
    picture = forest(
        f"Informedness of samples of {n} items", rows, measure="Informedness", reference=informed,
        reference_name="the truth", most=_SAMPLES,
    )  # fmt: skip
    return picture, int(inside.sum()), int(known.sum())


def _said_of(low: float, high: float, absent: list[bool], *, held: bool) -> str:
    """The interval of a sample, or why it has none."""
    if any(absent):
        return f"no {_LABELS[absent.index(True)]} item: undefined"
    return bounds(low, high) if held else f"{bounds(low, high)}: missed"


def shuffles(informed: float, n: int, seed: int) -> tuple[Picture, str]:
    """Informedness of a sample among those of its predictions shuffled, and what that says."""
    observed = simulate(informed, [0.4, 0.6], n, labels=_LABELS, seed=seed)
    # To draw tables with both margins fixed is to shuffle the predictions.
    cells = np.concatenate(list(random_tables(observed.counts, Draws(_SHUFFLES, seed))))
    shuffled = Tables.from_counts(cells, _LABELS, "truth", positive="positive", axes=[Axis("shuffle")])
    value = float(compute_arrays(observed, ["informedness"])["informedness"])
    by_luck = compute_arrays(shuffled, ["informedness"])["informedness"]
    found = test(observed)
    said = f"Informedness {number(value)} was observed."
    if np.isnan(by_luck).any():
        return _heap(np.zeros(0), value), f"{said} All predictions are alike: nothing can be shuffled."
    # What is as far but for rounding counts.
    as_far = int((np.abs(by_luck) >= abs(value) - 1e-12).sum())
    said += f" Of {_SHUFFLES} shuffles {as_far} are at least as far from 0."
    return _heap(by_luck, value), f"{said} The exact test of the library: {p_said(found.p_value)}."


def _heap(values: NDArray[np.float64], observed: float) -> Picture:
    """How often each value comes up, as an area, and where the observed one stands."""
    reach = max(abs(observed), float(np.abs(values).max(initial=0.1))) * 1.15
    edges = np.linspace(-reach, reach, _BARS + 1)
    counts = np.histogram(values, edges)[0].astype(float)
    # Each edge twice: the outline of bars, level within each and upright between them.
    x, y = np.repeat(edges, 2)[1:-1], np.repeat(counts, 2)
    top = max(float(counts.max()), 1.0) * 1.1
    return Picture(
        f"{len(values)} shuffles",
        Scale("Informedness", -reach, reach),
        Scale("Shuffles", 0.0, top, kind="count"),
        (
            Line(x, y, "shuffled predictions", system=0, stroke="thin"),
            Line(np.full(2, observed), np.array([0.0, top]), "observed", system=1),
        ),
        (Area(x, np.zeros(len(x)), y, 0),),
        (Mark(observed, 0.0, "", 1),),
    )
