"""The local page under load: fifty clients for a minute, a large file, one that is too large, and the start.

Requests go to the loopback address alone; the server is started here, and ends with this script::

    python benchmarks/page.py --seconds 60 --clients 50
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_HOST = "127.0.0.1"
_SHARE_OF_DRAGS = 0.8
_ROWS = 10_000
_LARGE, _TOO_LARGE = 100_000_000, 200_000_000  # bytes
_SAMPLE_SECONDS = 0.5
_SECONDS_TO_COME = 5.0  # until all clients are there
_MEGABYTE = 1_000_000


@dataclass
class Server:
    """A running server, and how to ask it."""

    process: subprocess.Popen[str]
    port: int
    cookie: str
    seconds_to_start: float

    def connect(self) -> http.client.HTTPConnection:
        """A connection of one client."""
        return http.client.HTTPConnection(_HOST, self.port, timeout=300)

    def ask(
        self, connection: http.client.HTTPConnection, page: str, path: str, body: Any, kind: str = "json"
    ) -> tuple[int, dict[str, Any]]:
        """The status and the answer of a request of a page."""
        headers = {"Cookie": self.cookie, "X-Page": page}
        if kind == "json":
            body = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        connection.request("POST", path, body=body, headers=headers)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text)

    @property
    def processes(self) -> list[int]:
        """The server and its workers."""
        children = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        found = [int(pid) for one in children for pid in one.read_text().split()]
        return [self.process.pid, *found]

    @property
    def memory(self) -> float:
        """The resident megabytes of all its processes."""
        return sum(_status(pid, "VmRSS") for pid in self.processes)


def _status(pid: int, name: str) -> float:
    try:
        text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    found = re.search(rf"{name}:\s+(\d+) kB", text)
    return int(found[1]) * 1024 / _MEGABYTE if found else 0.0


@contextmanager
def served() -> Iterator[Server]:
    """Start a server, and end it."""
    begun = time.perf_counter()
    command = [sys.executable, "-m", "abovechance", "serve", "--no-open"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        assert process.stdout is not None
        found = re.search(r":(\d+)/\?token=(\S+)", process.stdout.readline())
        assert found is not None
        seconds = time.perf_counter() - begun
        port = int(found[1])
        connection = http.client.HTTPConnection(_HOST, port, timeout=60)
        connection.request("GET", f"/?token={found[2]}")
        cookie = (connection.getresponse().getheader("Set-Cookie") or "").partition(";")[0]
        yield Server(process, port, cookie, seconds)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


# The load ----------------------------------------------------------------------------------------


@dataclass
class Figures:
    """What clients have seen."""

    drags: list[float] = field(default_factory=list)
    evaluations: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    memory: list[float] = field(default_factory=list)


def rows(size: int, seed: int) -> bytes:
    """Items of two classes as text."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    lines = ["truth,prediction"]
    for _ in range(size):
        truth = draw.random() < 0.4
        lines.append(f"{'ill' if truth else 'well'},{'ill' if truth ^ (draw.random() < 0.2) else 'well'}")
    return ("\n".join(lines) + "\n").encode()


def load(server: Server, clients: int, seconds: float) -> Figures:
    """Clients that each ask again as soon as they are answered."""
    figures, ready = Figures(), threading.Barrier(clients + 1)
    ends = [0.0]

    def visit(number: int) -> None:
        draw, page = random.Random(number), f"page-of-client-{number:04d}"  # noqa: S311
        connection = server.connect()
        _, taken = server.ask(
            connection, page, "/evaluate/files?name=items.csv", rows(_ROWS, number), "bytes"
        )
        asked = {"file": taken["file"], "question": "labels", "positive": "ill"}
        asked |= {"roles": [{"column": name, "role": name} for name in ("truth", "prediction")]}
        ready.wait()
        time.sleep(number / clients * _SECONDS_TO_COME)
        while time.perf_counter() < ends[0]:
            is_drag = draw.random() < _SHARE_OF_DRAGS
            table = [[draw.randint(1, 500) for _ in range(2)] for _ in range(2)]
            body = {"table": table, "labels": ["ill", "well"], "measure": "f1"} if is_drag else asked
            begun = time.perf_counter()
            path = "/api/explore/shown" if is_drag else "/api/evaluate/report"
            try:
                status, answer = server.ask(connection, page, path, body)
            except OSError as error:
                figures.errors[repr(error)] += 1
                connection = server.connect()
                continue
            (figures.drags if is_drag else figures.evaluations).append(time.perf_counter() - begun)
            if status != http.client.OK:
                figures.errors[f"{status} {answer.get('error')}"] += 1

    threads = [threading.Thread(target=visit, args=(number,), daemon=True) for number in range(clients)]
    for thread in threads:
        thread.start()
    ends[0] = time.perf_counter() + 3600  # until all are there
    ready.wait()
    ends[0] = time.perf_counter() + seconds
    while time.perf_counter() < ends[0]:
        figures.memory.append(server.memory)
        time.sleep(_SAMPLE_SECONDS)
    for thread in threads:
        thread.join(120)
    return figures


