"""Concordance and agreement of weighted items: the scale of weights never matters, and equal ones are none."""

import numpy as np
import pytest

import abovechance as ac

RNG = np.random.default_rng(3)
SIZE = 80
A = RNG.integers(0, 3, SIZE)
B = np.where(RNG.random(SIZE) < 0.7, A, RNG.integers(0, 3, SIZE))
WEIGHTS = RNG.lognormal(size=SIZE)
SCALES = (1e-3, 1000.0, 3.7)


def numbers(result, names=("value", "low", "high", "se")):
    return np.array([np.nan if (x := getattr(result, name)) is None else x for name in names], dtype=float)


def same(one, other):
    np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-9, equal_nan=True)


@pytest.mark.parametrize(
    "key", ["adjusted_rand", "rand_index", "nmi", "purity", "adjusted_mutual_information"]
)
def test_the_scale_changes_no_concordance(key):
    def found(weights):
        return ac.concordance(A, B, key, weights=weights, seed=1, replicates=99)

    for scale in SCALES:
        same(numbers(found(WEIGHTS)), numbers(found(scale * WEIGHTS)))
    names = ("value", "low", "high", "se", "chance", "p_value")
    same(numbers(found(None), names), numbers(found(np.full(SIZE, 3.7)), names))


def test_rows_of_concordance_may_stand_for_several_items():
    counts = RNG.integers(0, 4, SIZE)
    counted = ac.concordance(A, B, "adjusted_rand", counts=counts, seed=1)
    repeated = ac.concordance(np.repeat(A, counts), np.repeat(B, counts), "adjusted_rand", seed=1)
    assert counted.value == repeated.value
    assert (counted.low, counted.high) == (repeated.low, repeated.high)


@pytest.mark.parametrize("key", ["cohen_kappa", "krippendorff_alpha", "gwet_ac1", "percent_agreement"])
def test_the_scale_changes_no_agreement_of_a_table(key):
    def found(weights):
        table = ac.Tables.from_labels(A, B, weights=weights)
        return numbers(ac.agreement(ac.Ratings.from_table(table), key))

    for scale in SCALES:
        same(found(WEIGHTS), found(scale * WEIGHTS))
    same(found(None), found(np.full(SIZE, 1000.0)))
    assert found(WEIGHTS)[3] > found(None)[3]
