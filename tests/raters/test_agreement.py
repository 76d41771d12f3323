"""``agreement``: one coefficient or many, from any form of ratings, with what was settled and why they differ."""

import json
import math
import re

import numpy as np
import pandas as pd
import pytest

import abovechance as ac
from abovechance import Ratings
from abovechance.raters.coefficients.registry import declared
from tests.raters.data import RAW_4_RATERS

RAW = np.array(RAW_4_RATERS, dtype=float)


def test_one_coefficient():
    found = ac.agreement(RAW, "krippendorff_alpha", weights="ordinal")
    assert isinstance(found, ac.Agreement)
    assert found.value == pytest.approx(0.8153875, abs=1e-7)
    assert found.weights == "krippendorff_ordinal"
    assert (found.n_items, found.n_raters, found.n) == (12, 4, 11)
    assert found.categories == (1, 2, 3, 4, 5)
    assert found.value == pytest.approx((found.observed - found.chance) / (1 - found.chance))
    assert found.notes == ("the categories are ordered by size: 1, 2, 3, 4, 5",)


def test_all_that_apply():
    found = ac.agreement(RAW)
    keys = [x.measure for x in found]
    assert "cohen_kappa" not in keys
    assert "pabak" not in keys
    assert len(found) == len(declared()) - 2
    assert found["AC1"] is found[keys.index("gwet_ac")]
    two = ac.agreement([[0, 0], [0, 1], [1, 1], [1, 1]])
    assert len(two) == len(declared())
    with pytest.raises(ac.InputError, match="'cohen_kappa' is not among the coefficients that were computed"):
        found["cohen_kappa"]


def test_weights_leave_out_what_has_none():
    keys = {x.measure for x in ac.agreement(RAW, weights="linear")}
    assert keys == {c.key for c in declared() if c.weighted and c.group != "two"}
    only = ac.agreement(RAW, weights="krippendorff_ordinal")
    assert [x.measure for x in only] == ["krippendorff_alpha"]


def test_long_wide_and_counts_agree():
    frame = pd.DataFrame(RAW, columns=list("wxyz"), index=[f"i{i}" for i in range(12)])
    long = frame.rename_axis("item").reset_index().melt("item", var_name="rater", value_name="grade")
    wide = ac.agreement(frame, "gwet_ac", weights="linear")
    tall = ac.agreement(
        long.dropna(), "gwet_ac", weights="linear", item="item", rater="rater", category="grade"
    )
    gaps = ac.agreement(long, "gwet_ac", weights="linear", item="item", rater="rater", category="grade")
    counts = Ratings.from_counts(Ratings.from_wide(frame).counts, categories=range(1, 6))
    for other in (tall, gaps, ac.agreement(counts, "gwet_ac", weights="linear")):
        assert (other.value, other.se) == (pytest.approx(wide.value), pytest.approx(wide.se))
    with_ids = frame.rename_axis("item").reset_index()
    assert ac.agreement(with_ids, "gwet_ac", weights="linear", item="item").value == pytest.approx(wide.value)


def test_missing_values_of_any_name():
    assert ac.agreement(np.nan_to_num(RAW, nan=-1), "alpha", missing=-1).value == pytest.approx(
        ac.agreement(RAW, "alpha").value
    )


def test_categories_that_occur_are_told_where_their_number_matters():
    assert any("the 5 that occur" in note for note in ac.agreement(RAW, "bp").notes)
    assert ac.agreement(RAW, "bp", categories=range(1, 6)).notes == ()
    assert ac.agreement(RAW, "fleiss").notes == ()
    assert not ac.agreement(RAW, "bp").to_dict()["categories_declared"]


def test_raters_in_rows_are_suspected():
    with pytest.warns(
        ac.InputWarning, match="12 raters of 4 items, and these would agree better the other way"
    ):
        ac.agreement(RAW.T, "alpha")
    with pytest.warns(ac.InputWarning, match="30 raters of 4 items: rows must be items and columns raters"):
        ac.agreement(np.random.default_rng(0).integers(0, 2, (4, 30)), "alpha")


def test_a_sample_of_unrated_items_has_no_value():
    ratings = Ratings.from_wide([[1, 2], [None, None], [2, 2]]).weighted([0, 1, 0])
    assert all(math.isnan(found.value) and found.reason for found in ac.agreement(ratings))


