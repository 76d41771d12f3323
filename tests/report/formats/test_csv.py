"""CSV has all digits, is read as it was written, and for a spreadsheet no cell acts."""

import csv
import io
import math
import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

import abovechance as ac
from abovechance import Tables
from abovechance.core.text import visible
from abovechance.report.build import build
from abovechance.report.builders.evaluation.evaluation import ROW
from abovechance.report.formats.csv import inert, rows_to_csv, to_csv, to_safe_csv
from tests.report.documents import HOSTILE, documents, invisible, texts

CELLS = st.lists(texts, min_size=1, max_size=4)


@settings(max_examples=40)
@given(documents())
def test_every_document_has_its_rows_and_nothing_else(document):
    names = list(dict.fromkeys(name for row in document.rows for name in row))
    read = list(csv.reader(io.StringIO(to_csv(document), newline="")))
    if names != [""]:
        assert read[:1] == ([names] if names else [[]])
        assert len(read) == 1 + len(document.rows) or len(names) == 1
    assert not invisible("".join(to_safe_csv(document)), but="\n")


def test_all_digits_are_kept_and_what_is_undefined_is_left_out():
    text = rows_to_csv([{"x": 1 / 3, "y": "a,b"}, {"x": math.nan, "y": None}])
    assert text == 'x,y\n0.3333333333333333,"a,b"\n,\n'
    assert rows_to_csv([{"x": math.inf}, {"x": -math.inf}]) == "x\ninf\n-inf\n"


def test_it_is_read_as_it_was_written_whatever_labels_hold():
    rows = [["cr\rx", "lf\nx"], ["crlf\r\nx", 'quote"x'], [" blank", ""]]
    text = rows_to_csv([dict(zip("xy", row, strict=True)) for row in rows])
    assert list(csv.reader(io.StringIO(text, newline=""))) == [["x", "y"], *rows]
    assert text.startswith('x,y\n"cr\rx","lf\nx"\n')


def test_groups_are_one_cell():
    assert rows_to_csv([{"group": ("a", "b")}, {"group": None}]) == 'group\n"a, b"\n""\n'


def test_an_evaluation_has_all_columns_and_all_digits():
    result = ac.evaluate(Tables.from_cells(tp=1, fp=1, fn=2, tn=3))
    rows = list(csv.DictReader(io.StringIO(to_csv(build(result)))))
    assert list(rows[0]) == list(ROW)
    for row, estimate in zip(rows, result.estimates, strict=True):
        assert float(row["value"]) == estimate.value
        assert row["n"] == "7"
        assert float(row["low"]) == estimate.low < float(row["high"]) == estimate.high
        assert (row["method"], row["reason"]) == (estimate.method, "")
        assert row["level"] == "0.95"
        assert row["warning"] == (estimate.warning or "")


def test_undefined_and_infinite_values_of_an_evaluation():
    result = ac.evaluate(Tables.from_cells(tp=0, fp=0, fn=4, tn=6), measures=["precision"])
    assert (
        to_csv(build(result)).splitlines()[1]
        == "precision,positive,,,,,,,,10,,'positive' was never predicted,"
    )
    result = ac.evaluate(Tables.from_cells(tp=4, fp=0, fn=0, tn=6), measures=["odds_ratio"])
    assert to_csv(build(result)).splitlines()[1].split(",")[3] == "inf"


@given(CELLS)
@example(HOSTILE)
@example(["=1+1", "+a", "-a", "@a"])
@example(["\t=1", "\r=1", "-1", "-1.5e3"])
@example(["-inf", "nan", "+ 1", "- 1"])
def test_no_cell_for_a_spreadsheet_is_a_formula(cells):
    text = rows_to_csv([{f"{i}": x for i, x in enumerate(cells)}], write=inert)
    (found,) = list(csv.reader(io.StringIO(text, newline="")))[1:] or [[]]
    assert not invisible("".join(found), but="")
    for cell, before in zip(found, cells, strict=any(cells)):
        is_number = re.fullmatch(r"[+-]?([0-9.]+(e[+-]?[0-9]+)?|inf)", cell)
        assert is_number or not cell.startswith(("=", "+", "-", "@"))
        assert cell.removeprefix("'") == visible(before).removeprefix("'")


@given(st.floats(allow_nan=False))
def test_numbers_for_a_spreadsheet_stay_numbers(value):
    (line,) = rows_to_csv([{"x": value}], write=inert).splitlines()[1:]
    assert float(line) == value


def test_a_label_of_any_length_is_one_cell():
    rows = [{"x": "=" + "a" * 200_000}]
    assert rows_to_csv(rows, write=inert) == f"x\n'{rows[0]['x']}\n"
