"""Tables, labels and columns are taken alike, and what is wrong is refused in one sentence."""

from functools import partial

import numpy as np
import polars as pl
import pytest

import abovechance as ac
from abovechance import InputError, Tables

T = Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
TRUTH, ANSWERS = [1, 1, 0, 0] * 10, {"a": [1, 0, 0, 0] * 10, "b": [1, 1, 0, 1] * 10}


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: ac.interval("informedness", T), "were the two exchanged"),
        (lambda: ac.interval("informedness", "mcc"), "truth must be a column of labels, got the text"),
        (lambda: ac.interval(TRUTH, "mcc"), "prediction must be a column of labels, got the text"),
        (lambda: ac.interval(TRUTH, ac.mcc), "prediction must be a column of labels, got Measure"),
        (lambda: ac.interval(T, "mcc", weights=[1]), "no use beside tables"),
        (lambda: ac.interval(TRUTH, TRUTH, "mcc", clusters=TRUTH), "see cluster_interval"),
        (ac.interval, "nothing was given"),
        (lambda: ac.interval(T, 3), "must be a name"),
        (lambda: ac.interval([[1, 2], [3, 4]]), r"Tables\.from_counts"),
        (lambda: ac.bootstrap([[1, 2], [3, 4]]), r"Tables\.from_counts"),
        (lambda: ac.posterior("mcc", T), "were the two exchanged"),
        (lambda: ac.test("mcc"), "got the text 'mcc'"),
        (lambda: ac.per_class_tests([1]), r"Tables\.from_counts"),
        (lambda: ac.compare_tables(T, [1, 2]), "second must be a Tables value"),
        (lambda: ac.compare_tables([1, 2], T), "first must be a Tables value"),
        (lambda: ac.cluster_interval("mcc", T), "were the two exchanged"),
        (lambda: ac.interval(T, "mcc", level="x"), "level must be a number"),
        (lambda: ac.interval(T, "mcc", level=None), "level must be a number"),
        (lambda: ac.compare(TRUTH, ANSWERS, level="x"), "level must be a number"),
    ],
)
def test_what_is_not_a_table_a_measure_or_a_level(call, said):
    with pytest.raises(InputError, match=said):
        call()


@pytest.mark.parametrize("number", [0, -1, 1, 2.5, "x", None, True])
def test_so_many_tables_cannot_be_drawn_for_an_interval(number):
    for method in ("bca", "percentile", "posterior"):
        with pytest.raises(InputError, match="how many tables to draw"):
            ac.interval(T, "mcc", method=method, replicates=number)


@pytest.mark.parametrize("number", [0, -1, 2.5, "x"])
def test_so_many_tables_cannot_be_drawn(number):
    for call in (
        lambda: ac.bootstrap(T, "mcc", replicates=number),
        lambda: ac.posterior(T, "mcc", replicates=number),
        lambda: ac.test(T, replicates=number),
        lambda: ac.compare(TRUTH, ANSWERS, "mcc", replicates=number),
        lambda: ac.compare_tables(T, T, replicates=number),
    ):
        with pytest.raises(InputError, match="how many tables to draw"):
            call()


@pytest.mark.parametrize("seed", [-1, "x", 1.5, True, [1, 2]])
def test_what_is_no_seed(seed):
    for call in (
        lambda: ac.interval(T, "mcc", method="bca", seed=seed),
        lambda: ac.bootstrap(T, "mcc", seed=seed),
        lambda: ac.posterior(T, "mcc", seed=seed),
        lambda: ac.test(T, seed=seed),
        lambda: ac.compare(TRUTH, ANSWERS, "mcc", seed=seed),
        lambda: ac.compare_tables(T, T, seed=seed),
    ):
        with pytest.raises(InputError, match="seed must be a whole number"):
            call()


def test_a_generator_is_a_seed_that_moves_on():
    one, same = np.random.default_rng(1), np.random.default_rng(1)
    first = ac.bootstrap(T, "mcc", seed=one)["mcc"]
    np.testing.assert_array_equal(first, ac.bootstrap(T, "mcc", seed=same)["mcc"])
    assert (first != ac.bootstrap(T, "mcc", seed=one)["mcc"]).any()


def test_an_interval_of_labels_is_that_of_their_table():
    found = ac.interval(TRUTH, ANSWERS["b"], "informedness")
    expected = ac.interval(Tables.from_labels(TRUTH, ANSWERS["b"]), "informedness")
    assert (found.value, found.low, found.high) == (expected.value, expected.low, expected.high)


def test_labels_tables_and_columns_are_the_same(tmp_path):
    y, p = (["no" if x else "yes" for x in column] for column in (TRUTH, ANSWERS["b"]))
    frame = {"y": y, "p": p, "w": [1.0, 2.0] * 20, "who": list("aabb") * 10}
    path = tmp_path / "items.csv"
    pl.DataFrame(frame).write_csv(path)
    for call in (
        partial(ac.interval, measure=["informedness", "f1"]),
        partial(ac.bootstrap, measures="mcc", seed=1),
        partial(ac.gradient, measure="mcc"),
        partial(ac.compute, measures="mcc"),
        ac.test,
        ac.per_class_tests,
        ac.evaluate,
        ac.mcc,
    ):
        expected = repr(call(Tables.from_labels(frame["y"], frame["p"], weights=frame["w"])))
        assert repr(call(frame["y"], frame["p"], weights=frame["w"])) == expected
        if call is not ac.mcc:
            assert repr(call(truth=frame["y"], prediction=frame["p"], weights=frame["w"])) == expected
        for data in (pl.DataFrame(frame), str(path), path):
            assert repr(call("y", "p", data=data, weights="w")) == expected
    for call in (partial(ac.cluster_interval, measure="mcc"), ac.test, ac.evaluate):
        expected = repr(
            call(Tables.from_labels(frame["y"], frame["p"], by={"who": frame["who"]}), clusters="who")
        )
        assert repr(call("y", "p", data=pl.DataFrame(frame), clusters="who")) == expected
        given = repr(call(frame["y"], frame["p"], clusters=frame["who"]))
        assert given.replace("'cluster'", "'who'") == expected


def test_an_interval_is_formatted_as_a_number():
    found = ac.interval(T, "informedness")
    assert f"{found:.3f}" == format(found, ".3f") == "0.200 [0.002, 0.378]"
    assert f"{found}" == repr(found)
    assert f"{ac.interval(Tables.from_cells(tp=0, fp=0, fn=4, tn=6), 'precision'):.2f}" == "nan"


def test_tables_of_more_items_than_an_integer_can_count_are_drawn():
    """Relative to the value the spread is that of 10¹⁹ items: 1/√(4·10¹⁹)."""
    huge = Tables.from_counts(np.full((2, 2), 1e19))
    drawn = ac.bootstrap(huge, "accuracy", seed=1)["accuracy"]
    assert drawn.mean() == pytest.approx(0.5, abs=1e-9)
    assert 0 < drawn.std() < 1e-9
