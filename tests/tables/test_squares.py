"""The sum of squared weights travels with tables and curves, through every door and operation."""

import json
import pickle
from dataclasses import replace

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import abovechance as ac
from abovechance.core.errors import InputError
from abovechance.inference.significance.p_value_evidence import calibrate
from abovechance.intake.files.columns import Wanted
from abovechance.tables.files import read_tables

RNG = np.random.default_rng(7)
SIZE = 60
ITEMS = {
    "y": RNG.choice(["a", "b", "c"], SIZE),
    "p": RNG.choice(["a", "b", "c"], SIZE),
    "s": np.round(RNG.random(SIZE), 1),
    "w": RNG.lognormal(size=SIZE),
    "n": RNG.integers(0, 4, SIZE),
    "site": RNG.choice(["x", "z"], SIZE),
}
COLUMNS = {"truth": "y", "prediction": "p", "weights": "w", "counts": "n"}


def cells(truth, prediction, amounts, labels="abc"):
    """The sum of amounts in each cell, an item at a time."""
    table = np.zeros((len(labels), len(labels)))
    for real, said, amount in zip(truth, prediction, amounts, strict=True):
        table[labels.index(real), labels.index(said)] += amount
    return table


def weighted(**columns):
    items = ITEMS | columns
    return ac.Tables.from_labels(items["y"], items["p"], weights=items["w"], labels=list("abc"))


EXPECTED = {
    "counts": cells(ITEMS["y"], ITEMS["p"], ITEMS["w"] * ITEMS["n"]),
    "squares": cells(ITEMS["y"], ITEMS["p"], ITEMS["w"] ** 2 * ITEMS["n"]),
}


def from_file(path, text):
    path.write_bytes(text)
    return read_tables(str(path), Wanted("y", "p", "w", count="n")).tables


DOORS = {
    "arrays": lambda _: ac.Tables.from_labels(ITEMS["y"], ITEMS["p"], weights=ITEMS["w"], counts=ITEMS["n"]),
    "mapping": lambda _: ac.Tables.from_frame(ITEMS, **COLUMNS),
    "polars": lambda _: ac.Tables.from_frame(pl.DataFrame(ITEMS), **COLUMNS),
    "polars, lazy": lambda _: ac.Tables.from_frame(pl.LazyFrame(ITEMS), **COLUMNS),
    "pandas": lambda _: ac.Tables.from_frame(pd.DataFrame(ITEMS), **COLUMNS),
    "arrow": lambda _: ac.Tables.from_frame(pa.table(ITEMS), **COLUMNS),
    "duckdb": lambda _: ac.Tables.from_frame(duckdb.from_arrow(pa.table(ITEMS)), **COLUMNS),
    "csv": lambda path: from_file(path / "x.csv", pl.DataFrame(ITEMS).write_csv().encode()),
    "json": lambda path: from_file(path / "x.jsonl", pl.DataFrame(ITEMS).write_ndjson().encode()),
    "repeated": lambda _: ac.Tables.from_labels(
        *(np.repeat(ITEMS[name], ITEMS["n"]) for name in "yp"), weights=np.repeat(ITEMS["w"], ITEMS["n"])
    ),
    "batches": lambda _: (
        ac.Accumulator()
        .update(ITEMS["y"][:9], ITEMS["p"][:9], ITEMS["w"][:9], counts=ITEMS["n"][:9])
        .merge(ac.Accumulator().update(ITEMS["y"][9:], ITEMS["p"][9:], ITEMS["w"][9:], counts=ITEMS["n"][9:]))
        .tables
    ),
    "groups": lambda _: ac.Tables.from_frame(pl.LazyFrame(ITEMS), by="site", **COLUMNS).sum(),
}


