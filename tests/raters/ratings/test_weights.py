"""Weights are those of the formulas; names are found; what has no order or no numbers is refused."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import abovechance as ac
from abovechance.raters.ratings.weights import KINDS, kind_of, weight_matrix, weighting

X = [1, 2, 4, 8]


def by_formula(function, values=X):
    return np.array([[function(x, y) for y in values] for x in values])


def test_linear_quadratic_and_radical():
    np.testing.assert_allclose(weight_matrix("linear", X), by_formula(lambda x, y: 1 - abs(x - y) / 7))
    np.testing.assert_allclose(weight_matrix("quadratic", X), by_formula(lambda x, y: 1 - (x - y) ** 2 / 49))
    np.testing.assert_allclose(
        weight_matrix("radical", X), by_formula(lambda x, y: 1 - (abs(x - y) / 7) ** 0.5)
    )


@pytest.mark.parametrize("number", [Decimal, Fraction])
@pytest.mark.parametrize("weights", ["quadratic", "interval"])
def test_categories_are_numbers_whatever_their_type(number, weights):
    ratings = [[i * 7 % 11, i * 7 % 11 + i % 2] for i in range(100)]
    wanted = ac.agreement(ratings, "cohen_kappa", weights=weights)
    found = ac.agreement([[number(x) for x in row] for row in ratings], "cohen_kappa", weights=weights)
    assert found.value == pytest.approx(wanted.value)


def test_ordinal_counts_the_pairs_of_ranks_between():
    # C(d+1, 2) of C(4, 2) = 6 for ranks d apart
    places = by_formula(lambda k, m: 1 - [0, 1, 3, 6][abs(k - m)] / 6, range(4))
    np.testing.assert_allclose(weight_matrix("ordinal", X), places)


def test_ratio_and_its_zeros():
    most = (7 / 9) ** 2
    np.testing.assert_allclose(
        weight_matrix("ratio", X), by_formula(lambda x, y: 1 - ((x - y) / (x + y)) ** 2 / most)
    )
    # 0 and 0 do not differ; 0 differs from all others by as much as can be
    np.testing.assert_array_equal(weight_matrix("ratio", [0, 1, 2])[0], [1, 0, 0])


def test_circular_goes_round():
    week = weight_matrix("circular", [1, 2, 3, 4, 5, 6, 7])
    sines = by_formula(lambda x, y: np.sin(np.pi * (x - y) / 7) ** 2, range(1, 8))
    np.testing.assert_allclose(week, 1 - sines / sines.max(), atol=1e-15)
    assert week[0, 6] == pytest.approx(week[0, 1])


def test_circular_with_a_period():
    wind = weight_matrix("circular", [0, 90, 180, 270], period=360)
    np.testing.assert_allclose(wind[0], [1, 0.5, 0, 0.5], atol=1e-15)


def test_bipolar_tells_more_near_the_ends():
    def apart(x, y):
        return 0 if x == y else (x - y) ** 2 / ((x + y - 2) * (16 - x - y))

    np.testing.assert_allclose(weight_matrix("bipolar", X), by_formula(lambda x, y: 1 - apart(x, y)))


def test_power():
    np.testing.assert_allclose(weight_matrix("power", X, power=2), weight_matrix("quadratic", X))
    np.testing.assert_allclose(weight_matrix("power", X, power=0.5), weight_matrix("radical", X))


@pytest.mark.parametrize("name", [key for key in KINDS if key != "krippendorff_ordinal"])
@pytest.mark.parametrize("categories", [X, [0, 0.5, 3], [2], [0], [0.1]])
def test_every_kind_is_a_matrix_of_agreements(name, categories):
    matrix = weight_matrix(name, categories)
    np.testing.assert_allclose(matrix, matrix.T)
    np.testing.assert_array_equal(matrix.diagonal(), 1)
    assert matrix.min() >= -1e-15
    assert matrix.max() <= 1
    if len(categories) > 1:
        assert matrix.min() == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize("name", ["linear", "quadratic", "ordinal", "radical", "circular", "bipolar"])
def test_text_is_weighed_by_its_places(name):
    np.testing.assert_allclose(weight_matrix(name, ["lo", "mid", "hi"]), weight_matrix(name, [1, 2, 3]))


@pytest.mark.parametrize("name", ["linear", "quadratic", "ratio", "radical", "circular", "bipolar"])
def test_numbers_out_of_order_keep_their_weights(name):
    shuffled = [4, 1, 8, 2]
    places = [X.index(x) for x in shuffled]
    np.testing.assert_allclose(weight_matrix(name, shuffled), weight_matrix(name, X)[np.ix_(places, places)])


@pytest.mark.parametrize("name", ["ordinal", "krippendorff_ordinal"])
def test_numbers_out_of_order_are_no_ordinal_scale(name):
    with pytest.raises(ac.InputError, match="numbers that do not increase"):
        weighting(name, [4, 1, 8, 2])


@pytest.mark.parametrize("name", ["interval", "ratio"])
def test_text_has_no_intervals(name):
    with pytest.raises(ac.InputError, match=f"{name} weights need categories that are numbers"):
        weighting(name, ["lo", "hi"])


def test_ratios_of_negative_numbers():
    with pytest.raises(ac.InputError, match="there is the category -1"):
        weighting("ratio", [-1, 2])


def test_infinite_categories_have_no_distance():
    with pytest.raises(ac.InputError, match="there is the category inf"):
        weighting("linear", [1.0, np.inf])
    assert weighting("identity", [1.0, np.inf]).is_identity


def test_names_and_near_misses():
    assert kind_of("Nominal").key == "identity"
    assert kind_of("fleiss-cohen").key == "quadratic"
    with pytest.raises(ac.InputError, match="did you mean 'quadratic'"):
        kind_of("quadratics")
    with pytest.raises(ac.InputError, match="there are 'identity', 'linear'"):
        kind_of("zzz")


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[1, 0]], "2×2 matrix"),
        ([[1, 2], [0, 1]], "between 0 and 1"),
        ([[1, np.nan], [0, 1]], "between 0 and 1"),
        ([[0, 1], [1, 0]], "1 of each category with itself"),
        ([["a", "b"], ["c", "d"]], "matrix of numbers"),
    ],
)
def test_matrices_that_are_no_weights(matrix, message):
    with pytest.raises(ac.InputError, match=message):
        weighting(matrix, ["a", "b"])


def test_a_matrix_of_very_many_categories_is_refused():
    with pytest.raises(ac.InputError, match="6000 categories is too large"):
        weight_matrix("linear", list(range(6000)))


def test_ordinal_differences_that_depend_on_the_ratings_have_no_matrix():
    with pytest.raises(ac.InputError, match="depend on the ratings"):
        weight_matrix("krippendorff_ordinal", X)


def test_weights_with_names_are_put_in_order():
    """The weights of a frame belong to its labels, whatever the order of the categories."""
    import pandas as pd

    rated = [["low", "mid"], ["high", "high"], ["mid", "mid"], ["low", "low"], ["mid", "high"]]
    order = ["low", "mid", "high"]
    frame = pd.DataFrame(weight_matrix("linear", order), index=order, columns=order)
    expected = ac.agreement(rated, "fleiss", weights="linear", categories=order)
    for weights in (frame, frame[["high", "low", "mid"]], frame.reset_index(drop=True)):
        assert ac.agreement(rated, "fleiss", weights=weights).value == pytest.approx(expected.value)
    with pytest.raises(ac.InputError, match="weights name the categories 'low', 'mid', 'top'"):
        ac.agreement(rated, "fleiss", weights=frame.set_axis(["low", "mid", "top"], axis=1))


def test_the_order_of_a_plain_matrix_is_told():
    rated = [["b", "a"], ["a", "a"], ["b", "b"]]
    said = "rows and columns of weights are taken for the categories in natural order: 'a', 'b'"
    assert said in ac.agreement(rated, "fleiss", weights=[[1, 0.5], [0.5, 1]]).notes
    declared = ac.agreement(rated, "fleiss", weights=[[1, 0.5], [0.5, 1]], categories=["a", "b"])
    assert said not in declared.notes


def test_weights_that_are_not_symmetric_are_told():
    rated = [["b", "a"], ["a", "a"], ["b", "b"]]
    notes = ac.agreement(rated, "fleiss", weights=[[1, 0.5], [0.2, 1]]).notes
    assert any(note.startswith("the weights are not symmetric") for note in notes)


def test_weights_without_any_disagreement_are_refused():
    with pytest.raises(ac.InputError, match="weights are all 1, so that no two categories disagree"):
        ac.agreement([["b", "a"], ["a", "a"]], "fleiss", weights=[[1, 1], [1, 1]])


def test_of_one_category_there_is_nothing_to_disagree_about():
    assert weighting([[1]], ["a"]).disagreements() == [[0]]
    assert weight_matrix("power", ["a"], power=2) == [[1]]
    assert weight_matrix("circular", [0], period=12) == [[1]]


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        (["1", "2", "10"], "spaced by their places, as they are text (make them numbers"),
        ([1, 2, "x"], "spaced by their places, as 'x' is no number"),
        (["low", "mid", "top"], "spaced by their places: "),
    ],
)
def test_spacing_by_places_is_told(labels, said):
    rated = [[a, b] for a in labels for b in labels]
    assert any(said in note for note in ac.agreement(rated, "fleiss", weights="quadratic").notes)
    assert not any("spaced" in note for note in ac.agreement(rated, "fleiss", weights="ordinal").notes)


def test_the_kinds_listed_are_those_to_ask_for():
    with pytest.raises(ac.InputError) as error:
        ac.agreement([[1, 1], [2, 1]], weights="zzz")
    assert "'ordinal'" in str(error.value)
    assert "krippendorff_ordinal" not in str(error.value)


@pytest.mark.parametrize("name", ["percent_agreement", "fleiss", "bp", "gwet_ac", "alpha", "conger"])
def test_ratings_without_an_order_have_the_mean_of_both_ways(name):
    rated = [["b", "a"], ["a", "a"], ["b", "b"], ["c", "b"], ["a", "c"], ["c", "c"], ["a", "a"]]
    skewed = np.array([[1, 0.5, 0.1], [0.2, 1, 0.9], [0, 0.3, 1]])
    found, expected = (ac.agreement(rated, name, weights=w) for w in (skewed, (skewed + skewed.T) / 2))
    assert (found.value, found.se) == pytest.approx((expected.value, expected.se))


def test_cohens_kappa_takes_the_rows_for_the_first_rater():
    """Observed 1 - (0.5 + 0 + 0)/3 of (b, a), (a, a), (b, b); chance is of a and b of 1/3, 2/3 and 2/3, 1/3."""
    found = ac.agreement([["b", "a"], ["a", "a"], ["b", "b"]], "cohen", weights=[[1, 0.9], [0.5, 1]])
    assert found.observed == pytest.approx(1 - 0.5 / 3)
    assert found.chance == pytest.approx(1 - (1 / 3 * 1 / 3 * 0.1 + 2 / 3 * 2 / 3 * 0.5))
