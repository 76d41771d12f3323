"""Ratings that were counted by kinds of items say the same as the items one by one, wherever they are."""

import itertools
import math

import duckdb
import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import abovechance as ac
from abovechance.raters.coefficients.registry import declared
from abovechance.raters.pair_tables import pair_tables, pairwise_agreement
from abovechance.raters.ratings.ratings import Ratings
from abovechance.raters.uncertainty import resampling as jackknife
from tests.raters.data import RAW_4_RATERS, SHROUT_FLEISS

pytestmark = pytest.mark.filterwarnings("ignore::abovechance.InputWarning")

CODES = hnp.arrays(
    np.int64,
    st.tuples(st.integers(2, 25), st.integers(2, 4)),
    elements=st.sampled_from([-1, 0, 0, 0, 1, 1, 2]),
)
EXACT = ("delta", "wald", "gwet", "jackknife", "jackknife_raters", "unconditional")


def both(codes, categories=(0, 1, 2)):
    """Ratings as an engine counts them, and the items one by one."""
    labels = [[None if code < 0 else int(code) for code in column] for column in codes.T]
    names = [f"rater {g}" for g in range(len(labels))]
    schema = dict.fromkeys(names, pl.Int64) | {"id": pl.Int64}
    frame = pl.DataFrame(dict(zip(names, labels, strict=True)) | {"id": range(len(codes))}, schema=schema)
    kinds = Ratings.from_wide(frame.lazy(), item="id", categories=categories)
    return kinds, Ratings.from_wide(frame, item="id", categories=categories)


def numbers(found):
    return [found.value, found.se, found.low, found.high, found.observed, found.chance, found.n]


def same(one, other):
    return one == pytest.approx(other, rel=1e-9, abs=1e-9, nan_ok=True)


def answers(call, *ratings, **options):
    """What a function gives for each of some ratings, or the sentence with which it refuses."""
    for some in ratings:
        try:
            yield call(some, **options)
        except ac.InputError as error:
            yield str(error)


@given(CODES, st.sampled_from(["identity", "linear", "quadratic", "ordinal"]), st.sampled_from(EXACT))
def test_every_coefficient_has_the_same_value_and_interval(codes, weights, method):
    kinds, items = both(codes)
    for chosen in declared():
        options = {"measure": chosen.key, "weights": weights, "method": method}
        one, other = answers(ac.agreement, kinds, items, **options)
        if isinstance(one, str):
            assert one == other
            continue
        assert same(numbers(one), numbers(other)), chosen.key
        assert (one.n_items, one.n_raters, one.pairs) == (other.n_items, other.n_raters, other.pairs)
        assert (one.warning, one.reason, one.notes) == (other.warning, other.reason, other.notes)
        assert one.details == pytest.approx(other.details, nan_ok=True)


@settings(max_examples=20)
@given(CODES, st.sampled_from(["bootstrap", "bca"]))
def test_samples_drawn_with_one_seed_are_the_same(codes, method):
    kinds, items = both(codes)
    options = {"method": method, "replicates": 40, "seed": 5}
    for name in ("fleiss_kappa", "krippendorff_alpha", "conger_kappa", "light_kappa"):
        one, other = answers(ac.agreement, kinds, items, measure=name, **options)
        assert one == other if isinstance(one, str) else same(numbers(one), numbers(other))


@given(CODES, st.sampled_from(["fleiss_nee_landis", "normal", "wald"]))
def test_tests_are_the_same(codes, method):
    kinds, items = both(codes)
    for name in ("fleiss_kappa", "krippendorff_alpha", "conger_kappa"):
        one, other = answers(ac.agreement_test, kinds, items, measure=name, method=method)
        if isinstance(one, str):
            assert one == other
        else:
            assert same([one.statistic, one.p_value, one.se], [other.statistic, other.p_value, other.se])


@settings(max_examples=20)
@given(CODES)
def test_the_test_that_is_recommended_is_the_same(codes):
    kinds, items = both(codes)
    one, other = answers(ac.agreement_test, kinds, items, measure="gwet_ac", replicates=9, seed=1)
    if isinstance(one, str):
        assert one == other
    else:
        assert one.method == other.method
        assert same(one.value, other.value)


def test_permutations_have_one_distribution():
    kinds, items = both(
        np.array([[-1 if x is None else x for x in row] for row in RAW_4_RATERS] * 3), (1, 2, 3, 4, 5)
    )
    one, other = (
        ac.agreement_test(r, "gwet_ac", method="permutation", replicates=1000, seed=1) for r in (kinds, items)
    )
    assert one.chance == pytest.approx(other.chance, abs=5 * one.se / math.sqrt(1000) * math.sqrt(2))
    assert one.se == pytest.approx(other.se, rel=0.1)
    assert one.value == pytest.approx(other.value)


