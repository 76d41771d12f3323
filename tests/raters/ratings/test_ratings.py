"""Ratings in every form that people have them are the same ratings."""

import datetime as dt
from functools import partial

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import abovechance as ac
from abovechance import Ratings
from abovechance.raters import as_ratings

CODES = [[0, 0, 1], [1, -1, 1], [2, 2, 0], [-1, 1, -1]]
LABELS = [["a", "a", "b"], ["b", None, "b"], ["c", "c", "a"], [None, "b", None]]
NAMES = ("x", "y", "z")


def frame_columns():
    return {name: [row[i] for row in LABELS] for i, name in enumerate(NAMES)}


@pytest.mark.parametrize(
    "ratings",
    [
        LABELS,
        [tuple(row) for row in LABELS],
        np.array(LABELS, dtype=object),
        frame_columns(),
        pd.DataFrame(frame_columns()),
        pd.DataFrame(frame_columns()).astype("category"),
        pd.DataFrame(frame_columns()).astype("string"),
        pl.DataFrame(frame_columns()),
        pa.table(frame_columns()),
    ],
    ids=["lists", "tuples", "objects", "mapping", "pandas", "categories", "strings", "polars", "arrow"],
)
def test_wide_of_any_kind(ratings):
    found = Ratings.from_wide(ratings)
    assert found.codes.tolist() == CODES
    assert found.codes.dtype == np.int8
    assert found.categories == ("a", "b", "c")
    assert not found.categories_declared
    assert found.order == "natural"


@pytest.mark.parametrize(
    "array",
    [
        np.array([[1, 2], [2, 2], [3, 1]]),
        np.array([[1.0, 2.0], [2.0, 2.0], [3.0, 1.0]]),
        np.array([[1.5, 2.5], [2.5, 2.5], [3.5, 1.5]]),
        np.array([["1", "2"], ["2", "2"], ["10", "1"]]),
        np.array([["2024-01-01", "2024-01-02"], ["2024-01-02"] * 2, ["2025-01-01", "2024-01-01"]], "M8[D]"),
    ],
    ids=["integers", "floats", "halves", "text", "dates"],
)
def test_arrays_of_any_type(array):
    assert Ratings.from_wide(array).codes.tolist() == [[0, 1], [1, 1], [2, 0]]


def test_floats_that_stand_for_integers_are_integers():
    found = Ratings.from_wide(np.array([[1.0, np.nan], [7.0, 3.0]]))
    assert found.categories == (1, 3, 7)
    assert all(type(c) is int for c in found.categories)
    assert found.order == "numeric"
    assert found.codes.tolist() == [[0, -1], [2, 1]]


@pytest.mark.parametrize("scale", [1.0, 1e6, 0.1, -1.0])
def test_numbers_near_and_far_are_coded_alike(scale):
    rng = np.random.default_rng(3)
    values = rng.integers(-40, 40, (200, 3)).astype(float)
    values[rng.random(values.shape) < 0.2] = np.nan
    found = Ratings.from_wide(values * scale)
    back = np.append(np.array(found.categories, dtype=float), np.nan)[found.codes]
    assert np.array_equal(back, values * scale, equal_nan=True)
    assert list(found.categories) == sorted(found.categories)


def test_masked_values_are_missing():
    array = np.ma.masked_equal([[1, 2], [9, 1]], 9)
    assert Ratings.from_wide(array).codes.tolist() == [[0, 1], [-1, 0]]


@pytest.mark.parametrize("gap", [None, np.nan, pd.NA, pd.NaT, dt.date(1900, 1, 1), "?", -9])
def test_every_kind_of_gap(gap):
    found = Ratings.from_wide([["a", gap], ["b", "a"]], missing=("?", -9, dt.date(1900, 1, 1)))
    assert found.codes.tolist() == [[0, -1], [1, 0]]


def test_the_label_nan_is_a_category_and_no_gap():
    with pytest.warns(ac.InputWarning, match=r"say missing=\['None', 'nan'\] if there is no rating"):
        found = Ratings.from_wide([["nan", "None"], ["nan", "nan"]])
    assert found.categories == ("None", "nan")
    assert (found.codes >= 0).all()


def test_one_further_value_may_mean_missing():
    assert Ratings.from_wide([["a", "n/a"]], missing="n/a").codes.tolist() == [[0, -1]]


def test_declared_categories_keep_their_order_and_those_unused():
    found = Ratings.from_wide([["hi", "lo"]], categories=["lo", "mid", "hi"])
    assert (found.categories, found.codes.tolist()) == (("lo", "mid", "hi"), [[2, 0]])
    assert found.categories_declared
    assert found.order == "given"


