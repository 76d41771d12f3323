"""DeLong's variance against all pairs of items, against pROC, and by repeating rows."""

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import abovechance as ac
from abovechance.curves.uncertainty import delong
from abovechance.curves.uncertainty.delong import auc_variance, placements
from abovechance.intake.missing import Missing
from abovechance.intake.score_columns import judged

ASAH = json.loads((Path(__file__).parents[2] / "golden" / "asah_proc.json").read_text(encoding="utf-8"))
MARKERS = ("s100b", "ndka", "wfns")


def kernel(own, other):
    """Whether each positive score is above each negative one, ties half."""
    return [[Fraction((x > y) * 2 + (x == y), 2) for y in other] for x in own]


def brute(truth, columns):
    """The covariance of AUCs from all pairs, in fractions."""
    sides = []
    for column in columns:
        own = [s for s, t in zip(column, truth, strict=True) if t]
        other = [s for s, t in zip(column, truth, strict=True) if not t]
        table = kernel(own, other)
        rows = [sum(row) / len(other) for row in table]
        cols = [sum(row[j] for row in table) / len(own) for j in range(len(other))]
        sides.append((rows, cols))

    def covariance(x, y):
        a, b = sum(x) / len(x), sum(y) / len(y)
        return sum((p - a) * (q - b) for p, q in zip(x, y, strict=True)) / (len(x) - 1) / len(x)

    return [[float(sum(covariance(a[i], b[i]) for i in (0, 1))) for a in sides] for b in sides]


items = st.lists(
    st.tuples(st.booleans(), st.integers(0, 6), st.integers(0, 3)), min_size=4, max_size=25
).filter(lambda rows: 2 <= sum(t for t, _, _ in rows) <= len(rows) - 2)


@given(items)
def test_covariance_equals_that_of_all_pairs(rows):
    truth, a, b = map(list, zip(*rows, strict=True))
    found = placements(judged(truth, {"A": a, "B": b}, positive=True))
    expected = brute(truth, [a, b])
    np.testing.assert_allclose(found.covariance, expected, rtol=1e-12, atol=1e-15)
    difference, variance = found.difference(0, 1)
    assert difference == pytest.approx(found.auc[0] - found.auc[1], abs=1e-15)
    expected_variance = expected[0][0] + expected[1][1] - 2 * expected[0][1]
    assert variance == pytest.approx(expected_variance, rel=1e-9, abs=1e-15)


@given(items)
def test_the_counts_of_a_curve_are_enough_for_one_system(rows):
    truth, a, _ = map(list, zip(*rows, strict=True))
    curve = ac.Curve.from_scores(truth, a, positive=True)
    assert auc_variance(curve) == pytest.approx(brute(truth, [a])[0][0], rel=1e-12, abs=1e-16)
    assert placements(judged(truth, {"A": a}, positive=True)).auc[0] == curve.auc


def test_variance_and_covariance_of_proc():
    found = placements(judged(ASAH["outcome"], {name: ASAH[name] for name in MARKERS}, positive="Poor"))
    for i, name in enumerate(MARKERS):
        assert found.auc[i] == pytest.approx(ASAH["one"][name]["auc"], abs=1e-14)
        assert found.covariance[i, i] == pytest.approx(ASAH["one"][name]["var"], rel=1e-13)
    for first, second, value in ASAH["cov"]:
        i, j = MARKERS.index(first), MARKERS.index(second)
        assert found.covariance[i, j] == pytest.approx(value, rel=1e-12)


def test_nothing_cancels_at_a_trillion_items():
    # P = N = n, three scores: placements of positives 3/4, 1, 1 twice etc. do not change with n but for n - 1
    small = ac.Curve.from_counts([1, 2, 3], positives=[1, 1, 2], negatives=[2, 1, 1])
    large = ac.Curve.from_counts(
        [1, 2, 3], positives=[10**12, 10**12, 2 * 10**12], negatives=[2 * 10**12, 10**12, 10**12]
    )
    assert auc_variance(large) == pytest.approx(auc_variance(small) * 3 / (4e12 - 1), rel=1e-12)


