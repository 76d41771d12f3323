import csv
import io
import math

import numpy as np
import pytest

import abovechance as ac
from abovechance import Axis, Tables
from abovechance.evaluation.result import COLUMNS
from abovechance.report import terminal
from abovechance.report.tabular import in_form

HOSTILE = [
    "a|b",
    "x_y & 50% {z} #1 $\\~^",
    "two\nlines",
    "<i>t</i>",
    "*bold* `code` [l](u)",
    'quote " and ,',
    "\x1b[31m",
]


def as_csv(evaluation):
    return in_form("csv", terminal, evaluation)


def as_markdown(evaluation):
    return in_form("markdown", terminal, evaluation)


def as_latex(evaluation):
    return in_form("latex", terminal, evaluation)


def hostile():
    k = len(HOSTILE)
    return ac.evaluate(
        Tables.from_counts(np.ones((k, k), dtype=int) + 3 * np.eye(k, dtype=int), labels=HOSTILE)
    )


def test_csv_has_all_columns_and_all_digits():
    result = ac.evaluate(Tables.from_cells(tp=1, fp=1, fn=2, tn=3))
    rows = list(csv.DictReader(io.StringIO(as_csv(result))))
    assert list(rows[0]) == list(COLUMNS)
    for row, estimate in zip(rows, result.rows, strict=True):
        assert float(row["value"]) == estimate.value
        assert row["n"] == "7"
        assert float(row["low"]) == estimate.low < float(row["high"]) == estimate.high
        assert (row["method"], row["reason"]) == (estimate.method, "")
        assert row["level"] == "0.95"
        assert row["warning"] == (estimate.warning or "")


def test_csv_of_hostile_labels_reads_back():
    result = hostile()
    rows = list(csv.DictReader(io.StringIO(as_csv(result))))
    assert [row["class"] for row in rows] == [r.label or "" for r in result.rows]


def test_csv_of_undefined_and_infinite_values():
    result = ac.evaluate(Tables.from_cells(tp=0, fp=0, fn=4, tn=6), measures=["precision"])
    assert as_csv(result).splitlines()[1] == "precision,positive,,,,,,,,10,,'positive' was never predicted,"
    result = ac.evaluate(Tables.from_cells(tp=4, fp=0, fn=0, tn=6), measures=["odds_ratio"])
    assert as_csv(result).splitlines()[1].split(",")[3] == "inf"


def cells(line):
    """The cells of a Markdown row: split at the bars that are not escaped."""
    parts, escaped = [""], False
    for c in line.strip().strip("|"):
        if c == "|" and not escaped:
            parts.append("")
        else:
            parts[-1] += c
        escaped = c == "\\" and not escaped
    return [part.strip() for part in parts]


def test_markdown_is_a_table_whatever_the_labels():
    lines = as_markdown(hostile()).splitlines()
    assert len(lines) == 2 + len(hostile().rows)
    assert lines[0] == "| Measure | Class | Value | 95 % interval | Chance | n |"
    assert lines[1] == "| --- | --- | ---: | ---: | ---: | ---: |"
    assert {len(cells(line)) for line in lines} == {6}
    assert any("a\\|b" in line for line in lines)
    assert not any("<i>" in line for line in lines)


@pytest.mark.parametrize(
    "text", ["\\_", "\\&", "\\%", "\\{", "\\}", "\\#", "\\$", "\\textbackslash{}", "\\textasciitilde{}"]
)
def test_latex_escapes_what_latex_would_act_on(text):
    line = next(line for line in as_latex(hostile()).splitlines() if "50" in line)
    assert text in line


def test_latex_is_a_booktabs_table():
    t = Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
    assert as_latex(ac.evaluate(t, measures=["BM"])).splitlines() == [
        "\\begin{tabular}{lrrrr}",
        "\\toprule",
        "Measure & Value & 95 \\% interval & Chance & n \\\\",
        "\\midrule",
        "Informedness & 0.200 & [0.002, 0.378] & 0.000 & 100 \\\\",
        "\\bottomrule",
        "\\end{tabular}",
    ]
    bare = as_latex(ac.evaluate(t, measures=["BM"], level=None)).splitlines()
    assert bare[2] == "Measure & Value & Chance & n \\\\"


def test_latex_lines_have_as_many_cells_as_columns():
    lines = as_latex(hostile()).splitlines()[4:-2]
    assert {line.replace("\\&", "").count("&") for line in lines} == {5}


def test_undefined_and_infinite_values_are_signs():
    undefined = ac.evaluate(Tables.from_cells(tp=0, fp=0, fn=4, tn=6), measures=["precision"])
    assert "| – |" in as_markdown(undefined)
    assert " -- &" in as_latex(undefined)
    infinite = ac.evaluate(Tables.from_cells(tp=4, fp=0, fn=0, tn=6), measures=["odds_ratio"])
    assert math.isinf(infinite.rows[0].value)
    assert "| ∞ |" in as_markdown(infinite)
    assert "$\\infty$" in as_latex(infinite)


def test_groups_have_a_column():
    t = Tables.from_counts(np.ones((2, 2, 2), dtype=int), axes=[Axis("site", ("A|x", "B"))])
    lines = as_markdown(ac.evaluate(t, measures=["accuracy"])).splitlines()
    assert lines[0] == "| Measure | Group | Value | 95 % interval | Chance | n |"
    assert cells(lines[3])[1] == "A\\|x"


def test_the_level_is_never_rounded_to_all():
    found = ac.evaluate(Tables.from_cells(tp=30, fp=12, fn=30, tn=28), measures=["BM"], level=0.9999999)
    assert "| 99.99999 % interval |" in as_markdown(found)
