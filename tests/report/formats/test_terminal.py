"""Every document fits every terminal: no line is too wide, no number is cut, no word is broken."""

import io
import math
import re

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from abovechance.core.text import shortened, visible
from abovechance.report.document import Cell, Column, Document, Note, Table
from abovechance.report.formats.cells import texts_of
from abovechance.report.formats.terminal import _FORMULA_BREAK, _LONGEST_WORD, gauge, to_terminal, to_text
from tests.report import documents
from tests.report.documents import HOSTILE, document_of, invisible, table_of

WIDTHS = (60, 80, 120)
widths = st.sampled_from(WIDTHS)
DRAWN = ("gauge", "bar")


def words_of(text):
    return [word for word in visible(text, kept="\n").replace("\n", " ").split(" ") if word]


def is_formula(word):
    """Long, with places where a formula or a call may go on in the next line."""
    return len(word) > _LONGEST_WORD and _FORMULA_BREAK.search(word) is not None


def shown(document, width=80, **options):
    """What a terminal that understands colours gets."""
    out = io.StringIO()
    console = Console(
        file=out, width=width, force_terminal=True, color_system="standard",
        highlight=False, emoji=False, markup=False,
    )  # fmt: skip
    console.print(to_terminal(document, width, **options))
    return out.getvalue()


@settings(max_examples=60)
@given(documents.documents(), widths)
def test_no_line_is_wider_than_the_terminal_and_nothing_in_it_acts(document, width):
    text = to_text(document, width)
    assert max(map(cell_len, text.splitlines()), default=0) <= width
    assert not invisible(text)
    assert not invisible(re.sub(r"\x1b\[[\d;]*m", "", shown(document, width)))


@settings(max_examples=60)
@given(documents.tables(), widths)
def test_no_number_is_cut_and_no_column_goes_without_a_word(table, width):
    text = to_text(document_of(table), width)
    flat = "".join(text.split())
    left_out = flat.partition("Leftout,astheterminalistoonarrow:")[2]
    for i, column in enumerate(table.columns):
        cells = [line[i] for line in texts_of(table)]
        title = "".join(visible(column.title).split())
        if column.kind in (*documents.BY_KIND.keys() - {"name", "text", "words", *DRAWN},):
            gone = column.drop and (title in left_out or not title)
            assert gone or all("".join(cell.split()) in flat for cell in cells)
    if not any(column.drop for column in table.columns):
        assert not left_out


@settings(max_examples=60)
@given(documents.tables(), widths)
def test_no_word_is_broken(table, width):
    """But for words that no line has room for, formulas, and names, which may be shortened."""
    there = set(to_text(document_of(table), width).split())
    texts = [*map(visible, table.headings.values()), *table.notes]
    for i, column in enumerate(table.columns):
        if column.kind in ("words", "text") and not column.drop:
            texts += [line[i] for line in texts_of(table)]
    for word in {word for text in texts for word in words_of(text)}:
        # A mark may follow it.
        if cell_len(word) < width and not is_formula(word):
            assert any(found.startswith(word) for found in there), word


@given(st.lists(st.text("abc-", min_size=30, max_size=70), min_size=2, max_size=6, unique=True), widths)
def test_names_that_are_shortened_still_differ(names, width):
    columns = (Column("name", "name"), *(Column(f"measure {i}") for i in range(5)))
    rows = [[name, *[0.5] * 5] for name in names]
    lines = to_text(document_of(Table(columns, rows)), width).splitlines()[-len(names) :]
    found = [line.split("  0.500")[0].rstrip() for line in lines]
    assert len(set(found)) == len(names)
    assert any(found == [x.rstrip() for x in shortened(names, longest)] for longest in (40, 24, 16, 12))


@settings(max_examples=40)
@given(documents.documents(), widths, st.booleans())
def test_warnings_come_first(document, width, brief):
    assume(document.warnings)
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(to_terminal(document, width, brief=brief))
    start = "".join(f"Warning: {visible(document.warned[0])}".split())
    assert "".join(out.getvalue().split()).startswith(start)


def test_a_brief_report_has_warnings_verdict_headline_and_gates():
    notes = (Note("a remark"), Note("a note", "note"), Note("x is below 1", "failed"), Note("ok", "passed"))
    table = table_of("value", 0.5, title="first")
    document = Document(
        "anything", "The verdict.", [], table, about=("about",), headline=table,
        sections=(table_of("value", 0.1, title="second"),), notes=notes, warnings=("careful",),
    )  # fmt: skip
    brief = re.sub(r"\x1b\[[\d;]*m", "", shown(document, brief=True)).splitlines()
    assert [line.rstrip() for line in brief] == [
        "Warning: Careful.", "", "The verdict.", "", "first", "0.500", "", "Gate failed: x is below 1",
        "Gate passed: ok",
    ]  # fmt: skip
    assert "second" in shown(document)


