"""Hypothesis strategies: scores with ties, infinities and weights."""

import numpy as np
from hypothesis import strategies as st

from abovechance.curves import Curve

VALUES = st.sampled_from([-np.inf, -2.0, -0.5, 0.0, 0.25, 0.5, 1.0, 1.5, 3.0, np.inf])
PROBABILITIES = st.sampled_from([0.0, 0.05, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1.0])


def both_classes(items):
    return len({item[0] for item in items}) == 2


def items(values=VALUES, most=30):
    """Rows of (is positive, score, weight) with both classes."""
    row = st.tuples(st.booleans(), values, st.integers(1, 4))
    return st.lists(row, min_size=2, max_size=most).filter(both_classes)


def columns(rows):
    return tuple(np.array(column) for column in zip(*rows, strict=True))


def curve_of(rows):
    truth, scores, _ = columns(rows)
    return Curve.from_scores(truth, scores)


@st.composite
def curves(draw, values=VALUES, most=30):
    """A curve of items, or of items with weights."""
    truth, scores, weights = columns(draw(items(values, most)))
    heavy = draw(st.sampled_from([None, 1, 0.37]))
    return Curve.from_scores(truth, scores, weights=None if heavy is None else heavy * weights)
