"""Text does not cover text, and stands where lines leave room."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from abovechance.plots.text_placement import crowded, end_rows, free_corner, spots

NO_LINES = np.empty((0, 2))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.floats(0.001, 0.05))
def test_rows_keep_their_distance_and_their_order(ends, row):
    rows = end_rows(ends, row)
    order = np.argsort(ends, kind="stable")
    assert np.all(np.diff(np.array(rows)[order]) >= row - 1e-9)


def test_rows_that_are_apart_stay_where_they_are():
    assert end_rows([0.1, 0.9, 0.5], 0.05) == pytest.approx([0.1, 0.9, 0.5])
    assert end_rows([0.5, 0.5], 0.1) == pytest.approx([0.45, 0.55])
    assert not crowded([0.1, 0.9], 0.05)
    assert crowded([0.5] * 9, 0.1)


@pytest.mark.parametrize(
    ("point", "corner"),
    [((0.1, 0.9), "lower right"), ((0.9, 0.1), "lower left"), ((0.5, 0.5), "lower right")],
)
def test_a_corner_without_lines_is_free(point, corner):
    assert free_corner(np.array([point]), (0.3, 0.2)) == (corner, 0)


def test_texts_of_near_points_do_not_overlap():
    points = [(0.1, 0.8), (0.12, 0.8), (0.11, 0.82)]
    places = spots(points, ["informedness 0.7"] * 3, NO_LINES, (4.0, 4.0))
    width, height = 16 * 8 * 0.54 / 72 / 4, 8 * 1.4 / 72 / 4
    for i, (x, y) in enumerate(places):
        assert 0 <= x <= 1 - width
        assert all(abs(x - a) >= width or abs(y - b) >= height for a, b in places[:i])


def test_a_text_at_the_right_edge_stands_to_the_left():
    ((x, _),) = spots([(0.98, 0.5)], ["a text of some length"], NO_LINES, (4.0, 4.0))
    assert x < 0.8
