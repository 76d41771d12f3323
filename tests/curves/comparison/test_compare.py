"""Comparisons against pROC, and what must hold of any: identity, symmetry, rank."""

import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import abovechance as ac
from abovechance import InputError
from abovechance.curves.comparison.exchange import venkatraman_statistic
from abovechance.curves.comparison.studentised import FEW_TO_DRAW, NO_SPREAD, TOO_FEW
from abovechance.curves.uncertainty.delong import auc_variance, placements
from abovechance.curves.uncertainty.intervals import ONE_ITEM
from abovechance.intake.score_columns import judged

ASAH = json.loads((Path(__file__).parents[2] / "golden" / "asah_proc.json").read_text(encoding="utf-8"))
SYSTEMS = {name: ASAH[name] for name in ("s100b", "ndka", "wfns")}
compare, compare_curves = ac.curves.compare, ac.curves.compare_curves


def asah(*names, **options):
    return compare(ASAH["outcome"], {name: SYSTEMS[name] for name in names}, positive="Poor", **options)


@pytest.fixture(scope="module")
def sample():
    rng = np.random.default_rng(7)
    truth = rng.random(80) < 0.4
    shared = rng.normal(size=80)
    a = shared + rng.normal(size=80) + 1.5 * truth
    b = shared + rng.normal(size=80) + 0.5 * truth
    return truth, a, b


@pytest.mark.parametrize("recorded", ASAH["paired"], ids=lambda r: f"{r['first']}-{r['second']}")
def test_paired_delong_of_proc(recorded):
    found = asah(recorded["first"], recorded["second"], method="delong")
    assert found.difference / found.se == pytest.approx(recorded["z"], rel=1e-12)
    assert found.p_value == pytest.approx(recorded["p_value"], rel=1e-11)
    assert [found.low, found.high] == pytest.approx(recorded["ci"], abs=1e-13)
    assert (found.test, found.is_paired) == ("delong", True)


@pytest.mark.parametrize("recorded", ASAH["unpaired"], ids=lambda r: f"{r['first']}-{r['second']}")
def test_unpaired_delong_of_proc(recorded):
    curves = {
        name: ac.Curve.from_scores(ASAH["outcome"], SYSTEMS[name], positive="Poor")
        for name in (recorded["first"], recorded["second"])
    }
    found = compare_curves(curves, method="delong")
    assert found.difference / found.se == pytest.approx(recorded["t"], rel=1e-12)
    assert found.p_value == pytest.approx(recorded["p_value"], rel=1e-11)
    half = stats.t.ppf(0.975, recorded["df"]) * found.se
    assert [found.low, found.high] == pytest.approx(
        [found.difference - half, found.difference + half], abs=1e-12
    )


def test_groups_of_proc():
    curves = ac.Curve.from_scores(ASAH["outcome"], SYSTEMS["s100b"], positive="Poor", by=ASAH["gender"])
    found = compare_curves(curves, test="delong")["Male", "Female"]
    recorded = ASAH["gender_s100b"]
    assert found.difference / found.se == pytest.approx(recorded["t"], rel=1e-12)
    assert found.p_value == pytest.approx(recorded["p_value"], rel=1e-11)


def test_venkatraman_of_proc():
    """Few scores are tied, so the statistic is within a few steps of the recorded one."""
    truth = np.array(ASAH["outcome"]) == "Poor"
    columns = [np.array(SYSTEMS[name]) for name in ("s100b", "ndka")]
    rng = np.random.default_rng(1)
    found = np.mean([venkatraman_statistic(truth, *columns, rng) for _ in range(200)])
    assert found == pytest.approx(ASAH["venkatraman"]["statistic"], rel=0.03)
    p_value = asah("s100b", "ndka", test="venkatraman", seed=1).p_value
    assert p_value == pytest.approx(ASAH["venkatraman"]["p_value"], abs=0.04)


