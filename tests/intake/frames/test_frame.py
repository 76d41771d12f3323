"""A frame is counted where it is, and gives what the same columns give from lists."""

import datetime as dt
import decimal
import math

import dask.dataframe
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
from abovechance.intake.frames import frame as frames
from tests.frames_of import IN_MEMORY, IN_PROCESS, LAZY, frame_of

UTC = dt.UTC
VALUES = {
    "text": (pa.string(), ["a", "b", "c10", "c2", " ", 'it\'s, "quoted"\n', "größer ☃"]),
    "large text": (pa.large_string(), ["a", "b"]),
    "int64": (pa.int64(), [-1, 2, 10, 2**53 + 1]),
    "int8": (pa.int8(), [0, 1, -128]),
    "bool": (pa.bool_(), [True, False]),
    "double": (pa.float64(), [0.0, -0.0, 1.5, math.inf]),
    "float": (pa.float32(), [0.5, 2.0]),
    "date": (pa.date32(), [dt.date(2026, 1, 31), dt.date(1999, 12, 1)]),
    "instant": (
        pa.timestamp("us", "UTC"),
        [dt.datetime(2026, 1, 31, 12, tzinfo=UTC), dt.datetime(1999, 12, 1, tzinfo=UTC)],
    ),
    "time": (pa.timestamp("us"), [dt.datetime(2026, 1, 31, 12, 30, 15), dt.datetime(1999, 12, 1)]),  # noqa: DTZ001
    "decimal": (pa.decimal128(9, 2), [decimal.Decimal("1.50"), decimal.Decimal("-2.25")]),
}


@pytest.fixture(params=[*IN_MEMORY, *LAZY])
def made(request):
    """A function from an Arrow table to a frame."""
    connect = request.getfixturevalue("connect") if request.param == "spark" else None
    return lambda table: frame_of(table, request.param, connect)


@pytest.fixture(params=LAZY)
def lazy(request):
    """A function from an Arrow table to a lazy frame."""
    connect = request.getfixturevalue("connect") if request.param == "spark" else None
    return lambda table: frame_of(table, request.param, connect)


def drawn(values, n=300, seed=7):
    places = np.random.default_rng(seed).integers(0, len(values), (2, n))
    return [[values[i] for i in row] for row in places]


def assert_same(found, expected):
    assert [(type(x), x) for x in found.labels] == [(type(x), x) for x in expected.labels]
    assert found.axes == expected.axes
    assert found.counts.dtype == expected.counts.dtype
    assert np.array_equal(found.counts, expected.counts)


# What labels may be -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in VALUES if kind != "time"])
def test_labels_of_every_type(made, kind):
    dtype, values = VALUES[kind]
    truth, prediction = drawn(values)
    table = pa.table({"y": pa.array(truth, dtype), "p": pa.array(prediction, dtype)})
    found = ac.Tables.from_frame(made(table), truth="y", prediction="p")
    assert_same(found, ac.Tables.from_labels(truth, prediction))


@pytest.mark.parametrize("engine", [*IN_MEMORY, *IN_PROCESS])
def test_times_without_a_zone_where_the_engine_adds_none(engine):
    dtype, values = VALUES["time"]
    truth, prediction = drawn(values)
    table = pa.table({"y": pa.array(truth, dtype), "p": pa.array(prediction, dtype)})
    found = ac.Tables.from_frame(frame_of(table, engine), truth="y", prediction="p")
    assert_same(found, ac.Tables.from_labels(truth, prediction))


@pytest.mark.parametrize("kind", ["text", "int64", "bool", "double", "date", "decimal"])
@pytest.mark.parametrize("missing", ["drop", "label"])
def test_null_is_missing(made, kind, missing):
    dtype, values = VALUES[kind]
    truth, prediction = drawn([*values, None])
    table = pa.table({"y": pa.array(truth, dtype), "p": pa.array(prediction, dtype)})
    found = ac.Tables.from_frame(made(table), truth="y", prediction="p", on_missing=missing)
    assert_same(found, ac.Tables.from_labels(truth, prediction, on_missing=missing))


@pytest.mark.parametrize("missing", ["drop", "label"])
def test_nan_is_missing(made, missing):
    truth, prediction = drawn([0.0, 1.5, math.nan, None])
    table = pa.table({"y": pa.array(truth, pa.float64()), "p": pa.array(prediction, pa.float64())})
    found = ac.Tables.from_frame(made(table), truth="y", prediction="p", on_missing=missing)
    assert_same(found, ac.Tables.from_labels(truth, prediction, on_missing=missing))


