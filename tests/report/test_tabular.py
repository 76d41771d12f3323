import csv
import io
import json
import math

import numpy as np
import pytest

from abovechance.core.text import p_said, p_shown
from abovechance.report.tabular import cells_of, plain_value, to_csv, to_latex, to_markdown


def test_values_for_json_are_plain():
    value = {
        "a": [np.float64(1.5), math.nan, math.inf, -math.inf],
        2: (np.int64(3), True, None),
        "label": b"x",
    }
    plain = plain_value(value)
    assert plain == {"a": [1.5, None, "Infinity", "-Infinity"], "2": [3, True, None], "label": "b'x'"}
    json.dumps(plain, allow_nan=False)


def test_csv_keeps_all_digits_and_leaves_out_what_is_undefined():
    text = to_csv(("x", "y"), [{"x": 1 / 3, "y": "a,b"}, {"x": math.nan, "y": None}])
    assert text == 'x,y\n0.3333333333333333,"a,b"\n,\n'


def test_csv_is_read_as_it_was_written_whatever_labels_hold():
    rows = [["cr\rx", "lf\nx"], ["crlf\r\nx", 'quote"x'], [" blank", ""]]
    text = to_csv(("x", "y"), [dict(zip("xy", row, strict=True)) for row in rows])
    assert list(csv.reader(io.StringIO(text, newline=""))) == [["x", "y"], *rows]
    assert text.startswith('x,y\n"cr\rx","lf\nx"\n')


def test_markup_in_cells_is_escaped():
    assert to_markdown(1, ["A", "B"], [["x|y", "1"]]) == "| A | B |\n| --- | ---: |\n| x\\|y | 1 |\n"
    assert "x\\_y & 1 \\\\" in to_latex(1, ["A", "B"], [["x_y", "1"]])


def test_empty_columns_are_left_out():
    columns = {"a": ["x", ""], "b": ["", ""], "c": ["2", ("1", "3")]}
    assert cells_of(columns, "c") == (1, ["a", "c"], [["x", "2"], ["", ("1", "3")]])


def test_intervals_are_written_as_the_format_does():
    assert "| 1 to 3 |" in to_markdown(0, ["a"], [[("1", "3")]])
    assert "{}[1, 3] \\\\" in to_latex(0, ["a"], [[("1", "3")]])


@pytest.mark.parametrize(
    ("p", "said", "shown"),
    [
        (0.5, "p = 0.5", "0.5000"),
        (0.0482, "p = 0.048", "0.0482"),
        (0.00019, "p = 0.00019", "1.9e-04"),
        (1e-12, "p < 0.0001", "1.0e-12"),
        (0.0, "p < 0.0001", "< 1e-300"),
    ],
)
def test_p_values(p, said, shown):
    assert (p_said(p), p_shown(p)) == (said, shown)


def test_p_values_found_at_random_have_an_error():
    assert p_shown(0.0123, 0.0011) == "0.0123 ± 0.001"
    assert p_shown(math.nan) == p_shown(None) == "–"