def test_venkatraman_is_the_sum_of_differences_in_errors(sample):
    truth, a, b = sample
    ranks = [stats.rankdata(column) for column in (a, b)]
    errors = [
        np.array([(truth & (r <= k)).sum() + (~truth & (r > k)).sum() for k in range(1, 81)]) for r in ranks
    ]
    assert venkatraman_statistic(truth, a, b) == abs(errors[0] - errors[1]).sum()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"method": "delong"},
        {"method": "bca", "test": "bootstrap", "replicates": 200, "seed": 1},
        {"method": "percentile", "test": "permutation", "replicates": 200, "seed": 1},
    ],
)
def test_swapping_systems_flips_the_sign(sample, options):
    truth, a, b = sample
    one, other = compare(truth, {"A": a, "B": b}, **options), compare(truth, {"B": b, "A": a}, **options)
    assert one.difference == -other.difference
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=1e-12)
    assert one.p_value == pytest.approx(other.p_value, abs=1e-12)


@pytest.mark.parametrize("options", [{}, {"test": "permutation"}, {"method": "bca", "test": "bootstrap"}])
def test_monotone_transforms_change_nothing(sample, options):
    truth, a, b = sample
    plain = compare(truth, {"A": a, "B": b}, replicates=200, seed=1, **options)
    bent = compare(truth, {"A": np.exp(a), "B": b**3}, replicates=200, seed=1, **options)
    assert plain.pairs == bent.pairs


@pytest.mark.parametrize("test", ["auto", "delong", "permutation", "venkatraman", "bootstrap"])
def test_identical_models_do_not_differ(sample, test):
    truth, a, _ = sample
    found = compare(truth, {"A": a, "same": a * 100}, test=test, replicates=50, seed=1)
    assert (found.difference, found.low, found.high, found.p_value) == (0, 0, 0, 1)
    assert "rank all items alike" in found.verdict


def test_two_perfect_models_do_not_differ():
    found = compare([0, 0, 1, 1, 1], {"A": [1, 2, 3, 4, 5], "B": [2, 1, 5, 3, 4]})
    assert (found.values, found.difference, found.p_value) == ((1, 1), 0, 1)  # noqa: PD011


def test_a_difference_without_spread_is_judged_by_doubt():
    """Perfect against constant: DeLong's variance is 0, yet four items prove nothing and forty do."""
    few = compare([0, 0, 1, 1], {"A": [1, 2, 3, 4], "B": [7, 7, 7, 7]})
    # half an item by chance in each class of two, which is 1/2 from the perfect placements and 0 from the others
    assert few.se == pytest.approx(math.sqrt(2 * 0.5 * 0.5**2 / 2**2))
    assert few.p_value == pytest.approx(2 * stats.t.sf(0.5 / few.se, 3))
    assert few.p_value > 0.05
    many = compare([0] * 20 + [1] * 20, {"A": range(40), "B": [7] * 40})
    assert many.p_value < 0.001
    assert many.low > 0
    assert many.verdict.startswith("'A' is better than 'B'")
    strict = compare([0, 0, 1, 1], {"A": [1, 2, 3, 4], "B": [7, 7, 7, 7]}, test="delong")
    assert math.isnan(strict.p_value)
    assert math.isnan(strict.low)
    assert strict.pairs[0].reason == NO_SPREAD


def test_one_positive_item_may_come_from_anywhere():
    found = compare([0, 0, 0, 0, 1], {"A": [1, 2, 3, 4, 5], "B": [5, 4, 3, 2, 1]})
    assert (found.low, found.high, found.p_value) == (-1, 1, 1)
    assert found.pairs[0].warning == ONE_ITEM
    curves = {k: ac.Curve.from_scores([0, 0, 0, 1], s) for k, s in {"A": range(4), "B": [4, 3, 2, 1]}.items()}
    apart = compare_curves(curves)
    assert (apart.low, apart.high, apart.p_value) == (-1, 1, 1)


def test_exchange_of_three_items_by_counting():
    """Eight exchanges: the p-value tends to the share of those with as large a difference."""
    truth, a, b = [0, 1, 1], [1, 2, 3], [3, 1, 2]
    ranks = np.array([a, b])
    found = []
    for bits in range(8):
        swap = np.array([bits >> i & 1 for i in range(3)], dtype=bool)
        pair = np.where(swap, ranks[::-1], ranks)
        aucs = [np.mean([(x > r[0]) + 0.5 * (x == r[0]) for x in r[1:]]) for r in pair]
        found.append(abs(aucs[0] - aucs[1]))
    expected = np.mean(np.array(found) >= found[0] - 1e-12)
    p_value = compare(truth, {"A": a, "B": b}, test="permutation", seed=1).p_value
    assert p_value == pytest.approx(expected, abs=0.03)


