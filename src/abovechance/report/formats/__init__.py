"""A renderer for each format: a document in, text out.

A format is a module here, and an entry of ``FORMATS``: the options of commands, ``Result.to_format`` and what
the page offers to save follow from it. Renderers are loaded when they are used.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Literal

from abovechance.core.lookup import Names

if TYPE_CHECKING:
    from abovechance.report.document import Document


@dataclass(frozen=True)
class Format:
    """A format of text.

    ``renderer`` is its module here and the function of it. Where commands can print it, ``option`` is what
    the help says of that. ``title`` is what the page calls it, where it can be saved.
    """

    name: str
    ending: str
    media_type: str
    renderer: str
    title: str = ""
    option: str = ""
    of_studies: bool = True  # whether studies can be printed in it
    unencodable: Literal["strict", "xmlcharrefreplace"] = "strict"  # what of letters that an encoding lacks

    def __call__(self, document: Document) -> str:
        """A document in this format."""
        module, _, function = self.renderer.partition(":")
        text: str = getattr(import_module(f"{__name__}.{module}"), function)(document)
        return text

    @property
    def flag(self) -> str:
        """The option of commands."""
        return f"--{self.name.replace('_', '-')}"


FORMATS = {
    one.name: one
    for one in (
        Format("html", "html", "text/html", "html:to_html", "HTML"),
        Format("json", "json", "application/json", "json:to_json", "JSON"),
        Format("latex", "tex", "text/x-tex", "latex:to_latex", "LaTeX",
               option="Print them as a LaTeX table (booktabs).", of_studies=False),
        Format("csv", "csv", "text/csv", "csv:to_csv", option="Print the rows as CSV."),
        Format("safe_csv", "csv", "text/csv", "csv:to_safe_csv", "CSV", of_studies=False,
               option="Print them as CSV for a spreadsheet, which takes no cell of text for a formula."),
        Format("markdown", "md", "text/markdown", "markdown:to_markdown", "Markdown",
               option="Print them as a Markdown table.", unencodable="xmlcharrefreplace"),
    )
}  # fmt: skip
format_name = Names("format", FORMATS, {one.ending: one.name for one in FORMATS.values()})
PRINTED = [one for one in FORMATS.values() if one.option]
SAVED = {one.ending: one for one in FORMATS.values() if one.title}  # what the page offers
