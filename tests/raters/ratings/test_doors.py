"""The same ratings through every door give the same agreement, or the same refusal; likely mistakes are told."""

import json
import re
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance import Ratings

NAMES = ("ann", "bob", "eve")


@st.composite
def tables(draw):
    labels = draw(st.sampled_from([["a", "b", "c"], [1, 2, 3], ["x y", "é", "0"]]))
    rows = st.lists(st.sampled_from([*labels, *labels, None]), min_size=3, max_size=3)
    return draw(st.lists(rows, min_size=2, max_size=9))


def outcome(call):
    """Every coefficient, or why there is none; and what was warned of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            found = ac.agreement(call())
        except ac.InputError as error:
            return re.sub(r"\(.* gave no rating\)", "(some gave none)", str(error)), None
    values = {x.measure: (round(x.value, 12), round(x.low, 12)) for x in found}
    return json.dumps(values), sorted(str(x.message) for x in caught)


def in_memory(columns, rows):
    yield {name: list(column) for name, column in columns.items()}
    yield pd.DataFrame(columns, dtype=object)
    yield pl.DataFrame(columns, strict=False)
    yield pa.table(columns)
    yield pl.DataFrame(columns, strict=False).to_pandas()
    empty = [["" if x is None else x for x in row] for row in rows]
    yield dict(zip(NAMES, zip(*empty, strict=True), strict=True))


def in_files(columns, folder):
    frame = pl.DataFrame(columns, strict=False)
    frame.write_csv(folder / "wide.csv")
    frame.write_csv(folder / "wide.tsv", separator="\t")
    frame.write_ndjson(folder / "wide.jsonl")
    pq.write_table(frame.to_arrow(), folder / "wide.parquet")
    return [folder / f"wide.{kind}" for kind in ("csv", "tsv", "jsonl", "parquet")]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tables())
def test_the_same_ratings_give_the_same_agreement_or_refusal(tmp_path, rows):
    columns = {name: [row[i] for row in rows] for i, name in enumerate(NAMES)}
    expected = outcome(lambda: Ratings.from_wide(columns).without_silent())
    for form in in_memory(columns, rows):
        assert outcome(lambda form=form: Ratings.from_wide(form).without_silent()) == expected
    for file in in_files(columns, tmp_path):
        assert outcome(lambda file=file: Ratings.from_file(file).without_silent()) == expected
    unnamed = [np.array(rows, dtype=object), rows, [tuple(row) for row in rows]]
    for form in unnamed:
        assert outcome(lambda form=form: Ratings.from_wide(form).without_silent())[0] == expected[0]


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tables())
def test_long_and_counted_ratings_are_the_wide_ones(tmp_path, rows):
    columns = {name: [row[i] for row in rows] for i, name in enumerate(NAMES)}
    names = {"item": "doc", "rater": "who", "category": "label"}
    cells = [(f"d{i}", name, x) for i, row in enumerate(rows) for name, x in zip(NAMES, row, strict=True)]
    long = {name: [cell[i] for cell in cells] for i, name in enumerate(("doc", "who", "label"))}
    expected, _ = outcome(lambda: Ratings.from_wide(columns).without_silent())
    pl.DataFrame(long, strict=False).write_csv(tmp_path / "long.csv")
    for form in (long, pd.DataFrame(long), pl.DataFrame(long, strict=False), tmp_path / "long.csv"):
        found, _ = outcome(lambda form=form: ac.raters.as_ratings(form, **names))
        assert found == expected
    if expected.startswith("{"):
        wide = Ratings.from_wide(columns, raters=NAMES)
        counts = pl.DataFrame(wide.counts, schema=[str(x) for x in wide.categories])
        counts.write_csv(tmp_path / "counts.csv")
        both = [
            outcome(lambda form=form: ac.raters.as_ratings(form, counted=True, categories=counts.columns))
            for form in (counts, counts.to_pandas(), tmp_path / "counts.csv")
        ]
        assert both[0] == both[1] == both[2]


RATED = {"ann": [1, 2, 2, 3, 1, 3, 2, 1, 1, 3], "bob": [1, 2, 2, 3, 1, 3, 2, 2, 1, 3]}
TEXTS = [f"note {i}" for i in range(10)]


def alpha(*arguments, **options):
    return ac.agreement(*arguments, measure="alpha", **options).value


EXPECTED = alpha(RATED)


@pytest.mark.parametrize("ids", [range(1, 11), range(10), [107, 93, 12, 55, 71, 80, 31, 11, 42, 64], TEXTS])
def test_a_column_that_names_the_items_is_told(ids):
    table = {"id": list(ids), **RATED}
    said = r"as if it named the items: say item='id', or name the columns to take with rater=\['ann', 'bob'\]"
    for form in (
        table,
        pd.DataFrame(table),
        pl.DataFrame(table),
        pl.DataFrame(table).lazy(),
        pa.table(table),
    ):
        with pytest.warns(ac.InputWarning, match=said):
            assert alpha(form) < 0.5
        assert alpha(form, item="id") == alpha(form, rater=["ann", "bob"]) == pytest.approx(EXPECTED)
    array = np.column_stack([np.array(list(ids), dtype=object), *RATED.values()])
    with pytest.warns(ac.InputWarning, match="say item=1, or name the columns to take with rater="):
        alpha(array)
    assert alpha(array, item=1) == alpha(array, rater=[2, 3]) == pytest.approx(EXPECTED)


def test_scores_of_many_points_may_all_differ():
    assert alpha({"ann": [12, 35, 48, 71, 90], "bob": [12, 36, 48, 71, 71]}, weights="interval") > 0.9


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(5, 15), st.integers(2, 4))
def test_raters_in_rows_are_told(seed, items, raters):
    """Raters who agree better than items do are told, whatever they are asked about."""
    rng = np.random.default_rng(seed)
    truth = np.append(rng.integers(0, 3, items - 2), [0, 1])
    rated = np.where(rng.random((items, raters)) < 0.95, truth[:, None], rng.integers(0, 3, (items, raters)))
    own = np.mean([(rated[:, i] == rated[:, j]).mean() for i in range(raters) for j in range(i)])
    other = np.mean([(rated[i] == rated[j]).mean() for i in range(items) for j in range(i)])
    if own > other:
        with pytest.warns(ac.InputWarning, match="rows must be items and columns raters"):
            Ratings.from_wide(rated.T)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "the ratings of every item add up")
        Ratings.from_wide(rated, raters=range(1, raters + 1))


def test_counts_that_are_taken_for_ratings_are_told():
    counts = [[3, 0, 0], [1, 2, 0], [0, 0, 3], [0, 3, 0], [2, 1, 0]]
    with pytest.warns(
        ac.InputWarning, match="add up to 3, as if they were numbers of raters: say counted=True"
    ):
        alpha(counts)
    assert alpha(counts, counted=True) == alpha(Ratings.from_counts(counts))


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"doc": [4, 9, 2, 30, 17, 5], "x": [2, 1, 0, 3, 1, 1], "y": [1, 1, 3, 0, 0, 2]}, "as if it named the items"),
        ({"x": [2, 1, 0], "y": [1, 2, 2], "all": [3, 3, 2]}, "the column 'all' is the sum of the others"),
    ],
)  # fmt: skip
def test_columns_that_are_no_categories_are_told(columns, said):
    with pytest.warns(ac.InputWarning, match=said):
        Ratings.from_counts(columns)
    assert Ratings.from_counts(columns, categories=["x", "y"]).categories == ("x", "y")


def test_an_empty_text_is_no_rating():
    assert Ratings.from_wide([["a", ""], ["b", "a"]]) == Ratings.from_wide([["a", None], ["b", "a"]])
    with pytest.raises(ac.InputError, match="item has missing values"):
        Ratings.from_wide({"doc": ["a", ""], "x": [1, 2], "y": [1, 2]}, item="doc")


def test_rows_may_stand_for_several_items(tmp_path):
    table = {"ann": [1, 1, 2], "bob": [1, 2, 2], "n": [5, 1, 4]}
    expected = alpha({name: np.repeat(table[name], table["n"]) for name in ("ann", "bob")})
    pl.DataFrame(table).write_csv(tmp_path / "n.csv")
    for form in (table, pl.DataFrame(table), str(tmp_path / "n.csv")):
        assert alpha(form, counts="n") == pytest.approx(expected)
    assert alpha([[1, 1], [1, 2], [2, 2]], counts=[5, 1, 4]) == pytest.approx(expected)
    with pytest.raises(ac.InputError, match="an engine counts equal rows itself"):
        alpha(pl.LazyFrame(table), counts="n")


def test_two_columns_are_answered_with_the_right_call():
    for first, second in ((["a", "b"], ["a", "a"]), (np.array([1, 2]), np.array([1, 1]))):
        with pytest.raises(ac.InputError, match=r"a mapping of the raters to their columns, such as \{'ann'"):
            ac.agreement(first, second)


def test_options_of_text_and_what_files_cannot_be(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("doc;ann;bob\n1;1,5;1,5\n2;2,5;1,5\n3;NA;2,5\n", encoding="latin-1")
    found = Ratings.from_file(path, item="doc", missing="NA", delimiter=";", decimal=",", encoding="latin-1")
    assert (found.categories, tuple(found.items)) == ((1.5, 2.5), ("1", "2", "3"))
    for options, said in (
        ({"rater": ["ann"], "item": "doc"}, "one rater is too few"),
        ({"rater": ["ann", "bob"], "item": "bob"}, "item and rater both name the column 'bob'"),
        ({"counted": True, "rater": ["ann", "bob"]}, "have no use with counted=True"),
        ({"item": "nr"}, "no column 'nr'"),
    ):
        with pytest.raises(ac.InputError, match=said):
            Ratings.from_file([path], delimiter=";", **options)
    with pytest.raises(ac.InputError, match="have no use with counted"):
        ac.agreement([[1, 2]], counted=True, rater=[1, 2])
