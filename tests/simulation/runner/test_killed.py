"""A study killed at ten random moments ends with the result of one that was never interrupted."""

import random
import signal
import subprocess
import sys

import numpy as np

# The signal is sent while a certain chunk is computed, which never ends, whatever else the machine does. When
# it was handed out, all but the eight before it were done.
STUDY = """
import itertools, os, sys, time
import numpy as np
from abovechance.simulation.runner import run as running

number, last, pause = int(sys.argv[4]), int(sys.argv[5]), float(sys.argv[6])
turns = itertools.count()

def chunk(cell, size, seed):
    if next(turns) == last:
        time.sleep(pause)
        os.kill(os.getpid(), number)
    values = np.random.default_rng(seed).standard_normal(size) * 10.0 ** (cell % 7)
    return {"sum": values.sum(), "squares": values @ values}

def main(folder, result, cells):
    running._PATIENCE_SECONDS = 0
    chunks = 120 // int(cells)
    options = {"replicates": 50 * chunks, "seed": 1, "chunk_size": 50, "workers": 2}
    found = running.run(range(int(cells)), chunk, folder=folder, **options)
    np.savez(result, *(part[name] for part in found for name in ("sum", "squares")))

main(*(None if name == "-" else name for name in sys.argv[1:4]))
"""
NEVER = -1


def ended(folder, result, cells=60, *, number=signal.SIGKILL, last=NEVER, pause=0.0):
    """How a study ends that is sent a signal a moment after a certain chunk has begun."""
    arguments = [str(folder), str(result), str(cells), str(int(number)), str(last), str(pause)]
    command = [sys.executable, "-c", STUDY, *arguments]
    return subprocess.run(command, stderr=subprocess.PIPE, check=False).returncode


def result_of(folder, file, cells=60):
    assert ended(folder, file, cells) == 0
    with np.load(file) as archive:
        return [archive[name] for name in archive]


def test_killed_ten_times(tmp_path):
    folder, moments, finished = tmp_path / "folder", random.Random(), []
    for least in (0, 11) * 5:
        last, pause = moments.randrange(least, 12), moments.uniform(0, 0.01)
        assert ended(folder, tmp_path / "never", last=last, pause=pause) == -signal.SIGKILL
        finished.append(len(list(folder.glob("cell-*.npz"))))
    assert finished == sorted(finished)
    assert 0 < finished[-1] < 60
    resumed = result_of(folder, tmp_path / "resumed.npz")
    whole = result_of("-", tmp_path / "whole.npz")
    assert len(whole) == 120
    assert all(np.array_equal(a, b) for a, b in zip(resumed, whole, strict=True))
    assert len(list(folder.iterdir())) == 61


def chunks_kept(folder):
    part = folder / "part-000000.npz"
    if not part.exists():
        return 0
    with np.load(part) as archive:
        return int(archive["chunks of the part"])


def test_one_cell_killed_three_times(tmp_path):
    """A study of one cell keeps the chunks that are done, and adds the others to them."""
    folder, moments, done = tmp_path / "folder", random.Random(), 0
    for _ in range(3):
        last, pause = moments.randrange(12, 40), moments.uniform(0, 0.01)
        assert ended(folder, tmp_path / "never", 1, last=last, pause=pause) == -signal.SIGKILL
        assert done + last - 8 <= chunks_kept(folder) <= done + last
        done = chunks_kept(folder)
    resumed = result_of(folder, tmp_path / "resumed.npz", 1)
    assert resumed == result_of("-", tmp_path / "whole.npz", 1)
    assert sorted(path.name for path in folder.iterdir()) == ["cell-000000.npz", "manifest.json"]


def test_interrupted_by_the_user(tmp_path):
    """Ctrl-C ends the run long before all is done, and what is finished is there and whole."""
    code = ended(tmp_path / "folder", tmp_path / "never", number=signal.SIGINT, last=40)
    assert code == -signal.SIGINT
    finished = sorted((tmp_path / "folder").glob("cell-*.npz"))
    assert 0 < len(finished) < 60
    assert len(list((tmp_path / "folder").glob("part-*.npz"))) <= 1
    for file in finished:
        with np.load(file) as archive:
            assert set(archive) == {"sum", "squares"}
