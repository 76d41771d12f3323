"""The study tries every measure, finds Informedness at the share of informed decisions, and ranks as said."""

import math
from dataclasses import replace

import pytest

import abovechance as ac
from abovechance.studies.measures.claims import standings
from abovechance.studies.measures.run import STUDY, cells, keys, trial


@pytest.fixture(scope="module")
def run():
    """Two and three classes, few replicates of many items."""
    return replace(STUDY, cells=lambda _: [trial(2, 1000), trial(3, 1000)]).run(
        "quick", replicates=80, seed=5
    )


def test_systems_meet_two_prevalences_and_three_ways_of_guessing():
    systems = trial(2, 100).systems
    assert len(systems) == len(set(systems)) == 2 * 3 * 5
    assert sorted({round(x.prevalence[1], 6) for x in systems}) == [0.1, 0.5]
    assert sorted({round(x.guess[1], 6) for x in systems}) == [0.1, 0.5, 0.9]
    three = trial(3, 100).systems[-1].prevalence
    assert three == pytest.approx((9 / 13, 3 / 13, 1 / 13))


def test_all_measures_are_tried(run):
    for k in (2, 3):
        tried = {row["measure"] for row in run.rows() if row["classes"] == k}
        assert tried == {m.key for m in ac.measures() if k == 2 or m.scope == "overall"} == set(keys(k))


def test_the_mean_of_informedness_is_the_share_of_informed_decisions(run):
    found = [r for r in run.rows() if r["measure"] == "informedness" and r["differing"] is None]
    assert len(found) == 60
    for row in found:
        assert abs(row["mean"] - row["informed"]) < 4.5 * row["sd"] / math.sqrt(80)
    assert run.findings[0].holds


def test_accuracy_is_that_of_guesses_and_knowledge(run):
    """b + (1−b)·Σ prev·guess."""
    for row in run.rows():
        if row["measure"] == "accuracy" and row["differing"] is None:
            real, guess = ([float(x) for x in row[name].split(",")] for name in ("prevalence", "guess"))
            lucky = sum(p * q for p, q in zip(real, guess, strict=True))
            b = row["informed"]
            assert row["mean"] == pytest.approx(b + (1 - b) * lucky, abs=0.01)


def test_accuracy_and_f_are_misled_by_prevalence_and_guesses(run):
    found = {x.measure: x for x in standings(row for row in run.rows() if row["classes"] == 2)}
    assert found["informedness"].misled < 0.01
    assert found["accuracy"].misled > 0.1
    assert found["f1"].misled > 0.1
    assert found["informedness"].alike == pytest.approx(found["accuracy"].alike, abs=0.01)
    assert found["informedness"].moved < 0.1 < found["mcc"].moved < found["accuracy"].moved
    assert found["error_rate"].misled == pytest.approx(found["accuracy"].misled)  # less is better


def test_measures_without_better_and_worse_are_not_ranked(run):
    ranked = {x.measure for x in standings(run.rows())}
    assert "prevalence" not in ranked
    assert "informedness" in ranked


def value(measure, informed, mean, guess, **more):
    base = dict.fromkeys(("bias", "rmse", "undefined", "wrong", "tied"), 0.0)
    base |= {"classes": 2, "n": 100, "prevalence": "0.5,0.5", "differing": None, "sd": 0.1, "replicates": 100}
    return base | {"measure": measure, "informed": informed, "mean": mean, "guess": guess} | more


def compared(measure, differing, wrong, tied):
    return value(measure, None, None, None, differing=differing, wrong=wrong, tied=tied)


def test_a_standing_is_arithmetic():
    found = standings(
        [
            value("accuracy", 0.0, 0.5, "a", bias=0.5, rmse=0.6, undefined=0.1),
            value("accuracy", 0.0, 0.7, "b", bias=0.7, rmse=0.8, undefined=0.3),
            value("accuracy", 0.5, 0.9, "a", bias=0.4, rmse=0.4),
            value("accuracy", 0.5, 1.0, "b", bias=0.5, rmse=0.6),
            compared("accuracy", "anything", 0.2, 0.1),
            compared("accuracy", "nothing", 0.1, 0.0),
        ]
    )
    (x,) = found
    assert (x.misled, x.alike) == (0.25, 0.1)
    assert (x.chance_low, x.chance_high) == (0.5, 0.7)
    assert x.moved == pytest.approx(((0.2 + 0.1) / 2) / (0.95 - 0.6))
    assert (x.bias, x.rmse, x.undefined, x.undefined_most) == pytest.approx((0.525, 0.6, 0.1, 0.3))
    assert not x.is_judged


def test_the_least_misled_come_first(run):
    for section in run.sections:
        if section.title.startswith("All"):
            rates = [float(line[1]) for line in section.body]
            assert rates == sorted(rates)
            assert all(len(line) == len(section.header) for line in section.body)


def test_chance_is_taken_out_to_some_avail(run):
    claims = {finding.claim: finding.holds for finding in run.findings}
    assert next(held for claim, held in claims.items() if claim.startswith("The median measure that takes"))
    assert next(held for claim, held in claims.items() if claim.startswith("No measure of two classes"))


def test_the_bias_of_informedness_is_the_known_one_or_the_claim_fails(run):
    """(K − 2)·b·(1 − b)/N; a bias of 0.05 is neither that nor within 0.01."""
    near, known = run.findings[:2]
    assert near.holds
    assert known.holds
    assert "under 0 of 60 conditions" in known.evidence
    off = [row | {"bias": 0.05} if row["measure"] == "informedness" else row for row in run.rows()]
    assert [finding.holds for finding in STUDY.findings(off)[:2]] == [False, False]


def test_a_measure_that_is_often_undefined_is_marked_and_left_out(run):
    """Markedness would be misled less often than Informedness, but has no value on half of some tables."""
    start = "No measure of two classes"
    never = {"wrong": 0.0, "tied": 0.0}
    best = [row | never if row["measure"] == "markedness" and row["differing"] else row for row in run.rows()]
    assert not next(x for x in STUDY.findings(best) if x.claim.startswith(start)).holds
    rare = [
        row | {"undefined": 0.5}
        if row["measure"] == "markedness" and row["informed"] == 0 and row["differing"] is None
        else row
        for row in best
    ]
    assert next(x for x in STUDY.findings(rare) if x.claim.startswith(start)).holds
    common = STUDY.sections(rare)[0]
    assert "(Markedness)" in {line[0] for line in common.body}
    assert "left out of the claims" in common.note


def test_the_full_study_has_few_and_many_items():
    assert {(cell.classes, cell.systems[0].n) for cell in cells("full")} == {
        (k, n) for k in (2, 3, 5) for n in (100, 1000)
    }
