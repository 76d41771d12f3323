"""The curve of a frame is the curve of its items, whichever engine has counted them."""

import datetime as dt
import itertools
from decimal import Decimal

import dask.dataframe as dd
import duckdb
import ibis
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import abovechance as ac
from abovechance.core.errors import InputError

N = 400
LOCAL = ["pandas", "pyarrow", "polars", "polars lazy", "duckdb"]
ENGINES = [*LOCAL, "dask", "ibis", "spark"]


def table():
    rng = np.random.default_rng(3)
    scores = np.round(rng.normal(size=N), 1)
    scores[:6] = [np.inf, -np.inf, 0.0, -0.0, np.inf, 5e-324]
    return pa.table(
        {
            "y": rng.choice(["ham", "spam"], N),
            "kind": rng.choice(["ham", "eggs", "spam"], N),
            "is spam": rng.random(N) < 0.4,
            "grade": rng.integers(0, 2, N) * 2 - 1,
            "day": [dt.date(2026, 1, 1 + int(day)) for day in rng.integers(0, 2, N)],
            "double": scores,
            "float": pa.array(scores.astype(np.float32)),
            "integer": rng.integers(-3, 3, N),
            "small": pa.array(rng.integers(0, 9, N), pa.int16()),
            "boolean": rng.random(N) < 0.5,
            "decimal": pa.array(
                [Decimal(int(x)) / 1000 for x in rng.integers(0, 999, N)], pa.decimal128(6, 3)
            ),
            "site": rng.choice(["north", "south", "o'ther"], N),
            "year": rng.integers(2024, 2027, N),
            "weight": rng.integers(0, 9, N) / 4,
        }
    )


ITEMS = table()


@pytest.fixture
def framed(request):
    """Makes frames of the engine that is asked for."""

    def make(engine, items):
        if engine == "spark":
            return request.getfixturevalue("connect").createDataFrame(items)
        if engine == "duckdb":
            connection = duckdb.connect()
            request.addfinalizer(connection.close)
            return connection.from_arrow(items)
        return {
            "pandas": items.to_pandas,
            "pyarrow": lambda: items,
            "polars": lambda: pl.from_arrow(items),
            "polars lazy": lambda: pl.from_arrow(items).lazy(),
            "dask": lambda: dd.from_pandas(items.to_pandas(types_mapper=pd.ArrowDtype), npartitions=2),
            "ibis": lambda: ibis.memtable(items),
        }[engine]()

    return make


def assert_same(found, expected):
    assert np.array_equal(found.thresholds, expected.thresholds)
    for name in ("tp", "fp"):
        assert getattr(found, name).dtype == getattr(expected, name).dtype
        assert np.array_equal(getattr(found, name), getattr(expected, name))
    assert (found.positive, found.negative) == (expected.positive, expected.negative)


@pytest.mark.parametrize("score", ["double", "float", "integer", "small", "boolean", "decimal"])
@pytest.mark.parametrize("engine", ENGINES)
def test_scores_of_every_type(framed, engine, score):
    found = ac.Curve.from_frame(framed(engine, ITEMS), truth="y", score=score)
    numbers = [float(x) for x in ITEMS[score].to_pylist()]
    assert_same(found, ac.Curve.from_scores(ITEMS["y"].to_pylist(), numbers))


@pytest.mark.parametrize("truth", ["is spam", "grade", "day"])
@pytest.mark.parametrize("engine", ENGINES)
def test_labels_of_every_type(framed, engine, truth):
    found = ac.Curve.from_frame(framed(engine, ITEMS), truth=truth, score="double")
    assert_same(found, ac.Curve.from_scores(ITEMS[truth].to_pylist(), ITEMS["double"].to_numpy()))


@pytest.mark.parametrize("engine", ENGINES)
def test_classes_weights_and_groups(framed, engine):
    frame = framed(engine, ITEMS)
    truth, scores = ITEMS["kind"].to_pylist(), ITEMS["double"].to_numpy()
    columns = {name: ITEMS[name].to_pylist() for name in ("site", "year", "weight")}
    shared = {"truth": "kind", "score": "double", "positive": "spam"}
    assert_same(
        ac.Curve.from_frame(frame, **shared, weights="weight"),
        ac.Curve.from_scores(truth, scores, positive="spam", weights=columns["weight"]),
    )
    for by in ("year", ["site", "year"]):
        groups = {name: columns[name] for name in ([by] if isinstance(by, str) else by)}
        found = ac.Curve.from_frame(frame, **shared, by=by)
        expected = ac.Curve.from_scores(truth, scores, positive="spam", by=groups)
        assert (found.kind, list(found)) == (expected.kind, list(expected))
        for name, curve in expected.items():
            assert_same(found[name], curve)


