"""The hull is checked against Qhull, against isotonic regression and against its own definition."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import ConvexHull
from sklearn.isotonic import IsotonicRegression

from abovechance.curves.curve.ranking import _MOST_WITHOUT_CANDIDATES, hull_of

STEPS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(any), min_size=1, max_size=40)


def path(steps):
    return np.concatenate(([[0, 0]], np.cumsum(steps, axis=0))).T


def dominated(x, y, position, vertices):
    """Whether a point is on or below a chord between two vertices, by whole numbers."""
    for a, b in itertools.pairwise(vertices):
        if x[a] <= x[position] <= x[b]:
            cross = (x[b] - x[a]) * (y[position] - y[a]) - (y[b] - y[a]) * (x[position] - x[a])
            if cross <= 0:
                return True
    return False


@given(STEPS)
def test_vertices_turn_right_and_nothing_is_above_them(steps):
    x, y = path(steps)
    vertices = hull_of(x, y).tolist()
    assert (vertices[0], vertices[-1]) == (0, len(x) - 1)
    for a, b, c in zip(vertices, vertices[1:], vertices[2:], strict=False):
        assert (x[b] - x[a]) * (y[c] - y[a]) < (y[b] - y[a]) * (x[c] - x[a])
    assert all(dominated(x, y, i, vertices) for i in range(len(x)))


def random_curve(seed, size, gain):
    rng = np.random.default_rng(seed)
    is_positive = rng.random(size) < np.linspace(0.5 + gain, 0.5 - gain, size)
    return path(np.column_stack((~is_positive, is_positive)).astype(np.int64))


@pytest.mark.parametrize("gain", [0.45, 0.05, 0.0, -0.3])
@pytest.mark.parametrize("size", [200, 50_000])
def test_qhull_finds_the_same_vertices(size, gain):
    x, y = random_curve(3, size, gain)
    corner = [x[-1], -1]  # below all others, so that the lower hull is the triangle to it
    points = np.column_stack((x, y)).astype(float)
    found = set(ConvexHull(np.vstack((points, corner, [0, -1]))).vertices.tolist()) - {len(x), len(x) + 1}
    assert set(hull_of(x, y).tolist()) == found | {0, len(x) - 1}


@pytest.mark.parametrize(
    "size", [_MOST_WITHOUT_CANDIDATES - 1, _MOST_WITHOUT_CANDIDATES, _MOST_WITHOUT_CANDIDATES + 1, 300_001]
)
def test_a_long_curve_is_thinned_without_loss(size):
    """Blocks of isotonic regression end at the vertices (Fawcett & Niculescu-Mizil 2007)."""
    x, y = random_curve(size, size, 0.3)
    labels = np.diff(y)
    fitted = IsotonicRegression(increasing=False).fit_transform(np.arange(len(labels)), labels)
    ends = np.append(np.flatnonzero(np.abs(np.diff(fitted)) > 1e-12) + 1, len(labels))
    assert hull_of(x, y).tolist() == [0, *ends.tolist()]


def test_a_long_first_edge_straight_up_keeps_the_origin():
    x = np.concatenate((np.zeros(10_000, dtype=np.int64), np.arange(1, 5_001)))
    y = np.concatenate((np.arange(10_000), np.full(5_000, 9_999)))
    assert hull_of(x, y).tolist() == [0, 9_999, 14_999]


def test_products_beyond_64_bits_do_not_overflow():
    x = np.array([0, 10**17, 2 * 10**17, 4 * 10**18])
    y = np.array([0, 3 * 10**18, 4 * 10**18 - 1, 4 * 10**18])
    assert hull_of(x, y).tolist() == [0, 1, 2, 3]
    assert hull_of(x, np.array([0, 10**17, 2 * 10**17, 4 * 10**18])).tolist() == [0, 3]


def test_a_single_point_and_repeated_points():
    assert hull_of(np.array([0]), np.array([0])).tolist() == [0]
    x, y = np.array([0.0, 0.0, 1.0, 1.0, 2.0]), np.array([0.0, 1.0, 1.5, 1.5, 1.75])
    assert x[hull_of(x, y)].tolist() == [0, 0, 1, 2]
