"""Results say how many items were left out for a missing value, whichever question and whichever door."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import abovechance as ac

if TYPE_CHECKING:
    from pathlib import Path

TRUTH = ["a", "b", None, "a", "b", "a", "b", None] * 10
MODEL = ["a", "b", "a", "a", None, "b", "b", None] * 10
OTHER = ["a", "a", "a", "a", "b", "b", "b", "b"] * 10
SCORE = [0.1, 0.9, 0.5, 0.3, None, 0.6, 0.7, None] * 10
LACKING = sum(truth is None or model is None for truth, model in zip(TRUTH, MODEL, strict=True))

BY_LABELS = {
    "evaluate": ac.evaluate,
    "tests": ac.tests,
    "mixture": ac.mixture,
    "bookmaker_payoff": ac.bookmaker_payoff,
    "concordance": lambda *given, **more: ac.concordance(*given, ["ARI"], **more),
}
QUESTIONS = BY_LABELS | {
    "compare": lambda *_, **more: ac.compare(TRUTH, {"A": MODEL, "B": OTHER}, **more),
    "roc": lambda *_, **more: ac.roc(TRUTH, SCORE, **more),
    "abstention_curve": lambda *_, **more: ac.abstention_curve(TRUTH, SCORE, **more),
}


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The same items in lists, in a lazy frame, and in a file."""
    frame = pl.DataFrame({"y": TRUTH, "p": MODEL, "q": OTHER})
    file: Path = tmp_path_factory.mktemp("items") / "items.csv"
    frame.write_csv(file)
    return {"frame": {"data": frame}, "lazy": {"data": frame.lazy()}, "file": {"data": file}}


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_says_how_many_items_were_left_out(question: str) -> None:
    found = QUESTIONS[question](TRUTH, MODEL, on_missing="drop")
    assert found.left_out == LACKING == 30
    assert found.to_dict()["source"] == {"left_out": 30}
    said = "Left out for a missing value: 30 items."
    for text in (repr(found), found.to_html()):
        assert text.count(said) == 1


@pytest.mark.parametrize("question", QUESTIONS)
def test_nothing_is_said_where_no_item_lacks_a_value(question: str) -> None:
    kept = [i for i, (t, p) in enumerate(zip(TRUTH, MODEL, strict=True)) if t is not None and p is not None]
    truth, model, other = ([column[i] for i in kept] for column in (TRUTH, MODEL, OTHER))
    score = [SCORE[i] for i in kept]
    if question == "compare":
        found = ac.compare(truth, {"A": model, "B": other}, on_missing="drop")
    else:
        second = score if question in ("roc", "abstention_curve") else model
        call = BY_LABELS.get(question) or getattr(ac, question)
        found = call(truth, second, on_missing="drop")
    assert found.left_out == 0
    assert found.to_dict()["source"] is None
    assert "missing value" not in repr(found)


@pytest.mark.parametrize("question", BY_LABELS)
@pytest.mark.parametrize("door", ["frame", "lazy", "file"])
def test_every_door_counts_the_same(question: str, door: str, doors: dict[str, dict[str, Any]]) -> None:
    assert BY_LABELS[question]("y", "p", on_missing="drop", **doors[door]).left_out == LACKING


@pytest.mark.parametrize("door", ["frame", "lazy", "file"])
def test_a_comparison_counts_the_same_at_every_door(door: str, doors: dict[str, dict[str, Any]]) -> None:
    assert ac.compare("y", ["p", "q"], on_missing="drop", **doors[door]).left_out == LACKING


def test_rows_that_stand_for_several_items_count_as_many() -> None:
    columns: dict[str, Any] = {"counts": [4, 5, 6, 7], "on_missing": "drop"}
    truth, model, score = [1, 0, None, 0], [1, 0, 1, 1], [0.3, 0.4, 0.5, 0.6]
    assert ac.evaluate(truth, model, **columns).left_out == 6
    assert ac.compare(truth, {"A": model, "B": [1, 1, 1, 1]}, **columns).left_out == 6
    assert ac.abstention_curve(truth, score, **columns).left_out == 6
    assert ac.concordance(truth, model, ["ARI"], **columns).left_out == 6


def test_tables_keep_the_number_and_say_it() -> None:
    tables = ac.Tables.from_labels(TRUTH, MODEL, by=OTHER, on_missing="drop")
    pooled = tables.sum()
    assert tables.left_out == pooled.left_out == pooled.relabel({"a": "x"}).left_out == LACKING
    for shown in (tables, pooled):
        assert "Left out for a missing value: 30 items." in repr(shown)
        assert "Left out for a missing value: 30 items." in shown._repr_html_()
    assert (pooled + pooled).left_out == 2 * LACKING
    assert ac.Tables.from_dict(pooled.to_dict()).left_out == LACKING
    assert pickle.loads(pickle.dumps(pooled)).left_out == LACKING
    assert ac.evaluate(pooled).left_out == ac.tests(pooled).left_out == LACKING
    assert pooled == replace(pooled, left_out=0), "the number is no part of what tables are equal by"


def test_refusals_are_not_left_out_and_items_without_a_truth_are() -> None:
    found = ac.evaluate(TRUTH, MODEL, abstain="", on_missing="drop")
    assert found.left_out == TRUTH.count(None) == 20
