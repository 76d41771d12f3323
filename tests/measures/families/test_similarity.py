"""Similarities and distances: identities between them, published forms, and tables with little in them."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac

positive = st.integers(1, 400)
cells = st.tuples(positive, positive, positive, positive)
quick = settings(max_examples=40, deadline=None)


def table(a, b, c, d):
    return ac.Tables.from_cells(tp=a, fp=b, fn=c, tn=d)


@given(cells)
@quick
def test_what_each_is_of_the_measures_known_otherwise(abcd):
    a, b, c, d = abcd
    n, t = a + b + c + d, table(*abcd)
    accuracy, recall, precision = ac.class_accuracy(t), ac.recall(t), ac.precision(t)
    informedness, markedness = ac.informedness(t), ac.markedness(t)
    smaller, larger = sorted((informedness, markedness), key=abs)
    odds = a * d / (b * c)
    for key, value in {
        "ample": abs(markedness),
        "batagelj_bren": 1 / ac.odds_ratio(t),
        "baroni_urbani_buser_ii": 2 * ac.baroni_urbani_buser_i(t) - 1,
        "baulieu_i": 1 - recall * precision,
        "baulieu_ii": recall * precision * ac.inverse_recall(t) * ac.inverse_precision(t),
        "baulieu_iii": 0.5 - 2 * ac.determinant(t),
        "baulieu_viii": (ac.bias(t) - ac.prevalence(t)) ** 2,
        "baulieu_xi": 1 - d / (b + c + d),
        "baulieu_xiv": 1 - ac.tversky(t, alpha=2, beta=1),
        "canberra": 1 - ac.f1(t),
        "fleiss_levin_paik": ac.f1(t.inverse),
        "clement": precision * ac.inverse_bias(t) + ac.inverse_precision(t) * ac.bias(t),
        "dennis": (a - ac.expected_true_positives(t) * n) / math.sqrt(ac.expected_true_positives(t) * n),
        "digby": (odds**0.75 - 1) / (odds**0.75 + 1),
        "eyraud": ac.determinant(t) / ((a + b) * (c + d) * (a + c) * (b + d) / n**4),
        "goodall": 2 / math.pi * math.asin(math.sqrt(accuracy)),
        "hawkins_dotson": (ac.jaccard(t) + ac.jaccard(t.inverse)) / 2,
        "koppen_ii": (2 * a + b + c) / 2,
        "kuhns_i": 2 * ac.determinant(t),
        "kuhns_v": smaller,
        "kuhns_vi": larger,
        "kuhns_ii": ac.determinant(t) * n / max(a + b, a + c),
        "kuhns_iv": ac.determinant(t) * n / min(a + b, a + c),
        "kuhns_vii": ac.determinant(t) * n / math.sqrt((a + b) * (a + c)),
        "loevinger_h": (a - (a + b) * (a + c) / n) / (min(a + b, a + c) - (a + b) * (a + c) / n),
    }.items():
        assert ac.measure(key)(t) == pytest.approx(value, rel=1e-9, abs=1e-12), key


@given(cells)
@quick
def test_kuder_richardson_is_cronbachs_alpha_of_two_items(abcd):
    """KR-20 with two items: 2·(1 − (p₁q₁ + p₂q₂) / Var(sum))."""
    a, b, c, d = abcd
    n = a + b + c + d
    scores = np.repeat([2, 1, 1, 0], abcd)
    p, q = (a + b) / n, (a + c) / n
    alpha = 2 * (1 - (p * (1 - p) + q * (1 - q)) / scores.var())
    assert ac.kuder_richardson(table(*abcd)) == pytest.approx(alpha, rel=1e-8, abs=1e-8)


@given(st.tuples(*[st.integers(1, 6)] * 4))
@quick
def test_kendalls_tau_a_counts_pairs(abcd):
    truth = np.repeat([1, 0, 1, 0], abcd)
    prediction = np.repeat([1, 1, 0, 0], abcd)
    order = np.sign(truth[:, None] - truth) * np.sign(prediction[:, None] - prediction)
    n = len(truth)
    assert ac.kendall_tau_a(table(*abcd)) == pytest.approx(order.sum() / (n * (n - 1)), rel=1e-12, abs=1e-15)


@given(cells)
@quick
def test_anderberg_counts_the_errors_saved_in_guessing(abcd):
    a, b, c, d = abcd
    counts = np.array([[a, c], [b, d]])
    known = counts.max(0).sum() + counts.max(1).sum()
    guessed = counts.sum(0).max() + counts.sum(1).max()
    assert ac.anderberg_d(table(*abcd)) == pytest.approx((known - guessed) / (2 * counts.sum()), abs=1e-15)


@given(cells)
@quick
def test_kent_and_foster_by_their_formula(abcd):
    a, b, c, d = abcd
    for key, alike in (("kent_foster_i", a), ("kent_foster_ii", d)):
        chance = (alike + b) * (alike + c) / (alike + b + c)
        expected = (alike - chance) / (alike - chance + b + c)
        assert ac.measure(key)(table(*abcd)) == pytest.approx(expected, rel=1e-9)


@given(cells)
@quick
def test_gilbert_and_wells_by_factorials(abcd):
    a, b, c, d = abcd
    n, margins = sum(abcd), [a + b, c + d, a + c, b + d]
    factorials = (
        math.lgamma(n + 1) + sum(math.lgamma(x + 1) for x in abcd) - sum(math.lgamma(m + 1) for m in margins)
    )
    expected = math.log(n**3 / (2 * math.pi * math.prod(margins))) + 2 * factorials
    assert ac.gilbert_wells(table(*abcd)) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("cells", [(0, 5, 7, 9), (3.5, 0.25, 7, 40), (5000, 300, 20, 70_000), (2, 0, 0, 3)])
def test_gilbert_and_wells_of_few_many_and_weighted_items(cells):
    a, b, c, d = cells
    n, margins = sum(cells), [a + b, c + d, a + c, b + d]
    factorials = (
        math.lgamma(n + 1) + sum(math.lgamma(x + 1) for x in cells) - sum(math.lgamma(m + 1) for m in margins)
    )
    expected = math.log(n**3 / (2 * math.pi * math.prod(margins))) + 2 * factorials
    assert ac.gilbert_wells(table(*cells)) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    "cells",
    [
        (10**15 + 7, 10**15 + 1, 10**15 - 3, 10**15 + 11),
        (3, 10**9, 7, 10**15),
        (10**15, 3 * 10**14, 2 * 10**14, 10**15),
    ],
)
def test_gilbert_and_wells_of_huge_tables(cells):
    """Factorials of 10¹⁵ have logarithms of 3·10¹⁶; their sum may be as small as 10⁻¹⁴."""
    a, b, c, d = cells
    with mpmath.workdps(60):
        logs = {
            x: mpmath.loggamma(mpmath.mpf(x) + 1) for x in (sum(cells), *cells, a + b, c + d, a + c, b + d)
        }
        factorials = logs[sum(cells)] + logs[a] + logs[b] + logs[c] + logs[d]
        factorials -= logs[a + b] + logs[c + d] + logs[a + c] + logs[b + d]
        area = mpmath.mpf(sum(cells)) ** 3 / (2 * mpmath.pi * (a + b) * (c + d) * (a + c) * (b + d))
        expected = float(mpmath.log(area) + 2 * factorials)
    assert ac.gilbert_wells(table(*cells)) == pytest.approx(expected, rel=1e-14, abs=0)


def test_gilbert_and_wells_is_near_g_squared():
    t = table(30_000, 12_000, 30_000, 28_000)
    assert ac.gilbert_wells(t) == pytest.approx(ac.g_squared(t), rel=1e-4)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("andres_marzo_delta", (58 - 2 * math.sqrt(12 * 30)) / 100),
        ("baroni_urbani_buser_i", (math.sqrt(840) + 30) / (math.sqrt(840) + 72)),
        ("baulieu_iv", (42 - 30.5 * 28.5 * 28 * math.e) / 100),
        ("baulieu_v", 43 / 73),
        ("baulieu_vi", 42 / 73),
        ("baulieu_vii", 42 / (100 + 30 * 26**2)),
        ("baulieu_ix", 72 / 130),
        ("baulieu_x", 72 / 130),
        ("baulieu_xii", 42 / 71),
        ("baulieu_xiii", 42 / (72 + 30 * 26**2)),
        ("baulieu_xv", 72 / 102),
        ("benini_i", (30 * 28 - 12 * 30) / (60 * 58)),
        ("consonni_todeschini_i", math.log(59) / math.log(101)),
        ("consonni_todeschini_ii", 1 - math.log(43) / math.log(101)),
        ("consonni_todeschini_iii", math.log(31) / math.log(101)),
        ("consonni_todeschini_iv", math.log(31) / math.log(73)),
        ("consonni_todeschini_v", (math.log(841) - math.log(361)) / math.log(2501)),
        ("fager_mcgowan", 30 / math.sqrt(42 * 60) - 1 / (2 * math.sqrt(60))),
        ("faith", 44 / 100),
        ("fossum", 100 * 29.5**2 / (42 * 60)),
        ("harris_lahey", 30 / 72 * 98 / 200 + 28 / 70 * 102 / 200),
        ("kuhns_iii", (30 - 25.2) / ((1 - 30 / 102) * (102 - 25.2))),
    ],
)
def test_by_definition(key, value):
    assert ac.measure(key)(table(30, 12, 30, 28)) == pytest.approx(value, rel=1e-13)


def test_the_irrational_number_of_baulieu_is_free():
    assert ac.baulieu_iv(table(1, 2, 3, 4), k=math.pi) == pytest.approx((5 - 1.5 * 4.5 * 4 * math.pi) / 10)


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (
            (5, 0, 0, 7),
            {"digby": 1, "batagelj_bren": 0, "kent_foster_i": None, "loevinger_h": 1, "goodall": 1},
        ),
        ((0, 3, 4, 0), {"digby": -1, "batagelj_bren": math.inf, "kuder_richardson": -math.inf, "goodall": 0}),
        ((0, 0, 4, 6), {"canberra": 1, "fossum": None, "ample": None, "kuhns_v": 0, "kuhns_vi": None}),
        ((0, 5, 0, 0), {"andres_marzo_delta": 0, "baulieu_xi": 1, "baulieu_xii": 5 / 4, "eyraud": None}),
        ((1, 0, 0, 0), {"baulieu_xii": None, "kendall_tau_a": None, "clement": None, "faith": 1}),
        ((0, 1, 0, 0), {"baulieu_xii": math.inf, "kent_foster_i": 0, "harris_lahey": 0}),
        (
            (0, 0, 0, 3),
            {"canberra": None, "baroni_urbani_buser_i": None, "baulieu_v": 1, "kuder_richardson": None},
        ),
        (
            (0, 0, 0, 0),
            {"faith": None, "baulieu_vi": 0, "koppen_ii": 0, "gilbert_wells": None, "goodall": None},
        ),
    ],
)
def test_degenerate_tables(cells, values):
    for key, value in values.items():
        result = ac.measure(key)(table(*cells))
        assert result == pytest.approx(np.nan if value is None else value, nan_ok=True), key