def test_columns_that_matter_less_go_first_and_this_is_said():
    columns = (
        Column("Class", "name"), Column("a long first title", drop=2), Column("a long second title", drop=1),
        Column("kept"),
    )  # fmt: skip
    document = document_of(Table(columns, [["x", 0.1, 0.2, 0.3]]))
    assert "Left out" not in to_text(document, 60)
    assert to_text(document, 20).splitlines()[2:] == [
        "Class      a   kept", "        long", "       first", "       title", "x      0.100  0.300",
        "Left out, as the", "terminal is too", "narrow: a long", "second title.",
    ]  # fmt: skip


def test_a_table_without_columns_to_leave_out_goes_on_below():
    columns = (Column("Class", "name"), *(Column(f"measure{i}") for i in range(10)))
    text = to_text(document_of(Table(columns, [["x", *(i / 10 for i in range(10))]])), 60)
    assert text.count("Further columns:") == 1
    assert text.count("\nx ") == 2
    assert all(f"0.{i}00" in text for i in range(10))


def test_a_table_that_no_width_fits_has_a_line_for_each_cell():
    columns = (Column("Class", "text"), Column("value"), Column("interval", "interval"))
    rows = [["x" * 55, 0.5, (0.1, 0.9)], ["y", math.nan, None]]
    assert to_text(document_of(Table(columns, rows)), 60).splitlines()[2:] == [
        "Class:", "x" * 55, "value: 0.500", "interval: 0.100 to 0.900", "", "Class: y", "value: –",
    ]  # fmt: skip


def test_text_is_wrapped_at_spaces_where_nothing_else_helps():
    columns = (Column("System", "text"), Column("value"))
    text = to_text(document_of(Table(columns, [["one rather long name " * 4, 0.5]])), 40)
    assert text.splitlines()[2:] == [
        "System                             value", "one rather long name one rather    0.500",
        "long name one rather long name", "one rather long name",
    ]  # fmt: skip


def test_wide_characters_take_two_columns():
    text = to_text(document_of(Table((Column("クラス", "name"), Column("v")), [["日本", 0.5], ["a", 0.1]])))
    assert text.splitlines()[2:] == ["クラス      v", "日本    0.500", "a       0.100"]


@pytest.mark.parametrize(
    ("more", "said"), [("", None), ("1 more category", "and 1 more category; rows() has all.")]
)
def test_rows_that_are_left_out_are_counted(more, said):
    lines = to_text(document_of(Table((Column("name", "name"),), [["a"]], more))).splitlines()
    assert lines[2:] == ["name", "a", *([said] if said else [])]


@pytest.mark.parametrize("label", HOSTILE)
def test_labels_cannot_act_on_the_terminal(label):
    text = shown(document_of(table_of("name", label), warnings=(f"See {label}",)))
    assert "\x1b[31mred" not in text
    assert "\u202e" not in text
    if label.isprintable() and label.strip():
        assert text.count(label) == 2


@pytest.mark.parametrize("style", ["red", "bold"])
def test_what_stands_out_has_a_style(style):
    code = {"red": "\x1b[31m", "bold": "\x1b[1m"}[style]
    assert f"{code}0.500" in shown(document_of(table_of("value", Cell(0.5, style), 0.1)))
    assert f"{code}0.100" not in shown(document_of(table_of("value", Cell(0.5, style), 0.1)))


def test_marks_follow_their_value():
    text = to_text(document_of(table_of("value", Cell(0.5, mark="*"), 0.25)))
    assert text.splitlines()[-2:] == ["0.500*", " 0.250"]


def test_headings_stand_before_their_rows():
    table = Table((Column("a", "name"),), [["x"], ["y"]], headings={1: "Kappa"})
    assert to_text(document_of(table)).splitlines()[2:] == ["a", "x", "", "Kappa", "y"]


def test_an_empty_table_has_its_titles():
    table = Table((Column("a", "name"), Column("b")), [])
    assert to_text(document_of(table)).splitlines()[2:] == ["a  b"]


@given(
    sentence=st.lists(st.sampled_from(["word", "95 %", "p = 0.02", "p < 0.0001"]), min_size=1, max_size=60)
)
@example(["95 %"] * 30)
def test_a_percent_sign_and_a_p_value_stay_with_their_number(sentence):
    text = to_text(Document("anything", " ".join(sentence), [], table_of("value")), 60)
    for line in text.splitlines():
        assert not re.match(r"%|[=<]|0\.", line)


def test_the_gauge_shows_what_is_above_chance():
    assert gauge(1.0, 0.0, width=6).plain == "┼━━━━●"
    assert gauge(0.8, 0.4, width=6).plain == "──┼━●─"
    assert gauge(0.2, 0.6, width=6).plain == "─●━┼──"
    assert gauge(0.4, 0.4, width=6).plain == "──●───"
    assert gauge(float("nan"), 0.5).plain == gauge(-0.1, 0).plain == gauge(0.5, None).plain == ""


@pytest.mark.parametrize(
    ("share", "bars"), [(0.5, 15), (1, 30), (2, 30), (-1, 0), (math.nan, 0), (None, 0), (math.inf, 30)]
)
def test_a_bar_is_a_share_of_its_column(share, bars):
    assert to_text(document_of(table_of("bar", share))).count("━") == bars
