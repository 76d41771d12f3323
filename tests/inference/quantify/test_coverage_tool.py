"""Intervals cover where errors are of one kind, and the tool that looks for worlds where they do not."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from abovechance.inference.quantify.shares import share_sets, two_class_distance
from abovechance.studies.quantify.run import World

_FILE = Path(__file__).parents[3] / "tools" / "quantify_coverage.py"
_SPEC = importlib.util.spec_from_file_location("quantify_coverage", _FILE)
tool = importlib.util.module_from_spec(_SPEC)
sys.modules[_SPEC.name] = tool
_SPEC.loader.exec_module(tool)

ONE_KIND = [(60, 20_000, 0.3), (45, 10_000, 0.25), (100, 10_000, 0.1), (80, 20_000, 0.15)]


@pytest.mark.parametrize("design", tool.OURS)
@pytest.mark.parametrize("given", ONE_KIND)
@pytest.mark.parametrize("bias", [0, 1])
def test_intervals_cover_where_a_kind_of_error_is_not_seen(design, given, bias):
    """At 3000 draws 0.93 is five standard errors below 0.95; the least of these had 0.88 before."""
    labelled, unlabelled, share = given
    for world in (World(labelled, unlabelled, x, 0.95, bias) for x in (share, 1 - share)):
        assert tool.coverage(world, design, 3000, np.random.SeedSequence(4)) >= 0.93


def test_worlds_are_within_what_is_promised():
    found = tool.worlds(200, seed=3)
    assert found == tool.worlds(200, seed=3)
    assert all(30 <= x.labelled <= 1000 and 0.01 <= x.share <= 0.99 for x in found)
    assert all(0.1 <= x.informed <= 0.95 for x in found)
    assert sum(x.bias in (0, 1) for x in found) > 100


@pytest.mark.parametrize("design", tool.OURS)
def test_sets_hold_the_shares_whose_distance_is_below_the_limit(design):
    rng = np.random.default_rng(6)
    labelled = rng.integers(0, 20, (40, 2, 2)) + np.eye(2) * rng.integers(1, 30, (40, 1, 1))
    loose = rng.integers(1, 3000, (40, 2)).astype(float)
    low, high = (x[:, 1] for x in share_sets(labelled, loose, design, 0.95))
    for share in rng.uniform(size=(9, 40)):
        within = (low <= share) & (share <= high)
        near = np.minimum(np.abs(share - low), np.abs(share - high)) < 1e-6
        assert (near | (within == (two_class_distance(labelled, loose, design, share) <= 1.959964**2))).all()


def test_an_error_that_was_not_seen_may_be_frequent():
    """All of 16 items predicted positive were right, as are all of 16 of a predictor wrong in 15 % in 7 %."""
    labelled, loose = np.array([[[44.0, 0], [0, 16]]]), np.array([[13_300.0, 6700]])
    low, _ = (x[0, 1] for x in share_sets(labelled, loose, "population", 0.95))
    assert low < 0.335 * 0.85
