"""Coefficients agree with peers, publications and each other."""

import json
from pathlib import Path

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters, cohens_kappa
from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_fleiss

import abovechance as ac
from abovechance import Ratings
from abovechance.raters.coefficients.registry import coefficient, declared, estimate, is_usable
from abovechance.raters.ratings.weights import KINDS
from tests.raters.data import RAW_4_RATERS, fleiss_1971

pytestmark = pytest.mark.filterwarnings("ignore::abovechance.InputWarning")

IRRCAC = json.loads((Path(__file__).parents[2] / "golden" / "irrcac.json").read_text())["data"]
RAW = np.array(RAW_4_RATERS, dtype=float)
NOT_ALPHA = [c for c in declared() if c.key != "krippendorff_alpha"]


@pytest.mark.parametrize(
    ("data", "weights"),
    [(data, weights) for data in IRRCAC for weights in data["found"]],
    ids=lambda x: x if isinstance(x, str) else x["name"],
)
def test_irrcac(data, weights):
    name = "gwet_ordinal" if weights == "ordinal" else weights
    for key, (value, se, agreed, by_chance, low, high) in data["found"][weights].items():
        found = ac.agreement(data["ratings"], key, weights=name, method="gwet")
        np.testing.assert_allclose([found.value, found.se], [value, se], rtol=0, atol=1e-10, err_msg=key)
        np.testing.assert_allclose([found.low, found.high], [low, high], rtol=0, atol=1e-9, err_msg=key)
        if key != "krippendorff_alpha":  # Gwet and Krippendorff share out its correction differently
            np.testing.assert_allclose([found.observed, found.chance], [agreed, by_chance], atol=1e-10)


def test_krippendorffs_example_with_four_observers():
    """Krippendorff 2011, Computing Krippendorff's alpha-reliability, sections C to E."""
    published = {"nominal": 0.743, "ordinal": 0.815, "interval": 0.849, "ratio": 0.797}
    for level, value in published.items():
        found = ac.agreement(RAW, "krippendorff_alpha", weights=level)
        assert round(found.value, 3) == value
        assert found.value == pytest.approx(krippendorff.alpha(RAW.T, level_of_measurement=level), abs=1e-12)


def random_ratings(seed, items=60, raters=4, values=6, gaps=0.2):
    rng = np.random.default_rng(seed)
    truth = rng.integers(1, values + 1, items)
    guesses = rng.integers(1, values + 1, (items, raters))
    rated = np.where(rng.random((items, raters)) < 0.6, truth[:, None], guesses).astype(float)
    rated[rng.random(rated.shape) < gaps] = np.nan
    return rated


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
@pytest.mark.parametrize("values", [2, 6, 90])
def test_krippendorff(level, values):
    rated = random_ratings(values, values=values)
    found = estimate(Ratings.from_wide(rated), "krippendorff_alpha", level)
    assert found.value == pytest.approx(krippendorff.alpha(rated.T, level_of_measurement=level), abs=1e-12)
    assert found.value == pytest.approx((found.observed - found.chance) / (1 - found.chance), abs=1e-12)


@pytest.mark.parametrize("level", ["ordinal", "interval", "ratio"])
def test_krippendorff_of_continuous_values(level):
    rng = np.random.default_rng(9)
    rated = rng.lognormal(2, 1, (80, 1)) * rng.lognormal(0, 0.3, (80, 3))
    rated[rng.random(rated.shape) < 0.1] = np.nan
    found = estimate(Ratings.from_wide(rated), "krippendorff_alpha", level)
    assert found.value == pytest.approx(krippendorff.alpha(rated.T, level_of_measurement=level), abs=1e-12)


def test_krippendorffs_circular_and_bipolar_differences_pair_by_pair():
    rated = random_ratings(5)
    units = [row[~np.isnan(row)] for row in rated if np.count_nonzero(~np.isnan(row)) > 1]
    everything = np.concatenate(units)
    kinds = {
        "circular": lambda x, y: np.sin(np.pi * (x - y) / 6) ** 2,
        "bipolar": lambda x, y: (x - y) ** 2 / max((x + y - 2) * (12 - x - y), 1e-300),
    }
    for name, apart in kinds.items():
        within = sum(sum(apart(x, y) for x in u for y in u if x != y) / (len(u) - 1) for u in units)
        overall = sum(apart(x, y) for x in everything for y in everything if x != y)
        alpha = 1 - (len(everything) - 1) * within / overall
        assert estimate(Ratings.from_wide(rated), "alpha", name).value == pytest.approx(alpha, abs=1e-12)


