"""Standard errors by the delta method against closed forms, statsmodels and simulation."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa

import abovechance as ac
from abovechance.inference.derivatives.gradient import gradient
from abovechance.inference.intervals import delta
from abovechance.inference.intervals.delta import Linear, interval_on_scale, linearise, smoothed, wald
from tests.strategies import full_tables

THREE = [[41, 7, 3], [12, 29, 5], [6, 8, 53]]
FIVE = np.random.default_rng(1).integers(2, 40, (5, 5))


def standard_error(key, t, sampling="items"):
    return linearise([ac.measure(key)], t, sampling)[key].se


def from_influence(g, counts):
    """The standard error from derivatives by shares, cell (i, j) predicted i and really j."""
    p = counts.T / counts.sum()
    return np.sqrt(((p * g**2).sum() - (p * g).sum() ** 2) / counts.sum())


def margins(counts):
    """Bias and prevalence as columns over predicted i and rows over real j, and the identity."""
    p = counts.T / counts.sum()
    return p, p.sum(1), p.sum(0), np.eye(len(p))


def informedness_influence(counts):
    """g_ij = B_i + (p_i/q_i)([i=j] − r_i) − (p_j/q_j)(p_j + B_j(1 − 2r_j)), q = r(1 − r)."""
    share, p, r, same = margins(counts)
    q = r * (1 - r)
    each = (np.diag(share) - p * r) / q
    return (
        each[:, None] + (p / q)[:, None] * (same - r[:, None]) - ((p / q) * (p + each * (1 - 2 * r)))[None, :]
    )


def weighted_informedness_influence(counts):
    """g_ij = ([i=j] − r_i)/(1 − r_i) − p_j/(1 − r_j) + d_j/(1 − r_j)²."""
    share, p, r, same = margins(counts)
    d = np.diag(share) - p * r
    return (same - r[:, None]) / (1 - r)[:, None] - (p / (1 - r) - d / (1 - r) ** 2)[None, :]


def kappa_influence(counts):
    """Fleiss, Cohen and Everitt 1969: g = [i=j]/(1−pe) − (1−po)(r_i + p_j)/(1−pe)²."""
    share, p, r, same = margins(counts)
    observed, expected = np.trace(share), (p * r).sum()
    return same / (1 - expected) - (1 - observed) * (r[:, None] + p[None, :]) / (1 - expected) ** 2


def mcc_influence(counts):
    """Of Gorodkin's R_K: ([i=j] − r_i − p_j)/√(uv) + R_K(p_i/u + r_j/v), u = 1 − Σp², v = 1 − Σr²."""
    share, p, r, same = margins(counts)
    u, v = 1 - (p**2).sum(), 1 - (r**2).sum()
    value = (np.trace(share) - (p * r).sum()) / np.sqrt(u * v)
    return (same - r[:, None] - p[None, :]) / np.sqrt(u * v) + value * ((p / u)[:, None] + (r / v)[None, :])


def macro_f1_influence(counts):
    """Takahashi et al. 2022: (1/K)(2[i=j]/(p_i + r_i) − F_i/(p_i + r_i) − F_j/(p_j + r_j))."""
    share, p, r, same = margins(counts)
    f = 2 * np.diag(share) / (p + r)
    return (2 * same / (p + r)[:, None] - (f / (p + r))[:, None] - (f / (p + r))[None, :]) / len(p)


CLOSED = {
    "informedness": informedness_influence,
    "prevalence_weighted_informedness": weighted_informedness_influence,
    "cohen_kappa": kappa_influence,
    "mcc": mcc_influence,
    "macro_f1": macro_f1_influence,
}


@pytest.mark.parametrize("key", CLOSED)
@pytest.mark.parametrize("counts", [[[37, 11], [5, 48]], THREE, FIVE], ids=["2", "3", "5"])
def test_the_standard_error_of_closed_forms(key, counts):
    counts = np.asarray(counts)
    expected = from_influence(CLOSED[key](counts), counts)
    assert standard_error(key, ac.Tables.from_counts(counts)) == pytest.approx(expected, rel=1e-12)


def test_markedness_is_the_dual():
    t = ac.Tables.from_counts(FIVE)
    assert standard_error("markedness", t) == pytest.approx(standard_error("informedness", t.dual), rel=1e-12)


