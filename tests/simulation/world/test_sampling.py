from itertools import product
from math import factorial, prod

import numpy as np
import pytest
from scipy import stats

from abovechance.core.errors import InputError
from abovechance.simulation.world.fixed_margins import fixed_margins
from abovechance.simulation.world.mixture import Mixture
from abovechance.simulation.world.sampling import apportioned, drawn_counts
from tests.enumeration import all_tables

DRAWN = 100_000


def probabilities(tables, shares):
    """Of each table of counts, up to a factor: that of its items one by one in any order."""
    return np.array(
        [
            prod(p**x / factorial(x) for p, x in zip(shares.ravel(), t.ravel().tolist(), strict=True))
            for t in tables
        ]
    )


def with_n_items(n, classes):
    cells = classes * classes
    found = [c for c in product(range(n + 1), repeat=cells - 1) if sum(c) <= n]
    return np.array([(*c, n - sum(c)) for c in found]).reshape(-1, classes, classes)


def fit(drawn, tables, chance):
    """The p-value of Pearson's χ² for tables drawn against what was expected, rare ones pooled."""
    radix = (drawn.max() + 1) ** np.arange(drawn[0].size)
    codes, order = np.unique(tables.reshape(len(tables), -1) @ radix, return_index=True)
    seen, counts = np.unique(drawn.reshape(len(drawn), -1) @ radix, return_counts=True)
    assert np.isin(seen, codes).all()
    observed = np.zeros(len(codes))
    observed[np.searchsorted(codes, seen)] = counts
    expected = chance[order] / chance.sum() * len(drawn)
    common = expected >= 10
    assert (observed[expected == 0] == 0).all()
    observed = np.append(observed[common], observed[~common].sum())
    expected = np.append(expected[common], expected[~common].sum())
    observed, expected = observed[expected > 0], expected[expected > 0]
    return stats.chisquare(observed, expected).pvalue


MIXTURES = [
    Mixture(0.0, (0.6, 0.4)),
    Mixture(0.4, (0.6, 0.4), (0.3, 0.7)),
    Mixture(-0.4, (0.6, 0.4), (0.3, 0.7)),
    Mixture(0.4, (0.6, 0.4), "even", noise=0.2),
    Mixture(0.0, (0.5, 0.3, 0.2)),
    Mixture(0.5, (0.5, 0.3, 0.2), (0.2, 0.2, 0.6)),
    Mixture((0.9, 0.5, 0.1), (0.5, 0.3, 0.2), (0.2, 0.2, 0.6)),
]


@pytest.mark.parametrize(
    "mixture",
    [*MIXTURES, Mixture(-0.5, (0.5, 0.3, 0.2), noise=0.1)],
    ids=lambda m: f"{m.informed}-{len(m.prevalence)}",
)
def test_tables_of_items_are_multinomial(mixture):
    classes = len(mixture.prevalence)
    tables = with_n_items(6 if classes == 2 else 3, classes)
    drawn = drawn_counts(mixture.shares, tables[0].sum(), (DRAWN,), np.random.default_rng(1))
    assert fit(drawn, tables, probabilities(tables, mixture.shares)) > 1e-3


@pytest.mark.parametrize("mixture", MIXTURES, ids=lambda m: f"{m.informed}-{len(m.prevalence)}")
def test_rows_of_fixed_classes_are_multinomial(mixture):
    classes = len(mixture.prevalence)
    n = 10 if classes == 2 else 5
    tables = with_n_items(n, classes) if classes == 2 else with_rows(apportioned(mixture.shares.sum(1), n))
    tables = tables[(tables.sum(2) == apportioned(mixture.shares.sum(1), n)).all(1)]
    drawn = drawn_counts(mixture.shares, n, (DRAWN,), np.random.default_rng(2), "classes")
    assert fit(drawn, tables, probabilities(tables, mixture.shares)) > 1e-3


def with_rows(rows):
    each = [[c for c in product(range(r + 1), repeat=len(rows)) if sum(c) == r] for r in rows.tolist()]
    return np.array(list(product(*each)))