def test_missing_labels_are_refused_with_their_number(made):
    table = pa.table({"y": ["a", None, None], "p": ["a", "b", None]})
    with pytest.raises(ac.InputError, match="truth has 2 and prediction has 1 missing values"):
        ac.Tables.from_frame(made(table), truth="y", prediction="p")


def test_columns_of_different_types(made):
    truth, prediction = drawn([0, 1])
    table = pa.table({"y": pa.array(truth, pa.int8()), "p": pa.array(prediction, pa.float64())})
    found = ac.Tables.from_frame(made(table), truth="y", prediction="p")
    assert np.array_equal(found.counts, ac.Tables.from_labels(truth, prediction).counts)


def test_a_column_of_nothing_but_null(made):
    table = pa.table({"y": pa.array([None, None], pa.string()), "p": ["a", "b"]})
    with pytest.raises(ac.InputError, match="nothing left to count"):
        ac.Tables.from_frame(made(table), truth="y", prediction="p", on_missing="drop")


# Categoricals -----------------------------------------------------------------------------------


ORDER = ["low", "mid", "high", "never"]
GRADES = ["high", "low", "mid", "low"], ["low", "low", "mid", "high"]


def ordered_frames():
    truth, prediction = (pd.Categorical(column, ORDER, ordered=True) for column in GRADES)
    known = pd.DataFrame({"y": truth, "p": prediction})
    text = pl.DataFrame({"y": GRADES[0], "p": GRADES[1]}, schema=dict.fromkeys("yp", pl.Enum(ORDER)))
    database = duckdb.connect()
    database.execute(f"CREATE TYPE grade AS ENUM ({', '.join(map(repr, ORDER))})")
    database.execute("CREATE TABLE grades (y grade, p grade)")
    database.executemany("INSERT INTO grades VALUES (?, ?)", list(zip(*GRADES, strict=True)))
    import dask.dataframe

    return {
        "pandas": known,
        "dask": dask.dataframe.from_pandas(known, npartitions=2),
        "polars": text,
        "polars lazy": text.lazy(),
        "duckdb": database.table("grades"),
        "narwhals": nw.from_native(text.lazy()),
    }


@pytest.mark.parametrize("engine", ["pandas", "dask", "polars", "polars lazy", "duckdb", "narwhals"])
def test_an_order_that_is_declared_is_kept(engine):
    found = ac.Tables.from_frame(ordered_frames()[engine], truth="y", prediction="p")
    assert found.labels == tuple(ORDER)
    assert_same(found, ac.Tables.from_labels(*GRADES, labels=ORDER))


@pytest.mark.parametrize("engine", ["pandas", "dask", "polars", "polars lazy", "duckdb"])
def test_groups_in_the_order_that_is_declared(engine):
    found = ac.Tables.from_frame(ordered_frames()[engine], truth="y", prediction="p", by="y")
    assert found.axes[0].labels == ("low", "mid", "high")


def test_dictionaries(made):
    truth, prediction = drawn(["b", "a", None])
    table = pa.table(
        {"y": pa.array(truth).dictionary_encode(), "p": pa.array(prediction).dictionary_encode()}
    )
    found = ac.Tables.from_frame(made(table), truth="y", prediction="p", on_missing="label")
    assert_same(found, ac.Tables.from_labels(truth, prediction, on_missing="label"))


# Groups, weights, labels ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sites():
    truth, prediction = drawn(["a", "b", "c"])
    site, fold = drawn(["x", None, "z's"], seed=8)[0], drawn([1, 2, 10], seed=9)[0]
    weight = [i % 17 / 8 for i in range(len(truth))]
    return {"y": truth, "p": prediction, "site": site, "fold": fold, "w": weight}


def test_one_group(made, sites):
    found = ac.Tables.from_frame(made(pa.table(sites)), truth="y", prediction="p", by="fold")
    assert_same(found, ac.Tables.from_labels(sites["y"], sites["p"], by={"fold": sites["fold"]}))


def test_several_groups_with_missing_ones(made, sites):
    by = ["site", "fold"]
    found = ac.Tables.from_frame(made(pa.table(sites)), truth="y", prediction="p", by=by, on_missing="label")
    groups = {name: sites[name] for name in by}
    assert_same(found, ac.Tables.from_labels(sites["y"], sites["p"], by=groups, on_missing="label"))


