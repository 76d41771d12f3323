"""Level lines of functions whose level lines are known."""

import numpy as np
import pytest

from abovechance.curves.geometry.contours import Grid


def test_a_closed_line_returns_to_its_beginning():
    grid = Grid(lambda x, y: (x - 0.5) ** 2 + (y - 0.4) ** 2, 40)
    ((x, y),) = grid.level(0.09)
    assert (x[0], y[0]) == (x[-1], y[-1])
    assert np.hypot(x - 0.5, y - 0.4) == pytest.approx(0.3)
    assert np.hypot(np.diff(x), np.diff(y)).sum() == pytest.approx(2 * np.pi * 0.3, rel=2e-3)


def test_two_hills_have_two_lines_above_their_saddle_and_one_below():
    # at (1/2, 1/2) the height is -40/256
    hills = Grid(lambda x, y: -40 * (x - 0.25) ** 2 * (x - 0.75) ** 2 - (y - 0.5) ** 2, 41)
    assert [len(hills.level(v)) for v in (-0.1, -0.17)] == [2, 1]


@pytest.mark.parametrize("sign", [1, -1])
def test_a_saddle_in_a_cell_is_decided_by_its_height(sign):
    # the saddle at (0.55, 0.49) is inside one cell, and lines of either sign keep to their two quadrants
    grid = Grid(lambda x, y: (x - 0.55) * (y - 0.49), 4)
    lines = grid.level(sign * 1e-4)
    assert len(lines) == 2
    for x, y in lines:
        assert np.all(np.sign((x - 0.55) * (y - 0.49)) == sign)
        assert len(set(np.sign(x - 0.55))) == 1


def test_an_open_line_goes_from_left_to_right():
    ((x, y),) = Grid(lambda x, y: y + x**2, 10).level(0.5)
    assert x[0] < x[-1]
    assert y == pytest.approx(0.5 - x**2)


def test_no_line_is_drawn_along_a_jump():
    assert Grid(lambda x, y: np.where(x + y > 0.7, 1.0, 0.0), 10).level(0.5) == []


def test_undefined_parts_are_left_out():
    ((x, y),) = Grid(lambda x, y: np.where(x < 0.5, np.nan, y), 10).level(0.31)
    assert x.min() >= 0.5
    assert y == pytest.approx(0.31)


def test_a_constant_has_no_line():
    assert Grid(lambda x, y: 0 * x + 2.0, 6).level(2.0) == []
