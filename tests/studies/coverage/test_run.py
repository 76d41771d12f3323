"""The ready-made study is the coverage study: the same counts, as rows and back."""

from dataclasses import replace

import pytest

from abovechance.studies.coverage.conditions import grid
from abovechance.studies.coverage.run import STUDY, cells
from abovechance.studies.coverage.summary import COLUMNS, rows_of, study_of
from abovechance.studies.coverage.trials import Effort, coverage_study

CONDITIONS = grid([2, 3], [30, 100], [0.1], [0, 0.9], ["matched"])


@pytest.fixture(scope="module")
def study():
    return coverage_study(CONDITIONS, Effort.of(200), seed=4)


def test_rows_hold_all_that_is_known(study):
    rows = rows_of(study)
    assert study_of(rows, study.effort, study.seed) == study
    assert all(tuple(row) == COLUMNS for row in rows)


def test_the_ready_made_study_counts_the_same(study):
    run = replace(STUDY, cells=lambda _: CONDITIONS).run("quick", replicates=200, seed=4)
    assert sorted(map(repr, run.rows)) == sorted(map(repr, rows_of(study)))


def test_the_grid_is_that_of_the_command():
    assert (len(cells("quick")), len(cells("full"))) == (27, 383)


def kept_everywhere(study):
    """Rows of 20 000 tables with a coverage of 95 % and no warning."""
    rows = [row for row in rows_of(study) if row["n"] == 100]
    for row in rows:
        row |= {"rate": 0.95 if row["kind"] == "interval" else 0.05, "warned": 0.0, "rate_unwarned": 0.95}
        row |= {"defined": 20_000, "replicates": 20_000}
    return rows


def test_findings_tell_promises_kept_from_promises_broken(study):
    rows = kept_everywhere(study)
    assert [finding.holds for finding in STUDY.findings(rows)] == [True, True, True]
    rows[0] |= {"rate": 0.80, "rate_unwarned": 0.80}
    rows[1] |= {"rate": 0.80, "warned": 0.9, "rate_unwarned": 0.80}  # a tenth of 20 % are silent
    rows[-1]["rate"] = 0.12
    kept, needed, tested = STUDY.findings(rows)
    assert (kept.holds, needed.holds, tested.holds) == (False, True, False)
    assert "So it is, but for noise, in 35 of 36 cases" in kept.evidence
    assert "the greatest share seen is 20.0 %, of Informedness with 2 classes, 100 items" in kept.evidence
    assert "where they cover less, 2 cases, 45.0 %" in needed.evidence
    assert "greatest 12.0 %" in tested.evidence
    listed = {x.title: len(x.body) for x in STUDY.sections(rows)}
    assert (listed["Promise broken"], listed["Coverage below 93 %"]) == (1, 2)


def test_warnings_without_need_are_told(study):
    rows = kept_everywhere(study)
    for row in rows:
        row["warned"] = 0.5
    assert [finding.holds for finding in STUDY.findings(rows)] == [True, False, True]


def test_what_is_undefined_is_told(study):
    rows = kept_everywhere(study)
    rows[0] |= {"defined": 400, "replicates": 500}
    undefined = next(x for x in STUDY.sections(rows) if x.title.startswith("Undefined"))
    assert undefined.body[0][1] == "5.0 ≤ 20.0"  # one of four conditions


def test_workers_change_nothing(study):
    assert coverage_study(CONDITIONS, Effort.of(200), seed=4, workers=1) == study


def test_what_is_finished_is_not_drawn_again(study, tmp_path, monkeypatch):
    coverage_study(CONDITIONS, Effort.of(200), seed=4, folder=tmp_path)

    def fail(*_, **__):
        raise AssertionError("drawn again")

    monkeypatch.setattr("abovechance.studies.coverage.trials.intervals", fail)
    assert coverage_study(CONDITIONS, Effort.of(200), seed=4, folder=tmp_path) == study


def test_chunks_share_the_effort():
    assert Effort.of(8000).part(4000) == Effort(4000, bootstrapped=400)
    assert Effort(500, 50, 100).part(500) == Effort(500, 50, 100)


def test_counts_of_chunks_add_up(monkeypatch):
    monkeypatch.setattr("abovechance.studies.coverage.trials.CHUNK_SIZE", 60)
    condition = grid([3], [100], [0.1], [0.0], ["matched"])
    found = coverage_study(condition, Effort.of(100), seed=4)
    by_measure = {x.measure: x for x in found.coverages}
    assert by_measure["accuracy"].replicates == 100
    assert by_measure["macro_f1"].replicates == 100
    assert by_measure["accuracy"].defined == 100 >= by_measure["accuracy"].covered > 85
