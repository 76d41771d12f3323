"""What is wrong with a text is told with the line that an editor shows, wherever it is and however it is packed."""

import gzip

import pytest

from abovechance.core.errors import InputError
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.readers.scores import read_scores
from abovechance.tables.files import read_tables

MANY = b"a,b\n" * 300_000

FAULTS = {
    "after blank lines": (b"truth,prediction\n\n\na\n", "line 4 has 1 cell, the header has 2"),
    "after a cell of three lines": (b'truth,prediction\n"a\nb\nc",b\na\n', "line 5 has 1 cell"),
    "after a header of two lines": (b'"tru\nth",prediction\na,b\na\n', "line 4 has 1 cell"),
    "windows": (b'truth,prediction\r\n"a\r\nb",b\r\n\r\na\r\n', "line 5 has 1 cell"),
    "byte order mark": (b"\xef\xbb\xbftruth,prediction\na,b\na\n", "line 3 has 1 cell"),
    "lines that end differently": (b"truth,prediction\r\na,b\nb,b\r\na\n", "line 4 has 1 cell"),
    "a cell of two lines too many": (b'truth,prediction\na,b,"c\nd"\n', "line 2 has 3 cells"),
    "far below": (b'truth,prediction\n"x\ny",z\n\n' + MANY + b"a\n", "line 300005 has 1 cell"),
    "quote": (b'truth,prediction\na,b\na,"b\nc,d\n', "line 3: a quote is opened but not closed"),
    "text after a quote": (b'truth,prediction\n\n"a"x,b\n', "line 3: text follows a closing quote"),
    "carriage return": (b"truth,prediction\n" + MANY + b"a,b\ra,c\n", "line 300002: a carriage return that"),
    "two carriage returns": (
        b"truth,prediction\na,x\r\r\nb,b\n",
        "a carriage return that does not end a line",
    ),
    "NUL": (b"truth,prediction\n" + MANY + b"a\0,b\n", "line 300002: a label holds a NUL character"),
    "a line without end": (b"truth,prediction\na,b\n" + b"x" * 9_000_000, "line 3 is longer than 8,388,608"),
    "latin-1": (b"truth,prediction\n" + MANY + b"a,\xe4\n", "byte 0xE4 in line 300002"),
}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("name", FAULTS)
def test_the_line_is_told(tmp_path, name, packed):
    data, words = FAULTS[name]
    path = tmp_path / ("x.csv.gz" if packed else "x.csv")
    path.write_bytes(gzip.compress(data, 1) if packed else data)
    with pytest.raises(InputError) as caught:
        read_tables(str(path), Wanted())
    assert words in str(caught.value)
    assert str(caught.value).startswith(repr(str(path)))
    assert "\n" not in str(caught.value)


def test_the_line_of_a_number_that_is_none(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text('truth,s\n\n"a\nb",1\nb,x\n', encoding="utf-8")
    with pytest.raises(InputError, match="line 5: 'x' in column 's' is not a number"):
        read_scores(str(path), None, ["s"])


def test_a_nul_that_is_not_asked_for_does_no_harm(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(b"truth,prediction,z\n" + b"a,b,c\n" * 20_000 + b"a,b,c\0\n")
    assert read_tables(str(path), Wanted()).tables.total == 20_001


@pytest.mark.parametrize("name", ["x.json", "x.jsonl"])
def test_a_text_of_cells_is_not_json(tmp_path, name):
    (tmp_path / name).write_text("truth,prediction\na,b\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 1 is not JSON: one object on each line is needed"):
        read_tables(str(tmp_path / name), Wanted())


@pytest.mark.parametrize(
    ("cell", "hint"),
    [
        ("NA", "say missing='NA' if it stands for a missing value"),
        ("0,5", "say decimal=',' if it has a decimal comma"),
    ],
)
def test_a_cell_that_is_no_number_is_told_what_would_make_it_one(tmp_path, cell, hint):
    path = tmp_path / "scores.csv"
    path.write_text(f"truth;score\na;1\nb;{cell}\n", encoding="utf-8")
    with pytest.raises(InputError, match=f"line 3: '{cell}' in column 'score' is not a number; .*; {hint}"):
        read_scores(str(path), None, ["score"])
