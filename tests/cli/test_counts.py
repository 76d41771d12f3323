"""Rows that stand for several items, and weights, on the command line."""

import json

import numpy as np
import polars as pl
import pytest

RNG = np.random.default_rng(8)
ROWS = 40
ITEMS = pl.DataFrame(
    {
        "y": RNG.integers(0, 2, ROWS),
        "p": RNG.integers(0, 2, ROWS),
        "s": np.round(RNG.random(ROWS), 2),
        "n": RNG.integers(0, 4, ROWS),
        "w": np.round(RNG.lognormal(size=ROWS), 3),
    }
)
COMMANDS = {
    "evaluate": ["--truth", "y", "--prediction", "p"],
    "test": ["--truth", "y", "--prediction", "p"],
    "roc": ["--truth", "y", "--score", "s"],
}


def document(run, path, command, frame, *options):
    frame.write_csv(path)
    outcome = run(command, str(path), *COMMANDS[command], *options, "--seed", "1", "--json", "-")
    assert outcome.code == 0, outcome.err
    found = json.loads(outcome.out)
    found.pop("source")
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_rows_stand_for_as_many_items_as_they_say(run, tmp_path, command):
    repeated = ITEMS.select(pl.all().repeat_by("n").list.explode())
    for options in ([], ["--weight", "w"]):
        counted = document(run, tmp_path / "a.csv", command, ITEMS, "--count", "n", *options)
        again = document(run, tmp_path / "a.csv", command, repeated, *options)
        assert numbers(counted) == pytest.approx(numbers(again), rel=1e-9)
        assert options or counted == again


@pytest.mark.parametrize("command", COMMANDS)
def test_counts_are_whole_numbers(run, tmp_path, command):
    ITEMS.with_columns(n=pl.col("n") + 0.5).write_csv(tmp_path / "a.csv")
    outcome = run(command, str(tmp_path / "a.csv"), *COMMANDS[command], "--count", "n")
    assert outcome.code == 2
    assert "whole number" in outcome.err


@pytest.mark.parametrize("option", ["--count", "--weight"])
@pytest.mark.parametrize("command", COMMANDS)
def test_rows_that_all_stand_for_nothing_are_refused(run, tmp_path, command, option):
    ITEMS.with_columns(n=pl.lit(0)).write_csv(tmp_path / "a.csv")
    outcome = run(command, str(tmp_path / "a.csv"), *COMMANDS[command], option, "n")
    assert outcome.code == 2
    assert not outcome.out
    assert "all 0" in outcome.err or "are 0" in outcome.err
    assert "there is nothing to" in outcome.err


def numbers(found):
    """The numbers that do not tell the sum of weights."""
    return [
        row[name]
        for row in found["rows"]
        for name in ("value", "low", "high", "value", "p_value", "statistic")
        if row.get(name) is not None and row.get("kind") != "count"
    ]


@pytest.mark.parametrize("command", ["test", "roc"])
def test_the_scale_of_weights_changes_nothing(run, tmp_path, command):
    found = [
        document(run, tmp_path / "a.csv", command, ITEMS.with_columns(w=scale * pl.col("w")), "--weight", "w")
        for scale in (1.0, 1000.0)
    ]
    first, second = map(numbers, found)
    assert first == pytest.approx(second, rel=1e-6)
    assert first


@pytest.mark.parametrize("command", ["test", "roc"])
def test_equal_weights_are_none(run, tmp_path, command):
    plain = document(run, tmp_path / "a.csv", command, ITEMS)
    equal = document(run, tmp_path / "a.csv", command, ITEMS.with_columns(w=pl.lit(1000.0)), "--weight", "w")
    assert numbers(plain) == pytest.approx(numbers(equal), rel=1e-6)
