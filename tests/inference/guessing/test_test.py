import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats
from scipy.special import gammaln

import abovechance as ac
from abovechance.inference.guessing.test import COMBINED, STATISTICS, guessing_test, residual_test
from abovechance.inference.guessing.weighted_hits import weighted_hits
from tests.enumeration import null_distribution

FIRST = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
THREE = ac.Tables.from_counts([[30, 5, 2], [4, 20, 6], [9, 4, 3]])
SMALL = ac.Tables.from_counts([[4, 1, 0], [2, 5, 1], [0, 1, 4]])
MARGINS = [
    [[3, 2], [1, 4]],
    [[9, 0], [1, 1]],
    [[2, 1, 0], [1, 3, 1], [0, 1, 2]],
    [[4, 0, 0], [2, 1, 0], [1, 0, 1]],
    [[2, 1, 0], [1, 2, 0], [1, 1, 0]],
]


def informedness_test(tables, **options):
    return guessing_test(tables, "informedness", **options)


@pytest.mark.parametrize("counts", MARGINS[:4])
def test_z_is_the_measure_over_its_spread_among_tables_with_these_margins(counts):
    tables, chance = null_distribution(counts)
    drawn, t = ac.Tables.from_counts(tables), ac.Tables.from_counts(counts)
    for name in ("informedness", "prevalence_weighted_informedness", "markedness"):
        spread = np.sqrt(chance @ ac.measure(name)(drawn) ** 2)
        z = ac.measure(name)(t) / spread
        assert guessing_test(t, name, reference="normal").statistic == pytest.approx(z, rel=1e-12)


def test_two_classes_give_pearsons_with_n_minus_1():
    chi_squared = stats.chi2_contingency(FIRST.counts, correction=False).statistic
    outcome = informedness_test(FIRST)
    assert outcome.statistic**2 == pytest.approx(chi_squared * 99 / 100, rel=1e-12)
    assert outcome.p_value == pytest.approx(stats.chi2.sf(chi_squared * 99 / 100, 1), rel=1e-12)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("reference", ["auto", "normal", "mid_p", "permutation"])
@pytest.mark.parametrize("counts", [[[28, 12], [30, 30]], [[200, 5], [5, 0]], [[3, 2], [1, 4]]])
def test_of_two_classes_all_tests_are_one(counts, reference, alternative):
    """Given the margins one cell is free, and every sum of weighted hits rises with it."""
    t = ac.Tables.from_counts(counts)
    found = [guessing_test(t, name, reference=reference, alternative=alternative) for name in STATISTICS]
    assert {float(outcome.p_value) for outcome in found} == {float(found[0].p_value)}
    three = np.zeros((3, 3), dtype=int)
    for used in ([0, 1], [1, 2], [0, 2]):
        three[:] = 0
        three[np.ix_(used, used)] = counts
        with_empty = guessing_test(ac.Tables.from_counts(three), reference=reference, alternative=alternative)
        assert with_empty.p_value == found[0].p_value


def test_uniform_margins_give_k_minus_1_n_minus_1_b_squared():
    """V0 = 1/(K−1) where both margins are uniform, and all weights are the same."""
    t = ac.Tables.from_counts([[12, 5, 3], [4, 11, 5], [4, 4, 12]])
    z_squared = 2 * 59 * ac.informedness(t) ** 2
    for name in STATISTICS:
        assert guessing_test(t, name).statistic ** 2 == pytest.approx(z_squared, rel=1e-12)
    assert guessing_test(t).p_value == pytest.approx(float(informedness_test(t).p_value), rel=1e-6)


def test_one_sided_p_values_of_one_statistic():
    two, more, less = (
        float(informedness_test(THREE, alternative=a, reference="normal").p_value)
        for a in ("two-sided", "greater", "less")
    )
    assert two == pytest.approx(2 * more)
    assert more + less == pytest.approx(1)
    assert more == pytest.approx(stats.norm.sf(float(informedness_test(THREE).statistic)), rel=1e-12)