@pytest.mark.parametrize("mixture", MIXTURES, ids=lambda m: f"{m.informed}-{len(m.prevalence)}")
def test_tables_with_both_margins_fixed_are_those_of_items_that_happen_to_have_them(mixture):
    n = 12 if len(mixture.prevalence) == 2 else 9
    rows, columns = (apportioned(mixture.shares.sum(axis), n).tolist() for axis in (1, 0))
    tables = np.array(list(all_tables(rows, columns)))
    assert len(tables) > 3
    drawn = drawn_counts(mixture.shares, n, (DRAWN,), np.random.default_rng(3), "margins")
    assert fit(drawn, tables, probabilities(tables, mixture.shares)) > 1e-3


@pytest.mark.parametrize("informed", [-0.9, -0.3, 0.3, 0.9])
def test_two_classes_with_both_margins_fixed_follow_fishers_noncentral_distribution(informed):
    shares = Mixture(informed, (0.7, 0.3), (0.4, 0.6)).shares
    rows, columns = (apportioned(shares.sum(axis), 2000) for axis in (1, 0))
    odds = shares[0, 0] * shares[1, 1] / (shares[0, 1] * shares[1, 0])
    fisher = stats.nchypergeom_fisher(2000, rows[0], columns[0], odds)
    drawn = drawn_counts(shares, 2000, (DRAWN,), np.random.default_rng(4), "margins")[:, 0, 0]
    assert drawn.mean() == pytest.approx(fisher.mean(), abs=5 * fisher.std() / np.sqrt(DRAWN))
    assert drawn.var() == pytest.approx(fisher.var(), rel=5 * np.sqrt(2 / DRAWN))


@pytest.mark.parametrize("n", [1, 7, 100, 100_003])
@pytest.mark.parametrize("classes", [2, 3, 6])
def test_margins_are_those_expected_to_the_nearest_item(n, classes):
    prevalence = np.arange(1, classes + 1) / (classes * (classes + 1) / 2)
    mixture = Mixture(0.4, tuple(prevalence), "mismatched")
    rows, columns = mixture.shares.sum(1), mixture.shares.sum(0)
    of_classes, of_both = (
        drawn_counts(mixture.shares, n, (50,), np.random.default_rng(5), sampling)
        for sampling in ("classes", "margins")
    )
    assert (of_classes.sum((1, 2)) == n).all()
    assert (abs(of_classes.sum(2) - n * rows) < 1).all()
    assert (of_both.sum(2) == of_classes.sum(2)).all()
    assert (abs(of_both.sum(1) - n * columns) < 1).all()
    assert (of_both.sum(1) == of_both.sum(1)[0]).all()
    assert of_both.min() >= 0


def test_fixed_margins_leave_informed_decisions_their_share():
    """Given its own expected margins, a table of many items is expected to be what it is without."""
    mixture = Mixture(0.4, (0.5, 0.3, 0.2), (0.2, 0.2, 0.6))
    drawn = drawn_counts(mixture.shares, 20_000, (2000,), np.random.default_rng(6), "margins")
    assert drawn.mean(0) / 20_000 == pytest.approx(mixture.shares, abs=2e-4)


@pytest.mark.parametrize("sampling", ["items", "classes", "margins"])
@pytest.mark.parametrize(
    ("mixture", "impossible"),
    [
        (Mixture(1.0, (0.5, 0.3, 0.2)), 1 - np.eye(3)),
        (Mixture(-1.0, (0.5, 0.5)), np.eye(2)),
        (Mixture(0.5, (0.2, 0.3, 0.5), "rarest"), [[0, 1, 1], [0, 0, 1], [0, 1, 0]]),
        (Mixture(0.5, (0.5, 0.5, 0.0), "even"), [[0, 0, 0], [0, 0, 0], [1, 1, 1]]),
        (Mixture(0.0, (1.0, 0.0), (1.0, 0.0)), [[0, 1], [1, 1]]),
        (Mixture(0.0, (1.0, 0.0), (0.0, 1.0)), [[1, 0], [1, 1]]),
    ],
)
def test_what_cannot_happen_does_not(mixture, impossible, sampling):
    drawn = drawn_counts(mixture.shares, 30, (200,), np.random.default_rng(7), sampling)
    assert (drawn.sum((1, 2)) == 30).all()
    assert not (drawn * np.asarray(impossible)).any()


