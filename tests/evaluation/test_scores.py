"""Rankings of systems: curves of which thresholds were given up, and items in clusters."""

from dataclasses import asdict, replace

import numpy as np
import pandas as pd
import pytest

import abovechance as ac
from abovechance.curves.curve.streamed import Streamed, stream
from abovechance.evaluation.scores.ranking import Purpose
from abovechance.evaluation.scores.systems import rank_streamed, rank_systems
from abovechance.report.builders.scores.scores import document

RNG = np.random.default_rng(4)
TRUTH = RNG.random(300) < 0.4
SCORES = RNG.normal(size=300) + TRUTH
FIXED = Purpose(threshold=0.5)


def area(found):
    return rank_streamed(found, "score", purpose=FIXED).systems[0].auc


def test_a_curve_of_all_thresholds_is_ranked_as_its_items():
    order = np.argsort(-SCORES)
    found = area(stream([(SCORES[order], TRUTH[order])], items=300))
    expected = rank_systems(TRUTH, {"score": SCORES}, purpose=FIXED).systems[0].auc
    assert asdict(found) == asdict(expected)


def test_the_interval_is_wider_by_how_far_the_area_may_be_off():
    curve = ac.Curve.from_scores(TRUTH, SCORES)
    exact = Streamed(curve, curve.auc, 0.0, None)
    narrow, wide = area(exact), area(replace(exact, auc_within=0.01))
    assert (narrow.low - wide.low, wide.high - narrow.high) == pytest.approx((0.01, 0.01))
    assert (wide.value, wide.se) == (narrow.value, narrow.se)
    everything = area(replace(exact, auc_within=0.9))
    assert (everything.low, everything.high) == (0, 1)


def test_few_thresholds_do_not_move_the_interval_away_from_the_area():
    order = np.argsort(-SCORES)
    whole = ac.curves.auc_interval(TRUTH, SCORES)
    few = stream([(SCORES[order], TRUTH[order])], items=300, most=5)
    found = area(few)
    assert few.curve.auc != few.auc == whole.value == found.value
    assert (found.low, found.high) == pytest.approx((whole.low, whole.high), abs=0.1 * whole.se)
    assert abs(few.curve.auc - few.auc) > 0.5 * whole.se


def test_one_class_has_no_area():
    found = area(stream([(np.array([2.0, 1.0]), np.array([True, True]))], items=2))
    assert np.isnan([found.value, found.low, found.high]).all()


def test_items_of_a_cluster_are_one_draw():
    """Items repeated within their clusters have the uncertainty of single ones, in every number of a report."""
    often, patients = np.repeat(np.arange(60), 3), np.repeat(np.arange(60), 3)
    truth, systems = TRUTH[:60], {"A": SCORES[:60], "B": np.round(SCORES[:60])}
    once, many = (
        rank_systems(truth[rows], {k: x[rows] for k, x in systems.items()}, clusters=names)
        for rows, names in ((slice(None), None), (often, patients))
    )
    assert (once.clusters, many.clusters) == (None, 60)
    for one, other in zip(once.systems, many.systems, strict=True):
        assert other.auc.se == pytest.approx(one.auc.se)
        assert (other.point.threshold, other.test.method) == (one.point.threshold, "clusters")
        assert other.intervals["informedness"].se == pytest.approx(one.intervals["informedness"].se, rel=0.05)
        assert other.criterion.low == pytest.approx(one.criterion.low, abs=0.05)
        assert other.selection is None
    assert many.comparison.se == pytest.approx(once.comparison.se)
    alone = rank_systems(truth[often], {"A": systems["A"][often]}, clusters=patients, seed=1).systems[0]
    single = rank_systems(truth, {"A": systems["A"]}, seed=1).systems[0]
    for name, found in alone.bounds.items():
        assert found.se == pytest.approx(single.bounds[name].se, rel=0.2)


@pytest.mark.parametrize("purpose", [Purpose(optimise="cost", cost_positive=3), Purpose(prevalence=0.1)])
def test_whole_clusters_are_drawn_for_costs_and_other_prevalences(purpose):
    often, patients = np.repeat(np.arange(60), 3), np.repeat(np.arange(60), 3)
    once = rank_systems(TRUTH[:60], {"A": SCORES[:60]}, purpose=purpose).systems[0].criterion
    many = rank_systems(TRUTH[often], {"A": SCORES[often]}, purpose=purpose, clusters=patients).systems[0]
    assert many.criterion.se == pytest.approx(once.se, rel=0.15)
    assert "clusters" in " ".join(
        str(note)
        for note in document(
            rank_systems(TRUTH[often], {"A": SCORES[often]}, purpose=purpose, clusters=patients)
        ).notes
    )


