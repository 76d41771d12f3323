"""Archives, spreadsheets and JSON texts of any shape are read like the plain files that they hold."""

import bz2
import gzip
import io
import json
import lzma
import sys
import zipfile

import pytest

from abovechance.core.errors import InputError
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.readers.labels import read_labels
from abovechance.intake.files.readers.scores import read_scores
from abovechance.intake.files.reading import Reading, TextFormat
from abovechance.intake.missing import Missing
from abovechance.tables.files import read_tables
from tests.spreadsheet import write_xlsx

TEXT = b"truth,prediction\na,a\na,b\nb,b"
"""Without an end of its last line."""
ITEMS = [{"truth": t, "prediction": p} for t, p in (("a", "a"), ("a", "b"), ("b", "b"))]
COUNTS = [[1, 1], [0, 1]]


def counts(path, **options):
    return read_tables(str(path), Wanted(), **options).tables.counts.tolist()


def zipped(path, **members):
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(name.replace("_", "."), data)
    return path


# Compressed --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("x.csv", TEXT),
        ("x.csv.gz", gzip.compress(TEXT)),
        ("two.csv.gz", gzip.compress(TEXT[:25]) + gzip.compress(TEXT[25:])),
        ("x.csv.bz2", bz2.compress(TEXT)),
        ("x.csv.xz", lzma.compress(TEXT)),
    ],
    ids=["plain", "gzip", "two of gzip", "bzip2", "xz"],
)
def test_no_row_is_lost_where_the_last_line_has_no_end(tmp_path, name, data):
    (tmp_path / name).write_bytes(data)
    assert counts(tmp_path / name) == COUNTS


# Archives ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "member",
    [
        {"x_csv": TEXT},
        {"x_tsv": TEXT.replace(b",", b"\t")},
        {"x_csv_gz": gzip.compress(TEXT)},
        {"x_json": json.dumps(ITEMS)},
        {"x_csv": TEXT, "__MACOSX/x_csv": b"", "folder/": b"", ".hidden": b""},
    ],
)
def test_the_file_of_an_archive_is_read(tmp_path, member):
    path = zipped(tmp_path / "x.zip", **member)
    assert counts(path) == COUNTS
    assert counts(tmp_path) == COUNTS


def test_an_archive_comes_by_standard_input(tmp_path, monkeypatch):
    data = zipped(tmp_path / "x.zip", x_csv=TEXT).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert counts("-") == COUNTS


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"x_csv": TEXT, "y_csv": TEXT}, "is an archive of 2 files: unpack it, and give those to read"),
        ({}, "is an archive of 0 files"),
        ({"x_csv": b""}, "is empty"),
        ({"x_csv": b"truth,prediction\na\n"}, "line 2 has 1 cell"),
        ({"x_csv": b"truth,prediction\na,\xe4\n"}, "is not UTF-8 text: byte 0xE4 in line 2"),
        ({"x_zip": b"PK\x03\x04"}, "is an archive of an archive"),
    ],
)
def test_what_is_wrong_in_an_archive_is_told_of_it(tmp_path, members, words):
    path = zipped(tmp_path / "x.zip", **members)
    with pytest.raises(InputError) as caught:
        counts(path)
    assert words in str(caught.value)
    assert str(caught.value).startswith(repr(str(path)))


def test_an_archive_that_is_cut_off(tmp_path):
    path = zipped(tmp_path / "x.zip", x_csv=TEXT * 100)
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(InputError, match="is damaged or cut off"):
        counts(path)


# Spreadsheets ------------------------------------------------------------------------------------


@pytest.fixture
def book(tmp_path):
    items = {"truth": [1, 2.5, None, True], "prediction": ["[a", "1", " x", "b,c"], "w": [0.5, 1, 2, 3]}
    other = {"truth": ["a", "a", "b"], "prediction": ["a", "b", "b"]}
    write_xlsx(items, tmp_path / "x.xlsx", other=other, **{"1": {"{t;x": ["u", "v"]}})
    return tmp_path / "x.xlsx"


