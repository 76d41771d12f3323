"""Intervals of averages of areas: by hand, against the bootstrap, and for two classes against DeLong."""

import math

import numpy as np
import pytest

import abovechance as ac
from abovechance.curves.classes.interval import COEFFICIENTS

interval = ac.curves.multiclass_interval


@pytest.fixture(scope="module")
def sample():
    rng = np.random.default_rng(2)
    truth = rng.choice(4, size=160, p=[0.4, 0.3, 0.2, 0.1])
    return truth, np.round(rng.normal(size=(160, 4)) + np.eye(4)[truth], 1)


@pytest.mark.parametrize("average", COEFFICIENTS)
def test_value_is_that_of_multiclass(sample, average):
    assert interval(*sample, average).value == pytest.approx(
        ac.curves.multiclass(*sample)[average], abs=1e-14
    )


@pytest.mark.parametrize("average", COEFFICIENTS)
def test_standard_error_is_that_of_the_bootstrap(sample, average):
    truth, scores = sample
    rng = np.random.default_rng(3)
    classes = [np.flatnonzero(truth == c) for c in range(4)]
    drawn = []
    for _ in range(600):
        rows = np.concatenate([rng.choice(mine, len(mine)) for mine in classes])
        drawn.append(interval(truth[rows], scores[rows], average).value)
    # draws vary by (n - 1)/n less, of which the smallest class of 14 items makes most
    assert interval(truth, scores, average, method="delong").se == pytest.approx(np.std(drawn), rel=0.1)


def test_variance_of_hand_till_from_all_pairs(sample):
    """The placements of every item written out, and their variance in each class."""
    truth, scores = sample
    added = np.zeros(len(truth))
    for i in range(4):
        for j in range(4):
            if i == j:
                continue
            own, other = (np.flatnonzero(truth == c) for c in (i, j))
            table = np.sign(scores[own, i][:, None] - scores[other, i]) / 2 + 0.5
            added[own] += table.mean(1) / 12
            added[other] += table.mean(0) / 12
    variance = sum(added[truth == c].var(ddof=1) / (truth == c).sum() for c in range(4))
    assert interval(truth, scores, method="delong").se == pytest.approx(math.sqrt(variance), rel=1e-12)


@pytest.mark.parametrize("average", COEFFICIENTS)
def test_two_classes_are_delong(average):
    rng = np.random.default_rng(5)
    truth = rng.random(50) < 0.4
    scores = rng.normal(size=50) + truth
    one = ac.curves.auc_interval(truth, scores)
    two = interval(truth, np.column_stack([-scores, scores]), average)
    assert (two.value, two.low, two.high, two.se) == pytest.approx((one.value, one.low, one.high, one.se))


def test_weights_in_proportion_change_nothing(sample):
    truth, scores = sample
    plain, weighted = interval(truth, scores), interval(truth, scores, weights=np.full(160, 3.5))
    assert (plain.low, plain.high) == pytest.approx((weighted.low, weighted.high))
    # an item of weight 0 is no item
    fewer = interval(truth, scores, weights=(np.arange(160) < 150).astype(float))
    assert fewer.se == pytest.approx(interval(truth[:150], scores[:150]).se)


def test_separation_leaves_a_doubt():
    truth = [0] * 5 + [1] * 6 + [2] * 7
    found = interval(truth, np.eye(3)[truth])
    assert (found.value, found.high) == (1, 1)
    # of the smallest class, which counts 2/3 of M, a share that five items would miss in one of forty samples
    assert found.low == pytest.approx(1 - 2 / 3 * (1 - 0.025 ** (1 / 5)))
    worst = interval(truth, -np.eye(3)[truth])
    assert (worst.low, worst.high) == pytest.approx((0, 1 - found.low))
    assert "fewer than 10 items" in found.warning


def test_undefined_has_a_reason():
    scores = np.eye(3)[[0, 1, 0, 1]]
    absent = interval([0, 1, 0, 1], scores, classes=[0, 1, 2])
    assert math.isnan(absent.value)
    assert absent.reason == "no item is really 2"
    single = interval([0, 1, 0, 1, 2], np.eye(3)[[0, 1, 1, 1, 2]])
    assert math.isnan(single.low)
    assert not math.isnan(single.value)
    assert "one item only" in single.reason


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"measure": "hand_tell"}, "did you mean 'hand_till'"),
        ({"measure": "bias_weighted_auc"}, "the bias varies"),
        ({"method": "bootstrap"}, "there is no interval of an average of areas"),
    ],
)
def test_bad_arguments_are_named(sample, options, said):
    with pytest.raises(ac.InputError, match=said):
        interval(*sample, **options)
