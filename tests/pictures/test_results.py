"""A law for all kinds of results: each has pictures, and each picture is drawn whole by both renderers."""

import math

import matplotlib as mpl
import numpy as np
import pytest

import abovechance as ac
from abovechance import curves
from abovechance.curves.uncertainty.roc_bands import threshold_intervals
from abovechance.pictures.comparisons.comparison import better_first
from abovechance.pictures.picture import Forest, HeatMap, Picture
from abovechance.pictures.results import picture_of, pictures_of
from abovechance.pictures.words import description
from abovechance.plots.draw import draw_any
from abovechance.report.formats.svg import to_svg
from tests.test_public_names import RESULTS

mpl.use("Agg")
RNG = np.random.default_rng(2)
Y = RNG.integers(0, 2, 90)
S = np.round(1 / (1 + np.exp(-RNG.normal(size=90) - Y)), 3)
T = RNG.choice(["a", "b", "c"], 90)
CURVE = ac.Curve.from_scores(Y, S)
OF_CURVES = {
    "curves": lambda: ac.Curve.from_scores(Y, {"A": S, "B": S[::-1]}),
    "comparison": lambda: curves.compare(Y, {"A": S, "B": S[::-1]}, margin=0.1),
    "classes": lambda: curves.multiclass(T, {k: np.roll(S, i) for i, k in enumerate("abc")}),
    "point": lambda: curves.operating_point(CURVE),
    "selection": lambda: curves.select_threshold(Y, S, seed=1, replicates=20),
    "band": lambda: curves.band(CURVE, method="ks"),
    "rectangles": lambda: threshold_intervals(CURVE),
    "fusion": lambda: curves.fuse(ac.Curve.from_scores(Y, {"A": S, "B": S[::-1]})),
    "decision": lambda: curves.decision_curve(CURVE),
    "cost": lambda: curves.cost_curve(CURVE),
    "loss": lambda: curves.brier_curve(CURVE),
    "path": lambda: curves.in_space(CURVE, "pr"),
    "isometrics": lambda: curves.isometrics("f1"),
    "isometric": lambda: curves.isometrics("f1").isometrics[0],
    "edges": lambda: curves.hull_edges(CURVE),
    "vertex": lambda: curves.hull_vertices(CURVE)[1],
    "mixture": lambda: curves.interpolate(CURVE, fpr=0.21),
    "concavities": lambda: curves.concavities(CURVE),
    "repair": lambda: curves.repair(CURVE, folds=None),
    "calibrator": lambda: curves.calibrator(CURVE),
    "binormal": lambda: curves.binormal(CURVE),
    "signal detection": lambda: curves.signal_detection(CURVE.at(0.5)),
    "brier": lambda: curves.brier(CURVE),
    "h measure": lambda: curves.h_measure(CURVE),
    "summary": lambda: curves.summary(CURVE),
    "auc test": lambda: curves.auc_test(CURVE),
    "grey zone": lambda: curves.grey_zone(CURVE, rule_in="precision >= 0.7", rule_out="recall >= 0.8"),
}
EVERY = {name: made for name, made in RESULTS.items() if name != "Catalogue"} | OF_CURVES  # that is a list


@pytest.fixture(autouse=True)
def _closed():
    yield
    from matplotlib import pyplot as plt

    plt.close("all")


@pytest.mark.parametrize("name", EVERY)
def test_every_result_has_pictures_that_both_renderers_draw(name):
    found = pictures_of(EVERY[name]())
    assert found
    for make in found.values():
        picture = make()
        assert isinstance(picture, Picture | Forest | HeatMap)
        assert picture.title
        assert description(picture).startswith(picture.title)
        assert to_svg(picture, "x").startswith("<svg ")


@pytest.mark.parametrize("name", EVERY)
def test_the_usual_picture_is_drawn_and_no_text_leaves_it(name):
    axes = EVERY[name]().plot()
    figure = axes.figure
    figure.canvas.draw()
    drawn = figure.get_tightbbox(figure.canvas.get_renderer())  # in inches, of all that is to be seen
    width, height = figure.get_size_inches()
    assert drawn.x0 >= -0.01
    assert drawn.y0 >= -0.01
    assert drawn.x1 <= width + 0.01
    assert drawn.y1 <= height + 0.01


