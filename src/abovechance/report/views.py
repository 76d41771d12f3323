"""What results give of themselves: text, a dictionary, tables and pages, all through their document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from abovechance.report.build import build

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


def latex(result: Result) -> str:
    """The table for a paper."""
    from abovechance.report.formats.latex import to_latex

    return to_latex(build(result))


def markdown(result: Result) -> str:
    """The table for a page of Markdown."""
    from abovechance.report.formats.markdown import to_markdown

    return to_markdown(build(result))


def html(result: Result) -> str:
    """The report as a page."""
    from abovechance.report.formats.html import to_html

    return to_html(build(result))


def notebook(result: Result) -> str:
    """The report as a part of a page."""
    from abovechance.report.formats.html import to_fragment

    return to_fragment(build(result))
