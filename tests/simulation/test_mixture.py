import numpy as np
import pytest

import abovechance as ac
from abovechance.simulation.mixture import Mixture

SEED = np.random.SeedSequence(1)


@pytest.mark.parametrize("informed", [0.0, 0.3, 1.0])
@pytest.mark.parametrize(
    ("prevalence", "guess"),
    [((0.5, 0.5), (0.5, 0.5)), ((0.95, 0.05), (0.2, 0.8)), ((0.6, 0.3, 0.1), (0.1, 0.1, 0.8))],
)
def test_the_informedness_of_the_expected_table_is_the_share_of_informed_decisions(
    informed, prevalence, guess
):
    expected = Mixture(informed, prevalence, guess).expected
    assert ac.informedness(expected) == pytest.approx(informed)
    assert ac.prevalence(expected)[-1] == pytest.approx(prevalence[-1]) if len(guess) > 2 else True
    assert expected.counts.sum() == pytest.approx(1)


def test_shares_are_those_of_right_and_guessed_decisions():
    """Half are right; of the other half of 0.8 and 0.2, each label gets half."""
    shares = Mixture(0.5, (0.8, 0.2), (0.5, 0.5)).shares
    assert shares == pytest.approx(np.array([[0.4 + 0.2, 0.2], [0.05, 0.1 + 0.05]]))


def test_drawn_tables_have_n_items_and_the_expected_shares():
    mixture = Mixture(0.3, (0.7, 0.2, 0.1), (0.2, 0.2, 0.6))
    tables = mixture.draw(50, 20_000, SEED)
    assert tables.counts.shape == (20_000, 3, 3)
    assert tables.axes[0].name == "replicate"
    assert (tables.total == 50).all()
    error = np.sqrt(mixture.shares * (1 - mixture.shares) / (50 * 20_000))
    assert (abs(tables.counts.mean(0) / 50 - mixture.shares) < 5 * error).all()


def test_the_same_seed_draws_the_same_tables():
    mixture = Mixture(0.3, (0.5, 0.5), (0.5, 0.5))
    assert np.array_equal(mixture.draw(30, 10, SEED).counts, mixture.draw(30, 10, SEED).counts)
    other = mixture.draw(30, 10, np.random.SeedSequence(2))
    assert not np.array_equal(mixture.draw(30, 10, SEED).counts, other.counts)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((1.2, (0.5, 0.5), (0.5, 0.5)), "informed must be a probability from 0 to 1, got 1.2"),
        ((0.2, (0.5, 0.6), (0.5, 0.5)), "prevalence must be shares that add up to 1"),
        ((0.2, (0.5, 0.5), (1.5, -0.5)), "guess must be shares"),
        ((0.2, (0.5, 0.5), (0.2, 0.3, 0.5)), "prevalence has 2 classes and guess 3"),
    ],
)
def test_what_is_no_probability_is_refused(arguments, words):
    with pytest.raises(ac.InputError, match=words):
        Mixture(*arguments)
