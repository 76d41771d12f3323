"""Hypothesis strategies: tables of all kinds, degenerate ones among them."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from abovechance import Tables

up_to_six = st.integers(1, 6)
cells = st.one_of(st.just(0), st.integers(0, 30), st.integers(0, 10_000))


@st.composite
def square_counts(draw, classes=up_to_six, elements=cells):
    k = draw(classes)
    return draw(hnp.arrays(np.int64, (k, k), elements=elements))


@st.composite
def tables(draw, classes=up_to_six, elements=cells):
    """One table of any number of classes, with any margins empty."""
    return Tables.from_counts(draw(square_counts(classes, elements)))


full_tables = tables(st.integers(2, 5), st.integers(1, 500))
"""Tables with no empty cell: every measure that can be defined is."""

two_class_tables = tables(st.just(2))
full_two_class_tables = tables(st.just(2), st.integers(1, 500))
