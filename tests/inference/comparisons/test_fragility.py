"""Warnings of differences that hang on one item: which class is named, and when nothing is said."""

import numpy as np
import pytest

from abovechance import Tables, compare, compare_tables, measure
from abovechance.inference.comparisons.cautions import warning_of
from abovechance.inference.comparisons.influence import Influence
from abovechance.inference.comparisons.joint import Joint

SAID = "the interval may cover less than its level"


def guessers(rare, common=100, seed=0):
    """One system guesses the common classes, the other mostly the rare one."""
    rng = np.random.default_rng(seed)
    truth = np.array(["cat"] * common + ["dog"] * common + ["owl"] * rare)
    a = rng.choice(["cat", "dog"], len(truth))
    b = rng.choice(["cat", "dog", "owl"], len(truth), p=[0.2, 0.2, 0.6])
    return truth, {"A": a, "B": b}


def joint_warning(*arguments, name="informedness", **options):
    return warning_of(Influence(measure(name), Joint.from_labels(*arguments, **options)))


def test_one_item_that_carries_most_of_the_variance_is_named():
    expected = f"most of the uncertainty comes from class 'owl', of which there is 1 item: {SAID}"
    assert joint_warning(*guessers(1)) == expected
    assert compare(*guessers(1)).warning == expected
    assert f"\nNote: {expected}." in compare(*guessers(1)).verdict


@pytest.mark.parametrize("rare", [2, 10, 100])
def test_a_class_of_more_items_is_not(rare):
    assert joint_warning(*guessers(rare)) is None
    assert compare(*guessers(rare)).warning is None
    assert "Note" not in compare(*guessers(rare)).verdict


def test_a_measure_that_the_class_hardly_matters_to_has_no_warning():
    assert joint_warning(*guessers(1), name="cohen_kappa") is None
    assert compare(*guessers(1), "accuracy").warning is None


def test_clusters_are_counted_instead_of_items():
    truth, answers = guessers(8)
    patients = np.where(truth == "owl", -1, np.arange(len(truth)))
    found = compare(truth, answers, clusters=patients)
    assert found.warning == (
        f"most of the uncertainty comes from class 'owl', which occurs in 1 cluster: {SAID}"
    )
    assert compare(truth, answers, clusters=np.arange(len(truth))).warning is None


def test_a_label_given_often_that_never_occurs_is_named():
    truth, answers = guessers(0)
    share = 100 * np.mean(answers["B"] == "owl")
    expected = (
        f"'B' answers 'owl' to {share:.0f} % of items and none really is: these answers are counted as "
        f"guesses, and {SAID} if the class does occur"
    )
    assert compare(truth, answers).warning == expected
    tables = [Tables.from_labels(truth, answers[name]) for name in "AB"]
    assert compare_tables(*tables, systems=("A", "B")).warning == expected


def test_a_stray_label_is_not():
    truth, answers = guessers(50)
    answers["B"][0] = "refused"
    assert compare(truth, answers).warning is None


def test_of_different_items_the_table_is_named_too():
    truth, answers = guessers(1)
    tables = [Tables.from_labels(truth, answers[name]) for name in "AB"]
    assert compare_tables(*tables, systems=("A", "B")).warning == (
        f"most of the uncertainty comes from class 'owl' in the table of 'B', of which there is 1 item: {SAID}"
    )
    truth, answers = guessers(30)
    tables = [Tables.from_labels(truth, answers[name]) for name in "AB"]
    assert compare_tables(*tables).warning is None


def test_systems_that_never_differ_have_no_warning():
    truth = ["cat", "dog", "owl"] * 20
    assert compare(truth, {"A": truth, "B": truth}).warning is None


def test_of_several_systems_the_pairs_are_named():
    truth, answers = guessers(1)
    found = compare(truth, answers | {"C": answers["A"]})
    assert found["A", "C"].warning is None
    assert "\nNote: 'A' against 'B' and 'B' against 'C': most of the uncertainty" in found.verdict
    assert found["B", "A"].warning == found["A", "B"].warning
    assert found.rows()[0]["warning"] == found["A", "B"].warning
    assert found.to_frame("pyarrow")["warning"].to_pylist()[1] is None
