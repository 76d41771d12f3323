"""Patterns of several systems: they must say the same as the items they came from."""

from collections import Counter

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import abovechance as ac
from abovechance import InputError, Tables
from abovechance.inference.comparisons.joint import Joint
from abovechance.inference.significance.multiplicity import adjust
from abovechance.intake.missing import Missing

rows = st.lists(st.tuples(*[st.sampled_from("abc")] * 4), min_size=1, max_size=60)


@given(rows)
def test_the_table_of_each_system_is_that_of_its_own_labels(items):
    truth, *answers = map(list, zip(*items, strict=True))
    joint = Joint.from_labels(truth, dict(zip("ABC", answers, strict=True)), labels=list("abc"))
    assert joint.items == len(items)
    assert joint.tables.axes[0].labels == ("A", "B", "C")
    for name, answer in zip("ABC", answers, strict=True):
        expected = Tables.from_labels(truth, answer, labels=list("abc")).counts
        np.testing.assert_array_equal(joint.tables.at(system=name).counts, expected)


def patterns(joint):
    names = [tuple(joint.labels[code] for code in column) for column in (joint.truth, *joint.predictions)]
    return dict(zip(zip(*names, strict=True), joint.counts.tolist(), strict=True))


@pytest.mark.parametrize("systems", [2, 6, 20])
def test_patterns_are_counted_however_many_there_could_be(systems):
    """Up to 20²¹ combinations: keys in one array, keys that are sorted, and keys that would overflow."""
    rng = np.random.default_rng(systems)
    columns = rng.integers(0, 20, (systems + 1, 400))[:, rng.integers(0, 400, 3000)]
    joint = Joint.from_labels(columns[0], {str(i): column for i, column in enumerate(columns[1:])})
    assert patterns(joint) == Counter(zip(*columns.tolist(), strict=True))


def test_rows_that_stand_for_several_items_are_those_items():
    truth, a, b = [1, 0, 1], [1, 0, 0], [0, 0, 1]
    counted = Joint.from_labels(truth, {"A": a, "B": b}, counts=[3, 2, 0])
    listed = Joint.from_labels([1, 1, 1, 0, 0], {"A": [1, 1, 1, 0, 0], "B": [0, 0, 0, 0, 0]})
    assert patterns(counted) == patterns(listed)


def test_measurements_are_no_classes():
    rng = np.random.default_rng(3)
    truth, a, b = rng.normal(size=(3, 200)).round(3)
    with pytest.raises(InputError, match="on 200 items and are equal on 0, like a regression target"):
        Joint.from_labels(truth, {"A": a, "B": b})
    assert Joint.from_labels(truth, {"A": a, "B": truth}).items == 200


def test_two_of_three_systems_are_merged_again():
    joint = Joint.from_labels([0, 0, 1], {"A": [0, 0, 1], "B": [1, 1, 1], "C": [0, 1, 0]})
    assert len(joint.counts) == 3
    pair = joint.pair("B", "A")
    assert pair.systems == ("B", "A")
    assert patterns(pair) == {(0, 1, 0): 2, (1, 1, 1): 1}


def test_a_class_against_the_rest_is_that_table():
    rng = np.random.default_rng(0)
    truth, a, b = rng.integers(0, 3, (3, 100))
    joint = Joint.from_labels(truth, {"A": a, "B": b})
    for k in range(3):
        alone = joint.with_positive(k)
        assert alone.positive == k
        np.testing.assert_array_equal(
            alone.tables.at(system="B").counts, Tables.from_labels(truth, b).one_vs_rest()[k].counts
        )
    assert joint.with_positive(0).labels == ("rest", 0)


def test_a_class_called_rest_can_stand_against_the_others():
    joint = Joint.from_labels(
        ["rest", "a", "b"], {"A": ["rest", "a", "b"], "B": ["a", "a", "a"]}, positive="rest"
    )
    assert joint.labels == ("others", "rest")


@pytest.mark.parametrize(
    ("names", "rest"),
    [(("work", "home"), "rest"), (("rest", "home"), "others"), (("rest", "others"), "not work")],
)
def test_the_other_classes_together_are_not_called_like_one_of_them(names, rest):
    truth = ["work", *names, "x"]
    assert Joint.from_labels(truth, {"A": truth, "B": truth}).with_positive("work").labels == (rest, "work")
    assert Tables.from_labels(truth, truth).with_positive("work").labels == (rest, "work")


def test_the_positive_class_of_two_is_the_last_or_the_one_named():
    answers = {"A": ["x", "y"], "B": ["y", "y"]}
    assert Joint.from_labels(["x", "y"], answers).positive == "y"
    assert Joint.from_labels(["x", "y"], answers, positive="x").tables.positive == "x"


def test_weights_are_part_of_the_pattern():
    joint = Joint.from_labels([1, 1, 1, 0], {"A": [1, 1, 1, 0], "B": [0, 0, 0, 0]}, weights=[2, 2, 0.5, 0])
    assert joint.items == 3
    assert sorted(zip(joint.counts.tolist(), joint.weights.tolist(), strict=True)) == [(1, 0.5), (2, 2.0)]
    assert joint.tables.at(system="A").total == 4.5


def test_two_of_three_systems_keep_weights_and_clusters():
    answers = {"A": [1, 1, 0], "B": [0, 0, 1], "C": [1, 0, 0]}
    joint = Joint.from_labels([1, 1, 0], answers, weights=[2, 2, 5], clusters=["p", "p", "q"])
    pair = joint.pair("A", "B")
    assert sorted(zip(pair.counts, pair.weights, pair.clusters, strict=True)) == [(1, 5, 1), (2, 2, 0)]


