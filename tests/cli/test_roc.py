"""``abovechance roc``: the report, JSON, pictures, and what it refuses."""

import csv
import io
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from pyarrow import feather

import abovechance as ac
from abovechance.evaluation.scores import systems as ranking
from abovechance.evaluation.scores.ranking import Purpose
from abovechance.pictures.curves.ranking import ranking_in_space
from abovechance.report.builders.scores.scores import document as of_scores
from abovechance.report.formats.terminal import to_text

DRAWS = 40
EXAMPLES = Path(__file__).parents[2] / "examples"
CANCER = EXAMPLES / "breast_cancer_scores.csv"
WINE = EXAMPLES / "wine_scores.csv"


@pytest.fixture(autouse=True)
def _few_draws(monkeypatch):
    """Draw less than a user would want, for speed."""
    monkeypatch.setattr(ranking, "_MOST_REPLICATES", DRAWS)
    monkeypatch.setattr(ranking, "_FEWEST_FOR_INTERVALS", DRAWS)
    monkeypatch.setattr(ranking, "_DIP_DRAWS", 20)


def test_margin(run, scores):
    outcome = run("roc", scores, "--score", "A", "--score", "B", "--margin", "0.1")
    assert outcome.code == 0
    assert "'A' is not worse than 'B' by more than 0.1" in " ".join(outcome.out.split())
    found = json.loads(run("roc", scores, "--score", "A,B", "--margin", "0.1", "--json", "-").out)
    (held,) = found["comparison"]["margins"]["tests"]
    assert held["noninferior"]
    assert "two systems or more" in run("roc", scores, "--score", "A", "--margin", "0.1").refused


@pytest.fixture
def scores(tmp_path):
    """Two systems, and noise, on two hundred items of two sites."""
    rng = np.random.default_rng(5)
    truth = rng.random(200) < 0.4
    frame = pd.DataFrame(
        {
            "truth": np.where(truth, "spam", "ham"),
            "A": (rng.normal(size=200) + 2 * truth).round(3),
            "B": (rng.normal(size=200) + truth).round(3),
            "noise": rng.normal(size=200).round(3),
            "site": np.where(np.arange(200) % 2, "north", "south"),
            "w": 1 + np.arange(200) % 3,
        }
    )
    path = tmp_path / "mail.csv"
    frame.to_csv(path, index=False)
    return path


@pytest.fixture
def frame(scores):
    return pd.read_csv(scores)


def document(outcome):
    assert outcome.code == 0, outcome.err
    value = json.loads(outcome.out, parse_constant=pytest.fail)
    assert value["schema"] == "abovechance.roc/2"
    return value


def words(outcome):
    """The report as one line, however it is wrapped."""
    assert outcome.code == 0
    return " ".join(outcome.out.split())


