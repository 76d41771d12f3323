"""The declared summaries are laws that the tests check: range, chance, best value, and what leaves them alone."""

import math
import pickle

import numpy as np
import pytest
from hypothesis import given

import abovechance as ac
from abovechance.curves import Curve, curve_measure, curve_measures, summary
from abovechance.measures.references import references
from tests.curves.rankings import ranked
from tests.curves.samples import PROBABILITIES, columns, curves, items

MEASURES = curve_measures()
OF_PROBABILITIES = {"brier_score", "brier_skill", "calibration_loss", "refinement_loss", "log_loss"}
OF_SCORES = OF_PROBABILITIES - {"refinement_loss"} | {"binormal_auc", "d_a"}
OF_RANKS = [m for m in MEASURES if m.key not in OF_SCORES]


@pytest.mark.parametrize("m", MEASURES, ids=lambda m: m.key)
def test_everything_known_is_declared(m):
    assert m.title
    assert m.formula
    assert m.meaning.endswith(".")
    assert "\n" not in m.meaning
    assert m.advice.endswith(".")
    assert m.source
    assert len(m.reference_texts) == len(m.source)
    assert all(text in references().values() for text in m.reference_texts)
    assert m.key in repr(m)


def test_names_are_distinct():
    names = [name for m in MEASURES for name in (m.key, *m.aliases)]
    assert len(names) == len(set(names))


@given(curves(PROBABILITIES))
def test_values_are_within_their_range(curve):
    for m in MEASURES:
        value = m(curve)
        if not math.isnan(value):
            assert m.low - 1e-12 <= value <= m.high + 1e-12, m.key
        else:
            assert m.why(curve) is not None or m.key in ("binormal_auc", "d_a")


@pytest.mark.parametrize("m", OF_RANKS, ids=lambda m: m.key)
def test_constant_scores_are_chance(m):
    curve = Curve.from_scores([0, 0, 0, 1], [0.5] * 4)
    if m.chance is not None:
        assert m(curve) == pytest.approx(m.chance_of(curve), abs=1e-15)


@pytest.mark.parametrize("m", [m for m in MEASURES if m.best is not None], ids=lambda m: m.key)
def test_perfect_scores_are_best(m):
    assert m(Curve.from_scores([0, 0, 0, 1, 1], [0.0, 0.0, 0.0, 1.0, 1.0])) == pytest.approx(
        m.best, abs=1e-12
    )


@given(items(PROBABILITIES))
def test_ranks_are_all_that_rank_summaries_see(rows):
    truth, scores, weights = columns(rows)
    one = Curve.from_scores(truth, scores, weights=weights)
    other = Curve.from_scores(truth, scores**3 / 2 + 0.25 * scores, weights=weights)
    for m in OF_RANKS:
        assert m(other) == m(one), m.key


@given(items(PROBABILITIES))
def test_weights_count_as_items(rows):
    truth, scores, weights = columns(rows)
    weighted = summary(Curve.from_scores(truth, scores, weights=weights))
    repeated = summary(Curve.from_scores(truth.repeat(weights), scores.repeat(weights)))
    for m in MEASURES:
        assert weighted[m.key] == pytest.approx(repeated[m.key], rel=1e-9, abs=1e-12, nan_ok=True), m.key


@given(curves())
def test_turning_the_scores_round(curve):
    turned = Curve.from_counts(-curve.thresholds[1:], np.diff(curve.tp), np.diff(curve.fp))
    assert turned.auc == pytest.approx(1 - curve.auc, abs=1e-12)
    assert turned.gini == pytest.approx(-curve.gini, abs=1e-12)
    assert curve_measure("ks")(turned) == pytest.approx(curve_measure("ks")(curve), abs=1e-12)
    optimistic, pessimistic = curve_measure("auc_optimistic"), curve_measure("auc_pessimistic")
    assert optimistic(turned) == pytest.approx(1 - pessimistic(curve), abs=1e-12)


def test_a_summary_has_them_all():
    curve = ranked("good")
    found = summary(curve)
    assert [entry.measure.key for entry in found.entries] == [m.key for m in MEASURES]
    for m in MEASURES:
        assert found[m.key] == m(curve)
    assert found["AP"] == found["average_precision"]
    assert (found.positive, found.positives, found.negatives) == (1, 23, 37)


def test_what_is_undefined_says_why():
    logits = summary(Curve.from_scores([0, 1, 1], [-2.0, 0.5, 3.0]))
    assert math.isnan(logits["brier"])
    reasons = {entry.measure.key: entry.reason for entry in logits.entries}
    assert all(reasons[key] == "the score 3 is not a probability" for key in OF_PROBABILITIES)
    assert reasons["auc"] is None
    assert "Brier score                undefined: the score 3 is not a probability" in repr(logits)
    alone = summary(Curve.from_scores(["x", "x"], [0.5, 0.25], positive="x"))
    reasons = {entry.measure.key: entry.reason for entry in alone.entries}
    assert reasons["auc"] == reasons["brier_skill"] == "every item is really 'x'"
    assert alone["average_precision"] == 1
    assert alone["brier"] == (0.25 + 0.5625) / 2
    negative = summary(Curve.from_scores(["y", "y"], [0.5, 0.25], positive="x"))
    assert {entry.reason for entry in negative.entries if entry.measure.key == "pr_area"} == {
        "no item is really 'x'"
    }
    empty = summary(Curve.from_scores([0, 1], [0.5, 0.25], weights=[0, 0]))
    assert {entry.reason for entry in empty.entries} == {"all weights are 0"}
    nothing = summary(Curve.from_counts([], [], []))
    assert {entry.reason for entry in nothing.entries} == {"there are no items"}


def test_chance_of_precision_is_the_prevalence():
    rows = {row["measure"]: row for row in summary(ranked("rare")).rows()}
    assert rows["average_precision"]["chance"] == rows["pr_area"]["chance"] == 14 / 300
    assert rows["auc"]["chance"] == 0.5
    assert rows["brier_score"]["chance"] is None


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("average precission", "did you mean 'average_precision'?"),
        ("zzz", "there are 'auc', 'auc_optimistic'"),
    ],
)
def test_an_unknown_name_answers_with_near_ones(name, said):
    with pytest.raises(ac.InputError) as caught:
        summary(ranked("good"), [name])
    assert said in str(caught.value)


def test_as_plain_data():
    found = summary(ranked("good"), ["auc", "log loss"])
    assert [row["measure"] for row in found.to_dict()["entries"]] == ["auc", "log_loss"]
    assert found.to_frame("pyarrow").to_pylist() == found.rows()
    assert found.to_dict()["entries"][1]["value"] == "Infinity"


FOUR = Curve.from_scores([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])


def test_a_summary_can_be_pickled():
    found = ac.curves.summary(FOUR)
    same = pickle.loads(pickle.dumps(found))
    assert same["auc"] == found["auc"]
    assert [entry.measure for entry in same.entries] == [entry.measure for entry in found.entries]


def test_one_name_is_not_a_list_of_letters():
    assert [entry.measure.key for entry in ac.curves.summary(FOUR, "auc").entries] == ["auc"]
    with pytest.raises(ac.InputError, match="must be a name"):
        ac.curves.summary(FOUR, [3])
