"""Skills of single classes, and what two classes leave open."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize
from scipy.special import softmax

import abovechance as ac
from abovechance import Tables
from abovechance.inference.mixture.classes import fitted_skills, share_interval, two_class_bounds
from abovechance.inference.mixture.skill_interval import skill_interval
from tests.inference.mixture.test_fit import by_scipy, given_class, log_likelihood, small
from tests.strategies import square_counts


def by_em(counts, steps=3000):
    """Expectation and maximisation, written apart."""
    hits, real = np.diag(counts).astype(float), counts.sum(1)
    b, g = np.full(len(counts), 0.5), np.full(len(counts), 1 / len(counts))
    for _ in range(steps):
        informed = hits * b / np.maximum(b + (1 - b) * g, 1e-300)
        b = informed / np.maximum(real, 1)
        guessed = counts.sum(0) - informed
        g = guessed / max(guessed.sum(), 1e-300)
    return log_likelihood(counts, given_class(b, g))


@settings(max_examples=25, deadline=None)
@given(square_counts(st.integers(3, 5), small))
def test_no_skills_are_more_likely(counts):
    found = fitted_skills(counts[None])
    own = log_likelihood(counts, given_class(np.nan_to_num(found.skill[0]), found.guess[0]))
    assert own >= by_em(counts) - 1e-6


@pytest.mark.parametrize(
    "counts", [[[50, 10, 6], [14, 18, 8], [12, 7, 85]], [[9, 9, 1], [4, 8, 1], [4, 7, 8]]]
)
def test_they_are_what_an_optimiser_finds(counts):
    counts = np.array(counts)
    found = ac.mixture(Tables.from_counts(counts)).skills
    best, b, g = by_scipy(counts, skills=True)
    assert log_likelihood(counts, given_class(found.skill, found.guess)) >= best - 1e-6
    assert found.skill == pytest.approx(b, abs=5e-3)
    assert found.guess == pytest.approx(g, abs=5e-3)


def test_they_are_recovered_from_the_expected_table():
    prevalence, g = np.array([0.5, 0.3, 0.1, 0.1]), np.array([0.2, 0.1, 0.4, 0.3])
    skill = np.array([0.1, 0.9, 0.5, 0.0])
    counts = 1000 * prevalence[:, None] * given_class(skill, g)
    found = ac.mixture(Tables.from_counts(counts), method="chi_squared")
    assert found.skills.skill == pytest.approx(skill, abs=1e-6)
    assert found.skills.guess == pytest.approx(g, abs=1e-6)
    assert found.skills.share == pytest.approx(prevalence @ skill, abs=1e-6)
    assert found.skills.deviance == pytest.approx(0, abs=1e-6)
    assert found.skills.uneven_p_value < 0.001
    assert (found.df, found.skills.df, found.skills.uneven_df) == (8, 5, 3)
    assert not found.fits
    assert "an estimated 0 % of decisions are informed on 3 and 90 % on 1" in found.verdict


def test_what_errors_do_not_tell():
    found = ac.mixture(Tables.from_counts([[20, 0, 0], [4, 10, 5], [0, 0, 9]]), replicates=9).skills
    assert math.isnan(found.share)
    assert "the errors do not tell" in found.reason


WINE = Tables.from_counts([[42, 1, 5], [0, 54, 5], [9, 7, 55]])
NEIGHBOURS = Tables.from_counts([[170, 30, 0], [15, 170, 15], [0, 30, 170]])


def profile(counts, own, skill):
    """The greatest log-likelihood with the skill of one class given, by an optimiser."""
    k = len(counts)

    def loss(x):
        b = 1 / (1 + np.exp(-x[:k]))
        b[own] = skill
        return -log_likelihood(counts, given_class(b, softmax(x[k:])) + 1e-300)

    starts = np.random.default_rng(1).normal(0, 1.5, (4, 2 * k))
    return -min(optimize.minimize(loss, x, method="BFGS").fun for x in starts)


@pytest.mark.parametrize(
    "counts", [WINE.counts, np.array([[50, 10, 6], [14, 18, 8], [12, 7, 85]])], ids=["wine", "other"]
)
def test_the_bounds_of_a_skill_lose_what_the_level_allows(counts):
    found = ac.mixture(Tables.from_counts(counts), method="chi_squared")
    best = log_likelihood(counts, given_class(found.skills.skill, found.skills.guess))
    low, high = found.skill_interval
    for own in range(3):
        assert 2 * (best - profile(counts, own, high[own])) == pytest.approx(3.841, abs=0.03)
        lost = 2 * (best - profile(counts, own, low[own]))
        assert lost == pytest.approx(3.841, abs=0.03) or (low[own] == 0 and lost < 3.841)


def test_the_interval_of_a_skill_covers():
    rng = np.random.default_rng(5)
    real, g, skill = np.array([80, 60, 60]), np.array([0.2, 0.3, 0.5]), np.array([0.2, 0.5, 0.8])
    counts = rng.multinomial(real, given_class(skill, g), size=(200, 3))
    low, high = skill_interval(counts, fitted_skills(counts).guess, 0.95)
    assert (np.mean((low <= skill) & (skill <= high), axis=0) > 0.9).all()
    assert (np.mean(high - low, axis=0) < 0.45).all()


def test_bounds_of_a_batch_are_those_of_its_tables_and_classes_without_items_have_none():
    counts = np.array([[[42, 1, 5], [0, 54, 5], [9, 7, 55]], [[30, 4, 6], [3, 20, 5], [0, 0, 0]]])
    together = ac.mixture(Tables.from_counts(counts), method="chi_squared").skill_interval
    for i, each in enumerate(counts):
        alone = ac.mixture(Tables.from_counts(each), method="chi_squared").skill_interval
        for one, two in zip(together, alone, strict=True):
            assert one[i] == pytest.approx(two, nan_ok=True, abs=1e-4)
    assert np.isnan(together[0][1, 2])


def test_a_skill_that_is_hardly_known_is_no_number():
    found = ac.mixture(WINE)
    assert found.is_uneven
    assert "unevenly skilled: 0 % to 62 % of decisions are informed on 2" in found.verdict
    assert "estimated" not in found.verdict
    assert "How many of all decisions are informed is then barely known." in found.verdict
    shown = {line.split()[0]: line.split()[1:] for line in str(found).splitlines() if line}
    assert shown["2"] == ["71", "0.000", "to", "0.621"]
    assert shown["1"][:2] == ["59", "0.906"]


def test_errors_that_go_to_neighbours_are_no_uneven_skill():
    found = ac.mixture(NEIGHBOURS)
    assert found.fits is False
    assert found.errors_are_guesses is False
    assert not found.is_uneven
    for text in (found.verdict, str(found), ac.evaluate(NEIGHBOURS).verdict):
        plain = " ".join(text.split()).lower()
        assert "errors are not like guesses, as some labels are mistaken for each other" in plain
        assert "unevenly" not in plain
    assert "skill " not in str(found)  # the skill of the middle class by a model that does not hold


def test_the_interval_of_the_share_covers():
    rng = np.random.default_rng(5)
    real, g, skill = np.array([80, 60, 60]), np.array([0.2, 0.3, 0.5]), np.array([0.2, 0.5, 0.8])
    counts = rng.multinomial(real, given_class(skill, g), size=(1000, 3))
    found = fitted_skills(counts)
    value, low, high = share_interval(counts, found, np.broadcast_to(real / 200, (1000, 3)), 0.95)
    truth = real @ skill / 200
    assert np.mean(value) == pytest.approx(truth, abs=0.01)
    assert 0.91 < np.mean((low <= truth) & (high >= truth)) < 0.975


def test_the_example_of_two_classes():
    """Skills of 0.2 and 0.9 at prevalences of 0.9 and 0.1: Informedness is 0.55, and 27 % are informed."""
    counts = 1000 * np.array([0.1, 0.9])[:, None] * given_class(np.array([0.9, 0.2]), np.array([0.5, 0.5]))
    found = ac.mixture(Tables.from_counts(np.rint(counts).astype(int)))
    assert found.value == pytest.approx(0.55)
    assert found.skills.least == pytest.approx(0.1 * 0.55 / 0.6)
    assert found.skills.least < 0.27 < found.skills.most
    assert 0.55 <= found.skills.most < 0.551
    assert found.skills.low < found.skills.least
    assert found.skills.high > found.skills.most
    assert "between 9.2 % and 55 % of decisions are informed" in found.verdict


@given(square_counts(st.just(2), st.integers(1, 50)))
def test_the_bounds_are_those_of_a_search(counts):
    counts = counts if np.linalg.det(counts) >= 0 else counts[:, ::-1]
    real = counts.sum(1)
    hit, alarm, prevalence = counts[1, 1] / real[1], counts[0, 1] / real[0], real[1] / real.sum()
    g = np.linspace(alarm, hit, 2001)
    shares = prevalence * (hit - g) / (1 - g) + (1 - prevalence) * (1 - alarm / g)
    least, greatest, low, high = two_class_bounds(
        counts[None], np.array([prevalence]), 0.95, np.array([False])
    )
    assert least[0] == pytest.approx(shares.min(), abs=1e-9)
    assert greatest[0] == pytest.approx(shares.max(), abs=1e-4)
    assert low[0] <= least[0] <= greatest[0] <= high[0]
    assert greatest[0] >= hit - alarm - 1e-9