def test_the_report_of_one_system(run, scores, frame):
    outcome = run("roc", scores, "--score", "A")
    assert (outcome.code, outcome.err) == (0, "")
    found = ac.curves.auc_interval(frame.truth, frame.A)
    first, _, about = outcome.out.partition("\n\n")
    assert " ".join(first.split()) == (
        f"'A' ranks better than chance: AUC {found.value:.3f}, 95 % interval {found.low:.3f} to {found.high:.3f}."
    )
    positives = 100 * (frame.truth == "spam").mean()
    assert about.startswith(
        "mail.csv: truth 'truth' (found; see --truth), score 'A'\n"
        f"200 items, {positives:.3g} % positive, positive class 'spam' (the last; see --positive)\n"
    )
    assert "Expected on new items" in about
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_the_report_of_several_systems(run, scores, frame):
    outcome = run("roc", scores, "--score", "A", "--score", "B", "--score", "noise")
    columns = {name: frame[name] for name in ("A", "B", "noise")}
    verdict = ac.curves.compare(frame.truth, columns).verdict
    assert " ".join(outcome.out.partition("\n\n")[0].split()) == verdict
    for part in ("Difference of AUC", "Which to use", "Best Informedness", "Decisions there", "after Holm"):
        assert part in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_numbers_are_those_of_the_library(run, scores, frame):
    value = document(run("roc", scores, "--score", "A", "--score", "B", "--positive", "spam", "--json", "-"))
    assert value["source"] == {
        "file": str(scores), "truth": "truth", "scores": ["A", "B"], "weight": None, "by": [], "left_out": 0,
        "files": 1, "skipped": [], "engine": None, "connect": None,
    }  # fmt: skip
    system = value["systems"][0]
    curve = ac.Curve.from_scores(frame.truth, frame.A, positive="spam")
    found = ac.curves.auc_interval(curve)
    assert (system["auc"]["value"], system["auc"]["low"], system["auc"]["high"]) == (
        found.value, found.low, found.high,
    )  # fmt: skip
    assert (system["positive"], system["negative"], system["positives"]) == ("spam", ["ham"], curve.positives)
    assert {x["measure"]: x["value"] for x in system["summary"]}["auch"] == curve.auch
    point = ac.curves.operating_point(curve)
    assert system["point"]["threshold"] == point.threshold
    assert system["point"]["table"] == point.table.counts.tolist()
    honest = ac.curves.select_threshold(curve, seed=0, replicates=DRAWS).estimate
    assert system["selection"]["estimates"][0]["value"] == honest.value
    assert len(system["hull"]) == len(curve.hull_positions)
    assert system["h_measure"]["prior"] == "hand2014"
    both = ac.curves.compare(frame.truth, {"A": frame.A, "B": frame.B}, positive="spam")
    assert value["comparison"]["pairs"][0]["p_value"] == both.p_value
    fused = ac.curves.fuse(ac.Curve.from_scores(frame.truth, {"A": frame.A, "B": frame.B}, positive="spam"))
    assert value["fusion"]["auch"] == fused.auch
    assert value["classes"] is None


def test_costs_and_prevalence(run, scores, frame):
    costs = ["--cost-positive", "5", "--cost-negative", "1", "--prevalence", "0.02"]
    value = document(run("roc", scores, "--score", "A", *costs, "--json", "-"))
    curve = ac.Curve.from_scores(frame.truth, frame.A)
    point = ac.curves.operating_point(curve, cost_positive=5, cost_negative=1, prevalence=0.02)
    system = value["systems"][0]
    assert (system["point"]["criterion"], system["point"]["threshold"]) == ("cost", point.threshold)
    said = words(run("roc", scores, "--score", "A", *costs))
    assert "Lowest cost" in said
    assert "An error on a positive item costs 5, on a negative one 1." in said
    assert "where 2 % are positive" in said


def test_bounds(run, scores, frame):
    outcome = run("roc", scores, "--score", "A", "--at-least", "recall=0.95", "--json", "-")
    curve = ac.Curve.from_scores(frame.truth, frame.A)
    point = ac.curves.operating_point(curve, at_least={"recall": 0.95})
    assert document(outcome)["systems"][0]["point"]["threshold"] == point.threshold
    said = words(run("roc", scores, "--score", "A", "--at-least", "recall=0.95", "--at-most", "fallout=0.9"))
    assert "Only thresholds with Recall of at least 0.95 and Fallout of at most 0.9 were considered." in said


def test_bounds_that_no_threshold_meets_fail(run, scores):
    bounds = ["--at-least", "recall=0.99", "--at-most", "fallout=0"]
    outcome = run("roc", scores, "--score", "A", "--score", "B", *bounds)
    assert outcome.code == 1
    said = " ".join(outcome.out.split())
    assert "there is no such threshold: no threshold has recall >= 0.99 and fallout <= 0" in said
    assert "with fallout <= 0, recall is at most" in said
    assert "Decisions there" not in said
    assert run("roc", scores, "--score", "A", *bounds, "--json", "-").code == 1


