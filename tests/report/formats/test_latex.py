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


TABULAR = re.compile(r"\\begin\{tabular\}\{((?:[lr]|p\{[\d.]+em\})+)\}\n(.*?)\n\\end\{tabular\}", re.DOTALL)


def parts_of(latex):
    """The number of columns and the lines between the rules, of each tabular."""
    for align, body in TABULAR.findall(latex):
        lines = body.splitlines()
        rows = lines[lines.index("\\midrule") + 1 : lines.index("\\bottomrule")]
        columns = len(re.sub(r"\{.*?\}", "", align))
        yield columns, [line.removesuffix(" \\\\") for line in rows if line != "\\addlinespace"]


def lines_of(*rows):
    columns = tuple(Column(str(i), "text") for i in range(len(rows[0])))
    found = parts_of(to_latex(document_of(Table(columns, rows))))
    return [line for _, lines in found for line in lines]


@settings(max_examples=40)
@given(documents())
def test_every_document_is_a_table(document):
    latex = to_latex(document)
    found = list(parts_of(latex))
    assert found
    for cells, lines in found:
        for line in lines:
            assert re.sub(r"\\.", "", line).count("&") == cells - 1
    assert not invisible(latex)


@given(CELLS)
@example(["[50 %]", "a"])
@example(["*", "a"])
@example([" [x"])
@example(HOSTILE)
def test_a_line_has_its_cells_and_nothing_else(cells):
    lines = lines_of([x or "x" for x in cells])
    found = 0
    for line in lines:
        assert not invisible(line)
        # A rule or the end of a line before it would take these for its own.
        assert not re.match(r"\s*[\[*]", line)
        within = re.sub(r"\{\\raggedright (.*?)\\par\}", r"\1", line.removeprefix("{}"))
        bare = COMMAND.sub("", within)
        found += bare.count("&") + 1
        assert not set(bare) & set("\\%$#_{}~^<>|`")
    assert found == len(cells) + len(lines) - 1  # each part has the first cell


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


def test_notes_are_paragraphs_and_wide_tables_give_way_in_turn():
    long = "a note of so many words that it is far wider than a page of any article, " * 3
    columns = (Column("System", "text"), *(Column(f"Measure {i}", "estimate") for i in range(5)))
    row = ["logistic", *([Cell((0.5, 0.4, 0.6), "bold", "*")] * 5)]
    latex = to_latex(document_of(Table(columns, [row, row], notes=(long,))))
    assert re.search(r"\\multicolumn\{6\}\{p\{[\d.]+em\}\}\{\\footnotesize\\raggedright a note", latex)
    ((_, lines),) = parts_of(latex)
    assert lines[0].count("\\textbf{0.500}") == 5
    assert lines[1].count("[0.400, 0.600]") == 5
    wider = (*columns, *(Column(f"More {i}", "estimate") for i in range(5)))
    found = list(parts_of(to_latex(document_of(Table(wider, [row + row[1:]])))))
    assert sum(columns - 1 for columns, _ in found) == 10
    assert all(lines[0].startswith("logistic & ") for _, lines in found)


def test_columns_that_may_be_dropped_are_named_beneath():
    columns = (Column("System", "text"), *(Column(f"A column {i}", drop=int(i == 3)) for i in range(9)))
    latex = to_latex(document_of(Table(columns, [["logistic", *([0.123] * 9)]])))
    assert "Left out for the width: A column 3." in latex
    assert "column 3" not in latex.split("\\bottomrule")[0].replace("\\\\", " ")
