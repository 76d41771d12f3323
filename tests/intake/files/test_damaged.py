"""Files with damage of every kind are read or refused: nothing crashes, and nothing is a bug."""

import bz2
import gzip
import json
import lzma
import random
import struct
import subprocess
import sys
from collections import Counter

import pyarrow as pa
import pytest
from pyarrow import feather, parquet

from abovechance.cli.app import main
from abovechance.core.errors import InputError
from abovechance.intake.files.columns import Wanted
from abovechance.tables.files import read_tables

ROWS = 90
EXTREMES = (b"\xff\xff\xff\x7f", b"\xff\xff\xff\xff", b"\0\0\0\0", b"\0\0\0\x40", b"abcd")
COMMANDS = (
    ["evaluate", "FILE"],
    ["evaluate", "FILE", "--weight", "w", "--by", "site"],
    ["evaluate", "FILE", "--truth", "wide", "--prediction", "prediction"],
    ["test", "FILE", "--method", "score"],
    ["compare", "FILE", "--truth", "truth", "--prediction", "prediction", "--prediction", "wide"],
    ["concord", "FILE", "truth", "site"],
    ["roc", "FILE", "--truth", "truth", "--score", "w", "--positive", "a"],
    ["agree", "FILE", "--rater", "truth", "--rater", "prediction"],
)
RUN = """
import contextlib, io, json, sys
from abovechance.cli.app import main
for tokens in json.load(sys.stdin):
    said = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
        code = main(tokens)
    print(json.dumps([code, said.getvalue(), tokens]), flush=True)
"""


def items():
    draw = random.Random(1)
    columns = {
        name: draw.choices(["a", "b", "c"], k=ROWS) for name in ("truth", "prediction", "wide", "site")
    }
    table = pa.table(columns).append_column("w", [[draw.random() for _ in range(ROWS)]])
    table = table.set_column(2, "wide", table["wide"].cast(pa.large_string()))
    return table.set_column(3, "site", table["site"].dictionary_encode())


def arrow_bytes(new, compression=None):
    sink = pa.BufferOutputStream()
    with new(sink, items().schema, options=pa.ipc.IpcWriteOptions(compression=compression)) as writer:
        writer.write_table(items(), max_chunksize=40)
    return sink.getvalue().to_pybytes()


def parquet_bytes(compression):
    sink = pa.BufferOutputStream()
    parquet.write_table(items(), sink, compression=compression, row_group_size=40)
    return sink.getvalue().to_pybytes()


def feather_bytes():
    sink = pa.BufferOutputStream()
    feather.write_feather(items(), sink, compression="lz4")
    return sink.getvalue().to_pybytes()


def text_bytes(delimiter=","):
    rows = items().to_pylist()
    lines = [delimiter.join(rows[0]), *(delimiter.join(map(str, row.values())) for row in rows)]
    return "\n".join(lines).encode() + b"\n"


def record_bytes():
    return "".join(json.dumps(row) + "\n" for row in items().to_pylist()).encode()


WHOLE = {
    "file.arrow": arrow_bytes(pa.ipc.new_file),
    "packed.arrow": arrow_bytes(pa.ipc.new_file, "zstd"),
    "stream.arrows": arrow_bytes(pa.ipc.new_stream),
    "packed.arrows": arrow_bytes(pa.ipc.new_stream, "lz4"),
    "items.feather": feather_bytes(),
    "file.arrow.gz": gzip.compress(arrow_bytes(pa.ipc.new_file)),
    "plain.parquet": parquet_bytes("none"),
    "packed.parquet": parquet_bytes("zstd"),
    "items.csv": text_bytes(),
    "items.tsv": text_bytes("\t"),
    "items.jsonl": record_bytes(),
    "items.csv.gz": gzip.compress(text_bytes()),
    "items.csv.bz2": bz2.compress(text_bytes()),
    "items.jsonl.xz": lzma.compress(record_bytes()),
}


def damaged(data, draw):
    """Some bytes set, flipped, swapped for extremes, cut out or cut off."""
    data = bytearray(data)
    for _ in range(draw.choice((1, 1, 2, 5))):
        place = draw.randrange(len(data))
        kind = draw.randrange(5)
        if kind == 0:
            data[place] = draw.randrange(256)
        elif kind == 1:
            data[place] ^= 1 << draw.randrange(8)
        elif kind == 2:
            data[place : place + 4] = draw.choice(EXTREMES)
        elif kind == 3:
            del data[place : place + draw.randrange(1, 20)]
        else:
            del data[max(place, 8) :]
    return bytes(data)


