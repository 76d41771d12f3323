"""``count`` against a dictionary filled in a loop, for every kind of column and every option."""

import re
import subprocess
import sys
from array import array
from collections import Counter, deque

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from abovechance import InputError, Tables
from abovechance.core.labels import natural_order
from abovechance.intake import count


def naive(truth, prediction, weights=None, groups=None):
    """The oracle: add up the weights of equal (group, truth, prediction)."""
    cells = Counter()
    for i, pair in enumerate(zip(truth, prediction, strict=True)):
        cells[(None if groups is None else groups[i], *pair)] += 1 if weights is None else weights[i]
    return cells


def cells(counted):
    """The cells of a result that are not zero, in the form of the oracle."""
    batch = counted.counts if counted.groups is not None else counted.counts[None]
    return {
        (
            *((None,) if counted.groups is None else counted.groups)[g : g + 1],
            counted.labels[t],
            counted.labels[p],
        ): batch[g, t, p].item()
        for g, t, p in zip(*batch.nonzero(), strict=True)
    }


def seen(truth, prediction):
    return natural_order({*truth, *prediction})


def strided(values, dtype):
    """An array that is not contiguous."""
    return np.repeat(np.array(values, dtype=dtype), 3)[::3]


NUMBERS = {
    "list": list,
    "tuple": tuple,
    "generator": iter,
    **{str(np.dtype(kind)): lambda x, kind=kind: np.array(x, kind) for kind in "bBhHiIlLqQfdg"},
    "big endian": lambda x: np.array(x, ">i4"),
    "strided": lambda x: strided(x, np.int64),
    "column": lambda x: np.array(x)[:, None],
    "objects": lambda x: np.array(x, dtype=object),
    "NumPy scalars": lambda x: list(np.array(x)),
    "masked": np.ma.array,
    "pandas": pd.Series,
    "pandas index": pd.Index,
    "pandas Int64": lambda x: pd.Series(x, dtype="Int64"),
    "pandas Arrow": lambda x: pd.Series(x, dtype="int8[pyarrow]"),
    "pandas category": lambda x: pd.Series(x, dtype="category"),
    "pandas frame": lambda x: pd.DataFrame({"x": x}),
    "polars": pl.Series,
    "polars Int16": lambda x: pl.Series(x, dtype=pl.Int16),
    "polars frame": lambda x: pl.DataFrame({"x": x}),
    "Arrow": pa.array,
    "Arrow chunks": lambda x: pa.chunked_array([x[:1], x[1:]], type=pa.int32()),
    "Arrow dictionary": lambda x: pa.array(x).dictionary_encode(),
    "Arrow table": lambda x: pa.table({"x": x}),
    "narwhals": lambda x: nw.from_native(pd.Series(x), series_only=True),
}
TEXTS = {
    "list": list,
    "generator": iter,
    "U": np.array,
    "U strided": lambda x: strided(x, "U9"),
    "U big endian": lambda x: np.array(x, ">U9"),
    "objects": lambda x: np.array(x, dtype=object),
    "StringDType": lambda x: np.array(x, dtype=np.dtypes.StringDType()),
    "pandas": pd.Series,
    "pandas object": lambda x: pd.Series(x, dtype=object),
    "pandas string": lambda x: pd.Series(x, dtype="string"),
    "pandas python string": lambda x: pd.Series(x, dtype=pd.StringDtype("python")),
    "pandas Arrow": lambda x: pd.Series(x, dtype=pd.ArrowDtype(pa.string())),
    "pandas category": pd.Categorical,
    "pandas index": pd.Index,
    "pandas category index": pd.CategoricalIndex,
    "polars": lambda x: pl.Series(x, dtype=pl.String),
    "polars category": lambda x: pl.Series(x, dtype=pl.Categorical),
    "Arrow": lambda x: pa.array(x, pa.string()),
    "Arrow large": lambda x: pa.array(x, pa.large_string()),
    "Arrow view": lambda x: pa.array(x, pa.string_view()),
    "Arrow chunks": lambda x: pa.chunked_array([x[:2], x[2:]], type=pa.string()),
    "Arrow dictionaries": lambda x: pa.chunked_array(
        [pa.array(x[:2], pa.string()).dictionary_encode(), pa.array(x[2:], pa.string()).dictionary_encode()]
    ),
    "narwhals": lambda x: nw.from_native(pl.Series(x, dtype=pl.String), series_only=True),
}
BOOLEANS = {
    "list": list,
    "NumPy": lambda x: np.array(x, dtype=bool),
    "NumPy integers": lambda x: np.array(x, dtype=np.uint8),
    "NumPy floats": lambda x: np.array(x, dtype=np.float32),
    "pandas": lambda x: pd.Series(x, dtype=bool),
    "pandas boolean": lambda x: pd.Series(x, dtype="boolean"),
    "pandas Arrow": lambda x: pd.Series(x, dtype="bool[pyarrow]"),
    "polars": lambda x: pl.Series(x, dtype=pl.Boolean),
    "Arrow": lambda x: pa.array(x, pa.bool_()),
}


