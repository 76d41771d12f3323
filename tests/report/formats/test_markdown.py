"""Whatever labels hold, a Markdown table has its cells and nothing else."""

import math
import re

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import abovechance as ac
from abovechance import Axis, Tables
from abovechance.core.text import visible
from abovechance.report.document import Cell, Column, Table
from abovechance.report.formats.markdown import to_markdown
from tests.report.documents import HOSTILE, SIGNS, document_of, documents, invisible, table_of

CELLS = st.lists(st.text(SIGNS), min_size=1, max_size=4)


def cells_in(line):
    """The cells of a row: split at the bars that are not escaped."""
    parts, escaped = [""], False
    for c in line.strip().removeprefix("|").removesuffix("|"):
        if c == "|" and not escaped:
            parts.append("")
        else:
            parts[-1] += c
        escaped = c == "\\" and not escaped
    return [part.strip() for part in parts]


def of_texts(cells):
    return to_markdown(
        document_of(Table(tuple(Column(x, "text") for x in cells), [[x or "x" for x in cells]]))
    )


@settings(max_examples=40)
@given(documents())
def test_every_line_has_the_same_number_of_cells(document):
    rows = to_markdown(document).split("\n\n")[0].splitlines()
    assert len({len(cells_in(line)) for line in rows}) == 1
    assert len(rows) == 2 + len(document.table.rows)
    assert not invisible(to_markdown(document))


@given(CELLS)
@example(HOSTILE)
@example(["$x$", "`a`", "<b>", "a|b"])
@example(["https://x.org", "www.x.org", "ann@x.org", "@ann"])
@example(["\\", "\\|", "&amp;", "![a](b)"])
def test_a_line_is_a_row_of_texts(cells):
    table = of_texts(cells)
    assert not invisible(table)
    parts = [
        token for token in MarkdownIt("commonmark").enable("table").parse(table) if token.children is not None
    ]
    texts = [*(visible(x).strip() for x in cells), *(visible(x or "x").strip() for x in cells)]
    assert ["".join(t.content for t in part.children if t.type != "html_inline") for part in parts] == texts
    kinds = {child.type for part in parts for child in part.children}
    assert kinds <= {"text", "text_special", "html_inline"}
    assert {t.content for part in parts for t in part.children if t.type == "html_inline"} <= {
        "<span>",
        "</span>",
    }


@given(CELLS)
@example(HOSTILE)
def test_there_are_no_mathematics_links_or_mentions(cells):
    line = of_texts(cells).replace("<span>@</span>", "")
    assert not re.search(r"(?<!\\)(?:\\\\)*\$|(?<!\\)://|www\.|@", line, re.IGNORECASE)


def test_sides_follow_the_kinds_of_columns():
    table = Table((Column("A", "text"), Column("B")), [["x|y", 1.0]])
    assert to_markdown(document_of(table)) == "| A | B |\n| --- | ---: |\n| x\\|y | 1.000 |\n"


def test_intervals_undefined_and_infinite_values():
    columns = (Column("i", "interval"), Column("v"), Column("n", "count"), Column("d", "difference"))
    rows = [[(0.1, 0.9), math.nan, math.inf, -math.inf], [(math.nan, 1.0), math.inf, math.nan, None]]
    lines = to_markdown(document_of(Table(columns, rows))).splitlines()
    assert lines[2:] == ["| 0.100 to 0.900 | – | ∞ | -∞ |", "| – | ∞ | – |  |"]


def test_empty_columns_are_left_out():
    table = Table(
        (Column("a", "text"), Column("b", "text"), Column("c", "count")), [["x", None, 2], ["", "", 1]]
    )
    assert to_markdown(document_of(table)).splitlines()[0] == "| a | c |"
    nothing = Table((Column("a"), Column("b")), [])
    assert to_markdown(document_of(nothing)).splitlines() == ["| a | b |", "| ---: | ---: |"]


def test_what_stands_out_is_bold_and_marks_follow():
    lines = to_markdown(document_of(table_of("value", Cell(0.5, "bold", "*"), Cell(0.1, "red")))).splitlines()
    assert lines[2:] == ["| **0.500**\\* |", "| 0.100 |"]


def test_notes_stand_beneath():
    table = Table((Column("a"),), [[0.5]], notes=("<b> is *one*",))
    assert to_markdown(document_of(table)).endswith("| 0.500 |\n\n\\<b\\> is \\*one\\*\n")


@pytest.mark.parametrize("labels", [HOSTILE])
def test_an_evaluation_is_a_table_whatever_the_labels(labels):
    k = len(labels)
    counts = np.ones((k, k), dtype=int) + 3 * np.eye(k, dtype=int)
    result = ac.evaluate(Tables.from_counts(counts, labels=labels), measures=["recall"])
    lines = result.to_markdown().splitlines()
    assert len(lines) == 2 + len(result.estimates)
    assert lines[0] == "| Measure | Class | Value | 95 % interval | Chance | n |"
    assert lines[1] == "| --- | --- | ---: | ---: | ---: | ---: |"
    assert {len(cells_in(line)) for line in lines} == {6}
    assert not re.search(r"(?<!\\)<", "".join(lines).replace("<span>@</span>", ""))


def test_groups_have_a_column():
    t = Tables.from_counts(np.ones((2, 2, 2), dtype=int), axes=[Axis("site", ("A|x", "B"))])
    lines = ac.evaluate(t, measures=["accuracy"]).to_markdown().splitlines()
    assert lines[0] == "| Measure | Group | Value | 95 % interval | Chance | n |"
    assert cells_in(lines[3])[1] == "A\\|x"


def test_the_level_is_never_rounded_to_all():
    found = ac.evaluate(Tables.from_cells(tp=30, fp=12, fn=30, tn=28), measures=["BM"], level=0.9999999)
    assert "| 99.99999 % interval |" in found.to_markdown()
