"""Published results, one system a row: what is recovered, what cannot hold, and which rankings turn round."""

import csv
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

import abovechance as ac

PRINTED = {
    "system": ["first", "second"],
    "recall": ["50%", "82.35%"],
    "precision": ["71.43%", "73.68%"],
    "accuracy": ["58%", "68%"],
}
EXAMPLE = Path(__file__).parents[2] / "examples" / "published.csv"


def test_the_ranking_of_table_2_turns_round():
    found = ac.check(PRINTED, n=100)
    assert {(x.measure, x.preferred, x.informed) for x in found.contradictions} == {
        (name, "second", "first") for name in ("recall", "precision", "accuracy")
    }
    assert "Recall prefers second to first, which is more informed." in found.verdict
    for row, wanted in zip(found.rows(), (0.2, 54 / 272), strict=True):  # 56/68 - 20/32
        assert row["informedness_low"] == pytest.approx(wanted)
        assert row["informedness_high"] == pytest.approx(wanted)


def test_errors_are_better_the_lower_they_are():
    found = ac.check({"error_rate": ["42%", "32%"], **PRINTED}, n=100)
    assert ("error_rate", "second", "first") in {
        (x.measure, x.preferred, x.informed) for x in found.contradictions
    }


def test_overlapping_ranges_contradict_nothing():
    vague = {"system": ["first", "second"], "recall": ["0.5", "0.8"], "precision": ["0.7", "0.7"]}
    assert ac.check(vague, n=100).contradictions == ()


ROWS = [dict(zip(PRINTED, cells, strict=True)) for cells in zip(*PRINTED.values(), strict=True)]


@pytest.mark.parametrize("data", [pd.DataFrame(PRINTED), pl.DataFrame(PRINTED), ROWS])
def test_frames_and_rows_are_read_alike(data):
    assert ac.check(data, n=100).rows() == ac.check(PRINTED, n=100).rows()


def test_inconsistent_systems_are_named_and_not_ranked():
    found = ac.check(
        {"accuracy": ["0.2", "0.9"], "recall": ["0.79", "0.8"], "precision": ["0.81", "0.7"]}, n=250
    )
    assert [row["consistent"] for row in found.rows()] == [False, True]
    assert found.rows()[0]["reason"].endswith("cannot all hold with 250 items.")
    assert found.contradictions == ()
    assert found.verdict.startswith("The figures of 1 of 2 systems cannot all hold.")


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ({}, "no results"),
        ({"recal": ["0.5"]}, "columns are called by measures"),
        ({"recall": ["high"]}, "row 1: recall must be a number"),
        ({"system": ["a", "a"], "recall": [".5", ".5"]}, "two systems called 'a'"),
        ({"recall": [".5"], "precision": []}, "of one length"),
        (7, "must be a frame"),
    ],
)
def test_bad_results_are_refused(results, words):
    with pytest.raises(ac.InputError, match=words):
        ac.check(results, n=10)


def test_a_figure_that_its_measure_cannot_be_is_said_of_its_row():
    found = ac.check({"recall": ["1.2", "0.5"], "accuracy": ["0.7", "0.6"]}, n=10)
    assert [row["consistent"] for row in found.rows()] == [False, True]
    assert found.rows()[0]["reason"].startswith("Recall 1.2 is impossible: Recall lies between 0 and 1")
    assert not found.consistent


@pytest.mark.parametrize("empty", ["", " ", "-", "\N{EN DASH}", "n/a", "NA", None, float("nan")])
def test_empty_cells_are_no_figures(empty):
    found = ac.check({"recall": ["0.5", "0.5"], "precision": [empty, "0.5"]}, n=10)
    assert [len(x.figures) for x in found.systems.values()] == [1, 2]


def test_columns_of_words_that_name_no_measure_are_left_out():
    found = ac.check({"recall": ["0.5", "0.6"], "Comment": ["ours, new", ""], "Year": ["-", ""]}, n=10)
    assert found.ignored == ("Comment", "Year")
    assert "Left out, for they name no measure: Comment, Year." in str(found)
    with pytest.raises(ac.InputError, match="columns are called by measures"):
        ac.check({"recall": ["0.5"], "Year": ["2007"]}, n=10)


def test_a_pair_is_listed_once_with_its_measures():
    found = ac.check(PRINTED, n=100)
    assert found.pairs == {("second", "first"): ["recall", "precision", "accuracy"]}
    assert "Recall, Precision, Rand Accuracy" in str(found)


def test_the_example_is_what_the_paper_prints():
    with EXAMPLE.open() as lines:
        assert ac.check(list(csv.DictReader(lines))).rows() == ac.check(PRINTED, n=100).rows()