@pytest.mark.parametrize("engine", ENGINES)
def test_missing_labels_and_scores(framed, engine):
    """The label c has no score, so it is no class; group z has no item that counts, as no group has none."""
    items = pa.table(
        {
            "y": ["a", "b", None, "a", "c", "b", "a", None],
            "p": [0.5, 0.25, 0.75, None, None, 0.5, np.nan, None],
            "g": ["x", "x", "x", "z", "z", "x", "x", "x"],
            "h": ["x", "x", "x", "z", "z", None, "x", "x"],
        }
    )
    frame = framed(engine, items)
    with pytest.raises(InputError, match="truth has 2 and scores has 4 missing values"):
        ac.Curve.from_frame(frame, truth="y", score="p")
    with pytest.raises(InputError, match=r"scores has \d missing values"):
        ac.Curve.from_frame(frame, truth="g", score="p")
    truth, scores = items["y"].to_pylist(), [0.5, 0.25, 0.75, np.nan, np.nan, 0.5, np.nan, np.nan]
    found = ac.Curve.from_frame(frame, truth="y", score="p", on_missing="drop")
    assert_same(found, ac.Curve.from_scores(truth, scores, on_missing="drop"))
    assert (found.positives, found.negatives) == (2, 1)
    groups = ac.Curve.from_frame(frame, truth="y", score="p", on_missing="drop", by="g")
    expected = ac.Curve.from_scores(truth, scores, on_missing="drop", by=items["g"].to_pylist())
    assert list(groups) == list(expected) == ["x"]
    assert_same(groups["x"], expected["x"])
    counted = ac.Curve.from_frame(frame, truth="y", score="p", on_missing="drop", by="h")
    assert (list(counted), counted["x"].positives, counted["x"].negatives) == (["x"], 1, 1)
    whole = framed(engine, pa.table({"y": [0, 1, 1], "p": [1, 2, 3], "g": ["x", "x", None]}))
    with pytest.raises(InputError, match=r"by\['g'\] has 1 missing values: say on_missing='drop'"):
        ac.Curve.from_frame(whole, truth="y", score="p", by="g")


@pytest.mark.parametrize("engine", LOCAL)
def test_several_systems(framed, engine):
    found = ac.Curve.from_frame(framed(engine, ITEMS), truth="y", score=["double", "integer"])
    expected = ac.Curve.from_scores(
        ITEMS["y"].to_pylist(), {name: ITEMS[name].to_numpy() for name in ("double", "integer")}
    )
    assert (found.kind, list(found)) == ("system", ["double", "integer"])
    for name, curve in expected.items():
        assert_same(found[name], curve)


def test_the_larger_label_is_positive_whatever_order_is_declared():
    items = pl.LazyFrame(
        {"y": ["sick", "well", "sick"], "p": [0.9, 0.1, 0.4]},
        schema={"y": pl.Enum(["well", "sick"]), "p": pl.Float64},
    )
    curve = ac.Curve.from_frame(items, truth="y", score="p")
    assert (curve.positive, curve.negative, curve.auc, curve.positive_guessed) == ("well", "sick", 0.0, True)
    state = "enum('well', 'sick')"
    rows = f"(values ('sick'::{state}, 0.9), ('well'::{state}, 0.1), ('sick'::{state}, 0.4)) v(y, p)"
    with duckdb.connect() as connection:
        relation = connection.sql(f"select * from {rows}")
        assert_same(ac.Curve.from_frame(relation, truth="y", score="p"), curve)
        assert_same(ac.curves.curve_of_frame(relation, truth="y", score="p", most=0).curve, curve)