@given(CODES)
def test_the_diagnosis_is_the_same(codes):
    kinds, items = both(codes)
    one, other = answers(ac.diagnose_agreement, kinds, items, most_items=None)
    if isinstance(one, str):
        assert one == other
        return
    for mine, theirs in zip(one.categories + one.raters, other.categories + other.raters, strict=True):
        for name, value in vars(mine).items():
            told = vars(theirs)[name]
            assert same(value, told) if isinstance(value, float | tuple) else value == told
    for name, matrix in one.matrices.items():
        assert np.allclose(matrix, other.matrices[name], equal_nan=True)
    told = [(row.agreement, row.counts, row.influence) for row in one.items for _ in range(row.times)]
    every = [(row.agreement, row.counts, row.influence) for row in other.items]
    assert len(told) == len(every)
    assert sorted(map(repr, [(round(a, 9), c) for a, c, _ in told])) == sorted(
        map(repr, [(round(a, 9), c) for a, c, _ in every])
    )
    assert same(sorted(x for _, _, x in told), sorted(x for _, _, x in every))


@given(CODES)
def test_items_are_named_by_the_first_that_was_rated_so(codes):
    kinds, items = both(codes)
    first = {}
    for name, row in zip(items.items, items.codes.tolist(), strict=True):
        first.setdefault(tuple(row), name)
    told = dict(zip(map(tuple, kinds.codes.tolist()), kinds.items, strict=True))
    assert told == first


@given(CODES)
def test_tables_of_pairs_are_the_same_whole_numbers(codes):
    kinds, items = both(codes)
    one, other = answers(pair_tables, kinds, items)
    if isinstance(one, str):
        assert one == other
        return
    assert one.counts.dtype == other.counts.dtype == np.int64
    assert np.array_equal(one.counts, other.counts)
    assert np.allclose(
        pairwise_agreement(kinds, "gwet_ac"), pairwise_agreement(items, "gwet_ac"), equal_nan=True
    )


@given(CODES)
def test_intraclass_correlations_are_the_same(codes):
    kinds, items = both(codes)
    one, other = answers(ac.icc, kinds, items)
    if isinstance(one, str):
        assert one == other
        return
    assert (one.items, one.raters, one.left_out) == (other.items, other.raters, other.left_out)
    for mine, theirs in zip(one.entries, other.entries, strict=True):
        assert (mine.measure, mine.df, mine.residual_df) == (theirs.measure, theirs.df, theirs.residual_df)
        assert mine.value == pytest.approx(theirs.value, abs=1e-6, nan_ok=True)
        assert mine.p_value == pytest.approx(theirs.p_value, abs=1e-6, nan_ok=True)


def test_intraclass_correlations_of_items_that_count_ten_times():
    ratings = Ratings.from_wide(SHROUT_FLEISS)
    one, other = ac.icc(ratings.weighted(np.full(6, 10))), ac.icc(SHROUT_FLEISS * 10)
    assert [row.value for row in one.entries] == pytest.approx([row.value for row in other.entries])
    assert [row.low for row in one.entries] == pytest.approx([row.low for row in other.entries])
    assert (one.items, other.items) == (60, 60)


def test_benchmarks_are_the_same():
    kinds, items = both(
        np.array([[-1 if x is None else x for x in row] for row in RAW_4_RATERS]), (1, 2, 3, 4, 5)
    )
    one, other = (ac.benchmark_agreement(ac.agreement(r, "gwet_ac")) for r in (kinds, items))
    assert repr(one) == repr(other)


def test_groups_of_items_that_are_left_out_are_not_kinds(monkeypatch):
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 3, 20_000)
    noisy = [np.where(rng.random(20_000) < 0.6, truth, rng.integers(0, 3, 20_000)) for _ in range(3)]
    kinds, items = both(np.column_stack(noisy))
    exact = ac.agreement(items, "fleiss_kappa", method="jackknife").se
    monkeypatch.setattr(jackknife, "MOST_PATTERNS", 5)
    for ratings in (kinds, items):
        assert ac.agreement(ratings, "fleiss_kappa", method="jackknife").se == pytest.approx(exact, rel=0.2)


# Comparing --------------------------------------------------------------------------------------


def four():
    rng = np.random.default_rng(11)
    truth = rng.integers(0, 3, 300)
    return both(
        np.column_stack(
            [np.where(rng.random(300) < p, truth, rng.integers(0, 3, 300)) for p in (0.8, 0.7, 0.6, 0.6)]
        )
    )


