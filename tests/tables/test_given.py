"""Tables of dictionaries and of PyCM, other names of classes, and what all results can do."""

import pickle
import re
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pycm import ConfusionMatrix

import abovechance as ac
from abovechance import Axis, InputError, InputWarning, Tables

LABELS = st.one_of(st.text(max_size=3), st.integers(-9, 9), st.booleans())


@st.composite
def tables(draw, most_axes=2):
    """Tables of any batch, counted or weighted, whose labels need not be text."""
    labels = draw(st.lists(LABELS, min_size=1, max_size=4, unique=True))
    batch = draw(st.lists(st.integers(0, 3), max_size=most_axes))
    shape = (*batch, len(labels), len(labels))
    size = int(np.prod(shape))
    counts = np.array(draw(st.lists(st.integers(0, 9), min_size=size, max_size=size)), dtype=int)
    axes = [
        Axis(f"axis {i}", tuple(range(n))) if draw(st.booleans()) else Axis(f"axis {i}")
        for i, n in enumerate(batch)
    ]
    weighted = {"squares": counts.reshape(shape) * 0.3} if draw(st.booleans()) else {}
    found = Tables.from_counts(counts.reshape(shape), labels=labels, axes=axes, **weighted)
    return found.with_positive(labels[0]) if len(labels) == 2 and draw(st.booleans()) else found


@given(tables())
def test_a_dictionary_makes_the_same_tables(found):
    again = Tables.from_dict(found.to_dict())
    if 0 in found.batch_shape[:-1]:  # the lengths of further axes are lost with what is nested in nothing
        assert again.counts.size == 0
        return
    assert again == found
    assert again.counts.dtype == found.counts.dtype
    assert repr(again) == repr(found)


@given(tables(most_axes=0))
def test_a_nested_dictionary_is_a_table(found):
    nested = {
        row: dict(zip(found.labels, counts, strict=True))
        for row, counts in zip(found.labels, found.counts.tolist(), strict=True)
    }
    again = Tables.from_dict(nested)
    assert again.labels == found.labels
    assert np.array_equal(again.counts, found.counts)


def test_classes_may_be_called_as_the_fields_of_a_dictionary():
    nested = {"labels": {"labels": 3, "counts": 1}, "counts": {"labels": 0, "counts": 2}}
    assert Tables.from_dict(nested).counts.tolist() == [[3, 1], [0, 2]]
    with pytest.raises(InputError, match="values must be a mapping, got list"):
        Tables.from_dict([[1, 2], [3, 4]])


@given(tables())
def test_pickled_tables_are_the_same_and_still_frozen(found):
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert repr(again) == repr(found)
    assert not again.counts.flags.writeable


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=2, max_size=40))
def test_pycm_computes_the_same_of_the_same_table(pairs):
    truth, prediction = (list(column) for column in zip(*pairs, strict=True))
    matrix = ConfusionMatrix(truth, prediction) if len({*truth, *prediction}) > 1 else None
    if matrix is None:
        return
    table = Tables.from_pycm(matrix)
    assert table == Tables.from_labels(truth, prediction)
    own = {"MCC": ac.mcc(table), "BM": ac.compute(table.one_vs_rest(), "informedness")}
    if matrix.Overall_MCC != "None":
        assert own["MCC"] == pytest.approx(matrix.Overall_MCC)
    for name, value in zip(table.labels, np.atleast_1d(own["BM"]), strict=True):
        theirs = matrix.BM[name]
        assert np.isnan(value) if theirs == "None" else value == pytest.approx(theirs)


def test_what_is_no_matrix_of_pycm():
    with pytest.raises(InputError, match=r"matrix must be a .*ConfusionMatrix, got list"):
        Tables.from_pycm([[1, 2], [3, 4]])


