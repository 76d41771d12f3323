"""Pictures of an evaluation hold the numbers of the evaluation."""

import math

import numpy as np
import pytest

import abovechance as ac
from abovechance import pictures
from abovechance.pictures.tables.roc_points import kite
from abovechance.pictures.words import description
from abovechance.report.build import build
from abovechance.report.document import Figure

RNG = np.random.default_rng(3)
TRUTH = RNG.choice(["a", "b", "c"], 120)
PREDICTION = np.where(RNG.random(120) < 0.6, TRUTH, RNG.choice(["a", "b", "c"], 120))
TWO = ac.Tables.from_cells(tp=30, fp=12, fn=20, tn=38)


def test_rows_of_the_forest_are_the_measures_with_their_intervals_and_chance():
    found = ac.evaluate(TRUTH, PREDICTION)
    for row in pictures.forest_of_measures(found).rows:
        estimate = next(x for x in found.estimates if ac.measure(x.measure).title == row.name)
        assert (row.value, row.low, row.high) == (estimate.value, estimate.low, estimate.high)
        assert row.chance == estimate.chance


def test_a_measure_without_bounds_has_no_place_on_the_axis_of_shares():
    picture = pictures.forest_of_measures(ac.evaluate(TWO, measures=["odds_ratio", "mcc"]))
    assert [row.name for row in picture.rows] == ["Matthews correlation"]
    assert "1 left out: not between −1 and 1" in picture.notes


def test_a_row_for_each_class_and_for_each_group():
    tables = ac.Tables.from_labels(TRUTH, PREDICTION, by=["x", "y", "z"] * 40)
    found = ac.evaluate(tables)
    classes = pictures.forest_of_classes(found).rows
    assert [(row.name, row.value) for row in classes] == [(k, found["informedness", k].value) for k in "abc"]
    groups = pictures.forest_of_groups(found)
    assert [row.name for row in groups.rows] == ["all", "x", "y", "z"]
    assert [row.value for row in groups.rows[1:]] == pytest.approx(ac.informedness(tables).tolist())
    assert groups.reference == 0


def test_cells_are_counts_coloured_by_their_distance_from_chance():
    tables = ac.Tables.from_labels(TRUTH, PREDICTION)
    picture = pictures.confusion(tables)
    expected = tables.counts / tables.counts.sum(1, keepdims=True) - tables.counts.sum(0) / tables.total
    assert picture.values == pytest.approx(expected)
    assert [[int(text) for text in row] for row in picture.texts] == tables.counts.tolist()
    assert pictures.confusion(tables.expected).values == pytest.approx(0, abs=1e-12)


def test_an_empty_row_is_undefined_and_a_small_one_is_pale():
    picture = pictures.confusion(ac.Tables.from_counts([[0, 0, 0], [2, 1, 0], [3, 4, 90]], labels="abc"))
    assert np.isnan(picture.values[0]).all()
    assert np.isfinite(picture.values[1:]).all()
    assert picture.faint.any(axis=1).tolist() == [False, True, False]
    assert len(picture.notes) == 2


def test_of_many_classes_those_with_the_most_errors_are_shown_and_no_item_is_lost():
    labels = RNG.integers(0, 50, 900)
    guesses = np.where(RNG.random(900) < 0.7, labels, RNG.integers(0, 50, 900))
    tables = ac.Tables.from_labels(labels, guesses)
    picture = pictures.confusion(tables, 10)
    assert len(picture.rows) == len(picture.columns) == 10
    assert picture.rows[-1] == "41 others"
    shown = [[int(text) for text in row] for row in picture.texts]
    assert np.sum(shown) == 900
    assert shown[0][0] == tables.counts[int(picture.rows[0]), int(picture.rows[0])]


def test_the_position_is_that_of_the_rates_within_their_region():
    picture = pictures.roc_position(TWO, level=0.95)
    (mark,) = picture.marks
    assert (mark.x, mark.y) == pytest.approx((12 / 50, 30 / 50))
    region = next(area for area in picture.areas if area.name)
    bounds = [ac.interval(TWO, key, level=math.sqrt(0.95)) for key in ("recall", "fallout")]
    assert (region.low[0], region.high[0]) == (bounds[0].low, bounds[0].high)
    assert region.x.tolist() == [bounds[1].low, bounds[1].high]


@pytest.mark.parametrize("rates", [(0.2, 0.7), (0.7, 0.2), (0.0, 0.5), (0.5, 1.0), (1.0, 1.0), (0.3, 0.3)])
def test_the_area_of_the_kite_is_informedness(rates):
    area, _ = kite(*rates)
    x = np.linspace(0, 1, 200_001)[1:-1]
    height = np.interp(x, area.x, area.high) - np.interp(x, area.x, area.low)
    assert height.mean() == pytest.approx(abs(rates[1] - rates[0]), abs=1e-4)


def test_a_class_without_items_has_no_position():
    picture = pictures.roc_position(ac.Tables.from_cells(tp=3, fp=0, fn=1, tn=0))
    assert picture.marks == ()
    assert any("undefined" in note for note in picture.notes)


def test_several_tables_are_points_with_intervals_both_ways():
    other = ac.Tables.from_cells(tp=40, fp=25, fn=10, tn=25)
    picture = pictures.roc_position({"A": TWO, "B": other})
    assert [mark.text for mark in picture.marks] == ["A 0.360", "B 0.300"]
    for mark in picture.marks:
        assert mark.low < mark.y < mark.high
        assert mark.left < mark.x < mark.right


def test_the_text_of_a_figure_has_its_numbers_and_only_then_is_it_made():
    made = []
    figure = Figure(lambda: made.append(1) or pictures.roc_position(TWO))
    assert not made
    assert "Informedness 0.360 at Fallout 0.240, Recall 0.600" in figure.text
    assert made == [1]
    assert figure.picture is figure.picture


def test_the_report_has_figures_that_text_leaves_out():
    found = build(ac.evaluate(TWO))
    figures = [section for section in found.sections if isinstance(section, Figure)]
    assert [type(figure.picture).__name__ for figure in figures] == ["Picture", "Picture"]
    assert not any(isinstance(section, Figure) for section in found.body)
    assert all(description(figure.picture) == figure.text for figure in figures)