def test_the_combined_test_reports_the_statistic_that_lies_farthest_out():
    z = weighted_hits(THREE.contingency, COMBINED).standardised
    assert guessing_test(THREE).statistic == z.max()
    assert guessing_test(THREE, alternative="greater").statistic == z.max()
    assert guessing_test(THREE, alternative="less").statistic == z.min()
    p = {name: float(guessing_test(THREE, name, reference="normal").p_value) for name in STATISTICS}
    least = min(p[name] for name in COMBINED)
    assert least < p["combined"] < 3 * least


@settings(max_examples=40, deadline=None)
@given(
    hnp.arrays(np.int64, (3, 3), elements=st.integers(0, 5)).filter(
        lambda t: np.count_nonzero(t.sum(1)) > 1 and np.count_nonzero(t.sum(0)) > 1
    ),
    st.sampled_from(["two-sided", "greater", "less"]),
)
def test_the_combined_test_is_the_share_of_tables_as_extreme(counts, alternative):
    t = ac.Tables.from_counts(counts)
    sums = weighted_hits(t.contingency, COMBINED)
    outcome = guessing_test(t, reference="mid_p", alternative=alternative)
    if not sums.varies:
        assert outcome.p_value == 1
        return
    tables, chance = null_distribution(counts)
    sign = {"two-sided": np.abs, "greater": np.positive, "less": np.negative}[alternative]
    z = weighted_hits(ac.Tables.from_counts(tables).contingency, COMBINED).standardised
    beyond = sign(z).max(-1) - sign(sums.standardised).max(-1)
    p = chance[beyond > 1e-8].sum() + chance[abs(beyond) <= 1e-8].sum() / 2
    assert outcome.p_value == pytest.approx(p, rel=1e-8)


@pytest.mark.parametrize("name", [*COMBINED, "combined", "markedness"])
def test_cumulants_are_near_the_truth_of_skewed_margins(name):
    """Against random tables of 8 classes, the rarest 1/30 of the commonest, where p is small enough to matter."""
    rng = np.random.default_rng(5)
    shares = np.geomspace(30, 1, 8) / np.geomspace(30, 1, 8).sum()
    counts = rng.multinomial(200, np.outer(shares, shares).ravel(), size=30).reshape(-1, 8, 8)
    t = ac.Tables.from_counts(counts)
    for alternative in ("two-sided", "greater"):
        drawn = guessing_test(t, name, reference="mid_p", alternative=alternative, seed=1)
        quick = guessing_test(t, name, alternative=alternative)
        assert set(drawn.reference) == {"Monte Carlo mid-p"}
        assert set(quick.reference) == {"cumulants"}
        small = drawn.p_value < 0.15
        assert small.any()
        off = abs(quick.p_value - drawn.p_value)[small]
        assert np.all(off < 0.5 * drawn.p_value[small] + 4 * drawn.error[small])


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize(("reference", "share"), [("permutation", 1.0), ("mid_p", 0.5)])
@pytest.mark.parametrize("counts", [[[3, 2], [1, 4]], [[5, 1], [1, 5]], [[2, 1, 0], [1, 3, 1], [0, 1, 2]]])
def test_permutation_is_the_share_of_tables_as_extreme(counts, reference, share, alternative):
    tables, chance = null_distribution(counts)
    sign = {"two-sided": np.abs, "greater": np.positive, "less": np.negative}[alternative]
    t = ac.Tables.from_counts(counts)
    beyond = sign(ac.informedness(ac.Tables.from_counts(tables))) - sign(ac.informedness(t))
    p = chance[beyond > 1e-9].sum() + share * chance[abs(beyond) <= 1e-9].sum()
    outcome = informedness_test(t, reference=reference, alternative=alternative)
    assert outcome.p_value == pytest.approx(p, rel=1e-9)
    assert outcome.reference == ("exact" if share == 1 else "exact mid-p")


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_one_sided_permutation_of_two_classes_is_fishers(alternative):
    counts = np.array([[[3, 2], [1, 4]], [[30, 12], [30, 28]]])
    ours = informedness_test(
        ac.Tables.from_counts(counts), reference="permutation", alternative=alternative
    ).p_value
    theirs = [stats.fisher_exact(table, alternative=alternative).pvalue for table in counts]
    np.testing.assert_allclose(ours, theirs, rtol=1e-11)


