"""Drawn tables: their distribution, and that they do not depend on how they are drawn."""

import numpy as np
import pytest

import abovechance as ac
from abovechance import InputError
from abovechance.inference.resampling import bootstrap as resampling
from abovechance.inference.resampling.bootstrap import (
    dirichlet_draw,
    drawn_tables,
    multinomial_draw,
    prior_counts,
)

COUNTS = np.array([[30, 12, 0], [5, 40, 3], [0, 2, 8]])


def draw(how, counts=COUNTS, size=4000, seed=0):
    return how(np.random.default_rng(seed), counts, size)


def test_the_number_of_items_is_kept():
    drawn = draw(multinomial_draw("items"))
    assert np.all(drawn.sum((1, 2)) == 100)
    assert np.any(drawn.sum(2) != COUNTS.sum(1))


def test_the_number_of_items_of_each_class_is_kept():
    assert np.all(draw(multinomial_draw("classes")).sum(2) == COUNTS.sum(1))


def test_cells_vary_as_a_multinomial_does():
    """Mean n, variance n(1 − n/N), covariance −n·m/N."""
    drawn = draw(multinomial_draw("items"), size=20_000)
    np.testing.assert_allclose(drawn.mean(0), COUNTS, atol=0.2)
    np.testing.assert_allclose(drawn.var(0), COUNTS * (1 - COUNTS / 100), rtol=0.06, atol=1e-12)
    assert np.cov(drawn[:, 0, 0], drawn[:, 1, 1])[0, 1] == pytest.approx(-30 * 40 / 100, rel=0.1)


def test_an_empty_cell_stays_empty_unless_there_are_pseudo_items():
    assert np.all(draw(multinomial_draw("items"))[:, 0, 2] == 0)
    drawn = draw(multinomial_draw("items", pseudo_items=1.0), size=40_000)
    expected = 100 * (COUNTS + 1 / 9) / 101
    np.testing.assert_allclose(drawn.mean(0), expected, atol=0.15)
    np.testing.assert_allclose(drawn.var(0), expected * (1 - expected / 100), rtol=0.08)
    assert np.all(drawn.sum((1, 2)) == 100)


def test_pseudo_items_are_spread_over_classes_that_occur():
    counts = np.array([[0, 0], [3, 7]])
    drawn = draw(multinomial_draw("classes", pseudo_items=1.0), counts)
    assert np.all(drawn[:, 0] == 0)
    assert np.all(drawn[:, 1].sum(1) == 10)


def test_weights_are_drawn_as_the_items_they_come_to():
    drawn = draw(multinomial_draw("items"), COUNTS * 0.255)
    np.testing.assert_allclose(drawn.sum((1, 2)), 25.5)


def test_no_items_are_drawn_from_none():
    assert not draw(multinomial_draw("items", 1.0), np.zeros((2, 2), dtype=int)).any()


def test_believed_shares_have_the_moments_of_a_dirichlet_distribution():
    drawn = draw(dirichlet_draw("jeffreys", "items"), size=20_000) / 100
    shapes = COUNTS + 0.5
    mean = shapes / shapes.sum()
    np.testing.assert_allclose(drawn.mean(0), mean, atol=0.002)
    np.testing.assert_allclose(drawn.var(0), mean * (1 - mean) / (shapes.sum() + 1), rtol=0.1)


def test_believed_shares_of_fixed_classes_add_up_in_each():
    np.testing.assert_allclose(
        draw(dirichlet_draw("perks", "classes")).sum(2), np.broadcast_to(COUNTS.sum(1), (4000, 3))
    )


def test_priors_by_name_number_and_table():
    assert prior_counts("perks", (2, 5)).tolist() == [[0.1] * 5] * 2
    assert prior_counts(4.0, (2, 2)).tolist() == [[1, 1], [1, 1]]
    assert prior_counts("jeffreys", (1, 2)).tolist() == [[0.5, 0.5]]
    assert prior_counts("uniform", (1, 2)).tolist() == [[1, 1]]
    assert prior_counts([[1, 2], [3, 4]], (2, 2)).tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("prior", ["haldane", -1.0, np.nan, [[1, 2]], [[1, -1], [1, 1]]])
def test_impossible_priors_are_refused(prior):
    with pytest.raises(InputError, match="prior"):
        prior_counts(prior, (2, 2))


def test_draws_depend_on_the_seed_alone(monkeypatch):
    t = ac.Tables.from_counts(np.stack([COUNTS, COUNTS.T]))
    how = multinomial_draw("items")
    first = [(p, s, c.copy()) for p, s, c in drawn_tables(t, how, 1200, seed=5)]
    again = list(drawn_tables(t, how, 1200, seed=5))
    assert [(p, s) for p, s, _ in first] == [(0, 0), (0, 500), (0, 1000), (1, 0), (1, 500), (1, 1000)]
    for (_, _, one), (_, _, other) in zip(first, again, strict=True):
        np.testing.assert_array_equal(one, other)
    other_seed = next(iter(drawn_tables(t, how, 1200, seed=6)))
    assert not np.array_equal(first[0][2], other_seed[2])
    # the first chunk does not know how many follow
    fewer = next(iter(drawn_tables(t, how, 500, seed=5)))
    np.testing.assert_array_equal(first[0][2], fewer[2])
    assert not np.array_equal(first[0][2], first[1][2])


def test_without_a_seed_draws_differ():
    t = ac.Tables.from_counts(COUNTS)
    one, other = (next(iter(drawn_tables(t, multinomial_draw("items"), 10, None)))[2] for _ in range(2))
    assert not np.array_equal(one, other)
    assert resampling.CHUNK == 500
