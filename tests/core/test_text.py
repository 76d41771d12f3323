"""Numbers and labels as words."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abovechance.core.text import (
    counted,
    enumerated,
    group_text,
    in_a_row,
    number,
    p_adjusted_said,
    p_said,
    p_shown,
    shortened,
    width,
)  # fmt: skip


def test_one_thing_has_no_plural():
    assert [counted(n, "item") for n in (0, 1, 2, "1", "1,000")] == [
        "0 items",
        "1 item",
        "2 items",
        "1 item",
        "1,000 items",
    ]
    assert [counted(n, "class", "classes") for n in (1, 2)] == ["1 class", "2 classes"]


@pytest.mark.parametrize(
    ("p", "said", "shown"),
    [
        (0.5, "p = 0.5", "0.5000"),
        (0.0482, "p = 0.048", "0.0482"),
        (0.00019, "p = 0.00019", "1.9e-04"),
        (1e-12, "p < 0.0001", "1.0e-12"),
        (0.0, "p < 0.0001", "< 1e-300"),
    ],
)
def test_p_values(p, said, shown):
    assert (p_said(p), p_shown(p)) == (said, shown)


def test_p_values_found_at_random_have_an_error():
    assert p_shown(0.0123, 0.0011) == "0.0123 ± 0.001"
    assert p_shown(math.nan) == p_shown(None) == "–"


def test_no_number_is_less_than_nothing():
    assert number(-0.0004) == number(0.0) == "0.000"
    assert number(-0.004, 2) == "0.00"
    assert number(-0.0006) == "-0.001"


@given(st.lists(st.text("ab日-", max_size=30), unique=True, max_size=30), st.integers(8, 24))
def test_names_that_are_shortened_fit_and_differ(names, longest):
    found = shortened(names, longest)
    assert len(set(found)) == len(names)
    assert max(map(width, found), default=0) <= longest


def test_the_name_of_a_group_is_not_spelled_out():
    assert [group_text(group) for group in ("men", ("men", 2), 3, None)] == ["men", "men, 2", "3", ""]


def test_long_names_lose_the_words_that_they_share():
    names = [f"system number {i} with a long name" for i in (1, 2, 10)]
    assert shortened(names, 8) == ["… 1 …", "… 2 …", "… 10 …"]


def test_labels_of_a_sentence_end_with_and():
    assert enumerated(["a"]) == "'a'"
    assert enumerated(["a", "b"]) == "'a' and 'b'"
    assert enumerated(["a", "b", 3]) == "'a', 'b' and 3"
    assert enumerated(list("abcdefg")) == "'a', 'b', 'c', 'd', 'e' and 2 more"
    assert in_a_row([]) == ""


def test_an_adjusted_p_value_is_told_from_the_other():
    assert p_adjusted_said(0.04, 0.02) == "adjusted p = 0.04"
    assert p_adjusted_said(0.02, 0.02) == "p = 0.02"
    assert p_adjusted_said(math.nan, math.nan) == "p = nan"
