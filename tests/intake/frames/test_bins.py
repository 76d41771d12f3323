"""Scores counted in bins: what is kept is exact, what is given up is bounded, whatever the scores are."""

import duckdb
import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance.core.errors import InputError
from abovechance.intake.frames import bins as binned_scores
from abovechance.intake.frames.bins import LARGEST_SHARE, Bins, bin_scores
from abovechance.intake.frames.frame import as_frame
from abovechance.intake.frames.scores import ask_scores

ANY = st.floats(allow_nan=False)
CLOSE = st.floats(0.5, 0.5 + 1e-12)
TIED = st.sampled_from([0.0, -0.0, 1.0, np.inf, -np.inf, 5e-324, -5e-324, 1.7976931348623157e308])
ITEMS = st.lists(st.tuples(st.one_of(ANY, CLOSE, TIED), st.booleans()), min_size=1, max_size=60)
SHAPES = {
    "normal": lambda rng, n: rng.normal(size=n),
    "rounded": lambda rng, n: np.round(rng.normal(size=n), 2),
    "one spike": lambda rng, n: np.where(rng.random(n) < 0.5, 0, rng.normal(size=n)),
    "heavy tails": lambda rng, n: rng.standard_cauchy(n),
    "outliers": lambda rng, n: np.append(rng.normal(size=n - 2), [1e308, -1.7e308]),
    "sure of itself": lambda rng, n: 1 / (1 + np.exp(-30 * rng.normal(size=n))),
    "close to one": lambda rng, n: 1 - 10 ** (-16 * rng.random(n)),
    "all powers of ten": lambda rng, n: 10 ** rng.uniform(-300, 300, n) * rng.choice([-1, 1], n),
    "two heaps": lambda rng, n: np.where(rng.random(n) < 0.5, 1e-9, 1e-12) * rng.normal(size=n) + 5,
    "infinite": lambda rng, n: np.where(rng.random(n) < 0.01, np.inf, rng.normal(size=n)),
}


def binned(frame, **options):
    return bin_scores(ask_scores(as_frame(frame), "y", "p", positive=True), **options)


def count(scores, truth, bins):
    """The items at or above the least score of each bin, counted by hand."""
    order = np.sort(scores[truth]), np.sort(scores[~truth])
    return [len(side) - np.searchsorted(side, bins.low) for side in order]


@given(ITEMS)
def test_few_items_end_in_bins_of_one_score(items):
    scores, truth = (np.array(column) for column in zip(*items, strict=True))
    bins = binned(pl.LazyFrame({"y": truth, "p": scores}))
    assert np.array_equal(bins.low, np.unique(scores + 0.0))
    assert bins.is_single.all()
    assert np.array_equal(np.cumsum(bins.positives[::-1])[::-1], count(scores, truth, bins)[0])
    assert np.array_equal(np.cumsum(bins.negatives[::-1])[::-1], count(scores, truth, bins)[1])


@settings(max_examples=4)
@pytest.mark.parametrize("shape", SHAPES)
@given(seed=st.integers(0, 2**32 - 1))
def test_counts_are_exact_and_the_area_is_within_the_bound(shape, seed):
    rng = np.random.default_rng(seed)
    truth = rng.random(30_000) < rng.uniform(0.05, 0.95)
    scores = SHAPES[shape](rng, 30_000)
    share = 2.0**-8
    bins = binned(pl.LazyFrame({"y": truth, "p": scores}), share=share)
    assert np.array_equal(np.cumsum(bins.positives[::-1])[::-1], count(scores, truth, bins)[0])
    assert np.array_equal(np.cumsum(bins.negatives[::-1])[::-1], count(scores, truth, bins)[1])
    assert np.isin(np.append(bins.low, bins.high), scores + 0.0).all()
    assert (bins.low[1:] > bins.high[:-1]).all()
    several = bins.only(~bins.is_single)
    assert several.positives.max(initial=0) <= share * truth.sum()
    assert several.negatives.max(initial=0) <= share * (~truth).sum()
    within = np.sum(several.positives * several.negatives) / (2 * truth.sum() * (~truth).sum())
    assert within <= share / 2
    area = ac.Curve.from_counts(bins.low, bins.positives, bins.negatives).auc
    assert abs(area - ac.Curve.from_scores(truth, scores).auc) <= within + 1e-15


