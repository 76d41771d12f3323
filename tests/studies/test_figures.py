"""Figures of the studies: a dot or a line for each number, what is ideal or promised, and names that are read."""

import math
from dataclasses import replace

import pytest

import abovechance as ac
from abovechance.studies import figures_of, study
from abovechance.studies.coverage.run import grid
from abovechance.studies.mine.figures import NOISE
from abovechance.studies.significance.run import Cell


def drawn(rows, name):
    return {figure.name: figure.draw(rows) for figure in figures_of(name)}


def lines_named(axes):
    return {line.get_label(): line for line in axes.get_lines() if not line.get_label().startswith("_")}


@pytest.fixture(scope="module")
def significance():
    some = [
        Cell(k, n, skew, "matched", world)
        for k in (2, 5)
        for n in (300, 400)
        for skew in (1.0, 1.5)
        for world in ("chance", "informed", "confused")
        if k > 2 or world != "confused"
    ]
    rows = replace(study("significance"), cells=lambda _: some).run("quick", replicates=40, seed=3).rows()
    return rows, drawn(rows, "significance")


def test_errors_have_a_dot_for_each_condition(significance):
    rows, figures = significance
    two, five = figures["errors"].axes
    assert [axes.get_title(loc="left") for axes in (two, five)] == ["2 classes", "5 classes"]
    own = [r for r in rows if (r["classes"], r["world"], r["test"]) == (5, "chance", "n_minus_1")]
    x, y = lines_named(five)["χ² with N−1"].get_data()
    assert list(x) == [row["least_expected"] for row in own]
    assert list(y) == [min(row["rejected_05"], 0.16) for row in own]
    assert any(set(line.get_ydata()) == {0.05} for line in two.get_lines())
    assert "Fisher, exact" in lines_named(two)


def test_powers_are_means_over_prevalences(significance):
    rows, figures = significance
    shown = [axes for axes in figures["powers"].axes if axes.get_title(loc="left")]
    titles = [axes.get_title(loc="left") for axes in shown]
    assert titles == [
        "2 classes, decisions are right",
        "5 classes, decisions are right",
        "5 classes, classes are confused",
    ]
    own = [
        r for r in rows if (r["classes"], r["world"], r["test"], r["n"]) == (5, "confused", "williams", 400)
    ]
    x, y = lines_named(shown[2])["G² (Williams)"].get_data()
    assert list(x) == [300, 400]
    assert y[1] == pytest.approx(sum(row["rejected_05"] for row in own) / 2)


def test_measures_that_mislead_stand_out_from_noise():
    rows = study("measures").run("quick", replicates=20, seed=1).rows()
    figures = drawn(rows, "measures")
    bars, _ = figures["misled"].axes
    names = [text.get_text() for text in bars.get_yticklabels()]
    widths = dict(zip(names, (bar.get_width() for bar in bars.patches), strict=True))
    assert widths["Informedness"] < widths["Rand Accuracy"] < widths["Recall"]
    panels = [axes for axes in figures["skills"].axes if axes.get_title(loc="left")]
    assert [axes.get_title(loc="left") for axes in panels][:2] == ["Informedness", "Matthews correlation"]
    assert len(lines_named(panels[0])) == 6
    line = lines_named(panels[0])["prevalence 0.1, guessed 0.9"]
    assert line.get_ydata() == pytest.approx([0, 0.1, 0.25, 0.5, 0.8], abs=0.2)


def test_coverages_have_a_dot_for_each_measure_and_condition():
    conditions = grid([2], [30, 100], [0.1], [0.5, 0.9], ["matched"])
    rows = replace(study("coverage"), cells=lambda _: conditions).run("quick", replicates=100).rows()
    figure = drawn(rows, "coverage")["covered"]
    few, many = figure.axes
    marked = [line for axes in (few, many) for line in axes.get_lines() if line.get_marker() == "o"]
    dots = sum(len(line.get_xdata()) for line in marked)
    assert dots == sum(row["kind"] == "interval" and not math.isnan(row["rate"]) for row in rows) == 32
    assert few.get_yticklabels()[0].get_text() == "Informedness"
    assert any(set(line.get_xdata()) == {95.0} for line in few.get_lines())


def test_my_study_has_a_band_of_noise_for_each_measure(tmp_path):
    found = ac.study([0.2, 0.8], [0.5, 0.5], 100, measures=["informedness", "accuracy"], replicates=500)
    first, second = NOISE.draw(found.values).axes
    own = [row for row in found.values if row["measure"] == "informedness"]
    band = first.collections[0].get_paths()[0].get_extents()
    assert band.y0 == pytest.approx(own[0]["mean"] - 1.96 * own[0]["sd"], abs=1e-6)
    assert second.get_title(loc="left") == "Rand Accuracy"
    assert {text.get_text() for text in first.texts} == {"ideal", "chance"}
    assert {text.get_text() for text in second.texts} == {"ideal"}
    NOISE.save(found.values, tmp_path / "noise.svg")
    assert (tmp_path / "noise.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_my_study_shows_noise_however_many_conditions_there_are():
    """27 conditions: a line of plots for each number of items and guess, whose lines are the prevalences."""
    found = ac.study(
        [0.2, 0.8], [[0.5, 0.5], [0.3, 0.7], [0.1, 0.9]], [50, 100, 200], guess=["matched", "even", "rarest"], replicates=20,
        measures=["informedness", "accuracy"],
    )  # fmt: skip
    figure = NOISE.draw(found.values)
    assert len(figure.axes) == 2 * 9
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == [
        "prevalence 0.5,0.5",
        "prevalence 0.3,0.7",
        "prevalence 0.1,0.9",
    ]
    for axes in figure.axes:
        assert sum(len(bars.get_paths()) for bars in axes.collections) == 3
        assert axes.get_xlabel() == "share of informed decisions"
    assert figure.axes[0].get_title(loc="left") == "Informedness\nN = 50, guesses matched"
    assert figure.axes[0].get_ylabel() == "mean and 1.96 standard deviations"


def test_four_conditions_have_bars_of_noise_side_by_side():
    found = ac.study(
        [0.2, 0.8],
        [[0.5, 0.5], [0.1, 0.9]],
        50,
        guess=["matched", "even"],
        replicates=50,
        measures="informedness",
    )
    (axes,) = NOISE.draw(found.values).axes
    bars = [bar for bars in axes.collections for bar in bars.get_segments()]
    assert len(bars) == len({bar[0][0] for bar in bars}) == 8
    own = found.values[0]
    assert bars[0][0][1] == pytest.approx(own["mean"] - 1.96 * own["sd"])


def test_one_condition_needs_no_key():
    found = ac.study([0.2, 0.8], 0.5, 50, replicates=50, measures="informedness")
    assert NOISE.draw(found.values).legends == []


def test_measures_of_one_class_where_numbers_of_classes_differ():
    """Each class of three has a plot, in which two classes have no line."""
    prevalence = [[0.5, 0.5], [0.9, 0.1], [0.5, 0.3, 0.2]]
    guess = ["matched", "even", "rarest"]
    found = ac.study([0.2, 0.8], prevalence, [50, 90], guess=guess, replicates=20, measures="recall")
    figure = NOISE.draw(found.values)
    titles = [axes.get_title(loc="left").partition("\n")[0] for axes in figure.axes]
    assert titles[:4] == ["Recall", "Recall, class 1", "Recall, class 2", "Recall, class 3"]
    assert len(titles) == 4 * 2 * 3