def pairs(labels):
    return st.lists(st.tuples(labels, labels), min_size=1, max_size=30)


letters = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=3)
texts = letters | st.sampled_from([" ", "a", "b", "ab", "aé", "日本"])


def agrees(truth, prediction, kind, other):
    counted = count(kind(truth), other(prediction))
    assert counted.counts.dtype == np.int64
    assert cells(counted) == naive(truth, prediction)
    assert counted.labels == seen(truth, prediction)
    assert all(type(label) in (int, float, bool, str) for label in counted.labels)


class Tensor:
    """A column of a library that knows NumPy and nothing else."""

    def __init__(self, values):
        self._values = values

    def __len__(self):
        return len(self._values)

    def __iter__(self):
        pytest.fail("there is a quicker way")

    def __array__(self, dtype=None, copy=None):
        return np.array(self._values, dtype)


class Native:
    """A column of a library that answers to narwhals and to nothing else."""

    def __init__(self, values):
        self._values = values

    def __len__(self):
        return len(self._values)

    def __iter__(self):
        pytest.fail("there is a quicker way")

    def __narwhals_series__(self):
        return nw.from_native(pd.Series(self._values), series_only=True)._compliant_series


NUMBERS |= {
    "deque": deque,
    "array": lambda x: array("q", x),
    "dictionary values": lambda x: dict(enumerate(x)).values(),
    "NumPy only": Tensor,
    "narwhals only": Native,
}


@pytest.mark.parametrize("kind", NUMBERS)
@settings(max_examples=15, deadline=None)
@given(items=pairs(st.integers(0, 12) | st.just(100)), other=st.sampled_from(sorted(NUMBERS)))
def test_numbers_of_every_kind(kind, items, other):
    truth, prediction = map(list, zip(*items, strict=True))
    agrees(truth, prediction, NUMBERS[kind], NUMBERS[other])


@pytest.mark.parametrize("kind", TEXTS)
@settings(max_examples=15, deadline=None)
@given(items=pairs(texts), other=st.sampled_from(sorted(TEXTS)))
def test_text_of_every_kind(kind, items, other):
    truth, prediction = map(list, zip(*items, strict=True))
    agrees(truth, prediction, TEXTS[kind], TEXTS[other])


@pytest.mark.parametrize("kind", BOOLEANS)
@pytest.mark.parametrize("other", BOOLEANS)
def test_booleans_of_every_kind(kind, other):
    truth, prediction = [True, False, True, True], [True, True, False, True]
    agrees(truth, prediction, BOOLEANS[kind], BOOLEANS[other])


mixed = (
    st.booleans()
    | st.integers(-3, 3)
    | st.sampled_from([0.5, 1.0, -0.0, 10**30, -(2**63), 2**64 - 1])
    | st.text(min_size=1, max_size=2)
    | st.tuples(st.integers(0, 1), st.sampled_from("ab"))
)