def test_auto_looks_at_all_tables_of_few_items():
    counts = [[[20, 5], [5, 20]], [[7, 3], [2, 8]], [[200, 5], [5, 0]], [[40, 9], [3, 4]]]
    outcome = guessing_test(ac.Tables.from_counts(counts))
    assert outcome.reference.tolist() == ["normal", "exact mid-p", "exact mid-p", "normal"]
    assert guessing_test(SMALL).reference == "exact mid-p"
    assert guessing_test(SMALL).p_value == guessing_test(SMALL, reference="mid_p").p_value
    assert guessing_test(THREE).reference == "cumulants"
    many = np.ones((5, 5), dtype=int)
    assert guessing_test(ac.Tables.from_counts(many)).reference == "cumulants", "25 items, but too much work"


def test_random_tables_stand_for_all_with_their_error():
    t = ac.Tables.from_counts(np.random.default_rng(0).poisson(0.4, (12, 12)) + np.eye(12, dtype=int))
    outcome = guessing_test(t, reference="mid_p", seed=1)
    assert outcome.reference == "Monte Carlo mid-p"
    assert 0 < outcome.error < 0.01
    assert outcome.p_value == guessing_test(t, reference="mid_p", seed=1).p_value
    assert outcome.statistic == guessing_test(t).statistic


def test_a_p_value_as_small_as_sampling_can_show_is_said_to_be():
    t = ac.Tables.from_counts(np.diag([3] * 12))
    outcome = guessing_test(t, seed=1, replicates=99, reference="permutation")
    assert outcome.p_value == 1 / 100
    assert "none of 99 random tables" in str(outcome.warning)


def test_more_items_than_can_be_drawn_are_read_off_the_cumulants():
    large = ac.Tables.from_counts(np.full((3, 3), 10**7) + np.diag([4000, 0, 0]))
    asked = guessing_test(large, reference="mid_p")
    assert asked.reference == "cumulants"
    assert "cannot be drawn" in str(asked.warning)
    assert asked.p_value == guessing_test(large).p_value


def test_a_batch_is_its_tables():
    batch = ac.Tables.from_counts(np.random.default_rng(2).integers(0, 8, (2, 4, 3, 3)))
    outcome = informedness_test(batch)
    assert outcome.p_value.shape == (2, 4)
    for i, j in np.ndindex(2, 4):
        assert outcome.p_value[i, j] == pytest.approx(
            float(informedness_test(batch[i, j]).p_value), rel=1e-12
        )


def test_order_of_classes_does_not_matter():
    order = [2, 0, 1]
    turned = ac.Tables.from_counts(SMALL.counts[order][:, order])
    assert informedness_test(turned).p_value == pytest.approx(
        float(informedness_test(SMALL).p_value), rel=1e-10
    )
    assert informedness_test(FIRST.inverse).p_value == informedness_test(FIRST).p_value


def test_constant_prediction_is_no_evidence():
    outcome = informedness_test(ac.Tables.from_cells(tp=0, fp=0, fn=4, tn=60))
    assert outcome.p_value == 1
    assert np.isnan(outcome.statistic)
    assert "only one value of Informedness" in str(outcome.warning)


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ([[0, 0], [0, 0]], "there are no items"),
        ([[0, 0], [3, 4]], "only one class occurs in the truth"),
        ([[1, 0], [0, 0]], "only one class occurs in the truth"),
    ],
)
def test_undefined_with_a_reason(counts, reason):
    for alternative in ("two-sided", "greater"):
        for reference in ("auto", "normal", "permutation"):
            outcome = informedness_test(
                ac.Tables.from_counts(counts), alternative=alternative, reference=reference
            )
            assert np.isnan(outcome.p_value)
            assert outcome.reason == reason


def test_margins_that_leave_no_small_p_value_are_said():
    outcome = informedness_test(ac.Tables.from_cells(tp=1, fp=1, fn=0, tn=2))
    assert outcome.p_value == pytest.approx(0.5)  # mid-p: both extreme tables, half of 1/2 + 1/2
    assert "no outcome has a p-value below 0.5" in str(outcome.warning)