@pytest.mark.parametrize("door", DOORS)
def test_every_door_adds_up_weights_and_their_squares(door, tmp_path):
    tables = DOORS[door](tmp_path)
    np.testing.assert_allclose(tables.counts, EXPECTED["counts"])
    np.testing.assert_allclose(tables.squares, EXPECTED["squares"])


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet", "arrow"])
def test_files_are_counted_alike(tmp_path, ending):
    frame, path = pl.DataFrame(ITEMS), tmp_path / f"x.{ending}"
    write = {"csv": "write_csv", "jsonl": "write_ndjson", "parquet": "write_parquet", "arrow": "write_ipc"}
    getattr(frame, write[ending])(path)
    for weight, count in (("w", "n"), ("w", None), (None, "n")):
        found = read_tables(str(path), Wanted("y", "p", weight, count=count)).tables
        expected = ac.Tables.from_labels(
            ITEMS["y"], ITEMS["p"], weights=weight and ITEMS[weight], counts=count and ITEMS[count]
        )
        np.testing.assert_allclose(found.counts, expected.counts)
        assert found.counts.dtype == expected.counts.dtype
        if weight is None:
            assert found.squares is None
        else:
            np.testing.assert_allclose(found.squares, expected.squares)


SAME = {
    "dual": lambda t: t.dual,
    "one_vs_rest": lambda t: t.one_vs_rest(),
    "select": lambda t: t.select(["c", "a"]),
    "collapse": lambda t: t.collapse({"d": ["a", "c"]}),
    "added": lambda t: t + t,
    "added to others": lambda t: t + replace(t, labels=("b", "c", "e"), predicted_labels=("b", "c", "e")),
    "pickled": lambda t: pickle.loads(pickle.dumps(t)),
    "batch": lambda t: ac.Tables(
        np.stack([t.counts] * 2), t.labels, axes=(ac.Axis("x"),), squares=np.stack([t.squares] * 2)
    ).sum(),
}


@pytest.mark.parametrize("operation", SAME)
def test_operations_move_squares_as_they_move_counts(operation):
    """Where the weights are their own squares, so are the sums."""
    heavy = weighted(w=RNG.integers(0, 2, SIZE).astype(float))
    result = SAME[operation](heavy)
    np.testing.assert_array_equal(result.squares, result.counts)


def test_reweighting_multiplies_squares_by_the_squared_factor():
    tables = ac.Tables.from_labels(["a", "a", "b"], ["a", "b", "b"])
    rare = tables.at_prevalence(0.2)
    np.testing.assert_allclose(rare.counts, [[1.2, 1.2], [0, 0.6]])
    np.testing.assert_allclose(rare.squares, [[1.44, 1.44], [0, 0.36]])
    again = rare.reweight([2, 1])
    factors = again.counts[[0, 0, 1], [0, 1, 1]]
    np.testing.assert_allclose(again.squares[[0, 0, 1], [0, 1, 1]], factors**2)


def test_weights_whose_squares_are_lost_stay_lost():
    lost = ac.Tables.from_counts([[1.5, 2], [1, 3]])
    known = ac.Tables.from_counts([[1.5, 2], [1, 3]], squares=[[2, 3], [1, 4]])
    assert lost.squares is None
    assert (lost + known).squares is None
    assert lost.at_prevalence(0.3).squares is None
    counted = ac.Tables.from_counts([[1, 2], [1, 3]])
    np.testing.assert_array_equal((counted + known).squares, [[3, 5], [2, 7]])


def test_equality_and_plain_forms_know_squares():
    heavy, others = weighted(), weighted(w=ITEMS["w"][::-1])
    assert heavy == weighted()
    assert heavy != others
    assert replace(heavy, squares=2 * heavy.squares) != heavy
    plain = json.loads(json.dumps(heavy.to_dict()))
    assert ac.Tables.from_counts(plain["counts"], plain["labels"], squares=plain["squares"]) == heavy
    assert heavy.to_frame("polars")["squares"].to_list() == heavy.squares.ravel().tolist()
    counted = ac.Tables.from_labels(ITEMS["y"], ITEMS["p"])
    assert "squares" not in counted.to_dict()
    assert counted == weighted(w=np.ones(SIZE))