def test_two_class_informedness_has_the_variance_of_two_binomials():
    """tpr(1−tpr)/RP + fpr(1−fpr)/RN, whichever is fixed: with tpr 30/60 and fpr 12/40."""
    t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    expected = np.sqrt(0.5 * 0.5 / 60 + 0.3 * 0.7 / 40)
    assert standard_error("informedness", t) == pytest.approx(expected, rel=1e-12)
    assert standard_error("informedness", t, "classes") == pytest.approx(expected, rel=1e-12)


def test_the_correlation_of_two_classes_has_the_variance_of_phi():
    """Bishop, Fienberg and Holland 1975, p. 381: the asymptotic variance of φ̂, with φ = phi of the table."""
    p = np.array([[37, 11], [5, 48]]) / 101
    r, c = p.sum(1), p.sum(0)
    product = np.sqrt(r[0] * r[1] * c[0] * c[1])
    phi = (p[0, 0] * p[1, 1] - p[0, 1] * p[1, 0]) / product
    skew = (r[0] - r[1]) * (c[0] - c[1]) / product
    spread = (r[0] - r[1]) ** 2 / (r[0] * r[1]) + (c[0] - c[1]) ** 2 / (c[0] * c[1])
    variance = (1 - phi**2 + phi * (1 + phi**2 / 2) * skew - 0.75 * phi**2 * spread) / 101
    assert standard_error("mcc", ac.Tables.from_counts(p * 101)) == pytest.approx(
        np.sqrt(variance), rel=1e-12
    )


@pytest.mark.parametrize(
    ("key", "weights"), [("cohen_kappa", None), ("linear_kappa", "linear"), ("quadratic_kappa", "quadratic")]
)
def test_kappa_as_statsmodels_computes_it(key, weights):
    theirs = cohens_kappa(np.array(THREE), wt=weights)
    ours = linearise([ac.measure(key)], ac.Tables.from_counts(THREE))[key]
    assert ours.value == pytest.approx(theirs.kappa, rel=1e-12)
    assert ours.se == pytest.approx(theirs.std_kappa, rel=1e-10)


def by_hand(g, n, sampling):
    """Σn·g² less (Σn·g)²/N, of the table or of each row; and the size of what was subtracted from."""
    axes, total = ((-2, -1), n.sum()) if sampling == "items" else (-1, n.sum(-1))
    squares, sums = (n * g**2).sum(axes), (n * g).sum(axes)
    variance = squares - sums**2 / total
    return (variance, squares) if sampling == "items" else (variance.sum(-1), squares.sum(-1))


@pytest.mark.parametrize("sampling", ["items", "classes"])
def test_the_standard_error_is_that_of_the_gradient(sampling):
    t = ac.Tables.from_counts(np.array(THREE) + 0.5)
    found = linearise(ac.measures(), t, sampling)
    for m in ac.measures():
        variance, size = by_hand(gradient(t, m), t.counts, sampling)
        assert np.all(np.abs(found[m.key].se ** 2 - variance) <= 1e-7 * variance + 1e-12 * size), m


def test_fixed_classes_leave_nothing_to_vary_of_prevalence():
    t = ac.Tables.from_counts(THREE)
    assert np.all(standard_error("prevalence", t, "classes") == 0)
    assert np.all(standard_error("prevalence", t) > 0)
    assert standard_error("accuracy", t, "classes") < standard_error("accuracy", t)


@pytest.mark.parametrize("sampling", ["items", "classes"])
@pytest.mark.parametrize("cells", [1600, 0])
@pytest.mark.parametrize(
    "key", ["accuracy", "cohen_kappa", "mcc", "informedness", "cramer_v", "rand_index", "recall", "f1"]
)
def test_an_empty_class_changes_no_standard_error(monkeypatch, key, cells, sampling):
    """Neither of its own, nor by 0/0 of a class of no items; also where directions are drawn instead."""
    monkeypatch.setattr(delta, "_MANY_CELLS", cells)
    counts = np.zeros((4, 4))
    counts[np.ix_([0, 1, 3], [0, 1, 3])] = THREE
    found, plain = (standard_error(key, ac.Tables.from_counts(x), sampling) for x in (counts, THREE))
    found = np.delete(found, 2) if np.ndim(found) else found
    assert np.all(plain > 0)
    assert found == pytest.approx(plain, rel=1e-9 if cells else 0.2)


def test_a_class_that_never_occurs_has_a_standard_error_of_what_it_is_given():
    """Of 8 and 5 items of fixed classes of 100, answered with a label that never occurs, binomial each."""
    t = ac.Tables.from_counts([[80, 12, 8], [20, 75, 5], [0, 0, 0]])
    variance = 8 * 92 / 100 + 5 * 95 / 100
    assert standard_error("bias", t, "classes")[2] == pytest.approx(np.sqrt(variance) / 200)


