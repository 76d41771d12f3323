"""The heat map: every cell is where its raters are, and names are plain text."""

import sys

import matplotlib as mpl
import numpy as np
import pytest

import abovechance as ac
from abovechance.pictures.agreement import ordered
from abovechance.plots.agreement import draw
from tests.raters.data import anaesthetists

mpl.use("Agg")
GRADES = anaesthetists()


@pytest.fixture
def axes():
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots()
    yield axes
    plt.close(figure)


def labels(ticks):
    return [text.get_text() for text in ticks]


def title(axes):
    return axes.get_title(loc="left")


def test_cells_are_those_of_their_raters(axes):
    ac.agreement_heatmap(GRADES, "informedness", ax=axes)
    drawn = axes.images[0].get_array()
    rows, columns = labels(axes.get_yticklabels()), labels(axes.get_xticklabels())
    assert rows == columns
    for i, j in ((0, 3), (4, 1)):
        assert drawn[i, j] == pytest.approx(ac.informedness(GRADES[rows[i]], GRADES[columns[j]]))
    assert axes.get_ylabel() == "taken as the truth"
    assert title(axes) == "Informedness of every two raters"


def test_written_numbers_are_the_values(axes):
    ac.agreement_heatmap(GRADES, ax=axes)
    rows = labels(axes.get_yticklabels())
    written = {text.get_position(): text.get_text() for text in axes.texts}
    assert len(written) == 7 * 6
    assert written[1, 0] == f"{ac.cohen_kappa(GRADES[rows[0]], GRADES[rows[1]]):.2f}".lstrip("0")
    assert axes.get_ylabel() == ""


def test_raters_stand_in_the_order_of_their_agreement():
    matrix = np.array([[np.nan, 0.1, 0.2], [0.1, np.nan, 0.9], [0.2, 0.9, np.nan]])
    assert ordered(matrix).tolist() == [2, 1, 0]


def test_what_has_no_value_has_a_dash(axes):
    matrix = np.array([[np.nan, np.nan], [np.nan, np.nan]])
    draw(matrix, ("a", "b"), "cohen_kappa", axes)
    assert [text.get_text() for text in axes.texts] == ["–", "–", "hatched between raters: undefined"]
    assert len(axes.collections[0].get_paths()) == 2  # the diagonal is left empty


def test_negative_values_have_a_minus_sign(axes):
    matrix = np.array([[np.nan, -0.25], [-0.25, np.nan]])
    draw(matrix, ("a", "b"), "cohen_kappa", axes)
    assert axes.texts[0].get_text() == "−.25"


def test_names_are_never_formulas(axes):
    draw(np.full((2, 2), 0.5), ("$x^2$", "a very long name of a rater indeed"), "cohen_kappa", axes)
    axes.figure.canvas.draw()
    assert labels(axes.get_yticklabels()) == ["$x^2$", "a very long name of a…"]


def test_many_raters_are_not_all_named(axes):
    draw(np.full((100, 100), 0.5), range(100), "cohen_kappa", axes)
    assert len(axes.get_yticklabels()) == 50
    assert not len(axes.texts)


def test_a_new_figure_and_a_diagnosis(tmp_path):
    from matplotlib import pyplot as plt

    found = ac.diagnose_agreement(GRADES)
    axes = found.heatmap("correlation")
    axes.figure.savefig(tmp_path / "heat.png")
    assert (tmp_path / "heat.png").stat().st_size > 1000
    plt.close(axes.figure)
    with pytest.raises(ac.InputError, match="not of 'mcc'"):
        found.heatmap("mcc")


def test_without_matplotlib_it_says_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ac.InputError, match="a picture needs matplotlib: pip install"):
        ac.agreement_heatmap(GRADES)


def test_zero_is_chance_only_where_it_is(axes):
    def bar():
        return labels(axes.figure.axes[1].get_yticklabels())

    draw(np.full((2, 2), 0.5), ("a", "b"), "accuracy", axes)
    assert bar() == ["0", "0.5", "1"]
    assert axes.images[0].get_clim() == (0, 1)
    axes.figure.axes[1].remove()
    draw(np.full((2, 2), 0.5), ("a", "b"), "cohen_kappa", axes)
    assert bar() == ["−1", "−0.5", "chance", "0.5", "1"]


def test_weights_of_kappa(axes):
    from sklearn.metrics import cohen_kappa_score

    ac.agreement_heatmap(GRADES, ax=axes, weights="quadratic")
    rows, drawn = labels(axes.get_yticklabels()), axes.images[0].get_array()
    expected = cohen_kappa_score(GRADES[rows[0]], GRADES[rows[1]], weights="quadratic")
    assert drawn[0, 1] == pytest.approx(expected)
    assert drawn[1, 0] == pytest.approx(expected)
    assert title(axes).replace("\n", " ") == "Cohen's Kappa (quadratic weights) of every two raters"
    with pytest.raises(ac.InputError, match="weights are for 'cohen_kappa', not for 'informedness'"):
        ac.agreement_heatmap(GRADES, "informedness", weights="linear")
