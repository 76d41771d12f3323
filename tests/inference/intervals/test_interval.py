"""Intervals as a user asks for them: every measure, every kind of table."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa

import abovechance as ac
from abovechance import InputError
from abovechance.inference.intervals import cautions, methods
from abovechance.inference.intervals.cautions import RULE_OF_THUMB, singular_at_chance
from abovechance.inference.intervals.interval import interval
from abovechance.inference.intervals.methods import applicable
from tests.strategies import tables

ALL = ac.measures()
TABLE = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
THREE = ac.Tables.from_counts([[41, 7, 3], [12, 29, 5], [6, 8, 53]], labels=["a", "b", "c"])
PERFECT = ac.Tables.from_cells(tp=3, fp=0, fn=0, tn=2)

DEGENERATE = {
    "nothing": [[0, 0], [0, 0]],
    "one item": [[0, 0], [0, 1]],
    "one class": [[7, 2], [0, 0]],
    "one label": [[7, 0], [3, 0]],
    "perfect": [[2, 0], [0, 3]],
    "perverse": [[0, 4], [3, 0]],
    "only one class there is": [[5]],
    "no class right": [[0, 5, 0], [0, 0, 5], [0, 0, 0]],
    "perfect of three": [[4, 0, 0], [0, 3, 0], [0, 0, 2]],
    "an empty class": [[4, 1, 0], [2, 9, 0], [0, 0, 0]],
    "exactly chance": [[20, 30], [40, 60]],
    "huge": [[10**14, 10**12], [10**13, 10**14]],
}

SOME = ["informedness", "markedness", "correlation", "mcc", "cohen_kappa", "accuracy", "macro_f1", "recall", "f1",
        "odds_ratio", "mutual_information", "cramer_v", "lambda_symmetric", "true_positives", "kappa_max"]  # fmt: skip


def arrays(found):
    return (np.atleast_1d(getattr(found, name)) for name in ("value", "low", "high", "se"))


@pytest.mark.parametrize("counts", DEGENERATE.values(), ids=DEGENERATE.keys())
@pytest.mark.parametrize("method", ["auto", "delta", "wald", "bca", "percentile", "posterior"])
def test_every_measure_of_a_degenerate_table_has_an_interval_or_a_reason(counts, method):
    t = ac.Tables.from_counts(counts)
    chosen = None if method in ("auto", "delta", "wald") else SOME
    for found in interval(t, chosen, method=method, seed=1, replicates=30).values():
        value, low, high, _ = arrays(found)
        reasons = np.atleast_1d(np.asarray(found.reason, dtype=object))
        for v, a, b, reason in zip(value, low, high, reasons, strict=True):
            if reason is None:
                assert a <= v <= b, found
            else:
                assert isinstance(reason, str)
                assert np.isnan([a, b]).all(), found


def test_a_perfect_score_of_five_items_is_never_certain():
    """Unless the interval says itself that it knows nothing of the spread."""
    for m, found in zip(ALL, interval(PERFECT, seed=1).values(), strict=True):
        at_best = found.reason is None and found.value == m.best and m.kind != "count"
        if at_best and found.warning != cautions.FLAT:
            assert found.high - found.low > 0.05, found


def test_the_headline_measures_of_a_perfect_score_are_wide():
    for key in ("informedness", "markedness", "mcc", "cohen_kappa", "accuracy", "f1", "recall", "precision"):
        found = interval(PERFECT, key)
        assert found.value == found.high == pytest.approx(1)
        assert found.low < 0.75, found


@settings(max_examples=10, deadline=None)
@given(t=tables(st.integers(1, 4)))
def test_every_interval_holds_its_value_and_stays_in_range(t):
    for m, found in zip(ALL, interval(t, method="delta").values(), strict=True):
        value, low, high, se = arrays(found)
        known = ~np.isnan(low)
        slack = 1e-9 * (1 + np.abs(value[known]))
        assert np.all(low[known] <= value[known])
        assert np.all(value[known] <= high[known])
        assert np.all(low[known] >= m.low - slack)
        assert np.all((high[known] <= m.high + slack) | (high[known] == value[known]))
        assert not np.any(se[known] < 0)


def test_a_higher_level_and_fewer_items_widen_the_interval():
    fewer = ac.Tables.from_counts(THREE.counts // 2 + 1)
    by_level = [interval(THREE, method="delta", level=level) for level in (0.95, 0.99)]
    of_fewer = interval(fewer, method="delta")
    for m in ALL:
        (_, low, high, _), (_, lower, upper, _) = (arrays(found[m.key]) for found in by_level)
        assert np.all((lower <= low + 1e-12) | np.isnan(low)), m
        assert np.all((upper >= high - 1e-12) | np.isnan(low)), m
        if m.kind in ("chance-corrected", "traditional") and "scale" in m.invariant:
            _, low_of_fewer, high_of_fewer, _ = arrays(of_fewer[m.key])
            wider = high_of_fewer - low_of_fewer > 0.9 * (high - low)
            assert np.all(wider | np.isnan(low) | ~np.isfinite(high)), m


def agree(ours, theirs, about):
    for one, other in zip(arrays(ours), arrays(theirs), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-7, atol=1e-9, err_msg=str(about))


@pytest.mark.parametrize("t", [TABLE, THREE], ids=["2", "3"])
def test_the_dual_problem_has_the_intervals_of_the_dual_measures(t):
    ours, theirs = interval(t.dual, method="delta"), interval(t, method="delta")
    for m in (m for m in ALL if m.dual):
        agree(ours[m.key], theirs[m.dual], m)


def test_the_inverse_problem_has_the_intervals_of_the_inverse_measures():
    ours, theirs = interval(TABLE.inverse, method="delta"), interval(TABLE, method="delta")
    for m in (m for m in ALL if m.inverse and not m.kinked):
        agree(ours[m.key], theirs[m.inverse], m)


def test_a_batch_is_a_loop():
    counts = np.random.default_rng(1).integers(0, 12, (3, 3, 3))
    batch = interval(ac.Tables.from_counts(counts), method="auto", seed=3, replicates=40)
    for i, one in enumerate(counts):
        alone = interval(ac.Tables.from_counts(one), method="auto", seed=3, replicates=40)
        for key, found in alone.items():
            if found.method in ("bca", "percentile"):
                continue  # each table of a batch has draws of its own
            for name in ("value", "low", "high", "se"):
                np.testing.assert_allclose(
                    getattr(batch[key], name)[i], getattr(found, name), rtol=1e-7, atol=1e-9
                )
            assert np.array_equal(batch[key].warning[i], found.warning)
            assert np.array_equal(batch[key].reason[i], found.reason)


def test_one_measure_alone_is_as_among_all():
    together = interval(THREE, seed=2, replicates=100)
    for key in ("informedness", "recall", "macro_f1", "odds_ratio", "lambda_symmetric", "items"):
        alone = interval(THREE, key, seed=2, replicates=100)
        assert alone.method == together[key].method
        np.testing.assert_allclose(alone.low, together[key].low)
        np.testing.assert_allclose(alone.high, together[key].high)


# Methods ---------------------------------------------------------------------------------------


def test_wald_of_kappa_is_that_of_fleiss_cohen_and_everitt():
    theirs = cohens_kappa(THREE.counts)
    ours = interval(THREE, "cohen_kappa", method="fleiss_cohen_everitt")
    assert (ours.low, ours.high) == pytest.approx((theirs.kappa_low, theirs.kappa_upp), rel=1e-9)
    assert ours.se == pytest.approx(theirs.std_kappa)
    assert interval(THREE, "kappa", method="wald").low == ours.low


def test_the_standard_error_of_a_published_kappa():
    """Fleiss, Cohen and Everitt 1969, Table 1: unweighted kappa 0.429, with standard error 0.054."""
    t = ac.Tables.from_counts(np.array([[106, 10, 4], [22, 28, 10], [2, 12, 6]]))
    found = interval(t, "cohen_kappa", method="fleiss_cohen_everitt")
    assert found.value == pytest.approx(0.429, abs=5e-4)
    assert found.se == pytest.approx(0.054, abs=5e-4)


def test_the_default_of_two_classes_is_the_published_score_interval():
    """Newcombe 1998: 56 of 70 less 48 of 80, Miettinen and Nurminen 0.0528 to 0.3382."""
    t = ac.Tables.from_cells(tp=56, fn=14, fp=48, tn=32)
    found = interval(t, "informedness")
    assert (round(found.low, 4), round(found.high, 4)) == (0.0528, 0.3382)
    balanced = interval(t, "balanced_accuracy")
    assert (balanced.low, balanced.high) == pytest.approx(((1 + found.low) / 2, (1 + found.high) / 2))


def test_each_class_against_the_rest_has_the_score_interval():
    found = interval(THREE.one_vs_rest(), "informedness")
    assert found.method == "miettinen_nurminen"
    one = interval(THREE.collapse({"rest": ["b", "c"]}), "informedness")
    assert found.low[0] == pytest.approx(one.low)
    assert [row["class"] for row in found.rows()] == ["a", "b", "c"]


@pytest.mark.parametrize(
    "key", ["informedness", "mcc", "recall", "odds_ratio", "tetrachoric_correlation", "correlation"]
)
def test_all_methods_of_a_measure_agree_on_many_items(key):
    t = ac.Tables.from_cells(tp=3000, fp=1200, fn=3000, tn=2800)
    m = ac.measure(key)
    expected = interval(t, m, method="delta")
    for method in applicable(m, 2, "items"):
        found = interval(t, m, method=method, seed=1)
        if method not in (*methods.PAPERS, "bonett_price"):
            assert found.low == pytest.approx(expected.low, abs=0.15 * (expected.high - expected.low))
            assert found.high == pytest.approx(expected.high, abs=0.15 * (expected.high - expected.low))
        assert found.method == method


def test_one_sided_bounds_are_the_ends_of_a_narrower_interval():
    one, two = interval(THREE, "mcc", sides=1, level=0.95), interval(THREE, "mcc", level=0.90)
    assert (one.low, one.high) == pytest.approx((two.low, two.high))
    assert one.sides == 1
    assert "bounds, one-sided" in repr(one)


def test_fixed_classes_narrow_what_depends_on_prevalence():
    free, fixed = (interval(THREE, "accuracy", sampling=x) for x in ("items", "classes"))
    assert fixed.method == "delta"
    assert fixed.se < free.se
    assert interval(THREE, "prevalence", sampling="classes").warning[0] == cautions.FIXED


def test_parameters_and_priors_are_passed_on():
    found = interval(TABLE, "f_beta", beta=2)
    assert found.value == ac.f2(TABLE)
    assert found.low == pytest.approx(interval(TABLE, "f2").low)
    for method in ("bca", "posterior"):
        drawn = interval(TABLE, "f_beta", beta=2, method=method, seed=1)
        assert drawn.low == pytest.approx(interval(TABLE, "f2", method=method, seed=1).low)
    weak, strong = (interval(TABLE, "mcc", method="posterior", prior=x, seed=1) for x in (1, 500))
    assert strong.high < weak.high


def test_seeds_repeat_draws():
    for method in ("bca", "percentile", "posterior"):
        one, same, other = (interval(THREE, "macro_f1", method=method, seed=x) for x in (1, 1, 2))
        assert one.low == same.low
        assert one.low != other.low


def test_bad_arguments_are_named():
    with pytest.raises(InputError, match="sampling"):
        interval(THREE, "mcc", sampling="rows")
    with pytest.raises(InputError, match="level"):
        interval(THREE, "mcc", level=95)
    with pytest.raises(InputError, match="sides"):
        interval(THREE, "mcc", sides=3)


def test_rectangular_tables_have_intervals_of_the_measures_that_are_for_them():
    t = ac.Tables.from_counts([[12, 3, 7], [4, 19, 5]], labels=["a", "b"], predicted_labels=["x", "y", "z"])
    found = interval(t, seed=1, replicates=50)
    assert set(found) == {m.key for m in ALL if m.rectangular}
    assert (
        found["mutual_information"].low < found["mutual_information"].value < found["mutual_information"].high
    )


# What is said ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["informedness", "markedness", "correlation"])
@pytest.mark.parametrize("t", [TABLE, THREE], ids=["two", "three"])
def test_intervals_of_the_papers_by_hand(name, t):
    """Powers 2011: √sse is 1, 1 − 2|B| + 2B² or 1 − |B|; the poster of 2008 prints the last."""
    value, root = ac.measure(name)(t), np.sqrt(t.total - 1)
    assert methods.method_name("powers") == "powers_b2"
    widths = {"powers_b0": 1.0, "powers_b1": 1 - 2 * abs(value) + 2 * value**2, "powers_b2": 1 - abs(value)}
    for method, width in widths.items():
        found = interval(t, name, method=method)
        assert found.se == pytest.approx(width / root, rel=1e-12)
        assert found.low == pytest.approx(value - 1.959963984540054 * width / root, rel=1e-12)
        assert found.high == pytest.approx(min(value + 1.959963984540054 * width / root, 1), rel=1e-12)


def test_warnings_say_why():
    assert interval(TABLE, "informedness", method="powers_b0").warning == cautions.NULL_BAND
    assert interval(TABLE, "informedness", method="powers_b1").warning == RULE_OF_THUMB
    assert interval(TABLE, "informedness", method="powers").warning == RULE_OF_THUMB
    assert interval(THREE, "no_information_rate", method="delta").warning == cautions.KINK
    small = ac.Tables.from_cells(tp=3, fp=10, fn=20, tn=30)
    assert interval(small, "mcc", method="delta").warning == cautions.SMALL_CELL
    few = ac.Tables.from_counts([[6, 1, 1], [5, 20, 6], [4, 3, 30]])
    assert interval(few, "informedness", method="delta").warning == cautions.SMALL_CLASS
    good = ac.Tables.from_counts([[40, 1, 0], [1, 30, 0], [0, 1, 50]])
    assert interval(good, "cohen_kappa", method="delta").warning == cautions.NEARLY_PERFECT
    assert interval(THREE, "informedness").warning is None
    assert interval(TABLE, "recall").warning is None
    sparse = ac.Tables.from_counts([[90, 10, 4], [70, 10, 3], [11, 1, 1]])
    assert interval(sparse, "informedness", method="delta").warning == cautions.SPARSE_CHANCE
    assert interval(PERFECT, "informedness").warning == cautions.FEW_IN_ALL
    lacking = ac.Tables.from_cells(tp=1, fp=1, fn=1, tn=10)
    assert interval(lacking, "precision", method="bca", seed=1).warning == cautions.UNSTABLE


def test_the_profile_needs_no_warning_where_the_delta_method_does():
    few = ac.Tables.from_counts([[6, 1, 1], [5, 20, 6], [4, 3, 30]])
    sparse = ac.Tables.from_counts([[90, 10, 4], [70, 10, 3], [11, 1, 1]])
    for t in (few, sparse):
        for key in ("informedness", "markedness", "correlation", "mcc", "cohen_kappa", "macro_f1"):
            assert interval(t, key).warning is None


def test_what_is_hardly_known_is_warned_of():
    once = ac.Tables.from_counts([[40, 1, 0], [1, 30, 0], [1, 0, 1]])
    assert interval(once, "macro_f1").warning == cautions.RARE_LABEL
    assert interval(once, "correlation").warning == cautions.RARE_LABEL
    assert interval(once, "informedness").warning is None
    four, five = (ac.Tables.from_cells(tp=2, fp=10, fn=n, tn=50) for n in (2, 3))
    assert interval(four, "informedness").warning == cautions.SMALL_SAMPLE
    assert interval(five, "informedness").warning is None
    assert interval(four, "markedness").warning is None
    assert interval(four.dual, "markedness").warning == cautions.SMALL_SAMPLE
    two, three = (ac.Tables.from_cells(tp=0, fp=10, fn=n, tn=50) for n in (2, 3))
    assert interval(two, "recall").warning == cautions.HARDLY_TRIED
    assert interval(three, "recall").warning is None


def test_wilsons_interval_is_warned_of_where_it_misses_not_where_it_holds():
    """Of none in 100 it covers; one to four failures are where its bound is too near."""
    astray = [
        interval(ac.Tables.from_cells(50, 0, n, 50 - n), "accuracy", method="wilson").warning
        for n in (0, 1, 4, 5)
    ]
    assert astray == [None, cautions.FEW_WENT_ASTRAY, cautions.FEW_WENT_ASTRAY, None]


def test_a_measure_that_ends_at_chance_reaches_it_when_the_table_shows_nothing():
    t = ac.Tables.from_counts([[21, 19], [18, 22]])
    for m in ALL:
        if singular_at_chance(m) and m.scope == "overall":
            found = interval(t, m, seed=1, replicates=50)
            assert found.low == m.low
            assert found.warning == cautions.CHANCE or np.isnan(found.value) or found.warning == cautions.FLAT
    assert interval(ac.Tables.from_cells(tp=35, fp=12, fn=15, tn=38), "cramer_v").warning is None


def test_the_correlation_of_many_classes_has_no_delta_interval_near_chance():
    chance = ac.Tables.from_counts([[11, 10, 9], [9, 11, 10], [10, 9, 11]])
    found = interval(chance, "correlation", method="delta")
    assert np.isnan(found.low)
    assert found.value == pytest.approx(0.0375, abs=0.02)
    assert found.reason == cautions.NEAR_CHANCE
    assert interval(THREE, "correlation", method="delta").reason is None
    assert interval(ac.Tables.from_counts([[11, 10], [10, 11]]), "correlation", method="delta").reason is None


def test_undefined_is_nan_with_the_reason_of_the_measure():
    t = ac.Tables.from_cells(tp=0, fp=0, fn=4, tn=6)
    found = interval(t, "precision")
    assert np.isnan([found.value, found.low, found.high, found.se]).all()
    assert found.reason == ac.why_undefined(t, "precision")
    assert found.warning is None
    assert "no interval: 'positive' was never predicted" in repr(found)


# Results ---------------------------------------------------------------------------------------


def test_one_table_gives_plain_numbers():
    found = interval(TABLE, "informedness")
    assert all(type(x) is float for x in (found.value, found.low, found.high, found.se))
    assert found.n == 100
    assert found.to_dict()["method"] == "miettinen_nurminen"
    assert found.to_dict()["axes"] == []


def test_labels_are_data_and_never_markup():
    t = ac.Tables.from_counts([[5, 1], [2, 7]], labels=["a", "<b>"], positive="<b>")
    assert (
        "&lt;b&gt;" in interval(ac.Tables.from_counts(np.zeros((2, 2)), t.labels), "precision")._repr_html_()
    )


def test_rows_name_what_stands_where():
    groups = ac.Tables.from_counts(
        np.stack([THREE.counts, THREE.counts * 2]), THREE.labels, axes=[ac.Axis("site", ("x", "y"))]
    )
    found = interval(groups, "recall")
    rows = list(found.rows())
    assert [(row["site"], row["class"]) for row in rows] == [(s, c) for s in "xy" for c in "abc"]
    assert [row["n"] for row in rows] == [164] * 3 + [328] * 3
    assert rows[0]["value"] == pytest.approx(41 / 51)
    assert found.to_dict()["axes"][1] == {"name": "class", "labels": ["a", "b", "c"]}
    frame = found.to_frame("pandas")
    assert list(frame["low"]) == [row["low"] for row in rows]
    assert frame.columns[:3].tolist() == ["measure", "site", "class"]


def test_the_text_shows_ten_lines_and_counts_the_rest():
    many = ac.Tables.from_counts(np.ones((13, 2, 2), dtype=int))
    lines = repr(interval(many, "mcc")).splitlines()
    assert len(lines) == 11
    assert lines[-1] == "… 3 more"
    assert lines[0].startswith("mcc table 0 0.0000, 95 % interval")


def test_weights_are_not_counts_and_the_interval_says_so():
    again = ac.Tables.from_counts(TABLE.counts + 0.5)
    for key in ("precision", "informedness", "mcc", "odds_ratio", "macro_f1"):
        assert interval(TABLE, key).warning is None
        assert interval(TABLE.reweight([1, 1]), key).warning is None
        assert "weights" in interval(again, key).warning
    found = ac.interval(again.at_prevalence(0.02))
    assert all("weights" in x.warning for x in found.values() if not np.isnan(x.low))


def test_few_items_in_all_are_warned_of_also_where_the_method_is_good():
    """The interval of 3 + 2 items covers down to 88 %, that of 20 + 20 as all of discrete outcomes do."""
    few, more = ac.Tables.from_cells([3, 20], 0, 0, [2, 20])[0], ac.Tables.from_cells(20, 0, 0, 20)
    assert "fewer than 30 items" in interval(few, "informedness").warning
    assert "fewer than 30 items" in interval(few, "markedness").warning
    assert interval(more, "informedness").warning is None


def test_an_infinite_value_has_no_standard_error():
    for t in (PERFECT, ac.Tables.from_cells(tp=300, fp=0, fn=10, tn=200)):
        found = interval(t, "odds_ratio")
        assert (found.value, found.high) == (np.inf, np.inf)
        assert 0 < found.low < np.inf
        assert np.isnan(found.se)
        assert found.warning == cautions.INFINITE


def test_what_the_classes_fix_has_no_uncertainty_if_they_are_fixed():
    rng = np.random.default_rng(0)
    counts = [[rng.multinomial(n, rng.dirichlet(np.ones(3))) for n in (41, 23, 67)] for _ in range(20)]
    other = ac.Tables.from_counts(counts)
    for key in (m.key for m in ALL if m.of_classes):
        values = np.asarray(ac.measure(key)(other))
        np.testing.assert_allclose(values, np.broadcast_to(values[:1], values.shape))
        for method in ("auto", "wald", "bca"):
            found = interval(TABLE, key, sampling="classes", method=method, seed=1, replicates=50)
            assert found.low == found.value == found.high
            assert found.se == 0
            assert found.warning == cautions.FIXED
        assert interval(TABLE, key, seed=1).low < interval(TABLE, key, seed=1).high
    assert interval(TABLE, "bias", sampling="classes").se > 0