@pytest.mark.parametrize("engine", LOCAL)
def test_text_is_no_score_even_if_it_looks_like_one(framed, engine):
    frame = framed(engine, pa.table({"y": [0, 1, 1], "p": ["2", "10", "3"]}))
    with pytest.raises(InputError, match=r"must be numbers, got \w+: give scores, not labels"):
        ac.Curve.from_frame(frame, truth="y", score="p")


@pytest.mark.parametrize("engine", ["polars lazy", "duckdb"])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"truth": "kind", "score": "double"}, "truth has 3 classes"),
        ({"truth": "y", "score": "double", "positive": "eggs"}, "positive class 'eggs' is not in truth"),
        ({"truth": "y", "score": "site"}, r"must be numbers, got \w+: give scores, not labels"),
        ({"truth": "y", "score": "doubel"}, "no column 'doubel'; did you mean 'double'"),
        ({"truth": "y", "score": "double", "most": 10}, "more than 10 distinct scores"),
        ({"truth": "y", "score": ["double", "float"], "by": "site"}, "several systems or groups, not both"),
        ({"truth": "y", "score": []}, "score is an empty list"),
        ({"truth": "y", "score": "double", "by": []}, "by is an empty list"),
        (
            {"truth": "y", "score": "double", "on_missing": "label"},
            "on_missing must be one of 'error', 'drop'",
        ),
        ({"truth": "y", "score": "double", "weights": "integer"}, "weights in 'integer' must be finite"),
    ],
)
def test_what_cannot_be_ranked(framed, engine, options, message):
    with pytest.raises(InputError, match=message):
        ac.Curve.from_frame(framed(engine, ITEMS), **options)


@pytest.mark.parametrize("engine", ["polars lazy", "duckdb"])
def test_nothing_and_one_class(framed, engine):
    with pytest.raises(InputError, match="nothing to rank"):
        ac.Curve.from_frame(framed(engine, ITEMS.slice(0, 0)), truth="y", score="double")
    with pytest.raises(InputError, match="nothing to rank"):
        ac.Curve.from_frame(
            framed(engine, pa.table({"y": pa.nulls(0), "p": pa.nulls(0)})), truth="y", score="p"
        )
    one = pa.table({"y": ["ham"] * 3, "p": [1, 2, 2]})
    with pytest.raises(InputError, match="only one class, 'ham'"):
        ac.Curve.from_frame(framed(engine, one), truth="y", score="p")
    found = ac.Curve.from_frame(framed(engine, one), truth="y", score="p", positive="spam")
    assert_same(found, ac.Curve.from_scores(["ham"] * 3, [1, 2, 2], positive="spam"))


@pytest.mark.parametrize(
    ("engine", "truth"),
    [
        ("dask", pa.array([Decimal("1.10"), Decimal("2.20")] * 2)),
        ("dask", pa.array([dt.time(1), dt.time(2)] * 2)),
        ("duckdb", pa.array([1, 2] * 2, pa.timestamp("ns"))),
        ("duckdb", pa.array([dt.timedelta(1), dt.timedelta(2)] * 2)),
    ],
)
def test_labels_that_the_engine_does_not_find_again(framed, engine, truth):
    """Without a look at their number, all items would be negative."""
    frame = framed(engine, pa.table({"y": truth, "p": [0.9, 0.1, 0.8, 0.85]}))
    for most in (0, 2**20):
        with pytest.raises(InputError, match="the engine cannot compare the labels, by their type"):
            ac.curves.curve_of_frame(frame, truth="y", score="p", most=most)


@pytest.mark.parametrize("name", ["w.x", "item is positive", "weight of the item", "score of the item"])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_column_of_weights_of_any_name(framed, engine, name):
    items = ITEMS.select(["y", "double", "weight"]).rename_columns(["y", "double", name])
    expected = ac.Curve.from_scores(
        ITEMS["y"].to_pylist(), ITEMS["double"].to_numpy(), weights=ITEMS["weight"].to_numpy()
    )
    found = ac.Curve.from_frame(framed(engine, items), truth="y", score="double", weights=name)
    assert_same(found, expected)


def test_a_regression_target_is_no_truth():
    items = pl.LazyFrame({"y": np.arange(20_000) / 7, "p": np.arange(20_000)})
    with pytest.raises(InputError, match="more than 5000 distinct values, like a regression target"):
        ac.Curve.from_frame(items, truth="y", score="p")