def test_the_order_of_text_is_told():
    rated = [["low", "mid"], ["high", "high"], ["mid", "mid"]]
    natural = ac.agreement(rated, "fleiss", weights="linear")
    (said,) = natural.notes
    assert said == (
        "the categories are ordered in natural order and spaced by their places: 'high', 'low', 'mid'; "
        "give categories if theirs is another order"
    )
    given = ac.agreement(rated, "fleiss", weights="linear", categories=["low", "mid", "high"])
    assert given.notes == (
        "the categories are ordered as given and spaced by their places: 'low', 'mid', 'high'",
    )
    assert given.value != natural.value


def test_the_order_in_which_numbers_are_declared_does_not_misalign_weights():
    sorted_ones = ac.agreement(RAW, "gwet_ac", weights="quadratic", categories=[1, 2, 3, 4, 5])
    shuffled = ac.agreement(RAW, "gwet_ac", weights="quadratic", categories=[3, 5, 1, 2, 4])
    assert shuffled.value == pytest.approx(sorted_ones.value)
    with pytest.raises(ac.InputError, match="do not increase"):
        ac.agreement(RAW, "gwet_ac", weights="ordinal", categories=[3, 5, 1, 2, 4])


def test_why_they_differ():
    skewed = [["a", "a"]] * 40 + [["a", "b"]] * 3 + [["b", "b"]] * 2
    why = ac.agreement(skewed).why
    assert "'a' is 92 % of the ratings" in why
    assert "Gwet's falls" in why
    even = [["a", "a"]] * 20 + [["b", "b"]] * 20 + [["a", "b"], ["b", "a"]]
    assert ac.agreement(even, ["fleiss", "bp", "gwet_ac"]).why == (
        "The coefficients take chance to be about 0.500, so that they hardly differ. "
        "The categories are used about evenly: a draw from their use is like a blind choice."
    )
    biased = [["a", "a"]] * 10 + [["a", "b"]] * 20 + [["b", "b"]] * 10
    assert "lets each keep their habits" in ac.agreement(biased).why
    nothing = ac.agreement([["a", "a"]] * 3, ["fleiss", "alpha"]).why
    assert nothing == "No coefficient that takes chance out has a value on these ratings."


def test_text_frames_and_json():
    found = ac.agreement(RAW, ["alpha", "bp"], weights="linear")
    frame = found.to_frame("pandas")
    assert frame["measure"].tolist() == ["krippendorff_alpha", "brennan_prediger"]
    assert frame["value"].tolist() == [x.value for x in found]
    told = json.loads(json.dumps(found.to_dict()))
    assert told["categories"] == ["1", "2", "3", "4", "5"]
    assert told["why"] == found.why
    assert found[0].to_frame("pandas").shape[0] == 1
    text = repr(found)
    assert "12 items, 4 raters, 41 ratings, 7 missing\n" in text
    assert "Brennan–Prediger" in text
    assert found.why in " ".join(text.split())


def test_a_value_that_is_undefined_says_why():
    text = repr(ac.agreement([["a", "a"]] * 3, "fleiss"))
    assert text == (
        "fleiss_kappa nan, no interval: all ratings are of one category, so that chance would agree as well "
        "(3 items, 2 raters)"
    )


def test_details_are_shown():
    assert "kappa max 0.5000" in repr(ac.agreement([[1, 1], [1, 2], [2, 2], [1, 1]], "cohen_kappa"))


def test_draws_are_the_same_with_the_same_seed():
    one, two, other = (
        ac.agreement(RAW, "alpha", method="bca", replicates=100, seed=seed).low for seed in (1, 1, 2)
    )
    assert one == two != other