def test_fleiss_1971():
    counts, diagnoses = fleiss_1971()
    found = ac.agreement(Ratings.from_counts(counts, categories=diagnoses), "fleiss_kappa")
    assert round(found.value, 3) == 0.430  # Fleiss 1971, p. 381
    assert found.value == pytest.approx(0.4302445, abs=5e-8)  # R's irr, kappam.fleiss(diagnoses)
    assert found.value == pytest.approx(statsmodels_fleiss(np.array(counts)), abs=1e-13)
    assert found.ratings.n_raters == 6


@pytest.mark.parametrize("seed", range(3))
def test_statsmodels(seed):
    rated = random_ratings(seed, gaps=0.0).astype(int)
    counts, _ = aggregate_raters(rated)
    ratings = Ratings.from_wide(rated, categories=range(1, 7))
    assert estimate(ratings, "fleiss_kappa").value == pytest.approx(statsmodels_fleiss(counts), abs=1e-13)
    randolph = statsmodels_fleiss(counts, method="randolph")
    assert estimate(ratings, "randolph").value == pytest.approx(randolph, abs=1e-13)
    two = ratings.take_raters([1, 2])
    table = two.pair_counts[0]
    for weights, wt in (("identity", None), ("linear", "linear"), ("quadratic", "quadratic")):
        theirs = cohens_kappa(table, wt=wt)
        ours = ac.agreement(two, "cohen_kappa", weights=weights)
        assert ours.value == pytest.approx(theirs.kappa, abs=1e-12)
        # Fleiss, Cohen and Everitt divide by n, a mean of squared deviations by n - 1
        assert ours.se * np.sqrt(59 / 60) == pytest.approx(theirs.std_kappa, abs=1e-12)
        scikit = cohen_kappa_score(*rated[:, :2].T, labels=range(1, 7), weights=wt)
        assert ours.value == pytest.approx(scikit, abs=1e-12)


def test_weighted_kappa_of_vcd_and_psych():
    """R 4.2.2: vcd 1.4-11, Kappa(m, weights = ...) and psych 2.2.9, cohen.kappa(m), on Gwet's 4×4 diagnoses."""
    table = np.array([[22, 2, 2, 0], [5, 7, 14, 0], [0, 2, 36, 0], [0, 1, 17, 10]])
    rows, columns = np.indices(table.shape)
    rated = np.column_stack([np.repeat(rows, table.ravel()), np.repeat(columns, table.ravel())]) + 1
    recorded = {
        "identity": (0.493005595523581, 0.0567431504080358),
        "linear": (0.648809523809524, 0.047652422356387),
        "quadratic": (0.783821871476888, 0.0386703361371546),
    }
    for weights, (value, se) in recorded.items():
        found = ac.agreement(rated, "cohen_kappa", weights=weights)
        assert found.value == pytest.approx(value, abs=1e-13)
        assert found.se * np.sqrt((118 - 1) / 118) == pytest.approx(se, abs=1e-13)


def test_coefficients_of_two_raters_are_the_measures_of_their_table():
    rated = random_ratings(3, raters=2, values=3, gaps=0.0).astype(int)
    table = ac.Tables.from_labels(rated[:, 0], rated[:, 1])
    ratings = Ratings.from_wide(rated)
    pairs = {
        "percent_agreement": "accuracy",
        "cohen_kappa": "cohen_kappa",
        "conger_kappa": "cohen_kappa",
        "hubert_kappa": "cohen_kappa",
        "light_kappa": "cohen_kappa",
        "fleiss_kappa": "scott_pi",
        "brennan_prediger": "bennett_s",
        "gwet_ac": "gwet_ac1",
        "krippendorff_alpha": "krippendorff_alpha",
        "informedness": "informedness",
        "markedness": "markedness",
        "correlation": "correlation",
        "kappa_max": "kappa_max",
    }
    for key, name in pairs.items():
        assert estimate(ratings, key).value == pytest.approx(ac.measure(name)(table), abs=1e-13), key
    assert estimate(ratings, "fleiss").chance == pytest.approx(ac.measure("expected_accuracy_scott")(table))
    assert estimate(ratings, "gwet").chance == pytest.approx(ac.measure("expected_accuracy_gwet")(table))
    cost = 1 - np.abs(np.subtract.outer(range(3), range(3))) / 2
    weighted = ac.measure("weighted_kappa")(table, weights=1 - cost)
    assert estimate(ratings, "cohen", cost).value == pytest.approx(weighted, abs=1e-13)


