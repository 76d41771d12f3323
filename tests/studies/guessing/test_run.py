"""The study of guessing: worlds whose skill sits somewhere, and claims that other data refute."""

from dataclasses import replace

import numpy as np
import pytest

from abovechance.core.contingency import Contingency
from abovechance.inference.guessing.test import COMBINED
from abovechance.inference.guessing.weighted_hits import weighted_hits
from abovechance.studies.counting import tallies
from abovechance.studies.guessing.run import GUESSES, SIDES, STUDY, TESTS, World, cells, chunk


@pytest.mark.parametrize("guess", GUESSES)
@pytest.mark.parametrize(("share", "z"), [("half", 1.96), ("most", 3.24)])
def test_the_best_of_three_lies_as_far_out_as_asked(guess, share, z):
    world = World(6, 260, 25, guess, "rare", share)
    sums = weighted_hits(Contingency(world.shares * world.n), COMBINED)
    assert sums.standardised.max() == pytest.approx(z, abs=0.01)


def test_skill_sits_where_it_is_said_to():
    for skill, places in (("none", []), ("common", [0, 1]), ("rare", [3, 4]), ("equal", range(5))):
        shares = World(5, 300, 20, "even", skill, 0.4).shares
        recall = np.diagonal(shares) / shares.sum(1)
        assert recall == pytest.approx(
            [0.52 if i in places else 0.2 for i in range(5)] if skill != "none" else [0.2] * 5
        )


def test_conditions_are_all_different_and_possible():
    found = cells("full")
    assert len(set(found)) == len(found) > 80
    assert all(0 <= world.informed < 1 for world in found)
    assert max(world.classes for world in found) == 100


def test_a_chunk_counts_every_test_and_side():
    seen = dict(tallies(chunk(World(3, 100, 20, "even"), 50, np.random.SeedSequence(1))))
    assert set(seen) == {(test, side) for test in TESTS for side in SIDES}
    for rejected in seen.values():
        assert np.all(np.diff([tally.total for tally in rejected.values()]) <= 0)
        assert {tally.replicates for tally in rejected.values()} == {50}


@pytest.fixture(scope="module")
def run():
    few = [
        World(3, 300, 5, "even"),
        World(5, 300, 20, "mismatched", "equal", "most"),
        World(5, 300, 20, "even", "rare", "half"),
    ]
    return replace(STUDY, cells=lambda _: few).run("quick", replicates=300, seed=2, workers=1)


def test_the_default_finds_what_the_former_default_did_not(run):
    found = {
        row["test"]: row["rejected_05"]
        for row in run.rows()
        if row["best"] == "most" and row["side"] == "two-sided"
    }
    assert found["informedness_normal"] < 0.3
    assert found["combined"] > 0.75


def test_the_findings_are_refuted_by_other_data(run):
    assert [found.holds for found in STUDY.findings(run.rows())][:4] == [True] * 4
    worse = [
        row | {"rejected_05": 0.12 if row["skill"] == "none" else 0.1} if row["test"] == "combined" else row
        for row in run.rows()
    ]
    assert [found.holds for found in STUDY.findings(worse)] == [False, True, True, False, False]
    none = [row | {"rejected_05": 0.0} if row["test"] == "combined" else row for row in run.rows()]
    assert STUDY.findings(none)[2].holds is False


def test_every_condition_has_a_line(run):
    assert [len(section.body) for section in STUDY.sections(run.rows())] == [1, 1, 1, 1]
