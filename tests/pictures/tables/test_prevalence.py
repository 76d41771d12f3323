"""Measures against prevalence are those of the re-weighted table."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.measures.headlines import KAPPAS, TRADITIONAL
from abovechance.pictures.tables.prevalence import against_prevalence, with_prevalence

TABLE = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
THREE = ac.Tables.from_counts([[20, 3, 2], [4, 15, 1], [0, 5, 30]], ["a", "b", "c"])


@pytest.mark.parametrize("keys", [KAPPAS, TRADITIONAL])
def test_lines_are_those_of_the_table_at_each_prevalence(keys):
    drawn = against_prevalence(TABLE, keys)
    for key, line in zip(keys, drawn.lines, strict=True):
        again = [ac.measure(key)(TABLE.at_prevalence(float(p))) for p in line.x]
        assert line.y == pytest.approx(again)


def test_of_more_classes_the_others_keep_their_proportions():
    drawn = against_prevalence(THREE, ["recall", "accuracy"], of="b")
    recall, accuracy = drawn.lines
    assert recall.y == pytest.approx(np.full(len(recall.x), 15 / 20))
    p = float(accuracy.x[10])
    again = THREE.at_prevalence([(1 - p) * 25 / 60, p, (1 - p) * 35 / 60])
    assert accuracy.y[10] == pytest.approx(ac.accuracy(again))


def test_marks_are_at_the_prevalence_that_is():
    marks = against_prevalence(TABLE, ["f1"]).marks
    assert [(mark.x, mark.y) for mark in marks] == [(0.6, ac.f1(TABLE))]


def test_a_class_without_items_has_no_line():
    drawn = against_prevalence(ac.Tables.from_cells(tp=0, fp=3, fn=0, tn=4), ["f1", "informedness"])
    assert np.isnan(drawn.lines[1].y).all()
    assert not [mark for mark in drawn.marks if mark.text.startswith("Informedness")]


def test_faint_lines_are_of_shares_and_need_no_parameter():
    faint = with_prevalence()
    drawn = against_prevalence(TABLE, ["informedness"], faint=faint)
    assert len(drawn.lines) == len(faint) + 1
    values = np.concatenate([line.y for line in drawn.lines if line.stroke == "thin"])
    assert np.nanmin(values) >= 0
    assert np.nanmax(values) <= 1
