"""Intervals of partitions: the jackknife, the delta method and the bootstrap tell the same spread."""

import math

import numpy as np
import pytest

import abovechance as ac
from abovechance.clusterings import intervals as module
from tests.clusterings.partitions import related

SMOOTH = ["adjusted_rand", "pair_informedness", "jaccard_pairs", "V-measure", "VI", "moc", "tau_of_truth"]
A, B = related(4, 2000, 5, 4)


@pytest.mark.parametrize("name", SMOOTH)
def test_jackknife_and_delta_method_agree(name):
    jackknife = ac.concordance(A, B, name, method="jackknife", replicates=0)
    delta = ac.concordance(A, B, name, method="delta", replicates=0)
    assert (jackknife.method, delta.method) == ("jackknife", "delta")
    assert jackknife.se == pytest.approx(delta.se, rel=0.01)
    assert jackknife.low == pytest.approx(delta.low, abs=0.1 * delta.se)
    assert jackknife.high == pytest.approx(delta.high, abs=0.1 * delta.se)


def test_the_jackknife_by_hand():
    """Leave out each of eight items in turn."""
    a, b = np.array([0, 0, 0, 1, 1, 1, 2, 2]), np.array([0, 0, 1, 1, 1, 1, 2, 0])
    for name in ("AMI", "adjusted_rand", "moc"):
        without = [
            ac.concordance(np.delete(a, i), np.delete(b, i), name, method="none", replicates=0).value
            for i in range(8)
        ]
        variance = 7 / 8 * np.sum((without - np.mean(without)) ** 2)
        found = ac.concordance(a, b, name, method="jackknife", replicates=0)
        assert found.se == pytest.approx(math.sqrt(variance), rel=1e-9)


def test_the_spread_of_adjusted_information_is_that_of_samples():
    """The standard deviation over samples of a population, beside the mean of the standard errors."""
    rng = np.random.default_rng(9)
    joint = np.array([[0.3, 0.05, 0.05], [0.05, 0.2, 0.05], [0.1, 0.05, 0.15]])
    found = []
    for counts in rng.multinomial(300, joint.ravel(), size=150):
        table = ac.Tables.from_counts(counts.reshape(3, 3), "abc", predicted_labels="xyz")
        found.append(ac.concordance(table, "AMI", replicates=0))
    spread = np.std([x.value for x in found])
    assert np.mean([x.se for x in found]) == pytest.approx(spread, rel=0.2)


@pytest.mark.parametrize("method", ["bca", "percentile"])
@pytest.mark.parametrize("name", ["AMI", "adjusted_rand", "purity", "nmi_max"])
def test_the_bootstrap_along_cells(monkeypatch, name, method):
    monkeypatch.setattr(module, "FEW_CELLS", 0)
    found = ac.concordance(A, B, name, method=method, replicates=300, seed=1)
    again = ac.concordance(A, B, name, method=method, replicates=300, seed=1)
    assert found.method == method
    assert (found.low, found.high) == (again.low, again.high)
    assert found.low <= found.value <= found.high
    assert found.high - found.low == pytest.approx(2 * 1.96 * found.se, rel=0.25)
    if name in ("AMI", "adjusted_rand"):
        plain = ac.concordance(A, B, name, method="jackknife", replicates=0)
        assert found.se == pytest.approx(plain.se, rel=0.15)


def test_large_tables_have_the_jackknife_at_once_and_the_rest_if_asked():
    a, b = related(6, 3000, 30, 40)
    found = ac.concordance(a, b, ["adjusted_rand", "nmi_max", "purity", "matched_informedness"])
    assert (found["adjusted_rand"].method, found["nmi_max"].method) == ("jackknife", "jackknife")
    for name in ("purity", "matched_informedness"):
        assert math.isnan(found[name].low)
        assert "percentile" in found[name].reason
    assert all(math.isnan(x.p_value) for x in found)
    drawn = ac.concordance(a, b, "purity", method="percentile", replicates=100, seed=1)
    assert drawn.low < drawn.value < drawn.high
    assert drawn.p_value == 1 / 101