@pytest.mark.parametrize(
    "squares", [[[1, 2]], [[1, 0], [1, 1]], [[1, 1], [1, np.inf]], np.ma.masked_equal([[1, 2], [3, 4]], 4)]
)
def test_squares_that_cannot_be_are_refused(squares):
    with pytest.raises(InputError, match="squares"):
        ac.Tables.from_counts([[1, 2], [3, 4]], squares=squares)


@pytest.mark.parametrize("lazy", [False, True])
def test_curves_add_up_weights_and_squares(lazy):
    items = ITEMS | {"y": ITEMS["y"] == "a"}
    frame = pl.LazyFrame(items) if lazy else pl.DataFrame(items)
    curve = ac.Curve.from_frame(frame, truth="y", score="s", weights="w", counts="n")
    repeated = {name: np.repeat(column, ITEMS["n"]) for name, column in items.items()}
    expected = ac.Curve.from_scores(repeated["y"], repeated["s"], weights=repeated["w"])
    for name in ("thresholds", "tp", "fp", "tp_squares", "fp_squares"):
        np.testing.assert_allclose(getattr(curve, name), getattr(expected, name), atol=1e-12)
    at = 0.45
    above = repeated["s"] >= at
    table = ac.Tables.from_labels(repeated["y"], above, weights=repeated["w"])
    np.testing.assert_allclose(curve.at(at).squares, table.squares)
    counted = ac.Curve.from_frame(frame, truth="y", score="s", counts="n")
    assert counted.tp.dtype == np.int64
    assert counted.tp.tolist() == ac.Curve.from_scores(repeated["y"], repeated["s"]).tp.tolist()
    assert curve.to_dict()["tp_squares"] is not None
    assert counted.to_dict()["tp_squares"] is None


def test_the_effective_curve_has_as_many_items_as_weights_are_worth():
    truth, scores = RNG.integers(0, 2, 30), RNG.random(30)
    weights = RNG.lognormal(size=30)
    for scale in (1e-3, 1.0, 1000.0):
        effective = ac.Curve.from_scores(truth, scores, weights=scale * weights).effective
        for total, of in ((effective.positives, 1), (effective.negatives, 0)):
            mine = weights[truth == of]
            assert total == pytest.approx(mine.sum() ** 2 / (mine**2).sum())
    counted = ac.Curve.from_scores(truth, scores)
    assert counted.effective is counted


# Numbers that do not fit ----------------------------------------------------------------------

HUGE = 2**62


@pytest.mark.parametrize(
    "pool",
    [
        lambda t: t + t,
        lambda t: t + replace(t, labels=("b", "c"), predicted_labels=("b", "c")),
        lambda t: ac.Tables(np.stack([t.counts] * 2), t.labels, axes=(ac.Axis("x"),)).sum(),
        lambda t: ac.Tables(np.stack([t.counts] * 2), t.labels, axes=(ac.Axis("x"),)).sum("x"),
        lambda _: (
            ac.Accumulator().update(["a"], ["a"], counts=[HUGE])
            + ac.Accumulator().update(["a"], ["a"], counts=[HUGE])
        ),
        lambda _: ac.Accumulator().update(["a"], ["a"], counts=[HUGE]).update(["a"], ["a"], counts=[HUGE]),
        lambda _: ac.Tables.from_labels(["a", "a"], ["a", "b"], counts=[HUGE, HUGE]),
    ],
)
def test_sums_that_64_bits_cannot_hold_are_refused(pool):
    tables = ac.Tables.from_counts([[HUGE - 10, 3], [2, 1]], labels=["a", "b"])
    with pytest.raises(InputError, match="2⁶³"):
        pool(replace(tables, counts=tables.counts + np.array([[10, 0], [0, 0]])))


