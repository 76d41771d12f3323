"""The verdict speaks of a share of informed decisions only where one may describe the table."""

import pytest

import abovechance as ac
from abovechance import Tables

UNEVEN = Tables.from_counts([[95, 2, 3], [20, 60, 20], [30, 32, 38]], labels=list("abc"))
EVEN = Tables.from_counts([[50, 10, 6], [14, 38, 8], [12, 7, 35]], labels=list("abc"))


def test_a_share_is_named_where_the_mixture_fits():
    assert "of them were informed and the rest guessed" in ac.evaluate(EVEN).verdict


def test_uneven_skills_are_named_where_it_does_not():
    verdict = ac.evaluate(UNEVEN).verdict
    assert verdict.startswith("Decisions are better than guessing: Informedness is 0.")
    assert "describes this table (p < 0.0001): classes are unevenly skilled" in verdict
    assert "of them were informed" not in verdict


@pytest.mark.parametrize(
    "asked",
    [{"level": None}, {"prevalence": {"a": 0.2, "b": 0.3, "c": 0.5}}],
    ids=["no level", "re-weighted"],
)
def test_nothing_is_tested_of_other_tables_than_those_observed(asked):
    assert "No one share" not in ac.evaluate(UNEVEN, **asked).verdict


def test_two_classes_are_read_by_definition():
    assert "of them were informed" in ac.evaluate(Tables.from_cells(tp=540, fp=5, fn=360, tn=95)).verdict


def test_the_verdict_and_the_mixture_have_one_p_value():
    sparse = Tables.from_counts([[42, 1, 5], [0, 54, 5], [9, 7, 55]])
    found = ac.mixture(sparse)
    assert found.replicates
    assert f"describes this table (p = {found.p_value:.2g})" in ac.evaluate(sparse).verdict
