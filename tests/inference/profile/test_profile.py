"""The profile: the range of a measure over the tables that the data allow."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.special import ndtr

import abovechance as ac
from abovechance.core.checks import quantile
from abovechance.inference.derivatives.nudged import Outline, needs_outline_only
from abovechance.inference.intervals.methods import is_profiled
from abovechance.inference.intervals.proportion import wilson
from abovechance.inference.profile.cells import Path
from abovechance.inference.profile.profile import profile_bounds

KEYS = ["informedness", "prevalence_weighted_informedness", "markedness", "correlation", "mcc", "cohen_kappa"]
TABLES = st.integers(2, 4).flatmap(lambda k: arrays(np.int64, (k, k), elements=st.integers(0, 12)))


def pearson(counts, expected):
    """The distance, in which an expected item that is not there counts as one."""
    counts, expected = np.ravel(counts), np.ravel(expected)
    there = expected > 0
    return float(((counts - expected)[there] ** 2 / expected[there]).sum())


@given(TABLES.filter(lambda counts: counts.sum() > 1), st.floats(0.5, 10), st.data())
def test_tables_at_the_greatest_distance_are_as_distant_as_allowed(counts, goal, data):
    slopes = data.draw(arrays(float, counts.shape, elements=st.floats(-1, 1).map(lambda x: round(x, 3))))
    allowed = np.ones((1, counts.size), dtype=bool)
    path = Path(counts.reshape(1, -1).astype(float), slopes.reshape(1, -1), allowed)
    path.at(np.array([goal / 3]))  # the start of the next
    found = path.at(np.array([goal]))
    assert found.sum() == pytest.approx(counts.sum())
    assert (found >= 0).all()
    if np.ptp(slopes) > 0 and np.ptp(slopes[counts > 0]) > 0:
        assert pearson(counts, found) == pytest.approx(goal, rel=1e-3)
        assert (slopes * found.reshape(counts.shape)).sum() >= (slopes * counts).sum()


def test_no_allowed_table_is_farther_along_the_slopes():
    """Random tables within the distance, against the closed form."""
    rng = np.random.default_rng(3)
    counts, slopes = np.array([12.0, 0, 3, 30, 1, 0]), np.array([0.3, 1.0, -0.2, 0.0, 0.9, -1.0])
    found = Path(counts[None], slopes[None], np.ones((1, 6), dtype=bool)).at(np.array([3.84]))[0]
    others = rng.dirichlet(counts + 1, 200_000) * counts.sum()
    distance = ((counts - others) ** 2 / others).sum(-1)
    near = others[distance <= 3.84]
    assert len(near) > 1000
    assert (near @ slopes).max() <= found @ slopes


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_of_a_proportion_it_is_wilsons_interval_with_the_jackknifes_variance(level):
    """The variance of a proportion by the jackknife is n/(n − 1) times that of the slopes."""
    for right in (0, 1, 17, 49):
        t = ac.Tables.from_counts([[right, 50 - right], [0, 0]])
        z = quantile(level)
        inflated = z * np.sqrt(50 / 49) if right else z
        low, high = profile_bounds([ac.measure("accuracy")], t, z, "items", {})["accuracy"]
        expected = wilson(right, 50, 2 * ndtr(inflated) - 1)
        assert (float(low), float(high)) == pytest.approx(expected, abs=1e-7)


def test_measures_told_by_margins_and_diagonal_are_known():
    assert all(is_profiled(ac.measure(key)) for key in (*KEYS, "macro_f1", "balanced_accuracy"))
    assert not any(
        needs_outline_only(ac.measure(key)) for key in ("weighted_kappa", "quadratic_kappa", "recall")
    )
    assert not is_profiled(ac.measure("no_information_rate"))


def test_an_outline_without_an_item_is_that_of_the_table_without_it():
    counts = np.array([[5, 1, 0], [2, 7, 1], [0, 3, 4]])
    outline = Outline.of(counts).without(np.ones(9))
    for cell in range(9):
        less = counts.astype(float)
        less.flat[cell] -= 1
        assert outline.real[cell] == pytest.approx(less.sum(1))
        assert outline.predicted[cell] == pytest.approx(less.sum(0))
        assert outline.hits[cell] == pytest.approx(np.diag(less))


@given(TABLES, st.sampled_from(KEYS), st.sampled_from(["items", "classes"]))
def test_there_is_an_interval_around_every_value_that_is_defined(counts, key, sampling):
    t = ac.Tables.from_counts(counts)
    found = ac.interval(t, key, method="profile", sampling=sampling)
    assert np.isnan(found.low) == np.isnan(found.high) == np.isnan(found.value)
    if not np.isnan(found.value):
        assert -1 <= found.low <= found.value <= found.high <= 1


@given(TABLES, st.sampled_from(KEYS))
def test_a_higher_level_never_narrows_the_interval(counts, key):
    t = ac.Tables.from_counts(counts)
    narrow, wide = (ac.interval(t, key, method="profile", level=level) for level in (0.9, 0.95))
    assume(not np.isnan(narrow.value))
    assert wide.low <= narrow.low + 1e-9
    assert wide.high >= narrow.high - 1e-9


@given(TABLES, st.sampled_from([*KEYS, "accuracy"]), st.sampled_from(["profile", "delta"]), st.data())
def test_a_class_that_neither_occurs_nor_is_predicted_changes_nothing(counts, key, method, data):
    if key == "accuracy":
        method = "auto"
    place = data.draw(st.integers(0, len(counts)))
    more = np.insert(np.insert(counts, place, 0, axis=0), place, 0, axis=1)
    first, second = (ac.interval(ac.Tables.from_counts(x), key, method=method) for x in (counts, more))
    assume(not np.isnan(first.low))
    if (key, method) == ("correlation", "delta"):  # near chance refused for more than two classes alone
        assume(len(counts) > 2)
    for name in ("value", "low", "high", "se"):
        assert getattr(second, name) == pytest.approx(getattr(first, name), abs=1e-7), name


def test_correlation_has_an_interval_where_informedness_and_markedness_differ_in_sign():
    counts = np.array([[5, 7, 36], [0, 3, 3], [1, 2, 3]])
    t = ac.Tables.from_counts(counts)
    assert float(ac.informedness(t)) * float(ac.markedness(t)) < 0
    found = ac.interval(t, "correlation")
    assert found.value == 0
    assert found.low < 0 < found.high
    assert found.se > 0


def test_a_label_that_never_occurs_leaves_open_what_it_might_have_been():
    """All items of a class that is predicted half of the time may be hit or missed."""
    t = ac.Tables.from_counts([[10, 2, 20], [1, 5, 3], [0, 0, 0]])
    found = ac.interval(t, "informedness")
    once = ac.interval(ac.Tables.from_counts([[10, 2, 1], [1, 5, 0], [0, 0, 0]]), "informedness")
    assert found.high - found.value > 0.35
    assert once.high - once.value < found.high - found.value


def test_items_of_classes_fixed_beforehand_vary_less():
    t = ac.Tables.from_counts([[41, 7, 3], [12, 29, 5], [6, 8, 53]])
    for key in KEYS:
        free, fixed = (ac.interval(t, key, method="profile", sampling=x) for x in ("items", "classes"))
        assert fixed.high - fixed.low <= free.high - free.low
        plain = ac.interval(t, key, method="delta", sampling="classes")
        assert fixed.high - fixed.low == pytest.approx(plain.high - plain.low, rel=0.05)


def test_many_items_agree_with_the_delta_method():
    t = ac.Tables.from_counts(np.array([[41, 7, 3], [12, 29, 5], [6, 8, 53]]) * 100)
    for key in (*KEYS, "macro_f1"):
        profile, delta = (ac.interval(t, key, method=x) for x in ("profile", "delta"))
        assert (profile.low, profile.high) == pytest.approx((delta.low, delta.high), abs=2e-4)


# Coverage ---------------------------------------------------------------------------------------


def mixture(prevalence, informed, guess):
    prevalence, informed = np.asarray(prevalence), np.broadcast_to(informed, len(prevalence))
    return prevalence[:, None] * (np.diag(informed) + (1 - informed)[:, None] * np.asarray(guess))


def rare(classes, share):
    return np.array([1 - (classes - 1) * share, *[share] * (classes - 1)])


NEXT = np.roll(np.eye(3), 1, axis=1)
WORST = {
    "reversed guesses": (mixture(rare(5, 0.02), 0.2, rare(5, 0.02)[::-1]), 1000),
    "reversed guesses of ten": (mixture(rare(10, 0.017), 0.5, rare(10, 0.017)[::-1]), 1000),
    "systematic confusions": (mixture(rare(3, 0.02), 0.5, NEXT), 1000),
    "classes that hardly occur": (mixture([0.86, 0.12, 0.02], [0.2, 0.55, 0.9], [0.02, 0.12, 0.86]), 50),
    "skill of some": (mixture(rare(5, 0.1), [0.2, 0.4, 0.5, 0.7, 0.9], rare(5, 0.1)), 100),
    "chance": (mixture(rare(3, 0.1), 0.0, rare(3, 0.1)), 1000),
}


@pytest.mark.parametrize("name", WORST)
def test_no_more_than_a_few_intervals_miss_silently(name):
    """6.5 % and two and a half standard errors of 1000 tables are 8.4 %."""
    shares, n = WORST[name]
    counts = np.random.default_rng(11).multinomial(n, shares.ravel(), size=1000).reshape(-1, *shares.shape)
    tables, truth = ac.Tables.from_counts(counts), ac.Tables.from_counts(shares)
    for key, found in ac.interval(tables, [*KEYS, "macro_f1", "accuracy"]).items():
        value = float(ac.measure(key)(truth))
        known = ~np.isnan(np.asarray(ac.measure(key)(tables)))
        assert (np.isnan(found.low) == ~known).all()
        missed = known & ((found.low > value + 1e-9) | (found.high < value - 1e-9))
        silent = missed & (np.asarray(found.warning, dtype=object) == None)  # noqa: E711
        assert silent.mean() < 0.084, (key, silent.mean())
