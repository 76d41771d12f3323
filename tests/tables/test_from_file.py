"""Every format counts the same."""

import bz2
import gzip
import io
import json
import lzma
import os
import sys
import threading

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

from abovechance import Tables
from abovechance.core.errors import InputError, InputWarning
from abovechance.intake import limits
from abovechance.intake.codes.coded import Coded
from abovechance.intake.files import engine as engine_module
from abovechance.intake.files import stream as streams
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.readers import tally
from abovechance.intake.files.readers.combinations import read_tally
from abovechance.intake.files.reading import Reading, TextFormat
from abovechance.intake.missing import Missing
from abovechance.tables.files import read_tables

ITEMS = pd.DataFrame(
    {
        "id": range(7),
        "actual": ["cat", "dog", "dog", "eel", 'çat, "q"', "dog", "two\nlines"],
        "predicted": ["cat", "dog", "cat", "eel", "dog", "dog", "two\nlines"],
        "site": ["A", "A", "A", "B", "B", "B", "B"],
        "w": [1.0, 0.5, 2, 1, 1, 0.25, 3],
    }
)
LABELS = ("cat", "dog", "eel", "two\nlines", 'çat, "q"')
WANTED = Wanted("actual", "predicted", None, ("site",))
WEIGHTED = Wanted("actual", "predicted", "w", ("site",))


def as_csv(path, items=ITEMS, **options):
    items.to_csv(path, index=False, **options)


def as_records(path, items=ITEMS):
    items.to_json(path, orient="records", lines=True, force_ascii=False)


def compressed(opened):
    def write(path):
        with opened(path, "wb") as file:
            file.write(ITEMS.to_csv(index=False).encode())

    return write


def zstandard(path):
    with pa.output_stream(str(path), compression="zstd") as file:
        file.write(ITEMS.to_csv(index=False).encode())


def arrow_stream(path):
    table = pa.Table.from_pandas(ITEMS)
    with pa.ipc.new_stream(str(path), table.schema) as writer:
        writer.write_table(table, max_chunksize=3)


def dictionary(path):
    pa.feather.write_feather(
        pa.Table.from_pandas(ITEMS.astype({"actual": "category"})), str(path), compression="lz4"
    )


FORMATS = {
    "items.csv": as_csv,
    "items.tsv": lambda path: as_csv(path, sep="\t"),
    "semicolons.csv": lambda path: as_csv(path, sep=";"),
    "tabs.txt": lambda path: as_csv(path, sep="\t"),
    "bom.csv": lambda path: as_csv(path, encoding="utf-8-sig"),
    "utf16.csv": lambda path: as_csv(path, encoding="utf-16"),
    "crlf.csv": lambda path: as_csv(path, lineterminator="\r\n"),
    "no_ending": as_csv,
    "items.jsonl": as_records,
    "items.ndjson": as_records,
    "records_without_ending": as_records,
    "items.csv.gz": compressed(gzip.open),
    "items.csv.bz2": compressed(bz2.open),
    "items.csv.xz": compressed(lzma.open),
    "items.csv.zst": zstandard,
    "items.parquet": ITEMS.to_parquet,
    "items.arrow": lambda path: pa.feather.write_feather(pa.Table.from_pandas(ITEMS), str(path)),
    "stream.arrows": arrow_stream,
    "dictionary.feather": dictionary,
    "odd [name]*?.csv": as_csv,
    "odd [name]*?.parquet": ITEMS.to_parquet,
}


def expected(column=None):
    counts = np.zeros((2, 5, 5))
    for item in ITEMS.itertuples():
        counts["AB".index(item.site), LABELS.index(item.actual), LABELS.index(item.predicted)] += (
            1 if column is None else getattr(item, column)
        )
    return counts


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_counts_the_same(tmp_path, name):
    path = tmp_path / name
    FORMATS[name](path)
    for wanted, column in ((WANTED, None), (WEIGHTED, "w")):
        found = read_tables(str(path), wanted)
        assert found.tables.labels == LABELS
        assert found.tables.axes[0].labels == ("A", "B")
        assert found.tables.counts.dtype == (np.int64 if column is None else np.float64)
        np.testing.assert_array_equal(found.tables.counts, expected(column))


