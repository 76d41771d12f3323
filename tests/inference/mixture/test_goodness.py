"""Whether a mixture describes tables: size and power of the test of fit."""

import numpy as np
import pytest

import abovechance as ac
from abovechance import Tables
from tests.inference.mixture.test_fit import given_class


def drawn(given, prevalence, n, size, seed=1):
    shares = np.asarray(prevalence)[:, None] * given
    return Tables.from_counts(
        np.random.default_rng(seed).multinomial(n, shares.ravel(), size=size).reshape(-1, *shares.shape)
    )


EVEN = np.full(3, 1 / 3)
GUESS = np.array([0.2, 0.3, 0.5])


@pytest.mark.parametrize("informed", [0.0, 0.5])
def test_it_rejects_as_often_as_it_says_where_the_mixture_holds(informed):
    p = ac.mixture(drawn(given_class(informed, GUESS), EVEN, 300, 2000), method="chi_squared").p_value
    assert 0.035 < np.mean(p <= 0.05) < 0.07


def test_drawn_tables_hold_the_level_where_cells_are_sparse():
    p = ac.mixture(drawn(given_class(0.7, GUESS), [0.8, 0.1, 0.1], 60, 300), replicates=99).p_value
    assert np.mean(p <= 0.05) < 0.09


def test_it_finds_uneven_skills_and_confusions():
    uneven = drawn(given_class(np.array([0.9, 0.5, 0.1]), GUESS), EVEN, 300, 200)
    assert np.mean(ac.mixture(uneven, method="chi_squared").p_value <= 0.05) > 0.95
    confused = 0.6 * np.eye(3) + 0.3 * np.roll(np.eye(3), 1, axis=1) + 0.1 * np.roll(np.eye(3), 2, axis=1)
    found = ac.mixture(drawn(confused, EVEN, 300, 200), method="chi_squared")
    assert np.mean(found.p_value <= 0.05) > 0.95
    assert np.mean(found.skills.p_value <= 0.05) > 0.9
    assert np.mean(found.skills.uneven_p_value <= 0.05) < 0.2


def test_it_draws_only_where_cells_are_sparse_unless_asked():
    full = Tables.from_counts([[50, 10, 12], [14, 38, 9], [12, 7, 35]])
    sparse = Tables.from_counts([[5, 1, 0], [0, 4, 1], [1, 0, 9]])
    assert ac.mixture(full).replicates == 0
    assert ac.mixture(full, method="bootstrap", replicates=49).replicates == 49
    assert ac.mixture(sparse, replicates=49).replicates == 49
    assert ac.mixture(sparse, method="chi_squared").replicates == 0
    drawn_p, by_formula = (ac.mixture(full, method=x).p_value for x in ("bootstrap", "chi_squared"))
    assert drawn_p == pytest.approx(by_formula, abs=0.06)
    assert ac.mixture(sparse, seed=3).p_value == ac.mixture(sparse, seed=3).p_value


def test_tables_too_large_to_draw_are_not_tested():
    counts = np.eye(600, dtype=int) + np.eye(600, k=1, dtype=int)
    found = ac.mixture(Tables.from_counts(counts))
    assert np.isnan(found.p_value)
    assert found.fits is None
    assert "is not tested" in found.verdict


@pytest.mark.parametrize("scale", [1, 7, 10**6])
def test_a_fit_that_leaves_nothing_is_beaten_by_no_table_drawn_from_it(scale):
    """The last digits of logarithms are not compared: they differ from one processor to another."""
    t = Tables.from_counts(np.array([[20, 5, 5], [5, 20, 5], [5, 5, 20]]) * scale)
    found = ac.mixture(t, method="bootstrap", replicates=49)
    for one in (found, found.skills):
        assert (one.deviance, one.p_value) == (0, 1)