def test_an_ordered_categorical_declares_its_categories():
    grades = pd.CategoricalDtype(["lo", "mid", "hi"], ordered=True)
    found = Ratings.from_wide(pd.DataFrame({"x": ["hi", "lo"], "y": ["lo", None]}, dtype=grades))
    assert found.categories == ("lo", "mid", "hi")
    assert found.categories_declared
    assert found.codes.tolist() == [[2, 0], [0, -1]]


def test_names_of_raters_and_items():
    frame = pd.DataFrame({"id": ["p", "q"], "x": [1, 2], "y": [2, 2], "z": [1, 1]})
    found = Ratings.from_wide(frame, item="id", raters=["x", "z"])
    assert (tuple(found.items), found.raters) == (("p", "q"), ("x", "z"))
    assert tuple(Ratings.from_wide(frame.set_index("id")).items) == ("p", "q")
    assert Ratings.from_wide(frame, item="id").raters == ("x", "y", "z")
    assert Ratings.from_wide([[1, 2]]).raters == (1, 2)


def test_long_is_wide():
    rows = [
        (f"item {i}", NAMES[j], label)
        for i, row in enumerate(LABELS)
        for j, label in enumerate(row)
        if label is not None
    ]
    items, raters, categories = zip(*rows[::-1], strict=True)
    found = Ratings.from_long(items, raters, categories)
    order = [list(found.items).index(f"item {i}") for i in range(4)]
    assert found.codes[order].tolist() == CODES
    assert found.raters == NAMES
    frame = pl.DataFrame({"i": items, "r": raters, "c": categories})
    by_name = Ratings.from_long("i", "r", "c", data=frame)
    assert by_name.codes[[list(by_name.items).index(f"item {i}") for i in range(4)]].tolist() == CODES


def test_a_missing_category_in_long_data_is_a_gap():
    found = Ratings.from_long([1, 1, 2], ["x", "y", "x"], ["a", None, "b"])
    assert found.codes.tolist() == [[0, -1], [1, -1]]


def test_two_ratings_of_one_item_by_one_rater_are_refused_by_name():
    with pytest.raises(ac.InputError, match=r"rater 'ann' rated item 7 more than once \(1 rating too many"):
        Ratings.from_long([7, 8, 7], ["ann", "ann", "ann"], ["a", "a", "b"])


def test_counts_are_taken_or_made():
    found = Ratings.from_wide(LABELS)
    assert found.counts.tolist() == [[2, 1, 0], [0, 2, 0], [1, 0, 2], [0, 1, 0]]
    given = Ratings.from_counts(found.counts)
    assert given.codes is None
    assert given.categories == (1, 2, 3)
    assert given.categories_declared
    assert given.ratings_of_items.tolist() == found.ratings_of_items.tolist() == [3, 2, 3, 1]
    assert given.n_raters == found.n_raters == 3
    frame = pd.DataFrame(found.counts, columns=["a", "b", "c"], index=list("pqrs"))
    named = Ratings.from_counts(frame)
    assert (named.categories, tuple(named.items)) == (("a", "b", "c"), tuple("pqrs"))


def test_some_items_and_some_raters():
    found = Ratings.from_wide(LABELS, raters=NAMES)
    assert found.take_items([2, 0, 0]).codes.tolist() == [CODES[2], CODES[0], CODES[0]]
    assert found.take_items(np.array([True, False, False, True])).items == [1, 4]
    assert found.take_raters(["z", "x"]).codes.tolist() == [[b[2], b[0]] for b in CODES]
    assert Ratings.from_counts([[1, 2], [0, 3]]).take_items([1]).counts.tolist() == [[0, 3]]


def test_items_that_count_several_times_are_items_that_come_several_times():
    ratings, times = Ratings.from_wide(LABELS), [2, 0, 3, 1]
    weighted, repeated = ratings.weighted(times), ratings.take_items(np.repeat(range(4), times))
    for found in ac.agreement(repeated):
        other = ac.agreement(weighted, found.measure)
        np.testing.assert_allclose([other.value, other.se], [found.value, found.se], rtol=1e-12)


def test_columns_may_have_numbers_for_names():
    assert Ratings.from_wide(pd.DataFrame([[1, 2], [2, 2]])).raters == (0, 1)


