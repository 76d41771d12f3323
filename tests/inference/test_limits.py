"""Tables of many classes take bounded memory and time, or are refused with a reason."""

import tracemalloc

import numpy as np
import pytest

import abovechance as ac
from abovechance.core.errors import InputError
from abovechance.inference.derivatives.gradient import gradient
from abovechance.inference.intervals import delta
from abovechance.inference.intervals import methods as feasible
from abovechance.measures.headlines import HEADLINE, OF_MORE_CLASSES

CLASSES = 1100


@pytest.fixture(scope="module")
def large():
    rng = np.random.default_rng(1)
    truth = np.concatenate((np.arange(CLASSES), rng.integers(0, CLASSES, 3 * CLASSES)))
    right = rng.random(len(truth)) < 0.6
    return ac.Tables.from_labels(truth, np.where(right, truth, rng.integers(0, CLASSES, len(truth))))


def peak(work):
    """In tables of 64-bit numbers."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1] / (8 * CLASSES**2)
    finally:
        tracemalloc.stop()


def test_an_evaluation_takes_no_more_than_a_few_tables(large):
    assert peak(lambda: ac.evaluate(large)) < 15


@pytest.mark.parametrize("key", [*HEADLINE, *OF_MORE_CLASSES, "balanced_accuracy", "scott_pi"])
def test_an_interval_takes_no_more_than_a_few_tables(large, key):
    assert peak(lambda: ac.interval(large, key)) < 15


@pytest.mark.parametrize("sampling", ["items", "classes"])
def test_standard_errors_of_many_classes_are_those_of_the_cells_laid_out(sampling):
    """By the formula of the delta method from the gradient, without blocks."""
    t = ac.Tables.from_counts(np.random.default_rng(3).poisson(0.3, (70, 70)))
    for key in ("informedness", "cohen_kappa", "macro_recall"):
        slopes = gradient(delta.smoothed(t), key)
        counts = delta.smoothed(t).counts
        squares, sums, real = (counts * slopes**2).sum(), (counts * slopes).sum(-1), counts.sum(-1)
        lost = sums.sum() ** 2 / real.sum() if sampling == "items" else (sums**2 / real).sum()
        found = ac.interval(t, key, method="delta", sampling=sampling).se
        assert found == pytest.approx(np.sqrt(squares - lost), rel=1e-9)


@pytest.mark.parametrize("key", ["cramer_v", "mutual_information", "confusion_entropy", "kendall_tau_b"])
def test_a_measure_of_every_cell_says_why_it_has_no_interval(large, key):
    found = ac.interval(large, key)
    reason = np.asarray(found.reason).flat[0]
    assert "every cell" in reason
    assert np.isnan(found.low).all()
    assert np.isfinite(found.value).any()


def test_blocks_do_not_change_an_error_that_is_estimated(monkeypatch):
    t = ac.Tables.from_counts(np.random.default_rng(2).poisson(3, (45, 45)))
    whole = ac.interval(t, "kendall_tau_b", method="delta").se
    monkeypatch.setattr(delta, "_BLOCK_SIZE", 45 * 45 * 7)
    assert ac.interval(t, "kendall_tau_b", method="delta").se == pytest.approx(whole)


@pytest.mark.parametrize("method", ["bca", "percentile", "posterior"])
def test_tables_are_not_drawn_where_that_would_take_too_long(large, method):
    with pytest.raises(InputError, match="1,100 classes: use 'delta'"):
        ac.interval(large, "informedness", method=method)


def test_what_is_recommended_gives_way_to_what_is_feasible(large, monkeypatch):
    assert ac.interval(large, "no_information_rate").method == "delta"
    assert ac.interval(large, "informedness").method == "profile"
    assert ac.interval(large, "informedness", sampling="classes").method == "delta"
    monkeypatch.setattr(feasible, "MOST_OCCUPIED", 100)
    assert ac.interval(large, ["mcc"])["mcc"].method == "delta"
    with pytest.raises(InputError, match="'profile' would take too long"):
        ac.interval(large, "mcc", method="profile")


def test_draws_of_large_tables_come_in_smaller_chunks(monkeypatch):
    from abovechance.inference.resampling import bootstrap as resampling

    t = ac.Tables.from_counts([[5, 2], [1, 9]])
    whole = [
        counts for _, _, counts in resampling.drawn_tables(t, resampling.multinomial_draw("items"), 9, 1)
    ]
    assert [len(x) for x in whole] == [9]
    monkeypatch.setattr(resampling, "_CHUNK_CELLS", 16)
    parts = [x for _, _, x in resampling.drawn_tables(t, resampling.multinomial_draw("items"), 9, 1)]
    assert [len(x) for x in parts] == [4, 4, 1]


def test_a_comparison_takes_no_more_than_a_few_tables():
    rng = np.random.default_rng(4)
    truth = np.concatenate((np.arange(CLASSES), rng.integers(0, CLASSES, 3 * CLASSES)))
    answers = {
        name: np.where(rng.random(len(truth)) < share, truth, rng.integers(0, CLASSES, len(truth)))
        for name, share in (("A", 0.6), ("B", 0.5))
    }
    assert peak(lambda: ac.compare(truth, answers, "informedness")) < 15
