"""The interval of a difference of shares, against a grid of all pairs, and its coverage at the edge."""

import numpy as np
import pytest
from scipy.stats import chi2

from abovechance.inference.quantify.differences import difference_ends, nested_sets
from abovechance.inference.quantify.double_sampling import double_sampling_distance
from abovechance.inference.quantify.two_classes import class_design_statistic
from abovechance.studies.quantify.run import World

A = np.array([[40.0, 6], [5, 49]]), np.array([300.0, 500])
B = np.array([[30.0, 9], [12, 60]]), np.array([350.0, 250])


def distances(labelled, loose, design, shares):
    if design == "population":
        return double_sampling_distance(labelled[1], labelled[0], loose, shares)
    found = class_design_statistic(labelled, loose, shares)[1]
    return found - found.min()


@pytest.mark.parametrize("design", ["class", "population"])
def test_ends_are_those_over_all_pairs_of_shares(design):
    shares = np.linspace(0, 1, 1501)
    near = distances(*A, design, shares)[:, None] + distances(*B, design, shares) <= chi2.ppf(0.95, 1)
    differences = (shares[:, None] - shares)[near]
    low, high = difference_ends(*(nested_sets(*x, design, 0.95) for x in (A, B)))
    assert low == pytest.approx(differences.min(), abs=3e-3)
    assert high == pytest.approx(differences.max(), abs=3e-3)


def test_a_difference_turned_round_has_the_other_sign():
    a, b = (nested_sets(*x, "class", 0.9) for x in (A, B))
    assert difference_ends(a, b) == pytest.approx(tuple(-x for x in difference_ends(b, a)[::-1]))


def test_without_labelled_items_of_a_class_a_difference_has_an_interval():
    a = nested_sets(np.array([[0.0, 0], [2, 20]]), np.array([30.0, 70]), "class", 0.95)
    low, high = difference_ends(a, nested_sets(*B, "class", 0.95))
    assert -1 <= low < high <= 1


def test_intervals_cover_where_estimates_are_at_the_edge():
    """Combining both intervals by their distances (Zou & Donner 2008) covers 91 % here."""
    worlds = World(100, 1000, 0.98, 0.4, 0.7), World(100, 1000, 0.93, 0.8, 0.5)
    sets = [
        nested_sets(*world.draw(150, np.random.SeedSequence(i)), "class", 0.95)
        for i, world in enumerate(worlds)
    ]
    low, high = difference_ends(*sets)
    assert np.mean((low <= 0.05) & (high >= 0.05)) >= 0.93
