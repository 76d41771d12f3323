"""Text is read cell by cell as it is written, like Python's csv reads it, whatever is in a quoted cell.

They differ in this: a blank before the quotes of a cell and blanks after them are not part of it, where Python
takes the quotes for letters after a blank, and the blanks for letters after a quote.
"""

import csv
import gzip
import io

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from abovechance.intake.files.readers.labels import read_labels

LETTERS = "ab é,;|\t\"'\\#{["
line_ends = st.sampled_from(["\n", "\r\n"])


def plain(text, delimiter):
    """A cell that needs no quotes: it holds no end and does not begin with a quote."""
    kept = "".join(x for x in text if x not in (delimiter, "\r", "\n"))
    return kept.replace('"', "") if kept.lstrip(" ").startswith('"') else kept


@st.composite
def cells(draw, delimiter):
    """A cell as it is written, what it holds, and whether Python reads it alike."""
    text = draw(st.text(LETTERS + "\r\n", max_size=6))
    if draw(st.booleans()):
        kept = plain(text, delimiter)
        return kept, kept, True
    before, after = draw(st.sampled_from(["", " "])), draw(st.sampled_from(["", " ", "  "]))
    written = '"' + text.replace('"', '""') + '"'
    return f"{before}{written}{after}", text, not before and not after


@st.composite
def texts(draw):
    """A text, the rows in it, and whether Python reads it alike."""
    delimiter = draw(st.sampled_from(",;|\t"))
    width = draw(st.integers(2, 4))
    rows = draw(st.lists(st.lists(cells(delimiter), min_size=width, max_size=width), min_size=1, max_size=6))
    end = draw(line_ends)
    lines = [delimiter.join(f"h{i}" for i in range(width))]
    for row in rows:
        lines += [""] * draw(st.sampled_from([0, 0, 0, 1]))  # a blank line is passed over
        lines.append(delimiter.join(written for written, _, _ in row))
    text = end.join(lines) + draw(st.sampled_from(["", end]))
    return (
        text,
        [[held for _, held, _ in row] for row in rows],
        all(alike for row in rows for *_, alike in row),
    )


def assert_read(path, rows):
    found = list(read_labels(str(path)).columns.values())
    expected = [[cell or None for cell in column] for column in zip(*rows, strict=True)]
    assert [column.tolist() for column in found] == expected


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(written=texts(), packing=st.sampled_from(["csv", "csv.gz", "utf-16"]))
@example(written=('h0,h1\r\n"a\r\nb", "c"\r\n', [["a\r\nb", "c"]], False), packing="utf-16")
@example(written=('h0,h1\na "b", c"d"\n', [['a "b"', ' c"d"']], True), packing="csv")
def test_cells_are_what_was_written(tmp_path, written, packing):
    text, rows, alike = written
    if alike:
        delimiter = text[text.index("h0") + 2]
        assert [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row][
            1:
        ] == rows
    data = text.encode("utf-16" if packing == "utf-16" else "utf-8")
    path = tmp_path / f"x.{packing}"
    path.write_bytes(gzip.compress(data) if packing == "csv.gz" else data)
    assert_read(path, rows)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_large_text_is_read_like_a_small_one(tmp_path, end):
    """It is read in pieces by several threads, none of which may begin within a cell."""
    written = [f'a,"x{end}y,""z""",é', "", f' "{end}{end}" ,,"b"', 'c,"long ' + "word " * 40 + f'{end}","d"']
    rows = [["a", f'x{end}y,"z"', "é"], [f"{end}{end}", "", "b"], ["c", "long " + "word " * 40 + end, "d"]]
    times = 2**23 // len(end.join(written)) + 1000
    path = tmp_path / "x.csv"
    path.write_bytes(end.join(["h0,h1,h2", *written * times]).encode())
    assert path.stat().st_size > 2**23
    assert_read(path, rows * times)
