"""The study of corrected shares: its formulas, and what it says."""

import numpy as np
import pytest

from abovechance.studies import study
from abovechance.studies.quantify.formulas import ppi_plus_plus, rogan_gladen
from abovechance.studies.quantify.run import World

LABELLED, LOOSE = np.array([[[40.0, 10], [5, 45]]]), np.array([[450.0, 550]])


def test_worlds_are_as_said():
    world = World(50, 1000, 0.7, 0.5, 0.6)
    assert world.rates[1, 1] - world.rates[0, 1] == pytest.approx(0.5)
    assert world.rates[0, 1] == pytest.approx(0.3)
    labelled, loose = world.draw(7, np.random.SeedSequence(1))
    assert (labelled.sum((1, 2)) == 50).all()
    assert (loose.sum(1) == 1000).all()


def test_rogan_and_gladen_by_hand():
    value, low, high = rogan_gladen(LABELLED, LOOSE, 0.95)
    apparent = 605 / 1100
    share = (apparent - 0.2) / 0.7
    assert value[0] == pytest.approx(share)
    spread = (1 - share) ** 2 * (0.2 * 0.8 / 50) + share**2 * (0.9 * 0.1 / 50)
    variance = apparent * (1 - apparent) / 1100 + spread
    assert (high[0] - low[0]) / 2 == pytest.approx(1.959964 * np.sqrt(variance) / 0.7)


def test_ppi_without_information_is_the_mean_of_the_labelled_items():
    value, low, high = ppi_plus_plus(np.array([[[25.0, 25], [25, 25]]]), LOOSE, 0.95)
    assert value[0] == 0.5
    assert (high[0] - low[0]) / 2 == pytest.approx(1.959964 * np.sqrt(0.25 / 99))


def test_a_quick_run_finds_that_ours_cover():
    run = study("quantify").run("quick", replicates=100, seed=1)
    ours = [x for x in run.findings if x.claim.startswith(("Intervals of class", "Intervals of population"))]
    assert [x.holds for x in ours] == [True, True]
    assert {row["method"] for row in run.rows()} == {"class", "population", "rogan_gladen", "ppi++"}
    assert all(0 <= row["covered"] <= 1 for row in run.rows())
