"""Pseudo-items: of two classes even answers, of more half of them what an equally informed system would say."""

import numpy as np
import pytest

from abovechance import Tables
from abovechance.inference.comparisons.influence import pseudo_answers
from abovechance.simulation.world.mixture import Mixture


def test_of_two_classes_they_are_even():
    assert pseudo_answers(Tables.from_counts([[9, 1], [0, 0]])) == pytest.approx(np.full((2, 2), 0.5))


@pytest.mark.parametrize("informed", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("guess", ["matched", "mismatched", "even"])
def test_of_more_they_are_halfway_between_even_answers_and_those_of_the_mixture(informed, guess):
    prevalence = np.array([0.1, 0.3, 0.6])
    shares = Mixture(informed, tuple(prevalence), guess).shares
    expected = (shares / prevalence[:, None] + 1 / 3) / 2
    assert pseudo_answers(Tables.from_counts(1000 * shares)) == pytest.approx(expected)


def test_a_class_that_never_occurs_has_none():
    added = pseudo_answers(Tables.from_counts([[5, 2, 1], [1, 6, 2], [0, 0, 0]]))
    assert added.sum(-1) == pytest.approx([1, 1, 0])


def test_a_system_below_chance_is_taken_for_a_guessing_one():
    added = pseudo_answers(Tables.from_counts([[0, 5, 5], [5, 0, 5], [5, 5, 0]]))
    assert added == pytest.approx(np.full((3, 3), 1 / 3))


def test_a_batch_is_as_its_tables():
    counts = np.random.default_rng(1).integers(0, 9, (4, 3, 3))
    batch = pseudo_answers(Tables.from_counts(counts))
    for one, found in zip(counts, batch, strict=True):
        assert pseudo_answers(Tables.from_counts(one)) == pytest.approx(found)
