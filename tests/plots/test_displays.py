"""What is drawn are the numbers of the curves; names are text and never markup."""

import io
import math

import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.offsetbox import AnchoredOffsetbox
from matplotlib.text import Text

import abovechance as ac
from abovechance import plots
from abovechance.core.errors import InputError
from abovechance.inference.intervals.proportion import wilson

ALL = [getattr(plots, name) for name in plots.__all__ if name != "ConfusionDisplay"]


def system_lines(display):
    return [line for line in display.picture.lines if line.stroke == "line"]


def drawn(axes):
    return [(line.get_xdata(), line.get_ydata()) for line in axes.lines]


def require_drawn(made, axes):
    """All lines of the picture are on the axes, and so is its title."""
    shown = drawn(axes)
    for line in made.picture.lines:
        assert any(
            np.array_equal(x, line.x, equal_nan=True) and np.array_equal(y, line.y, equal_nan=True)
            for x, y in shown
        )
    assert axes.get_title(loc="left") == made.picture.title
    assert np.isfinite([*axes.get_xlim(), *axes.get_ylim()]).all()


@pytest.mark.parametrize("display", ALL)
def test_every_line_of_the_picture_is_drawn(display, curves):
    made = display.from_curves(curves)
    axes = made.plot().ax_
    require_drawn(made, axes)
    assert "1 against 0" in made.picture.title
    axes.figure.savefig(io.BytesIO(), format="png", dpi=40)


@pytest.mark.parametrize("display", ALL)
@pytest.mark.parametrize(
    ("truth", "scores"),
    [
        ([0, 1, 1], [0.1, 0.4, 0.05]),
        ([0, 0, 1, 1], [0.1, 0.2, 0.3, 0.4]),
        ([0, 1], [0.5, 0.5]),
        ([1, 1, 0, 0], [0.1, 0.2, 0.3, 0.4]),
    ],
    ids=["three items", "perfect", "all equal", "worse than chance"],
)
def test_tiny_and_degenerate_data_are_drawn(display, truth, scores):
    made = display.from_scores(truth, scores)
    axes = made.plot(plt.figure().add_subplot()).ax_
    require_drawn(made, axes)
    assert any(np.isfinite(line.y).any() for line in system_lines(made))


@pytest.mark.parametrize("display", ALL)
def test_one_class_is_drawn(display):
    curve = ac.Curve.from_scores([True, True], [0.2, 0.4])
    made = display.from_curves(curve)
    axes = made.plot(plt.figure().add_subplot()).ax_
    require_drawn(made, axes)
    assert made.picture.title.endswith("True against rest")


@pytest.mark.parametrize("display", [plots.BrierDisplay, plots.CalibrationDisplay, plots.DecisionDisplay])
def test_probabilities_are_needed_where_scores_are_taken_for_them(display):
    with pytest.raises(InputError, match="probabilities"):
        display.from_scores([0, 1], [1.0, 2.0])


def test_names_are_never_markup(scored):
    truth, scores = scored
    nasty = {"$\\frac{1}{0$": scores["good"], "_hidden\n": scores["poor"]}
    axes = plots.RocDisplay.from_scores(truth, nasty).plot().ax_
    axes.figure.savefig(io.BytesIO(), format="svg")
    texts = [text.get_text() for text in axes.figure.findobj(Text)]
    assert any(text.startswith("$\\frac{1}{0$  AUC") for text in texts)
    assert any(text.startswith("_hidden\\n  AUC") for text in texts)
    assert not any(text.get_parse_math() for text in axes.figure.findobj(Text) if "$" in text.get_text())


def test_long_names_are_cut(scored):
    truth, scores = scored
    axes = plots.RocDisplay.from_scores(truth, {"a" * 60 + "z": scores["good"]}).plot().ax_
    key = [text.get_text() for text in axes.figure.findobj(Text) if "AUC" in text.get_text()]
    assert key[0].split()[0] == "a" * 33 + "…"


def test_colours_of_systems_differ_and_dashes_follow(scored):
    truth, scores = scored
    axes = (
        plots.RocDisplay.from_scores(truth, {str(i): scores["good"] for i in range(9)}, hull=False).plot().ax_
    )
    styles = [(line.get_color(), str(line.get_linestyle())) for line in axes.lines[1:]]
    assert len(set(styles)) == 9


