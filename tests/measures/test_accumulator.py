"""Batches counted apart and merged equal one count of everything."""

import copy
import multiprocessing
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance import Accumulator, InputError, Tables

items = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("bcd")), min_size=1, max_size=8)


def columns(rows):
    return map(list, zip(*rows, strict=True))


def equal(one, other):
    return one.labels == other.labels and np.array_equal(one.counts, other.counts)


@settings(deadline=None)
@given(st.lists(items, min_size=3, max_size=3))
def test_batches_add_up_in_any_arrangement(batches):
    whole = Tables.from_labels(*columns([row for rows in batches for row in rows]))
    stream = Accumulator()
    for rows in batches:
        stream.update(*columns(rows))
    a, b, c = (Accumulator().update(*columns(rows)) for rows in batches)
    for tables in (stream.tables, ((a + b) + c).tables, (a + (b + c)).tables, (c + a).merge(b).tables):
        assert equal(tables, whole)
    assert equal(a.tables, Tables.from_labels(*columns(batches[0])))


def test_given_labels_stay():
    stream = Accumulator(labels=["b", "a"]).update(["a"], ["a"]).update(["b"], ["a"])
    assert stream.tables.labels == ("b", "a")
    assert stream.tables.counts.tolist() == [[0, 1], [0, 1]]
    with pytest.raises(InputError, match="'c' of 1 items is not among 'b', 'a'"):
        stream.update(["c"], ["a"])
    assert stream.tables.total == 2


def test_weights_and_missing_values():
    stream = Accumulator(on_missing="drop").update(["a", None], ["a", "a"], weights=[0.5, 9])
    assert stream.update(["a"], ["a"]).tables.counts.tolist() == [[1.5]]


def test_nothing_counted_yet():
    with pytest.raises(InputError, match="nothing has been counted yet"):
        _ = Accumulator().tables
    with pytest.raises(InputError, match="nothing has been counted yet"):
        _ = (Accumulator() + Accumulator()).tables
    counted = Accumulator().update([1], [1])
    assert equal((Accumulator() + counted).tables, counted.tables)


def test_text():
    stream = Accumulator(labels=["b", "a"])
    assert repr(stream) == "Accumulator: nothing counted yet"
    stream.update(["a"], ["b"])
    assert repr(stream) == f"Accumulator:\n{stream.tables!r}"


def test_a_declared_order_stays():
    scale = pd.CategoricalDtype(["low", "medium", "high"], ordered=True)
    stream = Accumulator()
    for grade in ("high", "low"):
        stream.update(pd.Series([grade], dtype=scale), [grade])
    assert stream.tables.labels == ("low", "medium", "high")
    assert stream.tables.counts.tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 1]]


def test_only_alike_accumulators_merge():
    with pytest.raises(InputError, match="same labels"):
        Accumulator(labels=["a", "b"]) + Accumulator()
    with pytest.raises(InputError, match="treatment of missing"):
        Accumulator(on_missing="drop").merge(Accumulator())
    with pytest.raises(InputError, match="positive class"):
        Accumulator(positive="a").merge(Accumulator())
    with pytest.raises(TypeError):
        Accumulator() + 1
    for other in (1, Tables.from_labels(["a"], ["a"])):
        with pytest.raises(
            InputError, match=f"only an Accumulator can be merged, got {type(other).__name__}"
        ):
            Accumulator().merge(other)


def test_a_positive_class():
    truth, prediction = ["malignant", "benign", "malignant"], ["benign", "benign", "malignant"]
    stream = Accumulator(positive="benign").update(truth, prediction)
    assert stream.tables == Tables.from_labels(truth, prediction, positive="benign")
    assert stream.figures(["recall"]) == {"recall": 1.0}
    for same in (stream.copy(), pickle.loads(pickle.dumps(stream)), stream.reset().update(truth, prediction)):
        assert same == stream
        assert same.tables.positive == "benign"
    assert stream != Accumulator().update(truth, prediction)
    with pytest.raises(InputError, match="positive class 'b' is not among the labels 'x', 'y'"):
        Accumulator(labels=["x", "y"], positive="b")
    assert Accumulator(labels=["x", "y", "z"], positive="x").tables.labels == ("rest", "x")


