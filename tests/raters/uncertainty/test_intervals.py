"""Standard errors and intervals follow from the influence of the items; at the ends of the range from counting."""

import math

import numpy as np
import pytest
from scipy import stats

import abovechance as ac
from abovechance import Ratings
from abovechance.raters.coefficients.registry import declared, estimate
from abovechance.raters.uncertainty.intervals import METHODS, gwet_error, method_named, standard_error
from tests.raters.data import RAW_4_RATERS

pytestmark = pytest.mark.filterwarnings("ignore::abovechance.InputWarning")

RAW = np.array(RAW_4_RATERS, dtype=float)


def test_fishers_scale():
    found = ac.agreement(RAW, "fleiss_kappa", level=0.9)
    half = stats.t.ppf(0.95, 11) * found.se / (1 - found.value**2)
    assert found.low == pytest.approx(math.tanh(math.atanh(found.value) - half))
    assert found.high == pytest.approx(math.tanh(math.atanh(found.value) + half))


def test_percent_agreement_lies_between_0_and_1():
    found = ac.agreement(RAW, "percent_agreement")
    u = 2 * found.value - 1
    half = stats.t.ppf(0.975, 11) * 2 * found.se / (1 - u**2)
    assert found.low == pytest.approx((1 + math.tanh(math.atanh(u) - half)) / 2)
    assert found.high == pytest.approx((1 + math.tanh(math.atanh(u) + half)) / 2)


def test_plain_scale_with_students_t():
    found = ac.agreement(RAW, "gwet_ac1", method="wald")
    half = stats.t.ppf(0.975, 11) * found.se
    assert found.low == pytest.approx(found.value - half)
    assert found.high == pytest.approx(min(found.value + half, 1))
    assert found.se == ac.agreement(RAW, "gwet_ac1").se


def test_raters_that_are_a_sample_have_degrees_of_freedom_of_their_own():
    items, raters, both = (
        ac.agreement(RAW, "fleiss", method=method)
        for method in ("delta", "jackknife_raters", "unconditional")
    )
    assert both.se == pytest.approx(math.hypot(items.se, raters.se))
    df = both.se**4 / (items.se**4 / 11 + raters.se**4 / 3)
    for found, freedom in ((raters, 3), (both, df)):
        half = stats.t.ppf(0.975, freedom) * found.se / (1 - found.value**2)
        assert found.low == pytest.approx(math.tanh(math.atanh(found.value) - half))


def test_items_with_one_rating_inflate_gwets_standard_error_only():
    """AC2 with quadratic weights of Gwet's g1g2 data: the jackknife gives .054, so does the delta method."""
    rated = [
        ["a", "a", None, "a"], ["b", "b", "c", "b"], ["c"] * 4, ["c"] * 4, ["b"] * 4, ["a", "b", "c", "d"],
        ["d"] * 4, ["a", "a", "b", "a"], ["b"] * 4, [None, "e", "e", "e"], [None, None, "a", "a"],
        [None, None, "c", None], ["b", "b", "c", "b"], ["b", "a", "c", "b"],
    ]  # fmt: skip
    ratings = Ratings.from_wide(rated)
    found = estimate(ratings, "gwet_ac", "quadratic")
    left_out = np.array(
        [estimate(ratings.weighted(np.arange(14) != i), "gwet_ac", "quadratic").value for i in range(14)]
    )
    jackknife = math.sqrt(13 / 14 * ((left_out - left_out.mean()) ** 2).sum())
    assert gwet_error(ratings, found) == pytest.approx(0.087, abs=5e-4)
    assert standard_error(ratings, found) == pytest.approx(0.055, abs=5e-4)
    assert jackknife == pytest.approx(0.054, abs=5e-4)
    several = ratings.take_items(ratings.ratings_of_items > 1)
    found = estimate(several, "gwet_ac", "quadratic")
    assert gwet_error(several, found) == standard_error(several, found)


@pytest.mark.parametrize(
    "chosen", [c for c in declared() if c.group != "two" and c.categories is None], ids=lambda c: c.key
)
def test_delta_is_near_the_jackknife_for_many_items(chosen):
    if chosen.key == "kappa_max":
        return
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 3, 400)
    rated = np.where(rng.random((400, 3)) < 0.7, truth[:, None], rng.integers(0, 3, (400, 3))).astype(float)
    rated[rng.random(rated.shape) < 0.15] = np.nan
    ratings = Ratings.from_wide(rated)
    delta = ac.agreement(ratings, chosen.key)
    jackknife = ac.agreement(ratings, chosen.key, method="jackknife")
    assert delta.se == pytest.approx(jackknife.se, rel=0.01)


