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
from abovechance.simulation.running import run

def chunk(cell, size, seed):
    time.sleep(0.005)
    values = np.random.default_rng(seed).standard_normal(size) * 10.0 ** (cell % 7)
    return {"sum": values.sum(), "squares": values @ values}

def main(folder, result):
    print("ready", flush=True)
    found = run(range(300), chunk, replicates=100, seed=1, chunk_size=50, workers=2, folder=folder)
    np.savez(result, *(part[name] for part in found for name in ("sum", "squares")))

main(*(None if name == "-" else name for name in sys.argv[1:]))
"""


def start(folder, result):
    arguments = [sys.executable, "-c", STUDY, str(folder), str(result)]
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


def test_interrupted_by_the_user(tmp_path):
    """Ctrl-C ends the run long before all is done, and what is finished is there and whole."""
    with start(tmp_path / "folder", tmp_path / "never") as process:
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        process.stdout.read()
    assert process.returncode not in (0, -signal.SIGKILL)
    finished = sorted((tmp_path / "folder").glob("cell-*.npz"))
    assert 0 < len(finished) < 300
    for file in finished:
        with np.load(file) as archive:
            assert set(archive) == {"sum", "squares"}
