"""Sample sizes against textbook formulas and simulated studies."""

import numpy as np
import pytest
from scipy.stats import norm

import abovechance as ac
from abovechance import InputError
from abovechance.inference.power import (
    expected_shares,
    items_needed,
    items_needed_to_compare,
    power_of,
    power_to_compare,
)


def z_of_informedness(counts):
    """B·√((N − 1)/V0) with the permutation variance V0 of the margins, written out."""
    n = counts.sum((-2, -1))
    r, p = counts.sum(-1) / n[:, None], counts.sum(-2) / n[:, None]
    w = p / (r * (1 - r))
    v0 = (w**2 * p * (1 - p) * r * (1 - r)).sum(-1) + (w * p * r).sum(-1) ** 2 - ((w * p * r) ** 2).sum(-1)
    return ac.informedness(ac.Tables.from_counts(counts)) * np.sqrt((n - 1) / v0)


@pytest.mark.parametrize(
    ("b", "prevalence", "bias"),
    [(0.2, 0.5, None), (0.3, 0.2, 0.4), (0.15, [0.2] * 5, None), (0.25, [0.5, 0.3, 0.2], [0.3, 0.4, 0.3])],
)
def test_simulated_studies_of_that_size_succeed_as_often_as_promised(b, prevalence, bias):
    n = items_needed(b, prevalence=prevalence, bias=bias, power=0.8)
    shares = expected_shares(b, prevalence, bias)
    counts = np.random.default_rng(1).multinomial(n, shares.ravel(), size=6000).reshape(-1, *shares.shape)
    shown = np.abs(z_of_informedness(counts)) > 1.959964
    if len(shares) > 2:
        shown = ac.test(ac.Tables.from_counts(counts[:3000])).p_value < 0.05
    assert np.mean(shown) == pytest.approx(0.8, abs=0.035)
    assert power_of(n, b, prevalence=prevalence, bias=bias) == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize(
    ("b", "prevalence", "bias", "sampling"),
    [
        (0.9, 0.5, None, "items"),
        (0.9, 0.05, None, "items"),
        (0.5, 0.05, None, "items"),
        (0.2, 0.05, None, "items"),
        (0.6, 0.04, 0.3, "classes"),
    ],
)
def test_where_few_items_are_expected_the_default_test_keeps_the_promise(b, prevalence, bias, sampling):
    """The normal approximation promised 0.8 with 8, 13, 61 and 321 items, of which the test shows 0.42 to 0.78."""
    n = items_needed(b, prevalence=prevalence, bias=bias, sampling=sampling)
    shares = expected_shares(b, prevalence, bias)
    rng = np.random.default_rng(4)
    if sampling == "items":
        counts = rng.multinomial(n, shares.ravel(), size=6000).reshape(-1, 2, 2)
    else:
        sizes = [n - round(prevalence * n), round(prevalence * n)]
        rows = [rng.multinomial(size, row / row.sum(), 6000) for size, row in zip(sizes, shares, strict=True)]
        counts = np.stack(rows, axis=1)
    found = np.mean(ac.test(ac.Tables.from_counts(counts)).p_value < 0.05)
    promised = {"prevalence": prevalence, "bias": bias, "sampling": sampling}
    assert found == pytest.approx(power_of(n, b, **promised), abs=0.02)
    assert found > 0.78
    assert power_of(n - 1, b, **promised) < 0.8 <= power_of(n, b, **promised)


def test_a_perfect_system_is_shown_by_the_outcomes_alone():
    """Seven right decisions are shown to be informed or not by how the classes divide: binomially."""
    splits = np.array([1, 7, 21, 35, 35, 21, 7, 1]) / 2**7
    p = [ac.test(ac.Tables.from_cells(tp=k, fp=0, fn=0, tn=7 - k)).p_value for k in range(8)]
    assert power_of(7, 1.0) == pytest.approx(splits[np.array(p) < 0.05].sum())


def test_against_another_level_than_chance():
    """The lower bound of the interval exceeds 0.5 in eight of ten studies."""
    n = items_needed(0.7, against=0.5, prevalence=0.4, sides=1)
    shares = expected_shares(0.7, 0.4)
    counts = np.random.default_rng(2).multinomial(n, shares.ravel(), size=3000).reshape(-1, 2, 2)
    low = ac.interval(ac.Tables.from_counts(counts), "informedness", sides=1).low
    assert np.mean(low > 0.5) == pytest.approx(0.8, abs=0.05)


