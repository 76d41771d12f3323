"""Laws of reports that print some figures of each class, on random tables: the truth is never excluded."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import abovechance as ac
from tests.solve.test_classes import MEASURED, as_scikit_learn

RATES = ("precision", "recall", "f1-score")
OVERALL = ("accuracy", "cohen_kappa", "mcc", "informedness", "markedness", "macro_f1")


def rates_of(counts, place):
    """The rates of a class, 0 where undefined."""
    right, real, given_label = counts[place, place], counts[place].sum(), counts[:, place].sum()
    tops = {
        "precision": (right, given_label),
        "recall": (right, real),
        "f1-score": (2 * right, real + given_label),
    }
    return {name: top / bottom if bottom else 0.0 for name, (top, bottom) in tops.items()}


def some_figures(counts, kept, digits):
    """A report as scikit-learn prints it, with nan for the figures that are left out."""
    lines = ["              precision    recall  f1-score   support", ""]
    for place, (own, places) in enumerate(zip(kept, digits, strict=True)):
        shown = [f"{x:.{places}f}" if name in own else "nan" for name, x in rates_of(counts, place).items()]
        lines.append("   ".join([f"c{place}", *shown, str(counts[place].sum())]))
    return "\n".join(lines)


@st.composite
def reports(draw):
    """A table, and a report that prints some of its figures."""
    size = draw(st.integers(3, 5))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    counts = rng.poisson(draw(st.sampled_from([1, 4, 30])), (size, size))
    counts += np.diag(rng.poisson(draw(st.sampled_from([1, 15, 90])), size) + 1)
    kept = draw(st.lists(st.sets(st.sampled_from(RATES)), min_size=size, max_size=size))
    digits = draw(st.lists(st.integers(1, 5), min_size=size, max_size=size))
    return counts, some_figures(counts, kept, digits)


def require_truth(counts, found):
    assert found.consistent, found.verdict
    assert ac.Tables.from_counts(counts, labels=list(found.labels)) in found
    for place, known in enumerate(found.classes):
        assert known.right_low <= counts[place, place] <= known.right_high
        assert known.predicted_low <= counts[:, place].sum() <= known.predicted_high
    for key in MEASURED:
        value, one = as_scikit_learn(key, counts), found.range(key)
        assert np.isnan(value) or one.low - 1e-9 <= value <= one.high + 1e-9, (key, one, value)
        assert ac.measure(key).low <= one.low or np.isnan(one.low)
        assert one.high <= ac.measure(key).high or np.isnan(one.high)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(reports())
def test_some_figures_of_each_class_leave_the_true_table(drawn):
    counts, report = drawn
    require_truth(counts, ac.solve(report=report))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(reports(), st.sampled_from(OVERALL), st.floats(0.02, 0.4))
def test_a_wrong_figure_of_all_classes_is_named(drawn, key, off):
    counts, report = drawn
    true = as_scikit_learn(key, counts)
    if np.isnan(true):
        return
    wrong = f"{true + off if true < 0.5 else true - off:.4f}"
    found = ac.solve({key: wrong}, report=report)
    for conflict in found.conflicts:
        assert any(x.label is None for x in conflict), found.verdict
    right = ac.solve({key: f"{true:.4f}"}, report=report)
    assert right.consistent, right.verdict


@pytest.mark.parametrize(
    ("counts", "kept"),
    [
        ([[64, 10, 2], [10, 67, 14], [15, 13, 71]], [{"precision"}, {"recall"}, set(RATES)]),
        ([[56, 24, 20], [19, 47, 15], [25, 29, 62]], [{"recall"}, {"precision"}, set(RATES)]),
        ([[90, 5, 5], [10, 80, 10], [15, 15, 70]], [{"recall"}, {"recall"}, {"recall"}]),
    ],
)
def test_few_figures_of_a_class_bound_the_others_by_what_is_fixed(counts, kept):
    counts = np.array(counts)
    require_truth(counts, ac.solve(report=some_figures(counts, kept, [2, 2, 2])))


def test_a_wrong_kappa_beside_a_whole_report_is_what_cannot_hold():
    counts = np.array([[25, 3, 2], [4, 22, 4], [1, 5, 24]])
    found = ac.solve({"cohen_kappa": "0.61"}, report=some_figures(counts, [set(RATES)] * 3, [2, 2, 2]))
    assert not found.consistent
    assert all("cohen_kappa 0.61" in map(str, conflict) for conflict in found.conflicts)