def test_perfect_data_of_every_kind_have_the_value_one():
    rated = [[k, k, k] for k in (1, 2, 3, 4)] * 3
    for weights in ("identity", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar"):
        for found in ac.agreement(rated, weights=weights):
            assert found.value == 1, (found.measure, weights)
            assert math.isnan(found.low) == (found.measure == "kappa_max")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"measure": "fleis"}, "did you mean 'fleiss_kappa'"),
        ({"measure": []}, "measure is empty"),
        ({"measure": 5}, "a name or several names, got 5"),
        ({"weights": None}, "5×5 matrix"),
        ({"weights": "quadratisch"}, "no kind of weights called"),
        ({"method": "delt"}, "did you mean 'delta'"),
        ({"level": 95}, "level must lie between"),
        ({"seed": -1}, "seed must be"),
        ({"replicates": 1}, "a whole number from 2 on"),
        ({"rater": "r"}, "all of item, rater and category"),
        (
            {"measure": "light", "method": "gwet", "weights": "ratio", "categories": [0, 1, 2, 3, 4, -5]},
            "5 is not among",
        ),
    ],
)
def test_what_cannot_be_meant(options, message):
    with pytest.raises(ac.InputError, match=message):
        ac.agreement(RAW, **options)


def test_interval_alpha_of_text_is_refused():
    with pytest.raises(ac.InputError, match="interval weights need categories that are numbers"):
        ac.agreement([["a", "b"], ["b", "b"]], "alpha", weights="interval")


def test_one_rater_is_refused():
    with pytest.raises(ac.InputError, match="two raters or more, and there is one"):
        ac.agreement([["a"], ["b"]])


def test_measurements_are_advised_to_have_weights():
    rated = np.arange(60).reshape(30, 2) / 7
    (said,) = ac.agreement(rated, "fleiss").notes
    assert said.startswith("the ratings are 60 different numbers, and any two of them disagree alike: take")
    assert not any("different numbers" in n for n in ac.agreement(rated, "alpha", weights="interval").notes)


def test_a_coefficient_asked_for_twice_comes_once():
    assert [x.measure for x in ac.agreement(RAW, ["alpha", "krippendorff_alpha"])] == ["krippendorff_alpha"]


def test_what_is_left_out_for_its_size_is_told():
    rated = np.arange(4000).reshape(2000, 2)
    with pytest.warns(ac.InputWarning, match="no two columns have a value in common"):
        found = ac.agreement(rated, weights="quadratic")
    assert any(
        note.startswith("left out are Cohen's Kappa, Light's Kappa, as the tables") for note in found.notes
    )
    assert not any(note.startswith("left out are") for note in ac.agreement(RAW).notes)


def test_one_of_each_is_said_so():
    found = ac.agreement([["a", "a"]], "gwet_ac")
    assert (
        "the only category is the one that occurs ('a'): give categories if raters could choose others"
        in (found.notes)
    )
    assert "1 item, 2 raters" in repr(found)


def test_chance_is_called_higher_only_where_it_is():
    """Alpha of few items draws without replacement: its 0.222 is below the 0.25 of a blind choice among four."""
    rated = [[1, 1], [2, 3], [4, 1], [2, 1], [3, 3]]
    found = ac.agreement(rated, ["alpha", "bp"])
    assert found["alpha"].chance < found["bp"].chance
    assert "is higher than" not in found.why


def test_only_coefficients_of_one_observed_agreement_are_set_side_by_side():
    rated = [["a", "a", "b"], ["b", "b", "b"], ["c", "a", "c"], ["a", "a", "a"], ["b", "c", "b"]]
    found = ac.agreement(rated)
    assert found["hubert_kappa"].chance < min(
        x.chance for x in found if x.measure not in ("hubert_kappa", "percent_agreement", "informedness")
    )
    said = re.search(r"from ([\d.]+) \((.*?)\) to ([\d.]+) \((.*?)\)", found.why)
    assert "Hubert" not in said[2]
    assert found.why.count("Hubert's Kappa") == 1


def test_habits_of_raters_do_not_contradict_the_use_of_categories():
    """Each category is half of all ratings, though one rater prefers "a" and the other "b"."""
    rated = [["a", "b"]] * 8 + [["a", "a"]] * 6 + [["b", "b"]] * 6
    why = ac.agreement(rated).why
    assert "The categories are used about evenly" in why
    assert "Raters differ in how often they use each category" in why


def test_unequal_counts_have_up_to_so_many_raters():
    assert "2 items, up to 5 raters" in repr(ac.agreement(Ratings.from_counts([[3, 2], [2, 1]]), "fleiss"))
    assert "2 items, 5 raters" in repr(ac.agreement(Ratings.from_counts([[3, 2], [4, 1]]), "fleiss"))
