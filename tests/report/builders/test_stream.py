"""Running figures, as one line and as a document."""

import pytest

import abovechance as ac
from abovechance.report.builders.stream import document, figures, line
from abovechance.report.formats.terminal import to_text

MAIL = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)


def drawn(shown, columns=100):
    return to_text(document(shown), columns).splitlines()


def test_values_are_those_of_the_measures():
    shown = figures(100, 12.5, MAIL, 0.9)
    assert shown.values == {
        key: pytest.approx(getattr(ac, key)(MAIL))
        for key in ("informedness", "markedness", "correlation", "accuracy")
    }
    assert shown.chance == pytest.approx(0.484)
    sure = ac.interval(MAIL, "informedness", level=0.9)
    assert shown.bounds == (sure.low, sure.high)


def test_one_line():
    assert line(figures(1_234_567, 1999.5, MAIL, None)) == (
        "1,234,567 items, 2,000 a second: Informedness 0.200, Markedness 0.197, Correlation 0.199, "
        "Accuracy 0.580 (chance 0.484)"
    )
    assert line(figures(1, 0.2, None, 0.95)) == "1 item, 0 a second"


def test_what_is_undefined_has_a_dash_and_no_interval():
    one_class = ac.Tables.from_labels(["a", "a"], ["a", "a"])
    assert line(figures(2, 2, one_class, 0.95)) == (
        "2 items, 2 a second: Informedness –, Markedness –, Correlation –, Accuracy 1.000 (chance 1.000)"
    )


def test_a_table_for_a_terminal():
    lines = drawn(figures(100, 5, MAIL, 0.95))
    assert lines[0] == "100 items, 5 a second"
    assert lines[2].split()[:6] == ["Measure", "value", "95", "%", "interval", "chance"]
    assert lines[3].split()[:6] == ["Informedness", "0.200", "0.002", "to", "0.378", "0.000"]
    assert "●" in lines[3]
    assert lines[6].split()[:3] == ["Accuracy", "0.580", "0.484"]
    assert "interval" not in drawn(figures(100, 5, MAIL, None))[2]
    assert drawn(figures(100, 5, None, 0.95)) == [lines[0]]


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_a_narrow_terminal_shows_every_word(columns):
    many = ac.Tables.from_cells(tp=300_000, fp=150_000, fn=400_000, tn=280_000)
    lines = drawn(figures(1_130_000, 12_345, many, 0.95), columns)
    shown = [text.split()[0] for text in lines[2:7]]
    assert shown == ["Measure", "Informedness", "Markedness", "Correlation", "Accuracy"]
    assert max(map(len, lines)) <= columns
    assert not any(text.endswith("…") for text in lines)
    assert ("●" in lines[3]) == (columns == 80)


def test_weights_have_an_interval_that_does_not_mind_their_scale():
    light, heavy = (
        ac.Tables.from_labels([0, 0, 1, 1], [0, 1, 1, 1], weights=[scale, 2 * scale] * 2)
        for scale in (1, 1000)
    )
    assert figures(9, 1, light, 0.95).bounds == pytest.approx(figures(9, 1, heavy, 0.95).bounds)
