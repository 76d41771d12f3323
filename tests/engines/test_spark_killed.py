"""A worker of a real Spark cluster is killed in the middle of a count, and the count is right all the same."""

import json
import os
import subprocess
import sys
from collections import Counter

import numpy as np

TASKS, ITEMS = 16, 20_000

# Each task waits half a second over its first item, so that it can be killed before it is done.
DRIVER = """
import json, sys, threading, time
from pyspark.sql import SparkSession
import abovechance as ac

master, settings, tasks, items = sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
spark = SparkSession.builder.config(map=settings).master(master).getOrCreate()
tracker = spark.sparkContext.statusTracker()
wait = f"id % {items} = 0 AND java_method('java.lang.Thread', 'sleep', 500L) = ''"
frame = spark.range(0, tasks * items, 1, tasks).selectExpr(
    f"CASE WHEN {wait} THEN -1 ELSE id % 3 END AS y", "(id * id + id DIV 7) % 3 AS p"
)

def watch():
    while True:
        for stage in map(tracker.getStageInfo, tracker.getActiveStageIds()):
            if stage and stage.numCompletedTasks >= 4 and stage.numActiveTasks:
                print(json.dumps({"done": stage.numCompletedTasks, "tasks": stage.numTasks}), flush=True)
                return
        time.sleep(0.01)

threading.Thread(target=watch, daemon=True).start()
tables = ac.Tables.from_frame(frame, truth="y", prediction="p")
print(json.dumps({"labels": tables.labels, "counts": tables.counts.tolist()}), flush=True)
spark.stop()
"""


def expected():
    i = np.arange(TASKS * ITEMS)
    return np.bincount(i % 3 * 3 + (i * i + i // 7) % 3, minlength=9).reshape(3, 3).tolist()


def events(folder):
    """What the driver wrote down: how many of each event, and how its tasks ended."""
    (log,) = folder.iterdir()
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    ends = Counter(
        line["Task End Reason"]["Reason"] for line in lines if line["Event"] == "SparkListenerTaskEnd"
    )
    return Counter(line["Event"] for line in lines), ends


def test_a_worker_is_killed_in_the_middle(cluster, tmp_path):
    log = tmp_path / "events"
    log.mkdir()
    settings = {
        "spark.eventLog.enabled": "true",
        "spark.eventLog.dir": log.as_uri(),
        "spark.eventLog.compress": "false",
        "spark.eventLog.rolling.enabled": "false",
        "spark.scheduler.minRegisteredResourcesRatio": "1.0",
    }
    arguments = [cluster.master, json.dumps(settings), str(TASKS), str(ITEMS)]
    with (
        (tmp_path / "stderr").open("wb") as stderr,
        subprocess.Popen(
            [sys.executable, "-c", DRIVER, *arguments],
            env=os.environ | cluster.environment,
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        ) as driver,
    ):
        middle = json.loads(driver.stdout.readline())
        cluster.kill_worker(0)
        cluster.start_workers(1)
        end = json.loads(driver.stdout.readline())
    assert driver.returncode == 0
    assert middle["tasks"] == TASKS
    assert 4 <= middle["done"] < TASKS
    assert end == {"labels": [0, 1, 2], "counts": expected()}
    happened, ends = events(log)
    assert happened["SparkListenerExecutorRemoved"] == 1
    assert ends["ExecutorLostFailure"] + ends["Resubmitted"] > 0, (
        "tasks ran or were done on the killed worker"
    )
    assert ends["Success"] >= TASKS + ends["Resubmitted"]
