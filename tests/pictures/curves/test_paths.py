"""Thinning keeps the hull and the extremes, and moves the line by less than a pixel."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.pictures.curves.paths import MOST, thin_curve, thin_function


@pytest.fixture(scope="module")
def long():
    rng = np.random.default_rng(3)
    truth = rng.random(200_000) < 0.2
    return ac.Curve.from_scores(truth, rng.normal(size=200_000) + truth)


def test_a_short_curve_is_kept_whole():
    curve = ac.Curve.from_scores([0, 1, 1, 0], [1, 2, 3, 4])
    assert thin_curve(curve).tolist() == [0, 1, 2, 3, 4]


def test_the_ends_and_the_hull_are_kept(long):
    kept = thin_curve(long)
    assert kept[0] == 0
    assert kept[-1] == len(long.thresholds) - 1
    assert set(long.hull_positions) <= set(kept)
    assert len(kept) <= 2 * MOST + len(long.hull_positions) + 2


def test_no_point_is_farther_from_the_thinned_line_than_a_cell(long):
    kept = thin_curve(long)
    drawn = np.interp(long.fpr, long.fpr[kept], long.tpr[kept])
    between = np.isin(np.arange(len(long.fpr)), kept, invert=True)
    assert np.abs(drawn - long.tpr)[between].max() <= 2 / MOST


def test_one_class_is_thinned_too():
    curve = ac.Curve.from_scores([True] * 5000, np.arange(5000))
    assert thin_curve(curve)[-1] == 5000


def test_extremes_of_a_function_are_kept():
    x = np.linspace(-5, 5, 100_000)
    y = np.sin(x)
    y[[123, 77_777]] = 9.0, -9.0
    kept = thin_function(x, y)
    assert {0, 123, 77_777, 99_999} <= set(kept)
    assert len(kept) <= 4 * MOST + 4


def test_undefined_and_infinite_points_do_not_hide_others():
    x = np.concatenate(([-np.inf], np.linspace(0, 1, 10_000), [np.inf]))
    y = np.full(len(x), np.nan)
    y[5000] = 1.0
    kept = thin_function(x, y)
    assert {0, 5000, len(x) - 1} <= set(kept)