def hotelling(differences, parts, residual_df):
    """T² of differences whose covariance is a sum of independent ones, and its p-value."""
    statistic = differences @ np.linalg.solve(sum(parts), differences)
    df = len(differences)
    left = residual_df - df + 1
    return statistic, stats.f.sf(statistic * left / (residual_df * df), df, left)


def doubted(placed, side, contrasts):
    """The covariance that a class gives to differences of AUCs, half an item by chance included."""
    mine = getattr(placed, side).placements
    n = mine.shape[1]
    doubt = np.outer(placed.auc - 0.5, placed.auc - 0.5) * np.corrcoef(mine) / n**2
    return contrasts @ (np.cov(mine) / n + 0.5 * doubt) @ contrasts.T


def test_three_systems_at_once():
    found = asah("s100b", "ndka", "wfns")
    placed = placements(judged(ASAH["outcome"], SYSTEMS, positive="Poor"))
    contrasts = np.array([[1, -1, 0], [0, 1, -1]])
    parts = [doubted(placed, side, contrasts) for side in ("positive", "negative")]
    statistic, p_value = hotelling(contrasts @ placed.auc, parts, found.joint.residual_df)
    assert found.joint.statistic == pytest.approx(statistic, rel=1e-10)
    assert (found.joint.df, found.joint.p_value) == (2, pytest.approx(p_value))
    plain = sorted(pair.p_value for pair in found.pairs)
    holm = np.maximum.accumulate([3 * plain[0], 2 * plain[1], plain[2]])
    assert sorted(pair.p_adjusted for pair in found.pairs) == pytest.approx(list(holm))
    assert found.verdict.startswith("'wfns' comes first with AUC 0.824: better than 'ndka'")


def test_with_many_items_all_at_once_is_delongs_chi_squared():
    rng = np.random.default_rng(3)
    truth = np.arange(20_000) < 10_000
    systems = {
        name: rng.normal(size=20_000) + mean * truth
        for name, mean in zip("ABC", (1, 1.02, 1.04), strict=True)
    }
    found = compare(truth, systems)
    placed = placements(judged(truth, systems, positive=True))
    contrasts = np.array([[1, -1, 0], [0, 1, -1]])
    difference = contrasts @ placed.auc
    statistic = difference @ np.linalg.inv(contrasts @ placed.covariance @ contrasts.T) @ difference
    assert found.joint.statistic == pytest.approx(statistic, rel=1e-3)
    assert found.joint.p_value == pytest.approx(stats.chi2.sf(statistic, 2), rel=0.01)


def test_a_copy_adds_no_degree_of_freedom(sample):
    truth, a, b = sample
    pair = compare(truth, {"A": a, "B": b})
    three = compare(truth, {"A": a, "B": b, "C": np.exp(b)})
    assert three.joint.df == 1
    assert three.joint.p_value == pytest.approx(pair.p_value, rel=1e-9)
    copies = compare(truth, {"A": a, "B": a, "C": a}).joint
    assert (copies.statistic, copies.df, copies.p_value) == (0, 0, 1)


def test_too_few_items_for_many_systems_have_no_joint_test():
    rng = np.random.default_rng(5)
    found = compare([0, 0, 0, 1, 1, 1], {str(i): rng.normal(size=6) for i in range(7)}).joint
    assert math.isnan(found.p_value)
    assert found.reason == TOO_FEW


def test_unpaired_curves_at_once():
    curves = {
        str(k): ac.Curve.from_scores([0, 1] * 30, [(i * k) % 11 + i % 2 * 3 for i in range(60)])
        for k in (2, 3, 5)
    }
    found = compare_curves(curves)
    aucs = np.array([c.auc for c in curves.values()])
    weights = 1 / (np.array([auc_variance(c) for c in curves.values()]) + (aucs - 0.5) ** 2 / 30**2)
    # the χ² of equal means of independent values: squared distances from the weighted mean
    expected = (weights * (aucs - weights @ aucs / weights.sum()) ** 2).sum()
    assert found.joint.statistic == pytest.approx(expected)
    assert found.joint.df == 2


