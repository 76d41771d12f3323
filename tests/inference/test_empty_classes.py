"""Classes that do not occur: what is said of two systems does not change by them, and stray labels do no harm."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abovechance import Tables, compare, compare_tables

MEASURES = ["informedness", "markedness", "correlation", "mcc", "cohen_kappa", "accuracy", "purity"]
FIELDS = ("difference", "low", "high", "se", "p_value")

items = st.lists(st.tuples(*[st.sampled_from("abc")] * 3), min_size=8, max_size=40)
items = items.filter(lambda rows: len({row[0] for row in rows}) > 1)


def numbers(found):
    return [getattr(found, name) for name in FIELDS]


def columns(rows):
    truth, a, b = map(list, zip(*rows, strict=True))
    return truth, {"A": a, "B": b}


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
        assert found.pairs[0].takes_in_zero == (found.p_value > 0.05)


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
