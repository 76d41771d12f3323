"""The picture of a deployment shows its curve."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.pictures import measures_deployed
from abovechance.pictures.results import picture_of

TABLE = ac.Tables.from_cells(tp=90, fn=10, fp=10, tn=90)


def test_lines_are_the_curve_and_marks_what_is_reported():
    found = ac.deploy(TABLE, 0.02)
    picture = measures_deployed(found)
    names = [line.name for line in picture.lines]
    assert names == ["Informedness", "Precision", "F-measure", "Cohen's Kappa", "Rand Accuracy"]
    assert np.ptp(picture.lines[0].y) == pytest.approx(0, abs=1e-9)  # Informedness stays
    assert picture.marks[1].x == 0.02
    assert picture.marks[1].y == pytest.approx(found.find("precision").value)
    assert len(picture.areas) == 2  # more bands would lie over each other
    assert "shaded: the bounds of Informedness and Precision" in picture.notes
    chosen = measures_deployed(found, ["precision"])
    assert [line.name for line in chosen.lines] == ["Precision"]


def test_classes_and_figures_have_pictures():
    three = ac.Tables.from_counts([[20, 3, 2], [4, 15, 6], [1, 2, 30]], labels=["a", "b", "c"], rows="truth")
    picture = measures_deployed(ac.deploy(three, [0.1, 0.7, 0.2]))
    assert picture.x.title == "Prevalence of b"
    assert not picture.areas
    figures = ac.deploy(ac.solve(n=100, recall="50%", precision="71.43%", accuracy="58%"), 0.02)
    assert measures_deployed(figures).marks[0].y == pytest.approx(0.2, abs=1e-6)
    worse = ac.deploy(ac.Tables.from_cells(tp=10, fn=90, fp=90, tn=10), 0.02)
    assert measures_deployed(worse).y.low == -1
    assert worse.plot().get_title(loc="left") == "Measures against the prevalence"


def test_only_shares_are_drawn_of_other_measures():
    found = ac.deploy(TABLE, 0.02, measures=["mcc", "odds_ratio"])
    assert [line.name for line in measures_deployed(found).lines] == ["Matthews correlation"]


def test_other_pictures_are_asked_for_by_name():
    found = ac.deploy(TABLE, 0.02, costs=(3, 1))
    rows = {row.name: row for row in picture_of(found, "measures").rows}
    assert rows["Precision"].value == pytest.approx(found.find("precision").value)
    assert rows["Informedness"].chance == 0
    assert "Cost of an item" not in rows
    curve = picture_of(found.curve([0.1, 0.2]))
    assert curve.lines[0].x.tolist() == [0.1, 0.2]
    assert not curve.marks
