"""Ratings are counted where they are: every engine gives the kinds of items that the ratings in memory have."""

import datetime as dt
import decimal

import duckdb
import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance.intake.frames import ratings as frame_patterns
from abovechance.intake.frames import ratings as frame_ratings
from abovechance.raters.ratings.ratings import Ratings
from abovechance.raters.uncertainty.resampling import patterns
from tests.frames_of import LAZY, frame_of

KINDS = {
    "text": (pa.string(), ["a", "b", 'it\'s "c"']),
    "int": (pa.int64(), [1, 2, 10]),
    "bool": (pa.bool_(), [True, False]),
    "double": (pa.float64(), [0.5, -0.0, 0.0, float("nan")]),
    "date": (pa.date32(), [dt.date(2026, 1, 31), dt.date(1999, 12, 1)]),
    "decimal": (pa.decimal128(9, 2), [decimal.Decimal("1.50"), decimal.Decimal("-2.25")]),
}


@pytest.fixture(params=LAZY)
def lazy(request):
    """A function from an Arrow table to a lazy frame."""
    connect = request.getfixturevalue("connect") if request.param == "spark" else None
    return lambda table: frame_of(table, request.param, connect)


def drawn(values, items=60, raters=3, seed=5, missing=0.2):
    """Items × raters of values, None where there is no rating."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, len(values), items)[:, None]
    places = np.where(rng.random((items, raters)) < 0.6, truth, rng.integers(0, len(values), (items, raters)))
    gone = rng.random((items, raters)) < missing
    return [[None if gone[i, g] else values[places[i, g]] for g in range(raters)] for i in range(items)]


def wide_table(rows, dtype, names=None):
    columns = list(zip(*rows, strict=True))
    names = names or [f"r{g}" for g in range(len(columns))]
    return pa.table(
        {"id": [f"i{i}" for i in range(len(rows))]}
        | {name: pa.array(column, dtype) for name, column in zip(names, columns, strict=True)}
    )


def long_table(rows, dtype, *, rater=lambda g: f"r{g}", item=lambda i: f"i{i}"):
    cells = [(item(i), rater(g), x) for i, row in enumerate(rows) for g, x in enumerate(row)]
    items, raters, ratings = zip(*cells, strict=True)
    return pa.table({"item": list(items), "rater": list(raters), "category": pa.array(ratings, dtype)})


def assert_same(found, expected):
    """The ratings that were counted are the kinds of those in memory."""
    assert [(type(x), x) for x in found.categories] == [(type(x), x) for x in expected.categories]
    assert (found.raters, found.order, found.categories_declared) == (
        expected.raters,
        expected.order,
        expected.categories_declared,
    )
    assert found.of_kinds
    kinds = {}
    for name, row in zip(expected.items, expected.codes.tolist(), strict=True):
        kinds.setdefault(tuple(row), []).append(name)
    told = zip(map(tuple, found.codes.tolist()), found.items, found.times, strict=True)
    assert {row: (first, times) for row, first, times in told} == {
        row: (min(names), len(names)) for row, names in kinds.items()
    }


# Wide -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_wide_ratings_of_every_type(lazy, kind):
    dtype, values = KINDS[kind]
    table = wide_table(drawn(values), dtype)
    assert_same(Ratings.from_wide(lazy(table), item="id"), Ratings.from_wide(table, item="id"))


def test_some_columns_in_an_order_of_their_own(lazy):
    table = wide_table(drawn(["x", "y"]), pa.string(), ["r 1", "r.2", "it's"])
    raters = table.column_names[2:0:-1]
    found = Ratings.from_wide(lazy(table), raters=raters)
    assert found.raters == tuple(raters)
    expected = patterns(Ratings.from_wide(table.select(raters)), who=True)
    rated = (found.codes >= 0).any(axis=1)
    assert found.codes[rated].tolist() == expected.codes.tolist()
    assert found.times[rated].tolist() == expected.times.tolist()
    assert found.items == range(len(found.codes))


def test_values_that_mean_no_rating_and_categories_that_are_given(lazy):
    table = wide_table(drawn([1, 2, 9]), pa.int64())
    options = {"item": "id", "missing": 9, "categories": [3, 2, 1]}
    assert_same(Ratings.from_wide(lazy(table), **options), Ratings.from_wide(table, **options))


def test_agreement_of_a_frame(lazy):
    table = wide_table(drawn(["x", "y", "z"]), pa.string())
    one, other = ac.agreement(lazy(table), item="id"), ac.agreement(table, item="id")
    assert [x.measure for x in one] == [x.measure for x in other]
    told, expected = ([x.value for x in found] + [x.se for x in found] for found in (one, other))
    assert told == pytest.approx(expected, rel=1e-12, nan_ok=True)


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        (["a", "b", "a"], "item 'a' has more than one row"),
        (["a", None, "b"], "item has missing values: every item needs its name"),
    ],
)
def test_items_that_have_no_row_of_their_own(lazy, ids, message):
    table = pa.table({"id": pa.array(ids, pa.string()), "r": [1, 2, 1], "s": [1, 1, 2]})
    with pytest.raises(ac.InputError, match=message):
        Ratings.from_wide(lazy(table), item="id")


def test_no_ratings_at_all(lazy):
    table = pa.table({"r": pa.array([None, None], pa.string()), "s": pa.array([None, None], pa.string())})
    with pytest.raises(ac.InputError, match="every rating is missing"):
        Ratings.from_wide(lazy(table))


# Long -------------------------------------------------------------------------------------------

COLUMNS = ("item", "rater", "category")


@pytest.mark.parametrize("kind", KINDS)
def test_long_ratings_of_every_type(lazy, kind):
    dtype, values = KINDS[kind]
    table = long_table(drawn(values), dtype)
    assert_same(Ratings.from_long(*COLUMNS, data=lazy(table)), Ratings.from_long(*COLUMNS, data=table))


@pytest.mark.parametrize(
    ("rater", "item"),
    [
        (lambda g: 10 - g, lambda i: i),
        (lambda g: f'it\'s "{g}" \\ größe', lambda i: i / 4),
        (lambda g: dt.date(2026, 1, 1 + g), lambda i: dt.date(2026, 1, 1) + dt.timedelta(i)),
        (lambda g: g / 2, lambda i: i),
        (bool, lambda i: i),
    ],
)
def test_names_of_raters_and_items_of_other_types(lazy, rater, item):
    table = long_table(drawn(["x", "y"], raters=2), pa.string(), rater=rater, item=item)
    assert_same(Ratings.from_long(*COLUMNS, data=lazy(table)), Ratings.from_long(*COLUMNS, data=table))


def test_ratings_that_are_not_there(lazy):
    table = long_table(drawn(["x", "y"]), pa.string())
    gone = table.filter(pa.compute.is_valid(table["category"]))
    assert len(gone) < len(table)
    assert_same(Ratings.from_long(*COLUMNS, data=lazy(gone)), Ratings.from_long(*COLUMNS, data=gone))


def test_agreement_of_one_row_for_each_rating(lazy):
    rows = drawn(["x", "y", "z"])
    names = dict(zip(COLUMNS, COLUMNS, strict=True))
    one = ac.agreement(lazy(long_table(rows, pa.string())), ["alpha", "conger", "light", "hubert"], **names)
    other = ac.agreement(rows, ["alpha", "conger", "light", "hubert"])
    assert [(x.value, x.se) for x in one] == [pytest.approx((x.value, x.se)) for x in other]


def test_a_rating_that_comes_twice(lazy):
    table = pa.table(
        {"item": [1, 1, 2, 2, 2, 1], "rater": list("abaaab"), "category": ["x", "y", "x", "y", None, "y"]}
    )
    message = r"rater '[ab]' rated item [12] more than once \(3 ratings too many\): keep one rating"
    for data in (table, lazy(table)):
        with pytest.raises(ac.InputError, match=message):
            Ratings.from_long(*COLUMNS, data=data)


@pytest.mark.parametrize("column", ["item", "rater"])
def test_items_and_raters_that_are_missing(lazy, column, monkeypatch):
    table = pa.table({"item": ["p", "q", "q"], "rater": ["a", "a", "b"], "category": ["x", "y", "y"]})
    gap = table.set_column(table.column_names.index(column), column, pa.array(["p", "q", None]))
    for most in (frame_ratings.MOST_RATERS, 1):
        monkeypatch.setattr(frame_ratings, "MOST_RATERS", most)
        with pytest.raises(ac.InputError, match=f"{column} has missing values: every rating needs its item"):
            Ratings.from_long(*COLUMNS, data=lazy(gap))


def test_columns_are_named(lazy):
    table = lazy(long_table(drawn(["x", "y"]), pa.string()))
    with pytest.raises(ac.InputError, match="has no column 'items'; did you mean 'item'"):
        Ratings.from_long("items", "rater", "category", data=table)
    with pytest.raises(ac.InputError, match="is called by its name"):
        Ratings.from_long([1, 2], ["a", "b"], ["x", "y"], data=table)


def test_no_rows():
    frame = pl.LazyFrame({"item": [], "rater": [], "category": []}, schema=dict.fromkeys(COLUMNS, pl.String))
    with pytest.raises(ac.InputError, match="there are no ratings"):
        Ratings.from_long(*COLUMNS, data=frame)
    with pytest.raises(ac.InputError, match="there are no items"):
        Ratings.from_wide(frame)


# Counts of categories ---------------------------------------------------------------------------


def assert_counted(found, expected):
    """The numbers of raters are those of the ratings in memory."""
    assert found.codes is None
    assert found.categories == expected.categories
    counts = [tuple(row) for row in expected.counts.tolist()]
    assert dict(zip(map(tuple, found.tallies.tolist()), found.times, strict=True)) == {
        row: counts.count(row) for row in counts
    }
    one, other = ac.agreement(found, "alpha"), ac.agreement(expected, "alpha")
    assert (one.value, one.se) == pytest.approx((other.value, other.se))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "decimal"])
def test_many_raters_are_counted(lazy, kind, monkeypatch):
    monkeypatch.setattr(frame_ratings, "MOST_RATERS", 2)
    dtype, values = KINDS[kind]
    table = long_table(drawn(values), dtype)
    assert_counted(Ratings.from_long(*COLUMNS, data=lazy(table)), Ratings.from_long(*COLUMNS, data=table))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "decimal"])
def test_many_patterns_are_counted(lazy, kind, monkeypatch):
    dtype, values = KINDS[kind]
    monkeypatch.setattr(frame_patterns, "MOST_PATTERNS", 20)
    table = wide_table(drawn(values, items=80), dtype)
    assert_counted(Ratings.from_wide(lazy(table), item="id"), Ratings.from_wide(table, item="id"))


def test_many_patterns_of_raters_are_counted(lazy, monkeypatch):
    monkeypatch.setattr(frame_patterns, "MOST_PATTERNS", 20)
    table = long_table(drawn(["a", "b", "c"], items=80), pa.string())
    assert_counted(Ratings.from_long(*COLUMNS, data=lazy(table)), Ratings.from_long(*COLUMNS, data=table))


@pytest.mark.parametrize("engine", ["polars lazy", "duckdb"])
def test_decimals_are_counted_where_an_engine_can_compare_them(engine, monkeypatch):
    monkeypatch.setattr(frame_ratings, "MOST_RATERS", 2)
    dtype, values = KINDS["decimal"]
    table = long_table(drawn(values), dtype)
    found = Ratings.from_long(*COLUMNS, data=frame_of(table, engine))
    assert_counted(found, Ratings.from_long(*COLUMNS, data=table))


def test_values_that_an_engine_does_not_find_again_are_refused(monkeypatch):
    dtype, values = KINDS["decimal"]
    of_categories = long_table(drawn(values), dtype)
    raters = pa.table({"item": [1, 1], "rater": pa.array(values, dtype), "category": ["x", "y"]})
    with pytest.raises(ac.InputError, match="cannot compare the raters, by their type: make them text"):
        Ratings.from_long(*COLUMNS, data=frame_of(raters, "dask"))
    monkeypatch.setattr(frame_ratings, "MOST_RATERS", 2)
    with pytest.raises(ac.InputError, match="cannot compare the categories, by their type: make them text"):
        Ratings.from_long(*COLUMNS, data=frame_of(of_categories, "dask"))
    spans = pa.table({"item": [1, 1], "rater": pa.array([1, 2], pa.duration("s")), "category": ["x", "y"]})
    with pytest.raises(ac.InputError, match="cannot compare the raters, by their type: make them text"):
        Ratings.from_long(*COLUMNS, data=frame_of(spans, "duckdb"))


def test_dask_with_the_types_of_numpy():
    rows = drawn([True, False], missing=0)
    frame = long_table(rows, pa.bool_()).to_pandas(types_mapper=None)
    assert frame["category"].dtype == bool
    import dask.dataframe

    found = Ratings.from_long(*COLUMNS, data=dask.dataframe.from_pandas(frame, npartitions=2))
    assert_same(found, Ratings.from_long(*COLUMNS, data=frame))


def test_a_rating_that_comes_twice_among_many_raters(lazy, monkeypatch):
    monkeypatch.setattr(frame_ratings, "MOST_RATERS", 1)
    table = pa.table({"item": [1, 1, 2], "rater": ["a", "a", "b"], "category": ["x", "y", "x"]})
    with pytest.raises(ac.InputError, match=r"rater 'a' rated item 1 more than once \(1 rating too many\)"):
        Ratings.from_long(*COLUMNS, data=lazy(table))


def test_measurements_of_many_raters_are_refused(monkeypatch):
    monkeypatch.setattr(frame_ratings, "MOST_RATERS", 2)
    frame = pl.LazyFrame(
        {"item": [0, 1, 2] * 50, "rater": sorted([*range(50)] * 3), "category": np.arange(150) / 7}
    )
    with pytest.raises(ac.InputError, match="column 'category' has more than 100 distinct values"):
        Ratings.from_long(*COLUMNS, data=frame)


def test_too_many_kinds_of_counts(monkeypatch):
    monkeypatch.setattr(frame_patterns, "MOST_PATTERNS", 2)
    frame = wide_table(drawn(["x", "y", "z"]), pa.string())
    with pytest.raises(ac.InputError, match="rated in more than 2 ways"):
        Ratings.from_wide(pl.from_arrow(frame).lazy(), item="id")


def test_fifty_one_raters_are_counted_and_fifty_told_apart():
    for raters in (50, 51):
        table = long_table(drawn(["x", "y"], items=4, raters=raters), pa.string())
        found = Ratings.from_long(*COLUMNS, data=frame_of(table, "duckdb"))
        assert (found.codes is None) == (raters == 51)
        assert found.n_raters <= raters
        assert found.n_counted == 4


def test_counts_in_a_lazy_frame(lazy):
    counts = [[3, 0], [1, 2], [3, 0], [0, 3]]
    table = pa.table({"no": [row[0] for row in counts], "yes": [row[1] for row in counts]})
    found = Ratings.from_counts(lazy(table))
    assert found.categories == ("no", "yes")
    assert (found.tallies.tolist(), found.times.tolist()) == ([[0, 3], [1, 2], [3, 0]], [1, 1, 2])
    with pytest.raises(ac.InputError, match="have no names: leave them out"):
        Ratings.from_counts(lazy(table), items=list("abcd"))


# Categoricals -----------------------------------------------------------------------------------

ORDER = ["low", "mid", "high", "never"]


def enumerated(table, column_names):
    database = duckdb.connect()
    database.register("given", table)
    database.execute(f"CREATE TYPE grade AS ENUM ({', '.join(map(repr, ORDER))})")
    asked = ", ".join(
        f"{name}::grade AS {name}" if name in column_names else name for name in table.column_names
    )
    database.execute(f"CREATE TABLE graded AS SELECT {asked} FROM given")
    return database.table("graded")


def ordered(table, column_names, engine):
    if engine == "duckdb":
        return enumerated(table, column_names)
    if engine == "polars":
        return pl.from_arrow(table).with_columns(pl.col(column_names).cast(pl.Enum(ORDER))).lazy()
    import dask.dataframe

    frame = table.to_pandas()
    for name in column_names:
        frame[name] = pd.Categorical(frame[name], ORDER, ordered=True)
    return dask.dataframe.from_pandas(frame, npartitions=2)


@pytest.mark.parametrize("engine", ["duckdb", "polars", "dask"])
@pytest.mark.parametrize("most", [50, 1])
def test_the_order_that_is_declared(engine, most, monkeypatch):
    monkeypatch.setattr(frame_ratings, "MOST_RATERS", most)
    rows = drawn(["low", "mid", "high"])
    wide, long = wide_table(rows, pa.string()), long_table(rows, pa.string())
    expected = Ratings.from_wide(rows, categories=ORDER)
    names = ["r0", "r1", "r2"]
    for found in (
        Ratings.from_wide(ordered(wide, names, engine), item="id"),
        Ratings.from_long(*COLUMNS, data=ordered(long, ["category"], engine)),
    ):
        assert (found.categories, found.categories_declared, found.order) == (tuple(ORDER), True, "given")
        one, other = (ac.agreement(r, "alpha", weights="ordinal") for r in (found, expected))
        assert one.value == pytest.approx(other.value)
    missing = Ratings.from_long(*COLUMNS, data=ordered(long, ["category"], engine), missing="mid")
    assert missing.categories == ("low", "high", "never")


@pytest.mark.parametrize("engine", ["polars", "dask"])
def test_raters_and_items_that_are_categoricals(engine):
    table = long_table(drawn(["low", "high"]), pa.string())
    frame = ordered(table, ["category"], engine)
    if engine == "polars":
        frame = frame.with_columns(pl.col("item", "rater").cast(pl.Categorical))
    else:
        frame = frame.assign(rater=frame["rater"].astype("category"), item=frame["item"].astype("category"))
    found = Ratings.from_long(*COLUMNS, data=frame)
    assert_same(found, Ratings.from_long(*COLUMNS, data=table, categories=ORDER))


# Any ratings ------------------------------------------------------------------------------------


@st.composite
def random_rows(draw):
    values = draw(
        st.sampled_from([["a", "b", None], [1, 2, 3, None], [True, False, None], [0.5, -0.0, 0.0, None]])
    )
    raters = draw(st.integers(1, 4))
    return draw(
        st.lists(st.lists(st.sampled_from(values), min_size=raters, max_size=raters), min_size=1, max_size=12)
    )


def outcome(call, *arguments, **options):
    try:
        return call(*arguments, **options)
    except ac.InputError as error:
        return str(error)


@settings(max_examples=25)
@given(random_rows())
def test_engines_agree_with_memory(rows):
    dtype = pa.infer_type([x for row in rows for x in row] or [None])
    dtype = pa.string() if pa.types.is_null(dtype) else dtype
    wide, long = wide_table(rows, dtype), long_table(rows, dtype)
    for engine in ("polars lazy", "duckdb"):
        pairs = [
            (
                outcome(Ratings.from_wide, frame_of(wide, engine), item="id"),
                outcome(Ratings.from_wide, wide, item="id"),
            ),
            (
                outcome(Ratings.from_long, *COLUMNS, data=frame_of(long, engine)),
                outcome(Ratings.from_long, *COLUMNS, data=long),
            ),
        ]
        for found, expected in pairs:
            if isinstance(expected, str):
                assert found == expected
            else:
                assert_same(found, expected)


def test_frames_of_narwhals():
    table = wide_table(drawn(["x", "y"]), pa.string())
    lazy = nw.from_native(pl.from_arrow(table).lazy())
    assert_same(Ratings.from_wide(lazy, item="id"), Ratings.from_wide(table, item="id"))


def test_no_more_than_kinds_of_items_come_back(monkeypatch):
    came = []
    fetched = frame_patterns.fetched

    def seen(frame):
        rows = fetched(frame)
        came.append(len(rows))
        return rows

    monkeypatch.setattr(frame_patterns, "fetched", seen)
    monkeypatch.setattr(frame_ratings, "fetched", seen)
    table = long_table(drawn(["x", "y"], items=500, raters=3, missing=0), pa.string())
    Ratings.from_long(*COLUMNS, data=pl.from_arrow(table).lazy())
    assert came == [3, 8]