def test_nothing_overflows_at_many_items():
    """Of 10¹⁵ items 3 are of the rare class and 4 get the rare label: they meet with probability 3·4/10¹⁵."""
    outcome = informedness_test(ac.Tables.from_counts([[10**15 - 6, 3], [2, 1]]))
    assert outcome.reference == "exact mid-p"
    assert outcome.p_value == pytest.approx(6e-15, rel=1e-12)
    large = ac.Tables.from_counts([[4 * 10**14, 10**14], [10**14, 4 * 10**14]])
    assert informedness_test(large).statistic == pytest.approx(0.6 * np.sqrt(10**15 - 1), rel=1e-12)


def test_perfect_prediction_of_five_items():
    outcome = informedness_test(ac.Tables.from_cells(tp=2, fp=0, fn=0, tn=3), reference="permutation")
    assert outcome.p_value == pytest.approx(1 / 10)  # one of the C(5, 2) ways to deal out the labels


TWO = "two classes occur and two were predicted: they leave no association beside Informedness"


class TestResidual:
    def test_is_what_is_left_of_pearsons(self):
        chi_squared = stats.chi2_contingency(THREE.counts, correction=False).statistic
        z = float(guessing_test(THREE).statistic)
        rest = chi_squared - z**2 * THREE.total / (THREE.total - 1)
        outcome = residual_test(THREE)
        assert outcome.statistic == pytest.approx(rest, rel=1e-9)
        assert outcome.df == 3
        assert outcome.p_value == pytest.approx(stats.chi2.sf(rest, 3), rel=1e-8)

    def test_keeps_its_level(self):
        """4000 tables of guesses of four classes: 0.05 is known to 0.0035."""
        shares = np.outer([0.4, 0.3, 0.2, 0.1], [0.25] * 4).ravel()
        counts = np.random.default_rng(3).multinomial(600, shares, size=4000).reshape(-1, 4, 4)
        assert 0.02 < np.mean(residual_test(ac.Tables.from_counts(counts)).p_value < 0.05) < 0.06

    def test_sees_labels_that_changed_places(self):
        """Classes 1 and 2 are exchanged: perfect association, Informedness below its possible value."""
        outcome = residual_test(ac.Tables.from_counts([[40, 0, 0], [0, 0, 30], [0, 30, 0]]))
        assert outcome.p_value < 1e-10

    def test_has_nothing_to_say_of_two_classes(self):
        outcome = residual_test(FIRST)
        assert np.isnan(outcome.p_value)
        assert outcome.reason == TWO

    @pytest.mark.parametrize(
        ("counts", "reason"),
        [
            ([[5, 2, 0], [1, 4, 0], [0, 0, 0]], TWO),
            ([[0, 0, 3, 4], [0, 0, 4, 5], [0, 0, 0, 0], [0, 0, 0, 0]], TWO),
            ([[5, 0, 0], [4, 0, 0], [3, 0, 0]], "only one class was ever predicted"),
            ([[5, 4, 3], [0, 0, 0], [0, 0, 0]], "only one class occurs in the truth"),
        ],
    )
    def test_says_of_the_classes_that_occur_why_it_is_silent(self, counts, reason):
        outcome = residual_test(ac.Tables.from_counts(counts))
        assert np.isnan(outcome.p_value)
        assert outcome.reason == reason


def size(p_values, probability):
    """The probability that a test of level 0.05 rejects, among tables that can be tested at all.

    With few items a p-value can be 1/20 exactly, but for rounding.
    """
    defined = ~np.isnan(p_values)
    return probability[defined & (p_values < 0.05 + 1e-9)].sum() / probability[defined].sum()


@pytest.fixture(scope="module")
def all_of_thirty():
    cells = np.array(
        [(a, b, c, 30 - a - b - c) for a in range(31) for b in range(31 - a) for c in range(31 - a - b)]
    )
    tables = ac.Tables.from_counts(cells.reshape(-1, 2, 2))
    results = {a: ac.test(tables, alternative=a) for a in ("two-sided", "greater")}
    return cells, {a: np.where(np.isnan(r.statistic), np.nan, r.p_value) for a, r in results.items()}


