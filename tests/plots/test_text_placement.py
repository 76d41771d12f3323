"""Text does not cover text, and stands where lines leave room."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from abovechance.plots.text_placement import LINE_HEIGHT, along_line, box_points, free_corner, spots

NO_LINES = np.empty((0, 2))


@pytest.mark.parametrize(
    ("point", "corner"),
    [((0.1, 0.9), "lower right"), ((0.9, 0.1), "lower left"), ((0.5, 0.5), "lower right")],
)
def test_a_corner_without_lines_is_free(point, corner):
    assert free_corner(np.array([point]), (0.3, 0.2)) == (corner, 0)


def test_texts_of_near_points_do_not_overlap():
    points = [(0.1, 0.8), (0.12, 0.8), (0.11, 0.82)]
    places = [place for place, _ in spots(points, [0.9] * 3, NO_LINES, NO_LINES, (4.0, 4.0))]
    width, height = 0.9 / 4, LINE_HEIGHT / 4
    for i, (x, y) in enumerate(places):
        assert 0 <= x <= 1 - width
        assert all(abs(x - a) >= width or abs(y - b) >= height for a, b in places[:i])


def test_a_text_at_the_right_edge_stands_to_the_left():
    (((x, _), covered),) = spots([(0.98, 0.5)], [1.2], NO_LINES, NO_LINES, (4.0, 4.0))
    assert x < 0.8
    assert not covered


def test_a_text_that_covers_a_line_wherever_it_stands_says_so():
    grid = np.stack(np.meshgrid(*[np.linspace(0, 1, 80)] * 2), axis=-1).reshape(-1, 2)
    ((_, covered),) = spots([(0.5, 0.5)], [1.2], grid, NO_LINES, (4.0, 4.0))
    assert covered


@given(st.floats(-1.5, 1.5), st.floats(0.2, 1.0), st.booleans())
def test_a_text_along_a_line_covers_neither_it_nor_others_where_there_is_room(slope, width, other):
    across = np.linspace(0, 1, 300)
    line = np.column_stack([across, 0.5 + slope * (across - 0.5)])
    line = line[(line >= 0).all(axis=1) & (line <= 1).all(axis=1)]
    others = np.column_stack([across[:60], np.full(60, 0.45)]) if other else NO_LINES
    place = along_line(line, width, others, NO_LINES, (4.0, 4.0))
    assert place is not None
    assert not place.covered
    box = box_points(place, width, (4.0, 4.0))
    assert ((box >= -1e-9) & (box <= 1 + 1e-9)).all()
    assert np.hypot(*(box[:, None] * 4 - line[None] * 4).transpose(2, 0, 1)).min() > 0.01


def test_a_curve_that_ends_as_low_as_it_began_is_not_level():
    triangle = np.column_stack([np.linspace(0, 1, 200), 1 - np.abs(np.linspace(-1, 1, 200))])
    place = along_line(triangle, 1.0, NO_LINES, NO_LINES, (4.0, 4.0))
    assert place is not None
    assert place.y > 0.5
    assert abs(place.angle) > 30
