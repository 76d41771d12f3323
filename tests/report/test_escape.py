"""Whatever labels hold, a table has its cells and nothing else, and no character acts or hides."""

import csv
import io
import json
import re

from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from abovechance.core.text import visible
from abovechance.measures.registry import measures
from abovechance.report.escape import json_line, latex_line, markdown_line, safe_csv, to_json
from abovechance.report.tabular import to_csv, to_latex, to_markdown
from abovechance.report.tests_document import TITLES

ANY = st.text(
    st.one_of(st.characters(), st.sampled_from("\\&%$#_{}~^<>|`*[]()@:/.-=+!\t\r\n\x1b\u202e²χ±−–"))
)
CELLS = st.lists(ANY, min_size=1, max_size=4)
COMMAND = re.compile(r"\\(?:[A-Za-z]+(?:\{\d?\})?|.)|\$[^$]*\$|-\{\}-|--")
"""What stands for a character in LaTeX, a command or a formula."""


def invisible(text, but="\n"):
    return [c for c in text if not c.isprintable() and c not in but]


@given(CELLS)
@example(["[50 %]", "a"])
@example(["*", "a"])
@example([" [x"])
@example(["", "[x"])
def test_a_line_of_latex_has_its_cells_and_nothing_else(cells):
    line = latex_line(cells).removesuffix(" \\\\")
    assert not invisible(line)
    # A rule or the end of a line before it would take these for its own.
    assert not re.match(r"\s*[\[*]", line)
    bare = COMMAND.sub("", line.removeprefix("{}"))
    assert bare.count("&") == len(cells) - 1
    assert not set(bare) & set("\\%$#_{}~^<>|`")


@given(ANY)
def test_letters_of_latex_stay_as_they_are(text):
    letters = "".join(c for c in text if c.isalnum() and c.isascii())
    assert letters in re.sub("[^A-Za-z0-9]", "", latex_line([letters]))


def test_what_we_write_is_ascii_in_latex():
    titles = {*TITLES.values(), *(m.title for m in measures()), "– 0.5 ± 1, 10² × −∞ …"}
    assert [title for title in titles if not latex_line([title]).isascii()] == []


@given(CELLS)
@example(["$x$", "`a`", "<b>", "a|b"])
@example(["https://x.org", "www.x.org", "ann@x.org", "@ann"])
@example(["\\", "\\|", "&amp;", "![a](b)"])
def test_a_line_of_markdown_is_a_row_of_texts(cells):
    texts = [visible(cell).strip() for cell in cells]
    table = to_markdown(1, cells, [cells])
    assert not invisible(table)
    parts = [
        token for token in MarkdownIt("commonmark").enable("table").parse(table) if token.children is not None
    ]
    assert [
        "".join(t.content for t in part.children if t.type != "html_inline") for part in parts
    ] == texts * 2
    kinds = {child.type for part in parts for child in part.children}
    assert kinds <= {"text", "text_special", "html_inline"}
    assert {t.content for part in parts for t in part.children if t.type == "html_inline"} <= {
        "<span>",
        "</span>",
    }


@given(CELLS)
def test_markdown_has_no_mathematics_links_or_mentions(cells):
    line = markdown_line(cells).replace("<span>@</span>", "")
    assert not re.search(r"(?<!\\)(?:\\\\)*\$|://|www\.|@", line, re.IGNORECASE)


@given(CELLS)
@example(["=1+1", "+a", "-a", "@a"])
@example(["\t=1", "\r=1", "-1", "-1.5e3"])
@example(["-inf", "nan", "+ 1", "- 1"])
def test_no_cell_of_safe_csv_is_a_formula(cells):
    text = to_csv(range(len(cells)), [dict(enumerate(cells))])
    (found,) = list(csv.reader(io.StringIO(safe_csv(text), newline="")))[1:] or [[]]
    assert not invisible("".join(found), but="")
    for cell, before in zip(found, cells, strict=any(cells)):
        is_number = re.fullmatch(r"[+-]?([0-9.]+(e[+-]?[0-9]+)?|inf)", cell)
        assert is_number or not cell.startswith(("=", "+", "-", "@"))
        assert cell.removeprefix("'") == visible(before).removeprefix("'")


@given(st.floats(allow_nan=False))
def test_numbers_of_safe_csv_stay_numbers(value):
    (line,) = safe_csv(to_csv(["x"], [{"x": value}])).splitlines()[1:]
    assert float(line) == value


@given(st.dictionaries(ANY, ANY))
@example({"\u202e": "\x7f\x9b\u2066\U000e0001\ud800"})
def test_json_is_read_as_it_was_and_hides_nothing(value):
    assert json.loads(to_json(value)) == json.loads(json_line(value)) == value
    assert not invisible(to_json(value))


def test_lines_of_a_latex_table_are_those_of_its_rows():
    table = to_latex(1, ["[a]", "b"], [["*", "χ²"], ["[x]", "1"]]).splitlines()
    assert table[2] == "{}[a] & b \\\\"
    assert table[4:6] == ["{}* & $\\chi$\\textsuperscript{2} \\\\", "{}[x] & 1 \\\\"]