@pytest.mark.parametrize(
    "name", ["items.csv", "items.jsonl", "items.csv.gz", "items.parquet", "items.arrow", "stream.arrows"]
)
def test_standard_input_is_any_format(tmp_path, monkeypatch, name):
    path = tmp_path / name
    FORMATS[name](path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    np.testing.assert_array_equal(read_tables("-", WANTED).tables.counts, expected())


class Trickle(io.RawIOBase):
    """A pipe that gives a byte at a time."""

    def __init__(self, data):
        self.data = io.BytesIO(data)

    def readable(self):
        return True

    def readinto(self, buffer):
        return self.data.readinto(memoryview(buffer)[:1])


def test_a_pipe_may_be_slow(tmp_path, monkeypatch):
    path = tmp_path / "items.csv.gz"
    FORMATS["items.csv.gz"](path)
    stdin = io.TextIOWrapper(io.BufferedReader(Trickle(path.read_bytes()), 1))
    monkeypatch.setattr(sys, "stdin", stdin)
    np.testing.assert_array_equal(read_tables("-", WANTED).tables.counts, expected())


# Labels are text, whatever the file ----------------------------------------------------------

TYPED = pd.DataFrame(
    {"truth": [1, 0, 1, 1], "prediction": [True, False, True, False], "score": [1.5, 2.0, np.nan, 1e20]}
)


@pytest.mark.parametrize("ending", ["jsonl", "parquet", "arrow"])
def test_numbers_and_booleans_become_text(tmp_path, ending):
    path = tmp_path / f"typed.{ending}"
    {
        "jsonl": lambda: TYPED.to_json(path, orient="records", lines=True),
        "parquet": lambda: TYPED.to_parquet(path),
        "arrow": lambda: pa.feather.write_feather(pa.Table.from_pandas(TYPED), str(path)),
    }[ending]()
    found = read_tables(str(path), Wanted("truth", "prediction"))
    assert found.tables.labels == ("0", "1", "false", "true")
    found = read_tables(str(path), Wanted("truth", "score"), reading=Reading(missing=Missing(policy="drop")))
    assert found.tables.labels[:4] == ("0", "1", "1.5", "2")
    assert found.tables.left_out == 1


def test_json_values_are_labels(tmp_path):
    path = tmp_path / "odd.jsonl"
    path.write_text(
        '{"t": "x", "p": 1}\n{"t": 1.50, "p": true}\n\n{"p": null, "t": ""}\n{"t": NaN, "p": 1e2}\n'
        '{"t": "q\\u00e9", "p": 12345678901234567890123, "z": [1]}\n{"t": 1e-7, "p": -0.0}\n{"t": "1.5", "p": "true"}\n',
        encoding="utf-8",
    )
    found = read_tables(str(path), Wanted("t", "p"), reading=Reading(missing=Missing(policy="label")))
    assert set(found.tables.labels) == {
        "x", "1", "1.5", "true", "(missing)", "100", "qé", "12345678901234567890123", "1e-07", "0",
    }  # fmt: skip
    assert found.tables.labels[-1] == "(missing)"
    assert found.tables.counts[found.tables.labels.index("1.5"), found.tables.labels.index("true")] == 2


def test_text_of_spaces_and_na_is_a_label(tmp_path):
    path = tmp_path / "na.csv"
    path.write_text('truth,prediction\nNA, x\nnull,NaN\n"",y\n', encoding="utf-8")
    found = read_tables(str(path), Wanted(), reading=Reading(missing=Missing(policy="drop")))
    assert found.tables.labels == (" x", "NA", "NaN", "null")
    assert found.tables.left_out == 1


# Missing values and labels ---------------------------------------------------------------------

GAPS = "truth,prediction,site\na,b,X\n,b,X\na,,Y\na,a,\nb,b,X\n"


@pytest.fixture
def gaps(tmp_path):
    path = tmp_path / "gaps.csv"
    path.write_text(GAPS, encoding="utf-8")
    return str(path)


def test_missing_values_are_counted_and_refused(gaps):
    said = "the column 'truth' has 1 and the column 'prediction' has 1 missing values: say on_missing='drop'"
    with pytest.raises(InputError, match=said):
        read_tables(gaps, Wanted())
    with pytest.raises(InputError, match="and the column 'site' has 1 missing"):
        read_tables(gaps, Wanted(groups=("site",)))


def test_missing_values_are_left_out(gaps):
    found = read_tables(gaps, Wanted(), reading=Reading(missing=Missing(policy="drop")))
    assert found.tables.left_out == 2
    np.testing.assert_array_equal(found.tables.counts, [[1, 1], [0, 1]])


def test_missing_values_are_a_class(gaps):
    found = read_tables(gaps, Wanted(groups=("site",)), reading=Reading(missing=Missing(policy="label")))
    assert found.tables.labels == ("a", "b", "(missing)")
    assert set(found.tables.axes[0].labels) == {"X", "Y", "(missing)"}
    assert found.tables.left_out == 0
    np.testing.assert_array_equal(found.tables.sum().counts, [[1, 1, 1], [0, 1, 0], [0, 1, 0]])


def test_nothing_left(tmp_path):
    path = tmp_path / "none.csv"
    path.write_text("truth,prediction\n,a\nb,\n", encoding="utf-8")
    with pytest.raises(InputError, match="every item has a missing value"):
        read_tables(str(path), Wanted(), reading=Reading(missing=Missing(policy="drop")))


def test_labels_give_the_order_and_must_be_all(gaps):
    found = read_tables(
        gaps, Wanted(), reading=Reading(missing=Missing(policy="drop")), labels=["c", "b", "a"]
    )
    assert found.tables.labels == ("c", "b", "a")
    with pytest.raises(InputError, match=r"labels must name every class: 'b' \(2 items\) is not among 'a'"):
        read_tables(gaps, Wanted(), reading=Reading(missing=Missing(policy="drop")), labels=["a"])


def test_positive(gaps):
    assert (
        read_tables(
            gaps, Wanted(), reading=Reading(missing=Missing(policy="drop")), positive="a"
        ).tables.positive
        == "a"
    )


# Refusals say where and why ----------------------------------------------------------

BAD = {
    "ragged": (b"truth,prediction\na,b\na,b,c\n", "line 3 has 3 cells, the header has 2"),
    "ragged end": (b"truth,prediction\na,b\na,b,,c\n", "line 3 has 4 cells, the header has 2"),
    "short": (b"truth,prediction\na,b\n\na\n", "line 4 has 1 cell, the header has 2"),
    "latin": ("truth,prediction\na,b\nä,b\n".encode("latin-1"), "not UTF-8 text: byte 0xE4 in line 3"),
    "quote": (b'truth,prediction\na,"b\nc,d\n', "a quote is opened but not closed"),
    "after quote": (b'truth,prediction\n"a"x,b\n', "line 2: text follows a closing quote"),
    "nul": (b"truth,prediction\na,b\0\n", "NUL"),
    "json nul": (b'{"truth": "\\u0000", "prediction": 2}\n', "line 1: 'truth' holds a NUL character"),
    "return": (b"truth,prediction\ra,b\r", "carriage return"),
    "weight": (
        b"truth,prediction,w\na,b,1\na,b,x\n",
        "line 3: the weight 'x' is not a finite, non-negative number",
    ),
    "negative": (b"truth,prediction,w\na,b,-1\n", "line 2: the weight '-1'"),
    "infinite": (b"truth,prediction,w\na,b,inf\n", "line 2: the weight 'inf'"),
    "nan": (b"truth,prediction,w\na,b,nan\n", "line 2: the weight 'nan'"),
    "no weight": (b"truth,prediction,w\na,b,\n", "line 2: the weight ''"),
    "json": (b'{"truth": 1, "prediction": 2, "w": 1}\n{"truth": 1,\n', "line 2 is not JSON"),
    "json list": (b'{"truth": 1, "prediction": 2, "w": 1}\n[1]\n', "line 2 is JSON but not an object"),
    "json label": (b'{"truth": [1], "prediction": 2, "w": 1}\n', "line 1: 'truth' is a list, not a label"),
    "json weight": (b'{"truth": 1, "prediction": 2, "w": -1}\n', "line 1: the weight '-1'"),
    "json cut": (b'[{"truth": 1, "prediction": 2}', "is not JSON: Expecting ',' delimiter: line 1 column 31"),
    "json latin": ('[{"truth": "ä"}]'.encode("latin-1"), "not UTF-8 text: byte 0xE4 in line 1"),
    "json numbers": (b'[{"truth": 1, "prediction": 2}, 3]', "item 2 is JSON but not an object"),
    "json empty": (b"[]", "has no columns"),
    "json item": (
        b'[{"truth": 1, "prediction": 2}, {"truth": {}}]',
        "item 2: 'truth' is a dict, not a label",
    ),
    "json over lines": (b'{\n"truth": 1,\n"prediction" 2\n}', "is not JSON: Expecting ':' delimiter: line 3"),
    "json object": (
        b'{\n"truth": [1, 2],\n"prediction": [1, 2]\n}',
        "item 1: 'truth' is a list, not a label",
    ),
    "deep": (b'{"truth": ' + b"[" * 100_000 + b"\n", "is not JSON"),
    "empty": (b"", "is empty"),
    "blank": (b"\n\n", "has no columns"),
    "header": (b"truth,prediction,w\n", "has columns but no rows"),
    "archive": (b"PK\x03\x04rest", "damaged or cut off, or is an archive that cannot be read"),
    "gzip": (b"\x1f\x8b\x08\x00junk", "damaged or cut off"),
    "bzip2": (b"BZhjunk", "damaged or cut off"),
    "xz": (b"\xfd7zXZ\x00junkjunkjunk", "damaged or cut off"),
    "zstandard": (b"\x28\xb5\x2f\xfdjunkjunk", "damaged or cut off"),
    "parquet": (b"PAR1junkjunkPAR1", "cannot be read as Parquet"),
    "arrow": (b"ARROW1\0\0junkjunkjunkARROW1", "cannot be read as Arrow"),
    "stream": (b"\xff\xff\xff\xff\x10\0\0\0junk", "cannot be read as Arrow"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_refused_by_line_and_fault(tmp_path, name):
    data, words = BAD[name]
    path = tmp_path / "bad"
    path.write_bytes(data)
    wanted = Wanted(weight="w") if b"w" in data.partition(b"\n")[0] else Wanted()
    with pytest.raises(InputError) as caught:
        read_tables(str(path), wanted)
    assert words in str(caught.value)
    assert repr(str(path)) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("ending", ["gz", "bz2", "xz", "zst", "parquet", "arrow", "arrows", "feather"])
def test_half_a_file_is_said_to_be_cut_off(tmp_path, ending):
    name = next(name for name in FORMATS if name.endswith(f".{ending}"))
    path = tmp_path / name
    FORMATS[name](path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])
    with pytest.raises(InputError, match="damaged or cut off") as caught:
        read_tables(str(path), WANTED)
    assert repr(str(path)) in str(caught.value)
    assert "Traceback" not in str(caught.value)


@pytest.mark.parametrize("end", ["", ",", ",,,", ',""'])
def test_delimiters_at_the_end_of_a_line_are_passed_over(tmp_path, end):
    path = tmp_path / "ends.csv"
    path.write_text(f"truth,prediction\na,b\na,a{end}\nb,b{end}\n", encoding="utf-8")
    assert read_tables(str(path), Wanted()).tables.counts.tolist() == [[1, 1], [0, 1]]


def test_a_line_without_end_is_not_read_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(streams, "MOST_LINE", 2**21)
    path = tmp_path / "endless.csv"
    with path.open("wb") as file:
        file.write(b"truth,prediction\na,b\n")
        file.truncate(2**40)
    seen = []
    with pytest.raises(InputError, match="it has NUL bytes"):
        read_tables(str(path), Wanted(), reading=Reading(progress=seen.append))
    assert max(seen, default=0) < 1e-4


class Endless(io.RawIOBase):
    def __init__(self):
        self.given = 0

    def readable(self):
        return True

    def readinto(self, buffer):
        self.given += len(buffer)
        buffer[:] = b"x" * len(buffer)
        return len(buffer)


def test_an_endless_line_is_given_up(monkeypatch):
    source = Endless()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(source)))
    with pytest.raises(InputError, match="standard input, line 1 is longer than 8,388,608 characters"):
        read_tables("-", Wanted())
    assert source.given < 2**25


