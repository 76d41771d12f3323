"""Ratings are shown and handed on like every result."""

import numpy as np

import abovechance as ac


def test_rows_are_ratings_that_can_be_read_again():
    ratings = ac.Ratings.from_wide({"ann": ["x", "y", None], "bob": ["x", "x", "y"]})
    frame = ratings.to_frame("polars")
    assert frame.columns == ["item", "rater", "category"]
    assert len(frame) == 5
    again = ac.Ratings.from_long("item", "rater", "category", data=frame)
    assert np.array_equal(again.codes, ratings.codes)
    assert again.categories == ratings.categories


def test_rows_of_counts_say_how_many_raters():
    ratings = ac.Ratings.from_counts([[3, 0], [1, 2]], categories=["no", "yes"])
    assert [tuple(row.values()) for row in ratings.rows()] == [(1, "no", 3), (2, "no", 1), (2, "yes", 2)]


def test_rows_of_a_table_say_how_many_items():
    table = ac.Tables.from_counts([[20, 5], [10, 15]], labels=["yes", "no"])
    ratings = ac.Ratings.from_table(table)
    assert sum(row["items"] for row in ratings.rows()) == 2 * table.total
    assert ratings.to_frame("polars")["item"][0] == "yes, yes"


def test_notebooks_show_the_first_of_many_items():
    ratings = ac.Ratings.from_wide(np.zeros((30_000, 2), dtype=int))
    shown = ratings._repr_html_()
    assert "2 raters of 30,000 items" in shown.replace("\u202f", ",").replace("30000", "30,000")
    assert len(shown) < 20_000