def test_the_truth_as_group(made, sites):
    found = ac.Tables.from_frame(made(pa.table(sites)), truth="y", prediction="p", by=["y"])
    assert_same(found, ac.Tables.from_labels(sites["y"], sites["p"], by={"y": sites["y"]}))


def test_the_truth_as_prediction(made, sites):
    found = ac.Tables.from_frame(made(pa.table(sites)), truth="y", prediction="y")
    assert_same(found, ac.Tables.from_labels(sites["y"], sites["y"]))


def test_weights_zero_among_them(made, sites):
    found = ac.Tables.from_frame(made(pa.table(sites)), truth="y", prediction="p", by="fold", weights="w")
    groups = {"fold": sites["fold"]}
    assert_same(found, ac.Tables.from_labels(sites["y"], sites["p"], by=groups, weights=sites["w"]))


@pytest.mark.parametrize("dtype", [pa.int64(), pa.int8(), pa.float32(), pa.decimal128(22, 3), pa.bool_()])
def test_weights_of_other_types(made, dtype):
    weights = [1, 0, 1, 1]
    table = pa.table({"y": list("abab"), "p": list("aabb"), "w": pa.array(weights, pa.int64()).cast(dtype)})
    found = ac.Tables.from_frame(made(table), truth="y", prediction="p", weights="w")
    assert_same(found, ac.Tables.from_labels(list("abab"), list("aabb"), weights=weights))


@pytest.mark.parametrize("weight", [-1.0, math.nan, math.inf, None])
def test_unfit_weights(made, weight):
    table = pa.table({"y": ["a", "a"], "p": ["b", "b"], "w": pa.array([1.0, weight], pa.float64())})
    with pytest.raises(ac.InputError, match="must be finite and not negative: 1 are not"):
        ac.Tables.from_frame(made(table), truth="y", prediction="p", weights="w")


@pytest.mark.parametrize("weights", [["x", "y"], ["1", "2"], [dt.date(2026, 1, 1)] * 2])
def test_weights_that_are_no_numbers(made, weights):
    table = pa.table({"y": ["a", "a"], "p": ["b", "b"], "w": weights})
    with pytest.raises(ac.InputError, match="must be"):
        ac.Tables.from_frame(made(table), truth="y", prediction="p", weights="w")


def test_weights_are_a_column_of_labels_too(made):
    table = pa.table({"y": [1, 2, 2], "p": [1, 1, 2]})
    found = ac.Tables.from_frame(made(table), truth="y", prediction="p", weights="y")
    assert_same(found, ac.Tables.from_labels([1, 2, 2], [1, 1, 2], weights=[1, 2, 2]))


def test_labels_and_the_positive_one(made, sites):
    labels = ["c", "b", "a", "z"]
    found = ac.Tables.from_frame(made(pa.table(sites)), truth="y", prediction="p", labels=labels)
    assert_same(found, ac.Tables.from_labels(sites["y"], sites["p"], labels=labels))
    two = made(pa.table({"y": [1, 0, 0], "p": [1, 0, 1]}))
    assert ac.Tables.from_frame(two, truth="y", prediction="p", positive=0).positive == 0


def test_a_label_that_is_not_declared(made, sites):
    with pytest.raises(ac.InputError, match="'c'"):
        ac.Tables.from_frame(made(pa.table(sites)), truth="y", prediction="p", labels=["a", "b"])


# Names ------------------------------------------------------------------------------------------

NAMES = [
    ("n items", "key 0", "len"),
    ("key 1", "weight of items", "unfit weights"),
    ("column 0", "column 1", "^"),
    ("a.b", "c.d.e", "f."),
    ('say "y"', "it's", "back`tick"),
    ("two words", "größe ☃", "tab\tnew\nline"),
    ("select", "group by", "1"),
    ("; drop table x", "{0}", "%s"),
    ("a[0]", "(b)", "$c"),
    ("__index_level_0__", "_1", "count(1)"),
]