def test_two_by_two_with_prevalence_and_bias():
    rated = [[1, 1]] * 30 + [[1, 0]] * 4 + [[0, 1]] * 6 + [[0, 0]] * 10
    found = ac.agreement(rated, "PABAK")
    assert found.value == pytest.approx(2 * 40 / 50 - 1)
    assert found.details["prevalence_index"] == pytest.approx((30 - 10) / 50)
    assert abs(found.details["bias_index"]) == pytest.approx((6 - 4) / 50)
    kappa = ac.agreement(rated, "cohen_kappa")
    # Byrt, Bishop & Carlin 1993: kappa = (PABAK - PI² + BI²) / (1 - PI² + BI²)
    assert kappa.value == pytest.approx((0.6 - 0.16 + 0.0016) / (1 - 0.16 + 0.0016))
    assert kappa.details["kappa_max"] == found.details["kappa_max"] == ac.agreement(rated, "kappa_max").value
    assert ac.agreement(rated, "Maxwell's RE").value == found.value
    assert ac.agreement(rated, "bennett_s").value == pytest.approx(found.value)


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("light_kappa", "cohen_kappa"),
        ("informedness", "informedness"),
        ("markedness", "markedness"),
        ("correlation", "correlation"),
        ("kappa_max", "kappa_max"),
    ],
)
def test_means_over_pairs_are_plain_ones_where_all_rated_all(key, name):
    rated = random_ratings(8, gaps=0.0, values=3).astype(int)
    pairs = [(rated[:, g], rated[:, h]) for g in range(4) for h in range(g + 1, 4)]
    values = [ac.measure(name)(ac.Tables.from_labels(*pair, labels=[1, 2, 3])) for pair in pairs]
    assert estimate(Ratings.from_wide(rated), key).value == pytest.approx(np.mean(values), abs=1e-13)
    if key == "light_kappa":
        assert np.mean(values) == pytest.approx(np.mean([cohen_kappa_score(*pair) for pair in pairs]))


def shared_disagreements(rated):
    """Of each pair, the items that both rated, and the use of categories by either of all items."""
    rated = rated[np.count_nonzero(~np.isnan(rated), axis=1) > 1]
    categories = np.unique(rated[~np.isnan(rated)])
    for g in range(rated.shape[1]):
        for h in range(g + 1, rated.shape[1]):
            both = rated[~np.isnan(rated[:, [g, h]]).any(axis=1)][:, [g, h]]
            uses = [[np.mean(x[~np.isnan(x)] == k) for k in categories] for x in rated[:, [g, h]].T]
            yield (
                both,
                dict(zip(categories, uses[0], strict=True)),
                dict(zip(categories, uses[1], strict=True)),
            )


def test_light_takes_chance_from_all_that_raters_rated_and_weighs_pairs_by_their_items():
    total, items = 0.0, 0
    for both, one, other in shared_disagreements(RAW):
        apart = np.count_nonzero(both[:, 0] != both[:, 1])
        total += len(both) - apart / (1 - sum(one[k] * other[k] for k in one))
        items += len(both)
    assert estimate(Ratings.from_wide(RAW), "light").value == pytest.approx(total / items, abs=1e-13)


@pytest.mark.parametrize("key", ["informedness", "markedness"])
def test_informedness_of_raters_who_rated_different_items(key):
    """One less the rates of misses and of false alarms, weighted by how often the other uses the category."""
    rated = random_ratings(30, items=30, raters=5, values=3, gaps=0.5)
    total, items = 0.0, 0
    for both, one, other in shared_disagreements(rated):
        (real, bias), columns = ((one, other), (0, 1)) if key == "informedness" else ((other, one), (1, 0))
        x, y = both[:, columns[0]], both[:, columns[1]]
        lost = sum(
            bias[k] * (np.mean((x == k) & (y != k)) / real[k] + np.mean((x != k) & (y == k)) / (1 - real[k]))
            for k in real
        )
        total, items = total + len(both) * (1 - lost), items + len(both)
    assert estimate(Ratings.from_wide(rated), key).value == pytest.approx(total / items, abs=1e-12)


