"""Diagnoses: Fleiss' values of each category, agreement written out, raters and items left out or sought."""

import itertools

import numpy as np
import pytest

import abovechance as ac
from abovechance.raters import Ratings
from abovechance.raters.coefficients.registry import estimate
from tests.raters.data import RAW_4_RATERS, anaesthetists, fleiss_1971

GRADES = anaesthetists()


def test_categories_as_published():
    """Fleiss (1971), p. 381, and R's irr 0.84: kappam.fleiss(diagnoses, detail = TRUE)."""
    counts, names = fleiss_1971()
    found = ac.diagnose_agreement(Ratings.from_counts(counts, categories=names))
    assert {row.category: round(row.kappa, 3) for row in found.categories} == {
        "depression": 0.245,
        "personality disorder": 0.245,
        "schizophrenia": 0.520,
        "neurosis": 0.471,
        "other": 0.566,
    }
    assert [row.ratings for row in found.categories] == [26, 26, 30, 55, 43]


def test_specific_agreement_of_two_raters():
    """2a/(2a+b+c) and 2d/(2d+b+c) of the table a, b, c, d (Cicchetti and Feinstein 1990)."""
    a, b, c, d = 40, 9, 6, 45
    ratings = [["y", "y"]] * a + [["y", "n"]] * b + [["n", "y"]] * c + [["n", "n"]] * d
    no, yes = ac.diagnose_agreement(ratings).categories
    assert yes.agreement == pytest.approx(2 * a / (2 * a + b + c))
    assert no.agreement == pytest.approx(2 * d / (2 * d + b + c))
    assert yes.kappa == no.kappa == pytest.approx(estimate(Ratings.from_wide(ratings), "scott").value)
    assert yes.se == pytest.approx(ac.agreement(ratings, "scott").se)


def test_specific_agreement_with_missing_ratings():
    """Pairs of ratings of an item, each rating of it counted once: by hand for category 3 of Gwet's data."""
    found = ac.diagnose_agreement(RAW_4_RATERS).categories[2]
    # item 2: one 3 of 4 ratings; items 3 and 4: four of four; item 6: one of four; item 12: one of one
    assert found.ratings == 1 + 4 + 4 + 1 + 1
    assert found.agreement == pytest.approx((0 + 4 + 4 + 0) / (1 + 4 + 4 + 1))


def test_a_category_that_nobody_used_has_no_agreement():
    found = ac.diagnose_agreement(Ratings.from_wide([[1, 1], [2, 1]], categories=[1, 2, 3])).categories[2]
    assert found.share == 0
    assert np.isnan(found.agreement)
    assert np.isnan(found.kappa)


def test_what_the_coefficient_is_without_each_rater():
    found = ac.diagnose_agreement(GRADES, "krippendorff_alpha", weights="interval")
    ratings = Ratings.from_wide(GRADES)
    for row in found.raters:
        rest = ratings.take_raters(name for name in GRADES if name != row.rater)
        assert row.without == pytest.approx(estimate(rest, "krippendorff_alpha", "interval").value)
        assert row.effect == pytest.approx(found.value - row.without)


def test_how_a_rater_goes_with_the_others():
    found = ac.diagnose_agreement(GRADES)
    row = found.raters[3]
    others = [name for name in GRADES if name != "2"]
    assert row.rater == "2"
    assert row.kappa == pytest.approx(np.mean([ac.cohen_kappa(GRADES["2"], GRADES[x]) for x in others]))
    assert row.informedness == pytest.approx(
        np.mean([ac.informedness(GRADES[x], GRADES["2"]) for x in others])
    )
    assert row.markedness == pytest.approx(np.mean([ac.informedness(GRADES["2"], GRADES[x]) for x in others]))
    assert row.agreement == pytest.approx(np.mean([ac.accuracy(GRADES[x], GRADES["2"]) for x in others]))


def test_bias_is_towards_what_the_others_gave_the_same_items():
    ratings = {"strict": [2, 2, 2, 2, None], "mild": [1, 1, 2, 2, 1], "fair": [1, 2, 2, 2, 1]}
    found = ac.diagnose_agreement(ratings)
    strict, mild, _ = found.raters
    # the others gave the strict rater's items 3 ones and 5 twos; the last item is not his
    assert strict.bias == pytest.approx(3 / 8)
    assert (strict.favours, strict.avoids) == (2, 1)
    assert (mild.favours, mild.avoids) == (1, 2)
    assert strict.shares == (0, 1)
    assert strict.ratings == 4


def test_equal_habits_are_no_bias():
    found = ac.diagnose_agreement({"a": [1, 2, 1, 2], "b": [2, 1, 2, 1]})
    assert [row.bias for row in found.raters] == [0, 0]
    assert found.raters[0].favours is None
    assert np.isnan(found.raters[0].without)


def test_the_most_contested_item_comes_first():
    found = ac.diagnose_agreement(RAW_4_RATERS, most_items=None)
    # item 6 has four different ratings; that with one rating is not among them
    first = found.items[0]
    assert (first.item, first.agreement, first.majority) == (6, 0, None)
    assert first.counts == {1: 1, 2: 1, 3: 1, 4: 1}
    assert len(found.items) == 11
    agreement = [row.agreement for row in found.items]
    assert agreement == sorted(agreement)
    assert found.items[1].majority == 2
    assert len(ac.diagnose_agreement(RAW_4_RATERS, most_items=3).items) == 3


