"""The study counts rightly, notices intervals and tests that break their promise, and finds ours keep it."""

from dataclasses import replace

import numpy as np
import pytest

import abovechance as ac
from abovechance.studies.coverage import run as coverage
from abovechance.studies.coverage.claims import broken, broken_tests, short
from abovechance.studies.coverage.run import STUDY, Condition, cells, grid
from abovechance.studies.scoring import chosen

CONDITIONS = grid([2, 3], [30, 100], [0.1], [0, 0.9], ["matched"])


def run(conditions, replicates=100, **how):
    return replace(STUDY, cells=lambda _: conditions).run("quick", replicates=replicates, **how).rows()


@pytest.fixture(scope="module")
def study():
    """A small version of the study of docs/coverage.md."""
    return run(grid([2, 3], [100], [None, 0.05], [0, 0.5, 0.95]), 1500, seed=20)


@pytest.fixture(scope="module")
def small():
    return run(CONDITIONS, 200, seed=4)


def test_default_intervals_keep_their_promise(study):
    assert broken(study) == short(study) == []


def test_intervals_of_plain_conditions_need_no_warning(study):
    """Balanced classes, half of the decisions informed."""
    plain = [row for row in chosen(study, kind="interval", informed=0.5) if row["prevalence"] > 0.3]
    assert len(plain) == 2 * 8 + 2 * 10
    assert {row["band"] for row in plain} == {"within"}
    assert max(row["warned"] for row in plain) < 0.5


def test_the_default_test_keeps_its_level(study):
    assert len(chosen(study, kind="test")) == 8
    out = broken_tests(study)
    assert [row for row in out if row["prevalence"] > 0.05 or row["band"] == "above"] == []


def test_intervals_that_are_too_short_are_noticed(monkeypatch):
    def shortened(*args, **options):
        found = ac.interval(*args, **options)
        return {
            key: replace(x, low=x.value - 0.7 * (x.value - x.low), high=x.value + 0.7 * (x.high - x.value))
            for key, x in found.items()
        }

    monkeypatch.setattr(coverage, "interval", shortened)
    found = run(grid([2], [300], [None], [0.5], ["matched"]), 1500)
    assert {row["measure"] for row in broken(found)} == set(coverage.OF_TWO_CLASSES)


def test_a_test_that_rejects_too_often_is_noticed(monkeypatch):
    def eager(tables, **options):
        result = ac.test(tables, **options)
        return replace(result, p_value=result.p_value / 2)

    monkeypatch.setattr(coverage, "test", eager)
    found = run(grid([2, 3], [300], [None], [0], ["matched"]), 1500)
    assert [row["band"] for row in chosen(found, kind="test")] == ["above", "above"]


def test_coverage_is_counted_table_by_table():
    """The same tables one by one, in a loop."""
    condition = Condition(3, 100, 0.1, 0.6, "mismatched")
    (found,) = chosen(run([condition], seed=3), measure="informedness")
    tables = condition.draw(100, np.random.SeedSequence(3, spawn_key=(0, 0)))
    each = [ac.interval(tables[i], "informedness") for i in range(100)]
    covers = [x.low <= 0.6 <= x.high for x in each]
    warned = [x.warning is not None for x in each]
    assert (found["rate"], found["warned"]) == (np.mean(covers), np.mean(warned))
    assert found["width"] == pytest.approx(np.mean([x.high - x.low for x in each]))
    silent = [not c and not w for c, w in zip(covers, warned, strict=True)]
    assert found["silent_misses"] == np.mean(silent)
    assert (found["true_value"], found["replicates"], found["defined"]) == (pytest.approx(0.6), 100, 100)


def test_a_measure_of_one_class_is_that_of_the_rarest():
    (found,) = chosen(run([Condition(3, 300, 0.05, 0.5, "matched")]), measure="recall")
    assert found["true_value"] == pytest.approx(0.5 + 0.5 * 0.05)


def test_tables_without_an_interval_are_left_out():
    """Of 30 items, one in twenty, no item is of the rare class in 0.95³⁰ = 21 % of tables."""
    found = run([Condition(2, 30, 0.05, 0.0, "matched")], 2000)
    (recall,) = chosen(found, measure="recall")
    assert 1 - recall["defined"] / recall["replicates"] == pytest.approx(0.95**30, abs=0.03)
    (test,) = chosen(found, kind="test")
    assert test["defined"] < test["replicates"]


