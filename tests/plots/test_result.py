"""Results draw themselves; those without a picture say so."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

import abovechance as ac
from abovechance import curves, plots

RNG = np.random.default_rng(1)
Y = RNG.integers(0, 2, 80)
S = 1 / (1 + np.exp(-RNG.normal(size=80) - Y))
T = RNG.choice(["cat", "dog", "horse"], 80)
P = np.where(RNG.random(80) < 0.6, T, "dog")
CURVE = ac.Curve.from_scores(Y, S)
CURVES = ac.Curve.from_scores(Y, {"A": S, "B": S[::-1]})
GROUPS = ac.Tables.from_labels(T, P, by=["north", "south"] * 40)

DRAWN = {
    "evaluation": (lambda: ac.evaluate(T, P), "Counts, and how far they are from chance"),
    "groups": (lambda: ac.evaluate(GROUPS), "Informedness"),
    "tables": (lambda: ac.Tables.from_labels(T, P), "Counts, and how far they are from chance"),
    "interval": (lambda: ac.interval(T, P, "informedness"), "Informedness, 95 % interval"),
    "intervals": (lambda: ac.interval(T, P, ["informedness", "mcc"]), "95 % intervals"),
    "curve": (lambda: CURVE, "ROC: 1 against 0"),
    "curves": (lambda: CURVES, "ROC: 1 against 0"),
    "roc": (lambda: ac.roc(Y, S), "ROC: 1 against 0"),
    "comparison": (lambda: curves.compare(Y, {"A": S, "B": S[::-1]}), "Difference of AUC, 95 % interval"),
    "classes": (
        lambda: curves.multiclass(T, np.eye(3)[np.unique(P, return_inverse=True)[1]]),
        "ROC: each class against the others",
    ),
    "point": (lambda: curves.operating_point(CURVE), "Operating point: Informedness"),
    "selection": (
        lambda: curves.select_threshold(Y, S, seed=1, replicates=20),
        "Operating point, judged by bootstrap",
    ),
    "band": (lambda: curves.band(CURVE, method="ks"), "95 % band of the ROC curve"),
    "fusion": (lambda: curves.fuse(CURVES), "Which system is best for some costs"),
    "decision": (lambda: curves.decision_curve(CURVE), "Decision curve, prevalence"),
    "cost": (lambda: curves.cost_curve(CURVE), "Cost curve"),
    "loss": (lambda: curves.brier_curve(CURVE), "Expected loss"),
    "path": (lambda: curves.in_space(CURVE, "pr"), "Precision against recall"),
    "isometrics": (lambda: curves.isometrics("f1"), "Lines of equal F-measure"),
    "pn isometrics": (lambda: curves.isometrics("f1", space="pn", n=10), "Lines of equal F-measure"),
    "agreement": (lambda: ac.agreement(np.array([T, P, T]).T), "Kappa"),
    "concordance": (lambda: ac.concordance(T, P), "Adjusted Rand index"),
}


@pytest.mark.parametrize("kind", DRAWN)
def test_a_result_draws_itself_where_it_is_told_to(kind):
    make, title = DRAWN[kind]
    ax = plt.figure().add_subplot()
    assert make().plot(ax) is ax
    assert title.casefold() in (ax.get_title() + ax.get_title(loc="left")).casefold()
    plt.close("all")
    made = make().plot()
    made.figure.canvas.draw()
    plt.close("all")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: GROUPS, "these are 2 tables: draw one"),
        (lambda: curves.operating_point(CURVE, where="recall > 1"), "no operating point to draw"),
        (lambda: curves.band(ac.Curve.from_scores([1, 1], [1, 2], positive=1)), "no band to draw"),
    ],
)
def test_what_cannot_be_drawn_says_so(make, message):
    with pytest.raises(ac.InputError, match=message):
        make().plot()


def test_cells_tell_counts_and_the_colour_the_distance_from_chance():
    ax = ac.Tables.from_counts([[30, 10], [20, 40]], labels=["a", "b"]).plot()
    assert [text.get_text() for text in ax.texts] == ["30", "10", "20", "40"]
    np.testing.assert_allclose(ax.images[0].get_array(), [[0.25, -0.25], [-1 / 6, 1 / 6]])
    plt.close("all")


@pytest.mark.parametrize("model", [LogisticRegression(), LinearSVC()], ids=lambda m: type(m).__name__)
@pytest.mark.parametrize("positive", ["dog", "cat"])
def test_an_estimator_is_drawn_as_its_scores_are(model, positive):
    data, labels = RNG.normal(size=(60, 2)), np.array(["cat", "dog"] * 30)
    fitted = model.fit(data, labels)
    made = plots.RocDisplay.from_estimator(fitted, data, labels, positive=positive)
    sign = 1 if positive == "dog" else -1
    same = plots.RocDisplay.from_predictions(labels, sign * fitted.decision_function(data), positive=positive)
    np.testing.assert_array_equal(made.line_.get_xydata(), same.line_.get_xydata())
    assert made.figure_ is made.ax_.figure
    with pytest.raises(ac.InputError, match="positive must be one of"):
        plots.RocDisplay.from_estimator(fitted, data, labels, positive="cow")
    plt.close("all")


def test_an_estimator_has_two_classes():
    with pytest.raises(ac.InputError, match="fitted classifier of two classes"):
        plots.RocDisplay.from_estimator(LogisticRegression(), [[1.0]], [0])


def test_several_systems_have_several_lines():
    made = plots.RocDisplay.from_predictions(Y, {"A": S, "B": S[::-1]})
    assert len(made.line_) == 2
    plt.close("all")