def test_axes_of_the_caller_are_used(curves):
    _, axes = plt.subplots(1, 2)
    assert plots.RocDisplay.from_curves(curves).plot(axes[1]).ax_ is axes[1]
    assert not axes[0].lines


def test_matplotlib_is_asked_for_in_words(curves, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.pyplot", None)
    with pytest.raises(InputError, match=r"pip install 'abovechance\[plot\]'"):
        plots.RocDisplay.from_curves(curves).plot()


class TestRoc:
    def test_points_are_rates(self, curves):
        for line, curve in zip(
            system_lines(plots.RocDisplay.from_curves(curves)), curves.values(), strict=True
        ):
            assert np.array_equal(line.x, curve.fpr)
            assert np.array_equal(line.y, curve.tpr)

    def test_the_hull_is_that_of_the_curve(self, curves):
        thin = [x for x in plots.RocDisplay.from_curves(curves).picture.lines if x.stroke == "thin"]
        for line, curve in zip(thin, curves.values(), strict=True):
            hull = curve.hull()
            assert np.array_equal(line.x, hull.fpr)
            assert np.array_equal(line.y, hull.tpr)
        without = plots.RocDisplay.from_curves(curves, hull=False)
        assert not [x for x in without.picture.lines if x.stroke == "thin"]

    def test_the_key_has_areas_with_intervals(self, curves):
        curve = curves["good"]
        found = ac.curves.auc_interval(curve, level=0.9)
        (line,) = system_lines(plots.RocDisplay.from_curves(curve, level=0.9))
        assert line.note == f"AUC {curve.auc:.3f} ({found.low:.3f}–{found.high:.3f})"
        (line,) = system_lines(plots.RocDisplay.from_curves(curve, level=None))
        assert line.note == f"AUC {curve.auc:.3f}"

    def test_points_are_the_best_by_a_criterion(self, curves):
        marks = plots.RocDisplay.from_curves(curves, points="informedness").picture.marks
        for mark, curve in zip(marks, curves.values(), strict=True):
            best = np.argmax(curve.tpr - curve.fpr)
            assert (mark.x, mark.y) == (curve.fpr[best], curve.tpr[best])
            assert mark.text.startswith(f"Informedness {(curve.tpr - curve.fpr)[best]:.3f} at ")

    def test_points_may_be_given_by_name(self, curves):
        point = ac.curves.operating_point(curves["poor"], threshold=0.5)
        (mark,) = plots.RocDisplay.from_curves(curves, points={"poor": [point]}).picture.marks
        assert (mark.x, mark.y, mark.system) == (point.fpr, point.tpr, 1)
        with pytest.raises(InputError, match="operating points"):
            plots.RocDisplay.from_curves(curves, points=[0.5])

    def test_a_selection_is_marked_with_its_honest_value(self, curves):
        chosen = ac.curves.select_threshold(curves["poor"], seed=1, replicates=50)
        assert round(chosen.estimate.value, 3) != round(chosen.point.value, 3)
        picture = plots.RocDisplay.from_curves(curves["poor"], points=chosen).picture
        (mark,) = picture.marks
        here, expected = chosen.point.value, chosen.estimate.value
        assert here == pytest.approx(mark.y - mark.x)
        said = f"Informedness {here:.3f} here, {expected:.3f} expected, at cut {chosen.point.cut:.3g}"
        assert mark.text == said
        assert "at points: here, and expected on new items" in picture.notes
        apparent = plots.RocDisplay.from_curves(curves["poor"], points="informedness").picture
        assert "values at points: on the items they were chosen on" in apparent.notes
        given = ac.curves.operating_point(curves["poor"], threshold=0.5)
        picture = plots.RocDisplay.from_curves(curves["poor"], points=given).picture
        assert not [note for note in picture.notes if note.startswith("values")]
        assert picture.marks[0].text.endswith(f"at threshold {given.threshold:.3g}")

    def test_two_criteria_at_one_point_share_a_mark(self):
        curve = ac.Curve.from_scores([0, 0, 1, 1], [1, 2, 3, 4])
        (mark,) = plots.RocDisplay.from_curves(curve, points="informedness", costs=(1, 1)).picture.marks
        assert mark.text == "cost 0.000, Informedness 1.000 at cut 2.5"
        (mark,) = plots.RocDisplay.from_curves(curve, points="cost", costs=(1, 1)).picture.marks
        assert mark.text == "cost 0.000 at cut 2.5"

    def test_lines_of_equal_cost_are_told_from_isometrics(self, curves):
        picture = plots.RocDisplay.from_curves(curves["good"], costs=(5, 1), isometrics="mcc").picture
        assert [x.stroke for x in picture.lines if x.system == 0] == ["thin", "line", "dash-dotted"]
        assert picture.notes[:2] == ("dotted: equal Matthews correlation", "dash-dotted: equal cost")

    def test_of_many_marks_the_key_says_the_cuts(self, scored):
        truth, scores = scored
        systems = {str(i): scores["good"] for i in range(5)}
        display = plots.RocDisplay.from_scores(truth, systems, points="mcc")
        assert {mark.text for mark in display.picture.marks} == {""}
        cut = ac.curves.operating_point(ac.Curve.from_scores(truth, scores["good"]), "mcc").cut
        assert all(line.note.endswith(f", cut {cut:.3g}") for line in system_lines(display))
        assert display.picture.notes == ("points: cuts of the best Matthews correlation",)
        assert not [line for line in display.picture.lines if line.stroke == "thin"]

    @pytest.mark.parametrize(
        ("cp", "cn", "prevalence"), [(5, 1, None), (1, 5, 0.01), (1, 1, 0.9), (1, 0, 0.3)]
    )
    def test_the_line_of_equal_cost_touches_the_hull(self, curves, cp, cn, prevalence):
        curve = curves["good"]
        made = plots.RocDisplay.from_curves(curve, costs=(cp, cn), prevalence=prevalence)
        (line,) = [x for x in made.picture.lines if x.stroke == "dash-dotted"]
        share = curve.prevalence if prevalence is None else prevalence
        slope = (1 - share) * cn / (share * cp)
        rise, run = np.diff(line.y).item(), np.diff(line.x).item()
        assert rise == pytest.approx(slope * run)
        # no threshold is above the line, and the marked one is on it
        offset = line.y[0] - slope * line.x[0]
        above = curve.tpr - slope * curve.fpr - offset
        assert above.max() == pytest.approx(0, abs=1e-9)
        (mark,) = made.picture.marks
        assert mark.y - slope * mark.x == pytest.approx(offset)

    def test_bands_hold_the_curve(self, curves):
        curve = curves["good"]
        made = plots.RocDisplay.from_curves(curve, bands="ks", level=0.9)
        (area,) = made.picture.areas
        expected = ac.curves.band(curve, method="ks", level=0.9)
        assert np.array_equal(area.low, expected.low)
        assert np.array_equal(area.high, expected.high)
        assert len(plots.RocDisplay.from_curves(curves).picture.areas) == 2
        three = {str(i): curve for i in range(3)}
        assert not plots.RocDisplay.from_curves(three).picture.areas
        assert len(plots.RocDisplay.from_curves(three, bands=True).picture.areas) == 3
        assert not plots.RocDisplay.from_curves(curve, bands=False).picture.areas
        weighted = ac.Curve.from_scores([0, 1, 1], [1, 2, 3], weights=[1.0, 2.0, 0.5])
        assert not plots.RocDisplay.from_curves(weighted).picture.areas

    def test_isometrics_have_the_value_they_say(self, curves):
        curve = curves["good"]
        made = plots.RocDisplay.from_curves(curve, isometrics="mcc", prevalence=0.2)
        lines = [x for x in made.picture.lines if x.stroke == "dotted"]
        assert len(lines) > 4
        for line in lines:
            x, y = line.x[len(line.x) // 2], line.y[len(line.y) // 2]
            table = ac.Tables.from_rates(recall=y, inverse_recall=1 - x, prevalence=0.2)
            if line.label:
                assert ac.mcc(table) == pytest.approx(float(line.label), abs=5e-3)
        assert made.picture.notes[0] == "dotted: equal Matthews correlation"

    def test_a_long_curve_is_thinned(self):
        rng = np.random.default_rng(1)
        truth = rng.random(100_000) < 0.5
        display = plots.RocDisplay.from_scores(truth, rng.normal(size=100_000) + truth)
        assert sum(len(line.x) for line in display.picture.lines) < 8000


class TestSpaces:
    def test_counts(self, curves):
        for line, curve in zip(
            system_lines(plots.PnDisplay.from_curves(curves)), curves.values(), strict=True
        ):
            assert np.array_equal(line.x, curve.fp)
            assert np.array_equal(line.y, curve.tp)

    def test_precision_and_recall_at_thresholds(self, curves):
        curve = curves["good"]
        (line,) = system_lines(plots.PrecisionRecallDisplay.from_curves(curve))
        points = set(zip(line.x.round(12), line.y.round(12), strict=True))
        precision = curve.measure("precision")[1:].round(12)
        assert set(zip(curve.tpr[1:].round(12), precision, strict=True)) <= points
        chance = plots.PrecisionRecallDisplay.from_curves(curve).picture.lines[0]
        assert chance.y.tolist() == [curve.prevalence] * 2

    def test_det_has_rates_as_ticks(self, curves):
        axes = plots.DetDisplay.from_curves(curves).plot().ax_
        assert "5 %" in [tick.get_text() for tick in axes.get_xticklabels()]

    def test_kappa_is_the_measure(self, curves):
        curve = curves["poor"]
        (line,) = system_lines(plots.KappaDisplay.from_curves(curve))
        assert np.nanmax(line.y) == pytest.approx(np.nanmax(curve.measure("cohen_kappa")))

    def test_lift_ends_at_one(self, curves):
        (line,) = system_lines(plots.LiftDisplay.from_curves(curves["good"]))
        assert (line.x[-1], line.y[-1]) == (1, 1)


class TestThresholds:
    def test_values_hold_up_to_their_threshold(self):
        curve = ac.Curve.from_scores([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4])
        (line,) = system_lines(plots.ThresholdDisplay.from_curves(curve, "recall"))
        assert line.x.tolist() == [0.1, 0.1, 0.2, 0.2, 0.3, 0.3, 0.4]
        assert line.y.tolist() == [1, 1, 1, 0.5, 0.5, 0.5, 0.5]

    def test_ribbons_are_intervals_of_the_tables(self, curves):
        curve = curves["good"]
        display = plots.ThresholdDisplay.from_curves(curve, ["informedness"], level=0.9)
        (area,) = display.picture.areas
        i = 51
        expected = [ac.interval(curve.at(x), "informedness", level=0.9) for x in area.x[i : i + 2]]
        assert any((area.low[i], area.high[i]) == pytest.approx((x.low, x.high)) for x in expected)
        assert not plots.ThresholdDisplay.from_curves(curve, level=None).picture.areas

    def test_several_systems_show_one_measure(self, curves):
        display = plots.ThresholdDisplay.from_curves(curves, ["mcc", "recall"], level=None)
        assert [line.name for line in system_lines(display)] == ["good", "poor"]

    def test_a_threshold_is_marked(self, curves):
        curve = curves["good"]
        display = plots.ThresholdDisplay.from_curves(curve, ["recall"], threshold=0.5)
        (mark,) = display.picture.marks
        assert (mark.x, mark.y) == (0.5, float(ac.recall(curve.at(0.5))))

    def test_no_finite_score_leaves_an_empty_picture(self):
        display = plots.ThresholdDisplay.from_scores([0, 1, 1], [-math.inf, math.inf, math.inf])
        assert all(len(line.x) == 0 for line in system_lines(display))
        assert not display.picture.areas
        display.plot()

    def test_a_measure_is_needed(self, curves):
        with pytest.raises(InputError, match="measures is empty"):
            plots.ThresholdDisplay.from_curves(curves, [])

    def test_infinite_scores_are_left_out(self):
        display = plots.ThresholdDisplay.from_scores([0, 1, 1], [-math.inf, 3.0, math.inf], measures="recall")
        assert np.isfinite(system_lines(display)[0].x).all()


class TestCosts:
    def test_the_envelope_is_that_of_the_cost_curve(self, curves):
        (line,) = system_lines(plots.CostDisplay.from_curves(curves["good"]))
        expected = ac.curves.cost_curve(curves["good"])
        assert np.array_equal(line.x, expected.probability_costs)
        assert np.array_equal(line.y, expected.costs)

    def test_the_area_of_the_brier_curve_is_the_score(self, curves):
        (line,) = system_lines(plots.BrierDisplay.from_curves(curves["good"]))
        assert line.note == f"Brier {ac.curves.brier(curves['good']).value:.3f}"
        assert np.trapezoid(line.y, line.x) == pytest.approx(ac.curves.brier(curves["good"]).value)

    def test_net_benefit_at_another_prevalence(self, curves):
        display = plots.DecisionDisplay.from_curves(curves["good"], prevalence=0.1)
        expected = ac.curves.decision_curve(curves["good"], prevalence=0.1)
        assert np.array_equal(system_lines(display)[0].y, expected.net_benefit)


class TestCalibration:
    def test_the_line_is_isotonic_regression(self, scored):
        from sklearn.isotonic import IsotonicRegression

        truth, scores = scored
        (line,) = system_lines(plots.CalibrationDisplay.from_scores(truth, scores["good"]))
        peer = IsotonicRegression().fit(scores["good"], truth)
        assert np.all(np.diff(line.x) >= 0)
        assert peer.predict(line.x) == pytest.approx(line.y)

    def test_bins_hold_all_items(self):
        truth, scores = [0, 0, 1, 1], [0.1, 0.2, 0.6, 0.8]
        marks = plots.CalibrationDisplay.from_scores(truth, scores, bins=2).picture.marks
        assert [(round(m.x, 12), m.y) for m in marks] == [(0.15, 0), (0.7, 1)]
        low, high = wilson(np.array([2.0]), np.array([2.0]))
        assert (marks[1].low, marks[1].high) == pytest.approx((low[0], high[0]))

    @pytest.mark.parametrize("bins", [0, -3, 2.5, True])
    def test_bins_are_counted(self, scored, bins):
        truth, scores = scored
        with pytest.raises(InputError, match="bins must be a whole number from 1"):
            plots.CalibrationDisplay.from_scores(truth, scores["good"], bins=bins)


@pytest.mark.parametrize("given", [5, [1, 2], {"a": 5}, {}])
def test_what_is_no_curve_is_refused(given):
    for display in ALL:
        with pytest.raises(InputError, match="curves"):
            display.from_curves(given)


def test_curves_of_classes_are_asked_for():
    found = ac.curves.multiclass(list("abc") * 3, dict.fromkeys("abc", range(9)))
    with pytest.raises(InputError, match=r"give the curves of this Multiclass, which are its \.curves"):
        plots.RocDisplay.from_curves(found)
    assert len(system_lines(plots.RocDisplay.from_curves(found.curves))) == 3


@pytest.mark.parametrize("costs", [(1, 2, 3), 5, (0, 0), (-1, 1), ("a", 1)])
def test_costs_are_two_numbers(curves, costs):
    with pytest.raises(InputError, match="cost"):
        plots.RocDisplay.from_curves(curves, costs=costs)


def test_groups_and_missing_scores_are_passed_on():
    truth, scores, groups = [0, 1, 0, 1, 1], [1, 2, 3, 4, math.nan], ["x", "x", "y", "y", "y"]
    display = plots.RocDisplay.from_scores(truth, scores, by=groups, on_missing="drop")
    assert [line.name for line in system_lines(display)] == ["x", "y"]


def test_a_folder_that_is_not_there_is_told(curves, tmp_path):
    with pytest.raises(InputError, match="cannot be written: No such file"):
        plots.RocDisplay.from_curves(curves).save(str(tmp_path / "nowhere" / "a.png"))


def test_text_of_other_scripts_gives_no_warning(scored, tmp_path):
    truth, scores = scored
    labels = ["陽性" if t else "陰性" for t in truth]
    display = plots.RocDisplay.from_scores(labels, {"系统": scores["good"]}, positive="陽性")
    display.save(str(tmp_path / "roc.png"))
    assert (tmp_path / "roc.png").read_bytes().startswith(b"\x89PNG")
    texts = [text.get_text() for text in display.plot().figure_.findobj(Text)]
    assert "ROC: 陽性 against 陰性" in texts
    assert any(text.startswith("系统  AUC") for text in texts)


def test_a_text_that_has_no_room_goes_to_the_key(scored):
    truth, scores = scored
    axes = plots.RocDisplay.from_scores(truth, scores["good"]).plot().ax_
    assert "chance" in [text.get_text() for text in axes.texts]
    just_below = [1] * 5 + [0, 1] * 95 + [0] * 5
    around = {"below": np.arange(200), "above": -np.arange(200)}
    axes = plots.RocDisplay.from_scores(just_below, around, bands=False).plot().ax_
    assert "chance" not in [text.get_text() for text in axes.texts]
    (key,) = axes.figure.findobj(AnchoredOffsetbox)
    assert "chance" in [x.get_text() for x in key.findobj(Text)]


def test_what_the_key_says_is_all_on_the_picture(scored):
    truth, scores = scored
    systems = {f"system {i}": scores["good"] for i in range(16)}
    axes = plots.RocDisplay.from_scores(truth, systems, points="informedness", bands=False).plot().ax_
    axes.figure.canvas.draw()
    (key,) = axes.figure.findobj(AnchoredOffsetbox)
    assert key.get_window_extent().y0 >= 0


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_files_are_the_same_each_time(curves, tmp_path, ending):
    display = plots.RocDisplay.from_curves(curves, points="informedness")
    contents = []
    for i in range(2):
        path = tmp_path / f"{i}.{ending}"
        display.save(str(path))
        contents.append(path.read_bytes())
    assert contents[0] == contents[1]


def test_other_endings_are_refused(curves, tmp_path):
    with pytest.raises(InputError, match=r"\.png, \.svg, \.pdf"):
        plots.RocDisplay.from_curves(curves).save(str(tmp_path / "roc.bmp"))
    with pytest.raises(AttributeError, match="Nothing"):
        _ = plots.Nothing


def test_a_display_says_what_it_shows(curves):
    assert repr(plots.RocDisplay.from_curves(curves)) == "RocDisplay of 'good', 'poor': ROC: 1 against 0"
    classes = ac.Curve.from_scores(["a", "b", "c", "a"], [1, 2, 3, 4], positive="a")
    assert plots.PnDisplay.from_curves(classes).picture.title == "PN: a against b, c"


@pytest.mark.parametrize(
    "scores",
    [
        [-1.7e308, 1.7e308, 0, 1],
        [-1.79e308, 1.79e308, -1.79e308, 1.79e308],
        [1e308, 1.1e308, 1.2e308, 1.3e308],
        [5e-324, 1e-323, 0, 0],
        [-math.inf, math.inf, 3, 4],
        [4, 3, 2, 1],
        [7, 7, 7, 7],
    ],
)
@pytest.mark.parametrize("threshold", [None, math.inf, -math.inf, 1e6, 1.7e308])
def test_thresholds_of_any_size_are_drawn(scores, threshold):
    display = plots.ThresholdDisplay.from_scores([0, 1, 0, 1], scores, threshold=threshold)
    axes = display.plot().ax_
    axes.figure.savefig(io.BytesIO(), format="svg")
    plt.close(axes.figure)
    low, high = axes.get_xlim()
    assert math.isfinite(low)
    assert math.isfinite(high)
    assert all(low <= mark.x <= high for mark in display.picture.marks)


def test_a_threshold_beyond_all_scores_is_told_in_words():
    how = {"measures": ["recall"], "level": None}
    above, below = (
        plots.ThresholdDisplay.from_scores([0, 1], [2, 1], threshold=x, **how) for x in (math.inf, -5)
    )
    assert (above.picture.marks, below.picture.marks) == ((), ())
    assert above.picture.notes == ("threshold ∞: no item is called positive",)
    assert below.picture.notes == ("threshold −5: every item is called positive",)
    large = plots.ThresholdDisplay.from_scores([0, 1], [-1.7e308, 1.7e308], threshold=0.0, **how)
    assert large.picture.x.title.endswith("in units of 1e+308")
    assert large.picture.marks[0].x == 0


HIDDEN = "a\u202eb\x1b\u2066$x$"


def test_pictures_as_text_hide_nothing(tmp_path):
    names = {f"{HIDDEN}{i}": [(7 * j + i) % 5 / 4 for j in range(16)] for i in range(2)}
    curves = ac.Curve.from_scores([HIDDEN, "b"] * 8, names, positive=HIDDEN)
    ratings = ac.Ratings.from_wide([[1, 2, 2], [2, 2, 1], [1, 1, 1]], raters=[HIDDEN, "b", "c"])
    ranks = ac.compare_datasets({HIDDEN: [1, 2, 3], "b": [2, 3, 4], "c": [3, 1, 5]})
    drawn = [display.from_curves(curves).plot().ax_ for display in ALL]
    for axes in (*drawn, ac.agreement_heatmap(ratings), ac.critical_difference_diagram(ranks)):
        axes.figure.savefig(tmp_path / "x.svg")
        plt.close(axes.figure)
        text = (tmp_path / "x.svg").read_text(encoding="utf-8")
        assert "a\\u202eb\\x1b" in text
        assert [c for c in text if not c.isprintable() and c != "\n"] == []


class Fitted:
    """What a classifier of scikit-learn has once it is fitted."""

    classes_ = np.array([0, 1])

    def __init__(self, scores):
        self.scores = np.asarray(scores)

    def predict_proba(self, X):
        return np.column_stack((1 - self.scores, self.scores))

    def predict(self, X):
        return (self.scores > 0.5).astype(int)


@pytest.mark.parametrize("display", ALL)
def test_displays_take_the_arguments_of_scikit_learn(display, scored):
    truth, scores = scored
    truth, good = np.asarray(truth).astype(int), np.asarray(scores["good"])
    weights = np.arange(len(truth)) % 3 + 1.0
    options = {"name": "mine", "pos_label": 1, "sample_weight": weights}
    usual = display.from_scores(truth, {"mine": good}, positive=1, weights=weights)
    for made in (
        display.from_predictions(truth, good, **options),
        display.from_estimator(Fitted(good), None, truth, **options),
    ):
        assert [line.name for line in made.picture.lines] == [line.name for line in usual.picture.lines]
        assert made.figure_ is made.ax_.figure
        plt.close(made.figure_)
    with pytest.raises(InputError, match="positive and pos_label are the same: give one of them"):
        display.from_predictions(truth, good, positive=1, pos_label=1)
    with pytest.raises(InputError, match="leave name out"):
        display.from_predictions(truth, {"a": good}, name="b")


def test_the_confusion_display_is_the_picture_of_the_table(scored, tmp_path):
    truth, scores = scored
    truth, good = np.asarray(truth).astype(int), np.asarray(scores["good"])
    predicted = (good > 0.5).astype(int)
    tables = ac.Tables.from_labels(truth, predicted)
    one = plots.ConfusionDisplay.from_tables(tables)
    two = plots.ConfusionDisplay.from_predictions(truth, predicted)
    three = plots.ConfusionDisplay.from_estimator(Fitted(good), None, truth)
    assert one.picture.texts == two.picture.texts == three.picture.texts
    assert one.picture.texts == tuple(tuple(str(x) for x in row) for row in tables.counts.tolist())
    assert two.figure_ is two.ax_.figure
    axes = plt.figure().gca()
    assert plots.ConfusionDisplay.from_predictions(truth, predicted, ax=axes).ax_ is axes
    one.save(str(tmp_path / "confusion.svg"))
    assert (tmp_path / "confusion.svg").stat().st_size > 1000
    with pytest.raises(InputError, match="a confusion display is of one table, and these are 2"):
        plots.ConfusionDisplay.from_tables(ac.Tables.from_cells(tp=[1, 2], fp=1, fn=1, tn=1))


def test_the_face_has_displays_that_draw():
    assert "Display" not in dir(plots)
    assert all(callable(getattr(plots, name).from_estimator) for name in dir(plots))
