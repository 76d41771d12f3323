"""Lines of equal value at round values, in both spaces."""

import pytest

import abovechance as ac
from abovechance.pictures.tables.isometric_lines import isometric_lines, space_with_isometrics


def test_lines_of_equal_informedness_are_parallel_to_the_chance_line():
    for line in isometric_lines("informedness", 0.2):
        level = float(line.label.replace("−", "-"))
        assert line.y - line.x == pytest.approx([level, level])


def test_in_pn_space_the_lines_are_those_of_counts():
    roc, pn = (isometric_lines("f1", 0.25, 400, space) for space in ("roc", "pn"))
    for one, other in zip(roc, pn, strict=True):
        assert other.x == pytest.approx(one.x * 300)
        assert other.y == pytest.approx(one.y * 100)


def test_a_measure_that_depends_on_size_has_other_lines():
    few, many = (isometric_lines("krippendorff_alpha", 0.5, n) for n in (4, 4000))
    assert [line.x.tolist() for line in few] != [line.x.tolist() for line in many]


@pytest.mark.parametrize("prevalence", [0.0, 1.0])
def test_one_class_has_no_lines(prevalence):
    assert isometric_lines("f1", prevalence) == ()


def test_tables_stand_where_their_rates_are():
    a, b = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28), ac.Tables.from_cells(tp=56, fp=20, fn=12, tn=12)
    drawn = space_with_isometrics({"A": a, "B": b}, "mcc")
    assert [(mark.x, mark.y) for mark in drawn.marks] == [(0.3, 0.5), (20 / 32, 56 / 68)]
    assert len(drawn.areas) == 1


def test_a_class_without_items_is_said():
    drawn = space_with_isometrics(ac.Tables.from_cells(tp=0, fp=3, fn=0, tn=4))
    assert not drawn.marks
    assert "no items" in drawn.notes[1]
