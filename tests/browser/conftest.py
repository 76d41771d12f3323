"""A real Chromium, and pages in it that note every error and every request that leaves the machine."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browsers import ADVICE, chromium

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
"""Chromium as root in a container, and without the requests that it makes of its own."""
PATIENCE = 45_000  # milliseconds; a machine under load is slow, and a page that waits for nothing costs none
expect.set_options(timeout=PATIENCE)
WIDE, NARROW = (1280, 900), (420, 900)
LOCAL = ("file:", "data:", "blob:", "about:", "http://127.0.0.1:", "http://localhost:")


def pytest_collection_modifyitems(items):
    """All tests of a module run in one process, since they share a browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.xdist_group(f"browser {item.path.stem}"))


@pytest.fixture(scope="module")
def browser():
    """One browser for a module; its event loop ends with it, so that other tests may start their own."""
    path = chromium()
    assert path is not None, ADVICE
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield found
        found.close()


@pytest.fixture
def open_page(browser: Browser) -> Callable[..., Page]:
    """Open an address, by default wide and in light colours; no page may log an error or leave the machine.

    ``offline`` turns the network off, ``expect_errors`` allows errors for a test that provokes them, and the
    size ``NARROW`` is that of a touch screen.
    """
    contexts, wrong = [], []

    def opened(
        address: str | Path,
        *,
        size: tuple[int, int] = WIDE,
        dark: bool = False,
        offline: bool = False,
        expect_errors: bool = False,
    ) -> Page:
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            has_touch=width == NARROW[0],
            offline=offline,
            reduced_motion="reduce",
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        if not expect_errors:
            page.on("console", lambda said: said.type == "error" and wrong.append(said.text))
            page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: asked.url.startswith(LOCAL) or wrong.append(asked.url))
        page.goto(address.as_uri() if isinstance(address, Path) else address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong


@pytest.fixture(scope="module")
def served():
    """The address of a running server, with its token: open it first, then any of its pages."""
    command = [sys.executable, "-m", "abovechance", "serve", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        line = server.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, line + server.stderr.read()
        yield found[0]
        server.send_signal(signal.SIGINT)
        _, told = server.communicate(timeout=20)
    assert (server.returncode, told) == (0, "")


def violations(page: Page, within: str = "document") -> list[str]:
    """What axe finds that is serious or critical, with the elements that have it; also where frames forbid it."""
    page.evaluate(AXE)
    found = page.evaluate(f"axe.run({within}, {json.dumps({'resultTypes': ['violations']})})")
    return [
        f"{rule['id']}: {rule['help']}: {[node['html'][:120] for node in rule['nodes'][:4]]}"
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
    ]


def overflows(page: Page) -> bool:
    """Whether the page itself scrolls sideways."""
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth + 1")