def test_the_textbook_formula_of_two_even_classes():
    """Var = 1 at chance and 1 − b² at b for even margins: n = ((1.96 + 0.8416·√(1 − b²))/b)² + 1."""
    expected = ((norm.ppf(0.975) + norm.ppf(0.8) * np.sqrt(1 - 0.04)) / 0.2) ** 2 + 1
    assert items_needed(0.2) == np.ceil(expected)


def test_paired_systems_of_independent_errors():
    """Systems that err independently on the same items."""
    n = items_needed_to_compare(0.6, 0.75)
    rng = np.random.default_rng(3)
    truth = rng.integers(2, size=(1500, n))
    tables = []
    for b in (0.6, 0.75):
        guess = rng.integers(2, size=truth.shape)
        prediction = np.where(rng.random(truth.shape) < b, truth, guess)
        tables.append(
            np.stack([((truth == i) & (prediction == j)).sum(1) for i in (0, 1) for j in (0, 1)], -1).reshape(
                -1, 2, 2
            )
        )
    one, other = (ac.Tables.from_counts(x) for x in tables)
    difference = ac.informedness(other) - ac.informedness(one)
    se = np.hypot(
        ac.interval(one, "informedness", method="wald").se,
        ac.interval(other, "informedness", method="wald").se,
    )
    assert np.mean(difference / se > 1.959964) == pytest.approx(0.8, abs=0.04)
    assert power_to_compare(n, 0.6, 0.75) == pytest.approx(0.8, abs=0.005)


def test_more_is_easier():
    assert items_needed(0.3) < items_needed(0.2) < items_needed(0.1)
    assert items_needed(0.2, power=0.9) > items_needed(0.2, power=0.8)
    assert items_needed(0.2, level=0.99) > items_needed(0.2)
    assert items_needed(0.2, sides=1) < items_needed(0.2)
    assert items_needed_to_compare(0.6, 0.8, correlation=0.6) < items_needed_to_compare(0.6, 0.8)
    assert power_of(50, 0.3) < power_of(100, 0.3) < 1
    assert items_needed(1.0) < 10
    assert 0 <= power_of(1, 0.5) < 0.1


def test_fixing_the_classes_saves_nothing_for_two():
    assert items_needed(0.3, sampling="classes") == items_needed(0.3)


def test_the_expected_table_is_that_of_the_mixture_model():
    shares = expected_shares(0.3, [0.5, 0.3, 0.2], [0.4, 0.4, 0.2])
    t = ac.Tables.from_counts(shares)
    assert ac.informedness(t) == pytest.approx(0.3)
    np.testing.assert_allclose(shares.sum(0), [0.4, 0.4, 0.2])
    np.testing.assert_allclose(shares.sum(1), [0.5, 0.3, 0.2])


@pytest.mark.parametrize(
    "call",
    [
        lambda: items_needed(0.0),
        lambda: power_of(-5, 0.2),
        lambda: power_of(0, 0.2),
        lambda: power_of(10.5, 0.2),
        lambda: power_to_compare(0, 0.2, 0.3),
        lambda: items_needed(0.2, power=1),
        lambda: items_needed(1.2),
        lambda: items_needed(0.2, prevalence=0),
        lambda: items_needed(0.2, prevalence=[0.5, 0.6]),
        lambda: items_needed(0.2, prevalence=[0.5, 0.3, 0.2], bias=0.5),
        lambda: items_needed(0.8, prevalence=0.5, bias=0.2),
        lambda: items_needed_to_compare(0.5, 0.5),
        lambda: items_needed_to_compare(0.5, 0.6, correlation=1),
        lambda: items_needed(2e-272),
        lambda: items_needed(0.5, against=0.5 - 1e-15),
        lambda: items_needed_to_compare(0.5, 0.5 + 1e-12),
    ],
)
def test_the_impossible_is_refused_in_words(call):
    with pytest.raises(InputError, match=r"must|both|bias|classes|number of items|too close"):
        call()