def test_missing_values_are_counted_if_the_labels_have_them():
    with pytest.raises(InputError, match="None is a missing value: add it to labels to count it"):
        Accumulator(labels=[0, 1], on_missing="label").update([0, None], [0, 1])
    stream = Accumulator(labels=[0, 1, None], on_missing="label").update([0, None], [0, 1])
    assert stream.tables.counts.tolist() == [[1, 0, 0], [0, 0, 0], [0, 1, 0]]


def test_only_the_table_is_pickled():
    sizes = set()
    for n in (1_000, 100_000):
        truth = np.arange(n) % 3
        stream = Accumulator().update(truth, truth).update(truth[:10], truth[:10])
        sizes.add(len(pickle.dumps(stream)))
        assert pickle.loads(pickle.dumps(stream)) == stream
    assert len(sizes) == 1
    assert sizes.pop() < 1_000


def test_a_few_items_of_many_classes_are_few_bytes():
    stream = Accumulator(labels=range(1000)).update([7, 7, 999], [7, 8, 999], [1, 0.5, 0])
    pickled = pickle.dumps(stream)
    assert len(pickled) < 20_000
    again = pickle.loads(pickled)
    assert again == stream
    assert again.tables.counts.dtype == np.float64
    assert again.update([0], [0]).tables.total == 2.5


def counted_apart(part):
    return Accumulator().update(*part, by=part[0])


def test_processes_count_apart():
    parts = [(["a", "b"], ["a", "a"]), (["c", "b"], ["c", "c"]), (["a"], ["d"])]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        total = sum(pool.map(counted_apart, parts))
    truth, prediction = ([label for part in parts for label in part[i]] for i in (0, 1))
    assert total.tables == Tables.from_labels(truth, prediction, by=truth)


integers = st.lists(st.tuples(st.integers(-2, 3), st.integers(-3, 2)), max_size=6)
grouped = st.lists(
    st.tuples(
        *[st.sampled_from("ab")] * 2, st.sampled_from([2, 10, 9]), st.sampled_from([0.0, 1e-6, 0.3, 1.0, 9.0])
    ),
    max_size=6,
)


@settings(deadline=None)
@given(st.lists(integers, min_size=1, max_size=6), st.sampled_from([np.int8, np.int64, object]))
def test_integers_are_counted_as_any_labels(batches, dtype):
    stream = Accumulator()
    for rows in batches:
        pairs = np.array(rows, dtype=dtype).reshape(-1, 2)
        stream.update(pairs[:, 0], pairs[:, 1])
    everything = [row for rows in batches for row in rows]
    if everything:
        assert stream.tables == Tables.from_labels(*columns(everything))
    else:
        assert stream == Accumulator()


@pytest.mark.parametrize("labels", [[False, True], [2**70, 2**70 + 1], [-1, 1], [0, 5], [1, 2.5], [0, 10**9]])
def test_known_labels_come_again(labels):
    stream = Accumulator()
    for _ in range(3):
        stream.update(labels, labels[::-1]).update(np.array(labels), np.array(labels))
    assert stream.tables == Tables.from_labels(labels * 6, (labels[::-1] + labels) * 3)


def weigh(rows):
    return any(weight for *_, weight in rows)


@settings(deadline=None)
@given(st.lists(grouped, min_size=2, max_size=5).filter(lambda batches: any(map(weigh, batches))))
def test_groups_and_weights_add_up(batches):
    whole = [row for rows in batches for row in rows]
    truth, prediction, groups, weights = columns(whole)
    stream, parts = Accumulator(), []
    for rows in batches:
        if rows:
            real, said, group, weight = columns(rows)
            stream.update(real, said, weight, {"site": group})
            parts.append(Accumulator().update(real, said, weight, {"site": group}))
    expected = Tables.from_labels(truth, prediction, weights=weights, by={"site": groups})
    for tables in (stream.tables, sum(parts).tables, sum(parts[::-1]).tables):
        assert (tables.labels, tables.axes) == (expected.labels, expected.axes)
        np.testing.assert_allclose(tables.counts, expected.counts)


