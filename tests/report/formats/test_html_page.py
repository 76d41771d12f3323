"""Reports as pages: well-formed, whole, no label is markup, and nothing is asked of the network."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from hypothesis import example, given, settings

import abovechance as ac
from abovechance import Tables
from abovechance.core.text import visible
from abovechance.report.build import build
from abovechance.report.document import (
    Cell,
    Choice,
    Column,
    Extra,
    Figure,
    Heading,
    Matrix,
    Note,
    Paragraph,
    Steps,
    Table,
)
from abovechance.report.formats.cells import texts_of
from abovechance.report.formats.html import Input, Provenance, policy, to_html
from abovechance.report.formats.html.data import packed, unpacked
from abovechance.report.formats.html.tables import on_page
from abovechance.report.formats.json import as_dict
from tests.report.documents import HOSTILE, SCRIPT, document_of, documents, invisible, table_of
from tests.report.test_whole_tables import RESULTS

VOID = {"meta", "br", "input", "wbr"}
ATTRIBUTES = {
    "lang", "charset", "name", "content", "class", "id", "href", "role", "type", "tabindex", "hidden", "for",
    "dir", "title", "scope", "colspan", "data-v", "data-sorts", "data-name", "value", "checked", "min", "max", "step", "selected",
    "autocomplete", "width", "height", "viewbox", "http-equiv", "preserveaspectratio",
    # of pictures and formulas
    "x", "y", "d", "cx", "cy", "r", "x1", "x2", "y1", "y2", "transform", "xmlns", "display", "mathvariant",
    "stretchy", "fence", "form", "displaystyle", "scriptlevel", "movablelimits", "columnalign", "separator",
}  # fmt: skip
"""No attribute runs anything, and none has a style of its own, which the policy would refuse."""


class Page(HTMLParser):
    """What is open, what was seen, the text, and what is in scripts."""

    def __init__(self, text):
        super().__init__()
        self.open, self.text, self.scripts, self.styles, self.attributes, self.links = (
            [],
            [],
            [],
            [],
            set(),
            [],
        )
        self.policy = None
        self.feed(text)
        self.close()
        assert self.open == []
        self.words = squeezed("".join(self.text))

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.attributes |= set(found)
        self.links += [found[name] for name in ("href", "src") if name in found]
        if found.get("http-equiv") == "Content-Security-Policy":
            self.policy = found["content"]
        if tag == "script":
            self.scripts.append((found.get("type"), ""))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "script" in self.open:
            kind, before = self.scripts[-1]
            self.scripts[-1] = (kind, before + data)
        elif "style" in self.open:
            self.styles.append(data)
        else:
            self.text.append(data)

    @property
    def data(self):
        return unpacked(json.loads(self.scripts[-2][1]))


def squeezed(text):
    """A text without white space, written or escaped: pages may break lines and join words."""
    return re.sub(r"\\[nrt]|\\xa0|\s", "", visible(text, kept="\n"))


def said_by_sliders(section):
    yield section.title
    if isinstance(section, Choice):
        yield from section.names
    for slider in section.steps if isinstance(section, Choice) else [section]:
        yield from said(slider.tables[slider.first])


def said(section):
    """What a section says: all that must be in the page."""
    if isinstance(section, Paragraph):
        yield section.text
    elif isinstance(section, Matrix):
        yield from map(str, section.tables.labels)
        yield from (str(count) for row in section.tables.counts.tolist() for count in row)
    elif isinstance(section, Table):
        yield from (column.title for column in section.columns if column.kind not in ("gauge", "bar"))
        yield from (section.more, *section.notes, *section.headings.values())
        for row, texts in zip(section.rows, texts_of(section, longest=2000), strict=True):
            for column, cell, text in zip(section.columns, row, texts, strict=True):
                yield on_page(column, text) if column.kind not in ("gauge", "bar") else ""
                yield cell.mark if isinstance(cell, Cell) and column.kind not in ("gauge", "bar") else ""
    elif isinstance(section, Steps | Choice):
        yield from said_by_sliders(section)
    elif isinstance(section, Extra) and section.sections:
        yield section.title
        for part in section.sections:
            yield from said(part)


@settings(max_examples=30)
@given(documents())
@example(document_of(table_of("name", *HOSTILE), warnings=tuple(HOSTILE), about=tuple(HOSTILE)))
@example(document_of(Table((Column(SCRIPT, "name"),), [["x"]], SCRIPT, (SCRIPT,), {0: SCRIPT})))
@example(
    document_of(table_of("text", Cell(SCRIPT, mark=SCRIPT)), notes=(Note(SCRIPT, "warning"), Note(SCRIPT)))
)
@example(
    document_of(
        table_of("text", "x"),
        sections=(
            Steps(
                "</script>", ("</script>", SCRIPT), (table_of("text", "</script>"), table_of("text", SCRIPT))
            ),
            Extra("</details>", lambda: [Heading("</section>")], folded=True),
        ),
    )
)
def test_every_document_is_a_whole_page_in_which_no_label_is_markup(document):
    text = to_html(document)
    page = Page(text)
    assert not invisible(text)
    assert {name for name in page.attributes if not name.startswith("aria-")} <= ATTRIBUTES
    assert all(re.fullmatch(r"#[\w-]+", link) for link in page.links)
    assert [kind for kind, _ in page.scripts[:-1]] == ["application/json"] * (len(page.scripts) - 1)
    assert page.data == json.loads(json.dumps(as_dict(document)))
    texts = [
        document.verdict,
        *document.about,
        *document.warned,
        *(x.text for x in document.notes),
    ]
    for section in document.all_sections:
        texts += said(section)
    for one in texts:
        assert squeezed(one) in page.words


@settings(max_examples=10)
@given(documents())
def test_pages_allow_their_own_script_and_style_and_nothing_else(document):
    page = Page(to_html(document))
    assert page.policy == policy()
    rules = dict(rule.split(" ", 1) for rule in page.policy.split("; "))
    assert rules["default-src"] == "'none'"
    for name, text in (("script-src", page.scripts[-1][1]), ("style-src", page.styles[0])):
        assert rules[name] == f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
    assert len(page.styles) == 1


def test_the_header_says_who_may_frame_a_page():
    assert policy("'self'") == policy() + "; frame-ancestors 'self'"


def test_a_page_needs_nothing_else():
    text = to_html(document_of(table_of("value", 0.5)))
    assert text.startswith("<!DOCTYPE html>")
    assert not re.findall(r"(?:src|srcset|action|poster)=|@import|url\(|http:|https:", text)


def test_the_same_result_gives_the_same_bytes():
    tables = Tables.from_counts([[3, 1], [1, 3]], labels=["a", "b"])
    assert ac.evaluate(tables).to_html() == ac.evaluate(tables).to_html()


def test_a_page_says_how_it_was_made():
    made = Provenance("abovechance evaluate 'a b.csv'", (Input("a b.csv", "ab" * 32, 12), Input(SCRIPT)), 7)
    page = Page(to_html(document_of(table_of("value", 0.5)), made))
    for text in (made.command, "ab" * 32, "12 bytes", SCRIPT, "Seed7", f"abovechance {ac.__version__}"):
        assert squeezed(text) in page.words


def test_tables_on_pages_are_whole():
    long = table_of("text", *map(str, range(100)))
    short = Table(long.columns, long.rows[:3], "97 more", whole=lambda: long)
    words = Page(to_html(document_of(short))).words
    assert "99" in words
    assert "97more" not in words


def test_matrices_have_four_views():
    tables = Tables.from_counts([[6, 2], [0, 8]], labels=[SCRIPT, "b"])
    text = to_html(document_of(table_of("value", 0.5), sections=(Matrix(tables),)))
    for shown in ("75.0 %", "80.0 %", "+37.5", "−37.5"):
        assert f">{shown}<" in text
    assert text.count('type="radio"') == 4


def test_many_classes_are_shown_with_the_others_as_one():
    tables = Tables.from_counts([[int(i == j) for j in range(40)] for i in range(40)])
    words = Page(to_html(document_of(table_of("value", 0.5), sections=(Matrix(tables),)))).words
    assert "11others" in words


def test_names_of_measures_lead_to_their_definitions():
    text = to_html(document_of(table_of("words", Cell("Cohen's Kappa", measure="cohen_kappa"))))
    assert '<a href="#def-cohen_kappa">' in text
    assert 'id="def-cohen_kappa"' in text
    assert "<math" in text


@pytest.mark.parametrize("name", ["groups", "comparison", "agreement"])
def test_data_are_packed_without_loss(name):
    data = as_dict(build(RESULTS[name]()))
    kept = json.loads(json.dumps(packed(data)))
    assert len(json.dumps(kept)) < 0.8 * len(json.dumps(data))
    assert json.dumps(unpacked(kept)) == json.dumps(data)


@pytest.mark.parametrize("label", HOSTILE)
def test_labels_are_shown_as_they_are(label):
    assert squeezed(label) in Page(to_html(document_of(table_of("name", label)))).words


def test_pictures_have_words_for_those_who_do_not_see_them():
    picture = Figure(lambda: ac.pictures.confusion(Tables.from_counts([[3, 1], [1, 3]])))
    text = to_html(document_of(table_of("value", 0.5), sections=(picture,)))
    assert 'role="img"' in text
    assert re.search(r'aria-labelledby="s\d+-title"', text)


def test_sentences_name_measures_that_pages_define():
    text = to_html(document_of(table_of("value", 0.5), measures=("informedness",)))
    assert 'id="def-informedness"' in text
    assert "Powers (2007)" in text


def test_pages_write_whole_names_and_real_minus_signs():
    text = to_html(document_of(Table((Column("a", "words"), Column("b")), [[Cell("x…", page="xyz"), -0.5]])))
    assert ">xyz<" in text
    assert ">−0.500<" in text


def test_numbers_and_units_of_heads_are_not_broken():
    text = to_html(document_of(table_of("value", 0.5, title="95 % interval at 0.5, p < 0.05 by a-b")))
    assert "95&nbsp;%&nbsp;interval at 0.5,<wbr> p&nbsp;&lt;&nbsp;0.05 by a-<wbr>b" in text
