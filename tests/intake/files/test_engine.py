"""The engine spills where nothing is left behind, and says when the disk is full."""

import gzip
import io
import os
import resource
import signal
import subprocess
import sys
import threading
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pytest

from abovechance.core.errors import InputError
from abovechance.intake import limits
from abovechance.intake.files import engine
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.engine import asking, connected
from abovechance.intake.files.readers import tally
from abovechance.intake.files.readers.combinations import read_tally
from abovechance.intake.files.readers.scores import read_scores
from abovechance.intake.files.reading import Reading
from abovechance.tables.files import read_tables

SPILLING = (
    "SELECT count(*) FROM (SELECT i * 7 % 5000000 k, count(*) n FROM range({}) t(i) GROUP BY k HAVING n > 50)"
)
SMALL = {"memory_limit": "60MB", "threads": 2}
"""An engine that soon spills, on a machine of any size."""


@pytest.fixture
def scratch(tmp_path, monkeypatch):
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


@pytest.fixture(scope="module")
def identifiers(tmp_path_factory):
    path = tmp_path_factory.mktemp("identifiers") / "ids.parquet"
    ids = pl.Series(np.random.default_rng(1).permutation(1_500_000)).cast(str) + "-" * 40
    pl.DataFrame({"truth": ids, "prediction": ids}).write_parquet(path)
    return str(path)


def test_it_spills_into_a_folder_of_its_own(scratch, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with connected() as engine:
        engine.connection.execute("SET memory_limit = '60MB'")
        with asking(engine):
            assert engine.connection.execute(SPILLING.format(10_000_000)).fetchone() == (0,)
        assert list(scratch.iterdir()) == [engine.folder]
        used = engine.connection.execute("SELECT current_setting('temp_directory')").fetchone()[0]
        assert Path(used).parent == engine.folder
    assert not list(scratch.iterdir())
    assert not list(tmp_path.glob("*.tmp"))


def test_nothing_is_left_after_an_error(scratch, tmp_path):
    for name, text in (("[a].csv", "truth,prediction\na,b\n"), ("b.csv", "truth,prediction\na\n")):
        (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=r"b\.csv', line 2 has 1 cell"):
        read_tables(str(tmp_path), Wanted())
    assert not list(scratch.iterdir())


FULL = r"the disk is full: .* is kept in '.*' for a while; free space there, or set TMPDIR"


@pytest.mark.parametrize("quota", ["5MB", None], ids=["quota", "write error"])
def test_a_full_disk_is_one_clear_error(scratch, identifiers, monkeypatch, quota):
    """The engine takes the free space of the disk for its quota; a write that fails all the same is the other way."""
    started = duckdb.connect

    def connect(config):
        connection = started(config=config | SMALL)
        if quota is not None:
            connection.execute(f"SET max_temp_directory_size = '{quota}'")
        return connection

    monkeypatch.setattr(duckdb, "connect", connect)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    if quota is None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2**20, limits[1]))
    try:
        with pytest.raises(InputError, match=FULL) as caught:
            read_tally(identifiers, Wanted())
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    assert "\n" not in str(caught.value)
    assert not list(scratch.iterdir())


def test_a_full_disk_is_not_the_fault_of_a_file(scratch, tmp_path, monkeypatch):
    pl.DataFrame({"truth": ["a"] * 10**5, "prediction": ["b"] * 10**5}).write_csv(tmp_path / "a.csv")
    pl.read_csv(tmp_path / "a.csv").write_ipc(tmp_path / "plain.arrow", compression="uncompressed")
    (tmp_path / "b.arrow.gz").write_bytes(gzip.compress((tmp_path / "plain.arrow").read_bytes()))

    class Full(io.BytesIO):
        name = ""

        def write(self, _):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.NamedTemporaryFile", lambda **_: Full())
    with pytest.raises(InputError, match=FULL):
        read_tables(
            [str(tmp_path / "a.csv"), str(tmp_path / "b.arrow.gz")], Wanted(), reading=Reading(skip_bad=True)
        )
    assert not list(scratch.iterdir())


