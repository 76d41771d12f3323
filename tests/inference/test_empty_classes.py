"""Classes that do not occur: nothing that is said changes by them, and stray labels do no harm."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance import InputError, Tables, compare, compare_tables, interval, measures
from abovechance.inference.comparisons.joint import Joint
from abovechance.inference.comparisons.paired import paired_difference
from abovechance.inference.comparisons.sources import UnpairedSource
from abovechance.inference.intervals.dependent import cluster_interval
from abovechance.inference.intervals.methods import applicable
from abovechance.inference.resampling.bootstrap import bootstrap, posterior
from abovechance.inference.significance.methods import METHODS as TESTS_OF_TABLES

MEASURES = ["informedness", "markedness", "correlation", "mcc", "cohen_kappa", "accuracy", "purity"]
FIELDS = ("difference", "low", "high", "se", "p_value")

items = st.lists(st.tuples(*[st.sampled_from("abc")] * 3), min_size=8, max_size=40)
items = items.filter(lambda rows: len({row[0] for row in rows}) > 1)


def numbers(found):
    return [getattr(found, name) for name in FIELDS]


def columns(rows):
    truth, a, b = map(list, zip(*rows, strict=True))
    return truth, {"A": a, "B": b}


def with_empty(counts, position):
    """The same tables with a class that neither occurs nor is predicted."""
    return np.insert(np.insert(counts, position, 0, -2), position, 0, -1)


def tables_with_empty(counts):
    return [Tables.from_counts(with_empty(counts, position)) for position in range(counts.shape[-1] + 1)]


IGNORING = [m for m in measures() if not m.counts_empty_classes]
WHOLE = [m for m in IGNORING if m.scope == "overall"]
SMALL = np.array([[8, 2, 1], [3, 7, 0], [2, 1, 6]])
ALL_TABLES = [np.array([[80, 20], [30, 70]]), SMALL, np.array([[5, 2, 0], [4, 6, 0], [2, 3, 0]])]
OF_INTERVALS = ("value", "low", "high", "se")


def assert_same(one, other, names, where=None):
    for name in names:
        theirs = np.asarray(getattr(other, name))
        theirs = theirs if where is None else np.delete(theirs, where, -1)
        np.testing.assert_allclose(theirs, getattr(one, name), rtol=1e-7, atol=1e-10, err_msg=name)


@given(
    counts=st.integers(2, 4).flatmap(lambda k: st.lists(st.integers(0, 9), min_size=k * k, max_size=k * k))
)
@settings(max_examples=25, deadline=None)
def test_no_value_changes_by_an_empty_class_unless_the_measure_says_so(counts):
    size = int(len(counts) ** 0.5)
    counts = np.reshape(counts, (size, size))
    for position, more in enumerate(tables_with_empty(counts)):
        for m in IGNORING:
            one, other = np.asarray(m(Tables.from_counts(counts))), np.asarray(m(more))
            if m.scope == "binary":
                other = np.delete(other, position)
                one = one if size > 2 else other  # of two classes there is one value, of the positive class
            np.testing.assert_allclose(other, one, rtol=1e-9, atol=1e-12, err_msg=m.key)


@pytest.mark.parametrize("m", [m for m in measures() if m.counts_empty_classes], ids=lambda m: m.key)
def test_a_measure_that_says_so_changes_by_an_empty_class(m):
    changed = []
    for position, more in enumerate(tables_with_empty(SMALL)):
        one, other = np.asarray(m(Tables.from_counts(SMALL))), np.asarray(m(more))
        other = np.delete(other, position) if m.scope == "binary" else other
        changed.append(not np.allclose(one, other, rtol=1e-9, atol=0))
    assert any(changed)


@pytest.mark.parametrize("sampling", ["items", "classes"])
@pytest.mark.parametrize("counts", ALL_TABLES, ids=["two", "three", "never predicted"])
def test_no_interval_of_the_table_changes(counts, sampling):
    """All measures by all methods, with the class at another position each."""
    more = tables_with_empty(counts)
    options = {"seed": 1, "replicates": 20, "sampling": sampling}
    for m in WHOLE:
        for i, method in enumerate(applicable(m, len(counts), sampling)):
            one = interval(Tables.from_counts(counts), m, method=method, **options)
            other = interval(more[i % len(more)], m, method=method, **options)
            assert_same(one, other, OF_INTERVALS)
            assert (other.method, other.warning) == (one.method, one.warning)
            assert (other.reason is None) == (one.reason is None)


@pytest.mark.parametrize("sampling", ["items", "classes"])
def test_no_interval_of_a_class_changes(sampling):
    more = tables_with_empty(SMALL)
    options = {"seed": 1, "replicates": 20, "sampling": sampling}
    for m in IGNORING:
        if m.scope == "binary":
            for i, method in enumerate(applicable(m, len(SMALL), sampling)):
                one = interval(Tables.from_counts(SMALL), m, method=method, **options)
                assert_same(one, interval(more[i % 4], m, method=method, **options), OF_INTERVALS, i % 4)


def test_an_empty_class_does_no_harm_whatever_the_number_of_items():
    table = Tables.from_counts([[0, 0, 0], [0, 80_000, 20_000], [0, 30_000, 70_000]])
    for method in ("auto", "delta", "wald", "miettinen_nurminen"):
        found = interval(table, "balanced_accuracy", method=method)
        assert (found.low, found.high) == pytest.approx((0.748, 0.752), abs=2e-4)


def test_the_tables_of_a_batch_have_the_intervals_they_have_alone():
    counts = np.array(
        [SMALL, with_empty([[20, 5], [4, 30]], 0), with_empty([[20, 5], [4, 30]], 1), 0 * SMALL]
    )
    batch = Tables.from_counts(counts)
    for m in WHOLE:
        together = interval(batch, m, method="delta")
        for i in range(len(counts)):
            alone = interval(batch[i], m, method="delta")
            got = [getattr(together, name)[i] for name in OF_INTERVALS]
            assert got == pytest.approx(
                [getattr(alone, name) for name in OF_INTERVALS], nan_ok=True, rel=1e-9
            )
            assert together.reason[i] == alone.reason
    mixed = interval(batch, "informedness")
    assert mixed.method == "miettinen_nurminen, profile"
    assert mixed.low[1] == interval(Tables.from_counts([[20, 5], [4, 30]]), "informedness").low


@pytest.mark.parametrize("counts", ALL_TABLES, ids=["two", "three", "never predicted"])
@pytest.mark.parametrize("method", ["auto", *TESTS_OF_TABLES])
def test_no_test_of_a_table_changes(method, counts):
    def outcome(table):
        try:
            found = ac.test(table, method=method, seed=1, replicates=99)
        except InputError as refusal:
            return {"refused": str(refusal)}
        return found.to_dict()

    one = outcome(Tables.from_counts(counts))
    for more in tables_with_empty(counts):
        other = outcome(more)
        assert other.keys() == one.keys()
        for name, value in other.items():
            assert value == (pytest.approx(one[name], nan_ok=True) if isinstance(value, float) else one[name])


@pytest.mark.parametrize("method", ["cluster_delta", "cluster_bootstrap"])
@pytest.mark.parametrize("classes", [2, 3])
def test_no_interval_of_clusters_changes(method, classes):
    shares = (np.eye(classes) / classes / 2 + 1 / classes**2 / 2).ravel()
    counts = np.random.default_rng(0).multinomial(10, shares, 25).reshape(25, classes, classes)
    options = {"method": method, "seed": 1, "replicates": 20}
    for number, m in enumerate(IGNORING if classes == 3 else WHOLE):
        position = number % (classes + 1)
        one = cluster_interval(Tables.from_counts(counts), m, **options)
        other = cluster_interval(tables_with_empty(counts)[position], m, **options)
        assert_same(one, other, OF_INTERVALS, position if m.scope == "binary" else None)


def test_no_draw_changes():
    table = Tables.from_counts(SMALL)
    for position, more in enumerate(tables_with_empty(SMALL)):
        for draw in (bootstrap, posterior):
            one, other = (draw(t, ["recall", "mcc"], seed=1) for t in (table, more))
            np.testing.assert_allclose(other["mcc"], one["mcc"])
            np.testing.assert_allclose(np.delete(other["recall"], position, -1), one["recall"])


COLUMNS = {
    "plain": {},
    "clusters": {"clusters": np.arange(60) % 12},
    "weights": {"weights": np.arange(60) % 3 + 1},
}


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("classes", [2, 3])
def test_no_comparison_changes(columns, classes):
    """All measures of the table, systems on the same items and on different ones, the class at any position."""
    rng = np.random.default_rng(4)
    truth = rng.integers(0, classes, 60)
    answers = {x: np.where(rng.random(60) < 0.6, truth, rng.integers(0, classes, 60)) for x in "AB"}
    there = list(range(classes))
    for number, m in enumerate(WHOLE):
        labels = there.copy()
        labels.insert(number % (classes + 1), "never")
        one, other = (
            Joint.from_labels(truth, answers, labels=x, **COLUMNS[columns]) for x in (there, labels)
        )
        options = {"replicates": 64, "seed": 1}
        found, more = (paired_difference(m, joint, **options) for joint in (one, other))
        np.testing.assert_allclose(numbers(more), numbers(found), rtol=1e-9, atol=1e-12, err_msg=m.key)
        assert (more.method, more.test) == (found.method, found.test)
        if columns == "plain" and number % 4 == 0:
            found, more = (
                UnpairedSource(joint.tables).difference(m, "A", "B", level=0.95, **options)
                for joint in (one, other)
            )
            np.testing.assert_allclose(numbers(more), numbers(found), rtol=1e-9, atol=1e-12, err_msg=m.key)


@pytest.mark.parametrize("name", MEASURES)
@given(rows=items)
@settings(max_examples=15, deadline=None)
def test_a_class_that_neither_occurs_nor_is_predicted_changes_nothing(name, rows):
    truth, answers = columns(rows)
    there = sorted({*truth, *answers["A"], *answers["B"]})
    one, more = (
        compare(truth, answers, name, labels=labels, replicates=99, seed=1)
        for labels in (there, ["0", *there, "z"])
    )
    assert numbers(more) == pytest.approx(numbers(one), nan_ok=True)
    assert (more.method, more.test, more.warning) == (one.method, one.test, one.warning)


@pytest.mark.parametrize("name", ["informedness", "markedness", "mcc", "cohen_kappa", "accuracy"])
@given(rows=items)
@settings(max_examples=15, deadline=None)
def test_nor_does_it_if_the_items_are_different(name, rows):
    truth, answers = columns(rows)
    there = sorted({*truth, *answers["A"], *answers["B"]})
    one, more = (
        compare_tables(*(Tables.from_labels(truth, answers[x], labels=labels) for x in "AB"), name)
        for labels in (there, ["0", *there, "z"])
    )
    assert numbers(more) == pytest.approx(numbers(one), nan_ok=True)
    assert (more.method, more.warning) == (one.method, one.warning)


@given(rows=items)
@settings(max_examples=25, deadline=None)
def test_the_p_value_is_below_the_level_where_the_interval_leaves_out_zero(rows):
    truth, answers = columns(rows)
    truth, answers = [*truth, *"abc"], {name: [*column, *"bca"] for name, column in answers.items()}
    found = compare(truth, answers)
    assert (found.method, found.test) == ("delta", "delta")
    if abs(found.p_value - 0.05) > 1e-9:
        assert found.pairs[0].contains_zero == (found.p_value > 0.05)


def test_a_measure_that_counts_empty_classes_keeps_them():
    """The mean over classes of F is lower by a class that is never found."""
    truth, a, b = ["x"] * 20 + ["y"] * 20, ["x"] * 25 + ["y"] * 15, ["x"] * 20 + ["y"] * 20
    found = compare(truth, {"A": a, "B": b}, "class_balance_accuracy", labels=["x", "y", "z"], replicates=99)
    by_two = compare(truth, {"A": a, "B": b}, "class_balance_accuracy", replicates=99)
    assert found.difference != pytest.approx(by_two.difference)


def stray(n=300, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.choice(["cat", "dog", "owl"], n)
    a, b = (np.where(rng.random(n) < skill, truth, rng.permutation(truth)) for skill in (0.8, 0.6))
    b = b.astype("U8")
    typed = b.copy()
    typed[5] = "refused"
    return truth, a, b, typed


def test_one_stray_label_hardly_moves_the_comparison():
    truth, a, b, typed = stray()
    clean, found = (compare(truth, {"A": a, "B": x}) for x in (b, typed))
    assert found.verdict.startswith("'A' is better than 'B'")
    assert np.isfinite(numbers(found)).all()
    assert numbers(found)[:4] == pytest.approx(numbers(clean)[:4], abs=0.01)
    tables = [Tables.from_labels(truth, x) for x in (a, b, typed)]
    clean, found = compare_tables(*tables[:2]), compare_tables(tables[0], tables[2])
    assert numbers(found)[:4] == pytest.approx(numbers(clean)[:4], abs=0.01)


def test_a_stray_label_of_a_third_system_does_not_touch_the_others():
    truth, a, b, typed = stray()
    alone, among = compare(truth, {"A": a, "B": b}), compare(truth, {"A": a, "B": b, "C": typed})
    assert numbers(among["A", "B"]) == pytest.approx(numbers(alone))


def test_of_two_classes_and_a_stray_label_there_is_a_difference_too():
    truth, a, b, _ = stray()
    truth, a, b = (np.where(x == "owl", "dog", x).astype("U8") for x in (truth, a, b))
    clean = compare(truth, {"A": a, "B": b})
    b[5] = "refused"
    found = compare(truth, {"A": a, "B": b})
    assert found.method == "delta"
    assert numbers(found)[:4] == pytest.approx(numbers(clean)[:4], abs=0.03)
