import numpy as np
import pytest

from abovechance.core.errors import InputError
from abovechance.simulation.world.mixture import named_guess

PREVALENCE = np.array([[0.1, 0.6, 0.3], [0.5, 0.25, 0.25]])


@pytest.mark.parametrize(
    ("name", "guess"),
    [
        ("matched", [[0.1, 0.6, 0.3], [0.5, 0.25, 0.25]]),
        ("mismatched", [[0.6, 0.1, 0.3], [0.25, 0.25, 0.5]]),
        ("even", [[1 / 3] * 3, [1 / 3] * 3]),
        ("commonest", [[0, 1, 0], [1, 0, 0]]),
        ("rarest", [[1, 0, 0], [0, 0, 1]]),
        ("Extreme", [[1, 0, 0], [0, 0, 1]]),
        ("zero-r", [[0, 1, 0], [1, 0, 0]]),
        ("zeroth", None),
    ],
)
def test_guesses_by_name(name, guess):
    if guess is None:
        with pytest.raises(InputError, match="no way of guessing called 'zeroth'; did you mean 'commonest'"):
            named_guess(name, PREVALENCE)
    else:
        assert named_guess(name, PREVALENCE) == pytest.approx(np.array(guess))


def test_of_equally_frequent_classes_the_rarest_is_not_the_commonest():
    even = np.full(4, 0.25)
    assert named_guess("commonest", even).tolist() == [1, 0, 0, 0]
    assert named_guess("rarest", even).tolist() == [0, 0, 0, 1]


def test_a_name_like_no_other_is_answered_with_all():
    with pytest.raises(InputError, match="there are 'matched', 'mismatched', 'even', 'commonest', 'rarest'"):
        named_guess("xyz", PREVALENCE)
