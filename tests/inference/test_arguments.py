"""What is refused in one sentence, wherever it is given."""

import numpy as np
import pytest

import abovechance as ac
from abovechance import InputError, Tables

T = Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
TRUTH, ANSWERS = [1, 1, 0, 0] * 10, {"a": [1, 0, 0, 0] * 10, "b": [1, 1, 0, 1] * 10}


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: ac.interval(T, "informedness"), "changed places"),
        (lambda: ac.interval("mcc", "informedness"), "changed places"),
        (lambda: ac.interval("mcc", [[1, 2], [3, 4]]), r"Tables\.from_counts"),
        (lambda: ac.interval(3, T), "must be a name"),
        (lambda: ac.intervals([[1, 2], [3, 4]]), r"Tables\.from_counts"),
        (lambda: ac.bootstrap([[1, 2], [3, 4]]), r"Tables\.from_counts"),
        (lambda: ac.posterior("mcc", T), "changed places"),
        (lambda: ac.test("mcc"), "changed places"),
        (lambda: ac.per_class_tests([1]), r"Tables\.from_counts"),
        (lambda: ac.compare_tables(T, [1, 2]), "second must be a Tables value"),
        (lambda: ac.compare_tables([1, 2], T), "first must be a Tables value"),
        (lambda: ac.cluster_interval(T, "mcc"), "changed places"),
        (lambda: ac.interval("mcc", T, level="x"), "level must be a number"),
        (lambda: ac.interval("mcc", T, level=None), "level must be a number"),
        (lambda: ac.compare(TRUTH, ANSWERS, level="x"), "level must be a number"),
    ],
)
def test_what_is_not_a_table_a_measure_or_a_level(call, said):
    with pytest.raises(InputError, match=said):
        call()


@pytest.mark.parametrize("number", [0, -1, 1, 2.5, "x", None, True])
def test_so_many_tables_cannot_be_drawn_for_an_interval(number):
    for method in ("bca", "percentile", "posterior"):
        with pytest.raises(InputError, match="how many tables to draw"):
            ac.interval("mcc", T, method=method, replicates=number)


@pytest.mark.parametrize("number", [0, -1, 2.5, "x"])
def test_so_many_tables_cannot_be_drawn(number):
    for call in (
        lambda: ac.bootstrap(T, "mcc", replicates=number),
        lambda: ac.posterior(T, "mcc", draws=number),
        lambda: ac.test(T, resamples=number),
        lambda: ac.compare(TRUTH, ANSWERS, "mcc", replicates=number),
        lambda: ac.compare_tables(T, T, replicates=number),
    ):
        with pytest.raises(InputError, match="how many tables to draw"):
            call()


@pytest.mark.parametrize("seed", [-1, "x", 1.5, True, [1, 2]])
def test_what_is_no_seed(seed):
    for call in (
        lambda: ac.interval("mcc", T, method="bca", seed=seed),
        lambda: ac.bootstrap(T, "mcc", seed=seed),
        lambda: ac.posterior(T, "mcc", seed=seed),
        lambda: ac.test(T, seed=seed),
        lambda: ac.compare(TRUTH, ANSWERS, "mcc", seed=seed),
        lambda: ac.compare_tables(T, T, seed=seed),
    ):
        with pytest.raises(InputError, match="seed must be a whole number"):
            call()


def test_a_generator_is_a_seed_that_moves_on():
    one, same = np.random.default_rng(1), np.random.default_rng(1)
    first = ac.bootstrap(T, "mcc", seed=one)["mcc"]
    np.testing.assert_array_equal(first, ac.bootstrap(T, "mcc", seed=same)["mcc"])
    assert (first != ac.bootstrap(T, "mcc", seed=one)["mcc"]).any()


def test_an_interval_of_labels_is_that_of_their_table():
    found = ac.interval("informedness", TRUTH, ANSWERS["b"])
    expected = ac.interval("informedness", Tables.from_labels(TRUTH, ANSWERS["b"]))
    assert (found.value, found.low, found.high) == (expected.value, expected.low, expected.high)


def test_tables_of_more_items_than_an_integer_can_count_are_drawn():
    """Relative to the value the spread is that of 10¹⁹ items: 1/√(4·10¹⁹)."""
    huge = Tables.from_counts(np.full((2, 2), 1e19))
    drawn = ac.bootstrap(huge, "accuracy", seed=1)["accuracy"]
    assert drawn.mean() == pytest.approx(0.5, abs=1e-9)
    assert 0 < drawn.std() < 1e-9