@pytest.mark.parametrize(
    ("prevalence", "bias"), [(0.5, 0.5), (0.3, 0.3), (0.2, 0.5), (0.2, 0.2), (0.1, 0.1), (0.05, 0.05)]
)
@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_size_of_the_default_test_over_all_tables_of_thirty_items(
    all_of_thirty, prevalence, bias, alternative
):
    """Exact: the multinomial probability of every table, if decisions are guesses."""
    cells, p_values = all_of_thirty
    shares = np.outer([prevalence, 1 - prevalence], [bias, 1 - bias]).ravel()
    probability = np.exp(gammaln(31) - gammaln(cells + 1).sum(1) + cells @ np.log(shares))
    assert 0.03 < size(p_values[alternative], probability) < 0.06


@pytest.mark.parametrize(
    ("prevalence", "bias", "n"),
    [
        ([1 / 3] * 3, [1 / 3] * 3, 300),
        ([0.6, 0.3, 0.1], [0.5, 0.3, 0.2], 300),
        ([0.2] * 5, [0.2] * 5, 300),
        ([0.5, 0.2, 0.1, 0.1, 0.1], [0.2] * 5, 1000),
        ([0.05] * 19 + [0.05], [0.05] * 20, 300),
    ],
)
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_size_of_the_default_test_of_more_classes(prevalence, bias, n, alternative):
    """4000 random tables of guesses: 0.05 is estimated to within 0.0035, so 0.04 to 0.06 is three times that."""
    k = len(prevalence)
    tables = np.random.default_rng(11).multinomial(n, np.outer(prevalence, bias).ravel(), size=4000)
    p_values = ac.test(ac.Tables.from_counts(tables.reshape(-1, k, k)), alternative=alternative).p_value
    assert 0.04 < size(p_values, np.full(4000, 1 / 4000)) < 0.06
    assert np.mean(p_values < 0.001) < 0.003


@pytest.mark.parametrize(
    ("skill", "guess"),
    [
        ([0.1] * 5, "reversed"),
        ([0.2, 0.2, 0, 0, 0], "matched"),
        ([0, 0, 0, 0.4, 0.4], "even"),
    ],
    ids=["all alike", "the common classes", "the rare classes"],
)
def test_the_default_finds_what_the_best_of_its_three_finds(skill, guess):
    """K = 5, classes 1 : 20, 300 items: within 7 points of the best, which is another one each time."""
    real = np.geomspace(20, 1, 5) / np.geomspace(20, 1, 5).sum()
    guessed = {"reversed": real[::-1], "matched": real, "even": np.full(5, 0.2)}[guess]
    skill = np.array(skill)
    shares = real[:, None] * (np.diag(skill) + (1 - skill)[:, None] * guessed)
    counts = np.random.default_rng(7).multinomial(300, shares.ravel(), size=2000).reshape(-1, 5, 5)
    t = ac.Tables.from_counts(counts)
    power = {name: np.mean(guessing_test(t, name).p_value < 0.05) for name in (*COMBINED, "combined")}
    best = max(power[name] for name in COMBINED)
    assert best > 0.7
    assert min(power[name] for name in COMBINED) < best - 0.2
    assert power["combined"] > best - 0.07


@pytest.mark.parametrize("reference", ["mid_p", "permutation"])
def test_names_of_classes_change_no_random_table(reference):
    """The same seed gives the same p-value, in any order and beside a class that never occurs."""
    counts = np.random.default_rng(0).poisson(0.4, (12, 12)) + np.eye(12, dtype=int)
    counts[1] = counts[0][[1, 0, *range(2, 12)]]
    order = np.random.default_rng(1).permutation(12)
    wider = np.insert(np.insert(counts, 5, 0, axis=0), 5, 0, axis=1)
    found = [
        guessing_test(ac.Tables.from_counts(table), reference=reference, seed=3, replicates=499)
        for table in (counts, counts[np.ix_(order, order)], wider)
    ]
    assert "Monte Carlo" in str(found[0].reference)
    assert found[0].p_value == found[1].p_value == found[2].p_value