def test_cells_are_read_as_they_are_shown(book):
    found = read_labels(str(book)).columns
    assert {name: column.tolist() for name, column in found.items()} == {
        "truth": ["1", "2.5", None, "true"],
        "prediction": ["[a", "1", " x", "b,c"],
        "w": ["0.5", "1", "2", "3"],
    }


@pytest.mark.parametrize("sheet", ["other", 2, "2"])
def test_a_sheet_is_chosen_by_name_or_number(book, sheet):
    assert counts(book, reading=Reading(text=TextFormat(sheet=sheet))) == COUNTS


def test_a_name_goes_before_a_number_and_any_cell_may_be_first(book):
    found = read_labels(str(book), reading=Reading(text=TextFormat(sheet="1"))).columns
    assert found["{t;x"].tolist() == ["u", "v"]


@pytest.mark.parametrize("sheet", [4, 0, "zzz"])
def test_a_sheet_that_is_not_there(book, sheet):
    with pytest.raises(
        InputError, match=rf"has no sheet {sheet!r}: sheet names one of 'items', 'other', '1'"
    ):
        counts(book, reading=Reading(text=TextFormat(sheet=sheet)))


def test_a_sheet_is_of_spreadsheets(tmp_path):
    (tmp_path / "x.csv").write_bytes(TEXT)
    with pytest.raises(InputError, match="sheet applies to spreadsheets, and no file is one"):
        counts(tmp_path / "x.csv", reading=Reading(text=TextFormat(sheet="other")))


def test_numbers_of_a_sheet_have_no_decimal_sign_of_text(book):
    text, missing = TextFormat(decimal=","), Missing(policy="drop")
    found = read_scores(str(book), "truth", ["w"], reading=Reading(text=text, missing=missing))
    assert found.scores["w"].tolist() == [0.5, 1, 3]


def test_the_library_for_spreadsheets_is_named(book, monkeypatch):
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(InputError, match=r"pip install 'abovechance\[excel\]'"):
        counts(book)


# JSON --------------------------------------------------------------------------------------------

SHAPES = {
    "array": json.dumps(ITEMS),
    "array over lines": json.dumps(ITEMS, indent=2),
    "array after blanks": f"\n \ufeff{json.dumps(ITEMS)}".replace("\n \ufeff", "\ufeff\n "),
    "lines": "\n".join(map(json.dumps, ITEMS)),
    "objects over lines": "\n".join(json.dumps(item, indent=2) for item in ITEMS),
}


@pytest.mark.parametrize("name", ["x.json", "x.json.gz", "x.json.xz", "no_ending", "-"])
@pytest.mark.parametrize("shape", SHAPES)
def test_json_of_any_shape(tmp_path, monkeypatch, shape, name):
    data = SHAPES[shape].encode()
    if name == "-":
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        assert counts("-") == COUNTS
        return
    pack = {"gz": gzip.compress, "xz": lzma.compress}.get(name.rpartition(".")[2], bytes)
    (tmp_path / name).write_bytes(pack(data))
    assert counts(tmp_path / name) == COUNTS


def test_other_encodings_of_json(tmp_path):
    (tmp_path / "x.json").write_text(SHAPES["array"], encoding="utf-16")
    assert counts(tmp_path / "x.json") == COUNTS


def test_an_array_may_be_one_long_line(monkeypatch):
    data = json.dumps([{**item, "text": "x" * 4_000_000} for item in ITEMS]).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert counts("-") == COUNTS


def test_one_object_is_one_item(tmp_path):
    (tmp_path / "x.json").write_text('{\n  "truth": "a",\n  "prediction": "b"\n}\n', encoding="utf-8")
    assert counts(tmp_path / "x.json") == [[0, 1], [0, 0]]


def test_members_may_lack_in_some_objects(tmp_path):
    (tmp_path / "x.json").write_text('[{"truth": 1}, {"prediction": 1, "truth": 1}]', encoding="utf-8")
    found = read_tables(str(tmp_path / "x.json"), Wanted(), reading=Reading(missing=Missing(policy="drop")))
    assert (found.tables.total, found.tables.left_out) == (1, 1)
