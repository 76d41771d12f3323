"""The study of guesses on items in clusters: what is drawn, and what is made of it."""

from dataclasses import replace

import numpy as np
import pytest

import abovechance as ac
from abovechance.studies.clusters.run import ITEMS, STUDY, Guesses, cells, chunk
from abovechance.studies.counting import tallies


@pytest.mark.parametrize("sizes", ["equal", "unequal"])
@pytest.mark.parametrize("alike", [0.1, 0.5])
def test_items_of_a_cluster_resemble_each_other_as_much_as_said(sizes, alike):
    """Of two classes, the covariance of two items of a cluster over the variance of one."""
    counts = Guesses(2, 1, 20_000, alike, sizes).draw(np.random.default_rng(1)).astype(float)
    for axis in (-1, -2):
        first = counts.sum(axis)[:, 0]
        n = counts.sum((-2, -1))
        share = first.sum() / n.sum()
        pairs = (n * (n - 1)).sum()
        both = (first * (first - 1)).sum() / pairs - share**2
        assert both / (share * (1 - share)) == pytest.approx(alike, abs=0.03)
        assert n.mean() == pytest.approx(ITEMS, rel=0.05)


def test_answers_know_nothing_of_classes():
    counts = Guesses(5, 6, 20_000, 0.3, "unequal").draw(np.random.default_rng(1))
    assert ac.informedness(ac.Tables.from_counts(counts.sum(0))) == pytest.approx(0, abs=0.01)
    shares = counts.sum((0, 2)) / counts.sum()
    assert shares[0] / shares[-1] == pytest.approx(6, rel=0.1)


def test_a_chunk_counts_what_single_tests_say():
    cell = Guesses(3, 6, 12, 0.5, "unequal")
    ((_, found),) = tallies(chunk(cell, 40, np.random.SeedSequence(3)))
    rng = np.random.default_rng(np.random.SeedSequence(3))
    rejected = [0, 0]
    for _ in range(40):
        t = ac.Tables.from_counts(cell.draw(rng), axes=["patient"])
        rejected[0] += ac.test(t, clusters="patient").p_value < 0.05
        rejected[1] += ac.test(t.sum()).p_value < 0.05
    assert [found["rejected"].total, found["rejected_naive"].total] == rejected
    assert rejected[1] > rejected[0]


def test_the_findings_are_refuted_by_other_data():
    few = [Guesses(2, 1, 20, 0.5, sizes) for sizes in ("equal", "unequal")]
    run = replace(STUDY, cells=lambda _: few).run("quick", replicates=200, seed=2, workers=1)
    assert [found.holds for found in STUDY.findings(run.rows())] == [True, False]
    kept = [row | {"rejected_naive": 0.05, "rejected": 0.2} for row in run.rows()]
    assert [found.holds for found in STUDY.findings(kept)] == [False, True]
    assert [section.title for section in STUDY.sections(run.rows())] == ["2 classes, even"]


def test_all_conditions_asked_for_are_tried():
    full = cells("full")
    assert {x.clusters for x in full} == {10, 20, 50}
    assert {x.alike for x in full} == {0.1, 0.3, 0.5}
    assert len(full) == len(set(full)) == 108