def outcomes(folder, names, copies, seed):
    """What commands make of damaged copies, all in one process of its own."""
    draw = random.Random(seed)
    tasks = []
    for name in names:
        for i in range(copies):
            file = folder / f"{i}-{name}"
            file.write_bytes(damaged(WHOLE[name], draw))
            tasks.append([str(file) if token == "FILE" else token for token in draw.choice(COMMANDS)])
    done = subprocess.run(
        [sys.executable, "-c", RUN], input=json.dumps(tasks), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (done.returncode, tasks[done.stdout.count("\n")], done.stderr[-500:])
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    "kind",
    [
        (".arrow", ".arrows", ".feather", ".arrow.gz"),
        (".parquet",),
        (".csv", ".tsv", ".jsonl"),
        (".gz", ".bz2", ".xz"),
    ],
)
def test_damage_is_refused_in_one_line_or_does_no_harm(tmp_path, kind):
    names = [name for name in WHOLE if name.endswith(kind)]
    found = outcomes(tmp_path, names, 60 // len(names), seed=14)
    for code, said, tokens in found:
        assert code in (0, 2), (code, said, tokens)
        assert "Traceback" not in said, (said, tokens)
        assert code == 0 or (said.startswith("abovechance: ") and said.count("\n") == 1), (said, tokens)
    assert set(Counter(code for code, _, _ in found)) >= {2}


@pytest.mark.parametrize("name", WHOLE)
def test_what_is_whole_is_read(tmp_path, name, capsys):
    (tmp_path / name).write_bytes(WHOLE[name])
    for tokens in COMMANDS if name == "file.arrow" else COMMANDS[:2]:
        assert main([str(tmp_path / name) if token == "FILE" else token for token in tokens]) == 0
    capsys.readouterr()


# What is damaged in one place ------------------------------------------------------------------


def written(path, columns):
    table = pa.table(columns)
    with pa.ipc.new_file(path, table.schema) as writer:
        writer.write_table(table)
    return str(path)


def text_array(offsets, letters, kind=None):
    code = "q" if kind == pa.large_string() else "i"
    stored = struct.pack(f"<{len(offsets)}{code}", *offsets)
    buffers = [None, pa.py_buffer(stored), pa.py_buffer(letters)]
    return pa.Array.from_buffers(kind or pa.string(), len(offsets) - 1, buffers)


def refusal(file):
    with pytest.raises(InputError) as caught:
        read_tables(file, Wanted())
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
@pytest.mark.parametrize("offsets", [(0, 1, 10**9, 3, 4), (0, 1, -5, 3, 4), (0, 3, 2, 3, 4)])
def test_an_offset_that_leads_astray(tmp_path, kind, offsets):
    columns = {"truth": list("abab"), "prediction": text_array(offsets, b"abab", kind)}
    file = written(tmp_path / "x.arrow", columns)
    assert "cannot be read as Arrow: it is damaged or cut off (" in refusal(file)


def test_a_code_that_stands_for_nothing(tmp_path):
    codes = pa.DictionaryArray.from_arrays(pa.array([0, 1, 9, 1]), ["a", "b"], safe=False)
    file = written(tmp_path / "x.arrow", {"truth": list("abab"), "prediction": codes})
    assert "it is damaged or cut off" in refusal(file)


def test_what_is_no_text(tmp_path):
    columns = {"truth": list("abab"), "prediction": text_array((0, 1, 2, 3, 4), b"a\xffba")}
    assert "it is damaged or cut off (Invalid UTF8" in refusal(written(tmp_path / "x.arrow", columns))
    parquet.write_table(pa.table(columns), tmp_path / "x.parquet")
    assert "is not valid UTF8" in refusal(str(tmp_path / "x.parquet"))


def test_text_beyond_ascii_is_text(tmp_path):
    columns = {"truth": ["ä", "b", "ä"], "prediction": ["ä", "b", "b"]}
    assert read_tables(written(tmp_path / "x.arrow", columns), Wanted()).tables.labels == ("b", "ä")


def test_a_name_that_is_no_text(tmp_path):
    file = tmp_path / "x.arrow"
    written(file, {"truth": ["a", "b"], "predictionX": ["a", "b"]})
    file.write_bytes(file.read_bytes().replace(b"predictionX", b"prediction\xff"))
    assert refusal(str(file)).endswith("it is damaged or cut off (a name in it is not UTF-8 text)")


@pytest.mark.parametrize("names", [("", "b"), ("a", "A"), (" ", "b")])
def test_names_that_the_engine_has_none_of(tmp_path, names):
    """A name may be empty, and two may differ in case only."""
    table = pa.table([list("aabb"), list("abbb")], names=list(names))
    with pa.ipc.new_file(tmp_path / "x.arrow", table.schema) as writer:
        writer.write_table(table)
    parquet.write_table(table, tmp_path / "x.parquet")
    rows = [names, *zip("aabb", "abbb", strict=True)]
    (tmp_path / "x.csv").write_text("".join(",".join(row) + "\n" for row in rows), encoding="utf-8")
    rows = [json.dumps(dict(zip(names, row, strict=True))) for row in rows[1:]]
    (tmp_path / "x.jsonl").write_text("\n".join(rows), encoding="utf-8")
    for ending in ("arrow", "parquet", "csv", "jsonl"):
        found = read_tables(str(tmp_path / f"x.{ending}"), Wanted(*names))
        assert found.tables.counts.tolist() == [[1, 1], [0, 2]]
        assert (found.columns.truth, found.columns.prediction) == names
    assert read_tables(str(tmp_path), Wanted(*names)).tables.counts.tolist() == [[4, 4], [0, 8]]


def test_columns_of_one_name_are_told_in_every_format(tmp_path):
    table = pa.table([list("ab"), list("ba"), list("ab")], names=["truth", "truth", "prediction"])
    parquet.write_table(table, tmp_path / "x.parquet")
    with pa.ipc.new_file(tmp_path / "x.arrow", table.schema) as writer:
        writer.write_table(table)
    (tmp_path / "x.csv").write_text("truth,truth,prediction\na,b,a\n", encoding="utf-8")
    for ending in ("arrow", "parquet", "csv"):
        with pytest.raises(InputError, match="has 2 columns called 'truth': rename one of them"):
            read_tables(str(tmp_path / f"x.{ending}"), Wanted())


def test_nested_columns_beside_those_asked_for(tmp_path):
    nested = [{"x": 1, "y": {"z": [1, 2]}}, {"x": 2, "y": {"z": []}}]
    table = pa.table({"list": [[1], [2, 3]], "truth": ["a", "b"], "deep": nested, "prediction": ["a", "a"]})
    parquet.write_table(table, tmp_path / "x.parquet")
    assert read_tables(str(tmp_path / "x.parquet"), Wanted()).tables.counts.tolist() == [[1, 0], [1, 0]]


def test_arrow_files_whose_columns_are_in_another_order(tmp_path):
    one, other = (
        {"truth": ["a", "b"], "prediction": ["a", "a"]},
        {"prediction": ["b", "b"], "truth": ["a", "b"]},
    )
    files = [written(tmp_path / "1.arrow", one), written(tmp_path / "2.arrow", other)]
    assert read_tables(files, Wanted()).tables.counts.tolist() == [[1, 1], [1, 1]]


# Numbers of very many digits -------------------------------------------------------------------

DIGITS = "7" * 5000


@pytest.mark.parametrize("text", [DIGITS, f'"{DIGITS}"'])
def test_digits_without_end_are_a_label(tmp_path, text):
    path = tmp_path / "x.jsonl"
    path.write_text(
        f'{{"truth": {text}, "prediction": 1}}\n{{"truth": 1, "prediction": 1}}\n', encoding="utf-8"
    )
    assert read_tables(str(path), Wanted()).tables.labels == ("1", DIGITS)


def test_digits_without_end_are_a_category(tmp_path, capsys):
    path = tmp_path / "x.csv"
    path.write_text(f"ann,bob\n{DIGITS},1\n1,1\n{DIGITS},{DIGITS}\n", encoding="utf-8")
    assert main(["agree", str(path)]) == 0
    assert main(["agree", str(path), "--counts"]) == 2
    assert "is not a number of raters" in capsys.readouterr().err