def test_a_fixed_threshold(run, scores, frame):
    value = document(run("roc", scores, "--score", "A", "--threshold", "1", "--json", "-"))
    system = value["systems"][0]
    assert system["selection"] is None
    assert system["point"]["table"] == ac.Curve.from_scores(frame.truth, frame.A).at(1).counts.tolist()
    assert not system["point"]["is_chosen"]
    out = run("roc", scores, "--score", "A", "--threshold", "1").out
    assert "At threshold 1  Informedness" in out
    assert "apparent" not in out
    assert "cut" not in out
    priced = run("roc", scores, "--score", "A", "--threshold", "1", "--cost-positive", "5").out
    cost = ac.curves.operating_point(
        ac.Curve.from_scores(frame.truth, frame.A), threshold=1, cost_positive=5
    ).value
    rows = [line.split() for line in priced.splitlines()]
    assert ["At", "threshold", "1", "Expected", "cost", "95", "%", "interval"] in rows
    assert any(row[:2] == ["A", f"{cost:.3f}"] for row in rows)


def test_a_threshold_above_all_scores_is_not_called_the_best(run, scores):
    said = words(run("roc", scores, "--score", "A", "--threshold", "inf"))
    assert "no threshold is better" not in said
    assert "at this threshold nothing is called positive" in said


def test_the_cut_for_new_items_is_printed(run, scores, frame):
    point = ac.curves.operating_point(ac.Curve.from_scores(frame.truth, frame.A))
    out = run("roc", scores, "--score", "A").out
    after = out.partition("Best Informedness")[2]
    row = next(line.split() for line in after.splitlines() if line.startswith("A  "))
    assert row[1:3] == [f"{point.threshold:.4g}", f"{point.cut:.4g}"]
    assert "halfway between the threshold and the next lower score" in " ".join(out.split())
    (first, *_) = csv.DictReader(io.StringIO(run("roc", scores, "--score", "A", "--csv").out))
    assert first["cut"] == ""
    rows = list(csv.DictReader(io.StringIO(run("roc", scores, "--score", "A", "--csv").out)))
    assert {float(x["cut"]) for x in rows if x["cut"]} == {point.cut}


def test_what_apparent_means_depends_on_bounds(run, scores):
    said = words(run("roc", scores, "--score", "A"))
    assert "apparent, is too good on average" in said
    said = words(run("roc", scores, "--score", "A", "--at-least", "recall=0.95"))
    assert "is too good" not in said
    assert "may be above or below" in said


def test_columns_without_room_are_told(scores):
    frame = pd.read_csv(scores)
    names = {"a name of a length": frame.A, "another long name": frame.B}
    found = ranking.rank_systems(frame.truth, names)
    said = " ".join(to_text(of_scores(found), 60).split())
    assert "Left out, as the terminal is too narrow: " in said
    assert "Precision." in said


def test_other_criteria(run, scores):
    for name, title in (
        ("mcc", "Best Matthews"),
        ("closest", "Closest to (0, 1)"),
        ("equal_error_rate", "Equal error rate"),
        ("bias_equals_prevalence", "Bias = Prevalence"),
    ):
        assert title in run("roc", scores, "--score", "A", "--optimise", name).out


def test_groups(run, scores, frame):
    value = document(run("roc", scores, "--score", "A", "--by", "site", "--json", "-"))
    assert value["kind"] == "group"
    curves = ac.Curve.from_scores(frame.truth, frame.A, by=frame.site)
    assert {x["system"]: x["auc"]["value"] for x in value["systems"]} == {n: c.auc for n, c in curves.items()}
    assert value["comparison"]["is_paired"] is False
    assert value["fusion"] is None
    out = run("roc", scores, "--score", "A", "--by", "site").out
    assert "200 items in 2 groups, 40 % positive, positive class" in out
    assert "Groups by 'site'." in out


def test_weights(run, scores, frame):
    value = document(run("roc", scores, "--score", "A", "--weight", "w", "--json", "-"))
    found = ac.curves.auc_interval(frame.truth, frame.A, weights=frame.w)
    assert value["systems"][0]["auc"]["value"] == pytest.approx(found.value)
    assert value["systems"][0]["auc"]["low"] == pytest.approx(found.low)
    said = words(run("roc", scores, "--score", "A", "--weight", "w"))
    share = 100 * frame.w[frame.truth == "spam"].sum() / frame.w.sum()
    assert f"{share:.3g} % positive, positive class" in said
    ks = next(x for x in value["systems"][0]["summary"] if x["measure"] == "ks")
    # Items are drawn in an order that does not depend on that of the file.
    drawn = frame.sort_values(["w", "A", "truth"])
    expected = ac.curves.interval(drawn.truth, drawn.A, "ks", weights=drawn.w, seed=0, replicates=DRAWS)
    assert (ks["low"], ks["high"]) == pytest.approx((expected.low, expected.high))
    grouped = words(run("roc", scores, "--score", "A", "--weight", "w", "--by", "site"))
    assert "Items are weighted by 'w'." in grouped
    assert "Thresholds are judged by the items they were chosen on." in grouped


