"""What bets win adds up to Informedness."""

import math

import pytest

import abovechance as ac
from abovechance.pictures.guessing.winnings import winnings


def test_labels_add_up_to_informedness():
    t = ac.Tables.from_counts([[20, 3, 2], [4, 15, 1], [0, 5, 30]], ["a", "b", "c"])
    *labels, every = winnings(t).rows
    assert sum(row.value for row in labels) == pytest.approx(every.value)
    assert every.value == ac.informedness(t)
    assert [row.note for row in labels] == ["24 bets", "23 bets", "33 bets"]


def test_one_class_alone_has_no_odds():
    *_, every = winnings(ac.Tables.from_cells(tp=3, fp=0, fn=4, tn=0)).rows
    assert math.isnan(every.value)
