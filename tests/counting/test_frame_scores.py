"""A frame of scores gives the items that a file with the same rows gives, with labels as text."""

import datetime as dt

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from abovechance.counting.files import read_scores
from abovechance.counting.frame_scores import scores_of_frame
from abovechance.errors import InputError

N = 300


def table():
    rng = np.random.default_rng(8)
    return pa.table(
        {
            "truth": rng.random(N) < 0.4,
            "label": rng.choice(["it's", 'a "b"', "größer ☃", "c\nd"], N),
            "number": rng.choice([0.5, 1.0, 1e20], N),
            "day": [dt.date(2026, 1, 1 + int(day)) for day in rng.integers(0, 3, N)],
            "a": np.round(rng.normal(size=N), 1),
            "b": rng.integers(0, 4, N),
            "w": rng.integers(0, 3, N) / 2,
        }
    )


ITEMS = table()


@pytest.fixture(params=["pyarrow", "polars", "polars lazy", "duckdb", "spark"])
def framed(request):
    """Makes frames of each engine."""

    def make(items):
        if request.param == "spark":
            return request.getfixturevalue("connect").createDataFrame(items)
        if request.param == "duckdb":
            connection = duckdb.connect()
            request.addfinalizer(connection.close)
            return connection.from_arrow(items)
        frame = items if request.param == "pyarrow" else pl.from_arrow(items)
        return frame.lazy() if request.param == "polars lazy" else frame

    return make


def rows(found):
    columns = [found.truth[1], *found.scores.values(), *found.groups.values()]
    columns += [] if found.weights is None else [found.weights]
    return sorted(zip(*(column.tolist() for column in columns), strict=True))


@pytest.mark.parametrize("truth", ["truth", "label", "number", "day"])
def test_the_same_items_as_from_a_file(tmp_path, framed, truth):
    pq.write_table(ITEMS, tmp_path / "items.parquet")
    options = {"weight": "w", "groups": ["label", "day"]}
    expected = read_scores(str(tmp_path / "items.parquet"), truth, ["a", "b"], **options)
    found = scores_of_frame(framed(ITEMS), truth, ["a", "b"], **options)
    assert (found.truth[0], list(found.scores), list(found.groups)) == (truth, ["a", "b"], ["label", "day"])
    assert rows(found) == rows(expected)
    assert (found.left_out, found.found) == (0, False)


def test_missing_values(framed):
    items = pa.table(
        {"truth": ["a", "b", None, "", "b"], "p": [0.5, None, 0.25, 0.75, 1.0], "g": [1, 1, 2, 2, 2]}
    )
    with pytest.raises(InputError, match=r"the frame has missing values or NaN \(2 in 'truth', 1 in 'p'\)"):
        scores_of_frame(framed(items), None, ["p"], groups=["g"])
    found = scores_of_frame(framed(items), None, ["p"], groups=["g"], missing="drop")
    assert rows(found) == [("a", 0.5, "1"), ("b", 1.0, "2")]
    assert (found.left_out, found.found) == (3, True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"truth": "truth", "scores": ["label"]}, "'label' must be numbers"),
        ({"truth": "truth", "scores": ["x"]}, "'x'"),
        ({"truth": "a", "scores": ["a"]}, "both name the column 'a'"),
        ({"truth": "truth", "scores": ["w"], "weight": "a"}, "the weights in 'a' must be finite"),
    ],
)
def test_what_is_refused(framed, options, message):
    with pytest.raises(InputError, match=message):
        scores_of_frame(framed(ITEMS), **options)


def test_too_many_items_do_not_come_back():
    assert scores_of_frame(pl.from_arrow(ITEMS).lazy(), "truth", ["a"], most=N - 1) is None
    assert len(scores_of_frame(pl.from_arrow(ITEMS).lazy(), "truth", ["a"], most=N).truth[1]) == N


def test_the_order_of_an_engine_does_not_matter():
    items = pl.from_arrow(ITEMS)
    found = [
        scores_of_frame(x.lazy(), "truth", ["a"])
        for x in (items, items.reverse(), items.sample(N, seed=1, shuffle=True))
    ]
    for other in found[1:]:
        assert np.array_equal(other.truth[1], found[0].truth[1])
        assert np.array_equal(other.scores["a"], found[0].scores["a"])