def test_a_picture_is_named_or_the_known_ones_are_told():
    found = ac.evaluate(T, np.roll(T, 1))
    assert isinstance(picture_of(found), HeatMap)
    assert isinstance(picture_of(found, "measures"), Forest)
    assert found.plot(picture="classes").get_title(loc="left").startswith("Informedness of each class")
    with pytest.raises(ac.InputError, match="confusion"):
        found.plot(picture="confussion")


def test_what_is_no_result_of_the_package_has_no_picture():
    class Other(ac.core.result.Result):
        pass

    with pytest.raises(ac.InputError, match="no picture of a result of the kind Other"):
        picture_of(Other())


def test_numbers_of_forests_are_those_of_the_results():
    compared = ac.compare(T, {"A": np.roll(T, 1), "B": T, "C": np.roll(T, 2)})
    rows = picture_of(compared, "differences").rows
    pairs = better_first(compared.pairs)
    assert all(x.difference >= 0 for x in pairs)
    assert len({frozenset((x.first, x.second)) for x in pairs}) == len(compared.pairs)
    assert [(x.value, x.low, x.high) for x in rows] == [(x.difference, x.low, x.high) for x in pairs]
    assert [x.name for x in rows] == [f"{x.first} − {x.second}" for x in pairs]
    assert [x.name for x in picture_of(compared, "systems").rows] == [x.system for x in compared.ranking]
    groups = ac.compare_groups(T, np.roll(T, 1), by=list("xyz") * 30)
    forest = picture_of(groups)
    assert [x.value for x in forest.rows] == [*(x.value for x in groups.groups), groups.value]
    plan = ac.plan(0.4, n=30)
    marks = picture_of(plan).marks
    assert [mark.x for mark in marks] == [plan.needed, plan.n]
    assert marks[1].y == plan.reached
    tests = ac.tests(ac.Tables.from_labels(T, T))
    assert picture_of(tests).rows[0].value == pytest.approx(min(-math.log10(tests.results[0].p_value), 10))


@pytest.mark.parametrize("names", [("good", "poor"), ("poor", "good")])
def test_differences_agree_with_the_verdict_and_stand_beside_zero(names):
    systems = {"good": T, "poor": np.roll(T, 1)}
    compared = ac.compare(T, {name: systems[name] for name in names})
    forest = picture_of(compared, "differences")
    assert compared.verdict.startswith("'good' is better than 'poor'")
    assert [x.name for x in forest.rows] == ["good − poor"]
    assert forest.rows[0].low > 0
    assert (forest.x.low, forest.x.high) == (0, forest.rows[0].high)
    axes = draw_any(forest)
    low, high = axes.get_xlim()
    assert low < 0 < high
    assert "no difference" in [text.get_text() for text in axes.texts]


def test_of_a_loss_the_lower_comes_first():
    truth = np.arange(60) % 2
    near, far = np.where(truth == 1, 0.9, 0.1), np.linspace(0, 1, 60)
    compared = ac.curves.compare(truth, {"far": far, "near": near}, measure="brier")
    assert compared.verdict.startswith("'near' is better")
    assert [x.name for x in picture_of(compared, "differences").rows] == ["near − far"]


def test_few_common_items_are_pale_and_undefined_pairs_are_not_chance():
    rated = {
        "ann": list("abab" * 5),
        "bob": list("abbb" * 5),
        "eve": [*"ab", *[None] * 18],
        "sam": [*[None] * 18, *"ab"],
    }
    picture = picture_of(ac.agreement(rated), "raters")
    at = {name: i for i, name in enumerate(picture.rows)}
    assert picture.faint[at["ann"], at["eve"]]
    assert not picture.faint[at["ann"], at["bob"]]
    assert np.isnan(picture.values[at["eve"], at["sam"]])
    assert picture.texts[at["eve"]][at["sam"]] == "–"
    assert "hatched between raters: undefined" in picture.notes
    axes = draw_any(picture)
    assert len(axes.collections[0].get_paths()) == 2


def test_reference_lines_are_named_on_the_picture_or_in_its_key():
    for space in ("cost", "det", "decision", "brier", "prg", "gain", "calibration"):
        picture = picture_of(ac.roc(Y, {"A": S, "B": S[::-1]}), space)
        dashed = [line for line in picture.lines if line.stroke == "dashed"]
        assert dashed
        assert any(line.label for line in dashed)
        axes = draw_any(picture)
        said = [text.get_text() for text in axes.figure.findobj(mpl.text.Text)]
        assert all(line.label in said for line in dashed if line.label), space