INTERRUPTED = f"""
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
import os, threading, time
from pathlib import Path
import duckdb
from abovechance.intake.files import engine
from abovechance.intake.files.readers import sorted_scores
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.reading import Reading
from abovechance.tables.files import read_tables
started = duckdb.connect
duckdb.connect = lambda config: started(config=config | {SMALL})
def interrupt():
    while not list(Path(os.environ["TMPDIR"]).glob("*/spilled/*")):
        time.sleep(0.005)
    print("spilled", flush=True)
    os.kill(os.getpid(), signal.SIGINT)
def tell(share):
    pass
threading.Thread(target=interrupt, daemon=True).start()
engine._POLL_SECONDS = 0.01
try:
    if sys.argv[2] == "count":
        read_tables(sys.argv[1], Wanted("truth", "score"), labels=["a"], reading=Reading(progress=tell))
    else:
        sorted_scores.with_sorted_scores(
            sys.argv[1], "truth", "score", lambda found: list(found.blocks), positive="1", memory="60MB",
            reading=Reading(progress=tell),
        )
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.fixture(scope="module")
def many_items(tmp_path_factory):
    path = tmp_path_factory.mktemp("many") / "items.parquet"
    with duckdb.connect() as connection:
        connection.execute("SET enable_progress_bar_print = false")
        connection.execute(
            "COPY (SELECT (i % 2)::VARCHAR AS truth, hash(i) / 1e9 AS score FROM range(10000000) t(i)) "
            f"TO '{path}' (FORMAT parquet)"
        )
    return path


@pytest.mark.parametrize("what", ["count", "sort"])
def test_an_interruption_leaves_nothing_behind(tmp_path, many_items, what):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(many_items), what],
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env=os.environ | {"TMPDIR": str(scratch)},
        text=True,
        check=False,
    )
    assert done.stdout == "spilled\ninterrupted\n"
    assert done.returncode == 0
    assert not list(scratch.iterdir())
    assert list(tmp_path.iterdir()) == [scratch]
    assert list(many_items.parent.iterdir()) == [many_items]


def test_a_watcher_is_silent_when_the_engine_is_gone(monkeypatch):
    """As after a second interruption, which ends the wait for it."""
    monkeypatch.setattr(engine, "_POLL_SECONDS", 0.0)
    watchers = []
    monkeypatch.setattr(threading.Thread, "start", lambda self: watchers.append(self.run))
    monkeypatch.setattr(threading.Thread, "join", lambda self: None)
    connection = duckdb.connect()
    told = []
    with engine._watched(connection, told.append):
        connection.close()
        watchers[0]()
    assert told == []


# A column of too many labels ----------------------------------------------------------------------


def as_ipc(frame, path):
    frame.write_ipc(path, compression="uncompressed")


@pytest.fixture(params=[0, 2**40], ids=["look ahead", "all at once"])
def way(request, monkeypatch):
    monkeypatch.setattr(tally, "_LOOK_AHEAD", request.param)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize(
    ("ending", "write"),
    [
        ("csv", pl.DataFrame.write_csv),
        ("jsonl", pl.DataFrame.write_ndjson),
        ("parquet", pl.DataFrame.write_parquet),
        ("arrow", as_ipc),
    ],
)
def test_a_regression_target_is_refused_by_name(tmp_path, ending, write):
    rng = np.random.default_rng(3)
    frame = pl.DataFrame({"price": rng.normal(size=20_000), "cheap": rng.random(20_000) < 0.5})
    for i in range(2):
        write(frame[i * 10_000 : (i + 1) * 10_000], tmp_path / f"{i}.{ending}")
    for file in (str(tmp_path / f"0.{ending}"), f"{tmp_path}/*.{ending}"):
        with pytest.raises(
            InputError, match=r"the column 'price' has (at least|more than) [\d,]+ distinct values"
        ) as e:
            read_tables(file, Wanted("cheap", "price"), reading=Reading(skip_bad=True))
        assert all(words in str(e.value) for words in ("cut it into classes", "labels"))
        assert "'cheap'" not in str(e.value)


def test_labels_of_several_files_are_too_many_together(tmp_path):
    for i in range(3):
        names = [f"{i}-{j}" for j in range(2_000)]
        pl.DataFrame({"truth": names, "prediction": names}).write_csv(tmp_path / f"{i}.csv")
    with pytest.raises(InputError, match=r"'truth' has (at least|more than) [56],000 distinct values"):
        read_tables(str(tmp_path), Wanted())
    for i in range(3):
        names = [f"{i}-{j}" for j in range(2_000)]
        pl.DataFrame({"truth": names, "s": [1.0] * 2_000}).write_csv(tmp_path / f"{i}.csv")
    with pytest.raises(InputError, match=r"'truth' has (at least|more than) [56],000 distinct values"):
        read_scores(str(tmp_path), None, ["s"], reading=Reading(skip_bad=True))


def test_an_identifier_among_the_groups_is_found_by_a_look_ahead(identifiers, monkeypatch):
    monkeypatch.setattr(tally, "_LOOK_AHEAD", 0)
    monkeypatch.setattr(limits, "MOST_COMBINATIONS", 500_000)
    with pytest.raises(
        InputError, match=r"'truth', with at least 1,000,000 of its own, looks like an identifier"
    ):
        read_tally(identifiers, Wanted())