@pytest.mark.parametrize(
    "summary", ["auch", "h_measure", "average_precision", "auk", "best_informedness", "ks"]
)
def test_any_summary_is_compared_by_bootstrap(sample, summary):
    truth, a, b = sample
    found = compare(truth, {"A": a, "B": b}, summary, replicates=200, seed=1)
    assert (found.method, found.test, found.measure) == ("bca", "bootstrap", summary)
    assert found.low < found.difference < found.high
    level = min(max(1 - found.p_value, 0.01), 0.99)  # 200 draws know no more
    touching = compare(truth, {"A": a, "B": b}, summary, replicates=200, seed=1, level=level)
    assert touching.low < 0.6 * found.se
    assert touching.p_value == found.p_value


@pytest.mark.parametrize("method", ["auto", "delong", "bca"])
def test_gini_is_compared_as_twice_the_auc(sample, method):
    truth, a, b = sample
    systems = {"A": a, "B": b, "C": b + a}
    curves = {name: ac.Curve.from_scores(truth, x) for name, x in systems.items()}
    how = {"method": method, "replicates": 300, "seed": 1}
    for compared in (lambda m: compare(truth, systems, m, **how), lambda m: compare_curves(curves, m, **how)):
        gini, auc = compared("gini"), compared("auc")
        for twice, once in zip(gini.pairs, auc.pairs, strict=True):
            assert (twice.difference, twice.low, twice.high, twice.se) == pytest.approx(
                (2 * once.difference, 2 * once.low, 2 * once.high, 2 * once.se)
            )
            assert twice.p_value == pytest.approx(once.p_value)
        assert gini.joint.p_value == pytest.approx(auc.joint.p_value)


def test_few_items_to_draw_from_are_warned_of(sample):
    truth, a, b = sample
    few = compare([0] * 10 + [1] * 30, {"A": range(40), "B": [x % 7 for x in range(40)]}, "ks", replicates=50)
    assert few.pairs[0].warning == FEW_TO_DRAW
    assert compare(truth, {"A": a, "B": b}, "ks", replicates=50).pairs[0].warning is None


def test_parameters_and_functions_of_summaries(sample):
    truth, a, b = sample
    named = compare(truth, {"A": a, "B": b}, "partial_auc", fpr=(0, 0.2), replicates=50, seed=1)
    given = compare(
        truth,
        {"A": a, "B": b},
        lambda curve: ac.curves.partial_auc(curve, fpr=(0, 0.2)),
        replicates=50,
        seed=1,
    )
    assert (named.difference, named.low) == (given.difference, given.low)
    assert given.measure == "summary"


def test_bootstrap_agrees_with_delong(sample):
    truth, a, b = sample
    formula = compare(truth, {"A": a, "B": b}, method="delong")
    drawn = compare(truth, {"A": a, "B": b}, method="percentile", test="bootstrap", replicates=3000, seed=2)
    assert drawn.se == pytest.approx(formula.se, rel=0.05)
    assert drawn.p_value == pytest.approx(formula.p_value, abs=0.03)
    curves = {"A": ac.Curve.from_scores(truth, a), "B": ac.Curve.from_scores(truth, b)}
    apart = compare_curves(curves, method="bca", test="bootstrap", replicates=2000, seed=1)
    assert apart.se == pytest.approx(compare_curves(curves).se, rel=0.06)
    assert apart.p_value == pytest.approx(compare_curves(curves).p_value, abs=0.03)


def test_clusters_are_one_draw(sample):
    truth, a, b = sample
    doubled = [np.repeat(x, 2) for x in (truth, a, b)]
    one = compare(truth, {"A": a, "B": b})
    two = compare(doubled[0], {"A": doubled[1], "B": doubled[2]}, clusters=np.repeat(np.arange(80), 2))
    assert (two.low, two.high, two.p_value) == pytest.approx((one.low, one.high, one.p_value), rel=1e-9)
    plain = [compare(truth, {"A": a, "B": b}, test="delong")]
    plain.append(
        compare(
            doubled[0],
            {"A": doubled[1], "B": doubled[2]},
            clusters=np.repeat(np.arange(80), 2),
            test="delong",
        )
    )
    assert plain[1].se == pytest.approx(plain[0].se, rel=1e-9)
    expected = 2 * stats.t.sf(abs(one.difference) / plain[0].se, 79)
    assert plain[1].p_value == pytest.approx(expected, rel=1e-6)


