"""Raters in blocks give the tables of all pairs, and the sums over all pairs."""

import itertools

import numpy as np
import pytest

from abovechance.raters.ratings.blocks import Blocks


@pytest.mark.parametrize(
    ("raters", "categories"), [(2, 2), (3, 2), (5, 2), (6, 2), (11, 2), (7, 5), (4, 20), (3, 300), (2, 1)]
)
def test_tables_and_sums_of_all_pairs(raters, categories):
    rng = np.random.default_rng(raters * 100 + categories)
    codes = rng.integers(-1, categories, (60, raters)).astype(np.int16)
    frequencies = rng.integers(0, 4, 60).astype(float)
    blocks = Blocks.of(codes, categories)
    counts, weighted = blocks.pair_counts(), blocks.pair_counts(frequencies)
    values = rng.normal(size=counts.shape)
    sums = np.zeros(60)
    for place, (g, h) in enumerate(itertools.combinations(range(raters), 2)):
        both = np.flatnonzero((codes[:, g] >= 0) & (codes[:, h] >= 0))
        for table, times in ((counts, np.ones(60)), (weighted, frequencies)):
            expected = np.zeros((categories, categories))
            np.add.at(expected, (codes[both, g], codes[both, h]), times[both])
            np.testing.assert_array_equal(table[place], expected)
        sums[both] += values[place, codes[both, g], codes[both, h]]
    own = rng.normal(size=(codes.shape[1], values.shape[1]))
    for g, column in enumerate(codes.T):
        sums[column >= 0] += own[g, column[column >= 0]]
    np.testing.assert_allclose(blocks.sums_of_items(values, own), sums, atol=1e-12)
