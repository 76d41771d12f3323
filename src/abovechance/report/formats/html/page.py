"""The page of a document: what its template shows, and in which order."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from markupsafe import Markup, escape

from abovechance.core.text import visible
from abovechance.report.document import (
    Choice,
    Extra,
    Figure,
    Heading,
    Matrix,
    Paragraph,
    Steps,
    Table,
)
from abovechance.report.formats.html.data import embedded, packed
from abovechance.report.formats.html.definitions import definitions
from abovechance.report.formats.html.matrices import matrix_view
from abovechance.report.formats.html.policy import policy, script, style
from abovechance.report.formats.html.provenance import Provenance, versions
from abovechance.report.formats.html.steps import choice_view, steps_view
from abovechance.report.formats.html.tables import measure_of, table_view
from abovechance.report.formats.json import as_dict, json_text
from abovechance.report.formats.svg import to_svg

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jinja2 import Environment

    from abovechance.report.document import Document, Section

_TITLES = {
    "roc": "Scores",
    "agreement": "Agreement of raters",
    "concordance": "Concordance of groupings",
    "solve": "Solutions",
    "class_solution": "Solutions",
    "abstention_curve": "Refusing the least confident",
    "imperfect_truth": "A truth that may be wrong",
    "mark": "Marks",
    "rows": "Result",
}
_OF_MATRICES = "Truth against prediction"
_QUOTED = re.compile(r"'[^'\n]*'")
# Hebrew, Arabic and other scripts that are read from the right.
_FROM_RIGHT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_LONGEST_TITLE = 200
# Not before a digit, as in 0.5, and not within an entity, as &amp; is.
_JOINT = re.compile(r"([_/:]|[.,-](?!\d))(?![^<&]*;)")
_BREAKS_NOWHERE = re.compile(r" %(?: interval)?|\bp (?:&lt;|=) (?=\d)")
_SENTENCE = re.compile(r"(?<=[.?!]) (?=[A-Z'])")  # between two sentences


@dataclass
class Chapter:
    """Blocks under one title."""

    title: str
    ident: str
    folded: bool = False
    blocks: list[Any] = field(default_factory=list)
    is_said: bool = False  # whether its title is a sentence of the report, which is never left out


@dataclass(frozen=True)
class FigureView:
    """A picture for the template."""

    svg: Markup
    is_wide: bool = False
    template: ClassVar[str] = "figure"


@dataclass(frozen=True)
class TextView:
    """A paragraph, or a title below that of a chapter."""

    text: str
    style: str
    is_wide: bool = True
    template: ClassVar[str] = "text"


def to_html(document: Document, provenance: Provenance | None = None) -> str:
    """The report as a page that needs nothing else.

    Parameters
    ----------
    document
        What to show.
    provenance
        How it was made, as far as the caller knows: the command, and the files that were read.
    """
    made = provenance or Provenance()
    first, rest = _first_sentence(document.verdict)
    found = as_dict(document)
    data = embedded(packed(found))
    said = _environment().get_template("page.html").render(
        policy=policy(),
        style=Markup(style()),  # noqa: S704 - ours
        script=Markup(script()),  # noqa: S704 - ours
        title=visible(first)[:_LONGEST_TITLE],
        kind=_TITLES.get(document.kind, re.sub(r"[._]", " ", document.kind).capitalize()),
        verdict=first,
        more=rest,
        warnings=document.warned,
        about=document.about,
        beware=[note for note in document.notes if note.severity != "remark"],
        remarks=[note.text for note in document.notes if note.severity == "remark"],
        chapters=_chapters(document),
        definitions=definitions([*_measures(document.all_sections), *document.measures]),
        made=made,
        versions=versions(),
        data=data,
        size=len(json_text(found).encode()),
        has_more=any(isinstance(section, Extra | Steps | Choice) for section in document.sections),
        file_name=re.sub(r"\W+", "-", document.kind) or "report",
    )  # fmt: skip
    return said + "\n"


def _first_sentence(verdict: str) -> tuple[str, str]:
    """What stands out, and the rest: the first line, of a long one the first sentence."""
    first, _, rest = verdict.partition("\n")
    if len(first) > _LONGEST_TITLE and (end := _SENTENCE.search(first)):
        return first[: end.start()], "\n".join(filter(None, (first[end.end() :], rest)))
    return first, rest


def _chapters(document: Document) -> list[Chapter]:
    """Sections under their titles; where the document has none, a table begins a chapter of its own."""
    sections = document.sections
    titled = any(isinstance(section, Heading) for section in sections)
    idents = (f"s{i}" for i in range(10**6))
    found = [Chapter("", next(idents))]
    for section in [*([] if document.headline is None else [document.headline]), *sections]:
        if isinstance(section, Heading):
            found.append(Chapter(section.text, next(idents)))
        elif isinstance(section, Extra):
            blocks = list(_blocks(section.sections, idents))
            found += [Chapter(section.title, next(idents), section.folded, blocks)] if blocks else []
            # What follows is no part of the extra.
            found.append(Chapter("", next(idents)))
        else:
            own = "" if titled or section is document.headline else _own_title(section)
            is_sentence = isinstance(section, Paragraph)
            # A chapter that has nothing but its title so far takes the section as its first.
            begins = bool(own) and not (found[-1].title and not found[-1].blocks)
            if begins:
                found.append(Chapter(own, next(idents), is_said=is_sentence))
            if not (begins and is_sentence):
                found[-1].blocks += _blocks([section], idents)
    return [chapter for chapter in found if chapter.blocks or chapter.is_said]


def _own_title(section: Section) -> str:
    if isinstance(section, Matrix):
        return _OF_MATRICES
    if isinstance(section, Paragraph):
        return section.text if section.style == "bold" else ""
    if not isinstance(section, Table) or not section.columns:
        return ""
    return section.title or section.columns[0].title.strip()


def _blocks(sections: Iterable[Section], idents: Iterator[str]) -> Iterator[Any]:
    for section in sections:
        if isinstance(section, Table):
            yield table_view(section)
        elif isinstance(section, Matrix):
            yield matrix_view(section.tables)
        elif isinstance(section, Figure):
            yield FigureView(Markup(to_svg(section.picture, next(idents))))  # noqa: S704 - escaped there
        elif isinstance(section, Steps):
            yield steps_view(section, next(idents))
        elif isinstance(section, Choice):
            yield choice_view(section, next(idents))
        elif isinstance(section, Paragraph):
            yield TextView(section.text, section.style)
        elif isinstance(section, Heading):
            yield TextView(section.text, "heading")
        else:
            yield TextView(section.title, "heading")
            yield from _blocks(section.sections, idents)


def _measures(sections: Iterable[Section]) -> Iterator[str]:
    """The keys of the measures that cells name."""
    for section in sections:
        if isinstance(section, Extra):
            yield from _measures(section.sections)
        elif isinstance(section, Steps):
            # The rows of all steps are the same, and so are the measures that they name.
            yield from _measures(section.tables[:1])
        elif isinstance(section, Choice):
            yield from _measures(section.steps)
        elif isinstance(section, Table):
            table = section if section.whole is None else section.whole()
            yield from filter(None, (measure_of(table, row) for row in table.rows))


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    found = Environment(
        loader=PackageLoader(__package__), autoescape=True, trim_blocks=True, lstrip_blocks=True,
        undefined=StrictUndefined, finalize=_printable,
    )  # fmt: skip
    found.filters["prose"] = prose
    found.filters["breakable"] = breakable
    return found


def _printable(value: Any) -> Any:
    """No character that is not seen goes into a page: all text that is not ours passes here."""
    return visible(value, kept="\n") if isinstance(value, str) and not isinstance(value, Markup) else value


def prose(text: str) -> Markup:
    """Sentences: lines stay lines, labels from right to left stay apart, and no number loses its unit."""
    lines = (_BREAKS_NOWHERE.sub(_tied, _isolated(visible(line))) for line in text.split("\n"))
    return Markup("<br>".join(lines))  # noqa: S704 - escaped


def _tied(found: re.Match[str]) -> str:
    return found[0].replace(" ", "&nbsp;")


def _isolated(line: str) -> str:
    if not _FROM_RIGHT.search(line):
        return str(escape(line))
    parts, at = [], 0
    for found in _QUOTED.finditer(line):
        parts += [escape(line[at : found.start()]), Markup("<bdi>{}</bdi>").format(found[0])]
        at = found.end()
    return "".join(map(str, [*parts, escape(line[at:])]))


def breakable(text: str) -> Markup:
    """A name that may be broken after the signs that join its words, but not within a number."""
    said = _JOINT.sub(r"\1<wbr>", _BREAKS_NOWHERE.sub(_tied, str(escape(visible(text)))))
    return Markup(said)  # noqa: S704 - escaped
