"""A Dask cluster of two worker processes gives the result of this process, though one of them is killed."""

import os
import signal

import numpy as np
from distributed import Client, LocalCluster

from abovechance.simulation.runner.run import run
from abovechance.simulation.study.systems import System, Trial
from abovechance.simulation.study.trials import Measuring, merged

TRIALS = [
    Trial((System(3, 100, b, (0.6, 0.3, 0.1)), System(3, 100, 0.5, (0.4, 0.3, 0.3)))) for b in (0.2, 0.8)
]
CHUNK = Measuring(("informedness", "accuracy", "cohen_kappa", "recall"))
OPTIONS = {"replicates": 40_000, "seed": 7, "chunk_size": 2000, "merge": merged}


def test_a_worker_is_killed_in_the_middle():
    killed = []

    def kill(share):
        if share >= 0.25 and not killed:
            os.kill(victim, signal.SIGKILL)
            killed.append(share)

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        victim, other = client.run(os.getpid).values()
        assert os.getpid() not in (victim, other)
        found = run(TRIALS, CHUNK, executor=client.get_executor(), workers=2, progress=kill, **OPTIONS)
    assert killed == [0.25]
    expected = run(TRIALS, CHUNK, workers=1, **OPTIONS)
    for one, whole in zip(found, expected, strict=True):
        assert one.keys() == whole.keys()
        assert all(np.array_equal(one[name], whole[name], equal_nan=True) for name in whole)