def test_a_variance_smaller_than_rounding_of_the_auc_is_found():
    # one positive of n below all negatives: placements are 0 once and 1 else, their variance (n - 1)/n² · n/(n - 1)
    n = 10**9
    curve = ac.Curve.from_counts([1, 2, 3], positives=[1, 0, n - 1], negatives=[0, n, 0])
    # positives: Σ(V - A)² = (1 - 1/n); negatives all have placement 1 - 1/n
    assert auc_variance(curve) == pytest.approx((1 - 1 / n) / (n * (n - 1)), rel=1e-9)


@pytest.mark.parametrize("block", [1, 2, 3, 4, 5, 100])
def test_the_variance_does_not_depend_on_how_thresholds_are_cut_into_blocks(monkeypatch, block):
    """Each step from a threshold to the next is counted once, those between two blocks too."""
    monkeypatch.setattr(delong, "_BLOCK_SIZE", block)
    truth = [0, 1, 0, 0, 1, 1, 0, 1, 1, 0]
    a = [1, 2, 3, 3, 4, 5, 6, 6, 7, 8]
    assert auc_variance(ac.Curve.from_scores(truth, a)) == pytest.approx(brute(truth, [a])[0][0], rel=1e-12)


def test_one_item_of_a_class_has_no_variance():
    assert np.isnan(auc_variance(ac.Curve.from_scores([0, 0, 1], [1, 2, 3])))
    assert np.isnan(placements(judged([0, 0, 1], {"A": [1, 2, 3]})).covariance).all()


@pytest.fixture
def sample():
    rng = np.random.default_rng(11)
    truth = rng.random(60) < 0.4
    a = np.round(rng.normal(size=60) + truth, 1)
    b = np.round(rng.normal(size=60) + 0.5 * truth, 1)
    return truth, a, b, rng.integers(1, 4, size=60)


def test_counts_equal_repeated_rows(sample):
    truth, a, b, times = sample
    counted = placements(judged(truth, {"A": a, "B": b}, counts=times, positive=True))
    repeated = placements(
        judged(np.repeat(truth, times), {"A": np.repeat(a, times), "B": np.repeat(b, times)}, positive=True)
    )
    np.testing.assert_allclose(counted.auc, repeated.auc, rtol=1e-14)
    np.testing.assert_allclose(counted.covariance, repeated.covariance, rtol=1e-12)
    curve = ac.Curve.from_scores(truth, a, counts=times, positive=True)
    assert auc_variance(curve) == pytest.approx(repeated.covariance[0, 0], rel=1e-12)


def test_weights_equal_clusters_of_repeated_rows(sample):
    """An item of weight 3 is one draw, as are three equal rows of one cluster."""
    truth, a, b, times = sample
    weighted = placements(judged(truth, {"A": a, "B": b}, weights=times, positive=True))
    clustered = placements(
        judged(
            np.repeat(truth, times),
            {"A": np.repeat(a, times), "B": np.repeat(b, times)},
            clusters=np.repeat(np.arange(60), times),
            positive=True,
        )
    )
    np.testing.assert_allclose(weighted.covariance, clustered.covariance, rtol=1e-12)
    scaled = placements(judged(truth, {"A": a, "B": b}, weights=times * 7.5, positive=True))
    np.testing.assert_allclose(weighted.covariance, scaled.covariance, rtol=1e-12)


def test_clusters_of_one_item_change_nothing(sample):
    truth, a, b, _ = sample
    plain = placements(judged(truth, {"A": a, "B": b}, positive=True))
    single = placements(judged(truth, {"A": a, "B": b}, clusters=range(60), positive=True))
    np.testing.assert_allclose(single.covariance, plain.covariance, rtol=1e-12)


