"""The report of a ranking says what was found, in words that fit, whatever the names."""

import json

import numpy as np
import pytest

import abovechance as ac
from abovechance.evaluation.scores.ranking import Purpose
from abovechance.evaluation.scores.systems import rank_classes, rank_groups, rank_systems
from abovechance.report.build import with_input
from abovechance.report.builders.scores.scores import document
from abovechance.report.formats.csv import to_csv, to_safe_csv
from abovechance.report.formats.json import json_text
from abovechance.report.formats.latex import to_latex
from abovechance.report.formats.markdown import to_markdown
from abovechance.report.formats.terminal import to_text

TRUTH = [0] * 20 + [1] * 20
UP = list(range(40))


def text(ranking, width=80):
    return to_text(with_input(document(ranking), ["a file"], [], {}), width)


def flat(ranking):
    return " ".join(text(ranking).split())


def test_perfect_scores():
    found = rank_systems(TRUTH, {"A": UP})
    low = ac.curves.auc_interval(TRUTH, UP).low
    assert found.verdict == f"'A' ranks better than chance: AUC 1.000, 95 % interval {low:.3f} to 1.000."
    lines = text(found).splitlines()
    assert lines[:3] == [found.verdict, "", "a file"]
    rows = [line.split() for line in lines]
    assert rows[5] == ["A", "value", "95", "%", "interval", "chance"]
    assert rows[6] == ["AUC", "1.000", f"{low:.3f}", "to", "1.000", "0.500"]
    assert ["Gini", "coefficient", "1.000", f"{2 * low - 1:.3f}", "to", "1.000", "0.000"] in rows
    assert "tp  fp  fn  tn" in text(found)
    assert "20   0   0  20" in text(found)


def test_scores_upside_down():
    said = rank_systems(TRUTH, {"A": UP[::-1]}).verdict
    assert said.startswith("'A' ranks worse than chance, as if its scores were upside down: AUC 0.000")


def test_several_systems_upside_down():
    found = rank_systems(TRUTH, {"p": UP[::-1], "q": [-x for x in UP]})
    assert "All are below chance (0.5)" in found.verdict
    assert "upside down" not in found.verdict
    rows = [line.split() for line in text(found).splitlines()]
    assert ["call", "none", "positive", "0.000", "to", "0.500", "∞", "0.000", "0.000"] in rows
    assert ["call", "all", "positive", "0.500", "to", "1.000", "0", "1.000", "1.000"] in rows
    assert "Never the best, whatever the cost: p, q." in flat(found)
    one = rank_systems(TRUTH, {"p": UP, "q": UP[::-1]})
    assert one.verdict.endswith(" 'q' ranks worse than chance, as if scores were upside down.")


def test_classes_upside_down():
    truth = np.repeat(["a", "b", "c"], 20)
    found = rank_classes(truth, {k: -1.0 * (truth == k) for k in "abc"})
    assert found.verdict.endswith(" All rank worse than chance, as if scores were upside down.")


def test_scores_that_say_nothing():
    found = rank_systems([0, 1] * 20, {"A": [1] * 40})
    assert "'A' is not shown to rank differently from chance: AUC 0.500" in found.verdict
    assert "no threshold is better than calling nothing positive" in flat(found)


def test_one_class_has_no_area():
    found = rank_systems([True] * 4, {"A": [1, 2, 3, 4]})
    assert found.verdict == "There is no AUC: every item is really True."
    assert "there is no such threshold" in flat(found)
    assert json.loads(json_text(found.to_dict()))["systems"][0]["hull"] == []
    several = rank_systems([True] * 4, {"A": [1, 2, 3, 4], "B": [1, 2, 3, 4]})
    assert several.fusion is None
    assert "–" in text(several)


def test_thresholds_that_are_as_good_are_named():
    found = rank_systems([0, 1, 0, 1], {"A": [1, 2, 3, 4]})
    assert "thresholds that are as good as 4: 2." in flat(found)


def test_dips_beyond_chance_are_told():
    truth = [0] * 60 + [1] * 60 + [0] * 60 + [1] * 60
    found = rank_systems(truth, {"A": list(range(240))})
    assert "rank 60 positive and 60 negative items worse than a coin would (local AUC 0.000" in flat(found)


def test_chance_is_not_said_where_it_differs():
    curves = {
        "few": ac.Curve.from_scores([0] * 30 + [1] * 5, range(35)),
        "many": ac.Curve.from_scores([0] * 5 + [1] * 30, range(35)),
    }
    found = rank_groups(curves)
    chance = next(line for line in text(found).splitlines() if line.startswith("chance"))
    assert "–" in chance
    assert "Beta(1 + prevalence, 2 - prevalence)" in text(found)


def test_systems_are_fused():
    truth = [1, 1, 1, 1, 0, 0, 0, 0]
    scores = {
        "careful": [9, 8, 3, 2, 7, 6, 5, 4],
        "keen": [7, 6, 5, 4, 9, 8, 3, 2],
        "poor": [8, 6, 4, 2, 7, 5, 3, 1],
    }
    said = text(rank_systems(truth, scores))
    rows = [line.split() for line in said.splitlines()]
    assert ["careful", "0.000", "to", "0.500", "8", "0.000", "0.500"] in rows
    assert ["keen", "0.500", "to", "1.000", "4", "0.500", "1.000"] in rows
    assert "Never the best, whatever the cost: poor." in said


def test_classes_are_averaged():
    rng = np.random.default_rng(1)
    truth = np.repeat(["a", "b", "c"], 30)
    scores = {k: rng.normal(size=90) + 2 * (truth == k) for k in "abc"}
    found = rank_classes(truth, scores)
    expected = ac.curves.multiclass(truth, scores)
    worst = min("abc", key=lambda k: expected.curves[k].auc)
    assert found.verdict == (
        f"Scores for 3 classes: Hand–Till M {expected['hand_till']:.3f}; the class told apart worst is "
        f"'{worst}', AUC {expected.curves[worst].auc:.3f}."
    )
    assert "Average over classes" in text(found)


@pytest.mark.parametrize("width", [60, 80, 100])
def test_reports_fit(width):
    rng = np.random.default_rng(2)
    truth = rng.random(100) < 0.5
    names = [f"a rather long name of a system, number {i}" for i in range(3)]
    found = rank_systems(truth, {name: rng.random(100) + truth for name in names})
    assert max(map(len, text(found, width).splitlines())) <= width


def test_names_do_nothing_to_the_terminal():
    found = rank_systems(TRUTH, {"\x1b[31m[bold]red": UP, "b": UP[::-1]})
    assert "\x1b" not in text(found)
    assert "\\x1b[31m[bold]r" in text(found)


def test_a_purpose_is_passed_on():
    purpose = Purpose(at_least={"recall": 0.9}, optimise="precision")
    (system,) = rank_systems([0, 0, 1, 0, 1, 1] * 5, {"A": [1, 2, 3, 4, 5, 6] * 5}, purpose=purpose).systems
    assert system.point.criterion == "precision"
    assert system.point.tpr >= 0.9
    assert system.selection.point.threshold == system.point.threshold


def test_progress_is_told():
    shares = []
    rank_systems(TRUTH, {"A": UP, "B": UP}, progress=shares.append)
    assert shares == [1 / 3, 2 / 3, 1]


def test_every_form_has_every_system():
    found = rank_systems(TRUTH, {"A": UP, "B": UP[::-1]})
    for write in (to_csv, to_safe_csv, to_markdown, to_latex):
        text = write(document(found))
        assert text.count("AUCH") + text.count("auch") == 2
