"""A driver of Spark here: its Java is a process of ours and ends with the work, however that ends."""

from __future__ import annotations

import importlib
import logging
import signal
import socket
import subprocess
import tempfile
import threading
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import InputError
from abovechance.intake.engines.spark_errors import of_spark, without_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator

_REACH_SECONDS = 5.0
_END_SECONDS = 10.0
_JAVA_OPTIONS = "JDK_JAVA_OPTIONS"
_WAREHOUSE = Path("spark-warehouse")  # the folder that a driver makes where it runs; ours makes none
_SETTINGS = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false"}


@contextmanager
def driver_session(master: str) -> Iterator[Any]:
    """A session whose driver runs here; what its Java has to say goes to a file, not to the terminal."""
    from pyspark import SparkConf, SparkContext
    from pyspark.sql import SparkSession

    _require_master(master)
    conf = SparkConf().setMaster(master).setAppName("abovechance").setAll(list(_SETTINGS.items()))
    with tempfile.TemporaryFile("w+", errors="replace") as said, ExitStack() as ends:
        ends.enter_context(_quiet())
        ends.enter_context(_no_warehouse())
        try:
            with of_spark(f"Spark cannot be started for {without_secrets(master)!r}", master):
                running = SparkContext._gateway  # noqa: SLF001 - a Java that runs already serves again
                gateway = running or ends.enter_context(_java(conf, said))
                with _handler_kept():
                    session = SparkSession(SparkContext(conf=conf, gateway=gateway))
        except InputError as error:
            raise InputError(_about_java(str(error), said)) from None
        ends.callback(session.stop)
        yield session


@contextmanager
def _java(conf: Any, said: Any) -> Iterator[Any]:
    """Spark's Java, in a process that is known from its first moment and ended, and its folder, removed."""
    from pyspark import SparkContext

    launcher: Any = importlib.import_module("pyspark.java_gateway")
    started: list[subprocess.Popen[bytes]] = []
    folder = tempfile.TemporaryDirectory(prefix="abovechance-spark-", ignore_cleanup_errors=True)

    class Known(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            started.append(self)
            given = options["env"].get(_JAVA_OPTIONS, "")
            java = {_JAVA_OPTIONS: f'{given} "-Djava.io.tmpdir={folder.name}"'.strip()}
            super().__init__(*arguments, **options | {"env": options["env"] | java})

    usual, launcher.Popen = launcher.Popen, Known
    try:
        yield launcher.launch_gateway(conf, {"stdout": said, "stderr": said})
    finally:
        launcher.Popen = usual
        # pyspark would take the Java that has ended for one that still runs.
        SparkContext._gateway = SparkContext._jvm = SparkContext._active_spark_context = None  # noqa: SLF001
        for process in started:
            _end(process)
        folder.cleanup()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask a Java to end, so that it removes its folders; force it if it does not."""
    process.terminate()
    try:
        process.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def _handler_kept() -> Iterator[None]:
    """Let an interruption be what it was: Spark's own handler talks to Java in the middle of a talk."""
    before = signal.getsignal(signal.SIGINT)
    yield
    # Python lets only the main thread set handlers.
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, before)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep off standard error what the bridge to Java logs of an interruption, also by the root logger."""
    root, bridge = logging.getLogger(), logging.getLogger("py4j")
    handlers, told = root.handlers[:], bridge.propagate

    def is_other(record: logging.LogRecord) -> bool:
        return record.module != "java_gateway"

    root.addFilter(is_other)
    bridge.propagate = False
    try:
        yield
    finally:
        root.removeFilter(is_other)
        bridge.propagate = told
        for handler in set(root.handlers).difference(handlers):
            root.removeHandler(handler)


@contextmanager
def _no_warehouse() -> Iterator[None]:
    had_one = _WAREHOUSE.exists()
    try:
        yield
    finally:
        if not had_one:
            with suppress(OSError):
                _WAREHOUSE.rmdir()


def _about_java(message: str, said: Any) -> str:
    said.seek(0)
    lines = [line.strip() for line in said if "JAVA_HOME" in line or "UnsupportedClassVersion" in line]
    why = f" ({lines[-1]})" if lines else ""
    return f"{message}{why}; it needs Java 17 or later" if lines or "gateway" in message else message


def _require_master(master: str) -> None:
    """Refuse a standalone master that does not answer: Spark itself would try for a minute."""
    if not master.startswith("spark://"):
        return
    reasons, shown = [], without_secrets(master)
    for address in master.removeprefix("spark://").split(","):
        host, _, port = address.rpartition(":")
        try:
            socket.create_connection((host.strip("[]"), int(port)), _REACH_SECONDS).close()
        except ValueError:
            raise InputError(f"{shown!r} is no URL of a master: it is spark://host:port") from None
        except OSError as error:
            reasons.append((error.strerror or str(error)).lower())
        else:
            return
    raise InputError(f"Spark cannot be reached at {shown}: {reasons[-1]}; is the master running there?")