@pytest.mark.parametrize("key", ["informedness", "markedness", "mcc", "cohen_kappa", "accuracy", "macro_f1"])
@pytest.mark.parametrize("sampling", ["items", "classes"])
def test_the_standard_error_is_the_spread_of_samples(key, sampling):
    """4000 tables of 2000 items, drawn from a known table."""
    rng = np.random.default_rng(7)
    shares = np.array([[0.25, 0.03, 0.02], [0.05, 0.3, 0.05], [0.02, 0.08, 0.2]])
    if sampling == "items":
        drawn = rng.multinomial(2000, shares.ravel(), size=4000).reshape(-1, 3, 3)
    else:
        rows = [rng.multinomial(round(2000 * row.sum()), row / row.sum(), size=4000) for row in shares]
        drawn = np.stack(rows, axis=1)
    spread = ac.measure(key)(ac.Tables.from_counts(drawn)).std()
    expected = standard_error(key, ac.Tables.from_counts(2000 * shares), sampling)
    assert spread == pytest.approx(expected, rel=0.04)


def test_many_measures_share_the_work_and_give_the_same():
    t = smoothed(ac.Tables.from_counts(np.stack([THREE, np.transpose(THREE)])))
    together = linearise(ac.measures(), t)
    for m in ac.measures()[::3]:
        alone = linearise([m], t)[m.key]
        np.testing.assert_allclose(together[m.key].se, alone.se, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(together[m.key].value, m(t), rtol=1e-9, atol=1e-12)


def test_batches_are_done_in_blocks(monkeypatch):
    counts = np.random.default_rng(2).integers(0, 30, (4, 5, 3, 3))
    t = smoothed(ac.Tables.from_counts(counts))
    whole = linearise([ac.measure("mcc"), ac.measure("recall")], t)
    monkeypatch.setattr(delta, "_BLOCK_SIZE", 9 * 6 * 3)
    parts = linearise([ac.measure("mcc"), ac.measure("recall")], t)
    for key, found in parts.items():
        assert found.se.shape == ((4, 5) if key == "mcc" else (4, 5, 3))
        np.testing.assert_allclose(found.se, whole[key].se, rtol=1e-12)


@pytest.mark.parametrize("sampling", ["items", "classes"])
def test_large_tables_have_some_standard_errors_estimated(monkeypatch, sampling):
    t = smoothed(ac.Tables.from_counts(np.stack([FIVE, FIVE.T])))
    exact = linearise(ac.measures(), t, sampling)
    monkeypatch.setattr(delta, "_MANY_CELLS", 24)
    rough = linearise(ac.measures(), t, sampling)
    estimated = {m.key for m in ac.measures() if not np.allclose(rough[m.key].se, exact[m.key].se, rtol=1e-9)}
    assert {"quadratic_kappa", "confusion_entropy", "adjusted_rand"} <= estimated
    assert not {"informedness", "mutual_information", "cramer_v", "recall"} & estimated
    for key in estimated:
        np.testing.assert_allclose(rough[key].se, exact[key].se, rtol=0.12)
        np.testing.assert_allclose(rough[key].value, exact[key].value)


def test_one_pseudo_item_is_spread_over_the_table():
    t = smoothed(ac.Tables.from_counts(np.zeros((2, 3, 3))))
    np.testing.assert_allclose(t.counts, 1 / 9)


# Scales ----------------------------------------------------------------------------------------


def bounds(value, se, low, high):
    return interval_on_scale(Linear(np.array(value), np.array(se)), 1.96, low, high)


def test_between_minus_one_and_one_the_scale_is_artanh():
    half = 1.96 * 0.05 / (1 - 0.8**2)
    expected = np.tanh(np.arctanh(0.8) - half), np.tanh(np.arctanh(0.8) + half)
    assert bounds(0.8, 0.05, -1, 1) == pytest.approx(expected)


def test_between_zero_and_one_the_scale_is_the_logit():
    half = 1.96 * 0.05 / (0.9 * 0.1)
    expected = [1 / (1 + np.exp(-(np.log(9) + sign * half))) for sign in (-1, 1)]
    assert bounds(0.9, 0.05, 0, 1) == pytest.approx(expected)


def test_above_zero_the_scale_is_the_logarithm():
    assert bounds(5, 1, 0, np.inf) == pytest.approx((5 * np.exp(-1.96 / 5), 5 * np.exp(1.96 / 5)))


def test_below_one_it_is_the_logarithm_of_the_distance():
    assert bounds(-4, 1, -np.inf, 1) == pytest.approx((1 - 5 * np.exp(1.96 / 5), 1 - 5 * np.exp(-1.96 / 5)))


def test_without_ends_and_at_an_end_it_is_plain():
    assert bounds(-4, 1, -np.inf, np.inf) == pytest.approx((-5.96, -2.04))
    assert bounds(1, 0.1, 0, 1) == pytest.approx((1 - 0.196, 1))


@settings(max_examples=100, deadline=None)
@given(share=st.floats(0.001, 0.999), se=st.floats(1e-6, 2), low=st.floats(-3, 0), width=st.floats(0.5, 3))
def test_bounds_stay_in_the_range_and_around_the_value(share, se, low, width):
    value = low + share * width
    below, above = bounds(value, se, low, low + width)
    assert low - 1e-9 <= below <= value + 1e-9
    assert value - 1e-9 <= above <= low + width + 1e-9


def test_wald_is_clipped_to_the_range():
    assert wald(Linear(np.array(0.9), np.array(0.1)), 2.0, 0, 1) == pytest.approx((0.7, 1.0))


@settings(max_examples=30, deadline=None)
@given(t=full_tables, factor=st.integers(2, 50))
def test_the_standard_error_falls_with_the_root_of_the_number_of_items(t, factor):
    more = ac.Tables.from_counts(t.counts * factor)
    for key in ("informedness", "cohen_kappa", "accuracy"):
        assert standard_error(key, more) * np.sqrt(factor) == pytest.approx(
            standard_error(key, t), rel=1e-6, abs=1e-9
        )


def test_a_measure_that_touches_its_end_as_a_square_does_is_symmetric_for_the_root_of_the_distance():
    """2·q·(1 − q) with q the mean of prevalence and bias, ½ less 2·(q − ½)²: an interval of |q − ½|, squared."""
    t = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    found = ac.interval(t, "expected_accuracy_gwet")
    q = (0.6 + 0.42) / 2
    assert found.value == pytest.approx(2 * q * (1 - q))
    spread = 1.96 * np.sqrt(0.3 + 0.12 / 4 + 0.3 / 4 - q**2) / 10
    assert found.high == 0.5
    assert found.low == pytest.approx(0.5 - 2 * (q - 0.5 + spread) ** 2, abs=4e-4)


@pytest.mark.parametrize(("value", "nearer"), [(0.01, 0.01), (0.99, 0.01)])
def test_a_standard_error_of_three_distances_tells_a_square_from_a_share(value, nearer):
    """Below it the scale is the logit, above the root of the distance; an empty cell of two classes has 2."""
    share = Linear(np.array(value), np.array(2.99 * nearer))
    half = 1.96 * 2.99 * nearer / 0.01 / 0.99
    ends = [1 / (1 + np.exp(-np.log(value / (1 - value)) - sign * half)) for sign in (-1, 1)]
    assert interval_on_scale(share, 1.96, 0.0, 1.0) == pytest.approx(ends)
    far = (np.sqrt(nearer) + 1.96 * 3.01 * nearer / (2 * np.sqrt(nearer))) ** 2
    square = Linear(np.array(value), np.array(3.01 * nearer))
    expected = (0.0, far) if value < 0.5 else (1 - far, 1.0)
    assert interval_on_scale(square, 1.96, 0.0, 1.0) == pytest.approx(expected)


@pytest.mark.parametrize("key", ["expected_accuracy_gwet", "evenness_of_bias", "divergence_of_truth"])
@pytest.mark.parametrize("shares", [(0.28, 0.12, 0.3, 0.3), (0.3, 0.2, 0.2, 0.3), (0.8, 0.05, 0.05, 0.1)])
def test_such_a_measure_is_covered_at_and_near_its_end(key, shares):
    counts = np.random.default_rng(1).multinomial(300, shares, size=2000).reshape(-1, 2, 2)
    truth = ac.measure(key)(ac.Tables.from_counts(np.reshape(shares, (2, 2))))
    found = ac.interval(ac.Tables.from_counts(counts), key)
    covered = (found.low <= truth + 1e-12) & (found.high >= truth - 1e-12)
    assert 0.93 < covered.mean() < 0.98
