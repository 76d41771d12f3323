"""The search over the occupied cells of a large table finds what that over all cells finds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import abovechance as ac
from abovechance.inference.intervals.methods import is_profiled
from abovechance.inference.profile import profile
from abovechance.inference.profile.profile import profile_bounds

PROFILED = [m for m in ac.measures() if is_profiled(m)]
SPARSE = st.integers(2, 6).flatmap(
    lambda k: arrays(np.int64, (k, k), elements=st.sampled_from([0, 0, 0, 1, 2, 9]))
)


def both(chosen, counts, z=1.96):
    t = ac.Tables.from_counts(counts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(profile, "_MOST_CLASSES", 0)
        by_all = profile_bounds(chosen, t, z, "items", {})
        patch.setattr(profile, "_MANY_CELLS", 0)
        return by_all, profile_bounds(chosen, t, z, "items", {})


@pytest.mark.parametrize("seed", range(4))
def test_every_measure_has_the_same_bounds(seed):
    rng = np.random.default_rng(seed)
    counts = rng.poisson(0.4, (30, 30)) + np.diag(rng.poisson(2, 30))
    counts[3], counts[:, 7], counts[5], counts[:, 5] = 0, 0, 0, 0
    by_all, by_occupied = both(PROFILED, counts)
    for m in PROFILED:
        assert by_occupied[m.key] == pytest.approx(by_all[m.key], abs=1e-9, nan_ok=True), m.key


@given(SPARSE, st.sampled_from(["informedness", "markedness", "correlation", "mcc", "macro_f1"]))
def test_sparse_tables_have_the_same_bounds(counts, key):
    by_all, by_occupied = both([ac.measure(key)], counts)
    assert by_occupied[key] == pytest.approx(by_all[key], abs=1e-7, nan_ok=True)


def test_a_batch_is_searched_table_by_table(monkeypatch):
    counts = np.random.default_rng(1).poisson(0.7, (3, 9, 9))
    batch = ac.Tables.from_counts(counts)
    monkeypatch.setattr(profile, "_MOST_CLASSES", 0)
    together = ac.interval(batch, "mcc")
    monkeypatch.setattr(profile, "_MANY_CELLS", 0)
    apart = ac.interval(batch, "mcc")
    assert apart.low == pytest.approx(together.low)
    assert apart.high == pytest.approx(together.high)


def test_measures_searched_together_have_the_bounds_of_each_alone():
    t = ac.Tables.from_counts([[20, 3, 2], [4, 15, 0], [1, 2, 0]])
    together = profile_bounds(PROFILED, t, 1.96, "items", {})
    for m in PROFILED:
        assert profile_bounds([m], t, 1.96, "items", {})[m.key] == pytest.approx(together[m.key], nan_ok=True)
