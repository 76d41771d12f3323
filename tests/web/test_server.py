"""The command that serves the page: where it listens, what it prints, how it ends and what is left then."""

import http.cookiejar
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from abovechance.cli.app import main
from abovechance.web.settings import own_addresses

SERVE = [sys.executable, "-m", "abovechance", "serve", "--no-open"]


@pytest.fixture
def started(tmp_path, monkeypatch):
    """Start a server whose temporary files come below a folder of the test."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    servers = []

    def heard():
        """A server hears of a closed terminal even where the tests themselves were told not to (nohup)."""
        signal.signal(signal.SIGHUP, signal.SIG_DFL)

    def start(*options):
        server = subprocess.Popen([*SERVE, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  start_new_session=True, preexec_fn=heard)  # noqa: PLW1509  # fmt: skip
        servers.append(server)
        line = server.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, server.stderr.read()
        return server, found[0]

    yield start
    for server in servers:
        server.kill()
        server.communicate()


def status(address):
    try:
        with urllib.request.urlopen(address, timeout=20) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_ends_quietly_and_leaves_nothing_behind(started, tmp_path, number):
    server, address = started()
    assert status(address.partition("/?")[0] + "/assets/base.css") == 200
    assert len(list(tmp_path.iterdir())) == 1
    server.send_signal(number)
    _, told = server.communicate(timeout=30)
    assert (server.returncode, told) == (0, "")
    assert not list(tmp_path.iterdir())


def test_the_page_is_only_for_the_printed_address(started):
    _, address = started("--host", "localhost")
    base = address.partition("/?")[0]
    assert status(f"{base}/evaluate") == 401
    assert status(f"{base}/evaluate?token=guessed") == 401
    cookies = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with cookies.open(address, timeout=20) as answer:
        assert answer.status == 200
        assert "token" not in answer.url


def test_a_port_in_use_is_said_to_be_so(capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--no-open"]) == 2
    told = capsys.readouterr().err
    assert f"port {port} of 127.0.0.1 cannot be used: Address already in use" in told
    assert "leave out the port" in told


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--port", "70000"], "0 to 65535"),
        (["--host", "no.such.host.invalid"], "cannot be used"),
        (["--max-upload", "0"], "megabytes"),
    ],
)
def test_bad_options_are_refused(capsys, options, said):
    assert main(["serve", "--no-open", *options]) == 2
    assert said in capsys.readouterr().err


def test_other_machines_are_warned_of(started):
    server, address = started("--host", "0.0.0.0")
    assert address.startswith("http://localhost:")
    port, token = re.match(r"http://localhost:(\d+)/\?token=(\S+)", address).groups()
    for name in own_addresses("0.0.0.0"):
        assert server.stdout.readline() == f"Other machines open it at http://{name}:{port}/?token={token}\n"
    server.send_signal(signal.SIGINT)
    _, told = server.communicate(timeout=30)
    assert "other machines can connect to 0.0.0.0" in told


@pytest.mark.parametrize("path", ["/api/explore/shown", "/evaluate/files?name=x.csv", "/api/evaluate/report"])
@pytest.mark.parametrize("length", [1000, 200_000_000])
def test_a_request_that_is_given_up_is_no_bug(started, path, length):
    server, address = started()
    jar = http.cookiejar.CookieJar()
    urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar)).open(address, timeout=20)
    (cookie,) = jar
    port = int(re.search(r":(\d+)/", address)[1])
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie.name}={cookie.value}\r\n"
        f"X-Page: page-of-the-first-tab\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    )
    for _ in range(3):
        with socket.create_connection(("127.0.0.1", port)) as browser:
            browser.sendall(head.encode() + b'{"table": ')
            time.sleep(0.1)
    assert status(f"http://127.0.0.1:{port}/assets/base.css") == 200
    server.send_signal(signal.SIGINT)
    _, told = server.communicate(timeout=30)
    assert told == ""
