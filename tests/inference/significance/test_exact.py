import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import abovechance as ac
from abovechance.core.errors import InputError
from abovechance.inference.significance import exact as module
from abovechance.inference.significance.exact import barnard_test, boschloo_test, fisher_test
from abovechance.inference.significance.hypergeometric import log_probability
from tests.enumeration import null_distribution

R = json.loads((Path(__file__).parents[2] / "golden" / "fisher_r.json").read_text())
RNG = np.random.default_rng(8)
TWO = np.concatenate([RNG.integers(0, top, (40, 2, 2)) for top in (4, 15, 300)])
TWO = TWO[(TWO.sum(1) > 0).all(1) & (TWO.sum(2) > 0).all(1)]


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_two_by_two_against_scipy(alternative):
    ours = fisher_test(ac.Tables.from_counts(TWO), alternative=alternative).p_value
    theirs = [stats.fisher_exact(table, alternative=alternative).pvalue for table in TWO]
    np.testing.assert_allclose(ours, theirs, rtol=1e-10)


@pytest.mark.parametrize("row", R["two_by_two"])
def test_two_by_two_against_r(row):
    t = ac.Tables.from_counts(row["counts"])
    for alternative, key in (("two-sided", "two_sided"), ("greater", "greater"), ("less", "less")):
        assert fisher_test(t, alternative=alternative).p_value == pytest.approx(row[key], rel=1e-10)


def test_fisher_of_evaluation_2007():
    """Two-sided 0.063 and 0.044, one-sided 0.037 and 0.029: the paper calls both significant."""
    t = ac.Tables.from_cells(tp=[30, 56], fp=[12, 20], fn=[30, 12], tn=[28, 12])
    np.testing.assert_allclose(fisher_test(t).p_value, [0.063, 0.044], atol=5e-4)
    np.testing.assert_allclose(fisher_test(t, alternative="greater").p_value, [0.037, 0.029], atol=5e-4)


def test_a_million_items():
    table = np.array([[250_600, 249_400], [249_400, 250_600]])
    ours, theirs = fisher_test(ac.Tables.from_counts(table)).p_value, stats.fisher_exact(table).pvalue
    assert ours == pytest.approx(theirs, rel=1e-8)
    normal = stats.norm.sf(np.sqrt(stats.chi2_contingency(table, correction=True).statistic)) * 2
    assert ours == pytest.approx(normal, rel=1e-3)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_mid_p_takes_off_half_of_the_table(alternative):
    t = ac.Tables.from_counts(TWO)
    half = np.exp(log_probability(TWO)) / 2
    difference = (
        fisher_test(t, alternative=alternative).p_value
        - fisher_test(t, alternative=alternative, mid=True).p_value
    )
    np.testing.assert_allclose(difference, half, atol=1e-12)
    larger = ac.Tables.from_counts([[4, 1, 0], [2, 5, 1], [0, 1, 4]])
    half = np.exp(log_probability(larger.counts)) / 2
    assert fisher_test(larger).p_value - fisher_test(larger, mid=True).p_value == pytest.approx(half)


def test_larger_tables_are_exact_where_feasible():
    row = R["larger"][0]
    outcome = fisher_test(ac.Tables.from_counts(row["counts"]))
    assert outcome.p_value == pytest.approx(row["p_value"], rel=1e-10)
    assert round(row["p_value"], 4) == 0.7827  # in print
    assert outcome.reference == "exact"
    assert outcome.error == 0


def test_rectangular_batches():
    counts = RNG.integers(0, 3, (4, 2, 3)) + 1
    t = ac.Tables.from_counts(counts, range(2), predicted_labels=range(3))
    for table, p in zip(counts, fisher_test(t).p_value, strict=True):
        tables, chance = null_distribution(table)
        own = chance[(tables == table).all((1, 2))]
        assert p == pytest.approx(chance[chance <= own * (1 + 1e-7)].sum(), rel=1e-10)


