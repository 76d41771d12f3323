"""Partitions to test with: at random, and all the ways to deal out labels."""

from itertools import permutations

import numpy as np
from hypothesis import strategies as st

from abovechance.clusterings.cells import Cells
from abovechance.clusterings.values import Comparison

labels = st.integers(0, 5)
partitions = st.lists(st.tuples(labels, labels), min_size=2, max_size=40)
"""The groups of some items in two partitions."""


def compared(a, b):
    return Comparison(Cells.from_labels(a, b))


def related(seed, n, rows, columns, informed=0.5):
    """Two partitions of which the second follows the first some of the time."""
    rng = np.random.default_rng(seed)
    a = rng.integers(0, rows, n)
    return a, np.where(rng.random(n) < informed, a % columns, rng.integers(0, columns, n))


def dealt(b):
    """All orders in which the labels of a partition can be dealt out."""
    return [list(order) for order in permutations(b)]