def test_hubert_asks_all_raters_to_agree():
    rated = np.array([[1, 1, 1], [2, 2, 2], [1, 2, 1], [1, 1, 1], [2, 2, 1]])
    found = estimate(Ratings.from_wide(rated), "hubert_kappa")
    by_chance = (3 * 2 * 4 + 2 * 3 * 1) / 5**3  # of rater 1, 2, 3: category 1, then 2
    assert (found.observed, found.chance) == (pytest.approx(3 / 5), pytest.approx(by_chance))
    assert found.value == pytest.approx((3 / 5 - by_chance) / (1 - by_chance))
    with_gaps = np.vstack([rated, [[1, np.nan, 2]]])
    assert estimate(Ratings.from_wide(with_gaps), "hubert_kappa").value == pytest.approx(found.value)


def test_conger_takes_the_mean_over_pairs_of_the_chance_of_independent_raters():
    rated = random_ratings(12, gaps=0.0, values=3).astype(int)
    shares = np.array([[np.mean(column == k) for k in (1, 2, 3)] for column in rated.T])
    pairs = [shares[g] @ shares[h] for g in range(4) for h in range(g)]
    assert estimate(Ratings.from_wide(rated), "conger").chance == pytest.approx(np.mean(pairs), abs=1e-14)


@pytest.mark.parametrize("chosen", declared(), ids=lambda c: c.key)
@pytest.mark.parametrize("weights", ["identity", "quadratic", "ratio"])
def test_influence_is_the_derivative_by_each_item(chosen, weights):
    values = 2 if chosen.categories == 2 else 3
    gaps = (
        {"gaps": 0.0} if chosen.group == "pairs" else {}
    )  # with gaps it is what leaving out an item changes
    rated = random_ratings(21, items=25, raters=2 if chosen.group == "two" else 4, values=values, **gaps)
    ratings = Ratings.from_wide(rated)
    if not is_usable(ratings, chosen, weights) or chosen.key == "kappa_max":
        return
    found, step = estimate(ratings, chosen.key, weights), 1e-5
    assert found.influence.sum() == pytest.approx(0, abs=1e-12)
    derivative = np.empty(25)
    for item in range(25):
        more, less = np.ones(25), np.ones(25)
        more[item], less[item] = 1 + step, 1 - step
        values = [estimate(ratings.weighted(times), chosen.key, weights).value for times in (more, less)]
        derivative[item] = (values[0] - values[1]) / (2 * step) * found.n
    if chosen.key == "krippendorff_alpha":
        given = np.where(ratings.ratings_of_items > 1, ratings.ratings_of_items, 0)
        total = given.sum()
        factor = (1 - found.value) / (total - 1) * (found.n * given / total - (given > 0))
        # alpha changes with the size of the sample: (N-1)/N is held while N·A/B changes, and the reverse
        derivative = (
            (derivative + (1 - found.value) / (total - 1) * found.n * given / total) * total / (total - 1)
        )
        derivative -= factor
    np.testing.assert_allclose(found.influence, derivative, atol=1e-6)


def test_influence_on_ordinal_alpha_knows_that_ranks_move():
    ratings, step = Ratings.from_wide(random_ratings(4, items=30, values=5)), 1e-5
    found = estimate(ratings, "alpha", "ordinal")
    given = np.where(ratings.ratings_of_items > 1, ratings.ratings_of_items, 0)
    total = given.sum()

    def prime(times):  # alpha without the factor (N-1)/N
        number = given @ times
        return 1 - (1 - estimate(ratings.weighted(times), "alpha", "ordinal").value) * number / (number - 1)

    factor = (1 - found.value) / (total - 1) * (found.n * given / total - (given > 0))
    for item in range(30):
        more, less = np.ones(30), np.ones(30)
        more[item], less[item] = 1 + step, 1 - step
        slope = (prime(more) - prime(less)) / (2 * step) * found.n
        assert found.influence[item] + factor[item] == pytest.approx(slope, abs=1e-6)


ratings_with_gaps = hnp.arrays(
    np.int8, st.tuples(st.integers(2, 12), st.integers(2, 5)), elements=st.integers(-1, 3)
).filter(lambda a: (a >= 0).any())


def wide(codes):
    return Ratings.from_wide(np.where(codes < 0, np.nan, codes), categories=range(4))


def same(one, other):
    np.testing.assert_allclose(
        [one.value, one.observed], [other.value, other.observed], rtol=1e-9, atol=1e-12
    )


@settings(max_examples=25)
@given(ratings_with_gaps, st.permutations(range(4)))
def test_nominal_categories_have_no_order(codes, order):
    renamed = np.where(codes < 0, -1, np.array(order)[codes])
    for chosen in declared():
        if is_usable(wide(codes), chosen, "identity"):
            same(estimate(wide(codes), chosen), estimate(wide(renamed), chosen))


