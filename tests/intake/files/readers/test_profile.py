"""What the columns of a file look like, in every format."""

import gzip
import json
import random

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from abovechance.core.errors import InputError
from abovechance.intake.files.readers.profile import read_profile
from abovechance.intake.files.reading import TextFormat

ROWS = [("a", "1.5", "x"), ("b", "-2", ""), ("a", "", "y, z"), ("a", "1.5", 'say "hi"')]


@pytest.fixture
def written(tmp_path):
    def write(rows, name="items.csv", columns=("label", "number", "text")):
        path = tmp_path / name
        cells = [columns, *rows]
        text = "\n".join(
            ",".join('"' + x.replace('"', '""') + '"' if x else "" for x in row) for row in cells
        )
        path.write_text(text + "\n", encoding="utf-8")
        return str(path)

    return write


def test_labels_numbers_and_gaps_are_counted(written):
    found = read_profile(written(ROWS))
    label, number, text = found.columns
    assert (label.labels, label.distinct, label.missing, label.numbers) == ({"a": 3, "b": 1}, 2, 0, 0)
    assert (number.low, number.high, number.numbers, number.missing, number.is_whole) == (
        -2,
        1.5,
        3,
        1,
        False,
    )
    assert set(text.labels) == {"x", "y, z", 'say "hi"'}
    assert (found.rows, found.is_whole, found.left_out) == (4, True, ())
    assert found.first == ROWS_AS_TEXT


ROWS_AS_TEXT = tuple(tuple(row) for row in ROWS)


def test_formats_agree(written, tmp_path):
    expected = read_profile(written(ROWS))
    (tmp_path / "x.csv.gz").write_bytes(gzip.compress((tmp_path / "items.csv").read_bytes()))
    assert read_profile(str(tmp_path / "x.csv.gz")) == expected
    objects = [dict(zip(("label", "number", "text"), row, strict=True)) for row in ROWS]
    values = [
        {k: (float(v) if k == "number" else v) if v else None for k, v in one.items()} for one in objects
    ]
    (tmp_path / "x.jsonl").write_text("\n".join(map(json.dumps, values)), encoding="utf-8")
    pl.DataFrame(values).write_parquet(tmp_path / "x.parquet")
    pl.DataFrame(values).write_ipc(tmp_path / "x.arrow")
    for name in ("x.jsonl", "x.parquet", "x.arrow"):
        found = read_profile(str(tmp_path / name))
        for one, other in zip(found.columns, expected.columns, strict=True):
            assert (one.name, one.distinct, one.missing, one.low, one.high) == (
                other.name, other.distinct, other.missing, other.low, other.high
            )  # fmt: skip


def test_what_cannot_be_chosen_is_left_out(written, tmp_path):
    found = read_profile(written([("a", "b", "c", "d")], columns=("x", "x", "", "y")))
    assert [column.name for column in found.columns] == ["y"]
    assert found.left_out == ("x", "")
    pl.DataFrame({"y": ["a"], "l": [[1, 2]], "s": [{"k": 1}]}).write_parquet(tmp_path / "x.parquet")
    found = read_profile(str(tmp_path / "x.parquet"))
    assert ([column.name for column in found.columns], found.left_out) == (["y"], ("l", "s"))


def test_of_many_rows_the_first_are_looked_at(written):
    found = read_profile(written([("a", "1", "t")] * 100_001 + [("z", "9", "t")]))
    assert (found.rows, found.is_whole) == (100_000, False)
    assert found.columns[0].labels == {"a": 100_000}


def test_of_many_labels_the_most_frequent_are_told(written):
    rows = [(f"l{i}", "1", "t") for i in range(100)] + [("l7", "1", "t")] * 3
    random.Random(1).shuffle(rows)
    label = read_profile(written(rows)).columns[0]
    assert label.distinct == 100
    assert len(label.labels) == 40
    assert next(iter(label.labels.items())) == ("l7", 4)


def test_text_is_read_as_it_is_said_to_be_written(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes("wahr|zahl\nü|1,5\n".encode("latin-1"))
    (label, number) = read_profile(str(path), TextFormat(decimal=",", encoding="latin-1")).columns
    assert (label.labels, number.high) == ({"ü": 1}, 1.5)
    bare = read_profile(str(path), TextFormat(header=False, encoding="latin-1"))
    assert [column.name for column in bare.columns] == ["1", "2"]
    assert bare.rows == 2
    with pytest.raises(InputError, match="UTF-8"):
        read_profile(str(path))
    with pytest.raises(InputError, match="sheet"):
        read_profile(str(path), TextFormat(sheet=1, encoding="latin-1"))


@given(
    st.lists(
        st.tuples(
            *[st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=5)] * 2
        ),
        min_size=1,
        max_size=6,
    )
)
def test_any_text_is_told_as_it_is_or_refused(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("profile") / "x.csv"
    lines = [",".join('"' + x.replace('"', '""') + '"' for x in row) for row in [("y", "p"), *rows]]
    path.write_bytes("\n".join(lines).encode() + b"\n")
    try:
        found = read_profile(str(path))
    except InputError:
        return
    assert sum(found.columns[0].labels.values()) + found.columns[0].missing == found.rows