def test_whole_counts_are_added_exactly():
    """Beyond 2⁵³ floating point would lose the last item."""
    counts = [2**60 + 1, 1]
    tables = ac.Tables.from_labels(["a", "b"], ["a", "b"], counts=counts)
    assert tables.counts.tolist() == [[2**60 + 1, 0], [0, 1]]
    frame = pl.LazyFrame({"y": ["a", "b"], "p": ["a", "b"], "n": counts})
    assert ac.Tables.from_frame(frame, truth="y", prediction="p", counts="n") == tables


@pytest.mark.parametrize("counts", [[1.5, 1], [-1, 2], [np.nan, 1], ["x", 1]])
def test_counts_are_whole_numbers(counts):
    with pytest.raises(InputError, match="counts"):
        ac.Tables.from_labels(["a", "b"], ["a", "b"], counts=counts)
    if not isinstance(counts[0], str):
        frame = pl.LazyFrame({"y": ["a", "b"], "p": ["a", "b"], "n": counts})
        with pytest.raises(InputError, match="counts in 'n' must be whole numbers"):
            ac.Tables.from_frame(frame, truth="y", prediction="p", counts="n")


@pytest.mark.parametrize("scale", [1e-162, 1e-320, 1e-100, 1e200])
def test_weights_too_far_from_one_are_refused(scale):
    truth, prediction = [0, 0, 1, 1], [0, 1, 1, 1]
    with pytest.raises(InputError, match="divide all"):
        ac.Tables.from_labels(truth, prediction, weights=[scale] * 4)
    with pytest.raises(InputError, match="divide all"):
        ac.Tables.from_counts(np.array([[1, 1], [0, 2]]) * scale)
    with pytest.raises(InputError, match="divide all"):
        ac.Accumulator().update(truth, prediction, [scale] * 4).tables  # noqa: B018 - it is what fails
    with pytest.raises(InputError, match="divide all"):
        ac.Curve.from_scores(truth, prediction, weights=[scale] * 4)


def test_a_class_that_weighs_next_to_nothing_is_refused():
    with pytest.raises(InputError, match="divide all weights by their mean, and leave out"):
        ac.Tables.from_labels([0, 0, 1, 1], [0, 1, 1, 0], weights=[1, 1, 1e-162, 1e-162])


MASKED = np.ma.masked_array([[5, 1], [2, 7]], mask=[[False, False], [True, False]])


@pytest.mark.parametrize(
    "taken",
    [
        lambda: ac.Tables.from_counts(MASKED),
        lambda: ac.Tables.from_cells(tp=MASKED[1], fp=[1, 2], fn=[3, 1], tn=[4, 4]),
        lambda: ac.Curve.from_counts([0.1, 0.2], positives=MASKED[1], negatives=[1, 2]),
        lambda: ac.Curve.from_counts([0.1, 0.2], positives=[1, 2], negatives=MASKED[1]),
        lambda: ac.Ratings.from_counts(MASKED),
        lambda: ac.compare_datasets(MASKED.astype(float)),
        lambda: ac.compare_datasets({"A": MASKED[1].astype(float), "B": [1.0, 2.0]}),
        lambda: ac.Tables.from_labels([0, 1], [0, 1], weights=MASKED[1]),
        lambda: ac.Tables.from_labels([0, 1], [0, 1], counts=MASKED[1]),
    ],
)
def test_masked_numbers_are_missing(taken):
    with pytest.raises(InputError, match=r"masked|missing|finite"):
        taken()


def test_a_masked_p_value_is_not_there():
    evidence = calibrate(np.ma.masked_array([0.01, 0.04], mask=[True, False]))
    assert np.isnan(evidence.alpha).tolist() == [True, False]


def test_masks_that_hide_nothing_are_fine():
    assert ac.Tables.from_counts(np.ma.masked_array([[5, 1], [2, 7]])).total == 15