@settings(max_examples=25)
@given(ratings_with_gaps, st.randoms(use_true_random=False))
def test_raters_and_items_have_no_order(codes, random):
    raters, items = list(range(codes.shape[1])), list(range(len(codes)))
    random.shuffle(raters)
    random.shuffle(items)
    shuffled = codes[np.ix_(items, raters)]
    for chosen in declared():
        if is_usable(wide(codes), chosen, "identity") and chosen.key not in ("informedness", "markedness"):
            same(estimate(wide(codes), chosen), estimate(wide(shuffled), chosen))
            found = estimate(wide(codes), chosen)
            moved = estimate(wide(codes[items]), chosen)
            np.testing.assert_allclose(moved.influence, found.influence[items], atol=1e-9)


@settings(max_examples=25)
@given(ratings_with_gaps)
def test_items_twice_change_nothing_but_the_number_of_items(codes):
    for chosen in NOT_ALPHA:
        if is_usable(wide(codes), chosen, "identity"):
            same(estimate(wide(codes), chosen), estimate(wide(np.vstack([codes, codes])), chosen))


@settings(max_examples=25)
@given(ratings_with_gaps)
def test_a_matrix_of_identity_is_no_weights_and_every_value_follows_from_its_chance(codes):
    ratings = wide(codes)
    for chosen in declared():
        if is_usable(ratings, chosen, np.eye(4)):
            plain, weighted = estimate(ratings, chosen), estimate(ratings, chosen, np.eye(4))
            same(plain, weighted)
            np.testing.assert_allclose(weighted.influence, plain.influence, atol=1e-9)
            if np.isfinite(plain.value) and plain.value < 1:
                corrected = (plain.observed - plain.chance) / (1 - plain.chance)
                assert plain.value == pytest.approx(corrected, abs=1e-9)
            assert np.isnan(plain.value) == (plain.reason is not None)


@settings(max_examples=25)
@given(ratings_with_gaps)
def test_counts_tell_as_much_as_ratings_where_it_does_not_matter_who_rated(codes):
    ratings = wide(codes)
    counted = Ratings.from_counts(ratings.counts, categories=range(4))
    for chosen in declared():
        if counted.n_raters > 1 and is_usable(counted, chosen, "linear"):
            same(estimate(ratings, chosen, "linear"), estimate(counted, chosen, "linear"))
            np.testing.assert_allclose(
                estimate(counted, chosen, "linear").influence,
                estimate(ratings, chosen, "linear").influence,
                atol=1e-9,
            )


def test_a_rater_without_ratings_is_as_if_not_there():
    silent = np.column_stack([RAW, np.full(12, np.nan)])
    for chosen in declared():
        if is_usable(Ratings.from_wide(RAW), chosen, "identity") and chosen.key != "hubert_kappa":
            same(estimate(Ratings.from_wide(RAW), chosen), estimate(Ratings.from_wide(silent), chosen))
    nobody = estimate(Ratings.from_wide(silent), "hubert_kappa")
    assert (nobody.reason, nobody.n) == ("no item was rated by all raters", 0)
    assert any("5 gave no rating" in note for note in ac.agreement(silent, "conger").notes)


def test_items_without_ratings_are_as_if_not_there():
    longer = np.vstack([RAW, np.full((3, 4), np.nan)])
    for one, other in zip(ac.agreement(RAW, method="gwet"), ac.agreement(longer, method="gwet"), strict=True):
        np.testing.assert_allclose([one.value, one.se], [other.value, other.se])


def test_unused_categories_change_what_depends_on_their_number():
    more = ac.agreement(RAW, categories=range(1, 11))
    less = ac.agreement(RAW)
    assert more["bp"].chance == pytest.approx(0.1)
    assert more["bp"].value > less["bp"].value
    assert more["gwet_ac1"].value > less["gwet_ac1"].value
    for key in ("fleiss_kappa", "krippendorff_alpha", "conger_kappa", "light_kappa"):
        assert more[key].value == pytest.approx(less[key].value)


@pytest.mark.parametrize(
    "chosen", [c for c in declared() if c.key != "percent_agreement"], ids=lambda c: c.key
)
def test_one_category_only_leaves_no_value_but_a_reason(chosen):
    ratings = Ratings.from_wide([["a", "a"]] * 5)
    if is_usable(ratings, chosen, "identity"):
        found = estimate(ratings, chosen)
        assert np.isnan(found.value)
        assert found.reason
        assert found.observed == 1 or chosen.key == "kappa_max"