def test_clusters_follow_obuchowski(sample):
    """Her S10, S01 and S11 written out for one system (1997, p. 569)."""
    truth, a, _, _ = sample
    clusters = np.arange(60) // 4
    own, other = a[truth], a[~truth]
    table = (own[:, None] > other) + 0.5 * (own[:, None] == other)
    theta, m, n = table.mean(), len(own), len(other)
    x = np.array([sum(table.mean(1)[clusters[truth] == c] - theta) for c in range(15)])
    y = np.array([sum(table.mean(0)[clusters[~truth] == c] - theta) for c in range(15)])
    with_own, with_other = len(set(clusters[truth])), len(set(clusters[~truth]))
    s10 = with_own / ((with_own - 1) * m) * (x**2).sum()
    s01 = with_other / ((with_other - 1) * n) * (y**2).sum()
    s11 = 15 / 14 * (x * y).sum()
    found = placements(judged(truth, {"A": a}, clusters=clusters, positive=True))
    assert found.covariance[0, 0] == pytest.approx(s10 / m + s01 / n + 2 * s11 / (m * n), rel=1e-12)


def test_the_covariance_of_two_systems_of_clusters_is_that_of_their_difference(sample):
    """Polarisation: var(A - B) = var A + var B - 2 cov(A, B), each variance by Obuchowski's sums of one system."""
    truth, a, b, _ = sample
    clusters = np.arange(60) // 4
    found = placements(judged(truth, {"A": a, "B": b}, clusters=clusters, positive=True))
    between = found.difference(0, 1)[1]
    assert found.covariance[0, 1] == found.covariance[1, 0]
    expected = (found.covariance[0, 0] + found.covariance[1, 1] - between) / 2
    assert found.covariance[0, 1] == pytest.approx(expected, rel=1e-12)
    within = [found.positive.covariance(found.auc), found.negative.covariance(found.auc)]
    assert found.covariance[0, 1] != pytest.approx(within[0][0, 1] + within[1][0, 1], rel=1e-3)


def test_a_cluster_of_the_last_name_may_have_items_of_one_class_only(sample):
    truth, a, b, _ = sample
    order = np.argsort(truth, kind="stable")
    for turned in (order, order[::-1]):
        clusters = np.empty(60, dtype=int)
        clusters[turned] = np.arange(60) // 4
        found, renamed = (
            placements(judged(truth, {"A": a, "B": b}, clusters=names, positive=True))
            for names in (clusters, 14 - clusters)
        )
        np.testing.assert_allclose(found.covariance, renamed.covariance, rtol=1e-12)


def test_monotone_transforms_change_nothing(sample):
    truth, a, b, _ = sample
    plain = placements(judged(truth, {"A": a, "B": b}, positive=True))
    bent = placements(judged(truth, {"A": np.exp(a), "B": b**3 - 5}, positive=True))
    np.testing.assert_array_equal(plain.covariance, bent.covariance)


def test_infinite_scores_are_ordered(sample):
    truth, a, _, _ = sample
    ends = np.where(a == a.max(), np.inf, np.where(a == a.min(), -np.inf, a))
    assert (
        placements(judged(truth, {"A": a}, positive=True)).covariance
        == placements(judged(truth, {"A": ends}, positive=True)).covariance
    )


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"scores": {"A": [1, 2, np.nan], "B": [1, 2, 3]}}, r"scores\['A'\] has 1 missing values"),
        ({"scores": {"A": [1, 2], "B": [1, 2, 3]}}, "scores\\['A'\\] has 2, scores\\['B'\\] has 3"),
        ({"scores": {"A": [1, 2, 3]}, "counts": [1, 2, 1.5]}, "counts must be whole numbers"),
        ({"scores": {"A": [1, 2, 3]}, "weights": [0, 0, 0]}, "all weights are 0"),
        ({"scores": {"A": [1, 2, 3]}, "clusters": [1, 2]}, "truth has 3, clusters has 2"),
    ],
)
def test_what_is_wrong_with_columns_is_said(columns, said):
    with pytest.raises(ac.InputError, match=said):
        judged([0, 1, 1], **columns)


def test_an_item_that_lacks_a_score_is_left_out_for_all_systems():
    found = judged(
        [0, 1, 1, 0],
        {"A": [1, 2, np.nan, 3], "B": [4, 5, 6, 7]},
        weights=[1, 2, 3, 0],
        missing=Missing(policy="drop"),
    )
    assert [list(column) for column in found.scores] == [[1, 2], [4, 5]]
    assert list(found.is_positive) == [False, True]
    assert list(found.weights) == [1, 2]
