"""The histogram of codes against ``np.add.at`` over plain indices, across every switch of method."""

import numpy as np
import pytest

from abovechance import InputError
from abovechance.intake.codes.coded import Coded, require_room, tabulate

SHAPES = [
    (1, 1),
    (1, 2),
    (2, 1),
    (2, 2),
    (2, 3),
    (16, 16),
    (1, 256),
    (17, 16),
    (256, 256),
    (300, 300),
    (3,),
    (70_000,),
]
SHAPES += [(5, 2, 2), (4, 8, 8), (4, 8, 9), (50, 40, 40)]


def column(size, length, start, dtype, seed):
    codes = np.random.default_rng(seed).integers(0, size, length) + start
    return Coded(codes.astype(dtype), range(size), start=start)


def indices(columns):
    return tuple((c.codes.astype(np.int64) - c.start).astype(np.intp) for c in columns)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("length", [1, 7, 2**18 + 2**16 + 3])
def test_counts(shape, length):
    columns = [column(size, length, 0, np.int32, seed) for seed, size in enumerate(shape)]
    expected = np.zeros(shape, dtype=np.int64)
    np.add.at(expected, indices(columns), 1)
    table = tabulate(columns)
    assert table.dtype == np.int64
    assert np.array_equal(table, expected)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_weights(shape):
    length = 70_000
    columns = [column(size, length, 0, np.int32, seed) for seed, size in enumerate(shape)]
    weights = np.random.default_rng(9).integers(0, 8, length) / 4
    expected = np.zeros(shape)
    np.add.at(expected, indices(columns), weights)
    table = tabulate(columns, weights)
    assert table.dtype == np.float64
    assert np.array_equal(table, expected)


@pytest.mark.parametrize(
    ("dtype", "start", "size"),
    [
        (np.int8, -128, 256),
        (np.int8, -1, 128),
        (np.uint8, 250, 6),
        (np.int16, -(2**15), 2**16),
        (np.uint32, 2**32 - 5, 5),
        (np.int64, -(2**63), 10),
        (np.int64, 2**63 - 10, 10),
        (np.dtype(">i8"), -(2**40), 3),
    ],
)
@pytest.mark.parametrize("other", [1, 2, 40])
def test_codes_may_start_anywhere(dtype, start, size, other):
    codes = np.random.default_rng(1).integers(0, size, 500)
    values = np.array([int(code) + start for code in codes], dtype=dtype)
    first, second = Coded(values, range(size), start=start), column(other, 500, -1, np.int8, 2)
    expected = np.zeros((size, other), dtype=np.int64)
    np.add.at(expected, (codes, *indices([second])), 1)
    assert np.array_equal(tabulate([first, second]), expected)
    assert np.array_equal(tabulate([second, first]), expected.T)
    assert np.array_equal(tabulate([first, second], np.full(500, 0.5)), expected / 2)


def test_too_many_cells():
    require_room((2**15, 2**14))
    with pytest.raises(InputError, match="a table of 32768 × 32768 cells is too large"):
        require_room((2**15, 2**15))