@given(tables())
def test_new_names_that_differ_leave_the_counts_as_they_are(found):
    renamed = found.relabel(lambda label: ("new", label))
    assert renamed.labels == tuple(("new", label) for label in found.labels)
    assert np.array_equal(renamed.counts, found.counts)
    assert renamed.axes == found.axes
    assert renamed.positive == (None if found.positive is None else ("new", found.positive))
    assert renamed.relabel({("new", label): label for label in found.labels}) == found


@given(tables(), st.data())
def test_classes_of_one_name_are_merged_as_if_items_had_it(found, data):
    new = {label: data.draw(st.sampled_from(["x", "y"])) for label in found.labels}
    merged = found.relabel(new)
    assert merged.labels == tuple(dict.fromkeys(new.values()))
    assert merged.batch_shape == found.batch_shape
    for i, row in enumerate(merged.labels):
        for j, column in enumerate(merged.labels):
            mine = [k for k, label in enumerate(found.labels) if new[label] == row]
            theirs = [k for k, label in enumerate(found.labels) if new[label] == column]
            expected = found.counts[..., mine, :][..., theirs].sum(axis=(-2, -1))
            assert np.allclose(merged.counts[..., i, j], expected)


def test_a_class_that_is_not_listed_keeps_its_name():
    table = Tables.from_counts([[5, 1, 0], [2, 6, 1], [0, 1, 4]], labels=["kitten", "cat", "dog"])
    assert table.relabel({"kitten": "cat"}).counts.tolist() == [[14, 1], [1, 4]]
    with pytest.raises(InputError, match="no class 'horse' in this table"):
        table.relabel({"horse": "pet"})
    wide = Tables.from_counts([[1, 2, 3]], labels=["x"], predicted_labels=["a", "b", "c"])
    assert wide.relabel({"b": "a"}).counts.tolist() == [[3, 3]]


def test_the_positive_class_follows_its_new_name():
    table = Tables.from_labels(["ham", "spam", "spam"], ["ham", "spam", "ham"], positive="ham")
    assert table.relabel(str.upper).positive == "HAM"
    guessed = Tables.from_labels(["ham", "spam"], ["ham", "spam"])
    assert guessed.relabel(str.upper).positive_guessed
    assert not guessed.relabel({"ham": 0, "spam": 1}).positive_guessed


class Outline(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.texts = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.texts.append(data)


@pytest.mark.parametrize("batch", [(), (2,)])
def test_a_notebook_shows_a_table_whose_labels_are_text(batch):
    table = Tables.from_counts(np.ones((*batch, 2, 2), dtype=int), labels=["<b>", "&amp;"])
    outline = Outline()
    outline.feed(table._repr_html_())
    assert outline.tags[0] == "table"
    assert "b" not in outline.tags
    assert "<b>" in " ".join(outline.texts)
    assert "&amp;" in " ".join(outline.texts)


def test_tables_can_do_what_all_results_can():
    table = Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    assert table.rows()[0] == {"truth": "negative", "prediction": "negative", "count": 28}
    assert list(table.to_frame("pandas")["count"]) == [28, 12, 30, 30]
    assert "| positive | 30 | 30 | 60 |" in table.to_markdown()
    assert "positive & 30 & 30 & 60" in table.to_latex()
    cells = re.findall(r'class="v0[^"]*">(\d+)<|class="all">(\d+)<', table.to_html())
    assert ["".join(cell) for cell in cells[:3]] == ["28", "12", "40"]
    several = Tables.from_cells(tp=[1, 2], fp=1, fn=1, tn=1)
    assert several.to_markdown().count("\n") >= 9


@pytest.mark.parametrize(("normalize", "what"), [("all", "cells"), ("index", "rows"), ("columns", "columns")])
def test_shares_of_a_cross_tabulation_are_warned_of(normalize, what):
    columns = pd.Series(list("aabbb"), name="truth"), pd.Series(list("abbba"), name="prediction")
    with pytest.warns(InputWarning, match=f"the {what} of the table add up to 1: they are shares"):
        Tables.from_counts(pd.crosstab(*columns, normalize=normalize))
    assert Tables.from_counts(pd.crosstab(*columns)).total == 5