def twins(labels):
    """The texts that stand for a number which is among the labels, too; False is 0, as Python says."""
    numbers = {label for label in labels if isinstance(label, int | float)}
    texts = {label for label in labels if isinstance(label, str)}
    written = {x: x.strip() for x in texts}
    return {x for x, y in written.items() if re.fullmatch(r"[+-]?(\d+\.?|\.\d)", y) and float(y) in numbers}


@settings(deadline=None)
@given(pairs(mixed), st.sampled_from([list, lambda x: np.fromiter(x, dtype=object, count=len(x))]))
@example([(False, "0")], list)
@example([("1", 2), (True, "a")], list)
@example([(1, "_1"), (1, "1_")], list)
def test_labels_are_equal_as_python_says(items, column):
    """All of them, unless a text stands for a number among them: which of the two is meant is not guessed."""
    truth, prediction = zip(*items, strict=True)
    if twins({*truth, *prediction}):
        with pytest.raises(InputError, match=r"as text and as a (number|boolean)"):
            count(column(truth), column(prediction))
        return
    counted = count(column(truth), column(prediction))
    assert cells(counted) == naive(truth, prediction)
    assert sorted(map(hash, counted.labels)) == sorted(map(hash, {*truth, *prediction}))


@settings(deadline=None)
@given(st.data(), pairs(st.sampled_from([0, 1, 5, 400, 70_000, 2**40])))
def test_groups_and_weights_of_sparse_integers(data, items):
    truth, prediction = (np.array(column) for column in zip(*items, strict=True))
    names = st.sampled_from(["a", "b10", "b9"])
    groups = data.draw(st.lists(names, min_size=len(truth), max_size=len(truth)))
    numbers = st.lists(st.integers(0, 3), min_size=len(truth), max_size=len(truth))
    weights = data.draw(numbers.filter(any))
    counted = count(truth, prediction, by=groups, weights=weights)
    expected = naive(truth.tolist(), prediction.tolist(), weights, groups)
    assert cells(counted) == {cell: weight for cell, weight in expected.items() if weight}
    assert counted.counts.dtype == np.float64
    assert counted.groups == natural_order(set(groups))
    assert counted.labels == seen(truth.tolist(), prediction.tolist())


@settings(deadline=None)
@given(pairs(texts), st.randoms())
def test_the_order_of_items_does_not_matter(items, random):
    shuffled = random.sample(items, len(items))
    one, other = (count(*map(list, zip(*rows, strict=True))) for rows in (items, shuffled))
    assert one.labels == other.labels
    assert np.array_equal(one.counts, other.counts)


def test_weights_of_one_change_nothing_but_the_type():
    truth, prediction = [0, 1, 1, 2], [0, 1, 2, 2]
    weighted = count(truth, prediction, weights=np.ones(4))
    assert np.array_equal(weighted.counts, count(truth, prediction).counts)
    assert weighted.counts.dtype == np.float64


def test_rows_are_truth_and_columns_are_prediction():
    counted = count(["a", "a", "b"], ["b", "b", "b"])
    assert counted.counts.tolist() == [[0, 2], [0, 1]]
    assert (counted.groups, counted.group_name) == (None, "group")


def test_natural_order_unless_labels_are_given():
    truth, prediction = ["c10", "c2", "c1"], ["c10", "c1", "c1"]
    assert count(truth, prediction).labels == ("c1", "c2", "c10")
    counted = count(truth, prediction, labels=np.array(["c10", "c9", "c2", "c1"]))
    assert counted.labels == ("c10", "c9", "c2", "c1")
    assert all(type(label) is str for label in counted.labels)
    assert counted.counts.tolist() == [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 1]]


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (["a", "x"], r"'b' of 2 items is not among 'a', 'x'"),
        (["x"], r"'a', 'b' of 3 items are not among 'x'"),
        (["a", "b", "a"], r"'a' is given twice"),
        ([], r"labels is empty"),
        ("ab", r"labels must be a list of labels, got 'ab'"),
        (2, r"labels must be a list of labels, got 2"),
        ([["a"]], r"labels has labels of type list"),
        ([0, "a", False], r"0 is given twice"),
    ],
)
@pytest.mark.parametrize("weights", [None, [1, 0, 0]])
def test_labels_that_do_not_fit(labels, weights, message):
    with pytest.raises(InputError, match=message):
        count(["a", "a", "b"], ["a", "b", "b"], labels=labels, weights=weights)


