"""Odds and ratios: textbook formulas, infinities as limits, and the tetrachoric correlation."""

import itertools

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad

import abovechance as ac
from tests.measures.textbook import TWO_CLASS, keys, mp, reason, two_class

FORMULAS = {
    "odds_ratio": lambda a, b, c, d: a * d / (b * c),
    "log_odds_ratio": lambda a, b, c, d: mp.log(a * d / (b * c)),
    "yule_q": lambda a, b, c, d: (a * d - b * c) / (a * d + b * c),
    "yule_y": lambda a, b, c, d: (mp.sqrt(a * d) - mp.sqrt(b * c)) / (mp.sqrt(a * d) + mp.sqrt(b * c)),
    "positive_likelihood_ratio": lambda a, b, c, d: (a / (a + c)) / (b / (b + d)),
    "negative_likelihood_ratio": lambda a, b, c, d: (c / (a + c)) / (d / (b + d)),
    "relative_risk": lambda a, b, c, d: (a / (a + b)) / (c / (c + d)),
    "lift": lambda a, b, c, d: a * (a + b + c + d) / ((a + c) * (a + b)),
}

test_two_class_formulas = two_class(FORMULAS)


def test_every_ratio_is_checked():
    assert FORMULAS.keys() | {"tetrachoric_correlation"} == keys("odds")


def test_scipy_agrees():
    a, b, c, d = 30, 12, 30, 28
    t = ac.Tables.from_cells(tp=a, fp=b, fn=c, tn=d)
    assert ac.odds_ratio(t) == pytest.approx(
        stats.contingency.odds_ratio([[a, b], [c, d]], kind="sample").statistic, rel=1e-14
    )
    assert ac.relative_risk(t) == pytest.approx(
        stats.contingency.relative_risk(a, a + b, c, c + d).relative_risk, rel=1e-14
    )


def test_yule_y_is_the_informedness_at_even_margins():
    """Yule 1912: equalise both margins and keep the odds ratio, and every association measure is Y."""
    t = ac.Tables.from_cells(tp=30.0, fp=12.0, fn=30.0, tn=28.0)
    for _ in range(60):
        t = t.at_prevalence(0.5).dual
    assert ac.informedness(t) == pytest.approx(ac.yule_y(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("odds_ratio", np.inf),
        ("log_odds_ratio", np.inf),
        ("yule_q", 1),
        ("yule_y", 1),
        ("positive_likelihood_ratio", np.inf),
        ("negative_likelihood_ratio", 2 / 5),
        ("relative_risk", (3 / 3) / (2 / 6)),
        ("tetrachoric_correlation", 1),
    ],
)
def test_an_empty_error_cell_gives_the_limit(key, value):
    assert ac.measure(key)(ac.Tables.from_cells(tp=3, fp=0, fn=2, tn=4)) == pytest.approx(value)


@pytest.mark.parametrize(("key", "value"), [("odds_ratio", 0), ("log_odds_ratio", -np.inf), ("yule_q", -1)])
def test_an_empty_cell_of_hits_gives_the_other_limit(key, value):
    assert ac.measure(key)(ac.Tables.from_cells(tp=0, fp=3, fn=2, tn=4)) == value


@pytest.mark.parametrize("key", ["odds_ratio", "yule_q", "yule_y", "tetrachoric_correlation"])
@pytest.mark.parametrize("empty", [("tp", "fp"), ("tp", "fn"), ("fn", "tn"), ("fp", "tn")])
def test_an_empty_margin_is_undefined(key, empty):
    cells = {"tp": 3, "fp": 4, "fn": 5, "tn": 6} | dict.fromkeys(empty, 0)
    assert np.isnan(ac.measure(key)(ac.Tables.from_cells(**cells)))
    assert reason(key, **cells)


# Tetrachoric correlation ----------------------------------------------------------------------


