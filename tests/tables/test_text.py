import numpy as np
import pytest

from abovechance import Axis, Tables
from abovechance.core.text import decimals, listed, quantity, shown, width
from abovechance.tables.text import aligned, elided, grid, table_html, table_text


def test_both_axes_are_named_and_the_margins_added():
    assert table_text(
        Tables.from_counts([[5, 1, 0], [2, 6, 1], [0, 1, 4]], labels=["cat", "dog", "bird"])
    ) == (
        "truth \\ prediction  cat  dog  bird  all\n"
        "cat                   5    1     0    6\n"
        "dog                   2    6     1    9\n"
        "bird                  0    1     4    5\n"
        "all                   7    8     5   20"
    )


def test_weights_have_the_decimals_they_need():
    text = table_text(Tables.from_counts([[0.5, 1], [2.25, 3]], labels=["a", "b"]))
    assert "a                   0.50  1.00  1.50" in text
    assert "all                 2.75  4.00  6.75" in text


def test_whole_weights_have_no_decimals():
    assert "a                   1  2    3" in table_text(
        Tables.from_counts([[1.0, 2], [3, 4]], labels=["a", "b"])
    )


def test_huge_counts_are_exact():
    assert "100000000000000001" in table_text(Tables.from_counts([[10**17, 1], [0, 0]], labels=["a", "b"]))


def test_a_large_table_fits_the_width_and_keeps_its_diagonal():
    counts = np.diag(np.arange(1000, 1060))
    lines = aligned(grid(Tables.from_counts(counts, labels=[f"class number {i}" for i in range(60)])))
    assert max(map(len, lines)) <= 80
    assert lines[1].split()[:5] == ["1", "class", "number", "0", "1000"]
    assert lines[-2].startswith("60 class number 59")
    assert lines[-2].split()[-2:] == ["1059", "1059"]
    assert "…" in lines[-3]


def test_labels_that_look_alike_where_they_are_cut_are_numbered():
    hours = Tables.from_counts([[1, 0], [0, 1]], labels=["2026-01-01 00:00:00", "2026-01-01 01:00:00"])
    assert table_text(hours).splitlines()[2].startswith("2026-01-01 01:00:00 ")
    finer = Tables.from_counts([[1, 0], [0, 1]], labels=["2026-01-01 00:00:00.1", "2026-01-01 00:00:00.2"])
    assert table_text(finer).splitlines()[0].split()[3:] == ["1", "2", "all"]


def test_a_rectangular_table_names_both_sets_of_labels():
    text = table_text(
        Tables.from_counts([[1, 2, 3], [3, 4, 5]], labels=["x", "y"], predicted_labels=["a", "b", "c"])
    )
    assert text.splitlines()[0].split()[3:] == ["a", "b", "c", "all"]


def test_a_batch_says_what_it_holds():
    tables = Tables.from_counts(np.ones((2, 3, 2, 2), dtype=int), axes=[Axis("site", ("A", "B")), "fold"])
    text = table_text(tables)
    assert text.splitlines()[:3] == ["2 × 3 tables, 2×2", "axis 'site': 2 ('A', 'B')", "axis 'fold': 3"]
    assert "positive class: 1" in text


HOSTILE = ["\x1b[31mred\x1b[0m", "two\nlines", "<script>alert(1)</script>", "a\u202eb", "[bold]x[/bold]"]


@pytest.mark.parametrize("label", HOSTILE)
def test_labels_are_data_never_markup(label):
    tables = Tables.from_counts([[1, 2], [3, 4]], labels=[label, "b"], positive=label)
    text, html = table_text(tables), table_html(tables)
    assert all(c.isprintable() or c == "\n" for c in text)
    assert len(text.splitlines()) == 5
    assert "<script" not in html
    assert "\x1b" not in html


def test_html_of_one_table_and_of_a_batch():
    assert "<td>28</td><td>12</td><td>40</td>" in table_html(Tables.from_cells(tp=30, fp=12, fn=30, tn=28))
    batch = table_html(Tables.from_cells(tp=[1, 2], fp=1, fn=1, tn=1))
    assert batch.startswith("<table><caption>2 tables, 2×2</caption>")
    assert "<tr><th>positive class</th><td>&#x27;positive&#x27;</td></tr>" in batch


def test_shown_escapes_and_cuts():
    assert shown("a\tb\x07é") == "a\\tb\\x07é"
    assert shown("x" * 50) == "x" * 39 + "…"
    assert shown("\ud800") == "\\ud800"
    assert listed(range(7)) == "0, 1, 2, 3, 4 and 2 more"
    assert listed("ab") == "'a', 'b'"


def test_width_counts_terminal_columns():
    assert [width(text) for text in ("abc", "日本", "e\u0301", "é")] == [3, 4, 1, 1]


def test_elided_keeps_both_ends():
    assert elided(4, 4) == [0, 1, 2, 3]
    assert elided(10, 5) == [0, 1, 2, None, 9]
    assert len(elided(100, 12)) == 12


def test_decimals_and_quantities():
    assert decimals([1.0, 2.0]) == 0
    assert decimals([0.5]) == 1
    assert decimals([1 / 3]) == 2
    assert decimals([float("nan"), 2.0]) == 0
    assert quantity(2.0) == "2"
    assert quantity(float("nan")) == "nan"
    assert quantity(1e300) == f"{1e300:.0f}"
