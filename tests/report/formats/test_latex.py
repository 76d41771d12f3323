"""Whatever labels hold, a LaTeX table has its cells and nothing else."""

import math
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance import Tables
from abovechance.measures.registry import measures
from abovechance.report.document import Cell, Column, Table
from abovechance.report.formats.latex import to_latex
from tests.report.documents import HOSTILE, SIGNS, document_of, documents, invisible, table_of

COMMAND = re.compile(r"\\(?:[A-Za-z]+(?:\{\d?\})?|.)|\$[^$]*\$|-\{\}-|--")
"""What stands for a character in LaTeX, a command or a formula."""
CELLS = st.lists(st.text(SIGNS), min_size=1, max_size=4).filter(any)


def lines_of(*rows):
    columns = tuple(Column(str(i), "text") for i in range(len(rows[0])))
    return [
        line.removesuffix(" \\\\") for line in to_latex(document_of(Table(columns, rows))).splitlines()[4:-2]
    ]


@settings(max_examples=40)
@given(documents())
def test_every_document_is_a_table(document):
    lines = to_latex(document).splitlines()
    assert lines[0].startswith("\\begin{tabular}{")
    assert lines[-1] == "\\end{tabular}"
    cells = len(re.fullmatch(r"\\begin\{tabular\}\{([lr]+)\}", lines[0])[1])
    for line in lines[4 : lines.index("\\bottomrule")]:
        assert re.sub(r"\\.", "", line.removesuffix(" \\\\")).count("&") == cells - 1
    assert not invisible("\n".join(lines))


@given(CELLS)
@example(["[50 %]", "a"])
@example(["*", "a"])
@example([" [x"])
@example(HOSTILE)
def test_a_line_has_its_cells_and_nothing_else(cells):
    (line,) = lines_of([x or "x" for x in cells])
    assert not invisible(line)
    # A rule or the end of a line before it would take these for its own.
    assert not re.match(r"\s*[\[*]", line)
    bare = COMMAND.sub("", line.removeprefix("{}"))
    assert bare.count("&") == len(cells) - 1
    assert not set(bare) & set("\\%$#_{}~^<>|`")


@given(st.text(st.characters(categories=["L", "N"]), min_size=1))
def test_letters_stay_as_they_are(text):
    letters = "".join(c for c in text if c.isascii()) or "a"
    assert lines_of([letters]) == [letters]


@pytest.mark.parametrize(
    "text", ["\\_", "\\&", "\\%", "\\{", "\\}", "\\#", "\\$", "\\textbackslash{}", "\\textasciitilde{}"]
)
def test_what_latex_would_act_on_is_escaped(text):
    (line,) = lines_of(["x_y & 50% {z} #1 $\\~^"])
    assert text in line


def test_what_we_write_is_ascii():
    titles = {*(m.title for m in measures()), "– 0.5 ± 1, 10² × −∞ …"}
    assert [title for title in titles if not to_latex(document_of(table_of("text", title))).isascii()] == []


def test_lines_are_those_of_the_rows():
    table = to_latex(
        document_of(Table((Column("[a]", "text"), Column("b", "text")), [["*", "χ²"], ["[x]", "1"]]))
    )
    lines = table.splitlines()
    assert lines[2] == "{}[a] & b \\\\"
    assert lines[4:6] == ["{}* & $\\chi$\\textsuperscript{2} \\\\", "{}[x] & 1 \\\\"]


def test_intervals_undefined_and_infinite_values():
    columns = (Column("i", "interval"), Column("v"), Column("n", "number"), Column("d", "difference"))
    rows = [[(0.1, 0.9), math.nan, math.inf, -math.inf], [(math.nan, 1.0), math.inf, math.nan, math.inf]]
    lines = to_latex(document_of(Table(columns, rows))).splitlines()
    assert lines[4:6] == [
        "{}[0.100, 0.900] & -- & $\\infty$ & -$\\infty$ \\\\", "-- & $\\infty$ & -- & +$\\infty$ \\\\"
    ]  # fmt: skip


def test_what_stands_out_is_bold_and_marks_are_raised():
    table = table_of("value", Cell(0.5, "bold", "*"), Cell(0.1, "red"))
    assert to_latex(document_of(table)).splitlines()[4:6] == [
        "\\textbf{0.500}\\textsuperscript{*} \\\\",
        "0.100 \\\\",
    ]


def test_an_evaluation_is_a_booktabs_table():
    t = Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    assert ac.evaluate(t, measures=["BM"]).to_latex().splitlines() == [
        "\\begin{tabular}{lrrrr}",
        "\\toprule",
        "Measure & Value & 95 \\% interval & Chance & n \\\\",
        "\\midrule",
        "Informedness & 0.200 & [0.002, 0.378] & 0.000 & 100 \\\\",
        "\\bottomrule",
        "\\end{tabular}",
    ]
    bare = ac.evaluate(t, measures=["BM"], level=None).to_latex().splitlines()
    assert bare[2] == "Measure & Value & Chance & n \\\\"
