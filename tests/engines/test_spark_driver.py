"""A command with a driver of its own that is interrupted leaves no process and no folder, and says nothing."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "breast_cancer.csv"
LAUNCHERS = ("org.apache.spark.launcher.Main", "bin/spark-class")
"""What prepares the start of Java, and the shell around it."""
COMMAND = ["evaluate", EXAMPLE, "--truth", "diagnosis", "--prediction", "tree", "--connect", "local[1]"]


def processes(session):
    """The command and what it has started, as far as they run."""
    listed = subprocess.run(
        ["ps", "-e", "-ww", "-o", "sid=,stat=,args="], capture_output=True, text=True, check=True
    )
    rows = [line.split(maxsplit=2) for line in listed.stdout.splitlines()]
    return [args for sid, stat, args in rows if int(sid) == session and not stat.startswith("Z")]


def starts(session, folder):
    return any("org.apache.spark" in args for args in processes(session))


def works(session, folder):
    return any(folder.glob("*/blockmgr-*"))


@pytest.mark.parametrize(
    ("moment", "number", "code"), [(starts, signal.SIGINT, 130), (works, signal.SIGINT, 130), (works, signal.SIGTERM, 143)]
)  # fmt: skip
def test_an_interruption_leaves_nothing(spark_cluster, tmp_path, moment, number, code):
    folder = tmp_path / "temporary"
    folder.mkdir()
    environment = os.environ | {
        "JAVA_HOME": str(spark_cluster.java_home(tmp_path)),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "TMPDIR": str(folder),
    }
    with subprocess.Popen(
        [sys.executable, "-m", "abovechance", *COMMAND],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as command:
        while not moment(command.pid, folder):
            assert command.poll() is None
            time.sleep(0.02)
        command.send_signal(number)
        said = command.communicate()
    assert (command.returncode, *said) == (code, b"", b"")
    while any(name in args for args in processes(command.pid) for name in LAUNCHERS):
        time.sleep(0.02)  # they only write the command line of the next and end by themselves
    assert processes(command.pid) == []
    assert list(folder.iterdir()) == []
    assert not (tmp_path / "spark-warehouse").exists()


INTERRUPTED = """
import logging
from py4j.clientserver import ClientServerConnection
from py4j.java_gateway import GatewayClient
from abovechance.intake.engines.spark_driver import _quiet

class Socket:
    def getsockname(self): return "127.0.0.1", 1
    def getpeername(self): return "127.0.0.1", 2
    def sendall(self, what): raise BrokenPipeError

class Connection(ClientServerConnection):
    def __init__(self): self.socket, self.stream, self.is_connected = Socket(), None, True
    def __del__(self): pass
    def send_command(self, command): raise KeyboardInterrupt

with _quiet():
    client = GatewayClient()
    client.deque.append(Connection())
    try:
        client.send_command("c")
    except KeyboardInterrupt:
        print("interrupted")
    logging.getLogger("another").warning("heard within")

assert not logging.getLogger().handlers
logging.warning("heard after")
"""


def test_what_the_bridge_to_java_says_of_an_interruption_is_not_heard():
    """Even where Java has closed the connection already, as it may on a busy machine."""
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "interrupted\n")
    assert [line.rpartition(":")[2] for line in done.stderr.splitlines()] == ["heard within", "heard after"]