def test_no_key_covers_a_curve():
    from matplotlib.offsetbox import AnchoredOffsetbox

    ranking = ac.roc(Y, {"A": S, "B": S[::-1]})
    for space in ("roc", "prg", "gain", "det", "pr", "cost"):
        axes = draw_any(picture_of(ranking, space))
        axes.figure.canvas.draw()
        (key,) = axes.figure.findobj(AnchoredOffsetbox)
        box = key.get_window_extent()
        for line in (x for x in axes.lines if x.get_linewidth() > 1.5):
            x, y = axes.transData.transform(line.get_xydata()).T
            assert not ((x > box.x0) & (x < box.x1) & (y > box.y0) & (y < box.y1)).any(), space


def test_one_system_is_named():
    picture = picture_of(ac.roc(Y, {"my model": S}))
    assert [line.name for line in picture.lines if line.name] == ["my model"]


def test_chance_stands_only_at_the_rows_it_holds_for():
    two = ac.Tables.from_cells(tp=40, fp=9, fn=8, tn=43)
    labels = [*["yes"] * 48, *["no"] * 52]
    answers = [*["yes"] * 40, *["?"] * 8, *["no"] * 43, *["yes"] * 9]
    for result in (
        ac.solve(n=100, recall="50%", precision="71.43%"),
        ac.imperfect_truth(two, error=0.05),
        ac.abstentions(labels, answers, abstain="?"),
        ac.mixture(two),
    ):
        picture = picture_of(result)
        assert picture.reference is None
        marked = [row for row in picture.rows if row.chance is not None]
        assert 0 < len(marked) < len(picture.rows)
        assert {row.chance for row in marked} == {0.0}


def test_calibration_of_several_systems_says_how_many_items_its_points_have():
    several = picture_of(ac.roc(Y, {"A": S, "B": S[::-1]}), "calibration")
    assert any(note.startswith("points: bins of ") for note in several.notes)
    assert {mark.system for mark in several.marks} == {0, 1}
    crowded = picture_of(ac.roc(Y, {f"{i}": np.roll(S, i) for i in range(4)}), "calibration")
    assert not crowded.marks
    assert any(note.startswith("each in up to 10 bins of ") for note in crowded.notes)


def test_the_curve_of_power_is_smooth_and_goes_through_the_numbers_of_the_plan():
    plan = ac.plan(0.3, n=60)
    (curve,) = [line for line in picture_of(plan).lines if line.system is not None]
    assert len(curve.x) >= 60
    for n, power in plan.curve:
        assert np.interp(n, curve.x, curve.y) == pytest.approx(power, abs=1e-9)
    slopes = np.diff(curve.y) / np.diff(curve.x)
    assert np.abs(np.diff(slopes)).max() < 0.1 * slopes.max()


def test_bands_say_what_they_are():
    drawn = [
        picture_of(ac.deploy(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28), 0.02)),
        picture_of(ac.roc(Y, {"A": S}), "threshold"),
        picture_of(ac.roc(Y, {"A": S})),
        picture_of(ac.abstention_curve(Y, S)),
    ]
    for picture in drawn:
        assert picture.areas
        assert any(note.startswith("shaded") for note in picture.notes), picture.title


def test_groupings_are_called_by_their_columns(tmp_path):
    assert picture_of(ac.concordance(T, T[::-1])).row_title == "groups of a"
    data = {"species": T, "cluster": T[::-1]}
    found = ac.concordance("species", "cluster", data=data)
    assert (picture_of(found).row_title, picture_of(found).column_title) == (
        "groups of species", "groups of cluster",
    )  # fmt: skip


def test_a_coefficient_is_called_by_its_title():
    picture = picture_of(ac.diagnose_agreement({"x": T, "y": T[::-1], "z": np.roll(T, 3)}), "effects")
    assert picture.title == "Fleiss' Kappa without each rater"


def test_two_classes_have_a_place_among_counts():
    drawn = picture_of(ac.evaluate(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)), "pn")
    assert (drawn.marks[0].x, drawn.marks[0].y) == (12, 30)
