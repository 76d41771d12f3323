"""The mixture of informed decisions and guesses, against optimisers and by its laws."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import optimize, stats

import abovechance as ac
from abovechance import Tables
from abovechance.inference.mixture.fit import Counts, fitted, guessed_given
from tests.strategies import square_counts

small = st.one_of(st.just(0), st.integers(0, 12))
NUMBERS = ("value", "low", "high", "se", "deviance", "df", "p_value", "guess", "informed_if_right")
quick = {"method": "chi_squared"}


def log_likelihood(counts, given):
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(counts > 0, counts * np.log(given), 0.0).sum()


def given_class(b, g):
    """The probabilities of labels given the class; b is one share, or one of each class."""
    b = np.broadcast_to(b, (len(g),))
    return np.diag(b) + (1 - b)[:, None] * g


def by_scipy(counts, skills=None):
    """The greatest likelihood over soft-max shares, from several starts; by class if skills are to be found."""
    k = len(counts)

    def parameters(x):
        split = 1 if skills is None else k
        shares = np.exp(x[split:] - x[split:].max())
        return 1 / (1 + np.exp(-x[:split])), shares / shares.sum()

    def loss(x):
        b, g = parameters(x)
        return -log_likelihood(counts, given_class(b, g) + 1e-300)

    size = k + (1 if skills is None else k)
    starts = np.random.default_rng(1).normal(0, 1, (4, size))
    best = min((optimize.minimize(loss, x, method="BFGS") for x in starts), key=lambda found: found.fun)
    return -best.fun, *parameters(best.x)


@pytest.mark.parametrize(
    "counts",
    [
        [[50, 10, 6], [14, 38, 8], [12, 7, 35]],
        [[5, 1, 2], [0, 4, 1], [3, 0, 9]],
        [[9, 4, 4, 1], [3, 8, 5, 2], [2, 4, 9, 1], [1, 3, 4, 5]],
        [[3, 9, 1], [2, 8, 1], [4, 7, 2]],
    ],
)
def test_it_is_the_maximum_that_an_optimiser_finds(counts):
    counts = np.array(counts)
    found = ac.mixture(Tables.from_counts(counts), **quick)
    best, b, g = by_scipy(counts)
    own = log_likelihood(counts, given_class(found.value, found.guess))
    assert own >= best - 1e-6
    assert found.value == pytest.approx(b[0], abs=2e-3)
    assert found.guess == pytest.approx(g, abs=2e-3)
    saturated = log_likelihood(counts, counts / counts.sum(1, keepdims=True))
    assert found.deviance == pytest.approx(2 * (saturated - own))


@given(square_counts(st.integers(2, 6), small))
def test_em_cannot_climb_from_it(counts):
    assume((counts.sum(1) > 0).sum() > 1)
    own = Counts.of(counts[None])
    informed, guessed = fitted(own)
    with np.errstate(invalid="ignore"):
        share = np.nan_to_num(informed[:, None] / (informed[:, None] + guessed))
    moved = (own.hits * share).sum(-1), own.hits * (1 - share) + own.strays
    gain = own.log_likelihood(*moved) - own.log_likelihood(informed, guessed)
    assert abs(gain[0]) < 1e-9
    if 0 < informed[0] < 1:
        assert moved[0] == pytest.approx(informed, abs=1e-9)
    assert informed[0] + guessed.sum() == pytest.approx(1, abs=1e-12)


@given(square_counts(st.integers(2, 5), small), st.floats(0, 0.99))
def test_guesses_for_a_given_share_cannot_be_bettered(counts, b):
    assume(counts.sum() > 0)
    own, informed = Counts.of(counts[None]), np.array([b])
    guessed = guessed_given(informed, own)
    assert guessed.sum() == pytest.approx(1 - b)
    best = own.log_likelihood(informed, guessed)[0]
    assume(np.isfinite(best))
    for other in np.random.default_rng(1).dirichlet(np.ones(len(counts)), 20):
        mixed = 0.9 * guessed + 0.1 * (1 - b) * other
        assert own.log_likelihood(informed, mixed)[0] <= best + 1e-9


def test_of_two_classes_it_is_informedness_with_its_interval():
    counts = np.random.default_rng(1).integers(0, 30, (200, 2, 2))
    counts[::9, :, 1] = 0  # always the same label
    t = Tables.from_counts(counts[(counts.sum(-1) > 0).all(-1)])
    found, expected = ac.mixture(t), ac.interval(t, "informedness")
    for name in ("value", "low", "high"):
        np.testing.assert_allclose(getattr(found, name), getattr(expected, name), atol=1e-9)
    assert (found.df == 0).all()
    assert np.isnan(found.p_value).all()


def test_it_recovers_what_the_expected_table_is_made_of():
    prevalence, g = np.array([0.6, 0.3, 0.1]), np.array([0.2, 0.1, 0.7])
    for b in (0.0, 0.3, 0.9, 1.0):
        counts = 1000 * prevalence[:, None] * given_class(b, g)
        found = ac.mixture(Tables.from_counts(counts), **quick)
        assert found.value == pytest.approx(b, abs=1e-7)
        assert found.skills.uneven == pytest.approx(0, abs=1e-6)
        if b < 1:
            assert found.guess == pytest.approx(g)
            assert found.informed_if_right == pytest.approx(b / (b + (1 - b) * g))
            assert found.deviance == pytest.approx(0, abs=1e-9)


@settings(max_examples=30)
@given(square_counts(st.integers(2, 5), small))
def test_an_empty_class_changes_nothing(counts):
    k = len(counts)
    more = np.zeros((k + 1, k + 1), dtype=int)
    kept = [0, *range(2, k + 1)]
    more[np.ix_(kept, kept)] = counts
    one = ac.mixture(Tables.from_counts(counts), replicates=9)
    two = ac.mixture(Tables.from_counts(more), replicates=9)
    for name in ("value", "low", "high", "se", "deviance", "df", "p_value"):
        assert getattr(two, name) == pytest.approx(getattr(one, name), nan_ok=True, abs=1e-9), name
    assert two.skills.share == pytest.approx(one.skills.share, nan_ok=True, abs=1e-6)
    assert two.skills.least == pytest.approx(one.skills.least, nan_ok=True)
    assert two.reason == one.reason


@settings(max_examples=30)
@given(square_counts(st.integers(2, 5), small), st.randoms(use_true_random=False))
def test_other_names_of_classes_change_nothing(counts, random):
    order = random.sample(range(len(counts)), len(counts))
    one = ac.mixture(Tables.from_counts(counts), **quick)
    two = ac.mixture(Tables.from_counts(counts[np.ix_(order, order)]), **quick)
    for name in NUMBERS:
        x = np.asarray(getattr(one, name))
        assert getattr(two, name) == pytest.approx(x[order] if x.ndim else x, nan_ok=True, abs=1e-8), name
    for name in ("share", "least", "most", "low", "high"):
        own = getattr(one.skills, name)
        assert getattr(two.skills, name) == pytest.approx(own, nan_ok=True, abs=1e-6), name


@settings(max_examples=20)
@given(square_counts(st.just(2), small))
def test_the_labels_of_two_classes_exchanged_mirror_it(counts):
    one, two = (ac.mixture(Tables.from_counts(x)) for x in (counts, counts[:, ::-1]))
    assert two.value == pytest.approx(-one.value, nan_ok=True)
    assert two.low == pytest.approx(-one.high, nan_ok=True)
    assert two.skills.least == pytest.approx(-one.skills.most, nan_ok=True)
    assert two.skills.low == pytest.approx(-one.skills.high, nan_ok=True)


def test_a_batch_is_its_tables_one_by_one():
    counts = np.random.default_rng(2).poisson(3, (12, 4, 4))
    together = ac.mixture(Tables.from_counts(counts), replicates=49)
    for i, one in enumerate(counts):
        alone = ac.mixture(Tables.from_counts(one), replicates=49)
        for name in NUMBERS:
            assert getattr(together, name)[i] == pytest.approx(getattr(alone, name), nan_ok=True), name
        assert together.skills.skill[i] == pytest.approx(alone.skills.skill, nan_ok=True, abs=1e-6)
        assert together.skills.p_value[i] == pytest.approx(alone.skills.p_value, nan_ok=True)


def test_the_scale_and_equal_weights_of_classes_do_not_matter():
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 3, 150)
    guess = np.where(rng.random(150) < 0.5, truth, rng.integers(0, 3, 150))
    plain = ac.mixture(truth, guess, **quick)
    for weights in (np.full(150, 0.01), np.array([1.0, 5.0, 0.2])[truth]):
        found = ac.mixture(truth, guess, weights=weights, **quick)
        for name in ("value", "low", "high", "deviance"):
            assert getattr(found, name) == pytest.approx(getattr(plain, name)), name
    heavy = ac.mixture(truth, guess, weights=rng.exponential(1, 150), **quick)
    assert heavy.high - heavy.low > plain.high - plain.low


def test_a_higher_level_is_wider_and_the_p_value_does_not_depend_on_it():
    t = Tables.from_counts([[9, 4, 4], [3, 8, 5], [2, 4, 9]])
    some = [ac.mixture(t, level=level) for level in (0.5, 0.8, 0.95, 0.99)]
    lows, highs, p = ([getattr(x, name) for x in some] for name in ("low", "high", "p_value"))
    assert lows == sorted(lows, reverse=True)
    assert highs == sorted(highs)
    assert len(set(p)) == 1


@pytest.mark.parametrize(
    ("counts", "value", "low", "high"),
    [
        ([[10, 0, 0], [0, 9, 0], [0, 0, 20]], 1, 0.8, 1),
        ([[0, 10, 10], [10, 0, 9], [10, 11, 0]], 0, 0, 0),
        ([[5, 0, 0], [7, 0, 0], [3, 0, 0]], 0, 0, 0.3),
        ([[1, 1, 1], [1, 1, 1], [1, 1, 1]], 0, 0, 0.6),
    ],
)
def test_the_ends_of_the_range(counts, value, low, high):
    found = ac.mixture(Tables.from_counts(counts), replicates=49)
    assert found.value == pytest.approx(value, abs=1e-6)
    assert low <= found.low + 1e-9
    assert found.high <= high + 1e-9
    assert found.low <= found.value + 1e-9
    assert found.value <= found.high + 1e-9


@pytest.mark.parametrize("counts", [[[5, 1, 2], [0, 0, 0], [0, 0, 0]], [[0, 0], [0, 0]]])
def test_one_class_alone_says_nothing(counts):
    found = ac.mixture(Tables.from_counts(counts))
    assert math.isnan(found.value)
    assert math.isnan(found.p_value)
    assert "cannot be told" in found.verdict
    assert found.reason is not None


def test_a_stray_label_is_a_guess():
    found = ac.mixture(Tables.from_counts([[90, 5, 5], [5, 90, 5], [0, 0, 0]]))
    assert found.guess == pytest.approx([1 / 3] * 3)
    assert found.df == 1
    assert found.fits


def test_warnings_and_refusals():
    few = ac.mixture(Tables.from_counts([[40, 3, 2], [1, 1, 0], [0, 1, 1]]), replicates=9)
    assert "fewer than 5 items" in few.warning
    unknown = ac.mixture(Tables.from_counts([[40.5, 3, 2], [1, 21, 0], [0, 1, 21]]), replicates=9)
    assert "without their squares" in unknown.warning
    t = Tables.from_counts([[4, 1], [1, 4]])
    with pytest.raises(ac.InputError, match="did you mean 'bootstrap'"):
        ac.mixture(t, method="bootstrp")
    with pytest.raises(ac.InputError, match="level must lie between"):
        ac.mixture(t, level=95)
    with pytest.raises(ac.InputError, match="replicates"):
        ac.mixture(t, replicates=0)


def test_no_share_varies_less_while_the_mixture_holds():
    rng = np.random.default_rng(4)
    prevalence, g = np.array([0.7, 0.2, 0.07, 0.03]), np.array([0.7, 0.2, 0.07, 0.03])
    shares = prevalence[:, None] * given_class(0.4, g)
    t = Tables.from_counts(rng.multinomial(200, shares.ravel(), size=1000).reshape(-1, 4, 4))
    errors = [np.sqrt(np.mean((x - 0.4) ** 2)) for x in
              (ac.mixture(t, **quick).value, ac.informedness(t), ac.prevalence_weighted_informedness(t))]  # fmt: skip
    assert errors[0] < min(errors[1:])


def test_the_interval_of_three_classes_is_that_of_the_score():
    """Where the standardised slope of the profile, by numbers, is the normal quantile."""
    counts = np.array([[20, 6, 3], [5, 14, 4], [6, 3, 9]])
    found, own = ac.mixture(Tables.from_counts(counts)), Counts.of(counts[None])

    def profile(b):
        return own.log_likelihood(np.array([b]), guessed_given(np.array([b]), own))[0]

    def variance(b):
        """The inverse of the first entry of the inverse information, by differences of probabilities."""
        g = guessed_given(np.array([b]), own)[0] / (1 - b)
        real, x = counts.sum(1), np.array([b, *g[:2]])

        def cells(x):
            return given_class(x[0], np.array([x[1], x[2], 1 - x[1] - x[2]]))

        slopes = [(cells(x + step) - cells(x - step)) / 2e-6 for step in 1e-6 * np.eye(3)]
        matrix = [[(real[:, None] * s * t / cells(x)).sum() for t in slopes] for s in slopes]
        return 1 / np.linalg.inv(matrix)[0, 0]

    for bound in (found.low, found.high):
        slope = (profile(bound + 1e-5) - profile(bound - 1e-5)) / 2e-5
        z = slope / math.sqrt(variance(bound)) * math.sqrt((counts.sum() - 1) / counts.sum())
        assert abs(z) == pytest.approx(stats.norm.ppf(0.975), abs=1e-3)


def test_the_verdict_of_a_batch_counts_its_tables():
    two = ac.mixture(Tables.from_counts(np.array([[[5, 1], [2, 5]], [[3, 2], [0, 0]]])))
    assert two.verdict == (
        "Mixtures of informed decisions and guesses, fitted to 2 tables. How many decisions are informed cannot "
        "be told of 1 of them."
    )
    counts = np.array([[[95, 2, 3], [20, 60, 20], [30, 32, 38]], [[50, 10, 6], [14, 38, 8], [12, 7, 35]]])
    three = ac.mixture(Tables.from_counts(counts), **quick)
    assert three.verdict.endswith("No one share of informed decisions describes 1 of 2 tested (p ≤ 0.05).")
    assert three.verdict in " ".join(str(three).split())
