"""The exact tests of the difference of two Informednesses, against enumeration, and their rate of false alarms."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abovechance import informedness
from abovechance.inference.comparisons import discordance
from abovechance.inference.comparisons.discordance import (
    Discordance,
    cautious_p,
    exact_p,
    mover_tango,
    studentised_p,
)
from abovechance.inference.comparisons.joint import Joint
from abovechance.inference.comparisons.mcnemar import mid_p, tango


@st.composite
def discordances(draw, most=7):
    raised, lowered, raised_n, lowered_n = (draw(st.integers(0, most)) for _ in range(4))
    positives = raised + lowered + draw(st.integers(1, 12))
    negatives = raised_n + lowered_n + draw(st.integers(1, 12))
    return Discordance(positives, raised, lowered, negatives, raised_n, lowered_n)


def outcomes(d):
    """Every outcome of the coins and its probability, one coin at a time."""
    n, m = d.raised_positives + d.lowered_positives, d.raised_negatives + d.lowered_negatives
    for coins in product((0, 1), repeat=n + m):
        i, j = sum(coins[:n]), sum(coins[n:])
        yield Discordance(d.positives, i, n - i, d.negatives, j, m - j), 0.5 ** (n + m)


def enumerated(d, statistic, tie):
    observed = statistic(d)
    p = 0.0
    for other, probability in outcomes(d):
        value = statistic(other)
        if math.isclose(value, observed, rel_tol=1e-9, abs_tol=1e-12):
            p += tie * probability
        elif value > observed:
            p += probability
    return p


def studentised(d):
    """Written out: the difference over its error, with one pseudo-item, half of it discordant, in each class."""
    variance = 0.0
    for b, c, n in (
        (d.raised_positives, d.lowered_positives, d.positives),
        (d.raised_negatives, d.lowered_negatives, d.negatives),
    ):
        rate = (b - c) / (n + 1)
        variance += ((b + c + 0.5) / (n + 1) - rate**2) / (n + 1)
    return abs(d.difference) / math.sqrt(variance)


@settings(deadline=None, max_examples=40)
@given(discordances(most=3))
def test_p_values_are_those_of_every_outcome_of_the_coins(d):
    if studentised(d) == 0 and not any(abs(x.difference) > 0 for x, _ in outcomes(d)):
        assert exact_p(d) == studentised_p(d) == 1
        return
    assert exact_p(d) == pytest.approx(enumerated(d, lambda x: abs(x.difference), 0.5), abs=1e-12)
    assert exact_p(d, mid=False) == pytest.approx(enumerated(d, lambda x: abs(x.difference), 1.0), abs=1e-12)
    assert studentised_p(d) == pytest.approx(enumerated(d, studentised, 0.5), abs=1e-12)


def test_with_one_class_discordant_it_is_mcnemars_test():
    assert exact_p(Discordance(20, 6, 1, 30, 0, 0)) == pytest.approx(float(mid_p(6, 1)), rel=1e-12)
    assert exact_p(Discordance(20, 0, 0, 30, 2, 9)) == pytest.approx(float(mid_p(2, 9)), rel=1e-12)


@given(discordances())
def test_items_that_both_judge_alike_do_not_change_the_exact_p(d):
    """Both classes three times as large, discordant items as they are: gains keep their order."""
    more = Discordance(
        3 * d.positives,
        d.raised_positives,
        d.lowered_positives,
        3 * d.negatives,
        d.raised_negatives,
        d.lowered_negatives,
    )
    assert more.difference == pytest.approx(d.difference / 3, abs=1e-15)
    assert exact_p(more) == pytest.approx(exact_p(d), abs=1e-12)


@given(discordances())
def test_exchanging_the_systems_changes_the_sign_and_nothing_else(d):
    turned = Discordance(
        d.positives,
        d.lowered_positives,
        d.raised_positives,
        d.negatives,
        d.lowered_negatives,
        d.raised_negatives,
    )
    assert turned.difference == -d.difference
    assert turned.se == d.se
    assert exact_p(turned) == pytest.approx(exact_p(d), abs=1e-12)
    assert studentised_p(turned) == pytest.approx(studentised_p(d), abs=1e-12)
    low, high = mover_tango(d)
    np.testing.assert_allclose(mover_tango(turned), (-high, -low), atol=1e-12)
    assert low < d.difference < high


@given(discordances())
def test_exchanging_the_classes_changes_nothing(d):
    """What is raised for one class is lowered for the other, and Informedness is that of either."""
    inverse = Discordance(
        d.negatives,
        d.lowered_negatives,
        d.raised_negatives,
        d.positives,
        d.lowered_positives,
        d.raised_positives,
    )
    assert inverse.difference == pytest.approx(d.difference, abs=1e-15)
    assert exact_p(inverse) == pytest.approx(exact_p(d), abs=1e-12)
    np.testing.assert_allclose(mover_tango(inverse), mover_tango(d), atol=1e-12)


def test_counts_of_a_joint_table_make_the_difference_of_informedness():
    rng = np.random.default_rng(2)
    truth, a, b = rng.integers(0, 2, (3, 500))
    joint = Joint.from_labels(truth, {"A": a, "B": b})
    values = informedness(joint.tables)
    assert Discordance.of(joint).difference == pytest.approx(values[0] - values[1], abs=1e-12)


def test_the_interval_squares_and_adds_those_of_the_classes():
    d = Discordance(50, 9, 2, 40, 3, 5)
    (low1, high1), (low2, high2) = tango(9, 2, 50), tango(3, 5, 40)
    d1, d2 = 7 / 50, -2 / 40
    low, high = mover_tango(d)
    assert low == pytest.approx(d1 - d2 - math.hypot(d1 - low1, high2 - d2), rel=1e-12)
    assert high == pytest.approx(d1 - d2 + math.hypot(high1 - d1, d2 - low2), rel=1e-12)


def test_systems_that_never_differ_have_p_one_and_an_interval_around_zero():
    d = Discordance(20, 0, 0, 30, 0, 0)
    assert exact_p(d) == studentised_p(d) == cautious_p(d) == 1
    low, high = mover_tango(d)
    assert low == pytest.approx(-high)
    assert 0 < high < 0.3


def test_an_empty_class_leaves_everything_undefined():
    d = Discordance(0, 0, 0, 30, 2, 3)
    assert np.isnan([d.difference, d.se, exact_p(d), studentised_p(d), cautious_p(d), *mover_tango(d)]).all()


def test_for_many_items_all_tests_agree_with_the_normal_distribution():
    d = Discordance(10**6, 10**5, 10**5 - 1000, 10**6, 30_000, 30_200)
    sd = math.sqrt((2 * 10**5 - 1000 + 60_200) / 10**12)
    normal = math.erfc(d.difference / sd / math.sqrt(2))
    assert exact_p(d) == pytest.approx(normal, rel=1e-3)
    assert studentised_p(d) == pytest.approx(normal, rel=2e-3)
    assert studentised_p(d) == pytest.approx(0.0183944172634, rel=1e-9)  # all outcomes within 14 deviations


def test_beyond_what_whole_numbers_hold_the_normal_distribution_takes_over():
    """A thousand times as many items of both classes: the same gains, the same p."""
    small = Discordance(2**20, 5000, 4800, 2**21, 900, 950)
    large = Discordance(2**30, 5000, 4800, 2**31, 900, 950)
    assert exact_p(large) == pytest.approx(exact_p(small), rel=1e-3)


def test_small_p_values_keep_their_digits():
    d = Discordance(5000, 900, 0, 5000, 0, 0)
    assert exact_p(d) == pytest.approx(2**-900, rel=1e-9)


def joint_rates(first, second, together):
    """Probabilities of (0,0), (0,1), (1,0), (1,1) for two answers with these rates of saying positive."""
    both = together * min(first, second) + (1 - together) * first * second
    return [1 - first - second + both, second - both, first - both, both]


@pytest.mark.parametrize(
    ("rates", "least", "plain_most"),
    [
        (((0.8, 0.3), (0.8, 0.3)), 0.03, 0.07),
        (((0.9, 0.5), (0.5, 0.1)), 0.03, 0.03),
    ],
)
def test_the_studentised_test_holds_its_level_also_where_bias_differs(rates, least, plain_most):
    """Equal Informedness 0.5 and 0.4; at different bias the plain exact test hardly ever rejects."""
    rng = np.random.default_rng(11)
    (tpr_a, fpr_a), (tpr_b, fpr_b) = rates
    runs, rejected, plain = 1200, 0, 0
    positives = rng.multinomial(60, joint_rates(tpr_a, tpr_b, 0.3), runs)
    negatives = rng.multinomial(140, joint_rates(fpr_a, fpr_b, 0.3), runs)
    for (_, c, b, _), (_, f, e, _) in zip(positives.tolist(), negatives.tolist(), strict=True):
        d = Discordance(60, b, c, 140, e, f)
        rejected += studentised_p(d) < 0.05
        plain += exact_p(d) < 0.05
    error = math.sqrt(0.05 * 0.95 / runs)
    assert least < rejected / runs < 0.05 + 3 * error
    assert plain / runs < plain_most + (3 * error if plain_most > 0.05 else 0)


@settings(deadline=None, max_examples=40)
@given(discordances(), st.sampled_from([0.5, 0.9, 0.95, 0.999]))
def test_a_cautious_p_says_no_more_than_the_interval_and_the_exact_test(d, level):
    p = cautious_p(d)
    low, high = mover_tango(d, level)
    nearest = min(abs(low), abs(high))
    if nearest > 1e-9:
        assert (p < 1 - level) == (not low <= 0 <= high and studentised_p(d) < 1 - level)


def test_a_class_that_is_hardly_there_does_not_make_a_cautious_p_small():
    """One item, or none that is discordant, leaves open how the rates of the class differ."""
    assert cautious_p(Discordance(1, 0, 0, 999, 0, 333)) > 0.4
    assert cautious_p(Discordance(999, 333, 0, 1, 0, 0)) > 0.4
    assert cautious_p(Discordance(40, 39, 0, 40, 0, 38)) < 1e-9
    assert cautious_p(Discordance(10**9, 9 * 10**8, 0, 10**9, 0, 10**8)) < 1e-290


@pytest.mark.parametrize(("few", "rates"), [(1, (0, 1 / 3)), (3, (0.2, 0.5)), (5, (0, 1 / 3))])
def test_the_cautious_test_holds_its_level_where_a_class_is_rare(few, rates):
    """Both guess, with another bias: the Informedness of both is 0."""
    rng = np.random.default_rng(5)
    runs, rejected, exchanged = 300, 0, 0
    positives = rng.multinomial(few, joint_rates(*rates, 0), runs)
    negatives = rng.multinomial(200, joint_rates(*rates, 0), runs)
    for (_, c, b, _), (_, f, e, _) in zip(positives.tolist(), negatives.tolist(), strict=True):
        d = Discordance(few, b, c, 200, e, f)
        surprised = studentised_p(d) < 0.05
        exchanged += surprised
        rejected += surprised and cautious_p(d) < 0.05
    assert rejected / runs < 0.05
    assert exchanged / runs > 0.08


def test_more_outcomes_than_can_be_listed_are_taken_as_normal(monkeypatch):
    d = Discordance(4000, 600, 520, 4000, 300, 330)
    listed = studentised_p(d)
    monkeypatch.setattr(discordance, "_MOST_OUTCOMES", 10)
    assert studentised_p(d) == pytest.approx(listed, rel=0.02)


@pytest.mark.parametrize("many", [10**6, 10**9, 10**12, 10**15])
def test_two_discordant_items_of_a_class_are_two_however_many_the_other_has(many):
    """Both raised, and the many even: the outcomes as far out are those with both alike, half by half."""
    d = Discordance(1000, 2, 0, 4 * many, many // 2, many - many // 2)
    assert studentised_p(d) == pytest.approx(0.5 * 0.5, rel=1e-3)
    assert studentised_p(d.turned) == pytest.approx(studentised_p(d))


@given(st.integers(1, 12), st.integers(1, 40), st.data())
@settings(max_examples=60, deadline=None)
def test_tails_found_by_halving_are_those_of_all_outcomes(few, many, data):
    raised = data.draw(st.integers(0, few)), data.draw(st.integers(0, many))
    items = few + data.draw(st.integers(0, 30)), many + data.draw(st.integers(0, 90))
    d = Discordance(items[0], raised[0], few - raised[0], items[1], raised[1], many - raised[1])
    expected = studentised_p(d)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discordance, "_MOST_OUTCOMES", 0)
        assert studentised_p(d) == pytest.approx(expected, rel=1e-9)
