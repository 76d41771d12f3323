"""Roots of many functions at once."""

import numpy as np
import pytest

from abovechance.inference.roots import bracketed_root


def test_cube_roots_are_found_for_all_at_once():
    cubes = np.array([0.001, 0.1, 0.5, 0.999, 1.0])
    roots = bracketed_root(lambda x: x**3 - cubes, np.zeros(5), np.ones(5))
    np.testing.assert_allclose(roots, np.cbrt(cubes), rtol=1e-12)


def test_the_direction_of_the_function_does_not_matter():
    assert bracketed_root(lambda x: 0.3 - x, 0.0, 1.0) == pytest.approx(0.3)


def test_a_root_at_an_end_is_found():
    assert bracketed_root(lambda x: x, 0.0, 1.0) == pytest.approx(0.0, abs=1e-12)
    assert bracketed_root(lambda x: x - 1, 0.0, 1.0) == pytest.approx(1.0)


def test_steep_and_flat_functions_converge():
    roots = bracketed_root(
        lambda x: np.array([np.tanh(1e6 * (x[0] - 0.25)), (x[1] - 0.7) ** 9]), np.zeros(2), np.ones(2)
    )
    np.testing.assert_allclose(roots, [0.25, 0.7], atol=1e-6)
