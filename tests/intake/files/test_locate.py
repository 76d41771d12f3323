"""Names to files: patterns, directories and partitions mean the files one would expect, in order, once."""

import os
import socket
import threading
from pathlib import Path

import pytest

from abovechance.core.errors import InputError
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.part import called, located
from abovechance.intake.files.reading import Reading
from abovechance.tables.files import read_tables


@pytest.fixture
def tree(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in (
        "b.csv",
        "a.csv",
        "deep/er/c.jsonl.gz",
        "deep/d.parquet",
        "_SUCCESS",
        ".hidden.csv",
        "_delta_log/1.json",
        ".git/x.csv",
        "README.md",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    return tmp_path


def names(file):
    return [place.file for place in located(file)]


@pytest.mark.usefixtures("tree")
def test_a_directory_has_the_data_files_below_it():
    assert names(".") == ["a.csv", "b.csv", "deep/d.parquet", "deep/er/c.jsonl.gz"]


@pytest.mark.usefixtures("tree")
def test_patterns_match_sorted_and_not_what_is_hidden():
    assert names("*.csv") == ["a.csv", "b.csv"]
    assert names("**/*.parquet") == ["deep/d.parquet"]
    assert names("[ab].csv") == ["a.csv", "b.csv"]
    assert names("d*") == ["deep/d.parquet", "deep/er/c.jsonl.gz"]
    assert names("**") == ["README.md", "a.csv", "b.csv", "deep/d.parquet", "deep/er/c.jsonl.gz"]
    assert names("_delta_log/*") == ["_delta_log/1.json"]


@pytest.mark.usefixtures("tree")
def test_several_names_keep_their_order():
    assert names(["b.csv", "a.csv", "deep"]) == ["b.csv", "a.csv", "deep/d.parquet", "deep/er/c.jsonl.gz"]
    assert names(["-", "none.csv"]) == ["-", "none.csv"]


def test_a_name_that_exists_is_no_pattern(tmp_path):
    path = tmp_path / "a[1]*.csv"
    path.write_text("")
    (tmp_path / "a1.csv").write_text("")
    assert names(str(path)) == [str(path)]


@pytest.mark.usefixtures("tree")
@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("*.tsv", r"no file matches '\*.tsv'"),
        ([], "no file is given"),
        (["a.csv", "*.csv"], "'a.csv' is given twice"),
        (["a.csv", "./a.csv"], "'./a.csv' is given twice"),
        (["-", "-"], "standard input is given twice"),
        ("_delta_log/er", None),
    ],
)
def test_what_is_refused(file, message):
    if message is None:
        Path("_delta_log/er").mkdir()
        message = "'_delta_log/er' is a directory without data files"
    with pytest.raises(InputError, match=message):
        located(file)


def test_a_folder_that_links_to_itself_is_entered_once(tmp_path):
    (tmp_path / "a.csv").write_text("")
    (tmp_path / "again").symlink_to(tmp_path)
    assert names(str(tmp_path)) == [str(tmp_path / "a.csv")]


def test_a_linked_folder_is_entered(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.csv").write_text("")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "site=A").symlink_to(tmp_path / "real")
    assert names(str(tmp_path / "data")) == [str(tmp_path / "data" / "site=A" / "a.csv")]


@pytest.mark.parametrize("folder", ["data", "*", "**/*.csv", "linked"])
def test_a_file_that_several_links_lead_to_is_meant_once(tmp_path, monkeypatch, folder):
    monkeypatch.chdir(tmp_path)
    Path("data/site=A").mkdir(parents=True)
    Path("data/site=A/part.csv").write_text("")
    Path("data/site=A/latest.csv").symlink_to("part.csv")
    Path("data/all").symlink_to("site=A")
    Path("linked").symlink_to("data")
    (place,) = located(folder)
    assert place.file == f"{'linked' if folder == 'linked' else 'data'}/site=A/part.csv"
    assert place.constants == {"site": "A"}


def test_a_file_and_a_link_to_it_are_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text("")
    Path("latest.csv").symlink_to("a.csv")
    with pytest.raises(InputError, match=r"'latest\.csv' is given twice"):
        located(["a.csv", "latest.csv"])


def test_folders_name_columns(tmp_path):
    folder = tmp_path / "site=S%C3%A3o%2FPaulo" / "day=__HIVE_DEFAULT_PARTITION__" / "_k=a=b"
    folder.mkdir(parents=True)
    (folder / "x=1.csv").write_text("")
    (place,) = located(str(tmp_path))
    assert place.constants == {"site": "São/Paulo", "day": "", "_k": "a=b"}


@pytest.mark.parametrize(
    ("file", "name"),
    [("-", "standard input"), ("a", "'a'"), (["a"], "'a'"), (["a", "b"], "the input"), ("*.x", "'*.x'")],
)
def test_what_messages_call_the_input(file, name):
    assert called(file) == name


def test_a_folder_that_cannot_be_looked_into_is_a_bad_file(tmp_path, monkeypatch):
    closed = tmp_path / "closed"
    closed.mkdir()
    (tmp_path / "1.csv").write_text("truth,prediction\na,b\n", encoding="utf-8")
    listed, opened = Path.iterdir, Path.open

    def refusing(use):
        def guarded(path, *options, **named):
            if path == closed:
                raise PermissionError(13, "Permission denied")
            return use(path, *options, **named)

        return guarded

    monkeypatch.setattr(Path, "iterdir", refusing(listed))
    monkeypatch.setattr(Path, "open", refusing(opened))
    with pytest.raises(InputError, match=r"closed' may not be read: permission denied \(skip_bad leaves"):
        read_tables(str(tmp_path), Wanted())
    found = read_tables(str(tmp_path), Wanted(), reading=Reading(skip_bad=True))
    assert (found.files, [one.file for one in found.skipped]) == (1, [str(closed)])


def test_pipes_and_sockets_are_no_data_files_of_a_directory(tree):
    os.mkfifo(tree / "pipe.csv")
    os.mkfifo(tree / "deep" / "pipe.jsonl")
    with socket.socket(socket.AF_UNIX) as served:
        served.bind("socket.csv")
        assert names(".") == ["a.csv", "b.csv", "deep/d.parquet", "deep/er/c.jsonl.gz"]
        assert names("*.csv") == ["a.csv", "b.csv"]


def test_a_pipe_that_is_named_is_read(tmp_path):
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("truth,prediction\na,b\n",))
    writer.start()
    assert read_tables(str(pipe), Wanted()).tables.labels == ("a", "b")
    writer.join()


@pytest.mark.parametrize("file", ["", ["a.csv", ""]])
def test_an_empty_name_is_no_folder(tree, file):
    with pytest.raises(InputError, match=r"the name of a file is empty: name a file, or \. for the files"):
        located(file)


def test_a_link_that_leads_nowhere_is_not_left_out(tree):
    (tree / "c.csv").symlink_to("nowhere")
    assert names("*.csv") == ["a.csv", "b.csv", "c.csv"]
