"""Which Chromium the tests drive, and what to say where there is none."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ADVICE = (
    "The browser tests (tests/browser) were LEFT OUT: this machine has no Chromium. Install it (Debian and "
    "Ubuntu: apt-get install chromium) or name one in the environment variable CHROMIUM, and test again."
)


def chromium() -> str | None:
    """The path of the browser, or None."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def are_left_out() -> bool:
    """Whether there is nothing to test with; where changes are checked, that is an error of the tests."""
    return chromium() is None and not os.environ.get("CI")