def test_slow_methods_are_given_fewer_tables(monkeypatch):
    monkeypatch.setattr(coverage, "_REPLICATES", 100)
    assert {row["replicates"] for row in run([Condition(21, 100, 1 / 21, 0.5, "matched")])} == {10}
    assert {row["replicates"] for row in run([Condition(3, 100, 0.05, 0.0, "matched")], 500)} == {500}


def test_the_same_seed_gives_the_same_study():
    conditions = grid([2], [100], [0.1], [0, 0.5])
    first, second, other = (repr(run(conditions, seed=seed)) for seed in (5, 5, 6))
    assert first == second != other


def test_the_conditions_of_the_study():
    assert (len(cells("quick")), len(cells("full"))) == (27, 383)


def kept_everywhere(found):
    """Rows of 20 000 tables with a coverage of 95 % and no warning."""
    even = {"warned": 0.0, "band": "within", "defined": 20_000, "replicates": 20_000, "silent_misses": 0.05}
    return [
        row | even | {"rate": 0.95 if row["kind"] == "interval" else 0.05} for row in chosen(found, n=100)
    ]


def test_findings_tell_promises_kept_from_promises_broken(small):
    rows = kept_everywhere(small)
    assert [finding.holds for finding in STUDY.findings(rows)] == [True, True, True]
    rows[0] |= {"rate": 0.80, "silent_misses": 0.2, "band": "below"}
    rows[1] |= {"rate": 0.80, "warned": 0.9, "silent_misses": 0.02, "band": "below"}
    rows[-1] |= {"rate": 0.12}
    next(row for row in rows if row["kind"] == "test").update(rate=0.12, band="above")
    kept, needed, tested = STUDY.findings(rows)
    assert (kept.holds, needed.holds, tested.holds) == (False, True, False)
    assert "exceeded beyond Monte Carlo error in 1 of 36 cases" in kept.evidence
    assert "The greatest share, 20.0 % of the tables of one case, is above the limit, beyond" in kept.evidence
    assert "Informedness with 2 classes, 100 items" in kept.evidence
    assert "greatest 12.0 %" in tested.evidence
    listed = {x.title: len(x.body) for x in STUDY.sections(rows)}
    assert (listed["Promise broken"], listed["Coverage below 93 %"]) == (1, 2)


def test_warnings_without_need_are_told(small):
    rows = [row | {"warned": 0.5} for row in kept_everywhere(small)]
    assert [finding.holds for finding in STUDY.findings(rows)] == [True, False, True]


def test_what_is_undefined_is_told(small):
    rows = kept_everywhere(small)
    rows[0] |= {"defined": 400, "replicates": 500}
    undefined = next(x for x in STUDY.sections(rows) if x.title.startswith("Undefined"))
    assert undefined.body[0][1] == "5.0 ≤ 20.0"  # one of four conditions


def test_workers_change_nothing(small):
    assert repr(run(CONDITIONS, 200, seed=4, workers=1)) == repr(small)


def test_what_is_finished_is_not_drawn_again(small, tmp_path, monkeypatch):
    run(CONDITIONS, 200, seed=4, folder=tmp_path)

    def fail(*_, **__):
        raise AssertionError("drawn again")

    monkeypatch.setattr(coverage, "interval", fail)
    assert repr(run(CONDITIONS, 200, seed=4, folder=tmp_path)) == repr(small)


def test_counts_of_chunks_add_up():
    condition = grid([3], [100], [0.1], [0.0], ["matched"])
    study = replace(STUDY, cells=lambda _: condition, chunk_size=60)
    found = study.run("quick", replicates=100, seed=4).rows()
    for name in ("accuracy", "macro_f1"):
        (row,) = chosen(found, measure=name)
        assert row["replicates"] == 100
        assert row["rate"] > 0.85


@pytest.mark.parametrize(
    ("counts", "measure", "warned"),
    [
        ([[50, 0], [0, 50]], "recall", False),  # all right: the interval covers
        ([[50, 5], [5, 50]], "recall", False),
        ([[90, 5], [2, 0]], "recall", True),  # two trials
        ([[100, 0], [0, 50]], "accuracy", False),
        ([[100, 4], [2, 2]], "informedness", True),  # four positives
        ([[243, 13, 14], [13, 1, 1], [14, 1, 0]], "mcc", False),  # 15·15/300 items expected in a cell
        ([[243, 13, 14], [13, 10, 1], [14, 1, 10]], "mcc", False),  # no longer like chance
        ([[100, 50, 50], [50, 30, 25], [50, 25, 30]], "mcc", False),
    ],
)
def test_warnings_that_the_study_asked_for(counts, measure, warned):
    assert (ac.interval(ac.Tables.from_counts(counts), measure).warning is not None) == warned
