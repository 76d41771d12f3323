"""Every result of curves is equal by value, can be pickled and written as JSON, and has rows and a frame."""

import json
import pickle

import pytest

import abovechance as ac
from abovechance import curves
from abovechance.core.result import Result

TRUTH = [0, 0, 1, 0, 1, 0, 1, 1, 0, 1]
SCORES = [0.1, 0.2, 0.25, 0.3, 0.35, 0.5, 0.6, 0.7, 0.75, 0.9]
CLASSES = [[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.3, 0.6, 0.1], [0.1, 0.3, 0.6]]

RESULTS = {
    "Curve": lambda c: c,
    "Curves": lambda _: ac.Curve.from_scores(TRUTH, {"A": SCORES, "B": SCORES[::-1]}),
    "Edges": curves.hull_edges,
    "Vertex": lambda c: curves.hull_vertices(c)[1],
    "Mixture": lambda c: curves.interpolate(c, fpr=0.3),
    "CostCurve": curves.cost_curve,
    "LossCurve": curves.brier_curve,
    "DecisionCurve": curves.decision_curve,
    "Fusion": lambda _: curves.fuse(ac.Curve.from_scores(TRUTH, {"A": SCORES, "B": SCORES[::-1]})),
    "Concavities": curves.concavities,
    "Concavity": lambda c: curves.concavities(c)[0],
    "Isometrics": lambda _: curves.isometrics("f1", [0.5]),
    "Isometric": lambda _: curves.isometrics("f1", [0.5]).isometrics[0],
    "Path": lambda c: curves.in_space(c, "pr"),
    "Repair": lambda c: curves.repair(c, folds=None),
    "Calibrator": curves.calibrator,
    "Binormal": curves.binormal,
    "SignalDetection": lambda c: curves.signal_detection(c.at(0.5)),
    "Brier": curves.brier,
    "HMeasure": curves.h_measure,
    "Summary": curves.summary,
    "GreyZone": lambda c: curves.grey_zone(c, rule_in="precision >= 0.6", rule_out="npv >= 0.6"),
    "OperatingPoint": curves.operating_point,
    "Selection": lambda _: curves.select_threshold(TRUTH, SCORES, seed=1, replicates=20),
    "Band": lambda c: curves.band(c, method="ks"),
    "ThresholdIntervals": curves.threshold_intervals,
    "AucTest": curves.auc_test,
    "CurveComparison": lambda _: curves.compare(TRUTH, {"A": SCORES, "B": SCORES[::-1]}),
    "Multiclass": lambda _: curves.multiclass(["a", "b", "a", "c"], CLASSES),
}


@pytest.mark.parametrize("kind", RESULTS)
def test_a_result_is_a_value(kind):
    curve = ac.Curve.from_scores(TRUTH, SCORES, positive=1)
    found = RESULTS[kind](curve)
    assert type(found).__name__ == kind
    assert isinstance(found, Result)
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert hash(again) == hash(found)
    assert RESULTS[kind](ac.Curve.from_scores(TRUTH, SCORES, positive=1)) == found
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False)) == found.to_dict()
    rows = found.rows()
    assert len(found.to_frame("pandas")) == len(rows) > 0
    assert list(found.to_frame("pandas").columns) == list(rows[0])
    with pytest.raises(AttributeError):
        found.anything = 1


def test_every_public_kind_is_among_them():
    public = {name for name in curves.__all__ if isinstance(getattr(curves, name), type)}
    assert public - {"CurveMeasure"} <= set(RESULTS)


def test_other_data_give_another_curve():
    one, other = (ac.Curve.from_scores(TRUTH, scores) for scores in (SCORES, SCORES[::-1]))
    assert one != other


OF_A_CURVE = {
    "auk": {},
    "h_measure": {},
    "partial_auc": {"fpr": (0, 0.5)},
    "summary": {},
    "operating_point": {},
    "band": {"method": "ks"},
    "in_space": {"space": "pr"},
    "hull_edges": {},
    "cost_curve": {},
    "decision_curve": {},
    "auc_test": {},
    "interval": {"measure": "ks", "seed": 1, "replicates": 20},
    "select_threshold": {"seed": 1, "replicates": 20},
}


@pytest.mark.parametrize("name", OF_A_CURVE)
def test_columns_stand_for_their_curve(name):
    function, options = getattr(curves, name), OF_A_CURVE[name]
    if name == "interval":  # draws of items and of a curve differ
        options = options | {"method": "percentile"}
        assert (
            function(TRUTH, SCORES, **options).value
            == function(ac.Curve.from_scores(TRUTH, SCORES), **options).value
        )
        return
    of_columns = function(TRUTH, SCORES, positive=0, **options)
    of_curve = function(ac.Curve.from_scores(TRUTH, SCORES, positive=0), **options)
    assert of_columns == of_curve
    assert function(truth=TRUTH, scores=SCORES, positive=0, **options) == of_curve
    with pytest.raises(ac.InputError, match="weights cannot be given with it"):
        function(ac.Curve.from_scores(TRUTH, SCORES), weights=[1] * 10, **options)
