"""What a page of a report may do: run its own script, use its own style sheet, and nothing else."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

from abovechance.report.formats.svg import stylesheet


@cache
def style() -> str:
    """The style sheet of a page, with that of pictures."""
    return _read("page.css") + stylesheet()


@cache
def script() -> str:
    """The script of a page."""
    return _read("page.js")


@cache
def policy(frame_ancestors: str = "") -> str:
    """The content-security policy of pages.

    Parameters
    ----------
    frame_ancestors
        Who may show a page in a frame, such as ``'self'``. Browsers take this from a header alone.
    """
    rules = [
        "default-src 'none'",
        # By hash: only this very script runs, wherever the file is opened and without a server.
        f"script-src {_hashed(script())}",
        f"style-src {_hashed(style())}",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return "; ".join([*rules, f"frame-ancestors {frame_ancestors}"] if frame_ancestors else rules)


def _hashed(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _read(name: str) -> str:
    return files(__package__).joinpath("templates", name).read_text(encoding="utf-8")