@pytest.mark.parametrize("n", [3, 20, 100])
def test_perfect_agreement_is_bounded_as_by_clopper_and_pearson(n):
    rated = [["a", "a", "a"], ["b", "b", None]] * (n // 2) + [["a", "a", "a"]] * (n % 2)
    found = ac.agreement(rated, categories=["a", "b"])
    exact = stats.beta.ppf(0.025, n, 1)
    assert found["percent_agreement"].low == pytest.approx(exact)
    for key in ("fleiss_kappa", "bp", "gwet_ac", "alpha", "conger_kappa"):
        x = found[key]
        assert (x.value, x.se, x.high) == (1, 0, 1)
        assert x.low == pytest.approx(max(1 - (1 - exact) / (1 - x.chance), -1))
        assert "no pair of ratings disagrees" in x.warning
    for key in ("light_kappa", "informedness"):
        assert found[key].value == 1
        assert -1 <= found[key].low < 1


def test_perfect_disagreement_is_bounded_too():
    found = ac.agreement([["a", "b"]] * 6 + [["b", "a"]] * 6, "fleiss_kappa")
    assert (found.value, found.low, found.se) == (-1, -1, 0)
    assert found.high == pytest.approx(1 - 0.025 ** (1 / 12) / 0.5)
    assert "no pair of ratings agrees" in found.warning


def test_items_that_are_all_alike_leave_the_spread_unknown():
    found = ac.agreement([["a", "a", "b"]] * 5, "percent_agreement")
    assert found.value == pytest.approx(1 / 3)
    assert math.isnan(found.low)
    assert found.reason == "every item pulls the coefficient alike, so that its spread is not known"


def test_one_item_tells_nothing():
    found = ac.agreement([["a", "b", "a"]], "fleiss_kappa")
    assert found.value == pytest.approx(-0.5)  # 1/3 observed, 5/9 expected
    assert math.isnan(found.se)
    assert found.reason == "one item says nothing about how items differ"


def test_values_below_minus_one_have_plain_bounds():
    rated = [[1, 5]] * 10 + [[5, 1]] * 9 + [[1, 1]]
    found = ac.agreement(rated, "bp", weights="quadratic", categories=range(1, 6))
    assert found.value < -1
    assert found.low == found.value <= found.high
    half = stats.t.ppf(0.975, 19) * found.se
    assert found.high == pytest.approx(found.value + half)


def test_a_kink_has_no_standard_error():
    found = ac.agreement(RAW, "kappa_max")
    assert math.isnan(found.se)
    assert "no delta interval" in found.reason
    drawn = ac.agreement(RAW, "kappa_max", method="bootstrap", replicates=50, seed=1)
    assert drawn.se > 0


@pytest.mark.parametrize("method", METHODS)
def test_every_method_gives_an_interval_around_the_value(method):
    found = ac.agreement(RAW, "krippendorff_alpha", weights="ordinal", method=method, replicates=200, seed=4)
    assert found.method == method
    assert -1 <= found.low < found.value < found.high <= 1
    assert found.se > 0


def test_names_of_methods():
    assert method_named("Fisher-z") == "delta"
    assert method_named("BCa") == "bca"
    with pytest.raises(ac.InputError, match="did you mean 'jackknife'"):
        method_named("jacknife")
    with pytest.raises(ac.InputError, match="there are 'delta', 'wald'"):
        method_named("zzz")


def test_delta_covers_what_it_promises():
    """400 samples of 60 items, 3 raters, some ratings missing; the truth from 10⁶ items."""
    rng = np.random.default_rng(77)

    def draw(items):
        truth = rng.choice(3, items, p=[0.6, 0.3, 0.1])
        rated = np.where(rng.random((items, 3)) < 0.6, truth[:, None], rng.choice(3, (items, 3))).astype(
            float
        )
        rated[rng.random(rated.shape) < 0.25] = np.nan
        return Ratings.from_wide(rated, categories=range(3))

    keys = ("fleiss_kappa", "gwet_ac", "krippendorff_alpha", "conger_kappa")
    true = {key: estimate(draw(10**6), key).value for key in keys}
    hits = dict.fromkeys(keys, 0)
    for _ in range(400):
        for found in ac.agreement(draw(60), keys):
            hits[found.measure] += found.low <= true[found.measure] <= found.high
    # 400 tosses at 95 %: below 91 % or above 98.5 % once in several thousand
    assert all(0.91 < number / 400 < 0.985 for number in hits.values()), hits
