"""The agreement of raters in words: the sentence for every case, and tables that fit."""

import math

import pytest

import abovechance as ac
from abovechance.cli.ratings_input import layout_said
from abovechance.report.builders import agreement as agreeing
from abovechance.report.formats.terminal import to_text

MANY = {f"rater {i}": [(i * j) % 3 for j in range(60)] for i in range(40)}


def agreed(ratings, name="fleiss_kappa", **options):
    return ac.agreement(ratings, [name], **options)


def printed(result, width=80):
    return to_text(agreeing.document(result), width)


def test_a_value_and_its_word():
    ratings = [[1, 1]] * 15 + [[2, 2]] * 15 + [[1, 2]] * 3 + [[2, 1]] * 3
    said = agreed(ratings).verdict
    # p_a = 30/36, p_e = 1/2
    assert said.startswith(f"Fleiss' Kappa is {2 * 30 / 36 - 1:.3f} (95 % interval ")
    assert ": 'fair' or better by Landis and Koch" in said
    assert said.endswith("with a probability of 0.95, though the value itself is 'substantial'.")


def test_the_lowest_word_is_no_praise():
    said = agreed([[1, 1], [2, 2], [1, 2], [2, 1]] * 3).verdict
    assert said.endswith(
        "not shown to be more than 'poor' by Landis and Koch, though the value itself is 'slight'."
    )


def test_standard_errors_are_never_shown_as_nothing():
    rated = agreed([[1, 1]] * 30_000 + [[2, 2]] * 30_000 + [[1, 2]])
    assert 0 < rated.first.se < 0.0005
    assert f"{rated.first.se:.3e}" in rated.to_markdown()


def test_perfect_agreement_is_not_graded_by_its_lack_of_variation():
    said = agreed([[1, 1]] * 10 + [[2, 2]] * 10).verdict
    assert said.startswith("Fleiss' Kappa is 1.000 (95 % interval 0.")
    assert said.endswith("to 1.000).")


def test_undefined_values_and_intervals_have_their_reasons():
    assert agreed([[1, 1], [1, 1]]).verdict.startswith("Fleiss' Kappa is undefined: all ratings are of one")
    result = agreed([[1, 2, 1]])
    assert "it has no interval: one item says nothing" in result.verdict
    assert math.isnan(result.first.low)


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_no_line_is_wider_than_the_terminal(width):
    text = printed(agreed(MANY), width)
    assert max(map(len, text.splitlines())) <= width
    assert "Kappa" in text


def test_long_lists_are_cut_and_say_so():
    text = printed(agreed(MANY))
    assert "and 10 more raters; " in text
    wide = agreed([[f"c{i:02}", f"c{i:02}"] for i in range(40)])
    assert "and 10 more categories; " in printed(wide)


def test_items_on_which_all_agree_are_not_contested():
    assert "contested" not in printed(agreed([[1, 1]] * 3 + [[2, 2]] * 3))


def test_warnings_are_told_once():
    text = " ".join(printed(agreed([[1, 1]] * 3 + [[2, 2]] * 3)).split())
    assert text.count("too rare to be seen") == 1


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ({"layout": "wide", "columns": ["a", "b"], "item": None, "found": False}, "raters 'a', 'b'"),
        (
            {"layout": "wide", "columns": ["a", "b"], "item": "i", "found": True},
            "raters 'a', 'b' (all columns but that of the items; see --rater)",
        ),
        (
            {"layout": "long", "columns": ["i", "r", "c"], "item": "i", "found": False},
            "item 'i', rater 'r', category 'c'",
        ),
        (
            {"layout": "counts", "columns": ["x"], "item": None, "found": True},
            "counts of ratings by item and category (all columns; see --categories)",
        ),
    ],
)
def test_how_a_file_was_read(source, said):
    assert layout_said(source) == said