def test_an_item_of_weight_zero_still_shows_its_labels():
    counted = count([0, 1], [0, 7], weights=[1, 0])
    assert counted.labels == (0, 1, 7)
    assert counted.counts.sum() == 1


@pytest.mark.parametrize(
    ("truth", "prediction", "message"),
    [
        ([1, 2, 3], [1, 2], "truth has 3, prediction has 2"),
        ([], [], "truth and prediction are empty"),
        (np.array([], dtype="U1"), pd.Series([], dtype=object), "truth and prediction are empty"),
        ("abc", ["a", "b", "c"], "truth must be a column of labels, got str"),
        ([1], {1}, "prediction must be a column of labels, got set"),
        ([1], {"a": 1}, "prediction must be a column of labels, got dict"),
        ([1], 3, "prediction must be a column of labels, got int"),
        ([1], pd.Timestamp("2024-01-01"), "prediction must be a column of labels, got Timestamp"),
        (np.array(3), [3], "truth must be one column of labels, got an array of 0 dimensions"),
        (np.eye(2), [3], r"got an array of shape \(2, 2\): choose a column, or take argmax"),
        (np.ma.array(np.eye(2)), [3], r"got an array of shape \(2, 2\)"),
        (pd.DataFrame({"a": [1], "b": [2]}), [3], "got DataFrame: choose one of its columns"),
        (pl.LazyFrame({"a": [1]}), [3], "got LazyFrame: choose one of its columns"),
        ([[1], [2]], [1, 2], "truth has labels of type list, which cannot be looked up"),
        ([1, 2], pl.Series([[1], [2]]), "prediction has labels of type list"),
        ([1, 2], pa.array([[1], [2]]), "prediction has labels of type list"),
    ],
)
def test_columns_that_cannot_be_counted(truth, prediction, message):
    with pytest.raises(InputError, match=message):
        count(truth, prediction)


MANY = np.random.default_rng(0).permutation(6_000)


@pytest.mark.parametrize(
    "column",
    [
        MANY,
        MANY * 10**9,
        MANY / 7,
        MANY.astype("U"),
        MANY.astype("U").tolist(),
        MANY.astype(np.dtypes.StringDType()),
        pd.Series(MANY.astype("U")),
        pd.Series(MANY, dtype="category"),
        pd.Series(pd.to_datetime(MANY, unit="D")),
        pl.Series(MANY.astype("U")),
        pl.Series(MANY.astype("U"), dtype=pl.Categorical),
        pa.array(MANY.astype("U")),
        pa.array(MANY).dictionary_encode(),
    ],
)
def test_too_many_labels_to_be_classes(column):
    with pytest.raises(InputError, match="prediction has more than 5000 distinct values, like a regression"):
        count(MANY % 2, column)
    counted = count(MANY % 2, MANY % 2, by=column)
    assert counted.counts.shape == (6_000, 2, 2)
    assert counted.counts.sum() == 6_000


def test_too_many_labels_stop_the_count_early():
    def numbers():
        yield from range(5_001)
        pytest.fail("the column was read on")

    class Lazy(list):
        def __iter__(self):
            return numbers()

        def __len__(self):
            return 10**9

    with pytest.raises(InputError, match="truth has more than 5000 distinct values"):
        count(Lazy(), [1])


def test_too_many_labels_in_both_columns_together():
    half = np.arange(4_000)
    with pytest.raises(InputError, match="truth together with prediction has more than 5000"):
        count(half, half + 4_000)


def test_given_labels_may_be_many():
    labels = list(range(5_500))
    counted = count(np.arange(5_500), np.arange(5_500)[::-1], labels=labels)
    assert counted.counts[0, 5_499] == 1
    assert counted.counts.sum() == 5_500