@pytest.mark.parametrize("names", NAMES)
def test_columns_of_any_name(made, names, sites):
    truth, prediction, group = names
    columns = {"first": sites["w"], truth: sites["y"], prediction: sites["p"], group: sites["fold"]}
    found = ac.Tables.from_frame(
        made(pa.table(columns)), truth=truth, prediction=prediction, by=group, weights="first"
    )
    groups = {group: sites["fold"]}
    assert_same(found, ac.Tables.from_labels(sites["y"], sites["p"], by=groups, weights=sites["w"]))


@pytest.mark.parametrize("engine", [*IN_MEMORY, "polars lazy", "dask", "spark"])
def test_names_that_differ_in_case_alone(engine, sites, request):
    connect = request.getfixturevalue("connect") if engine == "spark" else None
    frame = frame_of(pa.table({"y": sites["y"], "Y": sites["p"]}), engine, connect)
    found = ac.Tables.from_frame(frame, truth="y", prediction="Y")
    assert_same(found, ac.Tables.from_labels(sites["y"], sites["p"]))


def test_a_name_in_another_case_is_no_column(made, sites):
    with pytest.raises(ac.InputError, match="no column 'SITE'"):
        ac.Tables.from_frame(made(pa.table(sites)), truth="y", prediction="p", by="SITE")


def test_no_such_column(made, sites):
    with pytest.raises(
        ac.InputError, match=r"no column 'sites'; did you mean 'site'\? its columns are 'y', 'p'"
    ):
        ac.Tables.from_frame(made(pa.table(sites)), truth="y", prediction="sites")


@pytest.mark.parametrize("engine", ["pandas", "dask"])
def test_a_name_that_is_no_text(engine):
    table = pd.DataFrame({0: ["a", "b"], 1: ["a", "a"], "y": ["a", "b"], "s": [0.5, 0.25]})
    frame = table if engine == "pandas" else dask.dataframe.from_pandas(table, npartitions=1)
    refused = pytest.raises(ac.InputError, match=r"called by its name, which is text, not [01]: rename")
    for by in (0, [1]):
        with refused:
            ac.Tables.from_frame(frame, truth="y", prediction="y", by=by)
        with refused:
            ac.Curve.from_frame(frame, truth="y", score="s", by=by)
    with refused:
        ac.Tables.from_frame(frame, truth=0, prediction=1)
    with refused:
        ac.Curve.from_frame(frame, truth="y", score=1)
    with pytest.raises(ac.InputError, match="no column 'z'; its columns are 0, 1, 'y', 's'"):
        ac.Tables.from_frame(frame, truth="z", prediction="y")


def test_two_columns_of_one_name(connect):
    twice = connect.createDataFrame([("a", "b")], "y string, p string").toDF("y", "y")
    with pytest.raises(ac.InputError, match="two columns are called 'y'"):
        ac.Tables.from_frame(twice, truth="y", prediction="y")
    frame = pd.DataFrame([["a", "b"]], columns=["y", "y"])
    with pytest.raises(ac.InputError, match="two columns are called 'y'"):
        ac.Tables.from_frame(frame, truth="y", prediction="y")


# What cannot be counted -------------------------------------------------------------------------


@pytest.mark.parametrize("engine", [*IN_MEMORY, *IN_PROCESS])
def test_no_items(engine):
    table = pa.table({"y": pa.array([], pa.string()), "p": pa.array([], pa.string())})
    with pytest.raises(ac.InputError, match="there is nothing to count"):
        ac.Tables.from_frame(frame_of(table, engine), truth="y", prediction="p")


@pytest.mark.parametrize(
    "kind",
    ["340282366920938463463374607431768211455::uhugeint", "'01:00+01'::timetz", "'01'::bit", "'1'::bignum"],
)
def test_values_that_do_not_come_back_whole(kind):
    frame = duckdb.sql(f"select {kind} y, 1 p, 0.5 s")
    with pytest.raises(ac.InputError, match="do not come back whole: cast the column 'y' to VARCHAR"):
        ac.Tables.from_frame(frame, truth="y", prediction="p")
    with pytest.raises(ac.InputError, match="cast the column 'y' to VARCHAR"):
        ac.Curve.from_frame(frame, truth="y", score="s")
    assert ac.Tables.from_frame(frame, truth="p", prediction="p").total == 1


@pytest.mark.parametrize("kind", ["date", "timestamp", "timestamptz"])
def test_a_date_without_end(kind):
    frame = duckdb.sql(f"select 'infinity'::{kind} y, '2026-01-01'::{kind} p")
    with pytest.raises(ac.InputError, match="truth has dates outside Python's range"):
        ac.Tables.from_frame(frame, truth="y", prediction="p")