def test_clusters_with_items_of_both_classes_are_one_draw(sample):
    """Eight items of one cluster, seen twice, tell no more than once: the spread is that of clusters."""
    truth, a, b = sample
    groups = np.arange(80) % 10
    one = compare(truth, {"A": a, "B": b}, clusters=groups)
    twice = [np.tile(x, 2) for x in (truth, a, b, groups)]
    two = compare(twice[0], {"A": twice[1], "B": twice[2]}, clusters=twice[3])
    assert (two.low, two.high, two.p_value) == pytest.approx((one.low, one.high, one.p_value), rel=1e-9)


def test_one_class_gives_a_reason():
    found = compare([1, 1, 1], {"A": [1, 2, 3], "B": [2, 3, 1]}, positive=1)
    assert math.isnan(found.p_value)
    assert found.verdict == "AUC of 'A' and 'B' cannot be compared: every item is really 1."
    assert math.isnan(compare([1, 1], {"A": [1, 2], "B": [2, 3], "C": [3, 4]}, positive=1).joint.p_value)


def test_results_as_plain_data(sample):
    truth, a, b = sample
    found = compare(truth, {"A": a, "B": b})
    plain = found.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert found.to_frame("polars")["difference"].to_list() == [found.difference]
    assert found["B", "A"].difference == -found.difference
    assert repr(found) == found.verdict
    assert "&#x27;A&#x27;" in found._repr_html_()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"test": "delon"}, "did you mean 'delong'"),
        ({"method": "delong_adj"}, "did you mean 'delong', 'delong_adjusted'"),
        ({"measure": "auhc"}, "did you mean 'auc', 'partial_auc', 'auch'"),
        ({"measure": "auch", "method": "delong"}, "is for the AUC only"),
        ({"measure": "auch", "prior": 3}, "auch has no parameter 'prior'"),
        ({"measure": 7}, "must be a name such as 'auc'"),
        ({"test": "permutation", "counts": [1, 2, 1, 1]}, "needs a row for each item"),
        ({"test": "venkatraman", "weights": [1, 2, 1, 1]}, "takes no weights"),
        ({"replicates": 0}, "replicates"),
        ({"adjust": "holmes"}, "did you mean 'holm'"),
    ],
)
def test_bad_arguments_are_named(options, said):
    with pytest.raises(ac.InputError, match=said):
        compare([0, 1, 0, 1], {"A": [1, 2, 2, 3], "B": [2, 1, 3, 2]}, **options)


def test_a_comparison_is_of_two():
    curve = ac.Curve.from_scores([0, 1], [1, 2])
    with pytest.raises(ac.InputError, match="two curves or more"):
        compare_curves({"A": curve})
    with pytest.raises(ac.InputError, match="scored the same items"):
        compare_curves({"A": curve, "B": curve}, test="permutation")
    with pytest.raises(ac.InputError, match="ask for two of them"):
        _ = asah("s100b", "ndka", "wfns").p_value
    with pytest.raises(ac.InputError, match="there is no pair"):
        _ = asah("s100b", "ndka")["s100b", "x"]


NOISE = np.random.default_rng(3)
HALVES = np.repeat([0, 1], 60)
NEAR, FAR = (np.clip(HALVES * 0.5 + 0.25 + NOISE.normal(0, s, 120), 0.01, 0.99) for s in (0.1, 0.4))


def test_losses_are_better_if_lower():
    found = compare(HALVES, {"far": FAR, "near": NEAR}, "brier", seed=1, replicates=200)
    assert found.measure == "brier_score"
    assert found.difference == pytest.approx(np.mean((FAR - HALVES) ** 2) - np.mean((NEAR - HALVES) ** 2))
    assert found.verdict.startswith("'near' is better than 'far': Brier score")
    three = {"far": FAR, "near": NEAR, "half": np.full(120, 0.5)}
    several = compare(HALVES, three, "log_loss", seed=1, replicates=200)
    assert several.verdict.startswith("'near' comes first with Log loss")