def test_weights_of_classes(run, tmp_path):
    path, wine = tmp_path / "wine.csv", pd.read_csv(WINE)
    wine["w"] = 1 + np.arange(len(wine)) % 3
    wine.to_csv(path, index=False)
    names = ["--score", "barolo", "--score", "grignolino", "--score", "barbera"]
    value = document(run("roc", path, "--truth", "cultivar", *names, "--weight", "w", "--json", "-"))
    first = next(x for x in value["systems"] if x["system"] == "barolo")
    found = ac.curves.auc_interval(wine.cultivar, wine.barolo, positive="barolo", weights=wine.w)
    assert (first["auc"]["low"], first["auc"]["high"]) == pytest.approx((found.low, found.high))
    assert first["selection"] is not None


def test_a_file_sorted_on_disk_gives_the_same(run, scores, frame):
    value = document(run("roc", scores, "--score", "A", "--on-disk", "--json", "-"))
    curve = ac.Curve.from_scores(frame.truth, frame.A)
    system = value["systems"][0]
    assert (system["auc"]["value"], system["thresholds"]) == (curve.auc, len(curve.thresholds))
    assert "sorted on disk" in run("roc", scores, "--score", "A", "--on-disk").out
    assert (
        "--on-disk ranks one --score"
        in run("roc", scores, "--score", "A", "--score", "B", "--on-disk").refused
    )


def test_a_score_for_each_class(run):
    names = ["--score", "barolo", "--score", "grignolino", "--score", "barbera"]
    wine = pd.read_csv(WINE)
    value = document(run("roc", WINE, "--truth", "cultivar", *names, "--json", "-"))
    found = ac.curves.multiclass(wine.cultivar, wine[["barolo", "grignolino", "barbera"]])
    averages = value["classes"]["averages"]
    assert averages["hand_till"] == found["hand_till"]
    low = ac.curves.multiclass_interval(wine.cultivar, wine[["barolo", "grignolino", "barbera"]]).low
    assert value["class_intervals"]["hand_till"]["low"] == pytest.approx(low)
    assert value["kind"] == "class"
    said = run("roc", WINE, "--truth", "cultivar", *names, "--classes", "barolo,grignolino,barbera").out
    assert "178 items, 3 classes, each against the rest" in said
    assert f"Hand–Till M {found['hand_till']:.3f}" in said
    one = document(
        run("roc", WINE, "--truth", "cultivar", "--score", "barolo", "--positive", "barolo", "--json", "-")
    )
    assert one["systems"][0]["negative"] == ["barbera", "grignolino"]


def test_classes_in_another_order_than_their_columns_are_refused(run):
    names = ["--score", "barolo", "--score", "grignolino", "--score", "barbera"]
    said = run("roc", WINE, "--truth", "cultivar", *names, "--classes", "grignolino,barolo,barbera").refused
    assert "in another order than --classes: give --classes barolo,grignolino,barbera" in said


def test_csv_has_a_row_for_each_number(run, scores, frame):
    rows = list(csv.DictReader(io.StringIO(run("roc", scores, "--score", "A", "--score", "B", "--csv").out)))
    found = {(row["system"], row["measure"]): row for row in rows}
    curve = ac.Curve.from_scores(frame.truth, frame.A)
    assert float(found["A", "gini"]["value"]) == curve.gini
    assert float(found["A", "auc"]["low"]) == ac.curves.auc_interval(curve).low
    honest = ac.curves.select_threshold(curve, seed=0, replicates=DRAWS)["recall"]
    row = found["A", "recall"]
    assert (float(row["value"]), float(row["apparent"])) == (honest.value, honest.apparent)
    assert row["method"] == "bootstrap"
    both = ac.curves.compare(frame.truth, {"A": frame.A, "B": frame.B})["A", "B"]
    row = found["A − B", "auc_difference"]
    assert [float(row[x]) for x in ("value", "low", "high", "p_value")] == [
        both.difference, both.low, both.high, both.p_value,
    ]  # fmt: skip


