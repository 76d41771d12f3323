"""Parts of pages for notebooks are well-formed, hold what the report does, and no label is markup."""

from html.parser import HTMLParser

import pytest
from hypothesis import assume, example, given, settings

import abovechance as ac
from abovechance import Tables
from abovechance.core.text import visible
from abovechance.report.document import Cell, Column, Matrix, Note, Table
from abovechance.report.formats.html import to_fragment
from tests.report.documents import HOSTILE, SCRIPT, document_of, documents, invisible, table_of

OURS = {"style", "div", "p", "br", "table", "thead", "tbody", "tr", "th", "td", "sup", "span"}
VOID = {"br"}


class Page(HTMLParser):
    """What is open, what was seen, and the text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen, self.text, self.attributes = [], set(), [], set()
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.text.append(data)


@settings(max_examples=40)
@given(documents())
@example(document_of(table_of("name", *HOSTILE), warnings=tuple(HOSTILE), about=tuple(HOSTILE)))
@example(document_of(Table((Column(SCRIPT, "name"),), [["x"]], SCRIPT, (SCRIPT,), {0: SCRIPT})))
@example(
    document_of(table_of("text", Cell(SCRIPT, mark=SCRIPT)), notes=(Note(SCRIPT, "warning"), Note(SCRIPT)))
)
def test_no_label_is_markup(document):
    text = to_fragment(document)
    page = Page(text)
    assert page.seen <= OURS
    assert page.attributes <= {"class", "colspan", "style"}
    assert not invisible(text)


@settings(max_examples=40)
@given(documents())
def test_warnings_come_first(document):
    assume(document.warnings)
    said = " ".join("".join(Page(to_fragment(document)).text).split())
    first = " ".join(f"Warning: {visible(document.warned[0], kept=chr(10))}".split())
    assert said.replace(" ", "").startswith(first.replace(" ", ""))


@pytest.mark.parametrize("label", HOSTILE)
def test_labels_are_shown_as_they_are(label):
    page = Page(to_fragment(document_of(table_of("name", label))))
    assert visible(label) in "".join(page.text)


def test_matrices_and_gauges_are_drawn():
    matrix = Matrix(Tables.from_counts([[3, 1], [0, 2]], labels=[SCRIPT, "b"]))
    table = Table((Column("g", "gauge"), Column("b", "bar")), [[(0.8, 0.5), 0.3], [None, None]])
    text = to_fragment(document_of(table, sections=(matrix,)))
    assert "&lt;script&gt;" in text
    assert Page(text).seen <= OURS


def test_an_evaluation_of_hostile_labels():
    result = ac.evaluate(Tables.from_counts([[3, 1], [1, 3]], labels=[SCRIPT, "x"]))
    text = result._repr_html_()
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    Page(text)