@pytest.mark.parametrize("made", [dict, pa.RecordBatch.from_pydict, lambda data: pa.table(data).to_reader()])
def test_columns_by_name_are_a_frame(made):
    data = {
        "y": [0, 1, 1],
        "p": [0, 1, 0],
        "q": [1, 1, 0],
        "g": ["a", "a", "b"],
        "s": [0.1, 0.8, 0.4],
        "w": [1, 2, 1],
    }
    found = ac.Tables.from_frame(made(data), truth="y", prediction="p", by="g", weights="w")
    groups = {"g": data["g"]}
    assert found == ac.Tables.from_labels(data["y"], data["p"], by=groups, weights=data["w"])
    expected = ac.compare(data["y"], {name: data[name] for name in "pq"})
    assert ac.compare("y", ["p", "q"], data=made(data)).verdict == expected.verdict
    curve = ac.Curve.from_frame(made(data), truth="y", score="s", weights="w")
    assert curve.auc == ac.Curve.from_scores(data["y"], data["s"], weights=data["w"]).auc
    with pytest.raises(ac.InputError, match="the frame has no column 'yy'"):
        ac.Tables.from_frame(made(data), truth="yy", prediction="p")


@pytest.mark.parametrize("frame", [[1, 2], np.zeros((2, 2)), None, "frame", pl.Series([1])])
def test_no_frame(frame):
    with pytest.raises(ac.InputError, match="frame must be a data frame of pandas, polars"):
        ac.Tables.from_frame(frame, truth="y", prediction="p")


def test_an_identifier_as_truth(lazy):
    ids = np.arange(20_000)
    table = pa.table({"row id": ids / 7, "p": ids % 2})
    with pytest.raises(ac.InputError, match="more than 5000 distinct values, like a regression target"):
        ac.Tables.from_frame(lazy(table), truth="row id", prediction="p")


def test_too_many_values_name_their_column(lazy, monkeypatch):
    monkeypatch.setattr(frames.frame_columns, "__kwdefaults__", {"most": 10_000})
    ids = np.arange(20_000)
    table = pa.table({"p": ids % 2, "row id": ids, "y": ids % 3})
    with pytest.raises(ac.InputError, match="column 'row id' has more than 5000 distinct values"):
        ac.Tables.from_frame(lazy(table), truth="y", prediction="p", by="row id")