@pytest.mark.parametrize("mid", [False, True])
def test_sampling_takes_over_and_says_so(mid):
    t = ac.Tables.from_counts([[4, 1, 0], [2, 5, 1], [0, 1, 4]])
    exact = fisher_test(t, mid=mid).p_value
    sampled = fisher_test(t, mid=mid, work=5, replicates=40_000, seed=2)
    assert sampled.reference == ("Monte Carlo mid-p" if mid else "Monte Carlo")
    # A sampled mid-p halves all tables as probable as the observed one; here there are no others.
    assert abs(sampled.p_value - exact) < 4 * sampled.error
    assert sampled.p_value == fisher_test(t, mid=mid, work=5, replicates=40_000, seed=2).p_value


def test_tables_with_a_great_many_relatives_get_an_answer():
    outcome = fisher_test(ac.Tables.from_counts(RNG.poisson(9, (12, 12))), seed=1, replicates=999)
    assert outcome.reference == "Monte Carlo"
    assert 0 < outcome.p_value <= 1
    assert outcome.error > 0


def test_larger_tables_have_no_direction():
    with pytest.raises(InputError, match="two-sided"):
        fisher_test(ac.Tables.from_counts(np.eye(3, dtype=int)), alternative="greater")


@pytest.mark.parametrize("k", [2, 3])
def test_degenerate_tables(k):
    empty, one_class = np.zeros((k, k), dtype=int), np.zeros((k, k), dtype=int)
    one_class[0] = 3
    outcome = fisher_test(ac.Tables.from_counts([empty, one_class, one_class.T]))
    np.testing.assert_array_equal(outcome.p_value, [np.nan, 1, 1])
    assert outcome.reason.tolist() == ["there are no items", None, None]
    assert outcome.warning.tolist() == [None, *["the margins allow no other table"] * 2]


def test_too_many_items_for_any_of_it(monkeypatch):
    monkeypatch.setattr(module, "LARGEST_TOTAL", 20)
    outcome = fisher_test(ac.Tables.from_counts(np.full((3, 3), 3)), work=5)
    assert np.isnan(outcome.p_value)
    assert "more than 20 items" in str(outcome.reason)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize(
    ("ours", "theirs"), [(boschloo_test, stats.boschloo_exact), (barnard_test, stats.barnard_exact)]
)
def test_unconditional_tests_take_the_real_classes_as_samples(ours, theirs, alternative):
    t = ac.Tables.from_cells(tp=7, fp=2, fn=3, tn=13)
    result = theirs([[13, 3], [2, 7]], alternative=alternative)  # a class in each column
    assert ours(t, alternative=alternative).p_value == pytest.approx(result.pvalue, rel=1e-9)


def test_direction_of_the_unconditional_tests():
    t = ac.Tables.from_cells(tp=8, fp=2, fn=2, tn=8)
    for test in (boschloo_test, barnard_test):
        assert test(t, alternative="greater").p_value < 0.05 < test(t, alternative="less").p_value


def test_boschloo_is_never_above_fisher():
    tables = ac.Tables.from_counts(TWO[:8])
    assert (boschloo_test(tables).p_value <= fisher_test(tables).p_value + 1e-6).all()


@pytest.mark.parametrize("test", [boschloo_test, barnard_test])
def test_unconditional_tests_of_degenerate_tables(test):
    counts = [[[0, 0], [0, 0]], [[3, 4], [0, 0]], [[3, 0], [4, 0]], [[5000, 10], [10, 5000]]]
    outcome = test(ac.Tables.from_counts(counts))
    np.testing.assert_array_equal(outcome.p_value, [np.nan, np.nan, 1, np.nan])
    assert "no items" in outcome.reason[0]
    assert "only one class" in outcome.reason[1]
    assert "only one label" in outcome.warning[2]
    assert "too many" in outcome.reason[3]
    with pytest.raises(InputError, match="2×2"):
        test(ac.Tables.from_counts(np.eye(3, dtype=int)))
