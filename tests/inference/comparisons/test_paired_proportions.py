"""Closed intervals of paired differences, against printed values, their definition, and for coverage."""

import math

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

import abovechance as ac
from abovechance.inference.comparisons.mcnemar import bonett_price, newcombe, tango

CAVO = (59, 6, 16, 80)
Z = 1.959963984540054


def test_printed_by_contingencytables():
    """Complete response before and after consolidation therapy (Cavo et al. 2012); R contingencytables 3."""
    np.testing.assert_allclose(newcombe(*CAVO), (-0.1186, -0.0046), atol=5e-5)
    np.testing.assert_allclose(bonett_price(6, 16, 161), (-0.1195, -0.0032), atol=5e-5)


@pytest.mark.parametrize(
    "counts", [CAVO, (36, 12, 2, 0), (0, 0, 0, 50), (1, 1, 7, 12), (0, 5, 3, 0), (20, 0, 0, 0)]
)
def test_newcombe_by_its_definition(counts):
    a, b, c, d = counts
    n = sum(counts)
    p1, p2 = (a + b) / n, (a + c) / n
    (l1, u1), (l2, u2) = (proportion_confint(x, n, method="wilson") for x in (a + b, a + c))
    margins, excess = (a + b) * (c + d) * (a + c) * (b + d), a * d - b * c
    if excess > 0:
        excess = max(excess - n / 2, 0)
    phi = excess / math.sqrt(margins) if margins else 0.0
    below = math.sqrt((p1 - l1) ** 2 - 2 * phi * (p1 - l1) * (u2 - p2) + (u2 - p2) ** 2)
    above = math.sqrt((p2 - l2) ** 2 - 2 * phi * (p2 - l2) * (u1 - p1) + (u1 - p1) ** 2)
    np.testing.assert_allclose(newcombe(*counts), (p1 - p2 - below, p1 - p2 + above), atol=1e-12)


@pytest.mark.parametrize(("b", "c", "n"), [(6, 16, 161), (0, 0, 10), (9, 1, 10)])
def test_bonett_price_by_its_definition(b, c, n):
    p, q = (b + 1) / (n + 2), (c + 1) / (n + 2)
    spread = Z * math.sqrt((p + q - (p - q) ** 2) / (n + 2))
    expected = max(-1, p - q - spread), min(1, p - q + spread)
    np.testing.assert_allclose(bonett_price(b, c, n), expected)


def test_systems_in_the_other_order_have_the_opposite_interval():
    for a, b, c, d in np.random.default_rng(2).integers(0, 12, (20, 4)):
        low, high = newcombe(a, b, c, d)
        np.testing.assert_allclose(newcombe(a, c, b, d), (-high, -low))
        low, high = bonett_price(b, c, a + b + c + d)
        np.testing.assert_allclose(bonett_price(c, b, a + b + c + d), (-high, -low))


@pytest.mark.parametrize("shares", [(0.6, 0.15, 0.1, 0.15), (0.3, 0.2, 0.2, 0.3), (0.85, 0.05, 0.05, 0.05)])
def test_coverage_of_40_items(shares):
    """All tables of 2000 draws: between 93 and 99 % of intervals contain the difference, as Tango's do."""
    counts = np.random.default_rng(1).multinomial(40, shares, 2000).T
    truth = shares[1] - shares[2]
    for low, high in (
        newcombe(*counts),
        bonett_price(counts[1], counts[2], 40),
        tango(counts[1], counts[2], 40),
    ):
        assert 0.93 < ((low <= truth) & (truth <= high)).mean() < 0.99


@pytest.mark.parametrize(
    ("alias", "name"), [("square-and-add", "newcombe"), ("Bonett-Price", "bonett_price")]
)
def test_compare_by_name(alias, name):
    truth = [1] * 161
    first = [1] * 59 + [1] * 6 + [0] * 16 + [0] * 80
    second = [1] * 59 + [0] * 6 + [1] * 16 + [0] * 80
    found = ac.compare(truth, {"A": first, "B": second}, "accuracy", method=alias, labels=[0, 1])
    expected = newcombe(*CAVO) if name == "newcombe" else bonett_price(6, 16, 161)
    assert (found.method, found.low, found.high) == (name, *expected)
    assert found.test == "mcnemar_mid_p"


def test_not_of_other_measures():
    with pytest.raises(ac.InputError, match="newcombe does not apply to informedness"):
        ac.compare([0, 1, 1], {"A": [0, 1, 0], "B": [1, 1, 0]}, method="newcombe")
