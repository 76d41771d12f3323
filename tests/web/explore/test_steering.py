"""Sliders give tables that are what was asked for, as near as whole counts can be."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import abovechance as ac
from abovechance.web.explore.steering import Move, apportioned, limits, moved

SHARES = st.floats(0, 1)
LABELS = "abcdefgh"
SIZES = st.integers(2, 5)


@st.composite
def tables(draw, classes=SIZES, least=0, most=400):
    size = draw(classes)
    rows = st.lists(st.integers(least, most), min_size=size, max_size=size)
    return table(draw(st.lists(rows, min_size=size, max_size=size)))


def table(counts):
    size = len(counts)
    return ac.Tables.from_counts(counts, list(LABELS[:size]), positive="a" if size == 2 else None)


def informedness(counts):
    return ac.informedness(table(counts))


def part(t):
    """The parts of an item that counts are rounded to, so that the number of items has seven digits."""
    return 10.0 ** -max(0, 7 - len(str(t.total)))


@given(tables(), SHARES, st.sampled_from(["rates", "bias"]))
def test_prevalence_is_what_was_asked_for(t, share, keep):
    assume(t.total)
    counts = moved(t, Move("prevalence", share, keep=keep)).counts
    assert counts.sum() == pytest.approx(t.total)
    assert counts.min() >= 0
    assert abs(counts[0].sum() - share * t.total) <= part(t) * len(t.labels)


@given(tables(least=1), SHARES)
def test_prevalence_keeps_the_shares_of_each_class(t, share):
    counts = moved(t, Move("prevalence", share)).counts
    rates = t.counts / t.counts.sum(axis=1, keepdims=True)
    assert np.all(abs(counts - counts.sum(axis=1, keepdims=True) * rates) <= part(t))


@given(tables(least=1), st.floats(0.02, 0.98))
def test_informedness_of_two_classes_stays_to_three_decimals(t, share):
    assume(len(t.labels) == 2)
    assert informedness(moved(t, Move("prevalence", share)).counts) == pytest.approx(
        ac.informedness(t), abs=5e-4
    )


@given(tables(), SHARES)
def test_bias_is_what_was_asked_for_and_prevalence_stays(t, share):
    assume(t.total)
    counts = moved(t, Move("bias", share)).counts
    assert counts.sum() == pytest.approx(t.total)
    assert counts.min() >= 0
    assert abs(counts[:, 0].sum() - share * t.total) <= part(t) * len(t.labels)
    assert np.all(abs(counts.sum(axis=1) - t.counts.sum(axis=1)) <= part(t) * len(t.labels))


@given(tables(least=1), st.floats(-1, 1))
def test_informedness_is_what_was_asked_for_or_its_limit(t, asked):
    found = moved(t, Move("informedness", asked))
    low, high = limits(t)
    least = t.counts.sum(axis=1).min()
    assert abs(informedness(found.counts) - np.clip(asked, low, high)) <= 2 * len(t.labels) * part(t) / least
    assert bool(found.note) == (not low - 5e-4 <= asked <= high + 5e-4)
    assert np.all(abs(found.counts.sum(axis=1) - t.counts.sum(axis=1)) <= part(t) * len(t.labels))
    assert np.all(abs(found.counts.sum(axis=0) - t.counts.sum(axis=0)) <= part(t) * len(t.labels))


@given(tables(st.just(2)))
def test_the_limits_of_informedness_are_those_of_all_tables_with_these_margins(t):
    (up, down), (left, _) = t.counts.sum(axis=1).tolist(), t.counts.sum(axis=0).tolist()
    assume(up and down)
    hits = range(max(0, left - down), min(up, left) + 1)
    every = [informedness([[h, up - h], [left - h, down - left + h]]) for h in (hits[0], hits[-1])]
    assert limits(t) == pytest.approx((min(every), max(every)))


@given(tables(st.just(2), least=1), SHARES, SHARES)
def test_a_point_sets_recall_and_fallout(t, fallout, recall):
    counts = moved(t, Move("point", fallout, recall)).counts
    positives, negatives = t.counts.sum(axis=1).tolist()
    assert counts.sum(axis=1) == pytest.approx([positives, negatives])
    assert abs(counts[0, 0] - recall * positives) <= part(t)
    assert abs(counts[1, 0] - fallout * negatives) <= part(t)


@given(tables(), st.integers(0, 10**15))
def test_another_size_keeps_all_shares(t, size):
    assume(t.total)
    counts = moved(t, Move("n", size)).counts
    assert counts.sum() == pytest.approx(size)
    assert np.all(abs(counts - size * (t.counts / t.total)) <= 1 + 1e-12 * size)


@given(tables(least=1), SHARES)
def test_counts_are_rounded_to_whole_items_on_demand(t, share):
    counts = moved(t, Move("prevalence", share)).counts
    whole = moved(table(counts.tolist()), Move("whole", 0)).counts
    assert whole.dtype.kind == "i"
    assert whole.sum() == t.total
    assert np.all(abs(whole - counts) < 1)


@given(st.lists(st.floats(0, 1e9), min_size=1, max_size=9).filter(any), st.integers(0, 10**15))
def test_items_are_apportioned_wholly(shares, size):
    found = apportioned(shares, size)
    assert found.sum() == size
    assert found.min() >= 0
    assert all(count == 0 for count, share in zip(found, shares, strict=True) if share == 0)


def test_what_stands_in_the_way_is_said():
    t = table([[45, 15], [5, 35]])  # prevalence 0.6, bias 0.5: Informedness is 0.625, and at most 0.833
    assert "at most 0.833" in moved(t, Move("informedness", 0.9)).note
    note = moved(t, Move("bias", 0.95)).note
    assert "at most 0.125" in note
    assert "cannot stay at 0.625" in note
    assert not moved(t, Move("bias", 0.55)).note


def test_informedness_comes_back_with_the_slider():
    """A drag asks from where it began, so that what was clamped on the way is not lost."""
    t = table([[45, 15], [5, 35]])
    assert informedness(moved(t, Move("bias", 0.95)).counts) < 0.2
    assert moved(t, Move("bias", 0.5)).counts.tolist() == t.counts.tolist()  # and whole again


@pytest.mark.parametrize("control", ["prevalence", "bias", "informedness", "point"])
def test_an_empty_table_stays_empty_and_says_so(control):
    found = moved(table([[0, 0], [0, 0]]), Move(control, 0.5))
    assert found.counts.sum() == 0
    assert "no items" in found.note


def test_an_empty_table_is_filled_evenly():
    assert moved(table([[0, 0], [0, 0]]), Move("n", 100)).counts.tolist() == [[25, 25], [25, 25]]


def test_a_class_without_items_is_predicted_as_all_were():
    found = moved(table([[0, 0], [30, 70]]), Move("prevalence", 0.5))
    assert found.counts.tolist() == [[15, 35], [15, 35]]
    assert "no rates" in found.note
