"""The binormal model is checked on distributions whose curve is known, and by moments of the items."""

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import abovechance as ac
from abovechance.curves import Curve, binormal, signal_detection
from tests.curves.samples import columns, items

NORMAL = NormalDist()
FINITE = st.sampled_from([-2.0, -0.5, 0.0, 0.1, 0.25, 1.0, 1.5, 3.0])


@given(items(FINITE))
def test_moments_are_those_of_the_items(rows):
    truth, scores, weights = columns(rows)
    heavy = scores.repeat(weights), truth.repeat(weights)
    yes, no = heavy[0][heavy[1]], heavy[0][~heavy[1]]
    assume(yes.var() > 1e-9)
    found = binormal(Curve.from_scores(truth, scores, weights=weights))
    apart = yes.mean() - no.mean()
    assert found.d_a == pytest.approx(apart / math.sqrt((yes.var() + no.var()) / 2), abs=1e-9)
    assert found.auc == pytest.approx(NORMAL.cdf(found.d_a / math.sqrt(2)), abs=1e-12)
    assert found.intercept == pytest.approx(apart / yes.std(), abs=1e-9)
    assert found.slope == pytest.approx(no.std() / yes.std(), abs=1e-9)


@given(items(FINITE), st.sampled_from([1e-150, 0.01, 7.0, 1e150]), st.sampled_from([-3.0, 0.0, 50.0]))
def test_scale_and_origin_do_not_matter(rows, scale, shift):
    truth, scores, _ = columns(rows)
    own = binormal(Curve.from_scores(truth, scores))
    other = binormal(Curve.from_scores(truth, scale * (scores + shift)))
    assume(not math.isnan(own.d_a) and own.d_a**2 < 1e6)
    assert other.d_a == pytest.approx(own.d_a, rel=1e-9, abs=1e-9)


def test_normal_scores_have_the_area_of_the_model():
    # Quantiles of two normal distributions at evenly spaced probabilities: area Φ(1.5 / √(1 + 4)).
    levels = (np.arange(2000) + 0.5) / 2000
    z = np.array([NORMAL.inv_cdf(p) for p in levels])
    curve = Curve.from_scores(np.repeat([0, 1], 2000), np.concatenate((z, 1.5 + 2 * z)))
    found = binormal(curve)
    assert found.auc == pytest.approx(NORMAL.cdf(1.5 / math.sqrt(5)), abs=2e-4)
    assert found.auc == pytest.approx(curve.auc, abs=2e-4)
    assert (found.intercept, found.slope) == (pytest.approx(0.75, abs=1e-3), pytest.approx(0.5, abs=1e-12))


@pytest.mark.parametrize(
    ("truth", "scores", "reason"),
    [
        ([0, 1, 1], [0.0, 1.0, math.inf], "some scores are infinite"),
        ([0, 1, 1], [0.5, 0.5, 0.5], "all scores are equal, 0.5"),
        ([1, 1], [0.5, 0.7], "every item is really 1"),
        ([0, 0], [0.5, 0.7], "no item is really 1"),
    ],
)
def test_where_there_is_no_model(truth, scores, reason):
    found = binormal(Curve.from_scores(truth, scores, positive=1))
    assert math.isnan(found.auc)
    assert math.isnan(found.d_a)
    assert found.reason.startswith(reason)
    assert repr(found).startswith(f"no binormal model: {reason}")


def test_classes_without_variance():
    found = binormal(Curve.from_scores([0, 0, 0, 1, 1, 1], [0.1] * 3 + [0.7] * 3))
    assert (found.auc, found.d_a) == (1, math.inf)


def test_an_infinite_score_without_weight_does_not_count():
    curve = Curve.from_scores([0, 0, 1, 1, 1], [1, 3, 2, 6, math.inf], weights=[1, 1, 1, 1, 0])
    assert binormal(curve) == binormal(Curve.from_scores([0, 0, 1, 1], [1, 3, 2, 6], weights=[1, 1, 1, 1]))


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_signal_detection_by_its_definitions(tp, fn, fp, tn):
    found = signal_detection(ac.Tables.from_cells(tp=tp, fp=fp, fn=fn, tn=tn))
    hit = NORMAL.inv_cdf((tp + 0.5) / (tp + fn + 1))
    alarm = NORMAL.inv_cdf((fp + 0.5) / (fp + tn + 1))
    assert found.d_prime == pytest.approx(hit - alarm, abs=1e-12)
    assert found.criterion == pytest.approx(-(hit + alarm) / 2, abs=1e-12)
    ratio = NORMAL.pdf(hit) / NORMAL.pdf(alarm)
    assert found.likelihood_ratio == pytest.approx(ratio, rel=1e-9)


def test_signal_detection_without_correction_is_the_measure_of_the_catalogue():
    table = ac.Tables.from_cells(tp=20, fp=10, fn=5, tn=15)
    found = signal_detection(table, corrected=False)
    assert found.d_prime == pytest.approx(ac.measure("d prime")(table), abs=1e-12)
    assert (found.tpr, found.fpr) == (0.8, 0.4)
    assert signal_detection(ac.Tables.from_cells(tp=5, fp=0, fn=0, tn=5), corrected=False).d_prime == math.inf


def test_signal_detection_honours_the_positive_class():
    table = ac.Tables.from_cells(tp=20, fp=10, fn=5, tn=15)
    turned = signal_detection(table.with_positive("negative"))
    own = signal_detection(table)
    assert turned.d_prime == pytest.approx(own.d_prime)
    assert turned.criterion == pytest.approx(-own.criterion)


def test_signal_detection_needs_one_table_of_two_classes():
    curve = Curve.from_scores([0, 1, 1], [1, 2, 3])
    with pytest.raises(ac.InputError, match="one table of two classes"):
        signal_detection(curve.tables)
    with pytest.raises(ac.InputError, match="one table of two classes"):
        signal_detection(ac.Tables.from_counts(np.eye(3, dtype=int)))
    assert signal_detection(curve.at(2)).tpr == 2.5 / 3


def test_as_plain_data():
    found = binormal(Curve.from_scores([0, 0, 1, 1], [1, 3, 2, 6]))
    assert float(found) == found.auc
    assert found.to_frame("pyarrow").to_pylist() == [found.to_dict()]
    point = signal_detection(ac.Tables.from_cells(tp=20, fp=10, fn=5, tn=15))
    assert point.to_frame("pyarrow").to_pylist() == [point.to_dict()]
