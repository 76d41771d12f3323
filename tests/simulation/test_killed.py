"""A study killed at ten random moments ends with the result of one that was never interrupted."""

import random
import signal
import subprocess
import sys
import time

import numpy as np

# Each chunk takes five milliseconds at least, so that no machine is done before the last kill.
STUDY = """
import sys, time
import numpy as np
from abovechance.simulation import running

def chunk(cell, size, seed):
    time.sleep(0.005)
    values = np.random.default_rng(seed).standard_normal(size) * 10.0 ** (cell % 7)
    return {"sum": values.sum(), "squares": values @ values}

def main(folder, result, cells):
    print("ready", flush=True)
    running._PATIENCE_SECONDS = 0
    chunks = 600 // int(cells)
    options = {"replicates": 50 * chunks, "seed": 1, "chunk_size": 50, "workers": 2}
    found = running.run(range(int(cells)), chunk, folder=folder, **options)
    np.savez(result, *(part[name] for part in found for name in ("sum", "squares")))

main(*(None if name == "-" else name for name in sys.argv[1:]))
"""


def start(folder, result, cells=300):
    arguments = [sys.executable, "-c", STUDY, str(folder), str(result), str(cells)]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    return process


def result_of(process, file):
    with process:
        process.stdout.read()
    assert process.returncode == 0
    with np.load(file) as archive:
        return [archive[name] for name in archive]


def test_killed_ten_times(tmp_path):
    folder, moments = tmp_path / "folder", random.Random()
    undisturbed, finished = start("-", tmp_path / "whole.npz"), []
    for _ in range(10):
        with start(folder, tmp_path / "never") as process:
            time.sleep(moments.uniform(0, 0.14))
            process.send_signal(signal.SIGKILL)
            process.stdout.read()
        assert process.returncode == -signal.SIGKILL
        finished.append(len(list(folder.glob("cell-*.npz"))))
    assert finished == sorted(finished)
    assert 0 < finished[-1] < 300
    resumed = result_of(start(folder, tmp_path / "resumed.npz"), tmp_path / "resumed.npz")
    whole = result_of(undisturbed, tmp_path / "whole.npz")
    assert len(whole) == 600
    assert all(np.array_equal(a, b) for a, b in zip(resumed, whole, strict=True))
    assert len(list(folder.iterdir())) == 301


def chunks_kept(folder):
    part = folder / "part-000000.npz"
    if not part.exists():
        return 0
    with np.load(part) as archive:
        return int(archive["chunks of the part"])


def test_one_cell_killed_three_times(tmp_path):
    """A study of one cell keeps the chunks that are done, and adds the others to them."""
    folder, moments = tmp_path / "folder", random.Random()
    undisturbed, done = start("-", tmp_path / "whole.npz", 1), 0
    for _ in range(3):
        with start(folder, tmp_path / "never", 1) as process:
            while chunks_kept(folder) <= done:
                assert process.poll() is None
                time.sleep(0.01)
            time.sleep(moments.uniform(0, 0.1))
            process.send_signal(signal.SIGKILL)
            process.stdout.read()
        done = chunks_kept(folder)
        assert 0 < done < 600
    resumed = result_of(start(folder, tmp_path / "resumed.npz", 1), tmp_path / "resumed.npz")
    assert resumed == result_of(undisturbed, tmp_path / "whole.npz")
    assert sorted(path.name for path in folder.iterdir()) == ["cell-000000.npz", "manifest.json"]


def test_interrupted_by_the_user(tmp_path):
    """Ctrl-C ends the run long before all is done, and what is finished is there and whole."""
    with start(tmp_path / "folder", tmp_path / "never") as process:
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        process.stdout.read()
    assert process.returncode not in (0, -signal.SIGKILL)
    finished = sorted((tmp_path / "folder").glob("cell-*.npz"))
    assert 0 < len(finished) < 300
    assert len(list((tmp_path / "folder").glob("part-*.npz"))) <= 1
    for file in finished:
        with np.load(file) as archive:
            assert set(archive) == {"sum", "squares"}
