"""Take the screenshots of the documentation: pages in a real Chromium, as PNG of few colours.

``python tools/make_screenshots.py`` takes all, ``python tools/make_screenshots.py page-explore`` one.
"""

from __future__ import annotations

import io
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from tests.browsers import ADVICE, chromium

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
COLOURS = 128
LARGEST = 200_000  # bytes


@dataclass(frozen=True)
class Shot:
    """A picture of a page: what is opened and done there, and in what window."""

    open: Callable[[Page, str], None]
    size: tuple[int, int] = (1280, 1000)
    dark: bool = False


def explore(page: Page, address: str) -> None:
    page.goto(f"{address}/explore#p=table-2")
    page.reload()
    page.locator("#verdict:not(:empty)").wait_for(timeout=60_000)


def report(command: str) -> Callable[[Page, str], None]:
    """Open the page that a command writes of an example."""

    def opened(page: Page, _: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "report.html"
            subprocess.run(
                [sys.executable, "-m", "abovechance", *shlex.split(command), "--html", str(target)],
                check=True, stdout=subprocess.DEVNULL, cwd=ROOT,
            )  # fmt: skip
            page.goto(target.as_uri())

    return opened


EVALUATION = report(
    "evaluate examples/breast_cancer.csv --truth diagnosis --prediction tree --positive malignant"
)
SCORES = report("roc examples/breast_cancer_scores.csv --truth diagnosis --score bayes --positive malignant")


def thresholds(page: Page, address: str) -> None:
    SCORES(page, address)
    page.locator(".steps").first.scroll_into_view_if_needed()
    page.locator(".chapter", has=page.locator(".steps")).first.evaluate("part => part.scrollIntoView()")


def learn(page: Page, address: str) -> None:
    page.goto(f"{address}/learn#step=kite")
    page.locator("#step-kite .said:not(:empty)").wait_for(timeout=60_000)
    page.locator("#card[aria-busy=false]").wait_for(timeout=60_000)


def evaluate(page: Page, address: str) -> None:
    page.goto(f"{address}/evaluate")
    page.get_by_role("button", name="Breast cancer, scores").click()
    page.get_by_role("button", name="Evaluate", exact=True).click(timeout=60_000)
    page.get_by_role("button", name="Choose a threshold").click(timeout=60_000)
    page.locator("#threshold-slider").wait_for(timeout=60_000)


def columns(page: Page, address: str) -> None:
    page.goto(f"{address}/evaluate")
    page.get_by_role("button", name="Breast cancer", exact=True).click()
    page.locator("#ask").wait_for(timeout=60_000)


def threshold(page: Page, address: str) -> None:
    evaluate(page, address)
    page.locator("#threshold-part").evaluate("part => part.scrollIntoView()")


SHOTS = {
    "page-explore": Shot(explore),
    "page-explore-narrow": Shot(explore, (420, 900), dark=True),
    "report-evaluation": Shot(EVALUATION, (1180, 1020)),
    "report-narrow": Shot(EVALUATION, (420, 900), dark=True),
    "report-scores": Shot(thresholds, (1180, 760)),
    "page-learn": Shot(learn),
    "page-learn-narrow": Shot(learn, (420, 900), dark=True),
    "page-evaluate": Shot(columns, (1280, 960)),
    "page-threshold": Shot(threshold, (1280, 720)),
    "page-threshold-narrow": Shot(threshold, (420, 900), dark=True),
}


def main(names: list[str]) -> None:
    path = chromium()
    if path is None:
        sys.exit(ADVICE)
    command = [sys.executable, "-m", "abovechance", "serve", "--no-open"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server,
        sync_playwright() as playwright,
    ):
        found = re.search(r"http://\S+", server.stdout.readline() if server.stdout else "")
        assert found, "the page did not start"
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for name in names or SHOTS:
            shot = SHOTS[name]
            width, height = shot.size
            scheme: Literal["dark", "light"] = "dark" if shot.dark else "light"
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            page.goto(found[0])
            shot.open(page, found[0].partition("/?")[0])
            target = IMAGES / f"{name}.png"
            target.write_bytes(smaller(page.screenshot()))
            print(f"{target.relative_to(ROOT)}: {target.stat().st_size // 1000} kB")
            page.close()
        browser.close()
        server.send_signal(signal.SIGINT)


def smaller(png: bytes) -> bytes:
    """The same picture in few colours, which screenshots need no more of."""
    small = io.BytesIO()
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    assert len(small.getvalue()) < LARGEST, "the picture is too large for the documentation"
    return small.getvalue()


if __name__ == "__main__":
    main(sys.argv[1:])
