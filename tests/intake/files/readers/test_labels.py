"""Columns of labels: the same from every format, row by row."""

import json

import numpy as np
import pandas as pd
import pytest

from abovechance.core.errors import InputError
from abovechance.intake.files.readers import labels as label_columns
from abovechance.intake.files.readers.labels import read_labels

ROWS = [("i1", "a", 1), ("i2", None, 2), ("i3", "b", 1)]
EXPECTED = {"item": ["i1", "i2", "i3"], "x": ["a", None, "b"], "n": ["1", "2", "1"]}


def as_lists(found):
    return {name: column.tolist() for name, column in found.columns.items()}


@pytest.fixture(params=["csv", "tsv", "jsonl", "parquet", "arrow", "csv.gz"])
def path(request, tmp_path):
    frame = pd.DataFrame(ROWS, columns=["item", "x", "n"])
    path = tmp_path / f"ratings.{request.param}"
    if request.param == "jsonl":
        lines = [json.dumps(dict(zip(frame.columns, row, strict=True))) for row in ROWS]
        path.write_text("\n".join(lines), encoding="utf-8")
    elif request.param == "parquet":
        frame.to_parquet(path)
    elif request.param == "arrow":
        frame.to_feather(path)
    else:
        frame.to_csv(path, index=False, sep="\t" if request.param == "tsv" else ",")
    return path


def test_all_columns_of_every_format(path):
    assert as_lists(read_labels(str(path))) == EXPECTED


def test_named_columns_in_the_order_named(path):
    assert as_lists(read_labels(str(path), ["n", "x"])) == {name: EXPECTED[name] for name in ("n", "x")}


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_many_rows_are_read_in_their_order(tmp_path, monkeypatch, ending):
    monkeypatch.setattr(label_columns, "_ROWS_AT_ONCE", 7)
    monkeypatch.setattr(label_columns, "_MOST_LABELS_LISTED", 5)
    numbers = [f"i{i * 37 % 100}" for i in range(100)]
    path = tmp_path / f"many.{ending}"
    frame = pd.DataFrame({"item": numbers, "x": ["a" if i % 3 else None for i in range(100)]})
    if ending == "csv":
        frame.to_csv(path, index=False)
    else:
        frame.to_json(path, orient="records", lines=True)
    found = read_labels(str(path)).columns
    assert found["item"].tolist() == numbers
    assert found["x"].tolist() == ["a" if i % 3 else None for i in range(100)]


def test_equal_texts_are_kept_once(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("x,y\nlong label,a\nlong label,b\n", encoding="utf-8")
    found = read_labels(str(path)).columns
    assert found["x"][0] is found["x"][1]
    assert found["x"].dtype == np.dtype(object)


@pytest.mark.parametrize(
    ("text", "columns", "message"),
    [
        ("x,y\n", (), "has columns but no rows"),
        ("", (), "is empty"),
        (",\n1,2\n", (), "has no columns"),
        ("x,y\n1,2\n", ("z",), "has no column 'z'"),
        ("x,x\n1,2\n", (), "has 2 columns called 'x'"),
        ("x,y\n1\n", (), "line 2 has 1 cell"),
    ],
)
def test_what_it_refuses(tmp_path, text, columns, message):
    path = tmp_path / "a.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_labels(str(path), columns)


def test_lists_are_no_labels(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"x": [1]}\n', encoding="utf-8")
    with pytest.raises(InputError, match="line 1: 'x' is a list, not a label"):
        read_labels(str(path))
