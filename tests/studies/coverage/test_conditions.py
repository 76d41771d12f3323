import numpy as np
import pytest

from abovechance import InputError
from abovechance.studies.coverage.run import Condition, grid


def test_the_grid_has_all_combinations():
    conditions = grid([2, 3], [30, 100], [None, 0.1], [0, 0.5, 0.9])
    assert len(conditions) == len(set(conditions)) == 2 * 2 * 2 * 3 * 2


def test_equal_conditions_are_one():
    assert len(grid([2], [30], [None, 0.5], [0.5], ["matched"])) == 1


def test_the_first_class_has_the_rest():
    mixture = Condition(5, 100, 0.05, 0.3, "matched").mixture
    assert mixture.prevalence == pytest.approx((0.8, 0.05, 0.05, 0.05, 0.05))
    assert mixture.guess == mixture.prevalence


def test_mismatched_guesses_favour_the_last_class():
    mixture = Condition(3, 100, 0.05, 0.3, "mismatched").mixture
    assert mixture.prevalence == pytest.approx((0.9, 0.05, 0.05))
    assert mixture.guess == pytest.approx((1 / 6, 2 / 6, 3 / 6))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([1], [30], [None], [0]), "two classes or more, got 1"),
        (([2], [0], [None], [0]), "at least one item, got 0"),
        (([3], [30], [0.4], [0]), "at most 0.333333, got 0.4"),
        (([3], [30], [0.0], [0]), "lies above 0"),
    ],
)
def test_impossible_conditions_are_refused(arguments, words):
    with pytest.raises(InputError, match=words):
        grid(*arguments)


def test_skill_may_fall_from_class_to_class():
    condition = Condition(3, 100, 0.1, 0.8, "matched", "unequal")
    assert condition.mixture.informed == pytest.approx((0.8, 0.5, 0.2))
    assert condition.shares.sum() == pytest.approx(1)


def test_confusions_take_a_class_for_the_next_one():
    shares = Condition(3, 100, 0.1, 0.75, "matched", "confused").shares
    expected = np.array([[0.75, 0.25, 0], [0, 0.75, 0.25], [0.25, 0, 0.75]]) * [[0.8], [0.1], [0.1]]
    np.testing.assert_allclose(shares, expected)
    assert len(grid([3], [100], [0.1], [0.8], skills=["confused", "unequal"])) == 1 + 2
