"""Drawing on the sorted order equals drawing items and sorting them anew."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance.curves.thresholds.units import dealt, drawn, sample_of, sample_of_curve, set_apart
from tests.curves.samples import columns, items


def as_items(sample, draws, row):
    """The scores of the items drawn, positive ones first, and whether each is positive."""
    scores, truth = [], []
    for units, counts, cumulative, real in (
        (sample.positive, draws[0][row], sample.curve.tp, True),
        (sample.negative, draws[1][row], sample.curve.fp, False),
    ):
        places = np.flatnonzero(np.diff(cumulative) > 0) + 1
        assert len(units.counts) == len(places)
        scores += np.repeat(sample.curve.thresholds[places], counts).tolist()
        truth += [real] * int(counts.sum())
    return np.array(truth), np.array(scores)


@settings(max_examples=50)
@given(rows=items(), seed=st.integers(0, 99), sampling=st.sampled_from(["items", "classes"]))
def test_counts_of_draws_are_those_of_the_items_drawn(rows, seed, sampling):
    truth, scores, _ = columns(rows)
    sample = sample_of(truth, scores, positive=True)
    draws = drawn(sample, np.random.default_rng(seed), 3, sampling)
    counts = sample.counts(draws)
    assert (draws[0].sum(1) + draws[1].sum(1)).tolist() == [len(truth)] * 3
    if sampling == "classes":
        assert draws[0].sum(1).tolist() == [truth.sum()] * 3
    for row in range(3):
        real, values = as_items(sample, draws, row)
        for position, threshold in enumerate(sample.curve.thresholds):
            called = (values >= threshold) & (position > 0)
            assert counts.tp[row, position] == (called & real).sum()
            assert counts.fp[row, position] == (called & ~real).sum()
        assert counts.positives[row, 0] == real.sum()


@settings(max_examples=50)
@given(rows=items(), seed=st.integers(0, 99), folds=st.integers(2, 5))
def test_folds_hold_every_item_once_and_their_share_of_both_classes(rows, seed, folds):
    truth, scores, _ = columns(rows)
    sample = sample_of(truth, scores, positive=True)
    held = dealt(sample, np.random.default_rng(seed), folds)
    for units, part in zip((sample.positive, sample.negative), held, strict=True):
        assert part.sum(0).tolist() == units.counts.tolist()
        if units.items <= 8 * len(units.counts):
            assert np.ptp(part.sum(1)) <= 1
    rest = sample.rest_of(held)
    assert (rest[0] + held[0]).tolist() == [sample.positive.counts.tolist()] * folds


def test_weighted_items_keep_their_own_weights():
    truth, scores, weights = [0, 1, 1, 0, 1], [1.0, 1.0, 2.0, np.inf, 2.0], [0.5, 2, 3, 0.25, 0]
    sample = sample_of(truth, scores, weights=weights)
    one_of_each = tuple(
        np.ones((1, len(units.counts)), dtype=int) for units in (sample.positive, sample.negative)
    )
    counts = sample.counts(one_of_each)
    assert counts.tp[0].tolist() == sample.curve.tp.tolist() == [0, 0, 3, 5]
    assert counts.fp[0].tolist() == sample.curve.fp.tolist() == [0, 0.25, 0.25, 0.75]
    assert len(sample.positive.counts) == 2


def test_few_items_left_out_of_many_alike_are_those_expected():
    """Of 3 alike items, drawn twice: the mean over all 9 ways."""
    sample = sample_of_curve(ac.Curve.from_counts([1], positives=[3], negatives=[1]))
    left = sample.left_of((np.array([[2]]), np.array([[0]])))
    ways = [3 - len(set(way)) for way in product(range(3), repeat=2)]
    assert left[0][0, 0] == pytest.approx(np.mean(ways))
    assert left[1][0, 0] == 1


def test_counts_of_a_billion_items_are_drawn_without_the_items():
    sample = sample_of_curve(
        ac.Curve.from_counts([2, 1], positives=[6 * 10**8, 10**8], negatives=[10**8, 2 * 10**8])
    )
    rng = np.random.default_rng(0)
    draws = drawn(sample, rng, 4, "items")
    assert (draws[0].sum(1) + draws[1].sum(1)).tolist() == [10**9] * 4
    assert sample.left_of(draws)[0][0] == pytest.approx(np.exp(-1) * np.array([6e8, 1e8]), rel=1e-3)
    held = dealt(sample, rng, 5)
    assert held[0].sum(0).tolist() == [6 * 10**8, 10**8]
    assert held[0][0] == pytest.approx([1.2e8, 2e7], rel=1e-2)
    assert set_apart(sample, rng, 0.25)[0][0] == pytest.approx([1.5e8, 2.5e7], rel=1e-2)


def test_items_set_apart_are_a_share_of_each_class():
    sample = sample_of([0, 1] * 20, np.arange(40))
    held = set_apart(sample, np.random.default_rng(0), 0.3)
    assert (held[0].sum(), held[1].sum(), held[0].max()) == (6, 6, 1)


def test_what_is_missing_is_named():
    weighted = ac.Curve.from_scores([0, 1], [1, 2], weights=[1, 0.5])
    with pytest.raises(ac.InputError, match="give truth, scores and weights"):
        sample_of_curve(weighted)
    with pytest.raises(ac.InputError, match="positive cannot be given with it"):
        ac.curves.select_threshold(ac.Curve.from_scores([0, 1], [1, 2]), positive=1)
    with pytest.raises(ac.InputError, match="must be a Curve"):
        ac.curves.select_threshold([0, 1])
