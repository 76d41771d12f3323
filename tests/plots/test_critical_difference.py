"""The critical-difference diagram: what is drawn where, and nothing on top of anything else."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from abovechance import InputError, compare_datasets, critical_difference_diagram
from abovechance.plots.critical_difference import layout


class Axes:
    """Records what is drawn on it, as matplotlib's axes are called."""

    def __init__(self):
        self.lines, self.texts, self.settings = [], [], {}

    def plot(self, x, y, **style):
        self.lines.append((tuple(x), tuple(y), style))

    def text(self, x, y, said, **style):
        self.texts.append((x, y, said, style))

    def set(self, **settings):
        self.settings |= settings

    def set_axis_off(self):
        self.settings["axis"] = "off"


def result(systems=9, sets=30, step=0.3):
    rng = np.random.default_rng(3)
    return compare_datasets(rng.normal(size=(sets, systems)) + step * np.arange(systems))


@pytest.mark.parametrize("systems", [2, 3, 9, 25])
def test_bars_and_names_do_not_overlap(systems):
    plan = layout(result(systems))
    for i, bar in enumerate(plan.bars):
        for other in plan.bars[:i]:
            assert bar.row != other.row or bar.start > other.stop or bar.stop < other.start
    for side in (True, False):
        rows = [place.row for place in plan.places if place.left is side]
        assert len(set(rows)) == len(rows)
    assert min(place.row for place in plan.places) > max((bar.row for bar in plan.bars), default=0)
    assert plan.depth > max(place.row for place in plan.places)


def test_lines_to_names_do_not_cross():
    """The outermost rank is named in the first row on its side: no line passes another."""
    plan = layout(result())
    left = sorted((p for p in plan.places if p.left), key=lambda p: p.row)
    right = sorted((p for p in plan.places if not p.left), key=lambda p: p.row)
    assert [p.rank for p in left] == sorted(p.rank for p in left)
    assert [p.rank for p in right] == sorted((p.rank for p in right), reverse=True)
    assert {p.system for p in plan.places} == set(result().systems)


def test_everything_is_drawn_where_it_was_planned():
    found, axes = result(), Axes()
    assert critical_difference_diagram(found, axes) is axes
    plan = layout(found)
    bars = [(x, -y[0]) for x, y, style in axes.lines if style["linewidth"] > 2]
    assert bars == [((bar.start, bar.stop), bar.row) for bar in plan.bars]
    said = [text for _, _, text, _ in axes.texts]
    assert f"critical difference {found.critical_difference:.2f}" in said
    for place in plan.places:
        assert any(place.system in text and f"{place.rank:.2f}" in text for text in said)
    low, high = axes.settings["ylim"]
    assert all(low <= y <= high for _, ys, _ in axes.lines for y in ys)
    assert axes.settings["axis"] == "off"


def test_names_are_text_and_not_formulas():
    axes = Axes()
    critical_difference_diagram(compare_datasets({"$x$": [1, 2], "y": [2, 3]}), axes)
    assert all(style["parse_math"] is False for _, _, said, style in axes.texts if "$x$" in said)


def test_bars_by_pairs_have_no_ruler():
    axes = Axes()
    critical_difference_diagram(result(), axes, test="pairs")
    assert not any("critical" in said for _, _, said, _ in axes.texts)


@pytest.mark.parametrize("name", ["B", "a name that is long and longer still"])
def test_a_new_figure_has_room_for_the_names(monkeypatch, name):
    """A stand-in for matplotlib.pyplot that makes the axes above."""
    made = []

    def subplots(**options):
        made.append(options)
        engine = SimpleNamespace(set=lambda **_: None)
        return SimpleNamespace(get_layout_engine=lambda: engine), Axes()

    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", SimpleNamespace(subplots=subplots))
    axes = critical_difference_diagram(compare_datasets({"A": [2, 3, 4], name: [1, 2, 3]}))
    assert axes.settings["axis"] == "off"
    width, _ = made[0]["figsize"]
    assert width == pytest.approx(5 + 0.085 * (1 + len(name) + 2 * 6))
    assert made[0]["layout"] == "constrained"


def test_without_matplotlib_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(InputError, match=r"pip install 'abovechance\[plot\]'"):
        critical_difference_diagram(result())


def test_matplotlib_itself_draws_all_names_within_the_picture():
    import matplotlib as mpl

    mpl.use("Agg")
    result = compare_datasets(
        {"a long name": [0.9, 0.8, 0.85, 0.7], "b": [0.8, 0.7, 0.8, 0.6], "c": [0.5, 0.6, 0.4, 0.5]}
    )
    axes = critical_difference_diagram(result)
    axes.figure.canvas.draw()
    drawn = " ".join(text.get_text() for text in axes.texts)
    assert all(name in drawn for name in ("a long name", "b", "c"))
    whole = axes.figure.bbox
    for text in axes.texts:
        box = text.get_window_extent()
        assert whole.x0 <= box.x0 <= box.x1 <= whole.x1, text.get_text()