def test_tables_to_paste(run, scores):
    assert run("roc", scores, "--score", "A", "--markdown").out.startswith("| System | Measure | Value |")
    latex = run("roc", scores, "--score", "A", "--score", "B", "--latex").out
    assert "\\toprule" in latex
    assert r"Beta(1+$\pi$, 2-$\pi$)" in latex
    assert "A $-$ B & Difference of AUC & " in latex
    assert "AUC (optimistic)" in run("roc", scores, "--score", "A", "--markdown").out


@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "html"])
def test_pictures(run, scores, tmp_path, ending):
    target = tmp_path / f"out.{ending}"
    outcome = run("roc", scores, "--score", "A", "--score", "B", "--plot", target)
    assert outcome.code == 0
    start = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF", "html": b"<!DOCTYPE html>"}[ending]
    assert target.read_bytes().startswith(start)
    assert not list(tmp_path.glob(".*part"))


@pytest.mark.parametrize("space", ["pn", "pr", "prg", "det", "gain", "lift", "kappa", "cost", "threshold"])
def test_every_space_is_drawn(run, scores, tmp_path, space):
    target = tmp_path / "out.svg"
    assert run("roc", scores, "--score", "A", "--plot", target, "--space", space).code == 0
    assert target.stat().st_size > 5000


@pytest.mark.parametrize(
    ("values", "more"),
    [([4, 3, 2, 1], []), ([7, 7, 7, 7], []), ([1, 2, 3, 4], ["--cost-negative", "1000"])],
    ids=["reversed", "constant", "costly"],
)
def test_a_best_threshold_beyond_all_scores_is_drawn(run, tmp_path, values, more):
    file, target = tmp_path / "scores.csv", tmp_path / "out.svg"
    rows = zip((1, 0, 1, 0), values, strict=True) if more else zip((0, 0, 1, 1), values, strict=True)
    file.write_text("y,s\n" + "".join(f"{label},{x}\n" for label, x in rows), encoding="utf-8")
    outcome = run(
        "roc", file, "--truth", "y", "--score", "s", "--space", "threshold", "--plot", target, *more
    )
    assert outcome.code == 0
    assert "no item is called positive" in target.read_text(encoding="utf-8")


def test_five_against_five_perfectly_told_apart_are_shown_to_be(run, tmp_path):
    file = tmp_path / "scores.csv"
    rows = "".join(f"{int(i >= 5)},{i}\n" for i in range(10))
    file.write_text(f"y,s\n{rows}", encoding="utf-8")
    said = run("roc", file, "--truth", "y", "--score", "s").out
    assert "'s' ranks better than chance (exact Mann–Whitney test, p = 0.0079): AUC 1.000" in " ".join(
        said.split()
    )


def test_a_corner_of_noise_is_not_recommended_without_a_caveat(run, tmp_path):
    rng = np.random.default_rng(5)
    truth = np.arange(60) < 30
    good, noise = rng.normal(size=60) + 1.5 * truth, rng.normal(size=60)
    noise[:4] = 9  # the best of all at the very top, by luck
    file = tmp_path / "scores.csv"
    rows = "".join(f"{int(y)},{a},{b}\n" for y, a, b in zip(truth, good, noise, strict=True))
    file.write_text(f"y,good,noise\n{rows}", encoding="utf-8")
    said = " ".join(run("roc", file, "--truth", "y", "--score", "good", "--score", "noise").out.split())
    assert "Which to use" in said
    assert "Not shown to rank better than chance, so not to be used for a corner alone: noise." in said


@pytest.mark.parametrize("space", ["brier", "decision", "calibration"])
def test_probabilities_are_drawn_or_asked_for(run, scores, tmp_path, space):
    target = tmp_path / "out.svg"
    outcome = run(
        "roc", CANCER, "--truth", "diagnosis", "--score", "tree", "--positive", "malignant", "--plot", target,
        "--space", space,
    )  # fmt: skip
    assert outcome.code == 0
    assert target.exists()
    assert "probabilities" in run("roc", scores, "--score", "A", "--plot", target, "--space", space).refused


