"""The study counts rightly, notices intervals and tests that break their promise, and finds ours keep it."""

from dataclasses import replace

import numpy as np
import pytest

import abovechance as ac
from abovechance.studies.coverage import trials as coverage
from abovechance.studies.coverage.conditions import Condition, grid
from abovechance.studies.coverage.summary import (
    broken,
    broken_tests,
    coverage_side,
    is_promised,
    is_warned,
    kept,
    short,
    type_1_side,
)
from abovechance.studies.coverage.trials import Effort, coverage_study

SMALL = Effort(replicates=1500, bootstrapped=150, redraws=400)


@pytest.fixture(scope="module")
def study():
    """A small version of the study of docs/coverage.md."""
    return coverage_study(grid([2, 3], [100], [None, 0.05], [0, 0.5, 0.95]), SMALL, seed=20)


def test_default_intervals_keep_their_promise(study):
    assert broken(study) == []
    assert short(study) == []


def test_intervals_of_plain_conditions_need_no_warning(study):
    """Balanced classes, half of the decisions informed."""
    plain = [x for x in study.coverages if x.condition.rare > 0.3 and x.condition.informed == 0.5]
    assert len(plain) == 2 * 8 + 2 * 10
    assert [x for x in plain if coverage_side(x) != "within"] == []
    assert [x for x in plain if is_warned(x)] == []


def test_the_default_test_keeps_its_level(study):
    assert len(study.rejections) == 8
    assert [x for x in broken_tests(study) if x.condition.rare > 0.05 or type_1_side(x) == "above"] == []


def test_intervals_that_are_too_short_are_noticed(monkeypatch):
    def shortened(*args, **options):
        found = ac.intervals(*args, **options)
        return {
            key: replace(x, low=x.value - 0.7 * (x.value - x.low), high=x.value + 0.7 * (x.high - x.value))
            for key, x in found.items()
        }

    monkeypatch.setattr(coverage, "intervals", shortened)
    found = coverage_study(grid([2], [300], [None], [0.5], ["matched"]), SMALL)
    assert {x.measure for x in broken(found)} == set(coverage.OF_TWO_CLASSES)
    assert all(x.broken == 1 for x in kept(found))


def test_a_test_that_rejects_too_often_is_noticed(monkeypatch):
    def eager(tables, **options):
        result = ac.test(tables, **options)
        return replace(result, p_value=result.p_value / 2)

    monkeypatch.setattr(coverage, "test", eager)
    found = coverage_study(grid([2, 3], [300], [None], [0], ["matched"]), SMALL)
    assert [type_1_side(x) for x in found.rejections] == ["above", "above"]


def test_coverage_is_counted_table_by_table():
    """The same tables one by one, in a loop."""
    condition = Condition(3, 100, 0.1, 0.6, "mismatched")
    (found,) = [
        x
        for x in coverage_study([condition], Effort.of(100), seed=3).coverages
        if x.measure == "informedness"
    ]
    tables = condition.draw(100, np.random.SeedSequence(3, spawn_key=(0, 0)))
    each = [ac.interval("informedness", tables[i]) for i in range(100)]
    assert found.covered == sum(x.low <= 0.6 <= x.high for x in each)
    assert found.warned == sum(x.warning is not None for x in each)
    assert found.width == pytest.approx(np.mean([x.high - x.low for x in each]))
    assert found.covered_unwarned == sum(x.warning is None and x.low <= 0.6 <= x.high for x in each)
    assert (found.true_value, found.replicates, found.defined) == (pytest.approx(0.6), 100, 100)


def test_a_measure_of_one_class_is_that_of_the_rarest():
    condition = Condition(3, 300, 0.05, 0.5, "matched")
    (found,) = [x for x in coverage_study([condition], Effort.of(100)).coverages if x.measure == "recall"]
    assert found.true_value == pytest.approx(0.5 + 0.5 * 0.05)


def test_tables_without_an_interval_are_left_out():
    """Of 30 items, one in twenty, no item is of the rare class in 0.95³⁰ = 21 % of tables."""
    condition = Condition(2, 30, 0.05, 0.0, "matched")
    found = coverage_study([condition], Effort.of(2000))
    recall = next(x for x in found.coverages if x.measure == "recall")
    assert 1 - recall.defined / recall.replicates == pytest.approx(0.95**30, abs=0.03)
    assert found.rejections[0].defined < found.rejections[0].replicates


def test_slow_methods_are_given_fewer_tables():
    many = coverage_study([Condition(21, 100, 1 / 21, 0.5, "matched")], Effort(100, 10, 100))
    assert {x.replicates for x in many.coverages} == {10}
    found = coverage_study([Condition(3, 100, 0.05, 0.0, "matched")], Effort(500, 50, 100))
    assert {x.replicates for x in (*found.coverages, *found.rejections)} == {500}


def test_the_same_seed_gives_the_same_study():
    conditions = grid([2], [100], [0.1], [0, 0.5])
    first, second = (coverage_study(conditions, Effort.of(100), seed=5) for _ in range(2))
    assert first == second
    assert first != coverage_study(conditions, Effort.of(100), seed=6)


def test_progress_is_told():
    shares = []
    coverage_study(grid([2], [30], [None], [0.3, 0.6], ["matched"]), Effort.of(100), progress=shares.append)
    assert shares == [0.5, 1.0]


def test_too_few_replicates_are_refused():
    with pytest.raises(ac.InputError, match="100 replicates or more, got 10"):
        Effort.of(10)


def test_few_items_are_promised_nothing():
    found = coverage_study([Condition(2, 30, 0.5, 0.5, "matched")], Effort.of(100))
    assert not any(map(is_promised, found.coverages))
    assert kept(found) == []


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
    assert (ac.interval(measure, ac.Tables.from_counts(counts)).warning is not None) == warned