# Large files -------------------------------------------------------------------------------------


def large(server: Server) -> tuple[float, float, float]:
    """Seconds to send a large file and to evaluate it, and the most megabytes of any process."""
    connection, page = server.connect(), "page-of-a-large-file"
    begun = time.perf_counter()
    with tempfile.TemporaryFile() as file:
        block = rows(50_000, 1)
        file.write(block)
        while file.tell() < _LARGE:
            file.write(block.partition(b"\n")[2])
        file.seek(0)
        status, taken = server.ask(connection, page, "/evaluate/files?name=large.csv", file, "bytes")
    assert status == http.client.OK, taken
    sent = time.perf_counter() - begun
    asked = {"file": taken["file"], "question": "labels", "positive": "ill"}
    asked |= {"roles": [{"column": name, "role": name} for name in ("truth", "prediction")]}
    begun = time.perf_counter()
    status, answer = server.ask(connection, page, "/api/evaluate/report", asked)
    assert status == http.client.OK, answer
    return sent, time.perf_counter() - begun, max(_status(pid, "VmHWM") for pid in server.processes)


def too_large(server: Server) -> tuple[int, str]:
    """The status and the sentence for a file beyond the limit."""
    connection = server.connect()
    connection.putrequest("POST", "/evaluate/files?name=x.csv")
    for name, value in {"Cookie": server.cookie, "X-Page": "page-of-a-large-file"}.items():
        connection.putheader(name, value)
    connection.putheader("Content-Length", str(_TOO_LARGE))
    connection.endheaders()
    block = b"ill,well\n" * 10_000
    try:
        for _ in range(_TOO_LARGE // len(block)):
            connection.send(block)
    except OSError:  # it was refused, and the rest is not read
        pass
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())["error"]


def main() -> None:
    """Measure all of it and print a table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--clients", type=int, default=50)
    asked = options.parse_args()
    with served() as server:
        print(f"| up after | {server.seconds_to_start:.2f} s |")
        found = load(server, asked.clients, asked.seconds)
        quarter = max(len(found.memory) // 4, 1)
        for name, times in {"drags": found.drags, "evaluations": found.evaluations}.items():
            cuts = statistics.quantiles(times, n=100) if len(times) > 1 else [float("nan")] * 99
            print(f"| {name} | {len(times)} | p50 {1000 * cuts[49]:.0f} ms, p95 {1000 * cuts[94]:.0f} ms |")
        print(f"| errors | {sum(found.errors.values())} | {dict(found.errors)} |")
        first, last = found.memory[quarter : 2 * quarter], found.memory[-quarter:]
        print(
            f"| memory of all processes | {statistics.mean(first):.0f} MB in the second quarter, "
            f"{statistics.mean(last):.0f} MB in the last, most {max(found.memory):.0f} MB |"
        )
        sent, evaluated, most = large(server)
        print(
            f"| 100 MB of CSV | sent in {sent:.1f} s, evaluated in {evaluated:.1f} s, at most {most:.0f} MB |"
        )
        status, sentence = too_large(server)
        print(f"| 200 MB | {status} {sentence} |")


if __name__ == "__main__":
    main()