def test_a_failed_picture_leaves_the_old_one(run, scores, tmp_path):
    target = tmp_path / "out.svg"
    target.write_text("old", encoding="utf-8")
    assert run("roc", scores, "--score", "A", "--plot", target, "--space", "brier").code == 2
    assert target.read_text(encoding="utf-8") == "old"
    assert not list(tmp_path.glob(".*part"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "say which column holds the scores, with --score"),
        (["--score", "C"], "has no column 'C'"),
        (["--score", "site"], "line 2: 'south' in column 'site' is not a number"),
        (
            ["--score", "A", "--positive", "egg"],
            "--positive egg is not in the truth, whose labels are 'ham', 'spam'",
        ),
        (["--score", "A", "--score", "B", "--by", "site"], "--by makes a curve for each group"),
        (["--score", "A", "--at-least", "recall"], "--at-least is NAME=X, such as recall=0.95, not 'recall'"),
        (["--score", "A", "--at-most", "fallout=low"], "--at-most is NAME=X"),
        (["--score", "A", "--plot", "x.bmp"], "must end in .png, .svg, .pdf, .html"),
        (
            ["--score", "A", "--space", "pr"],
            "--space pr says what a picture shows: name its file with --plot",
        ),
        (["--score", "A", "--space", "pr", "--plot", "x.html"], "a page shows ROC curves, not --space pr"),
        (["--score", "A", "--classes", "ham"], "there are no scores for 'spam'"),
        (["--score", "A", "--classes", "ham,spam"], "--classes names 2 classes for 1 columns"),
        (["--score", "A", "--classes", "a", "--positive", "ham"], "not both"),
        (["--score", "A", "--optimise", "youdenn"], "no measure called 'youdenn'"),
        (["--score", "A", "--level", "95"], "level"),
        (["--score", "A", "--prevalence", "0"], "--prevalence 0.0 leaves only one class"),
        (["--score", "A", "--prevalence", "1.5"], "--prevalence must be a number from 0 to 1"),
        (
            ["--score", "A", "--cost-positive", "-1"],
            "--cost-positive is the cost of an error, a finite number",
        ),
        (
            ["--score", "A", "--cost-positive", "2", "--optimise", "mcc"],
            "costs have an effect only with --optimise cost, not with 'mcc'",
        ),
        (
            ["--score", "A", "--threshold", "1", "--at-least", "recall=0.9"],
            "give a fixed --threshold, or bounds on it with --at-least and --at-most, not both",
        ),
        (
            ["--score", "A", "--truth", "site", "--weight", "site"],
            "--truth and --weight both name the column",
        ),
        (["--score", "A", "--weight", "A"], "--score and --weight both name the column 'A'"),
        (["--score", "A", "--csv", "--json", "-"], "only one of"),
    ],
)
def test_what_is_refused(run, scores, arguments, message):
    assert message in run("roc", scores, *arguments).refused


def test_files_are_not_overwritten(run, scores, tmp_path):
    page = tmp_path / "in.html"
    page.write_bytes(scores.read_bytes())
    assert "would overwrite the input" in run("roc", page, "--score", "A", "--plot", page).refused
    assert (
        "would overwrite the JSON"
        in run("roc", scores, "--score", "A", "--plot", page, "--json", page).refused
    )


def test_one_class_and_missing_scores(run, tmp_path):
    path = tmp_path / "items.csv"
    path.write_text("truth,s\na,1\na,2\n", encoding="utf-8")
    assert "only one class, 'a'" in run("roc", path, "--score", "s").refused
    path.write_text("truth,s\na,1\nb,\nb,nan\na,3\nb,4\n", encoding="utf-8")
    assert "the column 's' has 2 missing values" in run("roc", path, "--score", "s").refused
    assert (
        "Left out for a missing value: 2 items."
        in run("roc", path, "--score", "s", "--on-missing", "drop").out
    )


