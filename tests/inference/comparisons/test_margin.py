"""Non-inferiority and equivalence: against other implementations, by inversion, and by symmetry."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.stats import norm, t
from statsmodels.stats.proportion import tost_proportions_2indep

import abovechance as ac
from abovechance import InputError, Tables, measure
from abovechance.inference.comparisons.joint import Joint
from abovechance.inference.comparisons.margin import MarginTest, margins_of
from abovechance.inference.comparisons.mcnemar import discordant
from abovechance.inference.comparisons.shifted import TAILS, inverted_tail
from abovechance.inference.comparisons.sources import PairedSource, UnpairedSource
from abovechance.tables.tables import side_by_side

SYSTEMS = ("A", "B")
OF_METHOD = {
    "mover_tango": ("informedness", "balanced_accuracy"),
    **dict.fromkeys(("tango", "newcombe", "bonett_price"), ("accuracy", "recall", "error_rate")),
    **dict.fromkeys(("delta", "wald"), ("informedness", "kappa", "f1")),
    "log": ("odds_ratio",),
    **dict.fromkeys(("bca", "percentile"), ("informedness", "mcc")),
}


def systems(n=80, classes=2, seed=0, **columns):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    answers = {
        name: np.where(rng.random(n) < skill, truth, rng.integers(0, classes, n))
        for name, skill in zip(SYSTEMS, (0.7, 0.6), strict=True)
    }
    return Joint.from_labels(truth, answers, labels=list(range(classes)), **columns)


def held(joint, key, margin, **options):
    options = {"level": 0.95, "method": "auto", "replicates": 999, "seed": 1} | options
    return PairedSource(joint).margin(measure(key), *SYSTEMS, margin, **options)


def test_every_interval_has_a_test():
    assert set(OF_METHOD) == set(TAILS)


@pytest.mark.parametrize(("method", "key"), [(name, key) for name, keys in OF_METHOD.items() for key in keys])
@pytest.mark.parametrize("level", [0.95, 0.8])
def test_the_test_inverts_the_interval(method, key, level):
    joint = systems(seed=3)
    found = held(joint, key, 0.1, method=method, level=level)
    assert found.level == pytest.approx(2 * level - 1)
    for bound in (found.low, found.high):
        at = held(joint, key, abs(bound), method=method, level=level)
        p = {found.low: at.p_lower, found.high: at.p_upper}[bound]
        if (bound == found.low) == (bound < 0):
            assert p == pytest.approx(1 - level, rel=1e-5)
        else:  # the bound on the other side of 0: the null is tested from there
            assert p < 1 - level


@pytest.mark.parametrize("method", ["mover", "delta", "wald", "student"])
@pytest.mark.parametrize("classes", [2, 3])
def test_of_different_items_too(method, classes):
    tables = side_by_side([systems(seed=s, classes=classes).tables[0] for s in (1, 2)], SYSTEMS)
    source, m = UnpairedSource(tables), measure("informedness")
    options = {"level": 0.95, "method": method}
    found = source.margin(m, *SYSTEMS, 0.1, **options)
    assert found.low < 0 < found.high
    assert source.margin(m, *SYSTEMS, -found.low, **options).p_lower == pytest.approx(0.05, rel=1e-6)
    assert source.margin(m, *SYSTEMS, found.high, **options).p_upper == pytest.approx(0.05, rel=1e-6)


@pytest.mark.parametrize("margin", [0.05, 0.1, 0.3])
def test_proportions_of_different_items_as_statsmodels(margin):
    first, second = Tables.from_cells(tp=40, fp=5, fn=8, tn=37), Tables.from_cells(tp=38, fp=9, fn=8, tn=45)
    found = ac.compare_tables(first, second, "accuracy", method="wald", margin=margin).margins.tests[0]
    theirs = tost_proportions_2indep(77, 90, 83, 100, -margin, margin, method="wald")
    assert found.p_equivalent == pytest.approx(theirs.pvalue)
    assert found.p_lower == pytest.approx(theirs.results_larger.pvalue)
    assert found.p_upper == pytest.approx(theirs.results_smaller.pvalue)


def test_tango_s_score_by_the_likelihood():
    """The variance of (b − c) at the greatest likelihood of all tables whose difference is the bound."""
    joint, margin = systems(seed=5), 0.15
    b, c, n = discordant(measure("accuracy"), joint)

    def less_log_likelihood(q):  # q is the share of items that count for the second alone
        shares = np.array([q - margin, q, 1 - 2 * q + margin])
        return -np.array([b, c, n - b - c]) @ np.log(shares)

    q = minimize_scalar(less_log_likelihood, bounds=(margin + 1e-9, (1 + margin) / 2 - 1e-9), method="bounded",
                        options={"xatol": 1e-12}).x  # fmt: skip
    statistic = (b - c + n * margin) / np.sqrt(n * (2 * q - margin - margin**2))
    assert held(joint, "accuracy", margin).p_lower == pytest.approx(norm.sf(statistic), rel=1e-5)


def test_the_plain_test_of_paired_proportions():
    joint = systems(seed=6)
    b, c, n = discordant(measure("accuracy"), joint)
    d, se = (b - c) / n, np.sqrt(b + c - (b - c) ** 2 / n) / n
    found = held(joint, "accuracy", 0.1, method="wald")
    assert found.p_lower == pytest.approx(norm.sf((d + 0.1) / se))
    assert found.p_upper == pytest.approx(norm.cdf((d - 0.1) / se))


def test_more_classes_have_student_s_distribution():
    joint = systems(classes=3)
    pair = PairedSource(joint).difference(measure("informedness"), *SYSTEMS, level=0.9)
    found = held(joint, "informedness", 0.2)
    half = (pair.high - pair.low) / 2
    df = next(df for df in np.arange(1, 500, 0.1) if t.ppf(0.95, df) * pair.se <= half)
    centre = (pair.high + pair.low) / 2
    assert found.p_lower == pytest.approx(t.sf((centre + 0.2) / pair.se, df), rel=0.02)


@given(seed=st.integers(0, 10**6), margin=st.floats(0.01, 0.9), n=st.integers(5, 60))
@settings(max_examples=40, deadline=None)
def test_symmetries(seed, margin, n):
    joint = systems(n, seed=seed)
    for key in ("informedness", "accuracy"):
        found = held(joint, key, margin)
        mirrored = PairedSource(joint).margin(measure(key), "B", "A", margin, level=0.95)
        assert mirrored.p_lower == pytest.approx(found.p_upper, abs=1e-9, nan_ok=True)
        assert mirrored.p_upper == pytest.approx(found.p_lower, abs=1e-9, nan_ok=True)
        other_level = held(joint, key, margin, level=0.8)
        assert other_level.p_lower == pytest.approx(found.p_lower, abs=1e-9, nan_ok=True)
        if not np.isnan(found.low):
            assert found.equivalent == (-margin < found.low and found.high < margin)
            assert found.noninferior == (found.low > -margin)
        wider = held(joint, key, 1.05 * margin)
        assert not wider.p_equivalent > found.p_equivalent + 1e-9


def test_less_is_better_of_errors_and_linear_functions_have_the_same_test():
    joint = systems(seed=8)
    right, wrong = held(joint, "accuracy", 0.1), held(joint, "error_rate", 0.1)
    assert wrong.direction == -1
    assert wrong.p_noninferior == pytest.approx(right.p_noninferior)
    assert wrong.p_equivalent == pytest.approx(right.p_equivalent)
    informed, balanced = held(joint, "informedness", 0.2), held(joint, "balanced_accuracy", 0.1)
    assert balanced.p_noninferior == pytest.approx(informed.p_noninferior)
    assert wrong.reversed.p_noninferior == wrong.p_lower
    assert wrong.reversed.reversed == wrong


def test_weights_and_clusters():
    rng = np.random.default_rng(1)
    weights, clusters = rng.random(80), np.arange(80) % 12
    for columns in ({"weights": weights}, {"clusters": clusters}):
        found = held(systems(**columns), "informedness", 0.1)
        assert found.method == "delta"
        scaled = {name: 3 * x for name, x in columns.items()}
        assert held(systems(**scaled), "informedness", 0.1).p_equivalent == pytest.approx(found.p_equivalent)


def made_up(p_values):
    return [
        MarginTest("accuracy", f"{i}", "z", 0.0, 0.1, -0.05, 0.05, 0.9, "delta", *p, *p, 1)
        for i, p in enumerate(p_values)
    ]


@given(st.lists(st.tuples(st.floats(0.001, 0.9), st.floats(0.001, 0.9)), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_adjusted_by_the_closed_test_of_nulls_that_can_be_true_together(p_values):
    """Each null is rejected if Bonferroni rejects every set of nulls that holds it, one of each pair."""
    (found,) = margins_of([made_up(p_values)], "holm", 0.1, None)
    sets = [
        [(i, side) for i, side in enumerate(sides) if side is not None]
        for sides in product((None, 0, 1), repeat=len(p_values))
    ]
    for i, test in enumerate(found.tests):
        for side, adjusted in enumerate((test.p_lower_adjusted, test.p_upper_adjusted)):
            closed = max(
                min(1, len(nulls) * min(p_values[j][k] for j, k in nulls))
                for nulls in sets
                if (i, side) in nulls
            )
            assert adjusted == pytest.approx(closed)


def test_one_pair_is_not_adjusted():
    (found,) = margins_of([made_up([(0.03, 0.04)])], "holm", 0.1, None)
    assert (found.tests[0].p_lower_adjusted, found.tests[0].p_upper_adjusted) == (0.03, 0.04)


TRUTH = [1] * 40 + [0] * 60
ANSWERS = {
    "A": [1] * 34 + [0] * 6 + [0] * 51 + [1] * 9,
    "B": [1] * 20 + [0] * 20 + [0] * 54 + [1] * 6,
    "C": [1] * 33 + [0] * 7 + [0] * 51 + [1] * 9,
}


def test_words():
    two = {name: ANSWERS[name] for name in "AB"}
    assert "'A' is not worse than 'B' by more than 0.1 (the lowest difference at 95 % confidence" in (
        ac.compare(TRUTH, two, margin=0.1).verdict
    )
    assert "'A' and 'C' are equivalent: they differ by less than 0.2 (90 % interval" in (
        ac.compare(TRUTH, {name: ANSWERS[name] for name in "AC"}, margin=0.2).verdict
    )
    assert "'A' and 'C' are not shown to be within 0.01 of each other" in (
        ac.compare(TRUTH, {name: ANSWERS[name] for name in "AC"}, margin=0.01).verdict
    )
    assert "'B' may be worse than 'A' by more than 0.1" in (
        ac.compare(TRUTH, two, margin=0.1, baseline="A").verdict
    )
    assert "Not worse than 'B' by more than 0.1: 'A' and 'C'." in (
        ac.compare(TRUTH, ANSWERS, margin=0.1, baseline="B").verdict
    )
    assert "Equivalent, differing by less than 0.2: 'A' and 'C'." in (
        ac.compare(TRUTH, ANSWERS, margin=0.2).verdict
    )
    assert "cannot be compared with the margin" in (
        ac.compare([1] * 10, {"A": [1] * 10, "B": [0] * 10}, labels=[0, 1], margin=0.1).verdict
    )


def test_a_measure_without_a_best_value_has_no_worse():
    found = ac.compare(TRUTH, {name: ANSWERS[name] for name in "AB"}, "bias", margin=0.3).margins.tests[0]
    assert np.isnan(found.p_noninferior)
    assert not found.noninferior
    assert found.p_equivalent < 0.05


def test_groups_are_compared_as_if_alone():
    by = ["x", "y"] * 50
    found = ac.compare(TRUTH, ANSWERS, margin=0.1, by=by, adjust=None)
    for group in "xy":
        rows = [i for i, name in enumerate(by) if name == group]
        alone = ac.compare(
            [TRUTH[i] for i in rows],
            {name: [x[i] for i in rows] for name, x in ANSWERS.items()},
            margin=0.1, adjust=None,
        )  # fmt: skip
        assert found.groups[group].margins == alone.margins
    adjusted = ac.compare(TRUTH, ANSWERS, margin=0.1, by=by)
    both = [test for part in found.groups.values() for test in part.margins.tests]
    (together,) = margins_of([both], "holm", 0.1, None)
    assert [x.p_equivalent_adjusted for x in together.tests] == [
        x.p_equivalent_adjusted for part in adjusted.groups.values() for x in part.margins.tests
    ]


def test_same_answers_are_equivalent_where_there_are_many():
    same = {"A": TRUTH, "B": list(TRUTH)}
    assert ac.compare(TRUTH, same, margin=0.2).margins["A", "B"].equivalent
    assert not ac.compare(TRUTH, same, margin=0.01).margins["B", "A"].equivalent


@pytest.mark.parametrize("margin", [0, -0.1, 2, np.nan, True, "0.1", np.inf])
def test_margins_that_make_no_sense(margin):
    with pytest.raises(InputError, match=r"margin must be a number above 0 and below 2, such as 0\.05"):
        ac.compare(TRUTH, ANSWERS, margin=margin)


def test_other_refusals():
    with pytest.raises(InputError, match=r"level must lie between 0\.5 and 1"):
        ac.compare(TRUTH, ANSWERS, margin=0.1, level=0.4)
    with pytest.raises(InputError, match="baseline must be one of the systems"):
        ac.compare(TRUTH, ANSWERS, margin=0.1, baseline="D")
    with pytest.raises(InputError, match="there is no pair 'A', 'D'"):
        ac.compare(TRUTH, ANSWERS, margin=0.1).margins["A", "D"]


def test_inversion_of_a_normal_interval():
    def bounds_at(level):
        half = norm.ppf((1 + level) / 2)
        return 0.3 - half, 0.3 + half

    for bound in (-1.0, 0.3, 2.0):
        assert inverted_tail(bounds_at, bound, 1) == pytest.approx(norm.sf(0.3 - bound), abs=1e-9)
        assert inverted_tail(bounds_at, bound, -1) == pytest.approx(norm.cdf(0.3 - bound), abs=1e-9)
    assert inverted_tail(bounds_at, -5.0, 1, least=0.01) == 0.01
