"""What every threshold of a column of scores would decide: a grid of tables, answered as one batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.text import named, quantity
from abovechance.curves.curve.curve import Curve
from abovechance.curves.thresholds.operating import cut_at
from abovechance.inference.intervals.interval import interval
from abovechance.measures.headlines import AT_A_THRESHOLD
from abovechance.measures.registry import measure
from abovechance.web.numbers import number, with_minus
from abovechance.web.questions.answers import beside
from abovechance.web.questions.request import Asked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from abovechance.tables.tables import Tables
    from abovechance.web.room import Answer, Request

_MOST_POINTS = 201


def thresholds(request: Request) -> Answer:
    """The tables and measures of thresholds along the curve of one column of scores."""
    asked, score = Asked.of(request), request["score"]
    if asked.question != "scores" or score not in asked.columns("score"):
        raise InputError("choose a threshold of one of the columns of scores", argument="score")
    written = {name: getattr(asked.text, name) for name in asked.text.asked}
    with beside(request["file"]) as file:
        curve: Curve = Curve.from_file(
            file,
            asked.column("truth"),
            score,
            positive=asked.positive,
            weights=asked.column("weight"),
            counts=asked.column("count"),
            missing=list(asked.missing),
            on_missing=asked.on_missing,
            **written,
        )
    return grid(curve) | {"score": score}


def grid(curve: Curve) -> dict[str, Any]:
    """The thresholds of a grid, the tables that they make, and measures with what chance would reach."""
    places = _places(curve)
    tables = curve.tables_at(places)
    measures = [measure(key) for key in AT_A_THRESHOLD]
    values, levels = (np.array([m(t) for m in measures]) for t in (tables, tables.expected))
    found = interval(tables, "informedness")
    lows, highs = np.asarray(found.low), np.asarray(found.high)
    best = int(np.nanargmax(values[0]))
    counts, called = _counts(tables), named(curve.positive)
    return {
        "positive": called,
        "positive_label": str(curve.positive),
        "negative_label": "the others" if isinstance(curve.negative, tuple) else str(curve.negative),
        "measures": [
            {"key": m.key, "title": m.title, "low": m.low, "high": m.high, "meaning": m.meaning}
            for m in measures
        ],
        "best": best,
        "points": [
            {
                "threshold": float(curve.thresholds[place]),
                "said": with_minus(f"{curve.thresholds[place]:.6g}"),
                "cut": _cut_said(cut_at(curve, place), called),
                "fpr": float(curve.fpr[place]),
                "tpr": float(curve.tpr[place]),
                "counts": counts[i],
                "interval": [number(lows[i]), number(highs[i])],
                "values": [number(value) for value in values[:, i]],
                "levels": [number(value) for value in levels[:, i]],
                "numbers": [None if np.isnan(value) else float(value) for value in values[:, i]],
            }
            for i, place in enumerate(places.tolist())
        ],
        "curve": _drawn(curve),
    }


def _cut_said(cut: float, called: str) -> str:
    """Where new items are cut, in a sentence.

    >>> _cut_said(-0.5, "'ill'"), _cut_said(-np.inf, "'ill'")
    ('Cut new items at −0.5.', "Every new item is called 'ill'.")
    """
    if cut == -np.inf:
        return f"Every new item is called {called}."
    return f"Cut new items at {with_minus(f'{cut:.6g}')}."


def _places(curve: Curve) -> NDArray[np.intp]:
    """Positions spread evenly along the curve, the best one among them; the first calls nothing positive."""
    there = np.flatnonzero(np.isfinite(curve.thresholds))
    if not len(there):
        raise InputError("all scores are infinite: there is no threshold to choose", argument="score")
    if len(there) <= _MOST_POINTS:
        return there
    # Neither rate falls along the curve, so that their sum orders its points, steep parts and flat ones.
    along = curve.tpr[there] + curve.fpr[there]
    wanted = np.linspace(along[0], along[-1], _MOST_POINTS - 1)
    best = there[np.nanargmax(curve.tpr[there] - curve.fpr[there])]
    return np.unique([*there[np.searchsorted(along, wanted).clip(0, len(there) - 1)], best])


def _drawn(curve: Curve) -> list[list[float]]:
    """The points that the curve is drawn by."""
    chosen = np.unique(
        np.linspace(0, len(curve.thresholds) - 1, min(len(curve.thresholds), 2000)).astype(int)
    )
    return np.column_stack((curve.fpr[chosen], curve.tpr[chosen])).round(5).tolist()


def _counts(tables: Tables) -> list[list[str]]:
    """The cells of each table as text: true and false positives, false and true negatives."""
    cells = np.asarray(tables.counts)
    # Curves have the negative class first.
    order: Sequence[tuple[int, int]] = ((1, 1), (0, 1), (1, 0), (0, 0))
    return [[quantity(table[row, column]) for row, column in order] for table in cells]