def _cell_of_normals(r, real, predicted):
    """The probability that both of two correlated normals are below their thresholds (Plackett 1954)."""
    h, k = stats.norm.ppf(real), stats.norm.ppf(predicted)

    def density(angle):
        return np.exp(-(h * h + k * k - 2 * h * k * np.sin(angle)) / (2 * np.cos(angle) ** 2)) / (2 * np.pi)

    return real * predicted + quad(density, 0, np.arcsin(r), epsabs=1e-14, epsrel=1e-13)[0]


@pytest.mark.parametrize("r", [-0.9, -0.5, -0.2, 0.0, 1e-6, 0.3, 0.8, 0.9])
@pytest.mark.parametrize("real", [0.1, 0.4, 0.9])
@pytest.mark.parametrize("predicted", [0.2, 0.5])
def test_the_correlation_that_made_the_table_is_found(r, real, predicted):
    tp = _cell_of_normals(r, real, predicted)
    t = ac.Tables.from_cells(tp=tp, fp=predicted - tp, fn=real - tp, tn=1 - real - predicted + tp)
    assert ac.tetrachoric_correlation(t) == pytest.approx(r, abs=1e-9)


def test_scipy_s_bivariate_normal_reproduces_the_table():
    cells = {"tp": 28, "fp": 72, "fn": 23, "tn": 2680}
    r = ac.tetrachoric_correlation(ac.Tables.from_cells(**cells))
    n = sum(cells.values())
    thresholds = stats.norm.ppf([51 / n, 100 / n])
    joint = stats.multivariate_normal.cdf(thresholds, cov=[[1, r], [r, 1]], abseps=1e-13, releps=1e-13)
    assert joint == pytest.approx(28 / n, abs=1e-10)


def _tetrachoric(tp, fp, fn, tn, guess):
    """The root of the integral over artanh r, in 60 digits."""
    n = tp + fp + fn + tn

    def deviate(share):
        return (
            -deviate(1 - share)
            if share > 0.5
            else mp.findroot(lambda z: mp.ncdf(z) - share, mp.mpf(stats.norm.ppf(float(share))))
        )

    h, k, target = deviate((tp + fn) / n), deviate((tp + fp) / n), (tp * tn - fp * fn) / n**2

    def excess(z):
        def density(u):
            return mp.sech(u) * mp.exp(-(h * h + k * k - 2 * h * k * mp.tanh(u)) * mp.cosh(u) ** 2 / 2)

        return mp.quad(density, mp.linspace(0, z, 7)) / (2 * mp.pi) / target - 1

    z = mp.atanh(mp.mpf(guess))
    return mp.tanh(mp.findroot(excess, (z * mp.mpf("0.9999"), z), tol=mp.mpf(10) ** -40, verify=False))


@pytest.mark.parametrize(
    "cells", [*TWO_CLASS[:4], (400, 100, 1, 500), (1, 100000, 1, 10), (10**5, 10**5, 1, 10**5)], ids=str
)
def test_the_tetrachoric_correlation_in_sixty_digits(cells):
    found = ac.tetrachoric_correlation(ac.Tables.from_cells(*cells))
    with mp.workdps(30):
        exact = float(_tetrachoric(*map(mp.mpf, cells), found))
    assert found == pytest.approx(exact, rel=1e-11)


def test_the_tetrachoric_correlation_of_a_batch_is_that_of_each_table():
    cells = np.array(list(itertools.product([0, 1, 7, 500], repeat=4)))
    together = ac.tetrachoric_correlation(ac.Tables.from_cells(*cells.T))
    alone = [ac.tetrachoric_correlation(ac.Tables.from_cells(*c)) for c in cells.tolist()]
    np.testing.assert_allclose(together, alone, rtol=1e-12, atol=1e-14)
    assert np.nanmax(abs(together)) == 1


def test_more_tables_than_are_solved_at_a_time():
    cells = np.random.default_rng(0).integers(1, 500, (4, 5000))
    together = ac.tetrachoric_correlation(ac.Tables.from_cells(*cells))
    last = ac.tetrachoric_correlation(ac.Tables.from_cells(*cells[:, -1].tolist()))
    assert together[-1] == pytest.approx(last, rel=1e-12)
    assert np.all(np.sign(together) == np.sign(cells[0] * cells[3] - cells[1] * cells[2]))
