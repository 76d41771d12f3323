"""Frames of Spark are counted where they are, and give what the same items give from lists."""

import datetime as dt
import json
import math
from pathlib import Path

import duckdb
import numpy as np
import pyarrow.csv
import pyarrow.parquet
import pytest

import abovechance as ac

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "breast_cancer.csv"
VALUES = {
    "string": ["a", "b", "c10", "c2", " ", 'it\'s, "quoted"\n', "größer ☃"],
    "bigint": [-1, 2, 10, 2**53 + 1],
    "tinyint": [0, 1],
    "boolean": [True, False],
    "double": [0.0, -0.0, 1.5, math.inf],
    "date": [dt.date(2026, 1, 31), dt.date(1999, 12, 1)],
}


def drawn(values, n=400, seed=7):
    places = np.random.default_rng(seed).integers(0, len(values), (2, n))
    return [[values[i] for i in row] for row in places]


def assert_same(found, expected):
    assert [(type(label), label) for label in found.labels] == [
        (type(label), label) for label in expected.labels
    ]
    assert found.axes == expected.axes
    assert found.counts.dtype == expected.counts.dtype
    assert np.array_equal(found.counts, expected.counts)


@pytest.mark.parametrize("kind", VALUES)
def test_labels_of_every_type(session, kind):
    truth, prediction = drawn(VALUES[kind])
    frame = session.createDataFrame(list(zip(truth, prediction, strict=True)), f"y {kind}, p {kind}")
    found = ac.Tables.from_frame(frame, truth="y", prediction="p")
    assert_same(found, ac.Tables.from_labels(truth, prediction))


@pytest.mark.parametrize("missing", ["drop", "label"])
def test_null_and_nan_are_missing(session, missing):
    truth, prediction = drawn([0.0, 1.0, math.nan, None])
    frame = session.createDataFrame(list(zip(truth, prediction, strict=True)), "y double, p double")
    found = ac.Tables.from_frame(frame, truth="y", prediction="p", on_missing=missing)
    assert_same(found, ac.Tables.from_labels(truth, prediction, on_missing=missing))


@pytest.mark.parametrize("missing", ["drop", "label"])
def test_an_empty_text_is_missing(session, missing):
    truth, prediction = drawn(["a", "b", "", None])
    frame = session.createDataFrame(list(zip(truth, prediction, strict=True)), "y string, p string")
    found = ac.Tables.from_frame(frame, truth="y", prediction="p", on_missing=missing)
    assert_same(found, ac.Tables.from_labels(truth, prediction, on_missing=missing))


def test_missing_labels_are_refused(session):
    frame = session.createDataFrame([("a", "b"), (None, "b"), (None, None)], "y string, p string")
    with pytest.raises(ac.InputError, match="truth has 2 and prediction has 1 missing values"):
        ac.Tables.from_frame(frame, truth="y", prediction="p")


def test_groups_and_weights(session):
    truth, prediction = drawn(["a", "b", "c"])
    site, fold = drawn(["x", None, "z's"], seed=8)[0], drawn([1, 2], seed=9)[0]
    eighths = [i % 17 / 8 for i in range(len(truth))]
    rows = list(zip(truth, prediction, site, fold, eighths, strict=True))
    # What the engine must quote: a name with a space, a dot, a quote, and one of SQL's own words.
    frame = session.createDataFrame(
        rows, "`real label` string, `p.1` string, `it's` string, `select` int, w double"
    )
    arguments = {"truth": "real label", "prediction": "p.1", "on_missing": "label"}
    found = ac.Tables.from_frame(frame, **arguments, by="select", weights="w")
    groups = {"select": fold}
    assert_same(found, ac.Tables.from_labels(truth, prediction, by=groups, weights=eighths))
    found = ac.Tables.from_frame(frame, **arguments, by=["it's", "select"])
    groups = {"it's": site, "select": fold}
    assert_same(found, ac.Tables.from_labels(truth, prediction, by=groups, on_missing="label"))


@pytest.mark.parametrize("weight", [-1.0, math.nan, math.inf, None])
def test_unfit_weights_are_refused(connect, weight):
    frame = connect.createDataFrame([("a", "b", 1.0), ("a", "b", weight)], "y string, p string, w double")
    with pytest.raises(ac.InputError, match="must be finite and not negative: 1 are not, or are missing"):
        ac.Tables.from_frame(frame, truth="y", prediction="p", weights="w")


def test_empty(session):
    frame = session.createDataFrame([("a", "b")], "y string, p string").where("y = 'none'")
    with pytest.raises(ac.InputError, match="nothing to count"):
        ac.Tables.from_frame(frame, truth="y", prediction="p")


def test_no_such_column(session):
    frame = session.createDataFrame([("a", "b")], "label string, p string")
    with pytest.raises(ac.InputError, match="no column 'labels'; did you mean 'label'"):
        ac.Tables.from_frame(frame, truth="labels", prediction="p")


def test_a_million_labels_by_mistake(session):
    frame = session.range(1_000_000).selectExpr("id / 7 AS y", "id % 2 AS p")
    with pytest.raises(ac.InputError, match="distinct values, like a regression target"):
        ac.Tables.from_frame(frame, truth="y", prediction="p")


def test_the_same_report_from_lists_from_duckdb_and_from_spark(session, tmp_path):
    items = pyarrow.csv.read_csv(EXAMPLE)
    for part in range(3):
        pyarrow.parquet.write_table(items.slice(part * 200, 200), tmp_path / f"part {part}.parquet")
    columns = {"truth": "diagnosis", "prediction": "tree"}
    reports = [
        ac.evaluate(tables, measures="all").to_dict()
        for tables in (
            ac.Tables.from_labels(items["diagnosis"].to_pylist(), items["tree"].to_pylist()),
            ac.Tables.from_frame(items, **columns),
            ac.Tables.from_frame(duckdb.read_parquet(str(tmp_path / "*.parquet")), **columns),
            ac.Tables.from_frame(session.read.parquet(str(tmp_path)), **columns),
        )
    ]
    assert [json.dumps(report) for report in reports] == [json.dumps(reports[0])] * 4
