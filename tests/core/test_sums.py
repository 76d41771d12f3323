import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from abovechance.core.sums import exact_dot, exact_squares

SIZES = st.sampled_from([1, 2**31 - 1, 2**31, 2**40, 10**15, 2**62, 2**63 - 1])
COUNTS = st.builds(lambda size, share: int(size * share), SIZES, st.floats(0, 1)).map(
    lambda n: min(n, 2**63 - 1)
)


@given(st.lists(st.tuples(COUNTS, COUNTS), max_size=20))
def test_equals_the_sum_in_whole_numbers_of_any_size(pairs):
    left, right = (np.array([p[i] for p in pairs], dtype=np.int64) for i in (0, 1))
    assert exact_dot(left, right) == sum(a * b for a, b in pairs)


def test_many_large_products():
    left = np.full(3 * 2**20 + 5, 2**31 - 1)
    assert exact_dot(left, left) == len(left) * (2**31 - 1) ** 2


def test_weights_are_floating_point():
    assert exact_dot(np.array([0.5, 2.0]), np.array([3.0, 0.25])) == 2.0


@given(st.lists(st.tuples(COUNTS, COUNTS.map(lambda n: n // 2)), max_size=20))
def test_squares_equal_the_sum_in_whole_numbers_of_any_size(pairs):
    left, right = (np.array([p[i] for p in pairs], dtype=np.int64) for i in (0, 1))
    assert exact_squares(left, right) == sum(a * b * b for a, b in pairs)