def test_a_column_of_identifiers_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MOST_COMBINATIONS", 100)
    path = tmp_path / "ids.csv"
    path.write_text("truth,prediction\n" + "".join(f"{i},{i}\n" for i in range(101)), encoding="utf-8")
    with pytest.raises(InputError, match="looks like an identifier"):
        read_tables(str(path), Wanted())


@pytest.mark.parametrize("most", [2, 50, 100, 2**62])
def test_combinations_are_told_apart_however_large_their_numbers_may_be(tmp_path, monkeypatch, most):
    monkeypatch.setattr(tally, "_MOST_NUMBERS", most)
    columns = [[str(i % n) for i in range(840)] for n in (2, 3, 4, 5, 7)]
    pd.DataFrame(dict(zip("abcde", columns, strict=True))).to_csv(tmp_path / "x.csv", index=False)
    found = read_tally(str(tmp_path / "x.csv"), Wanted("a", "b", None, ("c", "d", "e"))).tally
    assert found.counts.tolist() == [2] * 420


def test_combinations_of_very_many_labels_are_told_apart():
    """Five columns of 2¹³ labels have 2⁶⁵ combinations: numbered as they are, the first two rows are 2⁶⁴ apart."""
    rows = np.array([[0, 0, 0, 0, 0], [2**12, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 1, 0, 0, 0]])
    columns = [Coded(codes, range(2**13)) for codes in rows.T]
    _, place = np.unique(tally._numbers(columns), return_inverse=True)
    assert len(set(place)) == 3
    assert place[0] == place[2]