def compared(ratings):
    names = ratings.raters
    return ac.compare_agreement(
        {
            "first two": ac.agreement(ratings.take_raters(names[:2]), "fleiss_kappa"),
            "last two": ac.agreement(ratings.take_raters(names[2:]), "fleiss_kappa"),
        }
    )


def test_comparisons_of_raters_of_the_same_items():
    one, other = map(compared, four())
    assert (one.difference, one.p_value) == pytest.approx((other.difference, other.p_value))
    assert one.low == pytest.approx(other.low)


def test_two_coefficients_of_ratings_that_were_read_twice():
    kinds, items = four()
    twice = [four()[0], kinds]
    one = ac.compare_agreement([ac.agreement(r, n) for r, n in zip(twice, ("gwet_ac", "alpha"), strict=True)])
    other = ac.compare_agreement([ac.agreement(items, n) for n in ("gwet_ac", "alpha")])
    assert (one.difference, one.p_value) == pytest.approx((other.difference, other.p_value))


def test_kinds_that_were_counted_apart_are_not_the_same_items():
    frame = pl.LazyFrame({"a": [1, 2, 1, 2], "b": [1, 2, 2, 1], "c": [1, 1, 2, 2], "d": [1, 2, 1, 2]})
    results = [ac.agreement(Ratings.from_wide(frame, raters=list(two)), "alpha") for two in ("ab", "cd")]
    with pytest.raises(ac.InputError, match=r"counted once for all results: make Ratings of all raters"):
        ac.compare_agreement(results)
    assert ac.compare_agreement(results, items="different").difference == pytest.approx(0)


# A large number of items ------------------------------------------------------------------------


def test_numbers_of_items_that_no_list_could_hold():
    shares = [[5, 1], [2, 4]]
    small = Ratings.from_table(ac.Tables.from_counts(np.array(shares) * 10))
    large = Ratings.from_table(ac.Tables.from_counts(np.array(shares) * 10**12))
    one, other = ac.agreement(small, "cohen_kappa"), ac.agreement(large, "cohen_kappa")
    assert other.value == pytest.approx(one.value)
    assert other.se == pytest.approx(one.se * math.sqrt(119 / (12 * 10**12 - 1)))
    assert other.n_items == 12 * 10**12
    assert "12000000000000 items of 4 kinds" in repr(large)
    drawn = ac.agreement(large, "cohen_kappa", method="bootstrap", replicates=300, seed=1)
    assert drawn.se == pytest.approx(other.se, rel=0.2)


def test_cells_that_no_item_is_in_are_not_contested():
    table = ac.Tables.from_counts([[20, 0, 1], [3, 15, 0], [0, 0, 9]], labels=["a", "b", "c"])
    found = ac.diagnose_agreement(table)
    assert [(row.item, row.times) for row in found.items if row.agreement < 1] == [
        (("a", "c"), 1),
        (("b", "a"), 3),
    ]
    assert "item ('b', 'a') (3 alike): agreement 0.000 of 2 ratings" in repr(found)


def test_ratings_of_all_orders_of_items_are_equal():
    rows = [("x", "y"), ("x", "x"), ("y", None), ("x", "y")]
    found = [
        Ratings.from_wide(pl.LazyFrame(list(order), schema=["a", "b"], orient="row"))
        for order in itertools.permutations(rows)
    ]
    assert all(ratings == found[0] for ratings in found)
    assert found[0].times.tolist() == [1, 2, 1]


def test_gaps_of_all_items_are_told():
    frame = pl.LazyFrame({"ann": ["a", "a", "b"], "bob": ["a", "a", None], "cat": [None, None, "b"]})
    told = repr(Ratings.from_wide(frame))
    assert told == "3 raters of 3 items of 2 kinds, 3 ratings missing; 2 categories: 'a', 'b'"
    assert "of 1 kind;" in repr(Ratings.from_wide(pl.LazyFrame({"ann": [1, 1], "bob": [2, 2]})))


@pytest.mark.parametrize("made", [lambda r: r, lambda r: r.pl(), lambda r: r.to_arrow_table()])
def test_counts_that_a_database_has_summed(made):
    rows = "(values (1, 3, 0), (2, 1, 2), (3, 0, 3)) v(doc, no, yes)"
    counts = made(duckdb.sql(f"select sum(no) no, sum(yes) yes from {rows} group by doc"))
    found = ac.agreement(Ratings.from_counts(counts), "fleiss_kappa")
    assert found.value == pytest.approx(0.55)