def test_too_many_combinations(lazy, monkeypatch):
    monkeypatch.setattr(frames.frame_columns, "__kwdefaults__", {"most": 10})
    ids = np.arange(100)
    table = pa.table({"y": ids % 10, "p": ids // 10})
    with pytest.raises(ac.InputError, match="'y', 'p' have more than 10 combinations of values"):
        ac.Tables.from_frame(lazy(table), truth="y", prediction="p")


@pytest.mark.parametrize("engine", [*IN_MEMORY, "polars lazy", "duckdb"])
def test_nested_labels(engine):
    table = pa.table({"y": [[1], [2]], "p": [[1], [2]]})
    with pytest.raises(ac.InputError, match="which cannot be looked up"):
        ac.Tables.from_frame(frame_of(table, engine), truth="y", prediction="p")


@pytest.mark.parametrize("name", ["*", "^y.*$"])
@pytest.mark.parametrize("engine", sorted({*IN_PROCESS} - {"duckdb"}))
def test_names_that_engines_take_for_patterns(engine, name):
    frame = frame_of(pa.table({"y": [1, 2], name: [1, 1]}), engine)
    with pytest.raises(ac.InputError, match="for several columns: rename the column"):
        ac.Tables.from_frame(frame, truth="y", prediction=name)


def test_what_is_wrong_in_a_plan_is_said_by_its_engine():
    plan = pl.LazyFrame({"y": ["1", "x"], "p": ["1", "2"]}).with_columns(pl.col("y").cast(pl.Int64))
    with pytest.raises(nw.exceptions.InvalidOperationError, match="conversion from `str` to `i64` failed"):
        ac.Tables.from_frame(plan, truth="y", prediction="p")


# Frames of narwhals, and plans ------------------------------------------------------------------


@pytest.mark.parametrize("engine", [*IN_MEMORY, *IN_PROCESS])
def test_frames_of_narwhals(engine, sites):
    frame = nw.from_native(frame_of(pa.table(sites), engine))
    found = ac.Tables.from_frame(frame, truth="y", prediction="p", by="fold")
    assert_same(found, ac.Tables.from_labels(sites["y"], sites["p"], by={"fold": sites["fold"]}))


def test_a_plan_is_computed_by_its_engine(sites):
    plan = (
        pl.DataFrame(sites).lazy().filter(pl.col("fold") == 10).with_columns(pl.col("y").str.to_uppercase())
    )
    kept = [i for i, fold in enumerate(sites["fold"]) if fold == 10]
    truth = [sites["y"][i].upper() for i in kept]
    found = ac.Tables.from_frame(plan, truth="y", prediction="p")
    assert_same(found, ac.Tables.from_labels(truth, [sites["p"][i] for i in kept]))


def test_the_index_of_pandas_does_not_matter():
    frame = pd.DataFrame({"y": list("abc"), "p": list("aab")}, index=[7, 7, 7])
    assert_same(
        ac.Tables.from_frame(frame, truth="y", prediction="p"),
        ac.Tables.from_labels(list("abc"), list("aab")),
    )


def test_only_counts_come_back(sites, monkeypatch):
    came = []

    def seen(frame):
        rows = frame.collect()
        came.append(len(rows))
        return rows

    monkeypatch.setattr(frames, "fetched", seen)
    ac.Tables.from_frame(pl.DataFrame(sites).lazy(), truth="y", prediction="p")
    assert came == [9]


# All engines agree ------------------------------------------------------------------------------

LABELS = st.one_of(
    st.tuples(st.just(pa.string()), st.lists(st.sampled_from(["a", "b", "", "é", None]), min_size=1)),
    st.tuples(st.just(pa.int64()), st.lists(st.sampled_from([0, 1, -5, 2**40, None]), min_size=1)),
    st.tuples(st.just(pa.float64()), st.lists(st.sampled_from([0.0, -0.0, 2.5, math.nan, None]), min_size=1)),
    st.tuples(st.just(pa.bool_()), st.lists(st.sampled_from([True, False, None]), min_size=1)),
)


@st.composite
def random_frames(draw):
    dtype, truth = draw(LABELS)
    n = len(truth)
    prediction = draw(st.lists(st.sampled_from(truth), min_size=n, max_size=n))
    group = draw(st.lists(st.sampled_from(["x", "y", None]), min_size=n, max_size=n))
    weight = draw(st.lists(st.integers(0, 8).map(lambda x: x / 4), min_size=n, max_size=n))
    return {
        "y": pa.array(truth, dtype),
        "p": pa.array(prediction, dtype),
        "g": pa.array(group, pa.string()),
        "w": pa.array(weight, pa.float64()),
    }


def outcome(call, *columns, **options):
    """What a call gives, or the sentence with which it refuses."""
    try:
        return call(*columns, **options)
    except ac.InputError as error:
        return str(error)


def assert_engines_agree(engines, columns, *, grouped, weighted, missing):
    lists = {name: column.to_pylist() for name, column in columns.items()}
    expected = outcome(
        ac.Tables.from_labels,
        lists["y"],
        lists["p"],
        by={"g": lists["g"]} if grouped else None,
        weights=lists["w"] if weighted else None,
        on_missing=missing,
    )
    options = {"by": "g" if grouped else None, "weights": "w" if weighted else None, "on_missing": missing}
    for engine in engines:
        frame = frame_of(pa.table(columns), engine)
        found = outcome(ac.Tables.from_frame, frame, truth="y", prediction="p", **options)
        if isinstance(expected, str):
            assert found == expected, engine
        else:
            assert_same(found, expected)


CHOICES = {
    "grouped": st.booleans(),
    "weighted": st.booleans(),
    "missing": st.sampled_from(["error", "drop", "label"]),
}


@settings(max_examples=50)
@given(columns=random_frames(), **CHOICES)
def test_all_engines_in_process_agree(columns, grouped, weighted, missing):
    engines = (*IN_MEMORY, "polars lazy", "duckdb")
    assert_engines_agree(engines, columns, grouped=grouped, weighted=weighted, missing=missing)


@settings(max_examples=12)
@given(columns=random_frames(), **CHOICES)
def test_dask_agrees(columns, grouped, weighted, missing):
    assert_engines_agree(["dask"], columns, grouped=grouped, weighted=weighted, missing=missing)
