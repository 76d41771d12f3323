"""What computed numbers can have been, and what can be asked of a solution."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance.solve.figures import figure
from abovechance.solve.means import told_by_means
from sklearn import metrics

SCORES = {
    "precision": metrics.precision_score,
    "recall": metrics.recall_score,
    "f1": metrics.f1_score,
    "jaccard": metrics.jaccard_score,
    "accuracy": metrics.accuracy_score,
    "balanced_accuracy": metrics.balanced_accuracy_score,
    "mcc": metrics.matthews_corrcoef,
    "cohen_kappa": metrics.cohen_kappa_score,
}


@settings(max_examples=40, deadline=None)
@given(
    st.tuples(*[st.integers(1, 90)] * 4),
    st.sampled_from(list(SCORES)),
    st.sampled_from([float, repr, np.float64]),
)
def test_scores_of_all_digits_leave_their_table(cells, name, kind):
    truth, prediction = np.repeat([1, 0, 1, 0], cells), np.repeat([1, 1, 0, 0], cells)
    found = ac.solve({name: kind(float(SCORES[name](truth, prediction)))}, n=sum(cells))
    assert found.consistent
    assert cells in found


@pytest.mark.parametrize("kind", [float, str, np.float64])
@pytest.mark.parametrize(
    ("value", "n", "true"), [(85 / 111, 202, (85, 26, 40, 51)), (2 / 3, 6, (2, 0, 1, 3))]
)
def test_a_number_of_15_digits_or_more_is_a_computed_one(kind, value, n, true):
    assert true in ac.solve(n=n, **{"precision" if n == 202 else "recall": kind(value)})


def test_how_far_off_a_computed_number_may_be():
    found = figure("recall", "0.7657657657657657", "down")
    assert Fraction("0.7657657657657657") - found.low == found.high - Fraction("0.7657657657657657")
    assert found.high - found.low == Fraction(4, 10**15)
    assert not found.open_high
    assert figure("odds_ratio", "12.3456789012345678").low < Fraction("12.3456789012345678") * (
        1 - Fraction(1, 10**15)
    )
    assert figure("recall", "0.76576576576577").high == Fraction("0.765765765765775")  # of 14 digits


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64])
def test_numbers_of_numpy_are_taken_as_they_print(kind):
    found = figure("recall", kind(0.8))
    assert (found.low, found.high) == (Fraction("0.75"), Fraction("0.85"))


def test_a_computed_figure_of_one_of_several_classes():
    classes = {"a": (10, 7 / 9, 7 / 10), "b": (12, 8 / 13, 8 / 12), "c": (9, 6 / 9, 6 / 9)}
    report = {x: {"precision": repr(p), "recall": repr(r), "support": n} for x, (n, p, r) in classes.items()}
    found = ac.solve(report=report)
    assert found.consistent
    assert [(x.right_low, x.predicted_low) for x in found.classes] == [(7, 9), (8, 13), (6, 9)]


@pytest.mark.parametrize("cells", [(30, 12, 30.5, 28), (30, 12, 29.5, 28.5), (-30, 12, 30, 88), (30, 12, np.nan, 28),
                                   (30, 12, np.inf, 28), (0, 0, 0, 0), (30, 12, 31, 28)])  # fmt: skip
def test_cells_that_no_table_has_are_not_among_the_solutions(cells):
    found = ac.solve(n=100, recall="50%", precision="71.43%", accuracy="58%")
    assert (30, 12, 30, 28) in found
    assert (30.0, np.int64(12), np.float64(30), 28) in found
    assert cells not in found
    if np.isfinite(cells).all() and min(cells) >= 0 and any(cells):
        assert ac.Tables.from_cells(*cells) not in found


@pytest.mark.parametrize(
    "table", [(30, 12, 30), (30, 12, 30, 28, 0), "3028", ("30", "12", "30", "28"), 30, [[30, 30], [12, 28]]]
)
def test_what_is_no_table_is_refused(table):
    found = ac.solve(n=100, recall="50%")
    with pytest.raises(ac.InputError, match="a table is Tables, or its cells tp, fp, fn, tn, not"):
        _ = table in found


def test_tables_of_other_shapes_are_refused():
    with pytest.raises(ac.InputError, match="single tables of two classes"):
        _ = ac.Tables.from_counts(np.eye(3, dtype=int)) in ac.solve(n=3, recall="1")


def test_shares_of_items_are_no_table_of_several_classes():
    report = {x: {"recall": "0.5", "support": 2} for x in "abc"}
    counts = np.array([[1.0, 0.5, 0.5], [0.5, 1.0, 0.5], [0.5, 0.5, 1.0]])
    assert ac.Tables.from_counts(counts, labels=list("abc")) not in ac.solve(report=report)


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(*[st.integers(1, 400)] * 4),
    st.sampled_from([("mcc",), ("cohen_kappa",), ("mcc", "cohen_kappa")]),
    st.integers(1, 4),
)
def test_correlation_and_kappa_bound_informedness_and_the_rates(cells, names, digits):
    table = ac.Tables.from_cells(*cells)
    figures = [figure(name, f"{ac.measure(name)(table):.{digits}f}") for name in names]
    for key in ("informedness", "markedness", "recall", "precision", "inverse_recall", "inverse_precision"):
        known = told_by_means(key, figures)
        assert known is None or known[0] <= ac.compute(table, key) <= known[1]


def test_correlation_and_kappa_near_each_other_leave_little_of_informedness():
    found = ac.solve(n=10**6, mcc="0.613", cohen_kappa="0.61")
    informed = found.range("informedness")
    ratio = 0.6135 / 0.605
    spread = np.sqrt(ratio**2 - 1)
    assert informed.low >= 0.6135 * (ratio - spread) - 1e-9
    assert informed.high <= 0.6135 * (ratio + spread) + 1e-9
    assert found.range("recall").low >= 0.518
    assert found.verdict == (
        "These figures leave Informedness between 0.519 and 0.725 (1000000 items; tables were not counted)."
    )


def test_a_range_that_is_all_that_there_can_be_says_nothing():
    found = ac.solve(n=10**6, accuracy="0.9")
    assert found.range("informedness").says_nothing
    assert found.verdict.startswith("These figures say nothing of Informedness (")
    assert "Nothing is known of" in str(found)


def test_what_a_figure_can_have_been_is_said_with_all_its_digits():
    assert figure("mcc", "0.613").said_range == "0.6125 to 0.6135"
    assert figure("tp", "300").said_range == "300"
    assert figure("mcc", "-0.3").said_range == "\N{MINUS SIGN}0.35 to \N{MINUS SIGN}0.25"
    with pytest.raises(ac.InputError, match="True positives cannot be below 0"):
        ac.solve(n=10, tp="-3")
