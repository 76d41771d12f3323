"""Files that a Spark reads give what they give here, or one sentence that says why not."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from abovechance.cli.app import main


@pytest.fixture(params=["connect_url", "cluster_url"])
def url(request):
    """Where to reach each of the two: the server without Java, and the real cluster."""
    return request.getfixturevalue(request.param)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("merge.csv", "y,p\nä,ö\nö,ä\nx,x\nx,ä\n"),
        ("merge.jsonl", '{"y":"ä","p":"ö"}\n{"y":"ö","p":"ä"}\n{"y":"x","p":"x"}\n'),
    ],
)
def test_text_that_is_not_utf_8_is_refused(url, tmp_path, capsys, name, text):
    (tmp_path / name).write_text(text, encoding="latin-1")
    assert main(["evaluate", str(tmp_path / name), "--connect", url]) == 2
    said = capsys.readouterr().err
    assert "has bytes that are no text in this encoding" in said
    assert "--encoding" in said


def document(capsys, *arguments):
    assert main([*map(str, arguments), "--json", "-"]) == 0
    return {key: value for key, value in json.loads(capsys.readouterr().out).items() if key != "source"}


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252"])
def test_an_encoding_has_the_name_that_python_gives_it(cluster_url, tmp_path, capsys, encoding):
    (tmp_path / "merge.csv").write_text("y,p\nä,ö\nö,ä\nx,x\nx,ä\n", encoding=encoding)
    command = ["evaluate", tmp_path / "merge.csv", "--encoding", encoding]
    assert document(capsys, *command, "--connect", cluster_url) == document(capsys, *command)


@pytest.mark.parametrize("pattern", ["day=*", "day=*/*.parquet", "*/*.parquet", ""])
def test_folders_of_a_pattern_name_columns(cluster_url, tmp_path, capsys, pattern):
    columns = {"y": list("ab" * 6), "p": list("aab" * 4), "day": ["01", "02", "10"] * 4}
    pq.write_to_dataset(pa.table(columns), tmp_path / "items", partition_cols=["day"])
    command = ["evaluate", tmp_path / "items" / pattern, "--by", "day"]
    assert document(capsys, *command, "--connect", cluster_url) == document(capsys, *command)


def test_a_directory_of_csv_is_told_apart(url, tmp_path, capsys):
    folder = tmp_path / "items"
    folder.mkdir()
    (folder / "part.csv").write_text("y,p\na,b\nb,b\n", encoding="utf-8")
    assert main(["evaluate", str(folder), "--connect", url]) == 2
    assert "read as Parquet: of other files give a pattern, 'folder/*.csv'" in capsys.readouterr().err