def test_cells_may_be_as_long_as_lines(tmp_path):
    path = tmp_path / "long.csv"
    path.write_text(f"text,truth,prediction\n{'x' * 300_000},a,b\n", encoding="utf-8")
    assert read_tables(str(path), Wanted()).tables.total == 1


def test_what_the_engine_refuses_is_read_with_care(tmp_path):
    """Lines that end now with one, now with two characters."""
    path = tmp_path / "mixed.csv"
    path.write_bytes(b"truth,prediction\r\na,b\nb,b\r\n")
    np.testing.assert_array_equal(read_tables(str(path), Wanted()).tables.counts, [[0, 1], [0, 1]])


def test_other_encodings_are_read(tmp_path):
    path = tmp_path / "latin.csv"
    path.write_bytes("truth,prediction\nä,ö\n".encode("cp1252"))
    assert read_tables(
        str(path), Wanted(), reading=Reading(text=TextFormat(encoding="cp1252"))
    ).tables.labels == ("ä", "ö")
    with pytest.raises(InputError, match="there is no text encoding 'klingon'"):
        read_tables(str(path), Wanted(), reading=Reading(text=TextFormat(encoding="klingon")))
    with pytest.raises(InputError, match="no text encoding 'hex'"):
        read_tables(str(path), Wanted(), reading=Reading(text=TextFormat(encoding="hex")))
    with pytest.raises(InputError, match="not utf-16 text"):
        read_tables(str(path), Wanted(), reading=Reading(text=TextFormat(encoding="utf-16")))


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(InputError, match="there is no file"):
        read_tables(str(tmp_path / "none.csv"), Wanted())
    with pytest.raises(InputError, match="is a directory"):
        read_tables(str(tmp_path), Wanted())
    with pytest.raises(InputError, match="is no name of a file"):
        read_tables("a\0b", Wanted())
    with pytest.raises(InputError, match="cannot be read: File name too long"):
        read_tables("x" * 5000, Wanted())