def test_all_orders_within_bins_reach_the_bound():
    """Two bins of several scores: all positive items above all negative ones, or below."""
    bins = Bins(np.array([0.0, 2.0]), np.array([1.0, 3.0]), np.array([3, 5]), np.array([4, 2]))
    curve = ac.Curve.from_counts(bins.low, bins.positives, bins.negatives)
    within = (3 * 4 + 5 * 2) / (2 * 8 * 6)
    truth = [1] * 3 + [0] * 4 + [1] * 5 + [0] * 2
    best = ac.Curve.from_scores(truth, [1] * 3 + [0] * 4 + [3] * 5 + [2] * 2)
    worst = ac.Curve.from_scores(truth, [0] * 3 + [1] * 4 + [2] * 5 + [3] * 2)
    assert best.auc == pytest.approx(curve.auc + within, abs=1e-15)
    assert worst.auc == pytest.approx(curve.auc - within, abs=1e-15)


def test_few_passes_suffice(monkeypatch):
    asked = []
    counted = binned_scores._counted
    monkeypatch.setattr(binned_scores, "_counted", lambda *a: asked.append(a) or counted(*a))
    rng = np.random.default_rng(1)
    truth = rng.random(100_000) < 0.3
    bins = binned(pl.LazyFrame({"y": truth, "p": rng.random(100_000)}), share=2.0**-10)
    assert len(asked) == 2  # the ends, and one GROUP BY
    assert len(bins.low) < 100_000
    assert not bins.crowded(2.0**-10).any()


@pytest.mark.parametrize("engine", ["duckdb", "spark"])
def test_engines_make_the_same_bins(engine, request):
    rng = np.random.default_rng(2)
    items = pl.DataFrame({"y": rng.random(20_000) < 0.3, "p": rng.standard_cauchy(20_000)})
    if engine == "spark":
        frame = request.getfixturevalue("connect").createDataFrame(items.to_arrow())
    else:
        connection = duckdb.connect()
        request.addfinalizer(connection.close)
        frame = connection.from_arrow(items.to_arrow())
    bins, expected = binned(frame), binned(items.lazy())
    # logarithms of engines may differ in the last digit, and move a score to the next bin
    assert len(bins.low) == pytest.approx(len(expected.low), rel=1e-3)
    scores, truth = items["p"].to_numpy(), items["y"].to_numpy()
    assert np.array_equal(np.cumsum(bins.positives[::-1])[::-1], count(scores, truth, bins)[0])
    assert np.array_equal(np.cumsum(bins.negatives[::-1])[::-1], count(scores, truth, bins)[1])
    assert not bins.crowded(LARGEST_SHARE).any()


def test_overlapping_bins_are_one():
    """An engine whose logarithm is not monotone gives bins that overlap."""
    one = Bins(np.array([0.0, 5.0]), np.array([2.0, 6.0]), np.array([1, 1]), np.array([2, 0]))
    other = Bins(np.array([1.0, 4.0]), np.array([3.0, 4.0]), np.array([4, 0]), np.array([0, 1]))
    joined = binned_scores._in_order([one, other])
    assert joined.low.tolist() == [0, 4, 5]
    assert joined.high.tolist() == [3, 4, 6]
    assert joined.positives.tolist() == [5, 0, 1]
    assert joined.negatives.tolist() == [2, 1, 0]


def test_a_frame_that_changes_is_refused():
    rng = np.random.default_rng(3)
    items = pl.LazyFrame({"y": rng.random(1000) < 0.5, "p": rng.random(1000)})
    lengths = iter([1000, 1000, 900, 800, 700])

    def fewer(frame):
        return frame.head(next(lengths))

    with pytest.raises(InputError, match="other items when it was asked again"):
        binned(items.map_batches(fewer, streamable=False))