def test_large_whole_numbers_stay_apart():
    items = pl.LazyFrame({"y": [0, 1, 1], "p": [2**53, 2**53 + 1, 3]})
    with pytest.raises(InputError, match="only 2 differ as floating-point numbers"):
        ac.Curve.from_frame(items, truth="y", score="p")
    with pytest.raises(InputError, match="whole numbers too large"):
        ac.curves.curve_of_frame(items, truth="y", score="p", most=0)


# Of any size --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("engine", "score"),
    [
        *itertools.product(
            ["polars lazy", "duckdb", "spark"], ["double", "float", "integer", "boolean", "decimal"]
        ),
        ("dask", "double"),
        ("ibis", "double"),
    ],
)
def test_bins_of_single_scores_are_the_curve(framed, engine, score):
    frame = framed(engine, ITEMS)
    expected = ac.Curve.from_scores(ITEMS["y"].to_pylist(), [float(x) for x in ITEMS[score].to_pylist()])
    for most in (0, 3, 2**20):
        found = ac.curves.curve_of_frame(frame, truth="y", score=score, most=most)
        assert_same(found.curve, expected)
        assert (found.auc, found.auc_within) == (expected.auc, 0)
        assert found.distinct == len(expected.thresholds) - 1


@pytest.mark.parametrize("engine", ["polars lazy", "duckdb", "spark"])
def test_labels_as_text(framed, engine):
    expected = ac.Curve.from_scores(ITEMS["is spam"].to_pylist(), ITEMS["double"].to_numpy(), positive=False)
    for most in (0, 2**20):
        found = ac.curves.curve_of_frame(
            framed(engine, ITEMS), truth="is spam", score="double", positive="false", as_text=True, most=most
        ).curve
        assert (found.positive, found.negative) == ("false", "true")
        assert np.array_equal(found.tp, expected.tp)
        assert np.array_equal(found.fp, expected.fp)


@pytest.mark.parametrize("engine", ["polars lazy", "duckdb", "spark"])
def test_empty_text_is_no_label(framed, engine):
    items = pa.table({"y": ["1", "", "0", "1", None, ""], "p": [1.0, 2.0, 3.0, 4.0, 5.0, None]})
    for most in (0, 2**20):
        found = ac.curves.curve_of_frame(
            framed(engine, items), truth="y", score="p", on_missing="drop", as_text=True, most=most
        )
        expected = ac.Curve.from_scores(["1", "0", "1"], [1, 3, 4])
        assert_same(found.curve, expected)
        assert found.left_out == 3


def test_bins_leave_out_what_is_missing():
    items = pl.LazyFrame({"y": [0, 1, None, 1, 0], "p": [0.5, 0.25, 0.75, float("nan"), None]})
    found = ac.curves.curve_of_frame(items, truth="y", score="p", on_missing="drop", most=0)
    assert found.curve.thresholds.tolist() == [np.inf, 0.5, 0.25]
    assert (found.curve.positives, found.curve.negatives) == (1, 1)


def test_how_far_the_area_may_be_off_is_said():
    rng = np.random.default_rng(5)
    truth = rng.random(100_000) < 0.5
    items = pl.LazyFrame({"y": truth, "p": rng.normal(size=100_000) + truth})
    found = ac.curves.curve_of_frame(items, truth="y", score="p", most=1000)
    assert found.distinct is None
    assert 0 < found.auc_within < 2.0**-15
    assert repr(found).endswith(f"(in bins, the AUC within {found.auc_within:.2g})")
    one = ac.Curve.from_frame(items.collect(), truth="y", score="p")
    assert abs(found.auc - one.auc) <= found.auc_within
    assert found.auc_variance == pytest.approx(ac.curves.auc_interval(one).se ** 2, rel=1e-3)


def test_pandas_keeps_its_own_missing_values():
    items = pd.DataFrame({"y": pd.array([1, 0, None], dtype="Int64"), "p": pd.array([1, 2, 3], dtype="Int8")})
    found = ac.Curve.from_frame(items, truth="y", score="p", on_missing="drop")
    assert (found.thresholds.tolist(), found.tp.tolist()) == ([np.inf, 2, 1], [0, 0, 1])