def test_more_classes_need_a_positive_one(run):
    said = run("roc", WINE, "--truth", "cultivar", "--score", "barolo").refused
    assert "3 classes, 'barbera', 'barolo', 'grignolino'" in said
    assert "--positive" in said


def test_all_scores_equal_is_chance(run, tmp_path):
    path = tmp_path / "items.csv"
    path.write_text("truth,s\n" + "a,1\nb,1\n" * 12, encoding="utf-8")
    outcome = run("roc", path, "--score", "s")
    assert "is not shown to rank differently from chance: AUC 0.500" in " ".join(outcome.out.split())


def test_the_same_seed_gives_the_same_report(run, scores):
    reports = {run("roc", scores, "--score", "A", "--seed", "3").out for _ in range(2)}
    assert len(reports) == 1


def test_the_page_starts_where_the_report_does(run, scores, tmp_path):
    target = tmp_path / "out.html"
    purpose = ["--cost-positive", "5", "--prevalence", "0.02", "--level", "0.9"]
    assert run("roc", scores, "--score", "A", *purpose, "--plot", target).code == 0
    text = target.read_text(encoding="utf-8")
    steps = [json.loads(x) for x in re.findall(r'<script type="application/json">(.+?)</script>', text)]
    firsts = [int(x) for x in re.findall(r'type="range".*? value="(\d+)"', text)]
    frame = pd.read_csv(scores)
    curve = ac.Curve.from_scores(frame.truth, frame.A)
    point = ac.curves.operating_point(curve, "cost", cost_positive=5, cost_negative=1, prevalence=0.02)
    thresholds, costs = (data["positions"][first] for data, first in zip(steps, firsts, strict=True))
    assert float(thresholds.replace("−", "-")) == pytest.approx(point.threshold, rel=1e-3)
    assert costs == "5 : 1"
    values = [row[1] for row in steps[0]["cells"][firsts[0]]]  # counts first, then measures
    (tn, fp), (fn, tp) = point.table.counts.tolist()
    assert values[:4] == [str(x) for x in (tp, fp, fn, tn)]
    moved = point.table.at_prevalence(0.02)
    assert f"{float(ac.precision(moved)):.3f}" in values[4:]
    assert "a prevalence of 2 %" in text.replace("&nbsp;", " ")


@pytest.mark.parametrize("space", ["pn", "pr", "prg", "gain", "lift", "kappa", "threshold", "decision"])
def test_pictures_are_drawn_at_the_prevalence_asked_for(scores, space):
    frame = pd.read_csv(scores)
    probabilities = 1 / (1 + np.exp(-frame.A))
    purpose = Purpose(prevalence=0.02)
    found = ranking.rank_systems(frame.truth, {"A": probabilities}, purpose=purpose)
    picture = ranking_in_space(found, space)
    assert "as expected where 2 % are positive" in picture.notes
    plain = ranking_in_space(ranking.rank_systems(frame.truth, {"A": probabilities}), space)
    one, other = ([x for x in y.lines if x.system == 0][-1] for y in (picture, plain))
    assert not (np.array_equal(one.x, other.x) and np.array_equal(one.y, other.y, equal_nan=True))
    if space == "pr":
        moved = ac.curves.at_prevalence(found.systems[0].curve, 0.02)
        assert picture.lines[-1].y[-1] == pytest.approx(0.02)
        assert picture.lines[-1].note == f"AP {ac.curves.average_precision(moved):.3f}"


def test_points_say_what_the_report_says(scores):
    frame = pd.read_csv(scores)
    found = ranking.rank_systems(frame.truth, {"A": frame.A, "B": frame.B})
    honest = [system.selection.estimate.value for system in found.systems]
    here = [system.selection.point.value for system in found.systems]
    marks = ranking_in_space(found, "roc").marks
    assert [mark.text.split()[1] for mark in marks] == [f"{value:.3g}" for value in here]
    assert [mark.text.split()[3] for mark in marks] == [f"{value:.3g}" for value in honest]