@pytest.mark.parametrize("weights", KINDS)
@pytest.mark.parametrize("category", [0, 2])
def test_one_category_declared_is_a_reason_whatever_the_weights(weights, category):
    found = ac.agreement([[category, category]] * 5, "krippendorff_alpha", weights=weights)
    assert np.isnan(found.value)
    assert found.observed == 1
    assert found.chance == 1
    assert found.reason == "all ratings are of one category, so that chance would agree as well"


@pytest.mark.parametrize("weights", [*KINDS, "identity"])
@pytest.mark.parametrize("category", [1, 3, 7])
def test_one_category_used_is_no_agreement_beyond_chance_whatever_the_weights(weights, category):
    rated = [[category] * 3] * 5 + [[category, None, category]]
    for categories in ([1, 3, 7, 10], list(range(1, 1200))):
        for found in ac.agreement(rated, weights=weights, categories=categories):
            if found.measure not in ("percent_agreement", "brennan_prediger", "gwet_ac"):
                assert np.isnan(found.value), found
            else:
                assert found.value == 1


def test_one_category_of_two_declared():
    rated = [["a", "a"]] * 5
    found = ac.agreement(rated, categories=["a", "b"])
    assert found["gwet_ac1"].value == found["bp"].value == found["pabak"].value == 1
    assert found["pabak"].details["prevalence_index"] == -1
    assert np.isnan(found["fleiss"].value)
    assert found["fleiss"].reason == "all ratings are of one category, so that chance would agree as well"


@pytest.mark.parametrize("chosen", declared(), ids=lambda c: c.key)
def test_no_item_with_two_ratings(chosen):
    ratings = Ratings.from_wide([["a", None], [None, "b"]])
    found = estimate(ratings, chosen)
    assert np.isnan(found.value)
    assert found.reason in ("no item has two ratings", "no item was rated by all raters")


def test_very_many_categories():
    rng = np.random.default_rng(0)
    rated = np.round(rng.normal(size=(400, 1)) + 0.1 * rng.normal(size=(400, 3)), 4)
    found = ac.agreement(rated, weights="quadratic")
    assert len(found.ratings.categories) > 1000
    assert "light_kappa" not in [x.measure for x in found]  # tables of all pairs would be large
    ranks = Ratings.from_wide(rated)
    kappa = estimate(ranks.take_raters([1, 2]), "cohen_kappa", "quadratic").value
    x, y = rated[:, 0], rated[:, 1]
    # Quadratic kappa is Lin's concordance, with variances and covariance over n
    lin = 2 * np.cov(x, y, bias=True)[0, 1] / (x.var() + y.var() + (x.mean() - y.mean()) ** 2)
    assert kappa == pytest.approx(lin, abs=1e-12)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: estimate(Ratings.from_wide([[1], [2]]), "fleiss"), "two raters or more, and there is one"),
        (lambda: estimate(Ratings.from_counts([[1, 0], [0, 1]]), "fleiss"), "two raters or more"),
        (lambda: estimate(Ratings.from_wide(RAW), "cohen"), "is for two raters, and there are 4"),
        (lambda: estimate(Ratings.from_wide(RAW), "pabak"), "is for 2 categories, and there are 5"),
        (
            lambda: estimate(Ratings.from_counts([[1, 2]]), "conger"),
            "for Conger's Kappa it must be known who",
        ),
        (lambda: estimate(Ratings.from_wide(RAW), "informedness", "linear"), "has no weights"),
        (
            lambda: estimate(Ratings.from_wide(RAW), "fleiss", "krippendorff_ordinal"),
            "take 'ordinal' for fleiss",
        ),
        (lambda: coefficient("krippendorf_alpa"), "did you mean 'krippendorff_alpha'"),
        (lambda: coefficient("zzzzzz"), "there are 'percent_agreement'"),
        (lambda: coefficient(3), "must be a name"),
    ],
)
def test_what_cannot_be_asked(call, message):
    with pytest.raises(ac.InputError, match=message):
        call()


def test_names():
    for name, key in {
        "Scott's Pi": "fleiss_kappa",
        "AC1": "gwet_ac",
        "Gwet AC2": "gwet_ac",
        "S": "brennan_prediger",
        "Brennan-Prediger": "brennan_prediger",
        "alpha": "krippendorff_alpha",
        "Cohen's kappa": "cohen_kappa",
        "Hubert's pairwise kappa": "conger_kappa",
    }.items():
        assert coefficient(name).key == key
    assert repr(coefficient("light")).startswith("<coefficient light_kappa: The mean of the Cohen's Kappa")
