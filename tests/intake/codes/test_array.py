"""The cache of bit patterns never decides what a value is, whatever its hash."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from abovechance.intake.codes import array as patterns
from abovechance.intake.codes.array import pattern_codes
from abovechance.intake.codes.coded import Codebook

ROWS = 5_000


def decoded(array):
    book = Codebook("column")
    codes = pattern_codes(array, book)
    assert len(set(book.labels)) == len(book.labels)
    empty = {"S": b"", "U": "", "T": ""}.get(array.dtype.kind)
    return [empty if code == book.missing else book.labels[code] for code in codes.tolist()]


def repeated(values, rows=ROWS, seed=0):
    return np.random.default_rng(seed).choice(np.asarray(values), rows)


WORDS = [
    "",
    "a",
    "b",
    "ab",
    "ba",
    "aa",
    "é",
    "e\u0301",
    "日本",
    "日本語",
    "\U0001f600",
    "a\0b",
    "\0a",
    "a b",
    "a",
]


@pytest.mark.parametrize(
    "array",
    [
        repeated(WORDS),
        repeated([word * 7 for word in WORDS]),
        repeated(["common prefix " * 5 + str(i) for i in range(300)]),
        repeated([str(i) + " common suffix" * 5 for i in range(300)]),
        repeated([f"{i:013d}" for i in range(2_000)]),
        repeated([str(i) for i in range(2_000)]).astype(">U7"),
        repeated([str(i) for i in range(50)], 3 * ROWS)[::3],
        repeated([b"", b"a", b"b", b"abc", b"\0a", bytes([255])]),
        repeated([bytes([i]) * 8 for i in range(1, 200)]),
        repeated(np.array([2**63, 2**64 - 1, 0, 1], dtype=np.uint64)),
        repeated([-(2**63), 2**63 - 1, 0, -1]),
        repeated(np.arange(20) * 2.0**-1074),
        repeated([0.0, 1.5, np.inf, -np.inf]),
        repeated([0.5, 1.5]).astype(np.float16),
        repeated([1, 2]).astype("M8[D]"),
        repeated([1, 2]).astype(">f4"),
        repeated(WORDS).astype(np.dtypes.StringDType()),
        repeated(["long text that is kept elsewhere " + word for word in WORDS]).astype(
            np.dtypes.StringDType()
        ),
        np.array(["a", "a\0", "a\0\0", "\0", ""] * ROWS, dtype=np.dtypes.StringDType()),
        repeated([str(i) for i in range(50)], 3 * ROWS).astype(np.dtypes.StringDType())[::-3],
        repeated([f"{i} text that is kept elsewhere" for i in range(9)], 9 * ROWS).astype("T")[::3],
    ],
)
def test_every_value_comes_back(array):
    assert decoded(array) == array.tolist()


def test_new_labels_may_come_late_and_often():
    array = np.array([str(i // 3) for i in range(30_000)])
    assert decoded(array) == array.tolist()


def test_more_labels_than_the_cache_is_good_for():
    array = repeated(np.arange(20_000) * 10**9, 40_000)
    assert decoded(array) == array.tolist()


@pytest.mark.parametrize("multipliers", [(0,), (2**31,), (1,), (0, 0x9E3779B1)])
def test_collisions_of_every_label(monkeypatch, multipliers):
    """With such constants all, or most, labels share a slot."""
    monkeypatch.setattr(patterns, "_HASH_MULTIPLIERS", multipliers)
    array = repeated(WORDS + [str(i) for i in range(100)])
    assert decoded(array) == array.tolist()


def test_zeros_and_nans_are_one_label_each():
    nans = np.array([0x7FF8000000000000, 0xFFF8000000000001, 0x7FF0000000000001], dtype=np.uint64).view(float)
    array = repeated(np.concatenate([nans, [0.0, -0.0, 1.0]]))
    book = Codebook("column")
    codes = pattern_codes(array, book)
    assert set(book.labels) == {None, 0.0, 1.0}
    assert np.array_equal(codes == book.missing, np.isnan(array))
    assert np.array_equal(codes == book[0.0], array == 0)


@settings(deadline=None, max_examples=50)
@given(
    arrays(
        st.sampled_from(["U1", "U2", "U5", "S1", "S3", "S8", "f2", "f4", "i8"]),
        st.integers(1, 12),
    ),
    st.integers(0, 5),
)
def test_arbitrary_bits_come_back(few, seed):
    array = repeated(few, patterns._FEW_VALUES + 200, seed)
    expected = [None if value != value else value for value in array.tolist()]  # noqa: PLR0124 - NaN
    assert decoded(array) == expected
