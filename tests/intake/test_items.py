"""Groups: a batch of tables equals a loop over the groups."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import abovechance as ac
from abovechance import InputError
from abovechance.intake import count

RNG = np.random.default_rng(3)
TRUTH, PREDICTION = RNG.integers(0, 4, 400), RNG.integers(0, 4, 400)


@pytest.mark.parametrize(
    "column",
    [
        RNG.integers(0, 9, 400),
        RNG.integers(0, 9, 400) * 10**12,
        RNG.choice(["c10", "c2", "c1"], 400),
        RNG.choice(["c10", "c2", "c1"], 400).tolist(),
        pd.Series(RNG.choice(["x", "y"], 400), dtype="category"),
        pl.Series(RNG.choice(["x", "y"], 400), dtype=pl.Categorical),
        RNG.integers(0, 2, 400).astype(bool),
        pd.Series(RNG.integers(0, 3, 400)).map(lambda day: pd.Timestamp(2024, 1, day + 1)),
    ],
)
@pytest.mark.parametrize("weights", [None, RNG.integers(0, 4, 400) / 2])
def test_a_batch_equals_a_loop(column, weights):
    counted = count(TRUTH, PREDICTION, by=column, weights=weights)
    values = np.array(list(column), dtype=object)
    assert set(counted.groups) == set(values)
    for group, table in zip(counted.groups, counted.counts, strict=True):
        rows = values == group
        part = None if weights is None else weights[rows]
        alone = count(TRUTH[rows], PREDICTION[rows], labels=counted.labels, weights=part)
        assert np.array_equal(table, alone.counts)


def test_several_columns_make_one_axis_of_the_combinations_that_occur():
    groups = {
        "site": ["b", "a", "b", "b"],
        "year": [2025, 2024, 2025, 2024],
        "new": [True, False, True, False],
    }
    counted = count([0, 1, 1, 0], [0, 1, 0, 1], by=groups)
    assert counted.group_name == "site × year × new"
    assert counted.groups == (("a", 2024, False), ("b", 2024, False), ("b", 2025, True))
    assert counted.counts.tolist() == [[[0, 0], [0, 1]], [[0, 1], [0, 0]], [[1, 0], [1, 0]]]


def test_combinations_of_many_values():
    ids = np.arange(3_000)
    counted = count(ids % 2, ids % 3, by={"a": ids * 7, "b": ids.astype("U"), "c": -ids, "d": ids % 2})
    assert counted.groups[1] == (7, "1", -1, 1)
    assert np.array_equal(counted.counts.sum(axis=(1, 2)), np.ones(3_000))


def test_one_named_column_keeps_its_values_and_its_name():
    counted = count([0, 1], [0, 1], by={"fold": np.array([10, 2])})
    assert (counted.group_name, counted.groups) == ("fold", (2, 10))
    assert all(type(group) is int for group in counted.groups)
    assert count([0, 1], [0, 1], by=["x", "y"]).group_name == "group"


def test_classes_far_apart_do_not_make_the_batch_large():
    truth = np.array([0, 250] * 200)
    counted = count(truth, truth, by=np.arange(400))
    assert counted.counts.shape == (400, 2, 2)


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        ({}, "by is an empty mapping"),
        ([1, 2, 3], "truth has 2, prediction has 2, by has 3"),
        ({"site": [1]}, r"by\['site'\] has 1"),
        ({"site": [[1], [2]]}, r"by\['site'\] has labels of type list"),
        ("ab", "by must be a column of labels, got str"),
    ],
)
def test_groups_that_do_not_fit(groups, message):
    with pytest.raises(InputError, match=message):
        count([0, 1], [0, 1], by=groups)


@pytest.mark.parametrize("index", [[3, 1, 2], ["c", "a", "b"], ["c", 1, None], [2, 1, 1]])
def test_one_index_in_two_orders_is_warned_of_as_it_has_no_part(index):
    truth = pd.Series(["x", "y", "y"], index=index)
    prediction = truth[::-1]
    with pytest.warns(ac.InputWarning, match="same index in another order and are paired by position"):
        by_place = ac.Tables.from_labels(truth, prediction)
    assert by_place.counts.tolist() == [[0, 1], [1, 1]]
    assert ac.Tables.from_labels(truth.to_numpy(), prediction.to_numpy()) == by_place
    for other in (prediction.to_numpy(), prediction.tolist(), prediction.set_axis([7, 8, 9])):
        assert ac.Tables.from_labels(truth, other) == by_place


SHUFFLED = pd.Series(["x", "y", "y", "x"], index=list("abcd"))
OF_SCORES = pd.Series([0.1, 0.9, 0.8, 0.3], index=list("dcba"))


@pytest.mark.parametrize(
    ("name", "door"),
    [
        ("predictions['A']", lambda: ac.compare(SHUFFLED, {"A": SHUFFLED[::-1], "B": SHUFFLED})),
        ("scores", lambda: ac.Curve.from_scores(SHUFFLED, OF_SCORES)),
        ("scores", lambda: ac.curves.auc_interval(SHUFFLED, OF_SCORES)),
        ("prediction", lambda: ac.Accumulator().update(SHUFFLED, SHUFFLED[::-1])),
        ("prediction", lambda: ac.evaluate(SHUFFLED, SHUFFLED[::-1])),
    ],
)
def test_every_door_warns_of_one_index_in_two_orders(name, door):
    with pytest.warns(ac.InputWarning) as heard:
        door()
    said = [str(warning.message) for warning in heard]
    assert [text for text in said if f"truth and {name} have the same index in another order" in text]
