"""Information against SciPy, scikit-learn and the identities of entropy."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from scipy.stats import contingency, entropy

import abovechance as ac
from sklearn import metrics as sk
from tests.strategies import full_tables


@pytest.fixture(params=range(7))
def counts(request):
    rng = np.random.default_rng(request.param)
    shape = [(2, 2), (3, 3), (5, 5), (10, 10), (2, 5), (4, 3), (3, 6)][request.param]
    counts = rng.integers(0, 9, shape)
    counts[0, 0] += 1
    counts[1, 1] += 1
    return counts


def tables(counts):
    rows, columns = np.shape(counts)
    predicted = range(rows) if rows == columns else [f"group {j}" for j in range(columns)]
    return ac.Tables.from_counts(counts, labels=range(rows), predicted_labels=predicted)


def items(counts):
    rows, columns = np.indices(counts.shape)
    return np.repeat(rows.ravel(), counts.ravel()), np.repeat(columns.ravel(), counts.ravel())


@pytest.mark.parametrize(
    ("key", "function"),
    [
        ("uncertainty_of_truth", sk.homogeneity_score),
        ("uncertainty_of_prediction", sk.completeness_score),
        ("uncertainty_symmetric", sk.v_measure_score),
        (
            "uncertainty_symmetric",
            lambda a, b: sk.normalized_mutual_info_score(a, b, average_method="arithmetic"),
        ),
        ("nmi_geometric", lambda a, b: sk.normalized_mutual_info_score(a, b, average_method="geometric")),
        ("nmi_min", lambda a, b: sk.normalized_mutual_info_score(a, b, average_method="min")),
        ("nmi_max", lambda a, b: sk.normalized_mutual_info_score(a, b, average_method="max")),
        ("redundancy", lambda a, b: sk.v_measure_score(a, b) / 2),
    ],
)
def test_normalised_information_agrees_with_sklearn(counts, key, function):
    assert ac.measure(key)(tables(counts)) == pytest.approx(function(*items(counts)), rel=1e-12)


def test_mutual_information_in_bits_and_nats(counts):
    t = tables(counts)
    nats = sk.mutual_info_score(*items(counts))
    assert ac.mutual_information(t) == pytest.approx(nats / math.log(2), rel=1e-12)
    assert ac.mutual_information(t, base=math.e) == pytest.approx(nats, rel=1e-12)
    assert ac.mutual_information(t, base=10) == pytest.approx(nats / math.log(10), rel=1e-12)


def test_entropies_agree_with_scipy(counts):
    t = tables(counts)
    assert ac.entropy_of_truth(t) == pytest.approx(entropy(counts.sum(1), base=2), rel=1e-13)
    assert ac.entropy_of_prediction(t) == pytest.approx(entropy(counts.sum(0), base=2), rel=1e-13)
    assert ac.joint_entropy(t, base=math.e) == pytest.approx(entropy(counts.ravel()), rel=1e-13)


def test_g_squared_agrees_with_scipy(counts):
    rows, columns = counts.sum(1) > 0, counts.sum(0) > 0
    trimmed = counts[rows][:, columns]
    expected = contingency.chi2_contingency(trimmed, correction=False, lambda_="log-likelihood").statistic
    assert ac.g_squared(tables(counts)) == pytest.approx(expected, rel=1e-11)


@given(t=full_tables)
@settings(max_examples=50, deadline=None)
def test_the_identities_of_entropy(t):
    information, joint = ac.mutual_information(t), ac.joint_entropy(t)
    real, predicted = ac.entropy_of_truth(t), ac.entropy_of_prediction(t)
    left, right = ac.entropy_of_truth_given_prediction(t), ac.entropy_of_prediction_given_truth(t)
    for one, other in [
        (real + predicted - information, joint),
        (real - left, information),
        (predicted - right, information),
        (left + right, ac.variation_of_information(t)),
        (1 - ac.variation_of_information(t) / joint, ac.nmi_joint(t)),
        (ac.cross_entropy(t) - real, ac.divergence_of_truth(t)),
        (2 * t.total * information * math.log(2), ac.g_squared(t)),
    ]:
        assert one == pytest.approx(other, rel=1e-9, abs=1e-9)


def test_divergence_agrees_with_scipy():
    t = ac.Tables.from_counts([[20, 3, 2], [4, 30, 1], [5, 6, 9]])
    real, predicted = [25, 35, 20], [29, 39, 12]
    assert ac.divergence_of_truth(t) == pytest.approx(entropy(real, predicted, base=2), rel=1e-13)
    assert ac.divergence_of_prediction(t) == pytest.approx(entropy(predicted, real, base=2), rel=1e-13)


def test_what_cannot_be_coded_takes_infinitely_many_bits():
    t = ac.Tables.from_counts([[3, 2, 0], [1, 4, 0], [2, 2, 0]])  # the third class was never predicted
    assert ac.cross_entropy(t) == ac.divergence_of_truth(t) == math.inf
    assert math.isfinite(ac.divergence_of_prediction(t))
    assert ac.divergence_of_prediction(t.dual) == math.inf


def test_information_near_independence_keeps_its_digits():
    """No digit would be left if entropies were subtracted: the information is 3·10⁻⁵⁰ nats."""
    counts = [[10**12 + 1, 10**12], [10**12, 10**12 - 1]]
    total = sum(map(sum, counts))
    with mpmath.workdps(120):
        exact = sum(
            mpmath.mpf(n)
            / total
            * mpmath.log(mpmath.mpf(n) * total / (sum(row) * (counts[0][j] + counts[1][j])))
            for row in counts
            for j, n in enumerate(row)
        )
    value = ac.mutual_information(ac.Tables.from_counts(counts), base=math.e)
    assert value == pytest.approx(float(exact), rel=1e-14, abs=0)
    assert 0 < value < 1e-49


@pytest.mark.parametrize("share", [1e-15, 1e-8, 1e-3])
def test_entropy_of_a_nearly_constant_margin_keeps_its_digits(share):
    n = 10**15
    rare = int(n * share)
    with mpmath.workdps(40):
        p = mpmath.mpf(rare) / n
        exact = -(p * mpmath.log(p, 2) + (1 - p) * mpmath.log1p(-p) / mpmath.log(2))
    t = ac.Tables.from_cells(tp=rare, fp=0, fn=0, tn=n - rare)
    assert ac.entropy_of_truth(t) == pytest.approx(float(exact), rel=1e-14, abs=0)


@pytest.mark.parametrize(
    ("counts", "values"),
    [
        (
            [[0, 4], [0, 5]],
            {"mutual_information": 0, "uncertainty_of_truth": 0, "uncertainty_of_prediction": None},
        ),
        (
            [[0, 4], [0, 5]],
            {"nmi_min": None, "nmi_max": 0, "nmi_geometric": None, "uncertainty_symmetric": 0},
        ),
        ([[0, 0], [0, 5]], {"entropy_of_truth": 0, "nmi_joint": None, "redundancy": None, "g_squared": 0}),
        ([[0, 1], [0, 0]], {"joint_entropy": 0, "divergence_of_truth": math.inf, "cross_entropy": math.inf}),
        ([[5]], {"mutual_information": 0, "variation_of_information": 0, "divergence_of_truth": 0}),
        ([[0, 0], [0, 0]], {"mutual_information": None, "entropy_of_truth": None, "cross_entropy": None}),
    ],
)
def test_degenerate_tables(counts, values):
    t = ac.Tables.from_counts(counts)
    for key, value in values.items():
        assert ac.measure(key)(t) == pytest.approx(np.nan if value is None else value, nan_ok=True), key
