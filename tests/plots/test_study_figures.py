"""Figures of the ready-made studies of the papers: drawn, labelled, and the same bytes each time."""

import pytest

from abovechance.plots.studies import figures_of
from abovechance.simulation.studies import study

NAMES = ["averaging", "ecai2008", "kappa2012", "poster2008"]


@pytest.fixture(scope="module")
def rows():
    return {name: study(name).run("quick", replicates=50, seed=1).rows for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_figures_are_labelled_and_say_what_is_chance_or_ideal(rows, name):
    said = []
    for figure in figures_of(name):
        drawn = figure.draw(rows[name])
        for axes in drawn.axes:
            assert axes.get_xlabel() or axes.get_title(loc="left")
            said += [text.get_text() for text in axes.texts] + [axes.get_xlabel()]
        assert figure.caption.endswith(".")
    assert any("ideal" in text or "promised" in text for text in said)
    assert any("chance" in text for text in said)


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_is_the_same_each_time(rows, name, tmp_path):
    figure = figures_of(name)[0]
    for i in range(2):
        figure.save(rows[name], tmp_path / f"{i}.svg")
    assert (tmp_path / "0.svg").read_bytes() == (tmp_path / "1.svg").read_bytes()


def test_a_study_without_figures_has_none():
    assert figures_of("nothing_of_this_name") == ()