@pytest.mark.parametrize("ending", ["csv", "parquet"])
@pytest.mark.parametrize("more", [[], ["--on-disk"]])
def test_scores_of_files_that_fall_together_are_refused(run, tmp_path, ending, more):
    """2⁵³ and the next whole number are one double: their order would be lost without a word."""
    frame = pd.DataFrame({"y": [0, 1, 0, 1], "s": [2**53, 2**53 + 1, 2**53 - 2, 2**53 + 2]})
    file = tmp_path / f"scores.{ending}"
    frame.to_csv(file, index=False) if ending == "csv" else frame.to_parquet(file)
    said = run("roc", file, "--truth", "y", "--score", "s", *more).refused
    assert "the column 's' has 3 distinct numbers of which only 2 differ as floating-point numbers" in said
    frame["s"] = [2**53, 2**53 + 4, 2**53 - 2, 2**53 + 2]
    frame.to_csv(file, index=False) if ending == "csv" else frame.to_parquet(file)
    assert run("roc", file, "--truth", "y", "--score", "s", *more).code == 0


KINDS = [pa.int64(), pa.uint64(), pa.decimal128(20, 0), pa.string()]


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("more", [[], ["--on-disk"], ["--score", "t"]])
def test_scores_of_a_stream_that_fall_together_are_refused(run, tmp_path, kind, more):
    """An Arrow stream can be read once only; the first of two columns may be large and well apart."""
    apart, close = [2**53, 2**53 + 4, 2**53 - 2, 2**53 + 2], [2**53, 2**53 + 1, 2**53 - 2, 2**53 + 2]
    file = tmp_path / "scores.arrow"

    def stored(*columns):
        numbers = (pa.array(map(str, column)).cast(kind) for column in columns)
        feather.write_feather(pa.table([pa.array([0, 1, 0, 1]), *numbers], names=["y", "s", "t"]), file)
        return run("roc", file, "--truth", "y", "--score", "s", *more)

    name = "t" if "t" in more else "s"
    said = stored(*((apart, close) if name == "t" else (close, apart))).refused
    assert (
        f"the column {name!r} has 3 distinct numbers of which only 2 differ as floating-point numbers" in said
    )
    assert stored(apart, apart).code == 0


def test_a_threshold_is_compared_with_scores_of_files_as_they_are_stored(run, tmp_path):
    """0.9 of 32 bits is a little less than that of 64, and the same number to whoever wrote it."""
    frame = pd.DataFrame(
        {"y": [0, 1, 0, 1], "s": np.float32([0.1, 0.9, 0.5, 0.9]), "w": np.float32([1, 2, 3, 1])}
    )
    file, target = tmp_path / "scores.parquet", tmp_path / "out.json"
    frame.to_parquet(file)
    for more in ([], ["--weight", "w"]):
        how = ["--truth", "y", "--score", "s", "--threshold", "0.9", "--json", target, *more]
        assert run("roc", file, *how).code == 0
        point = json.loads(target.read_text(encoding="utf-8"))["systems"][0]["point"]
        assert (point["tpr"], point["fpr"]) == (1, 0)
        target.unlink()


def test_refusing_the_least_confident(run, tmp_path):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 100)
    scores = np.round(np.clip(0.3 + 0.4 * truth + rng.normal(size=100) / 4, 0, 1), 3)
    file, picture = tmp_path / "s.csv", tmp_path / "curve.svg"
    file.write_text("y,p\n" + "".join(f"{a},{b}\n" for a, b in zip(truth, scores, strict=True)))
    text = ("roc", file, "--truth", "y", "--score", "p", "--abstain")
    found = run(*text, "--answered", "0.6", "--plot", picture, "--json", "-")
    expected = ac.abstention_curve(truth, scores, answered=0.6)
    written = json.loads(found.out)
    assert written["rows"] == json.loads(json.dumps(expected.to_dict()["rows"]))
    assert written["point"]["answered"] == expected.point.answered
    assert picture.read_text().startswith("<?xml")
    assert run(*text, "--at-least", "informedness=1.5").code == 1
    assert "--abstain is for one system" in run(*text, "--by", "y").refused
    assert "no other goals" in run(*text, "--at-least", "recall=0.5").refused
    assert "--answered is for --abstain" in run(*text[:-1], "--answered", "0.5").refused
