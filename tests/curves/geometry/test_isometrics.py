"""Formulas and the grid agree, and along every line the measure has the value it is drawn for."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.curves import isometrics

RATIOS = [*(m.key for m in ac.measures() if m.straight), "precision_gain", "recall_gain"]
CURVED = [m.key for m in ac.measures() if m.isometric]
SKEWS = (0.4, 1.0, 3.0)
OPTIONS = {
    "f_beta": {"beta": 3.0},
    "tversky": {"alpha": 0.3, "beta": 0.9},
    "net_benefit": {"w": 0.25},
    "mean_cost": {"costs": [[0.1, 2.0], [5.0, 0.0]]},
}
GENERIC = [
    "scott_pi",
    "gwet_ac1",
    "g_measure",
    "mutual_information",
    "distance_index",
    "equitable_threat_score",
]


def values_at(name, x, y, skew, **parameters):
    """The measure of tables of real counts at positions in ROC space; gains by their definition."""
    prevalence = 1 / (1 + skew)
    if name.endswith("_gain"):
        precision, recall = prevalence * y / (prevalence * y + (1 - prevalence) * x), y
        rate = precision if name == "precision_gain" else recall
        return (rate - prevalence) / ((1 - prevalence) * rate)
    tables = ac.Tables.from_rates(recall=y, inverse_recall=1 - x, prevalence=prevalence)
    return ac.measure(name)(tables, **parameters)


def inner(x, y):
    return (x > 1e-6) & (x < 1 - 1e-6) & (y > 1e-6) & (y < 1 - 1e-6)


def length(one):
    return sum(np.hypot(np.diff(x), np.diff(y)).sum() for x, y in one.lines)


def distances(points, line):
    """How far points are from a polyline."""
    a, b = np.column_stack(line)[:-1], np.column_stack(line)[1:]
    step = b - a
    t = ((points[:, None] - a) * step).sum(-1) / np.maximum((step**2).sum(-1), 1e-300)
    nearest = a + np.clip(t, 0, 1)[..., None] * step
    return np.linalg.norm(points[:, None] - nearest, axis=-1).min(-1)


def levels(name, skew):
    """Three values that are taken inside the square."""
    x, y = np.meshgrid([0.15, 0.35, 0.5], [0.55, 0.75, 0.9])
    found = values_at(name, x.ravel(), y.ravel(), skew, **OPTIONS.get(name, {}))
    return np.quantile(found, [0.1, 0.5, 0.9])


@pytest.mark.parametrize("skew", SKEWS)
@pytest.mark.parametrize("name", [*RATIOS, *CURVED])
def test_formulas_have_the_value_along_the_line(name, skew):
    options = OPTIONS.get(name, {})
    found = isometrics(name, levels(name, skew), skew=skew, **options)
    assert found.is_closed
    for one in found.isometrics:
        assert one.lines
        for x, y in one.lines:
            # between the ends of a straight line too
            places = np.linspace(0, len(x) - 1, 41) if len(x) == 2 else np.arange(len(x))
            across, up = (np.interp(places, np.arange(len(x)), c) for c in (x, y))
            mine = inner(across, up)
            found_values = values_at(name, across[mine], up[mine], skew, **options)
            assert found_values == pytest.approx(one.value, abs=1e-8, rel=1e-8)


@pytest.mark.parametrize(("name", "skew"), [(key, SKEWS[i % 3]) for i, key in enumerate([*RATIOS, *CURVED])])
def test_the_grid_finds_the_same_lines(name, skew):
    options = OPTIONS.get(name, {})
    closed, numeric = (
        isometrics(name, levels(name, skew), skew=skew, resolution=30, numeric=n, **options)
        for n in (False, True)
    )
    assert not numeric.is_closed
    for one, other in zip(closed.isometrics, numeric.isometrics, strict=True):
        # the ends of what the grid finds are inside the square by a billionth, and it cuts the corners of curves
        assert length(other) == pytest.approx(length(one), abs=0.01)
        points = np.concatenate([np.column_stack(line) for line in other.lines])
        allowed = 1e-8 if name in RATIOS else 1e-3
        assert np.min([distances(points, line) for line in one.lines], axis=0).max() < allowed


@pytest.mark.parametrize("name", GENERIC)
def test_any_measure_has_its_value_on_the_lines_of_the_grid(name):
    found = isometrics(name, levels(name, 2.0), skew=2.0, resolution=25)
    assert not found.is_closed
    for one in found.isometrics:
        for x, y in one.lines:
            assert values_at(name, x, y, 2.0) == pytest.approx(one.value, abs=1e-7)
        assert length(one) > 0.2


def test_lines_by_hand():
    # accuracy 3/4 of balanced classes: y = x + 1/2, from (0, 1/2) to (1/2, 1)
    ((x, y),) = isometrics("accuracy", 0.75).isometrics[0].lines
    assert (x.tolist(), y.tolist()) == ([0, 0.5], [0.5, 1])
    # with 4 negatives for each positive: y = 4x + 0.75·5 - 4 = 4x - 1/4
    ((x, y),) = isometrics("accuracy", 0.75, skew=4).isometrics[0].lines
    assert (x, y) == (pytest.approx([1 / 16, 5 / 16]), pytest.approx([0, 1]))
    # Precision 1/2 at 4 to 1: y = 4x, through the origin
    ((x, y),) = isometrics("precision", 0.5, prevalence=0.2).isometrics[0].lines
    assert (x, y) == (pytest.approx([0, 0.25]), pytest.approx([0, 1]))
    # F1 meets the axis at -1/c
    ((x, y),) = isometrics("f1", 0.5, skew=2).isometrics[0].lines
    slope = np.diff(y) / np.diff(x)
    assert x[0] - y[0] / slope == pytest.approx([-1 / 2])


def test_level_and_upright_lines():
    ((x, y),) = isometrics("recall", 0.3).isometrics[0].lines
    assert (x.tolist(), y) == ([0, 1], pytest.approx([0.3, 0.3]))
    ((x, y),) = isometrics("fallout", 0.3).isometrics[0].lines
    assert (x, y.tolist()) == (pytest.approx([0.3, 0.3]), [0, 1])


def test_pn_space_is_counted_in_items():
    roc = isometrics("f1", [0.6], prevalence=0.25, n=200)
    pn = isometrics("f1", [0.6], prevalence=0.25, n=200, space="pn")
    ((x, y),), ((fp, tp),) = roc.isometrics[0].lines, pn.isometrics[0].lines
    assert fp == pytest.approx(150 * x)
    assert tp == pytest.approx(50 * y)
    cells = ac.Tables.from_cells(tp=tp, fp=fp, fn=50 - tp, tn=150 - fp)
    assert ac.f1(cells) == pytest.approx([0.6, 0.6])


def test_correlation_squared_is_informedness_times_markedness_on_the_ellipse():
    ((x, y),) = isometrics("mcc", 0.5, skew=3).isometrics[0].lines
    mine = inner(x, y)
    j, m = (values_at(name, x[mine], y[mine], 3.0) for name in ("informedness", "markedness"))
    assert j * m == pytest.approx(0.25)


def test_values_that_are_not_taken_have_no_line():
    for name, value in (
        ("accuracy", 1.0),
        ("markedness", 1.0),
        ("yule_q", 1.0),
        ("yule_q", -1.0),
        ("odds_ratio", 0.0),
        ("prevalence", 0.3),
    ):
        assert isometrics(name, value, resolution=10).isometrics[0].lines == ()


def test_values_without_being_asked_for():
    assert [one.value for one in isometrics("mcc", resolution=8).isometrics] == pytest.approx(
        [-0.8, -0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6, 0.8]
    )
    odds = [one.value for one in isometrics("odds_ratio", resolution=20).isometrics]
    assert odds == sorted(odds)
    assert min(odds) < 1 < max(odds)
    gains = isometrics("precision_gain", resolution=8)
    assert all(one.lines for one in gains.isometrics if one.value > 0)


def test_measures_of_counts_need_the_number_of_items():
    with pytest.raises(ac.InputError, match="chi_squared depends on the number of items: give it as n="):
        isometrics("chi_squared", [3.84])
    ((x, y),) = isometrics("chi_squared", [3.84], n=50, resolution=20).isometrics[0].lines[:1]
    tables = ac.Tables.from_cells(tp=25 * y, fp=25 * x, fn=25 * (1 - y), tn=25 * (1 - x))
    assert ac.measure("chi_squared")(tables) == pytest.approx(3.84)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"skew": 1, "prevalence": 0.5}, "not both"),
        ({"skew": 0}, "skew is .* got 0"),
        ({"skew": np.inf}, "skew is .* got inf"),
        ({"prevalence": 1}, "prevalence must be .* got 1"),
        ({"space": "pr"}, "space must be 'roc' or 'pn'"),
        ({"resolution": 2}, "at least 4, got 2"),
        ({"resolution": 2.5}, "got 2.5"),
        ({"n": -3}, "n is .* got -3"),
        ({"values": [0.1, np.nan]}, "got NaN"),
    ],
)
def test_wrong_options(options, message):
    with pytest.raises(ac.InputError, match=message):
        isometrics("f1", **options)


def test_an_unknown_measure_answers_with_the_nearest():
    with pytest.raises(KeyError, match="did you mean"):
        isometrics("infromedness")


def test_results_can_be_written_down():
    found = isometrics("accuracy", [0.6, 0.75])
    assert repr(found) == "Isometrics of accuracy in roc space at skew 1: 0.6, 0.75"
    assert found.to_dict()["isometrics"][1]["lines"] == [[[0, 0.5], [0.5, 1]]]
    frame = found.to_frame("pandas")
    assert frame["value"].tolist() == [0.6, 0.6, 0.75, 0.75]
    assert frame["line"].tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(("name", "value"), [("f1", 7), ("accuracy", 1.5), ("mcc", 1.2), ("scott_pi", 2)])
def test_values_that_a_measure_cannot_have_are_refused(name, value):
    with pytest.raises(
        ac.InputError, match=f"values of {name} are from .* to 1: there is no line for {value}"
    ):
        isometrics(name, [0.5, value])


@pytest.mark.parametrize("prevalence", [0.5, 0.6])
@pytest.mark.parametrize("m", ac.measures(), ids=lambda m: m.key)
def test_lines_are_of_levels_and_not_of_noise(m, prevalence):
    found = isometrics(m, prevalence=prevalence, n=100, resolution=10)
    levels = np.array([one.value for one in found.isometrics])
    assert all(level == 0 or abs(level) > 1e-9 * np.abs(levels).max() for level in levels)
    if m.key in {"prevalence", "inverse_prevalence", "class_skew", "support", "items", "no_information_rate"}:
        assert not any(one.lines for one in found.isometrics)


def test_a_measure_that_has_one_value_has_no_lines_even_at_it():
    assert [one.lines for one in isometrics("prevalence", [0.6, 0.7], prevalence=0.6).isometrics] == [(), ()]