def test_the_test_of_whole_curves_is_not_joined_with_another_summary():
    systems = {"far": FAR, "near": NEAR}
    with pytest.raises(ac.InputError, match="curves differ anywhere and not whether average_precision does"):
        compare(HALVES, systems, "average_precision", test="venkatraman")
    found = compare(HALVES, systems, test="venkatraman", seed=1, replicates=200)
    assert "of equal curves)" in found.verdict
    # half of the positives above all negatives and half below, or all of them between two halves of these
    truth = [1] * 30 + [0] * 30
    top, bottom = (
        [*range(100, 115), *range(15), *range(15, 45)],
        [*range(15, 45), *range(-15, 0), *range(45, 60)],
    )
    crossed = compare(truth, {"top": top, "bottom": bottom}, test="venkatraman", seed=1, replicates=500)
    assert crossed.difference == 0
    assert "have different curves, though not shown to differ in area" in crossed.verdict


def test_columns_of_a_comparison_are_those_of_scores():
    with pytest.raises(ac.InputError, match="mapping of systems' names to their columns of scores"):
        compare(HALVES, list(FAR))
    with pytest.raises(ac.InputError, match="scores has 1"):
        compare(HALVES, {"far": FAR})
    twice = pd.DataFrame(np.stack((FAR, NEAR), axis=1), columns=["a", "a"])
    with pytest.raises(ac.InputError, match="systems must have different names, got 'a', 'a'"):
        compare(HALVES, twice)
    with pytest.raises(ac.InputError, match="counts must be finite and not negative"):
        compare(HALVES, {"far": FAR, "near": NEAR}, counts=[-1] * 120)
    with pytest.raises(ac.InputError, match="how many samples to draw"):
        compare(HALVES, {"far": FAR, "near": NEAR}, replicates=0)
    with pytest.raises(ac.InputError, match="divide all weights by their mean"):
        compare(HALVES, {"far": FAR, "near": NEAR}, weights=np.full(120, 1e200))


def test_systems_that_all_rank_upside_down_are_said_to_do_so():
    upside_down = {"far": -FAR, "near": -NEAR}
    for systems in (upside_down, upside_down | {"again": -NEAR}):
        assert compare(HALVES, systems).verdict.endswith("below chance (0.5): do lower scores stand for 1?")
    assert "below chance" not in compare(HALVES, {"far": FAR, "near": -NEAR}).verdict
    losses = compare(HALVES, {"far": FAR, "near": NEAR}, "brier_score", replicates=20, seed=1)
    assert "below chance" not in losses.verdict


@pytest.mark.parametrize(
    ("measure", "method"),
    [("auc", "delong"), ("auc", "delong_adjusted"), ("gini", "delong_adjusted"), ("auc", "bca"),
     ("h_measure", "percentile")],
)  # fmt: skip
def test_margins_are_tested_by_the_statistic_of_the_interval(measure, method):
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 80)
    scores = {name: truth + rng.normal(size=80) for name in "AB"}

    def held(margin):
        options = {"method": method, "replicates": 499, "seed": 1, "margin": margin}
        (test,) = ac.curves.compare(truth, scores, measure, **options).margins.tests
        return test

    found = held(0.1)
    assert found.low < 0 < found.high
    near = 0.1 if method in ("bca", "percentile") else 1e-6  # drawn values are tied
    assert held(-found.low).p_lower == pytest.approx(0.05, rel=near)
    assert held(found.high).p_upper == pytest.approx(0.05, rel=near)


def test_the_margin_of_areas_by_hand():
    truth = [0] * 20 + [1] * 20
    scores = {"A": [*range(20), *range(10, 30)], "B": [*range(20), *range(0, 40, 2)]}
    found = ac.curves.compare(truth, scores, method="delong", margin=0.05)
    test = found.margins["A", "B"]
    assert test.p_lower == pytest.approx(stats.norm.sf((found.difference + 0.05) / found.se))
    assert test.p_upper == pytest.approx(stats.norm.cdf((found.difference - 0.05) / found.se))
    assert "'A' is not worse than 'B' by more than 0.05" in found.verdict
    same = ac.curves.compare(truth, {"A": scores["A"], "B": scores["A"]}, margin=0.01)
    assert same.margins["A", "B"].equivalent
    groups = ac.Curve.from_scores(truth, scores["B"], by=["x", "y"] * 20)
    apart = ac.curves.compare_curves(groups, margin=0.3)
    assert apart.margins["x", "y"].p_equivalent < 0.2
    with pytest.raises(InputError, match="margin must be a number above 0 and below 1"):
        ac.curves.compare(truth, scores, margin=1.5)