def test_the_table_of_two_raters_is_their_ratings():
    rated = np.random.default_rng(6).integers(0, 3, (50, 2))
    table = ac.Tables.from_labels(rated[:, 0], rated[:, 1])
    for plain, counted in zip(ac.agreement(rated, categories=range(3)), ac.agreement(table), strict=True):
        assert counted.n_items == plain.n_items == 50
        np.testing.assert_allclose([counted.value, counted.se], [plain.value, plain.se], atol=1e-12)
    assert repr(Ratings.from_table(table)) == "2 raters of 50 items of 9 kinds; 3 categories: 0, 1, 2"


def test_ratings_pass_as_they_are():
    ratings = Ratings.from_wide(LABELS)
    assert as_ratings(ratings) is ratings
    with pytest.raises(ac.InputError, match="categories cannot be given beside Ratings"):
        as_ratings(ratings, categories=["a"])


def test_repr():
    assert repr(Ratings.from_wide([["a"], ["b"]])) == (
        "1 rater of 2 items; 2 categories, as they occur: 'a', 'b'"
    )


@pytest.mark.parametrize(
    ("ratings", "message"),
    [
        ([], "items × raters"),
        ([1, 2, 3], "a list of rows"),
        ([[1, 2], [1]], "rows of equal length"),
        ("abc", "got str"),
        (5, "got int"),
        (np.zeros((2, 2, 2)), "got an array of shape \\(2, 2, 2\\)"),
        (np.zeros((0, 2)), "at least one of each"),
        ([[None, None]], "every rating is missing"),
        ({"x": [1, 2], "y": [1]}, "same length"),
        ({"x": [], "y": []}, "no items"),
        ([[["a"], ["b"]]], "cannot be looked up"),
    ],
)
def test_what_is_no_table_of_ratings(ratings, message):
    with pytest.raises(ac.InputError, match=message):
        Ratings.from_wide(ratings)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Ratings.from_wide([[1, 2]], categories=[1]), "2 is not among 1"),
        (lambda: Ratings.from_wide([[1, 2]], categories=[1, 2, 2]), "given twice"),
        (lambda: Ratings.from_wide([[1, None]], categories=[1, None]), "None means that there is no rating"),
        (
            lambda: Ratings.from_wide([[1, 9]], categories=[1, 9], missing=9),
            "9 means that there is no rating",
        ),
        (lambda: Ratings.from_wide([[1, 9]], missing=[[9]]), "a value or a list of values"),
        (lambda: Ratings.from_wide(pd.DataFrame([[1, 2]], columns=["x", "x"])), "two columns are called 'x'"),
        (lambda: Ratings.from_wide(pl.LazyFrame({"x": [1]}), item="y"), "no column 'y'"),
        (lambda: Ratings.from_table(ac.Tables.from_cells([1, 2], 1, 1, 1)), "several tables"),
        (lambda: Ratings.from_wide([[1, 2]], raters=["x"]), "raters names 1, and there are 2 columns"),
        (lambda: Ratings.from_wide([[1, 2]], item="id"), "the array has no column 'id'"),
        (lambda: Ratings.from_wide({"x": [1]}, item="id"), "no column 'id'"),
        (lambda: Ratings.from_long([1], [1, 2], [1]), "item has 1, rater 2 and category 1"),
        (lambda: Ratings.from_long([1, None], [1, 2], [1, 1]), "item has missing values"),
        (lambda: Ratings.from_long([], [], []), "item is empty"),
        (lambda: Ratings.from_long("i", "r", "c", data=[1]), "data must be a data frame"),
        (lambda: Ratings.from_long("i", "r", "c", data={"i": [1], "r": [1]}), "no column 'c'"),
        (lambda: Ratings.from_counts([[1, -1]]), "-1 in column 2 is not a number of raters"),
        (lambda: Ratings.from_counts([[0.5, 1]]), "0.5 in column 1 is not"),
        (lambda: Ratings.from_counts([[np.nan, 1]]), "nan in column 1 is not"),
        (lambda: Ratings.from_counts([["a", "b"]]), "'a' in column 1 is not"),
        (lambda: Ratings.from_counts([1, 2]), "items × categories"),
        (
            lambda: Ratings.from_counts([[1, 2]], categories=["a"]),
            "categories names 1, and there are 2 columns",
        ),
        (lambda: Ratings.from_counts([[1, 2]], items=["a", "b"]), "names 2 items"),
        (lambda: Ratings.from_counts([[1, 2]]).require_codes("pairs"), "for pairs it must be known who"),
        (lambda: Ratings.from_wide([[1, 2]]).take_raters(["x"]), "no rater 'x': there are 1, 2"),
        (lambda: Ratings.from_wide([[1, 2]]).weighted([-1]), "from 0 on"),
        (lambda: Ratings.from_wide([[1, 2]]).weighted([1, 1]), "each of the 1 items"),
    ],
)
def test_what_cannot_be_meant(make, message):
    with pytest.raises(ac.InputError, match=message):
        make()