def test_items_of_different_clusters_are_different_patterns():
    joint = Joint.from_labels([1, 1, 1], {"A": [1, 1, 1], "B": [0, 0, 0]}, clusters=["p", "q", "p"])
    assert sorted(zip(joint.counts.tolist(), joint.clusters.tolist(), strict=True)) == [(1, 1), (2, 0)]


@pytest.mark.parametrize("library", [pd, pl])
def test_a_data_frame_has_a_column_for_each_system(library):
    joint = Joint.from_labels([0, 1, 1], library.DataFrame({"A": [0, 1, 0], "B": [1, 1, 0]}))
    assert joint.systems == ("A", "B")
    assert patterns(joint) == {(0, 0, 1): 1, (1, 1, 1): 1, (1, 0, 0): 1}


def test_an_item_that_lacks_one_answer_can_be_left_out_or_kept():
    truth, answers = ["a", "b", "b"], {"A": ["a", None, "b"], "B": ["a", "b", "a"]}
    assert Joint.from_labels(truth, answers, missing=Missing(policy="drop")).items == 2
    assert Joint.from_labels(truth, answers, missing=Missing(policy="label")).labels == ("a", "b", None)
    with pytest.raises(InputError, match=r"predictions\['A'\] has 1 missing values"):
        Joint.from_labels(truth, answers)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1, 0], {"A": [1, 0], "B": [1]}), "same length"),
        (([1, 0], {"A": [1, 0]}), "two systems or more, predictions has 1"),
        (([1, 0], [[1, 0], [0, 1]]), "must be a mapping of systems' names"),
        (([1, 0], {1: [1, 0], "1": [0, 1]}), "different names"),
    ],
)
def test_columns_that_cannot_be_compared_are_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        Joint.from_labels(*arguments)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"labels": [0]}, "labels must name every class: 1 occurs"),
        ({"counts": [1, 0.5]}, "whole numbers"),
        ({"weights": [1, -1]}, "not negative"),
        ({"weights": [0, 0]}, "nothing to compare"),
        ({"positive": 7}, "positive class 7 is not among the labels 0, 1"),
        ({"clusters": [3, 3]}, "all items are in one cluster"),
    ],
)
def test_options_that_make_no_sense_are_refused(options, message):
    with pytest.raises(InputError, match=message):
        Joint.from_labels([1, 0], {"A": [1, 0], "B": [0, 0]}, **options)


def test_an_unknown_system_is_answered_with_the_known_ones():
    joint = Joint.from_labels([1, 0], {"A": [1, 0], "B": [0, 0]})
    with pytest.raises(InputError, match="no system 'C'; there are 'A', 'B'"):
        joint.pair("A", "C")


def test_a_declared_order_of_classes_is_kept():
    scale = pd.CategoricalDtype(["low", "medium", "high"], ordered=True)
    truth = pd.Series(["low", "high", "low", "medium"], dtype=scale)
    joint = Joint.from_labels(truth, {"A": truth, "B": ["low", "low", "high", "high"]})
    assert joint.labels == ("low", "medium", "high")


# Groups -----------------------------------------------------------------------------------------


def test_groups_are_compared_apart_with_the_classes_of_all():
    rng = np.random.default_rng(7)
    truth, site = rng.integers(3, size=300), rng.choice(["x", "y"], 300)
    truth[site == "x"] %= 2
    systems = {"A": np.where(rng.random(300) < 0.7, truth, 0), "B": np.where(rng.random(300) < 0.4, truth, 1)}
    counts, patient = rng.integers(1, 4, size=300), np.arange(300) // 3
    for extra in ({}, {"counts": counts}, {"weights": counts / 2}, {"clusters": patient}, {"positive": 1}):
        found = ac.compare(truth, systems, by=site, seed=1, replicates=200, **extra)
        frame = pl.LazyFrame({"y": truth, **systems, "site": site, "counts": counts, "patient": patient})
        names = {"counts": "counts", "clusters": "patient"}
        if "weights" not in extra:
            named = {x: names.get(x, y) for x, y in extra.items()}
            lazy = ac.compare("y", ["A", "B"], data=frame, by="site", seed=1, replicates=200, **named)
            assert lazy == found
        assert list(found.groups) == ["x", "y"]
        everywhere = ac.compare(truth, systems, seed=1, replicates=200, **extra)
        assert found.pairs == everywhere.pairs
        apart = ac.compare(truth, systems, by=site, adjust=None, seed=1, replicates=200, **extra)
        p_values = [pair.p_value for part in found.groups.values() for pair in part.pairs]
        adjusted = [pair.p_adjusted for part in found.groups.values() for pair in part.pairs]
        assert adjusted == pytest.approx(adjust(p_values, "holm"), nan_ok=True)
        assert [row["group"] for row in found.rows()][-2:] == [("x",), ("y",)]
        for name, comparison in apart.groups.items():
            rows = site == name
            own = {x: y[rows] if isinstance(y, np.ndarray) else y for x, y in extra.items()}
            answers = {x: y[rows] for x, y in systems.items()}
            alone = ac.compare(truth[rows], answers, labels=[0, 1, 2], seed=1, replicates=200, **own)
            assert comparison.pairs == alone.pairs


def test_what_is_wrong_in_one_group_is_said_of_it():
    with pytest.raises(InputError, match=r"one cluster.* \(in the group 'b'\)"):
        ac.compare([0, 1, 1, 0], {"A": [0] * 4, "B": [1] * 4}, by=list("aabb"), clusters=[1, 2, 3, 3])
    with pytest.raises(InputError, match="by has 1 missing values: say on_missing='drop'"):
        ac.compare([0, 1], {"A": [0, 1], "B": [1, 1]}, by=["a", None])