def test_scores_are_taken_as_columns_of_a_frame_or_of_an_array():
    frame = {"y": TRUTH, "a": SCORES, "b": -SCORES}
    expected = ac.roc(TRUTH, {"a": SCORES, "b": -SCORES})
    assert ac.roc("y", ["a", "b"], data=frame).to_dict() == expected.to_dict()
    both = np.column_stack([-SCORES, SCORES])
    assert ac.roc(TRUTH, both).to_dict() == ac.roc(TRUTH, SCORES).to_dict()
    truth = np.arange(60) % 3
    chances = np.random.default_rng(0).random((60, 3)) + np.eye(3)[truth]
    per_class = {label: chances[:, label] for label in range(3)}
    assert ac.roc(truth, chances).to_dict() == ac.roc(truth, per_class).to_dict()
    with pytest.raises(ac.InputError, match="2 columns for the classes 0, 1, 2"):
        ac.roc(truth, chances[:, :2])
    with pytest.raises(ac.InputError, match="no column 'c'"):
        ac.roc("y", "c", data=frame)


def test_items_without_a_score_are_refused_or_dropped():
    scores = np.array(SCORES, dtype=float)
    scores[[0, 5]] = np.nan
    kept = ~np.isnan(scores)
    with pytest.raises(ac.InputError, match="missing"):
        ac.roc(TRUTH, scores)
    found = ac.roc(TRUTH, scores, on_missing="drop")
    assert found.to_dict() == ac.roc(np.asarray(TRUTH)[kept], scores[kept]).to_dict() | {
        "source": {"left_out": 2}
    }


@pytest.mark.parametrize("options", [{}, {"by": "site"}, {"clusters": "site"}])
def test_a_path_answers_as_its_columns_do(tmp_path, options):
    rng = np.random.default_rng(3)
    truth = rng.choice(["no", "yes"], 200)
    columns = {
        "y": truth,
        "a": rng.normal(size=200) + (truth == "yes"),
        "site": rng.choice(["n", "s", "w"], 200),
    }
    frame = pd.DataFrame(columns)
    frame.to_csv(tmp_path / "scores.csv", index=False)
    read = ac.roc("y", "a", data=tmp_path / "scores.csv", positive="yes", **options)
    given = ac.roc("y", "a", data=frame, positive="yes", **options)
    assert read.verdict == given.verdict
    assert [system.curve.auc for system in read.systems] == pytest.approx(
        [s.curve.auc for s in given.systems]
    )


def test_systems_in_a_file_are_compared_and_lacking_items_counted(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("y,a,b\n" + "1,0.9,0.2\n0,0.1,0.4\n1,0.7,0.6\n0,0.3,0.5\n" * 20 + "1,,0.3\n")
    found = ac.roc("y", ["a", "b"], data=str(path), positive=1, on_missing="drop")
    assert [system.name for system in found.systems] == ["a", "b"]
    assert found.left_out == 1
    with pytest.raises(ac.InputError, match="'c'"):
        ac.roc("y", "c", data=path)


def test_the_file_of_scores_may_be_written_in_any_way_and_count_its_items(tmp_path):
    path = tmp_path / "scores.csv"
    rows = [("nein", 0.1, 3), ("ja", 0.8, 2), ("nein", 0.4, 4), ("ja", 0.3, 1), ("über", 0.5, 5)]
    text = "\n".join(["y;s;n", *(f"{y};{s};{n}".replace(".", ",") for y, s, n in rows)])
    path.write_text(text + "\n", encoding="utf-16")
    found = ac.roc("y", "s", data=path, counts="n", positive="ja", decimal=",", encoding="utf-16")
    times = [row for row in rows for _ in range(row[2])]
    given = ac.roc([y for y, _, _ in times], {"s": [s for _, s, _ in times]}, positive="ja")
    assert found.to_dict()["rows"] == given.to_dict()["rows"]
    with pytest.raises(ac.InputError, match="counts says how a file is read"):
        ac.roc(["a", "b"], {"s": [1, 2]}, counts="n")
