"""A law over all pictures: all text is on the figure, no text covers another, and no key covers what is drawn."""

import importlib
from itertools import combinations
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.offsetbox import AnchoredOffsetbox
from matplotlib.text import Text

import abovechance as ac
from abovechance.pictures.picture import HeatMap
from abovechance.pictures.results import pictures_of
from abovechance.plots.draw import draw_any

mpl.use("Agg")
TOOLS = Path(__file__).parents[2] / "tools"
LONG = "a system whose name is so long that no key has room for it, fine-tuned, run {}"


@pytest.fixture(scope="module")
def results():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(TOOLS))
        return importlib.import_module("make_pictures").results() | _more()


def _more():
    """Results whose names are long, or whose pictures are crowded."""
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 200)
    scores = {LONG.format(i): np.round(truth + (1 + i) * rng.random(200), 2) for i in range(5)}
    words = np.where(truth, "yes", "no")
    labels = {name: np.where(column > 1, "yes", "no") for name, column in scores.items()}
    odd = [LONG.format(k) for k in rng.integers(0, 4, 200)]
    return {
        "long scores": lambda: ac.roc(truth, scores),
        "long systems": lambda: ac.compare(words, labels, by=odd),
        "long classes": lambda: ac.evaluate(odd, odd[1:] + odd[:1]),
        "long groups": lambda: ac.imperfect_truth(
            ac.Tables.from_labels(words, labels[LONG.format(0)], by=odd), error=0.05
        ),
        "deployment": lambda: ac.deploy(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28), 0.02),
    }


NAMES = [
    "abstention_curve", "abstentions", "agreement", "benchmark", "bookmaker", "brier", "check",
    "comparison_10", "comparison_2", "comparison_groups", "concordance", "correlated_t", "datasets",
    "deployment", "diagnosis", "evaluation", "evaluation_3", "evaluation_30", "evaluation_empty",
    "evaluation_few", "evaluation_groups", "evidence", "homogeneity", "imperfect_truth", "intervals",
    "isometrics", "judgement", "long classes", "long groups", "long scores", "long systems", "marks",
    "mixture", "plan", "quantification", "ranking_1", "ranking_10", "ranking_3", "selection",
    "signal_detection", "solution", "study", "tests",
]  # fmt: skip


def test_no_picture_is_left_out(results):
    assert sorted(results) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_text_is_on_the_figure_and_keys_are_beside_what_is_drawn(results, name, monkeypatch):
    written = []
    draw = Text.draw

    def noted(self, renderer):
        if self.get_visible() and self.get_text().strip():
            written.append(self)
        draw(self, renderer)

    monkeypatch.setattr(Text, "draw", noted)
    for kind, picture_of in pictures_of(results[name]()).items():
        picture = picture_of()
        axes = draw_any(picture)
        written.clear()
        axes.figure.canvas.draw()
        require_inside(written, axes.figure, kind)
        if not isinstance(picture, HeatMap):
            require_apart(written, kind)
        require_beside(axes, kind)
        plt.close("all")


def require_inside(written, figure, kind):
    for text in written:
        box = text.get_window_extent()
        assert box.x0 >= -1, (kind, text)
        assert box.y0 >= -1, (kind, text)
        assert box.x1 <= figure.bbox.x1 + 1, (kind, text)
        assert box.y1 <= figure.bbox.y1 + 1, (kind, text)


def require_apart(written, kind):
    boxes = [
        (x.get_text(), Text.get_window_extent(x).padded(-1)) for x in written if not x.get_rotation() % 90
    ]
    for (one, box), (other, beside) in combinations(boxes, 2):
        assert not box.overlaps(beside), (kind, one, other)


def require_beside(axes, kind):
    """Keys cover no line and no point, and bold headings stand beside the plot."""
    plot = axes.get_window_extent()
    for key in axes.figure.findobj(AnchoredOffsetbox):
        box = key.get_window_extent()
        for line in axes.lines:
            points = line.get_transform().transform(line.get_xydata())
            points = points[np.isfinite(points).all(axis=1)]
            share = np.linspace(0, 1, 50)[:, None, None]
            between = points[:-1] + share * np.diff(points, axis=0)
            for x, y in (points.T, between.reshape(-1, 2).T):
                assert not ((x > box.x0) & (x < box.x1) & (y > box.y0) & (y < box.y1)).any(), (kind, line)
    for text in axes.texts:
        if text.get_fontweight() == "bold":
            assert text.get_window_extent().x1 <= plot.x0 + 1, (kind, text)