def test_the_interval_after_assignment_warns_of_the_choice():
    found = ac.concordance(A, B, "matched_informedness", replicates=0)
    assert found.low < found.value < found.high
    assert "chosen to fit" in found.warning
    right = ac.concordance(A, B, "matched_accuracy", replicates=0)
    assert right.method == "agresti_coull"


def test_agreement_by_chance_has_a_warning():
    rng = np.random.default_rng(2)
    found = ac.concordance(rng.permutation(A), B, "adjusted_rand", seed=1)
    assert found.p_value > 0.05
    assert "no more than random ones" in found.warning


def test_small_groups_have_a_warning():
    found = ac.concordance([0] * 20 + [1] * 4, [0] * 18 + [1] * 6, "AMI", replicates=0)
    assert found.warning == "a group has fewer than 10 items: the interval may cover less than its level"


@pytest.mark.parametrize("method", ["auto", "jackknife", "bca"])
def test_all_measures_of_the_same_partitions_are_judged_by_one_disagreement(method):
    found = ac.concordance([0, 0, 1, 1] * 10, [5, 5, 6, 6] * 10, method=method, replicates=0)
    # forty items of two even groups: each is misplaced with a probability of at most 1 − 0.025^(1/40),
    # so that twice as many would be dealt out by chance
    right = 0.025 ** (1 / 40)
    informed = 1 - 2 * (1 - right)
    for name in ("matched_accuracy", "purity", "inverse_purity"):
        assert found[name].low == pytest.approx(right)
    for name in ("matched_informedness", "matched_kappa", "cramer_v", "lambda_of_truth"):
        assert found[name].low == pytest.approx(informed)
    for name in ("adjusted_rand", "pair_informedness", "moc", "tau_of_truth"):
        assert found[name].low == pytest.approx(informed**2, abs=1e-6)
    lost = -right * math.log2(right) - (1 - right) * math.log2(1 - right)
    for name in ("AMI", "V-measure", "nmi_min", "homogeneity"):
        assert found[name].low == pytest.approx(1 - lost, abs=1e-6)
    assert found["VI"].high == pytest.approx(2 * lost)
    assert found["van_dongen"].high == pytest.approx(1 - right)
    for x in found:
        if x.measure != "mutual_information":
            assert "too rare to be seen" in x.warning
            assert (x.method, x.se) == ("all_agree", 0)


def test_few_items_leave_the_same_partitions_within_their_range():
    for x in ac.concordance([0, 0, 1, 1, 2], [5, 5, 6, 6, 7], replicates=0):
        if x.measure not in ("mirkin", "mutual_information", "variation_of_information"):
            assert 0 <= x.low <= x.high <= 1


def test_none_was_asked_for():
    found = ac.concordance(A, B, "AMI", method="none", replicates=0)
    assert math.isnan(found.low)
    assert found.reason == "no interval was requested"


def test_what_has_no_jackknife():
    weights = np.linspace(0.5, 1.5, len(A))
    assert "weights" in ac.concordance(A, B, "moc", weights=weights, method="jackknife").reason
    huge = ac.Tables.from_counts(np.array([[9, 1], [1, 9]]) * 10**14, "ab", predicted_labels="xy")
    assert "changes nothing" in ac.concordance(huge, "AMI", replicates=0).reason
    lone = ac.concordance([0, 0, 0, 1], [0, 0, 1, 1], "tau_of_truth", method="jackknife", replicates=0)
    assert "if some single item is left out" in lone.reason


def test_a_value_that_is_infinite_without_an_item_has_no_standard_error_and_no_warning_of_numpy():
    found = ac.concordance([2] * 7, [2] + [0] * 6, "adjusted_rand", method="jackknife", replicates=20)
    assert found.value == 0
    assert math.isnan(found.low)
    assert found.reason == "the value has no standard error: it is undefined if some single item is left out"
    for one in ac.concordance([2] * 7, [2] + [0] * 6, method="jackknife", replicates=20):
        assert math.isnan(one.low) is (one.reason is not None)
