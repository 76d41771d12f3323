"""The bounds against every table that flips of true labels can make."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from abovechance.core.contingency import Contingency
from abovechance.inference.imperfect_truth import two_classes
from abovechance.inference.imperfect_truth.more_classes import extreme_table
from abovechance.inference.imperfect_truth.two_classes import extreme_tables
from abovechance.measures.headlines import OF_AN_IMPERFECT_TRUTH
from abovechance.measures.registry import measure


def columns(column, flips):
    """Every column with the same items that so many flips can make, with the number of flips."""
    size = sum(column)
    for parts in itertools.product(range(size + 1), repeat=len(column) - 1):
        if sum(parts) <= size:
            new = np.array([*parts, size - sum(parts)])
            distance = np.abs(new - column).sum() // 2
            if distance <= flips:
                yield distance, new


def every_table(counts, flips):
    """Every table that so many flips can make."""
    found = itertools.product(*(list(columns(column, flips)) for column in counts.T))
    return np.stack(
        [np.stack([new for _, new in made], axis=1) for made in found if sum(d for d, _ in made) <= flips]
    )


def values(tables, key):
    with np.errstate(all="ignore"):
        return measure(key).function(Contingency(tables))


def check(counts, flips, key, found):
    """Whether tables that were found are reachable and extreme."""
    every = every_table(counts, flips)
    known = values(every, key)
    if np.isnan(known).all():
        return
    for sign, extreme in ((1, np.nanmax(known)), (-1, np.nanmin(known))):
        table = found(sign)
        assert table.sum(0).tolist() == counts.sum(0).tolist()
        assert (every == table).all((-2, -1)).any()
        assert values(table, key) == pytest.approx(extreme, abs=1e-12)


@pytest.mark.parametrize("few", [two_classes._MAX_FLIPS_ENUMERATED, -1])
@pytest.mark.parametrize("key", OF_AN_IMPERFECT_TRUTH)
def test_two_classes_are_as_by_enumeration(key, few, monkeypatch):
    monkeypatch.setattr(two_classes, "_MAX_FLIPS_ENUMERATED", few)
    rng = np.random.default_rng(0)
    for n in range(40):
        counts, flips = rng.integers(0, 9 if n % 2 else 20, (2, 2)), int(rng.integers(0, 9))
        check(counts, flips, key, lambda sign, c=counts, m=flips: extreme_tables(c, np.array(m), key, sign))


@pytest.mark.parametrize("key", OF_AN_IMPERFECT_TRUTH)
def test_three_classes_are_as_by_enumeration(key):
    rng = np.random.default_rng(1)
    for _ in range(12):
        counts, flips = rng.integers(0, 6, (3, 3)), int(rng.integers(0, 4))
        check(counts, flips, key, lambda sign, c=counts, m=flips: extreme_table(c, m, key, sign))


@given(hnp.arrays(np.int64, (2, 2), elements=st.integers(1, 40)), st.integers(0, 12))
@settings(max_examples=50)
def test_both_ways_agree_on_two_classes(counts, flips):
    for key, sign in itertools.product(OF_AN_IMPERFECT_TRUTH, (-1, 1)):
        general = values(extreme_table(counts, flips, key, sign), key)
        exact = values(extreme_tables(counts, np.array(flips), key, sign), key)
        assert sign * (exact - general) > -1e-12
        if key in ("accuracy", "cohen_kappa"):
            assert general == pytest.approx(exact, abs=1e-12)


@given(hnp.arrays(np.int64, (5, 2, 2), elements=st.integers(0, 60)), st.integers(0, 15))
def test_a_batch_is_as_one_by_one(counts, flips):
    for key in OF_AN_IMPERFECT_TRUTH:
        batch = extreme_tables(counts, np.full(5, flips), key, 1)
        alone = [extreme_tables(one, np.array(flips), key, 1) for one in counts]
        assert values(batch, key) == pytest.approx(values(np.stack(alone), key), nan_ok=True)


def test_weights_have_bounds_near_those_of_many_items():
    shares = np.array([[0.41, 0.09], [0.13, 0.37]])
    for key, sign in itertools.product(OF_AN_IMPERFECT_TRUTH, (-1, 1)):
        weighted = values(extreme_tables(shares, np.array(0.05), key, sign), key)
        counts = np.rint(shares * 100_000).astype(np.int64)
        counted = values(extreme_tables(counts, np.array(5000), key, sign), key)
        assert weighted == pytest.approx(counted, abs=1e-4)


def test_the_search_reaches_what_integer_programming_found():
    # by scipy.optimize.milp with a binary for each number of real items of each class, gap 1e-9
    counts = np.zeros((3, 3), dtype=np.int64)
    rng = np.random.default_rng(0)
    shares = rng.dirichlet(np.ones(3) * 3)
    truth = rng.choice(3, 60, p=shares)
    np.add.at(counts, (truth, np.where(rng.random(60) < 0.6, truth, rng.choice(3, 60))), 1)
    found = [
        float(values(extreme_table(counts, 3, key, sign), key))
        for key in ("informedness", "markedness")
        for sign in (1, -1)
    ]
    assert found == pytest.approx([0.6937460004, 0.4960025398, 0.6533273642, 0.4800965694], abs=1e-9)