def test_permission_denied(tmp_path, monkeypatch):
    def refuse(*_args, **_options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(streams.Path, "open", refuse)
    with pytest.raises(InputError, match="may not be read: permission denied"):
        read_tables(str(tmp_path / "x.csv"), Wanted())


def test_missing_libraries_are_named(tmp_path, monkeypatch):
    FORMATS["items.arrow"](tmp_path / "items.arrow")
    FORMATS["items.csv.zst"](tmp_path / "items.csv.zst")
    for module in ("pyarrow", "compression.zstd"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError, match=r"pip install 'abovechance\[arrow\]'"):
        read_tables(str(tmp_path / "items.arrow"), WANTED)
    with pytest.raises(InputError, match=r"pip install 'abovechance\[arrow\]'"):
        read_tables(str(tmp_path / "items.csv.zst"), WANTED)


def test_progress_is_told(tmp_path, monkeypatch):
    path = tmp_path / "items.csv"
    as_csv(path)
    seen = []
    read_tables(str(path), WANTED, reading=Reading(progress=seen.append))
    assert seen[-1] == 1
    monkeypatch.setattr(engine_module, "_POLL_SECONDS", 0)
    seen.clear()
    as_csv(path, pd.concat([ITEMS] * 20_000))
    read_tables(str(path), WANTED, reading=Reading(progress=seen.append))
    assert len(seen) > 1
    assert seen == sorted(seen)
    assert seen[-1] == 1
    assert all(0 <= share <= 1 for share in seen)


def test_an_interrupted_engine_is_an_interruption(monkeypatch, tmp_path):
    def interrupted(*_args, **_options):
        raise RuntimeError("Query interrupted")

    path = tmp_path / "items.parquet"
    ITEMS.to_parquet(path)
    monkeypatch.setattr("abovechance.intake.files.schemas.described", interrupted)
    with pytest.raises(KeyboardInterrupt):
        read_tables(str(path), WANTED)


def test_json_members_may_come_late(tmp_path):
    path = tmp_path / "late.jsonl"
    path.write_text(
        json.dumps({"truth": "a"}) + "\n" + json.dumps({"prediction": "b", "truth": "a"}), encoding="utf-8"
    )
    found = read_tables(str(path), Wanted(), reading=Reading(missing=Missing(policy="drop")))
    assert (found.tables.left_out, found.tables.total) == (1, 1)


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet", "arrow"])
def test_columns_may_have_any_name(tmp_path, ending):
    names = ['it\'s "truth"', "préd; DROP TABLE items--", "we{ight}", "gr'oup"]
    frame = pd.DataFrame([["a", "b", 2.0, "x"], ["b", "b", 0.5, "y"]], columns=names)
    path = tmp_path / f"odd.{ending}"
    write = {
        "csv": lambda: frame.to_csv(path, index=False),
        "jsonl": lambda: frame.to_json(path, orient="records", lines=True),
        "parquet": lambda: frame.to_parquet(path),
        "arrow": lambda: frame.to_feather(path),
    }
    write[ending]()
    found = read_tables(str(path), Wanted(*names[:3], (names[3],)))
    np.testing.assert_array_equal(found.tables.counts, [[[0, 2], [0, 0]], [[0, 0], [0, 0.5]]])


def test_a_named_pipe_is_read_once(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(ITEMS.to_csv(index=False).encode(),))
    writer.start()
    np.testing.assert_array_equal(read_tables(str(path), WANTED).tables.counts, expected())
    writer.join()


@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_whole_floats_beside_integers_are_the_same_labels(tmp_path, ending):
    path = tmp_path / f"x.{ending}"
    frame = pd.DataFrame({"truth": [0, 1, 1, 0], "prediction": [0.0, 1.0, 0.5, -0.0]})
    frame.to_parquet(path) if ending == "parquet" else frame.to_feather(path)
    tables = read_tables(str(path), Wanted()).tables
    assert tables.labels == ("0", "0.5", "1")
    np.testing.assert_array_equal(tables.counts, [[2, 0, 0], [0, 0, 0], [0, 1, 1]])


@pytest.mark.parametrize(("name", "words"), [("x.parquet", "Parquet"), ("x.csv.gz", "gzip"), ("x.xz", "xz")])
def test_a_text_by_another_name_is_refused(tmp_path, name, words):
    path = tmp_path / name
    path.write_text("truth,prediction\na,b\n", encoding="utf-8")
    with pytest.raises(InputError, match=f"is not {words}, though its name says so"):
        read_tables(str(path), Wanted())


# Tables.from_file -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["items.csv", "items.tsv", "items.jsonl", "items.parquet", "items.csv.gz"])
def test_tables_of_a_file_are_those_of_its_columns(tmp_path, name):
    path = tmp_path / name
    FORMATS[name](path)
    found = Tables.from_file(path, "actual", "predicted", by="site", weights="w")
    expected = Tables.from_labels(
        ITEMS["actual"], ITEMS["predicted"], by={"site": ITEMS["site"]}, weights=ITEMS["w"]
    )
    assert found == expected
    assert Tables.from_file([str(path)], "actual", "predicted").sum() == expected.from_labels(
        ITEMS["actual"], ITEMS["predicted"]
    )


def test_a_file_warns_of_labels_that_are_hardly_meant(tmp_path):
    path = tmp_path / "na.csv"
    path.write_text("truth,prediction\na,NA\nb,b\na,a\n", encoding="utf-8")
    with pytest.warns(InputWarning, match="'NA' is a class like others: say missing='NA'"):
        assert Tables.from_file(path).labels == ("NA", "a", "b")
    kept = Tables.from_file(path, missing="NA", on_missing="drop")
    assert kept.counts.tolist() == [[1, 0], [0, 1]]
    with pytest.raises(
        InputError, match="the column 'prediction' has 1 missing values: say on_missing='drop'"
    ):
        Tables.from_file(path, missing="NA")
