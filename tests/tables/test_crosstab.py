"""Tables that others have counted: what their axes are called is believed, and sums are no class."""

import numpy as np
import pandas as pd
import pytest

import abovechance as ac
from abovechance import InputError, InputWarning, Tables

TRUTH = pd.Series(["a", "a", "b", "b", "b", "c"], name="truth")
PREDICTION = pd.Series(["a", "b", "b", "b", "a", "c"], name="prediction")
EXPECTED = Tables.from_labels(TRUTH, PREDICTION)


@pytest.mark.parametrize(
    ("truth", "prediction"),
    [
        ("truth", "prediction"),
        ("Actual", "Predicted"),
        ("True label", "Predicted label"),
        ("y", "p"),
        ("y", None),
    ],
)
def test_axes_that_are_named_are_believed(truth, prediction):
    columns = TRUTH.rename(truth), PREDICTION.rename(prediction)
    for one, other, rows in ((*columns, "truth"), (*columns[::-1], "prediction")):
        table = pd.crosstab(one, other)
        if None in (truth, prediction):
            table = table.rename_axis(index={"row_0": None}, columns={"col_0": None})
        assert Tables.from_counts(table) == EXPECTED
        assert Tables.from_counts(table, rows=rows) == EXPECTED
        with pytest.raises(InputError, match=f"calls its rows the {rows}, and rows='.*' does not"):
            Tables.from_counts(table, rows="prediction" if rows == "truth" else "truth")


def test_other_names_say_nothing():
    table = pd.crosstab(TRUTH.rename("first"), PREDICTION.rename("second"))
    assert Tables.from_counts(table) == EXPECTED
    assert Tables.from_counts(table.T, rows="prediction") == EXPECTED
    both = pd.crosstab(TRUTH.rename("label"), PREDICTION.rename("label"))
    assert Tables.from_counts(both) == EXPECTED


@pytest.mark.parametrize("name", ["All", "Total", "sum"])
def test_margins_are_no_class(name):
    table = pd.crosstab(TRUTH, PREDICTION, margins=True, margins_name=name)
    with pytest.warns(
        InputWarning, match=f"^the last row '{name}' and the last column '{name}' are sums of .* left out"
    ):
        assert Tables.from_counts(table) == EXPECTED
    with pytest.warns(
        InputWarning, match=f"^the last column '{name}' is the sum of the others and was left out"
    ):
        assert Tables.from_counts(table.iloc[:-1]) == EXPECTED
    other = table.rename(index={name: "d"}, columns={name: "d"})
    assert Tables.from_counts(other).labels == ("a", "b", "c", "d")
    table.iloc[-1, 0] += 1
    assert name in Tables.from_counts(table).labels


def test_a_mapping_of_mappings_is_taken_as_pycm_has_it():
    matrix = {"a": {"a": 1, "b": 1, "c": 0}, "b": {"a": 1, "b": 2}, "c": {"c": 1}}
    assert Tables.from_counts(matrix) == EXPECTED
    assert Tables.from_counts(matrix, rows="prediction") == EXPECTED.dual
    for wrong in ({}, {"tp": 1, "fp": 2, "fn": 3, "tn": 4}):
        with pytest.raises(
            InputError, match=r"a mapping for each row.*Tables\.from_cells takes tp, fp, fn and tn"
        ):
            Tables.from_counts(wrong)


# The positive class -----------------------------------------------------------------------------


def kinds(labels, scale):
    yield list(labels)
    yield np.array(labels)
    for ordered in (False, True):
        for order in (scale, scale[::-1]):
            yield pd.Categorical(labels, categories=order, ordered=ordered)


def test_the_larger_label_is_positive_in_every_representation():
    truth, prediction, scores = ["well", "sick", "sick"], ["well", "well", "sick"], [0.1, 0.4, 0.9]
    for y, p in zip(kinds(truth, ["well", "sick"]), kinds(prediction, ["well", "sick"]), strict=True):
        found = Tables.from_labels(y, p)
        assert (found.positive, found.positive_guessed) == ("well", True)
        assert float(ac.recall(found)) == 1.0
        assert ac.Accumulator().update(y, p).tables.positive == "well"
        curve = ac.Curve.from_scores(y, scores)
        assert (curve.positive, curve.positive_guessed, curve.auc) == ("well", True, 0.0)
        assert ac.compare(y, {"A": p, "B": y}).source.tables.positive == "well"


def test_a_guess_is_said_and_a_choice_is_not():
    guessed = Tables.from_labels(["ham", "spam"], ["ham", "spam"])
    for text in (repr(guessed), guessed._repr_html_(), repr(ac.evaluate(guessed))):
        assert "'spam' (a guess" in text.replace("&#x27;", "'")
    assert "('spam', a guess)" in repr(ac.Curve.from_scores(["ham", "spam"], [1, 2]))
    assert "a guess" in repr(Tables.from_labels(["ham", "spam"], ["ham", "spam"], by=[1, 2]))
    chosen = guessed.with_positive("spam")
    assert chosen == guessed
    curve = ac.Curve.from_scores(["ham", "spam"], [1, 2], positive="spam")
    for found in (chosen, chosen.sum(), curve.at(2), guessed.one_vs_rest(), Tables.from_cells(1, 2, 3, 4)):
        assert not found.positive_guessed
        assert "guess" not in repr(found)
    assert guessed.select(["ham", "spam"]).positive_guessed
    assert ac.compare(["ham", "spam"], {"A": ["ham"] * 2, "B": ["spam"] * 2}).source.tables.positive_guessed


@pytest.mark.parametrize(
    "labels", [(0, 1), (-1, 1), (False, True), ("0", "1"), (0.0, 1.0), (np.False_, np.True_)]
)
def test_some_labels_leave_nothing_to_guess(labels):
    found = Tables.from_labels(labels, labels)
    assert (found.positive, found.positive_guessed) == (labels[1], False)


def test_of_labels_given_the_last_is_positive():
    found = Tables.from_labels(["x", "a"], ["x", "x"], labels=["x", "a"])
    assert (found.positive, found.positive_guessed) == ("a", True)
