"""The study of the poster: its bands, the p-values of its runs, and claims that altered data refute."""

import math

import numpy as np
import pytest

import abovechance as ac
from abovechance.simulation.simulate import simulate
from abovechance.studies.counting import FIRST, tallies
from abovechance.studies.poster2008.claims import PAPER, TESTS, half_width, of
from abovechance.studies.poster2008.run import STUDY, Level, chunk


@pytest.fixture(scope="module")
def rows():
    return STUDY.run("quick", replicates=400, seed=6).rows()


def test_the_band_is_the_poster_s():
    """Parallel at 0.18 and 0.82 on the poster, for N = 128: that is 2/√127; with its 1.96 it is 0.174."""
    assert round(2 / math.sqrt(127), 2) == 0.18
    assert half_width(0.0, 128) == pytest.approx(1.96 / math.sqrt(127), abs=1e-5)
    assert half_width(0.0, 128) == half_width(0.0, 128, "powers_b1") == half_width(1.0, 128, "powers_b1")
    assert half_width(0.3, 128, "powers_b1") == pytest.approx(0.58 * half_width(0.0, 128))
    assert half_width(0.75, 128) == half_width(-0.75, 128) == half_width(0.0, 128) / 4


def test_counts_are_those_of_a_loop():
    """Band, intervals and tests of each table by itself."""
    cell, seed = Level(3, 60, "even", 0.3), np.random.SeedSequence(3)
    seen = dict(tallies(chunk(cell, 40, seed)))
    counted = {name: tally.total for name, tally in seen["measure", "informedness"].items() if name != FIRST}
    tables = simulate(0.3, "even", guess="even", k=3, n=60, replicates=40, seed=np.random.SeedSequence(3))
    near = near_b1 = far = poster = poster_b1 = default = rejected = 0
    for counts in tables.counts:
        table = ac.Tables.from_counts(counts)
        value = ac.informedness(table)
        near += abs(value - 0.3) <= 1.959964 * 0.7 / math.sqrt(59)
        near_b1 += abs(value - 0.3) <= 1.959964 * (1 - 0.6 + 0.18) / math.sqrt(59)
        far += abs(value) > 1.959964 / math.sqrt(59)
        half = 1.959964 * (1 - abs(value)) / math.sqrt(59)
        poster += abs(value - 0.3) <= half
        wider = 1.959964 * (1 - 2 * abs(value) + 2 * value**2) / math.sqrt(59)
        poster_b1 += abs(value - 0.3) <= wider
        found = ac.interval(table, "informedness")
        default += found.low <= 0.3 <= found.high
        rejected += ac.test(table, method="pearson").p_value <= 0.05
    assert counted["in_band"] == near
    assert counted["in_band_b1"] == near_b1
    assert counted["covered_b1"] == poster_b1
    assert counted["beyond_chance"] == far
    assert counted["covered_powers"] == poster
    assert counted["covered_auto"] == default
    assert seen["test", "pearson"]["rejected"].total == rejected


def test_the_poster_s_runs_have_values_and_p_values(rows):
    runs = [row for row in rows if row["run"] is not None]
    assert len(runs) == 11 * 10 * (3 + 4)
    fisher = [row["value"] for row in runs if row["name"] == "fisher"]
    pearson = [row["value"] for row in runs if row["name"] == "pearson"]
    assert all(0 < p <= 1 for p in fisher)
    # two tests of the same hypothesis on the same 110 tables
    assert np.corrcoef(fisher, pearson)[0, 1] > 0.8
    assert {(row["classes"], row["n"], row["margins"]) for row in runs} == {PAPER}


def test_chance_is_rejected_as_often_as_tests_promise(rows):
    """With even margins, where nothing is sparse: 5 % of 400 within four standard errors."""
    for name in TESTS:
        rate = of(rows, "test", name, (5, 128, "even"))[0]["rejected"]
        assert abs(rate - 0.05) <= 4 * math.sqrt(0.05 * 0.95 / 400)


def claims(rows):
    return {finding.claim: finding.holds for finding in STUDY.findings(rows)}


def claim(rows, start):
    return next(held for name, held in claims(rows).items() if name.startswith(start))


def test_the_band_is_too_narrow_for_informed_systems(rows):
    assert not claim(rows, "The band around each level")
    assert not claim(rows, "The poster's interval")
    own = of(rows, "measure", "informedness")
    assert own[9]["in_band"] < 0.6 < own[0]["in_band"]


@pytest.mark.parametrize(
    ("start", "name"),
    [
        ("The band around each level", "in_band"),
        ("The band CI_B1", "in_band_b1"),
        ("The poster's interval", "covered_powers"),
        ("This library's default interval holds", "covered_auto"),
        ("This library's default interval, if", "covered_unwarned"),
    ],
)
def test_what_is_promised_holds_or_fails_by_the_data(rows, start, name):
    assert claim([row | {name: 0.95} for row in rows], start)
    assert not claim([row | {name: 0.8, "unwarned": 1.0} for row in rows], start)
    assert not claim([row | {name: 0.999, "unwarned": 1.0, "defined": 1e4} for row in rows], start)


@pytest.mark.parametrize(
    "start", [f"Under the poster's condition the test of {name} " for name in ("χ²", "G²", "Informedness")]
)
def test_tests_keep_their_level_or_not_by_the_data(rows, start):
    assert claim([row | {"rejected": 0.05} for row in rows], start)
    assert not claim([row | {"rejected": 0.2} for row in rows], start)


def test_the_band_around_0_is_judged_by_the_data(rows):
    start = "Without information"
    assert claim([row | {"beyond_chance": 0.05} for row in rows], start)
    assert not claim([row | {"beyond_chance": 0.0, "defined": 1e4} for row in rows], start)
    power = "A predictor that is informed"
    assert claim([row | {"beyond_chance": 1.0} for row in rows], power)
    assert not claim([row | {"beyond_chance": 0.1} for row in rows], power)


def test_the_report_has_a_line_for_each_level_and_each_condition(rows):
    held, rejected, conditions = STUDY.sections(rows)
    assert len(held.body) == len(rejected.body) == 11
    assert len(conditions.body) == 2
    for table in (held, rejected, conditions):
        assert {len(line) for line in table.body} == {len(table.header)}


def test_evidence_tells_its_noise_and_all_conditions(rows):
    """2·√(0.06·0.94/10 000) is 0.5 points."""
    some = [row | {"rejected": 0.06, "defined": 1e4} if row["kind"] == "test" else row for row in rows]
    found = next(x for x in STUDY.findings(some) if "the test of χ² " in x.claim)
    assert found.holds
    assert found.evidence == (
        "It rejects 6.0 ± 0.5 % of the 10000 tables that it can test; under all 2 conditions 6.0 to 6.0 %."
    )
