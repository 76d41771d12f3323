"""Files are whole or not there, and nobody can lead them elsewhere."""

import gzip
import os
import stat

import pytest

from abovechance import InputError
from abovechance.core.files import ASIDE, replacing, write_text, writing
from abovechance.core.frames import to_parquet

WRITERS = {
    "text": lambda file: write_text(file, "new"),
    "parquet": lambda file: to_parquet({"count": [1]}, file),
}


def mode_of(file):
    return stat.S_IMODE(file.stat().st_mode)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_a_file_keeps_its_permissions(tmp_path, write, mode):
    file = tmp_path / "x"
    file.write_text("old")
    file.chmod(mode)
    write(file)
    assert file.read_bytes() != b"old"
    assert mode_of(file) == mode


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_a_new_file_has_the_permissions_that_the_user_gives(tmp_path, write):
    before = os.umask(0o027)
    try:
        write(tmp_path / "x")
    finally:
        os.umask(before)
    assert mode_of(tmp_path / "x") == 0o640


@pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
def test_links_are_written_through(tmp_path, write):
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder/x")
    for _ in range(2):
        write(tmp_path / "link")
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "folder" / "x").is_file()
    assert [file.name for file in (tmp_path / "folder").iterdir()] == ["x"]


def test_nobody_else_can_enter_or_guess_where_a_file_is_written(tmp_path):
    names = set()
    for _ in range(2):
        with replacing(tmp_path / "x") as aside:
            assert mode_of(aside.parent) == 0o700
            assert not any(aside.parent.iterdir())
            names.add(aside.parent.name)
            aside.write_text("new")
    assert len(names) == 2
    assert all(name.startswith(ASIDE) for name in names)
    assert [file.name for file in tmp_path.iterdir()] == ["x"]


def test_a_link_under_the_old_name_leads_nowhere(tmp_path):
    other = tmp_path / "other"
    other.write_text("mine")
    (tmp_path / f".x.{os.getpid()}.part").symlink_to(other)
    write_text(tmp_path / "x", "new")
    assert other.read_text() == "mine"


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, OSError])
def test_what_fails_leaves_all_as_it_was(tmp_path, error):
    (tmp_path / "x").write_text("old")

    def fail():
        with writing(tmp_path / "x") as stream:
            stream.write("half")
            raise error

    with pytest.raises(InputError if error is OSError else error):
        fail()
    assert [file.read_text() for file in tmp_path.iterdir()] == ["old"]


def test_a_name_as_long_as_a_name_may_be(tmp_path):
    write_text(tmp_path / ("x" * 255), "new")
    assert (tmp_path / ("x" * 255)).read_text() == "new"


@pytest.mark.parametrize("name", ["x.csv.gz", "x.json.GZ"])
def test_texts_are_compressed_the_same_each_time(tmp_path, name):
    for file in (tmp_path / "a" / name, tmp_path / "b" / name):
        file.parent.mkdir()
        write_text(file, "a,é\r\n")
        assert gzip.decompress(file.read_bytes()) == "a,é\r\n".encode()
    assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
