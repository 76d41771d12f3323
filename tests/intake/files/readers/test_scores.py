"""Scores are the same from every format, and what is no number is refused by its line."""

import json
import math

import numpy as np
import pandas as pd
import pytest

from abovechance.core.errors import InputError
from abovechance.intake.files.readers.scores import read_scores
from abovechance.intake.files.reading import Reading
from abovechance.intake.missing import Missing

ROWS = {
    "y": ["ham", "spam", "spam", "ham"],
    "a": [0.25, 0.5, math.inf, -math.inf],
    "b": [1.0, 2.0, 3.0, 4.0],
    "w": [1.0, 0.5, 2.0, 1.0],
    "site": ["x", "y", "x", "y"],
}


def as_csv(path):
    pd.DataFrame(ROWS).to_csv(path, index=False)


def as_json(path):
    lines = [dict(zip(ROWS, row, strict=True)) for row in zip(*ROWS.values(), strict=True)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def as_parquet(path):
    pd.DataFrame(ROWS).to_parquet(path)


def as_arrow(path):
    pd.DataFrame(ROWS).to_feather(path, compression="uncompressed")


FORMATS = {"csv": as_csv, "jsonl": as_json, "parquet": as_parquet, "arrow": as_arrow}


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_gives_the_same_columns(tmp_path, form):
    path = tmp_path / f"items.{form}"
    FORMATS[form](path)
    found = read_scores(str(path), "y", ["a", "b"], weight="w", groups=["site"])
    assert found.truth[0] == "y"
    assert found.truth[1].tolist() == ROWS["y"]
    assert {name: column.tolist() for name, column in found.scores.items()} == {
        "a": ROWS["a"], "b": ROWS["b"],
    }  # fmt: skip
    assert found.weights.tolist() == ROWS["w"]
    assert found.groups["site"].tolist() == ROWS["site"]
    assert (found.left_out, found.found) == (0, False)


def test_missing_cells_are_counted_or_left_out(tmp_path):
    path = tmp_path / "items.csv"
    path.write_text("truth,s\na,1\n,2\nb,\nb,nan\nb,3\n", encoding="utf-8")
    with pytest.raises(
        InputError, match=r"the column 'truth' has 1 and the column 's' has 2 .*on_missing='drop'"
    ):
        read_scores(str(path), None, ["s"])
    found = read_scores(str(path), None, ["s"], reading=Reading(missing=Missing(policy="drop")))
    assert found.truth[1].tolist() == ["a", "b"]
    assert found.scores["s"].tolist() == [1, 3]
    assert (found.left_out, found.found) == (3, True)


@pytest.mark.parametrize("cell", ["high", "0,5"])
def test_what_is_no_number_is_refused_by_its_line(tmp_path, cell):
    path = tmp_path / "items.csv"
    path.write_text(f'truth,s\na,1\nb,"{cell}"\n', encoding="utf-8")
    with pytest.raises(InputError, match=rf"line 3: '{cell}' in column 's' is not a number"):
        read_scores(str(path), "truth", ["s"])


def test_a_json_value_that_is_no_number_is_refused(tmp_path):
    path = tmp_path / "items.jsonl"
    path.write_text('{"y": 1, "s": true}\n', encoding="utf-8")
    with pytest.raises(InputError, match="'true' in column 's' is not a number"):
        read_scores(str(path), "y", ["s"])
    path.write_text('{"y": [1], "s": 1}\n', encoding="utf-8")
    with pytest.raises(InputError, match="'y' is a list, not a label"):
        read_scores(str(path), "y", ["s"])


def test_a_column_that_cannot_hold_numbers_is_refused(tmp_path):
    path = tmp_path / "items.parquet"
    pd.DataFrame({"y": [1, 0], "s": pd.to_datetime(["2020-01-01", "2020-01-02"])}).to_parquet(path)
    with pytest.raises(InputError, match="column 's' is of type TIMESTAMP"):
        read_scores(str(path), "y", ["s"])
    pd.DataFrame({"y": [1, 0], "s": ["high", "low"]}).to_parquet(path)
    with pytest.raises(InputError, match="'high' in column 's' is not a number"):
        read_scores(str(path), "y", ["s"])


@pytest.mark.parametrize(
    ("truth", "scores", "message"),
    [
        (None, ["s"], "say which column.*with truth"),
        ("kind", ["t"], "no column 't'"),
        ("s", ["s"], "truth and scores both name the column 's'"),
        ("kind", ["s", "s"], "'s' of numbers is named twice"),
    ],
)
def test_columns_are_asked_for_by_name(tmp_path, truth, scores, message):
    path = tmp_path / "items.csv"
    path.write_text("kind,s\na,1\n", encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_scores(str(path), truth, scores)


def test_weights_are_not_negative(tmp_path):
    path = tmp_path / "items.csv"
    path.write_text("y,s,w\na,1,-1\n", encoding="utf-8")
    with pytest.raises(InputError, match="weights in 'w' must be finite and not negative"):
        read_scores(str(path), "y", ["s"], weight="w")


def test_rows_are_needed(tmp_path):
    path = tmp_path / "items.csv"
    path.write_text("y,s\n", encoding="utf-8")
    with pytest.raises(InputError, match="no rows"):
        read_scores(str(path), "y", ["s"])
    path.write_text("y,s\n,\n", encoding="utf-8")
    with pytest.raises(InputError, match="there is nothing left"):
        read_scores(str(path), "y", ["s"], reading=Reading(missing=Missing(policy="drop")))


def test_order_is_kept(tmp_path):
    path = tmp_path / "items.csv"
    pd.DataFrame({"y": np.arange(300_000) % 2, "s": np.arange(300_000)}).to_csv(path, index=False)
    assert read_scores(str(path), "y", ["s"]).scores["s"].tolist() == list(range(300_000))