@pytest.mark.parametrize("sampling", ["items", "classes", "margins"])
def test_conditions_and_replicates_are_one_batch(sampling):
    shares = np.stack([Mixture(b, (0.7, 0.3), "even").shares for b in (0.0, 0.9)])[:, None]
    n = np.array([[20], [1000]])
    drawn = drawn_counts(shares, n, (2, 3000), np.random.default_rng(8), sampling)
    assert (drawn.sum((-2, -1)) == n).all()
    assert drawn.mean(1) / n[..., None] == pytest.approx(shares[:, 0], abs=0.01)


def test_labels_are_dealt_like_shuffled_ones():
    """Rows and columns that are independent: the mean of cell (i, j) is rows[i]·columns[j] / n."""
    shares = np.outer([0.5, 0.3, 0.2], [0.1, 0.2, 0.7])
    drawn = drawn_counts(shares, 100, (20_000,), np.random.default_rng(9), "margins")
    assert drawn.mean(0) == pytest.approx(100 * shares, abs=0.1)


def test_rounding_does_not_make_independent_labels_informed():
    """The determinant of a product of margins is zero only up to rounding, on either side."""
    rng = np.random.default_rng(10)
    for prevalence, guess in rng.dirichlet(np.ones(2), size=(200, 2)):
        shares = np.outer(prevalence, guess)
        drawn = drawn_counts(shares, 50, (2,), rng, "margins")
        assert (drawn.sum(2) == apportioned(prevalence, 50)).all()


@pytest.mark.parametrize("informed", [1e-12, 1 - 1e-12])
def test_hardly_anything_informed_or_guessed(informed):
    mixture = Mixture(informed, (0.5, 0.3, 0.2), "mismatched")
    drawn = drawn_counts(mixture.shares, 1000, (50,), np.random.default_rng(11), "margins")
    assert (drawn.sum((1, 2)) == 1000).all()
    assert (drawn[:, [0, 1, 2], [0, 1, 2]].sum(1) == 1000).all() == (informed > 0.5)


def test_very_many_items_with_both_margins_fixed():
    """Cells vary by the square root of the number of items, so that their means are found to a few in a million."""
    mixture = Mixture(0.3, (0.5, 0.3, 0.2), (0.2, 0.2, 0.6))
    drawn = drawn_counts(mixture.shares, 1_000_000, (200,), np.random.default_rng(12), "margins")
    assert drawn.mean(0) / 1e6 == pytest.approx(mixture.shares, abs=2e-4)
    # Off the diagonal, the variance is below that of items drawn at random, np(1 − p).
    spread = drawn.var(0) / (1e6 * mixture.shares * (1 - mixture.shares))
    assert (spread[0, 1] < 1, spread[0, 1] > 0.05) == (True, True)


def test_margins_that_no_table_has_are_refused():
    """Where everything is right, rows and columns are the same."""
    shares = np.array([[0.5, 0.0, 0.0], [0.0, 0.25, 0.0], [0.0, 0.0, 0.25]])
    rows, columns = np.array([1, 1, 0]), np.array([1, 0, 1])
    with pytest.raises(InputError, match="no table has the margins expected"):
        fixed_margins(shares, rows, columns, 5, np.random.default_rng(0))


def test_numbers_are_apportioned_by_largest_remainder():
    shares = np.array([[1 / 3, 1 / 3, 1 / 3], [0.5, 0.26, 0.24], [0.1, 0.0, 0.9]])
    assert apportioned(shares, 10).tolist() == [[4, 3, 3], [5, 3, 2], [1, 0, 9]]
    assert apportioned(shares[0], np.array([1, 2, 3])).tolist() == [[1, 0, 0], [1, 1, 0], [1, 1, 1]]


def test_what_cannot_be_sampled_is_refused():
    rng = np.random.default_rng(0)
    with pytest.raises(InputError, match="sampling must be one of 'items', 'classes', 'margins', got 'rows'"):
        drawn_counts(np.full((2, 2), 0.25), 10, (5,), rng, "rows")
    noisy = Mixture(0.5, (0.4, 0.3, 0.2, 0.1), "rarest", noise=0.1)
    for mixture in (Mixture(-0.5, (0.5, 0.3, 0.2)), noisy):
        with pytest.raises(
            InputError, match="needs informed decisions that are right and a gold standard without"
        ):
            drawn_counts(mixture.shares, 10, (5,), rng, "margins")