def test_groups_of_several_columns():
    stream = Accumulator()
    stream.update([0], [0], by={"site": ["B"], "day": [10]}).update([1], [1], by={"site": ["A"], "day": [2]})
    assert stream.tables.axes == (ac.Axis("site × day", (("A", 2), ("B", 10))),)


def test_batches_have_the_same_groups():
    stream = Accumulator().update([0], [1], by={"site": ["A"]})
    before = stream.tables
    with pytest.raises(InputError, match=r"this one has none, the first had by\['site'\]"):
        stream.update([0], [1])
    with pytest.raises(InputError, match=r"this one has by, the first had by\['site'\]"):
        stream.merge(Accumulator().update([0], [1], by=["A"]))
    assert stream.tables == before


def test_an_ordered_scale_of_groups():
    scale = pd.CategoricalDtype(["low", "high"], ordered=True)
    stream = Accumulator()
    for grade in ("high", "low"):
        stream.update([0], [1], by=pd.Series([grade], dtype=scale))
    assert stream.tables.axes[0].labels == ("low", "high")


def test_orders_that_conflict_are_refused_before_anything_changes():
    stream = Accumulator().update(pd.Categorical(["a"], ["a", "b"], ordered=True), ["b"])
    other = pd.Categorical(["a"], ["b", "a"], ordered=True)
    with pytest.raises(
        InputError, match="truth of earlier batches has 'a', 'b' but truth has 'b', 'a'; give"
    ):
        stream.update(other, ["a"])
    with pytest.raises(InputError, match="truth of earlier batches has 'a', 'b' but prediction has 'b', 'a'"):
        stream.merge(Accumulator().update(["a"], other))
    assert stream.update(["c"], ["a"]).tables.labels == ("a", "b", "c")
    assert stream.tables.total == 2


def test_what_is_refused_changes_nothing():
    stream = Accumulator().update([0, 1], [0, 1])
    before = stream.copy()
    for truth, prediction, weights in (
        ([7, None], [0, 1], None),
        (np.array([7, 1]), np.array([0]), None),
        ([7, 1], [0, 1], [1, -1]),
        ([7, 1], [0, []], None),
        (np.arange(6000), np.arange(6000), None),
    ):
        with pytest.raises(InputError):
            stream.update(truth, prediction, weights)
        assert stream == before


def test_labels_of_many_batches_are_classes_too(monkeypatch):
    monkeypatch.setattr("abovechance.intake.limits.MOST_LABELS", 50)
    stream = Accumulator(on_missing="label").update([None], [0])
    for label in range(50):
        stream.update([label], [label])
    with pytest.raises(InputError, match="truth together with prediction has more than 50 distinct values"):
        stream.update([-1], [0])
    assert stream.tables.total == 51


def test_an_empty_batch_is_none():
    stream = Accumulator(on_missing="drop").update([], []).update([None], ["a"]).update(np.array([], int), [])
    assert stream == Accumulator(on_missing="drop")


def test_a_new_label_each_time_copies_seldom():
    stream = Accumulator()
    rooms = []
    for label in range(400):
        stream.update([label], [label])
        rooms.append(stream._counted.cells.shape)
    assert len(set(rooms)) < 30
    assert np.array_equal(stream.tables.counts, np.eye(400))