def test_tables_too_large_for_memory_are_refused():
    classes = np.arange(5_000)
    with pytest.raises(InputError, match="a table of 5000 × 5000 × 5000 cells is too large"):
        count(classes, classes, by=classes)


@pytest.mark.parametrize("classes", [255, 256, 257, 1_000])
def test_more_labels_than_a_byte_can_number(classes):
    truth = [f"c{i % classes}" for i in range(3_000)]
    counted = count(truth, truth[::-1])
    assert cells(counted) == naive(truth, truth[::-1])
    assert len(counted.labels) == classes


def test_columns_need_not_name_the_same_labels():
    counted = count(["a", "b"], ["x", "a"])
    assert counted.labels == ("a", "b", "x")
    assert counted.counts.tolist() == [[0, 0, 1], [1, 0, 0], [0, 0, 0]]


def test_times_are_labels():
    days = np.array(["2024-01-02", "2024-01-01"], dtype="M8[ns]")
    assert count(days, days).labels == tuple(days.astype("M8[us]").tolist())[::-1]
    with pytest.raises(InputError, match="truth has times finer than a microsecond"):
        count(days + np.timedelta64(1, "ns"), days)


LIKE_MEASUREMENTS = (
    r"distinct values on 400 items and are equal on \d+, like a regression target or an identifier"
)


def measured(decimals):
    """A regression target and what a model says of it."""
    rng = np.random.default_rng(7)
    truth = rng.normal(50, 20, 400)
    return truth.round(decimals), (truth + rng.normal(0, 8, 400)).round(decimals)


@pytest.mark.parametrize("decimals", [1, 4])
@pytest.mark.parametrize("kind", [list, np.asarray, lambda column: [str(x) for x in column], pl.Series])
def test_measurements_are_no_classes(decimals, kind):
    truth, prediction = map(kind, measured(decimals))
    with pytest.raises(InputError, match=LIKE_MEASUREMENTS):
        count(truth, prediction)
    with pytest.raises(InputError, match=LIKE_MEASUREMENTS):
        count(truth, prediction, by=["a", "b"] * 200)
    labels = list(dict.fromkeys([*truth, *prediction]))
    assert count(truth, prediction, labels=labels).counts.sum() == 400


def test_identifiers_are_no_classes():
    with pytest.raises(InputError, match=LIKE_MEASUREMENTS):
        count(range(1000, 1400), [0, 1] * 200)


@pytest.mark.parametrize(
    ("truth", "prediction"),
    [
        (np.arange(1000), np.where(np.arange(1000) % 4, np.arange(1000), 7)),
        (np.arange(1000) % 400, np.full(1000, 3)),
        ([f"species {i}" for i in range(300)], ["species 1"] * 300),
        (np.arange(40) / 7, np.arange(40) / 9),
    ],
    ids=["one item of each class, most right", "most common class", "names", "few items"],
)
def test_many_classes_are_classes(truth, prediction):
    assert count(truth, prediction).counts.sum() == len(truth)


def test_tables_from_labels_take_the_counts_as_they_are():
    tables = Tables.from_labels(["a", "b", "b"], ["a", "b", "a"], by={"site": [2, 1, 1]})
    assert tables.counts.tolist() == [[[0, 0], [1, 1]], [[1, 0], [0, 0]]]
    assert tables.axes[0].name == "site"
    assert tables.axes[0].labels == (1, 2)


def test_lists_and_arrays_need_no_other_library():
    program = """
import sys
import numpy as np
from abovechance import Tables
Tables.from_labels(["a", "b"], ("a", "b"), by=range(2), weights=[1, 2])
Tables.from_labels(np.array(["a", "b"]), np.array(["a", "b"]))
Tables.from_labels(np.array([1, 2]), iter([1, 2]), labels=[1, 2])
print(sorted({"narwhals", "pandas", "polars", "pyarrow", "duckdb", "scipy"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
