"""The study of comparisons: systems that are equally informed, and what the defaults say of them."""

from dataclasses import replace

import numpy as np
import pytest

from abovechance import Tables, measure
from abovechance.studies.comparisons.run import OPPOSITE, SIZES, STUDY, WORST, Contest, cells, chunk
from abovechance.studies.counting import tallies

CONTESTS = [cell for cell in cells("full") if cell.n == 300]


@pytest.mark.parametrize("cell", CONTESTS, ids=repr)
def test_both_systems_are_informed_with_the_same_probability(cell):
    patterns = cell.patterns
    assert patterns.sum() == pytest.approx(1)
    assert patterns.min() >= 0
    for table, expected in zip((patterns.sum(2), patterns.sum(1)), cell.tables, strict=True):
        assert table == pytest.approx(expected)
        assert measure("informedness")(Tables.from_counts(table)) == pytest.approx(cell.informed)


def test_answers_that_are_alike_agree_more_often():
    apart, alike = (Contest(5, 300, 50, 0.3, OPPOSITE, share).patterns for share in (0.0, 0.8))
    agreed = [patterns.diagonal(0, 1, 2).sum() for patterns in (apart, alike)]
    assert agreed[1] > agreed[0] + 0.1


def seen(contest, size):
    ((_, found),) = tallies(chunk(contest, size, np.random.SeedSequence(5)))
    return found


@pytest.mark.parametrize("alike", [0.0, None])
@pytest.mark.parametrize("size", WORST[:3])
def test_the_level_is_held_where_it_was_not(size, alike):
    """With two pseudo-items for all classes and the normal distribution 9 to 15 % are shown to differ."""
    found = seen(Contest(*size, 0.0, OPPOSITE, alike), 400)
    assert found["shown"].mean <= 0.065
    assert 400 - found["covered"].total == found["shown"].total
    assert found["warned"].mean <= 0.2


def test_even_classes_are_compared_as_before():
    found = seen(Contest(5, 300, 1, 0.5, ("even", "even"), 0.0), 300)
    assert 0.02 <= found["shown"].mean <= 0.08
    assert found["warned"].total == 0


@pytest.fixture(scope="module")
def run():
    few = [Contest(*SIZES[i], 0.0, OPPOSITE, alike) for i in (1, 3) for alike in (0.0, None)]
    return replace(STUDY, cells=lambda _: few).run("quick", replicates=60, seed=2, workers=1)


def test_a_row_for_each_contest(run):
    assert [row["items"] for row in run.rows()] == ["same", "different"] * 2
    assert [row["rarest"] for row in run.rows()[::2]] == pytest.approx([4.35, 3.77], abs=0.01)
    assert all(0 < row["width"] < 2 for row in run.rows())


def test_the_findings_are_refuted_by_other_data(run):
    findings = STUDY.findings
    assert [found.holds for found in findings(run.rows())] == [True] * 6
    worse = [row | {"shown": 0.3, "covered": 0.7, "warned": 0.5} for row in run.rows()]
    assert [found.holds for found in findings(worse)] == [False] * 6
    assert "under 1 of 1 conditions; the share is 50.0 to 50.0 %" in findings(worse)[2].evidence


def test_the_tables_show_every_row(run):
    sections = STUDY.sections(run.rows())
    assert [section.title for section in sections] == [
        "On the same items, guesses matched and mismatched",
        "On different items, guesses matched and mismatched",
    ]
    assert [line[:3] for line in sections[0].body] == [("5, 128, 1:15", "0", "0"), ("5, 300, 1:50", "0", "0")]