@pytest.fixture
def restless():
    """Threads that take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("restless")
def test_threads_share_one():
    """Every thread brings labels of its own, so that the table grows while others count."""
    shared, other = Accumulator(), Accumulator()

    def count(number):
        for i in range(100):
            batch = np.array([number, i % 50])
            (shared if i % 2 else other).update(batch, batch)
            if i % 25 == 0:
                pickle.dumps(shared)
                _ = other.tables

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(count, range(50, 66)))
        assert shared.tables.total + other.tables.total == 16 * 100 * 2
        list(pool.map(lambda pair: pair[0].merge(pair[1]), [(shared, other), (other, shared)]))
    assert {shared.tables.total, other.tables.total} == {3200, 4800}


def test_weights_may_come_later():
    stream = Accumulator().update(np.array([0, 1]), np.array([0, 1])).update([1], [0], [0.5])
    stream.update(np.array([1, 1]), np.array([0, 0]))
    assert stream.tables.counts.tolist() == [[1.0, 0.0], [2.5, 1.0]]
    assert (Accumulator().update([0], [0]) + stream).tables.total == 5.5


def test_with_labels_there_is_a_table_from_the_start():
    stream = Accumulator(labels=[0, 1])
    assert stream.tables.counts.tolist() == [[0, 0], [0, 0]]
    assert np.isnan(stream.figures(["informedness"])["informedness"])
    ranks = [stream, Accumulator(labels=[0, 1]).update([0, 1], [0, 0])]
    assert sum(rank.tables.counts for rank in ranks).tolist() == [[1, 0], [1, 0]]


def test_a_copy_goes_its_own_way():
    one = Accumulator().update(["a"], ["b"])
    others = [one.copy(), copy.copy(one), copy.deepcopy(one)]
    for other in others:
        assert other == one
        other.update(["b"], ["b"])
        assert other != one
    assert one.tables.total == 1
    table = one.tables
    one.update(["a"], ["b"])
    assert table.total == 1


def test_reset_forgets_all_but_what_was_given():
    stream = Accumulator().update(["a"], ["b"], by=["A"])
    assert stream.reset() is stream
    assert stream == Accumulator()
    assert stream.update([1], [1]).tables.labels == (1,)
    given = Accumulator(labels=["a", "b"]).update(["a"], ["b"]).reset()
    assert given == Accumulator(labels=["a", "b"])
    assert given.tables.total == 0


def test_equality():
    one = Accumulator().update(["a", "b"], ["b", "b"])
    assert one == Accumulator().update(["b"], ["b"]).update(["a"], ["b"])
    assert one != Accumulator()
    assert one != Accumulator(on_missing="drop").update(["a", "b"], ["b", "b"])
    assert one != Accumulator(labels=["a", "b"]).update(["a", "b"], ["b", "b"])
    assert one != "table"
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_a_sum_begins_with_nothing():
    parts = [Accumulator().update([i], [i]) for i in (0, 1)]
    assert sum(parts).tables.total == 2
    assert parts[0].tables.total == 1
    with pytest.raises(TypeError):
        1 + parts[0]


class TestFigures:
    STREAM = Accumulator().update([0, 0, 1, 1], [0, 1, 1, 1])

    def test_names_are_those_asked_for(self):
        figures = self.STREAM.figures(["informedness", "MCC", "Cohen's kappa"])
        assert list(figures) == ["informedness", "MCC", "Cohen's kappa"]
        assert all(type(value) is float for value in figures.values())
        assert figures["informedness"] == 0.5
        assert figures["MCC"] == pytest.approx(1 / np.sqrt(3))

    def test_by_default_the_three_above_chance(self):
        assert list(self.STREAM.figures()) == ["informedness", "markedness", "correlation"]

    def test_each_class_and_group(self):
        stream = Accumulator().update(["a", "b", "c"], ["a", "b", "b"])
        assert stream.figures(["recall"]) == {"recall/a": 1.0, "recall/b": 1.0, "recall/c": 0.0}
        sites = Accumulator().update([0, 1, 0], [0, 1, 1], by=["A", "A", "B"])
        assert sites.figures(["accuracy"]) == {"accuracy/A": 1.0, "accuracy/B": 0.0}

    def test_figures_of_one_name_are_refused(self):
        stream = Accumulator(labels=["1", 1, 2]).update(["1", 1, 2], ["1", 1, 2])
        with pytest.raises(InputError, match="two figures would be called 'recall/1'"):
            stream.figures(["recall"])

    def test_one_name_is_no_list(self):
        with pytest.raises(InputError, match=r"give a list of measures, such as \['mcc'\]"):
            self.STREAM.figures("mcc")
        with pytest.raises(ac.UnknownMeasureError):
            self.STREAM.figures(["informednes"])

    def test_measures_themselves(self):
        assert self.STREAM.figures([ac.informedness]) == self.STREAM.figures(["informedness"])
        with pytest.raises(InputError, match=r"such as \['informedness'\]"):
            self.STREAM.figures(ac.informedness)
        with pytest.raises(InputError, match=r"must be a name such as .*, not int"):
            self.STREAM.figures([3])


class TestScores:
    def test_the_highest_score_decides(self):
        stream = Accumulator(labels=["x", "y", "z"])
        stream.update_scores(["x", "z"], np.array([[0.5, 0.4, 0.1], [3, 3, -np.inf]], dtype=np.float16))
        assert stream.tables.counts.tolist() == [[1, 0, 0], [0, 0, 0], [1, 0, 0]]

    def test_classes_by_number(self):
        stream = Accumulator(labels=range(2)).update_scores(
            np.array([0, 1]), [[1, 2], [1, 2]], weights=[1, 3]
        )
        assert stream.tables.counts.tolist() == [[0, 1], [0, 3]]

    @pytest.mark.parametrize(
        ("scores", "message"),
        [
            ([0.1, 0.9], r"a column for each of the 2 labels, got float64 of shape \(2,\)"),
            ([[0.1, 0.2, 0.3]], r"shape \(1, 3\)"),
            ([["a", "b"]], "must be numbers"),
            ([[0.1, 0.2], [0.3]], "rows of the same length"),
            (pd.DataFrame({0: [0.1], 2: [0.9]}), "called '0', '2' and the labels 0, 1: name each column"),
            ([[np.nan, 0.2], [0.1, 0.2]], "1 rows with NaN"),
            (np.ma.array([[0.1, 0.2], [0.1, 0.2]], mask=[[0, 1], [0, 0]]), "1 rows with NaN or a mask"),
        ],
    )
    def test_what_cannot_be_scores(self, scores, message):
        with pytest.raises(InputError, match=message):
            Accumulator(labels=[0, 1]).update_scores([0] * len(scores), scores)

    @pytest.mark.parametrize("made", [dict, pd.DataFrame, pl.DataFrame, pa.table])
    def test_columns_are_found_by_their_names(self, made):
        stream = Accumulator(labels=["a", "b"])
        stream.update_scores(["a", "b"], made({"b": [0.9, 0.1], "a": [0.1, 0.9]}))
        assert stream.tables.counts.tolist() == [[0, 1], [1, 0]]
        stream.reset().update_scores(["a", "b"], made({"p1": [0.9, 0.1], "p2": [0.1, 0.9]}))
        assert stream.tables.counts.tolist() == [[1, 0], [0, 1]]

    @pytest.mark.parametrize("scores", [[], np.zeros((0, 2)), pd.DataFrame({"a": [], "b": []})])
    def test_an_empty_batch_adds_nothing(self, scores):
        stream = Accumulator(labels=["a", "b"]).update_scores([], scores)
        assert stream == Accumulator(labels=["a", "b"])

    def test_scores_need_labels(self):
        with pytest.raises(InputError, match="give labels, in the order of the columns"):
            Accumulator().update_scores([0], [[0.1, 0.9]])


def test_it_is_its_own_callback():
    stream = Accumulator()

    def train(callback):
        callback([0, 1], [0, 1])
        callback(truth=[0], prediction=[1], weights=[2])

    train(stream)
    assert stream.tables.counts.tolist() == [[1, 2], [0, 1]]


def test_an_unknown_treatment_of_missing():
    with pytest.raises(InputError, match="missing must be"):
        Accumulator(on_missing="ignore")