def test_two_rows_of_one_item_are_refused():
    import pandas as pd

    frame = pd.DataFrame({"doc": ["a", "b", "a"], "ann": [1, 2, 1], "bob": [1, 2, 2]})
    with pytest.raises(ac.InputError, match="item 'a' has more than one row"):
        ac.agreement(frame, item="doc")
    with pytest.raises(ac.InputError, match="item 'a' has more than one row"):
        ac.agreement(frame.set_index("doc"))
    with pytest.raises(ac.InputError, match="items such as 'a', 'b' have more than one row"):
        Ratings.from_counts([[1, 1], [2, 0], [0, 2], [1, 1]], items=["a", "b", "a", "b"])


def test_items_need_their_names():
    with pytest.raises(ac.InputError, match="item has missing values"):
        Ratings.from_wide({"doc": ["a", None], "ann": [1, 2], "bob": [1, 2]}, item="doc")


def test_a_rater_without_ratings_is_as_if_not_there():
    rated = {"ann": [1, 2, 1, 2], "bob": [1, 2, 2, 2]}
    found = ac.agreement(rated | {"eve": [None] * 4})
    expected = ac.agreement(rated)
    assert [x.measure for x in found] == [x.measure for x in expected]
    assert [x.value for x in found] == pytest.approx([x.value for x in expected], nan_ok=True)
    assert (found[0].n_raters, found.ratings.left_out) == (2, ("eve",))
    assert "rater 'eve' gave no rating and is left out" in found.notes
    assert "rater 3 gave no rating and is left out" in ac.agreement([[1, 1, None], [2, 2, None]]).notes
    assert ac.pairwise_agreement(rated | {"eve": [None] * 4}).shape == (2, 2)
    with pytest.raises(ac.InputError, match=r"there is one \('eve' gave no rating\)"):
        ac.agreement({"ann": [1, 2], "eve": [None, None]})


def test_numbers_and_the_same_as_text_are_refused():
    with pytest.raises(ac.InputError, match="'1' is among the ratings as text and as a number"):
        Ratings.from_wide([[1, "1"], [2, 2]])
    assert Ratings.from_wide([[1, "1"], ["1", 1]], categories=[1, "1"]).codes.tolist() == [[0, 1], [1, 0]]


def test_messages_name_the_argument():
    with pytest.raises(ac.InputError, match="categories must differ from each other: 'a' is given twice"):
        Ratings.from_wide([["a", "a"]], categories=["a", "a"])
    with pytest.raises(ac.InputError, match="categories must be a list"):
        Ratings.from_counts([[1, 1]], categories="ab")
    with pytest.raises(ac.InputError, match="two raters or more, and there are no ratings"):
        ac.agreement(Ratings.from_counts([[0, 0], [0, 0]]))
    with pytest.raises(ac.InputError, match="replicates is how many samples to draw"):
        ac.agreement([["a", "a"]], replicates=0)


LONG = {
    "doc": ["d1", "d1", "d2", "d2", "d3", "d3"],
    "who": ["ann", "bob"] * 3,
    "label": ["1", "1", "2", "9", "3", "2"],
}
READING = {"item": "doc", "rater": "who", "category": "label", "missing": "9", "categories": ["1", "2", "3"]}
NUMERIC = LONG | {"label": [1, 1, 2, 9, 3, 2]}


@pytest.mark.parametrize(
    "function",
    [
        partial(ac.agreement_test, seed=1),
        ac.diagnose_agreement,
        ac.pairwise_agreement,
        ac.pair_tables,
        ac.agreement,
    ],
)
def test_ratings_are_read_alike_everywhere(function):
    ratings = Ratings.from_long(
        LONG["doc"], LONG["who"], LONG["label"], missing="9", categories=["1", "2", "3"]
    )
    assert repr(function(LONG, **READING)) == repr(function(ratings))
    with pytest.raises(ac.InputError, match="item and rater and category cannot be given beside Ratings"):
        function(ratings, item="doc", rater="who", category="label")
    with pytest.raises(ac.InputError, match="needs all of item, rater and category"):
        function(LONG, rater="who")


def test_numbers_are_read_alike_too():
    reading = {"item": "doc", "rater": "who", "category": "label", "missing": 9}
    assert ac.icc(NUMERIC, **reading).left_out == 1