def test_weights_decide_what_is_contested():
    ratings = [[1, 2, 3], [1, 1, 5], [1, 1, 1], [5, 5, 5]]
    plain = ac.diagnose_agreement(ratings)
    squared = ac.diagnose_agreement(ratings, weights="quadratic")
    assert plain.items[0].item == 1
    assert squared.items[0].item == 2
    # pairs (1,1), (1,5), (1,5) of values 4 apart out of 4
    assert squared.items[0].agreement == pytest.approx(1 / 3)


def test_krippendorffs_ordinal_differences_are_those_of_these_ratings():
    found = ac.diagnose_agreement(RAW_4_RATERS, "alpha", weights="krippendorff_ordinal")
    assert found.items[0].item == 6
    assert found.value == pytest.approx(0.815, abs=0.001)  # Krippendorff (2004), ordinal data of his example


def test_counts_have_no_raters():
    counts, names = fleiss_1971()
    found = ac.diagnose_agreement(Ratings.from_counts(counts, categories=names))
    assert found.raters == ()
    assert found.matrices == {}
    assert found.items[0].ratings == 6


@pytest.mark.parametrize("size", [3, 64, 65, 90])
@pytest.mark.parametrize("who", [True, False])
def test_every_category_is_told_against_the_rest(size, who):
    """However many there are, Kappa and its error are those of ratings that are of the category or not."""
    rng = np.random.default_rng(size)
    rated = np.where(
        rng.random((150, 1)) < 0.6, rng.integers(0, size, (150, 1)), rng.integers(0, size, (150, 4))
    )
    rated = np.where(rng.random(rated.shape) < 0.2, -1, rated)
    rated = rated[(rated >= 0).any(axis=1)]
    given = Ratings.from_wide(rated, missing=-1, categories=range(size))
    found = ac.diagnose_agreement(given if who else Ratings.from_counts(given.counts, categories=range(size)))
    assert len(found.categories) == size
    assert found.notes == ()
    for k in (0, size // 2, size - 1):
        row = found.categories[k]
        alone = np.where(rated < 0, None, rated == k).tolist()
        expected = ac.agreement(alone, "fleiss_kappa", categories=[False, True])
        assert (row.category, row.ratings) == (k, np.count_nonzero(rated == k))
        assert row.kappa == pytest.approx(expected.value, abs=1e-12)
        assert row.se == pytest.approx(expected.se, abs=1e-12)
        pairs = [(x == k, y == k) for unit in rated for x, y in itertools.permutations(unit[unit >= 0], 2)]
        weights = [
            1 / (np.count_nonzero(unit >= 0) - 1)
            for unit in rated
            for _ in itertools.permutations(unit[unit >= 0], 2)
        ]
        both = sum(w for (x, y), w in zip(pairs, weights, strict=True) if x and y)
        assert row.agreement == pytest.approx(
            both / sum(w for (x, _), w in zip(pairs, weights, strict=True) if x)
        )


def test_of_very_many_categories_the_most_used_are_told_with_a_note():
    from abovechance.raters import category_agreement as by_category

    rng = np.random.default_rng(1)
    rare = np.column_stack([np.arange(10, 1100), np.arange(10, 1100)])
    rated = np.concatenate([rare, rng.integers(0, 10, (300, 2))])
    found = ac.diagnose_agreement(rated, most_items=0)
    size = len(np.unique(rated))
    assert size > by_category.MOST_CATEGORIES == len(found.categories)
    assert [row.category for row in found.categories[:10]] == list(range(10))
    assert found.notes == (f"there are {size} categories: the 1000 that are used most are diagnosed",)
    assert found.notes[0] in repr(found)
    assert found.to_dict()["notes"] == list(found.notes)


def test_items_that_count_twice_are_two_items():
    ratings = Ratings.from_wide(RAW_4_RATERS)
    times = np.arange(12) % 3 + 1
    weighted = ac.diagnose_agreement(ratings.weighted(times))
    repeated = ac.diagnose_agreement(ratings.take_items(np.repeat(np.arange(12), times)))
    for one, other in zip(weighted.raters, repeated.raters, strict=True):
        assert (one.rater, one.ratings, one.favours) == (other.rater, other.ratings, other.favours)
        assert (one.kappa, one.bias, one.without) == pytest.approx((other.kappa, other.bias, other.without))
        assert one.shares == pytest.approx(other.shares)
    assert [row.kappa for row in weighted.categories] == pytest.approx(
        [row.kappa for row in repeated.categories]
    )
    assert [row.ratings for row in weighted.categories] == [row.ratings for row in repeated.categories]


def test_forms():
    found = ac.diagnose_agreement(GRADES)
    assert found.to_frame("pandas")["rater"].tolist() == list(GRADES)
    assert found.to_frame("pandas", of="categories").shape == (4, 6)
    assert "counts" not in found.to_frame("pandas", of="items")
    assert found.to_dict()["matrices"]["cohen_kappa"][0][1] == pytest.approx(
        ac.cohen_kappa(GRADES["1a"], GRADES["1b"])
    )
    assert "rater '2': kappa with the others" in repr(found)
    with pytest.raises(ac.InputError, match="not of 'pairs'"):
        found.to_frame(of="pairs")


def test_items_alike_are_listed_by_name_in_whatever_order_they_come():
    rows = [("i10", "a", "b"), ("i2", "b", "a"), ("i1", "a", "a"), ("i3", "a", "b")]
    for order in itertools.permutations(rows):
        items, *raters = zip(*order, strict=True)
        ratings = Ratings.from_wide({"item": items, "x": raters[0], "y": raters[1]}, item="item")
        assert [x.item for x in ac.diagnose_agreement(ratings).items] == ["i2", "i3", "i10", "i1"]
        assert [x.item for x in ac.diagnose_agreement(ratings, most_items=2).items] == ["i2", "i3"]
