"""What results give of themselves: text, a dictionary, tables and pages, all through their document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from abovechance.report.build import build
from abovechance.report.formats import FORMATS, format_name

if TYPE_CHECKING:
    from abovechance.core.result import Result


def text(result: Result) -> str:
    """The report as plain text."""
    from abovechance.report.formats.terminal import to_text

    return to_text(build(result))


def dictionary(result: Result) -> dict[str, Any]:
    """The JSON document."""
    from abovechance.report.formats.json import as_dict

    return as_dict(build(result))


def formatted(result: Result, name: str) -> str:
    """The document in a format by its name."""
    return FORMATS[format_name(name)](build(result))


def notebook(result: Result) -> str:
    """The report as a part of a page."""
    from abovechance.report.formats.html import to_fragment

    return to_fragment(build(result))
